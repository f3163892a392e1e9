//! What a viewer is shown: a view is a map of these parts.
//!
//! Keys: `ruleset`, `story`, `clues`, `file`, `looking-back`, `scene`, `character/<id>`, `challenge/<id>`, `roll/<id>`,
//! `consequence/<id>`. Each part holds only what its viewer may see.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    Band, CaseEnd, ClueOrigin, Depth, EffectRules, Ending, Example, Fate, FileRules, Finding, Harm,
    IndulgeRules, Kind, Kinds, LifeRules, MitigateRules, Mystery, Named, Pang, PlungeRules,
    Polarity, PowerRules, RollKind, Special, StatusRules, Step, StoryRules, ThemeRules, Track,
    Vacancy, Verdict, Written,
};
use crate::{Audience, Chances, ClockPart, Id, Message, SeatId, Sum, Term, Tone};

/// One part of a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistPart"))]
pub enum Part {
    /// What the pack says: names, dice, prices, tracks.
    Ruleset(Box<RulesetPart>),
    /// Where the story stands.
    Story(Box<StoryPart>),
    /// What has been found out.
    Clues(CluesPart),
    /// The case file: what was concluded, what came to light, the cases before (M-38).
    File(Box<FilePart>),
    /// The checklist of looking back, while the table does (M-43).
    LookingBack(Box<LookingBackPart>),
    /// The scene and what is in it.
    Scene(Box<ScenePart>),
    /// A character.
    Character(Box<CharacterPart>),
    /// A challenge.
    Challenge(Box<ChallengePart>),
    /// A roll under way.
    Roll(Box<RollPart>),
    /// A consequence that has not landed.
    Consequence(Box<ConsequencePart>),
}

/// What the pack says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistRulesetPart"))]
pub struct RulesetPart {
    /// The variant's id.
    pub id: String,
    /// What it is called.
    pub name: Term,
    /// What it is, in a sentence.
    pub blurb: Term,
    /// Where its rules come from.
    pub credit: Term,
    /// What is rolled, in dice notation.
    pub dice: String,
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
    /// What effects cost.
    pub effects: EffectRules,
    /// Kinds of consequence the pack adds.
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
    pub examples: Vec<Example>,
}

/// Where the story stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistStoryPart", optional_fields))]
pub struct StoryPart {
    /// Whether lines count without the host's word.
    pub auto_approve: bool,
    /// The present phase's id.
    pub phase: String,
    /// What it is called.
    pub phase_name: Term,
    /// What happens in it.
    pub phase_text: Term,
    /// The phases that may follow.
    pub next: Vec<Named>,
    /// The number of the mission or chapter.
    pub mission: u32,
    /// The number of the season.
    pub season: u32,
    /// Whether a test has opened a way to face the anomaly.
    pub opportunity: bool,
    /// The tier of the countdown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub countdown: Option<u8>,
    /// Whether a roll has added the countdown already.
    pub countdown_used: bool,
    /// The tiers of the file's indexes, by question.
    pub indexes: BTreeMap<String, u8>,
    /// The band each question was answered with.
    pub answers: BTreeMap<String, usize>,
    /// What is to be found out.
    pub mysteries: Vec<Mystery>,
    /// The band the crew went in by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<usize>,
}

/// The case file, beside its clues (M-38).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistFilePart", optional_fields))]
pub struct FilePart {
    /// What the case is called.
    pub title: Message,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<CaseEnd>,
    /// What was concluded, oldest first.
    pub conclusions: Vec<ConclusionPart>,
    /// The traits that came to light, oldest first.
    pub traits: Vec<TraitPart>,
    /// The cases before, oldest first.
    pub archive: Vec<CasePart>,
}

/// A conclusion in the file (M-38).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistConclusionPart", optional_fields))]
pub struct ConclusionPart {
    /// Which one.
    pub id: Id,
    /// The mystery it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mystery: Option<Id>,
    /// The question of the pack it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// What was asked.
    pub about: Term,
    /// How it was written.
    pub how: Written,
    /// Who led it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Term>,
    /// What it says.
    pub text: Term,
    /// Its verdict.
    pub finding: Finding,
    /// The verdict in words.
    pub words: Message,
    /// The band it fell into.
    pub outcome: Term,
    /// The power it was rolled with.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub power: i64,
    /// What the dice came to.
    pub total: String,
    /// The clues that counted.
    pub clues: Vec<CountedClue>,
    /// The clue that refutes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refuted_by: Option<Term>,
    /// Whether the host is still to name it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub unrefuted: bool,
}

