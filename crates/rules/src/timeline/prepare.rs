//! From what a player declares to an act with its wind-up (T-21, T-22, T-45, T-46).

use num_traits::Signed;

use super::act::Share;
use super::act::{impact_in, windup};
use super::resolve::out_of_reach;
use super::skill::{Effect, Reckoning, Whom};
use super::weapon::{Weapon, WeaponKind};
use super::{Act, Amount, Attribute, Character, Deed, Doing, Effort, Plan, Resource, State};
use crate::{Id, Refusal, message};

impl State {
    /// The act a plan becomes when it starts at an instant.
    ///
    /// # Errors
    /// When the rules do not allow it: no such target, nothing to act with, out of reach.
    pub(super) fn prepare(&self, who: Id, plan: &Plan, start: Amount) -> Result<Act, Refusal> {
        let character = self
            .character(who)
            .ok_or_else(|| Refusal::new("T-01", message!("timeline-no-character")))?;
        if character.derived.overloaded {
            return Err(Refusal::new("T-05", message!("timeline-overloaded"))
                .instead(message!("timeline-carry-less", most = character.derived.capacity)));
        }
        if plan.note.chars().count() > 200 {
            return Err(Refusal::new("T-21", message!("timeline-too-long", most = 200)));
        }
        self.check_target(&plan.deed)?;
        if let Deed::Skill { skill, target } = plan.deed {
            return self.prepare_skill(character, skill, target, plan, start);
        }
        let weapon = self.weapon_of(character, plan)?;
        let (attribute, impact, power, time) = match &plan.deed {
            Deed::Shoot { shots, .. } => firearm(weapon, Some(*shots))?,
            Deed::Reload => firearm(weapon, None)?,
            deed => {
                let attribute = self.attribute_of(who, deed, plan, weapon)?;
                let value = character.attribute(attribute);
                if !value.is_positive() {
                    let what = message!("timeline-attribute-zero", attribute = attribute.name());
                    return Err(Refusal::new("T-22", what));
                }
                let (impact, time) = self.effort(who, plan, value)?;
                let power = weapon.map_or(impact, |own| own.draft.amplified(impact, attribute));
                (Some(attribute), impact, power, time)
            }
        };
        let act = Act {
            deed: plan.deed.clone(),
            attribute,
            impact,
            power,
            left: power,
            start,
            end: start + time,
            weapon: weapon.map(|weapon| weapon.id),
            note: plan.note.clone(),
            shares: Vec::new(),
            costs: Vec::new(),
        };
        if out_of_reach(self, who, &act) {
            let target =
                act.deed.target().map_or(Amount::ZERO, |target| self.distance(who, target));
            return Err(Refusal::new("T-30", message!("timeline-out-of-reach", distance = target)));
        }
        Ok(act)
    }

    /// The act of a skill: its parts with their amounts, and what it costs (T-50, T-52).
    fn prepare_skill(
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
        let value = character.attribute(skill.attribute);
        if !value.is_positive() {
            let what = message!("timeline-attribute-zero", attribute = skill.attribute.name());
            return Err(Refusal::new("T-22", what));
        }
        let (impact, _) = self.effort(character.id, plan, value)?;
        let aim = target.unwrap_or(character.id);
        let target_level = self.character(aim).map_or(1, |one| one.card.level);
        let at = Reckoning { impact, level: character.card.level, target_level };
        // Tried impacts passed when it was learnt; this one must pass too.
        if skill.excess(at).is_none_or(|excess| excess.is_positive()) {
            return Err(Refusal::new("T-52", message!("timeline-law-unreckonable")));
        }
        let wound_up = match &skill.windup_for {
            Some(expr) => at.value(expr).unwrap_or(impact).max(Amount::ZERO).min(impact),
            None => impact,
        };
        let mut act = Act {
            deed: plan.deed.clone(),
            attribute: Some(skill.attribute),
            impact,
            power: impact,
            left: impact,
            start,
            end: start + windup(wound_up, value),
            weapon: None,
            note: plan.note.clone(),
            shares: Vec::new(),
            costs: Vec::new(),
        };
        for cost in &skill.costs {
            act.costs.push((cost.resource, at.value(&cost.amount).unwrap_or_default()));
        }
        for effect in &skill.effects {
            self.share(character.id, target, effect, at, &mut act);
        }
        Ok(act)
    }

