//! Forged proofs, broken packs and files that others can read (B-22, B-60, B-79).

use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value as Json, json};
use table::{Archive, Event, Record, TableEvent};

use crate::browser::Browser;
use crate::running::Running;

fn mistline(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mistline"))
        .args(["--lang", "en"])
        .args(arguments)
        .current_dir(folder)
        .env("MISTLINE_DATA", folder.join("data"))
        .output()
        .expect("the binary runs")
}

/// What a command prints and complains of, and whether it succeeded.
fn said(folder: &Path, arguments: &[&str]) -> (bool, String) {
    let output = mistline(folder, arguments);
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(text).expect("text"))
}

/// A table whose first session has ended, as its file; and the hash the page showed before play.
async fn exported(folder: &Path) -> (Archive, String) {
    let server = Running::start(&folder.join("data"), "127.0.0.1:0");
    let mut host = Browser::new(server.address);
    let (table, token, _) = host.make("雾港", "mist-2d6").await;
    host.enter(&table, &token, "主持", 1).await;
    let mut page = host.sit(&table).await.numbered_from(100);
    let seeds = page.parts["table/session"]["seeds"].as_array().expect("seeds").clone();
    let open = seeds.iter().find(|seed| seed["audience"] == json!("all")).expect("everyone's");
    for _ in 0..4 * super::size() {
        page.table(json!({ "do": "roll", "notation": "2d6" })).await;
        page.table(json!({ "do": "roll", "notation": "1d100", "audience": "host" })).await;
    }
    page.table(json!({ "do": "roll-by-hand", "notation": "2d6", "faces": [6, 6] })).await;
    page.table(json!({ "do": "begin-session" })).await;
    page.table(json!({ "do": "roll", "notation": "2d6" })).await;
    let file = host.get(&format!("/api/tables/{table}/export")).await.body;
    (Archive::read(&file).expect("an export"), open["commitment"].as_str().unwrap().to_owned())
}

/// What `verify` says of records that a forger has written into a file with a chain of its own.
fn verify(folder: &Path, records: impl IntoIterator<Item = Record>) -> (bool, String) {
    let records = (1..).zip(records).map(|(seq, record)| Record { seq, ..record }).collect();
    let archive = Archive::new(table::TableId(uuid::Uuid::from_u128(1)), records);
    std::fs::write(folder.join("forged.mistline"), archive.write()).unwrap();
    said(folder, &["verify", "forged.mistline"])
}

fn bent(records: &[Record], change: impl Fn(&mut Vec<Event>)) -> Vec<Record> {
    let mut records = records.to_vec();
    records.iter_mut().for_each(|record| change(&mut record.events));
    records
}

#[tokio::test(flavor = "multi_thread")]
async fn b22_verify_says_what_is_proven_and_refuses_forged_files() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (archive, shown) = exported(folder).await;
    let log = archive.records;
    let rolls = 8 * super::size();
    let (good, told) = verify(folder, log.clone());
    assert!(good, "{told}");
    assert!(told.contains(&format!("✓ {rolls} rolls made again")), "{told}");
    assert!(told.contains("· 1 rolls are not yet provable"), "{told}");
    assert!(told.contains("· 1 rolls were typed in"), "{told}");
    assert!(told.contains(&format!("{shown}  everyone, {} rolls", rolls / 2)), "{told}");
    assert!(told.contains("Not proven:"), "{told}");

    let refused = |records: Vec<Record>, reason: &str| {
        let (good, told) = verify(folder, records);
        assert!(!good && told.contains(reason), "{reason}: {told}");
        assert!(!told.contains("Proven"), "{told}");
    };
    let is_roll = |record: &Record| {
        record.events.iter().any(|it| matches!(it, Event::Table(TableEvent::Rolled { .. })))
    };
    let sealed = log.iter().flat_map(|record| &record.events).find(|event| {
        let json = serde_json::to_value(event).unwrap();
        json.pointer("/table/audience") == Some(&json!("all"))
    });
    let Some(Event::Table(TableEvent::SeedSealed { audience, .. })) = sealed else {
        panic!("no seal");
    };
    let own = table::Secret::try_from("B".repeat(42) + "A").expect("a secret");
    let seal = TableEvent::SeedSealed {
        audience: audience.clone(),
        commitment: own.commitment(),
        seed: Some(own),
    };
    let first = log.iter().position(is_roll).expect("a roll");
    let mut again = log.clone();
    again[first].events.push(Event::Table(seal));
    refused(again, "a second seed is sealed for everyone");

    let hidden = bent(&log, |events| {
        for event in events {
            if let Event::Table(TableEvent::SeedSealed { seed, .. }) = event {
                *seed = None;
            }
        }
    });
    refused(hidden, "the seed for everyone is not shown");

    let ends = |record: &Record| {
        record.events.iter().any(|it| matches!(it, Event::Table(TableEvent::SessionEnded { .. })))
    };
    let end = log.iter().position(ends).expect("an end");
    let proven = |record: &Record| {
        let json: Json = serde_json::to_value(record).unwrap();
        is_roll(record) && json.pointer("/events/0/table/rolls/0/typed_in").is_none()
    };
    let last = log[..end].iter().rposition(proven).expect("a roll");
    let mut without = log.clone();
    without.remove(last);
    refused(without, &format!("should have {} rolls for the host", rolls / 2));

    let endless = bent(&log, |events| {
        events.retain(|it| !matches!(it, Event::Table(TableEvent::SessionEnded { .. })));
    });
    refused(endless, "has no end");
}

