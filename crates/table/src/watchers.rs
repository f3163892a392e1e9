//! The watchers of a table: attached devices, and the frames they are sent (B-40, B-42).

#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use rules::{Acts, AnyGame, Change, Encoded, Id, Parts, Seat, SeatId, Sent, Viewer};
use tokio::sync::mpsc;

use crate::campaign::{Campaign, Preview};
use crate::frame::LineTexts;
use crate::lines::list_name;
use crate::nodes::Elsewhere;
use crate::part::{PresencePart, UndoPart};
use crate::play::May;
use crate::view::{ACTS, FACES, PRESENCE, TableParts, UNDO, VERBS, acts, changed};
use crate::{Bookmark, Event, Farewell, Frame, Record, Snapshot, TableEvent, dispatch};

/// The devices that watch, by seat.
#[derive(Debug, Default)]
pub(crate) struct Watchers {
    attachments: Vec<Attachment>,
    watching: BTreeMap<SeatId, Watching>,
    typing: BTreeSet<SeatId>,
    /// The game as everyone was last sent it, encoded, by whose eyes see it: a cache that is kept
    /// while the table is busy.
    sent: BTreeMap<Viewer, Sent>,
    /// Who is here by way of other nodes.
    pub elsewhere: Elsewhere,
    /// Who is here and who is typing, as it was last sent to everyone.
    sent_presence: PresencePart,
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

/// What the devices of a seat have been sent. That is always the table as the last record left it,
/// so little of it need be kept.
#[derive(Debug)]
struct Watching {
    seat: Seat,
    lines: usize,
    /// What the seat can do, as it was last sent.
    acts: Acts,
    /// The faces it sees, as they were last sent: they come and go with what is in sight.
    faces: Option<Encoded>,
}

/// What the watchers know before a record is applied, as far as the record can change it.
#[derive(Debug)]
pub(crate) struct Before {
    /// The game, if the record touches it.
    game: Option<AnyGame>,
    undo: UndoPart,
    /// Which of the table's parts the record can change, and those for each seat.
    tables: Option<(TableParts, BTreeMap<SeatId, Parts>)>,
    /// What each seat may do.
    may: BTreeMap<SeatId, May>,
}

impl Before {
    fn may(&self, seat: Seat) -> May {
        self.may.get(&seat.id).copied().unwrap_or(May::Look)
    }
}

/// What a record changes of the game and of what can be done in it.
#[derive(Debug, Default)]
pub(crate) struct GameChanges {
    /// The changed parts for each seat.
    seats: BTreeMap<SeatId, Parts>,
    /// What the seats can do for whom that changes.
    acts: BTreeMap<SeatId, Acts>,
    /// What changes of the game alone, by whose eyes see it.
    views: BTreeMap<Viewer, Change>,
}

/// A game as it is sent after a change.
fn sent_after(known: Option<Sent>, Change { changed, shown }: Change) -> Sent {
    let keys = || shown.into_iter().flatten().map(|key| (key, None)).collect();
    let mut sent = known.unwrap_or_else(keys);
    for (key, part) in changed {
        if part == Encoded::gone() {
            sent.remove(&key);
        } else {
            sent.insert(key, Some(part));
        }
    }
    sent
}

/// The eyes of every player without a private view: all of them share one encoded view.
const GENERIC_PLAYER: Viewer = Viewer::Player(SeatId(Id::from_bits(0)));

/// The other end of an attachment.
#[derive(Debug)]
pub(crate) struct Attached {
    pub attachment: u64,
    pub frames: mpsc::Receiver<Arc<Frame>>,
    pub farewell: Arc<OnceLock<Farewell>>,
}

/// How many frames may wait for a slow reader before it is disconnected.
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
            let acts = acts(&campaign.history.game, seat, May::of(campaign, seat));
            let faces = campaign.faces_part(seat).map(|faces| Encoded::new(&faces));
            self.watching.insert(seat.id, Watching { seat, lines, acts, faces });
            self.broadcast_presence(campaign, Some(seat.id));
        }
        let list = list_name(seat, campaign.room.redactions);
        let all_lines = campaign.lines.of(seat.viewer());
        let (lines, continues) = all_lines.missed(&list, bookmark);
        let snapshot = Snapshot {
            parts: campaign.view(seat, &self.presence(campaign)),
            lines,
            continues,
            list,
            last: all_lines.len() as u64,
        };
        let attached = Attached { attachment: self.count, frames, farewell };
        (snapshot, attached)
    }

    /// Removes a device that went by itself.
    pub fn detach(&mut self, campaign: &Campaign, attachment: u64) {
        let before = self.attachments.len();
        self.attachments.retain(|known| known.number != attachment);
        if self.attachments.len() != before {
            self.broadcast_presence(campaign, None);
        }
    }

    /// Removes devices whose connection is closed.
    pub fn remove_closed(&mut self) {
        self.attachments.retain(|known| !known.frames.is_closed());
        self.remove_absent();
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
        let (own, elsewhere) = (self.own_presence(), &self.elsewhere);
        let here = |seat: &SeatId| own.here.contains(seat) || elsewhere.here(*seat);
        let typing = |seat: &SeatId| own.typing.contains(seat) || elsewhere.typing(*seat);
        PresencePart {
            here: seats().filter(here).collect(),
            typing: seats().filter(typing).collect(),
        }
    }

    /// Who is here and who is typing, by way of this node.
    pub fn own_presence(&self) -> PresencePart {
        let here: BTreeSet<SeatId> = self.attachments.iter().map(|known| known.seat).collect();
        let typing = self.typing.intersection(&here).copied().collect();
        PresencePart { here: here.into_iter().collect(), typing }
    }

    /// Whether anyone watches.
    pub fn is_watched(&self) -> bool {
        !self.attachments.is_empty()
    }

    /// What the watchers know of what a record is about to change.
    pub fn before(&self, campaign: &Campaign, record: &Record) -> Before {
        let changes = Changes::of(record);
        let seats = || self.watching.values().map(|watching| watching.seat);
        let table = |seat: Seat| (seat.id, campaign.table_parts(seat, changes.table));
        let watched = !self.watching.is_empty();
        Before {
            game: (watched && changes.game).then(|| campaign.history.game.clone()),
            undo: campaign.undo_part(),
            tables: (!changes.table.is_none())
                .then(|| (changes.table, seats().map(table).collect())),
            may: seats().map(|seat| (seat.id, May::of(campaign, seat))).collect(),
        }
    }

    /// What the watchers know before a record, and what will change for them in the game, if only
    /// the game changes: computed while the record is being written. Nothing is sent yet.
    pub fn preview(
        &self,
        campaign: &Campaign,
        record: &Record,
        after: &Preview,
    ) -> (Before, Option<GameChanges>) {
        let before = self.before(campaign, record);
        let possible = before.game.is_some() && after.only_game;
        // Only the game changes, not what anyone may do.
        let changes =
            possible.then(|| self.game_changes(&before, &after.game, |seat| before.may(seat)));
        (before, changes)
    }

    /// Sends everyone what a record changed for them, and disconnects whoever it sent away.
    pub fn broadcast_record(
        &mut self,
        campaign: &Campaign,
        record: &Record,
        before: &Before,
        changes: Option<GameChanges>,
    ) {
        if Changes::of(record).access {
            self.disconnect_revoked(campaign);
        }
        if let Some(seat) = record.by.filter(|_| said_to_all(record)) {
            self.typing.remove(&seat);
            self.elsewhere.said(seat);
        }
        let may = |seat| May::of(campaign, seat);
        let changes =
            changes.unwrap_or_else(|| self.game_changes(before, &campaign.history.game, may));
        self.broadcast(campaign, before, changes);
    }

    /// The changed parts for each seat when the game becomes `now`.
    fn game_changes(
        &self,
        before: &Before,
        now: &AnyGame,
        may: impl Fn(Seat) -> May,
    ) -> GameChanges {
        let eyes = |known: &Watching| eyes(before, now, known.seat.viewer());
        let eyes: BTreeMap<SeatId, Viewer> =
            self.watching.iter().map(|(id, known)| (*id, eyes(known))).collect();
        let views = self.view_changes(before, now, eyes.values().copied().collect());
        // Verbs are those of the pack: another one, another list (P-80).
        let moved = before.game.as_ref().is_some_and(|game| !game.same_pack(now));
        let verbs = moved.then(|| Encoded::new(&now.verbs()));
        let (mut seats, mut changed_acts) = (BTreeMap::new(), BTreeMap::new());
        for (id, watching) in &self.watching {
            let seat = watching.seat;
            let seen = eyes.get(id).and_then(|eyes| views.get(eyes));
            let mut parts = seen.map(|change| change.changed.clone()).unwrap_or_default();
            if let Some(verbs) = &verbs {
                parts.insert(VERBS.to_owned(), verbs.clone());
            }
            let may = may(seat);
            if before.game.is_some() || before.may(seat) != may {
                let acts = acts(now, seat, may);
                if acts != watching.acts {
                    parts.insert(ACTS.to_owned(), Encoded::new(&acts));
                    changed_acts.insert(*id, acts);
                }
            }
            seats.insert(*id, parts);
        }
        GameChanges { seats, acts: changed_acts, views }
    }

    /// What changes of the game for all who watch, by whose eyes they see it with.
    fn view_changes(
        &self,
        before: &Before,
        now: &AnyGame,
        viewers: BTreeSet<Viewer>,
    ) -> BTreeMap<Viewer, Change> {
        let Some(was) = &before.game else {
            return BTreeMap::new();
        };
        let sent: Vec<_> = viewers.iter().map(|eyes| (*eyes, self.sent.get(eyes))).collect();
        viewers.into_iter().zip(now.changes(was, &sent)).collect()
    }

    /// Drops what is only kept for speed.
    pub fn drop_caches(&mut self) {
        self.sent.clear();
    }

    fn disconnect_revoked(&mut self, campaign: &Campaign) {
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
        self.remove_absent();
    }

    /// Disconnects everyone.
    pub fn farewell(&mut self, why: Farewell) {
        for attachment in self.attachments.drain(..) {
            let _ = attachment.farewell.set(why);
        }
        self.drop_caches();
        self.remove_absent();
    }

    fn remove_absent(&mut self) {
        let here: BTreeSet<SeatId> = self.attachments.iter().map(|known| known.seat).collect();
        self.watching.retain(|seat, _| here.contains(seat));
        if self.watching.is_empty() {
            // Nobody keeps it up to date.
            self.drop_caches();
        }
        self.typing.retain(|seat| here.contains(seat));
    }

    /// Sends each seat what changed for it. A device that cannot keep up is disconnected, and the
    /// others learn that too.
    fn broadcast(&mut self, campaign: &Campaign, before: &Before, mut changes: GameChanges) {
        if before.game.is_some() {
            let mut known = std::mem::take(&mut self.sent);
            let views = std::mem::take(&mut changes.views).into_iter();
            let sent = |(eyes, change)| (eyes, sent_after(known.remove(&eyes), change));
            self.sent = views.map(sent).collect();
        }
        let presence = self.presence(campaign);
        let present = (presence != self.sent_presence).then(|| Encoded::new(&presence));
        self.sent_presence = presence;
        let mut frames: BTreeMap<SeatId, Frame> = BTreeMap::new();
        for (id, watching) in &mut self.watching {
            let viewer = watching.seat.viewer();
            let list = campaign.lines.of(viewer);
            let lines = list.after(watching.lines);
            watching.lines = list.len();
            let mut parts = changes.seats.remove(id).unwrap_or_default();
            if let Some(acts) = changes.acts.remove(id) {
                watching.acts = acts;
            }
            if let Some((some, tables)) = &before.tables
                && let Some(known) = tables.get(id)
            {
                parts.extend(changed(known, &campaign.table_parts(watching.seat, *some)));
            }
            let face = |key: &String| campaign.room.faces.contains_key(key) || key == "scene";
            if let Some(faces) = parts.get(FACES) {
                watching.faces = Some(faces.clone()).filter(|faces| *faces != Encoded::gone());
            } else if !campaign.room.faces.is_empty() && parts.keys().any(face) {
                let faces = campaign.faces_part(watching.seat).map(|faces| Encoded::new(&faces));
                if faces != watching.faces {
                    let part = faces.clone().unwrap_or_else(Encoded::gone);
                    parts.insert(FACES.to_owned(), part);
                    watching.faces = faces;
                }
            }
            if let Some(present) = &present {
                parts.insert(PRESENCE.to_owned(), present.clone());
            }
            if watching.seat.is_host() && campaign.undo_part() != before.undo {
                parts.insert(UNDO.to_owned(), Encoded::new(&campaign.undo_part()));
            }
            let frame = Frame { lines, parts, ..Frame::default() };
            if !frame.is_empty() {
                frames.insert(*id, frame);
            }
        }
        let texts = LineTexts::of(frames.values().flat_map(|frame| &frame.lines));
        let shared = |(id, frame)| (id, Arc::new(Frame { texts: texts.clone(), ..frame }));
        let frames = frames.into_iter().map(shared).collect();
        if !self.send(&frames) {
            self.broadcast_presence(campaign, None);
        }
    }

    /// Sends who is here and who is typing, if that has changed, to all seats but one.
    pub fn broadcast_presence(&mut self, campaign: &Campaign, but: Option<SeatId>) {
        self.remove_absent();
        loop {
            let presence = self.presence(campaign);
            if presence == self.sent_presence {
                return;
            }
            let part = Encoded::new(&presence);
            self.sent_presence = presence;
            let parts = Parts::from([(PRESENCE.to_owned(), part)]);
            let frame = Arc::new(Frame { parts, ..Frame::default() });
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
        self.remove_absent();
        self.attachments.len() == before
    }
}

