//! The view of a seat: the game's parts, and the table's own.

use std::collections::BTreeMap;
use std::sync::Arc;

use rules::{AnyGame, AnyView, Offer, Role, Seat, Viewer};
use serde::Serialize;
use serde_json::Value as Json;

use crate::campaign::Campaign;
use crate::decide::may_play;
use crate::event::LinkTo;
use crate::part::{
    DevicePart, LinkPart, LinksPart, PastPart, PastSession, PresencePart, SaltPart, SeatPart,
    SeatsPart, SeedPart, SessionPart, TablePart, UndoPart, YouPart,
};
use crate::room::Session;

/// A view. What is large in it is typed, so that what has not changed is found without encoding it.
#[derive(Clone, Debug)]
pub(crate) struct View {
    /// The game, shared by all who see the same of it.
    pub game: Arc<AnyView>,
    pub offers: Vec<Offer<Json>>,
    pub table: BTreeMap<&'static str, Json>,
}

const OFFERS: &str = "table/offers";

impl View {
    /// Every part.
    pub fn parts(&self) -> BTreeMap<String, Json> {
        let table = self.table.iter().map(|(key, part)| ((*key).to_owned(), part.clone()));
        let offers = (OFFERS.to_owned(), json(&self.offers));
        let game = self.game.parts().into_iter();
        game.chain(table).chain([offers]).collect()
    }

    /// What changed since `before`: parts whole, `null` for those that are gone.
    pub fn changes(&self, before: &View) -> BTreeMap<String, Json> {
        let mut changes = if Arc::ptr_eq(&self.game, &before.game) {
            BTreeMap::new()
        } else {
            self.game.changes(&before.game)
        };
        if self.offers != before.offers {
            changes.insert(OFFERS.to_owned(), json(&self.offers));
        }
        for (key, part) in &self.table {
            if before.table.get(key) != Some(part) {
                changes.insert((*key).to_owned(), part.clone());
            }
        }
        for key in before.table.keys() {
            if !self.table.contains_key(key) {
                changes.insert((*key).to_owned(), Json::Null);
            }
        }
        changes
    }
}

/// All of the game that a seat sees, what it can do included.
pub(crate) fn game_parts(game: &AnyGame, seat: Seat) -> Vec<Json> {
    let mut parts: Vec<Json> = game.view(seat.viewer()).parts().into_values().collect();
    parts.push(json(&game.offers(seat)));
    parts
}

impl Campaign {
    /// What the seat can do in the game now.
    pub fn offers(&self, seat: Seat) -> Vec<Offer<Json>> {
        match may_play(self, seat) {
            Ok(()) => self.course.game.offers(seat),
            Err(_) => Vec::new(),
        }
    }

    /// The view of a seat. `game` is what its viewer sees of the game.
    pub fn view(&self, seat: Seat, game: Arc<AnyView>, presence: &PresencePart) -> View {
        let viewer = seat.viewer();
        let mut table = BTreeMap::from([
            ("table/table", json(&self.table_part())),
            ("table/you", json(&self.you_part(seat))),
            ("table/seats", json(&self.seats_part())),
            ("table/presence", json(presence)),
            ("table/past", json(&self.past_part(viewer))),
        ]);
        if let Some(session) = self.room.session() {
            table.insert("table/session", json(&self.session_part(session, viewer)));
        }
        if viewer == Viewer::Host {
            table.insert("table/links", json(&self.links_part()));
            let undo =
                UndoPart { undo: self.course.undo().is_some(), redo: self.course.redo().is_some() };
            table.insert("table/undo", json(&undo));
        }
        View { game, offers: self.offers(seat), table }
    }

    pub fn table_part(&self) -> TablePart {
        TablePart {
            id: self.id,
            title: self.room.title.clone(),
            language: self.room.language.clone(),
            time_zone: self.room.time_zone.clone(),
            family: self.room.family.clone(),
            paused: self.room.paused,
        }
    }

    fn you_part(&self, seat: Seat) -> YouPart {
        YouPart { seat: seat.id, name: self.room.name(seat.id).to_owned(), role: seat.role }
    }

    pub fn seats_part(&self) -> SeatsPart {
        let seats = self.room.seats.iter().map(|seat| SeatPart {
            seat: seat.id,
            name: seat.name.clone(),
            role: seat.role,
        });
        SeatsPart { seats: seats.collect() }
    }

    fn session_part(&self, session: &Session, viewer: Viewer) -> SessionPart {
        let salts =
            self.room.salts.iter().map(|(seat, salt)| SaltPart { seat: *seat, salt: salt.clone() });
        SessionPart {
            number: session.number,
            began: session.began,
            seeds: seeds(session, viewer),
            salts: salts.collect(),
        }
    }

    fn past_part(&self, viewer: Viewer) -> PastPart {
        let past = self.room.sessions.iter().filter_map(|session| {
            Some(PastSession {
                number: session.number,
                began: session.began,
                ended: session.ended?,
                seeds: seeds(session, viewer),
            })
        });
        PastPart { sessions: past.collect() }
    }

    fn links_part(&self) -> LinksPart {
        let mut links: Vec<LinkPart> = self
            .room
            .links
            .values()
            .map(|link| {
                let (seat, role) = match link.to {
                    LinkTo::Seat(seat) => (Some(seat), self.room.seat(seat).map(|s| s.role)),
                    LinkTo::Anyone(role) => (None, Some(role)),
                };
                LinkPart {
                    link: link.id,
                    seat,
                    role: role.unwrap_or(Role::Spectator),
                    made: link.made,
                }
            })
            .collect();
        links.sort_by_key(|link| (link.made, link.link));
        let mut devices: Vec<DevicePart> = self
            .room
            .devices
            .values()
            .map(|device| DevicePart {
                device: device.id,
                seat: device.seat,
                entered: device.entered,
            })
            .collect();
        devices.sort_by_key(|device| (device.entered, device.device));
        LinksPart { links, devices }
    }
}

/// The seeds whose rolls the viewer sees; the seeds themselves once the session has ended.
fn seeds(session: &Session, viewer: Viewer) -> Vec<SeedPart> {
    session
        .seeds
        .iter()
        .filter(|(audience, _)| audience.sees(viewer))
        .map(|(audience, sealed)| SeedPart {
            audience: audience.clone(),
            commitment: sealed.commitment.clone(),
            seed: session.ended.and_then(|_| sealed.seed.map(|seed| seed.reveal())),
        })
        .collect()
}

/// Parts are plain data with string keys: writing them cannot fail.
pub(crate) fn json(part: &impl Serialize) -> Json {
    serde_json::to_value(part).expect("plain data with string keys")
}
