//! B-22: files that a forger wrote. The chain of hashes has no key, so whoever changes a file can
//! make a new one: only the commitments, the counters and what players saw bind them.

use std::sync::Arc;

use rules::Audience;
use serde_json::{Value as Json, json};
use table::{Archive, Event, MemoryStore, Record, TableCommand, TableEvent, verify};

use crate::group::{self, Group};

/// Two sessions that have ended, with rolls of several audiences, and one under way.
async fn played() -> (Group, Vec<Record>) {
    let mut group = Group::sit(Arc::new(MemoryStore::new()), group::toy()).await;
    for _ in 0..2 {
        session(&mut group).await;
        group.at_table(group.host, TableCommand::BeginSession).await.unwrap();
    }
    session(&mut group).await;
    let log = group.table.export().await.unwrap();
    (group, log)
}

async fn session(group: &mut Group) {
    let (host, ann, ben) = (group.host, group.ann, group.ben);
    for (by, notation, audience) in [
        (ann, "2d6", Audience::All),
        (host, "1d100", Audience::Host),
        (ann, "1d20", Audience::All),
        (ben, "4dF", Audience::Seats([ann, ben].into())),
        (host, "1d100", Audience::Host),
    ] {
        let notation = notation.to_owned();
        let roll = TableCommand::Roll { notation, audience, actor: None };
        group.at_table(by, roll).await.unwrap();
    }
    let salt = TableCommand::SetSalt { salt: "盐".to_owned() };
    group.at_table(ann, salt).await.unwrap();
    group.game(ann, json!({ "do": "challenge", "seat": ben })).await.unwrap();
    group.game(ben, json!({ "do": "answer" })).await.unwrap();
}

/// Numbers the records anew, writes a file with a new chain, and reads it: what a forger does.
fn file(records: impl IntoIterator<Item = Record>) -> Vec<Record> {
    let renumbered = (1..).zip(records).map(|(seq, record)| Record { seq, ..record });
    let written = Archive::new(table::TableId(uuid()), renumbered.collect()).write();
    Archive::read(written.as_bytes()).expect("the chain holds").records
}

fn uuid() -> uuid::Uuid {
    uuid::Uuid::from_u128(7)
}

/// Why a file is refused.
fn refused(records: Vec<Record>) -> String {
    let mismatch = verify(&file(records)).expect_err("it is forged");
    mismatch.to_message().id.to_string()
}

/// The log with each table event as `change` leaves it; none leaves it out. `change` is told the
/// number of the session as well.
fn bent(
    log: &[Record],
    mut change: impl FnMut(u32, &TableEvent) -> Option<TableEvent>,
) -> Vec<Record> {
    let mut session = 0;
    let mut records = log.to_vec();
    for record in &mut records {
        record.events = std::mem::take(&mut record.events)
            .into_iter()
            .filter_map(|event| match event {
                Event::Table(event) => {
                    if let TableEvent::SessionBegan { number } = event {
                        session = number;
                    }
                    change(session, &event).map(Event::Table)
                }
                game => Some(game),
            })
            .collect();
    }
    records
}

/// The same for the JSON of table events.
fn bent_json(log: &[Record], mut change: impl FnMut(u32, &mut Json)) -> Vec<Record> {
    bent(log, |session, event| {
        let mut json = serde_json::to_value(event).unwrap();
        change(session, &mut json);
        Some(serde_json::from_value(json).unwrap())
    })
}

fn is_seal(event: &TableEvent, of: &Audience) -> bool {
    matches!(event, TableEvent::SeedSealed { audience, .. } if audience == of)
}

#[tokio::test]
async fn b22_an_honest_file_says_what_is_proven_and_what_is_not() {
    let (_, log) = played().await;
    let proof = verify(&file(log)).expect("honest");
    assert_eq!((proof.proven, proof.sealed, proof.left_behind), (14, 7, 0));
    assert_eq!(proof.sessions.len(), 3);
    let first = &proof.sessions[0];
    assert!(first.ended.is_some() && first.counted && !first.left_behind);
    let rolls: Vec<u64> = first.seals.iter().map(|seal| seal.rolls).collect();
    assert_eq!(rolls.iter().sum::<u64>(), 7);
    assert!(first.seals.iter().all(|seal| seal.commitment.len() == 64));
    assert!(proof.sessions[2].ended.is_none());
}

#[tokio::test]
async fn b22_a_second_seal_in_mid_session_is_refused() {
    let (_, log) = played().await;
    // The forger seals a seed of their choice for everyone, and rolls with it from then on.
    let mut forged = log;
    let at = forged
        .iter()
        .position(|record| {
            record.events.iter().any(|it| matches!(it, Event::Table(TableEvent::Rolled { .. })))
        })
        .expect("a roll");
    let own = table::Secret::try_from("B".repeat(42) + "A").expect("a secret");
    let seal = TableEvent::SeedSealed {
        audience: Audience::All,
        commitment: own.commitment(),
        seed: Some(own),
    };
    forged[at].events.push(Event::Table(seal));
    assert_eq!(refused(forged), "table-verify-sealed-twice");
}

