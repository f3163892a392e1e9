//! A game of whichever family: the only place that tells the families apart.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::fate::Fate;
use crate::mist::Mist;
use crate::pack::CheckedPack;
use crate::timeline::Timeline;
use crate::{
    Audience, Checked, Dice, Drafts, Encoded, Game, Id, Line, Message, Numbers, Offer, Quote,
    Refusal, Roll, Ruleset, Seat, SeatId, View, Viewer, message,
};

/// A game of any family. Commands and events are decoded inside the game they belong to. What is
/// never inlined here is what `bench/instructions` counts.
#[derive(Clone, Debug)]
pub enum AnyGame {
    /// Tags and statuses.
    Mist(Box<Game<Mist>>),
    /// Aspects and fate points.
    Fate(Box<Game<Fate>>),
    /// Acts on a timeline.
    Timeline(Box<Game<Timeline>>),
    /// The family that proves the boundaries in tests.
    #[cfg(feature = "toy")]
    Toy(Box<Game<crate::toy::Toy>>),
}

/// An event as it is written into the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameEvent {
    /// The version of its family's events it is written in.
    pub version: u32,
    /// The event.
    pub event: Json,
}

/// What a viewer may see of a game of any family, typed; the text language reads it.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyView {
    /// Tags and statuses.
    Mist(View<<Mist as Ruleset>::Part>),
    /// Aspects and fate points.
    Fate(View<<Fate as Ruleset>::Part>),
    /// Acts on a timeline.
    Timeline(View<<Timeline as Ruleset>::Part>),
    /// The family that proves the boundaries in tests.
    #[cfg(feature = "toy")]
    Toy(View<<crate::toy::Toy as Ruleset>::Part>),
}

/// What a seat might do in a game of any family.
#[derive(Clone, Debug)]
pub enum AnyDrafts {
    /// Tags and statuses.
    Mist(Drafts<<Mist as Ruleset>::Command>),
    /// Aspects and fate points.
    Fate(Drafts<<Fate as Ruleset>::Command>),
    /// Acts on a timeline.
    Timeline(Drafts<<Timeline as Ruleset>::Command>),
    /// The family that proves the boundaries in tests.
    #[cfg(feature = "toy")]
    Toy(Drafts<<crate::toy::Toy as Ruleset>::Command>),
}

/// A log or pack cannot be read by this version.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// The pack is of a family this version does not know.
    #[error("this version knows no rules of the family {0:?}")]
    Family(String),
    /// The pack's data does not fit.
    #[error("the pack does not fit its family: {0}")]
    Pack(serde_json::Error),
    /// An event was written by a newer version.
    #[error("an event is of version {found}, this program reads up to {known}")]
    Newer {
        /// The event's version.
        found: u32,
        /// The newest this program knows.
        known: u32,
    },
    /// An event does not fit.
    #[error("an event does not fit its family: {0}")]
    Event(serde_json::Error),
    /// The program fails on the pack: it should have been refused.
    #[error("the program fails on the pack")]
    Failed,
}

impl Unreadable {
    /// The same for people.
    #[must_use]
    pub fn to_message(&self) -> Message {
        match self {
            Unreadable::Family(family) => message!("pack-family", family = family),
            Unreadable::Pack(_) | Unreadable::Failed => message!("pack-unfit"),
            Unreadable::Newer { found, known } => {
                message!("event-newer", found = *found, known = *known)
            }
            Unreadable::Event(_) => message!("event-unfit"),
        }
    }
}

/// Runs `$body` with `$game` bound to the typed game inside.
macro_rules! each {
    ($any:expr, $game:ident => $body:expr) => {
        match $any {
            AnyGame::Mist($game) => $body,
            AnyGame::Fate($game) => $body,
            AnyGame::Timeline($game) => $body,
            #[cfg(feature = "toy")]
            AnyGame::Toy($game) => $body,
        }
    };
}

