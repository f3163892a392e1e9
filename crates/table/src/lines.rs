//! The lines of each viewer: lists that only grow.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jiff::Timestamp;
use rules::{Line, Message, Seat, Viewer};

use crate::frame::{Bookmark, LineKind, NumberedLine};

/// The lines of every viewer. A line that many get is stored once, and each has its index, so that
/// a table with hundreds of seats costs little more than one with three.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Lines {
    kept: Vec<Kept>,
    lists: BTreeMap<Viewer, Places>,
}

/// The indexes in [`Lines::kept`] of one viewer's lines, in order.
#[derive(Clone, Debug, Default, PartialEq)]
struct Places {
    all: Vec<u32>,
    /// Those of the game alone, so that talk between them is not looked through.
    of_game: Vec<u32>,
}

/// A line as all who got it share it.
#[derive(Clone, Debug, PartialEq)]
struct Kept {
    seq: u64,
    at: Timestamp,
    by: Option<Arc<str>>,
    kind: LineKind,
    line: Arc<Line>,
}

/// The lines of one viewer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct List<'l> {
    kept: &'l [Kept],
    places: &'l [u32],
    of_game: &'l [u32],
    /// Whether the reader sees which record a line is from.
    is_host: bool,
}

/// The record that lines are from.
#[derive(Clone, Debug)]
pub(crate) struct LineSource {
    pub seq: u64,
    pub at: Timestamp,
    pub by: Option<Arc<str>>,
}

/// A line of an event.
pub(crate) type KindedLine = (LineKind, Line);

/// A line that one viewer gets.
pub(crate) type ViewerLine = (Viewer, LineKind, Arc<Line>);

/// The one line of an event at the table.
pub(crate) fn table_line(message: Message) -> Vec<KindedLine> {
    vec![(LineKind::Table, Line::new(message))]
}

/// How many lines a reader without a bookmark gets; older ones load on scroll.
pub(crate) const LAST: usize = 200;
/// How many lines a reader may have missed and still gets all of them.
const MISSED: usize = 2000;

impl Lines {
    /// The viewer's list. One who has just come has read what any spectator has.
    pub fn of(&self, viewer: Viewer) -> List<'_> {
        const NONE: &Places = &Places { all: Vec::new(), of_game: Vec::new() };
        let places = self.lists.get(&viewer).or_else(|| self.lists.get(&Viewer::Spectator));
        let Places { all, of_game } = places.unwrap_or(NONE);
        List { kept: &self.kept, places: all, of_game, is_host: viewer == Viewer::Host }
    }

    /// Adds the lines of an event to the lists of those who get them.
    pub fn add(&mut self, source: &LineSource, lines: Vec<ViewerLine>) {
        let first = self.kept.len();
        // A new viewer begins with the spectators' list: without the lines that follow.
        lines.iter().for_each(|(viewer, ..)| self.add_viewer(*viewer));
        for (viewer, kind, line) in lines {
            let same = |kept: &Kept| kept.kind == kind && Arc::ptr_eq(&kept.line, &line);
            let place = match self.kept[first..].iter().position(same) {
                Some(place) => first + place,
                None => {
                    let LineSource { seq, at, by } = source.clone();
                    self.kept.push(Kept { seq, at, by, kind, line });
                    self.kept.len() - 1
                }
            };
            if let (Some(list), Ok(place)) = (self.lists.get_mut(&viewer), u32::try_from(place)) {
                list.all.push(place);
                if kind == LineKind::Game {
                    list.of_game.push(place);
                }
            }
        }
    }

    /// Gives back memory reserved for lines to come.
    pub fn shrink(&mut self) {
        self.kept.shrink_to_fit();
        for places in self.lists.values_mut() {
            places.all.shrink_to_fit();
            places.of_game.shrink_to_fit();
        }
    }

    /// Gives a viewer who has just come a list of its own: what any spectator has read.
    pub fn add_viewer(&mut self, viewer: Viewer) {
        if !self.lists.contains_key(&viewer) {
            let read = self.lists.get(&Viewer::Spectator).cloned().unwrap_or_default();
            self.lists.insert(viewer, read);
        }
    }

    /// Drops the list of a viewer who never comes back.
    pub fn remove_viewer(&mut self, viewer: Viewer) {
        self.lists.remove(&viewer);
    }
}

