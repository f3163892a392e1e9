//! One side of an action: what its number is made of (F-02).

use serde::{Deserialize, Serialize};

use super::offers::{BLANK, number_field, switch_field, text_field};
use super::{
    Action, Command, Deciding, Event, Invoked, OfferBuilder, State, Use, action, aspect, wording,
};
use crate::kernel::Decided;
use crate::{Id, Line, Message, Refusal, Roll, Sum, Term, message};

/// One side of an action: its numbers, its dice, its invokes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Side {
    /// The character who rolls; nobody for a fixed difficulty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub who: Option<Id>,
    /// The skill rolled, by its id in the pack.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill: Option<String>,
    /// What the number is made of besides dice and invokes.
    pub parts: Vec<SidePart>,
    /// The characters who help (F-42).
    pub helpers: Vec<Id>,
    /// The dice, the last throw last.
    pub rolls: Vec<Roll>,
    /// Invokes used for this side.
    pub invokes: Vec<Invoked>,
    /// Whether this side lets the result stand.
    pub stands: bool,
}

/// A part of a side's number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateSidePart"))]
pub struct SidePart {
    /// Where it comes from.
    pub source: PartSource,
    /// What it adds.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub value: i64,
}

/// Where a part of a side's number comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FatePartSource"))]
pub enum PartSource {
    /// The fixed difficulty (F-02).
    Difficulty,
    /// A fixed difficulty that a player named where the host had set none (F-02).
    NamedDifficulty,
    /// A consequence is treated on oneself (F-33).
    OnOneself,
    /// The skill (F-02).
    Skill {
        /// What it is called.
        name: Term,
    },
    /// Helpers (F-42).
    Teamwork,
    /// A stunt (F-51).
    Stunt {
        /// What it is called.
        name: Term,
    },
    /// The others of a mob (F-54).
    Mob,
    /// What a hazard adds to its dice (F-45).
    Hazard,
    /// A share of an attack on several (F-45).
    Share,
    /// A full defence (F-42).
    FullDefence,
    /// Something the host said (F-02).
    Stated {
        /// What.
        why: String,
    },
}

impl Side {
    /// The number of this side now: parts, invokes and the last throw.
    #[must_use]
    pub fn total(&self) -> i64 {
        self.before_dice().saturating_add(self.dice())
    }

    /// The same without the dice.
    #[must_use]
    pub fn before_dice(&self) -> i64 {
        let bonus = self.invokes.iter().filter(|one| one.to == Use::Bonus);
        let parts: i64 = self.parts.iter().map(|part| part.value).sum();
        parts + 2 * i64::try_from(bonus.count()).unwrap_or(0)
    }

    /// What the last throw shows.
    #[must_use]
    pub fn dice(&self) -> i64 {
        let last = self.rolls.last();
        last.map_or(0, |roll| super::odds::whole(roll.rolled.value))
    }

    /// Whether a player named the difficulty (F-02).
    #[must_use]
    pub fn named_by_player(&self) -> bool {
        self.parts.iter().any(|part| part.source == PartSource::NamedDifficulty)
    }

    /// The number, itemised.
    pub(super) fn sum(&self) -> Sum {
        let mut sum = Sum::default();
        if !self.rolls.is_empty() {
            sum.add(message!("fate-part-dice"), self.dice(), "F-02");
        }
        for part in &self.parts {
            let (source, rule) = match &part.source {
                PartSource::Difficulty => (message!("fate-part-difficulty"), "F-02"),
                PartSource::NamedDifficulty => (message!("fate-part-difficulty-named"), "F-02"),
                PartSource::OnOneself => (message!("fate-part-oneself"), "F-33"),
                PartSource::Skill { name } => (wording::word(name), "F-02"),
                PartSource::Teamwork => (message!("fate-part-teamwork"), "F-42"),
                PartSource::Stunt { name } => (wording::word(name), "F-51"),
                PartSource::Mob => (message!("fate-part-mob"), "F-54"),
                PartSource::Hazard => (message!("fate-part-hazard"), "F-45"),
                PartSource::Share => (message!("fate-part-share"), "F-45"),
                PartSource::FullDefence => (message!("fate-part-full-defence"), "F-42"),
                PartSource::Stated { why } => (message!("plain", text = why), "F-02"),
            };
            sum.add(source, part.value, rule);
        }
        for invoked in self.invokes.iter().filter(|one| one.to == Use::Bonus) {
            sum.add(aspect::name(invoked.name.as_ref()), 2, "F-11");
        }
        sum
    }
}

/// The part a skill is.
pub(super) fn skill_part(deciding: &Deciding, skill: &str, rating: i64) -> SidePart {
    let name = deciding.pack.skill_name(skill);
    SidePart { source: PartSource::Skill { name }, value: rating }
}

/// A modifier the host states (F-02).
pub(super) fn state(
    deciding: &mut Deciding,
    id: Id,
    opposition: bool,
    value: i64,
    why: &str,
) -> Decided {
    deciding.host()?;
    let action = action::under_way(deciding, id)?;
    let why = wording::name(why)?;
    let effort = opposition && action.unopposed();
    if action.outcome.is_some() || action.side(opposition).is_none() || effort {
        return Err(Refusal::new("F-02", message!("fate-no-side")));
    }
    let stated = action.side(opposition).map_or(0, |side| side.parts.len());
    if value == 0 || !(-10..=10).contains(&value) || stated >= 30 {
        return Err(Refusal::new("F-02", message!("fate-modifier-bounds")));
    }
    let part = SidePart { source: PartSource::Stated { why }, value };
    deciding.push(Event::PartAdded { action: id, opposition, part });
    Ok(())
}

pub(super) fn part_added(state: &mut State, action: Id, opposition: bool, part: &SidePart) {
    if let Some(side) = state.side_mut(action, opposition) {
        side.parts.push(part.clone());
    }
}

pub(super) fn tell_part_added(
    before: &State,
    action: Id,
    opposition: bool,
    part: &SidePart,
) -> Option<Line> {
    before.action(action)?.side(opposition)?;
    let alone = Side { parts: vec![part.clone()], ..Side::default() };
    let who = roller(before, action, opposition);
    let message = message!("fate-part-added", who = who, number = wording::signed(part.value));
    Some(Line { sum: Some(alone.sum()), ..Line::new(message) })
}

/// Who rolls for a side, or that it is a difficulty.
pub(super) fn roller(state: &State, action: Id, opposition: bool) -> Message {
    let side = state.action(action).and_then(|action| action.side(opposition));
    match side.and_then(|side| side.who) {
        Some(id) => wording::word(&state.name(id)),
        None => message!("fate-part-difficulty"),
    }
}

impl OfferBuilder<'_> {
    /// The host states a bonus or a penalty (F-02).
    pub(super) fn modifiers(&mut self, action: &Action) {
        for (value, min, max) in [(1, 1, 10), (-1, -10, -1)] {
            let label =
                if value > 0 { message!("fate-act-bonus") } else { message!("fate-act-penalty") };
            let why = BLANK.to_owned();
            let command = Command::State { action: action.id, opposition: false, value, why };
            let fields = vec![
                number_field("value", message!("fate-field-modifier"), min, max),
                text_field("why", message!("fate-field-reason"), false),
                switch_field("opposition", message!("fate-field-for-opposition")),
            ];
            self.offer("F-02", label, command, fields);
        }
    }
}
