//! The one gate for what people type: names and texts, of every family, of seats and of imports
//! (B-15).

use crate::{Refusal, Term, message};

/// The most characters of a seat's name or a table's title.
pub const SEAT_NAME: u32 = 40;
/// The most characters of something said.
pub const TALK: u32 = 4000;
/// The most characters of a salt.
pub const SALT: u32 = 100;

/// The most marks on one letter: real writing needs two or three.
const MARKS: usize = 4;

/// A name: on one line, something to be seen, at most `most` characters.
///
/// # Errors
/// When it is not.
pub fn name(typed: &str, most: u32) -> Result<String, Refusal> {
    let name = typed.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        return Err(Refusal::new("B-15", message!("typed-empty")));
    }
    readable(&name, most)?;
    Ok(name)
}

/// A name in whatever languages it is given, each fit to be one.
///
/// # Errors
/// When one is not.
pub fn term(typed: &Term, most: u32) -> Result<Term, Refusal> {
    match typed {
        Term::Plain(typed) => name(typed, most).map(Term::from),
        Term::PerLanguage { .. } => {
            for spelling in typed.spellings() {
                name(spelling, most)?;
            }
            Ok(typed.clone())
        }
    }
}

/// A text of any number of lines, which may be empty, at most `most` characters.
///
/// # Errors
/// When it is longer, or holds what cannot be read.
pub fn text(typed: &str, most: u32) -> Result<String, Refusal> {
    let text = typed.replace("\r\n", "\n").trim().to_owned();
    readable(&text, most)?;
    Ok(text)
}

/// A text that may not be empty.
///
/// # Errors
/// When it is, or as [`text`].
pub fn some_text(typed: &str, most: u32) -> Result<String, Refusal> {
    let text = text(typed, most)?;
    match text.is_empty() {
        true => Err(Refusal::new("B-15", message!("typed-empty"))),
        false => Ok(text),
    }
}

fn readable(text: &str, most: u32) -> Result<(), Refusal> {
    if text.chars().count() > most as usize {
        return Err(Refusal::new("B-15", message!("typed-long", most = most)));
    }
    let unreadable = || Err(Refusal::new("B-15", message!("typed-unreadable")));
    let mut marks = 0;
    let mut last = None;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        marks = if is_mark(letter) { marks + 1 } else { 0 };
        let joins = letter == JOINER && joins(last, letters.peek().copied());
        if marks > MARKS || (is_unseen(letter) && !joins) {
            return unreadable();
        }
        last = Some(letter);
    }
    if !text.is_empty() && text.chars().all(is_blank) {
        return unreadable();
    }
    Ok(())
}

/// Joins pictures into one: families, flags, trades.
const JOINER: char = '\u{200d}';

fn joins(before: Option<char>, after: Option<char>) -> bool {
    let picture = |letter: Option<char>| {
        letter.is_some_and(|letter| {
            matches!(letter, '\u{2190}'..='\u{2bff}' | '\u{fe0f}' | '\u{1f000}'..='\u{1faff}')
        })
    };
    picture(before) && picture(after)
}

/// Whether nobody can see it, or it turns the text around it: two names that differ in such a
/// letter look the same.
fn is_unseen(letter: char) -> bool {
    (letter.is_control() && letter != '\n' && letter != '\t')
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether it leaves the place empty, alone.
fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter == '\u{2800}' || letter == '\u{fe0f}' || is_mark(letter)
}

fn is_mark(letter: char) -> bool {
    matches!(letter,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Whether two names look the same: written with letters of other scripts, in another width or
/// case, or with other blanks. Nobody can pass for someone else (B-15).
#[must_use]
pub fn look_alike(one: &str, other: &str) -> bool {
    let skeleton = |name: &str| -> String {
        let folded = name.split_whitespace().collect::<String>().to_lowercase();
        unicode_security::skeleton(&folded).collect()
    };
    skeleton(one) == skeleton(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b15_a_name_is_short_and_can_be_seen() {
        let check = |typed: &str, expected: Result<&str, &str>| {
            let found = name(typed, 60).map_err(|refusal| refusal.what.id.into_owned());
            assert_eq!(found.as_deref().map_err(|id| id.as_str()), expected, "{typed:?}");
        };
        check("  三棱军刺 ", Ok("三棱军刺"));
        check("  Ann \u{3000} Lee ", Ok("Ann Lee"));
        check("e\u{301}", Ok("e\u{301}"));
        check("👩\u{200d}🚀", Ok("👩\u{200d}🚀"));
        check("⚔\u{fe0f}", Ok("⚔\u{fe0f}"));
        check(" \n\u{3000} ", Err("typed-empty"));
        check(&"雾".repeat(60), Ok(&"雾".repeat(60)));
        check(&"雾".repeat(61), Err("typed-long"));
        for unseen in
            ['\u{7}', '\u{ad}', '\u{200b}', '\u{200d}', '\u{202e}', '\u{2060}', '\u{3164}']
        {
            check(&format!("a{unseen}b"), Err("typed-unreadable"));
        }
        check("\u{2800}", Err("typed-unreadable"));
        check(&format!("z{}", "\u{301}".repeat(30)), Err("typed-unreadable"));
    }

    #[test]
    fn b15_a_text_keeps_its_lines() {
        assert_eq!(text(" 一\r\n二\n", 10), Ok("一\n二".to_owned()));
        assert_eq!(text("", 10), Ok(String::new()));
        assert!(some_text(" \n", 10).is_err());
        assert!(text("一二三", 2).is_err());
        assert!(text("a\u{202e}b", 10).is_err());
    }

    #[test]
    fn b15_names_that_look_the_same_are_known() {
        assert!(look_alike("主持", "主 持"));
        assert!(look_alike("Alice", "Аlice"), "with a Cyrillic А");
        assert!(look_alike("paypal", "pаypаl"));
        assert!(look_alike("Ａｎｎ", "ann"));
        assert!(!look_alike("叶岚", "叶风"));
        assert!(!look_alike("Ann", "Anna"));
    }
}
