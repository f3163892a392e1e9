//! The history of a game: the part of a table that can be rewound (B-13).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use rules::{AnyEvent, AnyGame, SeatId};

use crate::event::Rewind;

/// The game, and all steps it ever took.
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
    /// The game at every [`SNAPSHOT_EVERY`]-th node of each branch, so that a rewind never replays
    /// from the start. Snapshots share what did not change.
    snapshots: BTreeMap<usize, AnyGame>,
}

/// How many steps apart the snapshots are.
const SNAPSHOT_EVERY: usize = 128;

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
    /// The first record after which the game was here; none for a node only passed while steps were
    /// carried over.
    record: Option<u64>,
}

/// The first record, which opens the table and does nothing to its game.
const FIRST: u64 = 1;

/// What a rewind undoes and does again, computed once for all viewers.
#[derive(Debug)]
pub(crate) struct RewindPlan {
    /// Where to.
    pub target: RewindTarget,
    /// The steps undone: on the path to the game as it is, and not on the other.
    pub undone: Vec<u64>,
    /// The steps done again: on the other path, and not on this one.
    pub redone: Vec<u64>,
    result: OnceLock<AnyGame>,
}

impl RewindPlan {
    /// The game after the rewind.
    pub fn result(&self, history: &History) -> &AnyGame {
        self.result.get_or_init(|| history.preview(&self.target))
    }
}

/// Where a rewind goes: back to a record, then some steps once more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RewindTarget {
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
            snapshots: BTreeMap::new(),
        }
    }

    /// The steps that stand: those on the way to the game as it is.
    pub fn standing(&self) -> BTreeSet<u64> {
        let mut standing = BTreeSet::new();
        let mut at = self.head;
        while let Some(node) = at {
            standing.insert(self.nodes[node].step);
            at = self.nodes[node].parent;
        }
        standing
    }

    /// The game before anything happened.
    pub fn start(&self) -> &AnyGame {
        &self.start
    }

    /// Adds what record `seq` did; its events are already applied to [`History::game`].
    pub fn close_record(&mut self, seq: u64, by: Option<SeatId>, events: Vec<AnyEvent>) {
        if !events.is_empty() {
            self.add_node(seq);
            self.redo.clear();
            let events = events.into();
            self.steps.insert(seq, Step { by, events });
            self.keep_snapshot();
        }
        if let Some(head) = self.head {
            self.nodes[head].record.get_or_insert(seq);
        }
        self.heads.push(self.head);
    }

    fn add_node(&mut self, step: u64) {
        let depth = self.depth(self.head) + 1;
        self.nodes.push(Node { parent: self.head, depth, step, record: None });
        self.head = Some(self.nodes.len() - 1);
    }

    /// Keeps a snapshot of the game at the head, if one is due.
    fn keep_snapshot(&mut self) {
        if let Some(head) =
            self.head.filter(|head| self.nodes[*head].depth.is_multiple_of(SNAPSHOT_EVERY))
        {
            self.snapshots.insert(head, self.game.clone());
        }
    }

    fn depth(&self, head: Option<usize>) -> usize {
        head.map_or(0, |node| self.nodes[node].depth)
    }

    fn parent(&self, head: Option<usize>) -> Option<usize> {
        count_step();
        head.and_then(|node| self.nodes[node].parent)
    }

    /// Rewinds the game.
    pub fn rewind(&mut self, why: Rewind, target: &RewindTarget) {
        let head = self.head_after(target.to).unwrap_or(self.head);
        if why == Rewind::Redo {
            self.redo.pop();
        } else {
            self.redo.push(self.head);
        }
        self.game = self.game_at(head);
        self.head = head;
        for step in &target.carried {
            if let Some(carried) = self.steps.get(step) {
                apply_step(&mut self.game, carried);
                self.add_node(*step);
                self.keep_snapshot();
            }
        }
    }

    /// The head after record `seq`; none if there is no such record.
    fn head_after(&self, seq: u64) -> Option<Option<usize>> {
        self.heads.get(usize::try_from(seq).ok()?).copied()
    }

    /// The steps that lead from `from`, which is one of its ancestors, to `head`, first to last.
    fn path(&self, from: Option<usize>, mut head: Option<usize>) -> Vec<u64> {
        let mut path = Vec::new();
        while let Some(node) = head.filter(|_| head != from) {
            path.push(self.nodes[node].step);
            head = self.parent(head);
        }
        path.reverse();
        path
    }

    /// The game at `head`: replayed from the nearest snapshot on its path.
    fn game_at(&self, head: Option<usize>) -> AnyGame {
        if head == self.head {
            return self.game.clone();
        }
        let mut from = head;
        let snapshot = loop {
            match from {
                None => break &self.start,
                Some(node) => match self.snapshots.get(&node) {
                    Some(game) => break game,
                    None => from = self.parent(from),
                },
            }
        };
        let mut game = snapshot.clone();
        for step in self.path(from, head) {
            self.apply_step(&mut game, step);
        }
        game
    }

    fn apply_step(&self, game: &mut AnyGame, step: u64) {
        apply_step(game, &self.steps[&step]);
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

    /// Where undoing the last step goes.
    pub fn undo(&self) -> Option<RewindTarget> {
        Some(self.target_at(self.nodes[self.head?].parent))
    }

    /// Where the game was before the last rewind.
    pub fn redo(&self) -> Option<RewindTarget> {
        self.redo.last().map(|head| self.target_at(*head))
    }

    /// How to get to `head`: the nearest record on its path, and the steps from there.
    fn target_at(&self, mut head: Option<usize>) -> RewindTarget {
        let mut carried = Vec::new();
        while let Some(node) = head.map(|node| self.nodes[node]) {
            if let Some(to) = node.record {
                carried.reverse();
                return RewindTarget { to, carried };
            }
            carried.push(node.step);
            head = node.parent;
        }
        carried.reverse();
        RewindTarget { to: FIRST, carried }
    }

    /// Whether a rewind to `point` would change where the game is.
    pub fn can_rewind_to(&self, point: u64) -> bool {
        point > 0 && self.head_after(point).is_some_and(|head| head != self.head)
    }

    /// Where `seat` taking back its last command goes; none if the seat saw anything happen since.
    ///
    /// What the seat could not see must not matter, or the refusal would tell of it: such steps are
    /// carried over.
    pub fn take_back(
        &self,
        seat: SeatId,
        saw: impl Fn(u64) -> bool,
        look: impl Fn(&AnyGame) -> Vec<serde_json::Value>,
    ) -> Option<RewindTarget> {
        let mut own = self.head;
        while self.steps[&self.nodes[own?].step].by != Some(seat) {
            own = self.parent(own);
        }
        let since = self.path(own, self.head);
        let mut game = self.game_at(own);
        let seen = look(&game);
        for step in &since {
            self.apply_step(&mut game, *step);
            if saw(*step) || look(&game) != seen {
                return None;
            }
        }
        let mut target = self.target_at(self.parent(own));
        target.carried.extend(&since);
        Some(target)
    }

    /// The game as it would be after a rewind.
    pub fn preview(&self, target: &RewindTarget) -> AnyGame {
        let mut game = self.game_at(self.head_after(target.to).unwrap_or(self.head));
        for step in target.carried.iter().filter(|step| self.steps.contains_key(step)) {
            self.apply_step(&mut game, *step);
        }
        game
    }

    /// What a rewind undoes and does again. Only steps beyond the fork of both paths are visited.
    pub fn plan(&self, target: RewindTarget) -> RewindPlan {
        let to = self.head_after(target.to).unwrap_or(self.head);
        let fork = self.fork(self.head, to);
        let here = self.path(fork, self.head);
        let mut there = self.path(fork, to);
        there.extend(&target.carried);
        let only = |these: &[u64], those: &[u64]| -> Vec<u64> {
            let those: BTreeSet<&u64> = those.iter().collect();
            these.iter().filter(|step| !those.contains(step)).copied().collect()
        };
        let (undone, redone) = (only(&here, &there), only(&there, &here));
        RewindPlan { target, undone, redone, result: OnceLock::new() }
    }
}

