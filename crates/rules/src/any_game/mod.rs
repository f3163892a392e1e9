//! A game of whichever family.

mod event;
mod families;
mod game;

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::change::{Change, Sent};
use crate::kernel::DryDice;
use crate::pack::{CheckedPack, Difference};
use crate::{
    Acts, Audience, Break, Decisions, Dice, Encoded, Game, Id, Line, Numbers, Offer, Quote,
    ReadyThing, Refusal, Role, Roll, Ruleset, Seat, SeatId, Subject, Verb, Viewer, message,
};
use event::PACK_CHANGED;
pub use event::{AnyEvent, GameEvent, Unreadable};
use families::begin;
pub use families::{AnyView, FamilyView};
pub(crate) use families::{Findings, look, misfit, schema};
use game::AnyFamily;

/// Parts of a view by their keys, as they are sent.
pub type Parts = BTreeMap<String, Encoded>;

/// A game of any family. Commands and events are decoded inside the game they belong to. What is
/// never inlined here is what `bench/instructions` counts.
#[derive(Debug)]
pub struct AnyGame(Box<dyn AnyFamily>);

/// What a game is played by, to explain its rules from (P-15): the pack and what the table decided,
/// and nothing of what happened.
#[derive(Clone, Debug)]
pub struct PlayedRules(AnyGame);

impl PlayedRules {
    /// What paragraphs of rules can speak of.
    #[must_use]
    pub fn facts(&self) -> Json {
        crate::pack::facts(&self.0)
    }
}

/// What would come of moving a game to another pack (P-80).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "PackMove"))]
pub struct Moving {
    /// In which keys the new pack differs.
    pub differences: Vec<Difference>,
    /// What of the game it has no place for.
    pub breaks: Vec<Break>,
    /// Whether something waits that must be settled first.
    pub unsettled: bool,
}

/// What is brought to a table at once (B-44).
#[derive(Clone, Copy, Debug)]
pub struct Staged<'s> {
    /// The title and text of the scene that begins with it, if one does.
    pub scene: Option<(&'s str, &'s str)>,
    /// What is brought, in this order.
    pub things: &'s [&'s Json],
    /// Whose it will be, where it is to be somebody's.
    pub to: Option<Id>,
    /// The table's language.
    pub language: &'s str,
}

/// The events of it, and what the table has to tell of the scene where its family tells nothing.
pub type Staging = Result<(Vec<GameEvent>, Option<(String, String)>), Refusal>;

impl Clone for AnyGame {
    fn clone(&self) -> Self {
        Self(self.0.copy())
    }
}

impl AnyGame {
    /// The game, if it is of this family.
    fn of<R: Ruleset>(&self) -> Option<&Game<R>> {
        (*self.0).as_any().downcast_ref()
    }

    /// A new game by a pack that passed its checks.
    ///
    /// # Errors
    /// Never, unless a check and its family's types disagree.
    pub fn begin(pack: &CheckedPack) -> Result<Self, Unreadable> {
        Self::of_log(pack)
    }

    /// A game as a log begins it, by the pack [`AnyGame::pack`] wrote there.
    ///
    /// # Errors
    /// When the pack is of an unknown family or does not fit it.
    pub fn of_log(pack: &Json) -> Result<Self, Unreadable> {
        begin(pack.get("family").and_then(Json::as_str).unwrap_or_default(), pack)
    }

    /// The resolved pack the game is played by, for the log's first event.
    #[must_use]
    pub fn pack(&self) -> Json {
        self.0.pack()
    }

    /// What it is played by.
    #[must_use]
    pub fn played_rules(&self) -> PlayedRules {
        PlayedRules(self.clone())
    }

    /// The state without the pack, for tests that compare all of it across versions.
    #[must_use]
    pub fn state(&self) -> &dyn Debug {
        self.0.state()
    }

    /// Whether another game holds the same pack.
    #[must_use]
    pub fn shares_its_pack(&self) -> bool {
        self.0.shares_its_pack()
    }

