//! Boosts: aspects that are gone when used (F-13).

use super::{
    Aspect, AspectKind, Deciding, Event, Free, Gone, Holder, OfferBuilder, Place, State, aspect,
    free, holder,
};
use crate::{Audience, Id, Message, Viewer, message};

/// Gives someone a boost (F-13).
pub(super) fn give(deciding: &mut Deciding, to: Holder) {
    let on = if deciding.now().scene.is_some() { Place::Scene } else { Place::Game };
    let aspect = Aspect {
        id: deciding.id(),
        name: None,
        kind: AspectKind::Boost,
        on,
        free: vec![Free { to, count: 1 }],
        seen: Audience::All,
    };
    deciding.push(Event::AspectAdded { aspect: Box::new(aspect) });
}

/// A boost is gone when used (F-13).
pub(super) fn spend(deciding: &mut Deciding, id: Id) {
    let spent = deciding
        .now()
        .aspect(id)
        .is_some_and(|aspect| aspect.kind == AspectKind::Boost && aspect.free.is_empty());
    if spent {
        deciding.push(Event::AspectRemoved { aspect: id, why: Gone::Used });
    }
}

/// Someone leaves: their boosts go to their side, or are gone, so that none stays that nobody can
/// use (F-13). The side of the host's characters is the host; that of a player character, whoever
/// stands beside them in the conflict.
pub(super) fn left_by(deciding: &mut Deciding, who: Id) {
    let from = Holder::Character(who);
    let now = deciding.now();
    let host = now.character(who).is_some_and(|one| !one.pc);
    let beside = now.conflict().and_then(|conflict| {
        let side = conflict.combatant(who)?.side;
        let mut friends = conflict.standing().filter(|one| one.side == side && one.who != who);
        friends.next().map(|one| Holder::Character(one.who))
    });
    let to = if host { Some(Holder::Host) } else { beside };
    let held: Vec<(Id, u8)> = now
        .aspects
        .iter()
        .filter(|one| one.kind == AspectKind::Boost && one.free_of(from) > 0)
        .map(|one| (one.id, one.free_of(from)))
        .collect();
    for (aspect, count) in held {
        match to {
            Some(to) => {
                for _ in 0..count {
                    deciding.push(Event::FreeGiven { aspect, from, to });
                }
            }
            None => {
                let only = deciding.now().aspect(aspect).is_some_and(|one| one.free.len() == 1);
                if only {
                    deciding.push(Event::AspectRemoved { aspect, why: Gone::HolderLeft });
                }
            }
        }
    }
}

/// What an aspect is called among others: an unnamed boost by whose it is, and by a number where
/// they hold several (C-06).
pub(super) fn called(state: &State, viewer: Viewer, aspect: &Aspect) -> Message {
    let shown = |one: &Aspect| free::as_seen(state, viewer, one).first().map(|it| it.to);
    let who = aspect.name.is_none().then(|| shown(aspect)).flatten();
    let Some(who) = who else { return aspect::name(aspect.name.as_ref()) };
    let alike = state.aspects.iter().filter(|one| {
        one.name.is_none() && shown(one) == Some(who) && state.sees_aspect(viewer, one)
    });
    let alike: Vec<Id> = alike.map(|one| one.id).collect();
    match alike.iter().position(|id| *id == aspect.id) {
        Some(place) if alike.len() > 1 => {
            let who = holder::called(state, who);
            message!("fate-boost-of-number", who = who, number = place + 1)
        }
        _ => message!("fate-boost-of", who = holder::called(state, who)),
    }
}

impl OfferBuilder<'_> {
    /// A player names a boost they hold; the host names anything.
    pub(super) fn name_boost(&mut self, aspect: &Aspect) {
        if aspect.kind == AspectKind::Boost && !self.by.is_host() {
            self.rename("F-13", aspect.id, message!("fate-field-aspect"));
        }
    }
}
