//! The fate family as a [`Ruleset`].

use super::{Command, Event, Fate, Part, State, decide};
use crate::{Dice, Line, Offer, Quote, Refusal, Roll, Ruleset, Seat, SeatId, View, Viewer};

impl Ruleset for Fate {
    const FAMILY: &'static str = "fate";
    const EVENT_VERSION: u32 = 1;

    type State = State;
    type Command = Command;
    type Event = Event;
    type Part = Part;

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

    fn evolve(&self, state: &mut State, event: &Event) {
        state.evolve(event);
    }

    fn view(&self, state: &State, viewer: Viewer) -> View<Part> {
        self.parts(state, None, viewer)
    }

    fn touched(&self, state: &State, other: &State, viewer: Viewer) -> View<Part> {
        self.parts(state, Some(other), viewer)
    }

    fn stands_out(&self, state: &State, player: SeatId) -> bool {
        state.stands_out(player)
    }

    fn tell(&self, before: &State, event: &Event, viewer: Viewer) -> Option<Line> {
        self.line(before, event, viewer)
    }

    fn offers(&self, state: &State, by: Seat) -> Vec<Offer<Command>> {
        self.offered(state, by)
    }

    fn quote(&self, state: &State, by: Seat, command: &Command) -> Result<Quote, Refusal> {
        self.quoted(state, by, command)
    }

    fn rolls<'e>(&self, event: &'e Event) -> Vec<&'e Roll> {
        match event {
            Event::Rolled { roll, .. } => vec![roll],
            _ => Vec::new(),
        }
    }
}
