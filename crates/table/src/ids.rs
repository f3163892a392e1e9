//! Ids of tables and commands.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::token::TokenHash;

/// A table's identity, as in `/t/<table id>`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct TableId(#[cfg_attr(feature = "ts", ts(type = "string"))] pub Uuid);

/// A command's identity, made by whoever sends it, so that it can be sent again safely (B-11).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct CommandId(#[cfg_attr(feature = "ts", ts(type = "string"))] pub Uuid);

macro_rules! as_text {
    ($id:ident) => {
        impl fmt::Display for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }
        impl fmt::Debug for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }
        impl FromStr for $id {
            type Err = uuid::Error;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map($id)
            }
        }
    };
}
as_text!(TableId);
as_text!(CommandId);

impl CommandId {
    /// A new random id.
    #[must_use]
    pub fn random() -> Self {
        Self(Uuid::new_v4())
    }

    /// What the log keeps of the id of an entry by this link. The id cannot be found from it, and
    /// by another link it is another.
    pub(crate) fn behind(self, link: &TokenHash) -> Self {
        let mut hash = Sha256::new_with_prefix(b"enter");
        hash.update(link.as_bytes());
        hash.update(self.0.as_bytes());
        let bytes = hash.finalize()[..16].try_into().expect("sixteen bytes");
        Self(uuid::Builder::from_random_bytes(bytes).into_uuid())
    }

    /// The `number`-th of a fixed sequence, for tests and transcripts that must repeat exactly.
    #[must_use]
    pub fn numbered(number: u64) -> Self {
        Self(Uuid::from_u64_pair(0, number))
    }
}
