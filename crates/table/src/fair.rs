//! Provably fair dice (B-22).
//!
//! Each session has a secret seed per audience whose SHA-256 that audience is shown at once. A roll
//! is made from the seed, the seats' own salts and the roll's number; when the session ends the
//! seed is shown, and anyone can make every roll again.

#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::BTreeMap;

use dice::{Expr, Names, Source};
use rules::{Audience, Dice, Id, Role, Roll, SeatId};

use crate::event::RollCount;
use crate::room::{Room, Session};
use crate::secret::Secret;
use crate::{CommandId, TableEvent};

/// The dice and names one command may draw. Nothing is kept unless the command is accepted.
pub(crate) struct FairDice<'r> {
    room: &'r Room,
    command: CommandId,
    fresh: Secret,
    ids: u64,
    rolled: BTreeMap<Audience, u64>,
    /// Seeds drawn because the audience had none, in order; the session if none was under way.
    prelude: Vec<TableEvent>,
    seeds: BTreeMap<Audience, Secret>,
}

impl<'r> FairDice<'r> {
    pub fn new(room: &'r Room, command: CommandId, fresh: Secret) -> Self {
        Self {
            room,
            command,
            fresh,
            ids: 0,
            rolled: BTreeMap::new(),
            prelude: Vec::new(),
            seeds: BTreeMap::new(),
        }
    }

    /// The events that must come before those the dice were drawn for.
    pub fn prelude(self) -> Vec<TableEvent> {
        self.prelude
    }

    /// Whether a session has to begin for a roll that only some may see: everyone would see it
    /// begin, and know.
    pub fn reveals_secret_roll(&self) -> bool {
        self.room.session().is_none() && self.rolled.keys().any(|it| *it != Audience::All)
    }

    fn seed(&mut self, audience: &Audience) -> Secret {
        if self.room.session().is_none() && self.prelude.is_empty() {
            self.prelude = begin(self.room, self.fresh);
            for event in &self.prelude {
                if let TableEvent::SeedSealed { audience, seed: Some(seed), .. } = event {
                    self.seeds.insert(audience.clone(), *seed);
                }
            }
        }
        let sealed = self.room.session().and_then(|session| session.seeds.get(audience));
        let known = sealed.and_then(|sealed| sealed.seed);
        if let Some(seed) = known.or_else(|| self.seeds.get(audience).copied()) {
            return seed;
        }
        let (event, seed) = seal(audience.clone(), self.fresh);
        self.prelude.push(event);
        self.seeds.insert(audience.clone(), seed);
        seed
    }

    fn number(&mut self, audience: &Audience) -> u64 {
        let sealed = self.room.session().and_then(|session| session.seeds.get(audience));
        let before = sealed.map_or(0, |sealed| sealed.rolled);
        let number = self.rolled.entry(audience.clone()).or_insert(before);
        *number += 1;
        *number
    }
}

impl Dice for FairDice<'_> {
    fn roll(
        &mut self,
        audience: &Audience,
        expr: &Expr,
        names: &dyn Names,
    ) -> Result<Roll, dice::Error> {
        let seed = self.seed(audience);
        let number = self.number(audience);
        let rolled = expr.roll(names, &mut source(&seed, audience, &self.room.salts, number))?;
        Ok(Roll { number, audience: audience.clone(), rolled, typed_in: false })
    }

    fn id(&mut self) -> Id {
        self.ids += 1;
        new_id(&self.room.key, self.command, self.ids)
    }
}

/// A new thing's id: a keyed hash, so that it tells nothing of others or of the time.
pub(crate) fn new_id(key: &Secret, command: CommandId, ordinal: u64) -> Id {
    let mac = key.mac(&[b"id", command.0.as_bytes(), &ordinal.to_le_bytes()]);
    Id::from_bits(u64::from_le_bytes(mac[..8].try_into().expect("eight bytes")))
}

/// The randomness of one roll. Frozen: recorded rolls are checked with it for ever.
pub(crate) fn source(
    seed: &Secret,
    audience: &Audience,
    salts: &BTreeMap<SeatId, String>,
    number: u64,
) -> Source {
    let audience = spelled(audience);
    let salts: Vec<(String, &String)> =
        salts.iter().map(|(seat, salt)| (seat.0.to_string(), salt)).collect();
    let number = number.to_le_bytes();
    let mut parts: Vec<&[u8]> = vec![b"roll", audience.as_bytes(), &number];
    for (seat, salt) in &salts {
        parts.push(seat.as_bytes());
        parts.push(salt.as_bytes());
    }
    Source::from_seed(seed.mac(&parts))
}

fn spelled(audience: &Audience) -> String {
    match audience {
        Audience::All => "all".to_owned(),
        Audience::Host => "host".to_owned(),
        Audience::Seats(seats) => {
            let seats: Vec<String> = seats.iter().map(|seat| seat.0.to_string()).collect();
            format!("seats {}", seats.join(" "))
        }
    }
}

/// Begins a session: a seed for everyone, for the host, and for the host with each player.
pub(crate) fn begin(room: &Room, fresh: Secret) -> Vec<TableEvent> {
    let number = room.sessions.last().map_or(1, |session| session.number + 1);
    let players = room.seats.iter().filter(|seat| seat.role == Role::Player);
    let audiences =
        [Audience::All, Audience::Host].into_iter().chain(players.map(|seat| alone_with(seat.id)));
    std::iter::once(TableEvent::SessionBegan { number })
        .chain(audiences.map(|audience| seal(audience, fresh).0))
        .collect()
}

/// Ends the session under way, and says how many rolls it had.
pub(crate) fn end(session: &Session, idle: bool) -> TableEvent {
    let counts = session
        .seeds
        .iter()
        .map(|(audience, sealed)| RollCount { audience: audience.clone(), rolls: sealed.rolled });
    TableEvent::SessionEnded { idle, rolled: Some(counts.collect()) }
}

/// The audience of the host and one seat.
pub(crate) fn alone_with(seat: SeatId) -> Audience {
    Audience::Seats([seat].into())
}

/// Draws a seed and seals it.
pub(crate) fn seal(audience: Audience, fresh: Secret) -> (TableEvent, Secret) {
    let seed = Secret(fresh.mac(&[b"seed", spelled(&audience).as_bytes()]));
    let event =
        TableEvent::SeedSealed { audience, commitment: seed.commitment(), seed: Some(seed) };
    (event, seed)
}
