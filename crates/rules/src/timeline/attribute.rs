//! The eleven attributes an act or a check may use.

use serde::{Deserialize, Serialize};

use crate::{Message, message};

/// One of the eleven attributes.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "TimelineAttribute"))]
pub enum Attribute {
    /// 体质.
    Constitution,
    /// 敏捷.
    Dexterity,
    /// 力量.
    Strength,
    /// 意志.
    Willpower,
    /// 教育.
    Education,
    /// 智力.
    Intelligence,
    /// 医学及生命科学.
    Medicine,
    /// 工程与科技.
    Engineering,
    /// 军事与生存.
    Military,
    /// 文学.
    Literature,
    /// 视觉及表演艺术.
    Arts,
}

/// The three groups of percentages, each of which makes 100 (T-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "TimelineGroup"))]
pub enum Group {
    /// Constitution, dexterity, strength.
    Physical,
    /// Willpower, education, intelligence.
    Mental,
    /// The five fields.
    Fields,
}

impl Attribute {
    /// All eleven, in the order of the card.
    pub const ALL: [Self; 11] = [
        Self::Constitution,
        Self::Dexterity,
        Self::Strength,
        Self::Willpower,
        Self::Education,
        Self::Intelligence,
        Self::Medicine,
        Self::Engineering,
        Self::Military,
        Self::Literature,
        Self::Arts,
    ];

    /// Its place on the card, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The group its percentage belongs to (T-04).
    #[must_use]
    pub const fn group(self) -> Group {
        match self {
            Self::Constitution | Self::Dexterity | Self::Strength => Group::Physical,
            Self::Willpower | Self::Education | Self::Intelligence => Group::Mental,
            _ => Group::Fields,
        }
    }

    /// How it is written in dice expressions.
    #[must_use]
    pub fn spellings(self) -> &'static [&'static str] {
        match self {
            Self::Constitution => &["体质", "體質", "constitution"],
            Self::Dexterity => &["敏捷", "dexterity"],
            Self::Strength => &["力量", "strength"],
            Self::Willpower => &["意志", "willpower"],
            Self::Education => &["教育", "education"],
            Self::Intelligence => &["智力", "intelligence"],
            Self::Medicine => &["医学", "醫學", "medicine"],
            Self::Engineering => &["工程", "engineering"],
            Self::Military => &["军事", "軍事", "military"],
            Self::Literature => &["文学", "文學", "literature"],
            Self::Arts => &["艺术", "藝術", "arts"],
        }
    }

    /// What it is called.
    #[must_use]
    pub fn name(self) -> Message {
        match self {
            Self::Constitution => message!("timeline-constitution"),
            Self::Dexterity => message!("timeline-dexterity"),
            Self::Strength => message!("timeline-strength"),
            Self::Willpower => message!("timeline-willpower"),
            Self::Education => message!("timeline-education"),
            Self::Intelligence => message!("timeline-intelligence"),
            Self::Medicine => message!("timeline-medicine"),
            Self::Engineering => message!("timeline-engineering"),
            Self::Military => message!("timeline-military"),
            Self::Literature => message!("timeline-literature"),
            Self::Arts => message!("timeline-arts"),
        }
    }
}

impl Group {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Physical, Self::Mental, Self::Fields];

    /// What it is called.
    #[must_use]
    pub fn name(self) -> Message {
        match self {
            Self::Physical => message!("timeline-physical"),
            Self::Mental => message!("timeline-mental"),
            Self::Fields => message!("timeline-fields"),
        }
    }
}
