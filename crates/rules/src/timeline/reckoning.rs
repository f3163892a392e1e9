//! The numbers that a skill's amounts are worked out with (T-50).

use dice::{Expr, Fraction, Value};

use super::exact::{fraction, rounded};
use super::{Amount, Attribute, Character, Resource};

/// The numbers a skill is reckoned with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reckoning {
    /// The impact.
    pub impact: Amount,
    /// The user.
    pub actor: Measure,
    /// The target; the user when there is none.
    pub target: Measure,
    /// How far they are apart, in D.
    pub distance: Amount,
}

/// What an amount may ask of someone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measure {
    /// The level.
    pub level: u32,
    /// The eleven attributes, in the order of [`Attribute::ALL`].
    pub attributes: [Amount; 11],
    /// Hit points left.
    pub hit_points: Amount,
    /// Willpower left.
    pub will: Amount,
}

impl Measure {
    /// Someone of a level whose attributes and resources are all the same number.
    #[must_use]
    pub fn even(level: u32, number: Amount) -> Self {
        Self { level, attributes: [number; 11], hit_points: number, will: number }
    }

    fn get(&self, name: &str) -> Option<Value> {
        let amount = match name {
            "level" => return Some(Value::from(i64::from(self.level))),
            "hit_points" => self.hit_points,
            "will" => self.will,
            _ => {
                self.attributes[Attribute::ALL
                    .into_iter()
                    .find(|one| one.spellings().contains(&name))?
                    .index()]
            }
        };
        value(amount)
    }
}

impl From<&Character> for Measure {
    fn from(one: &Character) -> Self {
        Self {
            level: one.card.level,
            attributes: one.attributes,
            hit_points: one.left(Resource::HitPoints),
            will: one.left(Resource::Willpower),
        }
    }
}

impl Reckoning {
    /// A level against a level, side by side, with attributes of standard characters.
    #[must_use]
    pub fn plain(impact: Amount, level: u32, target_level: u32) -> Self {
        let measure = |level| Measure::even(level, super::standard_strength(level));
        let (actor, target) = (measure(level), measure(target_level));
        Self { impact, actor, target, distance: Amount::ZERO }
    }

    /// What an amount comes to, not below nothing; none when it cannot be reckoned.
    pub(super) fn value(&self, expr: &Expr) -> Option<Amount> {
        self.exact(expr).map(|value| rounded(&value))
    }

    /// The same, not rounded: the law is kept exactly.
    pub(super) fn exact(&self, expr: &Expr) -> Option<Fraction> {
        // An amount that depends on dice is no amount: the law could not be checked.
        if expr.has_dice() {
            return None;
        }
        let names = |name: &str| match name {
            "impact" => value(self.impact),
            "distance" => value(self.distance),
            _ => match name.strip_prefix("target.") {
                Some(name) => self.target.get(name),
                None => self.actor.get(name),
            },
        };
        let value = expr.roll(&names, &mut NoDice).ok()?.value;
        Some(fraction(value.numerator(), value.denominator()).max(fraction(0, 1)))
    }
}

fn value(amount: Amount) -> Option<Value> {
    Value::new(amount.in_hundredths(), 100).ok()
}

/// Amounts have no dice; a draw is never asked for.
struct NoDice;

impl dice::Draw for NoDice {
    fn below(&mut self, _: u32) -> u32 {
        0
    }
}
