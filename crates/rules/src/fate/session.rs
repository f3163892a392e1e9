//! Sessions and the table's own calendar (F-15).

use super::{Deciding, Event, Heals, Per, Purse, State, Why, consequence, ledger, stunt};
use crate::kernel::Decided;
use crate::{Id, Line, message};

/// The table's own calendar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Scenes begun.
    pub scenes: u32,
    /// Sessions begun.
    pub sessions: u32,
}

/// Begins a session: refresh, and what has healed since the last one (F-15, F-33).
pub(super) fn begin(deciding: &mut Deciding) -> Decided {
    deciding.host()?;
    consequence::heal(deciding, Heals::Session);
    deciding.push(Event::SessionBegan);
    let players: Vec<(Id, i64)> =
        deciding.now().player_characters().map(|one| (one.id, one.refresh)).collect();
    for (id, refresh) in players {
        let missing = refresh - deciding.now().ledger.balance(Purse::Character(id));
        ledger::transfer(deciding, Purse::Bank, Purse::Character(id), missing, Why::Refresh, None);
    }
    Ok(())
}

pub(super) fn began(state: &mut State) {
    state.clock.sessions += 1;
    stunt::freshen(state, Per::Session);
}

pub(super) fn tell_began(before: &State) -> Option<Line> {
    Some(message!("fate-session-began", number = before.clock.sessions + 1).into())
}
