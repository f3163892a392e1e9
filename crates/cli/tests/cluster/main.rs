//! Several nodes on one PostgreSQL, at which many tables play while nodes and database are killed
//! and the ways between them are cut, slow and dead (B-71).

mod player;
mod proxy;

#[path = "../running/mod.rs"]
#[allow(dead_code, reason = "shared with the tests of `serve`")]
mod running;

#[path = "../../../server/tests/site/browser.rs"]
#[allow(dead_code, reason = "shared with the server's own tests, which use all of it")]
mod browser;

#[path = "../../../table/tests/postgres/mod.rs"]
mod postgres;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};
use table::{CommandId, Database, Event, PostgresStore, Store, TableId, Tables, World};
use tokio::sync::{Semaphore, watch};
use tokio::time::timeout;

use browser::Browser;
use player::{Game, Player};
use postgres::Postgres;
use proxy::{Proxy, Way};
use running::Running;

/// How many nodes there are.
const NODES: usize = 3;
/// How many sit at each table.
const SEATS: usize = 6;
const PACKS: [&str; 5] =
    ["mist-2d6", "fate-condensed", "timeline", "mist-bureau", "fate-accelerated"];
/// How many commands may be under way at once: the machine of the tests is small.
const UNDER_WAY: usize = 24;
/// So many commands are acknowledged from one fault to the next, unless the faults are in the way.
const BETWEEN: u64 = 30;
/// How long to wait for them.
const LONGEST: Duration = Duration::from_secs(6);

fn asked(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// How often something is killed: `make cluster` asks for hundreds.
fn kills() -> u64 {
    asked("CLUSTER_KILLS", 30)
}

fn tables() -> usize {
    usize::try_from(asked("CLUSTER_TABLES", 10)).expect("a few")
}

/// Numbers that look random and are the same each time.
fn scattered(number: u64) -> u64 {
    let mixed = number.wrapping_add(7).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 29)
}

/// A node and its way to the database.
struct Node {
    running: Option<Running>,
    proxy: Proxy,
    address: SocketAddr,
    folder: tempfile::TempDir,
}

impl Node {
    async fn start(database: &Postgres) -> Self {
        let proxy = Proxy::start(database.socket()).await;
        let folder = tempfile::tempdir().expect("a folder");
        let mut node =
            Self { running: None, proxy, address: SocketAddr::from(([127, 0, 0, 1], 0)), folder };
        node.begin();
        node
    }

    fn begin(&mut self) {
        let database =
            format!("postgres://mistline@{}/mistline?sslmode=disable", self.proxy.address);
        let listen = self.address.to_string();
        let log = match std::env::var_os("CLUSTER_LOG") {
            Some(_) => Stdio::inherit(),
            None => Stdio::null(),
        };
        let running = Running::sharing(&database, self.folder.path(), &listen, log);
        self.address = running.address;
        self.running = Some(running);
    }
}

async fn sit_down(nodes: &[SocketAddr], count: usize) -> Vec<Player> {
    let mut sitting = tokio::task::JoinSet::new();
    for number in 0..count {
        let nodes = nodes.to_vec();
        sitting.spawn(async move { sit_at(&nodes, number).await });
    }
    sitting.join_all().await.into_iter().flatten().collect()
}

/// Six sit down at a table, each at another node than their neighbour.
async fn sit_at(nodes: &[SocketAddr], number: usize) -> Vec<Player> {
    let at = |seat: usize| nodes[(number + seat) % nodes.len()];
    let mut host = Browser::new(at(0));
    let (table, _, invite) = host.make("雾中", PACKS[number % PACKS.len()]).await;
    let first = (number * SEATS) as u64;
    let mut players = vec![Player::sit(host, &table, first, true).await];
    for seat in 1..SEATS {
        let mut browser = Browser::new(at(seat));
        let name = ["叶岚", "阿九", "沈知远", "小采", "老周"][seat - 1];
        browser.enter(&table, &invite, name, 1_000_000 + seat as u64).await;
        players.push(Player::sit(browser, &table, first + seat as u64, false).await);
    }
    let seats: Vec<_> = players.iter().map(|player| player.seat).collect();
    for player in &mut players {
        player.seats.clone_from(&seats);
    }
    players
}

/// What was done to the cluster.
#[derive(Debug, Default)]
struct Faults {
    nodes_killed: u64,
    databases_killed: u64,
    nodes_restarted: u64,
    ways_cut: u64,
    ways_slowed: u64,
    ways_dead: u64,
}

impl Faults {
    fn kills(&self) -> u64 {
        self.nodes_killed + self.databases_killed
    }
}

