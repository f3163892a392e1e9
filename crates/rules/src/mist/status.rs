//! Statuses: a name and marks on a track; the tier is the highest marked box (M-04 … M-06).

use serde::{Deserialize, Serialize};

use super::plan::Plan;
use super::thing::covers;
use super::{Challenge, Event, Holder, Limit, name};
use crate::{Audience, Id, Term};

/// Marked boxes of a status track; box 1 is the lowest bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Marks(u32);

/// How an effect of n lowers a status (M-06).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistReduce"))]
pub enum Reduce {
    /// The new tier's box is marked, marks above it are erased, lower marks stay.
    #[default]
    Lower,
    /// n marks are erased from the top.
    EraseMarks,
    /// Every mark moves down n boxes.
    Shift,
}

/// A condition and how bad or good it is, as `重伤-3` (M-04).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status {
    /// Which one.
    pub id: Id,
    /// What it says.
    pub name: Term,
    /// Its marked boxes.
    pub marks: Marks,
    /// Who may see it.
    #[serde(default)]
    pub seen: Audience,
}

impl Status {
    /// The highest marked box.
    #[must_use]
    pub fn tier(&self) -> u8 {
        self.marks.tier()
    }
}

impl Marks {
    /// The most boxes a pack may give a track.
    pub const MOST_BOXES: u8 = 20;

    /// Marks on these boxes.
    #[must_use]
    pub fn on(boxes: &[u8]) -> Self {
        Self(
            boxes
                .iter()
                .filter(|&&mark| (1..=Self::MOST_BOXES).contains(&mark))
                .fold(0, |marks, mark| marks | 1 << (mark - 1)),
        )
    }

    /// The highest marked box; 0 when there is none.
    #[must_use]
    pub fn tier(self) -> u8 {
        // At most 32 by the width of the word.
        (u32::BITS - self.0.leading_zeros()) as u8
    }

    /// The marked boxes, lowest first.
    #[must_use]
    pub fn boxes(self) -> Vec<u8> {
        (1..=Self::MOST_BOXES).filter(|mark| self.0 & (1 << (mark - 1)) != 0).collect()
    }

    /// Gains tier `tier` on a track of `boxes`: marks that box or the next higher free one; past
    /// the end nothing more can be marked (M-05).
    #[must_use]
    pub fn gain(self, tier: u8, boxes: u8) -> Self {
        if tier == 0 {
            return self;
        }
        (tier.min(boxes)..=boxes)
            .find(|mark| self.0 & (1 << (mark - 1)) == 0)
            .map_or(self, |mark| Self(self.0 | 1 << (mark - 1)))
    }

    /// Lowers by `by` (M-06).
    #[must_use]
    pub fn reduce(self, by: u8, how: Reduce) -> Self {
        match how {
            Reduce::Lower => {
                let tier = self.tier().saturating_sub(by);
                if tier == self.tier() {
                    self
                } else if tier == 0 {
                    Self(0)
                } else {
                    let below = (1 << tier) - 1;
                    Self(self.0 & below | 1 << (tier - 1))
                }
            }
            Reduce::EraseMarks => {
                let mut marks = self;
                for _ in 0..by {
                    match marks.tier() {
                        0 => break,
                        tier => marks.0 &= !(1 << (tier - 1)),
                    }
                }
                marks
            }
            Reduce::Shift => Self(self.0.checked_shr(u32::from(by)).unwrap_or(0)),
        }
    }
}

/// Someone or something gains a status: it stacks onto a similar one, or cancels an opposed one
/// first (M-05, M-06). Then limits are looked at (M-07).
pub(super) fn gain(
    plan: &mut Plan,
    on: Holder,
    name: &Term,
    tier: u8,
    seen: &Audience,
    onto: Option<Id>,
    against: Option<Id>,
) {
    let mut tier = tier.min(plan.pack.status.boxes);
    if let Some(opposed) = against {
        let statuses = plan.now().statuses(on).iter();
        let there = statuses.filter(|it| it.id == opposed).map(Status::tier).next().unwrap_or(0);
        let by = tier.min(there);
        if by > 0 {
            plan.push(Event::StatusReduced { status: opposed, by });
        }
        tier -= by;
    }
    if tier == 0 {
        return;
    }
    // A public gain never stacks onto a hidden status of the same name: it would tell of it.
    let similar = onto.or_else(|| {
        let mut statuses = plan.now().statuses(on).iter();
        statuses.find(|it| it.seen == *seen && name::same(&it.name, name)).map(|it| it.id)
    });
    let status = similar.unwrap_or_else(|| plan.id());
    plan.push(Event::StatusGained { on, status, name: name.clone(), tier, seen: seen.clone() });
    check_limits(plan, on);
}