    /// What follows from a command.
    ///
    /// # Errors
    /// A refusal when the command cannot be read or the rules do not allow it.
    #[inline(never)]
    pub fn decide(
        &self,
        by: Seat,
        command: &Json,
        dice: &mut dyn Dice,
    ) -> Result<Vec<GameEvent>, Refusal> {
        self.0.decide(by, command, dice)
    }

    /// Whether two games hold the very same pack: what a pack says need not be shown again.
    #[must_use]
    pub fn same_pack(&self, other: &Self) -> bool {
        self.0.same_pack(other)
    }

    /// What would come of moving to another pack (P-80).
    ///
    /// # Errors
    /// When it is of another family.
    pub fn moving(&self, to: &CheckedPack) -> Result<Moving, Refusal> {
        let family = |pack: &Json| pack.get("family").cloned();
        if family(to) != family(&self.pack()) {
            return Err(Refusal::new("P-80", message!("pack-other-family")));
        }
        self.0.moving(to).map_err(|fault| Refusal::new("P-80", fault.to_message()))
    }

    /// Moves to another pack of the family (P-80).
    ///
    /// # Errors
    /// When it is of another family, nothing differs, or something must be settled first.
    pub fn move_to(&self, to: &CheckedPack, decisions: &Decisions) -> Result<GameEvent, Refusal> {
        let Moving { differences, unsettled, .. } = self.moving(to)?;
        if differences.is_empty() {
            return Err(Refusal::new("P-80", message!("pack-no-difference")));
        }
        if unsettled {
            let refusal = Refusal::new("P-80", message!("pack-unsettled"));
            return Err(refusal.instead(message!("pack-unsettled-instead")));
        }
        let event = serde_json::json!({
            "event": PACK_CHANGED,
            "pack": **to,
            "decisions": decisions,
        });
        Ok(GameEvent { version: self.event_version(), event })
    }

    /// What follows when a session of the table begins (B-04).
    #[must_use]
    pub fn begin_session(&self) -> Vec<GameEvent> {
        self.0.begin_session()
    }

    /// What the host may decide as the table is made (F-55), in a game that has just begun.
    #[must_use]
    pub fn settings(&self) -> Vec<Offer<Json>> {
        let host = Seat { id: SeatId(Id::from_bits(0)), role: Role::Host };
        let mut offers = self.offers(host, &Subject::TABLE, true);
        offers.retain(|offer| {
            let verb = offer.command.get("do").and_then(Json::as_str).unwrap_or_default();
            self.0.settings().contains(&verb)
        });
        offers
    }

    /// What follows from what `host` decides as the table is made, one after another.
    ///
    /// # Errors
    /// When one is not among [`AnyGame::settings`], or is refused.
    pub fn set(&self, host: SeatId, settings: &[Json]) -> Result<Vec<GameEvent>, Refusal> {
        let (mut game, mut all) = (self.clone(), Vec::new());
        let mut dice = DryDice::default();
        for command in settings {
            let verb = command.get("do").and_then(Json::as_str).unwrap_or_default();
            if !self.0.settings().contains(&verb) {
                return Err(Refusal::new("F-55", message!("no-such-setting")));
            }
            let host = Seat { id: host, role: Role::Host };
            let events = game.decide(host, command, &mut dice)?;
            for event in &events {
                // What was just written can be read.
                if let Ok(event) = game.read(event) {
                    game.apply(&event);
                }
            }
            all.extend(events);
        }
        Ok(all)
    }

    /// The version its events are written in.
    #[must_use]
    pub fn event_version(&self) -> u32 {
        self.0.event_version()
    }

    /// Reads an event of the log once, for [`AnyGame::apply`], [`AnyGame::tell`] and the like.
    ///
    /// # Errors
    /// When the event is of a newer version or does not fit.
    pub fn read(&self, event: &GameEvent) -> Result<AnyEvent, Unreadable> {
        self.0.read(event)
    }

    /// Applies an event.
    #[inline(never)]
    pub fn apply(&mut self, event: &AnyEvent) {
        self.0.apply(event);
    }

