//! Who is watching a table, and what each has been sent (B-40, B-42).

#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use rules::{AnyGame, Encoded, Id, Seat, SeatId, Viewer};
use tokio::sync::mpsc;

use crate::campaign::{Campaign, Preview};
use crate::lines::list_name;
use crate::part::{PresencePart, UndoPart};
use crate::play::May;
use crate::view::{Offered, PRESENCE, Parts, UNDO, changed};
use crate::{Bookmark, Event, Farewell, Frame, Record, Snapshot, TableEvent, dispatch};

/// Who is watching.
#[derive(Debug, Default)]
pub(crate) struct Watchers {
    attachments: Vec<Attachment>,
    watching: BTreeMap<SeatId, Watching>,
    typing: BTreeSet<SeatId>,
    /// Who is here and who is typing, as everyone who watches has been told.
    told: PresencePart,
    /// How many have attached so far.
    count: u64,
}

/// A device that watches.
#[derive(Debug)]
struct Attachment {
    number: u64,
    seat: SeatId,
    device: Option<Id>,
    frames: mpsc::Sender<Arc<Frame>>,
    farewell: Arc<OnceLock<Farewell>>,
}

/// What all devices of a seat have been sent: always the table as it was before the next record,
/// so that little of it need be kept.
#[derive(Debug)]
struct Watching {
    seat: Seat,
    lines: usize,
    /// The offers sent last, kept while the table is busy.
    offers: Option<Offered>,
}

/// What those who watch know, before a record makes it old.
#[derive(Debug)]
pub(crate) struct Before {
    /// The game, if the record touches it.
    game: Option<AnyGame>,
    undo: UndoPart,
    /// The table's parts for each seat, if the record touches them.
    tables: Option<BTreeMap<SeatId, Parts>>,
    /// What each seat may do.
    may: BTreeMap<SeatId, May>,
}

impl Before {
    fn may(&self, seat: Seat) -> May {
        self.may.get(&seat.id).copied().unwrap_or(May::Look)
    }
}

/// What changes in the game for each seat, and in what it can do there.
pub(crate) type Drawn = BTreeMap<SeatId, Parts>;

/// The other end of an attachment.
#[derive(Debug)]
pub(crate) struct Attached {
    pub attachment: u64,
    pub frames: mpsc::Receiver<Arc<Frame>>,
    pub farewell: Arc<OnceLock<Farewell>>,
}

/// How many frames may wait for a slow reader before it is let go.
const FRAMES: usize = 256;

impl Watchers {
    /// Adds a device and gives it the table as it is.
    pub fn attach(
        &mut self,
        campaign: &Campaign,
        seat: Seat,
        device: Option<Id>,
        bookmark: Option<&Bookmark>,
    ) -> (Snapshot, Attached) {
        let (sender, frames) = mpsc::channel(FRAMES);
        let farewell = Arc::new(OnceLock::new());
        self.count += 1;
        // The others learn that the seat is here before this device gets its first frame.
        let here = self.attachments.iter().any(|known| known.seat == seat.id);
        let attachment = Attachment {
            number: self.count,
            seat: seat.id,
            device,
            frames: sender,
            farewell: farewell.clone(),
        };
        self.attachments.push(attachment);
        if !here {
            let lines = campaign.lines.of(seat.viewer()).len();
            self.watching.insert(seat.id, Watching { seat, lines, offers: None });
            self.broadcast_presence(campaign, Some(seat.id));
        }
        let list = list_name(seat, campaign.room.redactions);
        let told = campaign.lines.of(seat.viewer());
        let (lines, continues) = told.missed(&list, bookmark);
        let snapshot = Snapshot {
            parts: campaign.view(seat, &self.presence(campaign)),
            lines,
            continues,
            list,
            last: told.len() as u64,
        };
        let attached = Attached { attachment: self.count, frames, farewell };
        (snapshot, attached)
    }

    /// Lets a device go that went by itself.
    pub fn detach(&mut self, campaign: &Campaign, attachment: u64) {
        let before = self.attachments.len();
        self.attachments.retain(|known| known.number != attachment);
        if self.attachments.len() != before {
            self.broadcast_presence(campaign, None);
        }
    }

    /// Lets go of devices that are no more there.
    pub fn forget_gone(&mut self) {
        self.attachments.retain(|known| !known.frames.is_closed());
        self.forget_absent();
    }

    /// Marks a seat as typing or not.
    pub fn typing(&mut self, campaign: &Campaign, seat: SeatId, typing: bool) {
        let changed = match typing {
            true => self.typing.insert(seat),
            false => self.typing.remove(&seat),
        };
        if changed {
            self.broadcast_presence(campaign, None);
        }
    }

