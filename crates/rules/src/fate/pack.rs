//! The pack: skills, ladder, tracks and table options, as data (F-53).

use std::fmt;

use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{self, Deserializer, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use super::odds::OddsBook;
use super::part::RulesetPart;
use super::wording::{self, nothing};
use super::{Aspect, AspectKind, CharacterDraft, NpcSize, OutcomeNames, Ready};
use crate::pack::{About, Choice, OwnRule};
use crate::shared::Shown;
use crate::{Message, Term, message};

/// A variant of the fate family, loaded (F-53).
#[derive(Clone, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fate {
    /// Always `fate`.
    pub family: String,
    /// The variant's id: `fate-condensed`.
    pub id: String,
    /// What it is called.
    pub name: Term,
    /// What it is, in a sentence.
    pub blurb: Term,
    /// Where its rules come from, with thanks.
    #[serde(default = "nothing")]
    pub credit: Term,
    /// Its version, author and licence (P-10).
    #[serde(default, skip_serializing_if = "About::is_empty")]
    pub about: About,
    /// What is rolled.
    pub dice: DiceRules,
    /// What the four outcomes are called (F-03).
    pub outcomes: OutcomeNames,
    /// Names for numbers, lowest first (F-04).
    pub ladder: Vec<Rung>,
    /// The skills (F-50).
    pub skills: Skills,
    /// What a player character's sheet has (F-50).
    pub sheet: Sheet,
    /// Stress tracks (F-30).
    pub tracks: Vec<Track>,
    /// Consequences, mildest first (F-31).
    pub consequences: Vec<ConsequenceRule>,
    /// The sizes of the host's characters (F-54).
    #[serde(default)]
    pub npcs: Vec<NpcSize>,
    /// What a table may decide for itself.
    pub options: Options,
    /// Characters ready to play.
    #[serde(default)]
    pub examples: Vec<Example>,
    /// Paragraphs of its own (P-15).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<OwnRule>,
    /// What a table chooses as it is made (P-16).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
    /// Things for hosts to bring (B-44).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub library: Vec<Ready>,
    /// Exact odds already worked out.
    #[serde(skip)]
    pub(super) odds: OddsBook,
    /// What is shown of it.
    #[serde(skip)]
    pub(super) shown: Shown<RulesetPart>,
}

/// What is rolled (F-02).
#[derive(Clone, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiceRules {
    /// The dice of every roll.
    #[schemars(with = "String")]
    pub roll: dice::Expr,
}

/// A rung of the ladder (F-04).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateRung"))]
pub struct Rung {
    /// The number.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub value: i64,
    /// Its name.
    pub name: Term,
}

/// The skills, or approaches (F-53).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateSkills"))]
pub struct Skills {
    /// What one is called.
    pub name: Term,
    /// All of them.
    pub list: Vec<Skill>,
    /// How many a new player character has at each rating; the rest are at 0 (F-50).
    pub pyramid: Vec<Tier>,
    /// The highest a skill can be raised.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub highest: i64,
}

/// A skill or approach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateSkill"))]
pub struct Skill {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: Term,
}

/// A row of the pyramid (F-50).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateTier"))]
pub struct Tier {
    /// The rating.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub rating: i64,
    /// How many skills have it.
    pub count: u8,
}

/// What a player character's sheet has (F-50).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateSheet"))]
pub struct Sheet {
    /// The places for aspects; the first is the high concept.
    pub aspects: Vec<AspectSlot>,
    /// Refresh with no more stunts than are free.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub refresh: i64,
    /// The lowest refresh may be.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub least_refresh: i64,
    /// Stunts that cost no refresh.
    pub free_stunts: u8,
}

/// A place for an aspect on the sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateAspectSlot"))]
pub struct AspectSlot {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: Term,
    /// Whether a player character must have it.
    #[serde(default)]
    pub required: bool,
}

/// A stress track (F-30).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateTrack", optional_fields))]
pub struct Track {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: Term,
    /// Boxes without the skill, each worth one; none where [`Track::values`] says them.
    #[serde(default)]
    pub boxes: u8,
    /// What each box absorbs, without the skill (P-40); one each when absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<u8>>"))]
    pub values: Vec<u8>,
    /// The most boxes that are marked for one hit (P-40); no bound when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_hit: Option<u8>,
    /// The skill that gives more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skill: Option<String>,
    /// Boxes from a rating on, lowest first.
    #[serde(default)]
    pub more: Vec<BoxStep>,
    /// The rating from which there is one more consequence of a kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    pub extra_from: Option<i64>,
    /// The kind of consequence of which there is one more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra: Option<String>,
}

