//! Challenges: several overcomes, tallied (F-40).

use serde::{Deserialize, Serialize};

use crate::{Id, Term};

/// Several tasks on the way to one goal (F-40).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateChallenge"))]
pub struct Challenge {
    /// The goal.
    pub title: Term,
    /// The tasks.
    pub tasks: Vec<Task>,
}

/// One task of a challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateTask", optional_fields))]
pub struct Task {
    /// Which one.
    pub id: Id,
    /// What is to be done.
    pub name: Term,
    /// How hard it is.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub difficulty: i64,
    /// Whether it was overcome; not yet tried when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overcome: Option<bool>,
}

/// A task as written down before play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateTaskDraft"))]
pub struct TaskDraft {
    /// What is to be done.
    pub name: String,
    /// How hard it is.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub difficulty: i64,
}

impl Challenge {
    /// How many tasks were overcome, and how many failed.
    #[must_use]
    pub fn tally(&self) -> (usize, usize) {
        let count = |won| self.tasks.iter().filter(|task| task.overcome == Some(won)).count();
        (count(true), count(false))
    }
}