impl<'l> List<'l> {
    /// How many lines there are; also the number of the last.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// The lines after the first `known`.
    pub fn after(&self, known: usize) -> Vec<NumberedLine> {
        self.between(known.min(self.len()), self.len())
    }

    /// Up to `count` lines before line `before`, or the last ones.
    pub fn before(&self, before: Option<u64>, count: usize) -> Vec<NumberedLine> {
        let end = before.map_or(usize::MAX, |before| {
            usize::try_from(before.saturating_sub(1)).unwrap_or(usize::MAX)
        });
        let end = end.min(self.len());
        self.between(end.saturating_sub(count), end)
    }

    /// The lines of record `seq`.
    pub fn of_record(&self, seq: u64) -> impl DoubleEndedIterator<Item = &'l Line> + use<'l> {
        let start = self.places.partition_point(|place| self.kept(*place).seq < seq);
        let end = self.places.partition_point(|place| self.kept(*place).seq <= seq);
        let kept = self.kept;
        self.places[start..end].iter().map(move |place| &*kept[*place as usize].line)
    }

    /// The numbers of the lines of the game that are from other records than these.
    pub fn of_game_without(&self, standing: &BTreeSet<u64>) -> BTreeSet<u64> {
        let numbered = (1..).zip(self.places);
        let undone = numbered.filter(|(_, place)| {
            let kept = self.kept(**place);
            kept.kind == LineKind::Game && !standing.contains(&kept.seq)
        });
        undone.map(|(n, _)| n).collect()
    }

    /// The last line of the game from record `seq` or before.
    pub fn last_of_game(&self, seq: u64) -> Option<&'l Line> {
        let end = self.of_game.partition_point(|place| self.kept(*place).seq <= seq);
        self.of_game[..end].last().map(|place| &*self.kept(*place).line)
    }

    /// What a reader with this bookmark has missed, and whether it continues what they have.
    pub fn missed(&self, list: &str, bookmark: Option<&Bookmark>) -> (Vec<NumberedLine>, bool) {
        let known = bookmark
            .filter(|bookmark| bookmark.list == list)
            .and_then(|bookmark| usize::try_from(bookmark.line).ok())
            .filter(|known| *known <= self.len() && self.len() - known <= MISSED);
        match known {
            Some(known) => (self.after(known), true),
            None => (self.before(None, LAST), false),
        }
    }

    fn kept(&self, place: u32) -> &'l Kept {
        &self.kept[place as usize]
    }

    fn between(&self, start: usize, end: usize) -> Vec<NumberedLine> {
        let numbered = (start..end).zip(&self.places[start..end]).map(|(before, place)| {
            let kept = self.kept(*place);
            NumberedLine {
                n: before as u64 + 1,
                at: kept.at,
                by: kept.by.clone(),
                kind: kept.kind,
                line: kept.line.clone(),
                point: self.is_host.then_some(kept.seq),
            }
        });
        numbered.collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Id, SeatId, message};

    #[test]
    fn b40_a_line_for_hundreds_of_seats_is_kept_once() {
        let seats = |count| (0..count).map(|bits| Viewer::Player(SeatId(Id::from_bits(bits))));
        let mut lines = Lines::default();
        for seq in 1..=1_000 {
            let line = Arc::new(Line::new(message!("plain", text = seq)));
            let viewers = [Viewer::Host, Viewer::Spectator].into_iter().chain(seats(190));
            let added = viewers.map(|viewer| (viewer, LineKind::Talk, line.clone())).collect();
            lines.add(&LineSource { seq, at: Timestamp::UNIX_EPOCH, by: None }, added);
        }
        lines.shrink();
        assert_eq!(lines.kept.len(), 1_000);
        let places = lines.lists.values().map(|places| places.all.capacity()).sum::<usize>();
        assert!(places * size_of::<u32>() <= 192 * 1_000 * 4, "four bytes for each who gets it");
        let last = lines.of(Viewer::Host).before(None, 1);
        assert_eq!((last[0].n, last[0].point), (1_000, Some(1_000)));
        // Who comes now has read what a spectator has, and holds no line of their own.
        lines.add_viewer(Viewer::Player(SeatId(Id::from_bits(9_999))));
        assert_eq!(lines.kept.len(), 1_000);
    }
}
