//! The exact distribution of one sub-expression, and how distributions combine.

use std::cmp::Ordering;
use std::collections::HashMap;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;

use super::flat::{self, Flat, width_of};
use crate::odds::Support;
use crate::op::Compare;
use crate::{ArithmeticError, ErrorKind, Value, limits};

/// Whole weights over one total; independent of every other distribution.
#[derive(Clone, Debug)]
pub(crate) struct Dist {
    pub support: Support,
    pub weights: Flat,
    /// What the weights are parts of. They sum to it, or to less when cut throws are left out.
    pub total: BigUint,
}

/// What may still be spent on the way to the odds.
pub(crate) struct Budget {
    left: u64,
}

impl Budget {
    pub fn new(work: u64) -> Self {
        Self { left: work }
    }

    /// Pays for some additions of words.
    pub fn spend(&mut self, work: u64) -> Result<(), ErrorKind> {
        let left = self.left.checked_sub(work);
        self.left = left.ok_or(ErrorKind::TooMuchWork { most: limits::WORK })?;
        Ok(())
    }

    /// Refuses a distribution that is too large to hold.
    pub fn hold(&self, outcomes: usize, width: usize) -> Result<(), ErrorKind> {
        if outcomes > limits::OUTCOMES {
            return Err(ErrorKind::TooManyOutcomes { most: limits::OUTCOMES });
        }
        if outcomes as u64 * width as u64 > limits::WORDS {
            return Err(ErrorKind::TooMuchWork { most: limits::WORK });
        }
        Ok(())
    }
}

/// Roughly what one number of a distribution costs besides its words.
const EACH: u64 = 50;

impl Dist {
    /// A number that is certain.
    pub fn point(value: Value) -> Self {
        let support = match value.to_whole() {
            Some(whole) => Support::Run(whole),
            None => Support::Points(vec![value]),
        };
        Self { support, weights: Flat::from_words(1, vec![1]), total: BigUint::one() }
    }

    /// Whole numbers from `low` on.
    pub fn run(low: i64, weights: Flat, total: BigUint) -> Self {
        Self { support: Support::Run(low), weights, total }
    }

    pub fn len(&self) -> usize {
        self.weights.len()
    }

    pub fn value(&self, at: usize) -> Value {
        self.support.value(at)
    }

    /// The values that can happen, with their places.
    fn possible(&self) -> impl DoubleEndedIterator<Item = (usize, Value)> {
        let possible = (0..self.len()).filter(|at| !self.weights.is_zero(*at));
        possible.map(|at| (at, self.value(at)))
    }

    /// Every value replaced by a function of it.
    pub fn map(
        &self,
        budget: &mut Budget,
        of: impl Fn(Value) -> Result<Value, ArithmeticError>,
    ) -> Result<Self, ErrorKind> {
        budget.spend(self.len() as u64 * (EACH + self.weights.width() as u64))?;
        let mut mapped = Vec::with_capacity(self.len());
        for (at, value) in self.possible() {
            mapped.push((of(value)?, at));
        }
        Ok(self.gathered(mapped, self.total.clone()))
    }

    /// Sorts values, adds up the weights of equal ones, and prefers a run where it is dense.
    fn gathered(&self, mut values: Vec<(Value, usize)>, total: BigUint) -> Self {
        if !values.is_sorted() {
            values.sort_unstable();
        }
        let width = self.weights.width();
        let mut points: Vec<Value> = Vec::with_capacity(values.len());
        let mut weights = Flat::from_words(width, Vec::with_capacity(values.len() * width));
        for (value, at) in values {
            match points.last() {
                Some(last) if *last == value => {
                    weights.add_row(points.len() - 1, self.weights.row(at));
                }
                _ => {
                    points.push(value);
                    weights.push(self.weights.row(at));
                }
            }
        }
        Self { support: Support::Points(points), weights, total }.compact()
    }

