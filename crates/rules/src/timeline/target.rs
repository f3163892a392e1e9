//! Target numbers (T-10).

use serde::{Deserialize, Serialize};

use super::deciding::Deciding;
use super::{Amount, Claim, Event, State, claim};
use crate::kernel::Decided;
use crate::{Line, Refusal, Roll, message};

/// A target number as a host gives it (T-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "TimelineTarget"))]
pub enum Target {
    /// The number itself.
    Value(Amount),
    /// Level times difficulty.
    Difficulty {
        /// The level of the scene or object, never the actor's own.
        level: u32,
        /// The difficulty, about 1–20.
        difficulty: u32,
    },
    /// Level times a rolled 1d20.
    Random {
        /// The level of the scene or object.
        level: u32,
    },
}

/// Sets the target number of the whole table.
pub(super) fn set(deciding: &mut Deciding<'_>, target: Target) -> Decided {
    may_set(deciding)?;
    let (target, roll) = number(deciding, Some(target))?;
    deciding.push(Event::TargetSet { target, roll });
    claim::mark(deciding, Claim::Target);
    Ok(())
}

/// Only the host sets target numbers and scores role-play, where the table says so.
pub(super) fn may_set(deciding: &Deciding<'_>) -> Decided {
    if deciding.before.options.host_sets_target { deciding.host() } else { Ok(()) }
}

/// The number, and the d20 if its difficulty was rolled; the table's own when none is given.
pub(super) fn number(
    deciding: &mut Deciding<'_>,
    target: Option<Target>,
) -> Result<(Amount, Option<Roll>), Refusal> {
    let (number, roll) = match target {
        Some(Target::Random { level }) => {
            let roll = deciding.roll("1d20")?;
            let face = roll.rolled.value.to_whole().unwrap_or(1);
            (product(level, face), Some(roll))
        }
        None | Some(Target::Value(_) | Target::Difficulty { .. }) => {
            let number = known(deciding.before, target);
            let missing = || Refusal::new("T-10", message!("timeline-no-target"));
            (number.ok_or_else(missing)?, None)
        }
    };
    if number.is_positive() && number <= Amount::MOST {
        return Ok((number, roll));
    }
    Err(Refusal::new("T-10", message!("timeline-target-bounds", most = Amount::MOST)))
}

/// Marks a target number that a player named for one check.
pub(super) fn mark_own(deciding: &mut Deciding<'_>, target: Option<Target>) {
    if let Some(target) = known(deciding.before, target).filter(|_| target.is_some()) {
        claim::mark(deciding, Claim::Check { target });
    }
}

/// The number without rolling, for quotes; a random one has none yet.
pub(super) fn known(state: &State, target: Option<Target>) -> Option<Amount> {
    match target {
        None => state.target,
        Some(Target::Value(value)) => Some(value),
        Some(Target::Difficulty { level, difficulty }) => Some(product(level, difficulty.into())),
        Some(Target::Random { .. }) => None,
    }
}

fn product(level: u32, difficulty: i64) -> Amount {
    Amount::whole(i64::from(level).saturating_mul(difficulty))
}

pub(super) fn was_set(state: &mut State, target: Amount) {
    state.target = Some(target);
    claim::agreed(state, &Claim::Target);
}

pub(super) fn tell_set(target: Amount, roll: Option<&Roll>) -> Line {
    Line { roll: roll.cloned(), ..message!("timeline-told-target", target = target).into() }
}
