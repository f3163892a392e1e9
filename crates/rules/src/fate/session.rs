//! Sessions and the table's own calendar (F-15).

use super::{
    Deciding, Event, Fate, Heals, Per, Purse, SessionRule, State, Why, consequence, ledger,
    options, stunt,
};
use crate::kernel::{Decided, DryDice};
use crate::{Id, Line, Refusal, Role, Seat, SeatId, message};

/// The table's own calendar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Scenes begun.
    pub scenes: u32,
    /// Sessions begun.
    pub sessions: u32,
}

/// The host begins a session, where the sessions of the table do not.
pub(super) fn begin(deciding: &mut Deciding) -> Decided {
    deciding.host()?;
    if options::of(deciding).sessions == SessionRule::Table {
        return Err(Refusal::new("F-15", message!("fate-session-by-table"))
            .instead(message!("fate-session-by-table-instead")));
    }
    refresh(deciding);
    Ok(())
}

/// What a session of the table brings about: each begins one of the game, and nothing else does, so
/// that nobody refreshes or heals twice (F-15).
pub(super) fn begun_by_table(pack: &Fate, state: &State) -> Vec<Event> {
    if state.options(pack).sessions == SessionRule::ByHand {
        return Vec::new();
    }
    let host = Seat { id: SeatId(Id::from_bits(0)), role: Role::Host };
    let mut dice = DryDice::default();
    let mut deciding = Deciding::new(pack, state, host, &mut dice);
    refresh(&mut deciding);
    deciding.into_events()
}

/// Refresh, and what has healed since the last session (F-15, F-33).
fn refresh(deciding: &mut Deciding) {
    consequence::heal(deciding, Heals::Session);
    deciding.push(Event::SessionBegan);
    let players: Vec<(Id, i64)> =
        deciding.now().player_characters().map(|one| (one.id, one.refresh)).collect();
    for (id, refresh) in players {
        let missing = refresh - deciding.now().ledger.balance(Purse::Character(id));
        ledger::transfer(deciding, Purse::Bank, Purse::Character(id), missing, Why::Refresh, None);
    }
}

pub(super) fn began(state: &mut State) {
    state.clock.sessions += 1;
    stunt::freshen(state, Per::Session);
}

/// The table tells of its own sessions.
pub(super) fn tell_began(pack: &Fate, before: &State) -> Option<Line> {
    if before.options(pack).sessions == SessionRule::Table {
        return None;
    }
    Some(message!("fate-session-began", number = before.clock.sessions + 1).into())
}
