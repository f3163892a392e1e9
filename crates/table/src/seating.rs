//! Who comes in, who sits where, and who is sent away (B-02, B-05). Pure, as all of deciding.

use jiff::{SignedDuration, Timestamp};
use rules::{Id, Refusal, Role, SeatId, message, typed};

use crate::campaign::Campaign;
use crate::decide::Deciding;
use crate::event::LinkTo;
use crate::room::{Link, Room, Seated};
use crate::secret::Secret;
use crate::token::TokenHash;
use crate::{CommandId, Event, Record, TableCommand, TableEvent, Token};
use crate::{fair, text};

/// The most seats that somebody can sit on: a bound, not a rule.
const MANY: usize = 200;
/// The most seats with those that were sent away and not removed: every line is told to each.
pub(crate) const CROWD: usize = 5 * MANY;
/// The most devices of a seat; another one takes the place of the oldest.
const DEVICES: usize = 8;
/// The most links to a seat, and the most open invitations; the same.
const LINKS: usize = 20;
/// How many may come in by one link in a minute.
const ENTRIES: usize = 20;
/// How long a link remembers who came by it, and an entry may be asked for again.
pub(crate) const MINUTE: SignedDuration = SignedDuration::from_secs(60);

/// One who comes in: the record to keep, their seat and device, and the device's token.
pub(crate) type Entry = (Record, SeatId, Id, Token);

impl Campaign {
    /// What follows from someone entering by a link: on its seat, or on a new one.
    ///
    /// # Errors
    /// When the link is wrong or revoked, too many come by it, or the name is missing or not fit.
    pub fn enter(
        &self,
        hash: &TokenHash,
        name: Option<&str>,
        id: CommandId,
        now: Timestamp,
        fresh: Secret,
    ) -> Result<Entry, Refusal> {
        let link = self.link(hash)?;
        // Whoever knows the id has the seat again, so the log, which may be exported, has only
        // what follows from it (B-11).
        let id = id.behind(hash);
        let again = self.entered(id, now);
        let most = if again.is_some() { 2 * ENTRIES } else { ENTRIES };
        let lately = link.entered.iter().filter(|at| now.duration_since(**at) < MINUTE);
        if lately.count() >= most {
            return Err(Refusal::new("B-02", message!("table-link-busy"))
                .instead(message!("table-link-busy-instead")));
        }
        let mut events = Vec::new();
        let known = self.room.answers.contains_key(&id);
        let seat = match (link.to, again) {
            (LinkTo::Seat(seat), _) => seat,
            // The same one pressing the button again after a lost answer: they made the seat.
            (LinkTo::Anyone(_), Some(seat)) => seat,
            (LinkTo::Anyone(_), None) if known => {
                return Err(Refusal::new("B-02", message!("table-entered-already"))
                    .instead(message!("table-link-ask-host")));
            }
            (LinkTo::Anyone(role), None) => {
                let seat = SeatId(fair::new_id(&self.room.key, id, 2));
                let name =
                    name.ok_or_else(|| Refusal::new("B-02", message!("table-name-needed")))?;
                self.room_for_more()?;
                events.extend(self.new_seat(seat, text::name(name)?, role, fresh)?);
                seat
            }
        };
        // A device's id must differ when the same command enters twice.
        let device = match known {
            true => fair::new_id(&fresh, id, 1),
            false => self.first_device(id),
        };
        events.extend(self.oldest_device(seat));
        let token = Token::made(fresh);
        let link = Some(link.id);
        events.push(TableEvent::DeviceEntered { device, hash: token.hash(), seat, link });
        let record = Record {
            seq: self.room.seq + 1,
            at: now,
            by: Some(seat),
            command: (!known).then_some(id),
            events: events.into_iter().map(Event::Table).collect(),
        };
        Ok((record, seat, device, token))
    }

    /// The seat an entry has just led to: as long as its device was not sent away, for a minute.
    fn entered(&self, id: CommandId, now: Timestamp) -> Option<SeatId> {
        let device = self.first_device(id);
        let mut devices = self.room.devices.values();
        let device = devices.find(|known| known.id == device)?;
        (now.duration_since(device.entered) < MINUTE).then_some(device.seat)
    }

