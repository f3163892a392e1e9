//! From a skill to an act on the timeline: its parts with their amounts, and what it costs
//! (T-50, T-52).

use num_traits::Signed;

use super::act::{Aftermath, Share, windup};
use super::deciding::Deciding;
use super::effect::{Effect, Grip, MOST_TIMES, Whom};
use super::lasting::{Lasting, LastingKind};
use super::reckoning::{Measure, Reckoning};
use super::resolve::at_once;
use super::telling::Telling;
use super::{Act, Amount, Attribute, Character, Deed, Event, Plan, Resource, Skill, State};
use crate::{Id, Line, Refusal, Term, message};

impl State {
    /// The numbers of one who does something to another with an impact.
    pub(super) fn reckoning(
        &self,
        user: &Character,
        target: Option<Id>,
        impact: Amount,
    ) -> Reckoning {
        let aim = target.and_then(|id| self.character(id)).unwrap_or(user);
        Reckoning {
            impact,
            actor: Measure::from(user),
            target: Measure::from(aim),
            distance: self.way(user.id, aim.id, impact),
        }
    }

    /// How far it is to someone: where nobody has a place, as far as the impact goes (T-30).
    fn way(&self, who: Id, to: Id, impact: Amount) -> Amount {
        let mut fighters = self.fight.iter().flat_map(|fight| &fight.fighters);
        let placed = fighters.any(|one| one.position != Amount::ZERO);
        if placed || who == to { self.distance(who, to) } else { impact }
    }

    /// The act of a skill that is declared.
    ///
    /// # Errors
    /// When the rules do not allow it.
    pub(super) fn prepare_skill(
        &self,
        character: &Character,
        id: Id,
        target: Option<Id>,
        plan: &Plan,
        start: Amount,
    ) -> Result<Act, Refusal> {
        if !self.options.skills {
            return Err(Refusal::new("T-09", message!("timeline-no-skills")));
        }
        let known = character.skills.iter().find(|known| known.id == id);
        let skill =
            &known.ok_or_else(|| Refusal::new("T-50", message!("timeline-no-skill")))?.skill;
        if skill.reacts() {
            let what = message!("timeline-skill-reacts", name = &skill.name);
            return Err(Refusal::new("T-55", what).instead(message!("timeline-skill-arm")));
        }
        if target.is_none() && skill.effects.iter().any(Effect::needs_target) {
            let what = message!("timeline-skill-target", name = &skill.name);
            return Err(Refusal::new("T-21", what));
        }
        let value = character.attribute(skill.attribute);
        if !value.is_positive() {
            let what = message!("timeline-attribute-zero", attribute = skill.attribute.name());
            return Err(Refusal::new("T-22", what));
        }
        let from = match plan.deed {
            Deed::Skill { from, .. } => from,
            _ => None,
        };
        let chooses = |effect: &Effect| matches!(effect, Effect::Shift { from: None, .. });
        if from.is_none() && skill.effects.iter().any(chooses) {
            let what = message!("timeline-skill-from", name = &skill.name);
            return Err(Refusal::new("T-51", what).instead(message!("timeline-skill-from-instead")));
        }
        if skill.has_unmeasured() && skill.difficulty.is_none() {
            let what = message!("timeline-law-1-difficulty");
            return Err(
                Refusal::new("T-52", what).instead(message!("timeline-law-1-difficulty-change"))
            );
        }
        let (impact, _) = self.effort(character.id, plan, value)?;
        let at = self.reckoning(character, target, impact);
        // Tried numbers passed when it was learnt; these must pass too.
        match skill.excess_in_use(&at) {
            Some(excess) if !excess.is_positive() => {}
            Some(excess) => {
                let excess = super::exact::rounded(&excess).max(Amount::LEAST);
                return Err(Refusal::new(
                    "T-52",
                    message!("timeline-law-1-no", impact = impact, excess = excess),
                ));
            }
            None => return Err(Refusal::new("T-52", message!("timeline-law-unreckonable"))),
        }
        let mut act = self.skill_act(character, skill, (target, from), &at);
        self.gains_something(character.id, &act)?;
        let wound_up = match &skill.windup_for {
            Some(expr) => at.value(expr).unwrap_or(impact).min(impact),
            None => impact,
        };
        act.deed = plan.deed.clone();
        act.note.clone_from(&plan.note);
        (act.start, act.end) = (start, start + windup(wound_up, value));
        character.can_pay(&act)?;
        Ok(act)
    }

