//! A fight: fighters, what each is doing, and what has happened so far (T-20 … T-33).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Act, Amount, Doing, Fighter, Moment, Queue, Resource};
use crate::Id;

/// A fighter as a key: those who joined earlier come first, so no order comes from ids (T-27).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Joined {
    place: u32,
    pub id: Id,
}

/// A fight under way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fight {
    /// What it is called, if it was given a name.
    pub name: Option<String>,
    /// The present instant.
    pub now: Amount,
    /// The fighters; a fighter's place never changes.
    pub fighters: Vec<Arc<Fighter>>,
    /// The place of each fighter.
    pub places: BTreeMap<Id, u32>,
    /// When acts end and waits are over.
    pub queue: Queue,
    /// Those who were given initiative when the fight began (T-26).
    pub first: Vec<Id>,
    /// Those who have initiative and have not declared yet (T-26).
    pub ambushers: Vec<Id>,
    /// Half of the shortest wind-up the ambushers have declared so far (T-26).
    pub lead: Option<Amount>,
    /// When the others may start, once all ambushers have declared (T-26).
    pub others_from: Option<Amount>,
    /// What has been recorded for the chart (T-32).
    pub record: Vec<Entry>,
    /// The instants left behind, for stepping back (T-33).
    pub past: Vec<Arc<Moment>>,
    /// The same instants before the first declaration at each (T-33).
    pub arrivals: Vec<Arc<Moment>>,
}

/// Something on the chart (T-32).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// An act that is over.
    Span {
        /// Whose.
        who: Id,
        /// The act as it was.
        act: Box<Act>,
        /// When it was over: its end, or earlier.
        until: Amount,
        /// What became of it.
        fate: Fate,
    },
    /// A change of hit points or willpower.
    Change {
        /// Whose.
        who: Id,
        /// Of what.
        resource: Resource,
        /// By how much.
        by: Amount,
        /// When.
        at: Amount,
    },
    /// A death.
    Death {
        /// Whose.
        who: Id,
        /// When.
        at: Amount,
    },
}

/// What became of an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "TimelineFate"))]
pub enum Fate {
    /// It landed.
    Landed,
    /// It found nobody in reach or sight (T-30).
    Missed,
    /// An interaction took all of it (T-27).
    Lost,
    /// Its actor gave it up (T-25).
    Cancelled,
}

/// The most fighters.
pub const MOST_FIGHTERS: usize = 2_000;

impl Fight {
    /// A fighter who has not left.
    #[must_use]
    pub fn fighter(&self, id: Id) -> Option<&Fighter> {
        let place = *self.places.get(&id)?;
        self.at_place(place).filter(|fighter| !fighter.gone)
    }

    /// A fighter, to be sorted by when they joined. Whoever never fought comes last.
    pub(super) fn joined(&self, id: Id) -> Joined {
        Joined { place: self.places.get(&id).copied().unwrap_or(u32::MAX), id }
    }

    /// When a fighter declared the act under way, then when they joined: the order in which
    /// guards and strikes of one instant meet (T-27).
    pub(super) fn declared(&self, id: Id) -> (Option<Amount>, Joined) {
        (self.fighter(id).and_then(Fighter::act).map(|act| act.start), self.joined(id))
    }

    /// The fighter at a place of the queue.
    #[must_use]
    pub fn at_place(&self, place: u32) -> Option<&Fighter> {
        self.fighters.get(place as usize).map(AsRef::as_ref)
    }

    /// Changes a fighter, and keeps the queue and the guards in step with what they are doing.
    pub(super) fn change(&mut self, id: Id, change: impl FnOnce(&mut Fighter)) {
        let Some(&place) = self.places.get(&id) else { return };
        let Some(fighter) = self.fighters.get_mut(place as usize) else { return };
        let fighter = Arc::make_mut(fighter);
        let guarded = fighter.guards();
        change(fighter);
        let guards = fighter.guards();
        match fighter.due(self.others_from) {
            Some(at) => self.queue.set(place, at),
            None => self.queue.clear(place),
        }
        if guarded != guards {
            self.guard(guarded, |by| {
                by.remove(&id);
            });
            self.guard(guards, |by| {
                by.insert(id);
            });
        }
    }

