//! What follows from a command at this table. Pure: time and randomness are given.

use dice::Throw;
use jiff::Timestamp;
use rules::{Audience, Dice, Id, Message, Refusal, Role, Seat, SeatId, message};
use serde_json::Value as Json;

use crate::campaign::Campaign;
use crate::event::Rewind;
use crate::fair::{self, FairDice};
use crate::hand::HandDice;
use crate::history::Way;
use crate::room::Seated;
use crate::secret::Secret;
use crate::text;
use crate::voice::Voice;
use crate::{Command, CommandId, Event, Record, TableCommand, TableEvent, Token};

/// A command that was accepted: the record to keep, and a token to hand out once it is kept.
#[derive(Clone, Debug)]
pub(crate) struct Decided {
    pub record: Record,
    pub token: Option<Token>,
}

/// A command being decided.
pub(crate) struct Deciding<'c> {
    pub campaign: &'c Campaign,
    pub by: Seat,
    /// The device it comes from, if it comes from one.
    pub device: Option<Id>,
    pub id: CommandId,
    pub fresh: Secret,
    pub token: Option<Token>,
}

impl Campaign {
    /// The seat of that id.
    ///
    /// # Errors
    /// When there is none.
    pub fn seated(&self, id: SeatId) -> Result<&Seated, Refusal> {
        let seat = self.room.seat(id);
        seat.ok_or_else(|| Refusal::new("B-01", message!("table-no-such-seat")))
    }

    /// The seat of that id, for a device that sits on it. A device that was sent away while it was
    /// still asking is refused here (B-02).
    ///
    /// # Errors
    /// When there is no such seat, or the device does not sit on it.
    pub fn sitting(&self, seat: SeatId, device: Option<Id>) -> Result<&Seated, Refusal> {
        let mut devices = self.room.devices.values();
        if device.is_some_and(|id| !devices.any(|known| known.id == id && known.seat == seat)) {
            return Err(sent_away());
        }
        self.seated(seat)
    }

    /// What follows from a command of a seat.
    ///
    /// # Errors
    /// A refusal, which depends only on what the seat may see.
    pub fn decide(
        &self,
        (by, device): (SeatId, Option<Id>),
        id: CommandId,
        command: &Command,
        now: Timestamp,
        fresh: Secret,
    ) -> Result<Decided, Refusal> {
        let seat = self.sitting(by, device)?.seat();
        let mut deciding = Deciding { campaign: self, by: seat, device, id, fresh, token: None };
        let events = match command {
            Command::Table(TableCommand::PlayByHand { faces, command }) => {
                deciding.by_hand(faces, command)?
            }
            Command::Table(command) => deciding.table(command)?,
            Command::Game(command) => deciding.game(command)?,
        };
        let anonymous = matches!(command, Command::Table(TableCommand::Pause { anonymous: true }));
        Ok(Decided {
            record: Record {
                seq: self.room.seq + 1,
                at: now,
                by: (!anonymous).then_some(by),
                command: Some(id),
                events,
            },
            token: deciding.token,
        })
    }
}