    /// What `viewer` is told of an event about to be applied.
    #[must_use]
    #[inline(never)]
    pub fn tell(&self, event: &AnyEvent, viewer: Viewer) -> Option<Line> {
        self.0.tell(event, viewer)
    }

    /// The dice in an event.
    #[must_use]
    pub fn rolls<'e>(&self, event: &'e AnyEvent) -> Vec<&'e Roll> {
        self.0.rolls(event)
    }

    /// The numbers on a sheet of the seat's own that all of `audience` may see, for dice rolled
    /// beside the rules (C-03).
    #[must_use]
    pub fn numbers(&self, by: Seat, actor: Option<Id>, audience: &Audience) -> Numbers {
        self.0.numbers(by, actor, audience)
    }

    /// The table as `viewer` may see it.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> AnyView {
        self.0.view(viewer)
    }

    /// The verbs of the table, each declared once.
    #[must_use]
    pub fn verbs(&self) -> Vec<Verb> {
        self.0.verbs()
    }

    /// Everything the seat sees that it might do something with, in the order it is shown.
    #[must_use]
    pub fn subjects(&self, by: Seat) -> Vec<Subject> {
        self.0.subjects(by)
    }

    /// Brings what is ready to the table, and a scene to bring it to. Host.
    ///
    /// # Errors
    /// When it is not the host, a scene cannot end, or a thing does not fit.
    pub fn stage(&self, by: Seat, staged: &Staged<'_>, dice: &mut dyn Dice) -> Staging {
        self.0.stage(by, staged, dice)
    }

    /// A thing made ready for later: as it was kept, from a command that makes one, or `{ "of": ID }`
    /// from one at the table, which only the host may ask for.
    ///
    /// # Errors
    /// When it is none of this family's, or does not fit the pack.
    pub fn ready(&self, thing: &Json) -> Result<ReadyThing, Refusal> {
        self.0.ready(thing)
    }

    /// What is shown of a thing that was made ready; none if it is of another family.
    #[must_use]
    pub fn show_ready(&self, thing: &Json) -> Option<ReadyThing> {
        self.0.show_ready(thing)
    }

    /// The things the pack ships.
    #[must_use]
    pub fn library(&self) -> Arc<[ReadyThing]> {
        self.0.library()
    }

    /// What the seat can do with a thing now; if not `secretly`, without what rolls dice only some
    /// may see.
    #[must_use]
    #[inline(never)]
    pub fn offers(&self, by: Seat, of: &Subject, secretly: bool) -> Vec<Offer<Json>> {
        self.0.offers(by, of, secretly)
    }

    /// What is pushed to the seat of what it can do, under the same condition.
    #[must_use]
    #[inline(never)]
    pub fn acts(&self, by: Seat, secretly: bool) -> Acts {
        self.0.acts(by, secretly)
    }

    /// What each viewer, beside what they were sent of `before` where that is known, sees change:
    /// parts whole, [`Encoded::gone`] for those that are gone. What is the same as it was sent is
    /// left out, whatever made it so: a frame must not tell that something changed that the viewer
    /// may not see (B-30). Parts that several see alike are encoded once.
    #[must_use]
    #[inline(never)]
    pub fn changes(&self, before: &Self, viewers: &[(Viewer, Option<&Sent>)]) -> Vec<Change> {
        self.0.changes(before, viewers)
    }

    /// Whether this player's view differs from the generic player's.
    #[must_use]
    pub fn has_private_view(&self, player: SeatId) -> bool {
        self.0.has_private_view(player)
    }

    /// What a command would do, without doing it.
    ///
    /// # Errors
    /// The refusal [`AnyGame::decide`] would give.
    pub fn quote(&self, by: Seat, command: &Json) -> Result<Quote, Refusal> {
        self.0.quote(by, command)
    }

    /// Whether two games are in the same state of the same family.
    #[must_use]
    pub fn same_state(&self, other: &Self) -> bool {
        self.0.same_state(other)
    }
}

/// Commands, events, parts and packs are plain data with string keys: writing them cannot fail.
pub(crate) fn to_json(value: &impl Serialize) -> Json {
    serde_json::to_value(value).expect("plain data with string keys")
}
