use std::cmp::Ordering;
use std::ops::RangeBounds;

use num_bigint::{BigInt, BigUint};
use num_rational::Ratio;
use num_traits::{One, ToPrimitive, Zero};

use crate::Value;

/// An exact fraction of any size.
pub type Fraction = Ratio<BigInt>;

/// The machine number next to a fraction, for display only.
pub fn approximate(fraction: &Fraction) -> f64 {
    let (num, den) = (fraction.numer(), fraction.denom());
    // Enough bits in the quotient that truncating it is below the precision of an `f64`.
    let shift = (den.bits() + 64).saturating_sub(num.bits());
    let quotient = (num << shift) / den;
    let half = shift / 2;
    let scale = |bits: u64| 2f64.powi(-i32::try_from(bits).unwrap_or(i32::MAX));
    quotient.to_f64().unwrap_or(f64::INFINITY) * scale(half) * scale(shift - half)
}

/// The exact odds of an expression: a whole weight for every result, over one denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    weights: Vec<(Value, BigUint)>,
    denominator: BigUint,
    rest: BigUint,
}

/// The chance that one roll is less than, equal to or greater than another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// Chance that the first is less.
    pub less: Fraction,
    /// Chance that both are equal.
    pub equal: Fraction,
    /// Chance that the first is greater.
    pub greater: Fraction,
}

/// A stretch of results and its chance. Missing ends are open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Band {
    /// The results above this one belong to the band; `None` for the lowest band.
    pub above: Option<Value>,
    /// The highest result of the band; `None` for the highest band.
    pub up_to: Option<Value>,
    /// The chance of the band.
    pub chance: Fraction,
}

impl Odds {
    /// Takes sorted, distinct values with weights above zero that sum to the denominator.
    pub(crate) fn new(weights: Vec<(Value, BigUint)>, denominator: BigUint, rest: BigUint) -> Self {
        debug_assert!(weights.is_sorted_by(|a, b| a.0 < b.0));
        Self { weights, denominator, rest }
    }

    /// The results with their weights, in ascending order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Value, &BigUint)> + DoubleEndedIterator {
        self.weights.iter().map(|(value, weight)| (*value, weight))
    }

    /// How many different results there are.
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// Never: every expression has at least one result.
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    /// What the weights are parts of; they sum to it.
    pub fn denominator(&self) -> &BigUint {
        &self.denominator
    }

    /// The weight of the throws in which the cap stopped an explosion that would have gone on.
    ///
    /// They are included in the weights with the value they had when stopped.
    pub fn rest(&self) -> &BigUint {
        &self.rest
    }

    /// The lowest possible result.
    pub fn lowest(&self) -> Value {
        self.weights.first().map_or(Value::ZERO, |(value, _)| *value)
    }

    /// The highest possible result.
    pub fn highest(&self) -> Value {
        self.weights.last().map_or(Value::ZERO, |(value, _)| *value)
    }

    /// The weight of one result.
    pub fn weight(&self, value: Value) -> BigUint {
        let found = self.weights.binary_search_by(|(known, _)| known.cmp(&value));
        found.map_or_else(|_| BigUint::ZERO, |at| self.weights[at].1.clone())
    }

    /// The chance of one result.
    pub fn chance(&self, value: Value) -> Fraction {
        self.fraction(self.weight(value))
    }

    /// The chance of any result within a range: `odds.within(lo..=hi)`.
    pub fn within(&self, range: impl RangeBounds<Value>) -> Fraction {
        let inside = self.weights.iter().filter(|(value, _)| range.contains(value));
        self.fraction(inside.map(|(_, weight)| weight).sum())
    }

    /// The chance of `value` or more.
    pub fn at_least(&self, value: Value) -> Fraction {
        self.within(value..)
    }

    /// The chance of `value` or less.
    pub fn at_most(&self, value: Value) -> Fraction {
        self.within(..=value)
    }

    /// The chance of less than `value`.
    pub fn below(&self, value: Value) -> Fraction {
        self.within(..value)
    }

    /// The chance of more than `value`.
    pub fn above(&self, value: Value) -> Fraction {
        Fraction::one() - self.at_most(value)
    }

    /// The chance of a result from `low` to `high`, both included.
    pub fn between(&self, low: Value, high: Value) -> Fraction {
        self.within(low..=high)
    }

    /// The average result.
    pub fn mean(&self) -> Fraction {
        self.average(|value| value)
    }

    /// The average squared distance from the mean.
    pub fn variance(&self) -> Fraction {
        let mean = self.mean();
        self.average(|value| &value * &value) - &mean * &mean
    }

    /// The square root of the variance, rounded to a machine number for display.
    pub fn deviation(&self) -> f64 {
        approximate(&self.variance()).sqrt()
    }

    /// The lowest result that is reached or undercut with at least this chance; ½ is the median.
    pub fn quantile(&self, chance: &Fraction) -> Value {
        let wanted = chance * Fraction::from(BigInt::from(self.denominator.clone()));
        let mut reached = BigUint::ZERO;
        for (value, weight) in &self.weights {
            reached += weight;
            if Fraction::from(BigInt::from(reached.clone())) >= wanted {
                return *value;
            }
        }
        self.highest()
    }

    /// The result with half of the weight up to it.
    pub fn median(&self) -> Value {
        self.quantile(&Fraction::new(1.into(), 2.into()))
    }

    /// The chances of the stretches cut by `edges`: `[5, 8]` gives ≤5, 6–8 and ≥9.
    ///
    /// Edges are sorted first and repeated ones count once.
    pub fn bands(&self, edges: &[Value]) -> Vec<Band> {
        let mut edges = edges.to_vec();
        edges.sort();
        edges.dedup();
        let mut sums = vec![BigUint::ZERO; edges.len() + 1];
        for (value, weight) in &self.weights {
            sums[edges.partition_point(|edge| edge < value)] += weight;
        }
        let band = |(at, sum): (usize, BigUint)| Band {
            above: at.checked_sub(1).and_then(|below| edges.get(below)).copied(),
            up_to: edges.get(at).copied(),
            chance: self.fraction(sum),
        };
        sums.into_iter().enumerate().map(band).collect()
    }

    /// How a roll of this compares with an independent roll of the other.
    pub fn compare(&self, other: &Odds) -> Comparison {
        let (mut less, mut equal) = (BigUint::ZERO, BigUint::ZERO);
        let (mut above, mut at) = (other.denominator.clone(), 0);
        for (value, weight) in &self.weights {
            let mut same = &BigUint::ZERO;
            while let Some((theirs, their_weight)) = other.weights.get(at) {
                match theirs.cmp(value) {
                    Ordering::Greater => break,
                    Ordering::Equal => same = their_weight,
                    Ordering::Less => {}
                }
                above -= their_weight;
                at += 1;
            }
            less += weight * &above;
            equal += weight * same;
        }
        let whole = BigInt::from(&self.denominator * &other.denominator);
        let less = Fraction::new(less.into(), whole.clone());
        let equal = Fraction::new(equal.into(), whole);
        let greater = Fraction::one() - &less - &equal;
        Comparison { less, equal, greater }
    }

    fn fraction(&self, weight: BigUint) -> Fraction {
        Fraction::new(weight.into(), self.denominator.clone().into())
    }

    fn average(&self, of: impl Fn(Fraction) -> Fraction) -> Fraction {
        let mut sum = Fraction::zero();
        for (value, weight) in &self.weights {
            let value = Fraction::new(value.numerator().into(), value.denominator().into());
            sum += of(value) * Fraction::from(BigInt::from(weight.clone()));
        }
        sum / Fraction::from(BigInt::from(self.denominator.clone()))
    }
}
