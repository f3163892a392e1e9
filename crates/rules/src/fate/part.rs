//! What a viewer is shown: a view is a map of these parts.
//!
//! Keys: `ruleset`, `options`, `scene`, `ledger`, `character/<id>`, `action/<id>`, `hit/<id>`,
//! `compel/<id>`. Each part holds only what its viewer may see.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{
    Absence, Act, Ask, AspectKind, Border, Challenge, CompelKind, CompelStage, Conflict,
    ConsequenceRule, Contest, Entry, Example, Free, Hazard, Holder, Invoked, Milestone, NpcSize,
    Options, Outcome, OutcomeNames, Place, Prepared, Purse, Rung, Sheet, Skills, Stunt, Track, Use,
    Way, Zone,
};
use crate::{Audience, Chances, ClockPart, Id, Message, Roll, SeatId, Sum, Term, Tone};

/// One part of a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FatePart"))]
pub enum Part {
    /// What the pack says: names, ladder, skills, tracks, options. The same for all views.
    #[serde(with = "shared")]
    #[cfg_attr(feature = "ts", ts(as = "Box<RulesetPart>"))]
    Ruleset(Arc<RulesetPart>),
    /// The scene and what is in it.
    Scene(Box<ScenePart>),
    /// Fate points and how they moved.
    Ledger(LedgerPart),
    /// A character.
    Character(Box<CharacterPart>),
    /// An action under way.
    Action(Box<ActionPart>),
    /// A hit to be absorbed.
    Hit(HitPart),
    /// A compel to be settled.
    Compel(CompelPart),
    /// What the table decided for itself (F-55).
    Options(Box<Options>),
}

/// A shared piece is written as what it is.
mod shared {
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<T: Serialize, S: Serializer>(
        piece: &Arc<T>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        (**piece).serialize(to)
    }

    pub(super) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Arc<T>, D::Error> {
        T::deserialize(from).map(Arc::new)
    }
}

/// What the pack says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateRulesetPart"))]
pub struct RulesetPart {
    /// The variant's id.
    pub id: String,
    /// What it is called.
    pub name: Term,
    /// What it is, in a sentence.
    pub blurb: Term,
    /// Where its rules come from.
    pub credit: Term,
    /// What is rolled.
    pub dice: String,
    /// The outcomes.
    pub outcomes: OutcomeNames,
    /// Names for numbers.
    pub ladder: Vec<Rung>,
    /// The skills.
    pub skills: Skills,
    /// What a sheet has.
    pub sheet: Sheet,
    /// Stress tracks.
    pub tracks: Vec<Track>,
    /// Consequences.
    pub consequences: Vec<ConsequenceRule>,
    /// The sizes of the host's characters (F-54).
    pub npcs: Vec<NpcSize>,
    /// What the table decided, until the host sets it anew.
    pub options: Options,
    /// Characters ready to play.
    pub examples: Vec<Example>,
}

/// The scene and what is in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateScenePart", optional_fields))]
pub struct ScenePart {
    /// Whether a scene is open.
    pub open: bool,
    /// What it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<Term>,
    /// What it is like.
    pub text: String,
    /// The host's notes; told to the host alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// How many sessions have begun.
    pub session: u32,
    /// Its zones.
    pub zones: Vec<Zone>,
    /// Which zones adjoin.
    pub borders: Vec<Border>,
    /// Who is in which zone.
    pub whereabouts: BTreeMap<Id, Id>,
    /// Aspects of the game, the scene and its zones, and boosts.
    pub aspects: Vec<AspectPart>,
    /// The challenge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub challenge: Option<Challenge>,
    /// The contest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contest: Option<Contest>,
    /// The conflict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conflict: Option<Conflict>,
    /// All characters, oldest first.
    pub characters: Vec<Id>,
    /// All actions under way, oldest first.
    pub actions: Vec<Id>,
    /// All hits to be absorbed, oldest first.
    pub hits: Vec<Id>,
    /// All compels to be settled, oldest first.
    pub compels: Vec<Id>,
    /// Free invokes that will be lost when the scene ends (F-11).
    pub unused: Vec<Message>,
    /// Mendings that wait for the host's nod (B-46).
    pub mends: Vec<MendPart>,
    /// Scenes prepared, in their order; told to the host alone (F-44).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Prepared>>"))]
    pub prepared: Vec<Prepared>,
    /// The aspects that will vanish when the scene ends (F-11).
    pub passing: Vec<Id>,
    /// Clocks that run, oldest first (B-43).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<ClockPart>>"))]
    pub clocks: Vec<ClockPart>,
}

