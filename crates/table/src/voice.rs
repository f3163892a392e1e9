//! How something is said (B-41).

#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::BTreeSet;

use rules::{Audience, SeatId};
use serde::{Deserialize, Serialize};

/// How something is said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "how", rename_all = "kebab-case")]
pub enum Voice {
    /// By a character.
    InCharacter {
        /// The character's name, if it is not the seat's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        name: Option<String>,
    },
    /// By the person.
    OutOfCharacter,
    /// What happens in the story.
    Narration,
    /// Only to these seats, the speaker and the host.
    Whisper {
        /// To whom.
        to: BTreeSet<SeatId>,
    },
}

impl Voice {
    /// Who hears it when `speaker` says it.
    #[must_use]
    pub fn audience(&self, speaker: Option<SeatId>) -> Audience {
        match self {
            Voice::Whisper { to } => Audience::Seats(to.iter().copied().chain(speaker).collect()),
            Voice::InCharacter { .. } | Voice::OutOfCharacter | Voice::Narration => Audience::All,
        }
    }
}
