//! Links, and the devices that come in by them (B-02, B-05).

use jiff::{SignedDuration, Timestamp};
use rules::{Decided, Id, Refusal, Role, SeatId, message};

use crate::campaign::Campaign;
use crate::deciding::Deciding;
use crate::event::LinkTo;
use crate::lines::{KindedLine, table_line};
use crate::room::{Device, Link, Room, Seated};
use crate::seats;
use crate::secret::Secret;
use crate::token::TokenHash;
use crate::{CommandId, Event, Record, TableEvent, Token};
use crate::{fair, text};

/// The most devices of a seat; another one takes the place of the oldest.
const DEVICES: usize = 8;
/// The most links to a seat, and the most open invitations; the same.
const LINKS: usize = 20;
/// How many may come in by one link in a minute.
const ENTRIES: usize = 20;
/// How long a link remembers who came by it, and an entry may be asked for again.
const MINUTE: SignedDuration = SignedDuration::from_secs(60);

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
                // It may be themselves, on another device: their own seat is better than a second one.
                let seated = self.new_seat(seat, text::name(name)?, role, fresh);
                events.extend(seated.map_err(|refusal| match refusal.what.id.as_ref() {
                    "table-name-taken" => refusal.instead(message!("table-name-yours")),
                    _ => refusal,
                })?);
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
}

pub(crate) fn invite(deciding: &mut Deciding, role: Role) -> Decided {
    deciding.host()?;
    if role == Role::Host {
        return Err(Refusal::new("B-02", message!("table-invite-no-host")));
    }
    new_link(deciding, LinkTo::Anyone(role));
    Ok(())
}

pub(crate) fn link_seat(deciding: &mut Deciding, seat: SeatId) -> Decided {
    deciding.own_or_host(seat)?;
    if deciding.campaign.seated(seat)?.revoked {
        deciding.campaign.room_for_more()?;
    }
    new_link(deciding, LinkTo::Seat(seat));
    Ok(())
}

/// Makes a link; the oldest of its kind goes when there are too many.
fn new_link(deciding: &mut Deciding, to: LinkTo) {
    let alike = |link: &&Link| match (to, link.to) {
        (LinkTo::Anyone(_), LinkTo::Anyone(_)) => true,
        (to, known) => to == known,
    };
    let links = || deciding.campaign.room.links.values().filter(alike);
    let oldest = links().min_by_key(|link| link.since).filter(|_| links().count() >= LINKS);
    if let Some(link) = oldest {
        deciding.push(TableEvent::LinkRevoked { link: link.id });
    }
    let token = Token::made(deciding.fresh);
    deciding.push(TableEvent::LinkMade { link: deciding.new_id(), hash: token.hash(), to });
    deciding.token = Some(token);
}

pub(crate) fn revoke_link(deciding: &mut Deciding, link: Id) -> Decided {
    deciding.host()?;
    let mut links = deciding.campaign.room.links.values();
    let known = links.find(|made| made.id == link).ok_or_else(no_such_link)?;
    if let LinkTo::Seat(seat) = known.to {
        // The device at hand may be lost tomorrow: it does not count.
        a_host_can_return(deciding, seat, &[Some(link), deciding.device])?;
    }
    deciding.push(TableEvent::LinkRevoked { link });
    Ok(())
}

pub(crate) fn revoke_device(deciding: &mut Deciding, device: Id) -> Decided {
    let by = deciding.by;
    let mut devices = deciding.campaign.room.devices.values();
    let known = devices.find(|known| known.id == device);
    let known = known.filter(|known| by.is_host() || known.seat == by.id);
    let known = known.ok_or_else(no_such_link)?;
    a_host_can_return(deciding, known.seat, &[Some(device)])?;
    deciding.push(TableEvent::DeviceRevoked { device });
    Ok(())
}

