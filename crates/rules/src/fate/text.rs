//! What people may type: names and texts.

use crate::{Refusal, Term, message};

/// The most characters of a name.
pub(super) const NAME: usize = 80;
/// The most characters of a text.
pub(super) const TEXT: usize = 1000;

/// No words, where a pack may leave them out.
pub(super) fn nothing() -> Term {
    Term::from("")
}

/// A name on one line.
pub(super) fn name(text: &str) -> Result<String, Refusal> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        return Err(Refusal::new("F-10", message!("fate-no-name")));
    }
    fit(text, NAME)
}

/// A text, which may be left out.
pub(super) fn text(text: &str) -> Result<String, Refusal> {
    fit(text.replace("\r\n", "\n").trim().to_owned(), TEXT)
}

/// A name in whatever languages it is given.
pub(super) fn term(term: &Term) -> Result<Term, Refusal> {
    match term {
        Term::Plain(text) => name(text).map(Term::from),
        Term::PerLanguage { .. } => {
            for spelling in term.spellings() {
                name(spelling)?;
            }
            Ok(term.clone())
        }
    }
}

fn fit(text: String, most: usize) -> Result<String, Refusal> {
    if text.chars().count() > most {
        return Err(Refusal::new("B-12", message!("fate-too-long", most = most)));
    }
    if text.chars().any(unreadable) {
        return Err(Refusal::new("B-12", message!("fate-unreadable")));
    }
    Ok(text)
}

/// Characters nobody can see or that turn the text around them.
fn unreadable(letter: char) -> bool {
    (letter.is_control() && letter != '\n')
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' | '\u{feff}')
}
