//! What acts do as they land, and what stays with fighters does beside them (T-23, T-41, T-50).

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use num_traits::Signed;

use super::act::{Aftermath, windup};
use super::fight::{Joined, MOST_FIGHTERS};
use super::lasting::{LastingKind, MOST_LASTING, scale};
use super::resolve::{Instant, Landing};
use super::{
    Act, Amount, Attribute, Deed, Doing, Event, Fighter, Grip, Hit, Lasting, Resource, Weakness,
    name,
};
use crate::Id;

/// How a part of a skill does what it does.
#[derive(Clone, Copy, Default)]
struct How {
    grip: Grip,
    unhealable: bool,
}

/// Something that changes what is left of a resource: whose doing, to whom, and of what sort.
#[derive(Clone, Copy)]
struct Blow<'d> {
    by: Id,
    target: Id,
    resource: Resource,
    damage_type: Option<&'d str>,
    unhealable: bool,
}

impl Blow<'_> {
    fn plain(by: Id, target: Id, resource: Resource) -> Self {
        Self { by, target, resource, damage_type: None, unhealable: false }
    }
}

impl Instant<'_> {
    /// What comes of the acts that land, of what stays with fighters, and of skills that answer.
    pub fn results(&mut self) {
        let landings = std::mem::take(&mut self.landings);
        for landing in &landings {
            if let Deed::Shoot { shots, .. } = landing.act.deed
                && let Some(weapon) = landing.act.weapon
                && (landing.missed || landing.left.is_positive())
            {
                let character = landing.who;
                self.events.push(Event::RoundsFired { character, weapon, rounds: shots });
            }
            if landing.is_done() {
                self.outcome(landing.who, landing.act, landing.left);
                self.weapon_parts(landing);
            }
        }
        let done: Vec<&Landing<'_>> = landings.iter().filter(|one| one.is_done()).collect();
        self.charges(&done);
        self.reflections(&done);
        self.punishments(&done);
        self.stirrings();
        self.reactions();
        for (character, used) in std::mem::take(&mut self.shields) {
            self.events.push(Event::ShieldUsed { character: character.id, by: used });
        }
        self.events.extend(std::mem::take(&mut self.controls).into_values());
    }

    fn outcome(&mut self, who: Id, act: &Act, left: Amount) {
        match &act.deed {
            Deed::Skill { .. } => self.compound(who, act, left),
            Deed::Reload => {
                if let Some(weapon) = act.weapon {
                    self.events.push(Event::Reloaded { character: who, weapon });
                }
            }
            deed => self.result(who, deed, left, How::default()),
        }
    }

    /// An act of several parts, with what is left of the whole.
    pub(super) fn compound(&mut self, who: Id, act: &Act, left: Amount) {
        for (resource, amount) in &act.costs {
            let hit = Hit::plain(Some(who), -*amount);
            self.hits.entry((self.fight.joined(who), *resource)).or_default().push(hit);
        }
        for (pool, amount) in &act.pools {
            let (character, pool) = (who, pool.clone());
            self.events.push(Event::PoolChanged { character, pool, by: -*amount });
        }
        for share in &act.shares {
            let part = scale(share.amount, left, act.power);
            let how = How { grip: share.grip, unhealable: share.unhealable };
            if part.is_positive() {
                self.result(who, &share.deed, part, how);
            }
        }
        let points = self.state.points_given_up(who, act);
        for (place, one) in act.aftermath.iter().enumerate() {
            match points.get(&place) {
                Some(real) => {
                    self.aftermath(who, &one.clone().with_points(*real), left, act.power);
                }
                None => self.aftermath(who, one, left, act.power),
            }
        }
    }

    fn result(&mut self, who: Id, deed: &Deed, left: Amount, how: How) {
        match deed {
            Deed::Strike { target, resource, damage_type } => {
                let resource = resource.unwrap_or(Resource::HitPoints);
                let (damage_type, unhealable) = (damage_type.as_deref(), how.unhealable);
                let blow = Blow { damage_type, unhealable, ..Blow::plain(who, *target, resource) };
                self.hurt(blow, left);
            }
            Deed::Shoot { target: Some(target), damage_type, .. } => {
                let plain = Blow::plain(who, *target, Resource::HitPoints);
                self.hurt(Blow { damage_type: damage_type.as_deref(), ..plain }, left);
            }
            Deed::Heal { target, resource } => {
                let resource = resource.unwrap_or(Resource::HitPoints);
                self.hit(Blow::plain(who, *target, resource), left);
            }
            Deed::Shield { target } => {
                self.events.push(Event::ShieldGained { character: *target, by: left });
            }
            Deed::Control { target, resist } => self.control(who, *target, *resist, left, how.grip),
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
            Deed::Narrate
            | Deed::Guard { .. }
            | Deed::Interrupt { .. }
            | Deed::Step { .. }
            | Deed::Shoot { target: None, .. }
            | Deed::Skill { .. }
            | Deed::Reload => {}
        }
    }

    fn control(&mut self, who: Id, target: Id, resist: Attribute, left: Amount, grip: Grip) {
        let Some(fighter) = self.fight.fighter(target) else { return };
        let attribute =
            self.state.character(target).map_or(Amount::ZERO, |one| one.attribute(resist));
        let mut until = self.at + windup(left, attribute);
        if grip == Grip::Freeze {
            self.events.push(Event::Frozen { but: target, by: who, until });
            return;
        }
        // An act that starts this very instant has not begun: there is nothing to compare.
        if fighter.act().is_some_and(|act| act.start >= self.at) {
            self.events.push(Event::ActLost { character: target });
        }
        if let Doing::Controlled(already) = fighter.doing {
            until = until.max(already);
        }
        if let Some(Event::Controlled { until: other, .. }) =
            self.controls.get(&self.fight.joined(target))
            && *other >= until
        {
            return;
        }
        let event = Event::Controlled { character: target, by: who, until, resist, grip };
        self.controls.insert(self.fight.joined(target), event);
    }

    /// Works against what weakens someone, then against what controls them (T-28).
    fn break_free(&mut self, target: Id, left: Amount) {
        let Some(fighter) = self.fight.fighter(target) else { return };
        let used = fighter.weakness().min(left);
        if used.is_positive() {
            self.events.push(Event::WeaknessUsed { character: target, by: used });
        }
        let rest = left - used;
        if let (Some(until), Some(resist)) = (fighter.held_until(), fighter.resist)
            && rest.is_positive()
            && let Some(character) = self.state.character(target)
        {
            let eased = (until - windup(rest, character.attribute(resist))).max(self.at);
            self.events.push(Event::ControlEased { character: target, until: eased });
        }
    }

    fn aftermath(&mut self, who: Id, one: &Aftermath, left: Amount, whole: Amount) {
        match one {
            Aftermath::Stays { bearer, lasting, lasts } => {
                let crowded = |one: &Fighter| one.lasting.len() >= MOST_LASTING;
                if self.fight.fighter(*bearer).is_none_or(crowded) {
                    return;
                }
                let mut lasting = (**lasting).clone().scaled(left, whole);
                lasting.until =
                    lasts.map(|lasts| self.at + scale(lasts, left, whole).max(Amount::LEAST));
                if let LastingKind::Ticks { next, every, .. } = &mut lasting.kind {
                    *next = self.at + *every;
                }
                if lasting.is_something() {
                    let lasting = Box::new(lasting);
                    self.events.push(Event::LastingGained { character: *bearer, lasting });
                }
            }
            Aftermath::Summon { name, hit_points, mirrors } => {
                let (Some(fighter), Some(maker)) =
                    (self.fight.fighter(who), self.state.character(who))
                else {
                    return;
                };
                let hit_points = scale(*hit_points, left, whole);
                if self.fight.fighters.len() >= MOST_FIGHTERS || !hit_points.is_positive() {
                    return;
                }
                let summoned = self.events.iter().filter_map(|event| match event {
                    Event::Summoned { called, .. } => Some(called.clone()),
                    _ => None,
                });
                let called = name::among(
                    self.state,
                    &format!("{}′", maker.card.name),
                    &maker.seen,
                    summoned.collect(),
                );
                self.events.push(Event::Summoned {
                    character: self.ids.id(),
                    by: who,
                    from: name.clone(),
                    called,
                    hit_points,
                    position: fighter.position,
                    mirrors: *mirrors,
                });
            }
            Aftermath::Assume { target } => {
                let worn = self.state.character(*target).map(|one| one.worn().clone());
                let card = worn.map(Box::new);
                self.events.push(Event::CardAssumed { character: who, card });
            }
        }
    }

    /// What a weapon does beside its numbers (T-45).
    fn weapon_parts(&mut self, landing: &Landing<'_>) {
        let state = self.state;
        let Some(user) = state.character(landing.who) else { return };
        let Some(weapon) = landing.act.weapon.and_then(|id| user.weapon(id)) else { return };
        if weapon.draft.effects.is_empty() || !landing.act.strikes() {
            return;
        }
        let target = landing.act.deed.target();
        let at = state.reckoning(user, target, landing.left);
        let name = weapon.draft.name.as_str().into();
        let attribute = landing.act.attribute.unwrap_or(Attribute::Strength);
        let effects = &weapon.draft.effects;
        let act = state.parts(user, &name, attribute, effects, (target, None), &at);
        self.compound(landing.who, &act, act.power);
    }

    fn used(&mut self, bearer: Id, lasting: &Lasting, on: Vec<Id>, by: Amount) {
        let name = lasting.name.clone();
        let number = lasting.number;
        self.events.push(Event::LastingUsed { character: bearer, number, name, on, by });
    }

    /// An attack that landed brings a charge with it; a hidden attacker is hidden no longer.
    fn charges(&mut self, landings: &[&Landing<'_>]) {
        let fight = self.fight;
        for landing in landings {
            let Some(fighter) = fight.fighter(landing.who) else { continue };
            let struck = landing.act.struck().find(|target| *target != landing.who);
            for lasting in &fighter.lasting {
                match (&lasting.kind, struck) {
                    (LastingKind::Charges { amount, resource, .. }, Some(target)) => {
                        self.hurt(Blow::plain(landing.who, target, *resource), *amount);
                        self.used(landing.who, lasting, vec![target], *amount);
                    }
                    (LastingKind::Hidden, _) if landing.act.is_hostile() => {
                        self.ended(landing.who, lasting);
                    }
                    _ => {}
                }
            }
        }
    }

    fn ended(&mut self, bearer: Id, lasting: &Lasting) {
        let (number, name) = (lasting.number, lasting.name.clone());
        self.events.push(Event::LastingEnded { character: bearer, number, name });
    }

    /// Those who struck one who strikes back are hurt, the strongest blows first.
    fn reflections(&mut self, landings: &[&Landing<'_>]) {
        let fight = self.fight;
        let mut strikes: Vec<&&Landing<'_>> =
            landings.iter().filter(|landing| landing.act.strikes()).collect();
        strikes.sort_by_key(|landing| (Reverse(landing.left), fight.declared(landing.who)));
        let mut spent: BTreeMap<(Id, u32), u32> = BTreeMap::new();
        for landing in strikes {
            let struck = landing.act.struck().filter(|target| *target != landing.who);
            let struck: BTreeSet<Joined> = struck.map(|target| fight.joined(target)).collect();
            for Joined { id: target, .. } in struck {
                let Some(fighter) = fight.fighter(target) else { continue };
                for lasting in &fighter.lasting {
                    let LastingKind::Reflect { left, amount } = lasting.kind else { continue };
                    let spent = spent.entry((target, lasting.number)).or_default();
                    if *spent < left {
                        *spent += 1;
                        self.hurt(Blow::plain(target, landing.who, Resource::HitPoints), amount);
                        self.used(target, lasting, vec![landing.who], amount);
                    }
                }
            }
        }
    }

    /// Everyone who does something hostile after a warning is punished in full, once (T-51).
    fn punishments(&mut self, landings: &[&Landing<'_>]) {
        let fight = self.fight;
        for fighter in fight.standing() {
            for lasting in &fighter.lasting {
                let LastingKind::Punish { amount, struck } = &lasting.kind else { continue };
                let struck = struck.as_deref().unwrap_or_default();
                let offenders: Vec<Id> = landings
                    .iter()
                    .filter(|landing| landing.who != fighter.id && landing.act.is_hostile())
                    .map(|landing| landing.who)
                    .filter(|who| !struck.contains(who))
                    .collect();
                if offenders.is_empty() {
                    continue;
                }
                for offender in &offenders {
                    self.hurt(Blow::plain(fighter.id, *offender, Resource::HitPoints), *amount);
                }
                self.used(fighter.id, lasting, offenders, *amount);
            }
        }
    }

    /// What is due of itself: wounds that go on, and what ends.
    fn stirrings(&mut self) {
        let fight = self.fight;
        let due = fight.queue.at(self.at).filter_map(|place| fight.at_place(place));
        for fighter in due {
            for lasting in &fighter.lasting {
                if let LastingKind::Ticks { next, amount, resource, drains, .. } = lasting.kind
                    && next == self.at
                {
                    self.hurt(Blow::plain(lasting.by, fighter.id, resource), amount);
                    if drains && fight.fighter(lasting.by).is_some() {
                        self.hit(Blow::plain(lasting.by, lasting.by, resource), amount);
                    }
                    self.used(fighter.id, lasting, vec![fighter.id], amount);
                }
                if lasting.until == Some(self.at) {
                    self.ended(fighter.id, lasting);
                }
            }
        }
    }

    /// Skills that answer a wound of this instant; an answer is not answered (T-55).
    fn reactions(&mut self) {
        let state = self.state;
        let mut wounds: BTreeMap<Joined, BTreeMap<Joined, Amount>> = BTreeMap::new();
        for ((who, _), hits) in &self.hits {
            for hit in hits.iter().filter(|hit| hit.real < Amount::ZERO) {
                if let Some(by) = hit.by.filter(|by| *by != who.id) {
                    let by = self.fight.joined(by);
                    *wounds.entry(*who).or_default().entry(by).or_default() -= hit.real;
                }
            }
        }
        for (Joined { id: who, .. }, sources) in wounds {
            let Some(user) = state.character(who) else { continue };
            let free = self.fight.fighter(who).is_some_and(|one| one.held_until().is_none());
            let armed = user.skills.iter().filter(|own| own.armed && own.skill.reacts());
            for known in armed.filter(|_| free && state.options.skills) {
                for (Joined { id: source, .. }, loss) in &sources {
                    let at = state.reckoning(user, Some(*source), *loss);
                    if known.skill.excess_in_use(&at).is_none_or(|excess| excess.is_positive()) {
                        continue;
                    }
                    let act = state.skill_act(user, &known.skill, (Some(*source), None), &at);
                    if !self.survives(who, &act) {
                        continue;
                    }
                    self.events.push(Event::SkillAnswered {
                        character: who,
                        skill: known.skill.name.clone(),
                        target: *source,
                        impact: *loss,
                    });
                    self.compound(who, &act, act.power);
                }
            }
        }
    }

    /// Whether someone can pay what an answer costs, after what this instant did to them, and live.
    fn survives(&self, who: Id, act: &Act) -> bool {
        let Some(character) = self.state.character(who) else { return false };
        let lives = |resource: Resource| {
            let hits = self.hits.get(&(self.fight.joined(who), resource)).into_iter().flatten();
            let lost: Amount = hits.map(|hit| hit.real).sum();
            let costs = act.costs.iter().filter(|(own, _)| *own == resource);
            let costs: Amount = costs.map(|(_, amount)| *amount).sum();
            (character.left(resource) + lost - costs).is_positive()
        };
        let pools = act.pools.iter().all(|(pool, amount)| character.in_pool(pool) >= *amount);
        pools && Resource::ALL.into_iter().all(lives)
    }

    /// A strike: standing shields take what they can, then the modifiers have their say (T-41).
    fn hurt(&mut self, blow: Blow<'_>, amount: Amount) {
        let fight = self.fight;
        let Some(fighter) = fight.fighter(blow.target) else { return };
        if fighter.is_sealed() {
            self.events.push(Event::Untouched { character: blow.target, by: blow.by });
            return;
        }
        let key = self.fight.joined(blow.target);
        let used = self.shields.get(&key).copied().unwrap_or_default();
        let taken = fighter.shield.less(used).min(amount);
        if taken.is_positive() {
            *self.shields.entry(key).or_default() += taken;
        }
        let rest = self.warded(fighter, blow.by, amount - taken);
        if rest.is_positive() {
            let resource = fighter.bears().unwrap_or(blow.resource);
            self.hit(Blow { resource, ..blow }, -rest);
        }
    }

    /// What is left of a wound after what lessens or raises the next ones (T-51).
    fn warded(&mut self, fighter: &Fighter, by: Id, wound: Amount) -> Amount {
        let mut rest = wound;
        if by == fighter.id || !wound.is_positive() {
            return rest;
        }
        for lasting in &fighter.lasting {
            let (left, change) = match lasting.kind {
                LastingKind::Ward { left, amount } => (left, -amount),
                LastingKind::Expose { left, amount } => (left, amount),
                _ => continue,
            };
            let spent = self.spent.entry((fighter.id, lasting.number)).or_default();
            if *spent < left {
                *spent += 1;
                rest = (rest + change).max(Amount::ZERO);
                self.used(fighter.id, lasting, vec![fighter.id], change.abs());
            }
        }
        rest
    }

    /// A loss or gain that no shield stops.
    fn hit(&mut self, blow: Blow<'_>, raw: Amount) {
        let Blow { by, target, resource, damage_type, unhealable } = blow;
        let Some(character) = self.state.character(target) else { return };
        let (real, calculation) = character.modified(raw, resource, damage_type);
        let stays = || self.state.character(by).is_some_and(|one| one.wounds_stay(character));
        let unhealable = raw < Amount::ZERO && (unhealable || stays());
        let hit = Hit { by: Some(by), raw, real, calculation, unhealable };
        self.hits.entry((self.fight.joined(target), resource)).or_default().push(hit);
    }

    /// What a trait does of itself with the parts of skills (T-08).
    pub(super) fn trait_parts(
        &mut self,
        who: Id,
        name: &str,
        effects: &[super::Effect],
        target: Option<Id>,
        impact: Amount,
    ) {
        let state = self.state;
        let Some(user) = state.character(who) else { return };
        let at = state.reckoning(user, target, impact);
        let attribute = Attribute::Constitution;
        let act = state.parts(user, &name.into(), attribute, effects, (target, None), &at);
        // Nothing was declared, so nothing lessens it.
        self.compound(who, &Act { power: Amount::whole(1), ..act }, Amount::whole(1));
    }
}
