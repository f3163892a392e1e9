//! Negotiations (T-14).

use serde::{Deserialize, Serialize};

use super::attempt::{attempted, throw, told_names};
use super::deciding::{Deciding, within};
use super::odds::chances;
use super::telling::Telling;
use super::{Amount, Attempt, Claim, Event, State, claim, target};
use crate::kernel::Decided;
use crate::{Id, Line, Quote, Refusal, message};

/// Whom a negotiation is with (T-14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineOpponent"))]
pub struct Opponent {
    /// Their level.
    pub level: u32,
    /// Their intelligence percentage.
    pub intelligence: Amount,
}

/// What is said, and what the levels make of it (T-14).
pub(super) fn negotiation_brackets(
    score: Amount,
    bonus: Amount,
    level: u32,
    opponent: Opponent,
) -> (f64, f64) {
    let bracket = libm::log(f64::from(level) / f64::from(opponent.level)) + 1.0;
    ((score + bonus).to_f64(), bracket)
}

/// The success rate of a negotiation in percent (T-14).
#[must_use]
pub fn negotiation_rate(score: Amount, bonus: Amount, level: u32, opponent: Opponent) -> u32 {
    let (speech, bracket) = negotiation_brackets(score, bonus, level, opponent);
    if speech <= 0.0 || bracket <= 0.0 || !opponent.intelligence.is_positive() {
        return 0;
    }
    let rate = speech / opponent.intelligence.to_f64() * 10.0 * bracket;
    // At most 100 after the clamp, so it fits.
    libm::rint(rate).clamp(0.0, 100.0) as u32
}

/// Sets whom negotiations are with.
pub(super) fn set_opponent(deciding: &mut Deciding<'_>, opponent: Opponent) -> Decided {
    target::may_set(deciding)?;
    opponent_fits(opponent)?;
    deciding.push(Event::OpponentSet { opponent });
    Ok(())
}

pub(super) fn opponent_set(state: &mut State, opponent: Opponent) {
    state.opponent = Some(opponent);
}

pub(super) fn tell_opponent(opponent: Opponent) -> Line {
    let (level, intelligence) = (opponent.level, opponent.intelligence);
    message!("timeline-told-opponent", level = level, intelligence = intelligence).into()
}

/// A blank or zero datum of the one negotiated with is refused.
fn opponent_fits(opponent: Opponent) -> Decided {
    let level = (1..=super::card::MOST_LEVEL).contains(&opponent.level);
    let intelligence = (Amount::LEAST..=Amount::whole(1_000)).contains(&opponent.intelligence);
    if level && intelligence {
        return Ok(());
    }
    Err(Refusal::new("T-14", message!("timeline-opponent-blank")))
}

/// Negotiates with the role-play score the host gave.
pub(super) fn negotiate(
    deciding: &mut Deciding<'_>,
    who: Id,
    score: Amount,
    opponent: Option<Opponent>,
) -> Decided {
    target::may_set(deciding)?;
    let own = deciding.own(who)?;
    let (rate, opponent) = rate(deciding.before, who, score, opponent)?;
    if !deciding.before.options.dice {
        deciding.push(Event::NegotiationShown { who, score, opponent, rate });
        return Ok(());
    }
    let value = own.derived.negotiation + score;
    let attempt = Box::new(throw(deciding, vec![who], value, rate)?);
    deciding.push(Event::Negotiated { score, opponent, attempt });
    claim::mark(deciding, Claim::Score { score });
    Ok(())
}

/// The rate, and with whom it is.
fn rate(
    state: &State,
    who: Id,
    score: Amount,
    opponent: Option<Opponent>,
) -> Result<(u32, Opponent), Refusal> {
    let opponent = opponent
        .or(state.opponent)
        .ok_or_else(|| Refusal::new("T-14", message!("timeline-no-opponent")))?;
    opponent_fits(opponent)?;
    within(score.abs() <= Amount::whole(1_000_000), "T-14")?;
    let character = state
        .character(who)
        .ok_or_else(|| Refusal::new("T-01", message!("timeline-no-character")))?;
    let (bonus, level) = (character.derived.negotiation, character.card.level);
    Ok((negotiation_rate(score, bonus, level, opponent), opponent))
}

pub(super) fn tell_negotiated(
    telling: Telling<'_>,
    score: Amount,
    opponent: Opponent,
    attempt: &Attempt,
) -> Option<Line> {
    let names = told_names(telling, &attempt.who)?;
    let (rate, face) = (attempt.rate, attempt.face);
    let message = match attempt.succeeds() {
        true => message!(
            "timeline-told-negotiation-success",
            names = names,
            score = score,
            rate = rate,
            face = face
        ),
        false => message!(
            "timeline-told-negotiation-failure",
            names = names,
            score = score,
            rate = rate,
            face = face
        ),
    };
    let line = attempted(attempt, message);
    let Some(who) = attempt.who.first() else { return Some(line) };
    let state = telling.before;
    Some(line.because(state.negotiation_rate_working(*who, score, opponent, attempt.rate)))
}

pub(super) fn tell_shown(
    telling: Telling<'_>,
    who: Id,
    score: Amount,
    (opponent, rate): (Opponent, u32),
) -> Option<Line> {
    let name = telling.name(who)?;
    let message =
        message!("timeline-told-negotiation-rate", name = name, score = score, rate = rate);
    let working = telling.before.negotiation_rate_working(who, score, opponent, rate);
    Some(Line::from(message).because(working))
}

/// The rate and its odds.
///
/// # Errors
/// When there is nobody to negotiate with.
pub(super) fn quote(
    state: &State,
    who: Id,
    score: Amount,
    opponent: Option<Opponent>,
) -> Result<Quote, Refusal> {
    let (rate, opponent) = rate(state, who, score, opponent)?;
    Ok(Quote {
        notes: vec![message!("timeline-quote-rate", rate = rate)],
        calculations: vec![state.negotiation_rate_working(who, score, opponent, rate)],
        chances: Some(chances(rate)),
        ..Quote::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t14_either_bracket_at_or_below_zero_gives_rate_zero() {
        let check = |score: i64, bonus: i64, level, opponent: (u32, i64), expected| {
            let opponent = Opponent { level: opponent.0, intelligence: Amount::whole(opponent.1) };
            let found =
                negotiation_rate(Amount::whole(score), Amount::whole(bonus), level, opponent);
            assert_eq!(found, expected, "{score} {bonus} {level} {opponent:?}");
        };
        check(0, 75, 10, (10, 35), 21);
        check(100, 75, 10, (10, 35), 50);
        check(-75, 75, 10, (10, 35), 0);
        check(-200, 75, 10, (10, 35), 0);
        check(100, 75, 10, (28, 35), 0);
        // Both negative is still nothing.
        check(-200, 75, 10, (100, 35), 0);
        check(900, 75, 10, (10, 35), 100);
    }
}
