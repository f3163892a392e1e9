//! The mist family as a [`Ruleset`].

use super::{Command, Deciding, Event, Mist, Part, State, dispatch, outcome, status};
use crate::kernel::DryDice;
use crate::{
    Audience, Dice, Fault, Id, Line, Numbers, Offer, Quote, Refusal, Role, Roll, Ruleset, Seat,
    SeatId, Subject, View, Viewer,
};

impl Ruleset for Mist {
    const FAMILY: &'static str = "mist";
    const EVENT_VERSION: u32 = 1;

    type State = State;
    type Command = Command;
    type Event = Event;
    type Part = Part;

    fn faults(&self) -> Vec<Fault> {
        self.find_faults()
    }

    fn warnings(&self) -> Vec<Fault> {
        self.find_warnings()
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
        self.parts(state, None, viewer)
    }

    fn touched(&self, state: &State, other: &State, viewer: Viewer) -> View<Part> {
        self.parts(state, Some(other), viewer)
    }

    fn has_private_view(&self, state: &State, player: SeatId) -> bool {
        state.names(player)
    }

    fn tell(&self, before: &State, event: &Event, viewer: Viewer) -> Option<Line> {
        dispatch::tell(self, before, event, viewer)
    }

    fn subjects(&self, _: &State, by: Seat) -> Vec<Subject> {
        (by.role != Role::Spectator).then_some(Subject::TABLE).into_iter().collect()
    }

    fn draft_offers(&self, state: &State, by: Seat, of: &Subject) -> Vec<Offer<Command>> {
        if *of == Subject::TABLE { self.drafts(state, by) } else { Vec::new() }
    }

    fn rolls_secretly(&self, state: &State, command: &Command) -> bool {
        outcome::rolls_secretly(state, command)
    }

    fn accepts(&self, state: &State, by: Seat, command: &Command) -> bool {
        let mut dice = DryDice::default();
        dispatch::decide(&mut Deciding::new(self, state, by, &mut dice), command).is_ok()
    }

    fn quote(&self, state: &State, by: Seat, command: &Command) -> Result<Quote, Refusal> {
        self.preview(state, by, command)
    }

    fn rolls<'e>(&self, event: &'e Event) -> Vec<&'e Roll> {
        dispatch::rolls(event)
    }

    /// The tiers of the statuses a character has.
    fn numbers(&self, state: &State, by: Seat, actor: Option<Id>, audience: &Audience) -> Numbers {
        status::numbers(state, by, actor, audience)
    }
}
