//! The exact distribution of one pool: the cheapest method that fits.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::Zero;

use super::cost::{self, Budget};
use super::dist::Dist;
use super::flat::{Flat, width_of};
use super::sorted::{self, Face, Outline};
use super::table::Table;
use super::{keep, power};
use crate::expr::{Condition, Step};
use crate::faces::Shape;
use crate::window::Window;
use crate::{ErrorKind, Value, limits};

/// A pool with its count and faces known.
#[derive(Clone, Copy)]
pub(crate) struct Dice<'a> {
    pub count: u32,
    pub shape: Shape<'a>,
    pub steps: &'a [Step],
    /// Leave out the throws in which the cap stops an explosion.
    pub uncut: bool,
}

/// What is known of a pool before its odds are computed.
#[derive(Debug)]
pub(crate) struct Planned {
    pub low: i64,
    pub high: i64,
    pub rows: usize,
    pub width: usize,
    /// Every number from the lowest to the highest is possible.
    pub exact: bool,
}

impl Planned {
    fn run(low: i64, rows: usize, width: usize, exact: bool) -> Self {
        Self { low, high: low + rows as i64 - 1, rows, width, exact }
    }
}

struct Explosion {
    when: Option<Condition>,
    cap: u32,
}

impl Dice<'_> {
    pub fn odds(&self, budget: &mut Budget) -> Result<Dist, ErrorKind> {
        if self.count == 0 {
            return Ok(Dist::point(Value::ZERO));
        }
        if let (true, Shape::Sides(sides)) = (self.steps.is_empty(), self.shape) {
            let weights = power::uniform(self.count, sides, budget)?;
            let total = BigUint::from(sides).pow(self.count);
            return Ok(Dist::run(self.count.into(), weights, total));
        }
        let table = self.table(budget)?;
        let window = Window::of_steps(self.steps);
        match self.explosion() {
            Some(explosion) if window.is_whole() => self.bursts(&table, &explosion, budget),
            Some(explosion) => self.sorted_bursts(&table, &explosion, window, budget),
            None => self.kept(table, window, budget),
        }
    }

    /// Pays for the odds without computing them.
    pub fn plan(&self, budget: &mut Budget) -> Result<Planned, ErrorKind> {
        if self.count == 0 {
            return Ok(Planned { low: 0, high: 0, rows: 1, width: 1, exact: true });
        }
        let count = self.count as usize;
        if let (true, Shape::Sides(sides)) = (self.steps.is_empty(), self.shape) {
            let (rows, width) = power::plan(self.count, sides, budget)?;
            return Ok(Planned::run(self.count.into(), rows, width, true));
        }
        let table = self.table(budget)?;
        let window = Window::of_steps(self.steps);
        let (least, most) = table.score_bounds();
        let Some(explosion) = self.explosion() else {
            let range = window.range(count);
            let (kept, even) = (range.len() as i64, table.is_even());
            if range.is_empty() {
                return Ok(Planned { low: 0, high: 0, rows: 1, width: 1, exact: true });
            }
            if range.len() == count {
                let (rows, width) = plan_sum(&table, self.count, budget)?;
                return Ok(Planned::run(least * kept, rows, width, even));
            }
            if range.end == count || range.start == 0 {
                let table = if range.end == count { table } else { table.mirrored() };
                let (rows, width) = keep::plan(&table, self.count, kept as u32, budget)?;
                return Ok(Planned::run(least * kept, rows, width, even));
            }
            let rows = Outline::new(&faces(&table, |_| 0)).plan([count, 0], range, budget)?;
            let width = width_of(&table.total.pow(self.count));
            budget.hold(rows, width)?;
            return Ok(Planned::run(least * kept, rows, width, false));
        };
        let dice = i64::from(self.count) * (i64::from(explosion.cap) + 1);
        let (low, high) = (least.min(0) * dice, most.max(0) * dice);
        let (rows, width) = if window.is_whole() {
            self.plan_bursts(&table, &explosion, budget)?
        } else {
            self.plan_sorted_bursts(&table, &explosion, window, budget)?
        };
        Ok(Planned { low, high, rows, width, exact: false })
    }

    fn table(&self, budget: &mut Budget) -> Result<Table, ErrorKind> {
        let rerolls = self.steps.iter().filter(|step| matches!(step, Step::Reroll { .. })).count();
        // A number that is allocated for each face, and again by each reroll.
        budget.hold(self.shape.len() as usize, 8)?;
        budget.spend(cost::table(self.shape.len(), rerolls))?;
        Table::new(self.shape, self.steps)
    }

    fn explosion(&self) -> Option<Explosion> {
        self.steps.iter().find_map(|step| match step {
            Step::Explode { when, cap } => Some(Explosion { when: *when, cap: *cap }),
            _ => None,
        })
    }

    /// Without explosions: all dice, an end of them, or a stretch in the middle.
    fn kept(
        &self,
        table: Table,
        window: Window<'_>,
        budget: &mut Budget,
    ) -> Result<Dist, ErrorKind> {
        let count = self.count as usize;
        let range = window.range(count);
        let total = table.total.pow(self.count);
        let kept = range.len() as u32;
        if range.is_empty() {
            return Ok(Dist::point(Value::ZERO));
        }
        if range.len() == count {
            return sum(&table, self.count, budget);
        }
        if range.end == count {
            let (low, weights) = keep::highest(&table, self.count, kept, budget)?;
            return Ok(Dist::run(low, weights, total));
        }
        if range.start == 0 {
            let table = table.mirrored();
            let (low, mut weights) = keep::highest(&table, self.count, kept, budget)?;
            weights.reverse();
            return Ok(Dist::run(1 - low - weights.len() as i64, weights, total));
        }
        let faces: Vec<Face> = faces(&table, |_| 0);
        let (low, ways) = sorted::stretch(&faces, [count, 0], range, budget)?;
        let width = width_of(&total);
        budget.hold(ways.len(), width)?;
        Ok(Dist::run(low, Flat::from_big(&ways, width), total))
    }

    /// Exploding dice that are all counted: each die with its chain is independent.
    fn bursts(
        &self,
        table: &Table,
        explosion: &Explosion,
        budget: &mut Budget,
    ) -> Result<Dist, ErrorKind> {
        let (least, most) = table.score_bounds();
        // Scores are counted from `low`, so that chains of any length share one scale.
        let low = least.min(0);
        let span = (most.max(0) - low) as usize + 1;
        self.plan_bursts(table, explosion, budget)?;
        let total = table.total.pow(explosion.cap + 1);
        let width = width_of(&total);
        let mut on = Flat::zeros(span, width);
        let mut off = Flat::zeros(span, width);
        for at in 0..table.len() {
            let score = (table.scores[at] - low) as usize;
            let side = if self.bursts_on(explosion, table.faces[at]) { &mut on } else { &mut off };
            side.add_row(score, &table.weights[at].to_u64_digits());
        }
        let mut chain = off.clone();
        if !self.uncut {
            for (at, row) in on.rows().enumerate() {
                chain.add_row(at, row);
            }
        }
        let mut scale = BigUint::from(1u8);
        for dice in 1..=explosion.cap as usize {
            scale *= &table.total;
            let mut longer = on.product(&chain, width);
            // A chain that ends at once still stands for `dice` unthrown dice on this scale.
            let unthrown = low.unsigned_abs() as usize * dice;
            for at in (0..off.len()).filter(|at| !off.is_zero(*at)) {
                let weight = off.get(at) * &scale;
                longer.add_row(at + unthrown, &weight.to_u64_digits());
            }
            chain = longer;
        }
        let lowest = low * (i64::from(explosion.cap) + 1);
        Ok(raised(chain, lowest, total, self.count))
    }

    /// Pays for exploding dice that are all counted: how many sums, and how wide.
    fn plan_bursts(
        &self,
        table: &Table,
        explosion: &Explosion,
        budget: &mut Budget,
    ) -> Result<(usize, usize), ErrorKind> {
        let (least, most) = table.score_bounds();
        let span = (most.max(0) - least.min(0)) as usize + 1;
        let cap = explosion.cap as usize;
        let bits = table.total.pow(explosion.cap + 1).bits();
        let (length, width) = ((span - 1) * (cap + 1) + 1, words(bits));
        budget.hold(length, width)?;
        for dice in 1..=cap {
            budget.spend(cost::product(span, (span - 1) * dice + 1, width))?;
            budget.spend(cost::scaled(table.len(), 1, width))?;
        }
        plan_raised(length, bits, self.count, budget)
    }

    /// Exploding dice of which some are dropped: by how many dice explode and how many rest,
    /// it is a pool of two groups.
    fn sorted_bursts(
        &self,
        table: &Table,
        explosion: &Explosion,
        window: Window<'_>,
        budget: &mut Budget,
    ) -> Result<Dist, ErrorKind> {
        let (count, cap) = (self.count as usize, explosion.cap as usize);
        // Paid for as a whole, before the first of its many stretches.
        self.plan_sorted_bursts(table, explosion, window, budget)?;
        let mut paid = Budget::new(u64::MAX);
        let faces = self.sorted_faces(table, explosion);
        let total = table.total.pow((explosion.cap + 1) * self.count);
        let mut sums: BTreeMap<i64, BigUint> = BTreeMap::new();
        let mut choose = BigUint::from(1u8);
        for resting in 0..=count {
            // `choose` is C(count, resting): which dice end on a face that rests.
            let cut = (count - resting) * (cap + 1);
            if cut == 0 || !self.uncut {
                for (bursts, ways) in chains(resting, cap, &table.total).iter().enumerate() {
                    let counts = [cut + bursts, resting];
                    let range = window.range(counts[0] + counts[1]);
                    let (low, weights) = sorted::stretch(&faces, counts, range, &mut paid)?;
                    for (at, weight) in weights.iter().enumerate().filter(|(_, w)| !w.is_zero()) {
                        *sums.entry(low + at as i64).or_default() += weight * ways * &choose;
                    }
                }
            }
            choose = choose * (count - resting) / (resting + 1);
        }
        let width = width_of(&total);
        let low = sums.keys().next().copied().unwrap_or(0);
        let high = sums.keys().next_back().copied().unwrap_or(0);
        budget.hold((high - low) as usize + 1, width)?;
        let mut weights = Flat::zeros((high - low) as usize + 1, width);
        for (score, weight) in sums {
            weights.set((score - low) as usize, &weight);
        }
        Ok(Dist::run(low, weights, total))
    }

    fn sorted_faces(&self, table: &Table, explosion: &Explosion) -> Vec<Face> {
        faces(table, |at| usize::from(!self.bursts_on(explosion, table.faces[at])))
    }

    /// Pays for exploding dice of which some are dropped: how many sums, and how wide.
    fn plan_sorted_bursts(
        &self,
        table: &Table,
        explosion: &Explosion,
        window: Window<'_>,
        budget: &mut Budget,
    ) -> Result<(usize, usize), ErrorKind> {
        let (count, cap) = (self.count as usize, explosion.cap as usize);
        let outline = Outline::new(&self.sorted_faces(table, explosion));
        let bits = table.total.bits() * (u64::from(explosion.cap) + 1) * u64::from(self.count);
        let width = words(bits);
        let mut rows = 1;
        for resting in 0..=count {
            let cut = (count - resting) * (cap + 1);
            if cut > 0 && self.uncut {
                continue;
            }
            budget.spend(cost::chains(resting, cap, width))?;
            for bursts in 0..=resting * cap {
                let counts = [cut + bursts, resting];
                let range = window.range(counts[0] + counts[1]);
                let length = outline.plan(counts, range, budget)?;
                budget.spend(cost::scaled(length, width, width))?;
                rows = rows.max(length);
            }
        }
        budget.hold(rows, width)?;
        Ok((rows, width))
    }

    fn bursts_on(&self, explosion: &Explosion, face: i64) -> bool {
        explosion.when.map_or(face == self.shape.highest(), |when| when.matches(face))
    }
}

