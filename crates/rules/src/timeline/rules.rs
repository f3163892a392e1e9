//! Time Line as a [`Ruleset`].

use std::sync::Arc;

use super::{Amount, Attribute, Character, Command, Event, Part, State, Timeline};
use crate::ruleset::meant;
use crate::{
    Audience, Batch, Dice, Fault, Id, Line, Numbers, Offer, Quote, Refusal, Roll, Ruleset, Seat,
    View, Viewer,
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
        State {
            options: self.options.clone(),
            pools: std::sync::Arc::new(self.resources.clone()),
            ..State::default()
        }
    }

    fn decide(
        &self,
        state: &State,
        by: Seat,
        command: &Command,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        state.decide(by, command, dice)
    }

    fn apply(&self, state: &mut State, event: &Event) {
        state.evolve(event);
    }

    fn view(&self, state: &State, viewer: Viewer) -> View<Part> {
        super::view::view(self, state, None, viewer)
    }

    fn touched(&self, state: &State, other: &State, viewer: Viewer) -> View<Part> {
        super::view::view(self, state, Some(other), viewer)
    }

    fn tell(&self, before: &State, event: &Event, viewer: Viewer) -> Option<Line> {
        before.tell(event, viewer)
    }

    fn draft_offers(&self, state: &State, by: Seat, _: Batch) -> Vec<Offer<Command>> {
        state.offers(by)
    }

    fn quote(&self, state: &State, by: Seat, command: &Command) -> Result<Quote, Refusal> {
        state.quote(by, command)
    }

    fn rolls<'e>(&self, event: &'e Event) -> Vec<&'e Roll> {
        match event {
            Event::TargetSet { roll, .. } => roll.iter().collect(),
            Event::Checked { difficulty, attempt, .. } => {
                difficulty.iter().chain([&attempt.roll]).collect()
            }
            Event::Contested { difficulty, sides, .. } => {
                difficulty.iter().chain(sides.iter().map(|(_, one)| &one.roll)).collect()
            }
            Event::Negotiated { attempt, .. } => vec![&attempt.roll],
            Event::BasicsRolled { size, appearance, assets, .. } => {
                size.iter().chain(appearance).chain(assets).map(|roll| &**roll).collect()
            }
            _ => Vec::new(),
        }
    }

    /// A character's attributes as they are now.
    fn numbers(&self, state: &State, by: Seat, actor: Option<Id>, audience: &Audience) -> Numbers {
        let own = state.characters.iter().filter(|(_, one)| one.owned(by.viewer()));
        let own = meant(own.map(|(id, one)| (*id, one)), actor);
        let seen = |one: &&Arc<Character>| audience.all(|viewer| one.sees(viewer));
        let Some(own) = own.filter(seen) else {
            return Numbers::new();
        };
        let exact = |amount: Amount| dice::Value::new(amount.in_hundredths(), 100).ok();
        Attribute::ALL
            .into_iter()
            .zip(own.attributes)
            .flat_map(|(which, amount)| which.spellings().iter().map(move |name| (*name, amount)))
            .filter_map(|(name, amount)| Some((name.to_owned(), exact(amount)?)))
            .collect()
    }
}
