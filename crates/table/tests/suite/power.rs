//! B-11: what was acknowledged survives power loss; a disk that fails is refused clearly, and the
//! table recovers.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Executor};
use table::{Command, CommandId, SqliteStore, Store, TableId, Tables, World};
use tempfile::TempDir;

use crate::disk::{Disk, Health};
use crate::group::{self, Group, Page, without_presence};
use crate::store::{record, table};

/// How often the power fails: a few times in passing, `POWER_CUTS=1000` for a long look.
fn cuts() -> u64 {
    let asked = std::env::var("POWER_CUTS").ok();
    asked.and_then(|count| count.parse().ok()).unwrap_or(12)
}

/// An empty store on a disk that can fail.
struct Watched {
    path: PathBuf,
    disk: Disk,
    store: SqliteStore,
    /// Gone when it is dropped.
    folder: TempDir,
}

impl Watched {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let disk = Disk::at(folder.path());
        let path = folder.path().canonicalize().unwrap().join("tables.db");
        let store = SqliteStore::open_on(&path, disk.under(&path)).await.unwrap();
        Self { path, disk, store, folder }
    }
}

/// How many records of each table were acknowledged.
type Acknowledged = Arc<Mutex<BTreeMap<TableId, u64>>>;

/// Several tables write at once until the store is gone; what was acknowledged is counted.
async fn write_on(store: SqliteStore, acknowledged: Acknowledged) {
    let mut writers = tokio::task::JoinSet::new();
    for number in 1..=4_u128 {
        let (store, acknowledged) = (store.clone(), acknowledged.clone());
        writers.spawn(async move {
            let id = table(number);
            store.create(id, &[record(1, "开")]).await.expect("it is kept");
            for seq in 2..200 {
                acknowledged.lock().expect("no panic").insert(id, seq - 1);
                store.append(id, &record(seq, &"续".repeat(40))).await.expect("it is kept");
            }
        });
    }
    writers.join_all().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn b11_what_was_acknowledged_survives_power_loss() {
    for cut in 1..=cuts() {
        let Watched { path, disk, store, folder: _folder } = Watched::new().await;
        let after = tempfile::tempdir().unwrap();
        let acknowledged = Acknowledged::default();
        let writing = tokio::spawn(write_on(store.clone(), acknowledged.clone()));
        let mut keeper = SqliteConnectOptions::new().filename(&path).connect().await.unwrap();
        // At another moment each time, with what was written moved into the file or not.
        let moment = cut * 7919 % 300;
        while acknowledged.lock().unwrap().values().sum::<u64>() < moment {
            tokio::task::yield_now().await;
        }
        if cut.is_multiple_of(2) {
            keeper.execute("PRAGMA wal_checkpoint(PASSIVE)").await.unwrap();
        }
        let known = acknowledged.lock().unwrap().clone();
        disk.lose_power(after.path(), cut.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        writing.abort();
        let again = SqliteStore::open(&after.path().join("tables.db")).await.unwrap();
        for (id, count) in known {
            let log = again.load(id, 0).await.unwrap();
            assert!(log.len() as u64 >= count, "cut {cut}: {} of {count} are left", log.len());
            for (kept, seq) in log.iter().zip(1..) {
                let text = if seq == 1 { "开".to_owned() } else { "续".repeat(40) };
                assert_eq!(kept, &record(seq, &text), "whole and in order");
            }
        }
    }
}

/// What each table was told to be kept, by its number in the log.
type Kept = Arc<Mutex<BTreeMap<(TableId, u64), String>>>;

/// Writes on and on, whatever is refused; what a refusal left behind is looked for, as a table does.
async fn write_in_spite(store: SqliteStore, id: TableId, kept: Kept, refused: Arc<AtomicU64>) {
    store.create(id, &[record(1, "开")]).await.expect("it is kept");
    let mut end = 1;
    for attempt in 0..30 {
        let (seq, text) = (end + 1, format!("第{attempt}次"));
        match store.append(id, &record(seq, &text)).await {
            Ok(()) => {
                kept.lock().expect("no panic").insert((id, seq), text);
                end = seq;
            }
            Err(_) => {
                refused.fetch_add(1, Ordering::Relaxed);
                let log = store.load(id, 0).await.expect("what is in doubt is settled first");
                assert_eq!(log.len() as u64, end, "what was refused is not there");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn b11_a_sync_that_fails_takes_nothing_that_is_acknowledged_with_it() {
    for cut in 1..=cuts() {
        let Watched { disk, store, folder: _folder, .. } = Watched::new().await;
        let after = tempfile::tempdir().unwrap();
        disk.set(Health::Forgetful);
        let (kept, refused) = (Kept::default(), Arc::new(AtomicU64::new(0)));
        let mut writers = tokio::task::JoinSet::new();
        for number in 1..=8 {
            let (store, kept, refused) = (store.clone(), kept.clone(), refused.clone());
            writers.spawn(write_in_spite(store, table(number), kept, refused));
        }
        // Sometimes in the middle, sometimes when all is done.
        while cut.is_multiple_of(2) && kept.lock().unwrap().len() < (cut * 31 % 150) as usize {
            tokio::task::yield_now().await;
        }
        if !cut.is_multiple_of(2) {
            writers.join_all().await;
            assert!(refused.load(Ordering::Relaxed) > 0, "syncs did fail");
        }
        let known = kept.lock().unwrap().clone();
        disk.lose_power(after.path(), cut.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let again = SqliteStore::open(&after.path().join("tables.db")).await.unwrap();
        for ((id, seq), text) in known {
            let log = again.load(id, seq - 1).await.unwrap();
            assert_eq!(log.first(), Some(&record(seq, &text)), "cut {cut}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn b11_what_another_process_wrote_is_not_taken_back() {
    let Watched { path, disk, store, folder: _folder } = Watched::new().await;
    let other = SqliteStore::open_on(&path, disk.under(&path)).await.unwrap();
    for number in [1, 2] {
        store.create(table(number), &[record(1, "开")]).await.unwrap();
    }
    other.append(table(1), &record(2, "别处")).await.unwrap();
    disk.set(Health::Unsynced);
    // Of these the first has its place taken, the second has not.
    for number in [1, 2] {
        assert!(store.append(table(number), &record(2, "此处")).await.is_err(), "{number}");
    }
    disk.set(Health::Fine);
    let both = vec![record(1, "开"), record(2, "别处")];
    assert_eq!(store.load(table(1), 0).await, Ok(both));
    assert_eq!(store.load(table(2), 0).await, Ok(vec![record(1, "开")]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_loses_power_does_lose_what_was_not_synced() {
    let (folder, after) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let disk = Disk::at(folder.path());
    let path = folder.path().canonicalize().unwrap().join("careless.db");
    let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
    let mut careless = options.synchronous(SqliteSynchronous::Off).connect().await.unwrap();
    careless
        .execute("CREATE TABLE said (text TEXT); INSERT INTO said VALUES ('雾')")
        .await
        .unwrap();
    disk.lose_power(after.path(), 1);
    assert!(std::fs::read(&path).unwrap().len() > 1000, "it is written");
    let lost = SqliteConnectOptions::new().filename(after.path().join("careless.db"));
    let lost = lost.connect().await;
    let said = match lost {
        Ok(mut lost) => sqlx::query("SELECT text FROM said").fetch_all(&mut lost).await.ok(),
        Err(_) => None,
    };
    assert!(said.is_none_or(|said| said.is_empty()), "what was not synced is gone");
}

/// The table read from its file by another server, as every seat sees it.
async fn folded(path: &Path, group: &Group) -> Vec<String> {
    let store = SqliteStore::open(path).await.expect("the file can be read");
    let there = Tables::new(Arc::new(store), World::fixed(77).0);
    let there = there.table(group.table.id()).await.expect("the log can be read");
    let mut seen = Vec::new();
    for seat in group.seats() {
        let view = without_presence(there.view(seat).await.expect("a view"));
        let lines = there.lines(seat, None, usize::MAX).await.expect("lines");
        seen.push(serde_json::to_string(&(view, lines)).expect("plain data"));
    }
    seen
}

async fn a_failing_disk(health: Health, said: &str) {
    let Watched { path, disk, store, folder: _folder } = Watched::new().await;
    let store = Arc::new(store);
    let mut group = Group::sit(store, group::toy()).await;
    let (ann, ben) = (group.ann, group.ben);
    group.tick(ann, 1).await.unwrap();
    let mut page = Page::open(&group.table, ben).await;
    page.read();
    for _ in 0..3 {
        disk.set(health);
        let mut refused = Vec::new();
        for _ in 0..3 {
            let id = group.next_id();
            let tick = Command::Game(json!({ "do": "tick", "segments": 1 }));
            let refusal = group.table.command(ann, id, tick).await.expect_err("it cannot be kept");
            assert_eq!(refusal.rule.to_string(), "B-11");
            let told = serde_json::to_string(&refusal).unwrap();
            assert!(told.contains(said), "it says why: {told}");
            refused.push(id);
        }
        let before = group.filled(ann).await;
        assert_eq!(page.read(), 0, "nobody is told what did not happen");
        let mut late = Page::open(&group.table, group.cai).await;
        late.read();
        assert_eq!(late.parts["clock"]["clock"]["filled"], json!(before), "reads go on");
        late.cut();
        disk.set(Health::Fine);
        // A refused command left no trace: its id can be used again, and counts once.
        for id in [refused[0], refused[0]] {
            let tick = Command::Game(json!({ "do": "tick", "segments": 1 }));
            group.table.command(ann, id, tick).await.expect("the disk is well again");
        }
        assert_eq!(group.filled(ann).await, before + 1);
        page.read();
        let view = without_presence(group.table.view(ben).await.unwrap());
        assert_eq!(without_presence(page.parts.clone()), view, "nothing is taken for told");
    }
    let mut live = Vec::new();
    for seat in group.seats() {
        let view = without_presence(group.table.view(seat).await.unwrap());
        live.push(serde_json::to_string(&(view, group.lines(seat).await)).unwrap());
    }
    assert_eq!(folded(&path, &group).await, live, "the log is the truth");
}

#[tokio::test(flavor = "multi_thread")]
async fn b11_a_disk_without_space_is_refused_and_recovers() {
    a_failing_disk(Health::Full, "full").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn b11_a_disk_that_does_not_write_is_refused_and_recovers() {
    a_failing_disk(Health::Broken, "disk I/O error").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn b11_a_disk_that_does_not_sync_is_refused_and_recovers() {
    a_failing_disk(Health::Unsynced, "disk I/O error").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn b11_a_table_cannot_be_made_on_a_full_disk_and_can_be_afterwards() {
    let Watched { disk, store, folder: _folder, .. } = Watched::new().await;
    let store = Arc::new(store);
    let tables = Tables::new(store.clone(), World::fixed(1).0);
    let new = || table::NewTable {
        title: "雾港夜话".to_owned(),
        language: "zh-Hans".to_owned(),
        time_zone: "Asia/Shanghai".to_owned(),
        pack: rules::pack::check(&group::toy()).expect("it holds together"),
        host: "主持".to_owned(),
    };
    disk.set(Health::Full);
    let refused = tables.open(new()).await.expect_err("nothing can be kept");
    assert_eq!(refused.rule.to_string(), "B-11");
    disk.set(Health::Fine);
    let opened = tables.open(new()).await.expect("the disk is well again");
    assert_eq!(store.list().await.unwrap().len(), 1, "only one was made");
    let id = CommandId::numbered(1);
    let tick = Command::Game(json!({ "do": "tick", "segments": 1 }));
    opened.table.command(opened.host, id, tick).await.expect("it can be played");
}