    fn guard(&mut self, whom: Option<Id>, change: impl FnOnce(&mut BTreeSet<Id>)) {
        let place = whom.and_then(|id| self.places.get(&id));
        if let Some(fighter) = place.and_then(|place| self.fighters.get_mut(*place as usize)) {
            change(&mut Arc::make_mut(fighter).guarded_by);
        }
    }

    /// Lets someone in, or back in.
    pub(super) fn join(&mut self, id: Id, position: Amount) {
        let late = !self.ambushers.is_empty() || self.others_from.is_some_and(|at| at > self.now);
        if let Some(&place) = self.places.get(&id) {
            if let Some(fighter) = self.fighters.get_mut(place as usize) {
                *fighter = Arc::new(Fighter::new(id, position));
            }
        } else {
            let place = u32::try_from(self.fighters.len()).unwrap_or(u32::MAX);
            self.places.insert(id, place);
            self.fighters.push(Arc::new(Fighter::new(id, position)));
        }
        let first = self.ambushers.contains(&id);
        if late && !first {
            self.change(id, |fighter| fighter.doing = Doing::Late);
        }
    }

    /// An ambusher has declared, or is gone: once all have, the others know when they may start.
    pub(super) fn lead(&mut self, id: Id, half: Option<Amount>) {
        if !self.ambushers.contains(&id) {
            return;
        }
        self.ambushers.retain(|ambusher| *ambusher != id);
        self.lead = match (self.lead, half) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        if self.ambushers.is_empty() {
            self.others_from = Some(self.lead.unwrap_or(self.now));
            let late: Vec<Id> = self
                .standing()
                .filter(|fighter| matches!(fighter.doing, Doing::Late))
                .map(|fighter| fighter.id)
                .collect();
            for id in late {
                self.change(id, |_| {});
            }
        }
    }

    /// The copies that do what a fighter does.
    pub fn mirrors_of(&self, maker: Id) -> impl Iterator<Item = Id> {
        let own = move |one: &&Fighter| one.mirrors && one.summoned == Some(maker);
        self.standing().filter(own).map(|one| one.id)
    }

    /// Those who can still fight.
    pub fn standing(&self) -> impl Iterator<Item = &Fighter> {
        self.fighters.iter().map(AsRef::as_ref).filter(|fighter| !fighter.gone)
    }

    /// Those whom the table waits for.
    pub fn awaited(&self) -> impl Iterator<Item = &Fighter> {
        self.standing().filter(|fighter| self.awaits(fighter))
    }

    /// Whether the table waits for a fighter to declare.
    pub(super) fn awaits(&self, fighter: &Fighter) -> bool {
        match fighter.doing {
            Doing::Idle => true,
            Doing::Late => fighter.planned.is_empty() && !self.waits(fighter.id),
            _ => false,
        }
    }

    /// Whether a fighter may not start yet, because others have initiative (T-26).
    pub(super) fn waits(&self, id: Id) -> bool {
        let first = !self.ambushers.is_empty() || self.others_from.is_none_or(|at| at > self.now);
        first && !self.first.is_empty() && !self.first.contains(&id)
    }

    /// Ends the present act of a fighter and records it.
    pub(super) fn finish(&mut self, id: Id, fate: Fate) {
        let mut ended = None;
        let now = self.now;
        self.change(id, |fighter| {
            if matches!(fighter.doing, Doing::Acting(_))
                && let Doing::Acting(act) = std::mem::replace(&mut fighter.doing, Doing::Idle)
            {
                ended = Some(act);
                // Whoever declares for them still holds them.
                match fighter.puppet {
                    Some((_, until)) if until > now => fighter.doing = Doing::Controlled(until),
                    Some(_) => fighter.free(),
                    None => {}
                }
            }
        });
        if let Some(act) = ended {
            let until = act.end.min(now).max(act.start);
            self.record.push(Entry::Span { who: id, act, until, fate });
        }
    }
}
