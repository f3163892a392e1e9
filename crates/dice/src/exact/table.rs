//! One die of a pool: its faces after rerolls, with weights and scores.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

use crate::ErrorKind;
use crate::expr::{Condition, Step};
use crate::faces::Shape;

/// The distinct faces in ascending order, how likely each is, and what it is worth.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub faces: Vec<i64>,
    pub weights: Vec<BigUint>,
    pub scores: Vec<i64>,
    pub total: BigUint,
    /// From this face on, each has weight one and scores one more than the one before it; its own
    /// weight does not matter.
    even_from: usize,
}

impl Table {
    /// The die of a shape after its reroll steps; a count step turns faces into 1 and 0.
    pub fn new(shape: Shape<'_>, steps: &[Step]) -> Result<Self, ErrorKind> {
        let mut faces: Vec<i64> = (0..shape.len()).map(|draw| shape.face(draw)).collect();
        faces.sort_unstable();
        let mut base: Vec<u64> = Vec::with_capacity(faces.len());
        let mut distinct: Vec<i64> = Vec::with_capacity(faces.len());
        for face in faces {
            match (distinct.last(), base.last_mut()) {
                (Some(last), Some(weight)) if *last == face => *weight += 1,
                _ => {
                    distinct.push(face);
                    base.push(1);
                }
            }
        }
        let weights = base.iter().map(|weight| BigUint::from(*weight)).collect();
        let total = BigUint::from(shape.len());
        let mut table =
            Self { scores: distinct.clone(), faces: distinct, weights, total, even_from: 0 };
        for step in steps {
            match step {
                Step::Reroll { once, when } => table.reroll(*once, *when, &base)?,
                Step::Count(when) => {
                    let hit = |face: &i64| i64::from(when.matches(*face));
                    table.scores = table.faces.iter().map(hit).collect();
                }
                _ => {}
            }
        }
        table.drop_impossible();
        table.look_for_even();
        Ok(table)
    }

    fn reroll(&mut self, once: bool, when: Condition, base: &[u64]) -> Result<(), ErrorKind> {
        let again = |face: &i64| once || !when.matches(*face);
        let (mut thrown, mut fresh) = (BigUint::ZERO, 0u64);
        for ((face, weight), base) in self.faces.iter().zip(&self.weights).zip(base) {
            if when.matches(*face) {
                thrown += weight;
            }
            if again(face) {
                fresh += base;
            }
        }
        if fresh == 0 {
            return Err(ErrorKind::RerollsEverything);
        }
        for ((face, weight), base) in self.faces.iter().zip(&mut self.weights).zip(base) {
            let stays = if when.matches(*face) { BigUint::ZERO } else { &*weight * fresh };
            let comes = if again(face) { &thrown * *base } else { BigUint::ZERO };
            *weight = stays + comes;
        }
        self.total *= fresh;
        self.reduce();
        Ok(())
    }

    /// Lowest terms, so that fair dice have weights of one.
    fn reduce(&mut self) {
        let mut common = self.total.clone();
        for weight in &self.weights {
            if common.is_one() {
                return;
            }
            common = common.gcd(weight);
        }
        self.weights.iter_mut().for_each(|weight| *weight /= &common);
        self.total /= common;
    }

    fn drop_impossible(&mut self) {
        let possible: Vec<bool> = self.weights.iter().map(|weight| !weight.is_zero()).collect();
        if possible.iter().all(|possible| *possible) {
            return;
        }
        fn kept<T>(list: &mut Vec<T>, possible: &[bool]) {
            let mut at = possible.iter();
            list.retain(|_| at.next().is_some_and(|possible| *possible));
        }
        kept(&mut self.faces, &possible);
        kept(&mut self.scores, &possible);
        kept(&mut self.weights, &possible);
    }

    fn look_for_even(&mut self) {
        let even =
            |at: &usize| self.weights[*at].is_one() && self.scores[*at] == self.scores[*at - 1] + 1;
        self.even_from = (1..self.len()).rev().take_while(even).last().unwrap_or(self.len()) - 1;
    }

    /// Whether the faces above this one score one more each, with weight one.
    pub fn consecutive_from(&self, at: usize) -> bool {
        at >= self.even_from
    }

    pub fn len(&self) -> usize {
        self.faces.len()
    }

    /// The lowest and the highest score.
    pub fn score_bounds(&self) -> (i64, i64) {
        let least = self.scores.iter().copied().min().unwrap_or(0);
        (least, self.scores.iter().copied().max().unwrap_or(0))
    }

    /// Whether every score is as likely as the next, without gaps.
    pub fn is_even(&self) -> bool {
        self.weights.iter().all(BigUint::is_one)
            && self.scores.windows(2).all(|pair| pair[1] == pair[0] + 1)
    }

    /// The same die upside down: the lowest become the highest, scores change sign.
    pub fn mirrored(mut self) -> Self {
        self.faces.reverse();
        self.weights.reverse();
        self.scores.reverse();
        self.faces.iter_mut().chain(&mut self.scores).for_each(|n| *n = -*n);
        self.look_for_even();
        self
    }
}
