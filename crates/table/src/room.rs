//! The part of a table that is never undone (B-13): people, links, sessions, and answers.

#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use rules::{Audience, Id, Role, Seat, SeatId, Viewer};

use crate::desk::Desk;
use crate::event::LinkTo;
use crate::knock::Knock;
use crate::notebook::Note;
use crate::picture::Picture;
use crate::secret::Secret;
use crate::token::TokenHash;
use crate::{Answer, CommandId, Event, Record, SeatPart, TableEvent, dispatch};

/// People, links, sessions: the state that a log's table events fold into.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Room {
    pub title: String,
    pub language: String,
    pub time_zone: String,
    pub family: String,
    pub key: Secret,
    pub paused: bool,
    /// In the order they came.
    pub seats: Vec<Seated>,
    /// Those whose seats were removed: what they said and did is still theirs.
    pub gone: BTreeMap<SeatId, Seated>,
    pub links: BTreeMap<TokenHash, Link>,
    pub devices: BTreeMap<TokenHash, Device>,
    pub salts: BTreeMap<SeatId, String>,
    pub sessions: Vec<Session>,
    /// Accepted commands and their answers (B-11), and the seat each is from.
    pub answers: BTreeMap<CommandId, (Option<SeatId>, Answer)>,
    /// Who asks for a seat of theirs, one for each seat.
    pub knocks: Vec<Knock>,
    /// In the order they came.
    pub pictures: Vec<Picture>,
    /// Whose picture is whose: by the key of a part, or the title of a scene.
    pub faces: BTreeMap<String, Id>,
    /// In the order they were first written.
    pub notes: Vec<Note>,
    /// What hosts prepared, shared with those who look at it.
    pub desk: Arc<Desk>,
    /// How often someone's talk was taken out of the log.
    pub redactions: u32,
    /// The number of the last record.
    pub seq: u64,
    /// When it was written.
    pub last: Timestamp,
}

/// A seat and who sits on it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seated {
    pub id: SeatId,
    pub name: String,
    pub role: Role,
    /// Whether its devices and links were sent away and none came since: nobody can sit on it.
    pub revoked: bool,
    /// Whether who sits on it came by an open invitation.
    pub invited: bool,
    /// Whether it has done anything but come in.
    pub acted: bool,
}

/// A link that opens a seat.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Link {
    pub id: Id,
    pub to: LinkTo,
    pub made: Timestamp,
    /// The last record before it was made: links made at the same time have an order too.
    pub since: u64,
    /// When people last came in by it, for as long as that counts.
    pub entered: Vec<Timestamp>,
}

/// A device that sits on a seat.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Device {
    pub id: Id,
    pub seat: SeatId,
    pub entered: Timestamp,
    /// The last record before it entered.
    pub since: u64,
}

/// A session: what its dice are made of, and how many were rolled.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Session {
    pub number: u32,
    pub began: Timestamp,
    pub ended: Option<Timestamp>,
    pub seeds: BTreeMap<Audience, Sealed>,
}

/// An audience's seed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sealed {
    pub commitment: String,
    pub seed: Option<Secret>,
    /// How many rolls it has made. Derived from the rolls in the log, so no undo turns it back.
    pub rolled: u64,
}

impl Seated {
    pub fn seat(&self) -> Seat {
        Seat { id: self.id, role: self.role }
    }

    pub fn part(&self) -> SeatPart {
        SeatPart { seat: self.id, name: self.name.clone(), role: self.role }
    }
}

impl Room {
    /// The room before its first record. The first event fills it.
    pub fn empty(family: String) -> Self {
        Self {
            title: String::new(),
            language: String::new(),
            time_zone: String::new(),
            family,
            key: Secret([0; 32]),
            paused: false,
            seats: Vec::new(),
            gone: BTreeMap::new(),
            links: BTreeMap::new(),
            devices: BTreeMap::new(),
            salts: BTreeMap::new(),
            sessions: Vec::new(),
            answers: BTreeMap::new(),
            knocks: Vec::new(),
            pictures: Vec::new(),
            faces: BTreeMap::new(),
            notes: Vec::new(),
            desk: Arc::default(),
            redactions: 0,
            seq: 0,
            last: Timestamp::UNIX_EPOCH,
        }
    }

    pub fn seat(&self, id: SeatId) -> Option<&Seated> {
        self.seats.iter().find(|seat| seat.id == id)
    }

    pub fn seat_mut(&mut self, id: SeatId) -> Option<&mut Seated> {
        self.seats.iter_mut().find(|seat| seat.id == id)
    }

    pub fn desk_mut(&mut self) -> &mut Desk {
        Arc::make_mut(&mut self.desk)
    }

    pub fn name(&self, id: SeatId) -> &str {
        self.seat(id).or_else(|| self.gone.get(&id)).map_or("?", |seat| &seat.name)
    }

    /// The seats somebody can sit on.
    pub fn living(&self) -> impl Iterator<Item = &Seated> {
        self.seats.iter().filter(|seat| !seat.revoked)
    }

    pub fn hosts(&self) -> impl Iterator<Item = &Seated> {
        self.seats.iter().filter(|seat| seat.role == Role::Host)
    }

    /// The session under way.
    pub fn session(&self) -> Option<&Session> {
        self.sessions.last().filter(|session| session.ended.is_none())
    }

    pub fn session_mut(&mut self) -> Option<&mut Session> {
        let last = self.sessions.last_mut();
        last.filter(|session| session.ended.is_none())
    }

    /// Counts a roll of the session under way.
    pub fn count_roll(&mut self, audience: &Audience, number: u64) {
        let session = self.session_mut();
        if let Some(sealed) = session.and_then(|session| session.seeds.get_mut(audience)) {
            sealed.rolled = sealed.rolled.max(number);
        }
    }

    /// Keeps a record's place and answer, once its events are applied.
    pub fn close_record(&mut self, record: &Record) {
        self.seq = record.seq;
        self.last = record.at;
        let entered =
            |event: &Event| matches!(event, Event::Table(TableEvent::DeviceEntered { .. }));
        if let Some(by) = record.by.filter(|_| !record.events.iter().any(entered))
            && let Some(seated) = self.seat_mut(by)
        {
            seated.acted = true;
        }
        if let Some(command) = record.command {
            self.answers.insert(command, (record.by, answer(record)));
        }
    }

    /// Everyone who may get a line: the host, any spectator, and each who plays or has played, unless
    /// their seat was removed.
    pub fn viewers(&self) -> Vec<Viewer> {
        [Viewer::Host, Viewer::Spectator]
            .into_iter()
            .chain(self.seats.iter().map(|seat| Viewer::Player(seat.id)))
            .collect()
    }
}

/// What a record's command was answered with, as far as the log knows.
fn answer(record: &Record) -> Answer {
    let answers = record.events.iter().find_map(|event| match event {
        Event::Table(event) => dispatch::answer(event),
        Event::Game(_) => None,
    });
    answers.unwrap_or(Answer::Done)
}
