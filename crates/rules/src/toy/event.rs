//! What then happened.

use serde::{Deserialize, Serialize};

use super::Failing;
use crate::{Id, Roll, SeatId};

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// Segments were filled.
    Ticked {
        /// How many; `segments` in version 1.
        count: u32,
    },
    /// A trap was set.
    TrapSet {
        /// At this segment.
        at: u32,
    },
    /// The trap was shown.
    TrapRevealed {
        /// It was at this segment.
        at: u32,
    },
    /// A seat challenged another.
    Challenged {
        /// The duel.
        id: Id,
        /// Who.
        by: SeatId,
        /// Whom.
        seat: SeatId,
        /// What was rolled.
        roll: Roll,
    },
    /// A challenge was answered.
    Answered {
        /// What was rolled against it.
        roll: Roll,
        /// Whether the challenger won.
        won: bool,
    },
    /// Something that makes the program fail.
    Failed {
        /// Where.
        at: Failing,
    },
}
