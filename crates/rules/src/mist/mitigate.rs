//! Answering a consequence before it lands (M-30).

use serde::{Deserialize, Serialize};

use super::consequence::land_all;
use super::lookup::missing;
use super::offers::{BLANK, OfferBuilder, Offers, name, number, text};
use super::thing::covers;
use super::viewing::Viewing;
use super::{
    Character, Command, Consequence, Deciding, Depth, Event, Harm, Holder, LONGEST_NAME, Mist,
    MitigateBy, MitigateFull, MitigateRules, Outcome, Pending, Proposal, RollKind, State, effect,
    roll, status,
};
use crate::kernel::{Decided, choice, offer};
use crate::{Bounds, Id, Message, Refusal, Term, Tone, message, typed};

/// Lessens one part of a consequence (M-30).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistCut"))]
pub struct Cut {
    /// The part, counted from 0.
    pub part: u8,
    /// For a status: by how many tiers. Anything else is averted whole.
    #[serde(default)]
    pub by: u8,
}

/// What a full success may add to a mitigation (M-30).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistBoon"))]
pub enum Boon {
    /// Lower by one more.
    Deeper,
    /// A tier-1 status for oneself or an ally.
    Status {
        /// Whose.
        on: Id,
        /// Its name.
        name: String,
    },
}

/// Opens a mitigation of a pending consequence.
pub(super) fn open(
    deciding: &mut Deciding,
    actor: Id,
    id: Id,
    text: &str,
    lines: &[Proposal],
) -> Decided {
    let consequence = deciding.consequence(id)?;
    let actor = deciding.actor(actor)?;
    check_open(deciding.before, consequence, actor)?;
    let kind = RollKind::Mitigate { consequence: id };
    let seen = consequence.seen.clone();
    roll::open(deciding, Some(actor), kind, Depth::Detailed, text, seen, lines)
}

/// Whether a character may answer a consequence, as far as the consequence goes.
pub(super) fn check_open(state: &State, consequence: &Consequence, actor: &Character) -> Decided {
    if !consequence.mitigable {
        return Err(Refusal::new("M-35", message!("mist-not-mitigable")));
    }
    if consequence.answered.contains(&actor.id) {
        return Err(Refusal::new("M-30", message!("mist-answered-already", who = &actor.name)));
    }
    if is_answered(state, consequence.id) {
        return Err(Refusal::new("M-30", message!("mist-being-answered"))
            .instead(message!("mist-being-answered-instead")));
    }
    if !covers(&actor.seen, &consequence.seen) {
        return Err(Refusal::new("B-30", message!("mist-hidden-source", what = &actor.name))
            .instead(message!("mist-hidden-source-instead")));
    }
    Ok(())
}

/// Whether someone is answering a consequence.
pub(super) fn is_answered(state: &State, consequence: Id) -> bool {
    state.rolls.iter().any(|it| it.kind == RollKind::Mitigate { consequence })
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

    /// What to say before a mitigation is rolled that could mitigate nothing (M-30).
    pub(super) fn mitigates_nothing(&self, state: &State, kind: &RollKind) -> Option<Message> {
        let RollKind::Mitigate { consequence } = kind else {
            return None;
        };
        let it = state.consequence(*consequence)?;
        let none = !it.harms.iter().any(|harm| self.cut_price(harm, 1).is_some());
        none.then(|| message!("mist-warn-mitigates-nothing", mitigate = &self.mitigate.name))
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

/// A mitigation whose dice have fallen.
struct Rolled<'a> {
    roll: &'a Pending,
    outcome: &'a Outcome,
    consequence: Id,
    actor: Id,
}

/// Looks up a mitigation whose dice have fallen, among those the seat rolls.
fn rolled<'a>(deciding: &Deciding<'a>, id: Id) -> Result<Rolled<'a>, Refusal> {
    let roll = deciding.roll(id)?;
    deciding.rolls_for(roll)?;
    match (&roll.kind, &roll.outcome, roll.actor) {
        (RollKind::Mitigate { consequence }, Some(outcome), Some(actor)) => {
            Ok(Rolled { roll, outcome, consequence: *consequence, actor })
        }
        _ => Err(Refusal::new("M-30", message!("mist-not-mitigating"))),
    }
}

