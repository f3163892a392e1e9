//! What is told of an event.

use serde::{Deserialize, Serialize};

use crate::{Id, Message, Roll, Sum};

/// One entry of the story as a viewer may read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Line {
    /// What happened.
    pub message: Message,
    /// The dice, if any were rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub roll: Option<Roll>,
    /// The number behind it, itemised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub sum: Option<Sum>,
    /// How it went, for its colour and shape.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub tone: Option<crate::Tone>,
    /// How numbers in it that are no plain sums were worked out (B-14).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<crate::Calculation>>"))]
    pub why: Vec<crate::Calculation>,
    /// What was handed out with it (B-43).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub handout: Option<Handout>,
}

/// A page of the table that was put before people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Handout {
    /// Which note.
    pub note: Id,
    /// Its picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub plate: Option<Plate>,
}

/// A picture to be shown, and how large it is, so that nothing moves when it comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Plate {
    /// Which picture.
    pub picture: Id,
    /// How wide it is.
    pub width: u32,
    /// How high it is.
    pub height: u32,
}

impl Line {
    /// A line that only says something.
    #[must_use]
    pub fn new(message: Message) -> Self {
        Self { message, roll: None, sum: None, tone: None, why: Vec::new(), handout: None }
    }

    /// With how a number in it was worked out.
    #[must_use]
    pub fn because(mut self, calculation: crate::Calculation) -> Self {
        self.why.push(calculation);
        self
    }
}

impl From<Message> for Line {
    fn from(message: Message) -> Self {
        Self::new(message)
    }
}
