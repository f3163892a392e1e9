//! Secrets that open a seat: links and devices (B-02).

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::secret::Secret;

/// A random secret of 192 bits, written in 32 letters, digits, `-` and `_`.
///
/// It is handed out once; the log keeps only its [`TokenHash`].
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A new one from fresh randomness.
    pub(crate) fn made(fresh: Secret) -> Self {
        Self(URL_SAFE_NO_PAD.encode(&fresh.mac(&[b"token"])[..24]))
    }

    /// A token as someone presents it; whether it opens anything shows when it is used.
    #[must_use]
    pub fn presented(text: &str) -> Self {
        Self(text.trim().to_owned())
    }

    /// The secret, to hand out.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What the log keeps of it.
    #[must_use]
    pub fn hash(&self) -> TokenHash {
        TokenHash(URL_SAFE_NO_PAD.encode(Sha256::digest(self.0.as_bytes())))
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

/// The SHA-256 of a [`Token`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TokenHash(String);

impl TokenHash {
    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}
