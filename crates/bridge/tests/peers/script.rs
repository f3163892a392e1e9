//! A golden transcript of the text language, played in a chat group by way of a real peer: what all
//! see is said in the group, what one sees alone is said to them in private, answers go to either.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use serde_json::Value as Json;
use table::MemoryStore;

use crate::peer::{Kind, Message, Peer, plain, shown};
use crate::stand::{self, Stand};

/// What a group is told of an answer that is for one alone.
const PRIVATELY: &str = "已私下告诉你";

/// One thing typed, and what is to come of it.
struct Step {
    who: String,
    text: String,
    /// What all see.
    all: Vec<String>,
    /// What one sees, by name.
    alone: Vec<(String, String)>,
    /// The answer to the one who typed.
    answer: Vec<String>,
}

struct Script {
    pack: String,
    seed: u64,
    host: String,
    players: Vec<String>,
    steps: Vec<Step>,
}

fn read(text: &str) -> Script {
    let mut script = Script {
        pack: String::new(),
        seed: 0,
        host: String::new(),
        players: Vec::new(),
        steps: Vec::new(),
    };
    let mut tables = 0;
    let mut within = "";
    for line in text.lines() {
        match line {
            "```table" | "```play" => {
                within = line;
                tables += usize::from(line == "```table");
            }
            "```" => within = "",
            // Only the first table of a file is played.
            _ if tables > 1 => break,
            _ if within == "```table" => {
                let (word, rest) = line.split_once(' ').expect("a setting");
                match word {
                    "规则" => script.pack = rest.to_owned(),
                    "种子" => script.seed = rest.parse().expect("a number"),
                    "主持" => script.host = rest.to_owned(),
                    "玩家" => script.players = rest.split(' ').map(str::to_owned).collect(),
                    other => panic!("{other}"),
                }
            }
            _ if within == "```play" => step(&mut script, line),
            _ => {}
        }
    }
    script
}

fn step(script: &mut Script, line: &str) {
    if line.starts_with('#') || line.is_empty() {
        return;
    }
    let known = |name: &str| name == script.host || script.players.iter().any(|it| it == name);
    if let Some((who, text)) = line.split_once('>').filter(|(who, _)| known(who)) {
        let text = text.strip_prefix('!').unwrap_or(text).trim();
        let (who, text) = (who.to_owned(), text.to_owned());
        let (all, alone, answer) = (Vec::new(), Vec::new(), Vec::new());
        script.steps.push(Step { who, text, all, alone, answer });
        return;
    }
    let Some((names, seen)) = line.split_once('|') else { panic!("{line}") };
    let seen = seen.strip_prefix(' ').unwrap_or(seen).trim_end().to_owned();
    let last = script.steps.last_mut().expect("something was typed");
    match names {
        "全" => last.all.push(seen),
        "答" | "拒" => last.answer.push(seen),
        // Whoever is not told what only the host and a few see is told that it was done: so is the
        // group, as any spectator.
        names if !names.split('、').any(|name| name == script.host) => last.all.push(seen),
        names => last.alone.extend(names.split('、').map(|name| (name.to_owned(), seen.clone()))),
    }
}

/// What was said somewhere, line by line.
fn lines<'s>(sent: &'s [Message], to: &str) -> Vec<&'s str> {
    let there = sent.iter().filter(|it| it.to == to);
    there.flat_map(|it| it.text.lines()).map(str::trim).filter(|it| !it.is_empty()).collect()
}

/// Whether all of `due` is among `found`, in this order, from `from` on; where that ends.
fn follows(found: &[&str], due: &[String], from: usize) -> Option<usize> {
    let mut at = from;
    for due in due {
        let due = due.trim();
        at += found.get(at..)?.iter().position(|it| *it == due || it.ends_with(due))? + 1;
    }
    Some(at)
}

/// Folded answers are not expected whole.
const SHOWN: usize = 14;
const LINES: usize = 24;

pub const GROUP: &str = "700";

/// Whether `make peers` asks for whole scenes; `make test` plays how they begin.
pub fn whole() -> bool {
    std::env::var_os("PEERS").is_some_and(|how| how == "whole")
}

