//! The part of a table that can be rewound: its game, and the way it came (B-13).

use std::collections::BTreeMap;
use std::sync::Arc;

use rules::{AnyEvent, AnyGame, SeatId};

use crate::event::Rewind;

/// The game and every way it has gone.
///
/// Each record that did something to the game is a step. Steps form a tree: a rewind goes back to
/// an earlier step, and what follows grows a new branch. Nothing is ever cut off.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    /// The game as it is.
    pub game: AnyGame,
    start: AnyGame,
    steps: BTreeMap<u64, Step>,
    nodes: Vec<Node>,
    /// The node the game is at; none before the first step.
    head: Option<usize>,
    /// The head after each record, by `seq`.
    heads: Vec<Option<usize>>,
    /// Heads left by undoing, the last on top.
    redo: Vec<Option<usize>>,
}

/// What one record did to the game.
#[derive(Clone, Debug)]
struct Step {
    by: Option<SeatId>,
    events: Arc<[AnyEvent]>,
}

/// A step at its place in the tree.
#[derive(Clone, Copy, Debug)]
struct Node {
    parent: Option<usize>,
    step: u64,
    /// The first record after which the game stood here; none for one passed in carrying.
    record: Option<u64>,
}

/// The first record, which opens the table and does nothing to its game.
const FIRST: u64 = 1;

/// A way through the tree of steps: back to a record, then some steps again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    pub to: u64,
    pub carried: Vec<u64>,
}

impl Course {
    pub fn begin(game: AnyGame) -> Self {
        Self {
            start: game.clone(),
            game,
            steps: BTreeMap::new(),
            nodes: Vec::new(),
            head: None,
            heads: vec![None],
            redo: Vec::new(),
        }
    }

    /// The game before anything happened.
    pub fn start(&self) -> &AnyGame {
        &self.start
    }

    /// Remembers what record `seq` did; its events are already made so in [`Course::game`].
    pub fn close(&mut self, seq: u64, by: Option<SeatId>, events: Vec<AnyEvent>) {
        if !events.is_empty() {
            self.grow(seq);
            self.redo.clear();
            let events = events.into();
            self.steps.insert(seq, Step { by, events });
        }
        if let Some(head) = self.head {
            self.nodes[head].record.get_or_insert(seq);
        }
        self.heads.push(self.head);
    }

    fn grow(&mut self, step: u64) {
        self.nodes.push(Node { parent: self.head, step, record: None });
        self.head = Some(self.nodes.len() - 1);
    }

    /// Goes `way`.
    pub fn rewind(&mut self, why: Rewind, way: &Way) {
        let head = self.head_after(way.to).unwrap_or(self.head);
        if why == Rewind::Redo {
            self.redo.pop();
        } else {
            self.redo.push(self.head);
        }
        self.head = head;
        for step in &way.carried {
            if self.steps.contains_key(step) {
                self.grow(*step);
            }
        }
        self.game = self.fold(self.head);
    }

    /// The head after record `seq`; none if there is no such record.
    fn head_after(&self, seq: u64) -> Option<Option<usize>> {
        self.heads.get(usize::try_from(seq).ok()?).copied()
    }

    /// The steps that lead to `head`, first to last.
    fn path(&self, mut head: Option<usize>) -> Vec<u64> {
        let mut path = Vec::new();
        while let Some(node) = head {
            path.push(self.nodes[node].step);
            head = self.nodes[node].parent;
        }
        path.reverse();
        path
    }

    fn fold(&self, head: Option<usize>) -> AnyGame {
        let mut game = self.start.clone();
        for step in self.path(head) {
            self.take(&mut game, step);
        }
        game
    }

    fn take(&self, game: &mut AnyGame, step: u64) {
        for event in self.steps[&step].events.iter() {
            game.evolve(event);
        }
    }

    /// The way back to before the last step.
    pub fn undo(&self) -> Option<Way> {
        Some(self.way(self.nodes[self.head?].parent))
    }

    /// The way to where the game was before the last rewind.
    pub fn redo(&self) -> Option<Way> {
        self.redo.last().map(|head| self.way(*head))
    }

    /// How to get to `head`: the nearest record on its path, and the steps from there.
    fn way(&self, mut head: Option<usize>) -> Way {
        let mut carried = Vec::new();
        while let Some(node) = head.map(|node| self.nodes[node]) {
            if let Some(to) = node.record {
                carried.reverse();
                return Way { to, carried };
            }
            carried.push(node.step);
            head = node.parent;
        }
        carried.reverse();
        Way { to: FIRST, carried }
    }

    /// Whether going to `point` would change where the game is.
    pub fn can_go(&self, point: u64) -> bool {
        point > 0 && self.head_after(point).is_some_and(|head| head != self.head)
    }

    /// The way `seat` can take back its last command; none if the seat saw anything happen since.
    ///
    /// What the seat could not see must not matter, or the refusal would tell of it: such steps are
    /// carried over.
    pub fn take_back(
        &self,
        seat: SeatId,
        saw: impl Fn(u64) -> bool,
        look: impl Fn(&AnyGame) -> Vec<serde_json::Value>,
    ) -> Option<Way> {
        let path = self.path(self.head);
        let own = path.iter().rposition(|step| self.steps[step].by == Some(seat))?;
        let mut game = self.start.clone();
        for step in &path[..=own] {
            self.take(&mut game, *step);
        }
        let seen = look(&game);
        for step in &path[own + 1..] {
            self.take(&mut game, *step);
            if saw(*step) || look(&game) != seen {
                return None;
            }
        }
        let mut head = self.head;
        for _ in own..path.len() {
            head = head.and_then(|node| self.nodes[node].parent);
        }
        let mut way = self.way(head);
        way.carried.extend(&path[own + 1..]);
        Some(way)
    }

    /// The game as it would be at the end of `way`.
    pub fn preview(&self, way: &Way) -> AnyGame {
        let mut game = self.fold(self.head_after(way.to).unwrap_or(self.head));
        for step in way.carried.iter().filter(|step| self.steps.contains_key(step)) {
            self.take(&mut game, *step);
        }
        game
    }

    /// The steps undone and the steps done by going `way`: those on one path and not on the other.
    pub fn between(&self, way: &Way) -> (Vec<u64>, Vec<u64>) {
        let here = self.path(self.head);
        let mut there = self.path(self.head_after(way.to).unwrap_or(self.head));
        there.extend(&way.carried);
        let only = |these: &[u64], those: &[u64]| -> Vec<u64> {
            let on_one = these.iter().filter(|step| !those.contains(step));
            on_one.copied().collect()
        };
        (only(&here, &there), only(&there, &here))
    }
}
