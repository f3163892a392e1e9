//! Many large whole numbers of the same width, side by side in one piece of memory.

use num_bigint::BigUint;

/// Rows of `width` 64-bit words each, least significant first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Flat {
    width: usize,
    words: Vec<u64>,
}

/// How many words hold every number up to `most`.
pub(crate) fn width_of(most: &BigUint) -> usize {
    most.bits().div_ceil(64).max(1) as usize
}

/// The large number of some words.
pub(crate) fn big(words: &[u64]) -> BigUint {
    match words {
        [word] => BigUint::from(*word),
        _ => BigUint::new(words.iter().flat_map(|w| [*w as u32, (*w >> 32) as u32]).collect()),
    }
}

impl Flat {
    pub fn zeros(length: usize, width: usize) -> Self {
        Self { width, words: vec![0; length * width] }
    }

    pub fn from_words(width: usize, words: Vec<u64>) -> Self {
        Self { width, words }
    }

    pub fn from_big(numbers: &[BigUint], width: usize) -> Self {
        let mut flat = Self::zeros(numbers.len(), width);
        for (at, number) in numbers.iter().enumerate() {
            flat.set(at, number);
        }
        flat
    }

    pub fn width(&self) -> usize {
        self.width
    }

    pub fn len(&self) -> usize {
        self.words.len() / self.width
    }

    pub fn words(&self) -> &[u64] {
        &self.words
    }

    pub fn row(&self, at: usize) -> &[u64] {
        &self.words[at * self.width..][..self.width]
    }

    pub fn row_mut(&mut self, at: usize) -> &mut [u64] {
        &mut self.words[at * self.width..][..self.width]
    }

    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &[u64]> + ExactSizeIterator {
        self.words.chunks_exact(self.width)
    }

    pub fn is_zero(&self, at: usize) -> bool {
        self.row(at).iter().all(|word| *word == 0)
    }

    pub fn get(&self, at: usize) -> BigUint {
        big(self.row(at))
    }

    pub fn set(&mut self, at: usize, number: &BigUint) {
        let row = self.row_mut(at);
        row.fill(0);
        for (word, digit) in row.iter_mut().zip(number.iter_u64_digits()) {
            *word = digit;
        }
    }

    pub fn copy_within(&mut self, from: std::ops::Range<usize>, to: usize) {
        self.words.copy_within(from, to);
    }

    pub fn push(&mut self, row: &[u64]) {
        self.words.extend_from_slice(row);
        self.words.resize(self.words.len() + self.width - row.len(), 0);
    }

    pub fn reverse(&mut self) {
        if self.width == 1 {
            return self.words.reverse();
        }
        let reversed = self.rows().rev().flatten().copied().collect();
        self.words = reversed;
    }

    /// The same numbers in wider (or exactly as wide) rows.
    pub fn widened(self, width: usize) -> Self {
        if width == self.width {
            return self;
        }
        let mut wide = Self::zeros(self.len(), width);
        for (at, row) in self.rows().enumerate() {
            wide.row_mut(at)[..self.width].copy_from_slice(row);
        }
        wide
    }

    pub fn sum(&self) -> BigUint {
        self.rows().map(big).sum()
    }

    /// The product as polynomials; the caller knows a width that holds every coefficient.
    pub fn product(&self, other: &Self, width: usize) -> Self {
        let (a, b) = (self.len(), other.len());
        if a == 0 || b == 0 {
            return Self::zeros(0, width);
        }
        let work = a * b * self.width * other.width;
        if work > PACK && a.min(b) > 4 {
            let product = self.packed(width) * other.packed(width);
            return Self::unpacked(&product, a + b - 1, width);
        }
        let mut out = Self::zeros(a + b - 1, width);
        if width == 1 {
            for (i, x) in self.words.iter().enumerate() {
                for (slot, y) in out.words[i..].iter_mut().zip(&other.words) {
                    *slot += x * y;
                }
            }
            return out;
        }
        for (i, x) in self.rows().enumerate() {
            for (j, y) in other.rows().enumerate() {
                multiply_add(out.row_mut(i + j), x, y);
            }
        }
        out
    }

