//! Golden transcripts: play written down in Markdown, run against a real table.
//!
//! `UPDATE=1 cargo test -p chat --test transcripts` writes what is answered and seen into the
//! files; without it a file that says otherwise fails. See `transcripts/README.md`.

mod document;
mod recording;
mod stage;

use std::fs;
use std::path::{Path, PathBuf};

use document::{Document, Part};
use stage::Stage;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("transcripts")
}

fn markdown_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder is readable")
        .map(|entry| entry.expect("the entry is readable").path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            markdown_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md")
            && path.file_name() != Some("README.md".as_ref())
        {
            found.push(path);
        }
    }
}

/// Plays a file; gives what it should say, what went otherwise than marked, and the table.
async fn play(text: &str) -> (String, Vec<String>, Option<Stage>) {
    let document = Document::read(text);
    let mut faults = Vec::new();
    let mut written = String::new();
    let mut stage: Option<Stage> = None;
    for part in document.parts {
        match part {
            Part::Prose(text) => written.push_str(&text),
            Part::Table { text, settings } => {
                written.push_str(&text);
                match Stage::set(&settings).await {
                    Ok(set) => stage = Some(set),
                    Err(fault) => {
                        faults.push(fault);
                        break;
                    }
                }
            }
            Part::Play(lines) => {
                let Some(stage) = &mut stage else {
                    faults.push("a ```play block needs a ```table block before it".to_owned());
                    break;
                };
                written.push_str("```play\n");
                for line in lines {
                    let answered = stage.line(&line).await;
                    written.push_str(&line);
                    written.push('\n');
                    match answered {
                        Ok(lines) => {
                            for line in lines {
                                written.push_str(&line);
                                written.push('\n');
                            }
                        }
                        Err(fault) => faults.push(fault),
                    }
                }
                written.push_str("```\n");
            }
        }
    }
    (written, faults, stage)
}

#[tokio::test]
async fn transcripts_are_played_as_written() {
    let mut files = Vec::new();
    markdown_files(&folder(), &mut files);
    assert!(!files.is_empty(), "there are transcripts");
    let update = std::env::var_os("UPDATE").is_some();
    // `TRANSCRIPT=闪回` plays only the files whose name contains it, while one is being written.
    let only = std::env::var("TRANSCRIPT").unwrap_or_default();
    let mut stale = Vec::new();
    for path in files {
        let name = path.strip_prefix(folder()).unwrap_or(&path).display().to_string();
        if !name.contains(&only) {
            continue;
        }
        let text = fs::read_to_string(&path).expect("the transcript is readable");
        let (written, faults, _) = play(&text).await;
        stale.extend(faults.into_iter().map(|fault| format!("{name}: {fault}")));
        if written == text {
            continue;
        }
        if update {
            fs::write(&path, written).expect("the transcript is writable");
        } else {
            let at = text.lines().zip(written.lines()).position(|(one, two)| one != two);
            let at = at.unwrap_or(text.lines().count().min(written.lines().count()));
            let line = |text: &str| text.lines().nth(at).unwrap_or("(nothing)").to_owned();
            let (says, is) = (line(&text), line(&written));
            stale.push(format!("{name}:{}: says {says:?}, but it is {is:?}", at + 1));
        }
    }
    assert!(stale.is_empty(), "\n{}", stale.join("\n"));
}

#[tokio::test]
async fn b13_every_transcript_is_undone_to_the_start_and_done_again() {
    let mut files = Vec::new();
    markdown_files(&folder(), &mut files);
    for path in files {
        let text = fs::read_to_string(&path).expect("the transcript is readable");
        let (_, _, stage) = play(&text).await;
        let mut stage = stage.expect("a transcript sets up a table");
        if let Err(fault) = stage.there_and_back().await {
            panic!("{}: {fault}", path.display());
        }
    }
}

#[tokio::test]
async fn a_refusal_must_be_marked_and_a_mark_must_be_true() {
    let check = |line: &'static str| async move {
        let text =
            format!("```table\n规则 mist-2d6\n种子 1\n主持 主持\n```\n```play\n{line}\n```\n");
        play(&text).await.1.len()
    };
    assert_eq!(check("主持> .r 2d6").await, 0);
    assert_eq!(check("主持>! .r 2d").await, 0);
    assert_eq!(check("主持> .r 2d").await, 1);
    assert_eq!(check("主持>! .r 2d6").await, 1);
}

/// How many commands and how many lines of answer the plays of a transcript take, block by block.
fn counted(text: &str) -> Vec<(usize, usize)> {
    let blocks = text.split("```play\n").skip(1).filter_map(|rest| rest.split("```").next());
    let count = |block: &str| {
        let typed = block.lines().filter(|line| line.contains("> .")).count();
        (typed, block.lines().count() - typed)
    };
    blocks.map(count).collect()
}

#[test]
fn c05_one_reviewed_action_takes_four_commands_and_twelve_lines() {
    let path = folder().join("mist-bureau/四句话.md");
    let text = fs::read_to_string(path).expect("the transcript is readable");
    let [_, action, reaction, ..] = counted(&text)[..] else {
        panic!("the action and the reaction have a block each");
    };
    assert!(action.0 <= 4 && action.1 <= 12, "{action:?}");
    // With a consequence, answered by a reviewed reaction of its own.
    assert!(reaction.0 <= 9 && reaction.1 <= 24, "{reaction:?}");
}
