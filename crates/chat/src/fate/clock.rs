//! Clocks beside the story (B-43).

use rules::fate::{Command, Fate};
use rules::{ClockChange, ClockPart};

use super::Verb;
use crate::clocks::{self, HasClocks};

/// The subject's words.
pub const VERBS: &[Verb] = &clocks::verbs::<Fate>();

impl HasClocks for Fate {
    fn clocks<'v>(book: &Self::Book<'v>) -> &'v [ClockPart] {
        book.scene.map_or(&[], |scene| &scene.clocks)
    }

    fn change(change: ClockChange) -> Command {
        Command::ChangeClock { change }
    }
}
