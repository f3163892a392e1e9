//! What the odds of an expression will cost, from sizes alone, before anything is computed.
//!
//! Where the size of a result can be told from its operands (dice, sums, comparisons, the greater
//! of two), the cost is certain, and what costs too much is refused at once. Products, quotients
//! and branches may have far fewer results than pairs of values; an expression that might be too
//! large because of them is computed, but with a part of the work ([`CAUTIOUS`]).

use std::cmp::Ordering;

use super::cost::{self, Budget};
use super::pool::Dice;
use super::{Exact, Pools, pool_of};
use crate::expr::{Id, Node, Span, Step};
use crate::op::{Function, Op};
use crate::roll::at;
use crate::{Expr, Names, Value, limits};

/// What part of the work an expression may take whose size is not known beforehand.
pub(super) const CAUTIOUS: u64 = 12;

/// What is known of a distribution before it is computed.
#[derive(Clone, Debug)]
struct Size {
    /// The number, where there is only one.
    value: Option<Value>,
    /// Most rows.
    rows: usize,
    /// Most words of a weight.
    width: usize,
    /// Between which numbers all lie.
    bounds: Option<(Value, Value)>,
    /// A common denominator of all, where it is known: one for whole numbers.
    common: Option<u64>,
    /// The rows are exactly so many: every whole number within the bounds.
    sure: bool,
}

impl Size {
    fn point(value: Value) -> Self {
        Self {
            value: Some(value),
            rows: 1,
            width: 1,
            bounds: Some((value, value)),
            common: Some(value.denominator().unsigned_abs()),
            sure: true,
        }
    }

    /// Whole numbers from `low` to `high`, all of them or some.
    fn run(low: Value, high: Value, width: usize, sure: bool) -> Self {
        let (bounds, rows) = (Some((low, high)), length(low, high).min(4 * limits::OUTCOMES));
        Self { value: None, rows, width, bounds, common: Some(1), sure }
    }

    /// At most so many values, after equal ones were added up.
    fn gathered(
        points: usize,
        width: usize,
        bounds: Option<(Value, Value)>,
        common: Option<u64>,
    ) -> Self {
        // A run instead of points where that is at most four times as long.
        let most = points.saturating_mul(4).saturating_add(4).min(4 * limits::OUTCOMES);
        let steps = common.and_then(|common| usize::try_from(common).ok());
        let within = bounds.zip(steps).map_or(usize::MAX, |((low, high), steps)| {
            length(low, high).saturating_add(1).saturating_mul(steps)
        });
        Self { value: None, rows: most.min(within), width, bounds, common, sure: false }
    }
}

impl Size {
    fn is_whole(&self) -> bool {
        self.common == Some(1)
    }

    /// A common denominator of both, multiplied.
    fn common_with(&self, other: &Self) -> Option<u64> {
        self.common?.checked_mul(other.common?)
    }
}

fn length(low: Value, high: Value) -> usize {
    let apart = i128::from(high.floor().numerator()) - i128::from(low.ceil().numerator());
    usize::try_from(apart + 1).unwrap_or(if apart < 0 { 1 } else { usize::MAX })
}

/// How much work the odds may take; an error when that is too little for certain.
pub(super) fn plan(expr: &Expr, names: &dyn Names, work: u64) -> Exact<u64> {
    let explodes = expr.0.steps.iter().any(|step| matches!(step, Step::Explode { .. }));
    let (sure, possible) = (Budget::new(work), Budget::new(work));
    let mut plan = Plan { expr, names, sure, possible, within: true, explodes, left: limits::DICE };
    let root = expr.0.root();
    let size = plan.node(root, true)?;
    let statistics =
        |denominators, common| cost::statistics(size.rows, size.width, denominators, common);
    plan.pay(size.sure, Span::default(), statistics(0, 1))?;
    // How many denominators there are, and how large a common one, is known only with the values.
    plan.pay(
        false,
        Span::default(),
        match size.common {
            Some(1) => 0,
            Some(common) => {
                statistics(usize::try_from(common).map_or(size.rows, |c| c.min(size.rows)), 1)
            }
            None => statistics(size.rows, size.rows),
        },
    )?;
    Ok(if plan.within { work } else { work / CAUTIOUS })
}

struct Plan<'a> {
    expr: &'a Expr,
    names: &'a dyn Names,
    /// What will be spent for certain.
    sure: Budget,
    /// What may be spent besides.
    possible: Budget,
    /// Whether all that is possible is within the bounds.
    within: bool,
    /// With explosions everything is computed twice, see `odds`.
    explodes: bool,
    /// How many more dice may be thrown.
    left: u32,
}

