//! What a viewer is shown: a view is a map of these parts.
//!
//! Keys: `ruleset`, `table`, `character/<id>`, `fight`. Each part holds only what its viewer may
//! see. Amounts are in hundredths.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{
    Amount, Attribute, Belonging, Buff, Card, Claim, Deed, DeedForm, Derived, EffectForm,
    Environment, Example, Fate, Item, KnownSkill, LastingKind, LedgerEntry, Modifier, Opponent,
    Options, Pool, Race, Resource, Skill, Trait, TraitDraft, Weakness, Weapon, WeaponDraft,
};
use crate::{Audience, ClockPart, Id, Message, Piece, SeatId, Term, message};

/// One part of a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "TimelinePart"))]
pub enum Part {
    /// What the pack says.
    Ruleset(Arc<RulesetPart>),
    /// How the table plays, and its target number.
    Table(Box<TablePart>),
    /// A character.
    Character(Arc<CharacterPart>),
    /// The fight.
    Fight(Arc<FightPart>),
}

/// What the pack says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineRulesetPart"))]
pub struct RulesetPart {
    /// The variant's id.
    pub id: String,
    /// What it is called.
    pub name: Term,
    /// What it is, in a sentence.
    pub blurb: Term,
    /// Where its rules come from.
    pub credit: Term,
    /// Races to choose from.
    pub races: Vec<Race>,
    /// Characters to start from.
    pub examples: Vec<Example>,
    /// The attributes with their names, in the order of the card.
    pub attributes: Vec<(Attribute, Message)>,
    /// Skills to choose from.
    pub skills: Vec<Skill>,
    /// Traits to choose from.
    pub traits: Vec<TraitDraft>,
    /// Weapons to choose from.
    pub weapons: Vec<WeaponDraft>,
    /// Things to carry.
    pub items: Vec<Item>,
    /// Places that change attributes.
    pub environments: Vec<Environment>,
    /// Resources of extensions.
    pub resources: Vec<Pool>,
    /// What can be declared, and what each asks for.
    pub deeds: Vec<DeedForm>,
    /// The parts a skill is put together from.
    pub effects: Vec<EffectForm>,
}

/// How the table plays, and its target number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineTablePart", optional_fields))]
pub struct TablePart {
    /// The options.
    pub options: Options,
    /// Where everyone is, if it matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub environment: Option<Environment>,
    /// The target number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Amount>,
    /// Whom negotiations are with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<Opponent>,
    /// What players named and the host has not agreed to yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<(Claim, Message)>>"))]
    pub claims: Vec<(Claim, Message)>,
    /// The characters the viewer may see, oldest first.
    pub characters: Vec<Id>,
    /// Clocks that run, oldest first (B-43).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<ClockPart>>"))]
    pub clocks: Vec<ClockPart>,
}

/// A character.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(rename = "TimelineCharacterPart", optional_fields)
)]
pub struct CharacterPart {
    /// Which one.
    pub id: Id,
    /// What they are called, as on the card.
    pub name: String,
    /// The seat that plays them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatId>,
    /// The card.
    pub card: Card,
    /// What follows from it, before buffs.
    pub derived: Derived,
    /// The eleven attributes.
    pub attributes: Vec<AttributePart>,
    /// Hit points left.
    pub hit_points: Amount,
    /// The most hit points.
    pub most_hit_points: Amount,
    /// Willpower left.
    pub willpower: Amount,
    /// The most willpower.
    pub most_willpower: Amount,
    /// Resources of extensions.
    pub pools: Vec<PoolPart>,
    /// Whose card they use for now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assumed: Option<String>,
    /// Whose skill called them, if they are a body and not a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summoned: Option<Id>,
    /// Whether they are dead.
    pub dead: bool,
    /// The cash at hand.
    pub cash: Amount,
    /// Income and spending.
    pub ledger: Vec<LedgerEntry>,
    /// What is carried.
    pub belongings: Vec<Belonging>,
    /// The weapons.
    pub weapons: Vec<WeaponPart>,
    /// The weapon in hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wielded: Option<Id>,
    /// Traits.
    pub traits: Vec<Trait>,
    /// Skills.
    pub skills: Vec<KnownSkill>,
    /// Buffs.
    pub buffs: Vec<Buff>,
    /// Damage and healing modifiers.
    pub modifiers: Vec<Modifier>,
    /// Who sees them; told to the host alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Audience>,
}

/// An attribute of a character.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(rename = "TimelineAttributePart", optional_fields)
)]
pub struct AttributePart {
    /// Which.
    pub attribute: Attribute,
    /// What it is called.
    pub name: Message,
    /// Its value after buffs.
    pub value: Amount,
    /// How buffs worked it out; none touches it when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calculation: Option<String>,
    /// The success rate against the table's target number, in percent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<u32>,
}

/// A resource of an extension, as a character has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelinePoolPart"))]
pub struct PoolPart {
    /// Which.
    pub id: String,
    /// What it is called.
    pub name: Term,
    /// What is left.
    pub left: Amount,
    /// The most.
    pub most: Amount,
}

/// Something that stays with a fighter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineLastingPart", optional_fields))]
pub struct LastingPart {
    /// The skill, trait or weapon it comes from.
    pub name: Term,
    /// What it is, in words.
    pub what: Message,
    /// What it is, in numbers.
    pub kind: LastingKind,
    /// When it ends of itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Amount>,
}

/// A weapon of a character.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineWeaponPart", optional_fields))]
pub struct WeaponPart {
    /// The weapon.
    pub weapon: Weapon,
    /// Its efficiency in these hands (T-47).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub efficiency: Option<Amount>,
    /// Its efficiency in the hands of standard characters, by level.
    pub curve: Vec<(u32, Amount)>,
}

