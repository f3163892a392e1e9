//! What happened. Frozen once released: changed only by a new version.

use serde::{Deserialize, Serialize};

use super::{
    Act, Amount, Attempt, Attribute, Belonging, Buff, Card, Claim, Environment, Grip, Hit,
    KnownSkill, Lasting, LedgerEntry, Modifier, Opponent, Options, Plan, Point, Resource, Trait,
    Weakness, Weapon,
};
use crate::{Audience, ClockEvent, Id, Roll, SeatId, Term};

/// What happened. Applying one ignores what no longer exists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the fields say what they are")]
pub enum Event {
    /// The table plays differently now.
    OptionsSet { options: Options },
    /// Everyone is somewhere else, or nowhere in particular (T-60).
    EnvironmentSet { environment: Option<Box<Environment>> },
    /// Something happened to a clock (B-43).
    ClockChanged { change: ClockEvent },
    /// A character was shown or hidden.
    Shown { character: Id, to: Audience },

    /// A character came to be.
    CharacterMade {
        character: Id,
        seat: Option<SeatId>,
        seen: Audience,
        card: Box<Card>,
        load: Amount,
    },
    /// A card was written anew.
    CardRevised { character: Id, card: Box<Card> },
    /// A new card took the place of a character's.
    CardReplaced { character: Id, card: Box<Card>, load: Amount },
    /// A character left the game.
    CharacterDropped { character: Id },
    /// A character went to a seat.
    CharacterGiven { character: Id, seat: Option<SeatId> },
    /// Ten dice fell for size, appearance and assets.
    BasicsRolled {
        character: Option<Id>,
        size: Option<Box<Roll>>,
        appearance: Option<Box<Roll>>,
        assets: Option<Box<Roll>>,
    },
    /// The level changed.
    LevelSet { character: Id, level: u32 },
    /// Hit points or willpower changed.
    ResourceChanged { character: Id, resource: Resource, by: Amount, to: Amount, hits: Vec<Hit> },
    /// Cash came or went.
    CashChanged { character: Id, entry: LedgerEntry },
    /// Something is carried.
    BelongingAdded { character: Id, belonging: Belonging },
    /// A weapon is carried.
    WeaponAdded { character: Id, weapon: Weapon },
    /// A weapon is in hand, or none.
    Wielded { character: Id, weapon: Option<Id> },
    /// A trait was given.
    TraitAdded { character: Id, given: Trait },
    /// A buff was given.
    BuffAdded { character: Id, buff: Buff },
    /// A modifier was given.
    ModifierAdded { character: Id, modifier: Modifier },
    /// A skill was learnt.
    SkillAdded { character: Id, known: Box<KnownSkill> },
    /// A skill is let happen of itself, or not.
    SkillArmed { character: Id, skill: Id, armed: bool },
    /// Someone has another's card at their own level, or their own again.
    CardAssumed { character: Id, card: Option<Box<Card>> },
    /// A pool of an extension changed.
    PoolChanged { character: Id, pool: String, by: Amount },
    /// Part of a resource cannot be won back.
    Scarred { character: Id, resource: Resource, by: Amount },
    /// Something was taken away.
    Removed { character: Id, thing: Id },

    /// The table's target number was set.
    TargetSet { target: Amount, roll: Option<Roll> },
    /// An attribute was checked, by one or by several together.
    Checked {
        attribute: Attribute,
        target: Amount,
        difficulty: Option<Roll>,
        attempt: Box<Attempt>,
    },
    /// The host rules a check without dice.
    CheckShown { who: Vec<Id>, attribute: Attribute, target: Amount, rate: u32 },
    /// Several tried against each other; the first of them, or several tied.
    Contested {
        target: Amount,
        difficulty: Option<Roll>,
        sides: Vec<(Attribute, Attempt)>,
        winners: Vec<Id>,
    },
    /// Whom negotiations are with.
    OpponentSet { opponent: Opponent },
    /// Someone negotiated.
    Negotiated { score: Amount, opponent: Opponent, attempt: Box<Attempt> },
    /// A negotiation without dice.
    NegotiationShown { who: Id, score: Amount, opponent: Opponent, rate: u32 },

