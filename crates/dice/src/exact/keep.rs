//! The highest dice of a pool, without looking at sequences.
//!
//! Condition on the lowest kept face `v`: then `j` dice lie strictly above it, the other kept
//! ones show `v`, and of the remaining dice at most `n - k` lie below. For each `v` that is a
//! polynomial in the faces above, evaluated by Horner's rule; multiplying by a stretch of
//! consecutive fair faces is a window sliding over fixed-width whole numbers.

use num_bigint::BigUint;
use num_traits::Zero;

use super::cost::Budget;
use super::flat::{self, Flat, width_of};
use super::table::Table;
use crate::ErrorKind;

/// The scores of the `keep` highest of `count` dice, `1 ≤ keep ≤ count`: lowest sum, weights.
pub(crate) fn highest(
    table: &Table,
    count: u32,
    keep: u32,
    budget: &mut Budget,
) -> Result<(i64, Flat), ErrorKind> {
    let (length, width) = plan(table, count, keep, budget)?;
    let kept = i64::from(keep);
    let (least, _) = table.score_bounds();
    let mut sums = Flat::zeros(length, width);
    let choose = binomials(count, keep);
    let mut below = BigUint::ZERO;
    for at in 0..table.len() {
        let terms = terms(&table.weights[at], &below, count, keep, &choose);
        let above = Above::new(table, at);
        let polynomial = above.horner(&terms, keep);
        let shift = ((above.base - least) * kept) as usize;
        for (row, coefficient) in polynomial.rows().enumerate() {
            sums.add_row(shift + row, coefficient);
        }
        below += &table.weights[at];
    }
    Ok((least * kept, sums))
}

/// Pays for the highest dice: how many sums there are, and how wide their weights.
pub(crate) fn plan(
    table: &Table,
    count: u32,
    keep: u32,
    budget: &mut Budget,
) -> Result<(usize, usize), ErrorKind> {
    let (least, most) = table.score_bounds();
    let length = usize::try_from((most - least) * i64::from(keep) + 1).unwrap_or(usize::MAX);
    budget.hold(length, 1)?;
    let width = width_of(&table.total.pow(count));
    budget.hold(length, width)?;
    let (keep, wide) = (u64::from(keep), width as u64);
    let (mut low, mut high) = (i64::MAX, i64::MIN);
    // From the highest face down, as each looks at those above it.
    for at in (0..table.len()).rev() {
        let (own, above) = (table.scores[at], (table.len() - 1 - at) as u64);
        low = low.min(own);
        let reach = if above == 0 { own - low } else { (high - low).max(own - low) } as u64;
        high = high.max(own);
        let length = keep * reach + 1;
        let faces = if table.consecutive_from(at) { 2 } else { 4 * above };
        budget.spend(
            (keep * length / 2 * wide).saturating_mul(faces)
                + keep * (300 + 10 * wide + wide * wide / 2)
                + length * (100 + wide)
                + above * if faces == 2 { 0 } else { 200 },
        )?;
    }
    Ok((length, width))
}

/// `C(count, j)` for `j < keep`.
fn binomials(count: u32, keep: u32) -> Vec<BigUint> {
    let mut choose = Vec::with_capacity(keep as usize);
    let mut next = BigUint::from(1u8);
    for j in 0..keep {
        choose.push(next.clone());
        next = next * (count - j) / (j + 1);
    }
    choose
}

/// For each number `j` of dice above: the ways to choose them, and for all others to show at
/// most this face with at most `count - keep` of them below it.
fn terms(
    own: &BigUint,
    below: &BigUint,
    count: u32,
    keep: u32,
    choose: &[BigUint],
) -> Vec<BigUint> {
    let drop = count - keep;
    let up_to = own + below;
    // With `b(n) = Σ_{i ≤ drop} C(n, i) below^i own^(n-i)`:
    // b(n + 1) = (own + below) b(n) - C(n, drop) below^(drop + 1) own^(n - drop).
    let mut ways = up_to.pow(drop);
    let mut edge = below.pow(drop + 1);
    let mut terms = vec![BigUint::ZERO; keep as usize];
    for dice in drop..count {
        ways = ways * &up_to - &edge;
        edge = edge * own * (dice + 1) / (dice + 1 - drop);
        let j = (count - dice - 1) as usize;
        terms[j] = &ways * &choose[j];
    }
    terms
}

