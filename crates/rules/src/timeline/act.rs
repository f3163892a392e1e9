//! Acts on the timeline: one effect, one attribute, one impact, one wind-up (T-21, T-22).

use serde::{Deserialize, Serialize};

use super::{Amount, Attribute, Grip, Lasting, Resource, text};
use crate::{Id, Message, Refusal, Term, message};

/// What a fighter sets out to do. One act has one effect.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "deed", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "TimelineDeed", optional_fields))]
pub enum Deed {
    /// Something only told; the table says what comes of it.
    #[default]
    Narrate,
    /// Damages someone.
    Strike {
        /// Whom.
        target: Id,
        /// What they lose; hit points when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        resource: Option<Resource>,
        /// The type of damage (T-41).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        damage_type: Option<String>,
    },
    /// Gives someone hit points or willpower back.
    Heal {
        /// Whom.
        target: Id,
        /// What comes back; hit points when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        resource: Option<Resource>,
    },
    /// Dodges or parries: opposes what strikes the guarded one in (start, end] (T-27).
    Guard {
        /// Whom it guards.
        target: Id,
        /// Whose strikes alone it opposes; everyone's when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        against: Option<Id>,
        /// Whether it is a dodge, which is called by its own name.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        dodge: bool,
    },
    /// Opposes strikes like a guard; what is left of it at its end stays as a shield.
    Shield {
        /// Whom it guards.
        target: Id,
    },
    /// Opposes the act that the target is winding up (T-27).
    Interrupt {
        /// Whose act.
        target: Id,
    },
    /// Keeps someone from acting (T-28).
    Control {
        /// Whom.
        target: Id,
        /// The attribute they resist with.
        resist: Attribute,
    },
    /// Takes from someone's following impacts (T-29).
    Weaken {
        /// Whom.
        target: Id,
        /// The attribute they break free with.
        resist: Attribute,
    },
    /// Works against what controls or weakens someone (T-28).
    BreakFree {
        /// Whom it frees; only others can free someone who is controlled.
        target: Id,
    },
    /// Moves along the line (T-30).
    Move {
        /// Where to, in D.
        to: Amount,
    },
    /// Moves so far along the line, from where its actor stands when it begins (T-30).
    Step {
        /// How far, in D; back when negative.
        by: Amount,
    },
    /// Fires the weapon (T-46).
    Shoot {
        /// At whom; at nobody in particular when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<Id>,
        /// How many shots.
        shots: u32,
        /// The type of damage (T-41).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        damage_type: Option<String>,
    },
    /// Fills the weapon's magazine (T-46).
    Reload,
    /// Uses a skill (T-50).
    Skill {
        /// Which one.
        skill: Id,
        /// On whom; the user when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<Id>,
        /// Which resource is turned into the other, where the skill leaves the choice.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Resource>,
    },
}

/// One part of a skill's act, with its amount as declared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// What the part does.
    pub deed: Deed,
    /// How much of it.
    pub amount: Amount,
    /// What a control does beside keeping its target from acting.
    #[serde(default, skip_serializing_if = "Grip::is_stun")]
    pub grip: Grip,
    /// Whether the damage cannot be healed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unhealable: bool,
}

/// What else comes of a skill's act when it lands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "then", rename_all = "kebab-case")]
pub enum Aftermath {
    /// Something stays with a fighter.
    Stays {
        /// With whom.
        bearer: Id,
        /// What.
        lasting: Box<Lasting>,
        /// For how many T from then on; until the fight ends when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lasts: Option<Amount>,
    },
    /// A body stands there.
    Summon {
        /// What it comes from.
        name: Term,
        /// Its hit points.
        hit_points: Amount,
        /// Whether it does what its maker does.
        mirrors: bool,
    },
    /// The actor has the target's card.
    Assume {
        /// Whose.
        target: Id,
    },
}

/// How much a player puts into an act: an impact, or a time that gives one (T-22).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "TimelineEffort"))]
pub enum Effort {
    /// The impact.
    Impact(Amount),
    /// The wind-up in T.
    Time(Amount),
}

