//! B-13: the game goes back and forth; people, talk and dice do not.

use std::sync::Arc;

use serde_json::json;
use table::{MemoryStore, TableCommand};

use crate::group::{self, Group};

async fn group() -> Group {
    Group::sit(Arc::new(MemoryStore::new()), group::toy()).await
}

#[tokio::test]
async fn b13_the_host_undoes_and_redoes_step_by_step() {
    let mut group = group().await;
    let (host, ann) = (group.host, group.ann);
    for segments in [1, 2, 3] {
        group.tick(ann, segments).await.unwrap();
    }
    for (command, filled) in [
        (TableCommand::Undo, 3),
        (TableCommand::Undo, 1),
        (TableCommand::Redo, 3),
        (TableCommand::Redo, 6),
        (TableCommand::Undo, 3),
        (TableCommand::Undo, 1),
        (TableCommand::Undo, 0),
    ] {
        group.at_table(host, command.clone()).await.unwrap();
        assert_eq!(group.filled(ann).await, filled, "{command:?}");
    }
    let none = group.at_table(host, TableCommand::Undo).await;
    assert_eq!(Group::why(none), ("B-13".into(), "table-nothing-to-undo".into()));
}

#[tokio::test]
async fn b13_something_new_after_an_undo_leaves_nothing_to_redo() {
    let mut group = group().await;
    let (host, ann) = (group.host, group.ann);
    group.tick(ann, 1).await.unwrap();
    group.at_table(host, TableCommand::Undo).await.unwrap();
    group.tick(ann, 2).await.unwrap();
    let none = group.at_table(host, TableCommand::Redo).await;
    assert_eq!(Group::why(none), ("B-13".into(), "table-nothing-to-redo".into()));
    assert_eq!(group.filled(ann).await, 2);
}

#[tokio::test]
async fn b13_the_host_rewinds_to_any_line_and_forward_again() {
    let mut group = group().await;
    let (host, ann) = (group.host, group.ann);
    let mut points = Vec::new();
    for _ in 0..4 {
        group.tick(ann, 1).await.unwrap();
        let line = group.lines(host).await.pop().expect("a line was told");
        points.push(line.point.expect("the host's lines have points"));
    }
    let rewind = |point| TableCommand::RewindTo { point };
    group.at_table(host, rewind(points[1])).await.unwrap();
    assert_eq!(group.filled(ann).await, 2);
    group.tick(ann, 5).await.unwrap();
    group.at_table(host, rewind(points[3])).await.unwrap();
    assert_eq!(group.filled(ann).await, 4, "forward onto the branch left before");
    group.at_table(host, TableCommand::Redo).await.unwrap();
    assert_eq!(group.filled(ann).await, 7, "back to where the game was before the rewind");
    group.at_table(host, rewind(1)).await.unwrap();
    assert_eq!(group.filled(ann).await, 0);
    for point in [1, 0, 10_000] {
        let refused = group.at_table(host, rewind(point)).await;
        assert_eq!(Group::why(refused).1, "table-no-such-point", "{point}");
    }
    assert!(group.lines(ann).await.iter().all(|line| line.point.is_none()));
}

#[tokio::test]
async fn b13_the_log_tells_the_action_and_its_undoing() {
    let mut group = group().await;
    let (host, ann) = (group.host, group.ann);
    group.tick(ann, 1).await.unwrap();
    group.at_table(host, TableCommand::Undo).await.unwrap();
    group.at_table(host, TableCommand::Redo).await.unwrap();
    group.at_table(ann, TableCommand::TakeBack).await.unwrap();
    let told = group.told(ann).await;
    let last: Vec<&str> = told.iter().rev().take(4).rev().map(String::as_str).collect();
    assert_eq!(last, ["toy-ticked", "table-undone", "table-redone", "table-taken-back"]);
}

#[tokio::test]
async fn b13_talk_seats_and_salts_are_not_undone() {
    let mut group = group().await;
    let (host, ann) = (group.host, group.ann);
    group.tick(ann, 1).await.unwrap();
    group.say(ann, "别动那个！").await.unwrap();
    let salt = "安的盐".to_owned();
    group.at_table(ann, TableCommand::SetSalt { salt }).await.unwrap();
    let before = group.lines(ann).await.len();
    group.at_table(host, TableCommand::Undo).await.unwrap();
    assert_eq!(group.lines(ann).await.len(), before + 1);
    let view = group.table.view(ann).await.unwrap();
    assert_eq!(view["table/session"]["salts"][0]["salt"], "安的盐");
    assert_eq!(view["table/seats"]["seats"].as_array().map(Vec::len), Some(5));
}

