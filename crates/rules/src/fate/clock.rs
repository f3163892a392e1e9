//! Clocks beside the scene, which the host moves (B-43).

use super::{Command, Deciding, Event, OfferBuilder};
use crate::kernel::Decided;
use crate::{ClockChange, Clocks, Id};

/// The host changes a clock.
pub(super) fn change(deciding: &mut Deciding, change: &ClockChange) -> Decided {
    let clocks = &deciding.before.clocks;
    clocks.change(deciding, change, |change| Event::ClockChanged { change })
}

fn command(change: ClockChange) -> Command {
    Command::ChangeClock { change }
}

impl OfferBuilder<'_> {
    /// Setting a clock going.
    pub(super) fn new_clock(&mut self) {
        self.add(Clocks::offer_new(command));
    }

    /// Moving, showing and removing a clock.
    pub(super) fn clock(&mut self, id: Id) {
        for offer in self.state.clocks.offers(id, command) {
            self.add(offer);
        }
    }
}
