use std::fmt;

use chacha20::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

/// Something that throws dice fairly.
pub trait Draw {
    /// One of `0, 1, … n - 1`, each equally likely. `n` is never zero.
    fn below(&mut self, n: u32) -> u32;

    /// Several draws from `0 … n - 1`; a source may take more than one from the same random bits.
    fn fill(&mut self, n: u32, out: &mut [u32]) {
        for slot in out {
            *slot = self.below(n);
        }
    }

    /// The draws of [`Draw::fill`] as one number: the first is its highest digit in base `n`.
    fn joint(&mut self, joint: &Joint) -> u64 {
        let mut digits = [0; 32];
        let count = (joint.count as usize).min(digits.len());
        self.fill(joint.n, &mut digits[..count]);
        let n = u64::from(joint.n);
        digits[..count].iter().fold(0, |number, digit| number * n + u64::from(*digit))
    }
}

/// How [`Draw::joint`] reads draws: as the digits of one number in base `n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joint {
    /// How many values each draw has.
    pub n: u32,
    /// How many draws there are.
    pub count: u32,
    /// `n` to the power of `count`, at most 2^32.
    product: u64,
    /// Random words that leave less than this are thrown away.
    threshold: u64,
}

impl Joint {
    /// Some draws taken together, unless they have more than 2^32 outcomes.
    pub fn new(n: u32, count: u32) -> Option<Self> {
        let n = n.max(1);
        let product = u64::from(n).checked_pow(count).filter(|product| *product <= 1 << 32)?;
        Some(Self { n, count, product, threshold: product.wrapping_neg() % product })
    }

    /// How many outcomes there are.
    pub fn outcomes(self) -> u64 {
        self.product
    }
}

impl<D: Draw + ?Sized> Draw for &mut D {
    fn below(&mut self, n: u32) -> u32 {
        (**self).below(n)
    }

    fn fill(&mut self, n: u32, out: &mut [u32]) {
        (**self).fill(n, out);
    }

    fn joint(&mut self, joint: &Joint) -> u64 {
        (**self).joint(joint)
    }
}

/// The random dice: ChaCha20 from a seed, the same rolls on every platform for ever.
///
/// Frozen, because recorded rolls must replay: a word is the next 64 bits of the keystream
/// (little-endian). One word serves as many equal dice as fit: with `k` the most for which
/// `n^k ≤ 2^48`, dice are drawn in groups of at most `k`, each group by repeated widening
/// multiplication of one word, and the word is thrown away in the rare case that would
/// favour a face (Brackett-Rozinsky and Lemire, «Batched Ranged Random Integer Generation»).
///
/// ```
/// use dice::{Draw, Source};
/// let (mut a, mut b) = (Source::from_u64(7), Source::from_u64(7));
/// assert_eq!(a.below(20), b.below(20));
/// ```
pub struct Source {
    stream: ChaCha20Rng,
    /// The next stretch of the keystream, and how much of it is used up.
    words: [u64; WORDS],
    used: usize,
}

/// What the generator makes in one go.
const WORDS: usize = 32;

/// Up to here the faces of one word may multiply: 16 bits to spare make rejection rare.
const GROUP: u64 = 1 << 48;

impl Source {
    /// The dice of a 256-bit seed.
    pub fn from_seed(seed: [u8; 32]) -> Self {
        Self { stream: ChaCha20Rng::from_seed(seed), words: [0; WORDS], used: WORDS }
    }

    /// The dice of a small seed: its eight little-endian bytes, then zeros.
    pub fn from_u64(seed: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        Self::from_seed(bytes)
    }

    /// The next 64 random bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        if self.used >= WORDS {
            self.refill();
        }
        // Never past the end: said so that it need not be checked again.
        let word = self.words[self.used % WORDS];
        self.used += 1;
        word
    }

    #[cold]
    #[inline(never)]
    fn refill(&mut self) {
        let mut bytes = [0; 8 * WORDS];
        self.stream.fill_bytes(&mut bytes);
        for (word, bytes) in self.words.iter_mut().zip(bytes.as_chunks().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        self.used = 0;
    }

    /// Draws one group; `product` is `n` to the power of its length.
    #[inline]
    fn group(&mut self, n: u64, product: u64, out: &mut [u32]) {
        loop {
            let mut fraction = self.word();
            for slot in out.iter_mut() {
                let wide = u128::from(fraction) * u128::from(n);
                *slot = (wide >> 64) as u32;
                fraction = wide as u64;
            }
            if fraction >= product || fraction >= product.wrapping_neg() % product {
                return;
            }
        }
    }
}

impl Draw for Source {
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        let mut face = [0];
        self.group(n.max(1).into(), n.max(1).into(), &mut face);
        face[0]
    }

    fn fill(&mut self, n: u32, out: &mut [u32]) {
        let n = u64::from(n.max(1));
        let mut rest = out;
        while !rest.is_empty() {
            let (mut product, mut length) = (n, 1);
            while length < rest.len() {
                let longer = product.saturating_mul(n);
                if longer > GROUP {
                    break;
                }
                (product, length) = (longer, length + 1);
            }
            let (group, after) = rest.split_at_mut(length);
            self.group(n, product, group);
            rest = after;
        }
    }

    /// Multiplying a word by `n` again and again writes the digits, in base `n`, of what one
    /// multiplication by their product gives at once; what is left over is the same too.
    #[inline]
    fn joint(&mut self, joint: &Joint) -> u64 {
        loop {
            let wide = u128::from(self.word()) * u128::from(joint.product);
            if wide as u64 >= joint.threshold {
                return (wide >> 64) as u64;
            }
        }
    }
}

impl fmt::Debug for Source {
    /// Never shows the state: whoever knows it knows the coming rolls.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Source")
    }
}
