use std::collections::{HashMap, HashSet};
use std::ops::{Bound, RangeBounds};

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::Ratio;
use num_traits::{One, ToPrimitive};

use crate::exact::Dist;
use crate::exact::cost::{self, Budget};
use crate::exact::flat::{self, Flat, width_of};
use crate::{ErrorKind, Value, limits};

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
    /// A common denominator of all results.
    common: BigUint,
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
        Common(common): Common,
    ) -> Self {
        let weights = weights.widened(width_of(&denominator));
        let gaps = (0..weights.len()).any(|at| weights.is_zero(at));
        if !gaps {
            return Self { support, weights, denominator, rest, common };
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
        Self { support, weights: rows, denominator, rest, common }
    }

    /// The results with their weights, in ascending order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Value, BigUint)> + DoubleEndedIterator {
        (0..self.len()).map(|at| (self.support.value(at), self.weights.get(at)))
    }

    /// The result at a place below [`Odds::len`], in ascending order.
    ///
    /// # Panics
    /// When there is no such place.
    pub fn value(&self, at: usize) -> Value {
        assert!(at < self.len(), "a place among the results");
        self.support.value(at)
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
        self.fraction(self.weight_within(range))
    }

    fn weight_within(&self, range: impl RangeBounds<Value>) -> BigUint {
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
        let mut sum = vec![0; self.weights.width()];
        for at in from..to {
            flat::add(&mut sum, self.weights.row(at));
        }
        flat::big(&sum)
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
        Fraction::new(self.moment(1), (&self.common * &self.denominator).into())
    }

    /// The average squared distance from the mean.
    pub fn variance(&self) -> Fraction {
        let (numerator, denominator) = self.spread();
        Fraction::new(numerator, denominator)
    }

    /// The variance, not in lowest terms.
    fn spread(&self) -> (BigInt, BigInt) {
        let (mean, square) = (self.moment(1), self.moment(2));
        let whole = &self.common * &self.denominator;
        (square * BigInt::from(self.denominator.clone()) - mean.pow(2), whole.pow(2).into())
    }

    /// The square root of the variance, rounded to a machine number for display.
    pub fn deviation(&self) -> f64 {
        let (numerator, denominator) = self.spread();
        // Lowest terms would change nothing that is shown.
        approximate(&Fraction::new_raw(numerator, denominator)).sqrt()
    }

    /// The lowest result that is reached or undercut with at least this chance; ½ is the median.
    pub fn quantile(&self, chance: &Fraction) -> Value {
        // One division beforehand instead of a fraction at every step.
        let wanted = chance.numer() * BigInt::from(self.denominator.clone());
        let wanted = wanted.div_ceil(chance.denom()).to_biguint().unwrap_or_default();
        let mut reached = vec![0; self.weights.width()];
        for at in 0..self.len() {
            flat::add(&mut reached, self.weights.row(at));
            if flat::big(&reached) >= wanted {
                return self.support.value(at);
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
    ///
    /// # Errors
    /// When it would take too much work.
    pub fn compare(&self, other: &Odds) -> Result<Comparison, ErrorKind> {
        let sizes = (self.len(), self.weights.width(), other.len(), other.weights.width());
        let mut budget = Budget::new(limits::WORK);
        budget.spend(cost::against(sizes))?;
        budget.spend(cost::gcd(self.weights.width() + other.weights.width()).saturating_mul(4))?;
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
        Ok(Comparison { less, equal, greater })
    }

    /// The chance of any result within a range as so many of `whole` equal parts, rounded half up:
    /// for display, where a fraction in lowest terms would take long and be rounded anyway.
    pub fn parts_within(&self, range: impl RangeBounds<Value>, whole: u32) -> u32 {
        let doubled = self.weight_within(range) * whole * 2u8 + &self.denominator;
        (doubled / (&self.denominator * 2u8)).to_u32().unwrap_or(whole)
    }

    fn fraction(&self, weight: BigUint) -> Fraction {
        Fraction::new(weight.into(), self.denominator.clone().into())
    }

    /// The sum of the weighted values to the power of one or two, over the common denominator to the
    /// same power: summed over each denominator first, so that nothing is reduced on the way.
    fn moment(&self, power: u32) -> BigInt {
        let mut sums: HashMap<i64, Signed> = HashMap::new();
        let width = self.weights.width();
        let mut latest = (1, Signed::zero(width));
        for at in 0..self.len() {
            let value = self.support.value(at);
            // Whole numbers come in runs: the map is asked only when the denominator changes.
            if value.denominator() != latest.0 {
                let next = sums.remove(&value.denominator());
                let next = next.unwrap_or_else(|| Signed::zero(width));
                let (known, sum) = std::mem::replace(&mut latest, (value.denominator(), next));
                sums.insert(known, sum);
            }
            latest.1.add(self.weights.row(at), value.numerator(), power);
        }
        sums.insert(latest.0, latest.1);
        let mut numerator = BigInt::ZERO;
        for (denominator, sum) in sums {
            let scale = (&self.common / denominator.unsigned_abs()).pow(power);
            numerator += sum.total() * BigInt::from(scale);
        }
        numerator
    }
}

/// A sum of positive and of negative products of weights, in words.
struct Signed {
    plus: Vec<u64>,
    minus: Vec<u64>,
}

impl Signed {
    fn zero(width: usize) -> Self {
        // Room for a square of 128 bits, and for the number of results.
        Self { plus: vec![0; width + 3], minus: vec![0; width + 3] }
    }

    fn add(&mut self, row: &[u64], numerator: i64, power: u32) {
        let sum = if numerator < 0 && power == 1 { &mut self.minus } else { &mut self.plus };
        let factor = u128::from(numerator.unsigned_abs()).pow(power);
        flat::multiply_add_word(sum, row, factor as u64);
        if factor >> 64 != 0 {
            flat::multiply_add_word(&mut sum[1..], row, (factor >> 64) as u64);
        }
    }

    fn total(&self) -> BigInt {
        BigInt::from(flat::big(&self.plus)) - BigInt::from(flat::big(&self.minus))
    }
}

/// The common denominator of some results, paid for together with all statistics over it.
pub(crate) struct Common(BigUint);

impl Common {
    /// Finds it in the values of a distribution.
    ///
    /// # Errors
    /// When the statistics of these values would take too much work.
    pub fn of(dist: &Dist, budget: &mut Budget) -> Result<Self, ErrorKind> {
        let mut common = BigUint::one();
        let mut known = HashSet::new();
        if let Support::Points(points) = &dist.support {
            budget.spend(cost::map(points.len(), 1))?;
            for value in points.iter().filter(|value| !value.is_whole()) {
                let denominator = value.denominator().unsigned_abs();
                if known.insert(denominator) {
                    budget.spend(cost::scaled(1, width_of(&common), 1))?;
                    let rest = (&common % denominator).to_u64().unwrap_or(0);
                    common *= denominator / denominator.gcd(&rest);
                }
            }
        }
        let (rows, width) = (dist.len(), dist.weights.width());
        budget.spend(cost::statistics(rows, width, known.len(), width_of(&common)))?;
        Ok(Self(common))
    }
}
