//! What a seat may not see never leaves the server (B-30).

use serde_json::{Value as Json, json};
use server::Settings;
use table::World;

use crate::play::Group;
use crate::served::Served;

/// Plays one scene at a table with this hidden limit, in a world that always happens the same way;
/// every byte each player was sent, and what the host saw.
async fn played(hidden_limit: Json) -> ([Vec<String>; 2], Vec<String>) {
    let (world, _) = World::fixed(7);
    let served = Served::with(world, Settings::default()).await;
    let mut group = Group::sit(&served.browser()).await;
    group.set_the_scene(&hidden_limit).await;
    let roll = group.act().await;
    group.one.play(json!({ "do": "roll", "roll": roll })).await;
    group.catch_up().await;
    for page in [&mut group.one, &mut group.two] {
        // Errors and searching about tell no more than frames do.
        let show = json!({ "game": { "do": "show", "thing": "000000000000", "to": "all" } });
        page.send(&show).await;
        page.say(&json!({ "quote": { "ask": 2, "command": { "do": "roll", "roll": roll } } }))
            .await;
        page.catch_up().await;
        page.type_line(".help").await;
        page.type_line(".challenge").await;
    }
    group.catch_up().await;
    ([group.one.heard, group.two.heard], group.host.heard)
}

#[tokio::test]
async fn b30_tables_that_differ_only_in_a_hidden_limit_send_players_the_same_bytes() {
    let (players, host) = played(json!({ "status": "安抚", "tier": 4, "hidden": true })).await;
    let (others, other_host) = played(json!({ "status": "照亮", "tier": 2, "hidden": true })).await;
    for (one, other) in players.iter().zip(&others) {
        assert_eq!(one.len(), other.len());
        for (one, other) in one.iter().zip(other) {
            assert_eq!(one, other);
        }
    }
    assert_ne!(host, other_host, "the host sees the difference");
    let secret = |heard: &[String]| heard.iter().any(|frame| frame.contains("安抚"));
    assert!(secret(&host) && !secret(&players[0]) && !secret(&players[1]));
}

/// What one may type to find out more.
const QUESTIONS: [&str; 11] = [
    ".help",
    ".why",
    ".st",
    ".sheet",
    ".scene",
    ".clues",
    ".challenge",
    ".who",
    ".log",
    ".odds 2d6",
    ".undo",
];

/// A host's secrets in every ruleset: no frame, answer or number that others get has the word.
#[tokio::test]
async fn b30_no_canary_in_any_frame_answer_or_number() {
    let hidden: [(&str, &[Json]); 3] = [
        (
            "mist-bureau",
            &[
                json!({ "do": "set-scene", "title": "码头" }),
                json!({ "do": "add-clue", "text": "金丝雀", "hidden": true }),
                json!({ "do": "add-tag", "on": "scene", "name": "金丝雀", "hidden": true }),
                json!({ "do": "gain-status", "on": "scene", "name": "金丝雀", "tier": 2, "hidden": true }),
                json!({ "do": "add-threat", "threat": { "text": "金丝雀", "hidden": true } }),
                json!({ "do": "add-challenge", "challenge": { "name": "金丝雀", "text": "金丝雀",
                "hidden": true, "tags": ["金丝雀"], "threats": [],
                "limits": [{ "status": "金丝雀", "tier": 3 }] } }),
            ],
        ),
        (
            "fate-condensed",
            &[
                json!({ "do": "set-scene", "title": "码头" }),
                json!({ "do": "add-aspect", "name": "金丝雀", "on": "scene", "hidden": true }),
                json!({ "do": "write-notes", "text": "金丝雀" }),
                json!({ "do": "make-character", "hidden": true, "draft": { "name": "金丝雀",
                "skills": { "fight": 2 }, "aspects": [{ "slot": "concept", "name": "金丝雀" }] } }),
            ],
        ),
        (
            "timeline",
            &[json!({ "do": "make-character", "hidden": true, "card": { "name": "金丝雀",
                "background": "金丝雀", "age": 2000, "size": 6000, "appearance": 5000,
                "assets": 5000, "level": 10, "ratio": 500, "percentages":
                [3000, 3500, 3500, 3000, 3500, 3500, 2000, 2000, 2000, 2000, 2000] } })],
        ),
    ];
    for (pack, secrets) in hidden {
        let served = Served::start().await;
        let mut group = Group::sit_with(&served.browser(), pack).await;
        for secret in secrets {
            group.host.play(secret.clone()).await;
        }
        let whisper = json!({ "how": "whisper", "to": [] });
        group.host.table(json!({ "do": "say", "voice": whisper, "text": "金丝雀" })).await;
        let roll = json!({ "do": "roll", "notation": "1d6 金丝雀", "audience": "host" });
        group.host.table(roll).await;
        let offers = group.host.offers().await;
        assert!(!offers.is_empty(), "the host can do something");
        group.catch_up().await;
        for page in [&mut group.one, &mut group.two] {
            for question in QUESTIONS {
                page.type_line(question).await;
            }
            // What only the host is offered, with the ids of what is hidden.
            for offer in &offers {
                let mut command = offer["command"].clone();
                if command.to_string().contains("金丝雀") {
                    continue;
                }
                if let Some(to) = command.get_mut("to").filter(|to| **to == json!("all")) {
                    *to = json!("host");
                }
                page.send(&json!({ "game": command })).await;
                page.say(&json!({ "quote": { "ask": 3, "command": command } })).await;
            }
            page.catch_up().await;
        }
        group.catch_up().await;
        let again = group.browsers[1].sit(&group.table).await;
        for page in [&group.one, &group.two, &again] {
            for frame in &page.heard {
                assert!(!frame.contains("金丝雀"), "{pack}: {frame}");
            }
        }
        assert!(group.host.heard.iter().any(|frame| frame.contains("金丝雀")), "the host reads it");
        // What one takes home obeys the same secrecy as what one is sent.
        for browser in &mut group.browsers[1..] {
            for what in [
                "log?form=md",
                "log?form=html",
                "log?form=txt",
                "characters",
                "sheets",
                "case-file",
            ] {
                let taken = browser.get(&format!("/api/tables/{}/{what}", group.table)).await;
                assert!(taken.status.is_success(), "{pack}: {what} {}", taken.status);
                let taken = String::from_utf8_lossy(&taken.body).into_owned();
                assert!(!taken.contains("金丝雀"), "{pack}: {what}");
            }
            let sought = "%E9%87%91%E4%B8%9D%E9%9B%80";
            let path = format!("/api/tables/{}/search?text={sought}", group.table);
            assert_eq!(browser.get(&path).await.json()["lines"], json!([]), "{pack}");
            let whole = browser.get(&format!("/api/tables/{}/export", group.table)).await;
            assert_eq!(whole.status.as_u16(), 403, "{pack}: only the host has the whole log");
        }
        for path in ["/metrics", "/healthz", "/readyz", "/openapi.json"] {
            let page = served.browser().get(path).await;
            let page = String::from_utf8_lossy(&page.body).into_owned();
            assert!(!page.contains("金丝雀"), "{path}");
        }
    }
}
