//! Answering a consequence before it lands (M-30).

use super::action::open as open_roll;
use super::consequence::land_all;
use super::plan::{Decided, Plan, missing};
use super::thing::covers;
use super::{
    Boon, Consequence, Cut, Depth, Event, Harm, Holder, Mist, MitigateBy, MitigateFull,
    MitigateRules, Outcome, RollKind, name, status,
};
use crate::{Id, Refusal, Tone, message};

/// Opens a mitigation of a pending consequence.
pub(super) fn open(plan: &mut Plan, actor: Id, id: Id, text: &str) -> Decided {
    let consequence = plan.consequence(id)?;
    let actor = plan.actor(actor)?;
    if !consequence.mitigable {
        return Err(Refusal::new("M-35", message!("mist-not-mitigable")));
    }
    if consequence.answered.contains(&actor.id) {
        return Err(Refusal::new("M-30", message!("mist-answered-already", who = &actor.name)));
    }
    let kind = RollKind::Mitigate { consequence: id };
    let mut rolls = plan.before.rolls.iter();
    if rolls.any(|it| it.kind == kind) {
        return Err(Refusal::new("M-30", message!("mist-being-answered"))
            .instead(message!("mist-being-answered-instead")));
    }
    if !covers(&actor.seen, &consequence.seen) {
        return Err(Refusal::new("B-30", message!("mist-hidden-source", what = &actor.name))
            .instead(message!("mist-hidden-source-instead")));
    }
    let seen = consequence.seen.clone();
    open_roll(plan, Some(actor), kind, Depth::Detailed, text, seen)
}

impl Mist {
    /// What lessening a part of a consequence costs; nothing when it cannot be lessened.
    pub(super) fn cut_price(&self, harm: &Harm, by: u8) -> Option<u32> {
        let MitigateRules { by: mode, other, .. } = self.mitigate;
        match (harm, mode) {
            (Harm::Status { .. }, MitigateBy::Statuses) => Some(u32::from(by)),
            (_, MitigateBy::Statuses) => None,
            (Harm::Status { .. } | Harm::Raise { .. }, MitigateBy::Prices) => {
                Some(u32::from(by) * u32::from(self.effects.status))
            }
            (
                Harm::Tag { .. } | Harm::Burn { .. } | Harm::Remove { .. } | Harm::Trait { .. },
                MitigateBy::Prices,
            ) => Some(u32::from(self.effects.tag)),
            (_, MitigateBy::Prices) => Some(u32::from(other)),
        }
    }

    /// As much as the power of a mitigation lessens, first things first.
    pub(super) fn best_cuts(&self, it: &Consequence, budget: u8) -> Vec<Cut> {
        let mut left = u32::from(budget);
        let mut cuts = Vec::new();
        for (part, harm) in (0u8..).zip(&it.harms) {
            let by = match harm {
                Harm::Status { tier, .. } | Harm::Raise { tier, .. } => {
                    let each = self.cut_price(harm, 1).unwrap_or(u32::MAX).max(1);
                    u8::try_from(left / each).unwrap_or(u8::MAX).min(*tier)
                }
                _ => 0,
            };
            let whole = !matches!(harm, Harm::Status { .. } | Harm::Raise { .. });
            let price = self.cut_price(harm, by).unwrap_or(u32::MAX);
            if (by > 0 || whole) && price <= left {
                left -= price;
                cuts.push(Cut { part, by });
            }
        }
        cuts
    }
}

