//! A prepared expression reduced to the least work: a sum of pools, each drawn with one word.
//!
//! A pool without rerolls and explosions is decided by its first draws alone, so its total is a
//! table over them, taken jointly. The draws are those of a roll with trace, in the same order.

use crate::expr::{Count, Expr, Faces, Id, Node, Pool, Step};
use crate::faces::{self, Shape};
use crate::op::Op;
use crate::roll::worth;
use crate::source::Joint;
use crate::{Draw, Names, Value, limits};

/// Sums of whole numbers and small pools; nothing in them can fail.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    constant: i64,
    pools: Vec<Table>,
}

/// What a pool is worth for each outcome of its draws.
#[derive(Clone, Debug)]
struct Table {
    joint: Joint,
    totals: Box<[i32]>,
}

/// Most outcomes of a table: 16 KiB, which stays in the fastest memory.
const OUTCOMES: u64 = 4096;
/// Beyond this no constant is added, so that no sum can overflow.
const LARGEST: i64 = 1 << 50;

impl Program {
    /// The program of an expression, if it is a sum of small pools.
    pub fn new(expr: &Expr, names: &dyn Names) -> Option<Self> {
        let mut program = Self { constant: 0, pools: Vec::new() };
        let mut dice = 0;
        program.node(expr, names, expr.0.root(), 1, &mut dice)?;
        (dice <= limits::DICE).then_some(program)
    }

    fn node(
        &mut self,
        expr: &Expr,
        names: &dyn Names,
        id: Id,
        sign: i64,
        dice: &mut u32,
    ) -> Option<()> {
        match &expr.0.nodes[usize::from(id)] {
            Node::Negate(inner, _) => self.node(expr, names, *inner, -sign, dice),
            Node::Binary { op: op @ (Op::Add | Op::Subtract), left, right, .. } => {
                self.node(expr, names, *left, sign, dice)?;
                let sign = if *op == Op::Add { sign } else { -sign };
                self.node(expr, names, *right, sign, dice)
            }
            Node::Pool(index) => {
                let pool = &expr.0.pools[usize::from(*index)];
                self.pool(expr, names, pool, sign, dice)
            }
            node => {
                let number = certain(node, names)?.to_whole().filter(|n| n.abs() < LARGEST)?;
                self.constant = self.constant.checked_add(sign * number)?;
                (self.constant.abs() < LARGEST).then_some(())
            }
        }
    }

    fn pool(
        &mut self,
        expr: &Expr,
        names: &dyn Names,
        pool: &Pool,
        sign: i64,
        dice: &mut u32,
    ) -> Option<()> {
        if pool.throws_again() {
            return None;
        }
        let looked_up = |id: Id| certain(&expr.0.nodes[usize::from(id)], names);
        let count = match pool.count {
            Count::Fixed(count) => count,
            Count::Of(id) => faces::count(looked_up(id)?).ok()?,
        };
        let shape = match pool.faces {
            Faces::Of(id) => Shape::Sides(faces::sides(looked_up(id)?).ok()?),
            ref written => written.shape()?,
        };
        let doubled = pool.steps.iter().any(|step| matches!(step, Step::Advantage(_)));
        let count = if doubled { 2 * count } else { count };
        *dice = dice.checked_add(count)?;
        if count == 0 {
            return Some(());
        }
        let joint = Joint::new(shape.len(), count).filter(|joint| joint.outcomes() <= OUTCOMES)?;
        let mut digits = vec![0; count as usize];
        let mut totals = Vec::with_capacity(joint.outcomes() as usize);
        for _ in 0..joint.outcomes() {
            let total = sign * worth(&pool.steps, shape, &digits);
            totals.push(i32::try_from(total).ok()?);
            count_on(&mut digits, joint.n);
        }
        self.pools.push(Table { joint, totals: totals.into() });
        Some(())
    }

    /// Rolls once.
    #[inline]
    pub fn total<D: Draw + ?Sized>(&self, draw: &mut D) -> Value {
        let mut total = self.constant;
        for pool in &self.pools {
            let outcome = draw.joint(pool.joint) as usize;
            total += i64::from(pool.totals[outcome]);
        }
        Value::whole(total)
    }
}

/// The value of a number or a name.
fn certain(node: &Node, names: &dyn Names) -> Option<Value> {
    match node {
        Node::Number(value) => Some(*value),
        Node::Name { name, .. } => names.get(name),
        _ => None,
    }
}

/// The next number in base `n`, highest digit first.
fn count_on(digits: &mut [u32], n: u32) {
    for digit in digits.iter_mut().rev() {
        *digit += 1;
        if *digit < n {
            return;
        }
        *digit = 0;
    }
}
