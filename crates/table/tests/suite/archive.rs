//! A whole table as one file (B-50), and finding any changed bit of it (B-22).

use std::sync::Arc;

use proptest::prelude::*;
use rules::Audience;
use serde_json::json;
use table::{
    Archive, Event, Flaw, MemoryStore, NotRead, Record, SqliteStore, Store, StoreError,
    TableCommand, TableEvent, Voice, verify,
};

use crate::group::{self, Group};

/// A table with dice, a duel, talk and a whisper; its session is over.
async fn played(store: Arc<dyn Store>) -> Group {
    let mut group = Group::sit(store, group::toy()).await;
    let (host, ann, ben) = (group.host, group.ann, group.ben);
    for (by, audience, what_for) in [(ann, Audience::All, "撬锁"), (host, Audience::Host, "看门")]
    {
        let notation = format!("3#2d6+1 {what_for}");
        group.at_table(by, TableCommand::Roll { notation, audience, actor: None }).await.unwrap();
    }
    group.game(ann, json!({ "do": "challenge", "seat": ben })).await.unwrap();
    group.game(ben, json!({ "do": "answer" })).await.unwrap();
    group.say(ann, "大家好").await.unwrap();
    let whisper = Voice::Whisper { to: [ben].into() };
    let secret = TableCommand::Say { voice: whisper, text: "门后有人".to_owned() };
    group.at_table(ann, secret).await.unwrap();
    group.at_table(host, TableCommand::EndSession).await.unwrap();
    group
}

async fn exported(group: &Group) -> Archive {
    Archive::new(group.table.id(), group.table.export().await.unwrap())
}

#[tokio::test]
async fn b50_a_table_goes_into_a_file_and_comes_back_whole() {
    let group = played(Arc::new(MemoryStore::new())).await;
    let archive = exported(&group).await;
    let file = archive.write();
    assert_eq!(Archive::read(file.as_bytes()), Ok(archive.clone()));
    assert_eq!(archive.title, "雾港夜话");
    for line in file.lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("every line is JSON");
        assert_eq!(line[0].as_str().map(str::len), Some(64));
    }
    let copy = group.tables.import(&archive.records).await.unwrap();
    assert_ne!(copy.id(), group.table.id());
    for seat in group.seats() {
        let before = group.lines(seat).await;
        let after = copy.lines(seat, None, usize::MAX).await.unwrap();
        assert_eq!(after[..before.len()], before[..], "every line is there");
        assert!(after.len() > before.len(), "and that it came from elsewhere");
    }
    let old = copy.look(&group.host_link).await.expect_err("old links open nothing here");
    assert_eq!(old.what.id, "table-link-wrong");
    let link = copy.host_link().await.unwrap();
    assert_eq!(copy.look(&link).await.unwrap().name.as_deref(), Some("主持"));
}

#[tokio::test]
async fn b22_an_open_sessions_seeds_are_not_in_the_file() {
    let mut group = played(Arc::new(MemoryStore::new())).await;
    group.at_table(group.host, TableCommand::BeginSession).await.unwrap();
    let archive = exported(&group).await;
    let seeds = |number: usize| {
        let mut session = 0;
        let mut shown = Vec::new();
        for event in archive.records.iter().flat_map(|record| &record.events) {
            match event {
                Event::Table(TableEvent::SessionBegan { .. }) => session += 1,
                Event::Table(TableEvent::SeedSealed { seed, .. }) if session == number => {
                    shown.push(seed.is_some());
                }
                _ => {}
            }
        }
        shown
    };
    assert!(seeds(1).len() >= 4 && seeds(1).into_iter().all(|shown| shown));
    assert!(seeds(2).len() >= 4 && seeds(2).into_iter().all(|shown| !shown));
}

