//! Fields of a card or weapon, as the author's own bot has them typed: `姓名:安,年龄:27,…`.

use std::ops::Range;

use rules::message;
use rules::timeline::Amount;
use words::fold::folded;

use crate::mistake::Mistake;
use crate::reader::Reader;

/// One field: where it stands, what it is called, folded, and what is behind its colon.
pub type Field<'t> = (Range<usize>, String, Option<Reader<'t>>);

/// The fields of a line.
pub fn fields<'t>(reader: &mut Reader<'t>) -> impl Iterator<Item = Field<'t>> {
    let parts = reader.split(',').into_iter().filter(|part| !part.is_done());
    parts.map(|mut part| {
        let (mut name, value) = part.until(':');
        (name.here(), folded(&name.rest()), value)
    })
}

/// The number in a field, before any of the `units`; 0 where the field is empty.
///
/// # Errors
/// When it is none.
pub fn number(
    mut value: Reader<'_>,
    units: &[char],
    form: &'static str,
) -> Result<Amount, Mistake> {
    let (at, text) = (value.here(), value.rest());
    let text = folded(&text);
    let digits = text.trim_end_matches(units);
    if digits.is_empty() {
        return Ok(Amount::ZERO);
    }
    let wrong = || Mistake::new(at, message!("timeline-chat-number")).example_text(form);
    digits.parse().map_err(|_| wrong())
}
