//! What happened. Frozen once released: changed only by a new version.

use serde::{Deserialize, Serialize};

use super::{
    CaseEnd, Challenge, Character, Clue, Conclusion, Consequence, Depth, Fate, Grown, Harm, Holder,
    Limit, Mystery, Outcome, Owed, Pending, RollLine, Scene, Step, Tag, Theme, Threat, Track,
    Trait, Vacancy, Verdict, Why,
};
use crate::{Audience, Clock, Id, Roll, SeatId, Term};

/// What happened. Events about things that no longer exist are ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the fields say what they are")]
pub enum Event {
    /// Lines count without the host's word, or no longer.
    AutoApproveSet { on: bool },
    /// A thing was shown or hidden.
    Shown { thing: Id, to: Audience },
    /// A thing got another name.
    Renamed { thing: Id, name: Term },

    /// A character came to be.
    CharacterMade { character: Box<Character> },
    /// A character went to a seat.
    CharacterGiven { character: Id, seat: Option<SeatId> },
    /// A character's limit was met.
    CharacterLimitMet { character: Id, status: Id },
    /// The table said what became of them.
    FateChosen { character: Id, fate: Fate },
    /// A character left play.
    CharacterLeft { character: Id },

    /// A scene began.
    SceneSet { scene: Box<Scene> },
    /// A character came or went.
    PresentSet { character: Id, present: bool },
    /// The scene's loop moved on.
    SceneStepped { step: Step },
    /// The scene ended.
    SceneEnded { keep: Vec<Id> },
    /// A challenge was added.
    ChallengeAdded { challenge: Box<Challenge> },
    /// A challenge was marked as mundane, or as strange again.
    MundaneSet { challenge: Id, mundane: bool },
    /// A challenge was removed.
    ChallengeRemoved { challenge: Id },
    /// A limit was added.
    LimitAdded { challenge: Id, limit: Limit },
    /// A limit was reached; told to those who see it.
    LimitReached { challenge: Id, limit: Id },
    /// A challenge was overcome.
    ChallengeOvercome { challenge: Id, limit: Option<Id> },
    /// A threat was added to a challenge or the scene.
    ThreatAdded { challenge: Option<Id>, threat: Threat },
    /// A threat was dealt with, or is back.
    ThreatAnswered { threat: Id, answered: bool },

    /// A story tag came to be.
    TagAdded { on: Holder, tag: Tag },
    /// A story tag is gone.
    TagRemoved { tag: Id },
    /// A tag was burnt; a story tag is gone by it.
    TagBurnt { tag: Id },
    /// A burnt tag is back.
    TagRecovered { tag: Id },
    /// All burnt tags of a character are back.
    AllRecovered { character: Id },
    /// A status was gained, or rose.
    StatusGained { on: Holder, status: Id, name: Term, tier: u8, seen: Audience },
    /// A status was lowered.
    StatusReduced { status: Id, by: u8 },

    /// A roll was opened.
    RollOpened { roll: Box<Pending> },
    /// A line was proposed.
    LineProposed { roll: Id, line: RollLine },
    /// A line was taken back.
    LineWithdrawn { roll: Id, line: Id },
    /// The host spoke to several lines at once.
    LinesReviewed { roll: Id, lines: Vec<Id>, verdict: Verdict, note: String },
    /// The host spoke to a line.
    LineReviewed { roll: Id, line: Id, verdict: Verdict, note: String },
    /// A line's tag is to be burnt, or not.
    BurnChosen { roll: Id, line: Id, burn: bool },
    /// A theme is indulged in, or not.
    IndulgeChosen { roll: Id, theme: Option<Id> },
    /// The countdown is added, or not.
    CountdownAdded { roll: Id, on: bool },
    /// How closely an action is looked at.
    DepthSet { roll: Id, depth: Depth },
    /// How deep a plunge goes.
    DegreeSet { roll: Id, degree: u8 },
    /// An action simply happened.
    Agreed { roll: Id },
    /// A roll was given up.
    Cancelled { roll: Id },
    /// The dice fell.
    Rolled { roll: Id, dice: Box<Roll>, outcome: Box<Outcome> },
    /// A full success was pushed.
    Pushed { roll: Id, power: u8 },
    /// Effects were bought; what they did follows.
    EffectsBought { roll: Id, cost: u8, other_than_feat: bool },
    /// A small extra feat was done.
    FeatDone { roll: Id, text: String },
    /// The tags a plunge burns were picked.
    BurnsPicked { roll: Id },
    /// Nothing of a roll is left to choose.
    RollClosed { roll: Id },

