//! The mist family as a [`Ruleset`].

use super::{
    Command, Deciding, Event, Mist, Part, Ready, State, acts, dispatch, moving, outcome, status,
    stock,
};
use crate::kernel::Decided;
use crate::{
    Acts, Audience, Break, Decisions, Fault, Id, Line, Numbers, Offer, Quote, ReadyPart, Refusal,
    Roll, Ruleset, Seat, SeatId, Subject, Verb, ViewAfter, Viewer,
};

impl Ruleset for Mist {
    const FAMILY: &'static str = "mist";
    const EVENT_VERSION: u32 = 1;
    const SETTINGS: &'static [&'static str] = &["set-auto-approve"];

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
        stock::from_table(self, state, thing)
    }

    fn show_ready(&self, thing: &Ready) -> ReadyPart {
        stock::show(thing)
    }

    fn set_stage(deciding: &mut Deciding<'_>, title: &str, text: &str) -> Decided {
        stock::set_stage(deciding, title, text)
    }

    fn bring(deciding: &mut Deciding<'_>, thing: &Ready, _: Option<Id>) -> Decided {
        stock::bring(deciding, thing)
    }

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

    fn is_unsettled(&self, state: &State) -> bool {
        moving::is_unsettled(state)
    }

    fn breaks(&self, old: &Self, state: &State) -> Vec<Break> {
        moving::breaks(self, old, state)
    }

    fn moved(&self, _: &Self, state: &mut State, decisions: &Decisions) {
        moving::moved(self, state, decisions);
    }

    /// The tiers of the statuses a character has.
    fn numbers(&self, state: &State, by: Seat, actor: Option<Id>, audience: &Audience) -> Numbers {
        status::numbers(state, by, actor, audience)
    }
}
