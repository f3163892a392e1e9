//! Time Line as a [`Ruleset`].

use super::deciding::Deciding;
use super::{Command, Event, Part, State, Timeline};
use super::{character, dispatch, offers, quote, view};
use crate::kernel::Decided;
use crate::{
    Acts, Audience, Fault, Id, Line, Numbers, Offer, Quote, Refusal, Roll, Ruleset, Seat, SeatId,
    Subject, Verb, ViewAfter, Viewer,
};

impl Ruleset for Timeline {
    const FAMILY: &'static str = "timeline";
    const EVENT_VERSION: u32 = 1;
    const SETTINGS: &'static [&'static str] = &["set-options"];

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

    fn work_out(deciding: &mut Deciding<'_>, command: &Command) -> Decided {
        dispatch::decide(deciding, command)?;
        dispatch::follow(deciding);
        Ok(())
    }

    fn apply(&self, state: &mut State, event: &Event) {
        dispatch::apply(self, state, event);
    }

    fn view_after(&self, before: Option<&State>, state: &State, viewer: Viewer) -> ViewAfter<Part> {
        let mut views = self.views_after(before, state, &[viewer]);
        views.pop().unwrap_or_default()
    }

    fn views_after(
        &self,
        before: Option<&State>,
        state: &State,
        viewers: &[Viewer],
    ) -> Vec<ViewAfter<Part>> {
        view::views(self, state, before, viewers)
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

    /// A character's attributes as they are now.
    fn numbers(&self, state: &State, by: Seat, actor: Option<Id>, audience: &Audience) -> Numbers {
        character::numbers(state, by, actor, audience)
    }
}