/// Runs `$body` with the game and the event of the same family; an event of another family, which
/// no log holds, gives `$otherwise`.
macro_rules! each_event {
    ($any:expr, $any_event:expr, $game:ident, $event:ident => $body:expr, $otherwise:expr) => {
        match ($any, $any_event) {
            (AnyGame::Mist($game), AnyEvent::Mist($event)) => $body,
            (AnyGame::Fate($game), AnyEvent::Fate($event)) => $body,
            (AnyGame::Timeline($game), AnyEvent::Timeline($event)) => $body,
            #[cfg(feature = "toy")]
            (AnyGame::Toy($game), AnyEvent::Toy($event)) => $body,
            _ => $otherwise,
        }
    };
}

impl AnyGame {
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
        fn open<R: Ruleset>(pack: &Json) -> Result<Box<Game<R>>, Unreadable> {
            let pack = R::deserialize(pack).map_err(Unreadable::Pack)?;
            Ok(Box::new(Game::begin(Checked::of_log(pack))))
        }
        match pack.get("family").and_then(Json::as_str) {
            Some(Mist::FAMILY) => open(pack).map(AnyGame::Mist),
            Some(Fate::FAMILY) => open(pack).map(AnyGame::Fate),
            Some(Timeline::FAMILY) => open(pack).map(AnyGame::Timeline),
            #[cfg(feature = "toy")]
            Some(crate::toy::Toy::FAMILY) => open(pack).map(AnyGame::Toy),
            other => Err(Unreadable::Family(other.unwrap_or_default().to_owned())),
        }
    }

    /// The resolved pack the game is played by, for the log's first event.
    #[must_use]
    pub fn pack(&self) -> Json {
        each!(self, game => to_json(&*game.pack))
    }

    /// Whether another game holds the same pack.
    #[must_use]
    pub fn shares_its_pack(&self) -> bool {
        each!(self, game => game.pack.is_shared())
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
        fn decide<R: Ruleset>(
            game: &Game<R>,
            by: Seat,
            command: &Json,
            dice: &mut dyn Dice,
        ) -> Result<Vec<GameEvent>, Refusal> {
            let command = read_command::<R>(command)?;
            let events = game.pack.decide(&game.state, by, &command, dice)?;
            Ok(events
                .iter()
                .map(|event| GameEvent { version: R::EVENT_VERSION, event: to_json(event) })
                .collect())
        }
        each!(self, game => decide(game, by, command, dice))
    }

    /// The version its events are written in.
    #[must_use]
    pub fn event_version(&self) -> u32 {
        fn version<R: Ruleset>(_: &Game<R>) -> u32 {
            R::EVENT_VERSION
        }
        each!(self, game => version(game))
    }

    /// Reads an event of the log once, for [`AnyGame::apply`], [`AnyGame::tell`] and the like.
    ///
    /// # Errors
    /// When the event is of a newer version or does not fit.
    pub fn read(&self, event: &GameEvent) -> Result<AnyEvent, Unreadable> {
        fn read<R: Ruleset>(_: &Game<R>, event: &GameEvent) -> Result<R::Event, Unreadable> {
            if event.version > R::EVENT_VERSION {
                return Err(Unreadable::Newer { found: event.version, known: R::EVENT_VERSION });
            }
            let json = if event.version < R::EVENT_VERSION {
                R::upcast(event.version, event.event.clone())
            } else {
                event.event.clone()
            };
            serde_json::from_value(json).map_err(Unreadable::Event)
        }
        Ok(match self {
            AnyGame::Mist(game) => AnyEvent::Mist(read(game, event)?),
            AnyGame::Fate(game) => AnyEvent::Fate(read(game, event)?),
            AnyGame::Timeline(game) => AnyEvent::Timeline(read(game, event)?),
            #[cfg(feature = "toy")]
            AnyGame::Toy(game) => AnyEvent::Toy(read(game, event)?),
        })
    }

    /// Applies an event.
    #[inline(never)]
    pub fn apply(&mut self, event: &AnyEvent) {
        each_event!(self, event, game, event => game.pack.apply(&mut game.state, event), ());
    }

    /// What `viewer` is told of an event about to be applied.
    #[must_use]
    #[inline(never)]
    pub fn tell(&self, event: &AnyEvent, viewer: Viewer) -> Option<Line> {
        each_event!(self, event, game, event => game.pack.tell(&game.state, event, viewer), None)
    }

    /// The dice in an event.
    #[must_use]
    pub fn rolls<'e>(&self, event: &'e AnyEvent) -> Vec<&'e Roll> {
        each_event!(self, event, game, event => game.pack.rolls(event), Vec::new())
    }

    /// The numbers on a sheet of the seat's own that all of `audience` may see, for dice rolled
    /// beside the rules (C-03).
    #[must_use]
    pub fn numbers(&self, by: Seat, actor: Option<Id>, audience: &Audience) -> Numbers {
        each!(self, game => game.pack.numbers(&game.state, by, actor, audience))
    }

    /// The table as `viewer` may see it.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> AnyView {
        match self {
            AnyGame::Mist(game) => AnyView::Mist(game.pack.view(&game.state, viewer)),
            AnyGame::Fate(game) => AnyView::Fate(game.pack.view(&game.state, viewer)),
            AnyGame::Timeline(game) => AnyView::Timeline(game.pack.view(&game.state, viewer)),
            #[cfg(feature = "toy")]
            AnyGame::Toy(game) => AnyView::Toy(game.pack.view(&game.state, viewer)),
        }
    }

    /// What the seat can do now; if not `secretly`, without what rolls dice only some may see.
    #[must_use]
    pub fn offers(&self, by: Seat, secretly: bool) -> Vec<Offer<Json>> {
        fn offers<R: Ruleset>(game: &Game<R>, by: Seat, secretly: bool) -> Vec<Offer<Json>> {
            let Game { pack, state } = game;
            pack.offers(state, by)
                .into_iter()
                .filter(|offer| secretly || !pack.rolls_secretly(state, &offer.command))
                .map(|offer| Offer {
                    command: to_json(&offer.command),
                    label: offer.label,
                    fields: offer.fields,
                    waits: offer.waits,
                    rule: offer.rule,
                })
                .collect()
        }
        each!(self, game => offers(game, by, secretly))
    }

    /// What the seat can do now, as it is sent: offers of the same sort together, by the id of
    /// their label, and as [`AnyGame::offers`] has them. `before` is a game not far from this one, with what was drawn up for it.
    #[must_use]
    #[inline(never)]
    pub fn encoded_offers(
        &self,
        by: Seat,
        secretly: bool,
        before: Option<(&Self, AnyDrafts)>,
    ) -> (Vec<(String, Encoded)>, AnyDrafts) {
        macro_rules! told {
            ($game:expr, $family:ident) => {{
                let before = match before {
                    Some((AnyGame::$family(was), AnyDrafts::$family(drafts))) => {
                        Some((&was.state, drafts))
                    }
                    _ => None,
                };
                let mut drafts = Drafts::draw_up($game, by, before);
                (drafts.told($game, by, secretly), AnyDrafts::$family(drafts))
            }};
        }
        match self {
            AnyGame::Mist(game) => told!(game, Mist),
            AnyGame::Fate(game) => told!(game, Fate),
            AnyGame::Timeline(game) => told!(game, Timeline),
            #[cfg(feature = "toy")]
            AnyGame::Toy(game) => told!(game, Toy),
        }
    }

    /// What `viewer` sees change from `before` to this game: parts whole, [`Encoded::gone`] for
    /// those that are gone.
    #[must_use]
    #[inline(never)]
    pub fn changes(&self, before: &Self, viewer: Viewer) -> BTreeMap<String, Encoded> {
        fn changes<R: Ruleset>(
            now: &Game<R>,
            before: &Game<R>,
            viewer: Viewer,
        ) -> BTreeMap<String, Encoded> {
            let was = now.pack.touched(&before.state, &now.state, viewer);
            let is = now.pack.touched(&now.state, &before.state, viewer);
            let gone = was.keys().filter(|key| !is.contains_key(*key));
            let gone = gone.map(|key| (key.clone(), Encoded::gone()));
            is.iter()
                .filter(|(key, part)| was.get(*key) != Some(part))
                .map(|(key, part)| (key.clone(), Encoded::new(part)))
                .chain(gone)
                .collect()
        }
        match (self, before) {
            (AnyGame::Mist(now), AnyGame::Mist(before)) => changes(now, before, viewer),
            (AnyGame::Fate(now), AnyGame::Fate(before)) => changes(now, before, viewer),
            (AnyGame::Timeline(now), AnyGame::Timeline(before)) => changes(now, before, viewer),
            #[cfg(feature = "toy")]
            (AnyGame::Toy(now), AnyGame::Toy(before)) => changes(now, before, viewer),
            _ => self.view(viewer).encoded(),
        }
    }

    /// Whether this player's view differs from the generic player's.
    #[must_use]
    pub fn has_private_view(&self, player: SeatId) -> bool {
        each!(self, game => game.pack.has_private_view(&game.state, player))
    }

    /// What a command would do, without doing it.
    ///
    /// # Errors
    /// The refusal [`AnyGame::decide`] would give.
    pub fn quote(&self, by: Seat, command: &Json) -> Result<Quote, Refusal> {
        fn quote<R: Ruleset>(game: &Game<R>, by: Seat, command: &Json) -> Result<Quote, Refusal> {
            let command = read_command::<R>(command)?;
            game.pack.quote(&game.state, by, &command)
        }
        each!(self, game => quote(game, by, command))
    }

    /// Whether two games are in the same state of the same family.
    #[must_use]
    pub fn same_state(&self, other: &Self) -> bool {
        match (self, other) {
            (AnyGame::Mist(one), AnyGame::Mist(two)) => one.state == two.state,
            (AnyGame::Fate(one), AnyGame::Fate(two)) => one.state == two.state,
            (AnyGame::Timeline(one), AnyGame::Timeline(two)) => one.state == two.state,
            #[cfg(feature = "toy")]
            (AnyGame::Toy(one), AnyGame::Toy(two)) => one.state == two.state,
            _ => false,
        }
    }
}

