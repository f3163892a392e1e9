//! What a command would do: decided with dice that prove nothing, and looked at (B-14, B-20).

use super::power::not_struck;
use super::{Command, Deciding, Mist, Pending, State, dispatch, effect, outcome};
use crate::kernel::DryDice;
use crate::shared::among;
use crate::{Quote, Refusal, Seat, message};

impl Mist {
    /// What a command would do.
    pub(super) fn preview(
        &self,
        state: &State,
        by: Seat,
        command: &Command,
    ) -> Result<Quote, Refusal> {
        let mut dice = DryDice::default();
        let mut deciding = Deciding::new(self, state, by, &mut dice);
        dispatch::decide(&mut deciding, command)?;
        // Before the dice fall, what counts is what they would be rolled with.
        let rolled = outcome::rolled_in(deciding.events());
        if let Some(roll) = rolled.and_then(|id| state.roll(id)) {
            return self.quote_roll(state, roll);
        }
        if let Some((roll, cost)) = effect::cost_in(deciding.events()) {
            let budget = state.roll(roll).and_then(|it| it.outcome.as_ref());
            let left = budget.map_or(0, |it| it.budget.saturating_sub(cost));
            return Ok(Quote {
                notes: vec![message!("mist-quote-cost", cost = cost, left = left)],
                ..Quote::default()
            });
        }
        let now = deciding.now();
        let mut changed = now.rolls.iter().rev().filter(|it| !among(it, &state.rolls));
        match changed.next() {
            Some(roll) if roll.outcome.is_none() => self.quote_roll(now, roll),
            _ => Ok(Quote::default()),
        }
    }

    fn quote_roll(&self, state: &State, roll: &Pending) -> Result<Quote, Refusal> {
        let sum = self.power(state, roll, not_struck).sum;
        let chances = self.chances(self.is_avatar(state, roll), sum.total)?;
        let chances = self.chances_of(&roll.kind, &chances);
        Ok(Quote { sum: Some(sum), chances: Some(chances), ..Quote::default() })
    }
}
