//! What a seat asks for.

use serde::{Deserialize, Serialize};

use super::{
    Absence, Act, Against, Answer, Change, CharacterDraft, CombatantDraft, CompelKind,
    ContestSideDraft, Holder, Mend, MilestoneKind, Options, Place, Preparing, TakenConsequence,
    TaskDraft, Use,
};
use crate::{Audience, ClockChange, Id, SeatId};

fn one() -> u8 {
    1
}

/// What a seat asks for. Names and texts are as typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateCommand", optional_fields))]
pub enum Command {
    // ---- the table's ways
    /// Shows a character or aspect, or hides it (B-30). Host.
    Show {
        /// Which thing.
        thing: Id,
        /// To whom.
        to: Audience,
    },
    /// Writes another name on a character, aspect or zone; players on boosts they hold (F-13).
    Rename {
        /// Which thing.
        thing: Id,
        /// The new name.
        name: String,
    },
    /// Writes the host's own notes about a character, or about the scene. Host.
    WriteNotes {
        /// Which character; the scene when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        character: Option<Id>,
        /// What.
        text: String,
    },
    /// Sets clocks going, moves them, shows them and takes them away (B-43). Host.
    ChangeClock {
        /// What.
        change: ClockChange,
    },

    /// Sets what the table decides for itself (F-55). Host.
    SetOptions {
        /// All of it.
        options: Box<Options>,
    },

    // ---- characters
    /// Writes a character (F-50).
    MakeCharacter {
        /// The sheet.
        draft: CharacterDraft,
        /// The seat that plays them; the sender's own, for a player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<SeatId>,
        /// Whether only the host sees them. Host.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        hidden: bool,
    },
    /// Takes one of the pack's examples as a character.
    TakeExample {
        /// The example's id.
        example: String,
        /// Another name for them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The seat that plays them; the sender's own, for a player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<SeatId>,
    },
    /// Gives a character to a seat, or back to the host. Host.
    GiveCharacter {
        /// Which one.
        character: Id,
        /// The seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<SeatId>,
    },
    /// Takes a character out of play for good (F-10). Host.
    RemoveCharacter {
        /// Which one.
        character: Id,
    },
    /// Copies one of the host's characters (F-54). Host.
    CopyCharacter {
        /// Which one.
        character: Id,
        /// Another name for them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// How many copies.
        #[serde(default = "one")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<u8>"))]
        count: u8,
    },
    /// Lets a hazard act, or its countdown go on (F-45). Host.
    LetHazardAct {
        /// Which one.
        character: Id,
    },
    /// Rolls a skill of one of the host's characters for the host alone (F-45). Host.
    RollSecretly {
        /// Whose.
        character: Id,
        /// Which skill.
        skill: String,
        /// Against which difficulty.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
        difficulty: Option<i64>,
    },
    /// Uses a stunt: +2 on a roll before the dice, or its exception (F-51).
    UseStunt {
        /// Whose.
        character: Id,
        /// Which one.
        stunt: Id,
        /// On which action; none for an exception.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        action: Option<Id>,
    },
    /// Marks or clears boxes by hand. Host.
    SetStress {
        /// Whose.
        character: Id,
        /// The track.
        track: String,
        /// How many are marked.
        marked: u8,
    },
    /// Grants a milestone (F-52). Host.
    GrantMilestone {
        /// To whom.
        character: Id,
        /// Which kind.
        kind: MilestoneKind,
    },
    /// Makes a change a milestone allows (F-52).
    Improve {
        /// Whose.
        character: Id,
        /// What.
        change: Change,
    },
    /// Puts something on a sheet right, with the host's nod (B-46).
    Mend {
        /// Whose sheet.
        character: Id,
        /// What.
        mend: Mend,
        /// Whether the rules are set aside. Host.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        anyway: bool,
    },
    /// Nods to a mending (B-46). Host.
    NodMend {
        /// Which one.
        request: Id,
        /// Whether the rules are set aside.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        anyway: bool,
    },
    /// Does not nod to a mending, or takes it back (B-46).
    DeclineMend {
        /// Which one.
        request: Id,
    },
    /// Leaves the rest of a milestone unused (F-52).
    CloseMilestone {
        /// Whose.
        character: Id,
    },

    // ---- points
    /// Begins a session (F-15). Host.
    BeginSession {},
    /// Moves points by hand, with the reason (F-15). Host.
    AdjustPoints {
        /// Whose: a player character, or the host's pool when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        character: Option<Id>,
        /// How many more, or fewer.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        by: i64,
        /// Why.
        why: String,
    },

