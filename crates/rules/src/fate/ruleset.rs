//! The fate family as a [`Ruleset`].

use super::{
    Command, Deciding, Event, Fate, Part, State, character, check, dispatch, offers, quote,
    session, view,
};
use crate::kernel::Decided;
use crate::{
    Acts, Audience, Fault, Id, Line, Numbers, Offer, Quote, Refusal, Roll, Ruleset, Seat, SeatId,
    Subject, Verb, ViewAfter, Viewer,
};

impl Ruleset for Fate {
    const FAMILY: &'static str = "fate";
    const EVENT_VERSION: u32 = 1;
    const SETTINGS: &'static [&'static str] = &["set-options"];

    type State = State;
    type Command = Command;
    type Event = Event;
    type Part = Part;

    fn faults(&self) -> Vec<Fault> {
        check::faults(self)
    }

    fn begin(&self) -> State {
        State::default()
    }

    fn work_out(deciding: &mut Deciding<'_>, command: &Command) -> Decided {
        dispatch::decide(deciding, command)
    }

    fn begin_session(&self, state: &State) -> Vec<Event> {
        session::begun_by_table(self, state)
    }

    fn apply(&self, state: &mut State, event: &Event) {
        dispatch::apply(self, state, event);
    }

    fn view_after(&self, before: Option<&State>, state: &State, viewer: Viewer) -> ViewAfter<Part> {
        view::parts(self, state, before, viewer)
    }

    fn has_private_view(&self, state: &State, player: SeatId) -> bool {
        state.has_private_view(player)
    }

    fn tell(&self, before: &State, event: &Event, viewer: Viewer) -> Option<Line> {
        dispatch::tell(self, before, event, viewer)
    }

    fn verbs(&self) -> Vec<Verb> {
        offers::verbs(self)
    }

    fn subjects(&self, state: &State, by: Seat) -> Vec<Subject> {
        offers::subjects(state, by)
    }

    /// No flag rolls dice that only some may see.
    fn acts(&self, state: &State, by: Seat, _: bool) -> Acts {
        offers::acts(self, state, by)
    }

    fn rolls_secretly(&self, _: &State, command: &Command) -> bool {
        matches!(command, Command::RollSecretly { .. })
    }

    fn draft_offers(&self, state: &State, by: Seat, of: &Subject) -> Vec<Offer<Command>> {
        offers::drafts(self, state, by, of)
    }

    fn quote(&self, state: &State, by: Seat, command: &Command) -> Result<Quote, Refusal> {
        quote::quote(self, state, by, command)
    }

    fn rolls<'e>(&self, event: &'e Event) -> Vec<&'e Roll> {
        dispatch::rolls(event)
    }

    fn numbers(&self, state: &State, by: Seat, actor: Option<Id>, audience: &Audience) -> Numbers {
        character::numbers(self, state, by, actor, audience)
    }
}
