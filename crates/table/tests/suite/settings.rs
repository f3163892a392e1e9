//! F-55, F-15: what a host decides as the table is made, and what a session of the table brings
//! about in the game.

use std::sync::Arc;

use jiff::SignedDuration;
use rules::SeatId;
use serde_json::{Value as Json, json};
use table::{Command, CommandId, MemoryStore, NewTable, TableCommand, TableHandle, Tables, World};

use crate::group::{self, Group};
use crate::scene;

fn new() -> NewTable {
    NewTable {
        title: "雾港夜话".to_owned(),
        language: "zh-Hans".to_owned(),
        time_zone: "Asia/Shanghai".to_owned(),
        pack: rules::pack::shipped_pack("fate-condensed").expect("it ships").pack,
        host: "主持".to_owned(),
    }
}

/// What the host may decide, with one choice made.
fn setting(field: &str, to: Json) -> Json {
    let game = rules::AnyGame::begin(&new().pack).expect("it begins");
    let settings = game.settings();
    let [offer] = settings.as_slice() else { panic!("Fate has one form of options") };
    assert!(offer.fields.iter().any(|known| known.path == format!("options/{field}")));
    // As the form shows it, with nothing changed but the one thing.
    let mut command = offer.command.clone();
    let pack = game.pack();
    command["options"] = pack["options"].clone();
    command["options"][field] = to;
    command
}

async fn options(table: &TableHandle, host: SeatId) -> Json {
    table.view(host).await.expect("a view")["options"].clone()
}

#[tokio::test]
async fn f55_options_are_chosen_as_the_table_is_made_and_changed_later() {
    let tables = Tables::new(Arc::new(MemoryStore::new()), World::fixed(1).0);
    let chosen = setting("difficulty", "confirmed".into());
    let opened = tables.open_with(new(), std::slice::from_ref(&chosen)).await.expect("it opens");
    let (table, host) = (opened.table, opened.host);
    assert_eq!(options(&table, host).await["difficulty"], "confirmed");
    let log = table.export().await.expect("a log");
    assert_eq!(log[1].by, Some(host), "in the log, as the host's");
    let lines = table.lines(host, None, usize::MAX).await.expect("lines");
    assert!(lines.iter().any(|told| told.line.message.id == "fate-options-set"));

    let at_table = async |number, command| {
        let command = Command::Table(command);
        table.command(host, CommandId::numbered(number), command).await.expect("done");
    };
    at_table(1, TableCommand::Undo).await;
    assert_eq!(options(&table, host).await["difficulty"], "named", "as the pack has it");
    at_table(2, TableCommand::Redo).await;
    assert_eq!(options(&table, host).await["difficulty"], "confirmed");

    let later = setting("order", "listed".into());
    let later = table.command(host, CommandId::numbered(3), Command::Game(later)).await;
    later.expect("the host changes them later");
    let now = options(&table, host).await;
    assert_eq!((&now["order"], &now["difficulty"]), (&"listed".into(), &"named".into()));
}

#[tokio::test]
async fn f55_what_is_no_option_makes_no_table() {
    let tables = Tables::new(Arc::new(MemoryStore::new()), World::fixed(1).0);
    let wrong = [
        json!({ "do": "set-scene", "title": "码头" }),
        setting("victories", 40.into()),
        setting("victories", "viel".into()),
    ];
    for command in wrong {
        let refused = tables.open_with(new(), std::slice::from_ref(&command)).await;
        assert!(refused.is_err(), "{command}");
    }
    assert_eq!(tables.list().await.expect("a list").len(), 0);
}

/// A table where Ann's character has spent two of three points.
async fn spent() -> (Group, String) {
    let store = Arc::new(MemoryStore::new());
    let mut group = Group::sit(store, group::shipped("fate-condensed")).await;
    scene::set(&mut group).await;
    let offers = group.table.offers(group.ann, None).await.expect("offers");
    let own = offers.iter().find_map(|offer| offer.command["actor"].as_str().map(str::to_owned));
    let own = own.expect("Ann plays somebody");
    spend(&mut group, &own).await;
    (group, own)
}

async fn spend(group: &mut Group, own: &str) {
    let spend = json!({ "do": "adjust-points", "character": own, "by": -2, "why": "花掉" });
    group.game(group.host, spend).await.expect("points move");
}

async fn points(group: &Group, own: &str) -> i64 {
    let view = group.table.view(group.host).await.expect("a view");
    let part = &view[&format!("character/{own}")];
    part["points"].as_i64().expect("a number")
}

#[tokio::test]
async fn f15_every_session_of_the_table_refreshes_once_however_it_begins() {
    let (mut group, own) = spent().await;
    let host = group.host;
    assert_eq!(points(&group, &own).await, 1);
    group.at_table(host, TableCommand::BeginSession).await.expect("it begins");
    assert_eq!(points(&group, &own).await, 3, "the host begins one");
    spend(&mut group, &own).await;
    let (rule, _) = Group::why(group.game(host, json!({ "do": "begin-session" })).await);
    assert_eq!((rule.as_str(), points(&group, &own).await), ("F-15", 1), "not twice");

    group.clock.pass(SignedDuration::from_hours(13));
    group.say(group.ann, "回来了").await.expect("she is back");
    assert_eq!(points(&group, &own).await, 3, "one begins by itself after a long pause");

    spend(&mut group, &own).await;
    group.at_table(host, TableCommand::EndSession).await.expect("it ends");
    assert_eq!(points(&group, &own).await, 1);
    let roll = json!({ "do": "act", "actor": own, "act": { "kind": "overcome" },
        "skill": "athletics", "against": { "difficulty": 2 }, "roll": true });
    group.game(group.ann, roll).await.expect("she acts");
    assert_eq!(points(&group, &own).await, 3, "the first dice begin one");
    group.at_table(host, TableCommand::Undo).await.expect("it is undone");
    assert_eq!(points(&group, &own).await, 1, "with what it did");
}