/// Whether a host can come in once these links and devices of `seat` are no more (B-05).
fn a_host_can_return(deciding: &Deciding, seat: SeatId, without: &[Option<Id>]) -> Decided {
    let room = &deciding.campaign.room;
    if !room.hosts().any(|host| host.id == seat) {
        return Ok(());
    }
    let mut ways = room.hosts().flat_map(|host| ways_in(room, host.id));
    match ways.any(|way| !without.contains(&Some(way))) {
        true => Ok(()),
        false => Err(Refusal::new("B-05", message!("table-last-host-link"))
            .instead(message!("table-last-host-link-instead"))),
    }
}

/// The links and devices that open a seat.
pub(crate) fn ways_in(room: &Room, seat: SeatId) -> impl Iterator<Item = Id> {
    let links = room.links.values().filter(move |link| link.to == LinkTo::Seat(seat));
    let devices = room.devices.values().filter(move |device| device.seat == seat);
    links.map(|link| link.id).chain(devices.map(|device| device.id))
}

/// Revokes all open invitations; a sweep also removes those who came by one and did nothing.
pub(crate) fn close_door(deciding: &mut Deciding, sweep: bool) -> Decided {
    deciding.host()?;
    let room = &deciding.campaign.room;
    let mut open =
        room.links.values().filter(|link| matches!(link.to, LinkTo::Anyone(_))).peekable();
    let idle = |seat: &&Seated| seat.invited && !seat.acted && seat.role != Role::Host;
    let seats: Vec<SeatId> = room.seats.iter().filter(idle).map(|seat| seat.id).collect();
    let swept = sweep && !seats.is_empty();
    if open.peek().is_none() && !swept {
        return Err(Refusal::new("B-02", message!("table-door-closed")));
    }
    deciding.extend(open.map(|link| TableEvent::LinkRevoked { link: link.id }));
    if swept {
        deciding.push(TableEvent::SeatsRemoved { seats });
    }
    Ok(())
}

pub(crate) fn link_made(room: &mut Room, link: Id, hash: &TokenHash, to: LinkTo, at: Timestamp) {
    if let LinkTo::Seat(seat) = to {
        seats::revive(room, seat);
    }
    let link = Link { id: link, to, made: at, since: room.seq, entered: Vec::new() };
    room.links.insert(hash.clone(), link);
}

pub(crate) fn link_revoked(room: &mut Room, link: Id) {
    room.links.retain(|_, made| made.id != link);
}

pub(crate) fn device_entered(
    room: &mut Room,
    (device, hash): (Id, &TokenHash),
    seat: SeatId,
    link: Option<Id>,
    at: Timestamp,
) {
    seats::revive(room, seat);
    count_entry(room, link, seat, at);
    let device = Device { id: device, seat, entered: at, since: room.seq };
    room.devices.insert(hash.clone(), device);
}

/// Counts one who came in. Old logs do not say by which link.
fn count_entry(room: &mut Room, link: Option<Id>, seat: SeatId, at: Timestamp) {
    let Some(link) = room.links.values_mut().find(|known| Some(known.id) == link) else {
        return;
    };
    link.entered.retain(|earlier| at.duration_since(*earlier) < MINUTE);
    link.entered.push(at);
    let invited = matches!(link.to, LinkTo::Anyone(_));
    if let Some(seated) = room.seat_mut(seat).filter(|_| invited) {
        seated.invited = true;
    }
}

pub(crate) fn device_revoked(room: &mut Room, device: Id) {
    room.devices.retain(|_, entered| entered.id != device);
}

/// No link and no device of another server opens a seat here (B-50).
pub(crate) fn imported(room: &mut Room) {
    room.links.clear();
    room.devices.clear();
    room.knocks.clear();
}

pub(crate) fn tell_imported() -> Vec<KindedLine> {
    table_line(message!("table-imported"))
}

fn no_such_link() -> Refusal {
    Refusal::new("B-02", message!("table-no-such-link"))
}