#[tokio::test]
async fn b22_missing_seeds_of_an_ended_session_are_refused() {
    let (_, log) = played().await;
    for only in [None, Some(Audience::Host)] {
        let forged = bent(&log, |session, event| {
            let mut event = event.clone();
            if let TableEvent::SeedSealed { audience, seed, .. } = &mut event
                && session == 1
                && only.as_ref().is_none_or(|only| only == audience)
            {
                *seed = None;
            }
            Some(event)
        });
        assert_eq!(refused(forged), "table-verify-seed-missing", "{only:?}");
    }
}

#[tokio::test]
async fn b22_last_rolls_left_out_are_refused() {
    let (_, log) = played().await;
    // The host's last roll of the first session, and the last of the game.
    for drop in ["rolled", "game"] {
        let ends = log.iter().position(|record| {
            record
                .events
                .iter()
                .any(|it| matches!(it, Event::Table(TableEvent::SessionEnded { .. })))
        });
        let last = log[..ends.expect("an end")]
            .iter()
            .rposition(|record| {
                record.events.iter().any(|event| match event {
                    Event::Table(event) => {
                        drop == "rolled" && matches!(event, TableEvent::Rolled { .. })
                    }
                    Event::Game(_) => drop == "game",
                })
            })
            .expect("a roll");
        let mut forged = log.clone();
        forged.remove(last);
        assert_eq!(refused(forged), "table-verify-rolls-missing", "{drop}");
    }
}

#[tokio::test]
async fn b22_a_session_without_its_end_or_its_beginning_is_refused() {
    let (_, log) = played().await;
    let without_end = bent(&log, |session, event| {
        let end = matches!(event, TableEvent::SessionEnded { .. }) && session == 1;
        (!end).then(|| event.clone())
    });
    assert_eq!(refused(without_end), "table-verify-not-ended");
    let without_beginning = bent(&log, |session, event| {
        let begin = matches!(event, TableEvent::SessionBegan { .. }) && session == 2;
        (!begin).then(|| event.clone())
    });
    assert_eq!(refused(without_beginning), "table-verify-outside");
    // A whole session: all that happened from its beginning to its end.
    let mut inside = false;
    let mut whole = log.clone();
    for record in &mut whole {
        record.events.retain(|event| {
            let begins = matches!(event,
                Event::Table(TableEvent::SessionBegan { number }) if *number == 2);
            let ends = matches!(event, Event::Table(TableEvent::SessionEnded { .. }));
            inside |= begins;
            let keep = !inside;
            inside &= !ends;
            keep
        });
    }
    assert_eq!(refused(whole), "table-verify-session");
}

#[tokio::test]
async fn b22_a_file_cut_off_before_its_sessions_end_proves_nothing_of_it() {
    let (mut group, _) = played().await;
    group.at_table(group.host, TableCommand::EndSession).await.unwrap();
    let log = group.table.export().await.unwrap();
    let cut = log[..log.len() - 1].to_vec();
    // With the seeds that a session shows only at its end.
    let mismatch = verify(&with_seeds(&log, &cut)).expect_err("shown too soon");
    assert_eq!(mismatch.to_message().id, "table-verify-seed-early");
    // Without them: nothing is claimed.
    let proof = verify(&file(cut)).expect("not yet provable");
    assert_eq!((proof.proven, proof.sealed), (14, 7));
}

/// A cut log with the seeds of the whole one; its chain does not matter here.
fn with_seeds(whole: &[Record], cut: &[Record]) -> Vec<Record> {
    whole[..cut.len()].to_vec()
}

#[tokio::test]
async fn b22_a_seal_removed_moved_or_taken_from_another_session_is_refused() {
    let (group, log) = played().await;
    for audience in [Audience::All, Audience::Seats([group.ann, group.ben].into())] {
        let without = bent(&log, |session, event| {
            (session != 1 || !is_seal(event, &audience)).then(|| event.clone())
        });
        assert_eq!(refused(without), "table-verify-no-seed");
    }
    // A seal nothing was rolled with.
    let unused = Audience::Seats([group.cai].into());
    let without = bent(&log, |session, event| {
        (session != 2 || !is_seal(event, &unused)).then(|| event.clone())
    });
    assert_eq!(refused(without), "table-verify-seal-missing");
    // The seed and the commitment of the session before.
    let mut seal = None;
    let other = bent_json(&log, |session, event| {
        if event["event"] == "seed-sealed" && event["audience"] == json!("all") {
            match session {
                1 => seal = Some((event["seed"].clone(), event["commitment"].clone())),
                2 => (event["seed"], event["commitment"]) = seal.clone().expect("the first"),
                _ => {}
            }
        }
    });
    assert_eq!(refused(other), "table-verify-commitment-twice");
    // Only the seed.
    let mut seed = Json::Null;
    let other = bent_json(&log, |session, event| {
        if event["event"] == "seed-sealed" && event["audience"] == json!("all") {
            match session {
                1 => seed = event["seed"].clone(),
                2 => event["seed"] = seed.clone(),
                _ => {}
            }
        }
    });
    assert_eq!(refused(other), "table-verify-seed");
}

