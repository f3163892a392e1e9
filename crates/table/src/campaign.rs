//! A table as the fold of its log: pure, without store, clock or randomness of its own.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use rules::{AnyEvent, AnyGame, Line, Message, Refusal, Role, SeatId, Viewer, message};

use crate::contain::contained;
use crate::event::LinkTo;
use crate::fair;
use crate::frame::LineKind;
use crate::history::{History, Way};
use crate::lines::{Lines, OneTold, Told};
use crate::packs::{Packs, stand_in};
use crate::record::SCHEMA;
use crate::redact::redact;
use crate::room::Room;
use crate::seating::CROWD;
use crate::secret::Secret;
use crate::tables::NewTable;
use crate::tell::tell;
use crate::text;
use crate::{CommandId, Event, Record, TableEvent, TableId, Token};

/// After so long without a record a session ends by itself (B-04).
const IDLE: SignedDuration = SignedDuration::from_hours(12);

/// Two folds of one log: the room, which is never undone, and the game's history, which can be;
/// and what everyone was told on the way.
#[derive(Clone, Debug)]
pub(crate) struct Campaign {
    pub id: TableId,
    pub room: Room,
    pub history: History,
    pub lines: Lines,
    /// Why the game cannot be gone on with, if its rules make the program fail. The table is then
    /// read only: its lines and its room are as they were, and an empty game stands in for its own.
    pub fault: Option<Message>,
}

/// A log this program cannot read.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// It does not begin as a log must.
    #[error("the log does not begin with an opened table")]
    NoBeginning,
    /// Its records do not follow one another.
    #[error("record {0} of the log is not where it should be")]
    Gap(u64),
    /// It was written by a newer version.
    #[error("the log is of version {0}, this program reads up to {SCHEMA}")]
    Newer(u32),
    /// It has more seats than any table may have.
    #[error("the log has more than {CROWD} seats")]
    Crowded,
    /// Its game cannot be read.
    #[error("{0}")]
    Game(#[from] rules::Unreadable),
}

impl Unreadable {
    /// The same for people.
    #[must_use]
    pub fn to_message(&self) -> Message {
        match self {
            Unreadable::NoBeginning => message!("table-log-no-beginning"),
            Unreadable::Gap(seq) => message!("table-log-gap", seq = *seq),
            Unreadable::Newer(found) => {
                message!("table-store-newer", found = *found, known = SCHEMA)
            }
            Unreadable::Crowded => message!("table-log-crowded", most = CROWD),
            Unreadable::Game(fault) => fault.to_message(),
        }
    }
}

impl Campaign {
    /// Folds a log.
    ///
    /// # Errors
    /// When the log is not whole or was written by a newer version.
    pub fn load(id: TableId, records: &[Record], packs: &Packs) -> Result<Self, Unreadable> {
        let first = records.first().and_then(|record| record.events.first());
        let Some(Event::Table(TableEvent::Opened { schema, pack, .. })) = first else {
            return Err(Unreadable::NoBeginning);
        };
        if *schema > SCHEMA {
            return Err(Unreadable::Newer(*schema));
        }
        let family = pack.get("family").and_then(serde_json::Value::as_str);
        let (game, broken) = match packs.begin(pack) {
            Ok(game) => (game, false),
            Err(fault @ (rules::Unreadable::Pack(_) | rules::Unreadable::Failed)) => {
                (stand_in(family.unwrap_or_default()).ok_or(fault)?, true)
            }
            Err(fault) => return Err(fault.into()),
        };
        let mut campaign = Self {
            id,
            room: Room::empty(family.unwrap_or_default().to_owned()),
            history: History::begin(game),
            lines: Lines::default(),
            fault: None,
        };
        if broken {
            campaign.break_down();
        }
        for record in records {
            let read = campaign.read(record)?;
            campaign.apply(record, read, None);
        }
        Ok(campaign)
    }

    /// Gives up the game, because the program fails on it.
    pub fn break_down(&mut self) {
        self.fault = Some(message!("table-broken"));
        let game = stand_in(&self.room.family).unwrap_or_else(|| self.history.start().clone());
        self.history = History::begin(game);
    }

    /// Reads the next record's game events.
    ///
    /// # Errors
    /// When it is not the next record, or an event is of a newer version or does not fit.
    pub fn read(&self, record: &Record) -> Result<Read, Unreadable> {
        if record.seq != self.room.seq + 1 {
            return Err(Unreadable::Gap(record.seq));
        }
        // Everything is told to every seat: a log made by hand must not take all memory.
        let added = |event: &&Event| matches!(event, Event::Table(TableEvent::SeatAdded { .. }));
        if self.room.seats.len() + record.events.iter().filter(added).count() > CROWD {
            return Err(Unreadable::Crowded);
        }
        let events = record.events.iter().map(|event| match event {
            Event::Game(event) if self.fault.is_none() => self.history.game.read(event).map(Some),
            Event::Game(_) | Event::Table(_) => Ok(None),
        });
        Ok(Read(events.collect::<Result<_, _>>()?))
    }