impl Deciding<'_> {
    fn game(&self, command: &Json) -> Result<Vec<Event>, Refusal> {
        may_play(self.campaign, self.by)?;
        let room = &self.campaign.room;
        let mut dice = FairDice::new(room, self.id, self.fresh);
        let events = self.campaign.history.game.decide(self.by, command, &mut dice)?;
        if dice.would_tell() {
            return Err(session_first());
        }
        let prelude = dice.prelude().into_iter().map(Event::Table);
        Ok(prelude.chain(events.into_iter().map(Event::Game)).collect())
    }

    /// A command of the game with dice from a real table.
    fn by_hand(&self, faces: &[i64], command: &Json) -> Result<Vec<Event>, Refusal> {
        may_play(self.campaign, self.by)?;
        let fair = FairDice::new(&self.campaign.room, self.id, self.fresh);
        let mut dice = HandDice::new(fair, faces)?;
        let events = self.campaign.history.game.decide(self.by, command, &mut dice)?;
        dice.fit()?;
        Ok(events.into_iter().map(Event::Game).collect())
    }

    fn table(&mut self, command: &TableCommand) -> Result<Vec<Event>, Refusal> {
        let events = match command {
            TableCommand::Change { title, language, time_zone } => {
                self.host()?;
                let read = |text: &Option<String>, read: fn(&str) -> Result<String, Refusal>| {
                    text.as_deref().map(read).transpose()
                };
                vec![TableEvent::Changed {
                    title: read(title, text::name)?,
                    language: read(language, text::language)?,
                    time_zone: read(time_zone, text::time_zone)?,
                }]
            }
            TableCommand::Say { voice, text } => self.say(voice, text)?,
            TableCommand::Roll { notation, audience, actor } => {
                self.roll(notation, audience, *actor, None)?
            }
            TableCommand::RollByHand { notation, faces, audience, actor } => {
                self.roll(notation, audience, *actor, Some(faces))?
            }
            TableCommand::SetSalt { salt } => {
                self.at_least_player()?;
                let salt = text::salt(salt)?;
                let seat = self.by.id;
                vec![TableEvent::SaltSet { seat, salt }]
            }
            TableCommand::BeginSession => {
                self.host()?;
                let open = self.campaign.room.session();
                let ended = open.map(|session| fair::end(session, false));
                let begun = fair::begin(&self.campaign.room, self.fresh);
                ended.into_iter().chain(begun).collect()
            }
            TableCommand::EndSession => {
                self.host()?;
                let none = || Refusal::new("B-04", message!("table-no-session"));
                vec![fair::end(self.campaign.room.session().ok_or_else(none)?, false)]
            }
            TableCommand::Undo
            | TableCommand::Redo
            | TableCommand::RewindTo { .. }
            | TableCommand::TakeBack => vec![self.rewind(command)?],
            TableCommand::Pause { .. } if self.campaign.room.paused => {
                return Err(Refusal::new("B-45", message!("table-paused-already")));
            }
            TableCommand::Pause { .. } => vec![TableEvent::Paused],
            TableCommand::Resume => {
                self.host()?;
                if !self.campaign.room.paused {
                    return Err(Refusal::new("B-45", message!("table-not-paused")));
                }
                vec![TableEvent::Resumed]
            }
            // Decided before, as the game's own.
            TableCommand::PlayByHand { .. } => Vec::new(),
            TableCommand::AddSeat { .. }
            | TableCommand::RenameSeat { .. }
            | TableCommand::SetRole { .. }
            | TableCommand::Invite { .. }
            | TableCommand::LinkSeat { .. }
            | TableCommand::RevokeLink { .. }
            | TableCommand::RevokeDevice { .. }
            | TableCommand::RevokeSeat { .. }
            | TableCommand::RemoveSeats { .. }
            | TableCommand::CloseDoor { .. } => self.seating(command)?,
        };
        Ok(events.into_iter().map(Event::Table).collect())
    }

    fn say(&self, voice: &Voice, text: &str) -> Result<Vec<TableEvent>, Refusal> {
        let mut voice = voice.clone();
        match &mut voice {
            Voice::OutOfCharacter => {}
            Voice::InCharacter { name } => {
                self.at_least_player()?;
                if let Some(name) = name {
                    *name = text::name(name)?;
                }
            }
            Voice::Narration => self.at_least_player()?,
            Voice::Whisper { to } => {
                for seat in to.iter() {
                    self.campaign.seated(*seat)?;
                }
            }
        }
        let text = text::talk(text)?;
        Ok(vec![TableEvent::Said { voice, text }])
    }

    fn roll(
        &self,
        notation: &str,
        audience: &Audience,
        actor: Option<Id>,
        faces: Option<&[i64]>,
    ) -> Result<Vec<TableEvent>, Refusal> {
        self.at_least_player()?;
        if let Audience::Seats(seats) = audience {
            for seat in seats {
                self.campaign.seated(*seat)?;
            }
        }
        // A session that begins is seen by all: it would tell of a roll that only some may know.
        let would_begin = faces.is_none() && self.campaign.room.session().is_none();
        if would_begin && *audience != Audience::All {
            return Err(session_first());
        }
        let refuse = |fault: dice::Error| Refusal::from(&fault);
        let throw = Throw::parse(notation).map_err(refuse)?;
        let game = &self.campaign.history.game;
        let numbers = game.numbers(self.by, actor, audience);
        let refuse = |fault: dice::Error| match &fault.kind {
            // The roller may see it and others would learn it.
            dice::ErrorKind::UnknownName { name, .. }
                if game.numbers(self.by, actor, &alone(self.by)).contains_key(name) =>
            {
                Refusal::new("B-30", message!("table-hidden-number", name = name))
                    .instead(message!("table-hidden-number-instead"))
            }
            _ => refuse(fault),
        };
        let mut fair = FairDice::new(&self.campaign.room, self.id, self.fresh);
        let all = |dice: &mut dyn Dice| {
            let (mut rolls, mut thrown) = (Vec::new(), 0);
            for _ in 0..throw.times {
                let roll = dice.roll(audience, &throw.expr, &numbers).map_err(refuse)?;
                thrown += roll.rolled.pools.iter().map(|pool| pool.dice.len()).sum::<usize>();
                // Every die is kept for ever and sent to everyone (C-02).
                if thrown > dice::limits::THROWN as usize {
                    return Err(refuse(too_many_dice(notation)));
                }
                rolls.push(roll);
            }
            Ok(rolls)
        };
        let (rolls, mut events) = match faces {
            None => (all(&mut fair)?, fair.prelude()),
            Some(faces) => {
                let mut hand = HandDice::new(fair, faces)?;
                let rolls = all(&mut hand)?;
                hand.fit()?;
                (rolls, Vec::new())
            }
        };
        let reason = throw.reason.as_deref().map(text::talk).transpose()?;
        events.push(TableEvent::Rolled { rolls, reason });
        Ok(events)
    }

    fn rewind(&self, command: &TableCommand) -> Result<TableEvent, Refusal> {
        let history = &self.campaign.history;
        let refuse = |what: Message| Refusal::new("B-13", what);
        let (why, way) = match command {
            TableCommand::TakeBack => {
                may_play(self.campaign, self.by)?;
                let (by, list) = (self.by, self.campaign.lines.of(self.by.viewer()));
                let saw = |step| list.of_record(step).next().is_some();
                let way = history.take_back(by.id, saw, |game| crate::view::game_parts(game, by));
                let not_last = || refuse(message!("table-take-back-not-last"));
                (Rewind::TakenBack, way.ok_or_else(not_last)?)
            }
            TableCommand::Undo => {
                self.host()?;
                let way = history.undo();
                let none = || refuse(message!("table-nothing-to-undo"));
                (Rewind::Undo, way.ok_or_else(none)?)
            }
            TableCommand::Redo => {
                self.host()?;
                let way = history.redo();
                let none = || refuse(message!("table-nothing-to-redo"));
                (Rewind::Redo, way.ok_or_else(none)?)
            }
            TableCommand::RewindTo { point } => {
                self.host()?;
                if !history.can_go(*point) {
                    return Err(refuse(message!("table-no-such-point")));
                }
                let way = Way { to: *point, carried: Vec::new() };
                (Rewind::Chosen, way)
            }
            _ => return Err(refuse(message!("table-no-such-point"))),
        };
        Ok(TableEvent::Rewound { why, to: way.to, carried: way.carried })
    }

    pub(crate) fn new_id(&self) -> Id {
        fair::new_id(&self.campaign.room.key, self.id, 1)
    }

    pub(crate) fn host(&self) -> Result<(), Refusal> {
        match self.by.role {
            Role::Host => Ok(()),
            _ => Err(Refusal::new("B-01", message!("table-host-only"))),
        }
    }

    pub(crate) fn own_or_host(&self, seat: SeatId) -> Result<(), Refusal> {
        self.campaign.seated(seat)?;
        if seat == self.by.id { Ok(()) } else { self.host() }
    }

    fn at_least_player(&self) -> Result<(), Refusal> {
        match self.by.role {
            Role::Spectator => Err(spectators_look()),
            _ => Ok(()),
        }
    }
}

