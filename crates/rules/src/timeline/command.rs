//! What a seat asks for.

use serde::{Deserialize, Serialize};

use super::{
    Amount, Attribute, BuffDraft, Card, Claim, Deed, Effort, Environment, ModifierDraft, Opponent,
    Options, Resource, Skill, Target, TraitDraft, WeaponDraft,
};
use crate::{Audience, ClockChange, Id, SeatId};

/// What a seat asks for. Names and texts are as typed; amounts are in hundredths.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "TimelineCommand", optional_fields))]
pub enum Command {
    // ---- the table's ways
    /// Sets how the table plays. Host.
    SetOptions {
        /// All of them.
        options: Options,
    },
    /// Puts everyone into an environment, or out of it (T-60). Host.
    SetEnvironment {
        /// Which one; none in particular when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        environment: Option<Box<Environment>>,
    },
    /// Sets clocks going, moves them, shows them and takes them away (B-43). Host.
    ChangeClock {
        /// What.
        change: ClockChange,
    },
    /// Shows a character, or hides one (B-30). Host.
    Show {
        /// Which one.
        character: Id,
        /// To whom.
        to: Audience,
    },

    // ---- characters
    /// Writes a character (T-01).
    MakeCharacter {
        /// The card.
        card: Box<Card>,
        /// What they carry besides belongings and weapons.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Amount>"))]
        load: Amount,
        /// The seat that plays them; the sender's own, for a player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<SeatId>,
        /// Whether only the host sees them. Host.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        hidden: bool,
    },
    /// Writes a character's card anew (T-01).
    ReviseCard {
        /// Whose.
        character: Id,
        /// The card; its level must stay, unless the host writes it.
        card: Box<Card>,
    },
    /// Puts a new card in the place of a character's: what they own stays, hit points and
    /// willpower that were full are full again (T-01).
    ReplaceCard {
        /// Whose.
        character: Id,
        /// The card, with its own level.
        card: Box<Card>,
        /// What they carry besides belongings and weapons.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Amount>"))]
        load: Amount,
    },
    /// Takes a character out of the game.
    DropCharacter {
        /// Which one.
        character: Id,
    },
    /// Gives a character to a seat, or back to the host (B-05). Host.
    GiveCharacter {
        /// Which one.
        character: Id,
        /// The seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<SeatId>,
    },
    /// Rolls ten d6 for size, appearance and assets (T-02).
    RollBasics {
        /// Whose card; only shown when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        character: Option<Id>,
        /// Dice for size.
        size: u32,
        /// Dice for appearance.
        appearance: u32,
        /// Dice for assets.
        assets: u32,
    },
    /// Sets the level; everything follows (T-06).
    SetLevel {
        /// Whose.
        character: Id,
        /// To what.
        level: u32,
    },
    /// Changes hit points or willpower outside acts (T-15, T-41).
    ChangeResource {
        /// Whose.
        character: Id,
        /// Of what.
        resource: Resource,
        /// By how much.
        by: Amount,
        /// The type of damage or healing; `bypass` ignores all modifiers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        damage_type: Option<String>,
    },
    /// Makes hit points and willpower full again.
    Restore {
        /// Whose.
        character: Id,
    },
    /// Enters income or spending into the ledger (T-05).
    ChangeCash {
        /// Whose.
        character: Id,
        /// How much; negative when spent.
        amount: Amount,
        /// What for.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
        purpose: String,
        /// When.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
        time: String,
        /// Where.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
        place: String,
    },
    /// Carries something (T-07).
    AddBelonging {
        /// Who.
        character: Id,
        /// Where it is, or in what state.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
        place: String,
        /// What it is.
        text: String,
        /// What it weighs.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Amount>"))]
        load: Amount,
    },
    /// Carries a weapon (T-45, T-46).
    AddWeapon {
        /// Who.
        character: Id,
        /// What it is.
        weapon: Box<WeaponDraft>,
    },
    /// Takes a weapon in hand, or none.
    Wield {
        /// Who.
        character: Id,
        /// Which one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        weapon: Option<Id>,
    },
    /// Gives a trait (T-08).
    AddTrait {
        /// To whom.
        character: Id,
        /// What it is.
        draft: Box<TraitDraft>,
    },
    /// Gives a buff (T-40).
    AddBuff {
        /// To whom.
        character: Id,
        /// What it does.
        buff: BuffDraft,
    },
    /// Gives a damage or healing modifier (T-41).
    AddModifier {
        /// To whom.
        character: Id,
        /// What it does.
        modifier: ModifierDraft,
    },
    /// Learns a skill that the construction law lets pass (T-50 … T-56).
    AddSkill {
        /// Who.
        character: Id,
        /// What it is.
        skill: Box<Skill>,
    },
    /// Lets a skill that answers happen of itself, or not (T-55).
    ArmSkill {
        /// Whose.
        character: Id,
        /// Which one.
        skill: Id,
        /// Whether it may happen.
        armed: bool,
    },
    /// Gives the difficulty of what no number measures in a skill (T-52). Host.
    JudgeSkill {
        /// Whose.
        character: Id,
        /// Which one.
        skill: Id,
        /// The difficulty; the impact it needs is that many times the level of its target.
        difficulty: u32,
    },
    /// Agrees to what a player named (T-01). Host.
    Agree {
        /// To what.
        claim: Claim,
    },
    /// Uses another's card at one's own level, or one's own again (T-08).
    AssumeCard {
        /// Who.
        character: Id,
        /// Whose card; their own when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        other: Option<Id>,
    },
    /// Changes what is left of an extension's resource (T-60).
    ChangePool {
        /// Whose.
        character: Id,
        /// Of which resource.
        pool: String,
        /// By how much.
        by: Amount,
    },
    /// Takes a belonging, weapon, trait, skill, buff or modifier away.
    Remove {
        /// From whom.
        character: Id,
        /// Which thing.
        thing: Id,
    },

