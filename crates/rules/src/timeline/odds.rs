//! Exact odds of checks and contests (T-11, T-12).

use std::cmp::Ordering;

use super::attempt::compare;
use crate::{Chance, Chances, Term, Tone};

/// The exact chances of d100 against a rate.
#[must_use]
pub fn chances(rate: u32) -> Chances {
    let success = rate.min(100);
    exactly(
        100,
        [
            (["失败", "失敗", "failure"], Tone::Failure, 100 - success),
            (["成功", "成功", "success"], Tone::Full, success),
        ],
    )
}

/// The exact chances of the first side of a contest between two (T-12).
#[must_use]
pub fn contest_chances(one: u32, other: u32) -> Chances {
    let (mut less, mut equal, mut greater) = (0, 0, 0);
    for mine in 1..=100 {
        for theirs in 1..=100 {
            match compare((mine, one), (theirs, other)) {
                Ordering::Less => less += 1,
                Ordering::Equal => equal += 1,
                Ordering::Greater => greater += 1,
            }
        }
    }
    exactly(
        10_000,
        [
            (["落败", "落敗", "loses"], Tone::Failure, greater),
            (["平手", "平手", "tie"], Tone::Mixed, equal),
            (["获胜", "獲勝", "wins"], Tone::Full, less),
        ],
    )
}

/// Chances over a denominator that divides 10,000, so that basis points are exact too.
fn exactly<const N: usize>(whole: u32, outcomes: [([&str; 3], Tone, u32); N]) -> Chances {
    let outcomes = outcomes.map(|([zh_hans, zh_hant, en], tone, weight)| Chance {
        label: Term::PerLanguage {
            zh_hans: zh_hans.into(),
            zh_hant: Some(zh_hant.into()),
            en: Some(en.into()),
        },
        tone,
        weight: weight.to_string(),
        basis_points: weight * (10_000 / whole),
    });
    Chances { denominator: whole.to_string(), outcomes: outcomes.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn t12_a_contest_is_fair(one in 0_u32..250, other in 0_u32..250) {
            let chances = contest_chances(one, other);
            let mirrored = contest_chances(other, one);
            prop_assert_eq!(&chances.outcomes[0].weight, &mirrored.outcomes[2].weight);
            prop_assert_eq!(&chances.outcomes[1].weight, &mirrored.outcomes[1].weight);
        }
    }
}
