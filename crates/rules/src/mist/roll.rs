//! A pending roll: what is attempted, the lines that count, and what came of it.

use serde::{Deserialize, Serialize};

use crate::{Audience, Id, SeatId, Sum, Term, Tone};

/// A roll from its opening until nothing of it is left to choose. It lives on the table, so
/// closing a window loses nothing (B-21).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    /// Which one.
    pub id: Id,
    /// The character who acts; nobody in particular when the crew does (M-34).
    pub actor: Option<Id>,
    /// What sort of roll it is.
    pub kind: RollKind,
    /// How closely it is looked at (M-10).
    pub depth: Depth,
    /// What is attempted, in the player's words.
    pub text: String,
    /// Who may see it (B-23).
    #[serde(default)]
    pub seen: Audience,
    /// The lines proposed for it.
    pub lines: Vec<RollLine>,
    /// The theme indulged in (M-32).
    pub indulge: Option<Id>,
    /// Whether the countdown's tier is added (M-37).
    pub countdown: bool,
    /// What the dice said, once rolled.
    pub outcome: Option<Outcome>,
}

/// What sort of roll it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistRollKind"))]
pub enum RollKind {
    /// An ordinary action.
    Action,
    /// Answers a pending consequence (M-30).
    Mitigate {
        /// Which one.
        consequence: Id,
    },
    /// A past deed told now (M-33).
    Flashback {
        /// The moment it refers to.
        moment: String,
    },
    /// The crew goes in (M-34).
    Engagement,
    /// All of a strange theme at once (M-35).
    Plunge {
        /// The theme.
        theme: Id,
        /// The degree, counted from 0; the host sets it.
        degree: Option<u8>,
    },
    /// Replays a past scene to prove a conclusion (M-36).
    Deduce {
        /// The mystery.
        mystery: Id,
        /// The moment it replays.
        moment: String,
    },
    /// Acts now to prove a conclusion (M-36).
    Test {
        /// The mystery.
        mystery: Id,
    },
    /// Answers one of the file's questions (M-37).
    Question {
        /// The question's id in the pack.
        question: String,
    },
}

/// How closely an action is looked at (M-10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistDepth"))]
pub enum Depth {
    /// It is described and simply happens.
    Describe,
    /// Described and rolled.
    Quick,
    /// Described, rolled, and its power spent on effects.
    #[default]
    Detailed,
}

/// Something proposed to count in a roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RollLine {
    /// Which line.
    pub id: Id,
    /// What counts.
    pub source: Source,
    /// Which way it counts here.
    pub polarity: Polarity,
    /// Whether its tag is burnt for this roll (M-12).
    pub burn: bool,
    /// The seat that proposed it.
    pub by: SeatId,
    /// What the host has said to it.
    pub verdict: Verdict,
    /// The host's question or reason.
    pub note: String,
}

/// What a line counts: a tag, a status or a clue wherever it is, or a detail told (M-34).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistSource"))]
pub enum Source {
    /// A tag, status or clue.
    Thing(Id),
    /// A detail of the plan.
    Detail(Term),
}

/// Which way a line counts. It belongs to the roll, not to the tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistPolarity"))]
pub enum Polarity {
    /// It helps; a clue supports; a detail is advantageous.
    Help,
    /// It hinders; a clue contradicts; a detail is harmful.
    Hinder,
}

/// What the host has said to a line (B-21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistVerdict"))]
pub enum Verdict {
    /// Nothing yet.
    Proposed,
    /// It counts.
    Approved,
    /// It does not count.
    Struck,
    /// The host asks how.
    Questioned,
}

/// What came of a roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The power it was rolled with, itemised.
    pub power: Sum,
    /// The band it fell into, counted from 0, worst first.
    pub band: usize,
    /// How good that is.
    pub tone: Tone,
    /// Power left to spend (M-17, M-30).
    pub budget: u8,
    /// Whether it was pushed (M-18).
    pub pushed: bool,
    /// Whether an effect other than a feat has been bought (M-17).
    pub bought: bool,
    /// How many power tags of the plunged theme are still to be burnt (M-35).
    pub burns: u8,
    /// The tags and statuses that counted (M-31).
    pub used: Vec<Id>,
}
