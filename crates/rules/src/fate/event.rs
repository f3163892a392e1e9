//! What happened. Frozen once released: changed only by a new version.

use serde::{Deserialize, Serialize};

use super::{
    Absence, Action, Answer, Aspect, Border, Challenge, Change, Character, Compel, CompelEnd,
    Conflict, Contest, Due, Entry, Gone, Hit, Holder, Invoked, Mend, MendRequest, Milestone,
    Options, Outcome, Prepared, Scene, Side, SidePart, Stunt, Zone,
};
use crate::{Audience, ClockEvent, Id, Roll, SeatId, Term};

/// What happened. Events about things that no longer exist are ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the fields say what they are")]
pub enum Event {
    /// A character or aspect was shown or hidden.
    Shown { thing: Id, to: Audience },
    /// A character, aspect or zone got another name.
    Renamed { thing: Id, name: Term },
    /// The host's notes about a character, or about the scene, were written.
    NotesWritten { character: Option<Id>, text: String },
    /// Something happened to a clock (B-43).
    ClockChanged { change: ClockEvent },
    /// The host set what the table decides for itself (F-55).
    OptionsSet { options: Box<Options> },

    /// A character came to be, with the aspects of their sheet.
    CharacterMade { character: Box<Character>, aspects: Vec<Aspect> },
    /// A character went to a seat, or to the host.
    CharacterGiven { character: Id, seat: Option<SeatId> },
    /// A character left play, and their aspects with them (F-10).
    CharacterLeft { character: Id },
    /// A stunt was used (F-51).
    StuntUsed { character: Id, stunt: Id },
    /// Boxes of a track were marked or cleared by hand.
    StressSet { character: Id, track: String, marked: u8 },

    /// Fate points moved (F-15).
    PointsMoved { entry: Entry },
    /// A session began: refresh, stunts, healing (F-15).
    SessionBegan,
    /// A scene began.
    SceneSet { scene: Box<Scene> },
    /// A scene ended: stress clears, stunts of the scene are fresh (F-30).
    SceneEnded,
    /// A scene was prepared (F-44).
    ScenePrepared { prepared: Box<Prepared> },
    /// A prepared scene is now this.
    PreparedChanged { prepared: Box<Prepared> },
    /// A prepared scene comes at another place.
    PreparedPlaced { prepared: Id, at: u8 },
    /// A prepared scene was started or given up.
    PreparedDropped {
        prepared: Id,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        started: bool,
    },
    /// A zone was added.
    ZoneAdded { zone: Zone, borders: Vec<Border> },
    /// A border was drawn, barred or opened.
    BorderSet { border: Border },
    /// A character went to a zone; by their free move when `free`.
    Moved { character: Id, zone: Id, free: bool },

    /// An aspect came to be.
    AspectAdded { aspect: Box<Aspect> },
    /// An aspect is gone.
    AspectRemoved { aspect: Id, why: Gone },
    /// Free invokes were gained (F-11).
    FreeGained { aspect: Id, to: Holder, count: u8 },
    /// A free invoke was handed over (F-11).
    FreeGiven { aspect: Id, from: Holder, to: Holder },
    /// A detail was declared (F-11).
    DetailDeclared { aspect: Id, by: Holder, free: bool, text: String },

    /// An action was declared.
    ActionOpened { action: Box<Action> },
    /// What stands against an action was settled: a difficulty, or a defence.
    OppositionSet { action: Id, side: Box<Side> },
    /// The host said which hidden aspect an action is about (F-22).
    UnknownPointed { action: Id, aspect: Id },
    /// Someone helps (F-42).
    Helped { action: Id, helper: Id, bonus: i64 },
    /// The host corrected a difficulty after the dice (F-02).
    DifficultyCorrected { action: Id, difficulty: i64 },
    /// A part was added to a side's number.
    PartAdded { action: Id, opposition: bool, part: SidePart },
    /// An action was given up before the dice fell.
    ActionCancelled { action: Id },
    /// Dice fell for one side.
    Rolled { action: Id, opposition: bool, roll: Box<Roll>, again: bool },
    /// An aspect was invoked on a roll.
    Invoked { action: Id, opposition: bool, invoked: Invoked },
    /// A side lets the result stand.
    LetStand { action: Id, opposition: bool },
    /// Both sides let it stand: this is how it came out.
    Resolved { action: Id, shifts: i64, outcome: Outcome, due: Vec<Due> },
    /// A choice was made (F-25).
    Chosen { action: Id, due: Due, answer: Answer },
    /// Nothing of an action is left to choose; whether it succeeded in the end.
    ActionClosed { action: Id, succeeded: bool },

