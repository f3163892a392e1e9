//! Sums of many equal dice.

use num_bigint::BigUint;

use super::cost::Budget;
use super::flat::{self, Flat, width_of};
use crate::ErrorKind;

/// Coefficients of `(1 + x + … + x^(sides-1))^count`: the ways to each sum of fair dice.
pub(crate) fn uniform(count: u32, sides: u32, budget: &mut Budget) -> Result<Flat, ErrorKind> {
    let (length, width) = plan(count, sides, budget)?;
    if count <= 1 || sides == 1 {
        return Ok(Flat::from_words(1, vec![1; length]));
    }
    if width == 1 && count <= FEW {
        return Ok(slid(count, sides as usize, length));
    }
    Ok(by_recurrence(count, sides, length, width))
}

/// Pays for the ways to each sum of fair dice: how many they are, and how wide.
pub(crate) fn plan(
    count: u32,
    sides: u32,
    budget: &mut Budget,
) -> Result<(usize, usize), ErrorKind> {
    let length = (sides as usize - 1) * count as usize + 1;
    budget.hold(length, 1)?;
    let width = width_of(&BigUint::from(sides).pow(count));
    budget.hold(length, width)?;
    budget.spend(length as u64 * width as u64 * 10)?;
    Ok((length, width))
}

/// Up to so many dice, adding one after the other is fastest.
const FEW: u32 = 16;

/// One die after the other: each sum is the previous sums in a window, which slides.
fn slid(count: u32, sides: usize, length: usize) -> Flat {
    let mut ways = vec![0u64; length];
    ways[..sides].fill(1);
    for dice in 2..=count as usize {
        let last = (sides - 1) * dice;
        // From prefix sums, downwards, in place.
        for at in 1..=last {
            ways[at] = ways[at].wrapping_add(ways[at - 1]);
        }
        for at in (sides..=last).rev() {
            ways[at] = ways[at].wrapping_sub(ways[at - sides]);
        }
    }
    Flat::from_words(1, ways)
}

/// With `f = ((1 - x^s) / (1 - x))^n`, comparing coefficients in
/// `(1 - x)(1 - x^s) f' = n (1 - s x^(s-1) + (s-1) x^s) f` gives each coefficient from three
/// earlier ones. Only the lower half is computed; the upper half mirrors it.
fn by_recurrence(count: u32, sides: u32, length: usize, width: usize) -> Flat {
    let (n, s) = (u64::from(count), u64::from(sides));
    let step = sides as usize;
    let mut ways = Flat::zeros(length, width);
    ways.row_mut(0)[0] = 1;
    // One word of headroom for the small factors.
    let mut next = vec![0u64; width + 1];
    let mut minus = vec![0u64; width + 1];
    for at in 1..length.div_ceil(2) {
        let k = at as u64 - 1;
        next.fill(0);
        flat::multiply_add_word(&mut next, ways.row(at - 1), k + n);
        if let Some(earlier) = at.checked_sub(step + 1) {
            flat::multiply_add_word(&mut next, ways.row(earlier), n * (s - 1) + s - k);
        }
        if let Some(earlier) = at.checked_sub(step) {
            minus.fill(0);
            flat::multiply_add_word(&mut minus, ways.row(earlier), n * s + s - k - 1);
            flat::subtract(&mut next, &minus);
        }
        divide_exactly(&mut next, at as u64);
        ways.row_mut(at).copy_from_slice(&next[..width]);
    }
    for at in length.div_ceil(2)..length {
        let (low, high) = (length - 1 - at, at);
        let mirrored = low * width..(low + 1) * width;
        ways.copy_within(mirrored, high * width);
    }
    ways
}

/// Divides a number that is known to be a multiple of `by`, without a single division:
/// modulo 2^64 an odd divisor has an inverse.
fn divide_exactly(number: &mut [u64], by: u64) {
    let twos = by.trailing_zeros();
    let odd = by >> twos;
    if twos > 0 {
        let mut above = 0;
        for word in number.iter_mut().rev() {
            (*word, above) = ((*word >> twos) | above, *word << (64 - twos));
        }
    }
    // Newton: each step doubles the correct bits, from 3 to 96.
    let mut inverse = odd;
    for _ in 0..5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    let mut borrow = 0u64;
    for word in number.iter_mut() {
        let (rest, under) = word.overflowing_sub(borrow);
        *word = rest.wrapping_mul(inverse);
        let product = u128::from(*word) * u128::from(odd);
        borrow = (product >> 64) as u64 + u64::from(under);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_division_undoes_multiplication() {
        for by in [1, 2, 3, 6, 7, 48, 1_000_000, u64::from(u32::MAX)] {
            let mut number = [0; 5];
            let row = [u64::MAX, 5, u64::MAX - 9, 1 << 63];
            flat::multiply_add_word(&mut number, &row, by);
            divide_exactly(&mut number, by);
            assert_eq!(number[..4], row, "{by}");
        }
    }

    #[test]
    fn every_way_to_sum_dice_agrees() {
        for (count, sides) in [(2, 6), (3, 2), (5, 4), (16, 10), (7, 100), (30, 3), (40, 20)] {
            let fast = uniform(count, sides, &mut Budget::new(crate::limits::WORK)).unwrap();
            let die = Flat::from_words(1, vec![1; sides as usize]);
            assert_eq!(fast, die.power(count, fast.width()), "{count}d{sides}");
            let length = fast.len();
            let recurrent = by_recurrence(count, sides, length, fast.width());
            assert_eq!(fast, recurrent, "{count}d{sides}");
        }
    }
}