/// How many boxes a rating gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateBoxStep", optional_fields))]
pub struct BoxStep {
    /// From this rating on.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub from: i64,
    /// So many boxes.
    #[serde(default)]
    pub boxes: u8,
    /// What each absorbs (P-40); one each when absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<u8>>"))]
    pub values: Vec<u8>,
}

/// A kind of consequence (F-31, F-33).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateConsequenceRule"))]
pub struct ConsequenceRule {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: Term,
    /// What it absorbs, and the difficulty of treating it. One of 0 absorbs nothing: it is marked
    /// outright (P-41).
    pub value: u8,
    /// How often it can be taken before one of them heals (P-41).
    #[serde(default = "once", skip_serializing_if = "is_once")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<u8>"))]
    pub boxes: u8,
    /// What its aspect is called (P-41).
    #[serde(default, skip_serializing_if = "AspectWords::is_asked")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<AspectWords>"))]
    pub aspect: AspectWords,
    /// What must pass once it is treated.
    #[cfg_attr(feature = "ts", ts(as = "HealingForm"))]
    #[schemars(with = "HealingForm")]
    pub heals: Healing,
}

fn once() -> u8 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_once(boxes: &u8) -> bool {
    *boxes == 1
}

/// What the aspect of a consequence is called (P-41).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateAspectWords"))]
pub enum AspectWords {
    /// Whoever takes it says so.
    #[default]
    Asked,
    /// As the consequence itself: a condition.
    Fixed,
    /// It is no aspect: it is called as itself, and nobody invokes or compels it.
    None,
}

impl AspectWords {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
    fn is_asked(&self) -> bool {
        *self == AspectWords::Asked
    }
}

/// How a consequence heals (F-33, P-41): written `"scene"`, or `{ after = "scene", treat = false }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Healing {
    /// What must pass.
    pub after: Heals,
    /// Whether it must be treated first.
    pub treat: bool,
}

#[derive(Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateHealingTable"))]
struct HealingTable {
    after: Heals,
    #[serde(default = "yes")]
    treat: bool,
}

/// How it is written.
#[derive(Serialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(untagged)]
#[cfg_attr(feature = "ts", ts(rename = "FateHealing"))]
enum HealingForm {
    Treated(Heals),
    Table(HealingTable),
}

impl Serialize for Healing {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let form = match self.treat {
            true => HealingForm::Treated(self.after),
            false => HealingForm::Table(HealingTable { after: self.after, treat: false }),
        };
        form.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Healing {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Read;
        impl<'de> Visitor<'de> for Read {
            type Value = Healing;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"scene\" or { after = \"scene\", treat = false }")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Healing, E> {
                let text: StrDeserializer<'_, E> = text.into_deserializer();
                let after = Heals::deserialize(text)?;
                Ok(Healing { after, treat: true })
            }

            fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<Healing, M::Error> {
                let HealingTable { after, treat } =
                    HealingTable::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Healing { after, treat })
            }
        }
        from.deserialize_any(Read)
    }
}

/// What must pass before a treated consequence is gone (F-33).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateHeals"))]
pub enum Heals {
    /// A whole scene.
    Scene,
    /// A whole session.
    Session,
    /// A breakthrough.
    Breakthrough,
    /// The host says when (P-41).
    Host,
}

/// What a table may decide for itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateOptions"))]
pub struct Options {
    /// Which aspects pay their owner when invoked against them (F-12).
    pub hostile: HostileScope,
    /// Whether a boost may declare a detail (F-13).
    pub boost_details: bool,
    /// Where spent points go and compel points come from (F-15).
    pub home: PointsHome,
    /// How turns are ordered (F-42).
    pub order: TurnOrder,
    /// Whether a full defence that was never needed gives a boost (F-42).
    pub full_defence_boost: bool,
    /// Victories that win a contest (F-41).
    pub victories: u8,
    /// What a difficulty is worth that a player names (F-02).
    #[serde(default)]
    pub difficulty: DifficultyRule,
    /// Whether a turn can be spent on a full defence (F-42).
    #[serde(default = "yes")]
    pub full_defence: bool,
    /// Whether an action against a difficulty waits while somebody could still help, or a stunt
    /// be used (F-42, F-51).
    #[serde(default)]
    pub help_first: bool,
    /// Whether a player mends their sheet with the host's nod (B-46).
    #[serde(default)]
    pub mending: Mending,
    /// What begins a session of the game (F-15).
    #[serde(default, skip_serializing_if = "SessionRule::is_by_hand")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<SessionRule>"))]
    pub sessions: SessionRule,
}

