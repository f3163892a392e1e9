//! Proof that no roll was altered after its seed was committed to (B-22).

#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use rules::{AnyGame, Audience, Message, Refusal, Roll, SeatId, message};

use crate::campaign::Unreadable;
use crate::event::RollCount;
use crate::fair;
use crate::record::opening;
use crate::secret::Secret;
use crate::{Event, Record, TableEvent, dispatch};

/// What was checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// Rolls made again from their seeds, every die the same. All are of sessions that have ended.
    pub proven: u64,
    /// Rolls whose seed is not shown: nothing is proven of them.
    pub sealed: u64,
    /// How many of these never will be proven here: their seeds stayed on the server that the
    /// table came from.
    pub left_behind: u64,
    /// Rolls from a physical table, which prove nothing.
    pub typed_in: u64,
    /// The records that hold them.
    pub typed_in_records: Vec<u64>,
    /// The sessions, first to last.
    pub sessions: Vec<SessionProof>,
    /// What each seat is called at the end of the log.
    pub names: BTreeMap<SeatId, String>,
}

/// What a session's rolls are bound by. Whoever wrote the file could have replaced the commitments
/// and made all rolls anew: players compare them with what the page showed before play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionProof {
    /// Its number, from 1.
    pub number: u32,
    /// When it began.
    pub began: Timestamp,
    /// When it ended; none if it is under way.
    pub ended: Option<Timestamp>,
    /// Whether its end says how many rolls it had; older versions did not write that.
    pub counted: bool,
    /// Whether its seeds stayed on another server.
    pub left_behind: bool,
    /// What was sealed, in the order of the audiences.
    pub seals: Vec<SealProof>,
}

/// One audience's seed in a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealProof {
    /// Who saw its rolls.
    pub audience: Audience,
    /// Its SHA-256, as the page showed it to them.
    pub commitment: String,
    /// How many rolls it made.
    pub rolls: u64,
}

impl Proof {
    /// Who saw the rolls of an audience, by their names.
    #[must_use]
    pub fn audience(&self, audience: &Audience) -> Message {
        match audience {
            Audience::All => message!("table-audience-all"),
            Audience::Host => message!("table-audience-host"),
            Audience::Seats(seats) => {
                let name = |seat| self.names.get(seat).map_or("?", String::as_str);
                let names: Vec<&str> = seats.iter().map(name).collect();
                message!("table-audience-seats", names = names.join("、"))
            }
        }
    }
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
    /// An audience has a second seed in one session: its rolls could be chosen.
    #[error("record {seq}: a second seed is sealed for the same audience in one session")]
    SealedTwice {
        /// In this record.
        seq: u64,
        /// For whom.
        audience: Message,
    },
    /// A commitment was published before.
    #[error("record {seq}: the commitment was used before")]
    CommitmentTwice {
        /// In this record.
        seq: u64,
    },
    /// A session has ended, but a seed of it is not shown.
    #[error("session {session} has ended, but a seed is not shown")]
    SeedMissing {
        /// Which session.
        session: u32,
        /// Whose seed.
        audience: Message,
    },
    /// A seed is shown of a session that has no end: the end was cut off.
    #[error("session {session} has no end, but its seeds are shown")]
    SeedEarly {
        /// Which session.
        session: u32,
    },
    /// An audience that must have a seed has none.
    #[error("session {session} lacks a seed")]
    SealMissing {
        /// Which session.
        session: u32,
        /// Whose seed.
        audience: Message,
    },
    /// A session has not as many rolls as its end says.
    #[error("session {session} has {found} rolls of an audience, its end says {due}")]
    RollsMissing {
        /// Which session.
        session: u32,
        /// Whose rolls.
        audience: Message,
        /// How many there are.
        found: u64,
        /// How many there should be.
        due: u64,
    },
    /// A session begins before the one under way has ended.
    #[error("record {seq}: session {session} has no end")]
    NotEnded {
        /// In this record.
        seq: u64,
        /// Which session.
        session: u32,
    },
    /// A session has another number than the one that was due.
    #[error("record {seq}: session {found} begins where session {due} was due")]
    Session {
        /// In this record.
        seq: u64,
        /// The number it has.
        found: u32,
        /// The number that was due.
        due: u32,
    },
    /// A seed is sealed, or a session ends, while none is under way.
    #[error("record {seq}: no session is under way")]
    Outside {
        /// In this record.
        seq: u64,
    },
}

