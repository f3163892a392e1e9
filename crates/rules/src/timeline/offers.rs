//! What a seat can do now. Every offer is accepted as it stands.

use std::collections::BTreeSet;

use super::{Character, Command, Fight, State};
use crate::{Id, Offer, Role, Seat};

/// A seat's offers as they are put together: each subject adds its own.
pub(super) struct OfferBuilder<'a> {
    pub state: &'a State,
    pub by: Seat,
    /// Those whom the table waits for, as far as the seat may know.
    pub awaited: BTreeSet<Id>,
    offers: Vec<Offer<Command>>,
}

/// What the seat can do now.
pub(super) fn offers(state: &State, by: Seat) -> Vec<Offer<Command>> {
    if by.role == Role::Spectator {
        return Vec::new();
    }
    let viewer = by.viewer();
    let awaited = state.awaited_by(viewer).map(|fighter| fighter.id).collect();
    let mut builder = OfferBuilder { state, by, awaited, offers: Vec::new() };
    let own: Vec<&Character> = state
        .order
        .iter()
        .filter_map(|id| state.character(*id))
        .filter(|character| character.owned(viewer) && character.summoned.is_none())
        .collect();
    match state.fight.as_deref() {
        Some(fight) => builder.offer_fight(fight, &own),
        None => builder.offer_open(&own),
    }
    for character in own {
        builder.offer_check(character);
        builder.offer_rest(character);
        builder.offer_arming(character);
        builder.offer_assume(character);
    }
    builder.offers
}

impl OfferBuilder<'_> {
    pub(super) fn push(&mut self, offer: Offer<Command>) {
        self.offers.push(offer);
    }

    fn offer_fight(&mut self, fight: &Fight, own: &[&Character]) {
        let mut fights = self.by.is_host();
        for character in own {
            let Some(fighter) = fight.fighter(character.id) else { continue };
            fights = true;
            self.offer_declare(fight, fighter, character);
            self.offer_hold(character.id);
            self.offer_bear(fighter);
            self.offer_cancel(fighter);
            self.offer_leave(character);
        }
        self.offer_flow(fight, fights);
        self.offer_step_back(fight);
        self.offer_end();
    }
}