/// An aspect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateAspectPart", optional_fields))]
pub struct AspectPart {
    /// Which one.
    pub id: Id,
    /// What it says; absent for an unnamed boost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Term>,
    /// What sort it is.
    pub aspect: AspectKind,
    /// What it is true of.
    pub on: Place,
    /// Free invokes left.
    pub free: Vec<Free>,
    /// Who sees it; told to the host alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Audience>,
}

/// Fate points and how they moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateLedgerPart"))]
pub struct LedgerPart {
    /// What is in each purse that is not empty, the bank apart.
    pub purses: Vec<PursePart>,
    /// The latest movements, oldest first.
    pub entries: Vec<EntryPart>,
    /// How many earlier ones are not shown.
    pub earlier: u32,
}

/// A movement of points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateEntryPart"))]
pub struct EntryPart {
    /// From where, to where, how many and why.
    #[serde(flatten)]
    pub entry: Entry,
    /// The same in words.
    pub words: Message,
}

/// What is in a purse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FatePursePart"))]
pub struct PursePart {
    /// Which purse.
    pub purse: Purse,
    /// How many points.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub points: i64,
}

/// A character.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateCharacterPart", optional_fields))]
pub struct CharacterPart {
    /// Which one.
    pub id: Id,
    /// What they are called.
    pub name: Term,
    /// Whether they are a player character.
    pub pc: bool,
    /// The seat that plays them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatId>,
    /// Pronouns, looks, anything worth knowing.
    pub vitals: String,
    /// Their aspects and consequences.
    pub aspects: Vec<AspectPart>,
    /// Ratings by skill id; absent where the viewer may not know them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Record<string, number>"))]
    pub skills: Option<BTreeMap<String, i64>>,
    /// Their stunts.
    pub stunts: Vec<Stunt>,
    /// Their stress tracks.
    pub tracks: Vec<TrackPart>,
    /// Their consequence slots.
    pub slots: Vec<SlotPart>,
    /// The points they begin a session with at least.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub refresh: i64,
    /// Points they can spend.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub points: i64,
    /// Points they will get and cannot spend yet.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub later: i64,
    /// How many of these are for conceding (F-32).
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub conceded: i64,
    /// Whether they are taken out.
    pub out: bool,
    /// Why they are not back in the next scene, when they are taken out (F-31).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absence: Option<Absence>,
    /// Their size, told to those who may know the sheet (F-54).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    /// How many they are, when they are a mob (F-54).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mob: Option<u8>,
    /// How they act by themselves, when they are a hazard (F-45).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hazard: Option<Hazard>,
    /// Milestones not yet finished.
    pub milestones: Vec<Milestone>,
    /// The host's notes; told to the host alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// Who sees them; told to the host alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Audience>,
}

/// A stress track of a character.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateTrackPart"))]
pub struct TrackPart {
    /// The track's id in the pack.
    pub id: String,
    /// What it is called.
    pub name: Term,
    /// How many boxes there are.
    pub boxes: u8,
    /// How many are marked.
    pub marked: u8,
    /// What each box absorbs, where they differ or only so many are marked for one hit (P-40).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<u8>>"))]
    pub values: Vec<u8>,
    /// Which boxes are marked then, counted from 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<u8>>"))]
    pub marks: Vec<u8>,
}