#[tokio::test]
async fn b22_any_changed_bit_of_the_file_is_found() {
    let group = played(Arc::new(MemoryStore::new())).await;
    let file = exported(&group).await.write().into_bytes();
    // Every bit of the first line and of one with dice; the property below tries all others.
    let lines: Vec<&[u8]> = file.split_inclusive(|byte| *byte == b'\n').collect();
    let short = lines.iter().position(|line| line.len() < 1000).expect("a short record");
    for place in [0, short] {
        let begin: usize = lines[..place].iter().map(|line| line.len()).sum();
        for bit in 8 * begin..8 * (begin + lines[place].len()) {
            assert!(Archive::read(&flipped(&file, bit)).is_err(), "bit {bit}");
        }
    }
    for length in [0, 1, file.len() / 2, file.len() - 1] {
        assert!(Archive::read(&file[..length]).is_err(), "cut at {length}");
    }
    let whole: usize = lines[..lines.len() - 1].iter().map(|line| line.len()).sum();
    let short = Archive::read(&file[..whole]);
    assert!(matches!(short, Err(NotRead::Length { .. })), "the last line is missing");
    let doubled = [&file[..], lines[lines.len() - 1]].concat();
    assert!(Archive::read(&doubled).is_err());
    assert_eq!(Archive::read(b"something else\n"), Err(NotRead::Other));
}

fn flipped(file: &[u8], bit: usize) -> Vec<u8> {
    let mut file = file.to_vec();
    file[bit / 8] ^= 1 << (bit % 8);
    file
}

