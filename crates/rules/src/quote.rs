//! What a command would do, before it is given (B-14, B-20).

use dice::Odds;
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use serde::{Deserialize, Serialize};

use crate::{Message, RuleId, Term};

/// A number that explains itself: its parts, each with its source and rule.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Sum {
    /// The parts added up.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub total: i64,
    /// What it is made of, in the order it was put together.
    pub parts: Vec<SumPart>,
}

/// One part of a [`Sum`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SumPart {
    /// Where it comes from.
    pub source: Message,
    /// What it adds.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub value: i64,
    /// The rule that says so.
    pub rule: RuleId,
}

impl Sum {
    /// Adds a part.
    pub fn add(&mut self, source: Message, value: i64, rule: &'static str) {
        self.total += value;
        self.parts.push(SumPart { source, value, rule: RuleId::new(rule) });
    }
}

/// How good an outcome is for the one who rolls; pages give each its colour and shape.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Tone {
    /// It fails.
    Failure,
    /// It succeeds at a price, or ties.
    Mixed,
    /// It succeeds.
    Full,
    /// It succeeds with style.
    Style,
}

/// The exact chance of one outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Chance {
    /// The outcome's name in the pack.
    pub label: Term,
    /// How good it is.
    pub tone: Tone,
    /// Its weight over [`Chances::denominator`]; a string, as it may pass 2⁵³.
    pub weight: String,
    /// The same in hundredths of a percent, rounded so that all together make 10,000.
    pub basis_points: u32,
}

/// The exact chances of all outcomes of a roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Chances {
    /// The common denominator.
    pub denominator: String,
    /// The outcomes, worst first.
    pub outcomes: Vec<Chance>,
}

impl Chances {
    /// Sorts every value of `odds` into the outcome `band` names by index into `outcomes`.
    #[must_use]
    pub fn new(
        odds: &Odds,
        outcomes: &[(Term, Tone)],
        band: impl Fn(dice::Value) -> usize,
    ) -> Self {
        let mut weights = vec![BigUint::zero(); outcomes.len()];
        for (value, weight) in odds.iter() {
            weights[band(value)] += weight;
        }
        let whole: BigUint = weights.iter().sum();
        let shares = basis_points(&weights, &whole);
        Self {
            denominator: whole.to_string(),
            outcomes: outcomes
                .iter()
                .zip(weights.iter().zip(shares))
                .map(|((label, tone), (weight, basis_points))| Chance {
                    label: label.clone(),
                    tone: *tone,
                    weight: weight.to_string(),
                    basis_points,
                })
                .collect(),
        }
    }
}

/// Hundredths of a percent by largest remainder, so that they always make 10,000.
fn basis_points(weights: &[BigUint], whole: &BigUint) -> Vec<u32> {
    if whole.is_zero() {
        return vec![0; weights.len()];
    }
    let scaled: Vec<(u32, BigUint)> = weights
        .iter()
        .map(|weight| {
            let exact = weight * 10_000_u32;
            let floor = &exact / whole;
            let rest = exact - &floor * whole;
            (floor.to_u32().unwrap_or(10_000), rest)
        })
        .collect();
    let mut shares: Vec<u32> = scaled.iter().map(|(floor, _)| *floor).collect();
    let missing = 10_000_usize.saturating_sub(shares.iter().sum::<u32>() as usize);
    let mut by_rest: Vec<usize> = (0..weights.len()).collect();
    by_rest.sort_by(|&a, &b| scaled[b].1.cmp(&scaled[a].1));
    for index in by_rest.into_iter().take(missing) {
        shares[index] += 1;
    }
    shares
}

/// How a number that is not a plain sum was worked out, step by step (B-14).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Calculation {
    /// Which number; pages find it by this.
    pub id: String,
    /// What the number is called.
    pub of: Message,
    /// What it comes to.
    pub value: String,
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// The rule that says so.
    pub rule: RuleId,
}

/// One step of a [`Calculation`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Step {
    /// How it joins what stands before: `×`, `+`; empty for the first.
    pub sign: String,
    /// Where it comes from.
    pub source: Message,
    /// What it is; empty where the source says all.
    pub value: String,
}

impl Calculation {
    /// A number without steps yet.
    #[must_use]
    pub fn new(id: &str, of: Message, value: impl ToString, rule: &'static str) -> Self {
        let (id, value) = (id.to_owned(), value.to_string());
        Self { id, of, value, steps: Vec::new(), rule: RuleId::new(rule) }
    }

    /// With one more step.
    #[must_use]
    pub fn step(mut self, sign: &str, source: Message, value: impl ToString) -> Self {
        self.steps.push(Step { sign: sign.to_owned(), source, value: value.to_string() });
        self
    }
}

/// When an act would begin and land, and with what force; in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Timing {
    /// When it begins.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub start: i64,
    /// When it lands.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub end: i64,
    /// The impact declared.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub impact: i64,
    /// The impact as it lands if nothing meets it.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub power: i64,
}

/// What a command would do: its number, its chances, its price. Pure and never logged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Quote {
    /// The number it would act with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub sum: Option<Sum>,
    /// The exact chances of each outcome.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub chances: Option<Chances>,
    /// Anything else worth knowing first: costs, times, limits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Message>,
    /// Numbers that would follow, each with how it is worked out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calculations: Vec<Calculation>,
    /// When an act would land.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub timing: Option<Timing>,
}