    /// Who is here and who is typing, in the order of the seats.
    pub fn presence(&self, campaign: &Campaign) -> PresencePart {
        let seats = || campaign.room.seats.iter().map(|seat| seat.id);
        let here = |seat: &SeatId| self.attachments.iter().any(|known| known.seat == *seat);
        PresencePart {
            here: seats().filter(here).collect(),
            typing: seats().filter(|seat| here(seat) && self.typing.contains(seat)).collect(),
        }
    }

    /// What those who watch know of what a record is about to change.
    pub fn before(&self, campaign: &Campaign, record: &Record) -> Before {
        let changes = Changes::of(record);
        let seats = || self.watching.values().map(|watching| watching.seat);
        let tables = || seats().map(|seat| (seat.id, campaign.table_parts(seat))).collect();
        let watched = !self.watching.is_empty();
        Before {
            game: (watched && changes.game).then(|| campaign.history.game.clone()),
            undo: campaign.undo_part(),
            tables: (watched && changes.table).then(tables),
            may: seats().map(|seat| (seat.id, May::of(campaign, seat))).collect(),
        }
    }

    /// What those who watch know of what a record is about to change, and what they will be told of
    /// the game, as far as that can be drawn up while the record is still being written. Nobody is
    /// told it yet; if the record is not kept, [`Watchers::rest`] must forget it.
    pub fn foresee(
        &mut self,
        campaign: &Campaign,
        record: &Record,
        after: &Preview,
    ) -> (Before, Option<Drawn>) {
        let before = self.before(campaign, record);
        let drawn_up = before.game.is_some() && after.only_game;
        // Only the game changes, not what anyone may do.
        let drawn = drawn_up.then(|| self.draw_up(&before, &after.game, |seat| before.may(seat)));
        (before, drawn)
    }

    /// Forgets what is only kept for speed.
    pub fn rest(&mut self) {
        for watching in self.watching.values_mut() {
            watching.offers = None;
        }
    }

    /// Tells everyone what a record changed for them, and lets those go whom it sent away.
    pub fn follow(
        &mut self,
        campaign: &Campaign,
        record: &Record,
        before: &Before,
        drawn: Option<Drawn>,
    ) {
        if Changes::of(record).access {
            self.send_away(campaign);
        }
        if let Some(seat) = record.by.filter(|_| said_to_all(record)) {
            self.typing.remove(&seat);
        }
        let may = |seat| May::of(campaign, seat);
        let drawn = drawn.unwrap_or_else(|| self.draw_up(before, &campaign.history.game, may));
        self.broadcast(campaign, before, drawn);
    }

    /// Draws up what a change of the game to `now` means for each seat.
    fn draw_up(&mut self, before: &Before, now: &AnyGame, may: impl Fn(Seat) -> May) -> Drawn {
        let mut games = Games { before, now, views: BTreeMap::new(), plain: None };
        let mut drawn = Drawn::new();
        for (id, watching) in &mut self.watching {
            let seat = watching.seat;
            let mut parts = games.changes(seat.viewer());
            if before.game.is_some() || before.tables.is_some() {
                let earlier = before.game.as_ref().unwrap_or(now);
                let mut was = watching
                    .offers
                    .take()
                    .unwrap_or_else(|| Offered::new(earlier, seat, before.may(seat)));
                let offered = Offered::after(&mut was, earlier, now, seat, may(seat));
                parts.extend(changed(&was.parts, &offered.parts));
                watching.offers = Some(offered);
            }
            drawn.insert(*id, parts);
        }
        drawn
    }

    fn send_away(&mut self, campaign: &Campaign) {
        let devices: BTreeSet<Id> = campaign.room.devices.values().map(|known| known.id).collect();
        let watching = &self.watching;
        self.attachments.retain(|attachment| {
            let revoked = attachment.device.is_some_and(|device| !devices.contains(&device));
            let role = campaign.room.seat(attachment.seat).map(|seat| seat.role);
            let was = watching.get(&attachment.seat).map(|watching| watching.seat.role);
            let why = match (revoked, role == was) {
                (true, _) => Farewell::Revoked,
                (false, false) => Farewell::RoleChanged,
                (false, true) => return true,
            };
            // The cell is set once, here, before its sender is dropped.
            let _ = attachment.farewell.set(why);
            false
        });
        self.forget_absent();
    }

    /// Says farewell to everyone.
    pub fn farewell(&mut self, why: Farewell) {
        for attachment in self.attachments.drain(..) {
            let _ = attachment.farewell.set(why);
        }
        self.forget_absent();
    }

    fn forget_absent(&mut self) {
        let here: BTreeSet<SeatId> = self.attachments.iter().map(|known| known.seat).collect();
        self.watching.retain(|seat, _| here.contains(seat));
        self.typing.retain(|seat| here.contains(seat));
    }

