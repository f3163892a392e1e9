//! The mist family as a [`Ruleset`].

use std::sync::Arc;

use super::decide::decide;
use super::plan::{Plan, acts_for};
use super::{Command, Event, Holder, Mist, Part, State, Status, Story, Thing};
use crate::kernel::DryDice;
use crate::ruleset::meant;
use crate::shared::among;
use crate::{
    Audience, Batch, Dice, Fault, Id, Line, Numbers, Offer, Quote, Refusal, Roll, Ruleset, Seat,
    SeatId, View, Viewer,
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
        let story = Story {
            phase: self.story.phases.first().map_or_else(String::new, |phase| phase.id.clone()),
            mission: 1,
            season: 1,
            ..Story::default()
        };
        State { story: Arc::new(story), ..State::default() }
    }

    fn decide(
        &self,
        state: &State,
        by: Seat,
        command: &Command,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let mut plan = Plan::new(self, state, by, dice);
        decide(&mut plan, command)?;
        Ok(plan.into_events())
    }

    fn apply(&self, state: &mut State, event: &Event) {
        self.make_so(state, event);
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
        self.line(before, event, viewer)
    }

    fn batches(&self, state: &State, by: Seat) -> Vec<Batch> {
        self.offer_batches(state, by)
    }

    fn draft_offers(&self, state: &State, by: Seat, batch: Batch) -> Vec<Offer<Command>> {
        self.drafts(state, by, batch)
    }

    fn inputs_unchanged(&self, state: &State, other: &State, batch: Batch) -> bool {
        let things = state.has_things_of(other) && state.auto_approve == other.auto_approve;
        match batch {
            Batch::Of(roll) => {
                // The countdown is for one roll at a time (M-37).
                let counted = |state: &State| state.rolls.iter().any(|it| it.countdown);
                let mut rolls = state.rolls.iter().filter(|it| it.id == roll);
                things
                    && rolls.all(|it| among(it, &other.rolls))
                    && counted(state) == counted(other)
            }
            Batch::Lasting => things && state.owed == other.owed,
            Batch::Due | Batch::Passing => false,
        }
    }

    fn rolls_secretly(&self, state: &State, command: &Command) -> bool {
        let Command::Roll { roll } = command else {
            return false;
        };
        let mut rolls = state.rolls.iter();
        rolls.any(|it| it.id == *roll && it.seen != Audience::All)
    }

    fn accepts(&self, state: &State, by: Seat, command: &Command) -> bool {
        let mut dice = DryDice::default();
        decide(&mut Plan::new(self, state, by, &mut dice), command).is_ok()
    }

    /// These ask the most of `decide`, and look at characters alone.
    fn accepted_by_inputs(&self, command: &Command) -> bool {
        matches!(
            command,
            Command::MakeCharacter { .. } | Command::TakeExample { .. } | Command::MarkDecay { .. }
        )
    }

    fn quote(&self, state: &State, by: Seat, command: &Command) -> Result<Quote, Refusal> {
        self.preview(state, by, command)
    }

    fn rolls<'e>(&self, event: &'e Event) -> Vec<&'e Roll> {
        match event {
            Event::Rolled { dice, .. } => vec![dice],
            _ => Vec::new(),
        }
    }

    /// The tiers of the statuses a character has.
    fn numbers(&self, state: &State, by: Seat, actor: Option<Id>, audience: &Audience) -> Numbers {
        let own = state
            .characters
            .iter()
            .filter(|it| acts_for(by, it) && Thing::Character(it).sees(state, by.viewer()));
        let Some(own) = meant(own.map(|it| (it.id, it)), actor) else {
            return Numbers::new();
        };
        let seen = |it: &&Status| {
            let status = Thing::Status(Holder::Character(own.id), it);
            status.sees(state, by.viewer()) && audience.all(|viewer| status.sees(state, viewer))
        };
        own.statuses
            .iter()
            .filter(seen)
            .flat_map(|it| it.name.spellings().map(|name| (name, i64::from(it.tier()))))
            .map(|(name, tier)| (name.to_owned(), tier.into()))
            .collect()
    }
}
