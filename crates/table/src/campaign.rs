//! A table as the fold of its log: pure, without store, clock or randomness of its own.

#![deny(clippy::wildcard_enum_match_arm)]

use std::sync::Arc;

use jiff::Timestamp;
use rules::{AnyEvent, AnyGame, Line, Message, Refusal, Role, SeatId, Viewer, message};

use crate::chain::ChainHash;
use crate::contain::contained;
use crate::event::LinkTo;
use crate::fair;
use crate::frame::LineKind;
use crate::history::{History, RewindPlan, RewindTarget};
use crate::lines::{KindedLine, LineSource, Lines, ViewerLine};
use crate::packs::{Packs, stand_in};
use crate::record::{Opening, SCHEMA, opening};
use crate::redact::{self, redact};
use crate::room::Room;
use crate::seats::CROWD;
use crate::secret::Secret;
use crate::session::next_session;
use crate::tables::NewTable;
use crate::text;
use crate::{CommandId, Event, Record, TableEvent, TableId, Token, dispatch};

/// Two folds of one log: the room, which is never undone, and the game's history, which can be;
/// and the lines everyone got on the way.
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

/// The hash of the whole state a log folds into, hidden things included: the room and the game. It
/// is taken of their `Debug` text, so it also changes when a type or a field is renamed.
///
/// # Errors
/// When the log is not whole or was written by a newer version.
pub fn state_hash(id: TableId, records: &[Record]) -> Result<ChainHash, Unreadable> {
    let Campaign { room, history, .. } = Campaign::load(id, records, &Packs::default())?;
    let text = format!("{room:?}{:?}", history.game.state());
    Ok(ChainHash::root(b"state").then(text.as_bytes()))
}