    /// The dice called for a consequence.
    ConsequenceOwed { owed: Owed },
    /// It was let pass, or has been named.
    OwedSettled { owed: Id, passed: bool },
    /// Consequences that waited for the suppression came due.
    OwedCameDue,
    /// A consequence was named.
    ConsequenceNamed { consequence: Box<Consequence> },
    /// A consequence was answered and is now this.
    ConsequenceLessened { consequence: Id, by: Id, harms: Vec<Harm> },
    /// A consequence landed; what it did follows.
    ConsequenceLanded { consequence: Id },
    /// A part of a consequence that is only told.
    Told {
        harm: Harm,
        #[serde(default)]
        seen: Audience,
    },
    /// A consequence was averted, or taken back.
    ConsequenceGone { consequence: Id, averted: bool },

    /// A phase was entered.
    PhaseEntered { phase: String },
    /// The season ended.
    SeasonEnded,
    /// The countdown was set.
    CountdownSet { tier: Option<u8> },
    /// An index was set.
    IndexSet { question: String, tier: u8 },
    /// A mystery was posed.
    MysteryAdded { mystery: Mystery },
    /// A mystery was dropped.
    MysteryDropped { mystery: Id },
    /// A conclusion about a mystery was proven.
    MysterySolved { mystery: Id },
    /// A test opened a way to face the anomaly.
    OpportunityGained,
    /// A question of the file was answered.
    QuestionAnswered { question: String, band: usize },
    /// The crew went in.
    CrewEngaged { band: usize },
    /// A clue was found.
    ClueAdded { clue: Clue },
    /// A clue was dropped.
    ClueDropped { clue: Id },

    /// A clock was set going.
    ClockAdded { clock: Box<Clock> },
    /// A clock moved.
    ClockMoved { clock: Id, at: u8 },
    /// A clock was taken away.
    ClockRemoved { clock: Id },

    /// A conclusion was written into the file, with its verdict.
    ConclusionWritten { conclusion: Box<Conclusion> },
    /// The host named the clue that refutes it.
    ConclusionRefuted { conclusion: Id, clue: Id },
    /// A trait of the anomaly came to light.
    TraitRevealed { it: Trait },
    /// The case got a name.
    CaseNamed { title: Term },
    /// The case ended with its mission.
    CaseEnded { end: CaseEnd },
    /// The case went into the archive; a new one is open.
    CaseArchived { case: Id },
    /// A case of the archive is open again; the present one is in its place.
    CaseReopened { case: Id, present: Id },

    /// The table began to look back.
    LookingBackBegan,
    /// A question about a theme was answered with nothing to mark.
    LookedBack { character: Id, theme: Id, track: Track },
    /// It was decided what becomes of a status.
    StatusDecided { status: Id, kept: bool },
    /// The table is done looking back.
    LookingBackEnded,

    /// A theme's improve track was marked.
    ImproveMarked {
        character: Id,
        theme: Id,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Why>,
    },
    /// A theme's decay track was marked.
    DecayMarked {
        character: Id,
        theme: Id,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Why>,
    },
    /// A theme grew.
    Grew { character: Id, theme: Id, growth: Grown },
    /// A theme was lost.
    ThemeLost {
        character: Id,
        theme: Id,
        evolution: u8,
        pang: Option<Id>,
        vacancy: Option<Vacancy>,
    },
    /// The place of a lost theme was filled.
    ThemeGained { character: Id, theme: Box<Theme> },
    /// A pang was called in.
    PangCalled { character: Id, pang: Id },
    /// A pang was settled.
    PangSettled { character: Id, pang: Id },
    /// An ending was chosen.
    EndingChosen { character: Id, ending: String },
}
