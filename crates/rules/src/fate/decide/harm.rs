//! Absorbing hits, being taken out, conceding (F-30, F-31, F-32).

use std::collections::BTreeSet;

use super::naming::{self, Among};
use super::{Decided, Play, no};
use crate::fate::{
    Aspect, AspectKind, Event, Free, Hit, Holder, Place, Purse, TakenConsequence, Why, text,
};
use crate::{Audience, Id, Refusal, Term, message};

impl Play<'_> {
    /// A hit the seat has to absorb.
    fn my_hit(&self, id: Id) -> Result<Hit, Refusal> {
        let hit = self.now.hits.iter().find(|hit| hit.id == id);
        let hit = hit.ok_or_else(|| no("F-31", message!("fate-no-hit")))?.clone();
        self.mine(hit.to)?;
        Ok(hit)
    }

    pub(super) fn hit(&mut self, to: Id, track: &str, shifts: u8) -> Decided {
        self.host()?;
        let character = self.character(to)?;
        if character.out {
            return Err(no("F-31", message!("fate-is-out", who = &character.name)));
        }
        if self.pack.track(track).is_none() {
            return Err(no("F-30", message!("fate-no-track")));
        }
        if !(1..=30).contains(&shifts) {
            return Err(no("F-31", message!("fate-shifts-bounds")));
        }
        self.reveal(to);
        let hit = Hit { id: self.dice.id(), to, track: track.to_owned(), shifts, by: None };
        self.happen(Event::HitLanded { hit });
        Ok(())
    }

    /// Absorbs a hit in one of the ways there are (F-31).
    pub(super) fn absorb(
        &mut self,
        id: Id,
        boxes: u8,
        consequences: &[TakenConsequence],
    ) -> Decided {
        let hit = self.my_hit(id)?;
        let picked: BTreeSet<&str> = consequences.iter().map(|one| one.slot.as_str()).collect();
        let ways = self.pack.ways(&self.now, &hit);
        let legal = picked.len() == consequences.len()
            && ways.iter().any(|way| {
                way.boxes == boxes
                    && way.slots.iter().map(String::as_str).collect::<BTreeSet<_>>() == picked
            });
        if !legal {
            let refusal = no("F-31", message!("fate-not-a-way", shifts = hit.shifts));
            return Err(refusal.instead(message!("fate-ways", count = ways.len())));
        }
        let mut taken: Vec<Aspect> = Vec::new();
        for one in consequences {
            let name: Term = text::name(&one.name)?.as_str().into();
            // Two of one blow are told apart too.
            let before: Vec<&Term> = taken.iter().filter_map(|one| one.name.as_ref()).collect();
            let name = naming::free(&name, &before);
            let on = Among::of(Place::Character(hit.to));
            let name = self.apart(name, on, &Audience::All);
            let value = self.pack.consequence(&one.slot).map_or(0, |rule| rule.value);
            let free = hit.by.filter(|by| self.now.character(*by).is_some());
            taken.push(Aspect {
                id: self.dice.id(),
                name: Some(name),
                kind: AspectKind::Consequence { slot: one.slot.clone(), value, treated: None },
                on: Place::Character(hit.to),
                free: free
                    .map(|by| Free { to: Holder::Character(by), count: 1 })
                    .into_iter()
                    .collect(),
                seen: Audience::All,
            });
        }
        let count = u8::try_from(taken.len()).unwrap_or(u8::MAX);
        self.happen(Event::HitAbsorbed { hit: id, boxes, consequences: count });
        for aspect in taken {
            self.happen(Event::AspectAdded { aspect: Box::new(aspect) });
        }
        Ok(())
    }

    /// What cannot be absorbed takes the character out (F-31).
    pub(super) fn go_out(&mut self, id: Id) -> Decided {
        let hit = self.my_hit(id)?;
        self.happen(Event::TakenOut { character: hit.to, by: hit.by, hit: Some(id) });
        Ok(())
    }

    pub(super) fn bring_back(&mut self, character: Id) -> Decided {
        self.host()?;
        let one = self.character(character)?;
        if !one.out {
            return Err(no("F-31", message!("fate-not-out", who = &one.name)));
        }
        self.happen(Event::BroughtBack { character });
        Ok(())
    }

    /// Concedes, before the dice of the deciding roll (F-32).
    pub(super) fn concede(&mut self, id: Id, text: &str) -> Decided {
        let name = self.mine(id)?.name.clone();
        let text = text::text(text)?;
        let conflict = self.now.scene.as_ref().and_then(|scene| scene.conflict.as_ref());
        let combatant = conflict.and_then(|conflict| conflict.combatant(id)).filter(|one| !one.out);
        let Some(taken) = combatant.map(|one| one.taken) else {
            return Err(no("F-32", message!("fate-not-fighting", who = &name)));
        };
        let fallen = self
            .now
            .actions
            .iter()
            .any(|action| action.rolled() && (action.target == Some(id) || action.actor == id));
        if fallen || self.now.hits.iter().any(|hit| hit.to == id) {
            return Err(no("F-32", message!("fate-dice-have-fallen")));
        }
        let over: Vec<Id> = self
            .now
            .actions
            .iter()
            .filter(|action| action.target == Some(id) || action.actor == id)
            .map(|action| action.id)
            .collect();
        for action in over {
            self.happen(Event::ActionCancelled { action });
        }
        let points = 1 + i64::from(taken);
        self.happen(Event::Conceded { character: id, points, text });
        let to = match self.now.purse(Holder::Character(id)) {
            Purse::Character(id) => Purse::Conceded(id),
            _ => Purse::HostLater,
        };
        self.points(Purse::Bank, to, points, Why::Conceded, None);
        Ok(())
    }
}
