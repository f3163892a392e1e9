//! The typed parts that skills, traits and weapons are composed from (T-50).

use dice::{Expr, Fraction};
use num_traits::Zero;
use serde::{Deserialize, Serialize};

use super::exact::{exact, fraction};
use super::text::THING;
use super::{Amount, Attribute, Reckoning, Resource};
use crate::Refusal;
use crate::kernel::typed;

/// On whom a part of a skill works.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "TimelineWhom"))]
pub enum Whom {
    /// One target.
    #[default]
    Target,
    /// The user.
    User,
    /// Everyone else there; they share it evenly, so that it is worth no more than on one.
    Everyone,
}

/// What a control does beside keeping its target from acting.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "TimelineGrip"))]
pub enum Grip {
    /// Nothing.
    #[default]
    Stun,
    /// The target is sealed in: nothing hurts it.
    Bind,
    /// The user declares for the target.
    DeclareFor,
    /// Time stands still for everyone but the target.
    Freeze,
}

impl Grip {
    /// Whether it is a plain control.
    #[must_use]
    pub fn is_stun(&self) -> bool {
        *self == Grip::Stun
    }
}

/// A typed part of a skill. Amounts are expressions over `impact`, `distance`, and `level`,
/// `hit_points`, `will` and the attributes of the user; of the target with `target.` before them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "effect", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "TimelineEffect", optional_fields))]
pub enum Effect {
    /// Takes hit points or willpower.
    Damage {
        /// How much.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        #[schemars(with = "crate::pack::Written")]
        amount: Expr,
        /// Of what; hit points when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        resource: Option<Resource>,
        /// On whom.
        #[serde(default)]
        whom: Whom,
        /// Whether it cannot be healed.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        unhealable: bool,
    },
    /// Gives hit points or willpower back.
    Heal {
        /// How much.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        #[schemars(with = "crate::pack::Written")]
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
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        #[schemars(with = "crate::pack::Written")]
        amount: Expr,
        /// From what; the user chooses at each use when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Resource>,
    },
    /// Stands between someone and what would hurt them.
    Shield {
        /// How much.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        #[schemars(with = "crate::pack::Written")]
        amount: Expr,
        /// On whom.
        #[serde(default)]
        whom: Whom,
    },
    /// Moves or blinks.
    Move {
        /// How far, in D.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        #[schemars(with = "crate::pack::Written")]
        amount: Expr,
    },
    /// Keeps someone from acting (T-53).
    Control {
        /// What else it does to them.
        #[serde(default)]
        kind: Grip,
        /// The attribute the target resists with.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        resist: Option<Attribute>,
        /// On whom.
        #[serde(default)]
        whom: Whom,
        /// A duration of its own, in T, which the law does not allow.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional, type = "string"))]
        #[schemars(with = "Option<crate::pack::Written>")]
        lasts: Option<Expr>,
    },
    /// Takes from someone's following impacts.
    Weaken {
        /// How much.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        #[schemars(with = "crate::pack::Written")]
        amount: Expr,
        /// The attribute to break free with; constitution when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        resist: Option<Attribute>,
        /// On whom.
        #[serde(default)]
        whom: Whom,
    },
    /// Splits into several blows that land together.
    Hits {
        /// How many.
        times: u32,
        /// How much each.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        #[schemars(with = "crate::pack::Written")]
        amount: Expr,
        /// Of what; hit points when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        resource: Option<Resource>,
    },
    /// Adds to the user's next attacks, one at a time.
    Charges {
        /// To how many.
        times: u32,
        /// How much each.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        #[schemars(with = "crate::pack::Written")]
        amount: Expr,
        /// Of what; hit points when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        resource: Option<Resource>,
    },
    /// Hurts those who strike the user next.
    Reflect {
        /// How many of them; one when absent.
        #[serde(default = "once")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<u32>"))]
        times: u32,
        /// How much each.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        #[schemars(with = "crate::pack::Written")]
        amount: Expr,
    },
    /// Hurts the target again and again as time flows.
    OverTime {
        /// How many times.
        times: u32,
        /// How many T apart.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        #[schemars(with = "crate::pack::Written")]
        every: Expr,
        /// How much each time.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        #[schemars(with = "crate::pack::Written")]
        amount: Expr,
        /// Of what; hit points when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        resource: Option<Resource>,
        /// Whether the user gains what the target loses.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        drains: bool,
    },
    /// Lessens the user's next wounds.
    Ward {
        /// How many.
        #[serde(default = "once")]
        times: u32,
        /// How much each.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        #[schemars(with = "crate::pack::Written")]
        amount: Expr,
    },
    /// Raises the user's next wounds.
    Expose {
        /// How many.
        #[serde(default = "once")]
        times: u32,
        /// How much each.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        #[schemars(with = "crate::pack::Written")]
        amount: Expr,
    },
    /// Warns everyone: whoever does something hostile is punished in full, once.
    Punish {
        /// How much.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        #[schemars(with = "crate::pack::Written")]
        amount: Expr,
    },
    /// Brings a body there, with hit points of its own.
    Summon {
        /// How many hit points.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        #[schemars(with = "crate::pack::Written")]
        hit_points: Expr,
        /// Whether it does what its maker does: blows may come from either place.
        #[serde(default)]
        mirrors: bool,
    },
    /// Moves the user's own percentages about (T-54).
    Percentages {
        /// Of what.
        attribute: Attribute,
        /// By how many points.
        points: Amount,
        /// For how many T; until the fight ends when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional, type = "string"))]
        #[schemars(with = "Option<crate::pack::Written>")]
        lasts: Option<Expr>,
    },
    /// Lets the user choose which resource takes wounds, until the fight ends.
    Bear,
    /// Gives the user something back when they next kill someone.
    Spoils {
        /// How much.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        #[schemars(with = "crate::pack::Written")]
        amount: Expr,
        /// Of what; hit points when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        resource: Option<Resource>,
    },
    /// Lets the user have the target's card at their own level, until the fight ends.
    Assume,
    /// Tells the user what the target declares, until the fight ends.
    Reveal,
    /// Hides the user for as long as the amount takes them to wind up, or until they strike.
    Hide {
        /// How much.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        #[schemars(with = "crate::pack::Written")]
        amount: Expr,
    },
    /// Only told: the table says what comes of it (T-51).
    Told {
        /// What.
        text: String,
    },
}