/// M-07: whatever has reached a limit is changed for good.
pub(super) fn check_limits(plan: &mut Plan, on: Holder) {
    let pack = plan.pack;
    let state = plan.now();
    let mut reached = Vec::new();
    match on {
        Holder::Scene => {}
        Holder::Character(id) => {
            let Some(it) = state.character(id) else {
                return;
            };
            let over = it.statuses.iter().find(|status| {
                status.tier() >= pack.status.limit && covers(&status.seen, &it.seen)
            });
            if let Some(status) = over
                && it.limit_met.is_none()
                && it.fate.is_none()
                && !it.left
            {
                reached.push(Event::CharacterLimitMet { character: id, status: status.id });
            }
        }
        Holder::Challenge(id) => {
            let Some(it) = state.challenge(id) else {
                return;
            };
            let mut overcome = it.overcome.is_some();
            for limit in &it.limits {
                let now = limit.reached || limit_now(it, limit) >= limit.tier;
                if now && !limit.reached {
                    reached.push(Event::LimitReached { challenge: id, limit: limit.id });
                }
                // A hidden limit overcomes only once it is shown: until then nothing may tell.
                if now && !overcome && covers(&limit.seen, &it.seen) {
                    overcome = true;
                    reached.push(Event::ChallengeOvercome { challenge: id, limit: Some(limit.id) });
                }
            }
        }
    }
    reached.into_iter().for_each(|event| plan.push(event));
}

/// Looks at every limit again, after something was shown.
pub(super) fn check_all_limits(plan: &mut Plan) {
    let holders: Vec<Holder> = plan.now().holders().collect();
    for holder in holders {
        check_limits(plan, holder);
    }
}

/// The highest tier a limit's status has, as far as those who see the limit can tell.
pub(super) fn limit_now(challenge: &Challenge, limit: &Limit) -> u8 {
    let statuses = challenge.statuses.iter();
    statuses
        .filter(|it| name::same(&it.name, &limit.status) && covers(&it.seen, &limit.seen))
        .map(Status::tier)
        .max()
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn m04_the_tier_is_the_highest_marked_box() {
        assert_eq!(Marks::default().tier(), 0);
        assert_eq!(Marks::on(&[1, 3]).tier(), 3);
        assert_eq!(Marks::on(&[6]).tier(), 6);
    }

    #[test]
    fn m05_a_marked_box_passes_the_mark_upward() {
        let check = |before: &[u8], tier, after: &[u8]| {
            assert_eq!(Marks::on(before).gain(tier, 6).boxes(), after, "{before:?}+{tier}");
        };
        check(&[], 2, &[2]);
        check(&[2], 2, &[2, 3]);
        check(&[2, 3], 2, &[2, 3, 4]);
        check(&[2], 1, &[1, 2]);
        check(&[2, 4], 3, &[2, 3, 4]);
        check(&[6], 6, &[6]);
        check(&[5, 6], 5, &[5, 6]);
        check(&[5], 9, &[5, 6]);
    }

    #[test]
    fn m06_reducing_lowers_the_tier() {
        let check = |before: &[u8], by, how, after: &[u8]| {
            assert_eq!(Marks::on(before).reduce(by, how).boxes(), after, "{before:?}-{by}");
        };
        check(&[2, 4], 1, Reduce::Lower, &[2, 3]);
        check(&[4], 1, Reduce::Lower, &[3]);
        check(&[1, 2, 3], 1, Reduce::Lower, &[1, 2]);
        check(&[4], 4, Reduce::Lower, &[]);
        check(&[4], 9, Reduce::Lower, &[]);
        check(&[4], 0, Reduce::Lower, &[4]);
        check(&[2, 4], 1, Reduce::EraseMarks, &[2]);
        check(&[2, 4], 3, Reduce::EraseMarks, &[]);
        check(&[2, 4], 1, Reduce::Shift, &[1, 3]);
        check(&[2, 4], 2, Reduce::Shift, &[2]);
        check(&[2, 4], 40, Reduce::Shift, &[]);
    }

    proptest! {
        #[test]
        fn m05_gains_commute(start in 0u32..64, one in 1u8..=6, two in 1u8..=6) {
            let marks = Marks(start);
            prop_assert_eq!(
                marks.gain(one, 6).gain(two, 6),
                marks.gain(two, 6).gain(one, 6)
            );
        }

        #[test]
        fn m06_lowering_by_n_lowers_the_tier_by_exactly_n(start in 0u32..64, by in 0u8..9) {
            let marks = Marks(start);
            prop_assert_eq!(
                marks.reduce(by, Reduce::Lower).tier(),
                marks.tier().saturating_sub(by)
            );
        }
    }
}
