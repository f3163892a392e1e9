//! What changes losses and gains of hit points and willpower (T-41).

use std::collections::BTreeMap;

use num_traits::{One, Zero};
use serde::{Deserialize, Serialize};

use super::deciding::{Deciding, within};
use super::exact::{exact, fraction, rounded};
use super::gear::MOST_THINGS;
use super::telling::Telling;
use super::text::{NAME, damage_type, optional_name};
use super::{Amount, Event, Resource, State};
use crate::kernel::Decided;
use crate::{Id, Line, Message, Refusal, message};

/// A damage or healing modifier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineModifier"))]
pub struct Modifier {
    /// Which one.
    pub id: Id,
    /// What it does.
    #[serde(flatten)]
    pub draft: ModifierDraft,
}

/// What a modifier does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(rename = "TimelineModifierDraft", optional_fields)
)]
pub struct ModifierDraft {
    /// Where it comes from.
    pub source: String,
    /// The resource; both when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource: Option<Resource>,
    /// Losses or gains.
    pub sign: Sign,
    /// How.
    pub form: Form,
    /// The type of damage or healing; all when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damage_type: Option<String>,
}

/// Losses or gains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "TimelineSign"))]
pub enum Sign {
    /// Damage.
    Loss,
    /// Healing.
    Gain,
}

/// How a modifier counts. Positive numbers lessen losses and raise gains; defence lessens both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "TimelineForm"))]
pub enum Form {
    /// A percentage; of losses several multiply, of gains they add.
    Percent(Amount),
    /// A number, after the percentages.
    Flat(Amount),
    /// Defence; summed per type.
    Defence(Amount),
}

/// The damage type that ignores all modifiers.
pub const BYPASS: &str = "bypass";

impl Form {
    /// As written: `20%`, `5`, `30d`.
    #[must_use]
    pub fn written(self) -> String {
        match self {
            Form::Percent(percent) => format!("{percent}%"),
            Form::Flat(number) => number.to_string(),
            Form::Defence(number) => format!("{number}d"),
        }
    }

    fn amount(self) -> Amount {
        match self {
            Form::Percent(number) | Form::Flat(number) | Form::Defence(number) => number,
        }
    }
}

impl ModifierDraft {
    /// What it changes and how: `-体力 20%`, with the type of damage if it has one.
    #[must_use]
    pub fn words(&self) -> Message {
        let sign = match self.sign {
            Sign::Loss => "-",
            Sign::Gain => "+",
        };
        let resource = self.resource.map_or_else(|| message!("timeline-all"), Resource::name);
        let value = self.form.written();
        match &self.damage_type {
            None => {
                message!("timeline-modifier", sign = sign, resource = resource, value = value)
            }
            Some(kind) => message!(
                "timeline-modifier-typed",
                sign = sign,
                resource = resource,
                value = value,
                kind = kind
            ),
        }
    }

    /// Whether its numbers are within what may be typed: no single percentage takes more than all
    /// of a loss, and defence is not negative.
    #[must_use]
    pub fn fits(&self) -> bool {
        let amount = self.form.amount();
        amount.abs() <= Amount::whole(1_000_000)
            && match self.form {
                Form::Percent(percent) => self.sign == Sign::Gain || percent <= Amount::whole(100),
                Form::Defence(defence) => defence >= Amount::ZERO,
                Form::Flat(_) => true,
            }
    }

    /// The same with its source and type as they may be kept (B-15).
    ///
    /// # Errors
    /// When one cannot be read, or is too long.
    pub fn typed(&self) -> Result<Self, Refusal> {
        Ok(Self {
            source: optional_name(&self.source, NAME)?,
            damage_type: damage_type(self.damage_type.as_deref())?,
            ..self.clone()
        })
    }

    fn concerns(&self, resource: Resource, sign: Sign, damage_type: Option<&str>) -> bool {
        self.sign == sign
            && self.resource.is_none_or(|own| own == resource)
            && self.damage_type.as_deref().is_none_or(|own| Some(own) == damage_type)
    }
}