fn file() -> &'static [u8] {
    static FILE: std::sync::OnceLock<Vec<u8>> = std::sync::OnceLock::new();
    FILE.get_or_init(|| {
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            exported(&played(Arc::new(MemoryStore::new())).await).await.write().into_bytes()
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn b22_one_flipped_bit_anywhere_is_found(at in any::<prop::sample::Index>()) {
        let bit = at.index(8 * file().len());
        prop_assert!(Archive::read(&flipped(file(), bit)).is_err(), "bit {bit}");
    }
}

/// One hundred thousand rolls: more than a group makes in its life.
#[tokio::test]
async fn b22_a_hundred_thousand_rolls_are_made_again() {
    const ROLLS: u64 = 100_000;
    let mut group = Group::sit(Arc::new(MemoryStore::new()), group::toy()).await;
    let ann = group.ann;
    let notation = "20#2d6+1d4".to_owned();
    for _ in 0..ROLLS / 20 {
        let roll =
            TableCommand::Roll { notation: notation.clone(), audience: Audience::All, actor: None };
        group.at_table(ann, roll).await.unwrap();
    }
    group.at_table(group.host, TableCommand::EndSession).await.unwrap();
    let mut log = group.table.export().await.unwrap();
    assert_eq!(verify(&log).unwrap().proven, ROLLS);
    // One face of the last roll but a few.
    let place = log.len() - 7;
    let mut bent = serde_json::to_string(&log[place]).unwrap();
    let face = bent.rfind("\"face\":").expect("a die") + 7;
    let other = if &bent[face..=face] == "1" { "2" } else { "1" };
    bent.replace_range(face..=face, other);
    log[place] = serde_json::from_str(&bent).expect("still a record");
    let found = verify(&log).expect_err("it is found").to_string();
    assert!(found.contains(&format!("record {}", log[place].seq)), "{found}");
}

async fn raw(path: &std::path::Path) -> sqlx::sqlite::SqliteConnection {
    use sqlx::ConnectOptions;
    let options = sqlx::sqlite::SqliteConnectOptions::new();
    options.filename(path).connect().await.expect("a database")
}

#[tokio::test]
async fn b22_a_changed_bit_of_a_stored_record_hash_or_time_is_found() {
    use sqlx::Row;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.db");
    let store = SqliteStore::open(&path).await.unwrap();
    let group = played(Arc::new(store.clone())).await;
    let id = group.table.id();
    assert_eq!(store.check().await, Ok(vec![]));
    let mut file = raw(&path).await;
    let row = sqlx::query("SELECT record, hash, at FROM log WHERE seq = 5");
    let row = row.fetch_one(&mut file).await.unwrap();
    let (record, hash): (Vec<u8>, Vec<u8>) =
        (row.get::<&[u8], _>(0).to_vec(), row.get::<&[u8], _>(1).to_vec());
    let at: i64 = row.get(2);
    let put = "UPDATE log SET record = CAST(? AS TEXT), hash = ?, at = ? WHERE seq = 5";
    let bits = (0..8 * record.len()).step_by(37);
    let bent = bits.map(|bit| (flipped(&record, bit), hash.clone(), at));
    let bent = bent.chain([(record.clone(), flipped(&hash, 100), at)]);
    let bent = bent.chain([(record.clone(), hash.clone(), at ^ 4)]);
    for (record, hash, at) in bent {
        let put = sqlx::query(put).bind(record).bind(hash).bind(at);
        put.execute(&mut file).await.unwrap();
        assert_eq!(store.load(id, 0).await, Err(StoreError::Changed(5)));
        let flaws = store.check().await.unwrap();
        assert_eq!(flaws.len(), 1);
        assert_eq!((flaws[0].table, &flaws[0].fault), (Some(id), &StoreError::Changed(5)));
    }
    let put = sqlx::query(put).bind(&record).bind(&hash).bind(at);
    put.execute(&mut file).await.unwrap();
    assert_eq!(store.check().await, Ok(vec![]));
}

/// The rules may change with the next version of the program; a table plays on by its own.
#[tokio::test]
async fn b60_a_table_keeps_the_resolved_pack_it_was_made_with() {
    let mut pack = group::shipped("mist-2d6");
    pack["theme"]["improve"] = json!(5);
    let whole = rules::AnyGame::of_log(&pack).unwrap().pack();
    let group = Group::sit(Arc::new(MemoryStore::new()), pack).await;
    let log = group.table.export().await.unwrap();
    let Event::Table(TableEvent::Opened { pack: kept, .. }) = &log[0].events[0] else {
        panic!("a log begins with its table");
    };
    assert_eq!(kept["theme"]["improve"], 5);
    assert_eq!(*kept, whole, "all of it, not only what differs");
    let copy = group.tables.import(&log).await.unwrap();
    let log = copy.export().await.unwrap();
    assert!(matches!(&log[0].events[0],
        Event::Table(TableEvent::Opened { pack, .. }) if pack == kept));
}

#[tokio::test]
async fn b22_records_cut_off_the_end_of_a_stored_log_are_missed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.db");
    let store = SqliteStore::open(&path).await.unwrap();
    let mut group = played(Arc::new(store.clone())).await;
    let id = group.table.id();
    let log = store.load(id, 0).await.unwrap();
    let last = log.len() as u64;
    let mut file = raw(&path).await;
    for kept in [last - 1, 5, 1, 0] {
        let cut = sqlx::query("DELETE FROM log WHERE seq > ?").bind(kept as i64);
        cut.execute(&mut file).await.unwrap();
        assert_eq!(store.load(id, 0).await, Err(StoreError::Cut(last)), "{kept}");
        let flaw = Flaw { table: Some(id), fault: StoreError::Cut(last) };
        assert_eq!(store.check().await, Ok(vec![flaw]), "{kept}");
        let mut next = log[kept as usize].clone();
        next.seq = kept + 1;
        let grown = store.append(id, &next).await;
        assert_eq!(grown, Err(StoreError::Conflict), "nothing grows over the cut");
    }
    let refused = group.say(group.ann, "还在吗").await;
    assert!(refused.is_err(), "a table that is in memory notices when it writes");
}

#[tokio::test]
async fn b22_a_file_cut_off_at_its_end_is_missed() {
    let group = played(Arc::new(MemoryStore::new())).await;
    let log = group.table.export().await.unwrap();
    let whole = Archive::new(group.table.id(), log.clone()).write();
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    for kept in 1..lines.len() {
        let found = kept as u64 - 1;
        let cut = Archive::read(lines[..kept].concat().as_bytes());
        assert_eq!(cut, Err(NotRead::Length { due: log.len() as u64, found }), "{kept}");
    }
    let cut = Archive::read(&whole.as_bytes()[..whole.len() - 1]);
    assert_eq!(cut, Err(NotRead::Changed(lines.len())), "the last line is not whole");
}

