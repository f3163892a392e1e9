//! Words: how much people may type, and how things are spoken of.

use crate::kernel::typed;
use crate::{Message, Refusal, Term, message};

/// The most characters of a name.
pub(super) const NAME: u32 = 80;
/// The most characters of a text.
pub(super) const TEXT: u32 = 1000;

/// A name as it was typed, fit to be one (B-15).
pub(super) fn name(typed: &str) -> Result<String, Refusal> {
    typed::name(typed, NAME)
}

/// A text as it was typed, which may be empty (B-15).
pub(super) fn text(typed: &str) -> Result<String, Refusal> {
    typed::text(typed, TEXT)
}

/// A name in whatever languages it is given (B-15).
pub(super) fn term(typed: &Term) -> Result<Term, Refusal> {
    typed::term(typed, NAME)
}

/// No words, where a pack may leave them out.
pub(super) fn nothing() -> Term {
    Term::from("")
}

/// A word of the pack or a name someone typed.
pub(super) fn word(term: &Term) -> Message {
    message!("fate-word", word = term)
}

/// What someone typed, if they typed anything.
pub(super) fn quoted(text: &str) -> Message {
    if text.is_empty() { message!("fate-nothing") } else { message!("fate-quoted", text = text) }
}

/// A number with its sign: `+2`, `+0`, `−1`.
pub(super) fn signed(value: i64) -> String {
    if value < 0 { format!("−{}", value.unsigned_abs()) } else { format!("+{value}") }
}
