//! Exact odds: a distribution for every sub-expression, from the leaves up.
//!
//! Every pool is thrown once and nothing is bound to a name, so sub-expressions are independent
//! and distributions say all there is to know about them. [`odds`] is the whole interface.

pub(crate) mod cost;
mod dist;
pub(crate) mod flat;
mod keep;
mod plan;
mod pool;
mod power;
mod sorted;
mod table;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;

use num_bigint::BigUint;

use crate::expr::{Count, Faces, Id, Node, Span, Step};
use crate::faces::{self, Shape};
use crate::odds::Common;
use crate::op::{Function, Op};
use crate::roll::at;
use crate::{Error, ErrorKind, Expr, Names, Odds, Value, limits};
use cost::Budget;
pub(crate) use dist::Dist;
use pool::Dice;

type Exact<T> = Result<T, Box<Error>>;

/// The exact odds of an expression, for at most so much work. What is too much is refused before it
/// is computed.
pub(crate) fn odds(expr: &Expr, names: &dyn Names, work: u64) -> Result<Odds, Error> {
    let mut budget = Budget::new(0);
    counted(expr, names, work, &mut budget)
}

/// [`odds`], with what they cost.
fn counted(expr: &Expr, names: &dyn Names, work: u64, budget: &mut Budget) -> Result<Odds, Error> {
    let work = plan::plan(expr, names, work).map_err(|error| *error)?;
    *budget = Budget::new(work);
    let mut whole = Walk { expr, names, budget, left: limits::DICE, uncut: false };
    let root = expr.0.root();
    let dist = whole.node(root).map_err(|error| *error)?;
    let explodes = |step: &Step| matches!(step, Step::Explode { .. });
    let mut rest = BigUint::ZERO;
    if expr.0.steps.iter().any(explodes) {
        // The same walk without the throws that a cap stopped; what is missing was stopped.
        let mut uncut = Walk { left: limits::DICE, uncut: true, ..whole };
        let going = uncut.node(root).map_err(|error| *error)?;
        rest = &dist.total - going.weights.sum() * &dist.total / going.total;
        whole = uncut;
    }
    let common = |budget: &mut Budget| Common::of(&dist, budget);
    let common = whole.paying(Span::default(), common).map_err(|error| *error)?;
    Ok(Odds::new(dist.support, dist.weights, dist.total, rest, common))
}

struct Walk<'a> {
    expr: &'a Expr,
    names: &'a dyn Names,
    budget: &'a mut Budget,
    /// How many more dice may be thrown.
    left: u32,
    uncut: bool,
}