impl Plan<'_> {
    /// Pays for something that will be done, or may be.
    fn pay(&mut self, sure: bool, span: Span, work: u64) -> Exact<()> {
        let work = if self.explodes { work.saturating_mul(2) } else { work };
        if sure {
            self.sure.spend(work).map_err(at(span))?;
        }
        self.within &= self.possible.spend(work).is_ok();
        Ok(())
    }

    fn hold(&mut self, sure: bool, span: Span, rows: usize, width: usize) -> Exact<()> {
        if sure {
            self.sure.hold(rows, width).map_err(at(span))?;
        }
        self.within &= self.possible.hold(rows, width).is_ok();
        Ok(())
    }

    /// The size of a sub-expression, which is computed for certain or only perhaps.
    fn node(&mut self, id: Id, sure: bool) -> Exact<Size> {
        let expr = self.expr;
        match &expr.0.nodes[usize::from(id)] {
            Node::Number(value) => Ok(Size::point(*value)),
            Node::Name { name, span } => {
                let name = expr.0.name(*name);
                let found = self.names.get(name);
                let unknown = || crate::names::unknown(&expr.0, name, *span, self.names);
                found.map(Size::point).ok_or_else(unknown)
            }
            Node::Pool(index) => self.pool(*index, sure),
            Node::Negate(inner, span) => {
                let inner = self.node(*inner, sure)?;
                self.mapped(&inner, inner.common, sure, *span, Value::try_neg)
            }
            Node::Binary { op, left, right, span } => {
                let left = self.node(*left, sure)?;
                let right = self.node(*right, sure)?;
                self.binary(*op, &left, &right, sure, *span)
            }
            Node::Call { function, args, span } => {
                self.call(*function, expr.0.args(*args), sure, *span)
            }
        }
    }

    fn pool(&mut self, index: u16, sure: bool) -> Exact<Size> {
        let expr = self.expr;
        let span = expr.0.pools[usize::from(index)].span;
        let dice = pool_of(self, index)?;
        let Some(dice) = dice else { return Ok(Size::gathered(1, 1, None, None)) };
        let explodes = self.explodes;
        let both = |budget: &mut Budget| {
            if explodes {
                Dice { uncut: true, ..dice }.plan(budget)?;
            }
            dice.plan(budget)
        };
        let planned = if sure {
            let before = self.sure.spent();
            let planned = both(&mut self.sure).map_err(at(span))?;
            self.within &= self.possible.spend(self.sure.spent() - before).is_ok();
            planned
        } else {
            match both(&mut self.possible) {
                Ok(planned) => planned,
                Err(_) => {
                    self.within = false;
                    return Ok(Size::gathered(1, 1, None, None));
                }
            }
        };
        let (low, high) = (Value::whole(planned.low), Value::whole(planned.high));
        let run = Size::run(low, high, planned.width, planned.exact);
        Ok(Size { rows: planned.rows, ..run })
    }

    /// Every value replaced by a growing, falling or stepping function of it.
    fn mapped(
        &mut self,
        of: &Size,
        common: Option<u64>,
        sure: bool,
        span: Span,
        by: impl Fn(Value) -> Result<Value, crate::ArithmeticError>,
    ) -> Exact<Size> {
        if let Some(value) = of.value {
            return Ok(by(value).map_or(Size::gathered(1, 1, None, None), Size::point));
        }
        self.pay(sure && of.sure, span, cost::map(of.rows, of.width))?;
        let ends = of.bounds.and_then(|(low, high)| Some((by(low).ok()?, by(high).ok()?)));
        let bounds = ends.map(|(a, b)| (a.min(b), a.max(b)));
        Ok(match bounds {
            Some((low, high)) if of.sure && common == Some(1) && length(low, high) == of.rows => {
                Size::run(low, high, of.width, true)
            }
            _ => Size::gathered(of.rows, of.width, bounds, common),
        })
    }

    fn binary(&mut self, op: Op, left: &Size, right: &Size, sure: bool, span: Span) -> Exact<Size> {
        if let (Some(a), Some(b)) = (left.value, right.value) {
            return Ok(op.apply(a, b).map_or(Size::gathered(1, 1, None, None), Size::point));
        }
        match op {
            Op::Add => self.sum(left, right, sure, span),
            Op::Subtract => {
                let right = self.mapped(right, right.common, sure, span, Value::try_neg)?;
                self.sum(left, &right, sure, span)
            }
            Op::Compare(_) => self.compared(left, right, sure, span),
            Op::Multiply | Op::Divide | Op::Remainder | Op::Power => {
                self.pairs(op, left, right, sure, span)
            }
        }
    }

    fn sum(&mut self, left: &Size, right: &Size, sure: bool, span: Span) -> Exact<Size> {
        let ends = left.bounds.zip(right.bounds).and_then(|(left, right)| {
            Some((left.0.try_add(right.0).ok()?, left.1.try_add(right.1).ok()?))
        });
        let (true, true, Some((low, high))) = (left.sure, right.sure, ends) else {
            return self.pairs(Op::Add, left, right, sure, span);
        };
        if !(left.is_whole() && right.is_whole()) {
            return self.pairs(Op::Add, left, right, sure, span);
        }
        let width = left.width + right.width;
        let rows = left.rows.saturating_add(right.rows) - 1;
        let certain = left.value.or(right.value).is_some();
        let width = if certain { left.width.max(right.width) } else { width };
        // The widths of the factors may be one word more than that of the product.
        let least = if certain { width } else { width - 1 };
        self.hold(sure, span, rows, least)?;
        let work = match certain {
            true => cost::map(rows, least),
            false => cost::product(left.rows, right.rows, least),
        };
        self.pay(sure, span, work)?;
        Ok(Size::run(low, high, width, true))
    }

    fn compared(&mut self, left: &Size, right: &Size, sure: bool, span: Span) -> Exact<Size> {
        let sizes = (left.rows, left.width, right.rows, right.width);
        self.pay(sure && left.sure && right.sure, span, cost::against(sizes))?;
        Ok(Size::run(Value::ZERO, Value::ONE, left.width + right.width, true))
    }

    /// Every pair of values: the number of results is not known, but often bounded.
    fn pairs(&mut self, op: Op, left: &Size, right: &Size, sure: bool, span: Span) -> Exact<Size> {
        let known = sure && left.sure && right.sure;
        if let Some(certain) = right.value {
            let by = |value| op.apply(value, certain);
            return match op {
                Op::Add | Op::Multiply => {
                    self.mapped(left, left.common_with(right), sure, span, by)
                }
                Op::Divide => {
                    let by_this = certain.numerator().unsigned_abs();
                    let common = left.common.and_then(|common| common.checked_mul(by_this));
                    self.mapped(left, common, sure, span, by)
                }
                _ => self.any(op, left, right, known, span, cost::map(left.rows, left.width)),
            };
        }
        if let Some(certain) = left.value {
            let by = |value| op.apply(certain, value);
            return match op {
                Op::Add | Op::Multiply => {
                    self.mapped(right, left.common_with(right), sure, span, by)
                }
                _ => self.any(op, left, right, known, span, cost::map(right.rows, right.width)),
            };
        }
        let sizes = (left.rows, left.width, right.rows, right.width);
        self.any(op, left, right, known, span, cost::pairs(sizes))
    }

    fn any(
        &mut self,
        op: Op,
        left: &Size,
        right: &Size,
        known: bool,
        span: Span,
        work: u64,
    ) -> Exact<Size> {
        self.pay(known, span, work)?;
        let width = match (left.value, right.value) {
            (None, None) => left.width + right.width,
            _ => left.width.max(right.width),
        };
        let points = left.rows.saturating_mul(right.rows);
        let common = match op {
            Op::Multiply | Op::Remainder | Op::Add => left.common_with(right),
            _ => None,
        };
        let size = Size::gathered(points, width, bounds(op, left, right), common);
        self.hold(false, span, size.rows, width)?;
        Ok(size)
    }

    fn call(&mut self, function: Function, args: &[Id], sure: bool, span: Span) -> Exact<Size> {
        let [first, rest @ ..] = args else { return Ok(Size::point(Value::ZERO)) };
        let mut size = self.node(*first, sure)?;
        match (function, rest) {
            (Function::If, [then, otherwise]) => {
                self.branches(&size, *then, *otherwise, sure, span)
            }
            (Function::Min | Function::Max, _) => {
                let least = function == Function::Min;
                let order = if least { Ordering::Less } else { Ordering::Greater };
                for arg in rest {
                    let other = self.node(*arg, sure)?;
                    size = self.extreme(order, &size, &other, sure, span)?;
                }
                Ok(size)
            }
            (Function::Abs, _) => {
                let top = size.bounds.and_then(|(low, high)| {
                    Some((Value::ZERO, low.abs().ok()?.max(high.abs().ok()?)))
                });
                let mapped = self.mapped(&size, size.common, sure, span, Value::abs)?;
                Ok(match mapped.value {
                    Some(_) => mapped,
                    None => Size::gathered(size.rows, size.width, top, size.common),
                })
            }
            _ => {
                let mapped =
                    self.mapped(&size, Some(1), sure, span, |value| function.of_one(value))?;
                Ok(match mapped.sure {
                    true => mapped,
                    false => Size::gathered(size.rows, size.width, mapped.bounds, Some(1)),
                })
            }
        }
    }

    fn extreme(
        &mut self,
        order: Ordering,
        one: &Size,
        other: &Size,
        sure: bool,
        span: Span,
    ) -> Exact<Size> {
        let known = sure && one.sure && other.sure;
        let width = one.width + other.width;
        let rows = one.rows.saturating_add(other.rows);
        // The widths of the factors may be one word more than that of the product.
        self.hold(known, span, rows, width - 1)?;
        self.pay(known, span, cost::against((one.rows, one.width, other.rows, other.width)))?;
        self.pay(known, span, cost::against((other.rows, other.width, one.rows, one.width)))?;
        let pick = |a: Value, b: Value| if order == Ordering::Less { a.min(b) } else { a.max(b) };
        let bounds = one.bounds.zip(other.bounds);
        let bounds = bounds.map(|(one, other)| (pick(one.0, other.0), pick(one.1, other.1)));
        let whole = one.is_whole() && other.is_whole();
        let common = one.common_with(other);
        Ok(match bounds {
            Some((low, high))
                if whole
                    && one.sure
                    && other.sure
                    && one.value.is_none()
                    && other.value.is_none() =>
            {
                Size::run(low, high, width, overlap(one, other))
            }
            _ => Size::gathered(rows, width, bounds, common),
        })
    }

    /// Only a branch that can be chosen is looked at.
    fn branches(
        &mut self,
        condition: &Size,
        then: Id,
        otherwise: Id,
        sure: bool,
        span: Span,
    ) -> Exact<Size> {
        if let Some(value) = condition.value {
            return self.node(if value.is_true() { then } else { otherwise }, sure);
        }
        let before = self.left;
        let yes = self.node(then, false)?;
        let after_yes = std::mem::replace(&mut self.left, before);
        let no = self.node(otherwise, false)?;
        self.left = self.left.min(after_yes);
        let width = condition.width + yes.width + no.width;
        let rows = yes.rows.saturating_add(no.rows);
        self.hold(false, span, rows, width)?;
        let scaled = |size: &Size| cost::scaled(size.rows, size.width, width);
        self.pay(false, span, scaled(&yes).saturating_add(scaled(&no)))?;
        let bounds = yes.bounds.zip(no.bounds);
        let bounds = bounds.map(|(yes, no)| (yes.0.min(no.0), yes.1.max(no.1)));
        Ok(Size::gathered(rows, width, bounds, yes.common_with(&no)))
    }
}