#[tokio::test]
async fn b13_a_player_takes_back_only_their_own_last_command() {
    let mut group = group().await;
    let (host, ann, ben) = (group.host, group.ann, group.ben);
    let not_last = ("B-13".to_owned(), "table-take-back-not-last".to_owned());
    let early = group.at_table(ann, TableCommand::TakeBack).await;
    assert_eq!(Group::why(early), not_last);
    group.tick(ann, 1).await.unwrap();
    group.tick(ben, 2).await.unwrap();
    let late = group.at_table(ann, TableCommand::TakeBack).await;
    assert_eq!(Group::why(late), not_last);
    group.say(ann, "等等").await.unwrap();
    group.at_table(ben, TableCommand::TakeBack).await.unwrap();
    assert_eq!(group.filled(host).await, 1, "talk in between does not matter");
    group.at_table(ann, TableCommand::TakeBack).await.unwrap();
    assert_eq!(group.filled(host).await, 0);
    let host_undo = group.at_table(ann, TableCommand::Undo).await;
    assert_eq!(Group::why(host_undo).1, "table-host-only");
}

#[tokio::test]
async fn b13_what_a_player_cannot_see_neither_stops_a_taking_back_nor_is_lost_by_it() {
    let mut group = group().await;
    let (host, ann) = (group.host, group.ann);
    let trap =
        |view: &std::collections::BTreeMap<String, serde_json::Value>| view.get("trap").cloned();
    group.tick(ann, 1).await.unwrap();
    group.trap(5).await.unwrap();
    group.trap(6).await.unwrap();
    group.at_table(ann, TableCommand::TakeBack).await.unwrap();
    assert_eq!(group.filled(ann).await, 0);
    let view = group.table.view(host).await.unwrap();
    assert_eq!(trap(&view), Some(json!({ "trap": { "at": 6 } })));
    // The carried steps are still single steps to undo and redo.
    group.at_table(host, TableCommand::Undo).await.unwrap();
    let view = group.table.view(host).await.unwrap();
    assert_eq!(trap(&view), Some(json!({ "trap": { "at": 5 } })));
    group.at_table(host, TableCommand::Undo).await.unwrap();
    let view = group.table.view(host).await.unwrap();
    assert_eq!((trap(&view), group.filled(host).await), (None, 0));
    group.at_table(host, TableCommand::Redo).await.unwrap();
    group.at_table(host, TableCommand::Redo).await.unwrap();
    let view = group.table.view(host).await.unwrap();
    assert_eq!(trap(&view), Some(json!({ "trap": { "at": 6 } })));
    group.at_table(host, TableCommand::Redo).await.unwrap();
    assert_eq!(group.filled(host).await, 1, "the host brings back what was taken back");
    // A fresh reading of the log agrees.
    let before = group.table.view(host).await.unwrap();
    let table = group.table.id();
    let (world, _) = table::World::fixed(9);
    let records = group.table.export().await.unwrap();
    let other = table::Tables::new(Arc::new(MemoryStore::new()), world);
    let copy = other.import(&records).await.unwrap();
    let after = copy.view(host).await.unwrap();
    assert_eq!(trap(&before), trap(&after));
    assert_eq!(before["clock"], after["clock"]);
    assert_ne!(table, copy.id());
}

#[tokio::test]
async fn b22_an_undone_roll_is_not_rolled_again_with_the_same_number() {
    let mut group = group().await;
    let (host, ann, ben) = (group.host, group.ann, group.ben);
    let challenge = json!({ "do": "challenge", "seat": ben });
    for _ in 0..3 {
        group.game(ann, challenge.clone()).await.unwrap();
        group.at_table(host, TableCommand::Undo).await.unwrap();
    }
    let lines = group.lines(ann).await;
    let numbers: Vec<u64> =
        lines.iter().filter_map(|line| line.line.roll.as_ref().map(|roll| roll.number)).collect();
    assert_eq!(numbers, [1, 2, 3]);
}