    /// A run instead of points where that is not much longer.
    fn compact(self) -> Self {
        let Support::Points(points) = &self.support else { return self };
        let whole = points.iter().all(|value| value.is_whole());
        let (Some(first), Some(last), true) = (points.first(), points.last(), whole) else {
            return self;
        };
        let (low, high) = (first.numerator(), last.numerator());
        let Some(length) = high.checked_sub(low).and_then(|d| usize::try_from(d).ok()) else {
            return self;
        };
        if length / 4 > points.len() {
            return self;
        }
        let mut weights = Flat::zeros(length + 1, self.weights.width());
        for (value, row) in points.iter().zip(self.weights.rows()) {
            weights.add_row((value.numerator() - low) as usize, row);
        }
        Self::run(low, weights, self.total)
    }

    /// The sum of both.
    pub fn add(&self, other: &Self, budget: &mut Budget) -> Result<Self, ErrorKind> {
        let (Support::Run(a), Support::Run(b)) = (&self.support, &other.support) else {
            return self.pairs(other, budget, Value::try_add);
        };
        // The ends decide whether any sum overflows.
        self.value(self.len() - 1).try_add(other.value(other.len() - 1))?;
        let low = Value::whole(*a).try_add(Value::whole(*b))?;
        let total = &self.total * &other.total;
        let width = width_of(&total);
        let length = self.len() + other.len() - 1;
        budget.hold(length, width)?;
        budget.spend(product_cost(&self.weights, &other.weights, width))?;
        let weights = match (self.is_certain(), other.is_certain()) {
            (true, _) => other.weights.clone(),
            (_, true) => self.weights.clone(),
            _ => self.weights.product(&other.weights, width),
        };
        Ok(Self::run(low.numerator(), weights, total))
    }

    /// Every pair of values combined; the general, quadratic way.
    pub fn pairs(
        &self,
        other: &Self,
        budget: &mut Budget,
        of: impl Fn(Value, Value) -> Result<Value, ArithmeticError>,
    ) -> Result<Self, ErrorKind> {
        if other.is_certain() {
            let right = other.value(0);
            return self.map(budget, |left| of(left, right));
        }
        if self.is_certain() {
            let left = self.value(0);
            return other.map(budget, |right| of(left, right));
        }
        let (a, b) = (self.weights.width() as u64, other.weights.width() as u64);
        budget.spend(self.len() as u64 * other.len() as u64 * (2 * EACH + a * b))?;
        let total = &self.total * &other.total;
        let width = width_of(&total);
        let mut places: HashMap<Value, usize> = HashMap::new();
        let mut weights = Flat::zeros(0, width);
        for (i, left) in self.possible() {
            for (j, right) in other.possible() {
                let next = weights.len();
                let at = *places.entry(of(left, right)?).or_insert(next);
                if at == next {
                    budget.hold(next + 1, width)?;
                    weights.push(&[0]);
                }
                let row = weights.row_mut(at);
                flat::multiply_add(row, self.weights.row(i), other.weights.row(j));
            }
        }
        let all = Self { support: Support::Run(0), weights, total: BigUint::one() };
        // The order of a hash map must not show: `gathered` sorts.
        Ok(all.gathered(places.into_iter().collect(), total))
    }

    /// One if the comparison holds, else zero.
    pub fn compare(
        &self,
        compare: Compare,
        other: &Self,
        budget: &mut Budget,
    ) -> Result<Self, ErrorKind> {
        let sums = self.against(other, budget)?;
        let mut truth = BigUint::ZERO;
        let mut all = BigUint::ZERO;
        for (at, below, equal, above) in sums {
            let weight = self.weights.get(at);
            let holds = match compare {
                Compare::Less => above.clone(),
                Compare::AtMost => &above + &equal,
                Compare::Greater => below.clone(),
                Compare::AtLeast => &below + &equal,
                Compare::Equal => equal.clone(),
                Compare::Unequal => &below + &above,
            };
            truth += &weight * holds;
            all += weight * (below + equal + above);
        }
        let total = &self.total * &other.total;
        let weights = Flat::from_big(&[all - &truth, truth], width_of(&total));
        Ok(Self::run(0, weights, total))
    }