/// What a change of `change` (negative for a loss) really is, and the calculation if any modifier
/// had a say.
#[must_use]
pub fn modified<'m>(
    change: Amount,
    resource: Resource,
    damage_type: Option<&str>,
    level: u32,
    modifiers: impl Iterator<Item = &'m ModifierDraft>,
) -> (Amount, Option<String>) {
    if change == Amount::ZERO || damage_type.is_some_and(|own| own.eq_ignore_ascii_case(BYPASS)) {
        return (change, None);
    }
    let sign = if change.is_positive() { Sign::Gain } else { Sign::Loss };
    let mut defences: BTreeMap<Option<&str>, Amount> = BTreeMap::new();
    let mut percent = dice::Fraction::one();
    let mut flat = Amount::ZERO;
    let mut any = false;
    for modifier in modifiers.filter(|one| one.concerns(resource, sign, damage_type)) {
        any = true;
        match (modifier.form, sign) {
            (Form::Percent(one), Sign::Loss) => {
                percent *= dice::Fraction::one() - fraction(one.in_hundredths(), 10_000);
            }
            (Form::Percent(one), Sign::Gain) => percent += fraction(one.in_hundredths(), 10_000),
            (Form::Flat(one), _) => flat += one,
            (Form::Defence(one), _) => {
                *defences.entry(modifier.damage_type.as_deref()).or_default() += one;
            }
        }
    }
    if !any {
        return (change, None);
    }
    let ten_levels = exact(Amount::whole(10 * i64::from(level)));
    let mut defence = dice::Fraction::one();
    for sum in defences.into_values().map(exact) {
        // The author's bot keeps what a defence takes to two decimals before it is used.
        let taken = match sign {
            Sign::Loss => &sum / (&sum + &ten_levels),
            Sign::Gain => &sum / &ten_levels,
        };
        defence *= dice::Fraction::one() - exact(rounded(&taken));
    }
    // So are both factors: what is shown is what is reckoned with.
    let (defence, percent) = (rounded(&defence), rounded(&percent));
    let amount = change.abs();
    let mut result = exact(amount) * exact(defence) * exact(percent);
    result = match sign {
        Sign::Loss => result - exact(flat),
        Sign::Gain => result + exact(flat),
    };
    // A loss can be lessened to nothing, never turned into a gain.
    if sign == Sign::Loss && result < dice::Fraction::zero() {
        result = dice::Fraction::zero();
    }
    let shown = rounded(&result);
    let mark = if sign == Sign::Loss { '−' } else { '+' };
    let calculation = format!("{amount} × {defence} × {percent} {mark} {flat} = {shown}");
    (if sign == Sign::Loss { -shown } else { shown }, Some(calculation))
}

/// Gives a damage or healing modifier.
pub(super) fn add(deciding: &mut Deciding<'_>, who: Id, draft: &ModifierDraft) -> Decided {
    let own = deciding.own(who)?;
    within(own.modifiers.len() < MOST_THINGS && draft.fits(), "T-41")?;
    let modifier = Modifier { draft: draft.typed()?, id: deciding.id() };
    deciding.push(Event::ModifierAdded { character: who, modifier });
    Ok(())
}

pub(super) fn added(state: &mut State, who: Id, modifier: &Modifier) {
    state.change_character(who, |one| one.modifiers.push(modifier.clone()));
}