    fn first_device(&self, id: CommandId) -> Id {
        fair::new_id(&self.room.key, id, 1)
    }

    /// The device that goes when one more comes.
    fn oldest_device(&self, seat: SeatId) -> Option<TableEvent> {
        let devices = || self.room.devices.values().filter(|device| device.seat == seat);
        let oldest = devices().min_by_key(|device| device.since)?;
        let full = devices().count() >= DEVICES;
        full.then_some(TableEvent::DeviceRevoked { device: oldest.id })
    }

    /// Where a link leads.
    ///
    /// # Errors
    /// When it is wrong or revoked.
    pub fn link(&self, hash: &TokenHash) -> Result<&Link, Refusal> {
        self.room.links.get(hash).ok_or_else(|| {
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
        if self.room.living().count() < MANY && self.room.seats.len() < CROWD {
            return Ok(());
        }
        Err(Refusal::new("B-01", message!("table-full", most = MANY))
            .instead(message!("table-full-instead")))
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

    /// Two seats of one name, or of two that look the same, could not be told apart in talk and in
    /// commands (B-15).
    pub(crate) fn name_is_free(&self, name: &str, but: Option<SeatId>) -> Result<(), Refusal> {
        let taken = |seat: &&Seated| typed::look_alike(&seat.name, name) && Some(seat.id) != but;
        match self.room.seats.iter().find(taken) {
            Some(_) => Err(Refusal::new("B-01", message!("table-name-taken", name = name))),
            None => Ok(()),
        }
    }
}

impl Deciding<'_> {
    /// Seats, links and devices.
    pub fn seating(&mut self, command: &TableCommand) -> Result<Vec<TableEvent>, Refusal> {
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
                let is_host = |seated: &&Seated| seated.role == Role::Host;
                let mut others = campaign.room.living().filter(|other| other.id != *seat);
                if is_host(&seated) && *role != Role::Host && !others.any(|it| is_host(&it)) {
                    return Err(last_host());
                }
                vec![TableEvent::RoleChanged { seat: *seat, role: *role }]
            }
            TableCommand::Invite { role } => {
                self.host()?;
                if *role == Role::Host {
                    return Err(Refusal::new("B-02", message!("table-invite-no-host")));
                }
                self.new_link(LinkTo::Anyone(*role))
            }
            TableCommand::LinkSeat { seat } => {
                self.own_or_host(*seat)?;
                if campaign.seated(*seat)?.revoked {
                    campaign.room_for_more()?;
                }
                self.new_link(LinkTo::Seat(*seat))
            }
            TableCommand::RevokeLink { link } => {
                self.host()?;
                let mut links = campaign.room.links.values();
                let known = links.find(|made| made.id == *link).ok_or_else(no_such_link)?;
                if let LinkTo::Seat(seat) = known.to {
                    // The device at hand may be lost tomorrow: it does not count.
                    self.way_back(seat, &[Some(*link), self.device])?;
                }
                vec![TableEvent::LinkRevoked { link: *link }]
            }
            TableCommand::RevokeDevice { device } => {
                let mut devices = campaign.room.devices.values();
                let known = devices.find(|known| known.id == *device);
                let known = known.filter(|known| self.by.is_host() || known.seat == self.by.id);
                let known = known.ok_or_else(no_such_link)?;
                self.way_back(known.seat, &[Some(*device)])?;
                vec![TableEvent::DeviceRevoked { device: *device }]
            }
            TableCommand::RevokeSeat { seat } => {
                self.host()?;
                campaign.seated(*seat)?;
                self.a_host_stays(&[*seat])?;
                vec![TableEvent::SeatRevoked { seat: *seat }]
            }
            TableCommand::RemoveSeats { seats } => self.remove(seats)?,
            TableCommand::CloseDoor { sweep } => self.close_door(*sweep)?,
            _ => Vec::new(),
        })
    }

    fn remove(&self, seats: &[SeatId]) -> Result<Vec<TableEvent>, Refusal> {
        self.host()?;
        let mut removed = Vec::new();
        for seat in seats {
            self.campaign.seated(*seat)?;
            if !removed.contains(seat) {
                removed.push(*seat);
            }
        }
        if removed.is_empty() {
            return Err(Refusal::new("B-01", message!("table-no-such-seat")));
        }
        self.a_host_stays(&removed)?;
        Ok(vec![TableEvent::SeatsRemoved { seats: removed }])
    }

    fn close_door(&self, sweep: bool) -> Result<Vec<TableEvent>, Refusal> {
        self.host()?;
        let room = &self.campaign.room;
        let open = room.links.values().filter(|link| matches!(link.to, LinkTo::Anyone(_)));
        let mut events: Vec<TableEvent> =
            open.map(|link| TableEvent::LinkRevoked { link: link.id }).collect();
        let idle = |seat: &&Seated| seat.invited && !seat.acted && seat.role != Role::Host;
        let seats: Vec<SeatId> = room.seats.iter().filter(idle).map(|seat| seat.id).collect();
        if sweep && !seats.is_empty() {
            events.push(TableEvent::SeatsRemoved { seats });
        }
        if events.is_empty() {
            return Err(Refusal::new("B-02", message!("table-door-closed")));
        }
        Ok(events)
    }

    /// Makes a link; the oldest of its kind goes when there are too many.
    fn new_link(&mut self, to: LinkTo) -> Vec<TableEvent> {
        let alike = |link: &&Link| match (to, link.to) {
            (LinkTo::Anyone(_), LinkTo::Anyone(_)) => true,
            (to, known) => to == known,
        };
        let links = || self.campaign.room.links.values().filter(alike);
        let oldest = links().min_by_key(|link| link.since).filter(|_| links().count() >= LINKS);
        let gone = oldest.map(|link| TableEvent::LinkRevoked { link: link.id });
        let token = Token::made(self.fresh);
        let made = TableEvent::LinkMade { link: self.new_id(), hash: token.hash(), to };
        self.token = Some(token);
        gone.into_iter().chain([made]).collect()
    }

    /// Whether a host can come in once these seats are closed (B-05).
    fn a_host_stays(&self, closed: &[SeatId]) -> Result<(), Refusal> {
        let room = &self.campaign.room;
        let closes = |seat: &Seated| closed.contains(&seat.id);
        if !room.hosts().any(closes) {
            return Ok(());
        }
        let mut open = room.hosts().filter(|seat| !closes(seat));
        match open.any(|seat| ways_in(room, seat.id).next().is_some()) {
            true => Ok(()),
            false => Err(last_host()),
        }
    }

    /// Whether a host can come in once these links and devices of `seat` are no more (B-05).
    fn way_back(&self, seat: SeatId, but: &[Option<Id>]) -> Result<(), Refusal> {
        let room = &self.campaign.room;
        if !room.hosts().any(|host| host.id == seat) {
            return Ok(());
        }
        let mut ways = room.hosts().flat_map(|host| ways_in(room, host.id));
        match ways.any(|way| !but.contains(&Some(way))) {
            true => Ok(()),
            false => Err(Refusal::new("B-05", message!("table-last-host-link"))
                .instead(message!("table-last-host-link-instead"))),
        }
    }
}

/// The links and devices that open a seat.
fn ways_in(room: &Room, seat: SeatId) -> impl Iterator<Item = Id> {
    let links = room.links.values().filter(move |link| link.to == LinkTo::Seat(seat));
    let devices = room.devices.values().filter(move |device| device.seat == seat);
    links.map(|link| link.id).chain(devices.map(|device| device.id))
}

fn last_host() -> Refusal {
    Refusal::new("B-05", message!("table-last-host")).instead(message!("table-last-host-instead"))
}

fn no_such_link() -> Refusal {
    Refusal::new("B-02", message!("table-no-such-link"))
}
