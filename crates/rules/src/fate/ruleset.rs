//! The fate family as a [`Ruleset`].

use std::sync::Arc;

use super::{Character, Command, Event, Fate, Part, State, decide};
use crate::kernel::DryDice;
use crate::ruleset::meant;
use crate::shared::among;
use crate::{
    Audience, Batch, Dice, Fault, Id, Line, Numbers, Offer, Quote, Refusal, Roll, Ruleset, Seat,
    SeatId, View, Viewer,
};

impl Ruleset for Fate {
    const FAMILY: &'static str = "fate";
    const EVENT_VERSION: u32 = 1;

    type State = State;
    type Command = Command;
    type Event = Event;
    type Part = Part;

    fn faults(&self) -> Vec<Fault> {
        self.find_faults()
    }

    fn begin(&self) -> State {
        State::default()
    }

    fn decide(
        &self,
        state: &State,
        by: Seat,
        command: &Command,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        decide::decide(self, state, by, command, dice)
    }

    fn apply(&self, state: &mut State, event: &Event) {
        state.evolve(event);
    }

    fn view(&self, state: &State, viewer: Viewer) -> View<Part> {
        self.parts(state, None, viewer)
    }

    fn touched(&self, state: &State, other: &State, viewer: Viewer) -> View<Part> {
        self.parts(state, Some(other), viewer)
    }

    fn has_private_view(&self, state: &State, player: SeatId) -> bool {
        state.stands_out(player)
    }

    fn tell(&self, before: &State, event: &Event, viewer: Viewer) -> Option<Line> {
        self.line(before, event, viewer)
    }

    fn batches(&self, state: &State, by: Seat) -> Vec<Batch> {
        self.offer_batches(state, by)
    }

    fn draft_offers(&self, state: &State, by: Seat, batch: Batch) -> Vec<Offer<Command>> {
        self.drafts(state, by, batch)
    }

    fn inputs_unchanged(&self, state: &State, other: &State, batch: Batch) -> bool {
        let things = state.has_things_of(other);
        match batch {
            Batch::Of(action) => {
                let mut actions = state.actions.iter().filter(|it| it.id == action);
                things && actions.all(|it| among(it, &other.actions))
            }
            Batch::Lasting => things,
            Batch::Due | Batch::Passing => false,
        }
    }

    fn accepts(&self, state: &State, by: Seat, command: &Command) -> bool {
        decide::decide(self, state, by, command, &mut DryDice::default()).is_ok()
    }

    /// These ask the most of `decide`, and look at characters and aspects alone.
    fn accepted_by_inputs(&self, command: &Command) -> bool {
        matches!(command, Command::MakeCharacter { .. } | Command::TakeExample { .. })
    }

    fn quote(&self, state: &State, by: Seat, command: &Command) -> Result<Quote, Refusal> {
        self.quoted(state, by, command)
    }

    fn rolls<'e>(&self, event: &'e Event) -> Vec<&'e Roll> {
        match event {
            Event::Rolled { roll, .. } => vec![roll],
            _ => Vec::new(),
        }
    }

    /// The ratings of a character's skills; one that is not rated is at 0.
    fn numbers(&self, state: &State, by: Seat, actor: Option<Id>, audience: &Audience) -> Numbers {
        let own = state.characters.iter().filter(|one| state.plays(by, one.id));
        let own = meant(own.map(|one| (one.id, one)), actor);
        let seen = |one: &&Arc<Character>| {
            let sees = |viewer| state.sees_character(viewer, one);
            sees(by.viewer()) && audience.all(sees)
        };
        let Some(own) = own.filter(seen) else {
            return Numbers::new();
        };
        let rated = |id: &str| own.skills.get(id).copied().unwrap_or(0);
        self.skills
            .list
            .iter()
            .flat_map(|skill| skill.name.spellings().map(|name| (name, rated(&skill.id))))
            .map(|(name, rating)| (name.to_lowercase(), rating.into()))
            .collect()
    }
}
