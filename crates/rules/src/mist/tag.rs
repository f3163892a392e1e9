//! Tags: short texts that help or hinder (M-01).

use serde::{Deserialize, Serialize};

use crate::{Audience, Id, Term};

/// A short text that is so: a power, a weakness, something at hand (M-01).
///
/// Whether it helps or hinders is judged when it is invoked, so it is not written here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistTag"))]
pub struct Tag {
    /// Which one.
    pub id: Id,
    /// What it says.
    pub name: Term,
    /// Whether it is burnt: unusable until recovered (M-12).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub burnt: bool,
    /// Who may see it.
    #[serde(default)]
    pub seen: Audience,
}

impl Tag {
    /// A fresh tag everyone may see.
    #[must_use]
    pub fn new(id: Id, name: Term) -> Self {
        Self { id, name, burnt: false, seen: Audience::All }
    }
}
