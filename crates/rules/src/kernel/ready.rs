//! Things made ready before play (B-44): what a scene will bring, what a host keeps, and what a pack
//! ships. Each is complete in itself, so that it can go from table to table.

use std::fmt::Debug;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::{Decided, Deciding, DryDice};
use crate::any_game::to_json;
use crate::{Fault, Id, Message, Refusal, Role, Ruleset, Seat, SeatId, Term};

/// A family with things that can be made ready before play.
pub trait Stock: Ruleset {
    /// A thing made ready before play, complete in itself (B-44).
    type Ready: Serialize + DeserializeOwned + Clone + PartialEq + Debug + Send + Sync;
    /// Whether names are kept in one language only.
    const PLAIN_NAMES: bool = false;
    /// Whether the family has scenes of its own; else the table tells where one begins.
    const HAS_SCENES: bool = true;

    /// The things the pack ships for its hosts to bring (B-44).
    fn library(&self) -> &[Self::Ready] {
        &[]
    }

    /// What a command would make, made ready for later; none if it makes nothing of the kind.
    fn ready_of(_: &Self::Command) -> Option<Self::Ready>;

    /// A challenge or one of the host's people at the table, made ready for later as they were
    /// written, without what happened to them.
    fn ready_from(&self, state: &Self::State, thing: Id) -> Option<Self::Ready> {
        let _ = (state, thing);
        None
    }

    /// What is shown of a thing that is ready.
    fn show_ready(&self, thing: &Self::Ready) -> ReadyPart;

    /// Opens a prepared scene; the one before it is over.
    ///
    /// # Errors
    /// When the one before cannot end yet.
    fn set_stage(deciding: &mut Deciding<'_, Self>, title: &str, text: &str) -> Decided;

    /// Brings a thing to the table, to someone if it is to be somebody's.
    ///
    /// # Errors
    /// When there is no place for it, or it does not fit the pack.
    fn bring(deciding: &mut Deciding<'_, Self>, thing: &Self::Ready, to: Option<Id>) -> Decided;
}

/// What is shown of something that is ready.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReadyPart {
    /// What it is: a challenge, a zone, a fighter.
    pub kind: Message,
    /// What it is called.
    pub name: Term,
    /// What it is like.
    pub text: Term,
    /// What else is worth knowing, in a few words each: 击退 4.
    pub marks: Vec<Message>,
    /// Whether only the host sees it when it is brought.
    pub hidden: bool,
}

/// The same with the thing itself, as it is kept and sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReadyThing {
    /// What is shown of it.
    #[serde(flatten)]
    pub part: ReadyPart,
    /// The thing, as its family writes it.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub thing: Json,
}

impl ReadyThing {
    /// A thing that is ready, and what is shown of it.
    pub(crate) fn new<R: Stock>(pack: &R, ready: &R::Ready) -> Self {
        Self { part: pack.show_ready(ready), thing: to_json(ready) }
    }
}

/// No thing: of a family that has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Nothing {}

/// Whether a thing can be brought to a table by this pack: it is tried at one where nothing has
/// happened, but for a scene that is open.
pub(crate) fn try_ready<R: Stock>(pack: &R, thing: &R::Ready) -> Result<(), Refusal> {
    let state = pack.begin();
    let host = Seat { id: SeatId(Id::from_bits(0)), role: Role::Host };
    let mut dice = DryDice::default();
    let mut deciding = Deciding::new(pack, &state, host, &mut dice);
    R::set_stage(&mut deciding, "…", "")?;
    bring(&mut deciding, thing, None)
}

/// Whether everything the pack ships can be brought to a table. What it only inherits from a pack of
/// ours is left out of its library where it does not fit, so that a variant need not unset it.
pub(crate) fn check_library<R: Stock>(pack: &R, faults: &mut Vec<Fault>) {
    for (place, thing) in pack.library().iter().enumerate() {
        if let Err(refusal) = try_ready(pack, thing)
            && !crate::pack::ships::<R>(thing)
        {
            faults.push((format!("library[{place}]"), refusal.what));
        }
    }
}

/// What is shown of everything the pack ships that can be brought.
pub(super) fn show_library<R: Stock>(pack: &R) -> Arc<[ReadyThing]> {
    let fits = pack.library().iter().filter(|it| try_ready(pack, *it).is_ok());
    fits.map(|it| ReadyThing::new(pack, it)).collect()
}

/// Brings a thing to the table. Host.
pub(crate) fn bring<R: Stock>(
    deciding: &mut Deciding<'_, R>,
    thing: &R::Ready,
    to: Option<Id>,
) -> Decided {
    deciding.host()?;
    R::bring(deciding, thing, to)
}

/// Names in every language as names in one, where a family keeps only one.
pub(crate) fn in_one_language(json: &mut Json, language: &str) {
    match json {
        Json::Object(keys) => {
            if keys.contains_key("zh-Hans") && keys.values().all(Json::is_string) {
                let name = keys.get(language).or_else(|| keys.get("zh-Hans")).cloned();
                *json = name.unwrap_or_default();
                return;
            }
            keys.values_mut().for_each(|it| in_one_language(it, language));
        }
        Json::Array(all) => all.iter_mut().for_each(|it| in_one_language(it, language)),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
    }
}
