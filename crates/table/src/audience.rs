//! Who is watching a table, and what each has been sent (B-40, B-42).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use rules::{AnyView, Id, Seat, SeatId, Viewer};
use tokio::sync::mpsc;

use crate::campaign::Campaign;
use crate::lines::list_name;
use crate::part::PresencePart;
use crate::view::View;
use crate::{Bookmark, Event, Farewell, Frame, Record, Snapshot, TableEvent};

/// Who is watching.
#[derive(Debug, Default)]
pub(crate) struct Audience {
    attachments: Vec<Attachment>,
    watching: BTreeMap<SeatId, Watching>,
    typing: BTreeSet<SeatId>,
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

/// What all devices of a seat have been sent.
#[derive(Debug)]
struct Watching {
    seat: Seat,
    view: View,
    lines: usize,
}

/// The other end of an attachment.
#[derive(Debug)]
pub(crate) struct Attached {
    pub attachment: u64,
    pub frames: mpsc::Receiver<Arc<Frame>>,
    pub farewell: Arc<OnceLock<Farewell>>,
}

/// How many frames may wait for a slow reader before it is let go.
const FRAMES: usize = 256;

impl Audience {
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
            let game = Arc::new(campaign.course.game.view(seat.viewer()));
            let view = campaign.view(seat, game, &self.presence(campaign));
            let lines = campaign.lines.of(seat.viewer()).len();
            self.watching.insert(seat.id, Watching { seat, view, lines });
            self.broadcast_presence(campaign);
        }
        let list = list_name(seat, campaign.room.redactions);
        let told = campaign.lines.of(seat.viewer());
        let (lines, continues) = told.missed(&list, bookmark);
        let view = self.watching.get(&seat.id).map(|watching| watching.view.parts());
        let snapshot = Snapshot {
            parts: view.unwrap_or_default(),
            lines: lines.to_vec(),
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
            self.broadcast_presence(campaign);
        }
    }

    /// Marks a seat as typing or not.
    pub fn typing(&mut self, campaign: &Campaign, seat: SeatId, typing: bool) {
        let changed = match typing {
            true => self.typing.insert(seat),
            false => self.typing.remove(&seat),
        };
        if changed {
            self.broadcast_presence(campaign);
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

    /// Tells everyone what a record changed for them, and lets those go whom it sent away.
    pub fn follow(&mut self, campaign: &Campaign, record: &Record) {
        let seated = record.events.iter().any(|event| {
            matches!(
                event,
                Event::Table(
                    TableEvent::RoleChanged { .. }
                        | TableEvent::DeviceRevoked { .. }
                        | TableEvent::SeatRevoked { .. }
                )
            )
        });
        if seated {
            self.send_away(campaign);
        }
        if let Some(seat) = record.by.filter(|_| said_to_all(record)) {
            self.typing.remove(&seat);
        }
        self.broadcast(campaign, Touched::by(record));
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
    fn broadcast(&mut self, campaign: &Campaign, touched: Touched) {
        let presence = self.presence(campaign);
        let mut games: BTreeMap<Viewer, Arc<AnyView>> = BTreeMap::new();
        let mut frames: BTreeMap<SeatId, Arc<Frame>> = BTreeMap::new();
        for (id, watching) in &mut self.watching {
            let viewer = watching.seat.viewer();
            let list = campaign.lines.of(viewer);
            let mut frame =
                Frame { lines: list.after(watching.lines).to_vec(), parts: BTreeMap::new() };
            watching.lines = list.len();
            if touched != Touched::Nothing {
                let game = match touched {
                    Touched::Game => games
                        .entry(viewer)
                        .or_insert_with(|| Arc::new(campaign.course.game.view(viewer)))
                        .clone(),
                    _ => watching.view.game.clone(),
                };
                let view = campaign.view(watching.seat, game, &presence);
                frame.parts = view.changes(&watching.view);
                watching.view = view;
            }
            if !frame.is_empty() {
                frames.insert(*id, Arc::new(frame));
            }
        }
        if !self.send(&frames) || touched == Touched::Nothing {
            self.broadcast_presence(campaign);
        }
    }

    /// Like [`Audience::broadcast`], when nothing but presence has changed.
    fn broadcast_presence(&mut self, campaign: &Campaign) {
        self.forget_absent();
        loop {
            let presence = crate::view::json(&self.presence(campaign));
            let mut frames = BTreeMap::new();
            for (id, watching) in &mut self.watching {
                let known = watching.view.table.insert("table/presence", presence.clone());
                if known.as_ref() != Some(&presence) {
                    let parts = [("table/presence".to_owned(), presence.clone())];
                    let frame = Frame { lines: Vec::new(), parts: parts.into() };
                    frames.insert(*id, Arc::new(frame));
                }
            }
            if self.send(&frames) {
                return;
            }
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

/// What of a view a record can have changed; talk and dice change nothing but lines.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Touched {
    Nothing,
    Table,
    Game,
}

impl Touched {
    fn by(record: &Record) -> Self {
        let mut touched = Touched::Nothing;
        for event in &record.events {
            match event {
                Event::Game(_) | Event::Table(TableEvent::Rewound { .. }) => return Touched::Game,
                Event::Table(TableEvent::Said { .. } | TableEvent::Rolled { .. }) => {}
                Event::Table(_) => touched = Touched::Table,
            }
        }
        touched
    }
}

/// Whether the record is something everyone hears. A whisper must not even end the typing.
fn said_to_all(record: &Record) -> bool {
    record.events.iter().any(|event| match event {
        Event::Table(TableEvent::Said { voice, .. }) => {
            voice.audience(record.by) == rules::Audience::All
        }
        _ => false,
    })
}
