//! Time Line as a [`Ruleset`].

use super::deciding::Deciding;
use super::{Command, Event, Part, Ready, State, Timeline};
use super::{character, dispatch, moving, offers, quote, stock, view};
use crate::kernel::Decided;
use crate::{
    Acts, Audience, Break, Decisions, Fault, Id, Line, Numbers, Offer, Quote, ReadyPart, Refusal,
    Roll, Ruleset, Seat, SeatId, Subject, Verb, ViewAfter, Viewer,
};

impl Ruleset for Timeline {
    const FAMILY: &'static str = "timeline";
    const EVENT_VERSION: u32 = 1;
    const SETTINGS: &'static [&'static str] = &["set-options"];

    type State = State;
    type Command = Command;
    type Event = Event;
    type Part = Part;
    type Ready = Ready;
    const PLAIN_NAMES: bool = true;
    const HAS_SCENES: bool = false;

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
        stock::show(thing)
    }

    fn set_stage(deciding: &mut Deciding<'_>, title: &str, text: &str) -> Decided {
        let _ = (title, text);
        deciding.host()
    }

    fn bring(deciding: &mut Deciding<'_>, thing: &Ready, to: Option<Id>) -> Decided {
        stock::bring(deciding, thing, to)
    }

    fn faults(&self) -> Vec<Fault> {
        self.find_faults()
    }

    fn begin(&self) -> State {
        State::begin(self)
    }

    fn work_out(deciding: &mut Deciding<'_>, command: &Command) -> Decided {
        dispatch::decide(deciding, command)?;
        dispatch::follow(deciding);
        Ok(())
    }

    fn apply(&self, state: &mut State, event: &Event) {
        dispatch::apply(self, state, event);
    }

    fn view_after(&self, before: Option<&State>, state: &State, viewer: Viewer) -> ViewAfter<Part> {
        view::view(self, state, before, viewer)
    }

    fn has_private_view(&self, state: &State, player: SeatId) -> bool {
        state.has_private_view(player)
    }

    fn tell(&self, before: &State, event: &Event, viewer: Viewer) -> Option<Line> {
        dispatch::tell(self, before, event, viewer)
    }

    fn verbs(&self) -> Vec<Verb> {
        offers::verbs()
    }

    fn subjects(&self, state: &State, by: Seat) -> Vec<Subject> {
        offers::subjects(state, by)
    }

    fn draft_offers(&self, state: &State, by: Seat, of: &Subject) -> Vec<Offer<Command>> {
        offers::offers(state, by, of)
    }

    fn acts(&self, state: &State, by: Seat, _: bool) -> Acts {
        offers::acts(state, by)
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

    /// A character's attributes as they are now.
    fn numbers(&self, state: &State, by: Seat, actor: Option<Id>, audience: &Audience) -> Numbers {
        character::numbers(state, by, actor, audience)
    }
}
