//! The view of a seat: the game's parts, and the table's own.

use std::sync::OnceLock;

use rules::{Acts, AnyGame, Encoded, Offer, Parts, Role, Seat, Subject, Viewer};
use serde::Serialize;
use serde_json::Value as Json;

use crate::campaign::Campaign;
use crate::event::LinkTo;
use crate::part::{
    DevicePart, LinkPart, LinksPart, PastPart, PastSession, PresencePart, SaltPart, SeatsPart,
    SeedPart, SessionPart, TablePart, UndoPart, YouPart,
};
use crate::play::May;
use crate::room::{Seated, Session};
use crate::watchers::Changes;

pub(crate) const ACTS: &str = "table/acts";
pub(crate) const VERBS: &str = "table/verbs";
pub(crate) const PRESENCE: &str = "table/presence";
pub(crate) const FACES: &str = "table/faces";
pub(crate) const UNDO: &str = "table/undo";

/// What a seat can do in a game, as far as it is pushed; nothing if it may only look.
pub(crate) fn acts(game: &AnyGame, seat: Seat, may: May) -> Acts {
    match may {
        May::Look => Acts::default(),
        May::PlayOpenly | May::Play => game.acts(seat, may == May::Play),
    }
}

/// What changed from `before` to `now`: parts whole, `null` for those that are gone.
pub(crate) fn changed(before: &Parts, now: &Parts) -> Parts {
    let gone = before.keys().filter(|key| !now.contains_key(*key));
    let gone = gone.map(|key| (key.clone(), Encoded::gone()));
    let new = now.iter().filter(|(key, part)| before.get(*key) != Some(part));
    new.map(|(key, part)| (key.clone(), part.clone())).chain(gone).collect()
}

/// All of the game that a seat sees, what it can do included.
pub(crate) fn game_parts(game: &AnyGame, seat: Seat) -> Vec<Json> {
    let mut parts: Vec<Json> = game.view(seat.viewer()).parts().into_values().collect();
    parts.push(json(&game.acts(seat, true)));
    let offers = game.subjects(seat).into_iter().flat_map(|of| game.offers(seat, &of, true));
    parts.push(json(&offers.collect::<Vec<_>>()));
    parts
}

/// What a seat can do at one moment, worked out when it is asked for.
#[derive(Clone, Debug)]
pub struct SeatActs {
    game: AnyGame,
    seat: Seat,
    may: May,
    all: OnceLock<Vec<Offer<Json>>>,
}

impl SeatActs {
    /// What the seat can do with a thing.
    #[must_use]
    pub fn offers(&self, of: &Subject) -> Vec<Offer<Json>> {
        match self.may {
            May::Look => Vec::new(),
            May::PlayOpenly => self.game.offers(self.seat, of, false),
            May::Play => self.game.offers(self.seat, of, true),
        }
    }

    /// What the seat can do with everything in sight.
    #[must_use]
    pub fn all(&self) -> &[Offer<Json>] {
        self.all.get_or_init(|| {
            let subjects = self.game.subjects(self.seat);
            subjects.iter().flat_map(|of| self.offers(of)).collect()
        })
    }

    /// What is pushed to the seat of what it can do.
    #[must_use]
    pub fn pushed(&self) -> Acts {
        acts(&self.game, self.seat, self.may)
    }
}

impl Campaign {
    /// What the seat can do in the game now with a thing, or with everything.
    pub fn offers(&self, seat: Seat, of: Option<&Subject>) -> Vec<Offer<Json>> {
        let acts = self.seat_acts(seat);
        match of {
            Some(of) => acts.offers(of),
            None => acts.all().to_vec(),
        }
    }

    /// What the seat can do, to be looked at when it is needed.
    pub fn seat_acts(&self, seat: Seat) -> SeatActs {
        SeatActs {
            game: self.history.game.clone(),
            seat,
            may: May::of(self, seat),
            all: OnceLock::new(),
        }
    }