impl Mismatch {
    /// The same for people.
    #[must_use]
    pub fn to_message(&self) -> Message {
        match self {
            Mismatch::Unreadable(fault) => {
                message!("table-log-unreadable", fault = fault.to_message())
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
            Mismatch::SealedTwice { seq, audience } => {
                message!("table-verify-sealed-twice", seq = *seq, audience = audience.clone())
            }
            Mismatch::CommitmentTwice { seq } => {
                message!("table-verify-commitment-twice", seq = *seq)
            }
            Mismatch::SeedMissing { session, audience } => message!(
                "table-verify-seed-missing",
                session = *session,
                audience = audience.clone()
            ),
            Mismatch::SeedEarly { session } => {
                message!("table-verify-seed-early", session = *session)
            }
            Mismatch::SealMissing { session, audience } => message!(
                "table-verify-seal-missing",
                session = *session,
                audience = audience.clone()
            ),
            Mismatch::RollsMissing { session, audience, found, due } => message!(
                "table-verify-rolls-missing",
                session = *session,
                audience = audience.clone(),
                found = *found,
                due = *due
            ),
            Mismatch::NotEnded { seq, session } => {
                message!("table-verify-not-ended", seq = *seq, session = *session)
            }
            Mismatch::Session { seq, found, due } => {
                message!("table-verify-session", seq = *seq, found = *found, due = *due)
            }
            Mismatch::Outside { seq } => message!("table-verify-outside", seq = *seq),
        }
    }
}

/// What the dice of the log are made of at some point of it.
#[derive(Default)]
pub(crate) struct Checking {
    salts: BTreeMap<SeatId, String>,
    session: Option<Session>,
    /// All that were ever published.
    commitments: BTreeSet<String>,
    proof: Proof,
}

/// The session under way.
struct Session {
    number: u32,
    began: Timestamp,
    seeds: BTreeMap<Audience, Sealed>,
    /// Rolls made again from their seeds.
    made: u64,
}

/// An audience's seed, and how many rolls it has made so far.
struct Sealed {
    commitment: String,
    seed: Option<Secret>,
    rolls: u64,
}

/// Makes every roll of a log again.
///
/// The log may have been written by a forger, and is checked as far as that can be found out: seeds must
/// match their commitments, each audience has one seed per session, rolls are numbered without a
/// gap, sessions follow one another and end with all their seeds and rolls. What it cannot tell is
/// in [`SessionProof`].
///
/// # Errors
/// The first thing that does not match, or why the log cannot be read.
pub fn verify(records: &[Record]) -> Result<Proof, Mismatch> {
    check(records, false)
}

/// Makes every roll of a log again that a store holds, where the session under way has its seeds.
/// They are not shown to anyone, so its rolls are checked, but count as sealed.
///
/// # Errors
/// As [`verify`].
pub fn verify_stored(records: &[Record]) -> Result<Proof, Mismatch> {
    check(records, true)
}

fn check(records: &[Record], stored: bool) -> Result<Proof, Mismatch> {
    let opened = opening(records).ok_or(Unreadable::NoBeginning)?;
    let game = AnyGame::of_log(opened.pack).map_err(Unreadable::from)?;
    let mut checking = Checking::default();
    for (due, record) in (1..).zip(records) {
        if record.seq != due {
            return Err(Unreadable::Gap(record.seq).into());
        }
        for event in &record.events {
            match event {
                Event::Table(event) => dispatch::verify(&mut checking, record, event)?,
                Event::Game(event) => {
                    let event = game.read(event).map_err(Unreadable::from)?;
                    for roll in game.rolls(&event) {
                        checking.roll(record.seq, roll)?;
                    }
                }
            }
        }
    }
    if let Some(session) = checking.session.take() {
        if !stored && session.seeds.values().any(|sealed| sealed.seed.is_some()) {
            return Err(Mismatch::SeedEarly { session: session.number });
        }
        checking.proof.sealed += session.made;
        checking.close(session, None, false);
    }
    Ok(checking.proof)
}

impl Checking {
    pub fn seat_name(&mut self, seat: SeatId, name: &str) {
        self.proof.names.insert(seat, name.to_owned());
    }

    pub fn salt(&mut self, seat: SeatId, salt: &str) {
        self.salts.insert(seat, salt.to_owned());
    }

    pub fn begin(&mut self, record: &Record, number: u32) -> Result<(), Mismatch> {
        let seq = record.seq;
        if let Some(open) = &self.session {
            return Err(Mismatch::NotEnded { seq, session: open.number });
        }
        let due = self.proof.sessions.last().map_or(1, |last| last.number.saturating_add(1));
        if number != due {
            return Err(Mismatch::Session { seq, found: number, due });
        }
        self.session = Some(Session { number, began: record.at, seeds: BTreeMap::new(), made: 0 });
        Ok(())
    }

