//! The clock and the source of randomness. Tests fix both.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use jiff::{SignedDuration, Timestamp};
use rules::{Message, message};
use sha2::{Digest, Sha256};

/// The time of day.
pub trait Clock: Send + Sync {
    /// Now.
    fn now(&self) -> Timestamp;
}

/// Randomness nobody can guess, for seeds and tokens.
pub trait Entropy: Send + Sync {
    /// Fills `bytes`.
    ///
    /// # Errors
    /// When the machine has none to give.
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy>;
}

/// The machine gave no randomness.
#[derive(Debug, thiserror::Error)]
#[error("the machine gives no randomness: {0}")]
pub struct NoEntropy(pub String);

impl NoEntropy {
    /// The same for people.
    #[must_use]
    pub fn to_message(&self) -> Message {
        message!("table-no-randomness", fault = &self.0)
    }
}

/// What a table takes from the world around it.
#[derive(Clone)]
pub struct World {
    /// The time of day.
    pub clock: Arc<dyn Clock>,
    /// Randomness for seeds and tokens.
    pub entropy: Arc<dyn Entropy>,
}

impl World {
    /// The machine's own clock and randomness.
    #[must_use]
    pub fn machine() -> Self {
        Self { clock: Arc::new(MachineClock), entropy: Arc::new(MachineEntropy) }
    }

    /// A world that happens the same way every time: for tests and transcripts.
    ///
    /// Its clock stands at a fixed minute until [`FixedClock::pass`] moves it.
    #[must_use]
    pub fn fixed(seed: u64) -> (Self, Arc<FixedClock>) {
        let clock = Arc::new(FixedClock::default());
        let entropy = Arc::new(FixedEntropy { seed, drawn: AtomicU64::new(0) });
        let world = Self { clock: clock.clone(), entropy };
        (world, clock)
    }

    /// `N` random bytes.
    ///
    /// # Errors
    /// When the machine has none to give.
    pub fn bytes<const N: usize>(&self) -> Result<[u8; N], NoEntropy> {
        let mut bytes = [0; N];
        self.entropy.fill(&mut bytes)?;
        Ok(bytes)
    }
}

impl std::fmt::Debug for World {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("World")
    }
}

struct MachineClock;

impl Clock for MachineClock {
    fn now(&self) -> Timestamp {
        // Milliseconds are what a reader can use; more would only fill the log.
        let now = Timestamp::now();
        Timestamp::from_millisecond(now.as_millisecond()).unwrap_or(now)
    }
}

struct MachineEntropy;

impl Entropy for MachineEntropy {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
        getrandom::fill(bytes).map_err(|fault| NoEntropy(fault.to_string()))
    }
}

/// A clock that moves only by [`FixedClock::pass`].
#[derive(Debug, Default)]
pub struct FixedClock {
    passed: AtomicU64,
}

impl FixedClock {
    /// Lets time pass.
    pub fn pass(&self, time: SignedDuration) {
        let milliseconds = u64::try_from(time.as_millis()).unwrap_or(0);
        self.passed.fetch_add(milliseconds, Ordering::SeqCst);
    }
}

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        // 2026-11-14 20:00 in Shanghai.
        let start = Timestamp::constant(1_794_657_600, 0);
        let passed = i64::try_from(self.passed.load(Ordering::SeqCst)).unwrap_or(0);
        start + SignedDuration::from_millis(passed)
    }
}

struct FixedEntropy {
    seed: u64,
    drawn: AtomicU64,
}

impl Entropy for FixedEntropy {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
        for chunk in bytes.chunks_mut(32) {
            let number = self.drawn.fetch_add(1, Ordering::SeqCst);
            let mut hash = Sha256::new();
            hash.update(self.seed.to_le_bytes());
            hash.update(number.to_le_bytes());
            chunk.copy_from_slice(&hash.finalize()[..chunk.len()]);
        }
        Ok(())
    }
}
