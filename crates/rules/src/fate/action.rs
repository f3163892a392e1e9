//! An action from its declaration to its last choice: roll, oppose, invoke, outcome (F-01 … F-25).

use serde::{Deserialize, Serialize};

use super::{Holder, Place, State};
use crate::{Id, Roll, Term, Viewer};

/// An action under way. It lives on the table until nothing of it is left to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Action {
    /// Which one.
    pub id: Id,
    /// The character who acts.
    pub actor: Id,
    /// Which of the actions it is.
    pub act: Act,
    /// What is attempted, in the player's words.
    pub text: String,
    /// The character asked to oppose it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Id>,
    /// The side of the one who acts.
    pub side: Side,
    /// What stands against it; not yet known when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opposition: Option<Side>,
    /// How it came out, once both sides have let it stand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The shifts between the sides, then.
    #[serde(default)]
    pub shifts: i64,
    /// Choices not yet made (F-25).
    #[serde(default)]
    pub due: Vec<Due>,
}

/// Which of the actions it is (F-01). Defending is the other side of each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateAct"))]
pub enum Act {
    /// Overcomes an obstacle (F-20).
    Overcome {
        /// What for.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Purpose>"))]
        purpose: Purpose,
    },
    /// Creates an advantage (F-21, F-22).
    Create {
        /// From what.
        what: Created,
    },
    /// Attacks a character (F-23).
    Attack {
        /// The track that is hit, by its id in the pack.
        track: String,
    },
    /// A side's effort in an exchange of a contest (F-41).
    Effort {
        /// Which side, counted from 0.
        side: u8,
    },
}

/// What an overcome is for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "for", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FatePurpose"))]
pub enum Purpose {
    /// What its text says.
    #[default]
    Plain,
    /// A task of the challenge (F-40).
    Task {
        /// Which one.
        task: Id,
    },
    /// Treating a consequence (F-33).
    Treat {
        /// Which one.
        consequence: Id,
        /// What it will be called while it heals.
        name: String,
    },
    /// Reaching a zone that free movement does not (F-43).
    Reach {
        /// Which one.
        zone: Id,
    },
}

/// What an advantage is created from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "from", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateCreated", optional_fields))]
pub enum Created {
    /// A new aspect (F-21).
    New {
        /// What it will say.
        name: String,
        /// What it will be true of.
        on: Place,
    },
    /// An aspect that is known (F-22).
    Known {
        /// Which one.
        aspect: Id,
    },
    /// Something not known: the host says which hidden aspect it is about (F-22).
    Unknown {
        /// Which one; only the host sees it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        aspect: Option<Id>,
    },
}

/// One side of an action: its numbers, its dice, its invokes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// The character who rolls; nobody for a fixed difficulty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<Id>,
    /// The skill rolled, by its id in the pack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skill: Option<String>,
    /// What the number is made of besides dice and invokes.
    pub parts: Vec<SidePart>,
    /// The characters who help (F-42).
    #[serde(default)]
    pub helpers: Vec<Id>,
    /// The dice, the last throw last.
    #[serde(default)]
    pub rolls: Vec<Roll>,
    /// Invokes used for this side.
    #[serde(default)]
    pub invokes: Vec<Invoked>,
    /// Whether this side lets the result stand.
    #[serde(default)]
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
    /// A full defence (F-42).
    FullDefence,
    /// Something the host said (F-02).
    Stated {
        /// What.
        why: String,
    },
}

/// An invoke that was used on a roll (F-11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateInvoked", optional_fields))]
pub struct Invoked {
    /// The aspect.
    pub aspect: Id,
    /// What it said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Term>,
    /// Who invoked it.
    pub by: Holder,
    /// What for.
    pub to: Use,
    /// Whether it was free, not paid.
    pub free: bool,
}

/// What an invoke does to a roll (F-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateUse"))]
pub enum Use {
    /// +2.
    Bonus,
    /// All four dice again.
    Reroll,
}

/// How a roll came out (F-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateOutcome"))]
pub enum Outcome {
    /// Below the target.
    Failure,
    /// The target exactly.
    Tie,
    /// One or two above.
    Success,
    /// Three or more above.
    Style,
}

impl Outcome {
    /// The outcome of so many shifts (F-03).
    #[must_use]
    pub fn of(shifts: i64) -> Self {
        match shifts {
            3.. => Outcome::Style,
            1 | 2 => Outcome::Success,
            0 => Outcome::Tie,
            _ => Outcome::Failure,
        }
    }
}