    // ---- the scene
    /// Opens a scene; the host's pool is set (F-15). Host.
    SetScene {
        /// What it is called.
        title: String,
        /// What it is like.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
        text: String,
    },
    /// Ends the scene (F-10, F-30). Host.
    EndScene {
        /// Whether what is still under way is dropped with it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        anyway: bool,
        /// Whether it is kept as a prepared scene, to go on from (F-44).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        carry: bool,
    },
    /// Prepares a scene, which only the host sees (F-44). Host.
    PrepareScene {
        /// What it will be called.
        title: String,
        /// What it will be like.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
        text: String,
    },
    /// Adds to a prepared scene, or changes it (F-44). Host.
    ChangePrepared {
        /// Which one.
        prepared: Id,
        /// What.
        change: Preparing,
    },
    /// Starts a prepared scene (F-44). Host.
    StartPrepared {
        /// Which one.
        prepared: Id,
    },
    /// Gives a prepared scene up (F-44). Host.
    DropPrepared {
        /// Which one.
        prepared: Id,
    },
    /// Adds a zone (F-43). Host.
    AddZone {
        /// What it is called.
        name: String,
        /// The zones it adjoins; the last one when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next_to: Option<Vec<Id>>,
    },
    /// Draws a border, bars it or opens it (F-43). Host.
    SetBorder {
        /// One zone.
        one: Id,
        /// The other.
        other: Id,
        /// The difficulty of passing; free when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
        barred: Option<i64>,
    },
    /// Moves a character one zone (F-43); the host may put anyone anywhere outside a conflict.
    Move {
        /// Whom.
        character: Id,
        /// Where.
        zone: Id,
    },

    // ---- aspects
    /// Adds a game or situation aspect, or a boost (F-10). Host.
    AddAspect {
        /// What it says; a boost may be unnamed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// What it is true of.
        on: Place,
        /// Whether it is a boost.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        boost: bool,
        /// Whose free invoke comes with it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        free: Option<Holder>,
        /// Whether only the host sees it for now.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        hidden: bool,
    },
    /// Removes an aspect whose ground is gone, with the reason (F-10). Host.
    RemoveAspect {
        /// Which one.
        aspect: Id,
        /// Why.
        why: String,
    },
    /// Gives a free invoke (F-11). Host.
    GrantFree {
        /// On which aspect.
        aspect: Id,
        /// To whom.
        to: Holder,
    },
    /// Hands a free invoke to another (F-11).
    HandFree {
        /// On which aspect.
        aspect: Id,
        /// Whose it is.
        from: Holder,
        /// To whom.
        to: Holder,
    },
    /// Declares a story detail by an aspect (F-11).
    Declare {
        /// Which one.
        aspect: Id,
        /// Who declares.
        by: Holder,
        /// Whether with a free invoke.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        free: bool,
        /// The detail.
        text: String,
    },

    // ---- actions
    /// Declares an action (F-01).
    Act {
        /// Who acts.
        actor: Id,
        /// Which action.
        act: Act,
        /// With which skill.
        skill: String,
        /// What stands against it; the host says it later when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        against: Option<Against>,
        /// Whom an attack is for besides, its total split among all of them (F-45).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Id>>"))]
        also: Vec<Id>,
        /// The stunts that help with it (F-51).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Id>>"))]
        stunts: Vec<Id>,
        /// What is attempted.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
        text: String,
        /// Whether to roll at once, if what stands against it is known.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        roll: bool,
    },
    /// Says what stands against an action; corrects a difficulty once the dice have fallen (F-02).
    /// Host.
    Oppose {
        /// Which one.
        action: Id,
        /// What.
        against: Against,
    },
    /// Says which hidden aspect an action is about (F-22). Host.
    PointUnknown {
        /// Which action.
        action: Id,
        /// Which aspect.
        aspect: Id,
    },
    /// Chooses the skill to defend with (F-24).
    Defend {
        /// Against which action.
        action: Id,
        /// With which skill.
        skill: String,
        /// Whether the full defence is for this (F-42).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        full: bool,
        /// The stunts that help with it (F-51).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Id>>"))]
        stunts: Vec<Id>,
        /// Whether to roll at once.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        roll: bool,
    },
    /// Helps someone with their action (F-42).
    Help {
        /// Which action.
        action: Id,
        /// Who helps.
        helper: Id,
    },
    /// Adds a modifier with its reason (F-02). Host.
    State {
        /// On which action.
        action: Id,
        /// Whether on the opposition.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        opposition: bool,
        /// How much.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        value: i64,
        /// Why.
        why: String,
    },
    /// Gives an action up before the dice fall.
    Cancel {
        /// Which one.
        action: Id,
    },
    /// Rolls, both sides at once (F-02).
    Roll {
        /// For which action.
        action: Id,
    },
    /// Invokes an aspect on a roll (F-11).
    Invoke {
        /// Which action.
        action: Id,
        /// Whether for the opposition.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        opposition: bool,
        /// Which aspect.
        aspect: Id,
        /// Who invokes.
        by: Holder,
        /// What for.
        to: Use,
        /// Whether with a free invoke.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        free: bool,
    },
    /// Lets the result stand for one side.
    LetStand {
        /// Of which action.
        action: Id,
        /// Whether for the opposition.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        opposition: bool,
    },
    /// Splits the total of an attack on several among its targets, in their order (F-45).
    Split {
        /// Which action.
        action: Id,
        /// How much for each.
        #[cfg_attr(feature = "ts", ts(type = "number[]"))]
        shares: Vec<i64>,
    },
    /// Makes a choice the outcome gives (F-25).
    Choose {
        /// Of which action.
        action: Id,
        /// What.
        answer: Answer,
    },

