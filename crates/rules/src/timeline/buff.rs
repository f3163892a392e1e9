//! Buffs on attributes (T-40).

use num_bigint::BigInt;
use serde::{Deserialize, Serialize};

use super::deciding::{Deciding, within};
use super::exact::rounded;
use super::gear::MOST_THINGS;
use super::telling::Telling;
use super::text::{NAME, optional_name};
use super::{Amount, Attribute, Event, Group, State};
use crate::kernel::Decided;
use crate::{Id, Line, Message, Refusal, message};

/// Something that raises or lowers attributes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineBuff"))]
pub struct Buff {
    /// Which one.
    pub id: Id,
    /// What it does.
    #[serde(flatten)]
    pub draft: BuffDraft,
}

/// What a buff does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineBuffDraft"))]
pub struct BuffDraft {
    /// Where it comes from.
    pub source: String,
    /// What it touches.
    pub range: Range,
    /// How much.
    pub value: Worth,
    /// Where it stands in the calculation.
    pub kind: BuffKind,
}

/// Which attributes a buff touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "TimelineRange"))]
pub enum Range {
    /// A single one.
    One(Attribute),
    /// Constitution, dexterity, strength.
    Physical,
    /// Willpower, education, intelligence and the five fields.
    Mental,
    /// The five fields.
    Fields,
    /// All eleven.
    All,
}

/// How much a buff is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "TimelineWorth"))]
pub enum Worth {
    /// A number.
    Number(Amount),
    /// A percentage.
    Percent(Amount),
    /// `Nd`: N / (10 × level), as a percentage.
    PerLevel(Amount),
}

/// Where a buff stands in ((value + ①) × (1 + ②) + ③) × (1 + ④).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "TimelineBuffKind"))]
pub enum BuffKind {
    /// ① added to the value.
    DirectAdd,
    /// ② multiplies the value.
    DirectMultiply,
    /// ③ added after that.
    FinalAdd,
    /// ④ multiplies all.
    FinalMultiply,
}

impl Range {
    /// Whether it touches an attribute.
    #[must_use]
    pub fn touches(self, attribute: Attribute) -> bool {
        match self {
            Range::One(one) => one == attribute,
            Range::Physical => attribute.group() == Group::Physical,
            Range::Mental => attribute.group() != Group::Physical,
            Range::Fields => attribute.group() == Group::Fields,
            Range::All => true,
        }
    }

    /// What it is called.
    #[must_use]
    pub fn name(self) -> Message {
        match self {
            Range::One(attribute) => attribute.name(),
            Range::Physical => Group::Physical.name(),
            Range::Mental => Group::Mental.name(),
            Range::Fields => Group::Fields.name(),
            Range::All => message!("timeline-all"),
        }
    }
}

impl Worth {
    /// As written: `12`, `10%`, `30d`.
    #[must_use]
    pub fn written(self) -> String {
        match self {
            Worth::Number(number) => number.to_string(),
            Worth::Percent(percent) => format!("{percent}%"),
            Worth::PerLevel(number) => format!("{number}d"),
        }
    }

    fn amount(self) -> Amount {
        match self {
            Worth::Number(number) | Worth::Percent(number) | Worth::PerLevel(number) => number,
        }
    }

    /// As a numerator over [`unit`].
    fn over_unit(self, level: u32) -> i128 {
        let level = i128::from(level);
        match self {
            Worth::Number(number) => i128::from(number.in_hundredths()) * 100 * level,
            Worth::Percent(percent) => i128::from(percent.in_hundredths()) * level,
            Worth::PerLevel(number) => i128::from(number.in_hundredths()) * 10,
        }
    }
}

/// A denominator that every worth of a buff has, so that sums need no common one to be found.
fn unit(level: u32) -> i128 {
    10_000 * i128::from(level)
}

impl BuffKind {
    /// What it is called.
    #[must_use]
    pub fn name(self) -> Message {
        match self {
            BuffKind::DirectAdd => message!("timeline-buff-direct-add"),
            BuffKind::DirectMultiply => message!("timeline-buff-direct-multiply"),
            BuffKind::FinalAdd => message!("timeline-buff-final-add"),
            BuffKind::FinalMultiply => message!("timeline-buff-final-multiply"),
        }
    }
}

impl BuffDraft {
    /// Whether its worth is within what may be typed.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.value.amount().abs() <= Amount::whole(1_000_000)
    }

    /// The same with its source as it may be kept (B-15).
    ///
    /// # Errors
    /// When it cannot be read, or is too long.
    pub fn typed(&self) -> Result<Self, Refusal> {
        Ok(Self { source: optional_name(&self.source, NAME)?, ..*self })
    }
}

