//! What waits to be said in one place: coalesced into few messages, at a pace the platform bears.

use std::collections::VecDeque;
use std::time::Duration;

use table::TableId;
use tokio::time::Instant;

use crate::platform::{Outgoing, Piece};
use crate::speech::MESSAGE;

/// Something to be said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What.
    pub pieces: Vec<Piece>,
    /// The line it is, of those told of a table: once it is said, so is everything before it.
    pub line: Option<(TableId, u64)>,
}

impl Item {
    /// Text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self { pieces: vec![Piece::Text(text.into())], line: None }
    }

    /// Text to somebody.
    #[must_use]
    pub fn to(user: &str, text: &str) -> Self {
        let text = Piece::Text(format!(" {text}"));
        Self { pieces: vec![Piece::Mention(user.to_owned()), text], line: None }
    }

    fn length(&self) -> usize {
        let length = |piece: &Piece| match piece {
            Piece::Text(text) => text.chars().count() + 1,
            Piece::Mention(_) => 12,
            Piece::Picture { .. } => 0,
        };
        self.pieces.iter().map(length).sum()
    }
}

/// One message: items said together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch(pub Vec<Item>);

impl Batch {
    /// The message.
    #[must_use]
    pub fn message(&self) -> Outgoing {
        let mut pieces: Vec<Piece> = Vec::new();
        for item in &self.0 {
            for (place, piece) in item.pieces.iter().enumerate() {
                let begins = place == 0 && !pieces.is_empty();
                let before = if begins { "\n" } else { "" };
                match (piece, pieces.last_mut()) {
                    (Piece::Text(text), Some(Piece::Text(last))) => {
                        last.push_str(before);
                        last.push_str(text);
                    }
                    (Piece::Text(text), _) => pieces.push(Piece::Text(format!("{before}{text}"))),
                    (other, Some(Piece::Text(last))) => {
                        last.push_str(before);
                        pieces.push(other.clone());
                    }
                    (other, _) => pieces.push(other.clone()),
                }
            }
        }
        Outgoing(pieces)
    }

    /// The last line of each table in it.
    #[must_use]
    pub fn lines(&self) -> Vec<(TableId, u64)> {
        let mut lines: Vec<(TableId, u64)> = Vec::new();
        for (table, line) in self.0.iter().filter_map(|item| item.line) {
            match lines.iter_mut().find(|known| known.0 == table) {
                Some(known) => known.1 = known.1.max(line),
                None => lines.push((table, line)),
            }
        }
        lines
    }
}

/// So many messages may follow one another at once.
const BURST: u32 = 4;
/// From then on one in this time.
const PACE: Duration = Duration::from_millis(800);
/// Things that happen by themselves wait so long for others to be said with them.
const GATHER: Duration = Duration::from_millis(150);
/// The most items that wait; older ones are said as a number.
const MOST: usize = 400;

/// What waits to be said in one place.
#[derive(Debug)]
pub struct Queue {
    items: VecDeque<Item>,
    /// When what waits may be said.
    due: Instant,
    /// Messages that may be sent at once, and since when that holds.
    free: u32,
    since: Instant,
    /// Nothing is sent before.
    held: Option<Instant>,
    /// How many lines were dropped for want of room.
    dropped: usize,
}

impl Queue {
    /// An empty one.
    #[must_use]
    pub fn new(now: Instant) -> Self {
        let items = VecDeque::new();
        Self { items, due: now, free: BURST, since: now, held: None, dropped: 0 }
    }

    /// Whether nothing waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Something is to be said, soon.
    pub fn push(&mut self, item: Item, now: Instant) {
        if self.items.is_empty() {
            self.due = now + GATHER;
        }
        self.items.push_back(item);
        while self.items.len() > MOST {
            self.items.pop_front();
            self.dropped += 1;
        }
    }

    /// What waits is to be said at once.
    pub fn hurry(&mut self, now: Instant) {
        self.due = now;
    }

    /// Nothing is sent for a while.
    pub fn hold(&mut self, until: Instant) {
        self.held = Some(until);
    }

    /// What was held may be tried.
    pub fn release(&mut self) {
        self.held = None;
    }

