//! What the power of an action buys (M-17).

use serde::{Deserialize, Serialize};

use super::outcome::owe_for_push;
use super::plan::{Decided, Plan, missing};
use super::stage::{check_holder, check_status_of, check_tier};
use super::{
    Clue, ClueOrigin, EffectRules, Event, Holder, Outcome, Pending, RollKind, Tag, Thing, mitigate,
    name, status,
};
use crate::{Id, Message, Refusal, Tone, message};

/// An effect bought with an action's power (M-17).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistEffect"))]
pub enum Effect {
    /// Someone or something gets a status, or more of one.
    GainStatus {
        /// Who or what.
        on: Holder,
        /// Its name.
        name: String,
        /// Its tier.
        tier: u8,
        /// The similar status it stacks onto (M-05).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        onto: Option<Id>,
        /// The opposed status it cancels (M-06).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        against: Option<Id>,
    },
    /// A status is lowered.
    ReduceStatus {
        /// Which one.
        status: Id,
        /// By how many tiers.
        by: u8,
    },
    /// A story tag comes to be.
    AddTag {
        /// Whose.
        on: Holder,
        /// What it says.
        name: String,
    },
    /// A story tag is removed.
    RemoveTag {
        /// Which one.
        tag: Id,
    },
    /// A clue or useful detail is found.
    Clue {
        /// What it says, or what is asked.
        text: String,
    },
    /// A small extra feat.
    Feat {
        /// What.
        text: String,
    },
}

impl Effect {
    /// What it costs (M-17).
    #[must_use]
    pub fn cost(&self, prices: &EffectRules) -> u32 {
        match self {
            Effect::GainStatus { tier, .. } => u32::from(prices.status) * u32::from(*tier),
            Effect::ReduceStatus { by, .. } => u32::from(prices.status) * u32::from(*by),
            Effect::AddTag { .. } | Effect::RemoveTag { .. } => u32::from(prices.tag),
            Effect::Clue { .. } => u32::from(prices.clue),
            Effect::Feat { .. } => u32::from(prices.feat),
        }
    }
}

/// A rolled action of which power is left to spend.
fn spending<'a>(plan: &Plan<'a>, id: Id) -> Result<(&'a Pending, &'a Outcome), Refusal> {
    let roll = plan.roll(id)?;
    plan.rolls_for(roll)?;
    match (&roll.kind, &roll.outcome) {
        (RollKind::Action | RollKind::Flashback { .. }, Some(outcome)) => Ok((roll, outcome)),
        (_, None) => Err(Refusal::new("M-17", message!("mist-not-rolled"))
            .instead(message!("mist-not-rolled-instead"))),
        _ => Err(Refusal::new("M-17", message!("mist-nothing-to-spend"))),
    }
}

/// Takes consequences for more power to spend (M-18).
pub(super) fn push(plan: &mut Plan, id: Id) -> Decided {
    let Some(power) = plan.pack.effects.push else {
        return Err(Refusal::new("M-18", message!("mist-no-push")));
    };
    let (roll, outcome) = spending(plan, id)?;
    if outcome.tone < Tone::Full || outcome.pushed {
        return Err(Refusal::new("M-18", message!("mist-push-full")));
    }
    plan.push(Event::Pushed { roll: id, power });
    owe_for_push(plan, roll, outcome.used.clone());
    Ok(())
}

/// Leaves the rest of the power unspent; of a mitigation, lets what it did not stop land (M-30).
pub(super) fn finish(plan: &mut Plan, id: Id) -> Decided {
    let roll = plan.roll(id)?;
    if matches!(roll.kind, RollKind::Mitigate { .. }) && roll.outcome.is_some() {
        return mitigate::close(plan, id);
    }
    spending(plan, id)?;
    plan.push(Event::RollClosed { roll: id });
    Ok(())
}

/// Buys effects, all or none of them (M-17).
pub(super) fn spend(plan: &mut Plan, id: Id, effects: &[Effect]) -> Decided {
    let (roll, outcome) = spending(plan, id)?;
    let prices = &plan.pack.effects;
    if effects.is_empty() {
        return Err(Refusal::new("M-17", message!("mist-no-effects"))
            .instead(message!("mist-budget", left = outcome.budget)));
    }
    let cost: u32 = effects.iter().map(|it| it.cost(prices)).sum();
    let Some(left) = u32::from(outcome.budget).checked_sub(cost) else {
        return Err(Refusal::new("M-17", message!("mist-over-budget", cost = cost))
            .instead(message!("mist-budget", left = outcome.budget)));
    };
    let is_feat = |it: &Effect| matches!(it, Effect::Feat { .. });
    let other_than_feat = !effects.iter().all(is_feat);
    if prices.feat_after_other && !other_than_feat && !outcome.bought {
        return Err(Refusal::new("M-17", message!("mist-feat-alone"))
            .instead(message!("mist-feat-alone-instead")));
    }
    plan.push(Event::EffectsBought {
        roll: id,
        // At most the budget, which is a u8.
        cost: u8::try_from(cost).unwrap_or(u8::MAX),
        other_than_feat,
    });
    for effect in effects {
        buy(plan, roll, effect)?;
    }
    if left == 0 {
        plan.push(Event::RollClosed { roll: id });
    }
    Ok(())
}

fn buy(plan: &mut Plan, roll: &Pending, effect: &Effect) -> Decided {
    match effect {
        Effect::GainStatus { on, name, tier, onto, against } => {
            check_holder(plan, *on)?;
            check_tier(plan, *tier)?;
            for id in onto.iter().chain(against) {
                check_status_of(plan, *on, *id)?;
            }
            let name = name::name(name)?;
            status::gain(plan, *on, &name, *tier, &roll.seen, *onto, *against);
        }
        Effect::ReduceStatus { status, by } => {
            let viewer = plan.viewer();
            let tier = match plan.now().find(*status, viewer) {
                Some(Thing::Status(_, status)) => status.tier(),
                _ => return Err(missing(message!("mist-a-status"))),
            };
            if *by == 0 || *by > tier {
                return Err(Refusal::new("M-06", message!("mist-bad-tier", tier = *by))
                    .instead(message!("mist-bad-tier-instead", most = tier)));
            }
            plan.push(Event::StatusReduced { status: *status, by: *by });
        }
        Effect::AddTag { on, name } => {
            check_holder(plan, *on)?;
            let tag = Tag { seen: roll.seen.clone(), ..Tag::new(plan.id(), name::name(name)?) };
            plan.push(Event::TagAdded { on: *on, tag });
        }
        Effect::RemoveTag { tag } => {
            let viewer = plan.viewer();
            let Some(Thing::StoryTag(..)) = plan.now().find(*tag, viewer) else {
                return Err(missing(message!("mist-a-story-tag")));
            };
            plan.push(Event::TagRemoved { tag: *tag });
        }
        Effect::Clue { text } => {
            let clue = Clue {
                id: plan.id(),
                text: said(text, message!("mist-a-clue"))?.as_str().into(),
                origin: ClueOrigin::Found,
                seen: roll.seen.clone(),
            };
            plan.push(Event::ClueAdded { clue });
        }
        Effect::Feat { text } => {
            let text = said(text, message!("mist-a-feat"))?;
            plan.push(Event::FeatDone { roll: roll.id, text });
        }
    }
    Ok(())
}

/// A text that must say something.
pub(super) fn said(typed: &str, what: Message) -> Result<String, Refusal> {
    let text = name::text(typed)?;
    if text.is_empty() {
        return Err(Refusal::new("M-01", message!("mist-says-nothing", what = what)));
    }
    Ok(text)
}
