//! What the power of an action buys (M-17).

use serde::{Deserialize, Serialize};

use super::case_file::said;
use super::lookup::missing;
use super::offers::{BLANK, OfferBuilder, Offers, name, number, words};
use super::status::{check_onto, check_status_of, check_tier};
use super::tag::check_holder;
use super::viewing::Viewing;
use super::{
    Clue, ClueOrigin, Command, Deciding, EffectRules, Event, Holder, LONGEST_NAME, Outcome,
    Pending, RollKind, State, Tag, Thing, clock, mitigate, status,
};
use crate::kernel::{Decided, offer};
use crate::{Bounds, Id, Message, Refusal, Term, message, typed};

/// An effect bought with an action's power (M-17).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistEffect", optional_fields))]
pub enum Effect {
    /// Someone or something gets a status, or more of one.
    GainStatus {
        /// Who or what.
        on: Holder,
        /// Its name.
        name: String,
        /// Its tier.
        tier: u8,
        /// The similar status it stacks onto, or the limit whose status it is (M-05).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        onto: Option<Id>,
        /// The opposed status it cancels (M-06).
        #[serde(default, skip_serializing_if = "Option::is_none")]
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
    /// A clock moves, or the countdown of the file when none is named (M-44).
    Clock {
        /// Which clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<Id>,
        /// By how many steps towards its end; away from it when negative.
        by: i8,
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
            // A step is worth a tier.
            Effect::Clock { by, .. } => u32::from(prices.status) * u32::from(by.unsigned_abs()),
            Effect::Clue { .. } => u32::from(prices.clue),
            Effect::Feat { .. } => u32::from(prices.feat),
        }
    }
}

/// A rolled action of which power is left to spend.
pub(super) fn spending<'a>(
    deciding: &Deciding<'a>,
    id: Id,
) -> Result<(&'a Pending, &'a Outcome), Refusal> {
    let roll = deciding.roll(id)?;
    deciding.rolls_for(roll)?;
    match (&roll.kind, &roll.outcome) {
        (RollKind::Action | RollKind::Flashback { .. }, Some(outcome)) => Ok((roll, outcome)),
        (_, None) => Err(Refusal::new("M-17", message!("mist-not-rolled"))
            .instead(message!("mist-not-rolled-instead"))),
        _ => Err(Refusal::new("M-17", message!("mist-nothing-to-spend"))),
    }
}

/// Buys effects, all or none of them (M-17).
pub(super) fn spend(deciding: &mut Deciding, id: Id, effects: &[Effect]) -> Decided {
    let (roll, outcome) = spending(deciding, id)?;
    let prices = &deciding.pack.effects;
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
    deciding.push(Event::EffectsBought {
        roll: id,
        // At most the budget, which is a u8.
        cost: u8::try_from(cost).unwrap_or(u8::MAX),
        other_than_feat,
    });
    for effect in effects {
        buy(deciding, roll, effect)?;
    }
    if left == 0 {
        deciding.push(Event::RollClosed { roll: id });
    }
    Ok(())
}

fn buy(deciding: &mut Deciding, roll: &Pending, effect: &Effect) -> Decided {
    match effect {
        Effect::GainStatus { on, name, tier, onto, against } => {
            check_holder(deciding, *on)?;
            check_tier(deciding, *tier)?;
            if let Some(id) = onto {
                check_onto(deciding, *on, *id)?;
            }
            if let Some(id) = against {
                check_status_of(deciding, *on, *id)?;
            }
            let name = Term::from(typed::name(name, LONGEST_NAME)?);
            status::gain(deciding, *on, &name, *tier, &roll.seen, *onto, *against);
        }
        Effect::ReduceStatus { status, by } => {
            let viewer = deciding.viewer();
            let tier = match deciding.now().find(*status, viewer) {
                Some(Thing::Status(_, status)) => status.tier(),
                _ => return Err(missing(message!("mist-a-status"))),
            };
            if *by == 0 || *by > tier {
                return Err(Refusal::new("M-06", message!("mist-bad-tier", tier = *by))
                    .instead(message!("mist-bad-tier-instead", most = tier)));
            }
            deciding.push(Event::StatusReduced { status: *status, by: *by });
        }
        Effect::AddTag { on, name } => {
            check_holder(deciding, *on)?;
            let tag = Tag {
                seen: roll.seen.clone(),
                ..Tag::new(deciding.id(), Term::from(typed::name(name, LONGEST_NAME)?))
            };
            deciding.push(Event::TagAdded { on: *on, tag });
        }
        Effect::RemoveTag { tag } => {
            let viewer = deciding.viewer();
            let Some(Thing::StoryTag(..)) = deciding.now().find(*tag, viewer) else {
                return Err(missing(message!("mist-a-story-tag")));
            };
            deciding.push(Event::TagRemoved { tag: *tag });
        }
        Effect::Clue { text } => {
            let clue = Clue {
                id: deciding.id(),
                text: said(text, message!("mist-a-clue"))?.as_str().into(),
                origin: ClueOrigin::Found,
                seen: roll.seen.clone(),
            };
            deciding.push(Event::ClueAdded { clue });
        }
        Effect::Clock { clock, by } => {
            clock::check_movable(deciding, *clock, *by)?;
            if !clock::move_by(deciding, *clock, *by) {
                return Err(Refusal::new("M-44", message!("mist-chosen-already")));
            }
        }
        Effect::Feat { text } => {
            let text = said(text, message!("mist-a-feat"))?;
            deciding.push(Event::FeatDone { roll: roll.id, text });
        }
    }
    Ok(())
}

