//! What a place is told of its tables: the lines of its seats, and whose turn it is.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use export::render;
use rules::{Id, Refusal, SeatId, message};
use table::{Farewell, LineKind, NumberedLine, TableHandle, TableId};
use tokio::sync::Notify;
use tokio::time::sleep;

use super::doors::last_line;
use super::{Room, Watch};
use crate::book::{Bound, Group, Told};
use crate::hub::Ask;
use crate::platform::Piece;
use crate::queue::Item;
use crate::speech;

/// How many lines are asked for at once.
const PIECE: usize = 100;
/// The most lines a place catches up on; what is older is only counted.
const MISSED: usize = 400;
/// How long to wait before a table that cannot be read is looked at again.
const AGAIN: Duration = Duration::from_secs(2);

/// How a place sits at a table.
struct Reader {
    handle: TableHandle,
    seat: SeatId,
    device: Id,
    /// It hears only what these hear, too.
    others: Vec<SeatId>,
    /// It hears only what this one does not hear.
    but: Option<SeatId>,
    /// The last line that is not to be said again.
    after: u64,
}

/// Whether a seat, its device or its table is gone for good.
pub(super) fn is_gone(refusal: &Refusal) -> bool {
    let gone = ["table-device-unknown", "table-no-such-seat", "table-no-such-table"];
    gone.iter().any(|id| refusal.what.id == *id)
}

impl Room {
    /// The tables this place is at.
    pub(super) fn tables(&self) -> Vec<TableId> {
        let book = &self.shared.book;
        match self.place.private {
            true => book.sittings(&self.place).iter().map(|sitting| sitting.table).collect(),
            false => book.group(&self.place).bound.iter().map(|bound| bound.table).collect(),
        }
    }

    /// Looks at all tables for what is to be said.
    pub(super) async fn look(&mut self) {
        let tables = self.tables();
        self.watches.retain(|table, _| tables.contains(table));
        for table in tables {
            self.look_at(table, None, None).await;
        }
    }

    async fn reader(&self, table: TableId) -> Result<Option<Reader>, Refusal> {
        let book = &self.shared.book;
        let (seat, device, others, but, told) = if self.place.private {
            let Some(sitting) = book.sitting(&self.place, table) else { return Ok(None) };
            // Whoever reads the group is told in private only what the group is not told.
            let but = sitting.home.as_ref().and_then(|_| book.public_seat(table));
            (sitting.seat, sitting.device, Vec::new(), but, sitting.told)
        } else {
            let Some(bound) = book.group(&self.place).bound.filter(|it| it.table == table) else {
                return Ok(None);
            };
            let others = bound.side.into_iter().filter(|seat| *seat != bound.seat).collect();
            (bound.seat, bound.device, others, None, bound.told)
        };
        let handle = self.shared.tables.table(table).await?.of_device(device);
        let after = self.read.get(&table).copied().unwrap_or(told.last());
        Ok(Some(Reader { handle, seat, device, others, but, after }))
    }

    /// Puts into the queue what a table has to tell; whether there was something. `own` was just
    /// typed here by `by`, so it is not said again.
    pub(super) async fn look_at(
        &mut self,
        table: TableId,
        own: Option<&str>,
        by: Option<SeatId>,
    ) -> bool {
        let reader = match self.reader(table).await {
            Ok(Some(reader)) => reader,
            Ok(None) => return false,
            Err(refusal) => {
                self.failed(table, &refusal).await;
                return false;
            }
        };
        if !self.place.private && !self.shared.book.group(&self.place).on {
            return false;
        }
        if let Ok(about) = reader.handle.about().await {
            self.language = about.language.parse().unwrap_or(self.language);
        }
        self.watch(&reader);
        let lines = match self.new_lines(&reader).await {
            Ok(lines) => lines,
            Err(refusal) => {
                self.failed(table, &refusal).await;
                return false;
            }
        };
        let mut happened = false;
        let mut own = match (own, by) {
            (Some(own), Some(seat)) => {
                seat_called(&reader.handle, seat).await.zip(Some(own.trim()))
            }
            _ => None,
        };
        for line in lines {
            let text = render::line(self.language, &line.line).join("\n");
            // Others may say the same words at the same time.
            let typed_here = own.as_ref().is_some_and(|(name, own)| {
                line.kind == LineKind::Talk
                    && line.by.as_deref() == Some(name)
                    && text.contains(own)
            });
            if typed_here {
                own = None;
                continue;
            }
            happened = true;
            let link = self.shared.link(table);
            let text = speech::fold(self.language, &text, link.as_deref());
            let pieces = vec![Piece::Text(text)];
            self.push(Item { pieces, line: Some((table, line.n)) });
        }
        if !self.place.private {
            self.turns(&reader, by).await;
        }
        happened
    }

