//! A table to try things out alone (B-08): a scene, someone to play and something in the way, set up
//! by typed lines (`crates/server/alone/`), as a host would do it.

use chat::Listener;
use export::Workers;
use rules::{Refusal, SeatId, Term};
use serde_json::Value as Json;
use table::{CommandId, TableHandle};
use words::Language;

/// The lines for a family; those of mist packs name what the pack brings, so they need no words.
fn lines(family: &str, language: Language) -> &'static str {
    macro_rules! by_language {
        ($family:literal) => {
            match language {
                Language::ZhHans => include_str!(concat!("../alone/", $family, ".zh-Hans.txt")),
                Language::ZhHant => include_str!(concat!("../alone/", $family, ".zh-Hant.txt")),
                Language::En => include_str!(concat!("../alone/", $family, ".en.txt")),
            }
        };
    }
    match family {
        "mist" => include_str!("../alone/mist.txt"),
        "fate" => by_language!("fate"),
        "timeline" => by_language!("timeline"),
        _ => "",
    }
}

/// A line with the pack's own names in it, in any of their spellings; none if the pack has no such
/// thing.
fn filled(line: &str, pack: &Json, host: &str) -> Option<String> {
    let id = |list: &str| pack[list][0]["id"].as_str().map(str::to_owned);
    let name = |list: &str| {
        let name: Term = serde_json::from_value(pack[list][0]["name"].clone()).ok()?;
        name.spellings().next().map(str::to_owned)
    };
    let mut line = line.to_owned();
    for (place, found) in [
        ("{example}", id("examples")),
        ("{scene}", name("scenes")),
        ("{size}", id("npcs")),
        ("{host}", Some(host.to_owned())),
    ] {
        if line.contains(place) {
            line = line.replace(place, &found?);
        }
    }
    Some(line)
}

/// Sets the table up, and answers what was refused. A line that a homebrew pack does not allow is
/// left out: the rest is still a table to try things at.
pub async fn set_up(
    table: &TableHandle,
    (host, name): (SeatId, &str),
    pack: &Json,
    language: Language,
    workers: &Workers,
) -> Vec<Refusal> {
    let mut listener = Listener::new(table.clone(), host).sharing(workers);
    let family = pack["family"].as_str().unwrap_or_default();
    let mut refused = Vec::new();
    for line in lines(family, language).lines() {
        let Some(line) = filled(line, pack, name) else { continue };
        if let Err(refusal) = listener.hear(CommandId::random(), &line).await {
            tracing::warn!(line, rule = %refusal.rule, "a line of a table to try alone was refused");
            refused.push(refusal);
        }
    }
    refused
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use table::{MemoryStore, NewTable, Tables, World};

    use super::*;

    #[tokio::test]
    async fn b08_every_shipped_ruleset_can_be_tried_alone_in_every_language() {
        let tables = Tables::new(Arc::new(MemoryStore::default()), World::machine());
        for ready in rules::pack::shipped() {
            for language in Language::ALL {
                let new = NewTable {
                    title: "alone".to_owned(),
                    language: language.tag().to_owned(),
                    time_zone: "UTC".to_owned(),
                    pack: ready.pack.clone(),
                    host: "one".to_owned(),
                };
                let opened = tables.open_with(new, &[]).await.expect("a table");
                let (table, host) = (&opened.table, opened.host);
                let refused =
                    set_up(table, (host, "one"), &ready.pack, language, &Workers::default()).await;
                assert_eq!(refused, [], "{} in {}", ready.id, language.tag());
                let acts = table.glance(host).await.expect("the host's seat");
                assert_eq!(acts.game.pack, ready.id);
                // There is somebody, and something to do it to.
                let parts = table.game_view(host).await.expect("a view").parts();
                let there = match acts.game.family.as_str() {
                    "mist" => ["character/", "challenge/"],
                    "fate" => ["character/", "scene"],
                    _ => ["character/", "fight"],
                };
                for kind in there {
                    let has =
                        parts.iter().any(|(key, part)| key.starts_with(kind) && !part.is_null());
                    assert!(has, "{}: {kind} in {:?}", ready.id, parts.keys());
                }
            }
        }
    }
}
