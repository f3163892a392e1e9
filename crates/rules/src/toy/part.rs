//! What a viewer is shown.

use serde::Serialize;

use crate::{Id, SeatId};

/// A part of a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// The clock.
    Clock {
        /// Segments filled.
        filled: u32,
        /// Segments in all.
        segments: u32,
    },
    /// The trap.
    Trap {
        /// At this segment.
        at: u32,
    },
    /// The duel that waits.
    Duel {
        /// Which.
        id: Id,
        /// Who challenged.
        challenger: SeatId,
        /// Who must answer.
        challenged: SeatId,
    },
}
