//! From what a player declares to an act with its wind-up (T-21, T-22, T-45, T-46).

use super::act::{impact_in, windup};
use super::resolve::out_of_reach;
use super::weapon::{Weapon, WeaponKind};
use super::{Act, Amount, Attribute, Character, Deed, Doing, Effort, Plan, State};
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
        self.check_target(&plan.deed)?;
        if let Deed::Skill { skill, target, .. } = plan.deed {
            return self.prepare_skill(character, skill, target, plan, start);
        }
        let plan = &self.placed(who, plan)?;
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
            pools: Vec::new(),
            aftermath: Vec::new(),
        };
        if out_of_reach(self, who, &act) {
            let target =
                act.deed.target().map_or(Amount::ZERO, |target| self.distance(who, target));
            return Err(Refusal::new("T-30", message!("timeline-out-of-reach", distance = target)));
        }
        Ok(act)
    }

    /// A step becomes a move to the place it leads to from here (T-30).
    fn placed(&self, who: Id, plan: &Plan) -> Result<Plan, Refusal> {
        let mut plan = plan.clone();
        if let Deed::Step { by } = plan.deed {
            let to = self.fighter(who)?.1.position + by;
            plan.deed = Deed::Move { to };
        }
        Ok(plan)
    }

    fn check_target(&self, deed: &Deed) -> Result<(), Refusal> {
        if let Some(against) = deed.against() {
            self.fighter(against)?;
        }
        let Some(target) = deed.target() else { return Ok(()) };
        let (_, fighter) = self.fighter(target)?;
        if deed.is_hostile() && fighter.is_unseen() {
            let what = message!("timeline-unseen", name = self.name(target));
            return Err(Refusal::new("T-30", what));
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
    pub(super) fn effort(
        &self,
        who: Id,
        plan: &Plan,
        value: Amount,
    ) -> Result<(Amount, Amount), Refusal> {
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
