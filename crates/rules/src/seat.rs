//! Who sits at the table, and who may see what.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::Id;

/// A place at the table; one person on any number of devices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct SeatId(pub Id);

/// What a seat may do (B-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Runs the game: MC, GM, 主持人.
    Host,
    /// Plays one or more characters.
    Player,
    /// Looks on.
    Spectator,
}

/// The seat a command comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seat {
    /// Which one.
    pub id: SeatId,
    /// What it may do.
    pub role: Role,
}

impl Seat {
    /// Whether the seat runs the game.
    #[must_use]
    pub fn is_host(self) -> bool {
        self.role == Role::Host
    }

    /// How this seat looks at the table.
    #[must_use]
    pub fn viewer(self) -> Viewer {
        match self.role {
            Role::Host => Viewer::Host,
            Role::Player => Viewer::Player(self.id),
            Role::Spectator => Viewer::Spectator,
        }
    }
}

/// The most characters of one player that are in play, in every family: a bound, not a rule.
pub const MOST_CHARACTERS_OF_A_SEAT: usize = 30;

/// Through whose eyes the table is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Viewer {
    /// The host sees everything.
    Host,
    /// A player sees what all see, and what their seat is listed for.
    Player(SeatId),
    /// A spectator sees what all see.
    Spectator,
}

/// Who may see a thing or a roll (B-23, B-30).
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Audience {
    /// Everyone at the table.
    #[default]
    All,
    /// The host alone.
    Host,
    /// The host and these seats.
    Seats(BTreeSet<SeatId>),
}

impl Audience {
    /// The one place where it is decided who may see: views, lines, refusals and exports ask here.
    #[must_use]
    pub fn sees(&self, viewer: Viewer) -> bool {
        match (self, viewer) {
            (_, Viewer::Host) | (Audience::All, _) => true,
            (Audience::Seats(seats), Viewer::Player(seat)) => seats.contains(&seat),
            (Audience::Host | Audience::Seats(_), _) => false,
        }
    }

    /// Whether everyone of this audience satisfies a family's own `sees`. The host sees
    /// everything, and what a spectator sees everyone does.
    pub fn all(&self, sees: impl Fn(Viewer) -> bool) -> bool {
        match self {
            Audience::All => sees(Viewer::Spectator),
            Audience::Host => true,
            Audience::Seats(seats) => seats.iter().all(|seat| sees(Viewer::Player(*seat))),
        }
    }
}
