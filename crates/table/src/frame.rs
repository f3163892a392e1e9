//! What is sent to a seat: lines told, and parts of its view (B-40).

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use rules::{Encoded, Line};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One line of the story as a seat reads it. Lines are never rewritten.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct NumberedLine {
    /// Its number in the seat's own list: 1, 2, 3 … without a gap.
    #[ts(type = "number")]
    pub n: u64,
    /// When.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// The name of the seat that did it, as it was then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub by: Option<Arc<str>>,
    /// What sort of line it is.
    pub kind: LineKind,
    /// What it says.
    pub line: Arc<Line>,
    /// Where to rewind to for the game as it was after this line. Only the host's lines have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(type = "number", optional)]
    pub point: Option<u64>,
}

/// What sort of line it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum LineKind {
    /// Something happened in the game.
    Game,
    /// Someone said something.
    Talk,
    /// Something happened at the table.
    Table,
}

/// Where a reader stopped: a list of lines and the last one read.
///
/// A seat reads another list when its role changes, so the list's name is part of the place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Bookmark {
    /// Which list.
    pub list: String,
    /// The last line read.
    #[ts(type = "number")]
    pub line: u64,
}

/// The table as a seat sees it on arriving, and the lines it has missed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Snapshot {
    /// Every part of the view.
    #[ts(type = "Record<string, unknown>")]
    pub parts: BTreeMap<String, Encoded>,
    /// The lines after the bookmark; without one, the last few.
    pub lines: Vec<NumberedLine>,
    /// Whether `lines` continue what the reader has; if not, they replace it.
    pub continues: bool,
    /// The list the lines are in, for the next [`Bookmark`].
    pub list: String,
    /// The number of the list's last line.
    #[ts(type = "number")]
    pub last: u64,
}

/// What has changed for a seat: sent at once to all its devices.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct Frame {
    /// New lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<NumberedLine>>", optional)]
    pub lines: Vec<NumberedLine>,
    /// The parts that changed, whole; `null` for one that is gone.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(type = "Record<string, unknown>", optional)]
    pub parts: BTreeMap<String, Encoded>,
}

impl Frame {
    /// Whether there is nothing to send.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.parts.is_empty()
    }
}

/// Why no more frames come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Farewell {
    /// The reader was too slow; it may attach again with its bookmark.
    TooSlow,
    /// The device or its seat was sent away.
    Revoked,
    /// The seat's role changed; it may attach again.
    RoleChanged,
    /// Lines have changed; the reader may attach again and read them anew.
    Rewritten,
    /// The table was deleted.
    Deleted,
    /// The server is stopping; the reader may attach again later.
    Stopping,
}
