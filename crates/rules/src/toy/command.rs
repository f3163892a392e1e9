//! The toy's nouns.

use serde::{Deserialize, Serialize};

use crate::{Audience, Id, Roll, SeatId};

/// The pack: how many segments the clock has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Toy {
    /// Always `toy`.
    pub family: String,
    /// The clock's segments.
    pub segments: u32,
}

/// All that is so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Segments filled.
    pub filled: u32,
    /// The trap, if one is set.
    pub trap: Option<Trap>,
    /// The duel that waits for an answer.
    pub duel: Option<Duel>,
    /// Where the program fails from now on.
    pub failing: Option<Failing>,
}

/// A trap on the clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trap {
    /// At this segment.
    pub at: u32,
    /// Who may see it.
    pub seen_by: Audience,
}

/// A duel that waits for the other seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duel {
    /// Which.
    pub id: Id,
    /// Who challenged.
    pub challenger: SeatId,
    /// Who must answer.
    pub challenged: SeatId,
    /// What the challenger rolled.
    pub roll: Roll,
}

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

/// Where the toy fails on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Failing {
    /// In deciding.
    Decide,
    /// In making the event so.
    Evolve,
    /// In telling it.
    Tell,
    /// In every view from then on.
    View,
    /// In all offers from then on.
    Offers,
}

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
