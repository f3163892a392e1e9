//! What exact odds cost, from sizes alone: the same figures before and while they are computed.

use crate::{ErrorKind, limits};

/// What may still be spent on the way to the odds.
#[derive(Debug)]
pub(crate) struct Budget {
    left: u64,
    spent: u64,
    /// The largest distribution so far, in words.
    held: u64,
}

impl Budget {
    pub fn new(work: u64) -> Self {
        Self { left: work, spent: 0, held: 0 }
    }

    /// Pays for some additions of words, before they are done.
    pub fn spend(&mut self, work: u64) -> Result<(), ErrorKind> {
        let left = self.left.checked_sub(work);
        self.left = left.ok_or(ErrorKind::TooMuchWork { most: limits::WORK })?;
        self.spent += work;
        Ok(())
    }

    /// Refuses a distribution that is too large to hold.
    pub fn hold(&mut self, outcomes: usize, width: usize) -> Result<(), ErrorKind> {
        if outcomes > limits::OUTCOMES {
            return Err(ErrorKind::TooManyOutcomes { most: limits::OUTCOMES });
        }
        let words = outcomes as u64 * width as u64;
        if words > limits::WORDS {
            return Err(ErrorKind::TooMuchWork { most: limits::WORK });
        }
        self.held = self.held.max(words);
        Ok(())
    }

    /// What was spent so far.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// The words of the largest distribution so far.
    #[cfg(test)]
    pub fn held(&self) -> u64 {
        self.held
    }
}

/// Making, looking up or sorting one number of a distribution, besides its words.
const EACH: u64 = 50;
/// One allocated number more.
const NUMBER: u64 = 150;
/// One place in a hash map.
const PLACE: u64 = 400;

/// Rows and width of one distribution, then of another.
pub(crate) type Sizes = (usize, usize, usize, usize);

fn times(a: usize, b: u64) -> u64 {
    (a as u64).saturating_mul(b)
}

/// A function of every value.
pub(crate) fn map(rows: usize, width: usize) -> u64 {
    times(rows, EACH + width as u64)
}

/// Every value of one with every value of another.
pub(crate) fn pairs((a, wide_a, b, wide_b): Sizes) -> u64 {
    times(a, times(b, PLACE + wide_a as u64 * wide_b as u64))
}

/// One distribution against the shares of another.
pub(crate) fn against((a, wide_a, b, wide_b): Sizes) -> u64 {
    let (wide_a, wide_b) = (wide_a as u64, wide_b as u64);
    let each = 3 * NUMBER + 4 * (wide_a + wide_b) + 2 * wide_a * wide_b;
    times(a, each).saturating_add(times(b, NUMBER + 4 * wide_b))
}

/// Every weight of a branch on the scale of the whole.
pub(crate) fn scaled(rows: usize, width: usize, whole: usize) -> u64 {
    let (width, whole) = (width as u64, whole as u64);
    times(rows, EACH + 2 * NUMBER + width * whole.saturating_sub(width).max(1) + 2 * whole)
}

/// The greatest common divisor of two numbers: a shift and a subtraction for every bit.
pub(crate) fn gcd(width: usize) -> u64 {
    times(width, times(width, 2 * 64)) + NUMBER
}

/// A product of polynomials.
pub(crate) fn product(a: usize, b: usize, width: usize) -> u64 {
    let (a, b, width) = (a as u64, b as u64, width as u64);
    let (few, many) = (a.min(b) * width, a.max(b) * width);
    // Karatsuba and better: about n^1.5 for n words, many/few times over.
    let once = (few * few.isqrt()).saturating_mul(4).min(few.saturating_mul(few));
    once.saturating_mul(many / few.max(1) + 1)
}

/// A polynomial raised to a power, from the rows of the result.
pub(crate) fn power(rows: usize, width: usize) -> u64 {
    let half = rows.div_ceil(2);
    product(half, half, width).saturating_mul(3)
}

/// The faces of a die with their weights, and what each step does to them.
pub(crate) fn table(faces: u32, steps: usize) -> u64 {
    u64::from(faces) * (3 * NUMBER + steps as u64 * 3 * NUMBER)
}

/// The ways of some dice that come to rest to explode.
pub(crate) fn chains(dice: usize, cap: usize, width: usize) -> u64 {
    let steps = times(dice * dice / 2 + 1, (cap as u64 + 1) * (cap as u64 + 1));
    steps.saturating_mul(NUMBER + width as u64 * width as u64 / 4)
}

/// Mean, deviation, median and the sums of some groups: `denominators` different ones among the
/// values, whose common multiple has so many words.
pub(crate) fn statistics(rows: usize, width: usize, denominators: usize, common: usize) -> u64 {
    let all = times(rows, EACH + 12 * width as u64);
    let wide = (width + 2 * common) as u64;
    let scaled = times(denominators, 2 * PLACE + 8 * wide + 4 * width as u64 * common as u64);
    let lowest = gcd(width + common) + gcd(2 * (width + common));
    all.saturating_add(scaled).saturating_add(lowest)
}
