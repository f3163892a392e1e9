//! A fight: fighters, what each is doing, and what has happened so far (T-20 … T-33).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Act, Amount, Attribute, Character, Grip, Lasting, LastingKind, Queue, Resource};
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
}

/// An instant left behind: all that a fight changes, as time was about to flow on (T-33).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The instant.
    pub at: Amount,
    fighters: Vec<Arc<Fighter>>,
    characters: Vec<Arc<Character>>,
    ambushers: Vec<Id>,
    lead: Option<Amount>,
    others_from: Option<Amount>,
    recorded: usize,
}

/// One who fights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// The character.
    pub id: Id,
    /// What they are doing.
    pub doing: Doing,
    /// Acts that follow when the present one has landed, in order.
    pub planned: Vec<Plan>,
    /// Where they stand on the line, in D (T-30).
    pub position: Amount,
    /// Whether others cannot see them, and so not hit them (T-30).
    pub unseen: bool,
    /// What is left of shields.
    pub shield: Amount,
    /// What weakens them (T-29).
    pub weakened: Vec<Weakness>,
    /// The attribute the present control is resisted with (T-28).
    pub resist: Option<Attribute>,
    /// What the present control does beside keeping them from acting.
    pub grip: Grip,
    /// Who declares for them, and until when.
    pub puppet: Option<(Id, Amount)>,
    /// What stays with them (T-50).
    pub lasting: Vec<Lasting>,
    /// How much has ever stayed with them.
    pub numbered: u32,
    /// Whose skill called them, if they are a body and not a person.
    pub summoned: Option<Id>,
    /// Whether they do what their maker does.
    pub mirrors: bool,
    /// When they came.
    pub since: Amount,
    /// Those whose acts guard this fighter (T-27).
    pub guarded_by: BTreeSet<Id>,
    /// Whether they have left the fight.
    pub gone: bool,
}

/// What a fighter is doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doing {
    /// Nothing: the table waits for them to declare.
    Idle,
    /// Nothing, on purpose: the table does not wait for them.
    Holding,
    /// Winding up an act.
    Acting(Box<Act>),
    /// Waiting for the initiative of others (T-26).
    Late,
    /// Controlled until an instant (T-28).
    Controlled(Amount),
}

/// An act to follow the present one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// What.
    pub deed: super::Deed,
    /// With which attribute.
    pub attribute: Option<Attribute>,
    /// How much.
    pub effort: Option<super::Effort>,
    /// With which weapon.
    pub weapon: Option<Id>,
    /// The player's own words.
    pub note: String,
}

/// A pool that is taken from the following impacts (T-29).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineWeakness"))]
pub struct Weakness {
    /// Whose doing it is.
    pub by: Id,
    /// What is left of it.
    pub left: Amount,
    /// The attribute to break free with.
    pub resist: Attribute,
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
/// The most acts planned ahead.
pub(super) const MOST_PLANNED: usize = 8;
/// The most instants kept for stepping back; older ones are reached by the table's own undo.
const MOST_PAST: usize = 2_000;

impl Fighter {
    /// A fighter about to declare.
    #[must_use]
    pub fn new(id: Id, position: Amount) -> Self {
        Self {
            id,
            doing: Doing::Idle,
            planned: Vec::new(),
            position,
            unseen: false,
            shield: Amount::ZERO,
            weakened: Vec::new(),
            resist: None,
            grip: Grip::Stun,
            puppet: None,
            lasting: Vec::new(),
            numbered: 0,
            summoned: None,
            mirrors: false,
            since: Amount::ZERO,
            guarded_by: BTreeSet::new(),
            gone: false,
        }
    }

    /// The act being wound up.
    #[must_use]
    pub fn act(&self) -> Option<&Act> {
        match &self.doing {
            Doing::Acting(act) => Some(act),
            _ => None,
        }
    }

    /// Whom the act being wound up guards.
    fn guards(&self) -> Option<Id> {
        self.act().filter(|_| !self.gone).and_then(Act::guards)
    }

    /// When their act ends, their wait is over, or something that stays with them stirs.
    fn due(&self, others_from: Option<Amount>) -> Option<Amount> {
        if self.gone {
            return None;
        }
        let own = match &self.doing {
            Doing::Acting(act) => Some(act.end),
            Doing::Controlled(until) => Some(*until),
            Doing::Late => others_from,
            Doing::Idle | Doing::Holding => None,
        };
        self.lasting.iter().filter_map(Lasting::due).chain(own).min()
    }

    /// Until when someone keeps them from acting for themselves.
    #[must_use]
    pub fn held_until(&self) -> Option<Amount> {
        match self.doing {
            Doing::Controlled(until) => Some(until),
            _ => self.puppet.map(|(_, until)| until),
        }
    }