    pub fn seal(
        &mut self,
        seq: u64,
        audience: &Audience,
        commitment: &str,
        seed: Option<Secret>,
    ) -> Result<(), Mismatch> {
        if seed.is_some_and(|seed| seed.commitment() != *commitment) {
            return Err(Mismatch::Seed { seq });
        }
        let session = self.session.as_mut().ok_or(Mismatch::Outside { seq })?;
        if session.seeds.contains_key(audience) {
            let audience = self.proof.audience(audience);
            return Err(Mismatch::SealedTwice { seq, audience });
        }
        if !self.commitments.insert(commitment.to_owned()) {
            return Err(Mismatch::CommitmentTwice { seq });
        }
        let sealed = Sealed { commitment: commitment.to_owned(), seed, rolls: 0 };
        session.seeds.insert(audience.clone(), sealed);
        Ok(())
    }

    /// Ends a session: all its seeds must be shown, or none if an import left them behind, and all
    /// its rolls must be there.
    pub fn end(&mut self, record: &Record, rolled: Option<&[RollCount]>) -> Result<(), Mismatch> {
        let open = self.session.take();
        let session = open.ok_or(Mismatch::Outside { seq: record.seq })?;
        let number = session.number;
        let imported = Event::Table(TableEvent::Imported);
        let shown = session.seeds.values().any(|sealed| sealed.seed.is_some());
        let left_behind = record.events.contains(&imported) && !shown;
        let hidden = session.seeds.iter().find(|(_, sealed)| sealed.seed.is_none());
        if let Some((audience, _)) = hidden.filter(|_| !left_behind) {
            let audience = self.proof.audience(audience);
            return Err(Mismatch::SeedMissing { session: number, audience });
        }
        // Every session begins with a seed for everyone and one for the host.
        let always = [Audience::All, Audience::Host];
        let counts = rolled.unwrap_or_default();
        let due = always.iter().chain(counts.iter().map(|count| &count.audience));
        for audience in due {
            if !session.seeds.contains_key(audience) {
                let audience = self.proof.audience(audience);
                return Err(Mismatch::SealMissing { session: number, audience });
            }
        }
        for (audience, sealed) in session.seeds.iter().filter(|_| rolled.is_some()) {
            let count = counts.iter().find(|count| count.audience == *audience);
            let due = count.map_or(0, |count| count.rolls);
            if sealed.rolls != due {
                let (audience, found) = (self.proof.audience(audience), sealed.rolls);
                return Err(Mismatch::RollsMissing { session: number, audience, found, due });
            }
        }
        if left_behind {
            let rolls = session.seeds.values().map(|sealed| sealed.rolls);
            self.proof.left_behind += rolls.sum::<u64>();
        }
        self.proof.proven += session.made;
        self.close(session, Some((record.at, rolled.is_some())), left_behind);
        Ok(())
    }

    fn close(&mut self, session: Session, end: Option<(Timestamp, bool)>, left_behind: bool) {
        let seals = session.seeds.into_iter().map(|(audience, sealed)| SealProof {
            audience,
            commitment: sealed.commitment,
            rolls: sealed.rolls,
        });
        self.proof.sessions.push(SessionProof {
            number: session.number,
            began: session.began,
            ended: end.map(|(at, _)| at),
            counted: end.is_some_and(|(_, counted)| counted),
            left_behind,
            seals: seals.collect(),
        });
    }

    pub fn rolls(&mut self, seq: u64, rolls: &[Roll]) -> Result<(), Mismatch> {
        rolls.iter().try_for_each(|roll| self.roll(seq, roll))
    }

    fn roll(&mut self, seq: u64, roll: &Roll) -> Result<(), Mismatch> {
        if roll.typed_in {
            self.proof.typed_in += 1;
            if self.proof.typed_in_records.last() != Some(&seq) {
                self.proof.typed_in_records.push(seq);
            }
            return Ok(());
        }
        let number = roll.number;
        let no_seed = Mismatch::NoSeed { seq, number };
        let Some(session) = &mut self.session else {
            return Err(no_seed);
        };
        let sealed = session.seeds.get_mut(&roll.audience).ok_or(no_seed)?;
        sealed.rolls += 1;
        if number != sealed.rolls {
            let due = sealed.rolls;
            return Err(Mismatch::Number { seq, found: number, due });
        }
        let Some(seed) = &sealed.seed else {
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
        session.made += 1;
        Ok(())
    }
}
