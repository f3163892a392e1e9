//! Text as a chat window likes it: short, and folded where it is long (C-05).

use rules::{Message, message};
use words::{Language, say};

/// The most lines of one answer.
const LINES: usize = 24;
/// The most characters of one answer.
const CHARACTERS: usize = 1000;
/// So many lines of a folded answer are shown.
const SHOWN: usize = 14;
/// And so many characters.
const SHOWN_CHARACTERS: usize = 600;

/// The most characters of one message.
pub const MESSAGE: usize = 1800;

/// A long text folded: how it begins, and where the rest is.
#[must_use]
pub fn fold(language: Language, text: &str, link: Option<&str>) -> String {
    let lines: Vec<&str> = text.lines().collect();
    if lines.len() <= LINES && text.chars().count() <= CHARACTERS {
        return text.to_owned();
    }
    let mut shown: Vec<String> = Vec::new();
    let mut room = SHOWN_CHARACTERS;
    let mut cut = false;
    for line in lines.iter().take(SHOWN) {
        let length = line.chars().count();
        if length > room {
            shown.push(line.chars().take(room).chain("…".chars()).collect());
            cut = true;
            break;
        }
        room -= length;
        shown.push((*line).to_owned());
    }
    let left = lines.len() - shown.len() + usize::from(cut);
    shown.push(say(language, &more(left, link)));
    shown.join("\n")
}

/// A text as it was meant to be read in one line: without what breaks lines or cannot be seen, as
/// marks that turn the way of writing.
#[must_use]
pub fn one_line(text: &str) -> String {
    let unseen = |it: char| {
        let marks = ['\u{ad}', '\u{61c}', '\u{180e}', '\u{feff}'];
        marks.contains(&it)
            || matches!(it, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
    };
    let seen = text.chars().filter(|it| !unseen(*it));
    let plain: String = seen.map(|it| if it.is_control() { ' ' } else { it }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// How much more there is, and where.
#[must_use]
pub fn more(lines: usize, link: Option<&str>) -> Message {
    match link {
        Some(link) => message!("bridge-folded-link", lines = lines, link = link),
        None => message!("bridge-folded", lines = lines),
    }
}

/// A text in parts that each fit into a message, cut between lines where that is possible.
#[must_use]
pub fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut push = |line: &str| {
        let last = parts.last_mut().expect("there is one from the beginning");
        if last.is_empty() {
            last.push_str(line);
        } else if last.chars().count() + line.chars().count() < MESSAGE {
            last.push('\n');
            last.push_str(line);
        } else {
            parts.push(line.to_owned());
        }
    };
    for line in text.lines() {
        let letters: Vec<char> = line.chars().collect();
        match letters.is_empty() {
            true => push(""),
            false => letters.chunks(MESSAGE).for_each(|it| push(&it.iter().collect::<String>())),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c05_long_answers_are_folded_with_a_link() {
        let short = "一\n二";
        assert_eq!(fold(Language::ZhHans, short, None), short);
        let long: Vec<String> = (1..=60).map(|n| format!("第 {n} 行")).collect();
        let folded = fold(Language::ZhHans, &long.join("\n"), Some("https://t/x"));
        let lines: Vec<&str> = folded.lines().collect();
        assert_eq!(lines.len(), SHOWN + 1);
        assert!(lines[SHOWN].contains("46") && lines[SHOWN].contains("https://t/x"), "{folded}");
        let wide = "长".repeat(3000);
        let folded = fold(Language::En, &wide, None);
        assert!(folded.chars().count() < CHARACTERS, "{folded}");
    }

    #[test]
    fn c06_a_name_is_one_line_of_what_can_be_seen() {
        assert_eq!(one_line(" 甲\n乙\u{202e}丙\u{200b}\u{0} "), "甲 乙丙");
        assert_eq!(one_line("\u{200b}\u{202e}"), "");
    }

    #[test]
    fn c05_no_message_is_longer_than_the_platform_takes() {
        let text = ["短".to_owned(), "长".repeat(4000), "a\nb".repeat(900)].join("\n");
        let parts = parts(&text);
        assert!(parts.iter().all(|part| part.chars().count() <= MESSAGE));
        let joined: String = parts.concat().replace('\n', "");
        assert_eq!(joined, text.replace('\n', ""), "nothing is lost");
    }
}