/// The fight as a chart (T-32).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineFightPart", optional_fields))]
pub struct FightPart {
    /// What it is called: its own name, else where everyone is, else who fights whom.
    pub title: Message,
    /// The present instant, in T.
    pub now: Amount,
    /// A row per fighter.
    #[cfg_attr(feature = "ts", ts(as = "Vec<FighterPart>"))]
    pub fighters: Vec<Piece<FighterPart>>,
    /// Those whom the table waits for.
    pub awaited: Vec<Id>,
    /// When those without initiative may start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub others_from: Option<Amount>,
    /// The instants the host can step back to.
    pub past: Vec<Amount>,
    /// Which acts will meet as things stand, as far as the viewer knows them (T-27).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<MeetingPart>>"))]
    pub meetings: Vec<MeetingPart>,
}

/// Two acts that will meet at one instant (T-27).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineMeetingPart"))]
pub struct MeetingPart {
    /// When, in T.
    pub at: Amount,
    /// One of the two fighters.
    pub one: Id,
    /// The other.
    pub other: Id,
    /// Both impacts, and what is left of the larger.
    pub words: Message,
}

/// A row of the chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineFighterPart", optional_fields))]
pub struct FighterPart {
    /// The character.
    pub id: Id,
    /// Their name.
    pub name: String,
    /// What they are doing, in a word.
    pub doing: Message,
    /// Whether they have declared; what, may be hidden.
    pub declared: bool,
    /// The act being wound up, if the viewer may know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub act: Option<ActPart>,
    /// How many acts are planned behind it; told to those who may know them.
    pub planned: usize,
    /// What they are, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Message>>"))]
    pub plans: Vec<Message>,
    /// The side they stand on (T-34).
    pub side: u8,
    /// Until when they are controlled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub controlled_until: Option<Amount>,
    /// Who declares for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held_by: Option<Id>,
    /// Whose skill called them, if they are a body and not a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summoned: Option<Id>,
    /// What stays with them.
    pub lasting: Vec<LastingPart>,
    /// What weakens them.
    pub weakened: Vec<Weakness>,
    /// What is left of shields.
    pub shield: Amount,
    /// Where they stand, in D.
    pub position: Amount,
    /// Whether others cannot see them.
    pub unseen: bool,
    /// Whether they have left, or died.
    pub gone: bool,
    /// Hit points left, and the most.
    pub hit_points: (Amount, Amount),
    /// Willpower left, and the most.
    pub willpower: (Amount, Amount),
    /// Acts that are over, oldest first.
    pub spans: Vec<SpanPart>,
    /// Changes of hit points and willpower, oldest first.
    pub changes: Vec<ChangePart>,
    /// When they died.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub died: Option<Amount>,
}

/// An act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineActPart", optional_fields))]
pub struct ActPart {
    /// What.
    pub deed: Deed,
    /// What that is called.
    pub name: Message,
    /// The one it is aimed at, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Message>,
    /// With which attribute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attribute: Option<Attribute>,
    /// The impact declared.
    pub impact: Amount,
    /// What is left of it, amplified by weapons and lessened by interactions.
    pub left: Amount,
    /// When it was declared.
    pub start: Amount,
    /// When it lands.
    pub end: Amount,
    /// The weapon's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapon: Option<String>,
    /// The player's own words.
    pub note: String,
}

impl FightPart {
    /// The rows.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &FighterPart> {
        self.fighters.iter().map(|row| &**row)
    }

    /// Those who have not left, by when their acts land (T-35). Whoever has nothing under way that
    /// may be known comes last.
    #[must_use]
    pub fn by_landing(&self) -> Vec<&FighterPart> {
        let mut rows: Vec<&FighterPart> = self.rows().filter(|one| !one.gone).collect();
        rows.sort_by_key(|one| {
            one.act.as_ref().map_or((true, Amount::ZERO), |act| (false, act.end))
        });
        rows
    }

    /// Who lands next and when, as far as it may be known.
    #[must_use]
    pub fn next(&self) -> Option<(Amount, &str)> {
        let acting = self.rows().filter(|one| !one.gone);
        acting.filter_map(|one| Some((one.act.as_ref()?.end, one.name.as_str()))).min()
    }

    /// The names of those whom the table waits for.
    #[must_use]
    pub fn awaited_names(&self) -> Vec<Message> {
        let awaited = self.rows().filter(|one| self.awaited.contains(&one.id));
        awaited.map(|one| message!("plain", text = &one.name)).collect()
    }
}

impl ActPart {
    /// What it is, on whom, in the player's words if there are any.
    #[must_use]
    pub fn words(&self) -> Message {
        let deed = self.name.clone();
        match (self.target.clone(), self.note.is_empty()) {
            (Some(target), true) => message!("timeline-deed-at", deed = deed, target = target),
            (Some(target), false) => {
                message!("timeline-deed-at-noted", deed = deed, target = target, note = &self.note)
            }
            (None, false) => message!("timeline-deed-noted", deed = deed, note = &self.note),
            (None, true) => deed,
        }
    }
}

/// An act that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineSpanPart", optional_fields))]
pub struct SpanPart {
    /// When it was declared.
    pub start: Amount,
    /// When it was over.
    pub until: Amount,
    /// What became of it.
    pub fate: Fate,
    /// The act; not told when it was given up unseen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub act: Option<ActPart>,
}

/// A change of hit points or willpower at an instant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineChangePart"))]
pub struct ChangePart {
    /// When.
    pub at: Amount,
    /// Of what.
    pub resource: Resource,
    /// By how much.
    pub by: Amount,
}
