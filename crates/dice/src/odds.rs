use std::ops::{Bound, RangeBounds};

use num_bigint::{BigInt, BigUint};
use num_rational::Ratio;
use num_traits::{One, ToPrimitive, Zero};

use crate::Value;
use crate::exact::flat::{Flat, width_of};

/// An exact fraction of any size.
pub type Fraction = Ratio<BigInt>;

/// The machine number next to a fraction, for display only.
pub fn approximate(fraction: &Fraction) -> f64 {
    let (num, den) = (fraction.numer(), fraction.denom());
    // Enough bits in the quotient that truncating it is below the precision of an `f64`.
    let shift = (den.bits() + 64).saturating_sub(num.bits());
    let quotient = (num << shift) / den;
    let mut near = quotient.to_f64().unwrap_or(f64::INFINITY);
    let mut halvings = shift;
    while halvings > 0 {
        let step = halvings.min(1000);
        // Two to the power of -step, from the exponent bits.
        near *= f64::from_bits((1023 - step) << 52);
        halvings -= step;
    }
    near
}

/// The exact odds of an expression: a whole weight for every result, over one denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    support: Support,
    weights: Flat,
    denominator: BigUint,
    rest: BigUint,
}

/// The values that rows of weights belong to, ascending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Support {
    /// Whole numbers one after the other, from this one on.
    Run(i64),
    /// One by one.
    Points(Vec<Value>),
}

impl Support {
    pub fn value(&self, at: usize) -> Value {
        match self {
            // Lengths are far below 2^63, and the ends are checked when a run is made.
            Self::Run(low) => Value::whole(low + at as i64),
            Self::Points(points) => points[at],
        }
    }
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
    /// Takes ascending values whose weights sum to the denominator; leaves out the impossible.
    pub(crate) fn new(
        support: Support,
        weights: Flat,
        denominator: BigUint,
        rest: BigUint,
    ) -> Self {
        let weights = weights.widened(width_of(&denominator));
        let gaps = (0..weights.len()).any(|at| weights.is_zero(at));
        if !gaps {
            return Self { support, weights, denominator, rest };
        }
        let mut points = Vec::new();
        let mut rows = Flat::zeros(0, weights.width());
        for at in (0..weights.len()).filter(|at| !weights.is_zero(*at)) {
            points.push(support.value(at));
            rows.push(weights.row(at));
        }
        // Impossible ends alone leave a run a run.
        let run = points
            .windows(2)
            .all(|pair| pair[0].is_whole() && pair[0].try_add(Value::ONE) == Ok(pair[1]));
        let support = match (run, points.first()) {
            (true, Some(first)) if first.is_whole() => Support::Run(first.numerator()),
            _ => Support::Points(points),
        };
        Self { support, weights: rows, denominator, rest }
    }

    /// The results with their weights, in ascending order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Value, BigUint)> + DoubleEndedIterator {
        (0..self.len()).map(|at| (self.support.value(at), self.weights.get(at)))
    }

    /// How many different results there are.
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// Never: every expression has at least one result.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
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
        if self.is_empty() { Value::ZERO } else { self.support.value(0) }
    }

    /// The highest possible result.
    pub fn highest(&self) -> Value {
        self.len().checked_sub(1).map_or(Value::ZERO, |last| self.support.value(last))
    }

    /// The weight of one result.
    pub fn weight(&self, value: Value) -> BigUint {
        let at = self.first_from(|known| known >= value);
        let found = at < self.len() && self.support.value(at) == value;
        if found { self.weights.get(at) } else { BigUint::ZERO }
    }

    /// The place of the first value for which `reached` holds; it holds for all after it.
    fn first_from(&self, reached: impl Fn(Value) -> bool) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if reached(self.support.value(middle)) { high = middle } else { low = middle + 1 }
        }
        low
    }

    /// The chance of one result.
    pub fn chance(&self, value: Value) -> Fraction {
        self.fraction(self.weight(value))
    }

    /// The chance of any result within a range: `odds.within(lo..=hi)`.
    pub fn within(&self, range: impl RangeBounds<Value>) -> Fraction {
        let from = self.first_from(|value| match range.start_bound() {
            Bound::Included(low) => value >= *low,
            Bound::Excluded(low) => value > *low,
            Bound::Unbounded => true,
        });
        let to = self.first_from(|value| match range.end_bound() {
            Bound::Included(high) => value > *high,
            Bound::Excluded(high) => value >= *high,
            Bound::Unbounded => false,
        });
        self.fraction((from..to).map(|at| self.weights.get(at)).sum())
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
        self.average(1)
    }

    /// The average squared distance from the mean.
    pub fn variance(&self) -> Fraction {
        let mean = self.mean();
        self.average(2) - &mean * &mean
    }

    /// The square root of the variance, rounded to a machine number for display.
    pub fn deviation(&self) -> f64 {
        approximate(&self.variance()).sqrt()
    }

    /// The lowest result that is reached or undercut with at least this chance; ½ is the median.
    pub fn quantile(&self, chance: &Fraction) -> Value {
        let wanted = chance * Fraction::from(BigInt::from(self.denominator.clone()));
        let mut reached = BigUint::ZERO;
        for (value, weight) in self.iter() {
            reached += weight;
            if Fraction::from(BigInt::from(reached.clone())) >= wanted {
                return value;
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
        for (value, weight) in self.iter() {
            sums[edges.partition_point(|edge| *edge < value)] += weight;
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
        let mut above = other.denominator.clone();
        let mut theirs = other.iter().peekable();
        for (value, weight) in self.iter() {
            let mut same = BigUint::ZERO;
            while let Some((their, their_weight)) = theirs.next_if(|(their, _)| *their <= value) {
                above -= &their_weight;
                if their == value {
                    same = their_weight;
                }
            }
            less += &weight * &above;
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

    /// The average of the values to the power of one or two.
    fn average(&self, power: u32) -> Fraction {
        let (mut whole, mut parts) = (BigInt::ZERO, Fraction::zero());
        for (value, weight) in self.iter() {
            let weighted = BigInt::from(weight) * BigInt::from(value.numerator()).pow(power);
            if value.is_whole() {
                whole += weighted;
            } else {
                parts += Fraction::new(weighted, BigInt::from(value.denominator()).pow(power));
            }
        }
        (parts + Fraction::from(whole)) / Fraction::from(BigInt::from(self.denominator.clone()))
    }
}
