//! P-80: a table moves to other rules in the middle of a campaign, in each family: what has no place
//! there is decided, seats see it at once, undo brings everything back, and the log replays.

use std::sync::Arc;

use rules::{Decision, Decisions, SeatId};
use serde_json::{Value as Json, json};
use table::{Command, MemoryStore, PackSource, TableCommand, TableHandle, Tables, World};

use crate::group::{self, Group, Page};

fn to(text: &str, decisions: Decisions) -> Command {
    Command::Table(TableCommand::ChangePack { to: PackSource::Text(text.to_owned()), decisions })
}

/// The parts a seat is shown, apart from what says how to undo.
async fn shown(table: &TableHandle, seat: SeatId) -> Json {
    let mut parts = table.view(seat).await.expect("a view");
    for key in ["table/presence", "table/undo", "table/past"] {
        parts.remove(key);
    }
    json!(parts)
}

/// Moves there, undoes it and does it again; every page shows what a fresh look shows, and another
/// server reads the same from the log.
async fn there_and_back(mut group: Group, store: Arc<MemoryStore>, text: &str, how: Decisions) {
    let host = group.host;
    let mut pages =
        [Page::open(&group.table, group.ann).await, Page::open(&group.table, host).await];
    let before = shown(&group.table, host).await;
    group.send(host, to(text, how)).await.expect("it moves");
    let after = shown(&group.table, host).await;
    assert_ne!(before, after);
    let check = async |group: &Group, pages: &mut [Page]| {
        for page in pages {
            page.read();
            // The host's desk and library among it.
            let fresh = Page::open(&group.table, page.seat).await;
            assert_eq!(page.shows().0, fresh.shows().0, "a page that was open shows the same");
        }
    };
    check(&group, &mut pages).await;
    let again = Tables::new(store, World::fixed(9).0);
    let read = again.table(group.table.id()).await.expect("the log is read");
    assert_eq!(shown(&read, host).await, after, "as the log folds");
    group.at_table(host, TableCommand::Undo).await.expect("it is undone");
    assert_eq!(shown(&group.table, host).await, before, "rules and state are back");
    check(&group, &mut pages).await;
    group.at_table(host, TableCommand::Redo).await.expect("it is done again");
    assert_eq!(shown(&group.table, host).await, after);
    check(&group, &mut pages).await;
}

async fn sit(pack: &str) -> (Group, Arc<MemoryStore>) {
    let store = Arc::new(MemoryStore::new());
    (Group::sit(store.clone(), group::shipped(pack)).await, store)
}

fn character(view: &Json) -> &Json {
    let parts = view.as_object().expect("parts");
    let found = parts.iter().find(|(key, _)| key.starts_with("character/"));
    found.expect("there is a character").1
}

#[tokio::test]
async fn p80_a_table_of_fate_moves_and_is_moved_back() {
    let (mut group, store) = sit("fate-condensed").await;
    let (host, ann) = (group.host, group.ann);
    group.game(ann, json!({ "do": "take-example", "example": "hunter" })).await.expect("taken");
    let id = character(&shown(&group.table, host).await)["id"].clone();
    let stress = json!({ "do": "set-stress", "character": id, "track": "mental", "marked": 1 });
    group.game(host, stress).await.expect("marked");
    let text = "extends = \"fate-condensed\"\nid = \"mine\"\nedition = 2\nversion = \"2.0\"\n\
        unset = [\"examples\", \"skills.list.stealth\", \"skills.list.lore\", \"tracks.mental\"]\n\
        [change.tracks.physical]\nvalues = [1, 2]\nper_hit = 1\nmore = []\n";
    let moving = group.table.moving(host, PackSource::Text(text.to_owned())).await.expect("a look");
    let keys: Vec<&str> = moving.breaks.iter().map(|one| one.key.as_str()).collect();
    assert_eq!(keys, ["skills.lore", "skills.stealth", "tracks.mental"]);
    assert!(!moving.unsettled);
    let refused = group.send(ann, to(text, Decisions::new())).await;
    assert_eq!(Group::why(refused).1, "table-host-only");
    let how = Decisions::from([
        ("skills.stealth".to_owned(), Decision::Map("burglary".to_owned())),
        ("tracks.mental".to_owned(), Decision::Drop),
    ]);
    group.send(host, to(text, how.clone())).await.expect("it moves");
    let view = shown(&group.table, host).await;
    let one = character(&view);
    assert_eq!(one["skills"]["burglary"], 2, "mapped");
    assert_eq!(one["skills"].get("lore"), None);
    assert!(one["vitals"].as_str().expect("a text").contains("秘识 2"), "kept as a note: {one}");
    assert_eq!(one["tracks"].as_array().expect("tracks").len(), 1);
    assert_eq!(one["tracks"][0]["values"], json!([1, 2]));
    let told = group.told(ann).await;
    assert!(told.iter().any(|line| line.contains("pack-moved")), "{told:?}");
    group.at_table(host, TableCommand::Undo).await.expect("undone");
    there_and_back(group, store, text, how).await;
}