/// Spends the power of a mitigation against its consequence.
pub(super) fn lessen(
    deciding: &mut Deciding,
    id: Id,
    cuts: &[Cut],
    boon: Option<&Boon>,
) -> Decided {
    let Rolled { roll, outcome, consequence, actor } = rolled(deciding, id)?;
    let consequence = deciding
        .before
        .consequence(consequence)
        .ok_or_else(|| missing(message!("mist-a-consequence")))?;
    check_boon(deciding, outcome, boon)?;
    let deeper = u32::from(boon == Some(&Boon::Deeper));
    let budget = u32::from(outcome.budget) + deeper;
    let (harms, cost) = cut(deciding, consequence, cuts)?;
    if cost > budget {
        return Err(Refusal::new("M-30", message!("mist-over-budget", cost = cost))
            .instead(message!("mist-budget", left = budget)));
    }
    answer(deciding, actor, consequence, harms);
    if let Some(Boon::Status { on, name }) = boon {
        deciding.character(*on)?;
        let name = Term::from(typed::name(name, LONGEST_NAME)?);
        let on = Holder::Character(*on);
        status::gain(deciding, on, &name, 1, &roll.seen, None, None);
    }
    deciding.push(Event::RollClosed { roll: id });
    Ok(())
}

/// Ends a mitigation in one word. Where power lowers statuses the whole of it does; where it is
/// spent, what is not spent yet is left.
pub(super) fn close(deciding: &mut Deciding, id: Id) -> Decided {
    let Rolled { outcome, consequence, actor, .. } = rolled(deciding, id)?;
    if let Some(consequence) = deciding.before.consequence(consequence) {
        let cuts = match deciding.pack.mitigate.by {
            MitigateBy::Statuses => deciding.pack.best_cuts(consequence, outcome.budget),
            MitigateBy::Prices => Vec::new(),
        };
        let (harms, _) = cut(deciding, consequence, &cuts)?;
        answer(deciding, actor, consequence, harms);
    }
    deciding.push(Event::RollClosed { roll: id });
    Ok(())
}

/// What a mitigation has left of a consequence lands at once, part by part (M-30).
fn answer(deciding: &mut Deciding, by: Id, consequence: &Consequence, harms: Vec<Harm>) {
    let id = consequence.id;
    deciding.push(Event::ConsequenceLessened { consequence: id, by, harms: harms.clone() });
    match harms.is_empty() {
        true => deciding.push(Event::ConsequenceGone { consequence: id, averted: true }),
        false => land_all(deciding, consequence, &harms),
    }
}

/// A full success may give a choice.
fn check_boon(deciding: &Deciding, outcome: &Outcome, boon: Option<&Boon>) -> Decided {
    let offered = outcome.tone >= Tone::Full && deciding.pack.mitigate.full == MitigateFull::Choice;
    if boon.is_some() && !offered {
        return Err(Refusal::new("M-30", message!("mist-no-boon")));
    }
    Ok(())
}

