//! The scene: where it plays, its zones, and what is fought out in it (F-40 … F-43).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Challenge, Conflict, Contest};
use crate::{Id, Term};

/// What is going on here and now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scene {
    /// Which one.
    pub id: Id,
    /// What it is called.
    pub title: Term,
    /// What it is like.
    pub text: String,
    /// What only the host may read.
    #[serde(default)]
    pub notes: String,
    /// Its zones (F-43).
    #[serde(default)]
    pub zones: Vec<Zone>,
    /// Which zones adjoin.
    #[serde(default)]
    pub borders: Vec<Border>,
    /// Who is in which zone.
    #[serde(default)]
    pub whereabouts: BTreeMap<Id, Id>,
    /// The challenge, if there is one (F-40).
    #[serde(default)]
    pub challenge: Option<Challenge>,
    /// The contest, if there is one (F-41).
    #[serde(default)]
    pub contest: Option<Contest>,
    /// The conflict, if there is one (F-42).
    #[serde(default)]
    pub conflict: Option<Conflict>,
}

/// A place within the scene (F-43).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateZone"))]
pub struct Zone {
    /// Which one.
    pub id: Id,
    /// What it is called.
    pub name: Term,
}

/// Two zones that adjoin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateBorder", optional_fields))]
pub struct Border {
    /// One zone.
    pub one: Id,
    /// The other.
    pub other: Id,
    /// The difficulty of passing, when it is barred (F-43).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    pub barred: Option<i64>,
}

impl Scene {
    /// The border between two zones.
    #[must_use]
    pub fn border(&self, one: Id, other: Id) -> Option<&Border> {
        self.borders.iter().find(|border| {
            (border.one, border.other) == (one, other) || (border.one, border.other) == (other, one)
        })
    }

    /// A zone.
    #[must_use]
    pub fn zone(&self, id: Id) -> Option<&Zone> {
        self.zones.iter().find(|zone| zone.id == id)
    }
}
