//! Skills as data, and the construction law that keeps them fair (T-50 … T-56).

use dice::{Expr, Fraction, Value};
use num_traits::{Signed, Zero};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::exact::{exact, fraction, rounded};
use super::{Amount, Attribute, Group, Resource};
use crate::{Id, Message, Refusal, Term, message};

/// A skill: an act of a player's own invention.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(rename = "TimelineSkill", optional_fields)]
pub struct Skill {
    /// Its id in a pack.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub id: String,
    /// What it is called.
    pub name: Term,
    /// What it is like, in words.
    #[serde(default = "nothing")]
    #[ts(optional, as = "Option<Term>")]
    pub text: Term,
    /// The related attribute.
    pub attribute: Attribute,
    /// When it is used.
    #[serde(default)]
    pub trigger: When,
    /// The impact its wind-up is reckoned for; the impact itself unless it says less (T-52).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string")]
    pub windup_for: Option<Expr>,
    /// What it does. One that does nothing in numbers is purely told (T-51).
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// What its user loses by it.
    #[serde(default)]
    pub costs: Vec<Cost>,
}

fn nothing() -> Term {
    Term::from("")
}

/// When a skill is used (T-55).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "TimelineWhen")]
pub enum When {
    /// When its user wants to.
    #[default]
    Active,
    /// When something happens.
    On(String),
    /// All the time: that is a trait, not a skill.
    Always,
}

/// What a skill costs its user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(rename = "TimelineCost")]
pub struct Cost {
    /// Of what.
    pub resource: Resource,
    /// How much.
    #[ts(type = "string")]
    pub amount: Expr,
}

/// On whom a part of a skill works.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "TimelineWhom")]
pub enum Whom {
    /// One target.
    #[default]
    Target,
    /// The user.
    User,
    /// Everyone there.
    Everyone,
}

/// A typed part of a skill. Amounts are expressions over `impact`, `level`, `target.level`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "effect", rename_all = "kebab-case", deny_unknown_fields)]
#[ts(rename = "TimelineEffect", optional_fields)]
pub enum Effect {
    /// Takes hit points or willpower.
    Damage {
        /// How much.
        #[ts(type = "string")]
        amount: Expr,
        /// Of what; hit points when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        resource: Option<Resource>,
        /// On whom.
        #[serde(default)]
        whom: Whom,
        /// Whether it cannot be healed.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        unhealable: bool,
    },
    /// Gives hit points or willpower back.
    Heal {
        /// How much.
        #[ts(type = "string")]
        amount: Expr,
        /// Of what; hit points when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        resource: Option<Resource>,
        /// On whom.
        #[serde(default)]
        whom: Whom,
    },
    /// Turns the user's hit points into willpower, or back.
    Shift {
        /// How much.
        #[ts(type = "string")]
        amount: Expr,
        /// From what.
        from: Resource,
    },
    /// Stands between someone and what would hurt them.
    Shield {
        /// How much.
        #[ts(type = "string")]
        amount: Expr,
        /// On whom.
        #[serde(default)]
        whom: Whom,
    },
    /// Moves or blinks.
    Move {
        /// How far, in D.
        #[ts(type = "string")]
        amount: Expr,
    },
    /// Keeps someone from acting: control, binding, declaring for them, freezing time (T-53).
    Control {
        /// What kind, in words.
        #[serde(default)]
        kind: String,
        /// The attribute the target resists with.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        resist: Option<Attribute>,
        /// On whom.
        #[serde(default)]
        whom: Whom,
        /// A duration of its own, in T, which the law does not allow.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "string")]
        lasts: Option<Expr>,
    },
    /// Takes from the target's following impacts.
    Weaken {
        /// How much.
        #[ts(type = "string")]
        amount: Expr,
        /// The attribute to break free with.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        resist: Option<Attribute>,
    },
    /// Hits several times: damage over time, charges spent by the next attacks, split blows,
    /// punishment of those who attack.
    Hits {
        /// How many times.
        times: u32,
        /// How much each time.
        #[ts(type = "string")]
        amount: Expr,
        /// Of what; hit points when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        resource: Option<Resource>,
    },
    /// Brings someone or something there, with hit points of its own.
    Summon {
        /// How many hit points.
        #[ts(type = "string")]
        hit_points: Expr,
        /// Whether it does what its maker does.
        #[serde(default)]
        mirrors: bool,
    },
    /// Changes percentages for a while (T-54).
    Percentages {
        /// Of what.
        attribute: Attribute,
        /// By how many points.
        points: Amount,
    },
    /// Only told: knowing, hiding, seeing; the table says what comes of it (T-51).
    Told {
        /// What.
        text: Term,
    },
}

/// A skill someone knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "TimelineKnownSkill")]
pub struct KnownSkill {
    /// Which one.
    pub id: Id,
    /// What it is.
    pub skill: Skill,
}

/// What one law says of a skill (T-56).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "TimelineVerdict")]
pub struct Verdict {
    /// Which law, 1–4.
    pub law: u8,
    /// Whether the skill passes.
    pub passes: bool,
    /// Why.
    pub reason: Message,
    /// The smallest change that would pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub change: Option<Message>,
}

