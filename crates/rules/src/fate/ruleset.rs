//! The fate family as a [`Ruleset`].

use super::{
    Command, Deciding, Event, Fate, Part, Ready, State, character, check, dispatch, moving, offers,
    quote, session, stock, view,
};
use crate::kernel::Decided;
use crate::{
    Acts, Audience, Break, Decisions, Fault, Id, Line, Numbers, Offer, Quote, ReadyPart, Refusal,
    Roll, Ruleset, Seat, SeatId, Subject, Verb, ViewAfter, Viewer,
};

impl Ruleset for Fate {
    const FAMILY: &'static str = "fate";
    const EVENT_VERSION: u32 = 1;
    const SETTINGS: &'static [&'static str] = &["set-options"];

    type State = State;
    type Command = Command;
    type Event = Event;
    type Part = Part;
    type Ready = Ready;

    fn library(&self) -> &[Ready] {
        &self.library
    }

    fn ready_of(command: &Command) -> Option<Ready> {
        stock::of_command(command)
    }

    fn ready_from(&self, state: &State, thing: Id) -> Option<Ready> {
        stock::from_table(state, thing)
    }

    fn show_ready(&self, thing: &Ready) -> ReadyPart {
        stock::show_ready(self, thing)
    }

    fn set_stage(deciding: &mut Deciding<'_>, title: &str, text: &str) -> Decided {
        stock::set_stage(deciding, title, text)
    }

    fn bring(deciding: &mut Deciding<'_>, thing: &Ready, _: Option<Id>) -> Decided {
        stock::bring(deciding, thing)
    }

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

    fn is_unsettled(&self, state: &State) -> bool {
        moving::is_unsettled(state)
    }

    fn breaks(&self, old: &Self, state: &State) -> Vec<Break> {
        moving::breaks(self, old, state)
    }

    fn moved(&self, old: &Self, state: &mut State, decisions: &Decisions) {
        moving::moved(self, old, state, decisions);
    }

    fn numbers(&self, state: &State, by: Seat, actor: Option<Id>, audience: &Audience) -> Numbers {
        character::numbers(self, state, by, actor, audience)
    }
}
