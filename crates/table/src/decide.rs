//! What follows from a command at this table. Pure: time and randomness are given.

use dice::Throw;
use jiff::Timestamp;
use rules::{Audience, Dice, Id, Message, Refusal, Role, Seat, SeatId, message};
use serde_json::Value as Json;

use crate::campaign::Campaign;
use crate::course::Way;
use crate::event::{LinkTo, Rewind};
use crate::fair::{self, FairDice};
use crate::hand::HandDice;
use crate::room::Seated;
use crate::secret::Secret;
use crate::text;
use crate::token::TokenHash;
use crate::voice::Voice;
use crate::{Answer, Command, CommandId, Event, Record, TableCommand, TableEvent, Token};

/// A command that was accepted: the record to keep, and a token to hand out once it is kept.
#[derive(Clone, Debug)]
pub(crate) struct Decided {
    pub record: Record,
    pub token: Option<Token>,
}

/// The most seats of a table, links and devices included: a bound, not a rule.
const MANY: usize = 200;

/// A command being decided.
struct Deciding<'c> {
    campaign: &'c Campaign,
    by: Seat,
    id: CommandId,
    fresh: Secret,
    token: Option<Token>,
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

    /// What follows from a command of a seat.
    ///
    /// # Errors
    /// A refusal, which depends only on what the seat may see.
    pub fn decide(
        &self,
        by: SeatId,
        id: CommandId,
        command: &Command,
        now: Timestamp,
        fresh: Secret,
    ) -> Result<Decided, Refusal> {
        let mut deciding =
            Deciding { campaign: self, by: self.seated(by)?.seat(), id, fresh, token: None };
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

    /// What follows from someone entering by a link: on its seat, or on a new one.
    ///
    /// # Errors
    /// When the link is wrong or revoked, or the name is missing or not fit.
    pub fn enter(
        &self,
        link: &TokenHash,
        name: Option<&str>,
        id: CommandId,
        now: Timestamp,
        fresh: Secret,
    ) -> Result<(Record, SeatId, Id, Token), Refusal> {
        let link = self.link(link)?;
        let (token, device) = (Token::made(fresh), fair::new_id(&self.room.key, id, 1));
        let mut events = Vec::new();
        let seat = match (link, self.room.answers.get(&id)) {
            (LinkTo::Seat(seat), _) => seat,
            // The same one pressing the button again after a lost answer: they made the seat.
            (LinkTo::Anyone(_), Some((Some(by), Answer::Seat { seat }))) if by == seat => *seat,
            (LinkTo::Anyone(role), _) => {
                let seat = SeatId(fair::new_id(&self.room.key, id, 2));
                let name =
                    name.ok_or_else(|| Refusal::new("B-02", message!("table-name-needed")))?;
                self.room_for_more()?;
                events.extend(self.new_seat(seat, text::name(name)?, role, fresh)?);
                seat
            }
        };
        // A device's id must differ when the same command enters twice.
        let device = match self.room.devices.values().any(|known| known.id == device) {
            true => fair::new_id(&fresh, id, 1),
            false => device,
        };
        events.push(TableEvent::DeviceEntered { device, hash: token.hash(), seat });
        let again = self.room.answers.contains_key(&id);
        let record = Record {
            seq: self.room.seq + 1,
            at: now,
            by: Some(seat),
            command: (!again).then_some(id),
            events: events.into_iter().map(Event::Table).collect(),
        };
        Ok((record, seat, device, token))
    }

    /// Where a link leads.
    ///
    /// # Errors
    /// When it is wrong or revoked.
    pub fn link(&self, hash: &TokenHash) -> Result<LinkTo, Refusal> {
        let link = self.room.links.get(hash).map(|link| link.to);
        link.ok_or_else(|| {
            Refusal::new("B-02", message!("table-link-wrong"))
                .instead(message!("table-link-ask-host"))
        })
    }

    /// A new link to the first host's seat, made by whoever runs the server.
    pub fn host_link(&self, now: Timestamp, fresh: Secret) -> Option<(Record, Token)> {
        let host = self.room.hosts().next()?.id;
        let token = Token::made(fresh);
        let made = TableEvent::LinkMade {
            link: Id::from_bits(u64::from_le_bytes(
                fresh.mac(&[b"link"])[..8].try_into().expect("eight bytes"),
            )),
            hash: token.hash(),
            to: LinkTo::Seat(host),
        };
        Some((self.by_itself(now, vec![made]), token))
    }

    fn room_for_more(&self) -> Result<(), Refusal> {
        let room = &self.room;
        if room.seats.len().max(room.links.len()).max(room.devices.len()) < MANY {
            return Ok(());
        }
        Err(Refusal::new("B-01", message!("table-full", most = MANY)))
    }

    fn new_seat(
        &self,
        seat: SeatId,
        name: String,
        role: Role,
        fresh: Secret,
    ) -> Result<Vec<TableEvent>, Refusal> {
        self.name_is_free(&name, None)?;
        let mut events = vec![TableEvent::SeatAdded { seat, name, role }];
        if role == Role::Player && self.room.session().is_some() {
            events.push(fair::seal(fair::alone_with(seat), fresh).0);
        }
        Ok(events)
    }

    /// Two seats of one name could not be told apart in talk and in commands.
    pub(crate) fn name_is_free(&self, name: &str, but: Option<SeatId>) -> Result<(), Refusal> {
        let taken = |seat: &&Seated| seat.name == name && Some(seat.id) != but;
        match self.room.seats.iter().find(taken) {
            Some(_) => Err(Refusal::new("B-01", message!("table-name-taken", name = name))),
            None => Ok(()),
        }
    }
}