/// With whose eyes a viewer sees a change: all players without a view of their own share one.
fn eyes(before: &Before, now: &AnyGame, viewer: Viewer) -> Viewer {
    let private = |seat| {
        let was = before.game.as_ref().is_some_and(|before| before.has_private_view(seat));
        was || now.has_private_view(seat)
    };
    match viewer {
        Viewer::Player(seat) if !private(seat) => GENERIC_PLAYER,
        Viewer::Host | Viewer::Player(_) | Viewer::Spectator => viewer,
    }
}

/// What of the views an event can change, beside lines.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Changes {
    /// The table's own parts.
    table: TableParts,
    /// The game's parts.
    game: bool,
    /// Who may watch, and as what: someone may have to be disconnected.
    access: bool,
}

impl Changes {
    pub const NONE: Self = Self { table: TableParts::NONE, game: false, access: false };
    pub const GAME: Self = Self { game: true, ..Self::NONE };
    pub const ACCESS: Self = Self { table: TableParts::ALL, access: true, ..Self::NONE };
    /// What is shown of things that were made ready depends on the pack.
    const PACK: Self = Self::GAME.with(TableParts::DESK.and(TableParts::LIBRARY));

    /// Some of the table's parts.
    pub const fn of_table(parts: TableParts) -> Self {
        Self::NONE.with(parts)
    }

    /// These, and some of the table's parts.
    pub const fn with(self, parts: TableParts) -> Self {
        Self { table: self.table.and(parts), ..self }
    }

    fn of(record: &Record) -> Self {
        let changes = record.events.iter().map(|event| match event {
            Event::Game(event) if event.changes_pack() => Self::PACK,
            Event::Game(_) => Self::GAME,
            Event::Table(event) => dispatch::changes(event),
        });
        changes.fold(Self::NONE, |all, one| Self {
            table: all.table.and(one.table),
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
