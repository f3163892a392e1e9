//! What a seat may ask for.

use serde::{Deserialize, Serialize};

use super::Failing;
use crate::SeatId;

/// What a seat asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Command {
    /// Fills segments of the clock.
    Tick {
        /// How many.
        segments: u32,
    },
    /// Sets a trap nobody else sees. Host.
    SetTrap {
        /// At this segment.
        at: u32,
    },
    /// Shows the trap to everyone. Host.
    RevealTrap,
    /// Rolls against another seat, which must answer.
    Challenge {
        /// Whom.
        seat: SeatId,
    },
    /// Answers a challenge.
    Answer,
    /// Has the program fail at this place, as a mistake in it would. Never offered.
    Fail {
        /// Where.
        at: Failing,
    },
}
