use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::{Expr, Value};

/// One roll of an expression: the result and every die that made it.
///
/// Its `Display` tells the story: `1d8[6] + 3d4kh1[2, (1), 4] = 10`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Rolled {
    /// What was rolled.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub expr: Expr,
    /// The result.
    #[cfg_attr(feature = "ts", ts(type = "number | string"))]
    pub value: Value,
    /// The pools that were thrown, in the order they were.
    #[cfg_attr(feature = "ts", ts(as = "Vec<PoolTrace>"))]
    pub pools: SmallVec<[PoolTrace; 2]>,
    /// The names that were looked up, and what they stood for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(type = "[string, number | string][]", optional))]
    pub names: Vec<(String, Value)>,
}

/// The dice of one pool as they fell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PoolTrace {
    /// Which pool of the expression, counted from 0 as written.
    pub pool: u32,
    /// How many dice were asked for.
    pub count: u32,
    /// How many sides they have, when that was looked up in a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub sides: Option<u32>,
    /// The dice, in the order they were thrown.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Die>"))]
    pub dice: Dice,
    /// What the pool is worth: the sum of the kept dice, or the number of successes.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub total: i64,
}

/// The dice of a pool; a handful needs no memory of its own.
pub type Dice = SmallVec<[Die; 6]>;

/// One thrown die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Die {
    /// What it shows.
    pub face: i32,
    /// What became of it.
    pub state: State,
    /// Whether it exploded, so that the next die was thrown.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub exploded: bool,
}

/// What became of a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It adds its face to the sum.
    Kept,
    /// It was dropped by a keep or drop step.
    Dropped,
    /// It was thrown again; the next die replaces it.
    Rerolled,
    /// It was counted as a success.
    Counted,
    /// It was looked at and is no success.
    Missed,
}