/// Plays a transcript, or only its first `most` steps in the short form. Gives what was typed and said, for people.
pub async fn play(kind: Kind, more: &[&str], file: &str, most: usize) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../chat/transcripts").join(file);
    let script = read(&std::fs::read_to_string(&path).expect("a transcript"));
    let peer = Peer::start(kind, more).await;
    let players: Vec<&str> = script.players.iter().map(String::as_str).collect();
    let store = Arc::new(MemoryStore::new());
    let stand = Stand::set(store, &script.pack, script.seed, &script.host, &players).await;
    let _running = stand::run(&stand.tables, &peer).await;
    stand.bind(&peer, GROUP).await;
    let mut at: HashMap<String, usize> = HashMap::new();
    let sent = peer.sent().await;
    at.insert(GROUP.to_owned(), lines(&sent, GROUP).len());
    let mut told = format!("# {file}\n\n{kind:?}，群 {GROUP}\n\n");
    let mut seen = sent.len();
    let most = if whole() { usize::MAX } else { most };
    for step in script.steps.iter().take(most) {
        let place = stand.seats.iter().position(|(name, _)| *name == step.who).expect("a seat");
        let user = Stand::user(place);
        peer.say(Some(GROUP), &user, &step.who, &step.text).await;
        let typed = !bridge_command(&step.text);
        let all: Vec<String> =
            step.all.iter().filter(|it| !(typed && it.contains(&step.text))).cloned().collect();
        let mut answer = step.answer.clone();
        if answer.len() > LINES {
            answer.truncate(SHOWN);
        }
        let own = format!("private:{user}");
        let places: Vec<(String, String)> = step
            .alone
            .iter()
            .filter_map(|(name, line)| {
                let place = stand.seats.iter().position(|(known, _)| known == name)?;
                Some((format!("private:{}", Stand::user(place)), line.clone()))
            })
            .collect();
        let what = format!("the answer to {}> {}", step.who, step.text);
        let from = |at: &HashMap<String, usize>, to: &str| at.get(to).copied().unwrap_or(0);
        let ends = peer
            .wait(&what, |sent| {
                let mut ends = at.clone();
                let group = lines(sent, GROUP);
                let after = follows(&group, &all, from(&at, GROUP))?;
                let mut end = after;
                // What others see alone.
                for (to, line) in &places {
                    let theirs = lines(sent, to);
                    let next = follows(&theirs, std::slice::from_ref(line), from(&ends, to))?;
                    ends.insert(to.clone(), next);
                }
                // The answer: in the group, or alone.
                match follows(&group, &answer, after) {
                    Some(next) => end = next,
                    None => {
                        let theirs = lines(sent, &own);
                        let next = follows(&theirs, &answer, from(&at, &own))?;
                        ends.insert(own.clone(), next.max(from(&ends, &own)));
                        if all.is_empty() {
                            // The group is told that there was an answer, and nothing of it.
                            let told =
                                group[after..].iter().position(|it| it.contains(PRIVATELY))?;
                            end = after + told + 1;
                        }
                    }
                }
                ends.insert(GROUP.to_owned(), end);
                Some((ends, sent.to_vec()))
            })
            .await;
        let (ends, sent) = ends;
        at = ends;
        let _ = writeln!(told, "**{}** {}\n", step.who, step.text);
        for message in &sent[seen.min(sent.len())..] {
            let to = match message.to.strip_prefix("private:") {
                Some(user) => {
                    let place = user.parse::<usize>().ok().and_then(|it| it.checked_sub(200));
                    let name = place.and_then(|it| stand.seats.get(it)).map(|it| it.0.clone());
                    format!("Mistline（只给{}）", name.unwrap_or_default())
                }
                None => "Mistline".to_owned(),
            };
            let _ = writeln!(
                told,
                "> *{to}*  \n> {}\n",
                spoken(message, &stand).trim().replace('\n', "  \n> ")
            );
        }
        seen = sent.len();
        check_secrets(&sent, step, &places);
    }
    if script.pack == "timeline" && picture::has_chinese_font() {
        peer.say(Some(GROUP), &Stand::user(0), &script.host, ".图").await;
        let drawn = |sent: &[Message]| sent.iter().find_map(png);
        let png = peer.wait("the timeline as a picture", drawn).await;
        assert!(png.starts_with(b"\x89PNG\r\n"));
        crate::keep_bytes("timeline.png", &png);
        let _ = writeln!(told, "**{}** .图\n\n> *Mistline*  \n> 〔时间轴的图〕", script.host);
    }
    told
}

/// A message as people see it: with names for those who are mentioned.
fn spoken(message: &Message, stand: &Stand) -> String {
    let names = || stand.seats.iter().enumerate().map(|(nth, (name, _))| (Stand::user(nth), name));
    match &message.raw {
        Json::Array(segments) => {
            let one = |segment: &Json| match segment["type"].as_str() {
                Some("text") => segment["data"]["text"].as_str().unwrap_or_default().to_owned(),
                Some("at") => {
                    let user = segment["data"]["qq"].as_str().unwrap_or_default();
                    let name = names().find(|(known, _)| known == user);
                    format!("@{}", name.map_or(user, |(_, name)| name))
                }
                _ => "〔图〕".to_owned(),
            };
            segments.iter().map(one).collect()
        }
        content => {
            let mut text = content.as_str().unwrap_or_default().to_owned();
            for (user, name) in names() {
                text = text.replace(&format!("<at id=\"{user}\"/>"), &format!("@{name}"));
            }
            plain(&text)
        }
    }
}

/// The picture of a message, in either protocol.
pub fn png(message: &Message) -> Option<Vec<u8>> {
    use base64::Engine;
    let letters = match &message.raw {
        Json::Array(segments) => {
            let image = segments.iter().find(|it| it["type"] == "image")?;
            image["data"]["file"].as_str()?.strip_prefix("base64://")?
        }
        content => {
            let content = content.as_str()?;
            let (_, rest) = content.split_once("<img src=\"data:image/png;base64,")?;
            rest.split('"').next()?
        }
    };
    base64::engine::general_purpose::STANDARD.decode(letters).ok()
}

/// What somebody sees alone is never said in the group.
fn check_secrets(sent: &[Message], step: &Step, places: &[(String, String)]) {
    for (_, line) in places {
        if !step.all.contains(line) {
            let group = lines(sent, GROUP);
            assert!(!group.contains(&line.as_str()), "{line} is secret\n{}", shown(sent));
        }
    }
}

fn bridge_command(text: &str) -> bool {
    let mut letters = text.chars();
    let prefix = letters.next().is_some_and(|it| ".。/．".contains(it));
    prefix && letters.next().is_some_and(char::is_alphabetic)
}
