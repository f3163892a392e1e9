//! What the log is made of (B-10).

use jiff::Timestamp;
use rules::{GameEvent, SeatId};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::{CommandId, TableEvent};

/// The version of [`Record`] and [`TableEvent`] this program writes. It is in a log's first event;
/// a log of a newer one is refused (B-77).
pub const SCHEMA: u32 = 2;

/// All that one command did, appended whole or not at all. Frozen once released.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Its place in the table's log: 1, 2, 3 … without a gap.
    pub seq: u64,
    /// When.
    pub at: Timestamp,
    /// Whose command; none for what the table did by itself and for what was done anonymously.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<SeatId>,
    /// Which command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<CommandId>,
    /// What happened, in order.
    pub events: Vec<Event>,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// At the table: never undone.
    Table(TableEvent),
    /// In the game: undone by a rewind.
    Game(GameEvent),
}

/// What a log's first event says of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opening<'l> {
    pub schema: u32,
    pub title: &'l str,
    pub pack: &'l Json,
}

/// The first event of a log; none if it is not that of a table being opened.
pub(crate) fn opening(records: &[Record]) -> Option<Opening<'_>> {
    let first = records.first()?.events.first()?;
    let Event::Table(TableEvent::Opened { schema, title, pack, .. }) = first else {
        return None;
    };
    Some(Opening { schema: *schema, title, pack })
}

/// Reads a record as it was written, in this or an older version.
///
/// Version 1 knew no `imported` and no `redacted`; all it wrote is read as it is. A form that
/// changes is brought up here, before it is read.
///
/// # Errors
/// When it does not fit.
pub(crate) fn read(text: &str) -> serde_json::Result<Record> {
    serde_json::from_str(text)
}

/// Writes a record.
///
/// # Errors
/// Never in truth: a record is plain data with string keys.
pub(crate) fn write(record: &Record) -> serde_json::Result<String> {
    serde_json::to_string(record)
}