#[tokio::test(flavor = "multi_thread")]
async fn b60_a_table_with_a_broken_pack_is_not_imported() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (archive, _) = exported(folder).await;
    let mut records = archive.records;
    let Some(Event::Table(TableEvent::Opened { pack, .. })) = records[0].events.first_mut() else {
        panic!("a log begins with its table");
    };
    pack["bands"] = json!([]);
    let bent = Archive::new(archive.table, records).write();
    std::fs::write(folder.join("bent.mistline"), bent).unwrap();
    let (good, told) = said(folder, &["import", "bent.mistline"]);
    assert!(!good && told.contains("bands"), "{told}");
    let (_, listed) = said(folder, &["table", "list"]);
    assert_eq!(listed.lines().count(), 1, "{listed}");
}

/// The rights of others to everything in a folder.
#[cfg(unix)]
fn open_to_others(folder: &Path) -> Vec<String> {
    use std::os::unix::fs::PermissionsExt;
    let mut open = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.unwrap().path()) {
        let mode = entry.metadata().expect("it is there").permissions().mode();
        if mode & 0o077 != 0 {
            open.push(format!("{} {mode:o}", entry.display()));
        }
        if entry.is_dir() {
            open.extend(open_to_others(&entry));
        }
    }
    open
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn b79_all_that_is_written_is_readable_by_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let around = tempfile::tempdir().unwrap();
    let around = around.path();
    let data = around.join("data");
    let mode = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    // A folder and a database that were there before, open to everyone.
    std::fs::create_dir(&data).unwrap();
    mode(&data, 0o755);
    std::fs::write(data.join("mistline.db"), "").unwrap();
    mode(&data.join("mistline.db"), 0o644);
    let server = Running::start(&data, "127.0.0.1:0");
    let mut host = Browser::new(server.address);
    let (table, token, _) = host.make("雾港", "mist-2d6").await;
    host.enter(&table, &token, "主持", 1).await;
    assert!(data.join("mistline.db-wal").is_file(), "a server has a write-ahead log");
    assert_eq!(open_to_others(around), [""; 0]);
    for command in [&["backup", "copy.db"][..], &["export", "雾港", "table.mistline"]] {
        let (good, told) = said(around, command);
        assert!(good, "{told}");
    }
    assert_eq!(open_to_others(around), [""; 0]);

    // After a clean stop the one file is whole.
    let (ended, _) = server.terminate();
    assert!(ended.success());
    for rest in ["mistline.db-wal", "mistline.db-shm"] {
        assert!(!data.join(rest).exists(), "{rest} is left");
    }
    let lone = around.join("lone");
    std::fs::create_dir(&lone).unwrap();
    std::fs::copy(data.join("mistline.db"), lone.join("mistline.db")).unwrap();
    let (_, listed) = said(around, &["table", "list", "--data", "lone"]);
    assert!(listed.contains("雾港"), "{listed}");
    assert!(!lone.join("mistline.db-wal").exists(), "nor by a command");

    // What is open all the same is said, with the cure.
    mode(&data.join("mistline.db"), 0o644);
    mode(&data, 0o755);
    let (good, told) = said(around, &["doctor", "--listen", "127.0.0.1:0"]);
    assert!(!good, "{told}");
    let database = data.join("mistline.db");
    assert!(told.contains(&format!("chmod 600 {}", database.display())), "{told}");
    assert!(told.contains(&format!("chmod 700 {}", data.display())), "{told}");
}

