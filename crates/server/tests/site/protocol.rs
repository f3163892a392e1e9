//! `docs/protocol.md` shows what is really said.

use std::path::Path;

use serde_json::{Value as Json, json};
use server::Settings;
use server::wire::{FromServer, PROTOCOL, ToServer};
use table::World;

use crate::browser::{Page, command_id};
use crate::play::{PACK, part};
use crate::served::Served;

const BEGIN: &str = "<!-- session -->\n";
const END: &str = "<!-- /session -->\n";

/// A player's session in a world that always happens the same way, one frame a line.
async fn session() -> String {
    let (world, _) = World::fixed(1);
    let served = Served::with(world, Settings::default()).await;
    let mut host = served.browser();
    let (table, _, invite) = host.make("雾中", PACK).await;
    let mut player = served.browser();
    player.enter(&table, &invite, "叶岚", 1).await;
    let mut page = Page::new(player.knock(&table, None).await.expect("a seat"));
    let mut lines = vec!["```text".to_owned()];
    let take = json!({ "game": { "do": "take-example", "example": "archivist" } });
    for said in [
        json!({ "hello": { "protocol": PROTOCOL, "bookmark": null } }),
        json!({ "text": { "id": command_id(11), "line": "大家好" } }),
        json!({ "do": { "id": command_id(12), "command": take } }),
        json!({ "do": { "id": command_id(12), "command": take } }),
        json!({ "text": { "id": command_id(13), "line": ".r 2d6+1 试试手气" } }),
        json!({ "text": { "id": command_id(14), "line": ".r 2d" } }),
        json!({ "do": { "id": command_id(15), "command": { "table": { "do": "undo" } } } }),
        json!({ "earlier": { "ask": 1, "before": 2 } }),
    ] {
        exchange(&mut page, &mut lines, &said).await;
    }
    let seat = &page.parts["table/you"]["seat"];
    let actor = part(&page, "character/", "seat", seat)["id"].clone();
    let act = json!({ "game": { "do": "act", "actor": actor, "text": "听一听这些旧物" } });
    let act = json!({ "do": { "id": command_id(16), "command": act } });
    exchange(&mut page, &mut lines, &act).await;
    let roll = part(&page, "roll/", "actor", &actor)["id"].clone();
    let offers = json!({ "offers": { "ask": 2, "of": roll } });
    exchange(&mut page, &mut lines, &offers).await;
    let quote = json!({ "quote": { "ask": 3, "command": { "do": "roll", "roll": roll } } });
    exchange(&mut page, &mut lines, &quote).await;
    lines.push("```\n".to_owned());
    lines.join("\n")
}

/// Says something, and hears everything up to its answer.
async fn exchange(page: &mut Page, lines: &mut Vec<String>, said: &Json) {
    lines.push(format!("→ {said}"));
    page.say(said).await;
    loop {
        let heard = page.hear().await.expect("an answer");
        let is_frame = heard.get("frame").is_some();
        lines.push(format!("← {}", brief(heard)));
        if !is_frame {
            break;
        }
    }
}

/// The frame with long parts cut.
fn brief(mut heard: Json) -> Json {
    for place in ["/welcome/snapshot/parts", "/frame/parts"] {
        let parts = heard.pointer_mut(place).and_then(Json::as_object_mut);
        for part in parts.into_iter().flat_map(|parts| parts.values_mut()) {
            if part.to_string().len() > 160 {
                *part = json!("…");
            }
        }
    }
    heard
}

#[tokio::test]
async fn protocol_page_shows_what_is_said() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.md");
    let page = std::fs::read_to_string(&path).expect("the page");
    let (before, rest) = page.split_once(BEGIN).expect("a place for the session");
    let (shown, after) = rest.split_once(END).expect("an end of the session");
    let session = session().await;
    if std::env::var_os("UPDATE").is_some() {
        let page = format!("{before}{BEGIN}{session}{END}{after}");
        std::fs::write(&path, page).expect("docs can be written");
        return;
    }
    assert_eq!(shown, session, "UPDATE=1 writes it anew");
}

#[tokio::test]
async fn protocol_frames_read_as_what_they_are_written_from() {
    let session = session().await;
    for frame in session.lines().filter_map(|line| line.strip_prefix("→ ")) {
        let read: Result<ToServer, _> = serde_json::from_str(frame);
        assert!(read.is_ok(), "{frame}: {read:?}");
    }
    for frame in session.lines().filter_map(|line| line.strip_prefix("← ")) {
        let read: FromServer = serde_json::from_str(frame).expect(frame);
        let written = serde_json::to_value(&read).expect("plain data");
        let shown: Json = serde_json::from_str(frame).expect(frame);
        assert_eq!(written, shown, "nothing in it is unknown");
    }
}
