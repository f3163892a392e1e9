//! What can be done once the dice have fallen: spending, pushing, lessening.

use serde_json::json;

use super::{BLANK, Desk, choice, name, number, offer, words};
use crate::mist::{Boon, Command, Effect, Holder, MitigateFull, Outcome, Pending, RollKind, Thing};
use crate::{Bounds, Id, Message, Offer, Tone, message};

impl Desk<'_> {
    /// Everything about a roll whose dice have fallen.
    pub(super) fn offer_after(self, roll: &Pending, offers: &mut Vec<Offer<Command>>) {
        let Some(outcome) = &roll.outcome else {
            return;
        };
        if !roll.actor.is_some_and(|actor| self.acts_for(actor)) {
            return;
        }
        match &roll.kind {
            RollKind::Action | RollKind::Flashback { .. } => {
                self.offer_spending(roll, outcome, offers);
            }
            RollKind::Mitigate { consequence } => {
                self.offer_lessening(roll, outcome, *consequence, offers);
            }
            RollKind::Plunge { theme, .. } => {
                self.offer_burns(roll, outcome, *theme, offers);
            }
            _ => {}
        }
    }

    fn waits_spend(self, outcome: &Outcome) -> Message {
        message!("mist-waits-spend", left = outcome.budget)
    }

    fn offer_spending(self, roll: &Pending, outcome: &Outcome, offers: &mut Vec<Offer<Command>>) {
        let plays = self.plays(roll.actor);
        let prices = &self.pack.effects;
        let budget = outcome.budget;
        let mut buy = |label, effect: Effect, fields: Vec<(&str, Message, Bounds)>| {
            let command = Command::Spend { roll: roll.id, effects: vec![effect] };
            let mut spend = offer("M-17", label, command).waits(plays, self.waits_spend(outcome));
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
            message!("mist-do-effect-status", cost = prices.status),
            Effect::GainStatus { on, name: BLANK.to_owned(), tier: 1, onto: None, against: None },
            vec![whom(), called(), ("tier", message!("mist-field-tier"), number(1, most.max(1)))],
        );
        let statuses = self.things(|it| matches!(it, Thing::Status(..)));
        if let Some(first) = statuses.first() {
            let bounds = self.choices(statuses.iter().copied());
            buy(
                message!("mist-do-effect-reduce", cost = prices.status),
                Effect::ReduceStatus { status: *first, by: 1 },
                vec![
                    ("status", message!("mist-field-status"), bounds),
                    ("by", message!("mist-field-tier"), number(1, most.max(1))),
                ],
            );
        }
        buy(
            message!("mist-do-effect-tag", cost = prices.tag),
            Effect::AddTag { on, name: BLANK.to_owned() },
            vec![whom(), called()],
        );
        let tags = self.things(|it| matches!(it, Thing::StoryTag(..)));
        if let Some(first) = tags.first() {
            let bounds = self.choices(tags.iter().copied());
            buy(
                message!("mist-do-effect-remove", cost = prices.tag),
                Effect::RemoveTag { tag: *first },
                vec![("tag", message!("mist-field-tag"), bounds)],
            );
        }
        let said = || ("text", message!("mist-field-words"), words());
        buy(
            message!("mist-do-effect-clue", cost = prices.clue),
            Effect::Clue { text: BLANK.to_owned() },
            vec![said()],
        );
        buy(
            message!("mist-do-effect-feat", cost = prices.feat),
            Effect::Feat { text: BLANK.to_owned() },
            vec![said()],
        );
        if let Some(power) = prices.push {
            let label = message!("mist-do-push", power = power);
            offers.push(offer("M-18", label, Command::Push { roll: roll.id }));
        }
        offers.push(
            offer("M-17", message!("mist-do-finish"), Command::Finish { roll: roll.id })
                .waits(plays, self.waits_spend(outcome)),
        );
    }

    fn offer_lessening(
        self,
        roll: &Pending,
        outcome: &Outcome,
        consequence: Id,
        offers: &mut Vec<Offer<Command>>,
    ) {
        let Some(consequence) = self.state.consequence(consequence) else {
            return;
        };
        let plays = self.plays(roll.actor);
        let mut lessen = |label, budget: u8, boon: Option<Boon>| {
            let cuts = self.pack.best_cuts(consequence, budget);
            // Nothing to lessen and nothing to gain: closing does the same.
            if cuts.is_empty() && !matches!(boon, Some(Boon::Status { .. })) {
                return;
            }
            let mut lessen = offer(
                "M-30",
                label,
                Command::Lessen { roll: roll.id, cuts: cuts.clone(), boon: boon.clone() },
            )
            .waits(plays, self.waits_spend(outcome));
            for (place, cut) in cuts.iter().enumerate().filter(|(_, cut)| cut.by > 0) {
                let path = format!("cuts/{place}/by");
                let bounds = number(1, cut.by);
                lessen = lessen.field(&path, message!("mist-field-tier"), bounds);
            }
            if boon.is_some_and(|it| it != Boon::Deeper) {
                let allies = self.eyes().characters().filter(|it| !it.left);
                let allies = allies
                    .map(|it| choice(json!(it.id), message!("mist-thing-named", name = &it.name)));
                let allies = Bounds::Choice { of: allies.collect() };
                lessen = lessen.field("boon/on", message!("mist-field-whom"), allies).field(
                    "boon/name",
                    message!("mist-field-name"),
                    name(),
                );
            }
            offers.push(lessen);
        };
        let budget = outcome.budget;
        let choice_given =
            outcome.tone >= Tone::Full && self.pack.mitigate.full == MitigateFull::Choice;
        if let Some(actor) = roll.actor.filter(|_| choice_given) {
            lessen(message!("mist-do-lessen-deeper"), budget.saturating_add(1), Some(Boon::Deeper));
            let boon = Boon::Status { on: actor, name: BLANK.to_owned() };
            lessen(message!("mist-do-lessen-status"), budget, Some(boon));
        } else {
            lessen(message!("mist-do-lessen"), budget, None);
        }
        let close = Command::Finish { roll: roll.id };
        offers.push(
            offer("M-30", message!("mist-do-close"), close).waits(plays, self.waits_spend(outcome)),
        );
    }

    fn offer_burns(
        self,
        roll: &Pending,
        outcome: &Outcome,
        theme: Id,
        offers: &mut Vec<Offer<Command>>,
    ) {
        let actor = roll.actor.and_then(|id| self.state.character(id));
        let themes = actor.into_iter().flat_map(|it| &it.themes);
        let powers = themes
            .filter(|it| it.id == theme)
            .flat_map(|it| &it.powers)
            .filter(|it| !it.burnt)
            .map(|it| it.id);
        let powers: Vec<Id> = powers.collect();
        let tags: Vec<Id> = powers.iter().copied().take(usize::from(outcome.burns)).collect();
        let label = message!("mist-do-pick-burns", count = outcome.burns);
        let due = message!("mist-waits-burns", count = outcome.burns);
        let count = tags.len();
        let command = Command::PickBurns { roll: roll.id, tags };
        let mut pick = offer("M-35", label, command).waits(self.plays(roll.actor), due);
        for place in 0..count {
            let bounds = self.choices(powers.iter().copied());
            pick = pick.field(&format!("tags/{place}"), message!("mist-field-tag"), bounds);
        }
        offers.push(pick);
    }
}
