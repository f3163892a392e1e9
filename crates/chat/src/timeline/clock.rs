//! Clocks beside the story (B-43).

use rules::timeline::{Command, Timeline};
use rules::{ClockChange, ClockPart};

use super::Verb;
use crate::clocks::{self, HasClocks};

/// The subject's words.
pub const VERBS: &[Verb] = &clocks::verbs::<Timeline>();

impl HasClocks for Timeline {
    fn clocks<'v>(book: &Self::Book<'v>) -> &'v [ClockPart] {
        book.table.map_or(&[], |table| &table.clocks)
    }

    fn change(change: ClockChange) -> Command {
        Command::ChangeClock { change }
    }
}
