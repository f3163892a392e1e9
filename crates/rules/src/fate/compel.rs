//! Compels: trouble for a point (F-14).

use serde::{Deserialize, Serialize};

use crate::Id;

/// A compel that is not settled (F-14).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compel {
    /// Which one.
    pub id: Id,
    /// The character it is for.
    pub to: Id,
    /// The aspect that brings the trouble.
    pub aspect: Id,
    /// Event or decision.
    pub kind: CompelKind,
    /// The trouble.
    pub text: String,
    /// Who has the word.
    pub stage: CompelStage,
}

/// The two kinds of compel (F-14).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateCompelKind"))]
pub enum CompelKind {
    /// Something happens to them.
    #[default]
    Event,
    /// They choose what brings the trouble.
    Decision,
}

/// Who has the word about a compel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateCompelStage"))]
pub enum CompelStage {
    /// The host offers; its player answers.
    Offered,
    /// Its player claims it in retrospect; the host answers.
    Claimed,
    /// The player of this other character proposes it; the host answers.
    Proposed(Id),
}

/// How a compel was settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateCompelEnd"))]
pub enum CompelEnd {
    /// Accepted, or granted in retrospect: the trouble is so.
    Accepted,
    /// Refused for a point.
    Refused {
        /// Why it did not happen.
        why: String,
    },
    /// Withdrawn, or not taken up.
    Withdrawn,
}