/// For `dice` chains that come to rest: how many ways have each number of explosions in all.
fn chains(dice: usize, cap: usize, total: &BigUint) -> Vec<BigUint> {
    let one: Vec<BigUint> = (0..=cap).map(|bursts| total.pow((cap - bursts) as u32)).collect();
    let mut ways = vec![BigUint::from(1u8)];
    for _ in 0..dice {
        let mut more = vec![BigUint::ZERO; ways.len() + cap];
        for (i, a) in ways.iter().enumerate() {
            for (j, b) in one.iter().enumerate() {
                more[i + j] += a * b;
            }
        }
        ways = more;
    }
    ways
}

fn faces(table: &Table, group: impl Fn(usize) -> usize) -> Vec<Face> {
    let face = |at: usize| Face {
        weight: table.weights[at].clone(),
        score: table.scores[at],
        group: group(at),
    };
    (0..table.len()).map(face).collect()
}

/// All of `count` equal dice together.
fn sum(table: &Table, count: u32, budget: &mut Budget) -> Result<Dist, ErrorKind> {
    let (low, high) = table.score_bounds();
    if table.is_even() {
        let weights = power::uniform(count, table.len() as u32, budget)?;
        return Ok(Dist::run(low * i64::from(count), weights, table.total.pow(count)));
    }
    plan_sum(table, count, budget)?;
    let length = (high - low) as usize + 1;
    let width = width_of(&table.total);
    let mut die = Flat::zeros(length, width);
    for (score, weight) in table.scores.iter().zip(&table.weights) {
        die.add_row((score - low) as usize, &weight.to_u64_digits());
    }
    Ok(raised(die, low, table.total.clone(), count))
}

