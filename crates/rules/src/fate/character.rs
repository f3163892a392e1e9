//! Characters and their sheets (F-50).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::milestone::Milestone;
use super::{Stunt, StuntDraft};
use crate::{Audience, Id, SeatId, Term};

/// Someone in the story. Their aspects stand among the table's aspects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Character {
    /// Which one.
    pub id: Id,
    /// What they are called.
    pub name: Term,
    /// Whether they are a player character, with refresh and points of their own.
    pub pc: bool,
    /// The seat that plays them; the host when none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatId>,
    /// Pronouns, looks, anything worth knowing (F-50).
    pub vitals: String,
    /// Ratings by skill id; a skill that is not here is at 0.
    pub skills: BTreeMap<String, i64>,
    /// Their stunts.
    pub stunts: Vec<Stunt>,
    /// The points they begin a session with at least (F-15).
    pub refresh: i64,
    /// Boxes marked, by track id (F-30).
    #[serde(default)]
    pub stress: BTreeMap<String, u8>,
    /// Whether they are taken out (F-31).
    #[serde(default)]
    pub out: bool,
    /// Milestones reached and not yet finished (F-52).
    #[serde(default)]
    pub milestones: Vec<Milestone>,
    /// What only the host may read.
    #[serde(default)]
    pub notes: String,
    /// Who may see them.
    #[serde(default)]
    pub seen: Audience,
}

/// A character as written down before play (F-50).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateCharacterDraft"))]
pub struct CharacterDraft {
    /// What they are called.
    pub name: Term,
    /// Whether they are a player character.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub pc: bool,
    /// Their aspects.
    pub aspects: Vec<AspectDraft>,
    /// Ratings by skill id.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, number>"))]
    pub skills: BTreeMap<String, i64>,
    /// Their stunts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<StuntDraft>>"))]
    pub stunts: Vec<StuntDraft>,
    /// Pronouns, looks, anything worth knowing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub vitals: String,
}

/// An aspect of a sheet as written down before play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateAspectDraft"))]
pub struct AspectDraft {
    /// The place on the sheet, by its id in the pack.
    pub slot: String,
    /// What it says.
    pub name: Term,
    /// Whether only the host sees it for now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub hidden: bool,
}

impl Character {
    /// The rating of a skill.
    #[must_use]
    pub fn rating(&self, skill: &str) -> i64 {
        self.skills.get(skill).copied().unwrap_or(0)
    }

    /// The boxes marked on a track.
    #[must_use]
    pub fn marked(&self, track: &str) -> u8 {
        self.stress.get(track).copied().unwrap_or(0)
    }
}