    /// A fight began.
    FightOpened {
        fighters: Vec<Id>,
        ambush: Vec<Id>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// Someone joined.
    FightJoined { character: Id, position: Amount },
    /// Someone left.
    FightLeft { character: Id },
    /// The fight is over.
    FightEnded,
    /// A fighter stands elsewhere.
    Placed { character: Id, position: Amount, unseen: bool },
    /// An act was declared.
    ActStarted { character: Id, act: Box<Act> },
    /// An act is to follow the present one.
    ActPlanned { character: Id, plan: Box<Plan> },
    /// A planned act began, or could not.
    PlanTaken { character: Id },
    /// An act was given up.
    ActCancelled { character: Id },
    /// A fighter does nothing for now.
    Held { character: Id },
    /// Time reached an instant.
    InstantReached { at: Amount },
    /// Two acts met.
    ActsMet { one: Id, one_power: Amount, other: Id, other_power: Amount },
    /// An interaction took part of an act.
    ActReduced { character: Id, left: Amount },
    /// An interaction took all of an act.
    ActLost { character: Id },
    /// An act landed with what was left of it.
    ActLanded { character: Id, left: Amount },
    /// An act found nobody in reach or sight.
    ActMissed { character: Id },
    /// A fighter is controlled.
    Controlled {
        character: Id,
        by: Id,
        until: Amount,
        resist: Attribute,
        #[serde(default, skip_serializing_if = "Grip::is_stun")]
        grip: Grip,
    },
    /// Time stands still for everyone but one.
    Frozen { but: Id, by: Id, until: Amount },
    /// Something stays with a fighter.
    LastingGained { character: Id, lasting: Box<Lasting> },
    /// Something that stays with a fighter did what it does.
    LastingUsed { character: Id, number: u32, name: Term, on: Vec<Id>, by: Amount },
    /// Something no longer stays with a fighter.
    LastingEnded { character: Id, number: u32, name: Term },
    /// A fighter chose which resource takes wounds.
    BornWith { character: Id, resource: Option<Resource> },
    /// A skill answered a wound.
    SkillAnswered { character: Id, skill: Term, target: Id, impact: Amount },
    /// A body was called.
    Summoned {
        character: Id,
        by: Id,
        from: Term,
        called: String,
        hit_points: Amount,
        position: Amount,
        mirrors: bool,
    },
    /// A fighter is weakened.
    Weakened { character: Id, weakness: Weakness },
    /// What weakens a fighter was used up by so much.
    WeaknessUsed { character: Id, by: Amount },
    /// A control was shortened.
    ControlEased { character: Id, until: Amount },
    /// A shield stands.
    ShieldGained { character: Id, by: Amount },
    /// A shield was used up by so much.
    ShieldUsed { character: Id, by: Amount },
    /// A fighter moved.
    Moved { character: Id, to: Amount },
    /// Rounds were fired.
    RoundsFired { character: Id, weapon: Id, rounds: u32 },
    /// A magazine is full again.
    Reloaded { character: Id, weapon: Id },
    /// Someone died.
    Died { character: Id },
    /// The table stepped back; to the last instant kept before it when it is not said where in it.
    SteppedBack {
        to: Amount,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        point: Option<Point>,
    },

    /// Those who had initiative have lost it: the others are free to start.
    InitiativeOver,
    /// Fighters stand on sides.
    SidesSet { sides: Vec<(Id, u8)> },
    /// A blow found someone whom nothing can hurt now.
    Untouched { character: Id, by: Id },
    /// A skill that takes no time was used.
    SkillDone { character: Id, skill: Term, target: Option<Id>, impact: Amount },
    /// The host gave the difficulty of a skill.
    SkillJudged { character: Id, skill: Id, difficulty: u32 },
    /// A player named something that is the host's to say; it counts until the host corrects it.
    Claimed { claim: Claim },
    /// The host agreed to it.
    Agreed { claim: Claim },
}
