//! Exact odds of a roll: against a number, against another roll, and after the dice (F-05).

use std::sync::{Arc, OnceLock};

use dice::{Expr, Odds, Value};
use num_traits::ToPrimitive;

use super::{Action, Fate, Use};
use crate::{Chances, Refusal};

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
        odds.as_ref().map_err(Refusal::from)
    }

    /// The exact odds of one throw less another.
    fn throws(&self) -> Result<&Odds, Refusal> {
        let odds = self.odds.0.opposed.get_or_init(|| {
            let roll = &self.dice.roll;
            Expr::parse(&format!("({roll}) - ({roll})"))?.odds(&())
        });
        odds.as_ref().map_err(Refusal::from)
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
            self.outcome(lead.saturating_add(dice)).0 as usize
        }))
    }

    /// The chances of an action whose dice have not fallen (F-05).
    pub(super) fn chances_before(&self, action: &Action) -> Option<Chances> {
        let against = action.opposition.as_ref().filter(|_| !action.rolled())?;
        let lead = action.side.before_dice() - against.before_dice();
        let throwing = match (against.who.is_some(), action.fixed) {
            (true, false) => Throwing::Both,
            (true, true) => Throwing::Theirs,
            (false, _) => Throwing::Mine,
        };
        self.chances(lead, throwing).ok()
    }

    /// The chances after one use of an invoke on fallen dice; a bonus leaves one outcome certain.
    pub(super) fn chances_after(
        &self,
        action: &Action,
        opposition: bool,
        to: Use,
    ) -> Option<Chances> {
        let against = action.opposition.as_ref()?;
        let (mine, theirs) = (action.side.total(), against.total());
        let (lead, throwing) = match (to, opposition) {
            (Use::Bonus, false) => (mine + 2 - theirs, Throwing::Nobody),
            (Use::Bonus, true) => (mine - theirs - 2, Throwing::Nobody),
            (Use::Reroll, false) if action.fixed => return None,
            (Use::Reroll, false) => (action.side.before_dice() - theirs, Throwing::Mine),
            (Use::Reroll, true) if against.who.is_none() => return None,
            (Use::Reroll, true) => (mine - against.before_dice(), Throwing::Theirs),
        };
        self.chances(lead, throwing).ok()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fate::{Act, Against, Command, Purpose};
    use crate::kernel::DryDice;
    use crate::{Arg, Checked, Game, Id, Role, Seat, SeatId, message};

    #[test]
    fn c02_dice_that_cannot_be_rolled_are_refused_in_every_language() {
        let pack = crate::pack::shipped_pack("fate-condensed").expect("it ships").pack.to_json();
        let mut pack: Fate = serde_json::from_value(pack).expect("it fits");
        pack.dice.roll = Expr::parse("4dF/0").expect("it can be read");

        let refusal = pack.chances(0, Throwing::Mine).expect_err("nothing is divided by 0");
        let what = Arg::from(message!("dice-division-by-zero"));
        assert_eq!(refusal.what.id, "dice-wrong");
        assert_eq!(refusal.what.args.get("what"), Some(&what));

        let example = pack.examples[0].id.clone();
        let skill = pack.skills.list[0].id.clone();
        let mut game = Game::begin(Checked::of_log(pack));
        let host = Seat { id: SeatId(Id::from_bits(1)), role: Role::Host };
        let take = Command::TakeExample { example, name: None, seat: None };
        game.play(host, &take, &mut DryDice::default()).expect("it is taken");
        let act = Command::Act {
            actor: game.state.characters[0].id,
            act: Act::Overcome { purpose: Purpose::Plain },
            skill,
            against: Some(Against::Difficulty(2)),
            also: Vec::new(),
            stunts: Vec::new(),
            text: String::new(),
            roll: true,
        };
        assert_eq!(game.play(host, &act, &mut DryDice::default()), Err(refusal));
    }
}