    /// The power as a polynomial; the caller knows a width that holds every coefficient.
    pub fn power(&self, exponent: u32, width: usize) -> Self {
        if exponent == 0 || self.len() == 0 {
            let mut one = Self::zeros(usize::from(exponent == 0), width);
            one.words.iter_mut().take(1).for_each(|word| *word = 1);
            return one;
        }
        let length = (self.len() - 1) * exponent as usize + 1;
        Self::unpacked(&self.packed(width).pow(exponent), length, width)
    }

    /// Adds to row `at`, which has room for the sum.
    pub fn add_row(&mut self, at: usize, row: &[u64]) {
        add(self.row_mut(at), row);
    }

    /// One huge number with a coefficient in every `width` words: products of these are products
    /// of polynomials, and the library multiplies huge numbers far below quadratic cost.
    fn packed(&self, width: usize) -> BigUint {
        let mut digits = vec![0u32; 2 * width * self.len()];
        for (row, slot) in self.rows().zip(digits.chunks_exact_mut(2 * width)) {
            for (word, pair) in row.iter().zip(slot.chunks_exact_mut(2)) {
                pair[0] = *word as u32;
                pair[1] = (*word >> 32) as u32;
            }
        }
        BigUint::new(digits)
    }

    fn unpacked(number: &BigUint, length: usize, width: usize) -> Self {
        let mut words: Vec<u64> = number.iter_u64_digits().collect();
        words.resize(length * width, 0);
        Self { width, words }
    }
}

/// From this many word products on, packing beats multiplying coefficient by coefficient.
const PACK: usize = 4096;

/// Counts words that were worked on, for the tests of what work is charged.
#[inline(always)]
pub(crate) fn tally(_words: usize) {
    #[cfg(test)]
    TALLY.with(|tally| tally.set(tally.get() + _words as u64));
}

#[cfg(test)]
thread_local! {
    pub(crate) static TALLY: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// `sum += row`; the sum has room.
#[inline(always)]
pub(crate) fn add(sum: &mut [u64], row: &[u64]) {
    tally(row.len());
    let mut carry = false;
    let (low, high) = sum.split_at_mut(row.len());
    for (word, other) in low.iter_mut().zip(row) {
        (*word, carry) = word.carrying_add(*other, carry);
    }
    for word in high {
        if !carry {
            return;
        }
        (*word, carry) = word.overflowing_add(1);
    }
}

/// `rest -= row`; the row is not larger.
#[inline(always)]
pub(crate) fn subtract(rest: &mut [u64], row: &[u64]) {
    tally(row.len());
    let mut borrow = false;
    let (low, high) = rest.split_at_mut(row.len());
    for (word, other) in low.iter_mut().zip(row) {
        (*word, borrow) = word.borrowing_sub(*other, borrow);
    }
    for word in high {
        if !borrow {
            return;
        }
        (*word, borrow) = word.overflowing_sub(1);
    }
}

/// `sum += a · b`; the sum has room.
pub(crate) fn multiply_add(sum: &mut [u64], a: &[u64], b: &[u64]) {
    for (at, x) in a.iter().enumerate() {
        if *x != 0 && at < sum.len() {
            multiply_add_word(&mut sum[at..], b, *x);
        }
    }
}

/// `sum += row · factor`; the sum has room, possibly only because high words of `row` are zero.
#[inline(always)]
pub(crate) fn multiply_add_word(sum: &mut [u64], row: &[u64], factor: u64) {
    tally(row.len());
    let mut carry = 0u64;
    let width = row.len().min(sum.len());
    let (low, high) = sum.split_at_mut(width);
    for (word, other) in low.iter_mut().zip(row) {
        let wide = u128::from(*other) * u128::from(factor) + u128::from(*word) + u128::from(carry);
        (*word, carry) = (wide as u64, (wide >> 64) as u64);
    }
    for word in high {
        if carry == 0 {
            return;
        }
        let (whole, over) = word.overflowing_add(carry);
        (*word, carry) = (whole, over.into());
    }
}
