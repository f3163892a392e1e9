//! The clock: segments that are filled.

use serde_json::json;

use super::{Command, Deciding, Event, State, Toy};
use crate::kernel::offer;
use crate::{Acts, Bounds, Decided, Line, Offer, Refusal, Subject, Verb, message};

impl Toy {
    fn left(&self, state: &State) -> u32 {
        self.segments.saturating_sub(state.filled)
    }
}

/// Decides to fill segments.
pub(super) fn tick(deciding: &mut Deciding, segments: u32) -> Decided {
    let left = deciding.pack.left(deciding.before);
    if segments == 0 || segments > left {
        return Err(Refusal::new("B-10", message!("toy-clock-full"))
            .instead(message!("toy-clock-left", left = left)));
    }
    deciding.push(Event::Ticked { count: segments });
    Ok(())
}

pub(super) fn ticked(pack: &Toy, state: &mut State, count: u32) {
    state.filled = state.filled.saturating_add(count).min(pack.segments);
}

pub(super) fn tell_ticked(count: u32) -> Option<Line> {
    Some(message!("toy-ticked", segments = count).into())
}

/// What the clock's acts are about.
pub(super) const PLACE: Subject = Subject::place("clock");

fn segments(most: u32) -> Bounds {
    Bounds::Number { min: 1, max: most.into() }
}

pub(super) fn verbs(pack: &Toy) -> Vec<Verb> {
    let command = json!({ "do": "tick", "segments": 1 });
    let field = message!("toy-segments");
    vec![Verb::new("tick", "B-10", command).field("segments", field, segments(pack.segments))]
}

pub(super) fn flag(pack: &Toy, state: &State, acts: &mut Acts) {
    if pack.left(state) > 0 {
        acts.can(PLACE, None, "tick");
    }
}

pub(super) fn offers(pack: &Toy, state: &State) -> Vec<Offer<Command>> {
    let tick = offer("B-10", message!("toy-act-tick"), Command::Tick { segments: 1 });
    vec![tick.field("segments", message!("toy-segments"), segments(pack.left(state)))]
}
