//! The construction law: what it says of a skill, why, and what would pass (T-52 … T-56).

use std::collections::BTreeSet;

use dice::Fraction;
use num_traits::{Signed, Zero};
use serde::{Deserialize, Serialize};

use super::exact::{exact, fraction, rounded};
use super::skill::When;
use super::{Amount, Effect, Group, Reckoning, Skill, Whom};
use crate::{Message, Refusal, message};

/// What one law says of a skill (T-56).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineVerdict", optional_fields))]
pub struct Verdict {
    /// Which law, 1–4.
    pub law: u8,
    /// Whether the skill passes.
    pub passes: bool,
    /// Why.
    pub reason: Message,
    /// The smallest change that would pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<Message>,
}

impl Verdict {
    /// The verdict in a line.
    #[must_use]
    pub fn words(&self) -> Message {
        let (law, reason) = (self.law, self.reason.clone());
        match &self.change {
            None => message!("timeline-verdict-yes", law = law, reason = reason),
            Some(change) => {
                message!("timeline-verdict-no", law = law, reason = reason, change = change.clone())
            }
        }
    }
}

/// The impacts, levels and distances every skill is tried with before it is accepted. Each use is
/// reckoned again with its own numbers, so what these miss is refused then.
const IMPACTS: [i64; 8] = [100, 1, 777, 1_000, 5_000, 10_000, 123_456, 10_000_000];
const LEVELS: [(u32, u32); 5] = [(10, 10), (10, 20), (20, 10), (1, 1), (1, 100)];
const DISTANCES: [i64; 3] = [0, 1_000, 1_000_000];

impl Skill {
    /// How much more the skill gives than its wind-up and its costs pay for (T-52); nothing when an
    /// amount cannot be reckoned.
    #[must_use]
    pub fn excess(&self, at: &Reckoning) -> Option<Fraction> {
        let mut gives = Fraction::zero();
        let mut pays = match &self.windup_for {
            // What happens of itself has no wind-up: its costs must pay for all of it.
            _ if self.reacts() => Fraction::zero(),
            Some(expr) => at.exact(expr)?.min(exact(at.impact)),
            None => exact(at.impact),
        };
        for effect in &self.effects {
            let worth = effect.worth(at)?;
            if worth.is_positive() {
                gives += worth;
            } else {
                pays -= worth;
            }
        }
        for cost in &self.costs {
            let amount = at.exact(&cost.amount)?;
            // Only what a character can die of is an equal loss; an extension's pool is a price.
            if cost.pool.is_none() {
                pays += amount;
            }
        }
        Some(gives - pays)
    }

    /// How many of its effects no number measures are about the target (a card borrowed, knowledge
    /// gained), and about the user (percentages moved, however many at once) (T-52).
    fn unmeasured_effects(&self) -> (u32, u32) {
        let unmeasured = |effect: &&Effect| matches!(effect, Effect::Assume | Effect::Reveal);
        let moves = |effect: &Effect| matches!(effect, Effect::Percentages { points, .. } if points.is_positive());
        let unmeasured =
            u32::try_from(self.effects.iter().filter(unmeasured).count()).unwrap_or(u32::MAX);
        (unmeasured, u32::from(self.effects.iter().any(moves)))
    }

    /// Whether it has effects that no number measures (T-52).
    #[must_use]
    pub fn has_unmeasured(&self) -> bool {
        self.unmeasured_effects() != (0, 0)
    }

    /// The impact such effects need: the level of whom they are about × the host's difficulty.
    fn unmeasured_worth(&self, at: &Reckoning) -> Fraction {
        let (unmeasured, moved) = self.unmeasured_effects();
        let levels = |count: u32, level: u32| u64::from(count) * u64::from(level);
        let levels = levels(unmeasured, at.target.level) + levels(moved, at.actor.level);
        let worth = levels.saturating_mul(self.difficulty.unwrap_or(0).into());
        fraction(i64::try_from(worth).unwrap_or(i64::MAX), 1)
    }

    /// How much more a use gives than is paid for it, with what no number measures (T-52).
    #[must_use]
    pub(super) fn excess_in_use(&self, at: &Reckoning) -> Option<Fraction> {
        Some(self.excess(at)? + self.unmeasured_worth(at))
    }

