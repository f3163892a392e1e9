//! The part of a table that is never undone (B-13): people, links, sessions, and what was answered.

use std::collections::{BTreeMap, HashMap};

use jiff::Timestamp;
use rules::{Audience, Id, Role, Seat, SeatId, Viewer};

use crate::event::LinkTo;
use crate::seating::MINUTE;
use crate::secret::Secret;
use crate::token::TokenHash;
use crate::{Answer, CommandId, Event, Record, SeatPart, TableEvent};

/// People, links, sessions: the fold of a log's table events.
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
    pub answers: HashMap<CommandId, (Option<SeatId>, Answer)>,
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
            answers: HashMap::new(),
            redactions: 0,
            seq: 0,
            last: Timestamp::UNIX_EPOCH,
        }
    }

    pub fn seat(&self, id: SeatId) -> Option<&Seated> {
        self.seats.iter().find(|seat| seat.id == id)
    }

    fn seat_mut(&mut self, id: SeatId) -> Option<&mut Seated> {
        self.seats.iter_mut().find(|seat| seat.id == id)
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

    fn session_mut(&mut self) -> Option<&mut Session> {
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

    /// Makes a table event so. Total: what no longer fits is passed over.
    pub fn evolve(&mut self, event: &TableEvent, at: Timestamp) {
        match event {
            TableEvent::Opened { title, language, time_zone, key, .. } => {
                self.title.clone_from(title);
                self.language.clone_from(language);
                self.time_zone.clone_from(time_zone);
                self.key = *key;
            }
            TableEvent::Changed { title, language, time_zone } => {
                let change = |field: &mut String, to: &Option<String>| {
                    if let Some(to) = to {
                        field.clone_from(to);
                    }
                };
                change(&mut self.title, title);
                change(&mut self.language, language);
                change(&mut self.time_zone, time_zone);
            }
            TableEvent::SeatAdded { seat, name, role } => {
                let (revoked, invited, acted) = (false, false, false);
                let name = name.clone();
                self.seats.push(Seated { id: *seat, name, role: *role, revoked, invited, acted });
            }
            TableEvent::SeatRenamed { seat, name } => {
                if let Some(seated) = self.seat_mut(*seat) {
                    seated.name.clone_from(name);
                }
            }
            TableEvent::RoleChanged { seat, role } => {
                if let Some(seated) = self.seat_mut(*seat) {
                    seated.role = *role;
                }
            }
            TableEvent::LinkMade { link, hash, to } => {
                if let LinkTo::Seat(seat) = to {
                    self.revive(*seat);
                }
                let (since, entered) = (self.seq, Vec::new());
                let link = Link { id: *link, to: *to, made: at, since, entered };
                self.links.insert(hash.clone(), link);
            }
            TableEvent::LinkRevoked { link } => self.links.retain(|_, made| made.id != *link),
            TableEvent::DeviceEntered { device, hash, seat, link } => {
                self.revive(*seat);
                self.came_by(*link, *seat, at);
                let since = self.seq;
                let device = Device { id: *device, seat: *seat, entered: at, since };
                self.devices.insert(hash.clone(), device);
            }
            TableEvent::DeviceRevoked { device } => {
                self.devices.retain(|_, entered| entered.id != *device);
            }
            TableEvent::SeatRevoked { seat } => {
                self.shut_out(*seat);
                if let Some(seated) = self.seat_mut(*seat) {
                    seated.revoked = true;
                }
            }
            TableEvent::SeatsRemoved { seats } => {
                for id in seats {
                    self.shut_out(*id);
                    if let Some(place) = self.seats.iter().position(|seat| seat.id == *id) {
                        let seated = self.seats.remove(place);
                        self.gone.insert(*id, seated);
                    }
                }
            }
            TableEvent::SessionBegan { number } => self.sessions.push(Session {
                number: *number,
                began: at,
                ended: None,
                seeds: BTreeMap::new(),
            }),
            TableEvent::SeedSealed { audience, commitment, seed } => {
                let sealed = Sealed { commitment: commitment.clone(), seed: *seed, rolled: 0 };
                if let Some(session) = self.session_mut() {
                    session.seeds.insert(audience.clone(), sealed);
                }
            }
            TableEvent::SessionEnded { .. } => {
                if let Some(session) = self.session_mut() {
                    session.ended = Some(at);
                }
            }
            TableEvent::SaltSet { seat, salt } => {
                self.salts.insert(*seat, salt.clone());
            }
            TableEvent::Rolled { rolls, .. } => {
                for roll in rolls {
                    self.count_roll(&roll.audience, roll.number);
                }
            }
            TableEvent::Imported => {
                self.links.clear();
                self.devices.clear();
            }
            TableEvent::Redacted { .. } => self.redactions += 1,
            TableEvent::Paused => self.paused = true,
            TableEvent::Resumed => self.paused = false,
            TableEvent::Said { .. } | TableEvent::Rewound { .. } => {}
        }
    }

    /// Somebody can sit on the seat again.
    fn revive(&mut self, seat: SeatId) {
        if let Some(seated) = self.seat_mut(seat) {
            seated.revoked = false;
        }
    }

    /// No device and no link opens the seat any more.
    fn shut_out(&mut self, seat: SeatId) {
        self.devices.retain(|_, device| device.seat != seat);
        self.links.retain(|_, link| link.to != LinkTo::Seat(seat));
    }

    /// Counts one who came in. Logs of old do not say by which link.
    fn came_by(&mut self, link: Option<Id>, seat: SeatId, at: Timestamp) {
        let Some(link) = self.links.values_mut().find(|known| Some(known.id) == link) else {
            return;
        };
        link.entered.retain(|earlier| at.duration_since(*earlier) < MINUTE);
        link.entered.push(at);
        let invited = matches!(link.to, LinkTo::Anyone(_));
        if let Some(seated) = self.seat_mut(seat).filter(|_| invited) {
            seated.invited = true;
        }
    }

    /// Remembers a record's place and answer, once its events are made so.
    pub fn close(&mut self, record: &Record) {
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

    /// Everyone a line may be told to: the host, any spectator, and each who plays or has played,
    /// unless their seat was removed.
    pub fn viewers(&self) -> Vec<Viewer> {
        [Viewer::Host, Viewer::Spectator]
            .into_iter()
            .chain(self.seats.iter().map(|seat| Viewer::Player(seat.id)))
            .collect()
    }
}

/// What a record's command was answered with, as far as the log knows.
pub(crate) fn answer(record: &Record) -> Answer {
    record
        .events
        .iter()
        .find_map(|event| match event {
            Event::Table(TableEvent::SeatAdded { seat, .. }) => Some(Answer::Seat { seat: *seat }),
            Event::Table(TableEvent::LinkMade { link, .. }) => {
                Some(Answer::Link { link: *link, token: None })
            }
            _ => None,
        })
        .unwrap_or(Answer::Done)
}