    // ---- harm
    /// Makes someone absorb shifts from no action. Host.
    Hit {
        /// Whom.
        to: Id,
        /// On which track.
        track: String,
        /// How many.
        shifts: u8,
    },
    /// Absorbs a hit (F-31).
    Absorb {
        /// Which one.
        hit: Id,
        /// How many shifts boxes absorb.
        boxes: u8,
        /// The consequences taken.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<TakenConsequence>>"))]
        consequences: Vec<TakenConsequence>,
        /// Which boxes, counted from 0, where they differ (P-40); the fewest that do when absent.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<u8>>"))]
        marks: Vec<u8>,
    },
    /// Is taken out by a hit (F-31).
    GoOut {
        /// Which one.
        hit: Id,
    },
    /// Brings someone who was taken out back into play. Host.
    BringBack {
        /// Whom.
        character: Id,
    },
    /// Says that someone who was taken out is not back in the next scene (F-31). Host.
    StayOut {
        /// Whom.
        character: Id,
        /// Why.
        absence: Absence,
    },
    /// Concedes the conflict (F-32).
    Concede {
        /// Who.
        character: Id,
        /// How they get away, and at what price.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
        text: String,
    },

    // ---- compels
    /// Offers a compel (F-14). Host.
    Compel {
        /// Whom.
        to: Id,
        /// By which aspect.
        aspect: Id,
        /// Event or decision.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<CompelKind>"))]
        kind: CompelKind,
        /// The trouble.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
        text: String,
    },
    /// Offers one compel to the whole group (F-45). Host.
    CompelGroup {
        /// Whom; all player characters in play when empty.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Id>>"))]
        to: Vec<Id>,
        /// By which aspect.
        aspect: Id,
        /// Event or decision.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<CompelKind>"))]
        kind: CompelKind,
        /// The trouble.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
        text: String,
    },
    /// Claims a compel in retrospect (F-14).
    ClaimCompel {
        /// For whom.
        character: Id,
        /// By which aspect.
        aspect: Id,
        /// Event or decision.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<CompelKind>"))]
        kind: CompelKind,
        /// The trouble they are in.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
        text: String,
    },
    /// Pays a point to propose a compel of another player character (F-14).
    ProposeCompel {
        /// Who pays.
        by: Id,
        /// For whom.
        to: Id,
        /// By which aspect.
        aspect: Id,
        /// Event or decision.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<CompelKind>"))]
        kind: CompelKind,
        /// The trouble.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
        text: String,
    },
    /// Accepts a compel; the host grants a claim or takes a proposal up (F-14).
    AcceptCompel {
        /// Which one.
        compel: Id,
    },
    /// Pays a point to refuse a compel, and says why it did not happen (F-14).
    RefuseCompel {
        /// Which one.
        compel: Id,
        /// Why.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
        why: String,
    },
    /// Withdraws an offer, claim or proposal; the host also turns those of players down (F-14).
    WithdrawCompel {
        /// Which one.
        compel: Id,
    },

    // ---- challenges, contests, conflicts
    /// Sets a challenge (F-40). Host.
    SetChallenge {
        /// The goal.
        title: String,
        /// Its tasks.
        tasks: Vec<TaskDraft>,
    },
    /// Ends the challenge with its tally (F-40). Host.
    EndChallenge {},
    /// Sets a contest (F-41). Host.
    SetContest {
        /// What it is about.
        title: String,
        /// Its sides.
        sides: Vec<ContestSideDraft>,
    },
    /// Names the twist a tie brings (F-41). Host.
    NameTwist {
        /// The new aspect.
        name: String,
    },
    /// Ends the contest without a winner. Host.
    EndContest {},
    /// Begins a conflict (F-42). Host.
    BeginConflict {
        /// Who takes part.
        combatants: Vec<CombatantDraft>,
    },
    /// Brings someone into the conflict. Host.
    JoinConflict {
        /// Who, on which side, where.
        combatant: CombatantDraft,
    },
    /// Says whose turn is next (F-42).
    PassTurn {
        /// Whose.
        to: Id,
    },
    /// Spends the turn on a full defence (F-42).
    DefendFully {
        /// Who.
        character: Id,
        /// Which defences, in words.
        text: String,
    },
    /// Ends the conflict; concessions are paid (F-32, F-42). Host.
    EndConflict {
        /// Whether what is still under way is dropped.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        anyway: bool,
    },
}
