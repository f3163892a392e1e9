//! What a command would do, without doing it (B-14, F-05).

use super::{Command, Event, Fate, State, Use, action, boost, free, ledger, npc, wording};
use crate::kernel::DryDice;
use crate::{Id, Message, Quote, Refusal, Ruleset, Seat, message};

/// What a command would do.
pub(super) fn quote(
    pack: &Fate,
    state: &State,
    by: Seat,
    command: &Command,
) -> Result<Quote, Refusal> {
    let events = pack.decide(state, by, command, &mut DryDice::default())?;
    // The state after the command, with the dice left on the table.
    let mut after = state.clone();
    for event in events.iter().filter(|event| pack.rolls(event).is_empty()) {
        pack.apply(&mut after, event);
    }
    let mut quote = Quote::default();
    for event in &events {
        quote_event(pack, state, &after, by, event, &mut quote);
    }
    Ok(quote)
}

fn quote_event(
    pack: &Fate,
    state: &State,
    after: &State,
    by: Seat,
    event: &Event,
    quote: &mut Quote,
) {
    if let Event::Invoked { action, opposition, invoked } = event
        && invoked.to == Use::Reroll
        && let Some(before) = state.action(*action).filter(|action| !action.unopposed())
    {
        quote.chances = pack.chances_after(before, *opposition, Use::Reroll);
    }
    if let Some(action) = action::number_in(event) {
        quote_action(pack, after, action, quote);
    }
    if let Event::Resolved { shifts, .. } = event {
        quote.notes.push(outcome_note(pack, *shifts));
    }
    if let Event::PointsMoved { entry } = event {
        quote.notes.push(message!(
            "fate-quote-points",
            from = ledger::called(state, entry.from),
            to = ledger::called(state, entry.to),
            amount = entry.amount
        ));
    }
    if let Event::CharacterMade { character, .. } = event
        && !character.pc
    {
        quote.notes.push(npc::summary(pack, character));
    }
    if let Event::SceneEnded = event {
        // What would be lost is said first.
        let viewer = by.viewer();
        let carry = after.prepared.len() > state.prepared.len();
        let passing: Vec<Message> = free::lost(state, viewer, carry)
            .map(|aspect| boost::called(state, viewer, aspect))
            .collect();
        let lost = (!passing.is_empty()).then(|| message!("fate-vanishes", aspects = passing));
        let lost = lost.into_iter().chain(free::unused(state, viewer, carry));
        quote.notes.splice(0..0, lost.collect::<Vec<_>>());
    }
}

/// The number and chances of an action as it would be.
fn quote_action(pack: &Fate, after: &State, id: Id, quote: &mut Quote) {
    let Some(action) = after.action(id) else { return };
    quote.sum = Some(action.side.sum());
    if action.unopposed() {
        return;
    }
    if !action.rolled() {
        quote.chances = pack.chances_before(action);
    } else if quote.chances.is_none() {
        quote.notes.push(outcome_note(pack, action.shifts_now()));
    }
}

fn outcome_note(pack: &Fate, shifts: i64) -> Message {
    let (_, name, _) = pack.outcome(shifts);
    message!("fate-quote-outcome", outcome = name, shifts = wording::signed(shifts))
}
