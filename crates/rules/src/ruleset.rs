//! What every family of rules is to the rest of the program.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fmt::Debug;

use crate::kernel::{Decided, Deciding, DryDice};
use crate::{
    Acts, Audience, Checked, Dice, Fault, Id, Line, Offer, Quote, Refusal, Roll, Seat, SeatId,
    Subject, Verb, Viewer,
};

/// What a viewer may see, as parts that are sent whole when they change: `scene`,
/// `character/0123…`. The keys, too, tell only what the viewer may know.
pub type View<Part> = BTreeMap<String, Part>;

/// A view after a change, by the same keys: none for a part that is surely the same as before.
pub type ViewAfter<Part> = BTreeMap<String, Option<Part>>;

/// Numbers of a sheet by their names, in every language they are called in.
pub type Numbers = BTreeMap<String, dice::Value>;

/// The sheet that is meant among a seat's own: the named one, or the only one there is.
pub(crate) fn meant<T>(mut own: impl Iterator<Item = (Id, T)>, actor: Option<Id>) -> Option<T> {
    let (_, sheet) = match actor {
        Some(actor) => own.find(|(id, _)| *id == actor),
        None => own.next().filter(|_| own.next().is_none()),
    }?;
    Some(sheet)
}

/// A family of rules with its pack loaded: pure functions over a state.
///
/// `self` is the pack, so a variant is data. Nothing here knows a clock, randomness of its own,
/// storage or a sentence.
pub trait Ruleset: Serialize + DeserializeOwned + Clone + Debug + Send + Sync + 'static {
    /// The family's name in packs and logs.
    const FAMILY: &'static str;
    /// The version new events are written in; older ones pass through [`Ruleset::upcast`].
    const EVENT_VERSION: u32;
    /// The verbs the host may use as the table is made, each offered with [`Subject::TABLE`].
    const SETTINGS: &'static [&'static str] = &[];

    /// All that is so. Not `Serialize`: it cannot reach the wire.
    type State: Clone + PartialEq + Debug + Send + Sync;
    /// What a seat asks for; imperative.
    type Command: Serialize + DeserializeOwned + Clone + PartialEq + Debug + Send + Sync;
    /// What happened; past tense. Frozen once released: changed only by a new version.
    type Event: Serialize + DeserializeOwned + Clone + PartialEq + Debug + Send + Sync;
    /// One part of a view.
    type Part: Serialize + Clone + PartialEq + Debug + Send + Sync + 'static;

    /// Everything that is wrong with the pack, each with its path.
    fn faults(&self) -> Vec<Fault>;

    /// What in a pack without faults may be meant otherwise.
    fn warnings(&self) -> Vec<Fault> {
        Vec::new()
    }

    /// The state before anything has happened.
    fn begin(&self) -> Self::State;

    /// Decides a command: pushes what follows from it.
    ///
    /// # Errors
    /// A refusal when the rules do not allow it. It may depend only on what the seat may see.
    fn work_out(deciding: &mut Deciding<'_, Self>, command: &Self::Command) -> Decided;

    /// What follows from a command.
    ///
    /// # Errors
    /// The refusal of [`Ruleset::work_out`].
    fn decide(
        &self,
        state: &Self::State,
        by: Seat,
        command: &Self::Command,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Self::Event>, Refusal> {
        let mut deciding = Deciding::new(self, state, by, dice);
        Self::work_out(&mut deciding, command)?;
        Ok(deciding.into_events())
    }

    /// What follows when a session of the table begins (B-04).
    fn begin_session(&self, state: &Self::State) -> Vec<Self::Event> {
        let _ = state;
        Vec::new()
    }

    /// Applies an event. Infallible and deterministic; events about things that no longer exist are
    /// ignored.
    fn apply(&self, state: &mut Self::State, event: &Self::Event);

    /// The parts `viewer` may see. With `before`, a state not far from this one: none for those
    /// that are surely the same there. What a command did not touch need not be made.
    fn view_after(
        &self,
        before: Option<&Self::State>,
        state: &Self::State,
        viewer: Viewer,
    ) -> ViewAfter<Self::Part>;

    /// The same for several viewers, in their order: what they see alike may be made once.
    fn views_after(
        &self,
        before: Option<&Self::State>,
        state: &Self::State,
        viewers: &[Viewer],
    ) -> Vec<ViewAfter<Self::Part>> {
        viewers.iter().map(|viewer| self.view_after(before, state, *viewer)).collect()
    }

    /// The table as `viewer` may see it.
    fn view(&self, state: &Self::State, viewer: Viewer) -> View<Self::Part> {
        let parts = self.view_after(None, state, viewer).into_iter();
        parts.filter_map(|(key, part)| Some((key, part?))).collect()
    }

    /// Whether this player's view differs from the generic player's. All others share one encoded
    /// view.
    fn has_private_view(&self, state: &Self::State, player: SeatId) -> bool {
        let _ = (state, player);
        true
    }

    /// What `viewer` is told of an event; `before` is the state it happened to.
    fn tell(&self, before: &Self::State, event: &Self::Event, viewer: Viewer) -> Option<Line>;

    /// The verbs of the family with this pack, each declared once per table.
    fn verbs(&self) -> Vec<Verb> {
        Vec::new()
    }

    /// Everything the seat sees that it might do something with, in the order it is shown.
    fn subjects(&self, state: &Self::State, by: Seat) -> Vec<Subject>;

    /// Draws up what the seat might do with one of its subjects; what [`Ruleset::accepts`] is
    /// offered.
    fn draft_offers(
        &self,
        state: &Self::State,
        by: Seat,
        of: &Subject,
    ) -> Vec<Offer<Self::Command>>;

    /// What the seat can do with a thing now, likeliest first. Every offer is accepted as it
    /// stands.
    fn offers(&self, state: &Self::State, by: Seat, of: &Subject) -> Vec<Offer<Self::Command>> {
        let mut offers = self.draft_offers(state, by, of);
        offers.retain(|offer| self.accepts(state, by, &offer.command));
        offers
    }

    /// What is pushed to a seat of what it can do: flags of things, and what the game waits for. If
    /// not `secretly`, without what rolls dice only some may see.
    fn acts(&self, state: &Self::State, by: Seat, secretly: bool) -> Acts {
        let mut acts = Acts::default();
        for of in self.subjects(state, by) {
            for offer in self.offers(state, by, &of) {
                if let Some(words) = offer.waits
                    && (secretly || !self.rolls_secretly(state, &offer.command))
                {
                    acts.wait(of.clone(), words);
                }
            }
        }
        acts
    }

    /// Whether a command is accepted as it stands. No dice are used up.
    fn accepts(&self, state: &Self::State, by: Seat, command: &Self::Command) -> bool {
        self.decide(state, by, command, &mut DryDice::default()).is_ok()
    }

    /// Whether a command rolls dice that only some may see (B-23).
    fn rolls_secretly(&self, state: &Self::State, command: &Self::Command) -> bool {
        let _ = (state, command);
        false
    }

    /// What a command would do, without doing it.
    ///
    /// # Errors
    /// The refusal `decide` would give.
    fn quote(
        &self,
        state: &Self::State,
        by: Seat,
        command: &Self::Command,
    ) -> Result<Quote, Refusal>;

    /// The dice in an event, for proof (B-22).
    fn rolls<'e>(&self, event: &'e Self::Event) -> Vec<&'e Roll>;

    /// The numbers on a sheet of the seat's own, by what they are called there, for dice rolled
    /// beside the rules (C-03). `actor` says whose sheet; without it the seat's only one is meant,
    /// and none when there are several: nothing is read from the wrong card (C-04). Only what the
    /// seat and all of `audience`, who see the roll, may see is there (B-30).
    fn numbers(
        &self,
        _: &Self::State,
        _by: Seat,
        _actor: Option<Id>,
        _audience: &Audience,
    ) -> Numbers {
        Numbers::new()
    }

    /// Brings an event of an older version to the present one.
    fn upcast(_version: u32, event: serde_json::Value) -> serde_json::Value {
        event
    }
}

/// A game under way: the pack it is played by and its state.
#[derive(Clone, Debug)]
pub struct Game<R: Ruleset> {
    /// The rules, fixed when the table was made; shared by all tables that play by them.
    pub pack: Checked<R>,
    /// All that is so.
    pub state: R::State,
}

impl<R: Ruleset> Game<R> {
    /// A new game.
    #[must_use]
    pub fn begin(pack: Checked<R>) -> Self {
        let state = pack.begin();
        Self { pack, state }
    }

    /// Decides a command and applies its events.
    ///
    /// # Errors
    /// The refusal of [`Ruleset::decide`]; the state is untouched then.
    pub fn play(
        &mut self,
        by: Seat,
        command: &R::Command,
        dice: &mut dyn Dice,
    ) -> Result<Vec<R::Event>, Refusal> {
        let events = self.pack.decide(&self.state, by, command, dice)?;
        for event in &events {
            self.pack.apply(&mut self.state, event);
        }
        Ok(events)
    }
}