    /// Sends each seat what changed for it. Whoever cannot keep up is let go, and the others
    /// learn that too.
    fn broadcast(&mut self, campaign: &Campaign, before: &Before, mut drawn: Drawn) {
        let presence = self.presence(campaign);
        let present = (presence != self.told).then(|| Encoded::new(&presence));
        self.told = presence;
        let mut frames: BTreeMap<SeatId, Arc<Frame>> = BTreeMap::new();
        for (id, watching) in &mut self.watching {
            let viewer = watching.seat.viewer();
            let list = campaign.lines.of(viewer);
            let lines = list.after(watching.lines);
            watching.lines = list.len();
            let mut parts = drawn.remove(id).unwrap_or_default();
            if let Some(known) = before.tables.as_ref().and_then(|tables| tables.get(id)) {
                parts.extend(changed(known, &campaign.table_parts(watching.seat)));
            }
            if let Some(present) = &present {
                parts.insert(PRESENCE.to_owned(), present.clone());
            }
            if watching.seat.is_host() && campaign.undo_part() != before.undo {
                parts.insert(UNDO.to_owned(), Encoded::new(&campaign.undo_part()));
            }
            let frame = Frame { lines, parts };
            if !frame.is_empty() {
                frames.insert(*id, Arc::new(frame));
            }
        }
        if !self.send(&frames) {
            self.broadcast_presence(campaign, None);
        }
    }

    /// Tells who is here and who is typing, if that has changed; all but one who knows already.
    fn broadcast_presence(&mut self, campaign: &Campaign, but: Option<SeatId>) {
        self.forget_absent();
        loop {
            let presence = self.presence(campaign);
            if presence == self.told {
                return;
            }
            let part = Encoded::new(&presence);
            self.told = presence;
            let parts = Parts::from([(PRESENCE.to_owned(), part)]);
            let frame = Arc::new(Frame { lines: Vec::new(), parts });
            let others = self.watching.keys().filter(|seat| Some(**seat) != but);
            let frames = others.map(|seat| (*seat, frame.clone())).collect();
            self.send(&frames);
        }
    }

    /// Sends frames; whether everyone got theirs.
    fn send(&mut self, frames: &BTreeMap<SeatId, Arc<Frame>>) -> bool {
        let before = self.attachments.len();
        self.attachments.retain(|attachment| {
            let Some(frame) = frames.get(&attachment.seat) else {
                return true;
            };
            let sent = attachment.frames.try_send(frame.clone());
            if let Err(mpsc::error::TrySendError::Full(_)) = &sent {
                let _ = attachment.farewell.set(Farewell::TooSlow);
            }
            sent.is_ok()
        });
        self.forget_absent();
        self.attachments.len() == before
    }
}

/// What each viewer sees change in the game, made once for all who see the same.
struct Games<'c> {
    before: &'c Before,
    now: &'c AnyGame,
    views: BTreeMap<Viewer, Parts>,
    /// The first of the players who see what any player sees.
    plain: Option<Viewer>,
}

impl Games<'_> {
    fn changes(&mut self, viewer: Viewer) -> Parts {
        let Some(before) = &self.before.game else {
            return Parts::new();
        };
        let eyes = match viewer {
            Viewer::Player(seat)
                if !before.has_private_view(seat) && !self.now.has_private_view(seat) =>
            {
                *self.plain.get_or_insert(viewer)
            }
            Viewer::Host | Viewer::Player(_) | Viewer::Spectator => viewer,
        };
        let changes = || self.now.changes(before, eyes);
        self.views.entry(eyes).or_insert_with(changes).clone()
    }
}

/// What of the views an event can change, beside lines.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Changes {
    /// The table's own parts.
    table: bool,
    /// The game's parts.
    game: bool,
    /// Who may watch, and as what: someone may have to be let go.
    access: bool,
}

impl Changes {
    pub const NONE: Self = Self { table: false, game: false, access: false };
    pub const TABLE: Self = Self { table: true, ..Self::NONE };
    pub const GAME: Self = Self { game: true, ..Self::NONE };
    pub const ACCESS: Self = Self { access: true, ..Self::TABLE };

    fn of(record: &Record) -> Self {
        let changes = record.events.iter().map(|event| match event {
            Event::Game(_) => Self::GAME,
            Event::Table(event) => dispatch::changes(event),
        });
        changes.fold(Self::NONE, |all, one| Self {
            table: all.table || one.table,
            game: all.game || one.game,
            access: all.access || one.access,
        })
    }
}

/// Whether everyone hears what the record says. A whisper must not even end the typing.
fn said_to_all(record: &Record) -> bool {
    record.events.iter().any(|event| {
        let Event::Table(TableEvent::Said { voice, .. }) = event else {
            return false;
        };
        voice.audience(record.by) == rules::Audience::All
    })
}
