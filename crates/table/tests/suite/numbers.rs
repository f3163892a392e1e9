//! B-30, C-03: dice beside the rules read only what their roller, and all who see the roll, may
//! see.

use std::sync::Arc;

use rules::{Audience, Id, Refusal, SeatId};
use serde_json::{Value as Json, json};
use table::{Answer, MemoryStore, TableCommand};

use crate::canary::thing_of;
use crate::group::{self, Group};
use crate::scene;

async fn sit(pack: &str) -> Group {
    let mut group = Group::sit(Arc::new(MemoryStore::new()), group::shipped(pack)).await;
    scene::set(&mut group).await;
    group.at_table(group.host, TableCommand::BeginSession).await.ok();
    group
}

async fn roll(
    group: &mut Group,
    by: SeatId,
    notation: &str,
    audience: Audience,
    actor: Option<&str>,
) -> Result<Answer, Refusal> {
    let actor: Option<Id> = actor.map(|id| id.parse().expect("an id"));
    let notation = notation.to_owned();
    group.at_table(by, TableCommand::Roll { notation, audience, actor }).await
}

/// The id of a seat's own character.
async fn own(group: &Group, seat: SeatId) -> String {
    let view = group.table.view(group.host).await.expect("a view");
    let own = view.iter().find(|(_, part)| part["seat"] == json!(seat));
    let (key, _) = own.expect("the seat has a character");
    key.strip_prefix("character/").expect("a character").to_owned()
}

async fn hidden_status(group: &mut Group, on: &str, tier: u8) {
    let gain = json!({ "do": "gain-status", "on": { "character": on }, "name": "金丝雀病",
        "tier": tier, "hidden": true });
    group.game(group.host, gain).await.expect("the host hides a status");
}

/// A refusal, in full.
fn told(answer: Result<Answer, Refusal>) -> String {
    format!("{:?}", answer.expect_err("this is refused"))
}

#[tokio::test]
async fn b30_a_status_hidden_on_ones_own_character_is_no_number_and_no_hint() {
    for notation in ["1d6+金丝雀病", "1d6+金丝雀并", "1d6+金丝雀"] {
        let mut refusals = Vec::new();
        for tier in [None, Some(2), Some(5)] {
            let mut group = sit("mist-bureau").await;
            let (ann, id) = (group.ann, own(&group, group.ann).await);
            if let Some(tier) = tier {
                hidden_status(&mut group, &id, tier).await;
            }
            refusals.push(told(roll(&mut group, ann, notation, Audience::All, None).await));
            let own = Audience::Seats([ann].into());
            refusals.push(told(roll(&mut group, ann, notation, own, Some(&id)).await));
        }
        assert!(refusals.iter().all(|refusal| *refusal == refusals[0]), "{refusals:#?}");
    }
}

#[tokio::test]
async fn b30_a_hidden_status_counts_in_no_roll_that_others_see() {
    let mut group = sit("mist-bureau").await;
    let (host, ann, ben) = (group.host, group.ann, group.ben);
    let id = own(&group, ann).await;
    hidden_status(&mut group, &id, 4).await;
    let hidden = ("B-30".to_owned(), "table-hidden-number".to_owned());
    let open = roll(&mut group, host, "1d6+金丝雀病", Audience::All, Some(&id)).await;
    assert_eq!(Group::why(open), hidden, "even the host rolls it in secret alone");
    let secret = roll(&mut group, host, "1d6+金丝雀病", Audience::Host, Some(&id)).await;
    secret.expect("nobody else sees it");
    // Known to Ann alone, it is a number for her secret rolls.
    let view = group.table.view(host).await.expect("a view");
    let status = view.values().find_map(|part| thing_of(part, "金丝雀病")).expect("the status");
    let show = json!({ "do": "show", "thing": status, "to": { "seats": [ann] } });
    group.game(host, show).await.expect("the host shows it to Ann");
    let open = roll(&mut group, ann, "1d6+金丝雀病", Audience::All, None).await;
    assert_eq!(Group::why(open), hidden);
    let both = Audience::Seats([ann, ben].into());
    assert_eq!(Group::why(roll(&mut group, ann, "1d6+金丝雀病", both, None).await), hidden);
    let secret = Audience::Seats([ann].into());
    roll(&mut group, ann, "1d6+金丝雀病", secret, None).await.expect("she sees it");
    for seat in [ben, group.eve] {
        let lines = json!(group.lines(seat).await).to_string();
        assert!(!lines.contains("金丝雀"), "{lines}");
    }
}

#[tokio::test]
async fn b30_numbers_of_a_hidden_character_count_in_no_roll_that_others_see() {
    let card = scene::card("影子");
    let fate: Json = json!({ "name": "影子", "skills": { "fight": 4 },
        "aspects": [{ "slot": "concept", "name": "影子" }] });
    let make = [
        ("timeline", "力量", json!({ "do": "make-character", "card": card, "hidden": true })),
        (
            "fate-condensed",
            "格斗",
            json!({ "do": "make-character", "draft": fate, "hidden": true }),
        ),
    ];
    for (pack, number, make) in make {
        let mut group = sit(pack).await;
        let host = group.host;
        group.game(host, make).await.expect("a hidden character");
        let view = group.table.view(host).await.expect("a view");
        let (key, _) = view
            .iter()
            .find(|(key, part)| key.starts_with("character/") && part["name"] == "影子")
            .expect("the hidden character");
        let id = key.strip_prefix("character/").expect("a character").to_owned();
        let notation = format!("1d6+{number}");
        let open = roll(&mut group, host, &notation, Audience::All, Some(&id)).await;
        let hidden = ("B-30".to_owned(), "table-hidden-number".to_owned());
        assert_eq!(Group::why(open), hidden, "{pack}");
        let secret = roll(&mut group, host, &notation, Audience::Host, Some(&id)).await;
        secret.expect("nobody else sees it");
    }
}
