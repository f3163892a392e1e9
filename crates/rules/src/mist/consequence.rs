//! Consequences: owed by the host, pending over a character, then landed or averted (M-20, M-30).

use serde::{Deserialize, Serialize};

use super::Harm;
use crate::{Audience, Id, Term};

/// A consequence that has been named and has not landed yet (M-20).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Consequence {
    /// Which one.
    pub id: Id,
    /// The character it hits, if it hits one.
    pub to: Option<Id>,
    /// What is about to happen.
    pub text: Term,
    /// What it does.
    pub harms: Vec<Harm>,
    /// Tags and statuses that counted in the action it comes from (M-31).
    pub used: Vec<Id>,
    /// Whether it can be mitigated.
    pub mitigable: bool,
    /// The characters who have answered it already.
    pub answered: Vec<Id>,
    /// Who may see it.
    #[serde(default)]
    pub seen: Audience,
}

/// A consequence the dice have called for and the host has not named yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owed {
    /// Which one.
    pub id: Id,
    /// The character who acted.
    pub to: Option<Id>,
    /// What was attempted.
    pub text: String,
    /// Tags and statuses that counted in the action (M-31).
    pub used: Vec<Id>,
    /// Whether it must bring a trait that makes the anomaly worse (M-36).
    pub worse: bool,
    /// Whether it waits for the suppression (M-37).
    pub waits: bool,
    /// Who may see it.
    #[serde(default)]
    pub seen: Audience,
}