    /// Whether a control seals them in, so that nothing hurts them.
    #[must_use]
    pub fn is_sealed(&self) -> bool {
        self.grip == Grip::Bind && matches!(self.doing, Doing::Controlled(_))
    }

    /// Whether others cannot see them, by the host's word or by their own skill.
    #[must_use]
    pub fn is_unseen(&self) -> bool {
        self.unseen || self.lasting.iter().any(|one| one.kind == LastingKind::Hidden)
    }

    /// The resource they chose to take wounds with.
    #[must_use]
    pub fn bears(&self) -> Option<Resource> {
        self.lasting.iter().rev().find_map(|one| match one.kind {
            LastingKind::Bears { resource } => resource,
            _ => None,
        })
    }

    /// Lets go of them: nobody controls them or declares for them.
    pub(super) fn free(&mut self) {
        self.resist = None;
        self.grip = Grip::Stun;
        self.puppet = None;
    }

    /// All that weakens them.
    #[must_use]
    pub fn weakness(&self) -> Amount {
        self.weakened.iter().map(|one| one.left).sum()
    }
}

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

    /// Keeps the present instant, so that the table can step back to it.
    pub(super) fn remember(&mut self, characters: &BTreeMap<Id, Arc<Character>>) {
        let moment = Moment {
            at: self.now,
            fighters: self.fighters.clone(),
            characters: self
                .fighters
                .iter()
                .filter_map(|fighter| characters.get(&fighter.id).cloned())
                .collect(),
            ambushers: self.ambushers.clone(),
            lead: self.lead,
            others_from: self.others_from,
            recorded: self.record.len(),
        };
        if self.past.len() >= MOST_PAST {
            self.past.remove(0);
        }
        self.past.push(Arc::new(moment));
    }

    /// Makes everything as it was at the last instant kept at or before `to` (T-33).
    pub(super) fn step_back(&mut self, to: Amount, characters: &mut BTreeMap<Id, Arc<Character>>) {
        let Some(index) = self.past.iter().rposition(|moment| moment.at <= to) else { return };
        let moment = Arc::clone(&self.past[index]);
        self.past.truncate(index);
        self.now = moment.at;
        self.fighters.clone_from(&moment.fighters);
        self.ambushers.clone_from(&moment.ambushers);
        self.lead = moment.lead;
        self.others_from = moment.others_from;
        self.record.truncate(moment.recorded);
        let known: BTreeSet<Id> = moment.fighters.iter().map(|one| one.id).collect();
        characters.retain(|id, one| one.summoned.is_none() || known.contains(id));
        for character in &moment.characters {
            // One who has left the game since stays away.
            if let Some(present) = characters.get_mut(&character.id) {
                *present = Arc::clone(character);
            }
        }
        self.places.retain(|_, place| (*place as usize) < moment.fighters.len());
        self.queue = Queue::default();
        for (place, fighter) in (0..).zip(&moment.fighters) {
            if let Some(at) = fighter.due(self.others_from) {
                self.queue.set(place, at);
            }
        }
    }

    /// Time stands still until an instant for everyone but one: what they do waits (T-50).
    pub(super) fn freeze(&mut self, but: Id, until: Amount) {
        let wait = (until - self.now).max(Amount::ZERO);
        let others: Vec<Id> = self.standing().map(|one| one.id).filter(|id| *id != but).collect();
        for id in others {
            self.change(id, |one| match &mut one.doing {
                Doing::Acting(act) => act.end += wait,
                Doing::Controlled(until) => *until += wait,
                Doing::Idle | Doing::Holding if one.summoned.is_none() => {
                    one.doing = Doing::Controlled(until);
                }
                Doing::Idle | Doing::Holding | Doing::Late => {}
            });
            self.lead(id, None);
        }
    }

    /// Lets time pass to an instant; those who waited until then are free to declare.
    pub(super) fn reach(&mut self, at: Amount) {
        self.now = at.max(self.now);
        let due: Vec<Id> = self
            .queue
            .next()
            .filter(|next| *next <= self.now)
            .map(|next| self.queue.at(next).collect::<Vec<u32>>())
            .unwrap_or_default()
            .into_iter()
            .filter_map(|place| self.at_place(place))
            .filter(|fighter| match fighter.doing {
                Doing::Controlled(until) => until <= self.now,
                Doing::Late => self.others_from.is_some_and(|from| from <= self.now),
                _ => false,
            })
            .map(|fighter| fighter.id)
            .collect();
        for id in due {
            self.change(id, |fighter| {
                fighter.doing = Doing::Idle;
                fighter.free();
            });
        }
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