/// Kills nodes and the database, restarts nodes as an upgrade would, and cuts and slows their ways.
async fn trouble(nodes: &mut [Node], database: &mut Postgres, game: &Game) -> Faults {
    let mut faults = Faults::default();
    let mut answered = game.acknowledged.subscribe();
    for step in 0.. {
        let before = *answered.borrow_and_update();
        let enough = answered.wait_for(|count| *count >= before + BETWEEN);
        let _ = timeout(LONGEST, enough).await;
        if faults.kills() >= kills() {
            break;
        }
        for node in nodes.iter() {
            node.proxy.set(Way::Open);
        }
        let node = &mut nodes[scattered(step) as usize % NODES];
        match step % 8 {
            0 | 2 | 4 | 6 => {
                node.running.take().expect("it runs").kill();
                node.begin();
                faults.nodes_killed += 1;
            }
            1 => {
                node.proxy.cut();
                faults.ways_cut += 1;
            }
            3 => {
                node.proxy.set(Way::Slow(1 + scattered(step) % 40));
                faults.ways_slowed += 1;
            }
            5 if step % 16 == 5 => {
                database.kill();
                database.begin();
                faults.databases_killed += 1;
            }
            5 => {
                node.proxy.set(Way::Dead);
                faults.ways_dead += 1;
            }
            _ => {
                let (status, _) = node.running.take().expect("it runs").terminate();
                assert!(status.success(), "{status}");
                node.begin();
                faults.nodes_restarted += 1;
            }
        }
    }
    for node in nodes.iter() {
        node.proxy.set(Way::Open);
    }
    faults
}

#[tokio::test(flavor = "multi_thread")]
async fn b71_nothing_acknowledged_is_lost_or_doubled_whatever_dies_among_several_nodes() {
    let begun = Instant::now();
    let mut database = Postgres::start();
    database.database("mistline");
    let mut nodes = Vec::new();
    for _ in 0..NODES {
        nodes.push(Node::start(&database).await);
    }
    let addresses: Vec<SocketAddr> = nodes.iter().map(|node| node.address).collect();
    let players = sit_down(&addresses, tables()).await;
    let game = Arc::new(Game {
        nodes: addresses,
        acknowledged: watch::Sender::new(0),
        over: AtomicBool::new(false),
        room: Semaphore::new(UNDER_WAY),
        returns: AtomicU64::new(0),
        resent: AtomicU64::new(0),
    });
    let sat = begun.elapsed();
    let mut playing = tokio::task::JoinSet::new();
    for mut player in players {
        let game = game.clone();
        playing.spawn(async move {
            player.play(&game).await;
            player
        });
    }
    let faults = tokio::select! {
        faults = trouble(&mut nodes, &mut database, &game) => faults,
        // A player only ends when told to: this one has found something wrong.
        wrong = playing.join_next() => panic!("{:?}", wrong.expect("there are players").err()),
    };
    game.over.store(true, Ordering::Release);
    let players = playing.join_all().await;
    assert!(nodes.iter().all(|node| node.proxy.carried() > 0));
    let store = PostgresStore::open(&database.url("mistline"), 4).await.expect("it is there");
    let (once, refused) = players.iter().fold((0, 0), |(once, refused), player| {
        (once + player.sent_once(), refused + player.refused.len())
    });
    let (tables, records, of_games) = check(&store, players, &game).await;
    drop(nodes);
    let acknowledged = *game.acknowledged.borrow();
    println!(
        "{tables} tables of {SEATS} at {NODES} nodes: {acknowledged} acknowledged commands, {once} of them sent \
         once only, {refused} refused and sent once only, {records} records, {of_games} of them of the games, \
         {faults:?}, {} came back, {} commands sent again; {} s, {} s of them to sit down",
        game.returns.load(Ordering::Relaxed),
        game.resent.load(Ordering::Relaxed),
        begun.elapsed().as_secs(),
        sat.as_secs(),
    );
    assert!(acknowledged > 100 && of_games > 50, "there was play to interrupt");
}

/// What the database holds is what everyone was told.
async fn check(
    store: &PostgresStore,
    players: Vec<Player>,
    game: &Arc<Game>,
) -> (usize, usize, usize) {
    assert_eq!(store.check().await, Ok(vec![]), "every record is whole");
    let mut of_table: BTreeMap<String, Vec<Player>> = BTreeMap::new();
    for player in players {
        of_table.entry(player.table.clone()).or_default().push(player);
    }
    let (mut records, mut of_games) = (0, 0);
    let tables = Tables::new(Arc::new(store.clone()), World::machine());
    for (table, players) in &mut of_table {
        let id: TableId = table.parse().expect("an id");
        let log = store.load(id, 0).await.expect("every record can be read");
        records += log.len();
        let of_game = |event: &Event| matches!(event, Event::Game(_));
        of_games += log.iter().filter(|record| record.events.iter().any(of_game)).count();
        let mut times: BTreeMap<CommandId, u32> = BTreeMap::new();
        for command in log.iter().filter_map(|record| record.command) {
            *times.entry(command).or_default() += 1;
        }
        assert!(times.values().all(|count| *count == 1), "nothing is done twice");
        let there = tables.table(id).await.expect("the log can be folded");
        for player in players {
            for id in &player.done {
                assert!(times.contains_key(id), "an acknowledged command is lost");
            }
            for id in &player.refused {
                assert!(!times.contains_key(id), "a refused command was done");
            }
            let lines = there.lines(player.seat, None, usize::MAX).await.expect("lines");
            let lines: Vec<Json> = lines.iter().map(|line| json!(line)).collect();
            player.read_up_to(game, lines.len()).await;
            for (shown, line) in player.lines().iter().zip(&lines) {
                assert_eq!(shown, line, "every line once, in order");
            }
            assert_eq!(player.lines().len(), lines.len(), "no line that never was");
        }
    }
    (of_table.len(), records, of_games)
}
