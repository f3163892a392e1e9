//! What the dice of a pool can show.

use crate::expr::Condition;
use crate::op::Compare;
use crate::{ErrorKind, Value, limits};

/// The faces of a die, each equally likely.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape<'a> {
    /// `1 … n`.
    Sides(u32),
    /// As listed; a repeated face is as often likelier.
    List(&'a [i64]),
}

impl Shape<'_> {
    #[inline]
    pub fn len(self) -> u32 {
        match self {
            Self::Sides(sides) => sides,
            // At most `limits::FACES`.
            Self::List(faces) => faces.len() as u32,
        }
    }

    /// The face of a draw below [`Shape::len`].
    #[inline]
    pub fn face(self, draw: u32) -> i64 {
        match self {
            Self::Sides(_) => i64::from(draw) + 1,
            Self::List(faces) => faces[draw as usize],
        }
    }

    pub fn highest(self) -> i64 {
        match self {
            Self::Sides(sides) => sides.into(),
            Self::List(faces) => faces.iter().copied().max().unwrap_or(0),
        }
    }

    /// How many faces do not match.
    pub fn staying(self, when: Condition) -> u32 {
        match self {
            Self::Sides(sides) => {
                let [below, above] = outside(sides, when);
                (below.1 + above.1) as u32
            }
            Self::List(faces) => faces.iter().filter(|face| !when.matches(**face)).count() as u32,
        }
    }

    /// The face of a draw below [`Shape::staying`].
    pub fn staying_face(self, when: Condition, draw: u32) -> i64 {
        match self {
            Self::Sides(sides) => {
                let [below, above] = outside(sides, when);
                let draw = i64::from(draw);
                if draw < below.1 { below.0 + draw } else { above.0 + draw - below.1 }
            }
            Self::List(faces) => {
                let mut staying = faces.iter().filter(|face| !when.matches(**face));
                staying.nth(draw as usize).copied().unwrap_or_default()
            }
        }
    }
}

/// The faces of `1 … sides` that do not match: two stretches, each as (first, how many).
fn outside(sides: u32, when: Condition) -> [(i64, i64); 2] {
    let stretch = |from: i64, to: i64| {
        let (from, to) = (from.max(1), to.min(sides.into()));
        (from, (to - from + 1).max(0))
    };
    // Faces are small, so the bounds may be clamped to keep clear of overflow.
    let than = when.than.clamp(-2, i64::from(sides) + 2);
    let none = (1, 0);
    match when.compare {
        Compare::Less => [stretch(than, i64::MAX), none],
        Compare::AtMost => [stretch(than + 1, i64::MAX), none],
        Compare::Greater => [stretch(1, than), none],
        Compare::AtLeast => [stretch(1, than - 1), none],
        Compare::Equal => [stretch(1, than - 1), stretch(than + 1, i64::MAX)],
        Compare::Unequal => [stretch(than, than), none],
    }
}

/// A number of sides, checked.
pub(crate) fn sides(value: Value) -> Result<u32, ErrorKind> {
    let whole = value.to_whole().filter(|sides| *sides > 0);
    let whole = whole.ok_or_else(|| ErrorKind::BadSides { sides: value.to_string() })?;
    let fits = u32::try_from(whole).ok().filter(|sides| *sides <= limits::SIDES);
    fits.ok_or(ErrorKind::TooManySides { most: limits::SIDES })
}

/// A number of dice, checked; below zero none are thrown.
pub(crate) fn count(value: Value) -> Result<u32, ErrorKind> {
    let whole = value.to_whole();
    let whole = whole.ok_or_else(|| ErrorKind::BadCount { count: value.to_string() })?;
    let fits = u32::try_from(whole.max(0)).ok().filter(|count| *count <= limits::DICE);
    fits.ok_or(ErrorKind::TooManyDice { most: limits::DICE })
}