    /// Whether it takes no time and touches nobody but its user (T-51).
    #[must_use]
    pub(super) fn takes_no_time(&self) -> bool {
        let at = Reckoning::plain(Amount::whole(1), 1, 1);
        let none = |expr: &dice::Expr| at.exact(expr).is_some_and(|value| value.is_zero());
        let own = |effect: &Effect| {
            matches!(effect, Effect::Shift { .. } | Effect::Bear | Effect::Told { .. })
        };
        let shifts = |effect: &Effect| matches!(effect, Effect::Shift { .. });
        self.windup_for.as_ref().is_some_and(none)
            && self.effects.iter().any(shifts)
            && self.effects.iter().all(own)
    }

    /// What each law says (T-56).
    #[must_use]
    pub fn verdicts(&self) -> [Verdict; 4] {
        [self.first_law(), self.second_law(), self.third_law(), self.fourth_law()]
    }

    /// Whether every law lets it pass.
    #[must_use]
    pub fn is_fair(&self) -> bool {
        self.verdicts().iter().all(|verdict| verdict.passes)
    }

    /// Whether it may be learnt.
    ///
    /// # Errors
    /// When its texts cannot be kept (B-15), or by the first law that refuses it, with the smallest
    /// change that would pass.
    pub fn check(&self) -> Result<(), Refusal> {
        self.typed()?.obeys_the_law()
    }

    /// Whether its numbers are within bounds, and every law lets it pass.
    pub(super) fn obeys_the_law(&self) -> Result<(), Refusal> {
        const RULES: [&str; 4] = ["T-52", "T-53", "T-54", "T-55"];
        if !self.fits() {
            return Err(Refusal::new("T-50", message!("timeline-out-of-bounds")));
        }
        for (verdict, rule) in self.verdicts().into_iter().zip(RULES) {
            if !verdict.passes {
                let refusal = Refusal::new(rule, verdict.reason);
                return Err(match verdict.change {
                    Some(change) => refusal.instead(change),
                    None => refusal,
                });
            }
        }
        Ok(())
    }

    /// What its amounts ask for.
    fn names(&self) -> BTreeSet<&str> {
        let costs = self.costs.iter().map(|cost| &cost.amount);
        let effects = self.effects.iter().flat_map(Effect::amounts).flatten();
        let amounts = self.windup_for.iter().chain(costs).chain(effects);
        amounts.flat_map(dice::Expr::names).collect()
    }

    /// The first law and its amendment: no more than the wind-up and an equal loss pay for.
    fn first_law(&self) -> Verdict {
        let more = self.points(Group::Fields);
        if more.is_positive() {
            // Every act on a field would wind up faster than the rules have it.
            return refused(
                1,
                message!("timeline-law-1-fields", points = more),
                message!("timeline-law-3-change", points = more),
            );
        }
        if self.has_unmeasured() && self.difficulty.is_none() {
            return refused(
                1,
                message!("timeline-law-1-difficulty"),
                message!("timeline-law-1-difficulty-change"),
            );
        }
        let mut worst: Option<(Amount, Fraction)> = None;
        // Only what an amount asks for can change what it comes to.
        let asks = self.names();
        let far = asks.contains("distance");
        let people = asks.iter().any(|name| !matches!(*name, "impact" | "distance"));
        let distances = if far { &DISTANCES[..] } else { &DISTANCES[..1] };
        let levels = if people { &LEVELS[..] } else { &LEVELS[..1] };
        for impact in IMPACTS.map(Amount::hundredths) {
            for ((level, target), distance) in levels
                .iter()
                .flat_map(|levels| distances.iter().map(move |distance| (*levels, *distance)))
            {
                let at = Reckoning {
                    distance: Amount::hundredths(distance),
                    ..Reckoning::plain(impact, level, target)
                };
                let Some(excess) = self.excess(&at) else {
                    return refused(
                        1,
                        message!("timeline-law-unreckonable"),
                        message!("timeline-law-reckonable"),
                    );
                };
                // The first impact at which it goes wrong makes the clearest example.
                let known = worst.as_ref().map(|(impact, excess)| (*impact, excess));
                if excess.is_positive()
                    && known.is_none_or(|(known, most)| known == impact && *most < excess)
                {
                    worst = Some((impact, excess));
                }
            }
        }
        match worst {
            Some((impact, excess)) => {
                let excess = rounded(&excess).max(Amount::LEAST);
                refused(
                    1,
                    message!("timeline-law-1-no", impact = impact, excess = excess),
                    message!("timeline-law-1-change", impact = impact, excess = excess),
                )
            }
            None if self.costs.is_empty() && self.windup_for.is_none() => {
                passed(1, message!("timeline-law-1-yes"))
            }
            None => passed(1, message!("timeline-law-1-amended")),
        }
    }

