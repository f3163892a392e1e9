//! B-22: dice anyone can make again, and nobody can bend.

use std::sync::Arc;

use rules::Audience;
use serde_json::{Value as Json, json};
use table::{MemoryStore, Mismatch, Record, TableCommand, verify};

use crate::group::{self, Group, Page};

async fn played() -> Group {
    let mut group = Group::sit(Arc::new(MemoryStore::new()), group::toy()).await;
    let (host, ann, ben) = (group.host, group.ann, group.ben);
    for number in 0..5 {
        roll(&mut group, ann, "3#2d6+1 撬锁", Audience::All).await;
        roll(&mut group, host, "1d100", Audience::Host).await;
        roll(&mut group, ben, "4dF", Audience::Seats([ann, ben].into())).await;
        let salt = format!("盐 {number}");
        group.at_table(ann, TableCommand::SetSalt { salt }).await.unwrap();
        group.game(ann, json!({ "do": "challenge", "seat": ben })).await.unwrap();
        group.game(ben, json!({ "do": "answer" })).await.unwrap();
        group.at_table(host, TableCommand::Undo).await.unwrap();
        group.game(ben, json!({ "do": "answer" })).await.unwrap();
    }
    group
}

async fn roll(group: &mut Group, by: rules::SeatId, notation: &str, audience: Audience) {
    let notation = notation.to_owned();
    let roll = TableCommand::Roll { notation, audience, actor: None };
    group.at_table(by, roll).await.unwrap();
}

const ROLLS: u64 = 5 * (3 + 1 + 1 + 3);

#[tokio::test]
async fn b22_every_roll_of_a_log_is_made_again() {
    let mut group = played().await;
    let sealed = verify(&group.table.export().await.unwrap()).unwrap();
    assert_eq!((sealed.proven, sealed.sealed), (0, ROLLS), "no seed leaves before the end");
    group.at_table(group.host, TableCommand::EndSession).await.unwrap();
    let proof = verify(&group.table.export().await.unwrap()).unwrap();
    assert_eq!((proof.proven, proof.sealed), (ROLLS, 0));
}

#[tokio::test]
async fn b22_a_changed_face_salt_seed_or_number_is_found_and_named() {
    let mut group = played().await;
    group.at_table(group.host, TableCommand::EndSession).await.unwrap();
    let log = group.table.export().await.unwrap();
    let mut faces = 0;
    for place in 0..log.len() {
        let honest = serde_json::to_value(&log[place]).unwrap();
        for pointer in pointers(&honest, "face") {
            let mut bent = honest.clone();
            let face = bent.pointer_mut(&pointer).expect("a face");
            *face = json!(face.as_i64().expect("a number") % 6 + 1);
            if bent == honest {
                continue;
            }
            faces += 1;
            let found = verify(&with(&log, place, bent)).expect_err("a bent die is found");
            let named = matches!(found, Mismatch::Roll { seq, .. } if seq == log[place].seq);
            assert!(named, "{found}");
        }
        for pointer in pointers(&honest, "seed") {
            let mut bent = honest.clone();
            *bent.pointer_mut(&pointer).unwrap() = json!("A".repeat(43));
            let found = verify(&with(&log, place, bent)).expect_err("a changed seed is found");
            assert!(matches!(found, Mismatch::Seed { .. }), "{found}");
        }
        for pointer in pointers(&honest, "salt") {
            let mut bent = honest.clone();
            *bent.pointer_mut(&pointer).unwrap() = json!("别的盐");
            verify(&with(&log, place, bent)).expect_err("a changed salt is found");
        }
    }
    assert!(faces as u64 > ROLLS, "{faces}");
    let without = log.iter().filter(|record| record.seq != log[9].seq).cloned();
    verify(&without.collect::<Vec<_>>()).expect_err("a missing record is found");
}

fn with(log: &[Record], place: usize, record: Json) -> Vec<Record> {
    let mut log = log.to_vec();
    log[place] = serde_json::from_value(record).expect("still a record");
    log
}