/// Pays for all of `count` equal dice together: how many sums, and how wide.
fn plan_sum(table: &Table, count: u32, budget: &mut Budget) -> Result<(usize, usize), ErrorKind> {
    let (low, high) = table.score_bounds();
    if table.is_even() {
        return power::plan(count, table.len() as u32, budget);
    }
    let length = usize::try_from(high - low).unwrap_or(usize::MAX).saturating_add(1);
    budget.hold(length, width_of(&table.total))?;
    plan_raised(length, table.total.bits(), count, budget)
}

/// How many words hold so many bits.
fn words(bits: u64) -> usize {
    usize::try_from(bits.div_ceil(64)).unwrap_or(usize::MAX).max(1)
}

/// Pays for independent copies added up: how many sums, and how wide.
fn plan_raised(
    rows: usize,
    bits: u64,
    count: u32,
    budget: &mut Budget,
) -> Result<(usize, usize), ErrorKind> {
    let width = words(bits.saturating_mul(count.into()));
    let length = (rows - 1).saturating_mul(count as usize).saturating_add(1);
    budget.hold(length, 1)?;
    budget.hold(length, width)?;
    if count > 1 {
        budget.spend(cost::power(length, width))?;
    }
    Ok((length, width))
}

/// `count` independent copies added up.
fn raised(one: Flat, low: i64, total: BigUint, count: u32) -> Dist {
    if count == 1 {
        return Dist::run(low, one, total);
    }
    let total = total.pow(count);
    let width = width_of(&total);
    Dist::run(low * i64::from(count), one.power(count, width), total)
}

const _: () = assert!(
    limits::DICE as i64 * (limits::EXPLOSIONS_MOST as i64 + 1) * limits::FACE < i64::MAX / 8,
    "no sum of a pool can overflow"
);
