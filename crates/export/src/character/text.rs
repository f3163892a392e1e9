//! Texts as other programs write them, made into plain ones.

/// A text that was set as HTML, as plain text: lines end where paragraphs do.
pub(super) fn plain(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some(at) = rest.find(['<', '&']) {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let (taken, end) = match rest.starts_with('<') {
            true => tag(rest),
            false => entity(rest),
        };
        text.push_str(&taken);
        rest = &rest[end..];
    }
    text.push_str(rest);
    let lines = text.lines().map(|line| line.trim().replace('\u{a0}', " "));
    let mut kept = String::new();
    for line in lines.filter(|line| !line.is_empty()) {
        if !kept.is_empty() {
            kept.push('\n');
        }
        kept.push_str(&line);
    }
    kept
}

/// What a tag at the beginning of a text stands for, and where it ends.
fn tag(text: &str) -> (String, usize) {
    let named = text[1..].trim_start_matches('/').starts_with(|it: char| it.is_ascii_alphabetic());
    let Some(end) = text.find('>').filter(|_| named) else {
        return ("<".to_owned(), 1);
    };
    let name: String = text[1..end]
        .chars()
        .skip_while(|it| *it == '/')
        .take_while(|it| it.is_ascii_alphanumeric())
        .collect();
    let breaks = ["p", "br", "div", "li", "h1", "h2", "h3", "h4", "tr", "ul", "ol"];
    let breaks = breaks.contains(&name.to_ascii_lowercase().as_str());
    (if breaks { "\n".to_owned() } else { String::new() }, end + 1)
}

/// What an entity at the beginning of a text stands for, and where it ends.
fn entity(text: &str) -> (String, usize) {
    let known = [
        ("&amp;", "&"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&apos;", "'"),
        ("&nbsp;", " "),
    ];
    let found = known.iter().find(|(name, _)| text.starts_with(name));
    found.map_or_else(|| ("&".to_owned(), 1), |(name, letter)| ((*letter).to_owned(), name.len()))
}

/// A text without what the gate refuses (B-15): what was left over is shown, not typed.
pub(super) fn printable(text: &str) -> String {
    text.chars().filter(|it| *it == '\n' || !it.is_control()).collect()
}

/// The number in a text: `+3`, `Good (+3)`, `３`.
pub(super) fn number(text: &str) -> Option<i64> {
    let text: String = text.chars().map(words::fold::plain).collect();
    let at = text.find(|it: char| it.is_ascii_digit())?;
    let digits: String = text[at..].chars().take_while(char::is_ascii_digit).collect();
    let negative = text[..at].trim_end().ends_with(['-', '−']);
    let number: i64 = digits.parse().ok()?;
    Some(if negative { -number } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b51_texts_set_as_html_become_plain() {
        for (html, text) in [
            ("<p>One</p><p>two &amp; three</p>", "One\ntwo & three"),
            ("a < b && c", "a < b && c"),
            ("<br/>x<b class=\"y\">z</b>", "xz"),
            ("<script>", ""),
            ("没有标记", "没有标记"),
            ("<", "<"),
            ("&", "&"),
        ] {
            assert_eq!(plain(html), text, "{html}");
        }
    }

    #[test]
    fn b51_numbers_are_found_in_words() {
        for (text, expected) in [
            ("+3", Some(3)),
            ("Good (+3)", Some(3)),
            ("−2", Some(-2)),
            ("３", Some(3)),
            ("", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(number(text), expected, "{text}");
        }
    }
}
