//! `mistline serve` killed under load, again and again, and on a full disk (B-11).

mod client;
mod full;
#[path = "../running/mod.rs"]
#[allow(dead_code, reason = "shared with the tests of `serve`")]
mod running;
mod uploads;

#[path = "../../../server/tests/site/browser.rs"]
#[allow(dead_code, reason = "shared with the server's own tests, which use all of it")]
mod browser;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value as Json, json};
use table::{CommandId, Event, SqliteStore, Store, TableEvent, TableId, Tables, World};
use tokio::sync::watch;

use client::{Client, Party};
use running::Running;

/// How often the server is killed: `make crash` asks for thousands.
fn kills() -> u64 {
    let asked = std::env::var("CRASHES").ok();
    asked.and_then(|count| count.parse().ok()).unwrap_or(100)
}

/// Tables are played for so many kills; then others are made, so that no log grows long.
const PLAYED: u64 = 10;

const PACKS: [&str; 3] = ["mist-2d6", "fate-condensed", "timeline"];

/// Numbers that look random and are the same each time.
fn scattered(number: u64) -> u64 {
    let mixed = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 29)
}

#[tokio::test(flavor = "multi_thread")]
async fn b11_nothing_acknowledged_is_lost_or_doubled_by_any_number_of_kills() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut running = Running::start(folder.path(), "127.0.0.1:0");
    let mut parties: Vec<Party> = Vec::new();
    let (mut acknowledged, mut resent) = (0, 0);
    for kill in 0..kills() {
        if kill % PLAYED == 0 {
            parties.clear();
            for pack in PACKS {
                parties.push(Party::sit(running.address, pack).await);
            }
        }
        // Every third time everyone has heard all answers when the kill comes; else it comes in the
        // middle, at another moment each time.
        let quiet = kill % 3 == 2;
        let (answers, mut answered) = watch::channel(0);
        let mut playing = tokio::task::JoinSet::new();
        for mut client in parties.iter_mut().flat_map(|party| party.clients.drain(..)) {
            let answers = answers.clone();
            playing.spawn(async move {
                if quiet {
                    client.play_some(5).await;
                } else {
                    client.play_on(&answers).await;
                }
                client
            });
        }
        // When all who play are cut off, nobody waits for answers any more.
        drop(answers);
        if quiet {
            for client in playing.join_all().await {
                give_back(&mut parties, client);
            }
            for client in parties.iter_mut().flat_map(|party| party.clients.iter_mut()) {
                client.catch_up().await;
            }
            running.kill();
        } else {
            let _ = answered.wait_for(|count| *count > scattered(kill) % 100).await;
            running.kill();
            for client in playing.join_all().await {
                give_back(&mut parties, client);
            }
        }
        check(folder.path(), &parties, quiet).await;
        running = Running::start(folder.path(), "127.0.0.1:0");
        for client in parties.iter_mut().flat_map(|party| party.clients.iter_mut()) {
            client.come_back(running.address).await;
            resent += client.resend().await;
        }
        acknowledged = parties.iter().flat_map(|party| &party.clients).map(Client::count).sum();
    }
    assert!(acknowledged > 0 && (resent > 0 || kills() < 10), "there was play to interrupt");
    println!("{} kills, {resent} commands sent again", kills());
}

fn give_back(parties: &mut [Party], client: Client) {
    let party = parties.iter_mut().find(|party| party.table == client.table);
    party.expect("it is one of theirs").clients.push(client);
}

/// Looks at the files as the kill left them, in a copy: the server will come back to the originals.
async fn check(folder: &Path, parties: &[Party], quiet: bool) {
    let copy = tempfile::tempdir().expect("a folder");
    for file in ["mistline.db", "mistline.db-wal"] {
        if folder.join(file).exists() {
            std::fs::copy(folder.join(file), copy.path().join(file)).expect("it can be copied");
        }
    }
    let store =
        SqliteStore::open(&copy.path().join("mistline.db")).await.expect("the file is whole");
    let store = Arc::new(store);
    let tables = Tables::new(store.clone(), World::machine());
    for party in parties {
        let id: TableId = party.table.parse().expect("an id");
        let log = store.load(id, 0).await.expect("every record can be read");
        let mut times: BTreeMap<CommandId, u32> = BTreeMap::new();
        for (record, seq) in log.iter().zip(1..) {
            assert_eq!(record.seq, seq, "no gap");
            for event in &record.events {
                if let Event::Table(TableEvent::Rolled { rolls, .. }) = event {
                    assert_eq!(rolls.len(), 3, "no torn batch");
                }
            }
            if let Some(command) = record.command {
                *times.entry(command).or_default() += 1;
            }
        }
        assert!(times.values().all(|count| *count == 1), "nothing is done twice");
        for client in &party.clients {
            for id in &client.done {
                assert!(times.contains_key(id), "an acknowledged command is lost");
            }
        }
        // Fold the log as a server would: all that anyone was shown is in it.
        let there = tables.table(id).await.expect("the log can be folded");
        for client in &party.clients {
            let lines = there.lines(client.seat, None, usize::MAX).await.expect("lines");
            let lines: Vec<Json> = lines.iter().map(|line| json!(line)).collect();
            let shown = client.lines();
            assert!(shown.len() <= lines.len(), "a line that was shown is lost");
            assert_eq!(shown, &lines[..shown.len()], "what was shown stays true");
            if quiet {
                assert_eq!(lines.len(), shown.len(), "nothing happened that nobody did");
                let mut view = there.view(client.seat).await.expect("a view");
                view.remove("table/presence");
                assert_eq!(hash(&json!(view)), hash(&client.parts()), "replayed as it was live");
            }
        }
    }
}

fn hash(json: &Json) -> String {
    use sha2::Digest;
    let bytes = sha2::Sha256::digest(json.to_string().as_bytes());
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
