//! Scenes begin and end; zones (F-10, F-15, F-30, F-43).

use super::{Decided, Play, naming, no};
use crate::fate::{Border, CompelEnd, Event, Gone, Heals, Purse, Scene, Why, Zone, text};
use crate::{Id, Refusal, Term, message};

/// The most zones of a scene.
const ZONES: usize = 30;

impl Play<'_> {
    /// The open scene.
    pub(super) fn open_scene(&self) -> Result<&Scene, Refusal> {
        self.now.scene.as_deref().ok_or_else(|| no("F-42", message!("fate-no-scene")))
    }

    /// Opens a scene and sets the host's pool (F-15).
    pub(super) fn set_scene(&mut self, title: &str, text: &str) -> Decided {
        self.host()?;
        if self.now.scene.is_some() {
            return Err(no("F-10", message!("fate-scene-open")));
        }
        let scene = Scene {
            id: self.dice.id(),
            title: text::name(title)?.as_str().into(),
            text: text::text(text)?,
            notes: String::new(),
            zones: Vec::new(),
            borders: Vec::new(),
            whereabouts: std::collections::BTreeMap::new(),
            challenge: None,
            contest: None,
            conflict: None,
        };
        self.happen(Event::SceneSet { scene: Box::new(scene) });
        let left = self.now.ledger.balance(Purse::Host);
        self.points(Purse::Host, Purse::Bank, left, Why::Pool, None);
        let players = i64::try_from(self.now.player_characters().count()).unwrap_or(0);
        self.points(Purse::Bank, Purse::Host, players, Why::Pool, None);
        let carried = self.now.ledger.balance(Purse::HostLater);
        self.points(Purse::HostLater, Purse::Host, carried, Why::HostilePaid, None);
        Ok(())
    }

    /// Refuses while something waits to be finished (F-25).
    pub(super) fn quiet(&self) -> Decided {
        if self.now.actions.is_empty() && self.now.hits.is_empty() {
            Ok(())
        } else {
            Err(no("F-25", message!("fate-finish-first")))
        }
    }

    /// Ends the scene: what is owed is paid, what passes is gone (F-10, F-12, F-30, F-33).
    pub(super) fn end_scene(&mut self) -> Decided {
        self.host()?;
        self.open_scene()?;
        self.quiet()?;
        let open: Vec<Id> = self.now.compels.iter().map(|compel| compel.id).collect();
        for compel in open {
            self.return_compel(compel);
            self.happen(Event::CompelSettled { compel, end: CompelEnd::Withdrawn });
        }
        if self.open_scene()?.conflict.is_some() {
            self.close_conflict();
        }
        let players: Vec<Id> = self.now.player_characters().map(|one| one.id).collect();
        for id in players {
            let owed = self.now.ledger.balance(Purse::Later(id));
            self.points(Purse::Later(id), Purse::Character(id), owed, Why::HostilePaid, None);
        }
        let passing: Vec<Id> =
            self.now.aspects.iter().filter(|one| one.passes()).map(|one| one.id).collect();
        for aspect in passing {
            self.happen(Event::AspectRemoved { aspect, why: Gone::SceneEnded });
        }
        self.heal(Heals::Scene);
        self.happen(Event::SceneEnded);
        Ok(())
    }

    pub(super) fn add_zone(&mut self, name: &str, next_to: Option<&[Id]>) -> Decided {
        self.host()?;
        let scene = self.open_scene()?;
        if scene.zones.len() >= ZONES {
            return Err(no("F-43", message!("fate-too-many", most = ZONES)));
        }
        let neighbours = match next_to {
            Some(zones) => zones.to_vec(),
            None => scene.zones.last().map(|zone| zone.id).into_iter().collect(),
        };
        if neighbours.iter().any(|zone| scene.zone(*zone).is_none()) {
            return Err(no("F-43", message!("fate-no-zone")));
        }
        let taken: Vec<&Term> = scene.zones.iter().map(|zone| &zone.name).collect();
        let name = naming::free(&text::name(name)?.as_str().into(), &taken);
        let zone = Zone { id: self.dice.id(), name };
        let borders = neighbours
            .into_iter()
            .map(|other| Border { one: zone.id, other, barred: None })
            .collect();
        self.happen(Event::ZoneAdded { zone, borders });
        Ok(())
    }

    pub(super) fn set_border(&mut self, one: Id, other: Id, barred: Option<i64>) -> Decided {
        self.host()?;
        let scene = self.open_scene()?;
        if one == other || scene.zone(one).is_none() || scene.zone(other).is_none() {
            return Err(no("F-43", message!("fate-no-zone")));
        }
        if let Some(difficulty) = barred {
            super::action::difficulty(difficulty)?;
        }
        self.happen(Event::BorderSet { border: Border { one, other, barred } });
        Ok(())
    }

    /// A step into the next zone, free unless barred (F-43).
    pub(super) fn walk(&mut self, character: Id, zone: Id) -> Decided {
        let name = self.mine(character)?.name.clone();
        let scene = self.open_scene()?;
        if scene.zone(zone).is_none() {
            return Err(no("F-43", message!("fate-no-zone")));
        }
        let here = scene.whereabouts.get(&character).copied();
        if here == Some(zone) {
            return Err(no("F-43", message!("fate-already-there", who = &name)));
        }
        let fighting = scene.conflict.as_ref().and_then(|conflict| conflict.combatant(character));
        if let Some(one) = fighting {
            let turn = scene.conflict.as_ref().and_then(|conflict| conflict.turn);
            if turn != Some(character) || one.out {
                return Err(no("F-42", message!("fate-not-your-turn", who = &name)));
            }
            if one.moved {
                return Err(no("F-43", message!("fate-moved-already", who = &name)));
            }
        }
        let placed_by_host = self.by.is_host() && fighting.is_none();
        if let Some(here) = here
            && !placed_by_host
        {
            match scene.border(here, zone) {
                Some(Border { barred: None, .. }) => {}
                Some(Border { barred: Some(difficulty), .. }) => {
                    return Err(no("F-43", message!("fate-barred", difficulty = *difficulty))
                        .instead(message!("fate-overcome-to-reach")));
                }
                None => {
                    return Err(no("F-43", message!("fate-too-far"))
                        .instead(message!("fate-overcome-to-reach")));
                }
            }
        }
        let free = fighting.is_some();
        self.reveal(character);
        self.happen(Event::Moved { character, zone, free });
        Ok(())
    }
}
