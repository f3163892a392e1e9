//! A status hidden on one's own character, and an ambush by someone unseen, sought with the words
//! one may type.

use serde_json::{Value as Json, json};

use super::browser::{Browser, Page};
use super::running::Running;

/// A host and a player in their browsers, at a table of a real server.
async fn sit(server: &Running, pack: &str) -> (Page, Page) {
    let (mut host, mut player) = (Browser::new(server.address), Browser::new(server.address));
    let (table, _, invite) = host.make("雾中", pack).await;
    player.enter(&table, &invite, "叶岚", 1_000_001).await;
    let host = host.sit(&table).await.numbered_from(1_000);
    let player = player.sit(&table).await.numbered_from(100_000);
    (host, player)
}

fn part<'p>(page: &'p Page, prefix: &str) -> &'p Json {
    let mut parts = page.parts.iter().filter(|(key, _)| key.starts_with(prefix));
    parts.next().unwrap_or_else(|| panic!("no {prefix}")).1
}

/// Words near the hidden name, and exactly it, in every place that reads numbers or names.
fn questions() -> Vec<String> {
    let names = ["金丝雀病", "金丝雀并", "金丝", "丝雀病", "金絲雀病"];
    let forms = [
        ".r 1d6+NAME",
        ".r 2#1d6+NAME",
        ".r NAMEd6",
        ".r {NAME}d6",
        ".rh 1d6+NAME",
        ".hand 3 .r 1d6+NAME",
        ".odds 1d6+NAME",
        ".act NAME",
        ".act -NAME",
        ".status less NAME",
        ".find NAME",
        ".why",
        ".me",
        ".now",
        ".help NAME",
    ];
    let all = names.iter().flat_map(|name| forms.iter().map(|form| form.replace("NAME", name)));
    all.collect()
}

/// What a player gets to read who asks all that, with a status of this name hidden on them.
async fn sought(server: &Running, hidden: Option<(&str, u8)>) -> Vec<String> {
    let (mut host, mut player) = sit(server, "mist-bureau").await;
    player.play(json!({ "do": "take-example", "example": "diver" })).await;
    host.play(json!({ "do": "set-scene", "title": "码头" })).await;
    host.table(json!({ "do": "begin-session" })).await;
    host.catch_up().await;
    player.catch_up().await;
    let on = part(&player, "character/")["id"].clone();
    if let Some((name, tier)) = hidden {
        host.play(json!({ "do": "gain-status", "on": { "character": on }, "name": name,
            "tier": tier, "hidden": true }))
            .await;
    }
    let mut read = Vec::new();
    for line in questions().iter().cycle().take(questions().len() * super::size().min(3)) {
        let (kind, answer) = player.type_line(line).await;
        let what = answer.get("refusal").unwrap_or(&answer["lines"]).to_string();
        // Ids differ from table to table; what is compared is whether it was understood, and how.
        read.push(format!(
            "{line}: {kind} {}",
            if kind == "refused" { what } else { String::new() }
        ));
    }
    read
}

#[tokio::test]
async fn b30_a_status_hidden_on_ones_own_character_is_found_by_no_word() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = Running::start(folder.path(), "127.0.0.1:0");
    server.ignore();
    let without = sought(&server, None).await;
    let with = sought(&server, Some(("金丝雀病", 5))).await;
    for (with, without) in with.iter().zip(&without) {
        assert_eq!(with, without);
    }
}

#[tokio::test]
async fn t26_an_ambush_by_someone_unseen_is_found_by_no_word() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = Running::start(folder.path(), "127.0.0.1:0");
    server.ignore();
    let mut all = Vec::new();
    for ambush in [false, true] {
        let (mut host, mut player) = sit(&server, "timeline").await;
        let card = |name: &str| {
            let percentages = [30, 35, 35, 30, 35, 35, 20, 20, 20, 20, 20].map(|part| part * 100);
            json!({ "name": name, "age": 2000, "size": 6000, "appearance": 5000, "assets": 5000,
                "level": 10, "ratio": 500, "percentages": percentages })
        };
        player.play(json!({ "do": "make-character", "card": card("岚") })).await;
        let make = json!({ "do": "make-character", "card": card("金丝雀"), "hidden": true });
        host.play(make).await;
        host.catch_up().await;
        let ids = |page: &Page| -> Vec<Json> {
            let parts = page.parts.iter().filter(|(key, _)| key.starts_with("character/"));
            parts.map(|(_, part)| part["id"].clone()).collect()
        };
        player.catch_up().await;
        let own = ids(&player);
        let hidden: Vec<Json> = ids(&host).into_iter().filter(|id| !own.contains(id)).collect();
        let first = if ambush { hidden.clone() } else { Vec::new() };
        let fighters = [own.clone(), hidden].concat();
        host.play(json!({ "do": "open-fight", "fighters": fighters, "ambush": first })).await;
        let mut read = Vec::new();
        let lines = [".bat", ".bat go", ".bat hold", ".bat cancel", ".bat 力量 35 冲上去", ".bat"];
        for line in lines {
            let (kind, answer) = player.type_line(line).await;
            read.push(format!("{line}: {kind} {answer}"));
        }
        player.catch_up().await;
        let mut fight = player.parts["fight"].clone();
        let id = own[0].as_str().expect("an id").to_owned();
        read.push(fight.take().to_string());
        let lines = player.lines.iter().map(|line| line["line"]["message"].to_string());
        read.extend(lines);
        let id_free = |text: &String| text.replace(&id, "ID");
        // The ids of commands are the same at both tables.
        all.push(read.iter().map(id_free).collect::<Vec<_>>());
        assert!(!player.heard.iter().any(|frame| frame.contains("金丝雀")));
    }
    assert_eq!(all[0], all[1]);
}
