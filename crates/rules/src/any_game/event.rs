//! Events of any family: as the log has them, and read.

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::to_json;
use crate::{Checked, Decisions, Message, Ruleset, message};

/// An event as it is written into the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameEvent {
    /// The version of its family's events it is written in.
    pub version: u32,
    /// The event.
    pub event: Json,
}

impl GameEvent {
    /// Whether the game moves to another pack by it (P-80).
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

/// An event of any family, read from the log; of no use to a game of another.
#[derive(Clone, Debug)]
pub struct AnyEvent(pub(super) Arc<dyn AnyData>);

/// The verb of the event by which a game moves to another pack.
pub(super) const PACK_CHANGED: &str = "pack-changed";

/// The game moved to another pack (P-80): what came before folds and speaks by the old one, what
/// comes after by this one. An event of the game, so it is undone as any other.
#[derive(Debug, Deserialize)]
pub(super) struct PackChanged<R> {
    pub pack: R,
    #[serde(default)]
    pub decisions: Decisions,
}

/// The same, read.
#[derive(Debug)]
pub(super) struct Moved<R: Ruleset> {
    pub pack: Checked<R>,
    pub decisions: Decisions,
}

/// Data of one family behind a common face.
pub(super) trait AnyData: Any + Debug + Send + Sync {
    fn as_any(&self) -> &dyn Any;
}

impl<T: Any + Debug + Send + Sync> AnyData for T {
    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl AnyEvent {
    /// The event, if it is of this family.
    pub(super) fn of<R: Ruleset>(&self) -> Option<&R::Event> {
        (*self.0).as_any().downcast_ref()
    }

    /// The pack the game moves to, if that is the event.
    pub(super) fn moved<R: Ruleset>(&self) -> Option<&Moved<R>> {
        (*self.0).as_any().downcast_ref()
    }
}

/// An event as it is written.
pub(super) fn written<R: Ruleset>(event: &R::Event) -> GameEvent {
    GameEvent { version: R::EVENT_VERSION, event: to_json(event) }
}
