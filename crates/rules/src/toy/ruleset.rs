//! The toy as a [`Ruleset`].

use super::{
    Command, Deciding, Event, Failing, Part, State, Toy, clock, dispatch, duel, failing, trap,
};
use crate::kernel::{Decided, DryDice};
use crate::{
    Acts, Fault, Id, Line, Moves, Nothing, Offer, Quote, ReadyPart, Refusal, Role, Roll, Ruleset,
    Seat, Stock, Subject, Verb, ViewAfter, Viewer, message,
};

impl Ruleset for Toy {
    const FAMILY: &'static str = "toy";
    const EVENT_VERSION: u32 = 2;
    type State = State;
    type Command = Command;
    type Event = Event;
    type Part = Part;

    fn faults(&self) -> Vec<Fault> {
        Vec::new()
    }

    fn begin(&self) -> State {
        State::default()
    }

    fn work_out(deciding: &mut Deciding<'_>, command: &Command) -> Decided {
        dispatch::decide(deciding, command)
    }

    fn apply(&self, state: &mut State, event: &Event) {
        dispatch::apply(self, state, event);
    }

    fn view_after(&self, _: Option<&State>, state: &State, viewer: Viewer) -> ViewAfter<Part> {
        failing::fail_if(state.failing == Some(Failing::View));
        let mut view = ViewAfter::new();
        let clock = Part::Clock { filled: state.filled, segments: self.segments };
        view.insert("clock".to_owned(), Some(clock));
        let trap = state.trap.as_ref();
        if let Some(trap) = trap.filter(|trap| trap.seen_by.sees(viewer)) {
            view.insert("trap".to_owned(), Some(Part::Trap { at: trap.at }));
        }
        if let Some(duel) = &state.duel {
            let (challenger, challenged) = (duel.challenger, duel.challenged);
            let part = Part::Duel { id: duel.id, challenger, challenged };
            view.insert(format!("duel/{}", duel.id), Some(part));
        }
        view
    }

    fn tell(&self, _: &State, event: &Event, viewer: Viewer) -> Option<Line> {
        dispatch::tell(event, viewer)
    }

    fn verbs(&self) -> Vec<Verb> {
        [clock::verbs(self), trap::verbs(self), duel::verbs()].concat()
    }

    fn subjects(&self, state: &State, by: Seat) -> Vec<Subject> {
        if by.role == Role::Spectator {
            return Vec::new();
        }
        let duel = state.duel.iter().map(|duel| duel.id.into());
        [clock::PLACE, trap::PLACE].into_iter().chain(duel).collect()
    }

    fn draft_offers(&self, state: &State, by: Seat, of: &Subject) -> Vec<Offer<Command>> {
        failing::fail_if(state.failing == Some(Failing::Offers));
        match of {
            Subject::Thing(id) => duel::offers(state, by, *id),
            Subject::Place(_) if *of == clock::PLACE => clock::offers(self, state),
            Subject::Place(_) if *of == trap::PLACE => trap::offers(self),
            Subject::Place(_) => Vec::new(),
        }
    }

    fn acts(&self, state: &State, by: Seat, _: bool) -> Acts {
        failing::fail_if(state.failing == Some(Failing::Offers));
        let mut acts = Acts::default();
        clock::flag(self, state, &mut acts);
        trap::flag(state, by, &mut acts);
        duel::flag(state, by, &mut acts);
        acts
    }

    fn quote(&self, state: &State, by: Seat, command: &Command) -> Result<Quote, Refusal> {
        let events = self.decide(state, by, command, &mut DryDice::default())?;
        let chances = match events.iter().any(|event| !dispatch::rolls(event).is_empty()) {
            true => duel::chances(),
            false => None,
        };
        let notes = match chances {
            Some(_) => Vec::new(),
            None => vec![message!("toy-clock-of", segments = self.segments)],
        };
        Ok(Quote { chances, notes, ..Quote::default() })
    }

    fn rolls<'e>(&self, event: &'e Event) -> Vec<&'e Roll> {
        dispatch::rolls(event)
    }

    fn upcast(_: u32, mut event: serde_json::Value) -> serde_json::Value {
        if let Some(count) = event.get_mut("segments").map(serde_json::Value::take) {
            event["count"] = count;
        }
        event
    }
}

/// Nothing can be made ready for it.
impl Stock for Toy {
    type Ready = Nothing;
    const HAS_SCENES: bool = false;

    fn ready_of(_: &Command) -> Option<Nothing> {
        None
    }

    fn show_ready(&self, thing: &Nothing) -> ReadyPart {
        match *thing {}
    }

    fn set_stage(_: &mut Deciding<'_>, _: &str, _: &str) -> Decided {
        Ok(())
    }

    fn bring(_: &mut Deciding<'_>, thing: &Nothing, _: Option<Id>) -> Decided {
        match *thing {}
    }
}

/// Any pack has a place for everything.
impl Moves for Toy {}
