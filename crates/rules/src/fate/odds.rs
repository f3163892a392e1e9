//! Exact odds of a roll: against a number, against another roll, and after the dice (F-05).

use std::sync::{Arc, OnceLock};

use dice::{Expr, Odds, Value};
use num_traits::ToPrimitive;

use super::{Fate, Outcome};
use crate::{Chances, Refusal, message};

/// Odds already worked out. Only a memory of pure results: asking twice gives the same.
#[derive(Clone, Debug, Default)]
pub(super) struct OddsBook(Arc<Book>);

#[derive(Debug, Default)]
struct Book {
    one: OnceLock<Result<Odds, dice::Error>>,
    opposed: OnceLock<Result<Odds, dice::Error>>,
}

/// A value as a whole number: dice without fractions give nothing else.
pub(super) fn whole(value: Value) -> i64 {
    value.numerator().checked_div(value.denominator()).and_then(|whole| whole.to_i64()).unwrap_or(0)
}

impl Fate {
    /// The exact odds of one throw.
    fn throw(&self) -> Result<&Odds, Refusal> {
        let odds = self.odds.0.one.get_or_init(|| self.dice.roll.odds(&()));
        odds.as_ref().map_err(cannot_roll)
    }

    /// The exact odds of one throw less another.
    fn throws(&self) -> Result<&Odds, Refusal> {
        let odds = self.odds.0.opposed.get_or_init(|| {
            let roll = &self.dice.roll;
            Expr::parse(&format!("({roll}) - ({roll})"))?.odds(&())
        });
        odds.as_ref().map_err(cannot_roll)
    }

    /// The chances of each outcome when the numbers are so many apart before the dice that are
    /// still to fall (F-05).
    ///
    /// # Errors
    /// A refusal when the pack's dice cannot be worked out.
    pub fn chances(&self, lead: i64, throwing: Throwing) -> Result<Chances, Refusal> {
        let odds = if throwing == Throwing::Both { self.throws()? } else { self.throw()? };
        Ok(Chances::new(odds, &self.outcome_names(), |value| {
            let dice = match throwing {
                Throwing::Nobody => 0,
                Throwing::Mine | Throwing::Both => whole(value),
                Throwing::Theirs => -whole(value),
            };
            band(lead.saturating_add(dice))
        }))
    }
}

/// Whose dice are still to fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Throwing {
    /// Nobody's.
    Nobody,
    /// Those of the one who acts.
    Mine,
    /// Those of the opposition.
    Theirs,
    /// Both sides'.
    Both,
}

/// The place of an outcome among the four, worst first.
pub(super) fn band(shifts: i64) -> usize {
    match Outcome::of(shifts) {
        Outcome::Failure => 0,
        Outcome::Tie => 1,
        Outcome::Success => 2,
        Outcome::Style => 3,
    }
}

/// The pack's dice do not work.
pub(super) fn cannot_roll(fault: &dice::Error) -> Refusal {
    Refusal::new("F-02", message!("fate-cannot-roll", fault = fault.to_string()))
}
