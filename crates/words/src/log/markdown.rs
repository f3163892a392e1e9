//! A log as Markdown: front matter, links between sessions and to people, as Obsidian likes it.

use std::fmt::Write;

use rules::message;

use super::{Kind, Log, Section};

pub(super) fn write(log: &Log) -> String {
    let mut text = String::from("---\n");
    let mut field = |name: &str, value: &str| {
        let _ = writeln!(text, "{name}: {}", quoted(value));
    };
    field("title", &log.heading());
    field("table", &log.title);
    field("seat", &log.seat);
    field("language", log.language.tag());
    field("time_zone", &log.zone);
    field("rules", &log.family);
    if log.earlier {
        field("previous", &format!("[[{}]]", log.name_of(log.session - 1)));
    }
    if log.later {
        field("next", &format!("[[{}]]", log.name_of(log.session + 1)));
    }
    let _ = writeln!(text, "session: {}", log.session);
    if let Some(first) = log.entries.first() {
        let _ = writeln!(text, "date: {}", first.day);
    }
    let people = log.people();
    if !people.is_empty() {
        text += "people:\n";
        for name in &people {
            let name = if can_link(name) { format!("[[{name}]]") } else { (*name).to_owned() };
            let _ = writeln!(text, "  - {}", quoted(&name));
        }
    }
    text += "tags:\n  - mistline\n---\n\n";
    let _ = writeln!(text, "# {}\n", escaped(&log.heading()));
    let _ = writeln!(text, "{} · {}", escaped(&log.seen_by()), escaped(&log.in_zone()));
    if !people.is_empty() {
        let links: Vec<String> = people
            .iter()
            .map(|name| if can_link(name) { format!("[[{name}]]") } else { escaped(name) })
            .collect();
        let people = log.say(&message!("log-people"));
        let _ = write!(text, "\n{people}: {}\n", links.join(" · "));
    }
    if log.entries.is_empty() {
        let _ = write!(text, "\n{}\n", log.empty());
    }
    for (day, entries) in log.days() {
        let _ = write!(text, "\n## {day}\n\n");
        for entry in entries {
            let lines: Vec<String> = entry.text.iter().map(|line| escaped(line.trim())).collect();
            let said = lines.join("\\\n  ");
            let said = match entry.kind {
                Kind::Table => format!("*{said}*"),
                Kind::Game | Kind::Talk => said,
            };
            let _ = writeln!(text, "- `{}` {said}", entry.time);
        }
    }
    push_sections(&mut text, &log.sections);
    text
}

/// Sections under a title.
pub(super) fn document(title: &str, sections: &[Section]) -> String {
    let mut text = format!("# {}\n", escaped(title));
    push_sections(&mut text, sections);
    text
}

/// What belongs to the line before stands under it.
fn push_sections(text: &mut String, sections: &[Section]) {
    for section in sections {
        let _ = write!(text, "\n## {}\n\n", escaped(&section.heading));
        for line in &section.lines {
            let inner = if line.starts_with(char::is_whitespace) { "  " } else { "" };
            let _ = writeln!(text, "{inner}- {}", escaped(line.trim()));
        }
    }
}

/// Text in front matter: YAML reads a JSON string as it is.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

/// Whether a name can stand between `[[` and `]]`.
fn can_link(name: &str) -> bool {
    !name.contains(['[', ']', '|', '#', '^', '\\', '/', ':', '%', '<', '>', '`'])
}

/// Text in which nothing means anything to Markdown, to HTML in it, or to Obsidian.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    let mut before = None;
    let mut letters = text.chars().peekable();
    let mut numeral = true;
    while let Some(letter) = letters.next() {
        let first = before.is_none();
        let doubled = before == Some(letter) || letters.peek() == Some(&letter);
        let means = match letter {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '$' | '&' | '^' => {
                true
            }
            '-' | '+' | '=' if first => true,
            // `==marked==` and `%%hidden%%`.
            '=' | '%' => doubled,
            // `1.` at the beginning would be a list.
            '.' | ')' => numeral && !first,
            _ => false,
        };
        if means {
            escaped.push('\\');
        }
        numeral &= letter.is_ascii_digit();
        escaped.push(letter);
        before = Some(letter);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(escaped(text), expected);
    }

    #[test]
    fn b50_nothing_typed_becomes_markup() {
        check("2d6+1 = 7", "2d6+1 = 7");
        check("<script>alert(1)</script>", r"\<script\>alert(1)\</script\>");
        check("[a](javascript:x)", r"\[a\](javascript:x)");
        check("![[secret]]", r"!\[\[secret\]\]");
        check("# 标题 *粗* _斜_", r"\# 标题 \*粗\* \_斜\_");
        check("1. 一", r"1\. 一");
        check("- 一", r"\- 一");
        check("---", r"\---");
        check("%%藏%% 50% ==亮==", r"\%\%藏\%\% 50% \=\=亮\=\=");
        check("&lt;", r"\&lt;");
    }
}
