//! The part of a table that can be rewound: its game, and the way it came (B-13).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use rules::{AnyEvent, AnyGame, SeatId};

use crate::event::Rewind;

/// The game and every way it has gone.
///
/// Each record that did something to the game is a step. Steps form a tree: a rewind goes back to
/// an earlier step, and what follows grows a new branch. Nothing is ever cut off.
#[derive(Clone, Debug)]
pub(crate) struct History {
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
    /// The game at every [`APART`]-th node of each way, so that going back never begins at the start.
    /// A game shares what did not change with the others.
    kept: BTreeMap<usize, AnyGame>,
}

/// How many steps apart the kept games are.
const APART: usize = 128;

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
    /// How many steps lead here.
    depth: usize,
    step: u64,
    /// The first record after which the game stood here; none for one passed in carrying.
    record: Option<u64>,
}

/// The first record, which opens the table and does nothing to its game.
const FIRST: u64 = 1;

/// What going a way undoes and does, found once for all who are told.
#[derive(Debug)]
pub(crate) struct Going {
    /// The way.
    pub way: Way,
    /// The steps undone: on the path of the game as it is, and not on the other.
    pub undone: Vec<u64>,
    /// The steps done: on the other path, and not on this one.
    pub done: Vec<u64>,
    then: OnceLock<AnyGame>,
}

impl Going {
    /// The game at the end of the way.
    pub fn then(&self, history: &History) -> &AnyGame {
        self.then.get_or_init(|| history.preview(&self.way))
    }
}

/// A way through the tree of steps: back to a record, then some steps again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    pub to: u64,
    pub carried: Vec<u64>,
}

impl History {
    pub fn begin(game: AnyGame) -> Self {
        Self {
            start: game.clone(),
            game,
            steps: BTreeMap::new(),
            nodes: Vec::new(),
            head: None,
            heads: vec![None],
            redo: Vec::new(),
            kept: BTreeMap::new(),
        }
    }

    /// The game before anything happened.
    pub fn start(&self) -> &AnyGame {
        &self.start
    }

    /// Remembers what record `seq` did; its events are already made so in [`History::game`].
    pub fn close(&mut self, seq: u64, by: Option<SeatId>, events: Vec<AnyEvent>) {
        if !events.is_empty() {
            self.grow(seq);
            self.redo.clear();
            let events = events.into();
            self.steps.insert(seq, Step { by, events });
            self.keep();
        }
        if let Some(head) = self.head {
            self.nodes[head].record.get_or_insert(seq);
        }
        self.heads.push(self.head);
    }

    fn grow(&mut self, step: u64) {
        let depth = self.depth(self.head) + 1;
        self.nodes.push(Node { parent: self.head, depth, step, record: None });
        self.head = Some(self.nodes.len() - 1);
    }

    /// Keeps the game at the head, if it is one of those that are kept.
    fn keep(&mut self) {
        if let Some(head) = self.head.filter(|head| self.nodes[*head].depth.is_multiple_of(APART)) {
            self.kept.insert(head, self.game.clone());
        }
    }

    fn depth(&self, head: Option<usize>) -> usize {
        head.map_or(0, |node| self.nodes[node].depth)
    }

    fn parent(&self, head: Option<usize>) -> Option<usize> {
        count_step();
        head.and_then(|node| self.nodes[node].parent)
    }

    /// Goes `way`.
    pub fn rewind(&mut self, why: Rewind, way: &Way) {
        let head = self.head_after(way.to).unwrap_or(self.head);
        if why == Rewind::Redo {
            self.redo.pop();
        } else {
            self.redo.push(self.head);
        }
        self.game = self.fold(head);
        self.head = head;
        for step in &way.carried {
            if let Some(taken) = self.steps.get(step) {
                take(&mut self.game, taken);
                self.grow(*step);
                self.keep();
            }
        }
    }

    /// The head after record `seq`; none if there is no such record.
    fn head_after(&self, seq: u64) -> Option<Option<usize>> {
        self.heads.get(usize::try_from(seq).ok()?).copied()
    }

    /// The steps that lead from `from`, which is on the way, to `head`, first to last.
    fn path(&self, from: Option<usize>, mut head: Option<usize>) -> Vec<u64> {
        let mut path = Vec::new();
        while let Some(node) = head.filter(|_| head != from) {
            path.push(self.nodes[node].step);
            head = self.parent(head);
        }
        path.reverse();
        path
    }

    /// The game at `head`: from the nearest one kept on its path.
    fn fold(&self, head: Option<usize>) -> AnyGame {
        if head == self.head {
            return self.game.clone();
        }
        let mut from = head;
        let kept = loop {
            match from {
                None => break &self.start,
                Some(node) => match self.kept.get(&node) {
                    Some(game) => break game,
                    None => from = self.parent(from),
                },
            }
        };
        let mut game = kept.clone();
        for step in self.path(from, head) {
            self.take(&mut game, step);
        }
        game
    }

    fn take(&self, game: &mut AnyGame, step: u64) {
        take(game, &self.steps[&step]);
    }

