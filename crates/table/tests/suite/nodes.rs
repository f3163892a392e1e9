//! Several nodes that share one PostgreSQL (B-71).

use std::sync::Arc;

use rules::SeatId;
use serde_json::{Value as Json, json};
use table::{
    Command, CommandId, Database, MemoryStore, NodeId, PostgresStore, Store, TableHandle, TableId,
    Tables, World,
};

use crate::group::{self, Group, Page};
use crate::postgres::open;
use crate::postgres_server::{Postgres, fresh};

/// One of the nodes.
struct Node {
    store: PostgresStore,
    tables: Tables,
}

impl Node {
    async fn start(url: &str, seed: u64) -> Self {
        let store = open(url).await;
        let node = NodeId::random();
        let hints = store.hints(node);
        let tables = Tables::among(Arc::new(store.clone()), World::fixed(seed).0, node, hints);
        Self { store, tables }
    }

    async fn table(&self, id: TableId) -> TableHandle {
        self.tables.table(id).await.expect("it is in the store")
    }
}

/// Reads frames until the page shows something.
async fn until(page: &mut Page, shows: impl Fn(&Page) -> bool) {
    while !shows(page) {
        page.next().await;
    }
}

fn filled(page: &Page) -> &Json {
    &page.parts["clock"]["clock"]["filled"]
}

fn tick() -> Command {
    Command::Game(json!({ "do": "tick", "segments": 1 }))
}

#[tokio::test(flavor = "multi_thread")]
async fn b71_what_is_done_at_one_node_reaches_the_seats_at_all_others() {
    let url = fresh();
    let group = Group::sit(Arc::new(open(&url).await), group::toy()).await;
    let id = group.table.id();
    let nodes =
        [Node::start(&url, 2).await, Node::start(&url, 3).await, Node::start(&url, 4).await];
    let seats = [group.ann, group.ben, group.cai];
    let mut pages = Vec::new();
    for (node, seat) in nodes.iter().zip(seats) {
        pages.push(Page::open(&node.table(id).await, seat).await);
    }
    for round in 0..6_usize {
        let (node, seat) = (&nodes[round % 3], seats[round % 3]);
        let there = node.table(id).await;
        there.command(seat, CommandId::numbered(900 + round as u64), tick()).await.unwrap();
        for page in &mut pages {
            until(page, |page| filled(page) == round + 1).await;
        }
    }
    for (page, seat) in pages.iter().zip(seats) {
        let lines = nodes[0].table(id).await.lines(seat, None, usize::MAX).await.unwrap();
        assert_eq!(page.lines, lines, "each line once");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn b40_who_comes_from_another_node_never_goes_back_in_time() {
    let url = fresh();
    let group = Group::sit(Arc::new(open(&url).await), group::toy()).await;
    let id = group.table.id();
    let nodes = [Node::start(&url, 2).await, Node::start(&url, 3).await];
    let tables = [nodes[0].table(id).await, nodes[1].table(id).await];
    // Someone watches at both, so that both have the table in memory.
    let _watching =
        [Page::open(&tables[0], group.ben).await, Page::open(&tables[1], group.ben).await];
    let mut page = Page::open(&tables[0], group.ann).await;
    for round in 0..30 {
        let (here, there) = (&tables[round % 2], &tables[(round + 1) % 2]);
        let say = table::TableCommand::Say {
            voice: table::Voice::OutOfCharacter,
            text: round.to_string(),
        };
        let id = CommandId::numbered(7000 + round as u64);
        here.command(group.ann, id, Command::Table(say)).await.unwrap();
        page.read();
        let known = page.lines.len();
        // At once, before any hint can have come.
        page.attach(there).await;
        assert_eq!(page.lines.len(), known, "what was read stays read");
        assert_eq!(page.lines.last().map(|line| line.n), Some(known as u64));
    }
}

/// Sends the same command to two servers at once, many times.
async fn twice(here: TableHandle, there: TableHandle, by: SeatId) {
    for round in 0..8 {
        let id = CommandId::numbered(5000 + round);
        let (one, two) = tokio::join!(here.command(by, id, tick()), there.command(by, id, tick()));
        assert_eq!(one, two, "the first answer");
        assert!(one.is_ok());
    }
    let log = here.export().await.unwrap();
    let mut ids: Vec<CommandId> = log.iter().filter_map(|record| record.command).collect();
    let all = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), all, "each once");
    assert_eq!(here.view(by).await.unwrap()["clock"]["clock"]["filled"], 8);
}

