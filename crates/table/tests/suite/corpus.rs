//! Logs of earlier versions are read for ever (B-10); see `tests/corpus/README.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dice::Source;
use rules::{AnyGame, Audience, SeatId};
use sha2::{Digest, Sha256};
use table::{
    Archive, Command, Database, Event, MemoryStore, Record, SqliteStore, Store, TableCommand,
    TableEvent, TableId, Tables, Voice, World, state_hash, verify, verify_stored,
};

use crate::group::{self, Group, without_presence};
use crate::scene;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

/// The hashes of what a log folds into: of the whole state, and of every seat's view and lines.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Hashes {
    state: String,
    views: String,
}

async fn hashes_of(table: TableId, records: &[Record]) -> Hashes {
    let state = state_hash(table, records).expect("the log is read").to_string();
    Hashes { state, views: hash_of_views(table, records).await }
}

async fn hash_of_views(table: TableId, records: &[Record]) -> String {
    let store = MemoryStore::new();
    store.create(table, records).await.expect("an empty store");
    let tables = Tables::new(Arc::new(store), World::fixed(1).0);
    let handle = tables.table(table).await.expect("the log is read");
    let mut hash = Sha256::new();
    for seat in handle.seats().await.expect("seats") {
        let mut view = without_presence(handle.view(seat.seat).await.expect("a view"));
        // What can be done follows from the state; it is not part of it.
        view.retain(|key, _| !key.starts_with("table/offers"));
        let lines = handle.lines(seat.seat, None, usize::MAX).await.expect("lines");
        hash.update(serde_json::to_vec(&(seat.seat, view, lines)).expect("plain data"));
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Plays a table by a pack: offers drawn at random but always the same, talk, dice, undoing. In
/// the family of Time Line nothing is offered before there is a scene.
async fn record(name: &str, seed: u64) -> Archive {
    let (pack, staged) = match name.strip_suffix(STAGED) {
        Some(pack) => (pack, true),
        None => (name, false),
    };
    let pack = rules::pack::shipped_pack(pack).expect("it ships").pack.to_json();
    let mut group = Group::sit_with(Arc::new(MemoryStore::new()), pack, seed).await;
    if staged {
        scene::set(&mut group).await;
    }
    let (host, ann, ben) = (group.host, group.ann, group.ben);
    let mut draw = Source::from_u64(seed);
    let mut below = |count: usize| (draw.word() % count as u64) as usize;
    for round in 0..60 {
        let seat = [ann, ben, host][below(3)];
        let offers = group.table.offers(seat).await.expect("offers");
        if !offers.is_empty() {
            let offer = offers[below(offers.len())].command.clone();
            group.game(seat, offer).await.expect("an offer is accepted");
        }
        if round % 12 == 5 {
            around(&mut group, [host, ann, ben]).await;
        }
    }
    group.at_table(host, TableCommand::EndSession).await.expect("it ends");
    Archive::new(group.table.id(), group.table.export().await.expect("a log"))
}

/// What happens at any table beside its game.
async fn around(group: &mut Group, [host, ann, ben]: [SeatId; 3]) {
    let say = |voice, text: &str| TableCommand::Say { voice, text: text.to_owned() };
    let roll =
        |audience| TableCommand::Roll { notation: "2#1d6+1 试".to_owned(), audience, actor: None };
    for (by, command) in [
        (ann, say(Voice::InCharacter { name: Some("影".to_owned()) }, "走吧")),
        (ben, say(Voice::Whisper { to: [ann].into() }, "小心")),
        (ann, roll(Audience::All)),
        (host, roll(Audience::Host)),
        (ben, TableCommand::SetSalt { salt: "盐".to_owned() }),
        (ann, TableCommand::Pause { anonymous: true }),
        (host, TableCommand::Resume),
        (host, TableCommand::BeginSession),
    ] {
        group.at_table(by, command).await.expect("accepted");
    }
    // There may be nothing to undo yet.
    if group.send(host, Command::Table(TableCommand::Undo)).await.is_ok() {
        group.at_table(host, TableCommand::Redo).await.expect("done again");
    }
}

/// The end of the name of a log that begins with a scene.
const STAGED: &str = "-scene";

/// What the corpus should hold: a log of each ruleset, and one of Time Line with a scene.
fn names() -> Vec<String> {
    let shipped = rules::pack::shipped().into_iter().map(|pack| pack.id);
    shipped.chain([format!("timeline{STAGED}")]).collect()
}

#[tokio::test]
async fn b10_the_corpus_of_recorded_logs_folds_into_the_states_they_had() {
    let file = |name: &str| corpus().join(format!("{name}.mistline"));
    if std::env::var_os("RECORD").is_some() {
        for (seed, name) in (1..).zip(names()).filter(|(_, name)| !file(name).exists()) {
            fs::write(file(&name), record(&name, seed).await.write()).expect("it can be written");
        }
    }
    let mut found = BTreeMap::new();
    for name in names() {
        let bytes = fs::read(file(&name)).unwrap_or_else(|_| panic!("no log of {name} is kept"));
        let archive = Archive::read(&bytes).expect("whole");
        let proof = verify(&archive.records).expect("every roll");
        assert!(proof.proven >= 20 && proof.sealed == 0, "{name}: {proof:?}");
        found.insert(name, hashes_of(archive.table, &archive.records).await);
    }
    for layout in ["layout-1", "layout-2"] {
        found.insert(layout.to_owned(), brought_up(layout).await);
    }
    check(&found);
}

#[tokio::test]
async fn b71_the_corpus_is_the_same_in_postgres_and_back_in_sqlite() {
    let store = crate::postgres::store().await;
    let mut kept = BTreeMap::new();
    for name in names() {
        let bytes = fs::read(corpus().join(format!("{name}.mistline"))).expect("it is kept");
        let archive = Archive::read(&bytes).expect("whole");
        store.create(archive.table, &archive.records).await.expect("it has room");
        kept.insert(archive.table, archive.records);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("copy.db");
    Database::backup(&store, &file).await.expect("a copy");
    let copy = SqliteStore::open(&file).await.expect("a store");
    for (table, records) in kept {
        assert_eq!(store.load(table, 0).await.as_ref(), Ok(&records));
        assert_eq!(copy.load(table, 0).await, Ok(records));
    }
}

/// Every version of every family's events that was ever written is in the corpus, so that whoever
/// raises one keeps a log of the one before, and shows that its upcaster reads it.
#[test]
fn b10_the_corpus_holds_every_version_of_every_familys_events() {
    let mut kept: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
    let mut known = BTreeMap::new();
    for name in names() {
        let bytes = fs::read(corpus().join(format!("{name}.mistline"))).expect("it is kept");
        let archive = Archive::read(&bytes).expect("whole");
        let Event::Table(TableEvent::Opened { pack, .. }) = &archive.records[0].events[0] else {
            panic!("{name} does not begin with a table");
        };
        let family = pack["family"].as_str().expect("a family").to_owned();
        known.insert(family.clone(), AnyGame::of_log(pack).expect("it is known").event_version());
        let events = archive.records.iter().flat_map(|record| &record.events);
        let versions = events.filter_map(|event| match event {
            Event::Game(event) => Some(event.version),
            Event::Table(_) => None,
        });
        kept.entry(family).or_default().extend(versions);
    }
    for (family, newest) in known {
        assert_eq!(kept[&family], (1..=newest).collect(), "{family}");
    }
}

/// The toy's events are of version 2: those of version 1 are brought up as they are read.
#[tokio::test]
async fn b10_events_of_an_older_version_are_brought_up() {
    let mut group = Group::sit(Arc::new(MemoryStore::new()), group::toy()).await;
    group.tick(group.ann, 2).await.expect("ticked");
    group.tick(group.ben, 1).await.expect("ticked");
    let mut records = group.table.export().await.expect("a log");
    let now = hashes_of(group.table.id(), &records).await;
    let mut older = 0;
    for event in records.iter_mut().flat_map(|record| &mut record.events) {
        if let Event::Game(event) = event {
            assert_eq!(event.version, 2);
            event.version = 1;
            event.event["segments"] = event.event["count"].take();
            event.event.as_object_mut().expect("an event").remove("count");
            older += 1;
        }
    }
    assert_eq!(older, 2);
    assert_eq!(hashes_of(group.table.id(), &records).await, now);
}

/// A database of an older version, brought up as a server does.
async fn brought_up(layout: &str) -> Hashes {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mistline.db");
    fs::copy(corpus().join(format!("{layout}.db")), &file).expect("a copy");
    let store = SqliteStore::open(&file).await.expect("it is brought up");
    assert_eq!(store.check().await, Ok(vec![]));
    let table = store.list().await.expect("tables")[0].table;
    let records = store.load(table, 0).await.expect("records");
    verify_stored(&records).expect("every roll");
    hashes_of(table, &records).await
}

/// Compares with `hashes.txt`: a line for each log with the hash of its state, that of its views,
/// and its name.
fn check(found: &BTreeMap<String, Hashes>) {
    let line =
        |(name, Hashes { state, views }): (&String, &Hashes)| format!("{state}  {views}  {name}\n");
    let text: String = found.iter().map(line).collect();
    let path = corpus().join("hashes.txt");
    if std::env::var_os("UPDATE").is_some() || std::env::var_os("RECORD").is_some() {
        fs::write(&path, &text).expect("it can be written");
    }
    let kept = fs::read_to_string(&path).expect("the hashes");
    assert_eq!(text, kept, "see tests/corpus/README.md");
}
