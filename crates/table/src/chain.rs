//! A hash over each record and all before it, so that one changed bit anywhere is found.

use std::fmt;

use sha2::{Digest, Sha256};

/// The hash of a log up to some record: that of the log before it, and of the record's bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ChainHash(pub(crate) [u8; 32]);

impl ChainHash {
    /// Where the chain of `name` begins. Chains of different names have no hash in common.
    #[must_use]
    pub fn root(name: &[u8]) -> Self {
        Self(Sha256::new().chain_update(b"mistline log\0").chain_update(name).finalize().into())
    }

    /// The hash after one more record.
    #[must_use]
    pub fn then(self, record: &[u8]) -> Self {
        Self(Sha256::new().chain_update(self.0).chain_update(record).finalize().into())
    }
}

impl fmt::Display for ChainHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let digits = self.0.iter().flat_map(|byte| [byte >> 4, byte & 15]);
        let digits = digits.map(|digit| char::from(DIGITS[usize::from(digit)]));
        f.write_str(&digits.collect::<String>())
    }
}

impl fmt::Debug for ChainHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b22_the_chain_is_frozen_and_depends_on_every_record_and_their_order() {
        let chain = |records: &[&str]| {
            let root = ChainHash::root(b"one");
            records.iter().fold(root, |hash, record| hash.then(record.as_bytes()))
        };
        // Stored hashes are checked with it for ever.
        assert_eq!(
            chain(&["a", "b"]).to_string(),
            "cf9763aae87bbd0718c20ea19585e28325a15833cb938b343c0c018c35314ed2"
        );
        assert_ne!(chain(&["a", "b"]), chain(&["b", "a"]));
        assert_ne!(chain(&["a", "b"]), chain(&["ab"]));
        assert_ne!(chain(&[]), ChainHash::root(b"two"));
    }
}
