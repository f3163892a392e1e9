//! What every seat sees and was told after each record of the corpus and of the transcripts, kept
//! as hashes in `recording.txt`, so that a change which is to change nothing can be seen to.
//!
//! `UPDATE=1` writes the file anew; `DUMP=folder` writes what was hashed, to be compared with the
//! dump of another commit.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use rules::SeatId;
use serde_json::Value as Json;
use sha2::{Digest, Sha256};
use table::{
    Archive, MemoryStore, NumberedLine, Record, SeatPart, Store, TableHandle, TableId, Tables,
    Token, World,
};

use crate::{folder, markdown_files, play};

/// What a seat sees, and what it was told since it was last asked.
type Seen = (BTreeMap<String, Json>, Json);

/// Where a log comes from.
enum From {
    Corpus(PathBuf),
    Transcript(PathBuf),
}

impl From {
    fn name(&self) -> String {
        match self {
            Self::Corpus(path) => {
                format!("corpus/{}", path.file_stem().unwrap_or_default().to_string_lossy())
            }
            Self::Transcript(path) => {
                let name = path.strip_prefix(folder()).unwrap_or(path).with_extension("");
                name.display().to_string()
            }
        }
    }

    async fn log(&self) -> (TableId, Vec<Record>) {
        match self {
            Self::Corpus(path) => {
                let archive = Archive::read(&fs::read(path).expect("readable")).expect("whole");
                (archive.table, archive.records)
            }
            Self::Transcript(path) => {
                let text = fs::read_to_string(path).expect("the transcript is readable");
                let (_, _, stage) = play(&text).await;
                stage.expect("a transcript sets up a table").log().await
            }
        }
    }
}

/// The logs of the corpus and those the transcripts write.
fn sources() -> Vec<From> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../table/tests/corpus");
    let entries = fs::read_dir(corpus).expect("the corpus is readable");
    let mut paths: Vec<PathBuf> = entries.map(|it| it.expect("readable").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "mistline"));
    paths.sort();
    let mut files = Vec::new();
    markdown_files(&folder(), &mut files);
    paths.into_iter().map(From::Corpus).chain(files.into_iter().map(From::Transcript)).collect()
}

/// More lines than one record tells a seat, but for the few that are asked for more.
const RECENT: usize = 32;

/// What a seat was told after a line, or all it was told.
async fn told(handle: &TableHandle, seat: SeatId, after: Option<u64>) -> Vec<NumberedLine> {
    let mut lines = handle.lines(seat, None, RECENT).await.expect("lines");
    let reaches = |after: u64| lines.first().is_none_or(|line| line.n <= after + 1);
    if lines.len() == RECENT && !after.is_some_and(reaches) {
        lines = handle.lines(seat, None, usize::MAX).await.expect("lines");
    }
    lines.retain(|line| after.is_none_or(|after| line.n > after));
    lines
}

/// Replays a log record by record, and records what all seats see and were told after each.
async fn record(from: &From, dump: Option<&Path>) -> String {
    let (name, (table, records)) = (from.name(), from.log().await);
    let store = Arc::new(MemoryStore::new());
    store.create(table, &records[..1]).await.expect("an empty store");
    let tables = Tables::new(store.clone(), World::fixed(1).0);
    let handle = tables.table(table).await.expect("the log is read");
    let mut last: BTreeMap<SeatId, u64> = BTreeMap::new();
    let mut text = format!("# {name}\n");
    for (place, record) in records.iter().enumerate() {
        if place > 0 {
            store.append(table, record).await.expect("it is appended");
            // Someone nobody knows has the table look into its log.
            handle.whoami(&Token::presented("nobody")).await.expect_err("nobody");
        }
        let mut seats: BTreeMap<String, Seen> = BTreeMap::new();
        for SeatPart { seat, .. } in handle.seats().await.expect("seats") {
            let mut view = handle.view(seat).await.expect("a view");
            // What can be done follows from the rest.
            view.retain(|key, _| key != "table/acts" && key != "table/verbs");
            let lines = told(&handle, seat, last.get(&seat).copied()).await;
            let so_far = last.entry(seat).or_default();
            *so_far = lines.last().map_or(*so_far, |line| line.n);
            let lines = serde_json::to_value(lines).expect("plain data");
            seats.insert(seat.0.to_string(), (view, lines));
        }
        if let Some(dump) = dump {
            let file = dump.join(&name).join(format!("{:04}.json", record.seq));
            fs::create_dir_all(file.parent().expect("a folder")).expect("it can be made");
            let seats = serde_json::to_string_pretty(&seats).expect("plain data");
            fs::write(file, seats).expect("it can be written");
        }
        let hash = Sha256::digest(serde_json::to_vec(&seats).expect("plain data"));
        let hash: String = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        writeln!(text, "{} {hash}", record.seq).expect("a string");
    }
    text
}

/// Records all logs, on as many threads as there are processors.
fn record_all(dump: Option<&Path>) -> String {
    let (sources, next) = (sources(), AtomicUsize::new(0));
    let records: Mutex<BTreeMap<usize, String>> = Mutex::default();
    let work = || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.expect("a runtime");
        while let Some((place, from)) = {
            let place = next.fetch_add(1, Ordering::Relaxed);
            sources.get(place).map(|from| (place, from))
        } {
            let text = runtime.block_on(record(from, dump));
            records.lock().expect("nobody panicked").insert(place, text);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    records.into_inner().expect("nobody panicked").into_values().collect()
}

#[test]
fn b10_every_seat_sees_after_each_record_what_was_recorded() {
    let dump = std::env::var_os("DUMP").map(PathBuf::from);
    let text = record_all(dump.as_deref());
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
