//! The pack: everything in which one variant differs from another, as data (M-60).

use serde::{Deserialize, Serialize};

use super::odds::OddsBook;
use super::{Kind, Ready, ReadyScene, Reduce, ThemeDraft};
use crate::pack::{About, Choice, OwnRule};
use crate::{Term, Tone};

/// A variant of the mist family, loaded: names, dice, prices, phases, rulings (M-60).
#[derive(Clone, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Mist {
    /// Always `mist`.
    pub family: String,
    /// The variant's id: `mist-2d6`.
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
    /// The outcomes, worst first.
    pub bands: Vec<Band>,
    /// What the two kinds of theme are called.
    pub kinds: Kinds,
    /// How large themes and characters are.
    pub theme: ThemeRules,
    /// How statuses are recorded.
    pub status: StatusRules,
    /// What lines are worth.
    pub power: PowerRules,
    /// What an invoked weakness teaches; by an old log's rule when absent.
    #[serde(default)]
    pub weakness: WeaknessRules,
    /// What effects cost.
    pub effects: EffectRules,
    /// Kinds of consequence the pack adds (M-20).
    #[serde(default)]
    pub consequences: Vec<Named>,
    /// Answering a consequence.
    pub mitigate: MitigateRules,
    /// Indulging in a strange theme.
    pub indulge: IndulgeRules,
    /// Telling of a past deed.
    pub flashback: Special,
    /// How the crew goes in.
    pub engagement: Special,
    /// All of a strange theme at once.
    pub plunge: PlungeRules,
    /// Writing the file.
    pub file: FileRules,
    /// The order of the story.
    pub story: StoryRules,
    /// How themes grow and are lost.
    pub life: LifeRules,
    /// How a character's story may end.
    pub endings: Vec<Ending>,
    /// Characters ready to play.
    #[serde(default)]
    pub examples: Vec<Example>,
    /// Scenes ready for them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scenes: Vec<ReadyScene>,
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
}

fn nothing() -> Term {
    Term::from("")
}

/// What is rolled, with `power` standing for the power of the roll.
#[derive(Clone, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiceRules {
    /// The roll of every action.
    #[schemars(with = "String")]
    pub roll: dice::Expr,
    /// The roll of an avatar (M-16).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub avatar: Option<dice::Expr>,
}

/// An outcome: what totals fall into it and how good it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistBand"))]
pub struct Band {
    /// What it is called.
    pub name: Term,
    /// How good it is; the rules go by this.
    pub tone: Tone,
    /// The least total; the worst band has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    pub from: Option<i64>,
}

/// What the two kinds of theme are called (M-03).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistKinds"))]
pub struct Kinds {
    /// The strange kind.
    pub strange: KindNames,
    /// The human kind.
    pub human: KindNames,
}

/// What a kind of theme and its parts are called (M-03).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistKindNames"))]
pub struct KindNames {
    /// The kind.
    pub name: Term,
    /// Its motive.
    pub motive: Term,
    /// Its improve track.
    pub improve: Term,
    /// Its decay track.
    pub decay: Term,
    /// When improve is marked besides an invoked weakness (M-50).
    pub improves_when: Term,
    /// When decay is marked (M-53).
    pub decays_when: Term,
}

impl Kinds {
    /// The names of one kind.
    #[must_use]
    pub fn of(&self, kind: Kind) -> &KindNames {
        match kind {
            Kind::Strange => &self.strange,
            Kind::Human => &self.human,
        }
    }
}

/// How large themes and characters are (M-02).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistThemeRules"))]
pub struct ThemeRules {
    /// Power tags of a full theme, the theme tag among them.
    pub powers: u8,
    /// Weakness tags of a new theme.
    pub weaknesses: u8,
    /// Boxes of the improve track.
    pub improve: u8,
    /// Boxes of the decay track.
    pub decay: u8,
    /// The most themes of a new character.
    pub most: u8,
}

/// How statuses are recorded (M-04 … M-07).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistStatusRules"))]
pub struct StatusRules {
    /// Boxes of the track.
    pub boxes: u8,
    /// How an effect lowers a status.
    #[serde(default)]
    pub reduce: Reduce,
    /// The tier a character cannot bear.
    pub limit: u8,
}

