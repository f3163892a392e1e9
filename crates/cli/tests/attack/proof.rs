//! Forged proofs, broken packs and files that others can read (B-22, B-60, B-79).

use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value as Json, json};
use table::{Archive, Event, Record, TableEvent};

use crate::browser::Browser;
use crate::running::Running;

fn mistline(folder: &Path, arguments: &[&str]) -> Output {
    let binary =
        std::env::var("ATTACKED").unwrap_or_else(|_| env!("CARGO_BIN_EXE_mistline").to_owned());
    Command::new(binary)
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