/// An attribute after buffs, and the calculation if any buff touches it.
#[must_use]
pub fn buffed<'b>(
    value: Amount,
    attribute: Attribute,
    level: u32,
    buffs: impl Iterator<Item = &'b BuffDraft>,
) -> (Amount, Option<String>) {
    // Nobody is below level 1; a card that says so is worked out as if it were.
    let level = level.max(1);
    let mut sums = [0_i128; 4];
    let mut any = false;
    for buff in buffs.filter(|buff| buff.range.touches(attribute)) {
        any = true;
        sums[buff.kind as usize] += buff.value.over_unit(level);
    }
    if !any {
        return (value, None);
    }
    let unit = unit(level);
    let shown = sums.map(|sum| Amount::ratio(sum * 100, unit));
    let own = Worth::Number(value).over_unit(level);
    let [direct_add, direct_multiply, final_add, final_multiply] = sums.map(BigInt::from);
    let unit = BigInt::from(unit);
    let result = ((direct_add + own) * (&unit + direct_multiply) + final_add * &unit)
        * (&unit + final_multiply);
    let result = rounded(&dice::Fraction::new_raw(result, unit.pow(3))).max(Amount::ZERO);
    let [a, b, c, d] = shown;
    (result, Some(format!("(({value} + {a}) × (1 + {b}) + {c}) × (1 + {d}) = {result}")))
}

/// Gives a buff.
pub(super) fn add(deciding: &mut Deciding<'_>, who: Id, draft: &BuffDraft) -> Decided {
    let own = deciding.own(who)?;
    within(own.buffs.len() < MOST_THINGS && draft.fits(), "T-40")?;
    let buff = Buff { draft: draft.typed()?, id: deciding.id() };
    deciding.push(Event::BuffAdded { character: who, buff });
    Ok(())
}

pub(super) fn added(state: &mut State, who: Id, buff: &Buff) {
    state.change_character(who, |one| one.buffs.push(buff.clone()));
}

pub(super) fn tell_added(telling: Telling<'_>, who: Id, buff: &Buff) -> Option<Line> {
    let message = message!(
        "timeline-told-buff",
        name = telling.name(who)?,
        source = &buff.draft.source,
        range = buff.draft.range.name(),
        value = buff.draft.value.written(),
        kind = buff.draft.kind.name()
    );
    Some(message.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(value: Worth, kind: BuffKind) -> BuffDraft {
        BuffDraft { source: "test".to_owned(), range: Range::Physical, value, kind }
    }

    #[test]
    fn t40_the_four_kinds_apply_in_their_order() {
        let buffs = [
            draft(Worth::Number(Amount::whole(20)), BuffKind::DirectAdd),
            draft(Worth::Percent(Amount::whole(50)), BuffKind::DirectMultiply),
            draft(Worth::Number(Amount::whole(10)), BuffKind::FinalAdd),
            draft(Worth::Percent(Amount::whole(-10)), BuffKind::FinalMultiply),
        ];
        // ((100 + 20) × 1.5 + 10) × 0.9
        let (value, shown) = buffed(Amount::whole(100), Attribute::Strength, 10, buffs.iter());
        assert_eq!(value, Amount::whole(171));
        assert_eq!(shown.as_deref(), Some("((100 + 20) × (1 + 0.5) + 10) × (1 + -0.1) = 171"));
    }

    #[test]
    fn t40_percentages_of_one_kind_add_up() {
        let buff = draft(Worth::Percent(Amount::whole(50)), BuffKind::FinalMultiply);
        let (value, _) =
            buffed(Amount::whole(100), Attribute::Dexterity, 10, [&buff, &buff].into_iter());
        assert_eq!(value, Amount::whole(200));
    }

    #[test]
    fn t40_nd_is_n_by_ten_levels() {
        let buff = draft(Worth::PerLevel(Amount::whole(30)), BuffKind::DirectMultiply);
        let at =
            |level| buffed(Amount::whole(100), Attribute::Strength, level, [&buff].into_iter()).0;
        assert_eq!(at(10), Amount::whole(130));
        assert_eq!(at(20), Amount::whole(115));
    }

    #[test]
    fn t40_a_range_touches_its_attributes_only() {
        let touched =
            |range: Range| Attribute::ALL.into_iter().filter(|one| range.touches(*one)).count();
        assert_eq!(touched(Range::One(Attribute::Arts)), 1);
        assert_eq!(touched(Range::Physical), 3);
        assert_eq!(touched(Range::Mental), 8);
        assert_eq!(touched(Range::Fields), 5);
        assert_eq!(touched(Range::All), 11);
        let buff = draft(Worth::Number(Amount::whole(5)), BuffKind::DirectAdd);
        let untouched = buffed(Amount::whole(80), Attribute::Arts, 1, [&buff].into_iter());
        assert_eq!(untouched, (Amount::whole(80), None));
    }
}