fn once() -> u32 {
    1
}

/// The most times a part may do something.
pub(super) const MOST_TIMES: u32 = 100;

impl Effect {
    /// Whether it must be told at whom it is aimed.
    #[must_use]
    pub fn needs_target(&self) -> bool {
        match self {
            Effect::Damage { whom, .. } | Effect::Weaken { whom, .. } => *whom == Whom::Target,
            Effect::Control { .. }
            | Effect::Hits { .. }
            | Effect::OverTime { .. }
            | Effect::Assume
            | Effect::Reveal => true,
            _ => false,
        }
    }

    /// Whether its times are within what may be typed.
    #[must_use]
    pub fn fits(&self) -> bool {
        match self {
            Effect::Hits { times, .. }
            | Effect::Charges { times, .. }
            | Effect::Reflect { times, .. }
            | Effect::Ward { times, .. }
            | Effect::Expose { times, .. }
            | Effect::OverTime { times, .. } => (1..=MOST_TIMES).contains(times),
            Effect::Percentages { points, .. } => points.abs() <= Amount::whole(1000),
            _ => true,
        }
    }

    /// Lets words that are only told pass the gate (B-15).
    fn pass_gate(&mut self) -> Result<(), Refusal> {
        if let Effect::Told { text } = self {
            *text = typed::text(text, THING)?;
        }
        Ok(())
    }

    /// Parts with their words as they may be kept (B-15).
    ///
    /// # Errors
    /// When they cannot be read, or are too long.
    pub(super) fn typed(parts: &[Self]) -> Result<Vec<Self>, Refusal> {
        let mut parts = parts.to_vec();
        parts.iter_mut().try_for_each(Self::pass_gate)?;
        Ok(parts)
    }

    /// The amounts it is worked out from.
    pub(super) fn amounts(&self) -> [Option<&Expr>; 2] {
        match self {
            Effect::Damage { amount, .. }
            | Effect::Heal { amount, .. }
            | Effect::Shield { amount, .. }
            | Effect::Move { amount }
            | Effect::Weaken { amount, .. }
            | Effect::Punish { amount }
            | Effect::Spoils { amount, .. }
            | Effect::Hide { amount }
            | Effect::Summon { hit_points: amount, .. }
            | Effect::Hits { amount, .. }
            | Effect::Charges { amount, .. }
            | Effect::Reflect { amount, .. }
            | Effect::Ward { amount, .. }
            | Effect::Expose { amount, .. }
            | Effect::Shift { amount, .. } => [Some(amount), None],
            Effect::OverTime { every, amount, .. } => [Some(every), Some(amount)],
            Effect::Percentages { lasts, .. } | Effect::Control { lasts, .. } => {
                [lasts.as_ref(), None]
            }
            Effect::Bear | Effect::Assume | Effect::Reveal | Effect::Told { .. } => [None, None],
        }
    }

    /// What the part is worth in impact; what harms the user is worth less than nothing. None when
    /// an amount cannot be reckoned.
    pub(super) fn worth(&self, at: &Reckoning) -> Option<Fraction> {
        let all = |times: u32, amount: &Expr| {
            at.exact(amount).map(|each| each * fraction(i64::from(times), 1))
        };
        match self {
            Effect::Damage { amount, whom: Whom::User, .. }
            | Effect::Weaken { amount, whom: Whom::User, .. } => {
                at.exact(amount).map(|value| -value)
            }
            Effect::Damage { amount, .. }
            | Effect::Heal { amount, .. }
            | Effect::Shield { amount, .. }
            | Effect::Move { amount }
            | Effect::Weaken { amount, .. }
            | Effect::Punish { amount }
            | Effect::Spoils { amount, .. }
            | Effect::Hide { amount }
            | Effect::Summon { hit_points: amount, .. } => at.exact(amount),
            Effect::Hits { times, amount, .. }
            | Effect::Charges { times, amount, .. }
            | Effect::Reflect { times, amount } => all(*times, amount),
            // What a small wound leaves of it is lost, so it is worth half of a shield.
            Effect::Ward { times, amount } => all(*times, amount).map(|all| all * fraction(1, 2)),
            // A wound that may never come pays for nothing.
            Effect::Expose { amount, .. } => at.exact(amount).map(|_| Fraction::zero()),
            // What is taken and given counts twice.
            Effect::OverTime { times, every, amount, drains, .. } => {
                at.exact(every)?;
                all(*times * if *drains { 2 } else { 1 }, amount)
            }
            // What is shifted is lost and won: it costs what it gives.
            Effect::Shift { amount, .. } => at.exact(amount).map(|_| Fraction::zero()),
            // A control is worth the impact it is made with.
            Effect::Control { .. } => Some(exact(at.impact)),
            Effect::Percentages { lasts: Some(lasts), .. } => {
                at.exact(lasts).map(|_| Fraction::zero())
            }
            Effect::Percentages { .. }
            | Effect::Bear
            | Effect::Assume
            | Effect::Reveal
            | Effect::Told { .. } => Some(Fraction::zero()),
        }
    }
}
