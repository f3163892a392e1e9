//! What follows from a check (T-10 … T-15).

use std::cmp::Ordering;

use super::check::{negotiation_rate, rate};
use super::decide::{Decision, host};
use super::{
    Amount, Attempt, Attribute, Command, Event, Opponent, Resource, State, Target, Timeline,
};
use crate::{Audience, Dice, Id, Refusal, Roll, Seat, message};

/// The most who may take part in one check.
const MOST_SIDES: usize = 50;

/// Rolls dice everyone sees.
pub(super) fn roll(dice: &mut dyn Dice, notation: &str) -> Result<Roll, Refusal> {
    let expr = dice::Expr::parse(notation).map_err(|error| Refusal::from(&error))?;
    dice.roll(&Audience::All, &expr, &()).map_err(|error| Refusal::from(&error))
}

impl State {
    pub(super) fn decide_check(
        &self,
        by: Seat,
        command: &Command,
        dice: &mut dyn Dice,
    ) -> Decision {
        match command {
            Command::SetTarget { target } => {
                self.may_set_target(by)?;
                let (target, roll) = self.target(Some(*target), dice)?;
                Ok(vec![Event::TargetSet { target, roll }])
            }
            Command::Check { character, attribute, target } => {
                self.own(*character, by)?;
                self.check(&[*character], *attribute, *target, dice)
            }
            Command::Cooperate { characters, attribute, target } => {
                self.several(by, characters.iter().copied())?;
                self.check(characters, *attribute, *target, dice)
            }
            Command::Contest { sides, target } => self.contest(by, sides, *target, dice),
            Command::SetOpponent { opponent } => {
                self.may_set_target(by)?;
                opponent_fits(*opponent)?;
                Ok(vec![Event::OpponentSet { opponent: *opponent }])
            }
            Command::Negotiate { character, score, opponent } => {
                self.may_set_target(by)?;
                let own = self.own(*character, by)?;
                let (rate, opponent) = self.negotiation(*character, *score, *opponent)?;
                if !self.options.dice {
                    let (who, score) = (*character, *score);
                    return Ok(vec![Event::NegotiationShown { who, score, opponent, rate }]);
                }
                let value = own.derived.negotiation + *score;
                let attempt = Box::new(attempt(vec![*character], value, rate, dice)?);
                Ok(vec![Event::Negotiated { score: *score, opponent, attempt }])
            }
            Command::Treat { character, patient, resource, amount } => {
                self.own(*character, by)?;
                self.find(*patient, by.viewer())?;
                self.treat(*character, *patient, *resource, *amount, dice)
            }
            _ => Ok(Vec::new()),
        }
    }

    fn may_set_target(&self, by: Seat) -> Result<(), Refusal> {
        if self.options.host_sets_target { host(by) } else { Ok(()) }
    }

    /// The target number, and the d20 if its difficulty was rolled (T-10).
    fn target(
        &self,
        target: Option<Target>,
        dice: &mut dyn Dice,
    ) -> Result<(Amount, Option<Roll>), Refusal> {
        let wrong = || Refusal::new("T-10", message!("timeline-no-target"));
        let product = |level: u32, difficulty: i64| {
            Amount::whole(i64::from(level).saturating_mul(difficulty))
        };
        let (target, roll) = match target {
            None => (self.target.ok_or_else(wrong)?, None),
            Some(Target::Value(value)) => (value, None),
            Some(Target::Difficulty { level, difficulty }) => {
                (product(level, difficulty.into()), None)
            }
            Some(Target::Random { level }) => {
                let roll = roll(dice, "1d20")?;
                let face = roll.rolled.value.to_whole().unwrap_or(1);
                (product(level, face), Some(roll))
            }
        };
        if target.is_positive() && target <= Amount::MOST {
            return Ok((target, roll));
        }
        Err(Refusal::new("T-10", message!("timeline-target-bounds", most = Amount::MOST)))
    }

    /// The target number without rolling, for quotes; a random one has none yet.
    pub(super) fn known_target(&self, target: Option<Target>) -> Option<Amount> {
        match target {
            None => self.target,
            Some(Target::Value(value)) => Some(value),
            Some(Target::Difficulty { level, difficulty }) => {
                Some(Amount::whole(i64::from(level).saturating_mul(difficulty.into())))
            }
            Some(Target::Random { .. }) => None,
        }
    }