pub(super) fn tell_added(telling: Telling<'_>, who: Id, modifier: &Modifier) -> Option<Line> {
    let name = telling.name(who)?;
    let (source, what) = (&modifier.draft.source, modifier.draft.words());
    Some(message!("timeline-told-modifier", name = name, source = source, what = what).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(sign: Sign, form: Form) -> ModifierDraft {
        ModifierDraft { source: "test".to_owned(), resource: None, sign, form, damage_type: None }
    }

    fn check(change: i64, kind: Option<&str>, modifiers: &[ModifierDraft], expected: &str) {
        let (result, _) =
            modified(Amount::whole(change), Resource::HitPoints, kind, 10, modifiers.iter());
        assert_eq!(result.to_string(), expected, "{change} {kind:?} {modifiers:?}");
    }

    #[test]
    fn t41_percentages_of_losses_multiply() {
        let half = draft(Sign::Loss, Form::Percent(Amount::whole(50)));
        check(-100, None, &[half.clone(), half.clone()], "-25");
        check(100, None, &[half], "100");
    }

    #[test]
    fn t41_percentages_of_gains_add_up() {
        let half = draft(Sign::Gain, Form::Percent(Amount::whole(50)));
        check(100, None, &[half.clone(), half.clone()], "200");
        check(-100, None, &[half], "-100");
    }

    #[test]
    fn t41_flat_comes_after_the_percentages() {
        let modifiers = [
            draft(Sign::Loss, Form::Flat(Amount::whole(10))),
            draft(Sign::Loss, Form::Percent(Amount::whole(50))),
        ];
        check(-100, None, &modifiers, "-40");
        check(-10, None, &modifiers, "0");
    }

    #[test]
    fn t41_defence_sums_per_type() {
        let defence = |number, kind: Option<&str>| ModifierDraft {
            damage_type: kind.map(str::to_owned),
            ..draft(Sign::Loss, Form::Defence(Amount::whole(number)))
        };
        // 100 / (100 + 10·10) is a half.
        check(-100, None, &[defence(60, None), defence(40, None)], "-50");
        check(-100, Some("火"), &[defence(100, None), defence(100, Some("火"))], "-25");
        check(-100, Some("冰"), &[defence(100, Some("火"))], "-100");
        let on_gains = |number| draft(Sign::Gain, Form::Defence(Amount::whole(number)));
        check(100, None, &[on_gains(25)], "75");
        // More than ten levels of it turns healing into harm, as the author's bot has it.
        check(100, None, &[on_gains(150)], "-50");
    }

    #[test]
    fn t41_factors_are_kept_to_two_decimals_as_the_bot_keeps_them() {
        // 30 / 130 is 0.2308: 0.23 is taken, 0.77 is left.
        let defence = draft(Sign::Loss, Form::Defence(Amount::whole(30)));
        check(-100, None, std::slice::from_ref(&defence), "-77");
        // 0.67 × 0.67 is 0.4489, kept as 0.45.
        let third = draft(Sign::Loss, Form::Percent(Amount::whole(33)));
        check(-100, None, &[third.clone(), third.clone()], "-45");
        check(-10, None, &[third.clone(), third, defence], "-3.46");
    }

    #[test]
    fn t41_bypass_ignores_all() {
        let all = draft(Sign::Loss, Form::Percent(Amount::whole(100)));
        check(-100, Some("物理"), std::slice::from_ref(&all), "0");
        check(-100, Some("bypass"), &[all], "-100");
    }

    #[test]
    fn t41_a_modifier_concerns_its_own_resource() {
        let modifier = ModifierDraft {
            resource: Some(Resource::Willpower),
            ..draft(Sign::Loss, Form::Percent(Amount::whole(50)))
        };
        check(-100, None, &[modifier], "-100");
    }

    #[test]
    fn t41_the_calculation_is_shown() {
        let modifiers = [
            draft(Sign::Loss, Form::Percent(Amount::whole(20))),
            draft(Sign::Loss, Form::Flat(Amount::whole(5))),
            draft(Sign::Loss, Form::Defence(Amount::whole(100))),
        ];
        let (_, shown) =
            modified(Amount::whole(-100), Resource::HitPoints, None, 10, modifiers.iter());
        assert_eq!(shown.as_deref(), Some("100 × 0.5 × 0.8 − 5 = 35"));
    }
}