    /// The lesser or the greater of both.
    pub fn extreme(
        &self,
        order: Ordering,
        other: &Self,
        budget: &mut Budget,
    ) -> Result<Self, ErrorKind> {
        let total = &self.total * &other.total;
        let width = width_of(&total);
        let mut values = Vec::new();
        let mut weights = Flat::zeros(0, width);
        // `a` is the extreme alone, then `b` is the extreme alone or level with `a`.
        for (dist, against, level) in [(self, other, false), (other, self, true)] {
            for (at, below, equal, above) in dist.against(against, budget)? {
                let beaten = if order == Ordering::Less { above } else { below };
                let beaten = if level { beaten + equal } else { beaten };
                let weight = dist.weights.get(at) * beaten;
                if weight != BigUint::ZERO {
                    values.push((dist.value(at), weights.len()));
                    weights.push(&weight.to_u64_digits());
                }
            }
        }
        budget.hold(values.len(), width)?;
        let all = Self { support: Support::Run(0), weights, total: BigUint::one() };
        Ok(all.gathered(values, total))
    }

    /// For every possible value: how much of the other is below, equal and above.
    fn against(
        &self,
        other: &Self,
        budget: &mut Budget,
    ) -> Result<Vec<(usize, BigUint, BigUint, BigUint)>, ErrorKind> {
        let width = (self.weights.width() * other.weights.width()) as u64;
        budget.spend((self.len() + other.len()) as u64 * (4 * EACH + width))?;
        let mut theirs = other.possible().peekable();
        let mut below = BigUint::ZERO;
        let all = other.weights.sum();
        let mut sums = Vec::with_capacity(self.len());
        for (at, value) in self.possible() {
            while let Some((place, _)) = theirs.next_if(|(_, their)| *their < value) {
                below += other.weights.get(place);
            }
            let equal = match theirs.peek() {
                Some((place, their)) if *their == value => other.weights.get(*place),
                _ => BigUint::ZERO,
            };
            let above = &all - &below - &equal;
            sums.push((at, below.clone(), equal, above));
        }
        Ok(sums)
    }

    /// The weights of «not zero» and of «zero».
    pub fn truth(&self) -> (BigUint, BigUint) {
        let (mut yes, mut no) = (BigUint::ZERO, BigUint::ZERO);
        for (at, value) in self.possible() {
            *(if value.is_true() { &mut yes } else { &mut no }) += self.weights.get(at);
        }
        (yes, no)
    }

    /// One branch or the other, by weights of a condition whose total is `whole`.
    pub fn either(
        yes: (&BigUint, Self),
        no: (&BigUint, Self),
        whole: &BigUint,
        budget: &mut Budget,
    ) -> Result<Self, ErrorKind> {
        let common = yes.1.total.lcm(&no.1.total);
        let total = whole * &common;
        let width = width_of(&total);
        let mut values = Vec::new();
        let mut weights = Flat::zeros(0, width);
        for (chance, branch) in [&yes, &no] {
            let scale = *chance * (&common / &branch.total);
            budget.spend(branch.len() as u64 * (4 * EACH + 2 * width as u64))?;
            for (at, value) in branch.possible() {
                values.push((value, weights.len()));
                weights.push(&(branch.weights.get(at) * &scale).to_u64_digits());
            }
        }
        budget.hold(values.len(), width)?;
        let all = Self { support: Support::Run(0), weights, total: BigUint::one() };
        Ok(all.gathered(values, total))
    }

    fn is_certain(&self) -> bool {
        self.len() == 1 && self.total.is_one() && self.weights.words() == [1]
    }
}

/// Roughly what a product of polynomials costs.
pub(crate) fn product_cost(a: &Flat, b: &Flat, width: usize) -> u64 {
    let (a, b, width) = (a.len() as u64, b.len() as u64, width as u64);
    let (few, many) = (a.min(b) * width, a.max(b) * width);
    // Karatsuba and better: about n^1.5 for n words, many/few times over.
    (few * few.isqrt() * 4).min(few * few).saturating_mul(many / few.max(1) + 1)
}