/// The numbers a skill is reckoned with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reckoning {
    /// The impact.
    pub impact: Amount,
    /// The user's level.
    pub level: u32,
    /// The target's level.
    pub target_level: u32,
}

impl Reckoning {
    /// What an amount comes to; nothing when it cannot be reckoned without dice.
    pub(super) fn value(self, expr: &Expr) -> Option<Amount> {
        self.exact(expr).map(|value| rounded(&value))
    }

    /// The same, not rounded: the law is kept exactly.
    fn exact(self, expr: &Expr) -> Option<Fraction> {
        // An amount that depends on dice is no amount: the law could not be checked.
        if expr.has_dice() {
            return None;
        }
        let whole = |number: u32| Value::from(i64::from(number));
        let names = [
            ("impact", Value::new(self.impact.in_hundredths(), 100).ok()?),
            ("level", whole(self.level)),
            ("target.level", whole(self.target_level)),
        ];
        let value = expr.roll(&&names[..], &mut NoDice).ok()?.value;
        Some(fraction(value.numerator(), value.denominator()))
    }
}

/// Amounts have no dice; a draw is never asked for.
struct NoDice;

impl dice::Draw for NoDice {
    fn below(&mut self, _: u32) -> u32 {
        0
    }
}

/// The impacts and levels every skill is tried with before it is accepted.
const TRIED: [i64; 8] = [100, 1, 777, 1_000, 5_000, 10_000, 123_456, 10_000_000];

impl Effect {
    /// What the part is worth in impact; what hurts the user is worth less than nothing.
    fn worth(&self, at: Reckoning) -> Option<Fraction> {
        match self {
            Effect::Damage { amount, whom: Whom::User, .. } => at.exact(amount).map(|value| -value),
            Effect::Damage { amount, .. }
            | Effect::Heal { amount, .. }
            | Effect::Shield { amount, .. }
            | Effect::Move { amount }
            | Effect::Weaken { amount, .. }
            | Effect::Summon { hit_points: amount, .. } => at.exact(amount),
            Effect::Hits { times, amount, .. } => {
                at.exact(amount).map(|each| each * fraction(i64::from(*times), 1))
            }
            // What is shifted is lost and won: it costs what it gives.
            Effect::Shift { amount, .. } => at.exact(amount).map(|_| Fraction::zero()),
            // A control is worth the impact it is made with.
            Effect::Control { .. } => Some(exact(at.impact)),
            Effect::Percentages { .. } | Effect::Told { .. } => Some(Fraction::zero()),
        }
    }
}

impl Skill {
    /// How much more the skill gives than its wind-up and its costs pay for (T-52); nothing when an
    /// amount cannot be reckoned.
    #[must_use]
    pub fn excess(&self, at: Reckoning) -> Option<Fraction> {
        let mut gives = Fraction::zero();
        let mut pays = match &self.windup_for {
            Some(expr) => at.exact(expr)?.max(Fraction::zero()).min(exact(at.impact)),
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
            pays += at.exact(&cost.amount)?.max(Fraction::zero());
        }
        Some(gives - pays)
    }

    /// Whether the skill has no effect in numbers (T-51).
    #[must_use]
    pub fn is_told(&self) -> bool {
        self.effects.iter().all(|effect| matches!(effect, Effect::Told { .. }))
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

    /// Whether it may be used at all.
    ///
    /// # Errors
    /// By the first law that refuses it, with the smallest change that would pass.
    pub fn check(&self) -> Result<(), Refusal> {
        const RULES: [&str; 4] = ["T-52", "T-53", "T-54", "T-55"];
        if self.effects.len() > 20 || self.costs.len() > 5 {
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

    fn first_law(&self) -> Verdict {
        let mut worst: Option<(Amount, Fraction)> = None;
        for impact in TRIED.map(Amount::hundredths) {
            for (level, target_level) in [(10, 10), (10, 20), (20, 10), (1, 1), (1, 100)] {
                let Some(excess) = self.excess(Reckoning { impact, level, target_level }) else {
                    return refused(
                        1,
                        message!("timeline-law-unreckonable"),
                        message!("timeline-law-reckonable"),
                    );
                };
                // The least impact at which it goes wrong makes the clearest example.
                if excess.is_positive() && worst.is_none() {
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

    fn third_law(&self) -> Verdict {
        for group in [Group::Physical, Group::Mental] {
            let points: Amount = self
                .effects
                .iter()
                .filter_map(|effect| match effect {
                    Effect::Percentages { attribute, points } if attribute.group() == group => {
                        Some(*points)
                    }
                    _ => None,
                })
                .sum();
            if points.is_positive() {
                return refused(
                    3,
                    message!("timeline-law-3-no", group = group.name(), points = points),
                    message!("timeline-law-3-change", points = points),
                );
            }
        }
        passed(3, message!("timeline-law-3-yes"))
    }

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
