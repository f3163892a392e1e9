//! What the one who typed is told: the action as it stands, and what can be done next (C-05).

use rules::fate::{ActionPart, Command};
use rules::{Line, Offer, message};
use serde_json::Value as Json;

use super::book::Book;
use crate::bars;
use crate::listener::signed;

/// The most choices a reply lists.
const MOST: usize = 12;

/// After a line was done: every action that changed, then what can be done next.
pub fn after(was: &Book<'_>, is: &Book<'_>) -> Vec<Line> {
    let changed = is.actions.iter().filter(|action| !was.actions.contains(action));
    let mut lines: Vec<Line> =
        changed.filter(|action| !action.rolled).flat_map(|action| of_action(action, is)).collect();
    let moved = was.actions != is.actions || was.hits != is.hits || was.compels != is.compels;
    if moved {
        lines.extend(next(is));
    }
    lines
}

/// An action as it stands: the number and odds before the dice fall, the outcome after.
pub fn of_action(action: &ActionPart, book: &Book<'_>) -> Vec<Line> {
    let who = book.called(action.actor);
    let mut lines = Vec::new();
    match &action.outcome {
        Some(outcome) => {
            let said = message!(
                "fate-resolved",
                who = who,
                outcome = &outcome.name,
                shifts = signed(outcome.shifts)
            );
            lines.push(Line { tone: Some(outcome.tone), ..Line::new(said) });
        }
        None => {
            let said = message!("chat-f-stands", who = who, total = action.side.rung.clone());
            lines.push(Line { sum: Some(action.side.sum.clone()), ..Line::new(said) });
            lines.extend(action.chances.iter().flat_map(bars::of_chances));
        }
    }
    lines
}

/// What the game waits for this seat to choose.
pub fn waiting<'v>(book: &Book<'v>) -> Vec<&'v Offer<Json>> {
    book.desk.offers.iter().filter(|offer| offer.waits.is_some()).take(MOST).collect()
}

/// The choices, numbered for `.choose`.
pub fn choices(book: &Book<'_>) -> Vec<Line> {
    let numbered = waiting(book).into_iter().enumerate().map(|(at, offer)| {
        message!("chat-f-choice", number = at + 1, label = offer.label.clone()).into()
    });
    numbered.collect()
}

/// What waits for this seat: a single thing as its word, several as numbers.
pub fn next(book: &Book<'_>) -> Vec<Line> {
    let waiting = waiting(book);
    let form = |text: &str| {
        let forms = vec![message!("plain", text = text)];
        vec![message!("chat-next", forms = forms).into()]
    };
    let command =
        |offer: &Offer<Json>| serde_json::from_value::<Command>(offer.command.clone()).ok();
    match waiting.as_slice() {
        [] => Vec::new(),
        [only] => match command(only) {
            Some(Command::LetStand { .. }) => {
                let forms = [".stand", ".invoke …", ".free …", ".odds"]
                    .map(|text| message!("plain", text = text));
                vec![message!("chat-next", forms = forms.to_vec()).into()]
            }
            Some(Command::Roll { .. }) => form(".go"),
            Some(Command::Defend { .. }) => form(".f defend …"),
            Some(Command::Oppose { .. }) => form(".diff …"),
            _ => choices(book),
        },
        _ => choices(book),
    }
}
