//! What happens at an instant: acts that end together meet first, then all results land at once,
//! each worked out from the state before the instant (T-23, T-24, T-27).

use std::collections::{BTreeMap, BTreeSet};

use super::act::windup;
use super::{
    Act, Amount, Boon, Deed, Doing, Event, Fight, Fighter, Hit, Occasion, Resource, State, Weakness,
};
use crate::Id;

/// An act that ends now.
struct Landing<'s> {
    who: Id,
    act: &'s Act,
    /// What it comes with.
    power: Amount,
    /// What is left of it after it has met others.
    left: Amount,
    /// Whether it finds its target in reach and sight.
    missed: bool,
}

struct Instant<'s> {
    state: &'s State,
    fight: &'s Fight,
    at: Amount,
    landings: Vec<Landing<'s>>,
    /// Where a fighter's landing stands among them.
    index: BTreeMap<Id, usize>,
    /// What is left of acts that were met and do not end now.
    running: BTreeMap<Id, Amount>,
    hits: BTreeMap<(Id, Resource), Vec<Hit>>,
    events: Vec<Event>,
}

/// Everything that happens when time reaches `at`, the next instant of the queue or an earlier one.
#[must_use]
pub(super) fn resolve(state: &State, fight: &Fight, at: Amount) -> Vec<Event> {
    let landings: Vec<Landing<'_>> = fight
        .queue
        .at(at)
        .filter_map(|place| fight.at_place(place))
        .filter_map(|fighter| Some((fighter, fighter.act()?)))
        .map(|(fighter, act)| landing(state, fighter, act))
        .collect();
    let mut instant = Instant {
        state,
        fight,
        at,
        index: landings.iter().enumerate().map(|(index, one)| (one.who, index)).collect(),
        landings,
        running: BTreeMap::new(),
        hits: BTreeMap::new(),
        events: vec![Event::InstantReached { at }],
    };
    instant.meet();
    instant.guard();
    instant.land();
    instant.results();
    instant.resources();
    instant.plans();
    instant.events
}

fn landing<'s>(state: &State, fighter: &Fighter, act: &'s Act) -> Landing<'s> {
    let power = act.left.less(fighter.weakness());
    Landing { who: fighter.id, act, power, left: power, missed: misses(state, fighter.id, act) }
}

/// Whether an act finds nobody: its target has gone, is unseen, or is out of reach (T-30).
fn misses(state: &State, who: Id, act: &Act) -> bool {
    let Some(target) = act.deed.target() else { return false };
    let Some(fighter) = state.fight.as_deref().and_then(|fight| fight.fighter(target)) else {
        return true;
    };
    let hostile = act.is_hostile() && target != who;
    hostile && (fighter.unseen || out_of_reach(state, who, act))
}

/// Whether the target of an act is further away than the weapon, or bare hands, reach (T-30).
#[must_use]
pub(super) fn out_of_reach(state: &State, who: Id, act: &Act) -> bool {
    let Some(target) = act.deed.target().filter(|_| act.deed.needs_reach()) else { return false };
    let weapon = act.weapon.and_then(|id| state.character(who)?.weapon(id));
    let reach = match weapon {
        Some(weapon) => weapon.draft.range,
        None => state.options.unarmed_reach,
    };
    reach.is_some_and(|reach| state.distance(who, target) > reach)
}