    /// What a part of a skill is on the timeline.
    fn share(&self, user: Id, target: Option<Id>, effect: &Effect, at: Reckoning, act: &mut Act) {
        let amount_of = |expr: &dice::Expr| at.value(expr).unwrap_or_default().max(Amount::ZERO);
        let aim = |whom: Whom| match whom {
            Whom::User => vec![user],
            Whom::Target => vec![target.unwrap_or(user)],
            Whom::Everyone => {
                let fight = self.fight.as_deref();
                let others = fight.into_iter().flat_map(|fight| fight.standing());
                others.map(|fighter| fighter.id).filter(|id| *id != user).collect()
            }
        };
        let strike = |target, resource| Deed::Strike { target, resource, damage_type: None };
        let mut add = |deed: Deed, amount: Amount| {
            if amount.is_positive() {
                act.shares.push(Share { deed, amount });
            }
        };
        match effect {
            Effect::Damage { amount, resource, whom: Whom::User, .. } => {
                act.costs.push((resource.unwrap_or(Resource::HitPoints), amount_of(amount)));
            }
            Effect::Damage { amount, resource, whom, .. } => {
                aim(*whom).into_iter().for_each(|id| add(strike(id, *resource), amount_of(amount)));
            }
            Effect::Hits { times, amount, resource } => {
                for _ in 0..(*times).min(100) {
                    add(strike(target.unwrap_or(user), *resource), amount_of(amount));
                }
            }
            Effect::Heal { amount, resource, whom } => {
                let heal = |target| Deed::Heal { target, resource: *resource };
                aim(*whom).into_iter().for_each(|id| add(heal(id), amount_of(amount)));
            }
            Effect::Shift { amount, from } => {
                let to = match from {
                    Resource::HitPoints => Resource::Willpower,
                    Resource::Willpower => Resource::HitPoints,
                };
                add(Deed::Heal { target: user, resource: Some(to) }, amount_of(amount));
                act.costs.push((*from, amount_of(amount)));
            }
            Effect::Shield { amount, whom } => {
                let shield = |target| Deed::Shield { target };
                aim(*whom).into_iter().for_each(|id| add(shield(id), amount_of(amount)));
            }
            Effect::Control { resist: Some(resist), .. } => {
                if let Some(target) = target {
                    add(Deed::Control { target, resist: *resist }, at.impact);
                }
            }
            Effect::Weaken { amount, resist } => {
                let resist = resist.unwrap_or(Attribute::Constitution);
                if let Some(target) = target {
                    add(Deed::Weaken { target, resist }, amount_of(amount));
                }
            }
            Effect::Move { amount } => {
                let fight = self.fight.as_deref();
                let position =
                    |id| fight.and_then(|fight| fight.fighter(id)).map(|one| one.position);
                let here = position(user).unwrap_or_default();
                let to = target.and_then(position).unwrap_or(here + amount_of(amount));
                add(Deed::Move { to }, amount_of(amount));
            }
            // A copy, changed percentages and what is only told are the table's to play.
            Effect::Control { resist: None, .. }
            | Effect::Summon { .. }
            | Effect::Percentages { .. }
            | Effect::Told { .. } => {}
        }
    }

    fn check_target(&self, deed: &Deed) -> Result<(), Refusal> {
        let Some(target) = deed.target() else { return Ok(()) };
        let (_, fighter) = self.fighter(target)?;
        if deed.is_hostile() && fighter.unseen {
            let what = message!("timeline-unseen", name = self.name(target));
            return Err(Refusal::new("T-30", what));
        }
        if let Deed::Strike { damage_type: Some(text), .. }
        | Deed::Shoot { damage_type: Some(text), .. } = deed
            && text.chars().count() > 30
        {
            return Err(Refusal::new("T-41", message!("timeline-too-long", most = 30)));
        }
        Ok(())
    }