/// An act as it was declared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Act {
    /// What.
    pub deed: Deed,
    /// With which attribute; none for firearms.
    pub attribute: Option<Attribute>,
    /// The impact that makes the wind-up.
    pub impact: Amount,
    /// The impact as weapons make it; interactions compare this (T-45).
    pub power: Amount,
    /// What interactions have left of it.
    pub left: Amount,
    /// The instant it was declared at; not itself part of the act (T-24).
    pub start: Amount,
    /// The instant it lands; part of the act (T-24).
    pub end: Amount,
    /// The weapon used.
    pub weapon: Option<Id>,
    /// The player's own words.
    pub note: String,
    /// The parts of a skill.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<Share>,
    /// What a skill costs its user when it lands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub costs: Vec<(Resource, Amount)>,
    /// What it costs of an extension's pools.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pools: Vec<(String, Amount)>,
    /// What else comes of a skill.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aftermath: Vec<Aftermath>,
}

/// 20 × impact / attribute, to 2 decimals; no act takes no time (T-22).
#[must_use]
pub fn windup(impact: Amount, attribute: Amount) -> Amount {
    let hundredths = 2_000 * i128::from(impact.in_hundredths());
    Amount::ratio(hundredths, attribute.in_hundredths().max(1).into()).max(Amount::LEAST)
}

/// Attribute × T / 20, to 2 decimals (T-22).
#[must_use]
pub fn impact_in(time: Amount, attribute: Amount) -> Amount {
    let product = i128::from(time.in_hundredths()) * i128::from(attribute.in_hundredths());
    Amount::ratio(product, 2_000)
}

impl Act {
    /// Whether something that happens at `instant` meets the act: in (start, end] (T-24).
    #[must_use]
    pub fn is_under_way(&self, instant: Amount) -> bool {
        self.start < instant && instant <= self.end
    }

    /// The deed and the parts of a skill.
    fn deeds(&self) -> impl Iterator<Item = &Deed> {
        std::iter::once(&self.deed).chain(self.shares.iter().map(|share| &share.deed))
    }

    /// Whether it needs its target to be seen and confirmed (T-30).
    #[must_use]
    pub fn is_hostile(&self) -> bool {
        let plagues = self.aftermath.iter().any(|one| {
            matches!(one, Aftermath::Stays { lasting, .. }
                if matches!(lasting.kind, super::LastingKind::Ticks { .. }))
        });
        plagues || self.deeds().any(Deed::is_hostile)
    }

    /// Whether guards oppose it (T-27).
    #[must_use]
    pub fn strikes(&self) -> bool {
        self.deeds().any(Deed::needs_reach)
    }

    /// Whether guards of others oppose it: what strikes, weakens or controls them (T-27, T-29).
    pub(super) fn is_guarded_against(&self, who: Id) -> bool {
        self.deeds().any(|deed| deed.is_guarded_against() && deed.target() != Some(who))
    }

    /// Whether it opposes the act its target is winding up (T-27, T-28).
    #[must_use]
    pub fn opposes_acts(&self) -> bool {
        // Time that stands still for all others does not hinder the one who may act.
        let part = |share: &Share| share.deed.opposes_acts() && share.grip != Grip::Freeze;
        self.deed.opposes_acts() || self.shares.iter().any(part)
    }

    /// Those it strikes.
    pub(super) fn struck(&self) -> impl Iterator<Item = Id> {
        self.deeds().filter(|deed| deed.needs_reach()).filter_map(Deed::target)
    }

    /// Whom it guards against strikes (T-27).
    #[must_use]
    pub fn guards(&self) -> Option<Id> {
        self.deeds().find_map(Deed::guards)
    }
}

impl Deed {
    /// The one it is aimed at.
    #[must_use]
    pub fn target(&self) -> Option<Id> {
        match self {
            Deed::Strike { target, .. }
            | Deed::Heal { target, .. }
            | Deed::Guard { target, .. }
            | Deed::Shield { target }
            | Deed::Interrupt { target }
            | Deed::Control { target, .. }
            | Deed::Weaken { target, .. }
            | Deed::BreakFree { target } => Some(*target),
            Deed::Shoot { target, .. } | Deed::Skill { target, .. } => *target,
            Deed::Narrate | Deed::Move { .. } | Deed::Step { .. } | Deed::Reload => None,
        }
    }

