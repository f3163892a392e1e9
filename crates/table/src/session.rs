//! Sessions, and what their dice are made of: seeds and the seats' own salts (B-04, B-22).

use jiff::{SignedDuration, Timestamp};
use rules::{Audience, Decided, Refusal, SeatId, message};

use crate::campaign::{Campaign, EventContext};
use crate::deciding::Deciding;
use crate::lines::{KindedLine, table_line};
use crate::room::{Room, Sealed, Session};
use crate::secret::Secret;
use crate::{Event, Record, TableEvent, fair, text};

/// After so long without a record a session ends by itself (B-04).
const IDLE: SignedDuration = SignedDuration::from_hours(12);

impl Campaign {
    /// The record that ends a session nobody has touched for twelve hours, and begins the next.
    pub fn idle(&self, now: Timestamp, fresh: Secret) -> Option<Record> {
        self.room.session()?;
        if now.duration_since(self.room.last) < IDLE {
            return None;
        }
        let mut record = self.by_itself(now, next_session(&self.room, fresh, true));
        record.events.extend(self.history.game.begin_session().into_iter().map(Event::Game));
        Some(record)
    }
}

/// Ends the session under way, if there is one, and begins the next.
pub(crate) fn next_session(room: &Room, fresh: Secret, idle: bool) -> Vec<TableEvent> {
    let ended = room.session().map(|session| fair::end(session, idle));
    ended.into_iter().chain(fair::begin(room, fresh)).collect()
}

pub(crate) fn begin(deciding: &mut Deciding) -> Decided {
    deciding.host()?;
    deciding.extend_session(next_session(&deciding.campaign.room, deciding.fresh, false));
    Ok(())
}

pub(crate) fn end(deciding: &mut Deciding) -> Decided {
    deciding.host()?;
    let none = || Refusal::new("B-04", message!("table-no-session"));
    let session = deciding.campaign.room.session().ok_or_else(none)?;
    deciding.push(fair::end(session, false));
    Ok(())
}

pub(crate) fn set_salt(deciding: &mut Deciding, salt: &str) -> Decided {
    deciding.plays()?;
    let (seat, salt) = (deciding.by.id, text::salt(salt)?);
    deciding.push(TableEvent::SaltSet { seat, salt });
    Ok(())
}

pub(crate) fn began(room: &mut Room, number: u32, at: Timestamp) {
    room.sessions.push(Session { number, began: at, ended: None, seeds: Default::default() });
}

pub(crate) fn sealed(room: &mut Room, audience: &Audience, commitment: &str, seed: Option<Secret>) {
    if let Some(session) = room.session_mut() {
        let sealed = Sealed { commitment: commitment.to_owned(), seed, rolled: 0 };
        session.seeds.insert(audience.clone(), sealed);
    }
}

pub(crate) fn ended(room: &mut Room, at: Timestamp) {
    if let Some(session) = room.session_mut() {
        session.ended = Some(at);
    }
}

pub(crate) fn salt_set(room: &mut Room, seat: SeatId, salt: &str) {
    room.salts.insert(seat, salt.to_owned());
}

pub(crate) fn tell_began(number: u32) -> Vec<KindedLine> {
    table_line(message!("table-session-began", number = number))
}

pub(crate) fn tell_ended(room: &Room, idle: bool) -> Vec<KindedLine> {
    let number = room.session().map_or(0, |session| session.number);
    table_line(match idle {
        true => message!("table-session-idle", number = number),
        false => message!("table-session-ended", number = number),
    })
}

pub(crate) fn tell_salt_set(campaign: &Campaign, context: &EventContext) -> Vec<KindedLine> {
    table_line(message!("table-salt-set", who = context.who(campaign)))
}
