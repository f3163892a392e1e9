//! The mist family as a [`Ruleset`].

use super::{Command, Deciding, Event, Mist, Part, State, acts, dispatch, outcome, status};
use crate::kernel::Decided;
use crate::{
    Acts, Audience, Fault, Id, Line, Numbers, Offer, Quote, Refusal, Roll, Ruleset, Seat, SeatId,
    Subject, Verb, ViewAfter, Viewer,
};

impl Ruleset for Mist {
    const FAMILY: &'static str = "mist";
    const EVENT_VERSION: u32 = 1;
    const SETTINGS: &'static [&'static str] = &["set-auto-approve"];

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

    fn work_out(deciding: &mut Deciding<'_>, command: &Command) -> Decided {
        dispatch::decide(deciding, command)
    }

    fn apply(&self, state: &mut State, event: &Event) {
        dispatch::apply(self, state, event);
    }

    fn view_after(&self, before: Option<&State>, state: &State, viewer: Viewer) -> ViewAfter<Part> {
        self.parts(state, before, viewer)
    }

    fn has_private_view(&self, state: &State, player: SeatId) -> bool {
        state.names(player)
    }

    fn tell(&self, before: &State, event: &Event, viewer: Viewer) -> Option<Line> {
        dispatch::tell(self, before, event, viewer)
    }

    fn verbs(&self) -> Vec<Verb> {
        acts::verbs()
    }

    fn subjects(&self, state: &State, by: Seat) -> Vec<Subject> {
        self.subjects_of(state, by)
    }

    fn draft_offers(&self, state: &State, by: Seat, of: &Subject) -> Vec<Offer<Command>> {
        self.drafts(state, by, of)
    }

    fn acts(&self, state: &State, by: Seat, secretly: bool) -> Acts {
        self.pushed(state, by, secretly)
    }

    fn rolls_secretly(&self, state: &State, command: &Command) -> bool {
        outcome::rolls_secretly(state, command)
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
