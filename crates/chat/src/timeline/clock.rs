//! Clocks beside the story (B-43).

use rules::ClockPart;
use rules::timeline::Command;

use super::book::Book;
use super::{Verb, bat, done};
use crate::clocks;
use crate::hear::Heard;
use crate::mistake::Mistake;
use crate::reader::Reader;

/// The subject's words.
pub const VERBS: &[Verb] = &[Verb::new(clock, clocks::CLOCK), Verb::new(tick, clocks::TICK)];

/// The clocks in sight.
pub fn all<'v>(book: &Book<'v>) -> &'v [ClockPart] {
    book.table.map_or(&[][..], |table| &table.clocks)
}

/// `.clock 警报-4: 警卫赶到`: see [`clocks::clock`].
fn clock(reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    match clocks::clock(reader, all(book))? {
        Some(change) => done(Command::ChangeClock { change }),
        None => bat::now(reader, book),
    }
}

/// `.tick 警报 2`: moves a clock towards its end, or back.
fn tick(reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let change = clocks::tick(reader, all(book))?;
    done(Command::ChangeClock { change })
}