#[tokio::test]
async fn b22_rolls_reordered_recounted_or_moved_to_another_audience_are_refused() {
    let (_, log) = played().await;
    let is_open_roll = |record: &Record| {
        let json = serde_json::to_value(record).unwrap();
        json["events"][0]["table"]["rolls"][0]["audience"] == json!("all")
    };
    let open: Vec<usize> = (0..log.len()).filter(|place| is_open_roll(&log[*place])).collect();
    let mut swapped = log.clone();
    swapped.swap(open[0], open[1]);
    assert_eq!(refused(swapped), "table-verify-number");
    // Each takes the other's number too.
    let mut swapped = log.clone();
    swapped.swap(open[0], open[1]);
    let numbered = bent_rolls(&swapped, |roll| {
        if roll["audience"] == json!("all") && roll["number"].as_u64() < Some(3) {
            roll["number"] = json!(3 - roll["number"].as_u64().unwrap());
        }
    });
    assert_eq!(refused(numbered), "table-verify-roll");
    let recounted = bent_rolls(&log, |roll| {
        if roll["number"] == json!(2) {
            roll["number"] = json!(3);
        }
    });
    assert_eq!(refused(recounted), "table-verify-number");
    let mut first = true;
    let moved = bent_rolls(&log, |roll| {
        if first && roll["audience"] == json!("host") {
            (roll["audience"], first) = (json!({ "seats": [] }), false);
        }
    });
    assert_eq!(refused(moved), "table-verify-no-seed");
    // A roll that did not please, said to have been typed in.
    let mut first = true;
    let typed = bent_rolls(&log, |roll| {
        if first && roll["audience"] == json!("all") {
            (roll["typed_in"], roll["number"], first) = (json!(true), json!(0), false);
        }
    });
    assert_eq!(refused(typed), "table-verify-number");
}

fn bent_rolls(log: &[Record], mut change: impl FnMut(&mut Json)) -> Vec<Record> {
    bent_json(log, |_, event| {
        let rolls = event.get_mut("rolls").and_then(Json::as_array_mut);
        rolls.into_iter().flatten().for_each(&mut change);
    })
}

#[tokio::test]
async fn b22_rolls_whose_seeds_stayed_on_another_server_are_said_to_be_unproven() {
    let (group, log) = played().await;
    let copy = group.tables.import(&log).await.unwrap();
    let proof = verify(&file(copy.export().await.unwrap())).expect("honest");
    assert_eq!((proof.proven, proof.sealed, proof.left_behind), (14, 7, 7));
    assert!(proof.sessions[2].left_behind);
    // Some seeds stay and some go: no import does that.
    let (group, log) = played().await;
    let unused = json!({ "seats": [group.cai] });
    let forged = bent_json(&log, |session, event| {
        if session == 3 && event["event"] == "seed-sealed" && event["audience"] == unused {
            let own = table::Secret::try_from("C".repeat(42) + "A").expect("a secret");
            event["seed"] = json!(String::from(own));
            event["commitment"] = json!(own.commitment());
        }
    });
    let imported = Event::Table(TableEvent::Imported);
    let ended = json!({ "table": { "event": "session-ended", "idle": false } });
    let mut forged = forged;
    let mut last = forged[forged.len() - 1].clone();
    last.events = vec![imported, serde_json::from_value(ended).unwrap()];
    forged.push(last);
    assert_eq!(refused(forged), "table-verify-seed-missing");
}

#[tokio::test]
async fn b22_the_end_of_a_session_says_how_many_rolls_it_had_and_older_logs_need_not() {
    let (_, log) = played().await;
    let ended = bent_json(&log, |_, event| {
        if event["event"] == "session-ended" {
            assert_eq!(event["rolled"].as_array().map(Vec::len), Some(6), "{event}");
            event.as_object_mut().expect("an event").remove("rolled");
        }
    });
    let proof = verify(&file(ended)).expect("as an older version wrote it");
    assert!(proof.sessions[..2].iter().all(|session| !session.counted));
}