/// A file in which one bit was changed is found out, or it holds what it held: not every bit of a
/// database file means something.
#[tokio::test]
async fn b22_a_changed_bit_of_the_database_file_is_found_or_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (path, copy) = (folder.path().join("tables.db"), folder.path().join("copy.db"));
    let store = SqliteStore::open(&path).await.unwrap();
    let group = played(Arc::new(store.clone())).await;
    let id = group.table.id();
    let log = store.load(id, 0).await.unwrap();
    store.backup(&copy).await.unwrap();
    let file = std::fs::read(&copy).unwrap();
    let mut found = 0;
    let bent = folder.path().join("bent.db");
    for bit in (5..8 * file.len()).step_by(8 * file.len() / 150) {
        std::fs::write(&bent, flipped(&file, bit)).unwrap();
        let Ok(opened) = SqliteStore::look(&bent).await else {
            found += 1;
            continue;
        };
        match opened.check().await {
            Ok(flaws) if flaws.is_empty() => {
                assert_eq!(opened.load(id, 0).await.as_ref(), Ok(&log), "bit {bit}");
            }
            _ => found += 1,
        }
        opened.close().await;
    }
    assert!(found > 20, "much of the file is the log: {found}");
}

#[tokio::test]
async fn b77_a_file_without_hashes_is_copied_then_brought_up() {
    use sqlx::Executor;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.db");
    let group = played(Arc::new(MemoryStore::new())).await;
    let (id, log) = (group.table.id(), group.table.export().await.unwrap());
    // A file as the first version wrote it.
    let options = sqlx::sqlite::SqliteConnectOptions::new();
    let options = options.filename(&path).create_if_missing(true);
    let mut old = sqlx::ConnectOptions::connect(&options).await.unwrap();
    old.execute(
        "CREATE TABLE log (place INTEGER PRIMARY KEY, game_table BLOB NOT NULL,
             seq INTEGER NOT NULL, at INTEGER NOT NULL, record TEXT NOT NULL);
         CREATE UNIQUE INDEX log_by_table ON log (game_table, seq);
         PRAGMA user_version = 1;",
    )
    .await
    .unwrap();
    for record in &log {
        let row = sqlx::query("INSERT INTO log (game_table, seq, at, record) VALUES (?, ?, ?, ?)")
            .bind(id.0.as_bytes().as_slice())
            .bind(i64::try_from(record.seq).unwrap())
            .bind(record.at.as_millisecond())
            .bind(serde_json::to_string(record).unwrap());
        row.execute(&mut old).await.unwrap();
    }
    sqlx::Connection::close(old).await.unwrap();
    assert!(SqliteStore::look(&path).await.is_err(), "looking does not change an old file");
    let store = SqliteStore::open(&path).await.unwrap();
    assert_eq!(store.load(id, 0).await.as_ref(), Ok(&log));
    assert_eq!(store.check().await, Ok(vec![]));
    let mut next = log[log.len() - 1].clone();
    next.seq += 1;
    store.append(id, &next).await.unwrap();
    assert_eq!(store.load(id, 0).await.map(|log| log.len()), Ok(log.len() + 1));
    let copy = std::fs::read_dir(folder.path().join("copies")).unwrap().next().unwrap().unwrap();
    assert!(copy.file_name().to_string_lossy().ends_with("-before-5.db"));
    let mut copy = raw(&copy.path()).await;
    let kept = sqlx::query_scalar::<_, i64>("SELECT count(*) FROM log");
    assert_eq!(kept.fetch_one(&mut copy).await.unwrap(), log.len() as i64);
    let version = sqlx::query_scalar::<_, i64>("PRAGMA user_version");
    assert_eq!(version.fetch_one(&mut copy).await.unwrap(), 1, "as it was");
}

