use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use num_integer::Integer;
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An exact number: a whole number or a fraction, never rounded.
///
/// ```
/// use dice::Value;
/// let half = Value::new(7, 2).unwrap();
/// assert_eq!(half.to_string(), "7/2");
/// assert_eq!(half.floor(), Value::from(3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value {
    num: i64,
    den: i64,
}

/// Why two numbers have no exact result here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArithmeticError {
    /// The result does not fit: numerator and denominator have 64 bits each.
    #[error("the number is too large")]
    Overflow,
    /// Something was divided by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// The exponent of a power is a fraction or out of bounds.
    #[error("the exponent must be a whole number of at most {}", crate::limits::EXPONENT)]
    Exponent,
}

use ArithmeticError::{DivisionByZero, Overflow};

impl Value {
    /// Zero, which is also «false».
    pub const ZERO: Self = Self::whole(0);
    /// One, which is also «true».
    pub const ONE: Self = Self::whole(1);

    /// A whole number.
    pub const fn whole(n: i64) -> Self {
        Self { num: n, den: 1 }
    }

    /// The fraction `num / den` in lowest terms.
    ///
    /// # Errors
    /// When `den` is zero, or the reduced fraction does not fit.
    pub fn new(num: i64, den: i64) -> Result<Self, ArithmeticError> {
        Self::reduced(num.into(), den.into())
    }

    fn reduced(num: i128, den: i128) -> Result<Self, ArithmeticError> {
        if den == 0 {
            return Err(DivisionByZero);
        }
        let gcd = num.gcd(&den) * den.signum();
        Ok(Self {
            num: i64::try_from(num / gcd).map_err(|_| Overflow)?,
            den: i64::try_from(den / gcd).map_err(|_| Overflow)?,
        })
    }

    /// The part above the line; it carries the sign.
    pub const fn numerator(self) -> i64 {
        self.num
    }

    /// The part below the line, always positive.
    pub const fn denominator(self) -> i64 {
        self.den
    }

    /// Whether this is a whole number.
    pub const fn is_whole(self) -> bool {
        self.den == 1
    }

    /// The whole number this is, if it is one.
    pub const fn to_whole(self) -> Option<i64> {
        if self.den == 1 { Some(self.num) } else { None }
    }

    /// Whether this counts as «true» in `if`: anything but zero.
    pub const fn is_true(self) -> bool {
        self.num != 0
    }

    /// The nearest machine number, for display only.
    pub fn to_f64(self) -> f64 {
        self.num as f64 / self.den as f64
    }

    /// The sum.
    ///
    /// # Errors
    /// When the result does not fit.
    #[inline]
    pub fn try_add(self, other: Self) -> Result<Self, ArithmeticError> {
        if self.den == 1 && other.den == 1 {
            return self.num.checked_add(other.num).map(Self::whole).ok_or(Overflow);
        }
        let (a, b, c, d) = self.wide(other);
        // |a·d + c·b| < 2·2^126: fits in 128 bits.
        Self::reduced(a * d + c * b, b * d)
    }

    /// The difference.
    ///
    /// # Errors
    /// When the result does not fit.
    #[inline]
    pub fn try_sub(self, other: Self) -> Result<Self, ArithmeticError> {
        if self.den == 1 && other.den == 1 {
            return self.num.checked_sub(other.num).map(Self::whole).ok_or(Overflow);
        }
        let (a, b, c, d) = self.wide(other);
        Self::reduced(a * d - c * b, b * d)
    }

    /// The product.
    ///
    /// # Errors
    /// When the result does not fit.
    pub fn try_mul(self, other: Self) -> Result<Self, ArithmeticError> {
        if self.den == 1 && other.den == 1 {
            return self.num.checked_mul(other.num).map(Self::whole).ok_or(Overflow);
        }
        let (a, b, c, d) = self.wide(other);
        Self::reduced(a * c, b * d)
    }

    /// The exact quotient.
    ///
    /// # Errors
    /// When `other` is zero or the result does not fit.
    pub fn try_div(self, other: Self) -> Result<Self, ArithmeticError> {
        let (a, b, c, d) = self.wide(other);
        Self::reduced(a * d, b * c)
    }

    /// The remainder of floored division: it has the sign of `other`.
    ///
    /// # Errors
    /// When `other` is zero or the result does not fit.
    pub fn try_rem(self, other: Self) -> Result<Self, ArithmeticError> {
        if other.num == 0 {
            return Err(DivisionByZero);
        }
        let (a, b, c, d) = self.wide(other);
        Self::reduced((a * d).mod_floor(&(c * b)), b * d)
    }

