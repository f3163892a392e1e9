//! What a command would do: decided with dice that prove nothing, and looked at (B-14, B-20).

use super::decide::decide;
use super::plan::Plan;
use super::power::not_struck;
use super::{Command, Event, Mist, Pending, State};
use crate::kernel::DryDice;
use crate::{Id, Quote, Refusal, Seat, message};

impl Mist {
    /// What a command would do.
    pub(super) fn preview(
        &self,
        state: &State,
        by: Seat,
        command: &Command,
    ) -> Result<Quote, Refusal> {
        let mut dice = DryDice::default();
        let mut plan = Plan::new(self, state, by, &mut dice);
        decide(&mut plan, command)?;
        let rolled = plan.events().iter().find_map(|event| match event {
            Event::Rolled { roll, .. } => Some(*roll),
            _ => None,
        });
        // Before the dice fall, what counts is what they would be rolled with.
        if let Some(roll) = rolled.and_then(|id| state.roll(id)) {
            return self.of_roll(state, roll);
        }
        let touched = plan.events().iter().rev().find_map(roll_of);
        let cost = plan.events().iter().find_map(|event| match event {
            Event::EffectsBought { roll, cost, .. } => Some((*roll, *cost)),
            _ => None,
        });
        let now = plan.now();
        if let Some((roll, cost)) = cost {
            let budget = state.roll(roll).and_then(|it| it.outcome.as_ref());
            let left = budget.map_or(0, |it| it.budget.saturating_sub(cost));
            return Ok(Quote {
                notes: vec![message!("mist-quote-cost", cost = cost, left = left)],
                ..Quote::default()
            });
        }
        match touched.and_then(|id| now.roll(id)) {
            Some(roll) if roll.outcome.is_none() => self.of_roll(now, roll),
            _ => Ok(Quote::default()),
        }
    }

    fn of_roll(&self, state: &State, roll: &Pending) -> Result<Quote, Refusal> {
        let sum = self.power(state, roll, not_struck).sum;
        let chances = self.chances(self.is_avatar(state, roll), sum.total)?;
        Ok(Quote { sum: Some(sum), chances: Some((*chances).clone()), ..Quote::default() })
    }
}

fn roll_of(event: &Event) -> Option<Id> {
    match event {
        Event::RollOpened { roll } => Some(roll.id),
        Event::LineProposed { roll, .. }
        | Event::LineWithdrawn { roll, .. }
        | Event::LineReviewed { roll, .. }
        | Event::BurnChosen { roll, .. }
        | Event::IndulgeChosen { roll, .. }
        | Event::CountdownAdded { roll, .. }
        | Event::DepthSet { roll, .. }
        | Event::DegreeSet { roll, .. } => Some(*roll),
        _ => None,
    }
}