#[tokio::test]
async fn b76_a_persons_name_and_talk_are_taken_out_for_good() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.db");
    let store = SqliteStore::open(&path).await.unwrap();
    let mut group = played(Arc::new(store.clone())).await;
    let (ann, ben) = (group.ann, group.ben);
    let before = group.lines(ben).await;
    assert!(lies_in(folder.path(), "大家好"));
    let (snapshot, mut frames) = group.table.attach(ben, None, None).await.unwrap();
    group.table.redact(ann, "甲".to_owned()).await.unwrap();
    assert_eq!(frames.next().await.expect_err("read anew"), table::Farewell::Rewritten);
    let text = |records: &[Record]| serde_json::to_string(records).unwrap();
    let log = group.table.export().await.unwrap();
    for gone in ["大家好", "门后有人", "撬锁", "\"安\""] {
        assert!(!text(&log).contains(gone), "{gone}");
    }
    let after = group.lines(ben).await;
    assert_eq!(after.len(), before.len() + 1, "every line keeps its number");
    assert_eq!(after.last().unwrap().line.message.id, "table-redacted");
    let bookmark = table::Bookmark { list: snapshot.list, line: snapshot.last };
    let (again, _frames) = group.table.attach(ben, None, Some(bookmark)).await.unwrap();
    assert!(!again.continues, "a page does not keep what it has");
    verify(&log).expect("the dice are as they were");
    assert_eq!(store.check().await, Ok(vec![]));
    group.say(ann, "我回来了").await.unwrap();
    let taken = group.table.redact(ann, "本".to_owned()).await.expect_err("taken");
    assert_eq!(taken.what.id, "table-name-taken");
    assert!(!lies_in(folder.path(), "大家好"), "not even in what SQLite keeps beside its file");
}

/// Words that only this person typed, in every kind of place that takes them.
#[tokio::test]
async fn b76_whatever_a_person_typed_is_taken_out() {
    let word = |number: u32| format!("金丝雀{number}号");
    for pack in ["mist-2d6", "fate-condensed", "timeline"] {
        let store = Arc::new(MemoryStore::new());
        let mut group = Group::sit(store, group::shipped(pack)).await;
        let (ann, ben, host) = (group.ann, group.ben, group.host);
        let rename = TableCommand::RenameSeat { seat: ann, name: "安娜贝尔".to_owned() };
        group.at_table(ann, rename).await.unwrap();
        let voice = Voice::InCharacter { name: Some(word(1)) };
        group.at_table(ann, TableCommand::Say { voice, text: word(2) }).await.unwrap();
        let roll = format!("2d6 {}", word(3));
        let roll = TableCommand::Roll { notation: roll, audience: Audience::All, actor: None };
        group.at_table(ann, roll).await.unwrap();
        group.say(ben, "安娜贝尔在哪").await.unwrap();
        crate::scene::set(&mut group).await;
        let mut acts = match pack {
            "mist-2d6" => {
                let mut act = group.offer(ann, "act").await.expect("a player may act");
                act["text"] = json!(word(4));
                vec![act]
            }
            "fate-condensed" => Vec::new(),
            _ => vec![json!({ "do": "make-character", "card": crate::scene::card(&word(4)) })],
        };
        let own = group.table.view(ann).await.unwrap();
        let own = own.iter().find(|(key, part)| {
            key.starts_with("character/") && part.to_string().contains(&json!(ann).to_string())
        });
        let own = own.map(|(key, _)| key.trim_start_matches("character/").to_owned());
        let own = own.expect("a character");
        acts.extend(match pack {
            "timeline" => vec![
                json!({ "do": "add-belonging", "character": own, "text": word(6), "place": "" }),
            ],
            _ => Vec::new(),
        });
        for act in acts {
            let done = group.game(ann, act.clone()).await;
            done.unwrap_or_else(|refusal| panic!("{act}: {refusal:?}"));
        }
        // Whatever else is offered with words of one's own; not all of it at the same time.
        for mut offer in group.table.offers(ann, None).await.unwrap() {
            if offer.command.get("text").is_some_and(serde_json::Value::is_string) {
                offer.command["text"] = json!(word(7));
                let _ = group.game(ann, offer.command).await;
            }
        }
        let log = serde_json::to_string(&group.table.export().await.unwrap()).unwrap();
        assert!(log.matches("金丝雀").count() > 3, "{pack}: something was typed in the game");
        group.at_table(host, TableCommand::EndSession).await.unwrap();
        let before = group.table.view(host).await.unwrap();
        group.table.redact(ann, "甲".to_owned()).await.unwrap();
        let log = group.table.export().await.unwrap();
        let text = serde_json::to_string(&log).unwrap();
        for gone in ["金丝雀", "安娜贝尔", "\"安\""] {
            assert!(!text.contains(gone), "{pack}: {gone} in {}", around(&text, gone));
        }
        assert!(text.contains("甲在哪"), "others' words stay");
        verify(&log).expect("the dice are as they were");
        let after = group.table.view(host).await.unwrap();
        for (key, part) in &before {
            if key.starts_with("table/") {
                continue;
            }
            let now = after.get(key).unwrap_or_else(|| panic!("{pack}: {key} is gone"));
            assert!(same_shape(part, now), "{pack} {key}:\n{part}\n{now}");
        }
    }
}

