//! Contests: several try the same thing against each other (T-12).

use std::cmp::Ordering;

use super::attempt::{rate, ratio, several, summed, throw};
use super::deciding::Deciding;
use super::odds::contest_chances;
use super::telling::Telling;
use super::{Amount, Attempt, Attribute, Event, State, Target, target};
use crate::kernel::Decided;
use crate::{Calculation, Id, Line, Message, Quote, message};

pub(super) fn contest(
    deciding: &mut Deciding<'_>,
    sides: &[(Id, Attribute)],
    target: Option<Target>,
) -> Decided {
    let who: Vec<Id> = sides.iter().map(|(id, _)| *id).collect();
    several(deciding, &who)?;
    let own = target;
    let (target, difficulty) = target::number(deciding, target)?;
    let mut attempts = Vec::new();
    for &(id, attribute) in sides {
        let value = summed(deciding.before, &[id], attribute);
        let rate = rate(value, target);
        if deciding.before.options.dice {
            attempts.push((attribute, throw(deciding, vec![id], value, rate)?));
        } else {
            deciding.push(Event::CheckShown { who: vec![id], attribute, target, rate });
        }
    }
    if deciding.before.options.dice {
        let winners = winners(&attempts);
        deciding.push(Event::Contested { target, difficulty, sides: attempts, winners });
    }
    target::mark_own(deciding, own);
    Ok(())
}

/// Those nobody does better than.
fn winners(sides: &[(Attribute, Attempt)]) -> Vec<Id> {
    let wins =
        |one: &Attempt| sides.iter().all(|(_, other)| one.against(other) != Ordering::Greater);
    let winning = sides.iter().filter(|(_, one)| wins(one));
    winning.flat_map(|(_, one)| one.who.iter().copied()).collect()
}

pub(super) fn tell_contested(
    telling: Telling<'_>,
    sides: &[(Attribute, Attempt)],
    winners: &[Id],
    target: Amount,
) -> Line {
    let shown = |(attribute, attempt): &(Attribute, Attempt)| {
        message!(
            "timeline-told-side",
            names = telling.others(&attempt.who),
            attribute = attribute.name(),
            face = attempt.face,
            rate = attempt.rate,
            ratio = ratio(attempt)
        )
    };
    let why = sides.iter().flat_map(|side| side_workings(telling, side, target)).collect();
    let sides: Vec<Message> = sides.iter().map(shown).collect();
    let names = telling.others(winners);
    let message = match winners.len() {
        1 => message!("timeline-told-contest", sides = sides, winner = names),
        _ => message!("timeline-told-tie", sides = sides, names = names),
    };
    Line { why, ..message.into() }
}

/// A side's rate and the ratio that is compared, if the viewer may know who it is.
fn side_workings(
    telling: Telling<'_>,
    (attribute, attempt): &(Attribute, Attempt),
    target: Amount,
) -> Vec<Calculation> {
    let Some(name) = attempt.who.first().and_then(|who| telling.name(*who)) else {
        return Vec::new();
    };
    let rate = telling.before.rate_working(&attempt.who, *attribute, target, attempt.rate);
    let compared = attempt.ratio().map(|ratio| {
        Calculation::new("ratio", message!("timeline-why-ratio", name = name), ratio, "T-12")
            .step("", message!("timeline-why-face"), attempt.face)
            .step("÷", message!("timeline-why-rate"), format!("{}%", attempt.rate))
    });
    [Some(rate), compared].into_iter().flatten().collect()
}

/// The rates of all sides, and the odds between two.
pub(super) fn quote(state: &State, sides: &[(Id, Attribute)], target: Option<Target>) -> Quote {
    let Some(target) = target::known(state, target) else { return Quote::default() };
    let rate_of = |side: &(Id, Attribute)| rate(summed(state, &[side.0], side.1), target);
    let working =
        |side: &(Id, Attribute)| state.rate_working(&[side.0], side.1, target, rate_of(side));
    let chances = match sides {
        [one, other] => Some(contest_chances(rate_of(one), rate_of(other))),
        _ => None,
    };
    Quote { chances, calculations: sides.iter().map(working).collect(), ..Quote::default() }
}