    fn weapon_of<'c>(
        &self,
        character: &'c Character,
        plan: &Plan,
    ) -> Result<Option<&'c Weapon>, Refusal> {
        let needed = matches!(plan.deed, Deed::Shoot { .. } | Deed::Reload);
        let Some(id) = plan.weapon.or(character.wielded.filter(|_| needed)) else {
            return Ok(None);
        };
        if !self.options.weapons {
            return Err(Refusal::new("T-09", message!("timeline-no-weapons")));
        }
        let found = character.weapon(id);
        found.map(Some).ok_or_else(|| Refusal::new("T-45", message!("timeline-no-weapon")))
    }

    /// The attribute an act uses: the one named, or the weapon's own.
    fn attribute_of(
        &self,
        who: Id,
        deed: &Deed,
        plan: &Plan,
        weapon: Option<&Weapon>,
    ) -> Result<Attribute, Refusal> {
        let of_weapon = weapon.and_then(|weapon| match weapon.draft.kind {
            WeaponKind::Amplifier { attribute, .. } => Some(attribute),
            _ => None,
        });
        let attribute = plan
            .attribute
            .or(of_weapon)
            .ok_or_else(|| Refusal::new("T-21", message!("timeline-which-attribute")))?;
        if let Deed::BreakFree { target } = deed {
            let (_, fighter) = self.fighter(*target)?;
            let controlled = matches!(fighter.doing, Doing::Controlled(_));
            let of_control = fighter.resist.filter(|_| controlled && *target != who);
            let resists: Vec<Attribute> =
                fighter.weakened.iter().map(|one| one.resist).chain(of_control).collect();
            if !resists.contains(&attribute) {
                let names: Vec<_> = resists.into_iter().map(Attribute::name).collect();
                let refusal = Refusal::new("T-28", message!("timeline-nothing-to-break"));
                return Err(match names.is_empty() {
                    true => refusal,
                    false => refusal.instead(message!("timeline-break-with", attributes = names)),
                });
            }
        }
        Ok(attribute)
    }

    /// Impact and wind-up: from an impact, from a time, or from the way to go (T-22, T-30).
    fn effort(&self, who: Id, plan: &Plan, value: Amount) -> Result<(Amount, Amount), Refusal> {
        let bounds = || {
            let what =
                message!("timeline-impact-bounds", least = Amount::LEAST, most = Amount::MOST);
            Refusal::new("T-21", what)
        };
        let allowed = Amount::LEAST..=Amount::MOST;
        if let Deed::Move { to } = plan.deed {
            if to.abs() > Amount::MOST {
                return Err(bounds());
            }
            let (_, fighter) = self.fighter(who)?;
            let way = (to - fighter.position).abs();
            if !way.is_positive() {
                return Err(Refusal::new("T-30", message!("timeline-already-there")));
            }
            return Ok((way, windup(way, value)));
        }
        match plan.effort {
            Some(Effort::Impact(impact)) if allowed.contains(&impact) => {
                Ok((impact, windup(impact, value)))
            }
            Some(Effort::Time(time)) if allowed.contains(&time) => {
                let impact = impact_in(time, value);
                if allowed.contains(&impact) { Ok((impact, time)) } else { Err(bounds()) }
            }
            _ => Err(bounds()),
        }
    }
}

type Numbers = (Option<Attribute>, Amount, Amount, Amount);

/// A firearm uses only its own numbers: shots, or a reload when there are none (T-46).
fn firearm(weapon: Option<&Weapon>, shots: Option<u32>) -> Result<Numbers, Refusal> {
    let Some(weapon) = weapon else {
        return Err(Refusal::new("T-46", message!("timeline-no-weapon")));
    };
    let WeaponKind::Firearm { damage, windup, magazine, reload } = weapon.draft.kind else {
        let what = message!("timeline-no-firearm", weapon = &weapon.draft.name);
        return Err(Refusal::new("T-46", what));
    };
    match shots {
        Some(shots) if (1..=weapon.rounds).contains(&shots) => {
            let impact = damage.times(shots.into(), 1);
            Ok((None, impact, impact, windup.times(shots.into(), 1)))
        }
        Some(_) => {
            let what =
                message!("timeline-rounds-left", rounds = weapon.rounds, magazine = magazine);
            Err(Refusal::new("T-46", what).instead(message!("timeline-reload-first")))
        }
        None if weapon.rounds == magazine => {
            Err(Refusal::new("T-46", message!("timeline-magazine-full", magazine = magazine)))
        }
        None => Ok((None, Amount::ZERO, Amount::ZERO, reload.max(Amount::LEAST))),
    }
}
