//! Contests: exchanges for victories, first to three (F-41).

use serde::{Deserialize, Serialize};

use crate::{Id, Term};

/// Sides that want what only one can have (F-41).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateContest"))]
pub struct Contest {
    /// What it is about.
    pub title: Term,
    /// The sides.
    pub sides: Vec<ContestSide>,
    /// Which exchange it is, counted from 1.
    pub exchange: u32,
    /// Whether a tie waits for the host to name the twist.
    #[serde(default)]
    pub twist: bool,
}

/// A side of a contest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateContestSide", optional_fields))]
pub struct ContestSide {
    /// What it is called.
    pub name: Term,
    /// Who is on it.
    pub members: Vec<Id>,
    /// Its victories.
    pub victories: u8,
    /// Its effort in this exchange.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    pub effort: Option<i64>,
}

/// A side as written down before the contest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateContestSideDraft"))]
pub struct ContestSideDraft {
    /// What it is called.
    pub name: String,
    /// Who is on it.
    pub members: Vec<Id>,
}

impl Contest {
    /// The side that wins the exchange and its victories; none on a tie (F-41).
    ///
    /// Style is a lead of three or more over every other side, so at most one side has it.
    #[must_use]
    pub fn exchange_won(&self) -> Option<(usize, u8)> {
        let best = self.sides.iter().filter_map(|side| side.effort).max()?;
        let mut leaders =
            self.sides.iter().enumerate().filter(|(_, side)| side.effort == Some(best));
        let (winner, _) = leaders.next()?;
        if leaders.next().is_some() {
            return None;
        }
        let second =
            self.sides.iter().filter_map(|side| side.effort).filter(|effort| *effort < best).max();
        let style = second.is_none_or(|second| best.saturating_sub(second) >= 3);
        Some((winner, if style { 2 } else { 1 }))
    }
}