    /// Every part of a seat's view.
    pub fn view(&self, seat: Seat, presence: &PresencePart) -> Parts {
        let mut parts = self.history.game.view(seat.viewer()).encoded();
        parts.extend(self.table_parts(seat));
        if seat.is_host() {
            parts.insert(UNDO.to_owned(), Encoded::new(&self.undo_part()));
        }
        parts.insert(PRESENCE.to_owned(), Encoded::new(presence));
        let game = &self.history.game;
        parts.insert(ACTS.to_owned(), Encoded::new(&acts(game, seat, May::of(self, seat))));
        parts.insert(VERBS.to_owned(), Encoded::new(&game.verbs()));
        parts
    }

    /// The table's own parts of a seat's view.
    pub fn table_parts(&self, seat: Seat) -> Parts {
        let mut parts = self.room_parts(seat);
        parts.extend(self.desk_parts(seat));
        parts
    }

    /// Those of the table's own parts that can change, and no others: the desk of a campaign is
    /// large, and seldom touched while it is played.
    pub fn changing_parts(&self, seat: Seat, changes: Changes) -> Parts {
        let mut parts = if changes.table { self.room_parts(seat) } else { Parts::new() };
        if changes.desk {
            parts.extend(self.desk_parts(seat));
        }
        parts
    }

    /// The host's desk and library.
    fn desk_parts(&self, seat: Seat) -> Parts {
        let mut parts = Parts::new();
        if seat.is_host() {
            if let Some(desk) = self.desk_part() {
                parts.insert("table/desk".to_owned(), Encoded::new(&desk));
            }
            if let Some(library) = self.library_part() {
                parts.insert("table/library".to_owned(), Encoded::new(&library));
            }
        }
        parts
    }

    /// The table's own parts but for the desk, as far as only the table's events change them.
    fn room_parts(&self, seat: Seat) -> Parts {
        let viewer = seat.viewer();
        let mut parts = vec![
            ("table/table", Encoded::new(&self.table_part())),
            ("table/you", Encoded::new(&self.you_part(seat))),
            ("table/seats", Encoded::new(&self.seats_part())),
            ("table/past", Encoded::new(&self.past_part(viewer))),
        ];
        if let Some(session) = self.room.session() {
            parts.push(("table/session", Encoded::new(&self.session_part(session, viewer))));
        }
        if seat.is_host() {
            parts.push(("table/links", Encoded::new(&self.links_part())));
        }
        // What most tables have none of is no part of theirs.
        if let Some(notes) = self.notes_part(seat) {
            parts.push(("table/notes", Encoded::new(&notes)));
        }
        if let Some(pictures) = self.pictures_part(seat) {
            parts.push(("table/pictures", Encoded::new(&pictures)));
        }
        if let Some(faces) = self.faces_part(seat) {
            parts.push((FACES, Encoded::new(&faces)));
        }
        parts.into_iter().map(|(key, part)| (key.to_owned(), part)).collect()
    }

    /// Whether there is something to undo or do again, for the host.
    pub fn undo_part(&self) -> UndoPart {
        UndoPart { undo: self.history.undo().is_some(), redo: self.history.redo().is_some() }
    }

    pub fn table_part(&self) -> TablePart {
        TablePart {
            id: self.id,
            title: self.room.title.clone(),
            language: self.room.language.clone(),
            time_zone: self.room.time_zone.clone(),
            family: self.room.family.clone(),
            paused: self.room.paused,
            fault: self.fault.clone(),
        }
    }

    fn you_part(&self, seat: Seat) -> YouPart {
        YouPart { seat: seat.id, name: self.room.name(seat.id).to_owned(), role: seat.role }
    }

    pub fn seats_part(&self) -> SeatsPart {
        SeatsPart { seats: self.room.seats.iter().map(Seated::part).collect() }
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
        LinksPart { links, devices, knocks: self.knock_parts() }
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
fn json(part: &impl Serialize) -> Json {
    serde_json::to_value(part).expect("plain data with string keys")
}
