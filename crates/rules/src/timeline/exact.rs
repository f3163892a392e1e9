//! Exact fractions for calculations of any length; only the result is rounded.

use dice::Fraction;
use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};

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
    let hundredths = value * fraction(100, 1);
    let floor = hundredths.floor();
    let rest = &hundredths - &floor;
    let half = fraction(1, 2);
    let floor = floor.to_integer();
    let odd = floor.bit(0);
    let up = rest > half || (rest == half && odd);
    let whole = if up { floor + 1 } else { floor };
    let most = if value < &Fraction::zero() { i64::MIN } else { i64::MAX };
    Amount::hundredths(whole.to_i64().unwrap_or(most))
}
