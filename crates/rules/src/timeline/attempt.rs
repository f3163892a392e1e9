//! Checks: attributes against a target number, alone or together (T-11, T-13).

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::amount::half_even;
use super::deciding::Deciding;
use super::odds::chances;
use super::offers::OfferBuilder;
use super::telling::Telling;
use super::{Amount, Attribute, Character, Command, Event, State, Target, Timeline, target};
use crate::kernel::{Decided, choice, offer};
use crate::{Bounds, Id, Line, Message, Quote, Refusal, Roll, Tone, message};

/// The most who may take part in one check.
const MOST_SIDES: usize = 50;

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
pub(super) fn compare(one: (u32, u32), other: (u32, u32)) -> Ordering {
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

/// Checks an attribute of one character.
pub(super) fn check(
    deciding: &mut Deciding<'_>,
    who: Id,
    attribute: Attribute,
    target: Option<Target>,
) -> Decided {
    deciding.own(who)?;
    attempt(deciding, &[who], attribute, target)?;
    target::mark_own(deciding, target);
    Ok(())
}

/// Lets several try together (T-13).
pub(super) fn cooperate(
    deciding: &mut Deciding<'_>,
    who: &[Id],
    attribute: Attribute,
    target: Option<Target>,
) -> Decided {
    several(deciding, who)?;
    attempt(deciding, who, attribute, target)?;
    target::mark_own(deciding, target);
    Ok(())
}

/// A check whose actors have been looked at.
pub(super) fn attempt(
    deciding: &mut Deciding<'_>,
    who: &[Id],
    attribute: Attribute,
    target: Option<Target>,
) -> Decided {
    let (target, difficulty) = target::number(deciding, target)?;
    let value = summed(deciding.before, who, attribute);
    let rate = rate(value, target);
    if !deciding.before.options.dice {
        deciding.push(Event::CheckShown { who: who.to_vec(), attribute, target, rate });
        return Ok(());
    }
    let attempt = Box::new(throw(deciding, who.to_vec(), value, rate)?);
    deciding.push(Event::Checked { attribute, target, difficulty, attempt });
    Ok(())
}

/// Rolls d100 against a rate.
pub(super) fn throw(
    deciding: &mut Deciding<'_>,
    who: Vec<Id>,
    value: Amount,
    rate: u32,
) -> Result<Attempt, Refusal> {
    let roll = deciding.roll(Timeline::DICE)?;
    let face =
        roll.rolled.value.to_whole().and_then(|face| u32::try_from(face).ok()).unwrap_or(100);
    Ok(Attempt { who, value, rate, roll, face })
}

/// Several different characters the seat may see, at least one of them its own.
pub(super) fn several(deciding: &Deciding<'_>, who: &[Id]) -> Decided {
    let mut owns = false;
    for (index, id) in who.iter().enumerate() {
        owns |= deciding.find(*id)?.owned(deciding.viewer());
        if who[..index].contains(id) {
            return Err(Refusal::new("T-13", message!("timeline-twice")));
        }
    }
    if !(2..=MOST_SIDES).contains(&who.len()) {
        let what = message!("timeline-how-many", least = 2, most = MOST_SIDES);
        return Err(Refusal::new("T-13", what));
    }
    if !owns {
        return Err(Refusal::new("B-01", message!("timeline-none-yours")));
    }
    Ok(())
}

/// The attributes of all, summed before the rate (T-13).
pub(super) fn summed(state: &State, who: &[Id], attribute: Attribute) -> Amount {
    let who = who.iter().filter_map(|id| state.character(*id));
    who.map(|character| character.attribute(attribute)).sum()
}

pub(super) fn tell_checked(
    telling: Telling<'_>,
    attribute: Attribute,
    target: Amount,
    attempt: &Attempt,
) -> Option<Line> {
    let names = told_names(telling, &attempt.who)?;
    let (whose, attribute, five) = (attribute, attribute.name(), five_times(target));
    let message = match attempt.succeeds() {
        true => message!(
            "timeline-told-check-success",
            names = names,
            attribute = attribute,
            value = attempt.value,
            five = five,
            rate = attempt.rate,
            face = attempt.face,
            ratio = ratio(attempt)
        ),
        false => message!(
            "timeline-told-check-failure",
            names = names,
            attribute = attribute,
            value = attempt.value,
            five = five,
            rate = attempt.rate,
            face = attempt.face,
            ratio = ratio(attempt)
        ),
    };
    let line = attempted(attempt, message);
    Some(reasoned(telling, line, &attempt.who, (whose, target, attempt.rate)))
}

pub(super) fn tell_shown(
    telling: Telling<'_>,
    who: &[Id],
    attribute: Attribute,
    (target, rate): (Amount, u32),
) -> Option<Line> {
    let message = message!(
        "timeline-told-rate",
        names = told_names(telling, who)?,
        attribute = attribute.name(),
        target = target,
        rate = rate
    );
    Some(reasoned(telling, message.into(), who, (attribute, target, rate)))
}

/// A line with how its rate comes about, if the viewer may know all who try.
fn reasoned(
    telling: Telling<'_>,
    line: Line,
    who: &[Id],
    (attribute, target, rate): (Attribute, Amount, u32),
) -> Line {
    match who.iter().all(|id| telling.name(*id).is_some()) {
        true => line.because(telling.before.rate_working(who, attribute, target, rate)),
        false => line,
    }
}

/// The names of those who try; nothing is told to one who may not see the first of them.
pub(super) fn told_names(telling: Telling<'_>, who: &[Id]) -> Option<Vec<Message>> {
    if let Some(first) = who.first() {
        telling.name(*first)?;
    }
    Some(telling.others(who))
}

/// A line with the roll it tells of.
pub(super) fn attempted(attempt: &Attempt, message: Message) -> Line {
    let tone = if attempt.succeeds() { Tone::Full } else { Tone::Failure };
    Line { roll: Some(attempt.roll.clone()), tone: Some(tone), ..message.into() }
}

/// Roll by rate, shown to 2 decimals (T-12).
pub(super) fn ratio(attempt: &Attempt) -> Message {
    match attempt.ratio() {
        Some(ratio) => message!("plain", text = ratio.to_string()),
        None => message!("plain", text = "—"),
    }
}

/// The rate of a check and its odds; a target that is rolled has none yet.
pub(super) fn quote(
    state: &State,
    who: &[Id],
    attribute: Attribute,
    target: Option<Target>,
) -> Quote {
    let Some(target) = target::known(state, target) else { return Quote::default() };
    let value = summed(state, who, attribute);
    let rate = rate(value, target);
    let five = five_times(target);
    Quote {
        notes: vec![message!("timeline-quote-check", value = value, five = five, rate = rate)],
        calculations: vec![state.rate_working(who, attribute, target, rate)],
        chances: Some(chances(rate)),
        ..Quote::default()
    }
}

impl OfferBuilder<'_> {
    /// A check against the table's target number, if there is one.
    pub(super) fn offer_check(&mut self, character: &Character) {
        if self.state.target.is_none() {
            return;
        }
        let label = message!("timeline-act-check");
        let (character, attribute) = (character.id, Attribute::Strength);
        let command = Command::Check { character, attribute, target: None };
        let of = Attribute::ALL.map(|one| choice(one, one.name())).into();
        let field = message!("timeline-attribute");
        self.push(offer("T-11", label, command).field("attribute", field, Bounds::Choice { of }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