impl Campaign {
    /// Folds a log.
    ///
    /// # Errors
    /// When the log is not whole or was written by a newer version.
    pub fn load(id: TableId, records: &[Record], packs: &Packs) -> Result<Self, Unreadable> {
        let Opening { schema, pack, .. } = opening(records).ok_or(Unreadable::NoBeginning)?;
        if schema > SCHEMA {
            return Err(Unreadable::Newer(schema));
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
        // Every seat has a list of lines: a log made by hand must not take all memory.
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

    /// Applies a record to a copy of the game, and makes the lines of its events. What fails here has
    /// not been written yet.
    pub fn preview(&self, record: &Record, Read(read): &Read) -> Preview {
        let mut game = self.history.game.clone();
        let mut lines = Vec::new();
        for event in read.iter().flatten() {
            lines.push(self.game_lines(&game, event));
            game.apply(event);
        }
        if let Some(target) = record.events.iter().rev().find_map(rewind_target) {
            game = self.history.preview(&target);
        }
        let only_game = record.events.iter().all(|event| matches!(event, Event::Game(_)));
        Preview { game, only_game, lines: lines.into_iter() }
    }

    fn game_lines(&self, game: &AnyGame, event: &AnyEvent) -> Vec<ViewerLine> {
        gather(self.room.viewers(), |viewer| {
            let line = game.tell(event, viewer);
            line.map(|line| (LineKind::Game, line)).into_iter().collect()
        })
    }

    /// Applies a record and adds its lines: the only way anything ever changes. If the program fails
    /// on an event without a preview, the game breaks down.
    pub fn apply(&mut self, record: &Record, Read(read): Read, preview: Option<Preview>) {
        let (game, mut previewed) = match preview {
            Some(preview) => (Some(preview.game), Some(preview.lines)),
            None => (None, None),
        };
        // One who has just come in has no name yet: the line itself says it.
        let by = record.by.and_then(|seat| self.room.seat(seat));
        let by: Option<Arc<str>> = by.map(|seat| seat.name.as_str().into());
        let source = LineSource { seq: record.seq, at: record.at, by };
        let mut steps = Vec::new();
        for (event, game_event) in record.events.iter().zip(read) {
            match (event, game_event) {
                (Event::Table(event), _) => self.apply_table(record, &source, event),
                (Event::Game(_), Some(event)) => {
                    let lines = previewed.as_mut().and_then(Iterator::next);
                    let lines =
                        lines.or_else(|| contained(|| self.game_lines(&self.history.game, &event)));
                    for roll in self.history.game.rolls(&event) {
                        if !roll.typed_in {
                            self.room.count_roll(&roll.audience, roll.number);
                        }
                    }
                    let Some(lines) = lines.filter(|_| self.fault.is_none()) else {
                        self.break_down();
                        continue;
                    };
                    self.lines.add(&source, lines);
                    let apply = |game: &mut AnyGame| contained(|| game.apply(&event));
                    if game.is_none() && apply(&mut self.history.game).is_none() {
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
        self.history.close_record(record.seq, record.by, steps);
        self.room.close_record(record);
    }

    fn apply_table(&mut self, record: &Record, source: &LineSource, event: &TableEvent) {
        let rewind = table_rewind_target(event).map(|target| self.history.plan(target));
        let context = EventContext { record, rewind };
        let lines =
            || gather(self.room.viewers(), |viewer| dispatch::tell(self, &context, event, viewer));
        // The lines of a rewind look at the game, which the program may fail to show.
        let lines = contained(lines).unwrap_or_default();
        self.lines.add(source, lines);
        dispatch::apply(self, &context, event);
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

    /// The record an import adds: seeds that stayed behind make no more rolls.
    pub fn imported(&self, now: Timestamp, fresh: Secret) -> Record {
        let mut events = vec![TableEvent::Imported];
        events.extend(next_session(&self.room, fresh, false));
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
        records.push(self.by_itself(now, vec![TableEvent::Redacted { seat, of: None }]));
        Ok(records)
    }

    /// The log without what a command of a seat said, in talk or as the reason of something it did,
    /// and with the record that says so (C-22).
    ///
    /// # Errors
    /// When the seat said nothing by this command.
    pub fn unsaid(
        &self,
        mut records: Vec<Record>,
        seat: SeatId,
        id: CommandId,
        now: Timestamp,
    ) -> Result<Vec<Record>, Refusal> {
        let unsaid = redact::unsay(&mut records, seat, id, &self.history.game);
        let nothing = || Refusal::new("C-22", message!("table-nothing-said"));
        let of = Some(unsaid.ok_or_else(nothing)?);
        records.push(self.by_itself(now, vec![TableEvent::Redacted { seat, of }]));
        Ok(records)
    }

    /// The id of the thing a command makes.
    pub fn new_id(&self, command: CommandId) -> rules::Id {
        fair::new_id(&self.room.key, command, 1)
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
pub(crate) struct Preview {
    /// The game as the record leaves it.
    pub game: AnyGame,
    /// Whether it does nothing but go on with the game.
    pub only_game: bool,
    /// The lines of each game event.
    lines: std::vec::IntoIter<Vec<ViewerLine>>,
}

/// What applying and telling a table event need beside it.
#[derive(Debug)]
pub(crate) struct EventContext<'r> {
    /// The record it is from.
    pub record: &'r Record,
    /// What it undoes and does again, if it is a rewind.
    pub rewind: Option<RewindPlan>,
}

impl EventContext<'_> {
    /// The name of whoever brought it about; empty if nobody is named.
    pub fn who(&self, campaign: &Campaign) -> String {
        self.record.by.map_or(String::new(), |seat| campaign.room.name(seat).to_owned())
    }
}

fn rewind_target(event: &Event) -> Option<RewindTarget> {
    match event {
        Event::Table(event) => table_rewind_target(event),
        Event::Game(_) => None,
    }
}

fn table_rewind_target(event: &TableEvent) -> Option<RewindTarget> {
    let TableEvent::Rewound { to, carried, .. } = event else {
        return None;
    };
    Some(RewindTarget { to: *to, carried: carried.clone() })
}

/// The game events of a record, read; none where the record has a table event.
#[derive(Debug)]
pub(crate) struct Read(Vec<Option<AnyEvent>>);

/// The lines of each viewer, in order; equal lines are shared.
fn gather(viewers: Vec<Viewer>, tell: impl Fn(Viewer) -> Vec<KindedLine>) -> Vec<ViewerLine> {
    let mut known: Vec<Arc<Line>> = Vec::new();
    let mut gathered = Vec::new();
    for viewer in viewers {
        for (kind, line) in tell(viewer) {
            let line = match known.iter().find(|known| ***known == line) {
                Some(known) => known.clone(),
                None => {
                    known.push(Arc::new(line));
                    known[known.len() - 1].clone()
                }
            };
            gathered.push((viewer, kind, line));
        }
    }
    gathered
}
