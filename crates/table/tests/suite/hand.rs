//! B-22: rolls of a physical table are typed in, and marked so.

use std::sync::Arc;

use rules::Audience;
use serde_json::json;
use table::{MemoryStore, TableCommand, verify};

use crate::group::{self, Group};
use crate::scene;

fn by_hand(notation: &str, faces: &[i64]) -> TableCommand {
    let (notation, faces) = (notation.to_owned(), faces.to_vec());
    TableCommand::RollByHand { notation, faces, audience: Audience::All, actor: None }
}

#[tokio::test]
async fn b22_typed_in_faces_make_the_roll_and_are_marked() {
    let mut group = Group::sit(Arc::new(MemoryStore::new()), group::toy()).await;
    let ann = group.ann;
    for (notation, faces, total) in [
        ("2d6+1 撬锁", &[3, 5][..], 9),
        ("4dF+2", &[-1, 0, 1, 1], 3),
        ("1d3", &[1], 1),
        ("2d6kh1", &[6, 2], 6),
        ("1d6!", &[6, 6, 2], 14),
        ("d100", &[100], 100),
    ] {
        group.at_table(ann, by_hand(notation, faces)).await.expect(notation);
        let line = group.lines(ann).await.pop().expect("a line");
        let roll = line.line.roll.clone().expect("a roll");
        assert!(roll.typed_in);
        assert_eq!(roll.rolled.value.to_string(), total.to_string(), "{notation}");
    }
    for (notation, faces, why) in [
        ("2d6", &[3][..], "table-hand-unfit"),
        ("2d6", &[3, 7], "table-hand-unfit"),
        ("2d6", &[0, 3], "table-hand-unfit"),
        ("2d6", &[3, 4, 5], "table-hand-left"),
        ("1d6!", &[6], "table-hand-unfit"),
        ("2d6", &[i64::MIN, i64::MAX], "table-hand-unfit"),
    ] {
        let refused = group.at_table(ann, by_hand(notation, faces)).await;
        assert_eq!(Group::why(refused).1, why, "{notation} {faces:?}");
    }
    // The table's own dice go on as if nothing had been typed in.
    let roll =
        TableCommand::Roll { notation: "2d6".to_owned(), audience: Audience::All, actor: None };
    group.at_table(ann, roll).await.unwrap();
    let line = group.lines(ann).await.pop().unwrap();
    assert_eq!(line.line.roll.as_ref().map(|roll| roll.number), Some(1));
    group.at_table(group.host, TableCommand::EndSession).await.unwrap();
    let proof = verify(&group.table.export().await.unwrap()).unwrap();
    assert_eq!((proof.proven, proof.typed_in), (1, 6));
}

#[tokio::test]
async fn b22_a_command_of_the_game_takes_typed_in_dice_too() {
    let mut group = Group::sit(Arc::new(MemoryStore::new()), group::toy()).await;
    let (ann, ben) = (group.ann, group.ben);
    group.game(ann, json!({ "do": "challenge", "seat": ben })).await.unwrap();
    let play = |faces: &[i64]| {
        let (faces, command) = (faces.to_vec(), json!({ "do": "answer" }));
        TableCommand::PlayByHand { faces, command }
    };
    let refused = group.at_table(ben, play(&[1])).await;
    assert_eq!(Group::why(refused).0, "B-22");
    let before = group.lines(ben).await.len();
    let looker = group.at_table(group.eve, play(&[])).await;
    assert_eq!(Group::why(looker).1, "table-spectators-look");
    let mut accepted = Vec::new();
    for dice in 2..=6 {
        if group.at_table(ben, play(&vec![2; dice])).await.is_ok() {
            accepted.push(dice);
        }
    }
    assert_eq!(accepted.len(), 1, "only as many as it throws: {accepted:?}");
    let lines = group.lines(ben).await;
    let rolls: Vec<_> = lines[before..].iter().filter_map(|line| line.line.roll.clone()).collect();
    assert!(!rolls.is_empty() && rolls.iter().all(|roll| roll.typed_in), "{rolls:?}");
}

/// Which sides' dice were typed in, the actor's first.
fn typed(lines: &[table::NumberedLine]) -> Vec<(String, bool)> {
    let rolls = lines.iter().filter_map(|told| {
        let who = serde_json::to_string(told.line.message.args.get("who")?).ok()?;
        Some((who, told.line.roll.as_ref()?.typed_in))
    });
    rolls.collect()
}

#[tokio::test]
async fn b22_dice_typed_in_for_one_side_leave_the_others_to_the_table() {
    let store = Arc::new(MemoryStore::new());
    let mut group = Group::sit(store, group::shipped("fate-condensed")).await;
    scene::set(&mut group).await;
    let (ann, host) = (group.ann, group.host);
    let view = group.table.view(host).await.expect("a view");
    let id = |fits: &dyn Fn(&serde_json::Value) -> bool| {
        let mut parts = view.values().filter(|part| part["kind"] == "character");
        let found = parts.find(|part| fits(part)).expect("they are there");
        found["id"].as_str().expect("an id").to_owned()
    };
    let own = id(&|part| part["seat"] == json!(ann));
    let foe = id(&|part| part["name"].to_string().contains("打手"));
    for (actor, target, attacker, defender) in [(&own, &foe, ann, host), (&foe, &own, host, ann)] {
        let attack = json!({ "do": "act", "actor": actor, "skill": "fight",
            "act": { "kind": "attack", "track": "physical" }, "against": { "character": target } });
        group.game(attacker, attack).await.expect("an attack");
        let scene = group.table.view(host).await.expect("a view")["scene"].clone();
        let action = scene["actions"][0].clone();
        let defend = json!({ "do": "defend", "action": action, "skill": "athletics" });
        group.game(defender, defend).await.expect("a defence");
        let before = group.lines(ann).await.len();
        let roll = json!({ "do": "roll", "action": action });
        let by_hand = TableCommand::PlayByHand { faces: vec![1, 1, 0, -1], command: roll };
        group.at_table(ann, by_hand).await.expect("four dice are enough");
        let rolled = typed(&group.lines(ann).await[before..]);
        let typed_in = rolled.iter().filter(|(_, typed)| *typed).count();
        assert_eq!((rolled.len(), typed_in), (2, 1), "{rolled:?}");
        let hers = rolled.iter().find(|(_, typed)| *typed).expect("hers");
        let foes = rolled.iter().find(|(_, typed)| !*typed).expect("the foe's");
        assert!(foes.0.contains("打手") && !hers.0.contains("打手"), "{rolled:?}");
        group.game(host, json!({ "do": "end-scene", "anyway": true })).await.expect("it ends");
        group.game(host, json!({ "do": "set-scene", "title": "又一场" })).await.expect("it begins");
    }
}