/// The text around a word.
fn around(text: &str, word: &str) -> String {
    let at = text.find(word).unwrap_or_default();
    let from = text.floor_char_boundary(at.saturating_sub(200));
    text[from..text.floor_char_boundary(at + 100)].to_owned()
}

/// Whether two values differ in nothing but what texts say.
fn same_shape(one: &serde_json::Value, two: &serde_json::Value) -> bool {
    use serde_json::Value as Json;
    match (one, two) {
        (Json::String(_), Json::String(_)) => true,
        (Json::Array(one), Json::Array(two)) => {
            one.len() == two.len() && one.iter().zip(two).all(|(one, two)| same_shape(one, two))
        }
        (Json::Object(one), Json::Object(two)) => {
            one.len() == two.len()
                && one.iter().all(|(key, one)| two.get(key).is_some_and(|two| same_shape(one, two)))
        }
        (one, two) => one == two,
    }
}

/// Whether any file of a folder holds a text.
fn lies_in(folder: &std::path::Path, text: &str) -> bool {
    let files = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.unwrap().path());
    let files: Vec<Vec<u8>> =
        files.filter(|path| path.is_file()).map(|path| std::fs::read(path).unwrap()).collect();
    assert!(files.len() >= 2, "the database and its write-ahead log");
    let holds = |file: &Vec<u8>| file.windows(text.len()).any(|bytes| bytes == text.as_bytes());
    files.iter().any(holds)
}

#[tokio::test]
async fn b05_what_another_process_writes_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.db");
    let store = SqliteStore::open(&path).await.unwrap();
    let mut group = played(Arc::new(store.clone())).await;
    let id = group.table.id();
    // As `mistline table link` does beside a running server.
    let beside = Arc::new(SqliteStore::open(&path).await.unwrap());
    let tables = table::Tables::new(beside.clone(), table::World::fixed(9).0);
    let link = tables.table(id).await.unwrap().host_link().await.unwrap();
    let id_of_enter = group.next_id();
    let entered = group.table.enter(&link, None, id_of_enter).await.unwrap();
    assert_eq!(entered.seat, group.host);
    group.say(group.ann, "照常").await.unwrap();
    let (_, mut frames) = group.table.attach(group.ben, None, None).await.unwrap();
    let (_, seen) = store.rewritten(0).await.unwrap();
    assert_eq!(tables.delete(id).await, Ok(true));
    let (changed, _) = store.rewritten(seen).await.unwrap();
    assert_eq!(changed, [id]);
    group.tables.rewritten(id).await;
    assert_eq!(frames.next().await.expect_err("gone"), table::Farewell::Deleted);
}