    /// The lines a reader has not been told.
    async fn new_lines(&mut self, reader: &Reader) -> Result<Vec<NumberedLine>, Refusal> {
        let (handle, seat) = (&reader.handle, reader.seat);
        let table = handle.id();
        let mut lines = handle.lines(seat, None, PIECE).await?;
        let last = lines.last().map_or(0, |line| line.n);
        // Another role has another list: what is in it was not missed.
        let renewed =
            self.watches.get(&table).is_some_and(|it| it.renewed.swap(false, Ordering::AcqRel));
        if renewed || reader.after > last {
            self.read.insert(table, last);
            return Ok(Vec::new());
        }
        while let Some(first) = lines.first().map(|line| line.n)
            && first > reader.after + 1
            && lines.len() < MISSED
        {
            let earlier = handle.lines(seat, Some(first), PIECE).await?;
            if earlier.is_empty() {
                break;
            }
            lines.splice(0..0, earlier);
        }
        lines.retain(|line| line.n > reader.after);
        self.read.insert(table, last.max(reader.after));
        if lines.is_empty() {
            return Ok(lines);
        }
        let missed = lines.first().map_or(0, |line| line.n - reader.after - 1);
        if missed > 0 && reader.but.is_none() {
            let missed = usize::try_from(missed).unwrap_or(usize::MAX);
            let link = self.shared.link(table);
            let text = self.say(&speech::more(missed, link.as_deref()));
            self.push(Item::text(text));
        }
        let depth = lines.len() + MISSED;
        for (other, keep) in reader
            .others
            .iter()
            .map(|seat| (*seat, true))
            .chain(reader.but.map(|seat| (seat, false)))
        {
            let theirs = handle.lines(other, None, depth).await?;
            let same =
                |one: &NumberedLine| theirs.iter().any(|it| it.at == one.at && it.line == one.line);
            lines.retain(|line| same(line) == keep);
        }
        Ok(lines)
    }

    /// Wakes the place when something happens for a seat.
    fn watch(&mut self, reader: &Reader) {
        let table = reader.handle.id();
        let known = self.watches.get(&table);
        if known.is_some_and(|known| known.seat == reader.seat && !known.task.is_finished()) {
            return;
        }
        let renewed = Arc::new(AtomicBool::new(false));
        let watching = watching(
            reader.handle.clone(),
            (reader.seat, reader.device),
            self.bell.clone(),
            renewed.clone(),
        );
        let watch = Watch { seat: reader.seat, task: tokio::spawn(watching), renewed };
        self.watches.insert(table, watch);
    }

    /// Leaves out what happened while the group wanted silence; how many lines that were.
    pub(super) async fn skip_missed(&mut self, bound: &Bound) -> usize {
        let Ok(table) = self.shared.tables.table(bound.table).await else { return 0 };
        let last = last_line(&table, bound.seat).await;
        let read = self.read.insert(bound.table, last).unwrap_or(bound.told.last());
        let change = |group: &mut Group| {
            if let Some(bound) = &mut group.bound {
                bound.told = Told::up_to(last);
            }
        };
        self.shared.book.change_group(&self.place, change).await;
        usize::try_from(last.saturating_sub(read)).unwrap_or(usize::MAX)
    }