/// Spends the power of a mitigation against its consequence.
pub(super) fn lessen(plan: &mut Plan, id: Id, cuts: &[Cut], boon: Option<&Boon>) -> Decided {
    let roll = plan.roll(id)?;
    plan.rolls_for(roll)?;
    let (RollKind::Mitigate { consequence }, Some(outcome), Some(actor)) =
        (&roll.kind, &roll.outcome, roll.actor)
    else {
        return Err(Refusal::new("M-30", message!("mist-not-mitigating")));
    };
    let consequence = plan
        .before
        .consequence(*consequence)
        .ok_or_else(|| missing(message!("mist-a-consequence")))?;
    check_boon(plan, outcome, boon)?;
    let deeper = u32::from(boon == Some(&Boon::Deeper));
    let budget = u32::from(outcome.budget) + deeper;
    let (harms, cost) = cut(plan, consequence, cuts)?;
    if cost > budget {
        return Err(Refusal::new("M-30", message!("mist-over-budget", cost = cost))
            .instead(message!("mist-budget", left = budget)));
    }
    answer(plan, actor, consequence, harms);
    if let Some(Boon::Status { on, name }) = boon {
        plan.character(*on)?;
        let name = name::name(name)?;
        let on = Holder::Character(*on);
        status::gain(plan, on, &name, 1, &roll.seen, None, None);
    }
    plan.push(Event::RollClosed { roll: id });
    Ok(())
}

/// Ends a mitigation in one word. Where power lowers statuses the whole of it does; where it is
/// spent, what is not spent yet is left.
pub(super) fn close(plan: &mut Plan, id: Id) -> Decided {
    let roll = plan.roll(id)?;
    plan.rolls_for(roll)?;
    let (RollKind::Mitigate { consequence }, Some(outcome), Some(actor)) =
        (&roll.kind, &roll.outcome, roll.actor)
    else {
        return Err(Refusal::new("M-30", message!("mist-not-mitigating")));
    };
    if let Some(consequence) = plan.before.consequence(*consequence) {
        let cuts = match plan.pack.mitigate.by {
            MitigateBy::Statuses => plan.pack.best_cuts(consequence, outcome.budget),
            MitigateBy::Prices => Vec::new(),
        };
        let (harms, _) = cut(plan, consequence, &cuts)?;
        answer(plan, actor, consequence, harms);
    }
    plan.push(Event::RollClosed { roll: id });
    Ok(())
}

/// What a mitigation has left of a consequence lands at once, part by part (M-30).
fn answer(plan: &mut Plan, by: Id, consequence: &Consequence, harms: Vec<Harm>) {
    let id = consequence.id;
    plan.push(Event::ConsequenceLessened { consequence: id, by, harms: harms.clone() });
    match harms.is_empty() {
        true => plan.push(Event::ConsequenceGone { consequence: id, averted: true }),
        false => land_all(plan, consequence, &harms),
    }
}

/// A full success may give a choice.
fn check_boon(plan: &Plan, outcome: &Outcome, boon: Option<&Boon>) -> Decided {
    let offered = outcome.tone >= Tone::Full && plan.pack.mitigate.full == MitigateFull::Choice;
    if boon.is_some() && !offered {
        return Err(Refusal::new("M-30", message!("mist-no-boon")));
    }
    Ok(())
}

/// What is left of a consequence after these cuts, and what they cost.
fn cut(plan: &Plan, consequence: &Consequence, cuts: &[Cut]) -> Result<(Vec<Harm>, u32), Refusal> {
    let mut harms: Vec<Option<Harm>> = consequence.harms.iter().cloned().map(Some).collect();
    let mut cost = 0;
    for (place, cut) in cuts.iter().enumerate() {
        let part = usize::from(cut.part);
        let twice = cuts[..place].iter().any(|it| it.part == cut.part);
        let Some(Some(harm)) = harms.get_mut(part).filter(|_| !twice) else {
            return Err(Refusal::new("M-30", message!("mist-no-part", part = part))
                .instead(message!("mist-no-part-instead", most = consequence.harms.len())));
        };
        let Some(price) = plan.pack.cut_price(harm, cut.by) else {
            return Err(Refusal::new("M-30", message!("mist-statuses-only")));
        };
        cost += price;
        match harm {
            Harm::Status { tier, .. } | Harm::Raise { tier, .. } => {
                if cut.by == 0 || cut.by > *tier {
                    return Err(Refusal::new("M-30", message!("mist-bad-tier", tier = cut.by))
                        .instead(message!("mist-bad-tier-instead", most = *tier)));
                }
                *tier -= cut.by;
                if *tier == 0 {
                    harms[part] = None;
                }
            }
            _ => harms[part] = None,
        }
    }
    Ok((harms.into_iter().flatten().collect(), cost))
}
