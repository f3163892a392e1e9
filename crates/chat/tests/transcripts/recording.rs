//! What every seat sees and was told after each record of the corpus and of the transcripts, kept
//! as hashes in `recording.txt`, so that a change which is to change nothing can be seen to.
//!
//! `UPDATE=1` writes the file anew; `DUMP=folder` writes what was hashed, to be compared with the
//! dump of another commit.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value as Json;
use sha2::{Digest, Sha256};
use table::{Archive, MemoryStore, Record, Store, TableId, Tables, Token, World};

use crate::{folder, markdown_files, play};

/// Replays a log record by record; gives what all seats see and were told after each.
async fn replay(table: TableId, records: &[Record]) -> Vec<(u64, Json)> {
    let store = Arc::new(MemoryStore::new());
    store.create(table, &records[..1]).await.expect("an empty store");
    let tables = Tables::new(store.clone(), World::fixed(1).0);
    let handle = tables.table(table).await.expect("the log is read");
    let mut told: BTreeMap<rules::SeatId, u64> = BTreeMap::new();
    let mut found = Vec::new();
    for (place, record) in records.iter().enumerate() {
        if place > 0 {
            store.append(table, record).await.expect("it is appended");
            // Someone nobody knows has the table look into its log.
            handle.whoami(&Token::presented("nobody")).await.expect_err("nobody");
        }
        let mut seats = BTreeMap::new();
        for seat in handle.seats().await.expect("seats") {
            let view = handle.view(seat.seat).await.expect("a view");
            let lines = handle.lines(seat.seat, None, usize::MAX).await.expect("lines");
            let known = told.insert(seat.seat, lines.last().map_or(0, |line| line.n));
            let new: Vec<_> =
                lines.iter().filter(|line| known.is_none_or(|it| line.n > it)).collect();
            let lines = serde_json::to_value(new).expect("plain data");
            seats.insert(seat.seat.0.to_string(), (view, lines));
        }
        found.push((record.seq, serde_json::to_value(seats).expect("plain data")));
    }
    found
}

/// The logs of the corpus and those the transcripts write, by name.
async fn logs() -> Vec<(String, TableId, Vec<Record>)> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../table/tests/corpus");
    let entries = fs::read_dir(corpus).expect("the corpus is readable");
    let mut paths: Vec<PathBuf> = entries.map(|it| it.expect("readable").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "mistline"));
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        let archive = Archive::read(&fs::read(&path).expect("readable")).expect("whole");
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        found.push((format!("corpus/{name}"), archive.table, archive.records));
    }
    let mut files = Vec::new();
    markdown_files(&folder(), &mut files);
    for path in files {
        let text = fs::read_to_string(&path).expect("the transcript is readable");
        let (_, _, stage) = play(&text).await;
        let (table, records) = stage.expect("a transcript sets up a table").log().await;
        let name = path.strip_prefix(folder()).unwrap_or(&path).with_extension("");
        found.push((name.display().to_string(), table, records));
    }
    found
}

#[tokio::test]
async fn b10_every_seat_sees_after_each_record_what_was_recorded() {
    let dump = std::env::var_os("DUMP").map(PathBuf::from);
    let mut text = String::new();
    for (name, table, records) in logs().await {
        writeln!(text, "# {name}").expect("a string");
        for (seq, seen) in replay(table, &records).await {
            if let Some(dump) = &dump {
                let file = dump.join(&name).join(format!("{seq:04}.json"));
                fs::create_dir_all(file.parent().expect("a folder")).expect("it can be made");
                fs::write(file, format!("{seen:#}")).expect("it can be written");
            }
            let hash = Sha256::digest(serde_json::to_vec(&seen).expect("plain data"));
            let hash: String = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
            writeln!(text, "{seq} {hash}").expect("a string");
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts/recording.txt");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &text).expect("it can be written");
    }
    let kept = fs::read_to_string(&path).expect("the recording");
    let mut log = "";
    for (now, then) in text.lines().zip(kept.lines()) {
        if now.starts_with('#') {
            log = now;
        }
        assert_eq!(now, then, "{log}: see `DUMP` in {}", file!());
    }
    assert_eq!(text.lines().count(), kept.lines().count(), "records are missing or new");
}
