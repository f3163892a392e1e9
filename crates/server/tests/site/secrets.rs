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
