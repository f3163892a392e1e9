//! The exact distribution of one sub-expression, and how distributions combine.

use std::cmp::Ordering;
use std::collections::HashMap;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;

use super::cost::{self, Budget};
use super::flat::{self, Flat, width_of};
use crate::odds::Support;
use crate::op::Compare;
use crate::{ArithmeticError, ErrorKind, Value};

/// Whole weights over one total; independent of every other distribution.
#[derive(Clone, Debug)]
pub(crate) struct Dist {
    pub support: Support,
    pub weights: Flat,
    /// What the weights are parts of. They sum to it, or to less when cut throws are left out.
    pub total: BigUint,
}

/// How much of one distribution lies below, at and above a value.
struct Shares<'a> {
    below: &'a BigUint,
    equal: &'a BigUint,
    above: &'a BigUint,
}

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
        budget.spend(cost::map(self.len(), self.weights.width()))?;
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
        if self.is_certain() || other.is_certain() {
            budget.spend(cost::map(length, width))?;
        } else {
            budget.spend(cost::product(self.len(), other.len(), width))?;
        }
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
        let sizes = (self.len(), self.weights.width(), other.len(), other.weights.width());
        budget.spend(cost::pairs(sizes))?;
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
        let mut truth = BigUint::ZERO;
        self.against(other, budget, |at, Shares { below, equal, above }| {
            let weight = self.weights.get(at);
            truth += match compare {
                Compare::Less => weight * above,
                Compare::AtMost => weight * (above + equal),
                Compare::Greater => weight * below,
                Compare::AtLeast => weight * (below + equal),
                Compare::Equal => weight * equal,
                Compare::Unequal => weight * (below + above),
            };
        })?;
        let all = self.weights.sum() * other.weights.sum();
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
        budget.hold(self.len() + other.len(), width)?;
        let mut values = Vec::new();
        let mut weights = Flat::zeros(0, width);
        // `a` is the extreme alone, then `b` is the extreme alone or level with `a`.
        for (dist, against, level) in [(self, other, false), (other, self, true)] {
            dist.against(against, budget, |at, Shares { below, equal, above }| {
                let beaten = if order == Ordering::Less { above } else { below };
                let weight = dist.weights.get(at);
                let weight = if level { weight * (beaten + equal) } else { weight * beaten };
                if weight != BigUint::ZERO {
                    values.push((dist.value(at), weights.len()));
                    weights.push(&weight.to_u64_digits());
                }
            })?;
        }
        let all = Self { support: Support::Run(0), weights, total: BigUint::one() };
        Ok(all.gathered(values, total))
    }

    /// Tells of every possible value how much of the other is below, equal and above: one after the
    /// other, because all of them together are three times as large as the other.
    fn against(
        &self,
        other: &Self,
        budget: &mut Budget,
        mut each: impl FnMut(usize, Shares<'_>),
    ) -> Result<(), ErrorKind> {
        let sizes = (self.len(), self.weights.width(), other.len(), other.weights.width());
        budget.spend(cost::against(sizes))?;
        let mut theirs = other.possible().peekable();
        let mut below = BigUint::ZERO;
        let mut above = other.weights.sum();
        for (at, value) in self.possible() {
            while let Some((place, _)) = theirs.next_if(|(_, their)| *their < value) {
                let weight = other.weights.get(place);
                above -= &weight;
                below += weight;
            }
            match theirs.next_if(|(_, their)| *their == value) {
                Some((place, _)) => {
                    let equal = other.weights.get(place);
                    above -= &equal;
                    each(at, Shares { below: &below, equal: &equal, above: &above });
                    below += equal;
                }
                None => each(at, Shares { below: &below, equal: &BigUint::ZERO, above: &above }),
            }
        }
        Ok(())
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
        budget.spend(cost::gcd(yes.1.weights.width().max(no.1.weights.width())))?;
        let common = yes.1.total.lcm(&no.1.total);
        let total = whole * &common;
        let width = width_of(&total);
        let mut values = Vec::new();
        let mut weights = Flat::zeros(0, width);
        for (chance, branch) in [&yes, &no] {
            let scale = *chance * (&common / &branch.total);
            budget.hold(weights.len() + branch.len(), width)?;
            budget.spend(cost::scaled(branch.len(), branch.weights.width(), width))?;
            for (at, value) in branch.possible() {
                values.push((value, weights.len()));
                weights.push(&(branch.weights.get(at) * &scale).to_u64_digits());
            }
        }
        let all = Self { support: Support::Run(0), weights, total: BigUint::one() };
        Ok(all.gathered(values, total))
    }

    /// Whether it is one number, and no throw decided that.
    pub fn is_certain(&self) -> bool {
        self.len() == 1 && self.total.is_one() && self.weights.words() == [1]
    }
}
