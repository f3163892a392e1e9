//! What a command would do, without doing it (B-14, F-05).

use super::view::unused;
use super::{Act, Command, Event, Fate, State, Use, decide};
use crate::kernel::DryDice;
use crate::{Id, Quote, Refusal, Seat, message};

impl Fate {
    pub(super) fn quoted(
        &self,
        state: &State,
        by: Seat,
        command: &Command,
    ) -> Result<Quote, Refusal> {
        let events = decide::decide(self, state, by, command, &mut DryDice::default())?;
        // The state after the command, with the dice left on the table.
        let mut after = state.clone();
        for event in events.iter().filter(|event| !matches!(event, Event::Rolled { .. })) {
            after.evolve(event);
        }
        let mut quote = Quote::default();
        match command {
            Command::EndScene {} => {
                quote.notes.extend(unused(state, by.viewer()));
            }
            Command::Invoke { action, opposition, to: Use::Reroll, .. } => {
                if let Some(action) = state.action(*action).filter(|action| !is_effort(&action.act))
                {
                    quote.chances = self.chances_after(action, *opposition, Use::Reroll);
                }
            }
            _ => {}
        }
        for event in &events {
            match event {
                Event::ActionOpened { action } => self.quote_action(&after, action.id, &mut quote),
                Event::OppositionSet { action, .. }
                | Event::Helped { action, .. }
                | Event::PartAdded { action, .. }
                | Event::Invoked { action, .. } => self.quote_action(&after, *action, &mut quote),
                Event::Rolled { action, again: false, opposition: false, .. } => {
                    self.quote_action(&after, *action, &mut quote);
                }
                Event::Resolved { shifts, .. } => quote.notes.push(self.outcome_note(*shifts)),
                Event::PointsMoved { entry } => quote.notes.push(message!(
                    "fate-quote-points",
                    from = super::tell::purse(state, entry.from),
                    to = super::tell::purse(state, entry.to),
                    amount = entry.amount
                )),
                _ => {}
            }
        }
        Ok(quote)
    }

    /// The number and chances of an action as it would be.
    fn quote_action(&self, after: &State, id: Id, quote: &mut Quote) {
        let Some(action) = after.action(id) else { return };
        quote.sum = Some(self.sum(&action.side));
        if is_effort(&action.act) {
            return;
        }
        if !action.rolled() {
            quote.chances = self.chances_before(action);
        } else if quote.chances.is_none() {
            quote.notes.push(self.outcome_note(action.shifts_now()));
        }
    }

    fn outcome_note(&self, shifts: i64) -> crate::Message {
        let (name, _) = self.outcome_name(shifts);
        message!("fate-quote-outcome", outcome = name, shifts = super::tell::signed(shifts))
    }
}

fn is_effort(act: &Act) -> bool {
    matches!(act, Act::Effort { .. })
}