/// What is left of a consequence after these cuts, and what they cost.
fn cut(
    deciding: &Deciding,
    consequence: &Consequence,
    cuts: &[Cut],
) -> Result<(Vec<Harm>, u32), Refusal> {
    let mut harms: Vec<Option<Harm>> = consequence.harms.iter().cloned().map(Some).collect();
    let mut cost = 0;
    for (place, cut) in cuts.iter().enumerate() {
        let part = usize::from(cut.part);
        let twice = cuts[..place].iter().any(|it| it.part == cut.part);
        let Some(Some(harm)) = harms.get_mut(part).filter(|_| !twice) else {
            return Err(Refusal::new("M-30", message!("mist-no-part", part = part))
                .instead(message!("mist-no-part-instead", most = consequence.harms.len())));
        };
        let Some(price) = deciding.pack.cut_price(harm, cut.by) else {
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

pub(super) fn lessened(state: &mut State, consequence: Id, by: Id, harms: &[Harm]) {
    if let Some(it) = state.consequence_mut(consequence) {
        it.harms = harms.to_vec();
        it.answered.push(by);
    }
}

pub(super) fn tell_lessened(
    viewing: Viewing,
    consequence: Id,
    by: Id,
    harms: &[Harm],
) -> Option<Message> {
    let before = viewing.consequence(consequence)?;
    let who = viewing.state.name_of(by);
    Some(if before.harms == *harms {
        message!("mist-told-not-lessened", who = who)
    } else {
        let harm_messages = |harms: &[Harm]| -> Vec<Message> {
            harms.iter().map(|it| viewing.harm_told(it)).collect()
        };
        let stopped = harm_messages(&stopped(&before.harms, harms));
        if harms.is_empty() {
            message!("mist-told-averted", who = who, stopped = stopped)
        } else {
            message!(
                "mist-told-lessened",
                who = who,
                stopped = stopped,
                harms = harm_messages(harms)
            )
        }
    })
}

/// What of a consequence was stopped: what is left of it keeps its order.
fn stopped(before: &[Harm], left: &[Harm]) -> Vec<Harm> {
    let mut left = left.iter().peekable();
    let mut stopped = Vec::new();
    for harm in before {
        let lowered = match (harm, left.peek()) {
            (Harm::Status { name, tier }, Some(Harm::Status { name: same, tier: now }))
                if name == same =>
            {
                Some(Harm::Status { name: name.clone(), tier: tier.saturating_sub(*now) })
            }
            (
                Harm::Raise { challenge, name, tier },
                Some(Harm::Raise { challenge: of, name: same, tier: now }),
            ) if (challenge, name) == (of, same) => Some(Harm::Raise {
                challenge: *challenge,
                name: name.clone(),
                tier: tier.saturating_sub(*now),
            }),
            (harm, Some(same)) if harm == *same => {
                left.next();
                continue;
            }
            _ => {
                stopped.push(harm.clone());
                continue;
            }
        };
        left.next();
        let nothing =
            |it: &Harm| matches!(it, Harm::Status { tier: 0, .. } | Harm::Raise { tier: 0, .. });
        stopped.extend(lowered.filter(|it| !nothing(it)));
    }
    stopped
}

impl OfferBuilder<'_> {
    /// Answering a consequence, with any character of the seat's own.
    pub(super) fn offer_mitigating(self, it: &Consequence, offers: &mut Offers) {
        let may = |actor: &Character| check_open(self.state, it, actor).is_ok();
        let own: Vec<Id> = self.own().filter(|actor| may(actor)).map(|it| it.id).collect();
        // Whoever is hit answers first.
        let hit = it.to.filter(|to| own.contains(to));
        let Some(actor) = hit.or(own.first().copied()) else {
            return;
        };
        let (text_, lines) = (String::new(), Vec::new());
        let command = Command::Mitigate { actor, consequence: it.id, text: text_, lines };
        let label = message!("mist-act-mitigate");
        let mut mitigate =
            offer("M-30", label, command).field("text", message!("mist-field-what"), text());
        if own.len() > 1 {
            let who = message!("mist-field-character");
            mitigate = mitigate.field("actor", who, self.choices(own));
        }
        offers.push(mitigate.waits(self.plays(it.to) && hit.is_some(), it.due()));
    }

    /// Spending the power of a mitigation.
    pub(super) fn offer_lessening(
        self,
        roll: &Pending,
        outcome: &Outcome,
        consequence: Id,
        offers: &mut Offers,
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
            .waits(plays, effect::waits_spend(outcome));
            for (place, cut) in cuts.iter().enumerate().filter(|(_, cut)| cut.by > 0) {
                let path = format!("cuts/{place}/by");
                let bounds = number(1, cut.by);
                lessen = lessen.field(&path, message!("mist-field-tier"), bounds);
            }
            if boon.is_some_and(|it| it != Boon::Deeper) {
                let allies = self.viewing().characters().filter(|it| !it.left);
                let allies =
                    allies.map(|it| choice(it.id, message!("mist-thing-named", name = &it.name)));
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
            lessen(
                message!("mist-act-lessen-deeper"),
                budget.saturating_add(1),
                Some(Boon::Deeper),
            );
            let boon = Boon::Status { on: actor, name: BLANK.to_owned() };
            lessen(message!("mist-act-lessen-status"), budget, Some(boon));
        } else {
            lessen(message!("mist-act-lessen"), budget, None);
        }
        let close = Command::Finish { roll: roll.id };
        offers.push(
            offer("M-30", message!("mist-act-close"), close)
                .waits(plays, effect::waits_spend(outcome)),
        );
    }
}
