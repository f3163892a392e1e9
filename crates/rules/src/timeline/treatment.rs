//! Getting well outside fights: a night's rest, and medicine (T-15).

use super::deciding::Deciding;
use super::offers::OfferBuilder;
use super::resource::gain;
use super::{Amount, Attribute, Character, Command, Event, Resource, State, Target, attempt};
use crate::kernel::{Decided, offer};
use crate::{Id, Quote, Refusal, message};

/// A medicine check with the amount as its target; success gives it back.
pub(super) fn treat(
    deciding: &mut Deciding<'_>,
    healer: Id,
    patient: Id,
    resource: Resource,
    amount: Amount,
) -> Decided {
    alive(deciding.own(healer)?)?;
    alive(deciding.find(patient)?)?;
    if !deciding.before.options.medicine {
        return Err(Refusal::new("T-15", message!("timeline-not-this-table")));
    }
    let target = Some(Target::Value(amount));
    attempt::attempt(deciding, &[healer], Attribute::Medicine, target)?;
    if let Some(Event::Checked { attempt, .. }) = deciding.events().last()
        && attempt.succeeds()
    {
        deciding.push(gain(deciding.before, patient, resource, amount));
    }
    Ok(())
}

pub(super) fn quote(state: &State, healer: Id, amount: Amount) -> Quote {
    attempt::quote(state, &[healer], Attribute::Medicine, Some(Target::Value(amount)))
}

/// A night gives a fifth of the willpower back.
pub(super) fn rest(deciding: &mut Deciding<'_>, who: Id) -> Decided {
    let own = deciding.own(who)?;
    alive(own)?;
    if !deciding.before.options.night_rest {
        return Err(Refusal::new("T-15", message!("timeline-not-this-table")));
    }
    let fifth = own.most(Resource::Willpower).times(1, 5);
    deciding.push(gain(deciding.before, who, Resource::Willpower, fifth));
    Ok(())
}

/// Nothing heals the dead but the host's word (T-31).
fn alive(one: &Character) -> Decided {
    match one.dead {
        true => Err(Refusal::new("T-31", message!("timeline-dead", name = &one.card.name))),
        false => Ok(()),
    }
}

impl OfferBuilder<'_> {
    pub(super) fn offer_rest(&mut self, character: &Character) {
        let rested = character.willpower >= character.most(Resource::Willpower);
        if self.state.options.night_rest && !rested && !character.dead {
            let label = message!("timeline-act-rest");
            self.push(offer("T-15", label, Command::Rest { character: character.id }));
        }
    }
}
