//! The end of a fight (T-34), and what victors have of it (T-08, T-15).

use std::collections::BTreeMap;

use super::deciding::Deciding;
use super::occasions::triggered;
use super::offers::OfferBuilder;
use super::resource::gain;
use super::{Character, Command, Event, Occasion, Resource, State, lasting};
use crate::kernel::{Decided, offer};
use crate::{Line, Refusal, Seat, message};

/// Ends the fight, which only the host may; hit points refill where the table says so, and
/// victors' traits have their say.
pub(super) fn end(deciding: &mut Deciding<'_>) -> Decided {
    let state = deciding.before;
    let fight = state.fight()?;
    if !may_end(deciding.by) {
        return Err(Refusal::new("T-34", message!("timeline-host-ends"))
            .instead(message!("timeline-host-ends-instead")));
    }
    deciding.push(Event::FightEnded);
    for fighter in fight.standing().filter(|one| one.summoned.is_none()) {
        let Some(character) = state.character(fighter.id) else { continue };
        let mut left = BTreeMap::new();
        if state.options.refill_after_fight {
            let most = character.most(Resource::HitPoints);
            let missing = most.less(character.hit_points);
            if missing.is_positive() {
                left.insert((fighter.id, Resource::HitPoints), most);
                deciding.push(gain(state, fighter.id, Resource::HitPoints, missing));
            }
        }
        for event in triggered(state, fighter.id, Occasion::Victory, &mut left) {
            deciding.push(event);
        }
    }
    Ok(())
}

/// With the fight goes all that lasts as long.
pub(super) fn ended(state: &mut State) {
    let Some(fight) = state.fight.take() else { return };
    for fighter in &fight.fighters {
        if fighter.summoned.is_some() {
            state.characters.remove(&fighter.id);
            state.order.retain(|other| *other != fighter.id);
            continue;
        }
        lasting::shift(state, fighter.id);
        let keeps = |one: &Character| one.traits.iter().any(|own| own.draft.assumes);
        let assumed = |one: &Character| one.assumed.is_some() && !keeps(one);
        if state.character(fighter.id).is_some_and(assumed) {
            state.change_character(fighter.id, |one| one.assumed = None);
        }
    }
}

pub(super) fn tell_ended() -> Line {
    message!("timeline-told-ended").into()
}

/// Only the host ends a fight (T-34).
pub(super) fn may_end(by: Seat) -> bool {
    by.is_host()
}

impl OfferBuilder<'_> {
    pub(super) fn offer_end(&mut self) {
        if may_end(self.by) {
            self.push(offer("T-34", message!("timeline-act-end-fight"), Command::EndFight));
        }
    }
}
