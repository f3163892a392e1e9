//! Coming back without a link (B-06): who opens the invitation on another device and enters a name
//! that is taken may ask for the host's nod. With it, the secret that the device was given opens
//! that seat, as a personal link would.

use jiff::{SignedDuration, Timestamp};
use rules::{Decided, Refusal, Role, SeatId, message, typed};

use crate::campaign::Campaign;
use crate::deciding::Deciding;
use crate::event::LinkTo;
use crate::part::KnockPart;
use crate::room::Room;
use crate::secret::Secret;
use crate::token::TokenHash;
use crate::{Record, TableEvent, Token};

/// So long somebody who asked is not put aside by the next who asks for the same seat.
const PATIENCE: SignedDuration = SignedDuration::from_mins(10);
/// How many may be waiting at once.
const WAITING: usize = 10;

/// Somebody who asks for a seat of theirs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Knock {
    pub seat: SeatId,
    pub hash: TokenHash,
    pub at: Timestamp,
}

impl Campaign {
    /// What follows from somebody asking for the seat of that name, by an open invitation.
    ///
    /// # Errors
    /// When the link is no invitation, no such seat can be had so, or too many wait already.
    pub fn knock(
        &self,
        link: &TokenHash,
        name: &str,
        now: Timestamp,
        fresh: Secret,
    ) -> Result<(Record, Token), Refusal> {
        if let LinkTo::Seat(_) = self.link(link)?.to {
            return Err(Refusal::new("B-06", message!("table-link-wrong"))
                .instead(message!("table-link-ask-host")));
        }
        // Whoever runs the server can give a host a link; an invitation must not lead there.
        let mut seats = self.room.seats.iter().filter(|seat| seat.role != Role::Host);
        let seat = seats.find(|seat| typed::look_alike(&seat.name, name));
        let seat = seat.ok_or_else(|| {
            Refusal::new("B-06", message!("table-no-such-seat"))
                .instead(message!("table-link-ask-host"))
        })?;
        let fresh_ones = self.room.knocks.iter().filter(|it| now.duration_since(it.at) < PATIENCE);
        let busy = fresh_ones.clone().any(|it| it.seat == seat.id);
        if busy || fresh_ones.count() >= WAITING {
            return Err(Refusal::new("B-06", message!("table-knock-waits")));
        }
        let token = Token::made(fresh);
        let knocked = TableEvent::Knocked { seat: seat.id, hash: token.hash() };
        Ok((self.by_itself(now, vec![knocked]), token))
    }

    /// Who asks for a seat of theirs, for a host.
    pub fn knock_parts(&self) -> Vec<KnockPart> {
        let knocks = self.room.knocks.iter();
        let known = knocks.filter(|knock| self.room.seat(knock.seat).is_some());
        known.map(|knock| KnockPart { seat: knock.seat, at: knock.at }).collect()
    }
}

/// The host lets somebody back onto their seat, or does not.
pub(crate) fn nod(deciding: &mut Deciding, seat: SeatId, yes: bool) -> Decided {
    deciding.host()?;
    let knocks = &deciding.campaign.room.knocks;
    let knock = knocks.iter().find(|knock| knock.seat == seat);
    let knock = knock.ok_or_else(|| Refusal::new("B-06", message!("table-nobody-knocks")))?;
    if yes {
        if deciding.campaign.seated(seat)?.revoked {
            deciding.campaign.room_for_more()?;
        }
        let (link, hash) = (deciding.new_id(), knock.hash.clone());
        deciding.push(TableEvent::LinkMade { link, hash, to: LinkTo::Seat(seat) });
    }
    deciding.push(TableEvent::KnockAnswered { seat });
    Ok(())
}

pub(crate) fn knocked(room: &mut Room, seat: SeatId, hash: &TokenHash, at: Timestamp) {
    room.knocks.retain(|knock| knock.seat != seat);
    room.knocks.push(Knock { seat, hash: hash.clone(), at });
}

pub(crate) fn answered(room: &mut Room, seat: SeatId) {
    room.knocks.retain(|knock| knock.seat != seat);
}
