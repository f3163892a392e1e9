//! The mist family as a [`Ruleset`].

use super::{Command, Event, Mist, Part, State};
use crate::{Dice, Line, Offer, Quote, Refusal, Roll, Ruleset, Seat, View, Viewer, message};

impl Ruleset for Mist {
    const FAMILY: &'static str = "mist";
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
        _: &State,
        _: Seat,
        _: &Command,
        _: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        Err(Refusal::new("M-60", message!("mist-not-here")))
    }

    fn evolve(&self, _: &mut State, _: &Event) {}

    fn view(&self, _: &State, _: Viewer) -> View<Part> {
        View::new()
    }

    fn tell(&self, _: &State, _: &Event, _: Viewer) -> Option<Line> {
        None
    }

    fn offers(&self, _: &State, _: Seat) -> Vec<Offer<Command>> {
        Vec::new()
    }

    fn quote(&self, _: &State, _: Seat, _: &Command) -> Result<Quote, Refusal> {
        Err(Refusal::new("M-60", message!("mist-not-here")))
    }

    fn rolls<'e>(&self, event: &'e Event) -> Vec<&'e Roll> {
        match event {
            Event::Rolled { dice, .. } => vec![dice],
            _ => Vec::new(),
        }
    }
}
