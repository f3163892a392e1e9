//! Which subject decides, applies and tells what. Exhaustive: a new command or event does not
//! compile until it has its place here.
#![deny(clippy::wildcard_enum_match_arm)]

use super::{Command, Deciding, Event, State, Toy, clock, duel, failing, trap};
use crate::{Decided, Line, Roll, Viewer};

pub(super) fn decide(deciding: &mut Deciding, command: &Command) -> Decided {
    match command {
        Command::Tick { segments } => clock::tick(deciding, *segments),
        Command::SetTrap { at } => trap::set(deciding, *at),
        Command::RevealTrap => trap::reveal(deciding),
        Command::Challenge { seat } => duel::challenge(deciding, *seat),
        Command::Answer => duel::answer(deciding),
        Command::Fail { at } => failing::fail(deciding, *at),
    }
}

pub(super) fn apply(pack: &Toy, state: &mut State, event: &Event) {
    match event {
        Event::Ticked { count } => clock::ticked(pack, state, *count),
        Event::TrapSet { at } => trap::was_set(state, *at),
        Event::TrapRevealed { at } => trap::revealed(state, *at),
        Event::Challenged { id, by, seat, roll } => {
            duel::challenged(state, *id, *by, *seat, roll);
        }
        Event::Answered { .. } => duel::answered(state),
        Event::Failed { at } => failing::failed(state, *at),
    }
}

pub(super) fn tell(event: &Event, viewer: Viewer) -> Option<Line> {
    match event {
        Event::Ticked { count } => clock::tell_ticked(*count),
        Event::TrapSet { at } => trap::tell_set(*at, viewer),
        Event::TrapRevealed { at } => trap::tell_revealed(*at),
        Event::Challenged { roll, .. } => duel::tell_challenged(roll),
        Event::Answered { roll, won } => duel::tell_answered(roll, *won),
        Event::Failed { at } => failing::tell_failed(*at),
    }
}

pub(super) fn rolls(event: &Event) -> Vec<&Roll> {
    match event {
        Event::Challenged { roll, .. } | Event::Answered { roll, .. } => vec![roll],
        Event::Ticked { .. }
        | Event::TrapSet { .. }
        | Event::TrapRevealed { .. }
        | Event::Failed { .. } => Vec::new(),
    }
}
