//! A node among others that share the store (B-71): what it knows of them, and how it stays up to
//! date with what they write.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use rules::SeatId;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use crate::TableId;
use crate::hint::{Here, Hint, News, NodeId};
use crate::store::Store;
use crate::tables::{Tables, WeakTables};

/// How often the heads of open tables are looked at, in case a hint was lost.
const LOOK: Duration = Duration::from_secs(2);
/// How often they are looked at while no hints can be heard.
const DEAF_LOOK: Duration = Duration::from_millis(300);
/// How long looking may take.
const PATIENCE: Duration = Duration::from_secs(4);
/// After so long without the store, everyone is told to come back elsewhere or later.
const AWAY: Duration = Duration::from_secs(4);
/// How often a table says who is at it: rarer than it drops its caches when nothing happens.
const REFRESH: Duration = Duration::from_secs(30);
/// After so long without a word, what a node said of a table counts no more.
const OLD: Duration = Duration::from_secs(75);
/// After so long without a sign of life, a node is gone, and those who were with it.
const GONE: Duration = Duration::from_secs(6);

/// This node's way to the others, as each table has it.
#[derive(Clone, Debug)]
pub(crate) struct Nodes {
    node: NodeId,
    tell: mpsc::Sender<Hint>,
    live: Arc<AtomicBool>,
    away: Arc<AtomicBool>,
}

impl Nodes {
    pub fn new(node: NodeId, tell: mpsc::Sender<Hint>) -> Self {
        Self { node, tell, live: Arc::default(), away: Arc::default() }
    }

    /// Whether what others write is heard of at once. If not, every read asks the store.
    pub fn is_live(&self) -> bool {
        self.live.load(Ordering::Acquire)
    }

    /// Whether the store has not been reached for a while. Then nobody has to wait to be told so.
    pub fn is_away(&self) -> bool {
        self.away.load(Ordering::Acquire)
    }

    /// Tells the others who is at a table here. What cannot be told now is told with the next
    /// refresh.
    pub fn tell(&self, table: TableId, here: Vec<SeatId>, typing: Vec<SeatId>, ask: bool) {
        let here = Here { node: self.node, table, here, typing, ask };
        let _ = self.tell.try_send(Hint::Here(here));
    }
}

/// Who is at a table by way of other nodes, as far as they have said so lately.
#[derive(Debug, Default)]
pub(crate) struct Elsewhere(BTreeMap<NodeId, Said>);

#[derive(Debug)]
struct Said {
    here: Vec<SeatId>,
    typing: Vec<SeatId>,
    at: Instant,
}

impl Elsewhere {
    /// What a node says.
    pub fn hear(&mut self, Here { node, here, typing, .. }: Here) {
        if here.is_empty() {
            self.0.remove(&node);
        } else {
            self.0.insert(node, Said { here, typing, at: Instant::now() });
        }
    }

    /// Forgets what is too old.
    pub fn age(&mut self) {
        self.0.retain(|_, said| said.at.elapsed() < OLD);
    }

    /// Forgets a node that is gone.
    pub fn forget(&mut self, node: NodeId) {
        self.0.remove(&node);
    }

    /// Whether a seat is at the table.
    pub fn here(&self, seat: SeatId) -> bool {
        self.0.values().any(|said| said.here.contains(&seat))
    }

    /// Whether a seat is typing.
    pub fn typing(&self, seat: SeatId) -> bool {
        self.0.values().any(|said| said.typing.contains(&seat))
    }

    /// A seat has said what it was typing.
    pub fn said(&mut self, seat: SeatId) {
        for said in self.0.values_mut() {
            said.typing.retain(|typing| *typing != seat);
        }
    }
}

/// Keeps the open tables of a node up to date, for as long as there are tables.
pub(crate) struct Follower {
    tables: WeakTables,
    store: Arc<dyn Store>,
    nodes: Nodes,
    /// When each node was last heard.
    heard: HashMap<NodeId, Instant>,
    /// When the store was last reached.
    reached: Instant,
}

impl Follower {
    /// The follower of a node's tables.
    pub fn new(tables: WeakTables, store: Arc<dyn Store>, nodes: Nodes) -> Self {
        Self { tables, store, nodes, heard: HashMap::new(), reached: Instant::now() }
    }

    pub async fn run(mut self, mut news: mpsc::Receiver<News>) {
        let mut refresh = interval(REFRESH);
        refresh.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut listening = false;
        let mut next = Instant::now();
        loop {
            tokio::select! {
                heard = news.recv() => match heard {
                    Some(News::Heard(hint)) => {
                        let Some(tables) = self.tables.upgrade() else { return };
                        self.hear(&tables, hint);
                    }
                    Some(News::Listening) => {
                        listening = true;
                        next = Instant::now();
                    }
                    Some(News::Deaf) => {
                        listening = false;
                        self.nodes.live.store(false, Ordering::Release);
                        next = Instant::now();
                    }
                    None => return,
                },
                () = tokio::time::sleep_until(next) => {
                    let Some(tables) = self.tables.upgrade() else { return };
                    self.look(&tables, listening).await;
                    next = Instant::now() + if self.nodes.is_live() { LOOK } else { DEAF_LOOK };
                }
                _ = refresh.tick() => {
                    let Some(tables) = self.tables.upgrade() else { return };
                    self.refresh(&tables);
                }
            }
        }
    }

    fn hear(&mut self, tables: &Tables, hint: Hint) {
        match hint {
            Hint::Kept(table, seq) => tables.grown(table, seq),
            Hint::Here(here) => {
                self.heard.insert(here.node, Instant::now());
                if here.node != self.nodes.node {
                    tables.ask(here.table, |actor| Box::pin(async { actor.elsewhere(here) }));
                }
            }
            Hint::Alive(node) => {
                self.heard.insert(node, Instant::now());
                let gone: Vec<NodeId> = self
                    .heard
                    .extract_if(|_, heard| heard.elapsed() > GONE)
                    .map(|(node, _)| node)
                    .collect();
                for node in gone {
                    tables.ask_all(move |actor| Box::pin(async move { actor.node_gone(node) }));
                }
            }
        }
    }

    /// Looks at the heads of all open tables.
    async fn look(&mut self, tables: &Tables, listening: bool) {
        let known = tables.known();
        let ids: Vec<TableId> = known.iter().map(|(table, _)| *table).collect();
        let heads = timeout(PATIENCE, self.store.heads(&ids)).await;
        let Ok(Ok(heads)) = heads else {
            self.nodes.live.store(false, Ordering::Release);
            if self.reached.elapsed() > AWAY && !self.nodes.away.swap(true, Ordering::AcqRel) {
                tables.ask_all(|actor| Box::pin(async { actor.unreachable() }));
            }
            return;
        };
        self.reached = Instant::now();
        self.nodes.away.store(false, Ordering::Release);
        let heads: HashMap<TableId, u64> = heads.into_iter().collect();
        for (table, seq) in known {
            match heads.get(&table) {
                Some(head) if *head > seq => tables.grown(table, *head),
                Some(_) => {}
                None => tables.ask(table, |actor| Box::pin(actor.reload())),
            }
        }
        // Only now is everything known that was written before it listened.
        self.nodes.live.store(listening, Ordering::Release);
    }

    fn refresh(&mut self, tables: &Tables) {
        tables.ask_all(|actor| Box::pin(async { actor.refresh_presence() }));
    }
}

/// With which record the log of an open table ends here.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known(Arc<AtomicU64>);

impl Known {
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }

    pub fn set(&self, seq: u64) {
        self.0.store(seq, Ordering::Release);
    }
}
