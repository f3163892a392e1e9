//! A mistake in the program costs the command that met it, and no table more (B-12, B-60).

use std::sync::Arc;

use serde_json::{Value as Json, json};
use table::{
    Archive, Command, Event, MemoryStore, Record, Store, TableCommand, TableEvent, TableId,
};

use crate::group::{self, Group, Page};
use crate::scene;

/// Makes a pack something that it must not be.
type Change = fn(&mut Json);

/// The log of a table with another pack than it was made with.
fn with_pack(log: &[Record], change: impl FnOnce(&mut Json)) -> Vec<Record> {
    let mut log = log.to_vec();
    let Some(Event::Table(TableEvent::Opened { pack, .. })) = log[0].events.first_mut() else {
        panic!("a log begins with its table");
    };
    change(pack);
    log
}

#[tokio::test]
async fn b60_the_pack_of_an_imported_table_is_checked_as_a_file_is() {
    let cases: [(&str, Change, &str); 5] = [
        ("mist-2d6", |pack| pack["bands"] = json!([]), "bands"),
        ("mist-2d6", |pack| pack["status"]["boxes"] = json!(0), "status.boxes"),
        ("mist-2d6", |pack| pack["dice"]["roll"] = json!("2d"), "dice.roll"),
        ("fate-condensed", |pack| pack["ladder"] = json!("x"), "ladder"),
        (
            "timeline-examples",
            |pack| {
                let again = pack["skills"][0].clone();
                pack["skills"].as_array_mut().expect("skills").push(again);
            },
            "skills",
        ),
    ];
    for (id, change, place) in cases {
        let group = Group::sit(Arc::new(MemoryStore::new()), group::shipped(id)).await;
        let log = group.table.export().await.unwrap();
        group.tables.import(&log).await.expect("as it was, it is fit");
        let refusal = group.tables.import(&with_pack(&log, change)).await.expect_err(place);
        assert_eq!(refusal.what.id, "table-pack-bad", "{place}");
        let said = serde_json::to_string(&refusal.what).unwrap();
        assert!(said.contains(place), "{place}: {said}");
        assert_eq!(group.tables.list().await.unwrap().len(), 2, "nothing else was kept");
    }
}

#[tokio::test]
async fn b60_tables_of_older_versions_are_still_imported() {
    let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let group = Group::sit(Arc::new(MemoryStore::new()), group::toy()).await;
    let mut count = 0;
    for entry in std::fs::read_dir(corpus).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|it| it == "mistline") {
            let archive = Archive::read(&std::fs::read(&path).unwrap()).expect("whole");
            let imported = group.tables.import(&archive.records).await;
            imported.unwrap_or_else(|refusal| panic!("{}: {refusal:?}", path.display()));
            count += 1;
        }
    }
    assert!(count >= 8, "{count}");
}

#[tokio::test]
async fn b12_a_failure_of_the_program_takes_nothing_but_its_command() {
    for place in ["decide", "evolve", "tell", "view", "offers"] {
        let mut group = Group::sit(Arc::new(MemoryStore::new()), group::toy()).await;
        let (ann, ben) = (group.ann, group.ben);
        group.tick(ann, 2).await.unwrap();
        let (_, _frames) = group.table.attach(ben, None, None).await.unwrap();
        let before = group.table.view(ben).await.unwrap();
        let lines = group.lines(ben).await;
        let id = group.next_id();
        let fail = Command::Game(json!({ "do": "fail", "at": place }));
        for again in ["once", "again"] {
            let refused = group.table.command(ann, id, fail.clone()).await;
            let refusal = refused.expect_err(place);
            assert_eq!(refusal.what.id, "table-failed", "{place} {again}");
        }
        // The game is as it was, in memory and in the log, and goes on.
        let mut page = Page::open(&group.table, ben).await;
        let view = group.table.view(ben).await.unwrap();
        assert_eq!(view["clock"], before["clock"], "{place}");
        assert!(view["table/table"].get("fault").is_none(), "{place}: {view:?}");
        assert_eq!(group.lines(ben).await[..lines.len()], lines[..], "{place}");
        group.tick(ann, 1).await.unwrap_or_else(|refusal| panic!("{place}: {refusal:?}"));
        assert_eq!(page.read(), 1, "{place}");
        let again = group.tables.import(&group.table.export().await.unwrap()).await.unwrap();
        assert_eq!(again.view(ben).await.unwrap()["clock"]["clock"]["filled"], 3, "{place}");
    }
}

#[tokio::test]
async fn b12_a_table_whose_log_holds_a_broken_pack_is_read_and_exported_and_others_go_on() {
    for id in ["mist-2d6", "mist-bureau"] {
        let store = Arc::new(MemoryStore::new());
        let mut group = Group::sit(store.clone(), group::shipped(id)).await;
        scene::set(&mut group).await;
        // Odds are shown of a roll that waits.
        let act = group.offer(group.ann, "act").await.expect("a player may act");
        group.game(group.ann, act).await.unwrap();
        group.say(group.ann, "有人吗").await.unwrap();
        let log = group.table.export().await.unwrap();
        let before = group.lines(group.ann).await;
        let broken: [(&str, Change); 2] = [
            ("no bands", |pack| pack["bands"] = json!([])),
            ("no shape", |pack| pack["theme"] = json!("nothing")),
        ];
        for (number, (what, change)) in (1..).zip(broken) {
            let table = TableId(uuid::Uuid::from_u128(number));
            let bent = with_pack(&log, change);
            store.create(table, &bent).await.unwrap();
            let handle = group.tables.table(table).await.expect("it opens");
            for seat in group.seats() {
                let attached = handle.attach(seat, None, None).await;
                let (snapshot, _frames) =
                    attached.unwrap_or_else(|refusal| panic!("{id} {what}: {refusal:?}"));
                let about = snapshot.parts["table/table"].read();
                assert_eq!(about["fault"]["id"], "table-broken", "{id} {what}");
            }
            let lines = handle.lines(group.ann, None, usize::MAX).await.unwrap();
            let talk = |line: &&table::NumberedLine| line.line.message.id == "table-said";
            let heard = |lines: &[table::NumberedLine]| lines.iter().filter(talk).count();
            assert_eq!(heard(&lines), heard(&before), "{id} {what}: what was said is there");
            let pause = Command::Table(TableCommand::Pause { anonymous: false });
            let refused = handle.command(group.ann, group.next_id(), pause).await;
            assert_eq!(refused.expect_err("read only").what.id, "table-broken");
            assert_eq!(handle.export().await.unwrap().len(), bent.len());
        }
        group.say(group.ben, "这张桌子照常").await.expect("another table");
    }
}
