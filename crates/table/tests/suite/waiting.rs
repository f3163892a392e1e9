//! B-03, B-14, B-23: what waits for whom, why a number is what it is, and rolls for few eyes.

use std::sync::Arc;

use rules::{Audience, SeatId};
use serde_json::{Value as Json, json};
use table::{MemoryStore, TableCommand, TableHandle, Tables, World};

use crate::group::{self, Group};
use crate::scene;

async fn sit(pack: &str) -> (Group, Arc<MemoryStore>) {
    let store = Arc::new(MemoryStore::new());
    let mut group = Group::sit(store.clone(), group::shipped(pack)).await;
    scene::set(&mut group).await;
    (group, store)
}

/// The character a seat plays.
async fn own(group: &Group, seat: SeatId) -> Json {
    let view = group.table.view(group.host).await.expect("a view");
    let mut parts = view.iter().filter(|(_, part)| part["seat"] == json!(seat));
    let (key, _) = parts.find(|(key, _)| key.starts_with("character/")).expect("a character");
    json!(key.trim_start_matches("character/"))
}

/// The commands the table waits for this seat to give, by name.
async fn waits(table: &TableHandle, seat: SeatId) -> Vec<String> {
    let offers = table.offers(seat, None).await.expect("offers");
    let waiting = offers.iter().filter(|offer| offer.waits.is_some());
    let name = |offer: &rules::Offer<Json>| offer.command["do"].as_str().map(str::to_owned);
    let mut names: Vec<String> = waiting.filter_map(name).collect();
    names.dedup();
    names
}

/// After days and a restart the same decisions wait for the same seats.
async fn still_waits(group: &Group, store: Arc<MemoryStore>) {
    let later = Tables::new(store, World::fixed(9).0);
    let later = later.table(group.table.id()).await.expect("the log can be read");
    for seat in group.seats() {
        assert_eq!(waits(&later, seat).await, waits(&group.table, seat).await);
    }
}

#[tokio::test]
async fn b03_a_review_waits_for_the_host_and_a_consequence_for_whom_it_hits() {
    let (mut group, store) = sit("mist-bureau").await;
    let (host, ann, ben) = (group.host, group.ann, group.ben);
    let actor = own(&group, ann).await;
    let view = group.table.view(ann).await.unwrap();
    let part = &view[&format!("character/{}", actor.as_str().unwrap())];
    let tag = part["themes"][0]["powers"][0]["id"].clone();
    let act = json!({ "do": "act", "actor": actor, "text": "撬门", "depth": "detailed",
        "lines": [{ "source": tag, "polarity": "help" }] });
    group.game(ann, act).await.unwrap();
    assert!(waits(&group.table, host).await.contains(&"review".to_owned()));
    assert!(!waits(&group.table, ben).await.contains(&"review".to_owned()));
    let hit = json!({ "do": "hit", "to": actor, "text": "扑倒",
        "harms": [{ "kind": "status", "name": "受伤", "tier": 2 }] });
    group.game(host, hit).await.unwrap();
    assert!(waits(&group.table, ann).await.contains(&"accept".to_owned()));
    assert!(!waits(&group.table, ben).await.contains(&"accept".to_owned()));
    still_waits(&group, store).await;
}

#[tokio::test]
async fn b03_a_compel_waits_for_the_one_it_is_offered_to() {
    let (mut group, store) = sit("fate-condensed").await;
    let (host, ann, ben) = (group.host, group.ann, group.ben);
    let to = own(&group, ann).await;
    let view = group.table.view(host).await.unwrap();
    let fog = view.values().find_map(|part| crate::canary::thing_of(part, "浓雾"));
    group.game(host, json!({ "do": "compel", "to": to, "aspect": fog })).await.unwrap();
    let waiting = waits(&group.table, ann).await;
    assert!(waiting.iter().any(|name| name.ends_with("-compel")), "{waiting:?}");
    assert!(waits(&group.table, ben).await.is_empty());
    still_waits(&group, store).await;
}

#[tokio::test]
async fn b03_a_declaration_waits_for_each_who_fights() {
    let (mut group, store) = sit("timeline").await;
    let (ann, ben) = (group.ann, group.ben);
    for seat in [ann, ben] {
        assert!(waits(&group.table, seat).await.contains(&"declare".to_owned()));
    }
    let hold = json!({ "do": "hold", "character": own(&group, ann).await });
    group.game(ann, hold).await.unwrap();
    assert!(waits(&group.table, ann).await.is_empty());
    assert!(!waits(&group.table, ben).await.is_empty());
    still_waits(&group, store).await;
}

