//! Fixed plays for `bench/instructions`: every transcript of one family, with six seats watching.
//!
//! `instructions FAMILY` plays them and prints how many lines were typed, how many records the
//! tables kept of them, and how many bytes all seats were sent; all that counts happens inside
//! [`play_line`], where callgrind is told to collect. `instructions --npcs N` plays a fixed evening
//! of Fate beside N of the host's characters, and prints lines, bytes sent and milliseconds.
//! `--seats N` fills either up with onlookers to so many seats.

#[path = "../tests/transcripts/npcs.rs"]
mod npcs;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use chat::transcript::{Document, Part, Stage};
use npcs::with_onlookers;
use tokio::runtime::Runtime;

/// Seats at every table: those of the transcript, and onlookers.
const SEATS: usize = 6;

fn transcripts(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is readable");
    let paths = entries.map(|entry| entry.expect("the entry is readable").path());
    let mut found: Vec<PathBuf> = paths
        .flat_map(|path| if path.is_dir() { transcripts(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    found.sort();
    found
}

/// Types one line at a table. Callgrind counts inside this function only.
#[inline(never)]
fn play_line(runtime: &Runtime, stage: &mut Stage, line: &str) {
    runtime.block_on(stage.line(line)).unwrap_or_else(|fault| panic!("{fault}"));
}

/// Fate beside many of the host's characters: what each line costs, and what is sent for it.
fn beside_npcs(runtime: &Runtime, npcs: usize, seats: usize) {
    let mut stage = runtime.block_on(npcs::set(npcs, seats));
    let (before, begun) = (stage.sent, Instant::now());
    for line in npcs::EVENING {
        play_line(runtime, &mut stage, line);
    }
    let (bytes, took) = (stage.sent - before, begun.elapsed());
    println!("{} {bytes} {:.1}", npcs::EVENING.len(), took.as_secs_f64() * 1000.0);
}

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let number = |option: &str| {
        let value = asked.iter().skip_while(|word| *word != option).nth(1);
        value.map(|value| value.parse::<usize>().expect("a number"))
    };
    let seats = number("--seats").unwrap_or(SEATS);
    if let Some(npcs) = number("--npcs") {
        return beside_npcs(&runtime, npcs, seats);
    }
    let Some(family) = asked.first().filter(|argument| !argument.starts_with('-')) else {
        return;
    };
    let records = |stage: &Stage| runtime.block_on(stage.log()).1.len();
    let mut played = Played::default();
    for path in transcripts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("transcripts")) {
        let in_folder = |folder: &std::ffi::OsStr| {
            let folder = folder.to_string_lossy();
            folder == family.as_str() || folder.starts_with(&format!("{family}-"))
        };
        if !path.parent().and_then(Path::file_name).is_some_and(in_folder) {
            continue;
        }
        let text = fs::read_to_string(&path).expect("the transcript is readable");
        let mut stage = None;
        for part in Document::read(&text).parts {
            match part {
                Part::Prose(_) => {}
                Part::Table { settings, .. } => {
                    let set =
                        runtime.block_on(Stage::set(&with_onlookers(settings, seats), npcs::pack));
                    stage = Some(set.expect("a table"));
                }
                Part::Play(typed) => {
                    let stage = stage.as_mut().expect("a table before the play");
                    let (before, sent) = (records(stage), stage.sent);
                    for line in typed.iter().filter(|line| line.contains('>')) {
                        play_line(&runtime, stage, line);
                        played.lines += 1;
                    }
                    played.records += records(stage) - before;
                    played.bytes += stage.sent - sent;
                }
            }
        }
    }
    println!("{} {} {}", played.lines, played.records, played.bytes);
}

/// What was played.
#[derive(Default)]
struct Played {
    lines: usize,
    /// What the tables kept of them: commands that were accepted.
    records: usize,
    /// What all seats were sent.
    bytes: usize,
}