    /// Dice fell for the host alone (F-45).
    RolledSecretly { character: Id, part: SidePart, difficulty: Option<i64>, roll: Box<Roll> },
    /// A countdown went on; at 0 it is over (F-45).
    CountedDown { character: Id, left: u8 },
    /// Some of a mob fell (F-54).
    MobShrank { character: Id, track: String, marked: u8, left: u8 },

    /// Someone has shifts to absorb (F-31).
    HitLanded { hit: Hit },
    /// A hit was absorbed; the consequences follow as aspects.
    HitAbsorbed {
        hit: Id,
        boxes: u8,
        consequences: u8,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        marks: Vec<u8>,
    },
    /// A character was taken out (F-31).
    TakenOut { character: Id, by: Option<Id>, hit: Option<Id> },
    /// A hit was dropped with the scene.
    HitDropped { hit: Id },
    /// Someone who was taken out stays out (F-31).
    StaysOut { character: Id, absence: Absence },
    /// A character is back in play.
    BroughtBack { character: Id },
    /// A character conceded (F-32).
    Conceded { character: Id, points: i64, text: String },
    /// A consequence was treated and begins to heal (F-33).
    Treated { consequence: Id, name: Term },

    /// A compel was offered, claimed or proposed (F-14).
    CompelOpened { compel: Compel },
    /// The host took a proposal up: it is now offered.
    CompelTakenUp { compel: Id },
    /// A compel was settled.
    CompelSettled { compel: Id, end: CompelEnd },

    /// A challenge began (F-40).
    ChallengeSet { challenge: Box<Challenge> },
    /// A task was tried.
    TaskTried { task: Id, overcome: bool },
    /// A challenge ended.
    ChallengeEnded { overcome: u8, failed: u8 },
    /// A contest began (F-41).
    ContestSet { contest: Box<Contest> },
    /// A side made its effort.
    EffortMade { side: u8, effort: i64 },
    /// An exchange was decided; nobody's on a tie.
    ExchangeWon { side: Option<u8>, victories: u8 },
    /// The host named the twist of a tie.
    TwistNamed,
    /// A contest ended.
    ContestEnded { winner: Option<u8> },
    /// A conflict began (F-42).
    ConflictBegan { conflict: Box<Conflict> },
    /// Someone joined a conflict.
    CombatantJoined { who: Id, side: u8 },
    /// A turn began; a new round when `round`.
    TurnBegan { who: Id, round: bool },
    /// A combatant defends fully.
    DefendedFully { who: Id, text: String },
    /// A full defence was needed.
    FullDefenceNeeded { who: Id },
    /// A conflict ended.
    ConflictEnded,

    /// A milestone was reached (F-52).
    MilestoneReached { character: Id, milestone: Milestone },
    /// A change was made (F-52): with the stunt it brings, and the refresh then.
    Changed { character: Id, change: Change, stunt: Option<Box<Stunt>>, refresh: i64 },
    /// A player asked for something on a sheet to be put right (B-46).
    MendAsked { request: Box<MendRequest> },
    /// The host nodded, or did not.
    MendAnswered { request: Id, nod: bool },
    /// Something on a sheet was put right: with the stunt or aspect it brings, and the refresh then.
    Mended {
        character: Id,
        mend: Mend,
        stunt: Option<Box<Stunt>>,
        aspect: Option<Box<Aspect>>,
        refresh: i64,
        anyway: bool,
    },
    /// A milestone is done with.
    MilestoneClosed { character: Id },
}
