//! Names for things that come into being during play.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize, Serializer};

/// A thing's identity: 60 bits, written as twelve letters and digits.
///
/// New ids are a keyed hash of the command that made the thing, so they tell nothing about how
/// many others there are or when they were made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(try_from = "String")]
#[cfg_attr(feature = "ts", ts(type = "string"))]
pub struct Id(u64);

/// Digits and small letters without i, l, o, u: nothing to misread aloud (Crockford's base 32).
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH: u32 = 12;
const MASK: u64 = (1 << (5 * LENGTH)) - 1;

impl Id {
    /// The id made of the lowest 60 bits of `bits`.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & MASK)
    }

    /// Hands the id's letters and digits to `read`: views are full of ids, and none needs a copy.
    fn read_as<T>(self, read: impl FnOnce(&str) -> T) -> T {
        let mut letters = [0; LENGTH as usize];
        for (place, letter) in (0..LENGTH).rev().zip(&mut letters) {
            *letter = ALPHABET[(self.0 >> (5 * place) & 31) as usize];
        }
        read(str::from_utf8(&letters).expect("the alphabet is ASCII"))
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.read_as(|text| to.serialize_str(text))
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.read_as(|text| f.write_str(text))
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text was not twelve of the id's letters and digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an id is {LENGTH} letters and digits without i, l, o, u")]
pub struct NotAnId;

impl FromStr for Id {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Self, NotAnId> {
        if text.len() != LENGTH as usize {
            return Err(NotAnId);
        }
        text.bytes()
            .try_fold(0, |bits, byte| {
                let digit = ALPHABET.iter().position(|&letter| letter == byte)?;
                Some((bits << 5) | digit as u64)
            })
            .map(Self)
            .ok_or(NotAnId)
    }
}

impl TryFrom<String> for Id {
    type Error = NotAnId;

    fn try_from(text: String) -> Result<Self, NotAnId> {
        text.parse()
    }
}

impl From<Id> for String {
    fn from(id: Id) -> Self {
        id.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_id_reads_back_as_itself(bits: u64) {
            let id = Id::from_bits(bits);
            prop_assert_eq!(id.to_string().parse(), Ok(id));
        }
    }

    #[test]
    fn what_is_no_id_is_refused() {
        for text in ["", "short", "iiiiiiiiiiii", "ABCDEFGHJKMN", "0123456789abc"] {
            assert_eq!(text.parse::<Id>(), Err(NotAnId), "{text}");
        }
    }
}