impl<'a> Pools<'a> for Plan<'a> {
    fn expr(&self) -> &'a Expr {
        self.expr
    }

    fn left(&mut self) -> &mut u32 {
        &mut self.left
    }

    fn certain(&mut self, id: Id) -> Exact<Option<Value>> {
        Ok(self.node(id, false)?.value)
    }
}

/// Whether every number between the ends of the extreme is possible.
fn overlap(one: &Size, other: &Size) -> bool {
    match (one.bounds, other.bounds) {
        (Some(one), Some(other)) => one.0 <= other.1 && other.0 <= one.1,
        _ => false,
    }
}

/// Between which numbers all results of an operation lie, where that is easily said.
fn bounds(op: Op, left: &Size, right: &Size) -> Option<(Value, Value)> {
    let (left, right) = left.bounds.zip(right.bounds)?;
    let all = |of: fn(Value, Value) -> Result<Value, crate::ArithmeticError>| {
        let corners = [(left.0, right.0), (left.0, right.1), (left.1, right.0), (left.1, right.1)];
        let mut ends: Option<(Value, Value)> = None;
        for (a, b) in corners {
            let value = of(a, b).ok()?;
            ends = Some(ends.map_or((value, value), |(l, h)| (l.min(value), h.max(value))));
        }
        ends
    };
    match op {
        Op::Multiply => all(Value::try_mul),
        Op::Add => all(Value::try_add),
        Op::Remainder => {
            let most = right.0.abs().ok()?.max(right.1.abs().ok()?);
            Some((most.try_neg().ok()?, most))
        }
        _ => None,
    }
}
