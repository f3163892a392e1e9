//! How themes grow, decay and are lost (M-50 … M-56).

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Id;

/// One way a theme may grow (M-51).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[ts(rename = "MistGrowth")]
pub enum Growth {
    /// A new power tag.
    Power {
        /// What it says.
        name: String,
    },
    /// A new weakness tag.
    AddWeakness {
        /// What it says.
        name: String,
    },
    /// A weakness tag less.
    RemoveWeakness {
        /// Which one.
        tag: Id,
    },
    /// A weakness tag rewritten.
    RewriteWeakness {
        /// Which one.
        tag: Id,
        /// What it says now.
        name: String,
    },
    /// The motive rewritten.
    Motive {
        /// What it says now.
        text: String,
    },
    /// The decay track cleared.
    ClearDecay,
}
