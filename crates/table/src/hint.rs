//! What the nodes that share a store tell one another (B-71): hints, never data. A hint that is
//! lost costs time, not truth: what is true is in the store.

use std::fmt;

use rules::SeatId;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use uuid::Uuid;

use crate::TableId;

/// A server among those that share a store, for as long as it runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(Uuid);

impl NodeId {
    /// A new random id.
    #[must_use]
    pub fn random() -> Self {
        Self(Uuid::new_v4())
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// Something worth looking at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hint {
    /// A table's log ends with this record, or a later one.
    Kept(TableId, u64),
    /// Who is at a table.
    Here(Here),
    /// A node runs. One that hears its own is in touch with the others.
    Alive(NodeId),
}

/// Who is at a table by way of one node, and who of them is typing (B-42).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Here {
    /// The node.
    pub node: NodeId,
    /// The table.
    pub table: TableId,
    /// The seats that are here; none when the last has gone.
    pub here: Vec<SeatId>,
    /// Those of them that are typing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub typing: Vec<SeatId>,
    /// Whether the others are asked who is with them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ask: bool,
}

/// What a node hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// A hint, perhaps its own.
    Heard(Hint),
    /// It can hear from now on; whatever was said before may have been missed.
    Listening,
    /// It cannot hear any more.
    Deaf,
}

/// The way of one node to the others.
#[derive(Debug)]
pub struct Hints {
    /// What is to be told. Full when the store cannot be reached: what does not fit is lost.
    pub tell: mpsc::Sender<Hint>,
    /// What is heard.
    pub news: mpsc::Receiver<News>,
}