impl Walk<'_> {
    fn node(&mut self, id: Id) -> Exact<Dist> {
        let expr = self.expr;
        match &expr.0.nodes[usize::from(id)] {
            Node::Number(value) => Ok(Dist::point(*value)),
            Node::Name { name, span } => {
                let name = expr.0.name(*name);
                let found = self.names.get(name);
                let unknown = || crate::names::unknown(&expr.0, name, *span, self.names);
                found.map(Dist::point).ok_or_else(unknown)
            }
            Node::Pool(index) => self.pool(*index),
            Node::Negate(inner, span) => {
                let inner = self.node(*inner)?;
                self.paying(*span, |budget| inner.map(budget, Value::try_neg))
            }
            Node::Binary { op, left, right, span } => {
                let left = self.node(*left)?;
                let right = self.node(*right)?;
                self.paying(*span, |budget| binary(*op, &left, &right, budget))
            }
            Node::Call { function, args, span } => self.call(*function, expr.0.args(*args), *span),
        }
    }

    fn call(&mut self, function: Function, args: &[Id], span: Span) -> Exact<Dist> {
        let [first, rest @ ..] = args else { return Ok(Dist::point(Value::ZERO)) };
        let mut dist = self.node(*first)?;
        match (function, rest) {
            (Function::If, [then, otherwise]) => self.branches(&dist, *then, *otherwise, span),
            (Function::Min | Function::Max, _) => {
                let least = function == Function::Min;
                let order = if least { Ordering::Less } else { Ordering::Greater };
                for arg in rest {
                    let other = self.node(*arg)?;
                    dist = self.paying(span, |budget| dist.extreme(order, &other, budget))?;
                }
                Ok(dist)
            }
            _ => self.paying(span, |budget| dist.map(budget, |value| function.of_one(value))),
        }
    }

    /// Only a branch that can be chosen is looked at, as only a chosen one is rolled.
    fn branches(&mut self, condition: &Dist, then: Id, otherwise: Id, span: Span) -> Exact<Dist> {
        if condition.is_certain() {
            return self.node(if condition.value(0).is_true() { then } else { otherwise });
        }
        let (yes, no) = condition.truth();
        let before = self.left;
        let mut least = before;
        let mut branch = |chance: &BigUint, id: Id| -> Exact<Dist> {
            if *chance == BigUint::ZERO {
                return Ok(Dist::point(Value::ZERO));
            }
            self.left = before;
            let dist = self.node(id)?;
            least = least.min(self.left);
            Ok(dist)
        };
        let (then, otherwise) = (branch(&yes, then)?, branch(&no, otherwise)?);
        self.left = least;
        let whole = &condition.total;
        self.paying(span, |budget| Dist::either((&yes, then), (&no, otherwise), whole, budget))
    }

    fn pool(&mut self, index: u16) -> Exact<Dist> {
        let uncut = self.uncut;
        let Some(dice) = pool_of(self, index)? else { return Ok(Dist::point(Value::ZERO)) };
        let dice = Dice { uncut, ..dice };
        let span = self.expr.0.pools[usize::from(index)].span;
        self.paying(span, |budget| dice.odds(budget))
    }

    fn paying<T>(
        &mut self,
        span: Span,
        work: impl FnOnce(&mut Budget) -> Result<T, ErrorKind>,
    ) -> Exact<T> {
        work(self.budget).map_err(at(span))
    }
}

/// Whoever meets the pools of an expression in order.
trait Pools<'a> {
    fn expr(&self) -> &'a Expr;
    /// How many more dice may be thrown.
    fn left(&mut self) -> &mut u32;
    /// The value of a sub-expression without dice; none where it has none.
    fn certain(&mut self, id: Id) -> Exact<Option<Value>>;
}

impl<'a> Pools<'a> for Walk<'a> {
    fn expr(&self) -> &'a Expr {
        self.expr
    }

    fn left(&mut self) -> &mut u32 {
        &mut self.left
    }

    fn certain(&mut self, id: Id) -> Exact<Option<Value>> {
        self.node(id).map(|dist| Some(dist.value(0)))
    }
}

/// A pool with its count and faces known; none where they have no value.
fn pool_of<'a>(among: &mut impl Pools<'a>, index: u16) -> Exact<Option<Dice<'a>>> {
    let expr = among.expr();
    let pool = &expr.0.pools[usize::from(index)];
    let fail = at(pool.span);
    let count = match pool.count {
        Count::Fixed(count) => count,
        Count::Of(id) => match among.certain(id)? {
            Some(value) => faces::count(value).map_err(&fail)?,
            None => return Ok(None),
        },
    };
    let shape = match pool.faces {
        Faces::Of(id) => match among.certain(id)? {
            Some(value) => Shape::Sides(faces::sides(value).map_err(&fail)?),
            None => return Ok(None),
        },
        written => expr.0.shape(written).unwrap_or(Shape::Sides(1)),
    };
    let steps = expr.0.steps(pool);
    let doubled = steps.iter().any(|step| matches!(step, Step::Advantage(_)));
    let count = if doubled { 2 * count } else { count };
    let left = among.left();
    let after = left.checked_sub(count);
    *left = after.ok_or_else(|| fail(ErrorKind::TooManyDice { most: limits::DICE }))?;
    Ok(Some(Dice { count, shape, steps, uncut: false }))
}

fn binary(op: Op, left: &Dist, right: &Dist, budget: &mut Budget) -> Result<Dist, ErrorKind> {
    match op {
        Op::Add => left.add(right, budget),
        Op::Subtract => left.add(&right.map(budget, Value::try_neg)?, budget),
        Op::Compare(compare) => left.compare(compare, right, budget),
        Op::Multiply | Op::Divide | Op::Remainder | Op::Power => {
            left.pairs(right, budget, |left, right| op.apply(left, right))
        }
    }
}
