//! Stunts: what a character does better than the rules say, as data (F-51).

use serde::{Deserialize, Serialize};

use crate::{Id, Term};

/// Something a character does in their own way (F-51).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateStunt"))]
pub struct Stunt {
    /// Which one.
    pub id: Id,
    /// What it is called.
    pub name: Term,
    /// When and how it works, in words.
    pub text: Term,
    /// What it does.
    pub effect: Effect,
    /// Whether its use is spent for now.
    #[serde(default)]
    pub used: bool,
}

/// A stunt as written down before play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateStuntDraft"))]
pub struct StuntDraft {
    /// What it is called.
    pub name: Term,
    /// When and how it works, in words.
    #[serde(default = "super::text::nothing")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Term>"))]
    pub text: Term,
    /// What it does.
    pub effect: Effect,
}

/// What a stunt does (F-51).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateEffect"))]
pub enum Effect {
    /// +2 with a skill in the situation its text tells.
    Bonus {
        /// The skill's id in the pack.
        skill: String,
    },
    /// An exception to the rules, so often.
    Exception {
        /// How often.
        per: Per,
    },
}

/// How often a stunt may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FatePer"))]
pub enum Per {
    /// Once in a scene.
    Scene,
    /// Once in a session.
    Session,
    /// As often as it fits.
    Always,
}