/// A consequence slot of a character.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateSlotPart", optional_fields))]
pub struct SlotPart {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: Term,
    /// What it absorbs.
    pub value: u8,
    /// The consequence in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken: Option<Id>,
}

/// An action under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateActionPart", optional_fields))]
pub struct ActionPart {
    /// Which one.
    pub id: Id,
    /// Who acts.
    pub actor: Id,
    /// Which action it is.
    pub act: Act,
    /// The same in words.
    pub doing: Message,
    /// Whether the host has said what it is about, where it seeks something unknown.
    pub pointed: bool,
    /// What is attempted.
    pub text: String,
    /// Who is asked to oppose it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Id>,
    /// Whom an attack on several is for (F-45).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Id>>"))]
    pub targets: Vec<Id>,
    /// The difficulty its player proposes, until the host confirms one (F-02).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    pub proposed: Option<i64>,
    /// The side of the one who acts.
    pub side: SidePartView,
    /// What stands against it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opposition: Option<SidePartView>,
    /// Whether the dice have fallen.
    pub rolled: bool,
    /// The exact chances, before the dice fall (F-05).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chances: Option<Chances>,
    /// How it would come out as it stands, once the dice have fallen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<ChancesPart>,
    /// What each use of an invoke would do, once the dice have fallen (F-05).
    pub uses: Vec<UsePart>,
    /// Choices not yet made.
    pub due: Vec<DuePart>,
}

/// How an action comes out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateOutcomePart"))]
pub struct ChancesPart {
    /// Which outcome.
    pub outcome: Outcome,
    /// What it is called.
    pub name: Term,
    /// How good it is.
    pub tone: Tone,
    /// The shifts.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub shifts: i64,
    /// Whether it is final.
    pub stands: bool,
}

/// One side of an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateSidePartView", optional_fields))]
pub struct SidePartView {
    /// Who rolls; nobody for a fixed difficulty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<Id>,
    /// The skill rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skill: Option<String>,
    /// The number, itemised.
    pub sum: Sum,
    /// The number on the ladder (F-04).
    pub rung: Message,
    /// The last throw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roll: Option<Roll>,
    /// Who helps.
    pub helpers: Vec<Id>,
    /// Invokes used.
    pub invokes: Vec<InvokedPart>,
    /// Whether this side lets the result stand.
    pub stands: bool,
}

/// An invoke that was used.
pub type InvokedPart = Invoked;

/// What a use of an invoke would do (F-05).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateUsePart"))]
pub struct UsePart {
    /// Whether for the opposition.
    pub opposition: bool,
    /// +2 or reroll.
    pub to: Use,
    /// The chances then.
    pub chances: Chances,
}

/// A choice not yet made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateDuePart"))]
pub struct DuePart {
    /// Who makes it.
    pub to: Holder,
    /// What is asked.
    pub ask: Ask,
}

/// A hit to be absorbed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateHitPart", optional_fields))]
pub struct HitPart {
    /// Which one.
    pub id: Id,
    /// Who is hit.
    pub to: Id,
    /// The track that is hit.
    pub track: String,
    /// How many shifts.
    pub shifts: u8,
    /// Who hit them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Id>,
    /// All ways to absorb it; told to those who may know the sheet.
    pub ways: Vec<WayPart>,
}

/// A way to absorb a hit.
pub type WayPart = Way;

/// A mending that waits for the host's nod.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateMendPart"))]
pub struct MendPart {
    /// Which one.
    pub id: Id,
    /// Whose sheet.
    pub character: Id,
    /// What is to be put right, in words.
    pub words: Message,
}

/// A compel to be settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateCompelPart"))]
pub struct CompelPart {
    /// Which one.
    pub id: Id,
    /// Whom it is for.
    pub to: Id,
    /// By which aspect.
    pub aspect: Id,
    /// Event or decision.
    pub compel: CompelKind,
    /// The trouble.
    pub text: String,
    /// Who has the word.
    pub stage: CompelStage,
}
