//! Exact fractions for calculations of any length; only the result is rounded.

use std::cmp::Ordering;

use dice::Fraction;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

use super::Amount;

/// `numerator / denominator`; by zero it is zero.
pub(super) fn fraction(numerator: i64, denominator: i64) -> Fraction {
    if denominator == 0 {
        return Fraction::zero();
    }
    Fraction::new(BigInt::from(numerator), BigInt::from(denominator))
}

/// An amount as a fraction.
pub(super) fn exact(amount: Amount) -> Fraction {
    fraction(amount.in_hundredths(), 100)
}

/// The nearest amount, half to even.
pub(super) fn rounded(value: &Fraction) -> Amount {
    let hundredths: BigInt = value.numer() * 100;
    let (floor, rest) = hundredths.div_mod_floor(value.denom());
    let twice: BigInt = rest * 2;
    let up = match twice.cmp(value.denom()) {
        Ordering::Less => false,
        Ordering::Equal => floor.bit(0),
        Ordering::Greater => true,
    };
    let whole = if up { floor + 1 } else { floor };
    let most = if value.is_negative() { i64::MIN } else { i64::MAX };
    Amount::hundredths(whole.to_i64().unwrap_or(most))
}