    /// Several different characters the seat may see, at least one of them its own.
    fn several(&self, by: Seat, who: impl Iterator<Item = Id>) -> Result<(), Refusal> {
        let who: Vec<Id> = who.collect();
        let mut owns = false;
        for (index, id) in who.iter().enumerate() {
            owns |= self.find(*id, by.viewer())?.owned(by.viewer());
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
    pub(super) fn summed(&self, who: &[Id], attribute: Attribute) -> Amount {
        who.iter()
            .filter_map(|id| self.character(*id))
            .map(|character| character.attribute(attribute))
            .sum()
    }

    fn check(
        &self,
        who: &[Id],
        attribute: Attribute,
        target: Option<Target>,
        dice: &mut dyn Dice,
    ) -> Decision {
        let (target, difficulty) = self.target(target, dice)?;
        let value = self.summed(who, attribute);
        let rate = rate(value, target);
        if !self.options.dice {
            return Ok(vec![Event::CheckShown { who: who.to_vec(), attribute, target, rate }]);
        }
        let attempt = Box::new(attempt(who.to_vec(), value, rate, dice)?);
        Ok(vec![Event::Checked { attribute, target, difficulty, attempt }])
    }

    fn contest(
        &self,
        by: Seat,
        sides: &[(Id, Attribute)],
        target: Option<Target>,
        dice: &mut dyn Dice,
    ) -> Decision {
        self.several(by, sides.iter().map(|(id, _)| *id))?;
        let (target, difficulty) = self.target(target, dice)?;
        let rate_of = |id, attribute| rate(self.summed(&[id], attribute), target);
        if !self.options.dice {
            let shown = |&(id, attribute): &(Id, Attribute)| Event::CheckShown {
                who: vec![id],
                attribute,
                target,
                rate: rate_of(id, attribute),
            };
            return Ok(sides.iter().map(shown).collect());
        }
        let mut attempts = Vec::new();
        for &(id, attribute) in sides {
            let value = self.summed(&[id], attribute);
            attempts.push((attribute, attempt(vec![id], value, rate_of(id, attribute), dice)?));
        }
        let wins = |one: &Attempt| {
            attempts.iter().all(|(_, other)| one.against(other) != Ordering::Greater)
        };
        let winners = attempts
            .iter()
            .filter(|(_, one)| wins(one))
            .flat_map(|(_, one)| one.who.clone())
            .collect();
        Ok(vec![Event::Contested { target, difficulty, sides: attempts, winners }])
    }

    /// The rate of a negotiation, and with whom it is (T-14).
    pub(super) fn negotiation(
        &self,
        who: Id,
        score: Amount,
        opponent: Option<Opponent>,
    ) -> Result<(u32, Opponent), Refusal> {
        let opponent = opponent
            .or(self.opponent)
            .ok_or_else(|| Refusal::new("T-14", message!("timeline-no-opponent")))?;
        opponent_fits(opponent)?;
        if score.abs() > Amount::whole(1_000_000) {
            return Err(Refusal::new("T-14", message!("timeline-out-of-bounds")));
        }
        let character = self
            .character(who)
            .ok_or_else(|| Refusal::new("T-01", message!("timeline-no-character")))?;
        let (bonus, level) = (character.derived.negotiation, character.card.level);
        Ok((negotiation_rate(score, bonus, level, opponent), opponent))
    }

    /// A medicine check with the amount as its target; success gives it back (T-15).
    fn treat(
        &self,
        healer: Id,
        patient: Id,
        resource: Resource,
        amount: Amount,
        dice: &mut dyn Dice,
    ) -> Decision {
        if !self.options.medicine {
            return Err(Refusal::new("T-15", message!("timeline-not-this-table")));
        }
        let target = Some(Target::Value(amount));
        let mut events = self.check(&[healer], Attribute::Medicine, target, dice)?;
        if let Some(Event::Checked { attempt, .. }) = events.first()
            && attempt.succeeds()
        {
            events.push(self.gain(patient, resource, amount));
        }
        Ok(events)
    }
}

/// A blank or zero datum of the one negotiated with is refused (T-14).
fn opponent_fits(opponent: Opponent) -> Result<(), Refusal> {
    let level = (1..=super::card::MOST_LEVEL).contains(&opponent.level);
    let intelligence = (Amount::LEAST..=Amount::whole(1_000)).contains(&opponent.intelligence);
    if level && intelligence {
        return Ok(());
    }
    Err(Refusal::new("T-14", message!("timeline-opponent-blank")))
}

fn attempt(
    who: Vec<Id>,
    value: Amount,
    rate: u32,
    dice: &mut dyn Dice,
) -> Result<Attempt, Refusal> {
    let roll = roll(dice, Timeline::DICE)?;
    let face =
        roll.rolled.value.to_whole().and_then(|face| u32::try_from(face).ok()).unwrap_or(100);
    Ok(Attempt { who, value, rate, roll, face })
}
