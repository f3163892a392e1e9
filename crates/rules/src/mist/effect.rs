//! What the power of an action buys (M-17).

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Holder;
use crate::Id;

/// An effect bought with an action's power (M-17).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[ts(rename = "MistEffect")]
pub enum Effect {
    /// Someone or something gets a status, or more of one.
    GainStatus {
        /// Who or what.
        on: Holder,
        /// Its name.
        name: String,
        /// Its tier.
        tier: u8,
        /// The similar status it stacks onto (M-05).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        onto: Option<Id>,
        /// The opposed status it cancels (M-06).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        against: Option<Id>,
    },
    /// A status is lowered.
    ReduceStatus {
        /// Which one.
        status: Id,
        /// By how many tiers.
        by: u8,
    },
    /// A story tag comes to be.
    AddTag {
        /// Whose.
        on: Holder,
        /// What it says.
        name: String,
    },
    /// A story tag is removed.
    RemoveTag {
        /// Which one.
        tag: Id,
    },
    /// A clue or useful detail is found.
    Clue {
        /// What it says, or what is asked.
        text: String,
    },
    /// A small extra feat.
    Feat {
        /// What.
        text: String,
    },
}
