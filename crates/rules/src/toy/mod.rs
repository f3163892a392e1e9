//! The smallest family with everything a family can have, to prove that no boundary is shaped by
//! the others: duels that wait for another seat, a clock, a trap only the host knows.

mod command;
mod decide;
mod seen;

pub use command::{Command, Duel, Event, Failing, Part, State, Toy, Trap};

use crate::{Batch, Dice, Fault, Line, Offer, Quote, Refusal, Roll, Ruleset, Seat, View, Viewer};

impl Ruleset for Toy {
    const FAMILY: &'static str = "toy";
    const EVENT_VERSION: u32 = 2;
    type State = State;
    type Command = Command;
    type Event = Event;
    type Part = Part;

    fn faults(&self) -> Vec<Fault> {
        Vec::new()
    }

    fn begin(&self) -> State {
        State::default()
    }

    fn decide(
        &self,
        state: &State,
        by: Seat,
        command: &Command,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        decide::decide(self, state, by, command, dice)
    }

    fn apply(&self, state: &mut State, event: &Event) {
        decide::evolve(self, state, event);
    }

    fn view(&self, state: &State, viewer: Viewer) -> View<Part> {
        seen::view(self, state, viewer)
    }

    fn tell(&self, _: &State, event: &Event, viewer: Viewer) -> Option<Line> {
        seen::tell(event, viewer)
    }

    fn draft_offers(&self, state: &State, by: Seat, _: Batch) -> Vec<Offer<Command>> {
        seen::offers(self, state, by)
    }

    fn quote(&self, state: &State, by: Seat, command: &Command) -> Result<Quote, Refusal> {
        decide::check(self, state, by, command)?;
        Ok(seen::quote(self, command))
    }

    fn rolls<'e>(&self, event: &'e Event) -> Vec<&'e Roll> {
        match event {
            Event::Challenged { roll, .. } | Event::Answered { roll, .. } => vec![roll],
            _ => Vec::new(),
        }
    }

    fn upcast(_: u32, mut event: serde_json::Value) -> serde_json::Value {
        if let Some(count) = event.get_mut("segments").map(serde_json::Value::take) {
            event["count"] = count;
        }
        event
    }
}

#[cfg(test)]
mod tests;
