//! What a seat can do now.

use serde::{Deserialize, Serialize};

use crate::{Message, RuleId};

/// A complete, acceptable command, and what in it may be changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Offer<Command> {
    /// What taking it does, for a button: the verb's own word, `FAMILY-act-VERB`.
    pub label: Message,
    /// The command to send, as it is or with its fields varied.
    pub command: Command,
    /// The fields that may be changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<Field>,
    /// Whether the game waits for this seat to take it, or another with the same [`Offer::waits`]
    /// (B-03).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub waits: Option<Message>,
    /// The rule it comes from.
    pub rule: RuleId,
}

impl<Command> Offer<Command> {
    /// The name of its verb.
    #[must_use]
    pub fn verb(&self) -> &str {
        let id = &*self.label.id;
        id.split_once("-act-").map_or(id, |(_, verb)| verb)
    }
}

/// A field of an offered command that may be changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Field {
    /// Where it is in the command: keys joined by `/`, as in a JSON pointer without its first `/`.
    pub path: String,
    /// What it is called.
    pub label: Message,
    /// What it may be.
    pub bounds: Bounds,
}

/// What a [`Field`] may be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Bounds {
    /// A whole number.
    Number {
        /// The least.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        min: i64,
        /// The most.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        max: i64,
    },
    /// Text.
    Text {
        /// The most characters.
        max: u32,
        /// Whether it may be left empty.
        optional: bool,
    },
    /// One of these.
    Choice {
        /// What there is to choose from.
        of: Vec<Choice>,
    },
    /// One of the things in sight. Only [`crate::Verb`]s say so; an offer that is asked for names
    /// them.
    Asked,
    /// Yes or no.
    Switch,
}

/// One choice of a [`Bounds::Choice`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Choice {
    /// What to put into the field.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub value: serde_json::Value,
    /// What it is called.
    pub label: Message,
}