/// What lines are worth (M-11, M-12).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistPowerRules"))]
pub struct PowerRules {
    /// A tag.
    pub tag: u8,
    /// A burnt tag.
    pub burn: u8,
    /// The most burns in one action; no bound when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub burns: Option<u8>,
}

/// What an invoked weakness teaches (M-19).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeaknessRules {
    /// When it marks its theme's improve track.
    pub marks: WeaknessMarks,
}

/// When an invoked weakness marks its theme's improve track (M-19).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum WeaknessMarks {
    /// Whatever the dice and the sum.
    Always,
    /// If leaving it out would have changed the odds: the rule of logs that do not say.
    #[default]
    IfItMatters,
}

/// What effects cost (M-17, M-18).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistEffectRules"))]
pub struct EffectRules {
    /// One tier of a status, up or down.
    pub status: u8,
    /// A story tag made or removed.
    pub tag: u8,
    /// A clue or detail.
    pub clue: u8,
    /// An extra feat.
    pub feat: u8,
    /// Whether a feat needs another effect first.
    #[serde(default)]
    pub feat_after_other: bool,
    /// What can be spent at least on a success.
    pub minimum_power: u8,
    /// What pushing a full success gives, for its consequences; off when absent (M-18).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub push: Option<u8>,
}

/// Something with an id and a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistNamed"))]
pub struct Named {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Term,
}

/// A special action that is on or off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistSpecial"))]
pub struct Special {
    /// Whether this variant has it.
    pub on: bool,
    /// What it is called.
    pub name: Term,
}

/// Answering a consequence (M-30, M-31).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistMitigateRules"))]
pub struct MitigateRules {
    /// What it is called.
    pub name: Term,
    /// What its power does on a success.
    pub by: MitigateBy,
    /// What a full success adds.
    pub full: MitigateFull,
    /// What averting a harm that is neither status nor tag costs.
    pub other: u8,
    /// Whether what counted in the action cannot count in mitigating its consequences (M-31).
    #[serde(default)]
    pub no_reuse: bool,
    /// What its outcomes are called; as any other roll's when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub words: Option<MitigateWords>,
}

/// What the outcomes of a mitigation are called (M-30).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistMitigateWords"))]
pub struct MitigateWords {
    /// Nothing is mitigated.
    pub failure: Term,
    /// Its power mitigates.
    pub mixed: Term,
    /// It mitigates, with what a full success adds.
    pub full: Term,
}

/// What the power of a mitigation does on a success (M-30).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistMitigateBy"))]
pub enum MitigateBy {
    /// All of it lowers the incoming statuses, and nothing else.
    Statuses,
    /// It is spent against any part at the prices of effects.
    Prices,
}

/// What a full success adds to a mitigation (M-30).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistMitigateFull"))]
pub enum MitigateFull {
    /// One power more.
    Power,
    /// A choice: lower by one more, or a tier-1 status for oneself or an ally.
    Choice,
}

/// Indulging in a strange theme (M-32).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistIndulgeRules"))]
pub struct IndulgeRules {
    /// Whether this variant has it.
    pub on: bool,
    /// What it is called.
    pub name: Term,
    /// The power it adds.
    pub power: u8,
}

/// All of a strange theme at once (M-35).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistPlungeRules"))]
pub struct PlungeRules {
    /// Whether this variant has it.
    pub on: bool,
    /// What it is called.
    pub name: Term,
    /// What the status it may bring is called.
    pub status: Term,
    /// The degrees, mildest first.
    pub degrees: Vec<Degree>,
}

/// How deep a plunge goes, and its price by band (M-35).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistDegree"))]
pub struct Degree {
    /// What it is called.
    pub name: Term,
    /// The price of a mixed success; a failure pays it too.
    pub mixed: Vec<Price>,
    /// The price of a full success.
    pub full: Vec<Price>,
}

/// Part of the price of a plunge (M-35).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistPrice"))]
pub enum Price {
    /// Mark decay on the theme.
    Decay,
    /// Burn all its power tags.
    BurnAll,
    /// Burn this many of its power tags.
    Burn(u8),
    /// Lose the theme.
    Lose,
    /// Take a status of this tier at once.
    Status(u8),
}