    /// The second law: a control has one target, a resist attribute, and the duration of T-28.
    fn second_law(&self) -> Verdict {
        let mut any = false;
        for effect in &self.effects {
            let Effect::Control { resist, whom, lasts, .. } = effect else { continue };
            any = true;
            if *whom != Whom::Target {
                return refused(
                    2,
                    message!("timeline-law-2-target"),
                    message!("timeline-law-2-one"),
                );
            }
            if resist.is_none() {
                return refused(
                    2,
                    message!("timeline-law-2-resist"),
                    message!("timeline-law-2-name"),
                );
            }
            if lasts.is_some() {
                return refused(
                    2,
                    message!("timeline-law-2-lasts"),
                    message!("timeline-law-2-drop"),
                );
            }
        }
        passed(
            2,
            if any { message!("timeline-law-2-yes") } else { message!("timeline-law-2-none") },
        )
    }

    fn points(&self, group: Group) -> Amount {
        let points = self.effects.iter().filter_map(|effect| match effect {
            Effect::Percentages { attribute, points, .. } if attribute.group() == group => {
                Some(*points)
            }
            _ => None,
        });
        points.sum()
    }

    /// Whether gains would outlast what was given up for them, in the worst case.
    fn outlasting(&self, group: Group) -> Amount {
        let moved = self.effects.iter().filter_map(|effect| match effect {
            Effect::Percentages { attribute, points, lasts } if attribute.group() == group => {
                Some((*points, lasts.as_ref()))
            }
            _ => None,
        });
        let moved: Vec<_> = moved.collect();
        // After the others have ended, only what lasts as long as this one, or longer, is left.
        let left = |over: Option<&dice::Expr>| {
            let stays = moved.iter().filter(|(points, lasts)| {
                lasts.is_none() || *lasts == over || (points.is_positive() && over.is_some())
            });
            stays.map(|(points, _)| *points).sum::<Amount>()
        };
        let spans = moved.iter().map(|(_, lasts)| *lasts).chain([None]);
        spans.map(left).max().unwrap_or_default()
    }

    /// The third law: neither three may come to more than a hundred, at any time.
    fn third_law(&self) -> Verdict {
        for group in [Group::Physical, Group::Mental] {
            let points = self.points(group);
            if points.is_positive() {
                return refused(
                    3,
                    message!("timeline-law-3-no", group = group.name(), points = points),
                    message!("timeline-law-3-change", points = points),
                );
            }
            let points = self.outlasting(group);
            if points.is_positive() {
                return refused(
                    3,
                    message!("timeline-law-3-outlasts", group = group.name(), points = points),
                    message!("timeline-law-3-outlasts-change"),
                );
            }
        }
        passed(3, message!("timeline-law-3-yes"))
    }

    /// The fourth law: what always works is a trait.
    fn fourth_law(&self) -> Verdict {
        match &self.trigger {
            When::Always => {
                refused(4, message!("timeline-law-4-no"), message!("timeline-law-4-change"))
            }
            When::On(condition) if condition.trim().is_empty() => {
                refused(4, message!("timeline-law-4-empty"), message!("timeline-law-4-name"))
            }
            _ => passed(4, message!("timeline-law-4-yes")),
        }
    }
}

fn passed(law: u8, reason: Message) -> Verdict {
    Verdict { law, passes: true, reason, change: None }
}

fn refused(law: u8, reason: Message, change: Message) -> Verdict {
    Verdict { law, passes: false, reason, change: Some(change) }
}
