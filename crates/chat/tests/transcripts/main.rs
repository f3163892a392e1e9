//! Golden transcripts: play written down in Markdown, run against a real table.
//!
//! `UPDATE=1 cargo test -p chat --test transcripts` writes what is answered and seen into the
//! files; without it a file that says otherwise fails. See `transcripts/README.md`.

mod npcs;
mod recording;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use chat::transcript::{Document, Part, Played, Stage};
use npcs::pack;

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
    let Played { written, faults, stage } = chat::transcript::play(text, pack).await;
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

/// Ten fighters from the first declaration to the last death, in text alone.
#[test]
fn t35_a_fight_of_five_a_side_takes_60_commands_and_200_lines_at_most() {
    let path = folder().join("timeline/五对五.md");
    let text = fs::read_to_string(path).expect("the transcript is readable");
    let play = text.split("```play\n").nth(1).and_then(|play| play.split("```").next());
    let play = play.expect("it is played");
    let is_command =
        |line: &&str| ["主持> ", "安然> ", "本杰> "].iter().any(|seat| line.starts_with(seat));
    let commands = play.lines().filter(is_command).count();
    assert!(commands <= 60, "{commands} commands");
    assert!(play.lines().count() <= 200, "{} lines", play.lines().count());
    let declared = play.lines().filter(|line| line.contains("前摇")).count();
    let acts = play
        .lines()
        .filter(is_command)
        .filter(|line| line.contains("力量 ") || line.contains("敏捷 "));
    let acts = acts.filter(|line| !line.contains(".tlsetup")).count();
    assert_eq!(acts, declared, "one command for each act");
    let deaths = play.lines().filter(|line| line.contains("死亡")).count();
    assert!(deaths >= 5 && play.contains(".bat end"), "to the end");
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

/// The commands of a family, as its own complaint about an unknown one lists them, that no
/// transcript of the folder types: each of them must have a door in text.
async fn untyped<C: serde::de::DeserializeOwned + std::fmt::Debug>(within: &str) -> Vec<String> {
    let unknown = serde_json::json!({ "do": "?" });
    let unknown = serde_json::from_value::<C>(unknown).expect_err("none");
    let said = unknown.to_string();
    let listed = said.split("expected one of").nth(1).expect("it says what would do");
    let all: BTreeSet<String> = listed.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    let mut files = Vec::new();
    markdown_files(&folder().join(within), &mut files);
    let mut typed = BTreeSet::new();
    for path in files {
        let text = fs::read_to_string(&path).expect("the transcript is readable");
        let mut stage: Option<Stage> = None;
        for part in Document::read(&text).parts {
            match part {
                Part::Prose(_) => {}
                Part::Table { settings, .. } => {
                    stage = Some(Stage::set(&settings, pack).await.expect("a table"));
                }
                Part::Play(lines) => {
                    let stage = stage.as_mut().expect("a table before the play");
                    for line in lines {
                        let verbs = stage.verbs(&line).await;
                        stage.line(&line).await.unwrap_or_else(|fault| panic!("{fault}"));
                        typed.extend(verbs);
                    }
                }
            }
        }
    }
    all.difference(&typed).cloned().collect()
}

#[tokio::test]
async fn c05_every_command_of_fate_is_typed_in_a_transcript() {
    let missing = untyped::<rules::fate::Command>("fate").await;
    assert!(missing.is_empty(), "no door in text: {missing:?}");
}

#[tokio::test]
async fn c05_every_command_of_time_line_is_typed_in_a_transcript() {
    let missing = untyped::<rules::timeline::Command>("timeline").await;
    assert!(missing.is_empty(), "no door in text: {missing:?}");
}

/// What is sent for a line grows no faster than the characters beside it, and what is not about
/// them hardly at all.
#[tokio::test]
async fn f54_what_is_sent_is_linear_in_the_hosts_characters() {
    let mut sent = Vec::new();
    for count in [20, 100] {
        let mut stage = npcs::set(count, 6).await;
        let before = stage.sent;
        for line in npcs::EVENING {
            stage.line(line).await.unwrap_or_else(|fault| panic!("{fault}"));
        }
        sent.push(stage.sent - before);
    }
    let [few, many] = sent[..] else { unreachable!("two were counted") };
    assert!(many < 5 * few, "{few} bytes beside 20, {many} beside 100");
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
    // With a consequence, answered by a reviewed reaction of its own: 10 and 45 once.
    assert!(reaction.0 <= 8 && reaction.1 <= 18, "{reaction:?}");
}