/// A clue that counted for or against a conclusion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistCountedClue"))]
pub struct CountedClue {
    /// What it says.
    pub text: Term,
    /// For or against.
    pub polarity: Polarity,
}

/// A trait of the anomaly that came to light.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistTraitPart", optional_fields))]
pub struct TraitPart {
    /// Which one.
    pub id: Id,
    /// What it says.
    pub name: Term,
    /// The challenge it was seen in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Term>,
}

/// A closed case (M-38).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistCasePart", optional_fields))]
pub struct CasePart {
    /// Which one.
    pub id: Id,
    /// What it is called.
    pub title: Message,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<CaseEnd>,
    /// The tier the countdown had.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub countdown: Option<u8>,
    /// The tiers of the indexes, by question.
    pub indexes: BTreeMap<String, u8>,
    /// What was to be found out.
    pub mysteries: Vec<Mystery>,
    /// What was found out.
    pub clues: Vec<CluePart>,
    /// What was concluded.
    pub conclusions: Vec<ConclusionPart>,
    /// The traits that came to light.
    pub traits: Vec<TraitPart>,
}

/// What a clue has come to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistClueRole"))]
pub enum ClueRole {
    /// Nothing yet.
    #[default]
    Open,
    /// It supported a conclusion that holds.
    Supporting,
    /// It refutes a conclusion.
    Refuting,
}

/// The checklist of looking back (M-43).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistLookingBackPart"))]
pub struct LookingBackPart {
    /// For each character in play what is asked and what was decided.
    pub characters: Vec<RecallPart>,
    /// How much is still open.
    pub open: u32,
}

/// What looking back asks of a character.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistRecallPart", optional_fields))]
pub struct RecallPart {
    /// Which one.
    pub character: Id,
    /// Two questions for each theme.
    pub questions: Vec<RecallQuestion>,
    /// The statuses, and whether each was decided on.
    pub statuses: Vec<RecallStatus>,
    /// How many lost themes are to be replaced.
    pub vacancies: u32,
    /// The burnt tags that came back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Term>>"))]
    pub recovered: Vec<Term>,
}

/// A question about a theme (M-50, M-53).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistRecallQuestion", optional_fields))]
pub struct RecallQuestion {
    /// Which theme.
    pub theme: Id,
    /// Which track it would mark.
    pub track: Track,
    /// What is asked.
    pub when: Term,
    /// Whether it was marked; nothing until it is answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marked: Option<bool>,
    /// Why it was marked, if that was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// What marked this track by a roll in this mission.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Message>>"))]
    pub noted: Vec<Message>,
}

/// A status to decide on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistRecallStatus", optional_fields))]
pub struct RecallStatus {
    /// Which one.
    pub status: Id,
    /// Whether it was.
    pub decided: bool,
    /// Whether it was kept as it is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub kept: bool,
}

/// What has been found out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistCluesPart"))]
pub struct CluesPart {
    /// The clues, oldest first.
    pub clues: Vec<CluePart>,
}

/// A clue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistCluePart", optional_fields))]
pub struct CluePart {
    /// Which one.
    pub id: Id,
    /// What it says.
    pub text: Term,
    /// How it came about.
    pub origin: ClueOrigin,
    /// What it has come to be.
    #[serde(default)]
    pub role: ClueRole,
    /// Who sees it; told to the host alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Audience>,
}

/// The scene and what is in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistScenePart", optional_fields))]
pub struct ScenePart {
    /// Whether a scene is open.
    pub open: bool,
    /// What it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<Term>,
    /// What it is like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<Term>,
    /// Where its loop stands.
    pub step: Step,
    /// The characters who are present.
    pub present: Vec<Id>,
    /// Story tags of the scene itself.
    pub tags: Vec<TagPart>,
    /// Statuses of the scene itself.
    pub statuses: Vec<StatusPart>,
    /// Threats of the scene itself.
    pub threats: Vec<ThreatPart>,
    /// All characters, oldest first.
    pub characters: Vec<Id>,
    /// All challenges, oldest first.
    pub challenges: Vec<Id>,
    /// All rolls under way, oldest first.
    pub rolls: Vec<Id>,
    /// All pending consequences, oldest first.
    pub consequences: Vec<Id>,
    /// Consequences the dice have called for, oldest first.
    pub owed: Vec<OwedPart>,
    /// Clocks that run, oldest first (M-44).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<ClockPart>>"))]
    pub clocks: Vec<ClockPart>,
}

/// A tag.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistTagPart", optional_fields))]
pub struct TagPart {
    /// Which one.
    pub id: Id,
    /// What it says.
    pub name: Term,
    /// Whether it is burnt.
    pub burnt: bool,
    /// Who sees it; told to the host alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Audience>,
}

