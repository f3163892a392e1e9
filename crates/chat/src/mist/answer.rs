//! What the one who typed is told: the roll as it stands, and what can be done next (C-05).

use std::collections::BTreeSet;

use rules::mist::{Command, RollPart};
use rules::{Line, Message, message};

use super::book::Book;
use super::{offer, sheet};
use crate::bars;

/// The most forms a reply lists.
const MOST_FORMS: usize = 6;

/// After a line was done: every roll that changed, then what can be done next.
pub fn after(was: &Book<'_>, is: &Book<'_>) -> Vec<Line> {
    let unchanged = |roll: &RollPart| was.rolls.contains(&roll);
    let changed: Vec<&RollPart> =
        is.rolls.iter().copied().filter(|roll| !unchanged(roll)).collect();
    let moved = !changed.is_empty()
        || was.rolls.len() != is.rolls.len()
        || was.consequences != is.consequences
        || was.scene.map(|scene| &scene.owed) != is.scene.map(|scene| &scene.owed);
    let mut lines: Vec<Line> = changed.iter().flat_map(|roll| of_roll(roll, is)).collect();
    if moved {
        lines.extend(next(is));
    }
    lines
}

/// A roll as it stands: power and odds before the dice fall, what is left to spend after.
pub fn of_roll(roll: &RollPart, book: &Book<'_>) -> Vec<Line> {
    let who = roll.actor.and_then(|actor| book.called(actor));
    let who = who.unwrap_or_else(|| message!("chat-the-crew"));
    let mut lines = Vec::new();
    match (&roll.outcome, &roll.chances) {
        (Some(outcome), _) => {
            if outcome.budget > 0 {
                let left = message!("chat-budget", who = who, budget = outcome.budget);
                lines.push(left.into());
            }
        }
        (None, chances) => {
            let power = message!("chat-power", who = who, what = roll.name.clone());
            lines.push(Line { sum: Some(roll.power.clone()), ..Line::new(power) });
            lines.extend(chances.iter().flat_map(bars::of_chances));
            let waiting = sheet::waiting(roll);
            if !waiting.is_empty() {
                lines.push(message!("chat-waiting-lines", lines = waiting).into());
            }
        }
    }
    lines
}

/// What the game waits for this seat to do, else what it can do about the rolls under way.
pub fn next(book: &Book<'_>) -> Option<Line> {
    let offers: Vec<(&rules::Offer<serde_json::Value>, Command)> = book
        .context
        .offers()
        .iter()
        .filter_map(|offer| {
            let command = serde_json::from_value(offer.command.clone()).ok()?;
            Some((offer, command))
        })
        .collect();
    let waits = offers.iter().any(|(offer, _)| offer.waits.is_some());
    let wanted = offers.iter().filter(|(offer, command)| match waits {
        true => offer.waits.is_some(),
        false => is_of_roll(command),
    });
    let mut seen = BTreeSet::new();
    let forms: Vec<Message> = wanted
        .filter_map(|(_, command)| offer::form(command, book))
        .filter(|form| seen.insert(form.clone()))
        .take(MOST_FORMS)
        .map(|form| message!("plain", text = form))
        .collect();
    if forms.is_empty() {
        return None;
    }
    Some(message!("chat-next", forms = forms).into())
}

fn is_of_roll(command: &Command) -> bool {
    matches!(
        command,
        Command::Roll { .. }
            | Command::Spend { .. }
            | Command::Finish { .. }
            | Command::Push { .. }
            | Command::Lessen { .. }
            | Command::PickBurns { .. }
            | Command::Mitigate { .. }
            | Command::Accept { .. }
    )
}