impl Instant<'_> {
    /// What is left of a fighter's act now, if it can be met: in (start, end] (T-24).
    fn strength(&self, who: Id) -> Option<Amount> {
        let act = self.fight.fighter(who)?.act().filter(|act| act.is_under_way(self.at))?;
        Some(self.landing(who).map_or(act.left, |landing| landing.power))
    }

    /// Interrupts and controls meet the acts they are aimed at; both sides are compared with what
    /// they came with, so the order does not matter (T-27, T-28).
    fn meet(&mut self) {
        let mut pairs: BTreeSet<(Id, Id)> = BTreeSet::new();
        for landing in self.landings.iter().filter(|one| one.act.opposes_acts()) {
            if let Some(target) = landing.act.deed.target()
                && target != landing.who
                && !landing.missed
                && self.strength(target).is_some()
            {
                pairs.insert((landing.who.min(target), landing.who.max(target)));
            }
        }
        let mut opposed: BTreeMap<Id, Amount> = BTreeMap::new();
        for (one, other) in pairs {
            let (Some(one_power), Some(other_power)) = (self.strength(one), self.strength(other))
            else {
                continue;
            };
            *opposed.entry(one).or_default() += other_power;
            *opposed.entry(other).or_default() += one_power;
            self.events.push(Event::ActsMet { one, one_power, other, other_power });
        }
        for (who, by) in opposed {
            let left = self.strength(who).unwrap_or_default().less(by);
            self.keep(who, left);
        }
    }

    fn keep(&mut self, who: Id, left: Amount) {
        match self.index.get(&who) {
            Some(index) => self.landings[*index].left = left,
            None => drop(self.running.insert(who, left)),
        }
    }

    fn landing(&self, who: Id) -> Option<&Landing<'_>> {
        self.index.get(&who).and_then(|index| self.landings.get(*index))
    }

    /// Guards and shields being wound up oppose the strikes on whom they guard; all strikes of one
    /// instant are one side (T-27).
    fn guard(&mut self) {
        let mut strikes: Vec<usize> = (0..self.landings.len())
            .filter(|index| {
                let landing = &self.landings[*index];
                landing.act.strikes() && !landing.missed && landing.left.is_positive()
            })
            .collect();
        strikes.sort_by_key(|index| {
            let landing = &self.landings[*index];
            (std::cmp::Reverse(landing.left), landing.who)
        });
        for index in strikes {
            let (striker, target) =
                (self.landings[index].who, self.landings[index].act.deed.target());
            let guards = target.and_then(|target| self.fight.fighter(target));
            let guards = guards.map(|one| one.guarded_by.clone()).unwrap_or_default();
            for guard in guards.into_iter().filter(|guard| *guard != striker) {
                let Some(strength) = self.strength(guard) else { continue };
                let strength = match self.landing(guard) {
                    Some(landing) => landing.left,
                    None => self.running.get(&guard).copied().unwrap_or(strength),
                };
                let strike = self.landings[index].left;
                let met = strength.min(strike);
                if !met.is_positive() {
                    continue;
                }
                self.events.push(Event::ActsMet {
                    one: striker,
                    one_power: strike,
                    other: guard,
                    other_power: strength,
                });
                self.landings[index].left = strike - met;
                self.keep(guard, strength - met);
            }
        }
    }

    /// Acts end: landed, missed, or lost; what was met and goes on is reduced or lost.
    fn land(&mut self) {
        for landing in &self.landings {
            let weakness = landing.act.left - landing.power;
            if weakness.is_positive() {
                self.events.push(Event::WeaknessUsed { character: landing.who, by: weakness });
            }
            let character = landing.who;
            self.events.push(if landing.missed {
                Event::ActMissed { character }
            } else if landing.left == Amount::ZERO && landing.power.is_positive() {
                Event::ActLost { character }
            } else {
                Event::ActLanded { character, left: landing.left }
            });
        }
        for (&character, &left) in &self.running {
            self.events.push(if left.is_positive() {
                Event::ActReduced { character, left }
            } else {
                Event::ActLost { character }
            });
        }
    }

    fn results(&mut self) {
        let mut shields: BTreeMap<Id, Amount> = BTreeMap::new();
        let mut controls: BTreeMap<Id, Event> = BTreeMap::new();
        let landings = std::mem::take(&mut self.landings);
        for landing in &landings {
            if let Deed::Shoot { shots, .. } = landing.act.deed
                && let Some(weapon) = landing.act.weapon
                && (landing.missed || landing.left.is_positive())
            {
                let character = landing.who;
                self.events.push(Event::RoundsFired { character, weapon, rounds: shots });
            }
            let done =
                !landing.missed && (landing.left.is_positive() || landing.power == Amount::ZERO);
            if done {
                self.result(landing, &mut shields, &mut controls);
            }
        }
        for (character, used) in shields {
            self.events.push(Event::ShieldUsed { character, by: used });
        }
        self.events.extend(controls.into_values());
    }

    fn result(
        &mut self,
        landing: &Landing<'_>,
        shields: &mut BTreeMap<Id, Amount>,
        controls: &mut BTreeMap<Id, Event>,
    ) {
        let (who, left) = (landing.who, landing.left);
        match &landing.act.deed {
            Deed::Narrate | Deed::Guard { .. } | Deed::Interrupt { .. } => {}
            Deed::Strike { target, resource, damage_type } => {
                let resource = resource.unwrap_or(Resource::HitPoints);
                self.hurt(who, *target, resource, left, damage_type.as_deref(), shields);
            }
            Deed::Shoot { target: None, .. } => {}
            Deed::Shoot { target: Some(target), damage_type, .. } => {
                let resource = Resource::HitPoints;
                self.hurt(who, *target, resource, left, damage_type.as_deref(), shields);
            }
            Deed::Heal { target, resource } => {
                self.hit(who, *target, resource.unwrap_or(Resource::HitPoints), left, None);
            }
            Deed::Shield { target } => {
                self.events.push(Event::ShieldGained { character: *target, by: left });
            }
            Deed::Control { target, resist } => {
                let Some(fighter) = self.fight.fighter(*target) else { return };
                let attribute = self
                    .state
                    .character(*target)
                    .map_or(Amount::ZERO, |one| one.attribute(*resist));
                let mut until = self.at + windup(left, attribute);
                // An act that starts this very instant has not begun: there is nothing to compare.
                if fighter.act().is_some_and(|act| act.start >= self.at) {
                    self.events.push(Event::ActLost { character: *target });
                }
                if let Doing::Controlled(already) = fighter.doing {
                    until = until.max(already);
                }
                if let Some(Event::Controlled { until: other, .. }) = controls.get(target)
                    && *other >= until
                {
                    return;
                }
                let event =
                    Event::Controlled { character: *target, by: who, until, resist: *resist };
                controls.insert(*target, event);
            }
            Deed::Weaken { target, resist } => self.events.push(Event::Weakened {
                character: *target,
                weakness: Weakness { by: who, left, resist: *resist },
            }),
            Deed::BreakFree { target } => self.break_free(*target, left),
            Deed::Move { to } => {
                let Some(fighter) = self.fight.fighter(who) else { return };
                let way = *to - fighter.position;
                let step = way.abs().min(left);
                let to = fighter.position + if way.is_positive() { step } else { -step };
                self.events.push(Event::Moved { character: who, to });
            }
            Deed::Skill { .. } => {
                for (resource, amount) in &landing.act.costs {
                    let hit =
                        Hit { by: Some(who), raw: -*amount, real: -*amount, calculation: None };
                    self.hits.entry((who, *resource)).or_default().push(hit);
                }
                for share in &landing.act.shares {
                    // What interactions took from the whole is taken from each part alike.
                    let part = share
                        .amount
                        .times(left.in_hundredths(), landing.act.power.in_hundredths().max(1));
                    let act = Act { deed: share.deed.clone(), ..landing.act.clone() };
                    let landing =
                        Landing { who, act: &act, power: part, left: part, missed: false };
                    if part.is_positive() {
                        self.result(&landing, shields, controls);
                    }
                }
            }
            Deed::Reload => {
                if let Some(weapon) = landing.act.weapon {
                    self.events.push(Event::Reloaded { character: who, weapon });
                }
            }
        }
    }

    /// A strike: standing shields take what they can, then the modifiers have their say (T-41).
    fn hurt(
        &mut self,
        by: Id,
        target: Id,
        resource: Resource,
        amount: Amount,
        damage_type: Option<&str>,
        shields: &mut BTreeMap<Id, Amount>,
    ) {
        let shield = self.fight.fighter(target).map_or(Amount::ZERO, |one| one.shield);
        let used = shields.get(&target).copied().unwrap_or_default();
        let taken = shield.less(used).min(amount);
        if taken.is_positive() {
            *shields.entry(target).or_default() += taken;
        }
        let rest = amount - taken;
        if rest.is_positive() {
            self.hit(by, target, resource, -rest, damage_type);
        }
    }

    fn hit(
        &mut self,
        by: Id,
        target: Id,
        resource: Resource,
        raw: Amount,
        damage_type: Option<&str>,
    ) {
        let Some(character) = self.state.character(target) else { return };
        let (real, calculation) = character.modified(raw, resource, damage_type);
        let hit = Hit { by: Some(by), raw, real, calculation };
        self.hits.entry((target, resource)).or_default().push(hit);
    }

    /// Works against what weakens someone, then against what controls them (T-28).
    fn break_free(&mut self, target: Id, left: Amount) {
        let Some(fighter) = self.fight.fighter(target) else { return };
        let used = fighter.weakness().min(left);
        if used.is_positive() {
            self.events.push(Event::WeaknessUsed { character: target, by: used });
        }
        let rest = left - used;
        if let (Doing::Controlled(until), Some(resist)) = (&fighter.doing, fighter.resist)
            && rest.is_positive()
            && let Some(character) = self.state.character(target)
        {
            let eased = (*until - windup(rest, character.attribute(resist))).max(self.at);
            self.events.push(Event::ControlEased { character: target, until: eased });
        }
    }

    /// All losses and gains of the instant land together; then deaths, then what traits do.
    fn resources(&mut self) {
        let mut dead: BTreeSet<Id> = BTreeSet::new();
        let mut killers: BTreeSet<Id> = BTreeSet::new();
        let mut hurt: BTreeSet<Id> = BTreeSet::new();
        let mut now: BTreeMap<(Id, Resource), Amount> = BTreeMap::new();
        for ((who, resource), hits) in std::mem::take(&mut self.hits) {
            let Some(character) = self.state.character(who) else { continue };
            let by: Amount = hits.iter().map(|hit| hit.real).sum();
            let before = character.left(resource);
            let to = (before + by).min(character.most(resource).max(before)).max(Amount::ZERO);
            now.insert((who, resource), to);
            if to == Amount::ZERO {
                dead.insert(who);
                killers.extend(
                    hits.iter().filter(|hit| hit.real < Amount::ZERO).filter_map(|hit| hit.by),
                );
            } else if to < before {
                hurt.insert(who);
            }
            let by = to - before;
            self.events.push(Event::ResourceChanged { character: who, resource, by, to, hits });
        }
        for who in &dead {
            self.events.push(Event::Died { character: *who });
        }
        for (set, occasion) in [(killers, Occasion::Kill), (hurt, Occasion::Hurt)] {
            for who in set.into_iter().filter(|who| !dead.contains(who)) {
                self.events.extend(triggered(self.state, who, occasion, &mut now));
            }
        }
    }

    /// Those who are free again and have planned ahead go on at once.
    fn plans(&mut self) {
        if !self.fight.queue.at(self.at).any(|place| {
            self.fight.at_place(place).is_some_and(|fighter| !fighter.planned.is_empty())
        }) {
            return;
        }
        let mut after = self.state.clone();
        for event in &self.events {
            after.evolve(event);
        }
        let Some(fight) = after.fight.clone() else { return };
        for fighter in fight.standing().filter(|one| matches!(one.doing, Doing::Idle)) {
            let Some(plan) = fighter.planned.first() else { continue };
            let character = fighter.id;
            self.events.push(Event::PlanTaken { character });
            if let Ok(act) = after.prepare(character, plan, self.at) {
                self.events.push(Event::ActStarted { character, act: Box::new(act) });
            }
        }
    }
}

