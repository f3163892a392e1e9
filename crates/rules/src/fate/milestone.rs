//! Milestones: what a character may change, and when (F-52).

use serde::{Deserialize, Serialize};

use super::StuntDraft;
use crate::Id;

/// A milestone reached, with what is left to choose of it (F-52).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateMilestone"))]
pub struct Milestone {
    /// Minor or major.
    pub kind: MilestoneKind,
    /// Changes of a minor milestone left.
    pub small: u8,
    /// Whether the high concept may still be rewritten.
    pub concept: bool,
    /// Skills that may still be raised.
    pub raises: u8,
    /// Whether refresh may still be raised.
    pub refresh: bool,
}

/// The two kinds of milestone (F-52).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateMilestoneKind"))]
pub enum MilestoneKind {
    /// At the end of a session.
    Minor,
    /// A breakthrough.
    Major,
    /// A breakthrough that ends a whole arc.
    Arc,
}

impl Milestone {
    /// What a milestone of this kind allows (F-52).
    #[must_use]
    pub fn new(kind: MilestoneKind) -> Self {
        let major = kind != MilestoneKind::Minor;
        let arc = kind == MilestoneKind::Arc;
        Self {
            kind,
            small: 1,
            concept: major,
            raises: u8::from(major) + u8::from(arc),
            refresh: arc,
        }
    }
}

/// A change a milestone allows (F-52).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateChange"))]
pub enum Change {
    /// Two skills change places.
    SwapSkills {
        /// One.
        one: String,
        /// The other.
        other: String,
    },
    /// A skill at +1 is replaced by one the character does not have.
    ReplaceSkill {
        /// The skill at +1.
        old: String,
        /// The new one.
        new: String,
    },
    /// A stunt is rewritten.
    RewriteStunt {
        /// Which one.
        stunt: Id,
        /// As what.
        draft: StuntDraft,
    },
    /// A stunt is gained, for refresh when the free ones are taken.
    GainStunt {
        /// Which one.
        draft: StuntDraft,
    },
    /// An aspect is rewritten; the high concept only at a breakthrough.
    RewriteAspect {
        /// Which one.
        aspect: Id,
        /// What it says now.
        name: String,
    },
    /// A consequence begins to heal, at a breakthrough.
    BeginRecovery {
        /// Which one.
        consequence: Id,
        /// What it is called while it heals.
        name: String,
    },
    /// A skill rises by one, at a breakthrough.
    RaiseSkill {
        /// Which one.
        skill: String,
    },
    /// Refresh rises by one, when an arc ends.
    RaiseRefresh,
}

/// The slot of the high concept: the one aspect only a breakthrough changes (F-52).
pub(super) const CONCEPT: &str = "concept";
