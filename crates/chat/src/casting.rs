//! Who plays whom, as every family says it: `.pc take`, `.pc give`.

use rules::{Id, SeatId};

use crate::common::seat;
use crate::context::SeatContext;
use crate::mistake::Mistake;
use crate::names::{self, Name};
use crate::reader::Reader;

/// `阿岚 > 周默`: a character, and the seat that is to play them.
///
/// # Errors
/// When there is no such character or seat.
pub fn given(
    mut reader: Reader<'_>,
    characters: &[Name<Id>],
    context: &SeatContext,
) -> Result<(Id, Option<SeatId>), Mistake> {
    let (mut who, to) = reader.until('>');
    let _ = who.eat('@');
    let character = names::find(&mut who, characters)?;
    who.finish()?;
    Ok((character, to_seat(to, context)?))
}

/// `夜行者: 叶岚 > 周默`: an example, another name for it, and the seat that is to play it.
///
/// # Errors
/// When there is no such example or seat.
pub fn taken(
    mut reader: Reader<'_>,
    examples: &[Name<String>],
    context: &SeatContext,
) -> Result<(String, Option<String>, Option<SeatId>), Mistake> {
    let (mut rest, to) = reader.until('>');
    let (mut which, called) = rest.until(':');
    let example = names::find(&mut which, examples)?;
    which.finish()?;
    let called = called.map(|mut called| called.rest()).filter(|called| !called.is_empty());
    Ok((example, called, to_seat(to, context)?))
}

/// The seat after `>`, if there is one.
///
/// # Errors
/// When no seat is called that.
pub fn to_seat(to: Option<Reader<'_>>, context: &SeatContext) -> Result<Option<SeatId>, Mistake> {
    let Some(mut reader) = to else { return Ok(None) };
    reader.space();
    let _ = reader.eat('@');
    let seat = seat(&mut reader, context)?;
    reader.finish()?;
    Ok(Some(seat))
}
