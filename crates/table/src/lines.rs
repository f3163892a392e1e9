//! What each viewer has been told: lists that only grow.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use rules::{Line, Seat, Viewer};

use crate::frame::{Bookmark, LineKind, NumberedLine};

/// The lines of every viewer.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Lines {
    lists: BTreeMap<Viewer, List>,
}

/// The lines one viewer has been told.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct List {
    lines: Vec<NumberedLine>,
    /// The record each line is from.
    records: Vec<u64>,
}

/// A line as it is told to several viewers at once.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    pub seq: u64,
    pub at: Timestamp,
    pub by: Option<Arc<str>>,
    pub kind: LineKind,
}

/// How many lines a reader without a bookmark gets; older ones load on scroll.
pub(crate) const LAST: usize = 200;
/// How many lines a reader may have missed and still gets all of them.
const MISSED: usize = 2000;

impl Lines {
    /// The viewer's list. One who has just come has read what any spectator has.
    pub fn of(&self, viewer: Viewer) -> &List {
        const NONE: &List = &List { lines: Vec::new(), records: Vec::new() };
        let list = self.lists.get(&viewer);
        list.or_else(|| self.lists.get(&Viewer::Spectator)).unwrap_or(NONE)
    }

    /// Adds a line to a viewer's list.
    pub fn tell(&mut self, viewer: Viewer, told: &Told, line: Arc<Line>) {
        if !self.lists.contains_key(&viewer) {
            self.lists.insert(viewer, self.of(viewer).clone());
        }
        let list = self.lists.entry(viewer).or_default();
        list.lines.push(NumberedLine {
            n: list.lines.len() as u64 + 1,
            at: told.at,
            by: told.by.clone(),
            kind: told.kind,
            line,
            point: (viewer == Viewer::Host).then_some(told.seq),
        });
        list.records.push(told.seq);
    }

    /// Gives back the room kept for lines to come.
    pub fn rest(&mut self) {
        for list in self.lists.values_mut() {
            list.lines.shrink_to_fit();
            list.records.shrink_to_fit();
        }
    }

    /// Gives a viewer who has just come a list of its own.
    pub fn welcome(&mut self, viewer: Viewer) {
        let list = self.of(viewer).clone();
        self.lists.entry(viewer).or_insert(list);
    }
}

impl List {
    /// How many lines there are; also the number of the last.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// The lines after the first `known`.
    pub fn after(&self, known: usize) -> &[NumberedLine] {
        &self.lines[known.min(self.lines.len())..]
    }

    /// Up to `count` lines before line `before`, or the last ones.
    pub fn before(&self, before: Option<u64>, count: usize) -> &[NumberedLine] {
        let end = before.map_or(usize::MAX, |before| {
            usize::try_from(before.saturating_sub(1)).unwrap_or(usize::MAX)
        });
        let end = end.min(self.lines.len());
        &self.lines[end.saturating_sub(count)..end]
    }

    /// The lines told of record `seq`.
    pub fn of_record(&self, seq: u64) -> &[NumberedLine] {
        let start = self.records.partition_point(|record| *record < seq);
        let end = self.records.partition_point(|record| *record <= seq);
        &self.lines[start..end]
    }

    /// The last line of the game told of record `seq` or before.
    pub fn last_of_game(&self, seq: u64) -> Option<&NumberedLine> {
        let end = self.records.partition_point(|record| *record <= seq);
        let before = self.lines[..end].iter().rev();
        before.into_iter().find(|line| line.kind == LineKind::Game)
    }

    /// What a reader with this bookmark has missed, and whether it continues what they have.
    pub fn missed(&self, list: &str, bookmark: Option<&Bookmark>) -> (&[NumberedLine], bool) {
        let known = bookmark
            .filter(|bookmark| bookmark.list == list)
            .and_then(|bookmark| usize::try_from(bookmark.line).ok())
            .filter(|known| *known <= self.len() && self.len() - known <= MISSED);
        match known {
            Some(known) => (self.after(known), true),
            None => (self.before(None, LAST), false),
        }
    }
}

/// The name of the list a seat reads: another one once lines in it have changed (B-76).
pub(crate) fn list_name(seat: Seat, redactions: u32) -> String {
    let name = match seat.viewer() {
        Viewer::Host => "host".to_owned(),
        Viewer::Spectator => "spectator".to_owned(),
        Viewer::Player(seat) => seat.0.to_string(),
    };
    match redactions {
        0 => name,
        times => format!("{name}.{times}"),
    }
}
