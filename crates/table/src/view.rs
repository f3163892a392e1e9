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

pub(crate) const ACTS: &str = "table/acts";
pub(crate) const VERBS: &str = "table/verbs";
pub(crate) const PRESENCE: &str = "table/presence";
pub(crate) const FACES: &str = "table/faces";
pub(crate) const UNDO: &str = "table/undo";

/// Which of the table's own parts of a view: those an event can change, or that are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TableParts(u16);

impl TableParts {
    pub const NONE: Self = Self(0);
    pub const TABLE: Self = Self(1);
    pub const YOU: Self = Self(1 << 1);
    pub const SEATS: Self = Self(1 << 2);
    /// The session under way and those that have ended.
    pub const SESSIONS: Self = Self(1 << 3);
    pub const LINKS: Self = Self(1 << 4);
    pub const DESK: Self = Self(1 << 5);
    pub const LIBRARY: Self = Self(1 << 6);
    pub const NOTES: Self = Self(1 << 7);
    pub const PICTURES: Self = Self(1 << 8);
    pub const FACES: Self = Self(1 << 9);
    pub const ALL: Self = Self((1 << 10) - 1);

    /// These and others.
    pub const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    const fn has(self, part: Self) -> bool {
        self.0 & part.0 != 0
    }
}

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
        parts.extend(self.table_parts(seat, TableParts::ALL));
        if seat.is_host() {
            parts.insert(UNDO.to_owned(), Encoded::new(&self.undo_part()));
        }
        parts.insert(PRESENCE.to_owned(), Encoded::new(presence));
        let game = &self.history.game;
        parts.insert(ACTS.to_owned(), Encoded::new(&acts(game, seat, May::of(self, seat))));
        parts.insert(VERBS.to_owned(), Encoded::new(&game.verbs()));
        parts
    }

    /// Some of the table's own parts of a seat's view, as far as only the table's events change
    /// them. What most tables have none of is no part of theirs.
    pub fn table_parts(&self, seat: Seat, some: TableParts) -> Parts {
        let viewer = seat.viewer();
        let mut parts = Parts::new();
        if some.has(TableParts::TABLE) {
            add(&mut parts, "table/table", Some(self.table_part()));
        }
        if some.has(TableParts::YOU) {
            add(&mut parts, "table/you", Some(self.you_part(seat)));
        }
        if some.has(TableParts::SEATS) {
            add(&mut parts, "table/seats", Some(self.seats_part()));
        }
        if some.has(TableParts::SESSIONS) {
            let session = self.room.session().map(|session| self.session_part(session, viewer));
            add(&mut parts, "table/session", session);
            add(&mut parts, "table/past", Some(self.past_part(viewer)));
        }
        if some.has(TableParts::LINKS) && seat.is_host() {
            add(&mut parts, "table/links", Some(self.links_part()));
        }
        if some.has(TableParts::DESK) && seat.is_host() {
            add(&mut parts, "table/desk", self.desk_part());
        }
        if some.has(TableParts::LIBRARY) && seat.is_host() {
            add(&mut parts, "table/library", self.library_part());
        }
        if some.has(TableParts::NOTES) {
            add(&mut parts, "table/notes", self.notes_part(seat));
        }
        if some.has(TableParts::PICTURES) {
            add(&mut parts, "table/pictures", self.pictures_part(seat));
        }
        if some.has(TableParts::FACES) {
            add(&mut parts, FACES, self.faces_part(seat));
        }
        parts
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

/// Adds a part, if there is one.
fn add(parts: &mut Parts, key: &str, part: Option<impl Serialize>) {
    if let Some(part) = part {
        parts.insert(key.to_owned(), Encoded::new(&part));
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
