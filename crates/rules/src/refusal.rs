//! No, and why, and what instead (B-12).

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::Message;

/// A rule's id in the specification: `M-11`, `B-13`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct RuleId(#[cfg_attr(feature = "ts", ts(type = "string"))] pub Cow<'static, str>);

impl RuleId {
    /// The id written `id`.
    #[must_use]
    pub const fn new(id: &'static str) -> Self {
        Self(Cow::Borrowed(id))
    }
}

impl std::fmt::Display for RuleId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why a command was not accepted. Nothing of it was applied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[error("{rule}: {what:?}")]
pub struct Refusal {
    /// The rule that says no.
    pub rule: RuleId,
    /// What was wrong.
    pub what: Message,
    /// What would be accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub instead: Option<Message>,
}

impl Refusal {
    /// A refusal by `rule`.
    #[must_use]
    pub fn new(rule: &'static str, what: Message) -> Self {
        Self { rule: RuleId::new(rule), what, instead: None }
    }

    /// The refusal, with what would be accepted.
    #[must_use]
    pub fn instead(mut self, instead: Message) -> Self {
        self.instead = Some(instead);
        self
    }
}