/// As root, which runs the tests in a container; anyone else cannot give files away.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn b79_what_root_restores_belongs_to_the_owner_of_the_folder() {
    use std::os::unix::fs::{MetadataExt, chown};
    let around = tempfile::tempdir().unwrap();
    let around = around.path();
    let data = around.join("data");
    let (_, _) = exported(around).await;
    let (good, told) = said(around, &["backup", "copy.db"]);
    assert!(good, "{told}");
    let service = 4321;
    if chown(&data, Some(service), Some(service)).is_err() {
        return;
    }
    for folder in [data.clone(), data.join("copies")] {
        for entry in std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_file() {
                chown(entry, Some(service), Some(service)).unwrap();
            }
        }
    }
    let (good, told) = said(around, &["restore", "copy.db"]);
    assert!(good, "{told}");
    let mut foreign = Vec::new();
    for folder in [data.clone(), data.join("copies")] {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.metadata().unwrap().uid() != service {
                foreign.push(entry);
            }
        }
    }
    assert_eq!(foreign, Vec::<std::path::PathBuf>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn b60_one_bad_file_among_the_packs_stops_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let packs = folder.join("packs");
    std::fs::create_dir(&packs).unwrap();
    let mine = "extends = \"mist-2d6\"\nid = \"mine\"\nname = \"我的\"\n";
    std::fs::write(packs.join("mine.toml"), mine).unwrap();
    std::fs::write(packs.join("worse.toml"), format!("{mine}bands = []\n")).unwrap();
    let data = folder.join("data");
    std::fs::create_dir(&data).unwrap();
    let settings = format!("packs = {:?}\n", packs.display().to_string());
    std::fs::write(data.join("mistline.toml"), settings).unwrap();
    let log = std::fs::File::create(folder.join("log")).unwrap();
    let server = Running::logging(&data, "127.0.0.1:0", log.into());
    let mut host = Browser::new(server.address);
    let offered = host.get("/api/packs").await.json();
    let ids: Vec<&str> =
        offered.as_array().unwrap().iter().filter_map(|pack| pack["id"].as_str()).collect();
    assert!(ids.contains(&"mine") && ids.contains(&"mist-2d6"), "{ids:?}");
    let (table, _, _) = host.make("雾港", "mine").await;
    assert!(!table.is_empty());
    let set_aside = host.get("/api/packs/quarantined").await.json();
    assert_eq!(set_aside[0]["file"], "worse.toml", "{set_aside}");
    assert!(set_aside.to_string().contains("worse.toml:4:9"), "{set_aside}");
    assert!(!set_aside.to_string().contains(&*packs.to_string_lossy()), "{set_aside}");
    let logged = std::fs::read_to_string(folder.join("log")).unwrap();
    assert!(logged.contains("worse.toml:4:9"), "{logged}");
    let (good, told) = said(folder, &["doctor", "--listen", "127.0.0.1:0"]);
    assert!(!good && told.contains("worse.toml:4:9"), "{told}");
    let (good, told) = said(folder, &["check", "packs/mine.toml", "packs/worse.toml"]);
    assert!(!good && told.contains("worse.toml:4:9"), "{told}");
}

/// What a person typed is in nobody's file once it is taken out: talk, names they spoke under, what
/// they said their acts were.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn b76_redacted_words_are_in_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let data = folder.join("data");
    let server = Running::start(&data, "127.0.0.1:0");
    let mut host = Browser::new(server.address);
    let (table, _, invite) = host.make("雾港", "mist-2d6").await;
    let mut guest = Browser::new(server.address);
    guest.enter(&table, &invite, "安娜贝尔", 700_000).await;
    let mut guest = guest.sit(&table).await.numbered_from(100);
    let mut page = host.sit(&table).await.numbered_from(10_000);
    page.play(json!({ "do": "set-scene", "title": "码头" })).await;
    guest.play(json!({ "do": "take-example", "example": "diver", "name": "金丝雀1" })).await;
    let voice = json!({ "how": "in-character", "name": "金丝雀2" });
    guest.table(json!({ "do": "say", "voice": voice, "text": "金丝雀3" })).await;
    guest.table(json!({ "do": "roll", "notation": "2d6 金丝雀4" })).await;
    let (kind, answer) = guest.type_line(".act 屏息: 金丝雀5").await;
    assert_ne!(kind, "refused", "{answer}");
    page.type_line("安娜贝尔在哪").await;
    let export = format!("/api/tables/{table}/export");
    let file = |body: &[u8]| String::from_utf8_lossy(body).into_owned();
    let before = file(&host.get(&export).await.body);
    for word in 1..=5 {
        assert!(before.contains(&format!("金丝雀{word}")), "{word} was typed");
    }
    assert!(server.terminate().0.success());
    let redact = ["table", "redact", "雾港", "安娜贝尔", "--name", "甲", "--yes"];
    let (good, told) = said(folder, &redact);
    assert!(good, "{told}");
    let (good, told) = said(folder, &["export", "雾港", "after.mistline"]);
    assert!(good, "{told}");
    let after = file(&std::fs::read(folder.join("after.mistline")).unwrap());
    let (good, told) = said(folder, &["verify", "after.mistline"]);
    assert!(good, "{told}");
    let database = file(&std::fs::read(data.join("mistline.db")).unwrap());
    for text in [after, database] {
        assert!(!text.contains("金丝雀") && !text.contains("安娜贝尔"));
        assert!(text.contains("甲在哪"), "others' words stay");
    }
}