    /// A table could not be read.
    async fn failed(&mut self, table: TableId, refusal: &Refusal) {
        if !is_gone(refusal) {
            tracing::warn!(place = %self.place, what = %refusal.what.id, "a table cannot be read");
            let bell = self.bell.clone();
            tokio::spawn(async move {
                sleep(AGAIN).await;
                bell.notify_one();
            });
            return;
        }
        self.watches.remove(&table);
        self.read.remove(&table);
        let book = &self.shared.book;
        if self.place.private {
            book.unseat(&self.place, table).await;
        } else {
            book.change_group(&self.place, |group| group.bound = None).await;
        }
        self.tell(&message!("bridge-gone"));
    }

    /// Mentions those of this group whom the game has begun to wait for.
    async fn turns(&mut self, reader: &Reader, by: Option<SeatId>) {
        for (person, sitting) in self.shared.book.people_at(reader.handle.id()) {
            let here = person.account == self.place.account
                && sitting.home.as_deref() == Some(self.place.id.as_str());
            if !here {
                continue;
            }
            let Ok(acts) = reader.handle.acts(sitting.seat).await else { continue };
            let known = self.waits.insert(sitting.seat, acts.waits.clone());
            // On the first look everything is old.
            let Some(known) = known else { continue };
            let new: Vec<_> = acts.waits.iter().filter(|it| !known.contains(it)).collect();
            // Whoever has just typed is told by the answer.
            if new.is_empty() || by == Some(sitting.seat) {
                continue;
            }
            // A name in it may be known to this seat only.
            let words = new.iter().find(|wait| wait.words.args.iter().next().is_none());
            let turn = match words {
                Some(wait) => message!("bridge-turn-for", what = wait.words.clone()),
                None => message!("bridge-turn"),
            };
            let text = self.say(&turn);
            self.push(Item::to(&person.id, &text));
        }
    }
}

/// What a seat is called.
pub(super) async fn seat_called(table: &TableHandle, seat: SeatId) -> Option<String> {
    let seats = table.seats().await.ok()?;
    seats.into_iter().find(|it| it.seat == seat).map(|it| it.name)
}

/// Rings a bell when something happens for a seat, until it is gone.
async fn watching(
    handle: TableHandle,
    (seat, device): (SeatId, Id),
    bell: Arc<Notify>,
    renewed: Arc<AtomicBool>,
) {
    let mut first = true;
    loop {
        match handle.attach(seat, Some(device), None).await {
            Ok((_, mut frames)) => {
                // What happened between two connections is found by looking.
                if !std::mem::take(&mut first) {
                    bell.notify_one();
                }
                let why = loop {
                    match frames.next().await {
                        Ok(frame) => {
                            if !frame.lines.is_empty() || frame.parts.contains_key("table/acts") {
                                bell.notify_one();
                            }
                        }
                        Err(why) => break why,
                    }
                };
                match why {
                    Farewell::Revoked | Farewell::Deleted => {
                        bell.notify_one();
                        return;
                    }
                    Farewell::RoleChanged => renewed.store(true, Ordering::Release),
                    Farewell::Stopping => return,
                    Farewell::TooSlow | Farewell::Rewritten | Farewell::Unreachable => {}
                }
            }
            Err(refusal) if is_gone(&refusal) => {
                bell.notify_one();
                return;
            }
            Err(_) => sleep(AGAIN).await,
        }
        sleep(Duration::from_millis(100)).await;
    }
}

impl Room {
    /// Has the private talks of everyone at a table look again.
    pub(super) fn look_everywhere(&self, table: TableId) {
        for (person, _) in self.shared.book.people_at(table) {
            self.shared.tell(&person, Ask::Look);
        }
    }
}
