//! Proof that no roll was altered after its seed was committed to (B-22).

use std::collections::BTreeMap;

use rules::{AnyGame, Audience, Message, Refusal, Roll, SeatId, message};

use crate::campaign::Unreadable;
use crate::fair;
use crate::secret::Secret;
use crate::{Event, Record, TableEvent};

/// What was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// Rolls made again from their seeds, every die the same.
    pub proven: u64,
    /// Rolls whose seed is not shown yet.
    pub sealed: u64,
    /// Rolls from a physical table, which prove nothing.
    pub typed_in: u64,
}

/// The first thing that does not match.
#[derive(Debug, thiserror::Error)]
pub enum Mismatch {
    /// The log cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// A seed is not the one that was committed to.
    #[error("record {seq}: the seed does not match its commitment")]
    Seed {
        /// In this record.
        seq: u64,
    },
    /// A roll is not the one its seed makes.
    #[error("record {seq}: roll {number} is {found}, but its seed makes {made}")]
    Roll {
        /// In this record.
        seq: u64,
        /// Its number among the rolls of its audience.
        number: u64,
        /// As it stands in the log.
        found: String,
        /// As it is made again.
        made: String,
    },
    /// A roll cannot be made at all.
    #[error("record {seq}: roll {number} cannot be made: {fault}")]
    Unmade {
        /// In this record.
        seq: u64,
        /// Its number among the rolls of its audience.
        number: u64,
        /// Why.
        fault: dice::Error,
    },
    /// A roll has another number than the one that was due.
    #[error("record {seq}: roll {found} stands where roll {due} was due")]
    Number {
        /// In this record.
        seq: u64,
        /// The number it has.
        found: u64,
        /// The number that was due.
        due: u64,
    },
    /// A roll has no seed of its session.
    #[error("record {seq}: roll {number} has no seed")]
    NoSeed {
        /// In this record.
        seq: u64,
        /// Its number.
        number: u64,
    },
}

impl Mismatch {
    /// The same for people.
    #[must_use]
    pub fn told(&self) -> Message {
        match self {
            Mismatch::Unreadable(fault) => {
                message!("table-log-unreadable", fault = fault.told())
            }
            Mismatch::Seed { seq } => message!("table-verify-seed", seq = *seq),
            Mismatch::Roll { seq, number, found, made } => message!(
                "table-verify-roll",
                seq = *seq,
                number = *number,
                found = found,
                made = made
            ),
            Mismatch::Unmade { seq, number, fault } => message!(
                "table-verify-unmade",
                seq = *seq,
                number = *number,
                fault = Refusal::from(fault).what
            ),
            Mismatch::Number { seq, found, due } => {
                message!("table-verify-number", seq = *seq, found = *found, due = *due)
            }
            Mismatch::NoSeed { seq, number } => {
                message!("table-verify-no-seed", seq = *seq, number = *number)
            }
        }
    }
}

/// What the dice of the log are made of at some point of it.
#[derive(Default)]
struct Checking {
    salts: BTreeMap<SeatId, String>,
    seeds: BTreeMap<Audience, (Option<Secret>, u64)>,
    proof: Proof,
}

/// Makes every roll of a log again.
///
/// # Errors
/// The first roll or seed that does not match, or why the log cannot be read.
pub fn verify(records: &[Record]) -> Result<Proof, Mismatch> {
    let opened = records.first().and_then(|record| record.events.first());
    let Some(Event::Table(TableEvent::Opened { pack, .. })) = opened else {
        return Err(Unreadable::NoBeginning.into());
    };
    let game = AnyGame::begin(pack).map_err(Unreadable::from)?;
    let mut checking = Checking::default();
    for (due, record) in (1..).zip(records) {
        if record.seq != due {
            return Err(Unreadable::Gap(record.seq).into());
        }
        for event in &record.events {
            match event {
                Event::Table(event) => checking.table(record.seq, event)?,
                Event::Game(event) => {
                    let event = game.read(event).map_err(Unreadable::from)?;
                    for roll in game.rolls(&event) {
                        checking.roll(record.seq, roll)?;
                    }
                }
            }
        }
    }
    Ok(checking.proof)
}

impl Checking {
    fn table(&mut self, seq: u64, event: &TableEvent) -> Result<(), Mismatch> {
        match event {
            TableEvent::SessionBegan { .. } => self.seeds.clear(),
            TableEvent::SaltSet { seat, salt } => {
                self.salts.insert(*seat, salt.clone());
            }
            TableEvent::SeedSealed { audience, commitment, seed } => {
                if seed.is_some_and(|seed| seed.commitment() != *commitment) {
                    return Err(Mismatch::Seed { seq });
                }
                self.seeds.insert(audience.clone(), (*seed, 0));
            }
            TableEvent::Rolled { rolls, .. } => {
                for roll in rolls {
                    self.roll(seq, roll)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn roll(&mut self, seq: u64, roll: &Roll) -> Result<(), Mismatch> {
        if roll.typed_in {
            self.proof.typed_in += 1;
            return Ok(());
        }
        let number = roll.number;
        let sealed = self.seeds.get_mut(&roll.audience);
        let (seed, rolled) = sealed.ok_or(Mismatch::NoSeed { seq, number })?;
        *rolled += 1;
        if number != *rolled {
            let due = *rolled;
            return Err(Mismatch::Number { seq, found: number, due });
        }
        let Some(seed) = seed else {
            self.proof.sealed += 1;
            return Ok(());
        };
        let mut source = fair::source(seed, &roll.audience, &self.salts, number);
        let made = roll.rolled.expr.roll(&roll.rolled.names.as_slice(), &mut source);
        let made = made.map_err(|fault| Mismatch::Unmade { seq, number, fault })?;
        if made != roll.rolled {
            let (found, made) = (roll.rolled.to_string(), made.to_string());
            return Err(Mismatch::Roll { seq, number, found, made });
        }
        self.proof.proven += 1;
        Ok(())
    }
}