#[tokio::test]
async fn p80_a_table_of_the_mist_moves_and_is_moved_back() {
    let (mut group, store) = sit("mist-2d6").await;
    let ann = group.ann;
    group
        .game(ann, json!({ "do": "take-example", "example": first("mist-2d6") }))
        .await
        .expect("taken");
    let ferry = include_str!("../../../../examples/mist/ferry.toml");
    let moving = group.table.moving(group.host, PackSource::Text(ferry.to_owned())).await;
    let keys: Vec<String> = moving.expect("a look").breaks.into_iter().map(|it| it.key).collect();
    assert_eq!(keys, ["phases.investigation"]);
    let how = Decisions::from([("phases.investigation".to_owned(), Decision::Map("cross".into()))]);
    there_and_back(group, store, ferry, how).await;
}

#[tokio::test]
async fn p80_a_table_of_time_line_moves_and_is_moved_back() {
    let (mut group, store) = sit("timeline").await;
    let ann = group.ann;
    let made = json!({ "do": "make-character", "card": {
        "name": "安", "age": 2000, "size": 6000, "appearance": 5000, "assets": 5000,
        "level": 10, "ratio": 500,
        "percentages": [3000, 3500, 3500, 3000, 3500, 3500, 2000, 2000, 2000, 2000, 2000],
    }});
    group.game(ann, made).await.expect("made");
    let mire = include_str!("../../../../examples/timeline/mire.toml");
    there_and_back(group, store, mire, Decisions::new()).await;
}

fn first(pack: &str) -> Json {
    group::shipped(pack)["examples"][0]["id"].clone()
}

#[tokio::test]
async fn p80_what_is_under_way_is_settled_first_and_other_families_are_refused() {
    let (mut group, _) = sit("fate-condensed").await;
    let (host, ann) = (group.host, group.ann);
    group.game(ann, json!({ "do": "take-example", "example": "hunter" })).await.expect("taken");
    let id = character(&shown(&group.table, host).await)["id"].clone();
    let hit = json!({ "do": "hit", "to": id, "track": "physical", "shifts": 2 });
    group.game(host, hit).await.expect("a hit");
    let lamplight = include_str!("../../../../examples/fate/lamplight.toml");
    let refused = group.send(host, to(lamplight, Decisions::new())).await;
    assert_eq!(Group::why(refused), ("P-80".to_owned(), "pack-unsettled".to_owned()));
    group.at_table(host, TableCommand::Undo).await.expect("undone");
    let ferry = include_str!("../../../../examples/mist/ferry.toml");
    let refused = group.send(host, to(ferry, Decisions::new())).await;
    assert_eq!(Group::why(refused), ("P-80".to_owned(), "pack-other-family".to_owned()));
    let same = Command::Table(TableCommand::ChangePack {
        to: PackSource::Offered("fate-condensed".to_owned()),
        decisions: Decisions::new(),
    });
    assert_eq!(Group::why(group.send(host, same).await).1, "pack-no-difference");
    let none = Command::Table(TableCommand::ChangePack {
        to: PackSource::Offered("nothing".to_owned()),
        decisions: Decisions::new(),
    });
    assert_eq!(Group::why(group.send(host, none).await).1, "table-no-such-pack");
    // P-71: a wrong file is refused with what is wrong, and nothing has changed.
    let wrong = to("extends = \"fate-condensed\"\nid = \"x\"\ncolour = 1\n", Decisions::new());
    let refused = group.send(host, wrong).await;
    assert_eq!(Group::why(refused), ("P-71".to_owned(), "table-pack-wrong".to_owned()));
    group.send(host, to(lamplight, Decisions::new())).await.expect("now it moves");
}

