//! Any stretch of the sorted dice: the general way, face by face.
//!
//! Going up through the faces, the state is how many dice are placed; placing `c` more with the
//! next face says at once which of them lie in the stretch. Never looks at sequences, but costs
//! the square of the number of dice.

use std::ops::Range;

use num_bigint::BigUint;

use super::dist::Budget;
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
    let scores = || faces.iter().map(|face| face.score);
    let least = scores().min().unwrap_or(0);
    let reach = (scores().max().unwrap_or(0) - least) as usize;
    let length = reach * stretch.len() + 1;
    budget.hold(length, 1)?;
    budget.spend(cost(faces, counts, length))?;

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

fn cost(faces: &[Face], counts: [usize; 2], length: usize) -> u64 {
    let bits: u64 = faces.iter().map(|face| face.weight.bits()).max().unwrap_or(1) + 8;
    let dice = (counts[0] + counts[1]) as u64;
    let each = 60 + dice * bits / 64;
    let mut total = 0u64;
    for face in faces {
        let (own, other) = (counts[face.group] as u64, counts[1 - face.group] as u64);
        let steps = (own * own / 2 + 1) * (other + 1);
        total = total.saturating_add(steps.saturating_mul(length as u64 * each / 2 + each));
    }
    total
}
