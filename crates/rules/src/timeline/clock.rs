//! Clocks beside the story, which the host moves (B-43).

use super::deciding::Deciding;
use super::offers::OfferBuilder;
use super::{Command, Event};
use crate::kernel::Decided;
use crate::{ClockChange, Clocks, Id};

/// The host changes a clock.
pub(super) fn change(deciding: &mut Deciding<'_>, change: &ClockChange) -> Decided {
    let clocks = &deciding.before.clocks;
    clocks.change(deciding, change, |change| Event::ClockChanged { change })
}

fn command(change: ClockChange) -> Command {
    Command::ChangeClock { change }
}

impl OfferBuilder<'_> {
    /// Setting a clock going.
    pub(super) fn offer_new_clock(&mut self) {
        if self.by.is_host() {
            self.offers.push(Clocks::offer_new(command));
        }
    }

    /// Moving, showing and removing a clock.
    pub(super) fn offer_clock(&mut self, id: Id) {
        if self.by.is_host() {
            self.offers.extend(self.state.clocks.offers(id, command));
        }
    }
}