    /// When the next message may be sent.
    #[must_use]
    pub fn ready(&self) -> Instant {
        let free = if self.free > 0 { self.since } else { self.since + PACE };
        let held = self.held.unwrap_or(self.due);
        self.due.max(free).max(held)
    }

    /// The next message, as many items as fit but no more than `most`; and how many were dropped
    /// before it.
    pub fn take(&mut self, most: usize, now: Instant) -> (Batch, usize) {
        self.spend(now);
        let mut batch = Batch::default();
        let mut room = MESSAGE;
        while let Some(item) = self.items.front().filter(|_| batch.0.len() < most) {
            let length = item.length();
            if length > room && !batch.0.is_empty() {
                break;
            }
            room = room.saturating_sub(length);
            batch.0.extend(self.items.pop_front());
        }
        (batch, std::mem::take(&mut self.dropped))
    }

    /// A message is sent now.
    pub fn spend(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.since).as_millis() / PACE.as_millis();
        let gained = u32::try_from(passed).unwrap_or(BURST);
        self.free = (self.free + gained).min(BURST).saturating_sub(1);
        if gained > 0 || self.free + 1 == BURST {
            self.since = now;
        }
    }

    /// A message was not taken: it is to be said again, before everything else.
    pub fn put_back(&mut self, batch: Batch) {
        for item in batch.0.into_iter().rev() {
            self.items.push_front(item);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(batch: &Batch) -> String {
        let text = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Mention(user) => format!("@{user}"),
            Piece::Picture { .. } => "[png]".to_owned(),
        };
        batch.message().0.iter().map(text).collect()
    }

    #[test]
    fn c22_a_burst_becomes_few_messages_in_order_and_at_a_pace() {
        let begun = Instant::now();
        let mut queue = Queue::new(begun);
        let table = TableId(uuid::Uuid::from_u128(1));
        for n in 1..=200 {
            let text = format!("{n:>3} {}", "字".repeat(30));
            queue.push(Item { line: Some((table, n)), ..Item::text(text) }, begun);
        }
        let (mut messages, mut all) = (0, Vec::new());
        while !queue.is_empty() {
            let (batch, dropped) = queue.take(usize::MAX, queue.ready());
            assert_eq!(dropped, 0);
            assert!(said(&batch).chars().count() <= MESSAGE);
            all.extend(batch.0.iter().filter_map(|item| item.line));
            messages += 1;
        }
        assert_eq!(messages, 4, "200 lines of 35 characters");
        assert!(all.windows(2).all(|two| two[0].1 < two[1].1), "in order");
        assert_eq!(all.last(), Some(&(table, 200)));
        // And a long run is sent at the pace.
        for n in 0..10 {
            queue.push(Item::text("长".repeat(1700) + &n.to_string()), begun);
        }
        let mut now = begun;
        while !queue.is_empty() {
            now = now.max(queue.ready());
            queue.take(usize::MAX, now);
        }
        assert!(now - begun >= PACE * 6, "{:?}", now - begun);
    }

    #[test]
    fn c22_what_was_refused_is_said_first_when_it_is_tried_again() {
        let now = Instant::now();
        let mut queue = Queue::new(now);
        queue.push(Item::text("一"), now);
        queue.push(Item::to("7", "二"), now);
        let (batch, _) = queue.take(usize::MAX, now);
        assert_eq!(said(&batch), "一\n@7 二");
        queue.push(Item::text("三"), now);
        queue.put_back(batch);
        let later = now + Duration::from_secs(60);
        queue.hold(later);
        assert_eq!(queue.ready(), later);
        queue.release();
        let (batch, _) = queue.take(usize::MAX, now);
        assert_eq!(said(&batch), "一\n@7 二\n三");
    }

    #[test]
    fn c22_what_waits_is_bounded() {
        let now = Instant::now();
        let mut queue = Queue::new(now);
        (0..1000).for_each(|n| queue.push(Item::text(n.to_string()), now));
        let (batch, dropped) = queue.take(usize::MAX, now);
        assert_eq!((dropped, said(&batch).lines().next()), (600, Some("600")));
    }
}