/// What a character's traits do on an occasion (T-08); `now` is what is left of resources.
#[must_use]
pub(super) fn triggered(
    state: &State,
    who: Id,
    occasion: Occasion,
    now: &mut BTreeMap<(Id, Resource), Amount>,
) -> Vec<Event> {
    let Some(character) = state.character(who) else { return Vec::new() };
    let triggers = character.traits.iter().flat_map(|one| &one.draft.triggers);
    let mut events = Vec::new();
    for trigger in triggers.filter(|trigger| trigger.when == occasion) {
        let mut gain = |resource: Resource, by: Option<Amount>| {
            let before = now.get(&(who, resource)).copied().unwrap_or(character.left(resource));
            let most = character.most(resource).max(before);
            let to = by.map_or(most, |by| (before + by).min(most));
            now.insert((who, resource), to);
            if to > before {
                let by = to - before;
                events.push(Event::ResourceChanged {
                    character: who,
                    resource,
                    by,
                    to,
                    hits: vec![Hit { by: Some(who), raw: by, real: by, calculation: None }],
                });
            }
        };
        match trigger.then {
            Boon::Restore => Resource::ALL.into_iter().for_each(|resource| gain(resource, None)),
            Boon::HitPoints(by) => gain(Resource::HitPoints, Some(by)),
            Boon::Willpower(by) => gain(Resource::Willpower, Some(by)),
            Boon::Level(levels) => {
                let level = (character.card.level + levels).min(super::card::MOST_LEVEL);
                events.push(Event::LevelSet { character: who, level });
            }
        }
    }
    events
}
