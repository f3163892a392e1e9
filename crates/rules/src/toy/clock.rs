//! The clock: segments that are filled.

use super::{Command, Deciding, Event, State, Toy};
use crate::kernel::offer;
use crate::{Bounds, Decided, Line, Offer, Refusal, message};

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

pub(super) fn offers(pack: &Toy, state: &State) -> Vec<Offer<Command>> {
    let bounds = Bounds::Number { min: 1, max: pack.left(state).into() };
    vec![offer("B-10", message!("toy-tick"), Command::Tick { segments: 1 }).field(
        "segments",
        message!("toy-segments"),
        bounds,
    )]
}
