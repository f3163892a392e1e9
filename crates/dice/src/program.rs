//! A prepared expression reduced to the least work: a sum of pools, each drawn with one word.
//!
//! A pool without rerolls and explosions is decided by its first draws alone, so its total is a
//! table over them, taken jointly. The draws are those of a roll with trace, in the same order.

use crate::expr::{Count, Faces, Id, Node, Pool, Step, Tree};
use crate::faces::{self, Shape};
use crate::op::Op;
use crate::roll::worth;
use crate::source::Joint;
use crate::{Draw, Names, Value, limits};

/// Sums of whole numbers and small pools; nothing in them can fail.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    constant: i64,
    pools: Box<[Table]>,
    /// The tables of all pools, one after the other.
    totals: Box<[i32]>,
}

/// Where the worth of a pool stands for each outcome of its draws.
#[derive(Clone, Debug)]
struct Table {
    joint: Joint,
    start: usize,
}

/// Most outcomes of a pool: 16 KiB, which stays in the fastest memory.
const OUTCOMES: u64 = 4096;
/// Beyond this no constant is added, so that no sum can overflow.
const LARGEST: i64 = 1 << 50;

impl Program {
    /// The program of an expression, if it is a sum of small pools.
    pub fn new(tree: &Tree, names: &dyn Names) -> Option<Self> {
        let mut sum =
            Sum { tree, names, constant: 0, pools: Vec::new(), totals: Vec::new(), dice: 0 };
        sum.node(tree.root(), 1)?;
        let Sum { constant, pools, totals, dice, .. } = sum;
        (dice <= limits::DICE).then(|| Self {
            constant,
            pools: pools.into(),
            totals: totals.into(),
        })
    }

    /// Rolls once.
    #[inline]
    pub fn total<D: Draw + ?Sized>(&self, draw: &mut D) -> Value {
        let mut total = self.constant;
        for pool in &self.pools {
            let outcome = draw.joint(&pool.joint) as usize;
            total += i64::from(self.totals[pool.start + outcome]);
        }
        Value::whole(total)
    }
}

/// A program being made.
struct Sum<'a> {
    tree: &'a Tree,
    names: &'a dyn Names,
    constant: i64,
    pools: Vec<Table>,
    totals: Vec<i32>,
    dice: u32,
}

impl Sum<'_> {
    fn node(&mut self, id: Id, sign: i64) -> Option<()> {
        let tree = self.tree;
        match &tree.nodes[usize::from(id)] {
            Node::Negate(inner, _) => self.node(*inner, -sign),
            Node::Binary { op: op @ (Op::Add | Op::Subtract), left, right, .. } => {
                self.node(*left, sign)?;
                self.node(*right, if *op == Op::Add { sign } else { -sign })
            }
            Node::Pool(index) => self.pool(&tree.pools[usize::from(*index)], sign),
            _ => {
                let number = self.certain(id)?.to_whole().filter(|n| n.abs() < LARGEST)?;
                self.constant = self.constant.checked_add(sign * number)?;
                (self.constant.abs() < LARGEST).then_some(())
            }
        }
    }

    fn pool(&mut self, pool: &Pool, sign: i64) -> Option<()> {
        let tree = self.tree;
        let steps = tree.steps(pool);
        if steps.iter().any(Step::throws_again) {
            return None;
        }
        let count = match pool.count {
            Count::Fixed(count) => count,
            Count::Of(id) => faces::count(self.certain(id)?).ok()?,
        };
        let shape = match pool.faces {
            Faces::Of(id) => Shape::Sides(faces::sides(self.certain(id)?).ok()?),
            written => tree.shape(written)?,
        };
        let doubled = steps.iter().any(|step| matches!(step, Step::Advantage(_)));
        let count = if doubled { 2 * count } else { count };
        self.dice = self.dice.checked_add(count)?;
        if count == 0 {
            return Some(());
        }
        let joint = Joint::new(shape.len(), count).filter(|joint| joint.outcomes() <= OUTCOMES)?;
        let start = self.totals.len();
        let mut digits = vec![0; count as usize];
        for _ in 0..joint.outcomes() {
            let total = sign * worth(steps, shape, &digits);
            self.totals.push(i32::try_from(total).ok()?);
            count_on(&mut digits, joint.n);
        }
        self.pools.push(Table { joint, start });
        Some(())
    }

    /// The value of a number or a name.
    fn certain(&self, id: Id) -> Option<Value> {
        match self.tree.nodes[usize::from(id)] {
            Node::Number(value) => Some(value),
            Node::Name { name, .. } => self.names.get(self.tree.name(name)),
            _ => None,
        }
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