/// An event of any family, read from the log.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyEvent {
    /// Tags and statuses.
    Mist(<Mist as Ruleset>::Event),
    /// Aspects and fate points.
    Fate(<Fate as Ruleset>::Event),
    /// Acts on a timeline.
    Timeline(<Timeline as Ruleset>::Event),
    /// The family that proves the boundaries in tests.
    #[cfg(feature = "toy")]
    Toy(<crate::toy::Toy as Ruleset>::Event),
}

impl AnyView {
    /// The parts as they are sent.
    #[must_use]
    pub fn parts(&self) -> BTreeMap<String, Json> {
        fn parts<P: Serialize>(view: &View<P>) -> BTreeMap<String, Json> {
            view.iter().map(|(key, part)| (key.clone(), to_json(part))).collect()
        }
        match self {
            AnyView::Mist(view) => parts(view),
            AnyView::Fate(view) => parts(view),
            AnyView::Timeline(view) => parts(view),
            #[cfg(feature = "toy")]
            AnyView::Toy(view) => parts(view),
        }
    }

    /// The parts, encoded.
    #[must_use]
    pub fn encoded(&self) -> BTreeMap<String, Encoded> {
        fn encoded<P: Serialize>(view: &View<P>) -> BTreeMap<String, Encoded> {
            view.iter().map(|(key, part)| (key.clone(), Encoded::new(part))).collect()
        }
        match self {
            AnyView::Mist(view) => encoded(view),
            AnyView::Fate(view) => encoded(view),
            AnyView::Timeline(view) => encoded(view),
            #[cfg(feature = "toy")]
            AnyView::Toy(view) => encoded(view),
        }
    }
}

/// Commands, events, parts and packs are plain data with string keys: writing them cannot fail.
fn to_json(value: &impl Serialize) -> Json {
    serde_json::to_value(value).expect("plain data with string keys")
}

fn read_command<R: Ruleset>(command: &Json) -> Result<R::Command, Refusal> {
    serde::Deserialize::deserialize(command).map_err(|fault: serde_json::Error| {
        Refusal::new("B-12", message!("command-unreadable", fault = fault.to_string()))
    })
}