    /// A skill's act with all its parts; when it starts and ends is still to be said.
    pub(super) fn skill_act(
        &self,
        user: &Character,
        skill: &Skill,
        choice: (Option<Id>, Option<Resource>),
        at: &Reckoning,
    ) -> Act {
        let mut act = self.parts(user, &skill.name, skill.attribute, &skill.effects, choice, at);
        for cost in &skill.costs {
            let amount = at.value(&cost.amount).unwrap_or_default();
            match &cost.pool {
                Some(pool) => act.pools.push((pool.clone(), amount)),
                None => act.costs.push((cost.resource, amount)),
            }
        }
        act
    }

    /// An act made of parts: a skill's, a trait's or a weapon's.
    pub(super) fn parts(
        &self,
        user: &Character,
        name: &Term,
        attribute: Attribute,
        effects: &[Effect],
        (target, from): (Option<Id>, Option<Resource>),
        at: &Reckoning,
    ) -> Act {
        let mut act = Act {
            deed: Deed::Narrate,
            attribute: Some(attribute),
            impact: at.impact,
            power: at.impact,
            left: at.impact,
            start: Amount::ZERO,
            end: Amount::ZERO,
            weapon: None,
            note: String::new(),
            shares: Vec::new(),
            costs: Vec::new(),
            pools: Vec::new(),
            aftermath: Vec::new(),
        };
        let maker = Maker { state: self, user, name, attribute, target, from, at };
        effects.iter().for_each(|effect| maker.add(effect, &mut act));
        act
    }
}

impl Character {
    /// Whether what an act costs can be paid: one who cannot lose it cannot be said to.
    ///
    /// # Errors
    /// When less is left than it costs.
    pub(super) fn can_pay(&self, act: &Act) -> Result<(), Refusal> {
        let refuse = |what: crate::Message, needs: Amount, left: Amount| {
            let what = message!("timeline-cannot-pay", what = what, needs = needs, left = left);
            Err(Refusal::new("T-52", what))
        };
        for resource in Resource::ALL {
            let own = act.costs.iter().filter(|(own, _)| *own == resource);
            let needs: Amount = own.map(|(_, amount)| *amount).sum();
            if needs > self.left(resource) {
                return refuse(resource.name(), needs, self.left(resource));
            }
        }
        for (pool, _) in &act.pools {
            let own = act.pools.iter().filter(|(own, _)| own == pool);
            let needs: Amount = own.map(|(_, amount)| *amount).sum();
            let left = self.in_pool(pool);
            if needs > left {
                return refuse(message!("plain", text = pool), needs, left);
            }
        }
        Ok(())
    }
}

/// Uses a skill that takes no time and touches nobody else, whatever its user is doing (T-51).
/// Whether it was one.
pub(super) fn use_at_once(
    deciding: &mut Deciding<'_>,
    who: Id,
    plan: &Plan,
) -> Result<bool, Refusal> {
    let Deed::Skill { skill, target, .. } = plan.deed else { return Ok(false) };
    let state = deciding.now();
    let (fight, fighter) = state.fighter(who)?;
    let known = state.character(who).and_then(|one| one.skills.iter().find(|own| own.id == skill));
    let Some(known) = known.filter(|known| known.skill.takes_no_time()) else { return Ok(false) };
    if let Some(until) = fighter.held_until() {
        return Err(Refusal::new("T-28", message!("timeline-controlled-until", until = until)));
    }
    let act = state.prepare(who, plan, fight.now)?;
    let (skill, impact) = (known.skill.name.clone(), act.impact);
    let done = Event::SkillDone { character: who, skill, target, impact };
    let (state, ids) = deciding.now_and_dice();
    let Some(fight) = state.fight.as_deref() else { return Ok(false) };
    let happened = at_once(state, fight, (who, &act), ids, done);
    happened.into_iter().for_each(|event| deciding.push(event));
    Ok(true)
}