/// A status.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistStatusPart", optional_fields))]
pub struct StatusPart {
    /// Which one.
    pub id: Id,
    /// What it says.
    pub name: Term,
    /// Its tier.
    pub tier: u8,
    /// The marked boxes.
    pub marks: Vec<u8>,
    /// Who sees it; told to the host alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Audience>,
}

/// A limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistLimitPart", optional_fields))]
pub struct LimitPart {
    /// Which one.
    pub id: Id,
    /// The status it is tied to.
    pub status: Term,
    /// The tier.
    pub tier: u8,
    /// The highest tier of that status now.
    pub now: u8,
    /// Whether it has been reached.
    pub reached: bool,
    /// Who sees it; told to the host alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Audience>,
}

/// A threat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistThreatPart", optional_fields))]
pub struct ThreatPart {
    /// Which one.
    pub id: Id,
    /// What it says.
    pub text: Term,
    /// The characters it is aimed at.
    pub at: Vec<Id>,
    /// The consequence it leads to.
    pub harms: Vec<HarmPart>,
    /// Whether it has been dealt with.
    pub answered: bool,
    /// Who sees it; told to the host alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Audience>,
}

/// One part of a consequence, and in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistHarmPart", optional_fields))]
pub struct HarmPart {
    /// The part; told only where all it names may be seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub harm: Option<Harm>,
    /// What it says.
    pub words: Message,
}

/// A consequence the dice have called for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistOwedPart", optional_fields))]
pub struct OwedPart {
    /// Which one.
    pub id: Id,
    /// The character who acted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Id>,
    /// What was attempted.
    pub text: String,
    /// Whether it must bring a trait that makes the anomaly worse.
    pub worse: bool,
    /// Whether it waits for the suppression.
    pub waits: bool,
    /// Whether a power ran out of control, and it is what that does (M-35).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub loose: bool,
}

/// A character.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistCharacterPart", optional_fields))]
pub struct CharacterPart {
    /// Which one.
    pub id: Id,
    /// What they are called.
    pub name: Term,
    /// The seat that plays them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatId>,
    /// Their themes.
    pub themes: Vec<ThemePart>,
    /// Their story tags.
    pub tags: Vec<TagPart>,
    /// Their statuses.
    pub statuses: Vec<StatusPart>,
    /// Evolution marked so far.
    pub evolution: u32,
    /// Story debts of lost themes.
    pub pangs: Vec<Pang>,
    /// Places of lost themes.
    pub vacancies: Vec<Vacancy>,
    /// The status that met their limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit_met: Option<Id>,
    /// What became of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fate: Option<Fate>,
    /// Whether no strange theme can be gained again.
    pub asleep: bool,
    /// Whether they roll as an avatar.
    pub avatar: bool,
    /// The ending they have chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<Named>,
    /// Whether they have left play.
    pub left: bool,
    /// Who sees them; told to the host alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Audience>,
}

/// A theme.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistThemePart"))]
pub struct ThemePart {
    /// Which one.
    pub id: Id,
    /// Strange or human.
    pub kind: Kind,
    /// What it is called.
    pub title: Term,
    /// What it drives the character to.
    pub motive: Term,
    /// Power tags; the first is the theme tag.
    pub powers: Vec<TagPart>,
    /// Weakness tags.
    pub weaknesses: Vec<TagPart>,
    /// Marks on the improve track.
    pub improve: u8,
    /// Marks on the decay track.
    pub decay: u8,
    /// Growths taken.
    pub growths: u32,
    /// Growths earned and not yet chosen.
    pub owed: u32,
    /// Whether it has yet to become a full theme.
    pub nascent: bool,
}

/// A challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistChallengePart", optional_fields))]
pub struct ChallengePart {
    /// Which one.
    pub id: Id,
    /// What it is called.
    pub name: Term,
    /// What it is like.
    pub text: Term,
    /// The ways to overcome it.
    pub limits: Vec<LimitPart>,
    /// What it threatens to do.
    pub threats: Vec<ThreatPart>,
    /// Its tags.
    pub tags: Vec<TagPart>,
    /// Its statuses.
    pub statuses: Vec<StatusPart>,
    /// Whether it is overcome.
    pub overcome: bool,
    /// Whether nothing about it is strange (M-08).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub mundane: bool,
    /// Whether it stays from scene to scene (M-56).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub stays: bool,
    /// Who sees it; told to the host alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Audience>,
}

