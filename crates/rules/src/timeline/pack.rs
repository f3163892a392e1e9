//! The pack: the table options and what extensions add, as data.

use serde::{Deserialize, Serialize};

use super::part::RulesetPart;
use super::{Amount, Environment, Example, Options, Pool, Ready, Skill, TraitDraft, WeaponDraft};
use crate::Term;
use crate::pack::{About, Choice, OwnRule};
use crate::shared::Shown;

/// Time Line with its pack loaded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Timeline {
    /// Always `timeline`.
    pub family: String,
    /// The variant's id.
    pub id: String,
    /// What it is called.
    pub name: Term,
    /// What it is, in a sentence.
    pub blurb: Term,
    /// Where its rules come from, with thanks.
    pub credit: Term,
    /// Its version, author and licence (P-10).
    #[serde(default, skip_serializing_if = "About::is_empty")]
    pub about: About,
    /// How a new table plays.
    #[serde(default)]
    pub options: Options,
    /// Races to choose from (T-01).
    #[serde(default)]
    pub races: Vec<Race>,
    /// Characters to start from (T-01).
    #[serde(default)]
    pub examples: Vec<Example>,
    /// Skills to choose from (T-51, T-60).
    #[serde(default)]
    pub skills: Vec<Skill>,
    /// Traits to choose from (T-51, T-60).
    #[serde(default)]
    pub traits: Vec<TraitDraft>,
    /// Weapons to choose from (T-60).
    #[serde(default)]
    pub weapons: Vec<WeaponDraft>,
    /// Things to carry (T-60).
    #[serde(default)]
    pub items: Vec<Item>,
    /// Places that change attributes (T-60).
    #[serde(default)]
    pub environments: Vec<Environment>,
    /// Resources beside hit points, willpower and cash (T-60).
    #[serde(default)]
    pub resources: Vec<Pool>,
    /// Paragraphs of its own (P-15).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<OwnRule>,
    /// What a table chooses as it is made (P-16).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
    /// Things for hosts to bring (B-44).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub library: Vec<Ready>,
    /// What is shown of it.
    #[serde(skip)]
    pub(super) shown: Shown<RulesetPart>,
}

/// Something to carry (T-07).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "TimelineItem", optional_fields))]
pub struct Item {
    /// What it is called.
    pub name: String,
    /// Where it is worn, or in what state it is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub place: String,
    /// What it weighs.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Amount>"))]
    pub load: Amount,
}

impl Timeline {
    /// The dice of every check (T-11).
    pub const DICE: &str = "1d100";
}

/// A race: a name with two measures (T-01).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "TimelineRace"))]
pub struct Race {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: Term,
    /// When it is grown up; nothing for one that never is.
    #[serde(default)]
    pub adult_age: Amount,
    /// How large it usually is; nothing for one that varies.
    #[serde(default)]
    pub standard_size: Amount,
}