/// Whether the seat may do anything in the game now.
///
/// # Errors
/// For spectators, and while the scene is paused.
pub(crate) fn may_play(campaign: &Campaign, by: Seat) -> Result<(), Refusal> {
    if by.role == Role::Spectator {
        return Err(spectators_look());
    }
    if campaign.room.paused {
        return Err(Refusal::new("B-45", message!("table-is-paused"))
            .instead(message!("table-is-paused-instead")));
    }
    Ok(())
}

/// What of the game a seat may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum May {
    /// Nothing.
    Look,
    /// All but roll dice that only some may see: no session is under way, and one that began for
    /// them would tell of them (B-23).
    PlayOpenly,
    /// All.
    Play,
}

impl May {
    pub fn of(campaign: &Campaign, by: Seat) -> Self {
        match (may_play(campaign, by), campaign.room.session()) {
            (Err(_), _) => May::Look,
            (Ok(()), None) => May::PlayOpenly,
            (Ok(()), Some(_)) => May::Play,
        }
    }
}

/// Those who see what a seat keeps to itself.
fn alone(by: Seat) -> Audience {
    match by.role {
        Role::Host => Audience::Host,
        _ => Audience::Seats([by.id].into()),
    }
}

fn session_first() -> Refusal {
    Refusal::new("B-23", message!("table-no-session")).instead(message!("table-session-first"))
}

fn spectators_look() -> Refusal {
    Refusal::new("B-01", message!("table-spectators-look"))
}

/// The device opens nothing, or nothing any more.
pub(crate) fn sent_away() -> Refusal {
    Refusal::new("B-02", message!("table-device-unknown")).instead(message!("table-link-ask-host"))
}

fn too_many_dice(notation: &str) -> dice::Error {
    dice::Error {
        kind: dice::ErrorKind::TooManyDice { most: dice::limits::THROWN },
        span: 0..notation.chars().count(),
        suggestion: None,
    }
}
