//! What people may type at a table of Time Line: limits, and the forms of the gate that only it
//! needs (B-15).

use crate::kernel::typed;
use crate::{Refusal, Term};

/// The most characters of a name, and of what something comes from.
pub(super) const NAME: u32 = 60;
/// The most characters of one text of a card.
pub(super) const CARD: u32 = 4000;
/// The most characters of what a trait means.
pub(super) const TRAIT: u32 = 2000;
/// The most characters of what a skill is like, and of what is special about a weapon.
pub(super) const SKILL: u32 = 1000;
/// The most characters of what is only told, and of something carried.
pub(super) const THING: u32 = 500;
/// The most characters of a player's own words for an act, and of each word in the ledger.
pub(super) const NOTE: u32 = 200;
/// The most characters of where something is, or in what state.
pub(super) const PLACE: u32 = 100;
/// The most characters of a type of damage or healing.
pub(super) const DAMAGE_TYPE: u32 = 30;

/// A name that may be left out.
pub(super) fn optional_name(typed: &str, most: u32) -> Result<String, Refusal> {
    match typed.trim().is_empty() {
        true => Ok(String::new()),
        false => typed::name(typed, most),
    }
}

/// A type of damage or healing, if one is given.
pub(super) fn damage_type(typed: Option<&str>) -> Result<Option<String>, Refusal> {
    typed.map(|typed| optional_name(typed, DAMAGE_TYPE)).transpose()
}

/// A text in whatever languages it is given.
pub(super) fn text_term(typed: &Term, most: u32) -> Result<Term, Refusal> {
    match typed {
        Term::Plain(typed) => typed::text(typed, most).map(Term::from),
        Term::PerLanguage { .. } => {
            for spelling in typed.spellings() {
                typed::text(spelling, most)?;
            }
            Ok(typed.clone())
        }
    }
}