/// The faces above one face, as scores counted from a base.
struct Above {
    base: i64,
    /// The score of the face itself, from the base.
    own: usize,
    /// None where they are `consecutive`.
    faces: Vec<(usize, BigUint)>,
    total: BigUint,
    /// Set when the faces are `1, 2, … n` above the base with weight one each.
    consecutive: Option<usize>,
}

impl Above {
    fn new(table: &Table, at: usize) -> Self {
        if table.consecutive_from(at) {
            let above = table.len() - 1 - at;
            return Self {
                base: table.scores[at],
                own: 0,
                faces: Vec::new(),
                total: BigUint::from(above),
                consecutive: Some(above),
            };
        }
        let scores = &table.scores[at..];
        let base = scores.iter().copied().min().unwrap_or(0);
        let own = (table.scores[at] - base) as usize;
        let mut faces: Vec<(usize, BigUint)> = Vec::new();
        for (score, weight) in scores.iter().zip(&table.weights[at..]).skip(1) {
            let score = (score - base) as usize;
            match faces.iter_mut().rev().take(2).find(|(known, _)| *known == score) {
                Some((_, sum)) => *sum += weight,
                None => faces.push((score, weight.clone())),
            }
        }
        let total = faces.iter().map(|(_, weight)| weight).sum();
        Self { base, own, faces, total, consecutive: None }
    }

    fn reach(&self) -> usize {
        self.faces.iter().map(|(score, _)| *score).max().unwrap_or(0)
    }

    /// `Σ_j terms[j] · x^((keep - j) own) · (Σ weight x^score)^j`.
    fn horner(&self, terms: &[BigUint], keep: u32) -> Flat {
        if self.total.is_zero() {
            let term = &terms[0];
            let mut only = Flat::zeros(keep as usize * self.own + 1, width_of(term));
            only.set(keep as usize * self.own, term);
            return only;
        }
        let mut sum = BigUint::zero();
        let mut polynomial = Flat::zeros(0, 1);
        for (j, term) in terms.iter().enumerate().rev() {
            // The sum of all coefficients says exactly how wide they can be by now.
            sum = sum * &self.total + term;
            let width = width_of(&sum).max(polynomial.width());
            polynomial = self.times(&polynomial.widened(width));
            let at = (keep as usize - j) * self.own;
            while polynomial.len() <= at {
                polynomial.push(&[0]);
            }
            let digits = term.to_u64_digits();
            polynomial.add_row(at, &digits);
        }
        polynomial
    }

    fn times(&self, polynomial: &Flat) -> Flat {
        if polynomial.len() == 0 {
            return Flat::zeros(1, polynomial.width());
        }
        if let Some(faces) = self.consecutive {
            return slide(polynomial, faces);
        }
        let mut product = Flat::zeros(polynomial.len() + self.reach(), polynomial.width());
        for (score, weight) in &self.faces {
            let digits = weight.to_u64_digits();
            for (at, row) in polynomial.rows().enumerate() {
                match digits[..] {
                    [1] => product.add_row(at + score, row),
                    [small] => flat::multiply_add_word(product.row_mut(at + score), row, small),
                    _ => flat::multiply_add(product.row_mut(at + score), &digits, row),
                }
            }
        }
        product
    }
}

/// Times `x + x² + … + x^faces`: every coefficient is the sum of a window over the earlier ones.
fn slide(polynomial: &Flat, faces: usize) -> Flat {
    macro_rules! by_width {
        ($($width:literal)*) => {
            match polynomial.width() {
                $($width => slide_by(polynomial, faces, &mut [0u64; $width]),)*
                width => slide_by(polynomial, faces, &mut vec![0u64; width]),
            }
        };
    }
    by_width!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)
}

/// The loop of [`slide`]; inlined for each width so that the carries stay in registers.
#[inline(always)]
fn slide_by(polynomial: &Flat, faces: usize, window: &mut [u64]) -> Flat {
    let width = window.len();
    let length = polynomial.len();
    let words = polynomial.words();
    let mut out = vec![0u64; (length + faces) * width];
    let (_, rows) = out.split_at_mut(width);
    for (at, row) in rows.chunks_exact_mut(width).enumerate() {
        if at < length {
            flat::add(window, &words[at * width..][..width]);
        }
        if at >= faces {
            flat::subtract(window, &words[(at - faces) * width..][..width]);
        }
        row.copy_from_slice(window);
    }
    Flat::from_words(width, out)
}