    /// The last node that both paths go through.
    fn fork(&self, mut one: Option<usize>, mut other: Option<usize>) -> Option<usize> {
        while one != other {
            // The deeper one goes up; equally deep ones both do, one after the other.
            if self.depth(one) >= self.depth(other) {
                one = self.parent(one);
            } else {
                other = self.parent(other);
            }
        }
        one
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
        let mut own = self.head;
        while self.steps[&self.nodes[own?].step].by != Some(seat) {
            own = self.parent(own);
        }
        let since = self.path(own, self.head);
        let mut game = self.fold(own);
        let seen = look(&game);
        for step in &since {
            self.take(&mut game, *step);
            if saw(*step) || look(&game) != seen {
                return None;
            }
        }
        let mut way = self.way(self.parent(own));
        way.carried.extend(&since);
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

    /// What going `way` undoes and does. Only what lies beyond the fork of both paths is looked at.
    pub fn going(&self, way: Way) -> Going {
        let to = self.head_after(way.to).unwrap_or(self.head);
        let fork = self.fork(self.head, to);
        let here = self.path(fork, self.head);
        let mut there = self.path(fork, to);
        there.extend(&way.carried);
        let only = |these: &[u64], those: &[u64]| -> Vec<u64> {
            let those: BTreeSet<&u64> = those.iter().collect();
            these.iter().filter(|step| !those.contains(step)).copied().collect()
        };
        let (undone, done) = (only(&here, &there), only(&there, &here));
        Going { way, undone, done, then: OnceLock::new() }
    }
}

fn take(game: &mut AnyGame, step: &Step) {
    count_step();
    for event in step.events.iter() {
        game.apply(event);
    }
}

/// Counts a node that was walked over or a step that was taken, for the tests of how that grows.
fn count_step() {
    #[cfg(test)]
    tests::STEPS.with(|steps| steps.set(steps.get() + 1));
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use rules::{GameEvent, Viewer};
    use serde_json::json;

    use super::*;

    thread_local! {
        pub static STEPS: Cell<u64> = const { Cell::new(0) };
    }

    fn counted(work: impl FnOnce()) -> u64 {
        STEPS.with(|steps| steps.set(0));
        work();
        STEPS.with(Cell::get)
    }

    /// A history of so many steps, one record each, after the first record.
    fn history(steps: u64) -> History {
        let pack = json!({ "family": "toy", "segments": 8 });
        let mut history = History::begin(AnyGame::of_log(&pack).expect("a game"));
        history.close(1, None, Vec::new());
        for seq in 2..steps + 2 {
            step(&mut history, seq);
        }
        history
    }

    fn step(history: &mut History, seq: u64) {
        let event = json!({ "event": "ticked", "segments": 1 });
        let event = history.game.read(&GameEvent { version: 1, event }).expect("an event");
        history.game.apply(&event);
        history.close(seq, None, vec![event]);
    }

    fn undo(history: &mut History, seq: u64) {
        let going = history.going(history.undo().expect("a step"));
        assert!((going.undone.len(), going.done.len()) == (1, 0));
        let _ = going.then(history);
        history.rewind(Rewind::Undo, &going.way);
        history.close(seq, None, Vec::new());
    }

    #[test]
    fn b13_one_undo_costs_the_same_in_a_long_game() {
        let cost = |steps: u64| {
            let mut history = history(steps);
            counted(|| undo(&mut history, steps + 2))
        };
        assert!(cost(4_001) <= cost(1_001) + 4 * APART as u64, "{} {}", cost(4_001), cost(1_001));
    }

    #[test]
    fn b13_a_log_with_many_rewinds_is_read_in_proportion_to_its_length() {
        // One record in four goes back one step.
        let cost = |records: u64| {
            counted(|| {
                let mut history = history(records / 2);
                for seq in records / 2 + 2..records + 2 {
                    match seq % 4 {
                        0 => undo(&mut history, seq),
                        _ => step(&mut history, seq),
                    }
                }
            })
        };
        let (short, long) = (cost(1_000), cost(4_000));
        assert!(long <= 5 * short, "{short} steps for 1,000 records, {long} for 4,000");
    }

    #[test]
    fn b13_a_rewind_costs_no_more_than_what_it_undoes() {
        let cost = |steps: u64| {
            let history = history(steps);
            let way = Way { to: 1, carried: Vec::new() };
            counted(|| {
                let going = history.going(way);
                assert_eq!(going.undone.len() as u64, steps);
            })
        };
        let (short, long) = (cost(1_000), cost(4_000));
        assert!(long <= 5 * short, "{short} and {long}");
    }

    #[test]
    fn b13_the_game_after_a_rewind_is_the_fold_of_its_steps() {
        let mut history = history(700);
        for to in [1, 130, 127, 400, 701, 257, 258, 129] {
            let folded = (2..=to).fold(history.start.clone(), |mut game, seq| {
                history.take(&mut game, seq);
                game
            });
            history.rewind(Rewind::Chosen, &Way { to, carried: Vec::new() });
            let seen = |game: &AnyGame| game.view(Viewer::Host);
            assert_eq!(seen(&history.game), seen(&folded), "{to}");
        }
    }
}
