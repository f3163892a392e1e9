//! Time Line as a [`Ruleset`].

use super::{Command, Event, Part, State, Timeline};
use crate::{Dice, Line, Offer, Quote, Refusal, Roll, Ruleset, Seat, View, Viewer};

impl Ruleset for Timeline {
    const FAMILY: &'static str = "timeline";
    const EVENT_VERSION: u32 = 1;

    type State = State;
    type Command = Command;
    type Event = Event;
    type Part = Part;

    fn begin(&self) -> State {
        State { options: self.options.clone(), ..State::default() }
    }

    fn decide(
        &self,
        state: &State,
        by: Seat,
        command: &Command,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        state.decide(by, command, dice)
    }

    fn evolve(&self, state: &mut State, event: &Event) {
        state.evolve(event);
    }

    fn view(&self, state: &State, viewer: Viewer) -> View<Part> {
        super::view::view(self, state, None, viewer)
    }

    fn touched(&self, state: &State, other: &State, viewer: Viewer) -> View<Part> {
        super::view::view(self, state, Some(other), viewer)
    }

    fn tell(&self, before: &State, event: &Event, viewer: Viewer) -> Option<Line> {
        before.tell(event, viewer)
    }

    fn offers(&self, state: &State, by: Seat) -> Vec<Offer<Command>> {
        state.offers(by)
    }

    fn quote(&self, state: &State, by: Seat, command: &Command) -> Result<Quote, Refusal> {
        state.quote(by, command)
    }

    fn rolls<'e>(&self, event: &'e Event) -> Vec<&'e Roll> {
        match event {
            Event::TargetSet { roll, .. } => roll.iter().collect(),
            Event::Checked { difficulty, attempt, .. } => {
                difficulty.iter().chain([&attempt.roll]).collect()
            }
            Event::Contested { difficulty, sides, .. } => {
                difficulty.iter().chain(sides.iter().map(|(_, one)| &one.roll)).collect()
            }
            Event::Negotiated { attempt, .. } => vec![&attempt.roll],
            Event::BasicsRolled { size, appearance, assets, .. } => {
                size.iter().chain(appearance).chain(assets).collect()
            }
            _ => Vec::new(),
        }
    }
}
