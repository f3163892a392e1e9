//! Time Line as a [`Ruleset`].

use super::deciding::Deciding;
use super::{Command, Event, Part, State, Timeline};
use super::{character, dispatch, offers, quote, view};
use crate::{
    Audience, Dice, Fault, Id, Line, Numbers, Offer, Quote, Refusal, Role, Roll, Ruleset, Seat,
    Subject, View, Viewer,
};

impl Ruleset for Timeline {
    const FAMILY: &'static str = "timeline";
    const EVENT_VERSION: u32 = 1;

    type State = State;
    type Command = Command;
    type Event = Event;
    type Part = Part;

    fn faults(&self) -> Vec<Fault> {
        self.find_faults()
    }

    fn begin(&self) -> State {
        State::begin(self)
    }

    fn decide(
        &self,
        state: &State,
        by: Seat,
        command: &Command,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let mut deciding = Deciding::new(self, state, by, dice);
        dispatch::decide(&mut deciding, command)?;
        Ok(deciding.into_events())
    }

    fn apply(&self, state: &mut State, event: &Event) {
        dispatch::apply(self, state, event);
    }

    fn view(&self, state: &State, viewer: Viewer) -> View<Part> {
        view::view(self, state, None, viewer)
    }

    fn touched(&self, state: &State, other: &State, viewer: Viewer) -> View<Part> {
        view::view(self, state, Some(other), viewer)
    }

    fn tell(&self, before: &State, event: &Event, viewer: Viewer) -> Option<Line> {
        dispatch::tell(self, before, event, viewer)
    }

    fn subjects(&self, _: &State, by: Seat) -> Vec<Subject> {
        (by.role != Role::Spectator).then_some(Subject::TABLE).into_iter().collect()
    }

    fn draft_offers(&self, state: &State, by: Seat, of: &Subject) -> Vec<Offer<Command>> {
        if *of == Subject::TABLE { offers::offers(state, by) } else { Vec::new() }
    }

    fn quote(&self, state: &State, by: Seat, command: &Command) -> Result<Quote, Refusal> {
        quote::quote(self, state, by, command)
    }

    fn rolls<'e>(&self, event: &'e Event) -> Vec<&'e Roll> {
        dispatch::rolls(event)
    }

    /// A character's attributes as they are now.
    fn numbers(&self, state: &State, by: Seat, actor: Option<Id>, audience: &Audience) -> Numbers {
        character::numbers(state, by, actor, audience)
    }
}
