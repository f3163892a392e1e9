//! Text as people type it, made fit to keep.

use crate::{Refusal, Term, message};

/// The most characters of a name: a tag, a status, a title (M-01).
pub const LONGEST_NAME: u32 = 60;
/// The most characters of a text: a description, a conclusion.
pub const LONGEST_TEXT: u32 = 2000;

/// A name: trimmed, not empty, not too long, nothing that cannot be seen (M-01).
///
/// # Errors
/// When it is not.
pub(super) fn name(typed: &str) -> Result<Term, Refusal> {
    Ok(Term::from(named(typed)?))
}

/// What of a text is a name.
fn named(typed: &str) -> Result<&str, Refusal> {
    let name = visible(typed, LONGEST_NAME)?;
    if name.is_empty() {
        return Err(Refusal::new("M-01", message!("mist-name-empty"))
            .instead(message!("mist-name-length", most = LONGEST_NAME)));
    }
    Ok(name)
}

/// A name of a pack or as typed, each spelling checked.
///
/// # Errors
/// When a spelling is no name.
pub(super) fn term(given: &Term) -> Result<Term, Refusal> {
    match given {
        Term::Plain(text) => name(text),
        per_language => {
            for spelling in per_language.spellings() {
                named(spelling)?;
            }
            Ok(per_language.clone())
        }
    }
}

/// A text: trimmed, maybe empty, not too long, nothing that cannot be seen.
///
/// # Errors
/// When it is not.
pub(super) fn text(typed: &str) -> Result<String, Refusal> {
    visible(typed, LONGEST_TEXT).map(str::to_owned)
}

fn visible(typed: &str, most: u32) -> Result<&str, Refusal> {
    let trimmed = typed.trim();
    if trimmed.chars().count() > most as usize {
        return Err(Refusal::new("M-01", message!("mist-name-long"))
            .instead(message!("mist-name-length", most = most)));
    }
    if trimmed.chars().any(|letter| is_unseen(letter, most)) {
        return Err(Refusal::new("M-01", message!("mist-name-unseen")));
    }
    Ok(trimmed)
}

/// Controls, and marks that turn the direction of what follows; a text may have several lines.
fn is_unseen(letter: char, most: u32) -> bool {
    let line = letter == '\n' && most == LONGEST_TEXT;
    let turns = matches!(
        letter,
        '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    (letter.is_control() && !line) || turns || letter == '\u{feff}'
}

/// Whether two names say the same, in any language.
pub(super) fn same(one: &Term, other: &Term) -> bool {
    one == other || one.spellings().any(|spelling| other.spellings().any(|it| it == spelling))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn m01_a_tag_is_a_short_text_that_can_be_seen() {
        let check = |typed: &str, kept: Option<&str>| {
            assert_eq!(name(typed).ok(), kept.map(Term::from), "{typed:?}");
        };
        check("  三棱军刺 ", Some("三棱军刺"));
        check("night eyes", Some("night eyes"));
        check("", None);
        check(" \u{3000} ", None);
        check(&"雾".repeat(60), Some(&"雾".repeat(60)));
        check(&"雾".repeat(61), None);
        check("a\nb", None);
        check("a\u{202e}b", None);
        assert_eq!(text("a\nb").ok().as_deref(), Some("a\nb"));
    }
}