#[tokio::test]
async fn p80_what_is_offered_is_of_the_tables_family_and_says_its_version() {
    let (group, _) = sit("fate-condensed").await;
    let lamplight = include_str!("../../../../examples/fate/lamplight.toml");
    let mut packs = rules::pack::shipped();
    packs.push(rules::pack::ready("lamplight.toml", lamplight).expect("it holds together"));
    group.tables.offer(packs);
    let offered = group.table.offered(group.host).await.expect("a host may ask");
    assert_eq!(offered.id, "fate-condensed");
    let all: Vec<(&str, &str, bool)> =
        offered.packs.iter().map(|it| (it.id.as_str(), it.version.as_str(), it.differs)).collect();
    assert_eq!(
        all,
        [
            ("fate-condensed", "", false),
            ("fate-accelerated", "", true),
            ("lamplight", "1.0.0", true),
        ]
    );
    assert!(group.table.offered(group.ann).await.is_err(), "nobody else");
}

/// What the rules leave to a table is chosen anew in the middle of a campaign, without naming the
/// rules again (P-16).
#[tokio::test]
async fn p16_a_table_chooses_anew_what_its_rules_leave_open() {
    let text = "edition = 2\nextends = \"fate-condensed\"\nid = \"mine\"\n\
        [[choices]]\nkey = \"tracks.physical.boxes\"\nname = \"体格\"\nvalues = [3, 1]\n";
    let store = Arc::new(MemoryStore::new());
    let pack = rules::pack::ready("mine.toml", text).expect("it holds together");
    let mut group = Group::sit(store.clone(), pack.pack.to_json()).await;
    let (host, ann) = (group.host, group.ann);
    group.game(ann, json!({ "do": "take-example", "example": "hunter" })).await.expect("taken");
    let offered = group.table.offered(host).await.expect("a host asks");
    assert_eq!(offered.choices.len(), 1);
    assert_eq!(offered.choices[0].now, "3");
    let choose = |value: &str| PackSource::Chosen {
        of: None,
        choices: [("tracks.physical.boxes".to_owned(), value.to_owned())].into(),
    };
    let moving = group.table.moving(host, choose("1")).await.expect("a look");
    let paths: Vec<&str> = moving.differences.iter().map(|it| it.path.as_str()).collect();
    assert_eq!(paths, ["tracks.physical.boxes"]);
    let refused = group.table.moving(host, choose("2")).await.expect_err("not offered");
    assert_eq!(refused.what.id, "pack-no-value");
    assert!(group.table.moving(ann, choose("1")).await.is_err(), "hosts only");
    let again = PackSource::Chosen { of: Some(Box::new(choose("1"))), choices: [].into() };
    assert!(group.table.moving(host, again).await.is_err(), "chosen once");
    let go = |value: &str| {
        let (to, decisions) = (choose(value), Decisions::new());
        Command::Table(TableCommand::ChangePack { to, decisions })
    };
    group.send(host, go("1")).await.expect("it is chosen");
    assert_eq!(group.table.offered(host).await.expect("asked").choices[0].now, "1");
    let after = shown(&group.table, host).await;
    let read = Tables::new(store, World::fixed(9).0);
    let read = read.table(group.table.id()).await.expect("the log is read");
    assert_eq!(shown(&read, host).await, after, "as the log folds");
    group.at_table(host, TableCommand::Undo).await.expect("undone");
    assert_eq!(group.table.offered(host).await.expect("asked").choices[0].now, "3");
}
