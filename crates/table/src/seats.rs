//! Seats: who sits at the table, under which name, and what each may do (B-01, B-05).

use rules::{Decided, Message, Refusal, Role, SeatId, Viewer, message, typed};

use crate::campaign::Campaign;
use crate::deciding::Deciding;
use crate::event::LinkTo;
use crate::lines::{KindedLine, table_line};
use crate::links::ways_in;
use crate::room::{Room, Seated};
use crate::secret::Secret;
use crate::{TableEvent, fair, text};

/// The most seats that somebody can sit on: a bound, not a rule.
const MANY: usize = 200;
/// The most seats with those that were sent away and not removed: every line is kept for each.
pub(crate) const CROWD: usize = 5 * MANY;

impl Campaign {
    /// Whether another seat can be added.
    ///
    /// # Errors
    /// When the table is full.
    pub fn room_for_more(&self) -> Result<(), Refusal> {
        if self.room.living().count() < MANY && self.room.seats.len() < CROWD {
            return Ok(());
        }
        Err(Refusal::new("B-01", message!("table-full", most = MANY))
            .instead(message!("table-full-instead")))
    }

    /// The events that add a seat.
    ///
    /// # Errors
    /// When the name is taken.
    pub fn new_seat(
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

    /// Two seats of one name, or of two that look the same, could not be distinguished in talk and in
    /// commands (B-15).
    ///
    /// # Errors
    /// When another seat has the name, or one that looks like it.
    pub fn name_is_free(&self, name: &str, but: Option<SeatId>) -> Result<(), Refusal> {
        let taken = |seat: &&Seated| typed::look_alike(&seat.name, name) && Some(seat.id) != but;
        match self.room.seats.iter().find(taken) {
            Some(_) => Err(Refusal::new("B-01", message!("table-name-taken", name = name))),
            None => Ok(()),
        }
    }
}

pub(crate) fn add(deciding: &mut Deciding, name: &str, role: Role) -> Decided {
    deciding.host()?;
    let campaign = deciding.campaign;
    campaign.room_for_more()?;
    let seat = SeatId(deciding.new_id());
    deciding.extend(campaign.new_seat(seat, text::name(name)?, role, deciding.fresh)?);
    Ok(())
}

pub(crate) fn rename(deciding: &mut Deciding, seat: SeatId, name: &str) -> Decided {
    deciding.own_or_host(seat)?;
    let name = text::name(name)?;
    deciding.campaign.name_is_free(&name, Some(seat))?;
    deciding.push(TableEvent::SeatRenamed { seat, name });
    Ok(())
}

pub(crate) fn set_role(deciding: &mut Deciding, seat: SeatId, role: Role) -> Decided {
    deciding.host()?;
    let campaign = deciding.campaign;
    let seated = campaign.seated(seat)?;
    let is_host = |seated: &Seated| seated.role == Role::Host;
    let mut others = campaign.room.living().filter(|other| other.id != seat);
    if is_host(seated) && role != Role::Host && !others.any(is_host) {
        return Err(last_host());
    }
    deciding.push(TableEvent::RoleChanged { seat, role });
    Ok(())
}

pub(crate) fn revoke(deciding: &mut Deciding, seat: SeatId) -> Decided {
    deciding.host()?;
    deciding.campaign.seated(seat)?;
    a_host_stays(&deciding.campaign.room, &[seat])?;
    deciding.push(TableEvent::SeatRevoked { seat });
    Ok(())
}

pub(crate) fn remove(deciding: &mut Deciding, seats: &[SeatId]) -> Decided {
    deciding.host()?;
    let mut removed = Vec::new();
    for seat in seats {
        deciding.campaign.seated(*seat)?;
        if !removed.contains(seat) {
            removed.push(*seat);
        }
    }
    if removed.is_empty() {
        return Err(Refusal::new("B-01", message!("table-no-such-seat")));
    }
    a_host_stays(&deciding.campaign.room, &removed)?;
    deciding.push(TableEvent::SeatsRemoved { seats: removed });
    Ok(())
}

/// Whether a host can come in once these seats are closed (B-05).
fn a_host_stays(room: &Room, closed: &[SeatId]) -> Decided {
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

pub(crate) fn added(campaign: &mut Campaign, seat: SeatId, name: &str, role: Role) {
    campaign.lines.add_viewer(Viewer::Player(seat));
    let (revoked, invited, acted) = (false, false, false);
    let name = name.to_owned();
    campaign.room.seats.push(Seated { id: seat, name, role, revoked, invited, acted });
}

pub(crate) fn renamed(room: &mut Room, seat: SeatId, name: &str) {
    if let Some(seated) = room.seat_mut(seat) {
        name.clone_into(&mut seated.name);
    }
}

pub(crate) fn role_changed(room: &mut Room, seat: SeatId, role: Role) {
    if let Some(seated) = room.seat_mut(seat) {
        seated.role = role;
    }
}

pub(crate) fn revoked(room: &mut Room, seat: SeatId) {
    shut_out(room, seat);
    if let Some(seated) = room.seat_mut(seat) {
        seated.revoked = true;
    }
}

pub(crate) fn removed(campaign: &mut Campaign, seats: &[SeatId]) {
    let room = &mut campaign.room;
    for id in seats {
        campaign.lines.remove_viewer(Viewer::Player(*id));
        shut_out(room, *id);
        if let Some(place) = room.seats.iter().position(|seat| seat.id == *id) {
            let seated = room.seats.remove(place);
            room.gone.insert(*id, seated);
        }
    }
}

/// Somebody can sit on the seat again.
pub(crate) fn revive(room: &mut Room, seat: SeatId) {
    if let Some(seated) = room.seat_mut(seat) {
        seated.revoked = false;
    }
}

/// No device and no link opens the seat any more.
fn shut_out(room: &mut Room, seat: SeatId) {
    room.devices.retain(|_, device| device.seat != seat);
    room.links.retain(|_, link| link.to != LinkTo::Seat(seat));
}

pub(crate) fn tell_added(name: &str, role: Role) -> Vec<KindedLine> {
    table_line(message!("table-seat-added", name = name, role = role_word(role)))
}

pub(crate) fn tell_renamed(room: &Room, seat: SeatId, name: &str) -> Vec<KindedLine> {
    table_line(message!("table-seat-renamed", old = room.name(seat), name = name))
}

pub(crate) fn tell_role_changed(room: &Room, seat: SeatId, role: Role) -> Vec<KindedLine> {
    table_line(message!("table-role-changed", name = room.name(seat), role = role_word(role)))
}

pub(crate) fn tell_revoked(room: &Room, seat: SeatId) -> Vec<KindedLine> {
    table_line(message!("table-seat-revoked", name = room.name(seat)))
}

/// Who was removed: by name, unless it is a whole crowd.
pub(crate) fn tell_removed(room: &Room, seats: &[SeatId]) -> Vec<KindedLine> {
    const NAMED: usize = 8;
    let named = |seat: &SeatId| message!("plain", text = room.name(*seat));
    let names: Vec<Message> = seats.iter().take(NAMED).map(named).collect();
    table_line(match seats.len().saturating_sub(NAMED) {
        0 => message!("table-seats-removed", names = names),
        more => message!("table-seats-removed-many", names = names, more = more),
    })
}

fn role_word(role: Role) -> Message {
    match role {
        Role::Host => message!("table-role-host"),
        Role::Player => message!("table-role-player"),
        Role::Spectator => message!("table-role-spectator"),
    }
}

fn last_host() -> Refusal {
    Refusal::new("B-05", message!("table-last-host")).instead(message!("table-last-host-instead"))
}
