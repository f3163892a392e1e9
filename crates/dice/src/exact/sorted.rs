//! Any stretch of the sorted dice: the general way, face by face.
//!
//! Going up through the faces, the state is how many dice are placed; placing `c` more with the
//! next face says at once which of them lie in the stretch. Never looks at sequences, but costs
//! the square of the number of dice.

use std::ops::Range;

use num_bigint::BigUint;

use super::cost::Budget;
use crate::ErrorKind;

/// One face: its weight, its score, and which of two groups of dice can show it.
pub(crate) struct Face {
    pub weight: BigUint,
    pub score: i64,
    pub group: usize,
}

/// The ways to each score of the dice in `stretch`: lowest score, then weights.
///
/// `counts` dice of each group show any face of their own group, ascending over both.
pub(crate) fn stretch(
    faces: &[Face],
    counts: [usize; 2],
    stretch: Range<usize>,
    budget: &mut Budget,
) -> Result<(i64, Vec<BigUint>), ErrorKind> {
    let outline = Outline::new(faces);
    let least = outline.least;
    outline.plan(counts, stretch.clone(), budget)?;

    let place = |used: [usize; 2]| used[0] * (counts[1] + 1) + used[1];
    let mut states = vec![Vec::new(); place(counts) + 1];
    states[0] = vec![BigUint::from(1u8)];
    for face in faces {
        let (own, other) = (face.group, 1 - face.group);
        let most = counts[own];
        let powers = powers(&face.weight, most);
        let score = (face.score - least) as usize;
        for others in 0..=counts[other] {
            let at = |used: usize| {
                let mut both = [0; 2];
                (both[own], both[other]) = (used, others);
                place(both)
            };
            // Downwards, so that the states read have not seen this face yet.
            for used in (1..=most).rev() {
                let mut sum = std::mem::take(&mut states[at(used)]);
                let mut choose = BigUint::from(1u8);
                for (more, power) in powers.iter().enumerate().take(used + 1).skip(1) {
                    // C(most - before, more), from the one for one die fewer.
                    let before = used - more;
                    choose = choose * (most - before) / more;
                    let source = &states[at(before)];
                    if source.is_empty() {
                        continue;
                    }
                    let (first, last) = (before + others, used + others);
                    let inside = last.min(stretch.end).saturating_sub(first.max(stretch.start));
                    let shift = inside * score;
                    if sum.len() < source.len() + shift {
                        sum.resize(source.len() + shift, BigUint::ZERO);
                    }
                    let ways = power * &choose;
                    for (slot, weight) in sum[shift..].iter_mut().zip(source) {
                        if *weight != BigUint::ZERO {
                            *slot += weight * &ways;
                        }
                    }
                }
                states[at(used)] = sum;
            }
        }
    }
    Ok((least * stretch.len() as i64, states.swap_remove(place(counts))))
}

fn powers(base: &BigUint, most: usize) -> Vec<BigUint> {
    let mut powers = vec![BigUint::from(1u8)];
    for at in 0..most {
        powers.push(&powers[at] * base);
    }
    powers
}

/// What the cost of a stretch depends on.
pub(crate) struct Outline {
    /// The lowest score.
    pub least: i64,
    /// From the lowest to the highest score.
    reach: usize,
    /// How many faces each group has.
    groups: [u64; 2],
    /// The bits of the largest weight.
    bits: u64,
}

impl Outline {
    pub fn new(faces: &[Face]) -> Self {
        let scores = || faces.iter().map(|face| face.score);
        let least = scores().min().unwrap_or(0);
        let in_group = |group| faces.iter().filter(|face| face.group == group).count() as u64;
        Self {
            least,
            reach: (scores().max().unwrap_or(0) - least) as usize,
            groups: [in_group(0), in_group(1)],
            bits: faces.iter().map(|face| face.weight.bits()).max().unwrap_or(1),
        }
    }

    /// Pays for a stretch; how many scores it can have.
    pub fn plan(
        &self,
        counts: [usize; 2],
        stretch: Range<usize>,
        budget: &mut Budget,
    ) -> Result<usize, ErrorKind> {
        let length = self.reach * stretch.len() + 1;
        let dice = (counts[0] + counts[1]) as u64;
        let each = 60 + dice * (self.bits + 8) / 64;
        let words = usize::try_from(each - 60).unwrap_or(usize::MAX) + 1;
        // A state for every number of dice that are placed already.
        budget.hold(length, words)?;
        let mut total = 1000u64;
        for (group, faces) in self.groups.into_iter().enumerate() {
            let (own, other) = (counts[group] as u64, counts[1 - group] as u64);
            let steps = (own * own / 2 + 1).saturating_mul(other + 1);
            // The states are shorter than the longest one most of the time.
            let step = length as u64 * each / 8 + 10;
            total = total.saturating_add(faces.saturating_mul(steps).saturating_mul(step));
        }
        let states = (counts[0] as u64 + 1).saturating_mul(counts[1] as u64 + 1);
        budget.spend(total.saturating_add(states.saturating_mul(length as u64 / 4 + 50)))?;
        Ok(length)
    }
}