fn yes() -> bool {
    true
}

/// What a difficulty is worth that a player names where the host has set none (F-02).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateDifficultyRule"))]
pub enum DifficultyRule {
    /// It is used, and the host may correct it.
    #[default]
    Named,
    /// The host confirms it first.
    Confirmed,
}

/// Who mends a player character's sheet (B-46).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateMending"))]
pub enum Mending {
    /// Its player, with the host's nod.
    #[default]
    Nod,
    /// Its player.
    Free,
}

/// What begins a session of the game: refresh, and what heals with it (F-15).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateSessionRule"))]
pub enum SessionRule {
    /// The host, by hand.
    #[default]
    ByHand,
    /// Each session of the table.
    Table,
}

impl SessionRule {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
    fn is_by_hand(&self) -> bool {
        *self == SessionRule::ByHand
    }
}

/// Which aspects pay their owner when invoked against them (F-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateHostileScope"))]
pub enum HostileScope {
    /// Character aspects.
    CharacterAspects,
    /// Also consequences and advantages on the character.
    All,
}

/// Where spent points go and compel points come from (F-15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FatePointsHome"))]
pub enum PointsHome {
    /// The bank, which never runs out.
    Bank,
    /// The host's pool.
    Host,
}

/// How turns are ordered (F-42).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateTurnOrder"))]
pub enum TurnOrder {
    /// Whoever acted says who is next.
    Popcorn,
    /// The order in which they were named.
    Listed,
}

/// A character ready to play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateExample"))]
pub struct Example {
    /// Its id.
    pub id: String,
    /// Who they are, in a sentence.
    pub text: Term,
    /// Their sheet.
    pub character: CharacterDraft,
}

impl Fate {
    /// A skill.
    #[must_use]
    pub fn skill(&self, id: &str) -> Option<&Skill> {
        self.skills.list.iter().find(|skill| skill.id == id)
    }

    /// A stress track.
    #[must_use]
    pub fn track(&self, id: &str) -> Option<&Track> {
        self.tracks.iter().find(|track| track.id == id)
    }

    /// A kind of consequence by its slot's id.
    #[must_use]
    pub fn consequence(&self, slot: &str) -> Option<&ConsequenceRule> {
        let id = slot.split('/').next().unwrap_or(slot);
        self.consequences.iter().find(|rule| rule.id == id)
    }

    /// Whether something on a sheet is an aspect that can be invoked and compelled: a condition may
    /// be none (P-41).
    #[must_use]
    pub fn is_aspect(&self, aspect: &Aspect) -> bool {
        let AspectKind::Consequence { slot, .. } = &aspect.kind else { return true };
        self.consequence(slot).is_none_or(|rule| rule.aspect != AspectWords::None)
    }

    /// The name of a number; past either end there is none (F-04).
    #[must_use]
    pub fn rung(&self, value: i64) -> Option<&Term> {
        let rung = self.ladder.iter().find(|rung| rung.value == value);
        rung.map(|rung| &rung.name)
    }

    /// A number with its name on the ladder (F-04).
    pub(super) fn on_ladder(&self, value: i64) -> Message {
        let number = wording::signed(value);
        match self.rung(value) {
            Some(name) => message!("fate-rung", name = name, number = number),
            None => message!("plain", text = number),
        }
    }

    /// What a skill is called.
    pub(super) fn skill_name(&self, id: &str) -> Term {
        self.skill(id).map_or_else(nothing, |skill| skill.name.clone())
    }

    /// What a stress track is called.
    pub(super) fn track_name(&self, id: &str) -> Term {
        self.track(id).map_or_else(nothing, |track| track.name.clone())
    }
}
