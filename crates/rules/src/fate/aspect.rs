//! Aspects: short texts that are true, with lifetimes, places and free invokes (F-10, F-11).

use serde::{Deserialize, Serialize};

use crate::{Audience, Id, Term};

/// A short text that is true of someone or something (F-10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aspect {
    /// Which one.
    pub id: Id,
    /// What it says; a boost may be unnamed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Term>,
    /// What sort it is, which decides how long it lasts.
    pub kind: AspectKind,
    /// What it is true of.
    pub on: Place,
    /// Free invokes left, by whom they belong to.
    #[serde(default)]
    pub free: Vec<Free>,
    /// Who may see it.
    #[serde(default)]
    pub seen: Audience,
}

/// The sort of an aspect (F-10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateAspectKind", optional_fields))]
pub enum AspectKind {
    /// Lasts the whole game.
    Game,
    /// On the character's sheet; lasts while they are in play.
    Character {
        /// The place on the sheet, by its id in the pack.
        slot: String,
    },
    /// Taken to absorb a hit; lasts until healed (F-31).
    Consequence {
        /// The slot it fills.
        slot: String,
        /// What it absorbed, and the difficulty of treating it.
        value: u8,
        /// When it was treated (F-33).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        treated: Option<Mark>,
    },
    /// Lasts at most the scene.
    Situation,
    /// Gone when used, or at the end of the scene (F-13).
    Boost,
}

/// A moment on the table's own calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateMark"))]
pub struct Mark {
    /// How many scenes had begun.
    pub scenes: u32,
    /// How many sessions had begun.
    pub sessions: u32,
}

/// What an aspect is true of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FatePlace"))]
pub enum Place {
    /// The whole game.
    Game,
    /// The scene.
    Scene,
    /// A zone of the scene (F-43).
    Zone(Id),
    /// A character.
    Character(Id),
}

/// Who holds a free invoke or a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateHolder"))]
pub enum Holder {
    /// The host.
    Host,
    /// A character.
    Character(Id),
}

/// Free invokes of one holder (F-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateFree"))]
pub struct Free {
    /// Whose.
    pub to: Holder,
    /// How many.
    pub count: u8,
}

/// Why an aspect is gone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateGone"))]
pub enum Gone {
    /// Its boost was used.
    Used,
    /// The scene ended.
    SceneEnded,
    /// Its ground is gone, and the host says why.
    Ground {
        /// Why.
        text: String,
    },
    /// It has healed.
    Healed,
}

impl Aspect {
    /// How many free invokes the holder has on it.
    #[must_use]
    pub fn free_of(&self, holder: Holder) -> u8 {
        let mine = self.free.iter().find(|free| free.to == holder);
        mine.map_or(0, |free| free.count)
    }

    /// Adds free invokes for a holder.
    pub(super) fn give(&mut self, holder: Holder, count: u8) {
        match self.free.iter_mut().find(|free| free.to == holder) {
            Some(free) => free.count = free.count.saturating_add(count),
            None if count > 0 => self.free.push(Free { to: holder, count }),
            None => {}
        }
    }

    /// Takes one free invoke from a holder.
    pub(super) fn take(&mut self, holder: Holder) {
        if let Some(free) = self.free.iter_mut().find(|free| free.to == holder) {
            free.count = free.count.saturating_sub(1);
        }
        self.free.retain(|free| free.count > 0);
    }

    /// The character it is true of.
    #[must_use]
    pub fn character(&self) -> Option<Id> {
        match self.on {
            Place::Character(id) => Some(id),
            _ => None,
        }
    }

    /// Whether it goes when the scene ends.
    #[must_use]
    pub fn passes(&self) -> bool {
        matches!(self.kind, AspectKind::Situation | AspectKind::Boost)
    }
}