#[tokio::test(flavor = "multi_thread")]
async fn b11_a_command_sent_to_two_nodes_at_once_counts_once() {
    let url = fresh();
    let group = Group::sit(Arc::new(open(&url).await), group::toy()).await;
    let (one, two) = (Node::start(&url, 2).await, Node::start(&url, 3).await);
    let id = group.table.id();
    twice(one.table(id).await, two.table(id).await, group.ann).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn b11_a_command_sent_to_two_servers_at_once_counts_once_in_memory() {
    let store = Arc::new(MemoryStore::new());
    let group = Group::sit(store.clone(), group::toy()).await;
    let other = Tables::new(store, World::fixed(2).0);
    let there = other.table(group.table.id()).await.unwrap();
    twice(group.table.clone(), there, group.ann).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn b42_who_is_here_and_who_is_typing_is_seen_from_every_node() {
    let url = fresh();
    let group = Group::sit(Arc::new(open(&url).await), group::toy()).await;
    let id = group.table.id();
    let (one, two) = (Node::start(&url, 2).await, Node::start(&url, 3).await);
    let (ann, ben) = (group.ann, group.ben);
    let there = two.table(id).await;
    let mut annes = Page::open(&one.table(id).await, ann).await;
    let mut bens = Page::open(&there, ben).await;
    let both = |page: &Page| page.parts["table/presence"]["here"] == json!([ann, ben]);
    until(&mut annes, both).await;
    until(&mut bens, both).await;
    there.typing(ben, true).await.unwrap();
    until(&mut annes, |page| page.parts["table/presence"]["typing"] == json!([ben])).await;
    // What Ben has said he no longer types, as Ann sees it, even if nobody tells her so.
    let say =
        table::TableCommand::Say { voice: table::Voice::OutOfCharacter, text: "好".to_owned() };
    there.command(ben, CommandId::numbered(9001), Command::Table(say)).await.unwrap();
    until(&mut annes, |page| page.parts["table/presence"]["typing"] == json!([])).await;
    // The node dies without a word: it can tell nobody any more.
    drop((bens, there));
    two.store.close().await;
    until(&mut annes, |page| page.parts["table/presence"]["here"] == json!([ann])).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn b71_a_node_without_its_database_says_so_serves_nothing_old_and_comes_back() {
    let mut server = Postgres::start();
    let url = server.database("mistline");
    let mut group = Group::sit(Arc::new(open(&url).await), group::toy()).await;
    let id = group.table.id();
    let node = Node::start(&url, 2).await;
    let there = node.table(id).await;
    let mut page = Page::open(&there, group.ann).await;
    assert!(node.tables.is_reachable().await);
    server.kill();
    // Everyone is told, and sent elsewhere.
    let why = page.end().await;
    assert_eq!(why, table::Farewell::Unreachable);
    assert!(!node.tables.is_reachable().await);
    for refusal in [
        there.view(group.ann).await.expect_err("it may be old"),
        there.command(group.ann, CommandId::numbered(9001), tick()).await.expect_err("not kept"),
        there.attach(group.ann, None, None).await.expect_err("it may be old"),
        node.tables.table(table(7)).await.expect_err("who knows"),
    ] {
        assert!(table::is_unavailable(&refusal), "{refusal:?}");
    }
    server.begin();
    // By itself, as soon as it is there again; meanwhile another node may have gone on.
    group.tick(group.ben, 2).await.unwrap();
    loop {
        match there.command(group.ann, CommandId::numbered(9002), tick()).await {
            Ok(_) => break,
            Err(refusal) => assert!(table::is_unavailable(&refusal), "{refusal:?}"),
        }
        tokio::task::yield_now().await;
    }
    page.attach(&there).await;
    assert_eq!(filled(&page), 3);
    assert!(node.tables.is_reachable().await);
}

fn table(number: u128) -> TableId {
    crate::store::table(number)
}

#[tokio::test(flavor = "multi_thread")]
async fn b76_what_is_redacted_or_deleted_beside_other_nodes_loses_nothing_else() {
    let url = fresh();
    let store = open(&url).await;
    let mut group = Group::sit(Arc::new(store.clone()), group::toy()).await;
    let id = group.table.id();
    group.say(group.ann, "秘密").await.unwrap();
    let node = Node::start(&url, 2).await;
    let there = node.table(id).await;
    let mut playing = tokio::task::JoinSet::new();
    for round in 0..8 {
        let (there, ben) = (there.clone(), group.ben);
        playing.spawn(
            async move { there.command(ben, CommandId::numbered(800 + round), tick()).await },
        );
    }
    group.table.redact(group.ann, "无名".to_owned()).await.unwrap();
    let played = playing.join_all().await.into_iter().filter(Result::is_ok).count() as u64;
    let log = store.load(id, 0).await.unwrap();
    let text = serde_json::to_string(&log).unwrap();
    assert!(!text.contains("秘密"));
    let kept = log.iter().filter(|record| {
        record.command.is_some_and(|id| (800..808).any(|n| id == CommandId::numbered(n)))
    });
    assert_eq!(kept.count() as u64, played, "what was acknowledged is there");
    assert_eq!(played, 8);
    assert_eq!(store.check().await, Ok(vec![]));
    assert_eq!(group.tables.delete(id).await, Ok(true));
    let late = there.command(group.ben, CommandId::numbered(900), tick()).await;
    assert!(late.is_err());
    assert_eq!(store.load(id, 0).await, Ok(vec![]));
    assert_eq!(store.check().await, Ok(vec![]));
}