impl Deciding<'_> {
    fn game(&self, command: &Json) -> Result<Vec<Event>, Refusal> {
        may_play(self.campaign, self.by)?;
        let room = &self.campaign.room;
        let mut dice = FairDice::new(room, self.id, self.fresh);
        let events = self.campaign.course.game.decide(self.by, command, &mut dice)?;
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
        let events = self.campaign.course.game.decide(self.by, command, &mut dice)?;
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
                let ended = open.map(|_| TableEvent::SessionEnded { idle: false });
                let begun = fair::begin(&self.campaign.room, self.fresh);
                ended.into_iter().chain(begun).collect()
            }
            TableCommand::EndSession => {
                self.host()?;
                let none = || Refusal::new("B-04", message!("table-no-session"));
                self.campaign.room.session().ok_or_else(none)?;
                vec![TableEvent::SessionEnded { idle: false }]
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
            | TableCommand::RevokeSeat { .. } => self.seating(command)?,
        };
        Ok(events.into_iter().map(Event::Table).collect())
    }

    /// Seats, links and devices (B-02, B-05).
    fn seating(&mut self, command: &TableCommand) -> Result<Vec<TableEvent>, Refusal> {
        let campaign = self.campaign;
        Ok(match command {
            TableCommand::AddSeat { name, role } => {
                self.host()?;
                campaign.room_for_more()?;
                let seat = SeatId(self.new_id());
                campaign.new_seat(seat, text::name(name)?, *role, self.fresh)?
            }
            TableCommand::RenameSeat { seat, name } => {
                self.own_or_host(*seat)?;
                let name = text::name(name)?;
                campaign.name_is_free(&name, Some(*seat))?;
                vec![TableEvent::SeatRenamed { seat: *seat, name }]
            }
            TableCommand::SetRole { seat, role } => {
                self.host()?;
                let seated = campaign.seated(*seat)?;
                if seated.role == Role::Host
                    && *role != Role::Host
                    && campaign.room.hosts().count() == 1
                {
                    return Err(Refusal::new("B-05", message!("table-last-host"))
                        .instead(message!("table-last-host-instead")));
                }
                vec![TableEvent::RoleChanged { seat: *seat, role: *role }]
            }
            TableCommand::Invite { role } => {
                self.host()?;
                if *role == Role::Host {
                    return Err(Refusal::new("B-02", message!("table-invite-no-host")));
                }
                vec![self.new_link(LinkTo::Anyone(*role))?]
            }
            TableCommand::LinkSeat { seat } => {
                self.own_or_host(*seat)?;
                vec![self.new_link(LinkTo::Seat(*seat))?]
            }
            TableCommand::RevokeLink { link } => {
                self.host()?;
                let known = campaign.room.links.values().any(|made| made.id == *link);
                known.then_some(()).ok_or_else(no_such_link)?;
                vec![TableEvent::LinkRevoked { link: *link }]
            }
            TableCommand::RevokeDevice { device } => {
                let mut devices = campaign.room.devices.values();
                let known = devices.find(|known| known.id == *device);
                let known = known.filter(|known| self.by.is_host() || known.seat == self.by.id);
                known.ok_or_else(no_such_link)?;
                vec![TableEvent::DeviceRevoked { device: *device }]
            }
            TableCommand::RevokeSeat { seat } => {
                self.host()?;
                campaign.seated(*seat)?;
                vec![TableEvent::SeatRevoked { seat: *seat }]
            }
            _ => Vec::new(),
        })
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
        let game = &self.campaign.course.game;
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
            let times = 0..throw.times;
            let rolls = times.map(|_| dice.roll(audience, &throw.expr, &numbers).map_err(refuse));
            rolls.collect::<Result<Vec<_>, _>>()
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
        let course = &self.campaign.course;
        let refuse = |what: Message| Refusal::new("B-13", what);
        let (why, way) = match command {
            TableCommand::TakeBack => {
                may_play(self.campaign, self.by)?;
                let (by, list) = (self.by, self.campaign.lines.of(self.by.viewer()));
                let saw = |step| !list.of_record(step).is_empty();
                let way = course.take_back(by.id, saw, |game| crate::view::game_parts(game, by));
                let not_last = || refuse(message!("table-take-back-not-last"));
                (Rewind::TakenBack, way.ok_or_else(not_last)?)
            }
            TableCommand::Undo => {
                self.host()?;
                let way = course.undo();
                let none = || refuse(message!("table-nothing-to-undo"));
                (Rewind::Undo, way.ok_or_else(none)?)
            }
            TableCommand::Redo => {
                self.host()?;
                let way = course.redo();
                let none = || refuse(message!("table-nothing-to-redo"));
                (Rewind::Redo, way.ok_or_else(none)?)
            }
            TableCommand::RewindTo { point } => {
                self.host()?;
                if !course.can_go(*point) {
                    return Err(refuse(message!("table-no-such-point")));
                }
                let way = Way { to: *point, carried: Vec::new() };
                (Rewind::Chosen, way)
            }
            _ => return Err(refuse(message!("table-no-such-point"))),
        };
        Ok(TableEvent::Rewound { why, to: way.to, carried: way.carried })
    }

    fn new_link(&mut self, to: LinkTo) -> Result<TableEvent, Refusal> {
        self.campaign.room_for_more()?;
        let token = Token::made(self.fresh);
        let hash = token.hash();
        self.token = Some(token);
        Ok(TableEvent::LinkMade { link: self.new_id(), hash, to })
    }

    fn new_id(&self) -> Id {
        fair::new_id(&self.campaign.room.key, self.id, 1)
    }

    fn host(&self) -> Result<(), Refusal> {
        match self.by.role {
            Role::Host => Ok(()),
            _ => Err(Refusal::new("B-01", message!("table-host-only"))),
        }
    }

    fn own_or_host(&self, seat: SeatId) -> Result<(), Refusal> {
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

fn no_such_link() -> Refusal {
    Refusal::new("B-02", message!("table-no-such-link"))
}