    /// Whose strikes alone a guard opposes (T-27).
    #[must_use]
    pub fn against(&self) -> Option<Id> {
        match self {
            Deed::Guard { against, .. } => *against,
            _ => None,
        }
    }

    /// Whether it needs its target to be seen and confirmed (T-30).
    #[must_use]
    pub fn is_hostile(&self) -> bool {
        matches!(
            self,
            Deed::Strike { .. }
                | Deed::Shoot { .. }
                | Deed::Interrupt { .. }
                | Deed::Control { .. }
                | Deed::Weaken { .. }
        )
    }

    /// Whether it must reach its target: by weapon, or unarmed by the table's option (T-30).
    #[must_use]
    pub fn needs_reach(&self) -> bool {
        matches!(self, Deed::Strike { .. } | Deed::Shoot { .. })
    }

    /// Whether guards oppose it (T-27, T-29).
    fn is_guarded_against(&self) -> bool {
        self.needs_reach() || matches!(self, Deed::Weaken { .. } | Deed::Control { .. })
    }

    /// Whether it opposes the act its target is winding up (T-27, T-28).
    #[must_use]
    pub fn opposes_acts(&self) -> bool {
        matches!(self, Deed::Interrupt { .. } | Deed::Control { .. })
    }

    /// Whom it guards against strikes (T-27).
    #[must_use]
    pub fn guards(&self) -> Option<Id> {
        match self {
            Deed::Guard { target, .. } | Deed::Shield { target } => Some(*target),
            _ => None,
        }
    }

    /// The same with its type of damage as it may be kept (B-15).
    ///
    /// # Errors
    /// When that cannot be read, or is too long.
    pub(super) fn typed(mut self) -> Result<Self, Refusal> {
        if let Deed::Strike { damage_type, .. } | Deed::Shoot { damage_type, .. } = &mut self {
            *damage_type = text::damage_type(damage_type.as_deref())?;
        }
        Ok(self)
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> Message {
        match self {
            Deed::Narrate => message!("timeline-deed-narrate"),
            Deed::Strike { .. } => message!("timeline-deed-strike"),
            Deed::Heal { .. } => message!("timeline-deed-heal"),
            Deed::Guard { dodge: true, .. } => message!("timeline-deed-dodge"),
            Deed::Guard { .. } => message!("timeline-deed-guard"),
            Deed::Shield { .. } => message!("timeline-deed-shield"),
            Deed::Interrupt { .. } => message!("timeline-deed-interrupt"),
            Deed::Control { .. } => message!("timeline-deed-control"),
            Deed::Weaken { .. } => message!("timeline-deed-weaken"),
            Deed::BreakFree { .. } => message!("timeline-deed-break-free"),
            Deed::Move { .. } => message!("timeline-deed-move"),
            Deed::Step { .. } => message!("timeline-deed-step"),
            Deed::Shoot { .. } => message!("timeline-deed-shoot"),
            Deed::Reload => message!("timeline-deed-reload"),
            Deed::Skill { .. } => message!("timeline-deed-skill"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn t22_the_windup_is_twenty_impacts_by_attribute() {
        let check = |impact: &str, attribute: &str, expected: &str| {
            let amount = |text: &str| text.parse::<Amount>().expect("a number");
            let found = windup(amount(impact), amount(attribute));
            assert_eq!(found.to_string(), expected, "{impact}/{attribute}");
        };
        check("200", "323.4", "12.37");
        check("150", "115", "26.09");
        check("1", "160", "0.12");
        check("0.01", "1000000", "0.01");
        assert_eq!(impact_in(Amount::whole(4), Amount::whole(250)), Amount::whole(50));
    }

    proptest! {
        #[test]
        fn t22_time_and_impact_are_each_other_back(
            impact in 1_i64..10_000_000, attribute in 100_i64..10_000_000
        ) {
            let (impact, attribute) = (Amount::hundredths(impact), Amount::hundredths(attribute));
            let back = impact_in(windup(impact, attribute), attribute);
            // One hundredth of T is a two-thousandth of the attribute.
            let slack = attribute.times(1, 2_000) + Amount::LEAST;
            prop_assert!((back - impact).abs() <= slack, "{back} {impact} {slack}");
        }
    }
}