    /// The power; the exponent must be a small whole number.
    ///
    /// # Errors
    /// When the exponent is refused, zero is raised below zero, or the result does not fit.
    pub fn pow(self, exponent: Self) -> Result<Self, ArithmeticError> {
        let e = exponent
            .to_whole()
            .filter(|e| e.abs() <= crate::limits::EXPONENT)
            .ok_or(ArithmeticError::Exponent)?;
        let base = if e < 0 { Self::ONE.try_div(self)? } else { self };
        let mut power = Self::ONE;
        for _ in 0..e.abs() {
            power = power.try_mul(base)?;
        }
        Ok(power)
    }

    /// The same number with the other sign.
    ///
    /// # Errors
    /// When the result does not fit.
    pub fn try_neg(self) -> Result<Self, ArithmeticError> {
        Self::ZERO.try_sub(self)
    }

    /// The distance from zero.
    ///
    /// # Errors
    /// When the result does not fit.
    pub fn abs(self) -> Result<Self, ArithmeticError> {
        if self.num < 0 { self.try_neg() } else { Ok(self) }
    }

    /// The greatest whole number not above this one.
    pub fn floor(self) -> Self {
        Self::whole(Integer::div_floor(&self.num, &self.den))
    }

    /// The least whole number not below this one.
    pub fn ceil(self) -> Self {
        Self::whole(Integer::div_ceil(&self.num, &self.den))
    }

    /// The nearest whole number; a half goes away from zero (5/2 → 3, −5/2 → −3).
    pub fn round(self) -> Self {
        let (num, den) = (i128::from(self.num), i128::from(self.den));
        let away = (2 * num.abs() + den) / (2 * den) * num.signum();
        // |away| ≤ |num| + 1 only for den ≥ 2, so it fits; whole numbers stay themselves.
        Self::whole(away as i64)
    }

    fn wide(self, other: Self) -> (i128, i128, i128, i128) {
        (self.num.into(), self.den.into(), other.num.into(), other.den.into())
    }
}

impl From<i64> for Value {
    fn from(n: i64) -> Self {
        Self::whole(n)
    }
}

impl From<i32> for Value {
    fn from(n: i32) -> Self {
        Self::whole(n.into())
    }
}

impl From<u32> for Value {
    fn from(n: u32) -> Self {
        Self::whole(n.into())
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Self::whole(truth.into())
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.den == other.den {
            return self.num.cmp(&other.num);
        }
        let (a, b, c, d) = self.wide(*other);
        (a * d).cmp(&(c * b))
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.den == 1 {
            return self.num.fmt(f);
        }
        f.pad(&format!("{}/{}", self.num, self.den))
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not a [`Value`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a number: {0}")]
pub struct NotAValue(String);

impl FromStr for Value {
    type Err = NotAValue;

    /// Reads `7`, `-7/2` or `3.5`.
    fn from_str(text: &str) -> Result<Self, NotAValue> {
        let refuse = || NotAValue(text.to_owned());
        let whole = |part: &str| part.trim().parse::<i64>().map_err(|_| refuse());
        if let Some((num, den)) = text.split_once('/') {
            return Self::new(whole(num)?, whole(den)?).map_err(|_| refuse());
        }
        match text.trim().split_once('.') {
            None => whole(text).map(Self::whole),
            Some((before, after)) => {
                let digits = u32::try_from(after.len()).map_err(|_| refuse())?;
                let scale = 10i64.checked_pow(digits).ok_or_else(refuse)?;
                if !after.bytes().all(|b| b.is_ascii_digit()) || digits == 0 {
                    return Err(refuse());
                }
                Self::new(whole(&format!("{before}{after}"))?, scale).map_err(|_| refuse())
            }
        }
    }
}

/// Largest whole number that every JSON reader keeps exactly.
const JSON_EXACT: u64 = 1 << 53;

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.den == 1 && self.num.unsigned_abs() < JSON_EXACT {
            serializer.serialize_i64(self.num)
        } else {
            serializer.collect_str(self)
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = Value;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number or a fraction such as \"7/2\"")
            }
            fn visit_i64<E: de::Error>(self, n: i64) -> Result<Value, E> {
                Ok(Value::whole(n))
            }
            fn visit_u64<E: de::Error>(self, n: u64) -> Result<Value, E> {
                i64::try_from(n).map(Value::whole).map_err(E::custom)
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Value, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Reader)
    }
}
