//! Pushing a full success: consequences for more power to spend (M-18).

use super::offers::{OfferBuilder, Offers};
use super::owed::{Called, owe};
use super::viewing::Viewing;
use super::{Command, Deciding, Event, Mist, Outcome, Pending, State, effect};
use crate::kernel::{Decided, offer};
use crate::{Id, Message, Refusal, Tone, message};

/// Takes consequences for more power to spend (M-18).
pub(super) fn push(deciding: &mut Deciding, id: Id) -> Decided {
    let Some(power) = deciding.pack.effects.push else {
        return Err(Refusal::new("M-18", message!("mist-no-push")));
    };
    let (roll, outcome) = effect::spending(deciding, id)?;
    if !deciding.pack.may_push(outcome) {
        return Err(Refusal::new("M-18", message!("mist-push-full")));
    }
    deciding.push(Event::Pushed { roll: id, power });
    owe(deciding, roll, &outcome.used, Called::Plain);
    Ok(())
}

impl Mist {
    /// Whether an outcome can be pushed: a full success, once.
    pub(super) fn may_push(&self, outcome: &Outcome) -> bool {
        self.effects.push.is_some() && outcome.tone >= Tone::Full && !outcome.pushed
    }
}

pub(super) fn pushed(state: &mut State, roll: Id, power: u8) {
    if let Some(outcome) = state.outcome_mut(roll) {
        outcome.pushed = true;
        outcome.budget = outcome.budget.saturating_add(power);
    }
}

pub(super) fn tell_pushed(viewing: Viewing, roll: Id, power: u8) -> Option<Message> {
    let roll = viewing.roll(roll)?;
    Some(message!("mist-told-pushed", who = roll.actor_name(viewing.state), power = power))
}

impl OfferBuilder<'_> {
    /// Pushing.
    pub(super) fn offer_pushing(self, roll: &Pending, offers: &mut Offers) {
        if self.pack.effects.push.is_some() {
            let command = Command::Push { roll: roll.id };
            offers.push(offer("M-18", message!("mist-act-push"), command));
        }
    }
}
