//! What a seat asks for.

use serde::{Deserialize, Serialize};

use super::{
    Boon, BroughtTheme, ChallengeDraft, Cut, Depth, Effect, Fate, Growth, Harm, Holder, LimitDraft,
    Polarity, Proposal, Step, ThemeDraft, ThreatDraft, Track, Verdict,
};
use crate::{Audience, Counts, Id, SeatId, Term};

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// What a seat asks for. Names and texts are as typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistCommand", optional_fields))]
pub enum Command {
    // ---- the table's ways
    /// Lets lines count without the host's word, or not (B-21). Host.
    SetAutoApprove {
        /// Whether.
        on: bool,
    },
    /// Shows a hidden thing, or hides one: a challenge, limit, threat, tag, status, clue,
    /// character (B-30). Host.
    Show {
        /// Which thing.
        thing: Id,
        /// To whom.
        to: Audience,
    },
    /// Writes another name on a thing. Host.
    Rename {
        /// Which thing: character, theme, tag, status, challenge, clue.
        thing: Id,
        /// The new name.
        name: String,
    },

    // ---- characters
    /// Writes a character (M-02).
    MakeCharacter {
        /// Their name.
        name: String,
        /// Their themes.
        themes: Vec<ThemeDraft>,
        /// The seat that plays them; the sender's own, for a player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<SeatId>,
        /// Whether only the host sees them. Host.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        hidden: bool,
    },
    /// Writes a character who comes from elsewhere, as they have grown there (B-51): the host
    /// anyone, players whoever they could make here.
    BringCharacter {
        /// Their name.
        name: Term,
        /// Their themes.
        themes: Vec<BroughtTheme>,
        /// Evolution marked so far (M-57).
        #[serde(default, skip_serializing_if = "is_zero")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<u32>"))]
        evolution: u32,
        /// The seat that plays them; the sender's own, for a player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<SeatId>,
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
    /// Gives a character to a seat, or back to the host (B-05). Host.
    GiveCharacter {
        /// Which one.
        character: Id,
        /// The seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<SeatId>,
    },
    /// Takes a character out of play; whoever plays them, or the host.
    Retire {
        /// Which one.
        character: Id,
    },
    /// Says what became of a character at their limit (M-07).
    ChooseFate {
        /// Which one.
        character: Id,
        /// What.
        fate: Fate,
    },

    // ---- the scene
    /// Opens a scene in which all characters in play are present (M-09). Host.
    SetScene {
        /// What it is called.
        title: String,
        /// What it is like.
        #[serde(default)]
        text: String,
    },
    /// Opens a scene that comes with the pack, with all that is in it (M-09). Host.
    TakeScene {
        /// The scene's id in the pack.
        scene: String,
    },
    /// Says whether a character is present (M-09). Host.
    SetPresent {
        /// Which one.
        character: Id,
        /// Whether.
        present: bool,
    },
    /// Moves the scene's loop on; at the consequence step unanswered threats come due (M-09).
    /// Host.
    StepScene {
        /// To which step.
        step: Step,
    },
    /// Ends the scene; story tags and challenges go unless kept (M-09). Host.
    EndScene {
        /// Story tags and challenges to keep.
        #[serde(default)]
        keep: Vec<Id>,
    },
    /// Adds a challenge to the scene (M-08). Host.
    AddChallenge {
        /// What it is.
        challenge: ChallengeDraft,
    },
    /// Marks a challenge as mundane, or as strange again (M-08). Host.
    SetMundane {
        /// Which one.
        challenge: Id,
        /// Whether.
        mundane: bool,
    },
    /// Takes a challenge out of the scene (M-08). Host.
    RemoveChallenge {
        /// Which one.
        challenge: Id,
    },
    /// Adds a limit to a challenge (M-07). Host.
    AddLimit {
        /// Which one.
        challenge: Id,
        /// What it is.
        limit: LimitDraft,
    },
    /// Adds a threat to a challenge, or to the scene itself (M-08, M-09). Host.
    AddThreat {
        /// The challenge; the scene itself when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        challenge: Option<Id>,
        /// What it is.
        threat: ThreatDraft,
    },
    /// Says whether a threat has been dealt with (M-09). Host.
    AnswerThreat {
        /// Which one.
        threat: Id,
        /// Whether.
        answered: bool,
    },
    /// Gives a story tag to someone or something (M-01). Host.
    AddTag {
        /// Who or what.
        on: Holder,
        /// What it says.
        name: String,
        /// Whether only the host sees it for now.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        hidden: bool,
    },
    /// Removes a story tag (M-01). Host.
    RemoveTag {
        /// Which one.
        tag: Id,
    },
    /// Burns a tag outside a roll (M-12). Host.
    BurnTag {
        /// Which one.
        tag: Id,
    },
    /// Recovers a burnt tag (M-12). Host.
    RecoverTag {
        /// Which one.
        tag: Id,
    },
    /// Gives a status to someone or something (M-05, M-06). Host.
    GainStatus {
        /// Who or what.
        on: Holder,
        /// Its name.
        name: String,
        /// Its tier.
        tier: u8,
        /// The similar status it stacks onto, or the limit whose status it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        onto: Option<Id>,
        /// The opposed status it cancels.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        against: Option<Id>,
        /// Whether only the host sees it for now.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        hidden: bool,
    },
    /// Lowers a status (M-06). Host.
    ReduceStatus {
        /// Which one.
        status: Id,
        /// By how many tiers.
        by: u8,
    },

    // ---- rolls
    /// Opens an action (M-10).
    Act {
        /// Who acts.
        actor: Id,
        /// What they do.
        #[serde(default)]
        text: String,
        /// How closely it is looked at.
        #[serde(default)]
        depth: Depth,
        /// Who may see it (B-23). Host.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Audience>"))]
        seen: Audience,
        /// What counts from the start: all of it is proposed with the opening, or nothing is.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Proposal>>"))]
        lines: Vec<Proposal>,
    },
    /// Opens a mitigation of a pending consequence (M-30).
    Mitigate {
        /// Who answers it.
        actor: Id,
        /// Which one.
        consequence: Id,
        /// What they do.
        #[serde(default)]
        text: String,
        /// What counts from the start: all of it is proposed with the opening, or nothing is.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Proposal>>"))]
        lines: Vec<Proposal>,
    },
    /// Opens a flashback (M-33).
    Flashback {
        /// Who acted.
        actor: Id,
        /// When.
        moment: String,
        /// What they did.
        #[serde(default)]
        text: String,
        /// How closely it is looked at; it always rolls.
        #[serde(default)]
        depth: Depth,
        /// What counts from the start: all of it is proposed with the opening, or nothing is.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Proposal>>"))]
        lines: Vec<Proposal>,
    },
    /// Opens the roll by which the crew goes in (M-34). Host.
    Engage {
        /// The plan.
        #[serde(default)]
        text: String,
        /// What counts from the start: all of it is proposed with the opening, or nothing is.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Proposal>>"))]
        lines: Vec<Proposal>,
    },
    /// Opens a plunge (M-35).
    Plunge {
        /// Who plunges.
        actor: Id,
        /// Into which strange theme.
        theme: Id,
        /// What for.
        #[serde(default)]
        text: String,
    },
    /// Opens a deduction (M-36).
    Deduce {
        /// Who leads it.
        actor: Id,
        /// The mystery.
        mystery: Id,
        /// The conclusion.
        conclusion: String,
        /// The moment it replays.
        moment: String,
        /// What counts from the start: all of it is proposed with the opening, or nothing is.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Proposal>>"))]
        lines: Vec<Proposal>,
    },
    /// Opens a test (M-36).
    Test {
        /// Who leads it.
        actor: Id,
        /// The mystery.
        mystery: Id,
        /// The conclusion.
        conclusion: String,
        /// What counts from the start: all of it is proposed with the opening, or nothing is.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Proposal>>"))]
        lines: Vec<Proposal>,
    },
    /// Opens the roll for a question of the file (M-37).
    Answer {
        /// Who writes it.
        actor: Id,
        /// The question's id in the pack.
        question: String,
        /// The conclusion.
        conclusion: String,
        /// What counts from the start: all of it is proposed with the opening, or nothing is.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Proposal>>"))]
        lines: Vec<Proposal>,
    },
    /// Proposes that a tag, status or clue counts (M-11).
    Propose {
        /// In which roll.
        roll: Id,
        /// Which thing.
        source: Id,
        /// Which way.
        polarity: Polarity,
        /// Whether to burn it (M-12).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        burn: bool,
    },
    /// Adds a detail to the crew's plan (M-34).
    ProposeDetail {
        /// In which roll.
        roll: Id,
        /// What.
        text: String,
        /// Advantageous (`help`) or harmful (`hinder`).
        polarity: Polarity,
    },
    /// Takes a line back before the roll.
    Withdraw {
        /// In which roll.
        roll: Id,
        /// Which line.
        line: Id,
    },
    /// Approves, strikes or questions a line, or all that wait (B-21). Host.
    Review {
        /// In which roll.
        roll: Id,
        /// Which line; all that wait when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        line: Option<Id>,
        /// What is said to it.
        verdict: Verdict,
        /// The question or reason.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
        note: String,
    },
    /// Chooses to burn a line's tag, or not (M-12).
    ChooseBurn {
        /// In which roll.
        roll: Id,
        /// Which line.
        line: Id,
        /// Whether.
        burn: bool,
    },
    /// Chooses to indulge in a strange theme, or not (M-32).
    Indulge {
        /// In which roll.
        roll: Id,
        /// The theme; none when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        theme: Option<Id>,
    },
    /// Adds the countdown's tier to a question's roll, or not (M-37).
    AddCountdown {
        /// In which roll.
        roll: Id,
        /// Whether.
        on: bool,
    },
    /// Picks how closely an action is looked at (M-10). Host.
    SetDepth {
        /// Of which roll.
        roll: Id,
        /// How closely.
        depth: Depth,
    },
    /// Sets how deep a plunge goes (M-35). Host.
    SetDegree {
        /// Of which roll.
        roll: Id,
        /// The degree, counted from 0.
        degree: u8,
    },
    /// Lets an action happen without a roll (M-10). Host.
    Agree {
        /// Which one.
        roll: Id,
    },
    /// Gives a roll up before the dice fall.
    Cancel {
        /// Which one.
        roll: Id,
    },
    /// Rolls the dice (M-13, M-15).
    Roll {
        /// For which roll.
        roll: Id,
    },
    /// Takes consequences for more power to spend (M-18).
    Push {
        /// For which roll.
        roll: Id,
    },
    /// Buys effects with the power left (M-17).
    Spend {
        /// Of which roll.
        roll: Id,
        /// What.
        effects: Vec<Effect>,
    },
    /// Leaves the rest of the power unspent (M-17).
    Finish {
        /// Of which roll.
        roll: Id,
    },
    /// Spends the power of a mitigation against its consequence (M-30).
    Lessen {
        /// Of which roll.
        roll: Id,
        /// What is lessened.
        cuts: Vec<Cut>,
        /// What a full success adds, where it gives a choice.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        boon: Option<Boon>,
    },
    /// Picks the power tags a plunge burns (M-35).
    PickBurns {
        /// Of which roll.
        roll: Id,
        /// Which tags.
        tags: Vec<Id>,
    },

    // ---- consequences
    /// Names a consequence (M-20). Host.
    Hit {
        /// The one the dice called for; an extra one when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        owed: Option<Id>,
        /// The character it hits; by default the one who acted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Id>,
        /// What is about to happen.
        #[serde(default)]
        text: String,
        /// What it does.
        harms: Vec<Harm>,
        /// The threat it comes from; it stays until somebody deals with it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        threat: Option<Id>,
    },
    /// Lets a consequence the dice called for pass. Host.
    LetPass {
        /// Which one.
        owed: Id,
    },
    /// Lets a pending consequence land (M-20).
    Accept {
        /// Which one.
        consequence: Id,
    },
    /// Takes a pending consequence back. Host.
    Spare {
        /// Which one.
        consequence: Id,
    },

    // ---- the story
    /// Enters a phase (M-40 … M-42). Host.
    EnterPhase {
        /// The phase's id in the pack.
        phase: String,
    },
    /// Ends the season. Host.
    EndSeason,
    /// Sets the countdown, or stops it (M-37). Host.
    SetCountdown {
        /// Its tier.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tier: Option<u8>,
    },
    /// Sets an index of the file (M-37). Host.
    SetIndex {
        /// The question's id in the pack.
        question: String,
        /// The tier.
        tier: u8,
    },
    /// Asks something to be found out (M-36). Host.
    AddMystery {
        /// The question.
        text: String,
        /// How many supporting clues it needs.
        complexity: u8,
    },
    /// Drops a mystery (M-36). Host.
    DropMystery {
        /// Which one.
        mystery: Id,
    },
    /// Writes a clue down. Host.
    AddClue {
        /// What it says.
        text: String,
        /// Whether only the host sees it for now.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        hidden: bool,
    },
    /// Drops a clue. Host.
    DropClue {
        /// Which one.
        clue: Id,
    },

    /// Gives the case a name (M-38). Host.
    NameCase {
        /// What it is called.
        title: String,
    },
    /// Opens a case of the archive again (M-38). Host.
    ReopenCase {
        /// Which one.
        case: Id,
    },
    /// Names the clue that refutes a conclusion: one that is there, or a new one (M-36). Host.
    Refute {
        /// Which conclusion.
        conclusion: Id,
        /// A clue that is there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clue: Option<Id>,
        /// Or what a new one says.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
        text: String,
    },
    /// Sets a clock going (M-44). Host.
    AddClock {
        /// What it is called.
        name: String,
        /// How long it is.
        boxes: u8,
        /// Which way it goes.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Counts>"))]
        counts: Counts,
        /// What happens at its end.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
        text: String,
        /// Whether only the host sees it for now.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        hidden: bool,
    },
    /// Moves a clock towards its end, or back (M-44). Host.
    MoveClock {
        /// Which one.
        clock: Id,
        /// By how many steps.
        by: i8,
    },
    /// Takes a clock away (M-44). Host.
    RemoveClock {
        /// Which one.
        clock: Id,
    },

    // ---- looking back
    /// Answers a question about a theme with nothing to mark (M-43).
    LookBack {
        /// Whose.
        character: Id,
        /// Which theme.
        theme: Id,
        /// Which track.
        track: Track,
    },
    /// Decides on a status while looking back: kept, lowered or cleared (M-43).
    DecideStatus {
        /// Which one.
        status: Id,
        /// By how many tiers it is lowered; 0 keeps it.
        #[serde(default)]
        by: u8,
    },

    // ---- growth and loss
    /// Marks a theme's improve track (M-50).
    MarkImprove {
        /// Whose.
        character: Id,
        /// Which theme.
        theme: Id,
        /// Why (M-43).
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
        reason: String,
    },
    /// Marks a theme's decay track (M-53).
    MarkDecay {
        /// Whose.
        character: Id,
        /// Which theme.
        theme: Id,
        /// Why (M-43).
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
        reason: String,
    },
    /// Chooses a growth that was earned (M-51).
    Grow {
        /// Whose.
        character: Id,
        /// Which theme.
        theme: Id,
        /// What.
        growth: Growth,
    },
    /// Fills the place of a lost theme (M-54).
    ReplaceTheme {
        /// Whose.
        character: Id,
        /// With what.
        theme: ThemeDraft,
    },
    /// Calls a pang in (M-55). Host.
    CallPang {
        /// Whose.
        character: Id,
        /// Which one.
        pang: Id,
    },
    /// Settles a pang (M-55). Host.
    SettlePang {
        /// Whose.
        character: Id,
        /// Which one.
        pang: Id,
    },
    /// Chooses how a character's story ends (M-58).
    ChooseEnding {
        /// Whose.
        character: Id,
        /// The ending's id in the pack.
        ending: String,
        /// Challenges it does not suppress, of all that are near. Host.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Id>>"))]
        exempt: Vec<Id>,
    },
}
