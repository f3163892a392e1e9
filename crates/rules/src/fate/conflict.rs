//! Conflicts: turns, full defence, concession (F-32, F-42).

use serde::{Deserialize, Serialize};

use crate::Id;

/// A fight of any sort (F-42).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateConflict", optional_fields))]
pub struct Conflict {
    /// Who takes part, in the order they were named.
    pub combatants: Vec<Combatant>,
    /// Which round it is, counted from 1.
    pub round: u32,
    /// Whose turn it is; the host says who begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Id>,
}

/// Someone who takes part in a conflict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateCombatant", optional_fields))]
pub struct Combatant {
    /// Who.
    pub who: Id,
    /// Which side they are on.
    pub side: u8,
    /// Whether they have had their turn this round.
    pub acted: bool,
    /// Whether the action of this turn is used.
    pub used: bool,
    /// Whether the free move of this turn is used (F-43).
    pub moved: bool,
    /// Whether they are out of it: taken out, or conceded.
    pub out: bool,
    /// Consequences taken in this conflict (F-32).
    pub taken: u8,
    /// Their full defence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full_defence: Option<FullDefence>,
}

/// A full defence (F-42).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateFullDefence"))]
pub struct FullDefence {
    /// Which defences it is for, in words.
    pub text: String,
    /// Whether it has been needed.
    pub needed: bool,
}

/// Someone named for a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateCombatantDraft", optional_fields))]
pub struct CombatantDraft {
    /// Who.
    pub who: Id,
    /// Which side they are on.
    pub side: u8,
    /// The zone they start in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<Id>,
}

impl Conflict {
    /// A combatant.
    #[must_use]
    pub fn combatant(&self, who: Id) -> Option<&Combatant> {
        self.combatants.iter().find(|one| one.who == who)
    }

    /// Those still in it.
    pub fn standing(&self) -> impl Iterator<Item = &Combatant> {
        self.combatants.iter().filter(|one| !one.out)
    }

    /// Who may have the next turn: those who have not acted, or everyone when the round is over.
    #[must_use]
    pub fn next(&self) -> Vec<Id> {
        let waiting: Vec<Id> =
            self.standing().filter(|one| !one.acted).map(|one| one.who).collect();
        if waiting.is_empty() { self.standing().map(|one| one.who).collect() } else { waiting }
    }
}
