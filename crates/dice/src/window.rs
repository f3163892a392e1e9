//! Which dice of a pool count, once they are sorted.

use std::ops::Range;

use crate::expr::{End, Step};

/// Keep and drop steps in a row: always one stretch of the sorted dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window<'s>(&'s [Step]);

impl<'s> Window<'s> {
    pub fn of_steps(steps: &'s [Step]) -> Self {
        Self(steps)
    }

    /// Whether all dice count, however many there are.
    pub fn is_whole(self) -> bool {
        let keeps =
            |step: &Step| matches!(step, Step::Keep(..) | Step::Drop(..) | Step::Advantage(_));
        !self.0.iter().any(keeps)
    }

    /// Which end, if the only step keeps one die.
    pub fn keeps_one(self) -> Option<End> {
        match self.0 {
            [Step::Keep(end, 1) | Step::Advantage(end)] => Some(*end),
            _ => None,
        }
    }

    /// The places that count among `count` dice sorted upwards.
    pub fn range(self, count: usize) -> Range<usize> {
        let (mut low, mut high) = (0, count);
        for step in self.0 {
            match step {
                Step::Keep(End::High, n) => low = low.max(high.saturating_sub(*n as usize)),
                Step::Keep(End::Low, n) => high = high.min(low + *n as usize),
                Step::Drop(End::High, n) => high = low.max(high.saturating_sub(*n as usize)),
                Step::Drop(End::Low, n) => low = high.min(low + *n as usize),
                Step::Advantage(End::High) => low = low.max(high.saturating_sub(1)),
                Step::Advantage(End::Low) => high = high.min(low + 1),
                Step::Reroll { .. } | Step::Explode { .. } | Step::Count(_) => {}
            }
        }
        low..high
    }
}