    /// Does to a copy of the game what a record will do, and draws up what is told of it. What
    /// fails here has not been written yet.
    pub fn rehearse(&self, record: &Record, Read(read): &Read) -> Rehearsed {
        let mut game = self.history.game.clone();
        let mut told = Vec::new();
        for event in read.iter().flatten() {
            told.push(self.tell_game(&game, event));
            game.apply(event);
        }
        if let Some(way) = record.events.iter().rev().find_map(way_of) {
            game = self.history.preview(&way);
        }
        let only_game = record.events.iter().all(|event| matches!(event, Event::Game(_)));
        Rehearsed { game, only_game, told: told.into_iter() }
    }

    fn tell_game(&self, game: &AnyGame, event: &AnyEvent) -> Vec<OneTold> {
        gather(self.room.viewers(), |viewer| {
            let line = game.tell(event, viewer);
            line.map(|line| (LineKind::Game, line)).into_iter().collect()
        })
    }

    /// Makes a record so, and tells it. The only way anything ever changes. If the program fails on
    /// an event that was not rehearsed, the game breaks down.
    pub fn apply(&mut self, record: &Record, Read(read): Read, rehearsed: Option<Rehearsed>) {
        let (game, mut told) = match rehearsed {
            Some(rehearsed) => (Some(rehearsed.game), Some(rehearsed.told)),
            None => (None, None),
        };
        // One who has just come in has no name yet: the line itself says it.
        let by = record.by.and_then(|seat| self.room.seat(seat));
        let by: Option<Arc<str>> = by.map(|seat| seat.name.as_str().into());
        let mut steps = Vec::new();
        for (event, game_event) in record.events.iter().zip(read) {
            match (event, game_event) {
                (Event::Table(event), _) => self.apply_table(record, by.as_ref(), event),
                (Event::Game(_), Some(event)) => {
                    let drawn_up = told.as_mut().and_then(Iterator::next);
                    let drawn_up = drawn_up
                        .or_else(|| contained(|| self.tell_game(&self.history.game, &event)));
                    for roll in self.history.game.rolls(&event) {
                        if !roll.typed_in {
                            self.room.count_roll(&roll.audience, roll.number);
                        }
                    }
                    let Some(drawn_up) = drawn_up.filter(|_| self.fault.is_none()) else {
                        self.break_down();
                        continue;
                    };
                    self.write(record, by.as_ref(), drawn_up);
                    let evolve = |game: &mut AnyGame| contained(|| game.apply(&event));
                    if game.is_none() && evolve(&mut self.history.game).is_none() {
                        self.break_down();
                        continue;
                    }
                    steps.push(event);
                }
                (Event::Game(_), None) => {}
            }
        }
        if let Some(game) = game.filter(|_| !steps.is_empty()) {
            self.history.game = game;
        }
        if self.fault.is_some() {
            steps.clear();
        }
        self.history.close(record.seq, record.by, steps);
        self.room.close(record);
    }

    fn apply_table(&mut self, record: &Record, by: Option<&Arc<str>>, event: &TableEvent) {
        let going = match event {
            TableEvent::Rewound { to, carried, .. } => {
                Some(self.history.going(Way { to: *to, carried: carried.clone() }))
            }
            _ => None,
        };
        let told = || {
            gather(self.room.viewers(), |viewer| tell(self, record, event, going.as_ref(), viewer))
        };
        // What is told of a rewind looks at the game, which the program may fail to show.
        let told = contained(told).unwrap_or_default();
        self.write(record, by, told);
        if let TableEvent::SeatAdded { seat, .. } = event {
            self.lines.welcome(Viewer::Player(*seat));
        }
        if let TableEvent::SeatsRemoved { seats } = event {
            seats.iter().for_each(|seat| self.lines.forget(Viewer::Player(*seat)));
        }
        if let (TableEvent::Rewound { why, .. }, Some(going)) = (event, &going)
            && contained(|| self.history.rewind(*why, &going.way)).is_none()
        {
            self.break_down();
        }
        self.room.evolve(event, record.at);
    }

    fn write(&mut self, record: &Record, by: Option<&Arc<str>>, told: Vec<OneTold>) {
        self.lines.tell(&Told { seq: record.seq, at: record.at, by: by.cloned() }, told);
    }