/// A roll under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistRollPart", optional_fields))]
pub struct RollPart {
    /// Which one.
    pub id: Id,
    /// The character who acts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actor: Option<Id>,
    /// What sort of roll it is.
    pub roll: RollKind,
    /// What that is called here.
    pub name: Message,
    /// How closely it is looked at.
    pub depth: Depth,
    /// What is attempted.
    pub text: String,
    /// Who sees it.
    pub seen: Audience,
    /// The lines proposed for it.
    pub lines: Vec<LinePart>,
    /// The theme indulged in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub indulge: Option<Id>,
    /// Whether the countdown is added.
    pub countdown: bool,
    /// The power, itemised: of all lines not struck before the dice fall, of what counted after.
    pub power: Sum,
    /// The exact chances, before the dice fall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chances: Option<Chances>,
    /// What a plunge will cost, by outcome, once its degree is set (M-35).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<PricePart>>"))]
    pub prices: Vec<PricePart>,
    /// What whoever rolls should know before the dice fall (M-30).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warning: Option<Message>,
    /// What each thing in sight would do that could still count, before the dice fall (B-20);
    /// those that would do the same together.
    pub sources: Vec<SourcePart>,
    /// What every other change would do.
    pub changes: Vec<ChangePart>,
    /// The chances with each power that one of them leads to.
    pub odds: Vec<OddsPart>,
    /// What the dice said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomePart>,
}

/// What a plunge costs in one band (M-35).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistPricePart"))]
pub struct PricePart {
    /// The band.
    pub name: Term,
    /// How good it is.
    pub tone: Tone,
    /// The price, part by part.
    pub words: Vec<Message>,
}

/// A line of a roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistLinePart", optional_fields))]
pub struct LinePart {
    /// Which line.
    pub id: Id,
    /// The thing that counts, unless it is a detail told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Id>,
    /// What it is, in words.
    pub words: Message,
    /// Which way it counts here.
    pub polarity: Polarity,
    /// Whether its tag is burnt for this roll.
    pub burn: bool,
    /// The seat that proposed it.
    pub by: SeatId,
    /// What the host has said to it.
    pub verdict: Verdict,
    /// The host's question or reason.
    pub note: String,
}

/// Things of which each could be added to a roll, and the power then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistSourcePart"))]
pub struct SourcePart {
    /// Which tags, statuses or clues.
    pub of: Vec<Id>,
    /// If it helps.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub help: i64,
    /// If it hinders.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub hinder: i64,
    /// If it helps and is burnt, where it may be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "number", optional))]
    pub burn: Option<i64>,
}

/// The chances with some power.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistOddsPart"))]
pub struct OddsPart {
    /// The power.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub power: i64,
    /// The chances, in hundredths of a percent, one per band.
    pub chances: Vec<u32>,
}

/// A possible change to a roll and what it would do (B-20).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistChangePart", optional_fields))]
pub struct ChangePart {
    /// What would be done.
    pub change: Change,
    /// What it is about, in words, if that is not a line of the roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<Message>,
    /// The power then.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub power: i64,
}

/// What could be changed about a roll, beside adding to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistChange", optional_fields))]
pub enum Change {
    /// Burning the tag of a line that is there.
    BurnLine {
        /// Which line.
        line: Id,
    },
    /// Not burning it after all.
    KeepLine {
        /// Which line.
        line: Id,
    },
    /// Striking a line, or taking it back.
    Strike {
        /// Which line.
        line: Id,
    },
    /// Indulging in a theme; none ends indulging.
    Indulge {
        /// Which theme.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        theme: Option<Id>,
    },
    /// Adding the countdown, or not.
    Countdown {
        /// Whether.
        on: bool,
    },
}

/// What the dice said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistOutcomePart"))]
pub struct OutcomePart {
    /// The band's name.
    pub name: Term,
    /// How good it is.
    pub tone: Tone,
    /// Power left to spend.
    pub budget: u8,
    /// Whether it was pushed.
    pub pushed: bool,
    /// How many power tags are still to be picked to burn.
    pub burns: u8,
}

/// A consequence that has not landed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistConsequencePart", optional_fields))]
pub struct ConsequencePart {
    /// Which one.
    pub id: Id,
    /// The character it hits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Id>,
    /// What is about to happen.
    pub text: Term,
    /// What it does.
    pub harms: Vec<HarmPart>,
    /// Whether it can be mitigated.
    pub mitigable: bool,
    /// The characters who have answered it.
    pub answered: Vec<Id>,
    /// What cannot count in mitigating it (M-31).
    pub used: Vec<Id>,
}
