//! B-11: a command counts once, however often it is sent; refusals leave no trace.

use std::sync::Arc;

use rules::Role;
use serde_json::json;
use table::{Answer, Command, MemoryStore, TableCommand, Tables, World};

use crate::group::{self, Group, Page};

#[tokio::test]
async fn b11_sending_again_changes_nothing_and_gives_the_first_answer() {
    let store = Arc::new(MemoryStore::new());
    let mut group = Group::sit(store.clone(), group::toy()).await;
    let (host, ann, ben) = (group.host, group.ann, group.ben);
    let (tick, add, link) = (group.next_id(), group.next_id(), group.next_id());
    let commands = [
        (ann, tick, Command::Game(json!({ "do": "tick", "segments": 1 }))),
        (
            host,
            add,
            Command::Table(TableCommand::AddSeat { name: "丹".to_owned(), role: Role::Player }),
        ),
        (host, link, Command::Table(TableCommand::LinkSeat { seat: ann })),
    ];
    let mut answers = Vec::new();
    for (by, id, command) in commands.clone() {
        answers.push(group.table.command(by, id, command).await.unwrap());
    }
    let log = group.table.export().await.unwrap();
    let mut page = Page::open(&group.table, ben).await;
    page.read();
    for ((by, id, command), answer) in commands.iter().zip(&answers) {
        let again = group.table.command(*by, *id, command.clone()).await.unwrap();
        assert_eq!(&again, answer);
    }
    assert_eq!(group.table.export().await.unwrap(), log);
    assert_eq!(page.read(), 0);
    // After a restart too, but for the token, of which only the hash was kept.
    let there = Tables::new(store, World::fixed(5).0);
    let there = there.table(group.table.id()).await.unwrap();
    for ((by, id, command), answer) in commands.iter().zip(&answers) {
        let again = there.command(*by, *id, command.clone()).await.unwrap();
        match (again, answer) {
            (Answer::Link { link, token: None }, Answer::Link { link: first, token: Some(_) }) => {
                assert_eq!(link, *first);
            }
            (again, answer) => assert_eq!(&again, answer),
        }
    }
    assert_eq!(there.export().await.unwrap(), log);
}

#[tokio::test]
async fn b11_another_seat_cannot_use_a_command_id_again() {
    let mut group = Group::sit(Arc::new(MemoryStore::new()), group::toy()).await;
    let (ann, ben) = (group.ann, group.ben);
    let (id, tick) = (group.next_id(), Command::Game(json!({ "do": "tick", "segments": 1 })));
    group.table.command(ann, id, tick.clone()).await.unwrap();
    let stolen = group.table.command(ben, id, tick).await;
    assert_eq!(Group::why(stolen), ("B-11".into(), "table-command-id-taken".into()));
}

#[tokio::test]
async fn b12_a_refusal_leaves_no_trace_and_its_id_may_be_used_again() {
    let mut group = Group::sit(Arc::new(MemoryStore::new()), group::toy()).await;
    let ann = group.ann;
    let mut page = Page::open(&group.table, group.host).await;
    page.read();
    let log = group.table.export().await.unwrap();
    let id = group.next_id();
    for nonsense in [
        json!({ "do": "tick", "segments": 99 }),
        json!({ "do": "dance" }),
        json!(null),
        json!([1, 2, { "deep": "nonsense" }]),
    ] {
        let refused = group.table.command(ann, id, Command::Game(nonsense)).await;
        assert!(refused.is_err());
    }
    let bad_dice = TableCommand::Roll {
        notation: "2d6+".to_owned(),
        audience: rules::Audience::All,
        actor: None,
    };
    let refused = group.table.command(ann, id, Command::Table(bad_dice)).await;
    assert!(refused.is_err_and(|refusal| refusal.rule.to_string() == "C-02"));
    assert_eq!(group.table.export().await.unwrap(), log);
    assert_eq!(page.read(), 0);
    let tick = json!({ "do": "tick", "segments": 1 });
    group.table.command(ann, id, Command::Game(tick)).await.unwrap();
    assert_eq!(page.read(), 1);
}

#[tokio::test]
async fn b20_a_quote_changes_nothing_and_refuses_as_the_command_would() {
    let mut group = Group::sit(Arc::new(MemoryStore::new()), group::toy()).await;
    let (ann, ben) = (group.ann, group.ben);
    let log = group.table.export().await.unwrap();
    let challenge = json!({ "do": "challenge", "seat": ben });
    let quote = group.table.quote(ann, challenge).await.unwrap();
    let chances = quote.chances.expect("a duel has odds");
    assert_eq!((chances.denominator.as_str(), chances.outcomes[1].weight.as_str()), ("36", "21"));
    let answer = json!({ "do": "answer" });
    let refused = group.table.quote(ann, answer.clone()).await.expect_err("nothing to answer");
    assert_eq!(Err(refused), group.game(ann, answer).await);
    assert_eq!(group.table.export().await.unwrap(), log);
}
