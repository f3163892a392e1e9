//! Aspects that come, go and change hands (F-10, F-11, F-13).

use super::naming::Among;
use super::{Decided, Play, no};
use crate::fate::{Aspect, AspectKind, Event, Free, Gone, Holder, Place, Why, text};
use crate::{Audience, Id, Term, message};

/// The most aspects at a table.
const MOST: usize = 500;

impl Play<'_> {
    pub(super) fn show(&mut self, thing: Id, to: &Audience) -> Decided {
        self.host()?;
        if self.now.character(thing).is_none() && self.now.aspect(thing).is_none() {
            return Err(no("B-12", message!("fate-no-thing")));
        }
        if *to != Audience::All && self.in_play(thing) {
            return Err(no("B-30", message!("fate-in-play")));
        }
        self.happen(Event::Shown { thing, to: to.clone() });
        Ok(())
    }

    /// Whether a thing takes part in something all see, so that it cannot be hidden: a player
    /// character, someone in an action, hit, compel, contest or conflict, an aspect in use.
    fn in_play(&self, thing: Id) -> bool {
        let now = &self.now;
        let scene = now.scene.as_deref();
        let fights = scene
            .and_then(|scene| scene.conflict.as_ref())
            .is_some_and(|conflict| conflict.combatant(thing).is_some());
        let contends = scene
            .and_then(|scene| scene.contest.as_ref())
            .is_some_and(|contest| contest.sides.iter().any(|side| side.members.contains(&thing)));
        let acts = now.actions.iter().any(|action| {
            let used = [Some(&action.side), action.opposition.as_ref()].into_iter().flatten().any(
                |side| {
                    side.invokes
                        .iter()
                        .any(|one| one.aspect == thing || one.by == Holder::Character(thing))
                },
            );
            action.actor == thing
                || action.target == Some(thing)
                || action.side.helpers.contains(&thing)
                || super::action::touched(&action.act) == Some(thing)
                || used
        });
        fights || contends || acts
            || now.character(thing).is_some_and(|one| one.pc)
            || now.hits.iter().any(|hit| hit.to == thing || hit.by == Some(thing))
            || now.compels.iter().any(|compel| compel.to == thing || compel.aspect == thing)
            // What stands on someone in play is not hidden with a character either.
            || now.aspects_of(thing).any(|aspect| self.in_play(aspect.id))
    }

    /// The host names anything; a player the boosts they hold (F-13), and their own character.
    pub(super) fn rename(&mut self, thing: Id, name: &str) -> Decided {
        let name = Term::from(text::name(name)?.as_str());
        let zone = self.now.scene.as_ref().is_some_and(|scene| scene.zone(thing).is_some());
        let known = self.character(thing).is_ok() || self.aspect(thing).is_ok() || zone;
        if !known {
            return Err(no("B-12", message!("fate-no-thing")));
        }
        let own = self.mine(thing).is_ok()
            || self.aspect(thing).is_ok_and(|aspect| {
                aspect.kind == AspectKind::Boost
                    && aspect.free.iter().any(|free| self.now.speaks_for(self.by, free.to))
            });
        if !own {
            self.host()?;
        }
        let found = match (self.now.character(thing), self.now.aspect(thing)) {
            (Some(one), _) => Some((Among::Characters, one.seen.clone())),
            (None, Some(one)) => Some((Among::of(one.on), one.seen.clone())),
            (None, None) => None,
        };
        let name = match found {
            Some((among, seen)) => self.apart_from(name, among, &seen, Some(thing)),
            None => name,
        };
        self.happen(Event::Renamed { thing, name });
        Ok(())
    }

    pub(super) fn write_notes(&mut self, character: Option<Id>, text: &str) -> Decided {
        self.host()?;
        match character {
            Some(id) => drop(self.character(id)?),
            None => drop(self.open_scene()?),
        }
        let text = text::text(text)?;
        self.happen(Event::NotesWritten { character, text });
        Ok(())
    }

    /// Refuses more aspects than a table holds.
    pub(super) fn room(&self) -> Decided {
        if self.now.aspects.len() < MOST {
            Ok(())
        } else {
            Err(no("F-10", message!("fate-too-many", most = MOST)))
        }
    }

    /// A place the seat may see.
    pub(super) fn place(&self, place: Place) -> Decided {
        if self.now.seen_place(self.viewer(), place) {
            Ok(())
        } else {
            Err(no("B-12", message!("fate-no-place")))
        }
    }

    /// Someone who can hold a free invoke.
    pub(super) fn holder(&self, holder: Holder) -> Decided {
        match holder {
            Holder::Host => Ok(()),
            Holder::Character(id) => self.character(id).map(drop),
        }
    }

    /// Someone the seat speaks for.
    pub(super) fn speaker(&self, holder: Holder) -> Decided {
        match holder {
            Holder::Host => self.host(),
            Holder::Character(id) => self.mine(id).map(drop),
        }
    }

    pub(super) fn add_aspect(
        &mut self,
        name: Option<&str>,
        on: Place,
        boost: bool,
        free: Option<Holder>,
        hidden: bool,
    ) -> Decided {
        self.host()?;
        self.room()?;
        self.place(on)?;
        let name = name.map(text::name).transpose()?;
        if name.is_none() && !boost {
            return Err(no("F-10", message!("fate-no-name")));
        }
        if let Some(holder) = free {
            self.holder(holder)?;
        } else if boost {
            return Err(no("F-13", message!("fate-boost-needs-holder")));
        }
        let kind = match on {
            _ if boost => AspectKind::Boost,
            Place::Game => AspectKind::Game,
            _ => AspectKind::Situation,
        };
        let seen = if hidden { Audience::Host } else { Audience::All };
        let name = name.map(|name| self.apart(name.as_str().into(), Among::of(on), &seen));
        let aspect = Aspect {
            id: self.dice.id(),
            name,
            kind,
            on,
            free: free.map(|to| Free { to, count: 1 }).into_iter().collect(),
            seen,
        };
        self.happen(Event::AspectAdded { aspect: Box::new(aspect) });
        Ok(())
    }

    pub(super) fn remove_aspect(&mut self, aspect: Id, why: &str) -> Decided {
        self.host()?;
        let text = text::name(why)?;
        self.aspect(aspect)?;
        self.happen(Event::AspectRemoved { aspect, why: Gone::Ground { text } });
        Ok(())
    }

    pub(super) fn grant_free(&mut self, aspect: Id, to: Holder) -> Decided {
        self.host()?;
        self.holder(to)?;
        if self.aspect(aspect)?.free_of(to) >= 20 {
            return Err(no("F-11", message!("fate-too-many", most = 20)));
        }
        self.happen(Event::FreeGained { aspect, to, count: 1 });
        Ok(())
    }

    pub(super) fn hand_free(&mut self, aspect: Id, from: Holder, to: Holder) -> Decided {
        self.speaker(from)?;
        self.holder(to)?;
        if self.aspect(aspect)?.free_of(from) == 0 || from == to {
            return Err(no("F-11", message!("fate-no-free")));
        }
        self.happen(Event::FreeGiven { aspect, from, to });
        Ok(())
    }

    pub(super) fn declare(&mut self, id: Id, by: Holder, free: bool, text: &str) -> Decided {
        self.speaker(by)?;
        let text = text::name(text)?;
        let aspect = self.aspect(id)?;
        let boost = aspect.kind == AspectKind::Boost;
        if boost && !self.pack.options.boost_details {
            return Err(no("F-13", message!("fate-boost-no-detail")));
        }
        let about = aspect.name.clone();
        if free {
            self.has_free(id, by)?;
        } else {
            if boost {
                return Err(no("F-13", message!("fate-boost-not-paid")));
            }
            let purse = self.can_pay(by)?;
            self.points(purse, self.home(purse), 1, Why::Detail, about);
        }
        self.reveal(id);
        self.reveal_holder(by);
        self.happen(Event::DetailDeclared { aspect: id, by, free, text });
        self.spend_boost(id);
        Ok(())
    }

    /// Refuses when the holder has no free invoke on the aspect.
    pub(super) fn has_free(&self, aspect: Id, holder: Holder) -> Decided {
        if self.aspect(aspect)?.free_of(holder) > 0 {
            return Ok(());
        }
        Err(no("F-11", message!("fate-no-free")))
    }

    /// Whoever invokes is seen by all from then on.
    pub(super) fn reveal_holder(&mut self, holder: Holder) {
        if let Holder::Character(id) = holder {
            self.reveal(id);
        }
    }

    /// A boost is gone when used (F-13).
    pub(super) fn spend_boost(&mut self, id: Id) {
        let spent = self
            .now
            .aspect(id)
            .is_some_and(|aspect| aspect.kind == AspectKind::Boost && aspect.free.is_empty());
        if spent {
            self.happen(Event::AspectRemoved { aspect: id, why: Gone::Used });
        }
    }

    /// Gives someone a boost (F-13).
    pub(super) fn boost(&mut self, to: Holder) {
        let on = if self.now.scene.is_some() { Place::Scene } else { Place::Game };
        let aspect = Aspect {
            id: self.dice.id(),
            name: None,
            kind: AspectKind::Boost,
            on,
            free: vec![Free { to, count: 1 }],
            seen: Audience::All,
        };
        self.happen(Event::AspectAdded { aspect: Box::new(aspect) });
    }

    /// An aspect of a fresh situation.
    pub(super) fn situation(&mut self, name: &str, on: Place, free: Vec<Free>) {
        let name = self.apart(name.into(), Among::of(on), &Audience::All);
        let aspect = Aspect {
            id: self.dice.id(),
            name: Some(name),
            kind: if on == Place::Game { AspectKind::Game } else { AspectKind::Situation },
            on,
            free,
            seen: Audience::All,
        };
        self.happen(Event::AspectAdded { aspect: Box::new(aspect) });
    }
}