/// A choice that waits for someone (F-25).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateDue"))]
pub struct Due {
    /// Who makes it.
    pub to: Holder,
    /// What is asked.
    pub ask: Ask,
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateAsk"))]
pub enum Ask {
    /// Succeed at a minor cost, or fail with a boost (F-20).
    OvercomeTie,
    /// Fail, or succeed at a major cost (F-20).
    OvercomeFailure,
    /// No aspect, or one with the free invoke in an enemy's hands (F-21).
    CreateFailure,
    /// Whether to reveal the unknown aspect for a free invoke (F-22).
    RevealUnknown,
    /// Whether to give up a shift for a boost (F-23).
    AttackStyle,
}

/// What is answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateAnswer"))]
pub enum Answer {
    /// Succeed with a troublesome detail (F-20).
    MinorDetail {
        /// What.
        text: String,
    },
    /// Succeed, and the foe gets a boost (F-20).
    MinorBoost,
    /// Succeed, and take a point of stress (F-20).
    MinorStress {
        /// On which track.
        track: String,
    },
    /// Fail, with a boost (F-20).
    FailWithBoost,
    /// Fail (F-20).
    Fail,
    /// Succeed at a major cost (F-20).
    MajorCost {
        /// What.
        text: String,
    },
    /// No aspect (F-21).
    NoAspect,
    /// The aspect, with the free invoke in an enemy's hands (F-21).
    EnemyInvoke,
    /// Reveal it for a free invoke (F-22).
    Reveal,
    /// Keep it hidden (F-22).
    KeepHidden,
    /// Give up a shift for a boost (F-23).
    TakeBoost,
    /// Keep all shifts (F-23).
    AllShifts,
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
}

impl Act {
    /// The aspect it is about, known or not.
    #[must_use]
    pub fn aspect(&self) -> Option<Id> {
        match self {
            Act::Create { what: Created::Known { aspect } }
            | Act::Create { what: Created::Unknown { aspect: Some(aspect) } }
            | Act::Overcome { purpose: Purpose::Treat { consequence: aspect, .. } } => {
                Some(*aspect)
            }
            _ => None,
        }
    }

    /// What a viewer may know of it (F-22): acting on an aspect shows it to nobody new, so to
    /// others an advantage on it is a search for something unknown, and a treatment an overcome.
    #[must_use]
    pub(super) fn as_seen(&self, state: &State, viewer: Viewer) -> Act {
        let known = |id: Id| state.seen_aspect(viewer, id).is_some() || state.aspect(id).is_none();
        match self {
            Act::Create { what: Created::Unknown { .. } } if viewer != Viewer::Host => {
                Act::Create { what: Created::Unknown { aspect: None } }
            }
            Act::Create { what: Created::Known { aspect } } if !known(*aspect) => {
                Act::Create { what: Created::Unknown { aspect: None } }
            }
            Act::Overcome { purpose: Purpose::Treat { consequence, .. } }
                if !known(*consequence) =>
            {
                Act::Overcome { purpose: Purpose::Plain }
            }
            act => act.clone(),
        }
    }
}

impl Action {
    /// Whether the dice have fallen.
    #[must_use]
    pub fn rolled(&self) -> bool {
        !self.side.rolls.is_empty()
    }

    /// Whether the dice have fallen and invokes are still possible.
    #[must_use]
    pub fn open(&self) -> bool {
        self.rolled() && self.outcome.is_none()
    }

    /// The side meant.
    #[must_use]
    pub fn side(&self, opposition: bool) -> Option<&Side> {
        if opposition { self.opposition.as_ref() } else { Some(&self.side) }
    }

    /// The side meant, to be changed.
    pub(super) fn side_mut(&mut self, opposition: bool) -> Option<&mut Side> {
        if opposition { self.opposition.as_mut() } else { Some(&mut self.side) }
    }

    /// The shifts between the sides as they stand.
    #[must_use]
    pub fn shifts_now(&self) -> i64 {
        let against = self.opposition.as_ref().map_or(0, Side::total);
        self.side.total().saturating_sub(against)
    }

    /// The character who rolls against it.
    #[must_use]
    pub fn opponent(&self) -> Option<Id> {
        self.target
    }

    /// Who gains when the actor does not: the opponent, or the host.
    #[must_use]
    pub fn foe(&self) -> Holder {
        self.target.map_or(Holder::Host, Holder::Character)
    }
}
