//! What stays with a fighter after the act that made it has landed (T-50).

use serde::{Deserialize, Serialize};

use super::{Amount, Attribute, Resource};
use crate::{Id, Message, Term, message};

/// Something that stays with a fighter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lasting {
    /// Its number among all that this fighter has had.
    #[serde(default)]
    pub number: u32,
    /// The skill, trait or weapon it comes from.
    pub name: Term,
    /// Whose doing it is.
    pub by: Id,
    /// What it does.
    pub kind: LastingKind,
    /// When it ends of itself; with the fight when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Amount>,
}

/// What something that stays with a fighter does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "lasting", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "TimelineLasting", optional_fields))]
pub enum LastingKind {
    /// Adds to the bearer's next attacks.
    Charges {
        /// How many are left.
        left: u32,
        /// How much each adds.
        amount: Amount,
        /// Of what.
        resource: Resource,
    },
    /// Hurts those who strike the bearer.
    Reflect {
        /// How many are left.
        left: u32,
        /// How much each is hurt.
        amount: Amount,
    },
    /// Hurts those who do something hostile next.
    Punish {
        /// How much, shared by those of one instant.
        amount: Amount,
    },
    /// Hurts the bearer again and again.
    Ticks {
        /// How many are left.
        left: u32,
        /// How many T apart.
        every: Amount,
        /// When the next is due.
        next: Amount,
        /// How much each.
        amount: Amount,
        /// Of what.
        resource: Resource,
        /// Whether the one who did it gains as much.
        drains: bool,
    },
    /// Changes a percentage of the bearer.
    Percentages {
        /// Which.
        attribute: Attribute,
        /// By how many points.
        points: Amount,
    },
    /// Lets the bearer choose which resource takes wounds.
    Bears {
        /// The one chosen; as they are struck when absent.
        resource: Option<Resource>,
    },
    /// Gives the bearer something when they next kill.
    Spoils {
        /// How much.
        amount: Amount,
        /// Of what.
        resource: Resource,
    },
    /// Tells the bearer what someone declares.
    Insight {
        /// Who.
        of: Id,
    },
    /// Hides the bearer until they do something hostile.
    Hidden,
}

/// The most that stays with a fighter at once.
pub(super) const MOST_LASTING: usize = 100;

impl Lasting {
    /// When it next does something of itself, or ends.
    #[must_use]
    pub fn due(&self) -> Option<Amount> {
        let next = match self.kind {
            LastingKind::Ticks { next, .. } => Some(next),
            _ => None,
        };
        [next, self.until].into_iter().flatten().min()
    }

    /// Uses it once; whether anything of it is left.
    pub(super) fn spend(&mut self) -> bool {
        match &mut self.kind {
            LastingKind::Charges { left, .. } | LastingKind::Reflect { left, .. } => {
                *left = left.saturating_sub(1);
                *left > 0
            }
            LastingKind::Ticks { left, every, next, .. } => {
                *left = left.saturating_sub(1);
                *next += *every;
                *left > 0
            }
            LastingKind::Punish { .. } | LastingKind::Spoils { .. } => false,
            _ => true,
        }
    }

    /// The same with its amount lessened as the act that brings it was.
    #[must_use]
    pub(super) fn scaled(mut self, left: Amount, whole: Amount) -> Self {
        match &mut self.kind {
            LastingKind::Charges { amount, .. }
            | LastingKind::Reflect { amount, .. }
            | LastingKind::Punish { amount }
            | LastingKind::Ticks { amount, .. }
            | LastingKind::Spoils { amount, .. } => *amount = scale(*amount, left, whole),
            _ => {}
        }
        self
    }

    /// Whether it does anything at all.
    #[must_use]
    pub(super) fn is_something(&self) -> bool {
        match &self.kind {
            LastingKind::Charges { amount, .. }
            | LastingKind::Reflect { amount, .. }
            | LastingKind::Punish { amount }
            | LastingKind::Ticks { amount, .. }
            | LastingKind::Spoils { amount, .. } => amount.is_positive(),
            _ => true,
        }
    }

    /// What it is, in words.
    #[must_use]
    pub fn words(&self) -> Message {
        let name = &self.name;
        match &self.kind {
            LastingKind::Charges { left, amount, .. } => {
                message!("timeline-lasting-charges", name = name, left = *left, amount = *amount)
            }
            LastingKind::Reflect { left, amount } => {
                message!("timeline-lasting-reflect", name = name, left = *left, amount = *amount)
            }
            LastingKind::Punish { amount } => {
                message!("timeline-lasting-punish", name = name, amount = *amount)
            }
            LastingKind::Ticks { left, every, amount, resource, .. } => message!(
                "timeline-lasting-ticks",
                name = name,
                left = *left,
                every = *every,
                amount = *amount,
                resource = resource.name()
            ),
            LastingKind::Percentages { attribute, points } => message!(
                "timeline-lasting-percentages",
                name = name,
                attribute = attribute.name(),
                points = signed(*points)
            ),
            LastingKind::Bears { resource: Some(resource) } => {
                message!("timeline-lasting-bears-with", name = name, resource = resource.name())
            }
            LastingKind::Bears { resource: None } => {
                message!("timeline-lasting-bears", name = name)
            }
            LastingKind::Spoils { amount, resource } => message!(
                "timeline-lasting-spoils",
                name = name,
                amount = *amount,
                resource = resource.name()
            ),
            LastingKind::Insight { .. } => message!("timeline-lasting-insight", name = name),
            LastingKind::Hidden => message!("timeline-lasting-hidden", name = name),
        }
    }
}

/// What interactions took from the whole is taken from each part alike.
#[must_use]
pub(super) fn scale(amount: Amount, left: Amount, whole: Amount) -> Amount {
    amount.times(left.in_hundredths(), whole.in_hundredths().max(1))
}

/// With a sign, whichever it is.
pub(super) fn signed(amount: Amount) -> String {
    if amount.is_positive() { format!("+{amount}") } else { amount.to_string() }
}