/// The sums anywhere in a view: a total, and the parts it is made of.
fn sums<'j>(json: &'j Json, found: &mut Vec<&'j Json>) {
    match json {
        Json::Object(fields) => {
            if fields.contains_key("total") && fields.contains_key("parts") {
                found.push(json);
            }
            fields.values().for_each(|field| sums(field, found));
        }
        Json::Array(items) => items.iter().for_each(|item| sums(item, found)),
        _ => {}
    }
}

#[tokio::test]
async fn b14_a_sum_opens_into_parts_that_name_their_source_and_rule() {
    let (mut group, _) = sit("mist-bureau").await;
    let (host, ann) = (group.host, group.ann);
    let actor = own(&group, ann).await;
    let view = group.table.view(ann).await.unwrap();
    let part = &view[&format!("character/{}", actor.as_str().unwrap())];
    let powers = part["themes"][0]["powers"].as_array().unwrap();
    let lines: Vec<Json> = powers
        .iter()
        .take(2)
        .map(|tag| json!({ "source": tag["id"], "polarity": "help" }))
        .collect();
    let act = json!({ "do": "act", "actor": actor, "text": "撬门", "depth": "detailed",
        "lines": lines });
    group.game(ann, act).await.unwrap();
    let view = group.table.view(host).await.unwrap();
    let roll = view.keys().find_map(|key| key.strip_prefix("roll/")).expect("a roll");
    let review = json!({ "do": "review", "roll": roll, "verdict": "approved" });
    group.game(host, review).await.unwrap();
    let quote = group.table.quote(ann, json!({ "do": "roll", "roll": roll })).await.unwrap();
    let sum = quote.sum.expect("the power of the roll");
    assert_eq!(sum.total, 2);
    assert_eq!(sum.parts.iter().map(|part| part.value).sum::<i64>(), sum.total);
    let view = json!(group.table.view(ann).await.unwrap());
    let mut found = Vec::new();
    sums(&view, &mut found);
    assert!(!found.is_empty(), "the roll's own part shows it too");
    for sum in found {
        let parts = sum["parts"].as_array().unwrap();
        let total: i64 = parts.iter().filter_map(|part| part["value"].as_i64()).sum();
        assert_eq!(Some(total), sum["total"].as_i64(), "{sum}");
        for part in parts {
            assert!(part["source"]["id"].is_string() && part["rule"].is_string(), "{part}");
        }
    }
}

#[tokio::test]
async fn b23_a_secret_roll_is_seen_by_the_host_and_the_seats_named() {
    let mut group = Group::sit(Arc::new(MemoryStore::new()), group::toy()).await;
    let [host, ann, ben, cai, eve] = group.seats();
    // Who rolls, for whom, and which of the five read the dice.
    for (by, audience, readers) in [
        (host, Audience::Host, [true, false, false, false, false]),
        (ann, Audience::Host, [true, false, false, false, false]),
        (ann, Audience::Seats([ann].into()), [true, true, false, false, false]),
        (ann, Audience::Seats([ann, cai].into()), [true, true, false, true, false]),
        (host, Audience::Seats([ben].into()), [true, false, true, false, false]),
        (ben, Audience::All, [true; 5]),
    ] {
        let mut before = Vec::new();
        for seat in group.seats() {
            before.push(group.lines(seat).await.len());
        }
        let roll = TableCommand::Roll {
            notation: "3d6 暗中".to_owned(),
            audience: audience.clone(),
            actor: None,
        };
        group.at_table(by, roll).await.unwrap();
        for ((seat, reads), before) in
            [host, ann, ben, cai, eve].into_iter().zip(readers).zip(before)
        {
            let lines = group.lines(seat).await;
            let dice = lines[before..].iter().filter(|line| line.line.roll.is_some()).count();
            assert_eq!(dice == 1, reads, "{audience:?}");
            // Whoever throws for the host's eyes sees at least that dice fell; others nothing.
            let told = usize::from(reads || seat == by);
            assert_eq!(lines.len() - before, told, "{audience:?}");
        }
    }
}