    /// The first record of a new table: the table, its host, the host's link, the first session.
    ///
    /// # Errors
    /// When title, language, time zone or name are not fit.
    pub fn first(
        new: &NewTable,
        game: &AnyGame,
        now: Timestamp,
        key: Secret,
        fresh: Secret,
    ) -> Result<(Record, SeatId, Token), Refusal> {
        // The table's own first command has no id of its own; ids made later have random ones.
        let id = |ordinal| fair::new_id(&key, CommandId::numbered(0), ordinal);
        let host = SeatId(id(1));
        let link = Token::made(fresh);
        let mut events = vec![
            TableEvent::Opened {
                schema: SCHEMA,
                title: text::name(&new.title)?,
                language: text::language(&new.language)?,
                time_zone: text::time_zone(&new.time_zone)?,
                pack: game.pack(),
                key,
            },
            TableEvent::SeatAdded { seat: host, name: text::name(&new.host)?, role: Role::Host },
            TableEvent::LinkMade { link: id(2), hash: link.hash(), to: LinkTo::Seat(host) },
        ];
        events.extend(fair::begin(&Room::empty(String::new()), fresh));
        let record = Record {
            seq: 1,
            at: now,
            by: None,
            command: None,
            events: events.into_iter().map(Event::Table).collect(),
        };
        Ok((record, host, link))
    }

    /// The record that ends a session nobody has touched for twelve hours, and begins the next.
    pub fn idle(&self, now: Timestamp, fresh: Secret) -> Option<Record> {
        let session = self.room.session()?;
        if now.duration_since(self.room.last) < IDLE {
            return None;
        }
        let mut events = vec![fair::end(session, true)];
        events.extend(fair::begin(&self.room, fresh));
        Some(self.by_itself(now, events))
    }

    /// The record an import adds: seeds that stayed behind make no more rolls.
    pub fn imported(&self, now: Timestamp, fresh: Secret) -> Record {
        let mut events = vec![TableEvent::Imported];
        events.extend(self.room.session().map(|session| fair::end(session, false)));
        events.extend(fair::begin(&self.room, fresh));
        self.by_itself(now, events)
    }

    /// The log without a seat's name and talk, and with the record that says so (B-76). The seat is
    /// called `name` from its beginning.
    ///
    /// # Errors
    /// When the name is not fit or taken.
    pub fn redacted(
        &self,
        mut records: Vec<Record>,
        seat: SeatId,
        name: &str,
        now: Timestamp,
    ) -> Result<Vec<Record>, Refusal> {
        if !self.room.gone.contains_key(&seat) {
            self.seated(seat)?;
        }
        let name = text::name(name)?;
        self.name_is_free(&name, Some(seat))?;
        redact(&mut records, seat, &name, &self.history.game);
        records.push(self.by_itself(now, vec![TableEvent::Redacted { seat }]));
        Ok(records)
    }

    /// A record of something nobody asked for.
    pub fn by_itself(&self, now: Timestamp, events: Vec<TableEvent>) -> Record {
        Record {
            seq: self.room.seq + 1,
            at: now,
            by: None,
            command: None,
            events: events.into_iter().map(Event::Table).collect(),
        }
    }
}

/// What a record will do to the game.
#[derive(Debug)]
pub(crate) struct Rehearsed {
    /// The game as the record leaves it.
    pub game: AnyGame,
    /// Whether it does nothing but go on with the game.
    pub only_game: bool,
    /// What is told of each game event.
    told: std::vec::IntoIter<Vec<OneTold>>,
}

fn way_of(event: &Event) -> Option<Way> {
    match event {
        Event::Table(TableEvent::Rewound { to, carried, .. }) => {
            Some(Way { to: *to, carried: carried.clone() })
        }
        _ => None,
    }
}

/// The game events of a record, read; none where the record has a table event.
#[derive(Debug)]
pub(crate) struct Read(Vec<Option<AnyEvent>>);

/// What each viewer is told, in order; equal lines are kept once.
fn gather(viewers: Vec<Viewer>, tell: impl Fn(Viewer) -> Vec<(LineKind, Line)>) -> Vec<OneTold> {
    let mut known: Vec<Arc<Line>> = Vec::new();
    let mut told = Vec::new();
    for viewer in viewers {
        for (kind, line) in tell(viewer) {
            let line = match known.iter().find(|known| ***known == line) {
                Some(known) => known.clone(),
                None => {
                    known.push(Arc::new(line));
                    known[known.len() - 1].clone()
                }
            };
            told.push((viewer, kind, line));
        }
    }
    told
}