/// Where in a value the field `name` stands.
fn pointers(value: &Json, name: &str) -> Vec<String> {
    let fields: Vec<(String, &Json)> = match value {
        Json::Object(fields) => fields.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Json::Array(items) => {
            let items = items.iter().enumerate();
            items.map(|(place, value)| (place.to_string(), value)).collect()
        }
        _ => Vec::new(),
    };
    let mut found = Vec::new();
    for (key, value) in fields {
        if key == name && !value.is_object() && !value.is_array() {
            found.push(format!("/{key}"));
        }
        found.extend(pointers(value, name).into_iter().map(|rest| format!("/{key}{rest}")));
    }
    found
}

#[tokio::test]
async fn b22_commitments_come_first_and_seeds_go_only_to_their_audience() {
    let mut group = played().await;
    let [host, ann, ben, cai, eve] = group.seats();
    let mut commitments = Vec::new();
    // All, host, host with each player, and the three's own.
    for (seat, seeds) in [(host, 6), (ann, 3), (ben, 3), (cai, 2), (eve, 1)] {
        let view = group.table.view(seat).await.unwrap();
        let shown = view["table/session"]["seeds"].as_array().unwrap().clone();
        assert_eq!(shown.len(), seeds);
        assert!(shown.iter().all(|seed| seed.get("seed").is_none()), "sealed");
        commitments.push(shown);
    }
    group.at_table(host, TableCommand::EndSession).await.unwrap();
    for (seat, before) in group.seats().into_iter().zip(commitments) {
        let view = group.table.view(seat).await.unwrap();
        assert!(!view.contains_key("table/session"));
        let shown = view["table/past"]["sessions"][0]["seeds"].as_array().unwrap().clone();
        assert_eq!(shown.len(), before.len());
        for (shown, before) in shown.iter().zip(&before) {
            assert_eq!(shown["commitment"], before["commitment"]);
            assert_eq!(shown["seed"].as_str().map(str::len), Some(64));
        }
    }
}

#[tokio::test]
async fn b04_a_session_ends_itself_after_twelve_idle_hours() {
    let mut group = played().await;
    let number =
        |view: &std::collections::BTreeMap<String, Json>| view["table/session"]["number"].clone();
    group.clock.pass(jiff::SignedDuration::from_mins(11 * 60 + 59));
    group.say(group.ann, "还在").await.unwrap();
    assert_eq!(number(&group.table.view(group.ann).await.unwrap()), 1);
    group.clock.pass(jiff::SignedDuration::from_hours(12));
    group.say(group.ann, "早").await.unwrap();
    let view = group.table.view(group.ann).await.unwrap();
    assert_eq!(number(&view), 2);
    assert!(view["table/past"]["sessions"][0]["seeds"][0]["seed"].is_string());
    let host = group.host;
    roll(&mut group, host, "2d6", Audience::All).await;
    let line = group.lines(group.eve).await.pop().unwrap();
    assert_eq!(line.line.roll.as_ref().map(|roll| roll.number), Some(1), "counted anew");
    verify(&group.table.export().await.unwrap()).unwrap();
}

#[tokio::test]
async fn b22_an_open_roll_without_a_session_begins_one() {
    let mut group = played().await;
    group.at_table(group.host, TableCommand::EndSession).await.unwrap();
    let ann = group.ann;
    roll(&mut group, ann, "2d6", Audience::All).await;
    let view = group.table.view(group.host).await.unwrap();
    assert_eq!(view["table/session"]["number"], 2);
    group.at_table(group.host, TableCommand::EndSession).await.unwrap();
    let proof = verify(&group.table.export().await.unwrap()).unwrap();
    assert_eq!(proof.proven, ROLLS + 1);
}

