//! Numbers with two decimals, kept as whole hundredths so that they are exact everywhere (T-05).

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, de};

/// A number with two decimals: an attribute, an impact, a stretch of time in T, a distance in D.
///
/// On the wire it is the whole number of hundredths. A pack may also write it as people do, in
/// quotes: `"12.5"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(transparent)]
#[cfg_attr(feature = "ts", ts(rename = "TimelineAmount"))]
pub struct Amount(#[cfg_attr(feature = "ts", ts(type = "number"))] i64);

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number;
        impl de::Visitor<'_> for Number {
            type Value = Amount;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("hundredths as a whole number, or a number in quotes like \"12.5\"")
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Amount, E> {
                Ok(Amount(number))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Amount, E> {
                i64::try_from(number).map(Amount).map_err(|_| E::custom(NotAnAmount))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Amount, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Number)
    }
}

impl Amount {
    /// Nothing.
    pub const ZERO: Self = Self(0);
    /// The least above nothing.
    pub const LEAST: Self = Self(1);
    /// The most anyone may type in; all that follows from it still fits.
    pub const MOST: Self = Self(100_000_000_000);

    /// A whole number.
    #[must_use]
    pub const fn whole(number: i64) -> Self {
        Self(number.saturating_mul(100))
    }

    /// So many hundredths.
    #[must_use]
    pub const fn hundredths(number: i64) -> Self {
        Self(number)
    }

    /// How many hundredths it is.
    #[must_use]
    pub const fn in_hundredths(self) -> i64 {
        self.0
    }

    /// The nearest machine number, for libm and for JSON sheets.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / 100.0
    }

    /// The nearest amount to a machine number, half to even: exact, whatever the number's bits.
    #[must_use]
    pub fn nearest(number: f64) -> Self {
        const FRACTION: u64 = (1 << 52) - 1;
        if !number.is_finite() {
            return Self(0);
        }
        let bits = number.to_bits();
        let exponent = i64::try_from((bits >> 52) & 0x7ff).unwrap_or(0);
        let (mantissa, power) = match exponent {
            0 => (bits & FRACTION, -1074),
            _ => (bits & FRACTION | (1 << 52), exponent - 1075),
        };
        let scaled = i128::from(mantissa) * 100;
        let rounded = match power {
            ..-120 => 0,
            -120..0 => half_even(scaled, 1_i128 << -power),
            0..60 => scaled << power,
            _ => i128::from(i64::MAX),
        };
        let rounded = saturated(rounded);
        Self(if number.is_sign_negative() { -rounded } else { rounded })
    }

    /// `numerator / denominator` in hundredths, half to even.
    #[must_use]
    pub fn ratio(numerator: i128, denominator: i128) -> Self {
        Self(saturated(half_even(numerator, denominator)))
    }

    /// `self × numerator / denominator`, half to even.
    #[must_use]
    pub fn times(self, numerator: i64, denominator: i64) -> Self {
        Self::ratio(i128::from(self.0) * i128::from(numerator), denominator.into())
    }

    /// Half of it, half to even.
    #[must_use]
    pub fn half(self) -> Self {
        self.times(1, 2)
    }

    /// The nearest whole number, half to even.
    #[must_use]
    pub fn rounded(self) -> i64 {
        saturated(half_even(self.0.into(), 100))
    }

    /// Whether it is above zero.
    #[must_use]
    pub const fn is_positive(self) -> bool {
        self.0 > 0
    }

    /// How far it is from zero.
    #[must_use]
    pub const fn abs(self) -> Self {
        Self(self.0.saturating_abs())
    }

    /// The difference, but never below zero.
    #[must_use]
    pub fn less(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0).max(0))
    }
}

/// `numerator / denominator` to the nearest whole number, half to even. By zero it is zero.
#[must_use]
pub fn half_even(numerator: i128, denominator: i128) -> i128 {
    if denominator == 0 {
        return 0;
    }
    let (numerator, denominator) = match denominator {
        ..0 => (-numerator, -denominator),
        _ => (numerator, denominator),
    };
    let floor = numerator.div_euclid(denominator);
    let twice = 2 * numerator.rem_euclid(denominator);
    let up = twice > denominator || (twice == denominator && floor % 2 != 0);
    floor + i128::from(up)
}

fn saturated(number: i128) -> i64 {
    i64::try_from(number).unwrap_or(if number < 0 { i64::MIN } else { i64::MAX })
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, rest) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        let text = match rest {
            0 => format!("{sign}{whole}"),
            _ if rest % 10 == 0 => format!("{sign}{whole}.{}", rest / 10),
            _ => format!("{sign}{whole}.{rest:02}"),
        };
        f.pad(&text)
    }
}

/// The text was no number with at most two decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a number has at most two decimals: 12, -3.5, 0.25")]
pub struct NotAnAmount;

impl FromStr for Amount {
    type Err = NotAnAmount;

    fn from_str(text: &str) -> Result<Self, NotAnAmount> {
        let (negative, digits) = match text.strip_prefix(['-', '−']) {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
        let plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let short = whole.len() <= 12 && decimals.len() <= 2;
        if !plain(whole) || !plain(decimals) || !short || (whole.is_empty() && decimals.is_empty())
        {
            return Err(NotAnAmount);
        }
        let number = |part: &str| part.parse::<i64>().unwrap_or(0);
        let hundredths = match decimals.len() {
            0 => 0,
            1 => number(decimals) * 10,
            _ => number(decimals),
        };
        let amount = number(whole) * 100 + hundredths;
        Ok(Self(if negative { -amount } else { amount }))
    }
}

impl Add for Amount {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for Amount {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Neg for Amount {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.saturating_neg())
    }
}

impl AddAssign for Amount {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Amount {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Sum for Amount {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

impl From<Amount> for crate::Arg {
    fn from(amount: Amount) -> Self {
        amount.to_string().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn t05_rounding_is_half_to_even_of_the_exact_number() {
        let check = |number: f64, hundredths: i64| {
            assert_eq!(Amount::nearest(number).in_hundredths(), hundredths, "{number}");
        };
        check(0.125, 12);
        check(0.375, 38);
        check(-0.125, -12);
        // The machine number below 1.005, and the one above 2.675's neighbour.
        check(1.005, 100);
        check(2.675, 267);
        check(1e-300, 0);
        check(625.0, 62_500);
        check(f64::NAN, 0);
    }

    #[test]
    fn amounts_read_as_people_write_them() {
        for (text, hundredths) in
            [("12", 1200), ("-3.5", -350), ("+0.25", 25), (".5", 50), ("7.", 700)]
        {
            assert_eq!(text.parse(), Ok(Amount::hundredths(hundredths)), "{text}");
        }
        for text in ["", "-", "1.234", "1e3", "十", "1.2.3", "9999999999999"] {
            assert_eq!(text.parse::<Amount>(), Err(NotAnAmount), "{text}");
        }
    }

    proptest! {
        #[test]
        fn an_amount_reads_back_as_itself(hundredths in -1_000_000_000_i64..1_000_000_000) {
            let amount = Amount::hundredths(hundredths);
            prop_assert_eq!(amount.to_string().parse(), Ok(amount));
            prop_assert_eq!(Amount::nearest(amount.to_f64()), amount);
        }

        #[test]
        fn t05_nearest_agrees_with_the_standard_library(number in -1e9_f64..1e9) {
            prop_assert_eq!(
                format!("{:.2}", Amount::nearest(number).to_f64() + 0.0),
                format!("{:.2}", format!("{number:.2}").parse::<f64>().unwrap_or(0.0) + 0.0)
            );
        }
    }
}
