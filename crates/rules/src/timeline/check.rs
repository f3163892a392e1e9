//! Checks: target numbers, rates, contests, negotiation (T-10 … T-14).

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::Amount;
use super::amount::half_even;
use crate::{Chance, Chances, Id, Roll, Term, Tone};

/// A target number as a host gives it (T-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "TimelineTarget"))]
pub enum Target {
    /// The number itself.
    Value(Amount),
    /// Level times difficulty.
    Difficulty {
        /// The level of the scene or object, never the actor's own.
        level: u32,
        /// The difficulty, about 1–20.
        difficulty: u32,
    },
    /// Level times a rolled 1d20.
    Random {
        /// The level of the scene or object.
        level: u32,
    },
}

/// Whom a negotiation is with (T-14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineOpponent"))]
pub struct Opponent {
    /// Their level.
    pub level: u32,
    /// Their intelligence percentage.
    pub intelligence: Amount,
}

/// A roll of d100 against a rate, as it stands in an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// Who.
    pub who: Vec<Id>,
    /// The attributes summed.
    pub value: Amount,
    /// The rate, in percent.
    pub rate: u32,
    /// The roll.
    pub roll: Roll,
    /// The face rolled.
    pub face: u32,
}

impl Attempt {
    /// Whether it succeeds: at most the rate (T-11).
    #[must_use]
    pub fn succeeds(&self) -> bool {
        self.face <= self.rate
    }

    /// Roll by rate, shown in contests; nothing at rate 0 (T-12).
    #[must_use]
    pub fn ratio(&self) -> Option<Amount> {
        (self.rate > 0).then(|| Amount::ratio(i128::from(self.face) * 100, self.rate.into()))
    }

    /// Which of two does better in a contest: `Less` when this one wins (T-12).
    #[must_use]
    pub fn against(&self, other: &Self) -> Ordering {
        compare((self.face, self.rate), (other.face, other.rate))
    }
}

/// Compares roll/rate exactly; rate 0 loses to any other (T-12).
fn compare(one: (u32, u32), other: (u32, u32)) -> Ordering {
    match (one.1, other.1) {
        (0, 0) => Ordering::Equal,
        (0, _) => Ordering::Greater,
        (_, 0) => Ordering::Less,
        _ => {
            let cross = |a: u32, b: u32| u64::from(a) * u64::from(b);
            cross(one.0, other.1).cmp(&cross(other.0, one.1))
        }
    }
}

/// The success rate in percent: attribute / (5 × target), rounded half to even (T-11).
#[must_use]
pub fn rate(attribute: Amount, target: Amount) -> u32 {
    let rate = half_even(
        i128::from(attribute.in_hundredths()) * 100,
        5 * i128::from(target.in_hundredths()),
    );
    u32::try_from(rate.max(0)).unwrap_or(u32::MAX)
}

/// What a target number is divided by in a rate (T-11).
pub(super) fn five_times(target: Amount) -> Amount {
    target.times(5, 1)
}

/// What is said, and what the levels make of it (T-14).
pub(super) fn negotiation_brackets(
    score: Amount,
    bonus: Amount,
    level: u32,
    opponent: Opponent,
) -> (f64, f64) {
    let bracket = libm::log(f64::from(level) / f64::from(opponent.level)) + 1.0;
    ((score + bonus).to_f64(), bracket)
}

/// The success rate of a negotiation in percent (T-14).
#[must_use]
pub fn negotiation_rate(score: Amount, bonus: Amount, level: u32, opponent: Opponent) -> u32 {
    let (speech, bracket) = negotiation_brackets(score, bonus, level, opponent);
    if speech <= 0.0 || bracket <= 0.0 || !opponent.intelligence.is_positive() {
        return 0;
    }
    let rate = speech / opponent.intelligence.to_f64() * 10.0 * bracket;
    // At most 100 after the clamp, so it fits.
    libm::rint(rate).clamp(0.0, 100.0) as u32
}

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

    #[test]
    fn t11_the_rate_is_attribute_by_five_targets_rounded_half_to_even() {
        let check = |attribute: &str, target: i64, expected: u32| {
            let attribute: Amount = attribute.parse().expect("a number");
            assert_eq!(rate(attribute, Amount::whole(target)), expected, "{attribute}/{target}");
        };
        check("250", 100, 50);
        check("200", 100, 40);
        check("2.5", 100, 0);
        check("12.5", 100, 2);
        check("17.5", 100, 4);
        check("1000", 100, 200);
        check("0", 100, 0);
    }

    #[test]
    fn t12_the_smaller_ratio_wins_compared_exactly() {
        // The two 0.44 and 0.5, and two that look alike at two decimals.
        assert_eq!(compare((35, 80), (25, 50)), Ordering::Less);
        assert_eq!(compare((1, 3), (33, 100)), Ordering::Greater);
        assert_eq!(compare((20, 40), (30, 60)), Ordering::Equal);
        assert_eq!(compare((1, 0), (100, 1)), Ordering::Greater);
        assert_eq!(compare((1, 0), (100, 0)), Ordering::Equal);
    }

    #[test]
    fn t14_either_bracket_at_or_below_zero_gives_rate_zero() {
        let check = |score: i64, bonus: i64, level, opponent: (u32, i64), expected| {
            let opponent = Opponent { level: opponent.0, intelligence: Amount::whole(opponent.1) };
            let found =
                negotiation_rate(Amount::whole(score), Amount::whole(bonus), level, opponent);
            assert_eq!(found, expected, "{score} {bonus} {level} {opponent:?}");
        };
        check(0, 75, 10, (10, 35), 21);
        check(100, 75, 10, (10, 35), 50);
        check(-75, 75, 10, (10, 35), 0);
        check(-200, 75, 10, (10, 35), 0);
        check(100, 75, 10, (28, 35), 0);
        // Both negative is still nothing.
        check(-200, 75, 10, (100, 35), 0);
        check(900, 75, 10, (10, 35), 100);
    }

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