/// Writing the file (M-36, M-37).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistFileRules"))]
pub struct FileRules {
    /// In which form.
    pub form: FileForm,
    /// What it is called.
    pub name: Term,
    /// What a deduction is called (M-36).
    #[serde(default = "nothing")]
    pub deduce: Term,
    /// What a test is called (M-36).
    #[serde(default = "nothing")]
    pub test: Term,
    /// What the opportunity a test gives is called (M-36).
    #[serde(default = "nothing")]
    pub opportunity: Term,
    /// What the countdown is called (M-37).
    #[serde(default = "nothing")]
    pub countdown: Term,
    /// The questions, each with its own roll (M-37).
    #[serde(default)]
    pub questions: Vec<Question>,
}

/// In which form a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistFileForm"))]
pub enum FileForm {
    /// Not at all.
    None,
    /// By deducing and testing, round after round (M-36).
    Rounds,
    /// By a roll for each question (M-37).
    Questions,
}

/// A question of the file (M-37).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistQuestion"))]
pub struct Question {
    /// Its id.
    pub id: String,
    /// What it asks.
    pub name: Term,
    /// The index that makes it harder.
    pub index: Term,
}

/// The order of the story (M-40 … M-42).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistStoryRules"))]
pub struct StoryRules {
    /// What scenes make: a mission, a chapter.
    pub unit: Term,
    /// Whether phases refuse what they do not allow, or only guide.
    pub strict: bool,
    /// The phases, in order.
    pub phases: Vec<Phase>,
}

/// A phase of the story (M-40 … M-42).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistPhase"))]
pub struct Phase {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: Term,
    /// What happens in it.
    pub text: Term,
    /// What is allowed in it.
    #[serde(default)]
    pub allows: Vec<Allows>,
    /// The phases that may follow.
    pub next: Vec<String>,
    /// Whether entering it begins a new mission or chapter.
    #[serde(default)]
    pub begins: bool,
    /// Whether entering it needs the opportunity of a test (M-40).
    #[serde(default)]
    pub needs_opportunity: bool,
    /// Whether entering it needs every question of the file answered (M-37).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub needs_answers: bool,
}

/// What a phase may allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistAllows"))]
pub enum Allows {
    /// Actions, flashbacks, plunges.
    Act,
    /// Writing the file.
    File,
    /// The roll by which the crew goes in (M-34).
    Engage,
    /// Facing the anomaly; consequences that waited for it come due (M-37).
    Suppress,
    /// Recovery of burnt tags, on entering (M-12).
    Recover,
    /// Filling the places of lost themes (M-54).
    Replace,
}

/// How themes grow and are lost (M-50 … M-57).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistLifeRules"))]
pub struct LifeRules {
    /// The kinds whose loss leaves a pang (M-55).
    pub pangs: Vec<Kind>,
    /// The kinds that become an anomaly when lost (M-56).
    pub loose: Vec<Kind>,
    /// What the status given by a theme set loose is called (M-56).
    pub controlled: Term,
    /// What it is reduced from: its tier is this less the human themes held (M-56).
    pub controlled_from: u8,
    /// The evolution at which an ending may be chosen (M-57).
    pub evolution: u8,
}

/// How a character's story may end (M-58).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistEnding"))]
pub struct Ending {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: Term,
    /// What it means.
    pub text: Term,
    /// The kind of theme it costs, all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub spends: Option<Kind>,
    /// Whether nearby anomalies are suppressed by it.
    #[serde(default)]
    pub suppresses: bool,
    /// Whether no strange theme can be gained ever after.
    #[serde(default)]
    pub asleep: bool,
    /// Whether the character becomes an avatar, with this many strange themes in total.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub avatar: Option<u8>,
    /// Whether the character leaves at once, not when the mission or chapter ends.
    #[serde(default)]
    pub at_once: bool,
}

/// A character ready to play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistExample"))]
pub struct Example {
    /// Its id.
    pub id: String,
    /// The character's name.
    pub name: Term,
    /// Who they are, in a sentence.
    pub text: Term,
    /// Their themes.
    pub themes: Vec<ThemeDraft>,
}