    // ---- checks
    /// Sets the target number of the whole table (T-10).
    SetTarget {
        /// To what.
        target: Target,
    },
    /// Checks an attribute (T-11).
    Check {
        /// Whose.
        character: Id,
        /// Which.
        attribute: Attribute,
        /// The target number; the table's when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<Target>,
    },
    /// Lets several try the same thing against each other (T-12).
    Contest {
        /// Who, each with the attribute they use.
        sides: Vec<(Id, Attribute)>,
        /// The target number; the table's when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<Target>,
    },
    /// Lets several try together (T-13).
    Cooperate {
        /// Who.
        characters: Vec<Id>,
        /// Which attribute.
        attribute: Attribute,
        /// The target number; the table's when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<Target>,
    },
    /// Sets whom negotiations are with (T-14).
    SetOpponent {
        /// Whom.
        opponent: Opponent,
    },
    /// Negotiates with the role-play score the host gave (T-14).
    Negotiate {
        /// Who.
        character: Id,
        /// The score.
        score: Amount,
        /// With whom; the one set when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        opponent: Option<Opponent>,
    },
    /// Rests for a night (T-15).
    Rest {
        /// Who.
        character: Id,
    },
    /// Treats someone: a medicine check with the amount as target (T-15).
    Treat {
        /// Who treats.
        character: Id,
        /// Whom.
        patient: Id,
        /// What comes back.
        resource: Resource,
        /// How much.
        amount: Amount,
    },

    // ---- the fight
    /// Opens the timeline (T-20). Host.
    OpenFight {
        /// Who fights.
        fighters: Vec<Id>,
        /// Who of them has initiative (T-26).
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Id>>"))]
        ambush: Vec<Id>,
        /// On which side fighters stand; the others as those who play them (T-34).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<(Id, u8)>>"))]
        sides: Vec<(Id, u8)>,
        /// What the fight is called, as where it is fought; by its sides when absent (T-32).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// Puts fighters on sides (T-34).
    SetSides {
        /// Who stands on which, from 1.
        sides: Vec<(Id, u8)>,
    },
    /// Joins the fight, or opens one by oneself.
    JoinFight {
        /// Who.
        character: Id,
        /// Where, in D.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Amount>"))]
        position: Amount,
    },
    /// Leaves the fight.
    LeaveFight {
        /// Who.
        character: Id,
    },
    /// Ends the fight.
    EndFight,
    /// Puts a fighter somewhere, seen or unseen (T-30). Host.
    Place {
        /// Whom.
        character: Id,
        /// Where, in D.
        position: Amount,
        /// Whether others cannot see them.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        unseen: bool,
    },
    /// Declares an act, or plans one behind the present act (T-21).
    Declare {
        /// Who.
        character: Id,
        /// What.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Deed>"))]
        deed: Deed,
        /// With which attribute; firearms need none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attribute: Option<Attribute>,
        /// How much; moves, shots and reloads know it themselves.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        effort: Option<Effort>,
        /// With which weapon.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        weapon: Option<Id>,
        /// The player's own words.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
        note: String,
    },
    /// Gives up the present act and all planned ones (T-25).
    CancelAct {
        /// Whose.
        character: Id,
    },
    /// Chooses which resource takes wounds, where a skill allows it (T-50).
    Bear {
        /// Who.
        character: Id,
        /// Which one; as they are struck when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        resource: Option<Resource>,
    },
    /// Does nothing for now; the table does not wait.
    Hold {
        /// Who.
        character: Id,
    },
    /// Lets time flow to the next instant at which something ends, or to an earlier one (T-23).
    Flow {
        /// No further than this.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Amount>,
    },
    /// Steps back to an earlier instant (T-33). Host.
    StepBack {
        /// To which.
        to: Amount,
        /// Whether to before the declarations of that instant.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        before: bool,
    },
}
