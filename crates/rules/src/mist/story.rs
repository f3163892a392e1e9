//! The story around the scenes: phases, clues, mysteries, the countdown (M-36 … M-42).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Audience, Id, Term};

/// Where the story stands (M-40 … M-42).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Story {
    /// The present phase's id in the pack.
    pub phase: String,
    /// The number of the present mission or chapter in its season.
    pub mission: u32,
    /// The number of the season.
    pub season: u32,
    /// Whether a test has opened a way to face the anomaly (M-36).
    pub opportunity: bool,
    /// The tier of the countdown, if one runs (M-37).
    pub countdown: Option<u8>,
    /// Whether a roll has added the countdown already (M-37).
    pub countdown_used: bool,
    /// The tiers of the file's indexes, by question (M-37).
    pub indexes: BTreeMap<String, u8>,
    /// How each question of the file was answered, by question (M-37).
    pub answers: BTreeMap<String, usize>,
    /// What is to be found out (M-36).
    pub mysteries: Vec<Mystery>,
    /// What has been found out.
    pub clues: Vec<Clue>,
    /// The band the crew went in by (M-34).
    pub opening: Option<usize>,
}

/// Something to be found out (M-36).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistMystery"))]
pub struct Mystery {
    /// Which one.
    pub id: Id,
    /// The question.
    pub text: Term,
    /// How many supporting clues a conclusion needs.
    pub complexity: u8,
    /// Whether a conclusion has been proven.
    pub solved: bool,
}

/// Something found out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistClue"))]
pub struct Clue {
    /// Which one.
    pub id: Id,
    /// What it says.
    pub text: Term,
    /// How it came about.
    pub origin: ClueOrigin,
    /// Who may see it.
    #[serde(default)]
    pub seen: Audience,
}

/// How a clue came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistClueOrigin"))]
pub enum ClueOrigin {
    /// It was found.
    Found,
    /// It is a proven conclusion (M-36).
    Concluded,
    /// It refutes the conclusion it quotes (M-36).
    Refutes,
}