fn apply_step(game: &mut AnyGame, step: &Step) {
    count_step();
    for event in step.events.iter() {
        game.apply(event);
    }
}

/// Counts a node that was walked over or a step that was applied, for the tests of how that grows.
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
        history.close_record(1, None, Vec::new());
        for seq in 2..steps + 2 {
            step(&mut history, seq);
        }
        history
    }

    fn step(history: &mut History, seq: u64) {
        let event = json!({ "event": "ticked", "segments": 1 });
        let event = history.game.read(&GameEvent { version: 1, event }).expect("an event");
        history.game.apply(&event);
        history.close_record(seq, None, vec![event]);
    }

    fn undo(history: &mut History, seq: u64) {
        let plan = history.plan(history.undo().expect("a step"));
        assert!((plan.undone.len(), plan.redone.len()) == (1, 0));
        let _ = plan.result(history);
        history.rewind(Rewind::Undo, &plan.target);
        history.close_record(seq, None, Vec::new());
    }

    #[test]
    fn b13_one_undo_costs_the_same_in_a_long_game() {
        let cost = |steps: u64| {
            let mut history = history(steps);
            counted(|| undo(&mut history, steps + 2))
        };
        assert!(
            cost(4_001) <= cost(1_001) + 4 * SNAPSHOT_EVERY as u64,
            "{} {}",
            cost(4_001),
            cost(1_001)
        );
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
            let target = RewindTarget { to: 1, carried: Vec::new() };
            counted(|| {
                let plan = history.plan(target);
                assert_eq!(plan.undone.len() as u64, steps);
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
                history.apply_step(&mut game, seq);
                game
            });
            history.rewind(Rewind::Chosen, &RewindTarget { to, carried: Vec::new() });
            let seen = |game: &AnyGame| game.view(Viewer::Host);
            assert_eq!(seen(&history.game), seen(&folded), "{to}");
        }
    }
}