pub(super) fn bought(state: &mut State, roll: Id, cost: u8, other_than_feat: bool) {
    if let Some(outcome) = state.outcome_mut(roll) {
        outcome.budget = outcome.budget.saturating_sub(cost);
        outcome.bought |= other_than_feat;
    }
}

pub(super) fn tell_bought(viewing: Viewing, roll: Id, cost: u8) -> Option<Message> {
    let roll = viewing.roll(roll)?;
    Some(message!("mist-told-spent", who = roll.actor_name(viewing.state), cost = cost))
}

/// The roll whose power is spent in one of these events, and how much of it.
pub(super) fn cost_in(events: &[Event]) -> Option<(Id, u8)> {
    events.iter().find_map(|event| {
        if let Event::EffectsBought { roll, cost, .. } = event {
            Some((*roll, *cost))
        } else {
            None
        }
    })
}

pub(super) fn tell_feat_done(viewing: Viewing, roll: Id, text: &str) -> Option<Message> {
    let roll = viewing.roll(roll)?;
    Some(message!("mist-told-feat", who = roll.actor_name(viewing.state), text = text))
}

/// Leaves the rest of the power unspent; of a mitigation, lets what it did not stop land (M-30).
pub(super) fn finish(deciding: &mut Deciding, id: Id) -> Decided {
    let roll = deciding.roll(id)?;
    if matches!(roll.kind, RollKind::Mitigate { .. }) && roll.outcome.is_some() {
        return mitigate::close(deciding, id);
    }
    spending(deciding, id)?;
    deciding.push(Event::RollClosed { roll: id });
    Ok(())
}

/// Power is left to spend.
pub(super) fn waits_spend(outcome: &Outcome) -> Message {
    message!("mist-waits-spend", left = outcome.budget)
}

impl OfferBuilder<'_> {
    /// Buying effects.
    pub(super) fn offer_spending(self, roll: &Pending, outcome: &Outcome, offers: &mut Offers) {
        let plays = self.plays(roll.actor);
        let prices = &self.pack.effects;
        let budget = outcome.budget;
        let mut buy = |label, effect: Effect, fields: Vec<(&str, Message, Bounds)>| {
            let command = Command::Spend { roll: roll.id, effects: vec![effect] };
            let mut spend = offer("M-17", label, command).waits(plays, waits_spend(outcome));
            for (path, label, bounds) in fields {
                spend = spend.field(&format!("effects/0/{path}"), label, bounds);
            }
            offers.push(spend);
        };
        let on = roll.actor.map_or(Holder::Scene, Holder::Character);
        let whom = || ("on", message!("mist-field-whom"), self.holder_choices());
        let called = || ("name", message!("mist-field-name"), name());
        let most = budget.checked_div(prices.status).unwrap_or(budget);
        let most = most.min(self.pack.status.boxes);
        buy(
            message!("mist-act-buy-gain-status", cost = prices.status),
            Effect::GainStatus { on, name: BLANK.to_owned(), tier: 1, onto: None, against: None },
            vec![whom(), called(), ("tier", message!("mist-field-tier"), number(1, most.max(1)))],
        );
        let statuses = self.things(|it| matches!(it, Thing::Status(..)));
        if let Some(first) = statuses.first() {
            let bounds = self.choices(statuses.iter().copied());
            buy(
                message!("mist-act-buy-reduce-status", cost = prices.status),
                Effect::ReduceStatus { status: *first, by: 1 },
                vec![
                    ("status", message!("mist-field-status"), bounds),
                    ("by", message!("mist-field-tier"), number(1, most.max(1))),
                ],
            );
        }
        buy(
            message!("mist-act-buy-add-tag", cost = prices.tag),
            Effect::AddTag { on, name: BLANK.to_owned() },
            vec![whom(), called()],
        );
        let tags = self.things(|it| matches!(it, Thing::StoryTag(..)));
        if let Some(first) = tags.first() {
            let bounds = self.choices(tags.iter().copied());
            buy(
                message!("mist-act-buy-remove-tag", cost = prices.tag),
                Effect::RemoveTag { tag: *first },
                vec![("tag", message!("mist-field-tag"), bounds)],
            );
        }
        if let Some(&clock) = self.movable().first() {
            let steps = i64::from(most.max(1));
            buy(
                message!("mist-act-buy-clock", cost = prices.status),
                Effect::Clock { clock, by: -1 },
                vec![
                    ("clock", message!("mist-field-which"), self.movable_choices()),
                    (
                        "by",
                        message!("mist-field-steps"),
                        Bounds::Number { min: -steps, max: steps },
                    ),
                ],
            );
        }
        let said = || ("text", message!("mist-field-words"), words());
        buy(
            message!("mist-act-buy-clue", cost = prices.clue),
            Effect::Clue { text: BLANK.to_owned() },
            vec![said()],
        );
        buy(
            message!("mist-act-buy-feat", cost = prices.feat),
            Effect::Feat { text: BLANK.to_owned() },
            vec![said()],
        );
    }

    /// Leaving the rest unspent.
    pub(super) fn offer_finishing(self, roll: &Pending, outcome: &Outcome, offers: &mut Offers) {
        let finish = Command::Finish { roll: roll.id };
        offers.push(
            offer("M-17", message!("mist-act-finish"), finish)
                .waits(self.plays(roll.actor), waits_spend(outcome)),
        );
    }
}
