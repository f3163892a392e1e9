//! A game of whichever family. The families are listed once, in `families!`; nothing else in this
//! crate tells them apart.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::change::{Change, Sent, SharedParts};
use crate::fate::Fate;
use crate::kernel::{Deciding, DryDice, bring, in_one_language, try_ready};
use crate::mist::Mist;
use crate::pack::{CheckedPack, Difference};
use crate::timeline::Timeline;
use crate::{
    Acts, Audience, Break, Checked, Decisions, Dice, Encoded, Fault, Game, Id, Line, Message,
    Numbers, Offer, Quote, ReadyThing, Refusal, Role, Roll, Ruleset, Seat, SeatId, Subject, Term,
    Verb, View, Viewer, message,
};

/// Parts of a view by their keys, as they are sent.
pub type Parts = BTreeMap<String, Encoded>;

/// An event as it is written into the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameEvent {
    /// The version of its family's events it is written in.
    pub version: u32,
    /// The event.
    pub event: Json,
}

impl GameEvent {
    /// Whether other rules hold from now on (P-80).
    #[must_use]
    pub fn changes_pack(&self) -> bool {
        self.event.get("event").and_then(Json::as_str) == Some(PACK_CHANGED)
    }
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

/// A family's own types, for those few who need them: the text language reads typed views.
trait Family: Ruleset {
    fn any_view(view: View<Self::Part>) -> AnyView;
}

/// Everything that is made for each family, from one list of them.
macro_rules! families {
    ($($(#[$feature:meta])? $what:literal $family:ident is $ruleset:ty;)*) => {
        /// What a viewer may see of a game of any family, typed; the text language reads it.
        #[derive(Clone, Debug, PartialEq)]
        pub enum AnyView {
            $($(#[$feature])? #[doc = $what] $family(View<<$ruleset as Ruleset>::Part>),)*
        }

        $($(#[$feature])?
        impl Family for $ruleset {
            fn any_view(view: View<Self::Part>) -> AnyView {
                AnyView::$family(view)
            }
        })*

        impl AnyView {
            /// The family's name in packs and logs.
            #[must_use]
            pub fn family(&self) -> &'static str {
                match self {
                    $($(#[$feature])? AnyView::$family(_) => <$ruleset>::FAMILY,)*
                }
            }

            /// The typed parts, if the view is of this family.
            #[must_use]
            pub fn of<R: Ruleset>(&self) -> Option<&View<R::Part>> {
                match self {
                    $($(#[$feature])? AnyView::$family(view) => {
                        (view as &dyn Any).downcast_ref()
                    })*
                }
            }

            /// The parts as they are sent.
            #[must_use]
            pub fn parts(&self) -> BTreeMap<String, Json> {
                match self {
                    $($(#[$feature])? AnyView::$family(view) => each_part(view, to_json),)*
                }
            }

            /// The keys of the parts.
            pub fn keys(&self) -> impl Iterator<Item = &str> {
                let keys: Vec<&str> = match self {
                    $($(#[$feature])? AnyView::$family(view) => {
                        view.keys().map(String::as_str).collect()
                    })*
                };
                keys.into_iter()
            }

            /// One part.
            #[must_use]
            pub fn part(&self, key: &str) -> Option<Json> {
                match self {
                    $($(#[$feature])? AnyView::$family(view) => view.get(key).map(to_json),)*
                }
            }

            /// The parts, encoded.
            #[must_use]
            pub fn encoded(&self) -> BTreeMap<String, Encoded> {
                match self {
                    $($(#[$feature])? AnyView::$family(view) => each_part(view, Encoded::new),)*
                }
            }
        }

        /// A game as a log begins it.
        fn begin(family: &str, pack: &Json) -> Result<AnyGame, Unreadable> {
            match family {
                $($(#[$feature])? <$ruleset>::FAMILY => begin_family::<$ruleset>(pack),)*
                other => Err(Unreadable::Family(other.to_owned())),
            }
        }

        /// Where a pack has not the shape of its family's, if it has not; none if there is no such
        /// family.
        pub(crate) fn misfit(family: &str, pack: &Json) -> Option<Option<Misfit>> {
            match family {
                $($(#[$feature])? <$ruleset>::FAMILY => {
                    Some(crate::pack::read::<$ruleset>(pack).err())
                })*
                _ => None,
            }
        }

        /// What a family finds in a pack of its own; none if there is no such family.
        pub(crate) fn look(family: &str, pack: &Json) -> Option<Result<Findings, Misfit>> {
            match family {
                $($(#[$feature])? <$ruleset>::FAMILY => Some(look_as::<$ruleset>(pack)),)*
                _ => None,
            }
        }
    };
}

families! {
    "Tags and statuses." Mist is Mist;
    "Aspects and fate points." Fate is Fate;
    "Acts on a timeline." Timeline is Timeline;
    #[cfg(feature = "toy")] "The family that proves the boundaries in tests." Toy is crate::toy::Toy;
}

/// An [`AnyView`] by its family, of the families that people play.
#[derive(Clone, Copy, Debug)]
pub enum FamilyView<'v> {
    /// Tags and statuses.
    Mist(&'v View<<Mist as Ruleset>::Part>),
    /// Aspects and fate points.
    Fate(&'v View<<Fate as Ruleset>::Part>),
    /// Acts on a timeline.
    Timeline(&'v View<<Timeline as Ruleset>::Part>),
}

impl AnyView {
    /// A view of a family, from parts as they were sent; parts that do not fit are left out.
    ///
    /// # Errors
    /// When it is no family that people play in this version.
    pub fn read(family: &str, parts: &BTreeMap<String, Json>) -> Result<Self, Unreadable> {
        fn read<P: serde::de::DeserializeOwned>(parts: &BTreeMap<String, Json>) -> View<P> {
            let part =
                |(key, part): (&String, &Json)| Some((key.clone(), P::deserialize(part).ok()?));
            parts.iter().filter_map(part).collect()
        }
        match family {
            Mist::FAMILY => Ok(AnyView::Mist(read(parts))),
            Fate::FAMILY => Ok(AnyView::Fate(read(parts))),
            Timeline::FAMILY => Ok(AnyView::Timeline(read(parts))),
            other => Err(Unreadable::Family(other.to_owned())),
        }
    }

    /// The view by its family, to be matched without a wildcard; none for the family of tests,
    /// which only some builds know.
    #[must_use]
    pub fn by_family(&self) -> Option<FamilyView<'_>> {
        match self {
            AnyView::Mist(view) => Some(FamilyView::Mist(view)),
            AnyView::Fate(view) => Some(FamilyView::Fate(view)),
            AnyView::Timeline(view) => Some(FamilyView::Timeline(view)),
            #[cfg(feature = "toy")]
            AnyView::Toy(_) => None,
        }
    }
}

fn each_part<P, T>(view: &View<P>, encode: impl Fn(&P) -> T) -> BTreeMap<String, T> {
    view.iter().map(|(key, part)| (key.clone(), encode(part))).collect()
}

fn begin_family<R: Family>(pack: &Json) -> Result<AnyGame, Unreadable> {
    let pack = R::deserialize(pack).map_err(Unreadable::Pack)?;
    Ok(AnyGame(Box::new(Game::begin(Checked::of_log(pack)))))
}

/// What was found in a pack, each with its path.
pub(crate) struct Findings {
    pub faults: Vec<Fault>,
    pub warnings: Vec<Fault>,
}

/// Where a pack has not the shape of its family's, and how.
pub(crate) type Misfit = (String, String);

fn written<R: Ruleset>(event: &R::Event) -> GameEvent {
    GameEvent { version: R::EVENT_VERSION, event: to_json(event) }
}

fn look_as<R: Ruleset>(pack: &Json) -> Result<Findings, Misfit> {
    let pack: R = crate::pack::read(pack)?;
    let faults = pack.faults();
    // Odds are only computed where there are any.
    let warnings = if faults.is_empty() { pack.warnings() } else { Vec::new() };
    Ok(Findings { faults, warnings })
}

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

/// An event of any family, read from the log; of no use to a game of another.
#[derive(Clone, Debug)]
pub struct AnyEvent(Arc<dyn AnyData>);

/// The verb of the event by which a game moves to another pack.
const PACK_CHANGED: &str = "pack-changed";

/// The game moved to another pack (P-80): what came before folds and speaks by the old one, what
/// comes after by this one. An event of the game, so it is undone as any other.
#[derive(Debug, Deserialize)]
struct PackChanged<R> {
    pack: R,
    #[serde(default)]
    decisions: Decisions,
}

/// The same, read.
#[derive(Debug)]
struct Moved<R: Ruleset> {
    pack: Checked<R>,
    decisions: Decisions,
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

/// Data of one family behind a common face.
trait AnyData: Any + Debug + Send + Sync {
    fn as_any(&self) -> &dyn Any;
}

impl<T: Any + Debug + Send + Sync> AnyData for T {
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A [`Game`] with its types hidden: what [`AnyGame`] calls. A game of another family, or an event
/// of one, is as good as none: no log mixes them.
trait AnyFamily: AnyData {
    fn copy(&self) -> Box<dyn AnyFamily>;
    fn pack(&self) -> Json;
    fn state(&self) -> &dyn Debug;
    fn shares_its_pack(&self) -> bool;
    fn decide(
        &self,
        by: Seat,
        command: &Json,
        dice: &mut dyn Dice,
    ) -> Result<Vec<GameEvent>, Refusal>;
    fn stage(&self, by: Seat, staged: &Staged<'_>, dice: &mut dyn Dice) -> Staging;
    fn ready(&self, thing: &Json) -> Result<ReadyThing, Refusal>;
    fn show_ready(&self, thing: &Json) -> Option<ReadyThing>;
    fn library(&self) -> Vec<ReadyThing>;
    fn begin_session(&self) -> Vec<GameEvent>;
    fn settings(&self) -> &'static [&'static str];
    fn event_version(&self) -> u32;
    fn read(&self, event: &GameEvent) -> Result<AnyEvent, Unreadable>;
    fn apply(&mut self, event: &AnyEvent);
    fn tell(&self, event: &AnyEvent, viewer: Viewer) -> Option<Line>;
    fn rolls<'e>(&self, event: &'e AnyEvent) -> Vec<&'e Roll>;
    fn numbers(&self, by: Seat, actor: Option<Id>, audience: &Audience) -> Numbers;
    fn view(&self, viewer: Viewer) -> AnyView;
    fn verbs(&self) -> Vec<Verb>;
    fn subjects(&self, by: Seat) -> Vec<Subject>;
    fn offers(&self, by: Seat, of: &Subject, secretly: bool) -> Vec<Offer<Json>>;
    fn acts(&self, by: Seat, secretly: bool) -> Acts;
    fn changes(&self, before: &AnyGame, viewers: &[(Viewer, Option<&Sent>)]) -> Vec<Change>;
    fn has_private_view(&self, player: SeatId) -> bool;
    fn quote(&self, by: Seat, command: &Json) -> Result<Quote, Refusal>;
    fn same_state(&self, other: &AnyGame) -> bool;
    fn same_pack(&self, other: &AnyGame) -> bool;
    fn moving(&self, to: &Json) -> Result<Moving, Unreadable>;
}

/// Everything one viewer may see, and what is gone since a game by another pack.
fn all_parts<R: Family>(
    game: &Game<R>,
    before: &AnyGame,
    viewer: Viewer,
    sent: Option<&Sent>,
) -> Change {
    let mut changed = game.view(viewer).encoded();
    let shown = Some(changed.keys().cloned().collect());
    let was: Vec<String> = match sent {
        Some(sent) => sent.keys().cloned().collect(),
        None => before.view(viewer).encoded().into_keys().collect(),
    };
    for key in was {
        changed.entry(key).or_insert_with(Encoded::gone);
    }
    Change { shown, changed }
}

impl<R: Family> AnyFamily for Game<R> {
    fn copy(&self) -> Box<dyn AnyFamily> {
        Box::new(self.clone())
    }

    fn pack(&self) -> Json {
        to_json(&*self.pack)
    }

    fn state(&self) -> &dyn Debug {
        &self.state
    }

    fn shares_its_pack(&self) -> bool {
        self.pack.is_shared()
    }

    fn decide(
        &self,
        by: Seat,
        command: &Json,
        dice: &mut dyn Dice,
    ) -> Result<Vec<GameEvent>, Refusal> {
        let command = read_command::<R>(command)?;
        let events = self.pack.decide(&self.state, by, &command, dice)?;
        Ok(events.iter().map(written::<R>).collect())
    }

    fn stage(&self, by: Seat, staged: &Staged<'_>, dice: &mut dyn Dice) -> Staging {
        let mut deciding = Deciding::new(&*self.pack, &self.state, by, dice);
        if let Some((title, text)) = staged.scene {
            R::set_stage(&mut deciding, title, text)?;
        }
        for thing in staged.things {
            let mut thing = (*thing).clone();
            if R::PLAIN_NAMES {
                in_one_language(&mut thing, staged.language);
            }
            bring(&mut deciding, &read_ready::<R>(&thing)?, staged.to)?;
        }
        let events = deciding.into_events();
        let says = if R::HAS_SCENES { None } else { staged.scene };
        let says = says.map(|(title, text)| (title.to_owned(), text.to_owned()));
        Ok((events.iter().map(written::<R>).collect(), says))
    }

    fn ready(&self, thing: &Json) -> Result<ReadyThing, Refusal> {
        let of = thing.get("of").and_then(|of| Id::deserialize(of).ok());
        let none = || Refusal::new("B-44", message!("ready-none"));
        let ready = match of {
            Some(of) => self.pack.ready_from(&self.state, of).ok_or_else(none)?,
            None => read_ready::<R>(thing)?,
        };
        try_ready(&*self.pack, &ready)?;
        Ok(shown(&*self.pack, &ready))
    }

    fn show_ready(&self, thing: &Json) -> Option<ReadyThing> {
        Some(shown(&*self.pack, &read_ready::<R>(thing).ok()?))
    }

    fn library(&self) -> Vec<ReadyThing> {
        let fits = |it: &&R::Ready| try_ready(&*self.pack, *it).is_ok();
        self.pack.library().iter().filter(fits).map(|it| shown(&*self.pack, it)).collect()
    }

    fn begin_session(&self) -> Vec<GameEvent> {
        self.pack.begin_session(&self.state).iter().map(written::<R>).collect()
    }

    fn settings(&self) -> &'static [&'static str] {
        R::SETTINGS
    }

    fn event_version(&self) -> u32 {
        R::EVENT_VERSION
    }

    fn same_pack(&self, other: &AnyGame) -> bool {
        other.of::<R>().is_some_and(|other| other.pack.is(&self.pack))
    }

    fn moving(&self, to: &Json) -> Result<Moving, Unreadable> {
        let new = R::deserialize(to).map_err(Unreadable::Pack)?;
        // As it would be written: what old packs leave out is no difference.
        let differences = crate::pack::differences(&self.pack(), &to_json(&new));
        let breaks = new.breaks(&self.pack, &self.state);
        Ok(Moving { differences, breaks, unsettled: self.pack.is_unsettled(&self.state) })
    }

    fn read(&self, event: &GameEvent) -> Result<AnyEvent, Unreadable> {
        if event.changes_pack() {
            let changed = PackChanged::<R>::deserialize(&event.event);
            let PackChanged { pack, decisions } = changed.map_err(Unreadable::Event)?;
            let pack = Checked::of_log(pack);
            return Ok(AnyEvent(Arc::new(Moved { pack, decisions })));
        }
        if event.version > R::EVENT_VERSION {
            return Err(Unreadable::Newer { found: event.version, known: R::EVENT_VERSION });
        }
        let read = if event.version < R::EVENT_VERSION {
            serde_json::from_value(R::upcast(event.version, event.event.clone()))
        } else {
            R::Event::deserialize(&event.event)
        };
        let event: R::Event = read.map_err(Unreadable::Event)?;
        Ok(AnyEvent(Arc::new(event)))
    }

    fn apply(&mut self, event: &AnyEvent) {
        if let Some(event) = event.of::<R>() {
            self.pack.apply(&mut self.state, event);
        } else if let Some(Moved { pack, decisions }) = event.moved::<R>() {
            pack.moved(&self.pack, &mut self.state, decisions);
            self.pack = pack.clone();
        }
    }

    fn tell(&self, event: &AnyEvent, viewer: Viewer) -> Option<Line> {
        if let Some(Moved { pack, .. }) = event.moved::<R>() {
            let pack = to_json(&**pack);
            let name = pack.get("name").and_then(|name| Term::deserialize(name).ok());
            let name = name.unwrap_or_else(|| Term::from(""));
            let version = pack.pointer("/about/version").and_then(Json::as_str).unwrap_or_default();
            return Some(message!("pack-moved", name = name, version = version).into());
        }
        self.pack.tell(&self.state, event.of::<R>()?, viewer)
    }

    fn rolls<'e>(&self, event: &'e AnyEvent) -> Vec<&'e Roll> {
        event.of::<R>().map_or_else(Vec::new, |event| self.pack.rolls(event))
    }

    fn numbers(&self, by: Seat, actor: Option<Id>, audience: &Audience) -> Numbers {
        self.pack.numbers(&self.state, by, actor, audience)
    }

    fn view(&self, viewer: Viewer) -> AnyView {
        R::any_view(self.pack.view(&self.state, viewer))
    }

    fn verbs(&self) -> Vec<Verb> {
        self.pack.verbs()
    }

    fn subjects(&self, by: Seat) -> Vec<Subject> {
        self.pack.subjects(&self.state, by)
    }

    fn offers(&self, by: Seat, of: &Subject, secretly: bool) -> Vec<Offer<Json>> {
        let Game { pack, state } = self;
        pack.offers(state, by, of)
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

    fn acts(&self, by: Seat, secretly: bool) -> Acts {
        self.pack.acts(&self.state, by, secretly)
    }

    fn changes(&self, before: &AnyGame, viewers: &[(Viewer, Option<&Sent>)]) -> Vec<Change> {
        // By another pack everything may look otherwise.
        let same_pack = before.of::<R>().filter(|before| before.pack.is(&self.pack));
        let mut shared = SharedParts::default();
        let change = |(viewer, sent): &(Viewer, Option<&Sent>)| match same_pack {
            Some(before) => self.changed_parts(&before.state, *viewer, *sent, &mut shared),
            None => all_parts(self, before, *viewer, *sent),
        };
        viewers.iter().map(change).collect()
    }

    fn has_private_view(&self, player: SeatId) -> bool {
        self.pack.has_private_view(&self.state, player)
    }

    fn quote(&self, by: Seat, command: &Json) -> Result<Quote, Refusal> {
        self.pack.quote(&self.state, by, &read_command::<R>(command)?)
    }

    fn same_state(&self, other: &AnyGame) -> bool {
        other.of::<R>().is_some_and(|other| other.state == self.state)
    }
}

fn shown<R: Ruleset>(pack: &R, ready: &R::Ready) -> ReadyThing {
    ReadyThing { part: pack.show_ready(ready), thing: to_json(ready) }
}

impl AnyEvent {
    /// The event, if it is of this family.
    fn of<R: Ruleset>(&self) -> Option<&R::Event> {
        (*self.0).as_any().downcast_ref()
    }

    /// The pack the game moves to, if that is the event.
    fn moved<R: Ruleset>(&self) -> Option<&Moved<R>> {
        (*self.0).as_any().downcast_ref()
    }
}

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
    pub fn library(&self) -> Vec<ReadyThing> {
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
fn to_json(value: &impl Serialize) -> Json {
    serde_json::to_value(value).expect("plain data with string keys")
}

/// Reads a thing, or what a command makes.
fn read_ready<R: Ruleset>(thing: &Json) -> Result<R::Ready, Refusal> {
    if thing.get("do").is_some() {
        let none = || Refusal::new("B-44", message!("ready-none"));
        return R::ready_of(&read_command::<R>(thing)?).ok_or_else(none);
    }
    serde::Deserialize::deserialize(thing).map_err(|fault: serde_json::Error| {
        Refusal::new("B-44", message!("ready-unreadable", fault = fault.to_string()))
    })
}

fn read_command<R: Ruleset>(command: &Json) -> Result<R::Command, Refusal> {
    serde::Deserialize::deserialize(command).map_err(|fault: serde_json::Error| {
        Refusal::new("B-12", message!("command-unreadable", fault = fault.to_string()))
    })
}
