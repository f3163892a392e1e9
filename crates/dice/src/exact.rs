//! Exact odds: a distribution for every sub-expression, from the leaves up.
//!
//! Every pool is thrown once and nothing is bound to a name, so sub-expressions are independent
//! and distributions say all there is to know about them. [`odds`] is the whole interface.

mod dist;
pub(crate) mod flat;
mod keep;
mod pool;
mod power;
mod sorted;
mod table;

use std::cmp::Ordering;

use num_bigint::BigUint;

use crate::expr::{Count, Faces, Id, Node, Span, Step};
use crate::faces::{self, Shape};
use crate::op::{Function, Op};
use crate::roll::at;
use crate::{Error, ErrorKind, Expr, Names, Odds, Value, limits};
use dist::{Budget, Dist};
use pool::Dice;

type Exact<T> = Result<T, Box<Error>>;

/// The exact odds of an expression, for at most so much work.
pub(crate) fn odds(expr: &Expr, names: &dyn Names, work: u64) -> Result<Odds, Error> {
    let mut whole =
        Walk { expr, names, budget: Budget::new(work), left: limits::DICE, uncut: false };
    let root = expr.0.root();
    let dist = whole.node(root).map_err(|error| *error)?;
    let explodes = |step: &Step| matches!(step, Step::Explode { .. });
    let mut rest = BigUint::ZERO;
    if expr.0.steps.iter().any(explodes) {
        // The same walk without the throws that a cap stopped; what is missing was stopped.
        let mut uncut = Walk { left: limits::DICE, uncut: true, ..whole };
        let going = uncut.node(root).map_err(|error| *error)?;
        rest = &dist.total - going.weights.sum() * &dist.total / going.total;
    }
    Ok(Odds::new(dist.support, dist.weights, dist.total, rest))
}

struct Walk<'a> {
    expr: &'a Expr,
    names: &'a dyn Names,
    budget: Budget,
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
        let expr = self.expr;
        let pool = &expr.0.pools[usize::from(index)];
        let fail = at(pool.span);
        let count = match pool.count {
            Count::Fixed(count) => count,
            Count::Of(id) => faces::count(self.certain(id)?).map_err(&fail)?,
        };
        let shape = match pool.faces {
            Faces::Of(id) => Shape::Sides(faces::sides(self.certain(id)?).map_err(&fail)?),
            written => expr.0.shape(written).unwrap_or(Shape::Sides(1)),
        };
        let steps = expr.0.steps(pool);
        let doubled = steps.iter().any(|step| matches!(step, Step::Advantage(_)));
        let count = if doubled { 2 * count } else { count };
        let left = self.left.checked_sub(count);
        self.left = left.ok_or_else(|| fail(ErrorKind::TooManyDice { most: limits::DICE }))?;
        let dice = Dice { count, shape, steps, uncut: self.uncut };
        self.paying(pool.span, |budget| dice.odds(budget))
    }

    /// The value of a sub-expression without dice.
    fn certain(&mut self, id: Id) -> Exact<Value> {
        self.node(id).map(|dist| dist.value(0))
    }

    fn paying<T>(
        &mut self,
        span: Span,
        work: impl FnOnce(&mut Budget) -> Result<T, ErrorKind>,
    ) -> Exact<T> {
        work(&mut self.budget).map_err(at(span))
    }
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
