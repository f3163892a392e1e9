//! The trap, which only the host knows until it is shown.

use serde_json::json;

use super::{Command, Deciding, Event, State, Toy};
use crate::kernel::offer;
use crate::{
    Acts, Audience, Bounds, Decided, Line, Offer, Refusal, Seat, Subject, Verb, Viewer, message,
};

/// A trap on the clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trap {
    /// At this segment.
    pub at: u32,
    /// Who may see it.
    pub seen_by: Audience,
}

/// Decides to set a trap.
pub(super) fn set(deciding: &mut Deciding, at: u32) -> Decided {
    deciding.host()?;
    if at == 0 || at > deciding.pack.segments {
        return Err(Refusal::new("B-10", message!("toy-no-such-segment")));
    }
    deciding.push(Event::TrapSet { at });
    Ok(())
}

/// Decides to show it.
pub(super) fn reveal(deciding: &mut Deciding) -> Decided {
    deciding.host()?;
    let hidden = deciding.before.trap.as_ref().filter(|trap| trap.seen_by == Audience::Host);
    let Some(&Trap { at, .. }) = hidden else {
        return Err(Refusal::new("B-10", message!("toy-no-trap")));
    };
    deciding.push(Event::TrapRevealed { at });
    Ok(())
}

pub(super) fn was_set(state: &mut State, at: u32) {
    state.trap = Some(Trap { at, seen_by: Audience::Host });
}

pub(super) fn revealed(state: &mut State, at: u32) {
    state.trap = Some(Trap { at, seen_by: Audience::All });
}

pub(super) fn tell_set(at: u32, viewer: Viewer) -> Option<Line> {
    Audience::Host.sees(viewer).then(|| message!("toy-trap-set", at = at).into())
}

pub(super) fn tell_revealed(at: u32) -> Option<Line> {
    Some(message!("toy-trap-revealed", at = at).into())
}

/// What the trap's acts are about.
pub(super) const PLACE: Subject = Subject::place("trap");

fn segments(pack: &Toy) -> Bounds {
    Bounds::Number { min: 1, max: pack.segments.into() }
}

pub(super) fn verbs(pack: &Toy) -> Vec<Verb> {
    let set = Verb::new("set-trap", "B-10", json!({ "do": "set-trap", "at": 1 }));
    let reveal = Verb::new("reveal-trap", "B-10", json!({ "do": "reveal-trap" }));
    vec![set.field("at", message!("toy-segments"), segments(pack)), reveal]
}

pub(super) fn flag(state: &State, by: Seat, acts: &mut Acts) {
    if !by.is_host() {
        return;
    }
    acts.can(PLACE, None, "set-trap");
    if state.trap.as_ref().is_some_and(|trap| trap.seen_by == Audience::Host) {
        acts.can(PLACE, None, "reveal-trap");
    }
}

pub(super) fn offers(pack: &Toy) -> Vec<Offer<Command>> {
    let set = offer("B-10", message!("toy-act-set-trap"), Command::SetTrap { at: 1 });
    let reveal = offer("B-10", message!("toy-act-reveal-trap"), Command::RevealTrap);
    vec![set.field("at", message!("toy-segments"), segments(pack)), reveal]
}