pub(super) fn tell_done(
    telling: Telling<'_>,
    who: Id,
    skill: &Term,
    impact: Amount,
) -> Option<Line> {
    let name = telling.name(who)?;
    Some(message!("timeline-told-done", name = name, skill = skill, impact = impact).into())
}

/// Makes parts of an act.
struct Maker<'s> {
    state: &'s State,
    user: &'s Character,
    name: &'s Term,
    attribute: Attribute,
    target: Option<Id>,
    from: Option<Resource>,
    at: &'s Reckoning,
}

impl Maker<'_> {
    fn amount(&self, expr: &dice::Expr) -> Amount {
        self.at.value(expr).unwrap_or_default().min(Amount::MOST)
    }

    /// Whom a part works on; everyone else there shares its amount.
    fn aim(&self, whom: Whom, amount: Amount) -> Vec<(Id, Amount)> {
        let user = self.user.id;
        match whom {
            Whom::User => vec![(user, amount)],
            Whom::Target => vec![(self.target.unwrap_or(user), amount)],
            Whom::Everyone => {
                let fight = self.state.fight.as_deref();
                let others = fight.into_iter().flat_map(|fight| fight.standing());
                let others: Vec<Id> =
                    others.map(|fighter| fighter.id).filter(|id| *id != user).collect();
                let count = i64::try_from(others.len()).unwrap_or(i64::MAX).max(1);
                others.into_iter().map(|id| (id, amount.times(1, count))).collect()
            }
        }
    }

    fn add(&self, effect: &Effect, act: &mut Act) {
        let user = self.user.id;
        let aim = self.target.unwrap_or(user);
        let share = |deed, amount| Share { deed, amount, grip: Grip::Stun, unhealable: false };
        let strike = |target, resource| Deed::Strike { target, resource, damage_type: None };
        let or_hit_points = |resource: &Option<Resource>| resource.unwrap_or(Resource::HitPoints);
        let mut shares: Vec<Share> = Vec::new();
        match effect {
            Effect::Damage { amount, resource, whom: Whom::User, .. } => {
                act.costs.push((or_hit_points(resource), self.amount(amount)));
            }
            Effect::Damage { amount, resource, whom, unhealable } => {
                for (id, amount) in self.aim(*whom, self.amount(amount)) {
                    shares.push(Share {
                        unhealable: *unhealable,
                        ..share(strike(id, *resource), amount)
                    });
                }
            }
            Effect::Hits { times, amount, resource } => {
                for _ in 0..(*times).min(MOST_TIMES) {
                    shares.push(share(strike(aim, *resource), self.amount(amount)));
                }
            }
            Effect::Heal { amount, resource, whom } => {
                for (target, amount) in self.aim(*whom, self.amount(amount)) {
                    shares.push(share(Deed::Heal { target, resource: *resource }, amount));
                }
            }
            Effect::Shift { amount, from } => {
                let from = from.or(self.from).unwrap_or(Resource::HitPoints);
                let to = match from {
                    Resource::HitPoints => Resource::Willpower,
                    Resource::Willpower => Resource::HitPoints,
                };
                let amount = self.amount(amount);
                shares.push(share(Deed::Heal { target: user, resource: Some(to) }, amount));
                act.costs.push((from, amount));
            }
            Effect::Shield { amount, whom } => {
                for (target, amount) in self.aim(*whom, self.amount(amount)) {
                    shares.push(share(Deed::Shield { target }, amount));
                }
            }
            Effect::Control { kind, resist: Some(resist), .. } => {
                let deed = Deed::Control { target: aim, resist: *resist };
                shares.push(Share { grip: *kind, ..share(deed, self.at.impact) });
            }
            Effect::Weaken { amount, resist, whom } => {
                let resist = resist.unwrap_or(Attribute::Constitution);
                for (target, amount) in self.aim(*whom, self.amount(amount)) {
                    shares.push(share(Deed::Weaken { target, resist }, amount));
                }
            }
            Effect::Move { amount } => {
                let fight = self.state.fight.as_deref();
                let position =
                    |id| fight.and_then(|fight| fight.fighter(id)).map(|one| one.position);
                let here = position(user).unwrap_or_default();
                let amount = self.amount(amount);
                let to = self.target.and_then(position).unwrap_or(here + amount);
                shares.push(share(Deed::Move { to }, amount));
            }
            Effect::Summon { hit_points, mirrors } => act.aftermath.push(Aftermath::Summon {
                name: self.name.clone(),
                hit_points: self.amount(hit_points),
                mirrors: *mirrors,
            }),
            Effect::Assume => act.aftermath.push(Aftermath::Assume { target: aim }),
            Effect::Control { resist: None, .. } | Effect::Told { .. } => {}
            Effect::Charges { times, amount, resource } => {
                let (left, amount) = ((*times).min(MOST_TIMES), self.amount(amount));
                let resource = or_hit_points(resource);
                self.stay(act, user, LastingKind::Charges { left, amount, resource }, None);
            }
            Effect::Reflect { times, amount } => {
                let (left, amount) = ((*times).min(MOST_TIMES), self.amount(amount));
                self.stay(act, user, LastingKind::Reflect { left, amount }, None);
            }
            Effect::OverTime { times, every, amount, resource, drains } => {
                let ticks = LastingKind::Ticks {
                    left: (*times).min(MOST_TIMES),
                    every: self.amount(every).max(Amount::LEAST),
                    next: Amount::ZERO,
                    amount: self.amount(amount),
                    resource: or_hit_points(resource),
                    drains: *drains,
                };
                self.stay(act, aim, ticks, None);
            }
            Effect::Punish { amount } => {
                let (amount, struck) = (self.amount(amount), Some(Vec::new()));
                self.stay(act, user, LastingKind::Punish { amount, struck }, None);
            }
            Effect::Ward { times, amount } => {
                let (left, amount) = ((*times).min(MOST_TIMES), self.amount(amount));
                self.stay(act, user, LastingKind::Ward { left, amount }, None);
            }
            Effect::Expose { times, amount } => {
                let (left, amount) = ((*times).min(MOST_TIMES), self.amount(amount));
                self.stay(act, user, LastingKind::Expose { left, amount }, None);
            }
            Effect::Percentages { attribute, points, lasts } => {
                let lasts = lasts.as_ref().map(|own| self.amount(own).max(Amount::LEAST));
                let (attribute, points) = (*attribute, *points);
                self.stay(act, user, LastingKind::Percentages { attribute, points }, lasts);
            }
            Effect::Bear => self.stay(act, user, LastingKind::Bears { resource: None }, None),
            Effect::Spoils { amount, resource } => {
                let (amount, resource) = (self.amount(amount), or_hit_points(resource));
                self.stay(act, user, LastingKind::Spoils { amount, resource }, None);
            }
            Effect::Reveal => self.stay(act, user, LastingKind::Insight { of: aim }, None),
            Effect::Hide { amount } => {
                let value = self.user.attribute(self.attribute);
                let lasts = windup(self.amount(amount), value);
                self.stay(act, user, LastingKind::Hidden, Some(lasts));
            }
        }
        act.shares.extend(shares.into_iter().filter(|share| share.amount.is_positive()));
    }

    /// Something stays with a fighter when the act has landed; until the fight ends when it is not
    /// said how long.
    fn stay(&self, act: &mut Act, bearer: Id, kind: LastingKind, lasts: Option<Amount>) {
        let (name, by) = (self.name.clone(), self.user.id);
        let lasting = Box::new(Lasting { number: 0, name, by, kind, until: None });
        if lasting.is_something() {
            act.aftermath.push(Aftermath::Stays { bearer, lasting, lasts });
        }
    }
}
