//! A command being decided. Pure: time and randomness are given.

#![deny(clippy::wildcard_enum_match_arm)]

use jiff::Timestamp;
use rules::pack::CheckedPack;
use rules::{Decided, GameEvent, Id, Refusal, Role, Seat, SeatId, message};

use crate::campaign::Campaign;
use crate::room::Seated;
use crate::secret::Secret;
use crate::{Command, CommandId, Event, Record, TableEvent, Token, dispatch, play};

/// A command that was accepted: the record to keep, and a token to hand out once it is kept.
#[derive(Clone, Debug)]
pub(crate) struct Accepted {
    pub record: Record,
    pub token: Option<Token>,
}

/// A command being decided, and the events so far.
pub(crate) struct Deciding<'c> {
    pub campaign: &'c Campaign,
    pub by: Seat,
    /// The device it comes from, if it comes from one.
    pub device: Option<Id>,
    pub id: CommandId,
    pub fresh: Secret,
    /// The token of a link the command makes.
    pub token: Option<Token>,
    /// Whether the record must not say whose command it is.
    pub anonymous: bool,
    /// The rules the command speaks of, read and checked.
    pub pack: Option<&'c CheckedPack>,
    events: Vec<Event>,
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

    /// The seat of that id, for a device that sits on it. A device that was sent away while its
    /// request waited is refused here (B-02).
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

    /// Decides a command of a seat.
    ///
    /// # Errors
    /// A refusal, which depends only on what the seat may see.
    pub fn decide<'c>(
        &'c self,
        (by, device): (SeatId, Option<Id>),
        id: CommandId,
        (command, pack): (&Command, Option<&'c CheckedPack>),
        now: Timestamp,
        fresh: Secret,
    ) -> Result<Accepted, Refusal> {
        let mut deciding = Deciding {
            campaign: self,
            by: self.sitting(by, device)?.seat(),
            device,
            id,
            fresh,
            token: None,
            anonymous: false,
            pack,
            events: Vec::new(),
        };
        match command {
            Command::Table(command) => dispatch::decide(&mut deciding, command)?,
            Command::Game(command) => play::play(&mut deciding, command)?,
        }
        let record = Record {
            seq: self.room.seq + 1,
            at: now,
            by: (!deciding.anonymous).then_some(by),
            command: Some(id),
            events: deciding.events,
        };
        Ok(Accepted { record, token: deciding.token })
    }
}

impl Deciding<'_> {
    /// Adds an event of the table.
    pub fn push(&mut self, event: TableEvent) {
        self.events.push(Event::Table(event));
    }

    /// Adds events of the table.
    pub fn extend(&mut self, events: impl IntoIterator<Item = TableEvent>) {
        self.events.extend(events.into_iter().map(Event::Table));
    }

    /// Adds events that may begin a session, and what the game makes of it.
    pub fn extend_session(&mut self, events: Vec<TableEvent>) {
        let begins = events.iter().any(|it| matches!(it, TableEvent::SessionBegan { .. }));
        self.extend(events);
        if begins {
            self.extend_game(self.campaign.history.game.begin_session());
        }
    }

    /// Adds events of the game.
    pub fn extend_game(&mut self, events: Vec<GameEvent>) {
        self.events.extend(events.into_iter().map(Event::Game));
    }

    /// The id of the thing this command makes.
    pub fn new_id(&self) -> Id {
        self.campaign.new_id(self.id)
    }

    /// Only the host may.
    ///
    /// # Errors
    /// For everyone else.
    pub fn host(&self) -> Decided {
        match self.by.role {
            Role::Host => Ok(()),
            Role::Player | Role::Spectator => {
                Err(Refusal::new("B-01", message!("table-host-only")))
            }
        }
    }

    /// The host may for any seat, others for their own.
    ///
    /// # Errors
    /// For everyone else, and when there is no such seat.
    pub fn own_or_host(&self, seat: SeatId) -> Decided {
        self.campaign.seated(seat)?;
        if seat == self.by.id { Ok(()) } else { self.host() }
    }

    /// Anyone who plays may.
    ///
    /// # Errors
    /// For spectators.
    pub fn plays(&self) -> Decided {
        match self.by.role {
            Role::Host | Role::Player => Ok(()),
            Role::Spectator => Err(play::spectators_look()),
        }
    }
}

/// The device opens nothing, or nothing any more.
pub(crate) fn sent_away() -> Refusal {
    Refusal::new("B-02", message!("table-device-unknown")).instead(message!("table-link-ask-host"))
}