/// What a seat has been sent: its frames, its view, its lines, as bytes.
async fn stream(secret: Option<Audience>) -> Vec<String> {
    let mut group = played().await;
    let (host, ben) = (group.host, group.ben);
    group.at_table(host, TableCommand::EndSession).await.unwrap();
    let (snapshot, mut frames) = group.table.attach(ben, None, None).await.unwrap();
    if let Some(audience) = secret {
        let roll = TableCommand::Roll { notation: "1d20".to_owned(), audience, actor: None };
        let refused = group.at_table(host, roll).await;
        assert_eq!(Group::why(refused), ("B-23".into(), "table-no-session".into()));
    }
    group.say(ben, "有人吗").await.unwrap();
    let mut sent = vec![serde_json::to_string(&snapshot).unwrap()];
    sent.push(serde_json::to_string(&frames.next().await.unwrap()).unwrap());
    sent.push(serde_json::to_string(&group.table.view(ben).await.unwrap()).unwrap());
    sent.push(serde_json::to_string(&group.lines(ben).await).unwrap());
    sent
}

#[tokio::test]
async fn b23_a_secret_roll_without_a_session_is_refused_and_leaves_no_trace() {
    let without = stream(None).await;
    let group = played().await;
    for audience in [Audience::Host, Audience::Seats([group.ann].into())] {
        assert_eq!(stream(Some(audience)).await, without);
    }
}

#[tokio::test]
async fn b23_the_rules_own_secret_roll_waits_for_a_session_and_is_not_offered_before() {
    let pack = group::shipped("mist-2d6");
    let mut group = Group::sit(Arc::new(MemoryStore::new()), pack).await;
    let (host, ben) = (group.host, group.ben);
    let example = group.offer(host, "take-example").await.expect("examples ship with the pack");
    group.game(host, example).await.unwrap();
    group.at_table(host, TableCommand::EndSession).await.unwrap();
    let mut page = Page::open(&group.table, ben).await;
    let mut act = group.offer(host, "act").await.expect("the host plays it");
    act["seen"] = json!("host");
    group.game(host, act).await.unwrap();
    let view = group.table.view(host).await.unwrap();
    let roll = json!({ "do": "roll", "roll": view["scene"]["rolls"][0] });
    let refused = group.game(host, roll.clone()).await;
    assert_eq!(Group::why(refused), ("B-23".into(), "table-no-session".into()));
    assert_eq!(group.offer(host, "roll").await, None, "what is offered is accepted");
    assert_eq!(page.read(), 0, "nobody else is told of it");
    group.at_table(host, TableCommand::BeginSession).await.unwrap();
    page.read();
    let offered = group.offer(host, "roll").await;
    assert_eq!(offered.as_ref(), Some(&roll));
    group.game(host, roll).await.expect("a session is under way");
    assert_eq!(page.read(), 0, "nor of its dice");
}

#[tokio::test]
async fn b50_an_import_begins_a_new_session_and_still_verifies() {
    let group = played().await;
    let log = group.table.export().await.unwrap();
    let copy = group.tables.import(&log).await.unwrap();
    let again = copy.export().await.unwrap();
    assert_eq!(again[..log.len()], log[..]);
    let view = copy.view(group.ann).await.unwrap();
    assert_eq!(view["table/session"]["number"], 2);
    assert_eq!(verify(&again).unwrap().sealed, ROLLS);
    assert_eq!(
        copy.lines(group.ann, None, 1000).await.unwrap()[..10],
        group.lines(group.ann).await[..10]
    );
}

#[tokio::test]
async fn c02_a_line_throws_no_more_dice_than_a_table_can_keep() {
    let mut group = Group::sit(Arc::new(MemoryStore::new()), group::toy()).await;
    let ann = group.ann;
    let roll = |notation: &str| TableCommand::Roll {
        notation: notation.to_owned(),
        audience: Audience::All,
        actor: None,
    };
    let before = group.lines(ann).await.len();
    for notation in ["20#1000d1!<=1x100", "1000d1!<=1x100", "20#1000d6!>=1x10"] {
        let refused = group.at_table(ann, roll(notation)).await;
        assert_eq!(Group::why(refused), ("C-02".into(), "dice-wrong".into()), "{notation}");
    }
    assert_eq!(group.lines(ann).await.len(), before, "nothing of it is told");
    group.at_table(ann, roll("20#1000d6")).await.expect("the most that can be written");
}
