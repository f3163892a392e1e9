//! B-44: scenes prepared beforehand, things kept and shipped: only hosts see them, a scene is
//! started with all that is in it, and what it brought is undone as one.

use std::sync::Arc;

use rules::Id;
use serde_json::{Value as Json, json};
use table::{MemoryStore, Standing, TableCommand};

use crate::group::{self, Group};

fn prepare(scene: Option<Id>, title: &str, things: Vec<Json>) -> TableCommand {
    TableCommand::PrepareScene {
        scene,
        title: title.to_owned(),
        text: "楼梯转到第九圈。".to_owned(),
        notes: "点灯的人是她父亲。".to_owned(),
        things,
        handouts: Vec::new(),
        standing: Standing::Ready,
    }
}

async fn desk(group: &Group) -> Json {
    let view = group.table.view(group.host).await.expect("a view");
    view.get("table/desk").cloned().unwrap_or_default()
}

async fn library(group: &Group) -> Vec<Json> {
    let view = group.table.view(group.host).await.expect("a view");
    view["table/library"]["things"].as_array().expect("a library").clone()
}

async fn scene_id(group: &Group, place: usize) -> Id {
    let desk = desk(group).await;
    serde_json::from_value(desk["scenes"][place]["id"].clone()).expect("an id")
}

/// All a viewer is shown and told, as text.
async fn known(group: &Group, seat: rules::SeatId) -> String {
    let view = group.table.view(seat).await.expect("a view");
    let lines = group.lines(seat).await;
    format!("{} {}", json!(view), json!(lines))
}

/// Every pack that is shipped, with a scene of everything its library has.
#[tokio::test]
async fn b44_everything_a_pack_ships_can_be_prepared_and_started() {
    for pack in rules::pack::shipped() {
        let id = pack.id.as_str();
        let mut group = Group::sit(Arc::new(MemoryStore::new()), group::shipped(id)).await;
        let shipped = library(&group).await;
        assert!(shipped.len() >= 8, "{id} ships {}", shipped.len());
        let things: Vec<Json> = shipped.iter().map(|it| it["thing"].clone()).collect();
        let host = group.host;
        group.at_table(host, prepare(None, "灯塔顶层", things)).await.expect("prepared");
        assert_eq!(
            desk(&group).await["scenes"][0]["things"].as_array().unwrap().len(),
            shipped.len()
        );
        for seat in [group.ann, group.eve] {
            let known = known(&group, seat).await;
            for secret in ["灯塔顶层", "她父亲", "table/desk", "table/library"] {
                assert!(!known.contains(secret), "{id}: {secret}");
            }
        }
        let scene = scene_id(&group, 0).await;
        group.at_table(host, TableCommand::StartScene { scene }).await.expect("started");
        let seen = known(&group, group.ann).await;
        assert!(seen.contains("灯塔顶层"), "{id}");
        assert!(!seen.contains("她父亲"), "{id}: notes stay the host's");
        let named = |it: &Json| match &it["name"] {
            Json::String(name) => name.clone(),
            name => name["zh-Hans"].as_str().expect("a name").to_owned(),
        };
        for thing in shipped.iter().filter(|it| it["hidden"] == false) {
            assert!(seen.contains(&named(thing)), "{id}: {thing}");
        }
        assert_eq!(desk(&group).await["scenes"][0]["on_stage"], true);
        // The scene and all it brought is one step back (B-13).
        group.at_table(host, TableCommand::Undo).await.expect("undone");
        let view = group.table.view(group.ann).await.expect("a view");
        assert!(!json!(view.get("scene")).to_string().contains("灯塔顶层"), "{id}");
        assert!(
            !view.keys().any(|key| key.starts_with("challenge/") || key.starts_with("character/"))
        );
        let again = desk(&group).await;
        assert_eq!(again["scenes"][0]["played"], false, "{id}: it is ready again");
        group.at_table(host, TableCommand::Redo).await.expect("done again");
        assert_eq!(desk(&group).await["scenes"][0]["on_stage"], true, "{id}");
    }
}

#[tokio::test]
async fn b44_scenes_are_put_in_order_kept_for_later_and_thrown_away() {
    let mut group = Group::sit(Arc::new(MemoryStore::new()), group::shipped("mist-2d6")).await;
    let host = group.host;
    for title in ["一", "二", "三"] {
        group.at_table(host, prepare(None, title, Vec::new())).await.expect("prepared");
    }
    let third = scene_id(&group, 2).await;
    group.at_table(host, TableCommand::PlaceScene { scene: third, at: 0 }).await.expect("placed");
    let titles = |desk: &Json| -> Vec<String> {
        let all = desk["scenes"].as_array().expect("scenes").iter();
        all.map(|it| it["title"].as_str().expect("a title").to_owned()).collect()
    };
    assert_eq!(titles(&desk(&group).await), ["三", "一", "二"]);
    let mut later = prepare(Some(third), "三", Vec::new());
    if let TableCommand::PrepareScene { standing, .. } = &mut later {
        *standing = Standing::Later;
    }
    group.at_table(host, later).await.expect("kept");
    assert_eq!(desk(&group).await["scenes"][0]["standing"], "later");
    group.at_table(host, TableCommand::DropScene { scene: third }).await.expect("dropped");
    assert_eq!(titles(&desk(&group).await), ["一", "二"]);
    let gone = group.at_table(host, TableCommand::StartScene { scene: third }).await;
    assert_eq!(Group::why(gone).1, "table-no-such-scene");
    // A scene is started over another, which ends; one that cannot end stays, and nothing is half done.
    let (first, second) = (scene_id(&group, 0).await, scene_id(&group, 1).await);
    group.at_table(host, TableCommand::StartScene { scene: first }).await.expect("started");
    group.at_table(host, TableCommand::StartScene { scene: second }).await.expect("started");
    let now = desk(&group).await;
    assert_eq!(
        (&now["scenes"][0]["played"], &now["scenes"][0]["on_stage"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(now["scenes"][1]["on_stage"], true);
}

#[tokio::test]
async fn b44_a_thing_is_kept_from_the_table_and_brought_to_another() {
    for (id, key) in [
        ("mist-bureau", "challenge/"),
        ("fate-condensed", "character/"),
        ("timeline", "character/"),
    ] {
        let mut group = Group::sit(Arc::new(MemoryStore::new()), group::shipped(id)).await;
        let host = group.host;
        let thing = library(&group).await[0]["thing"].clone();
        group.at_table(host, TableCommand::Bring { thing, to: None }).await.expect("brought");
        let view = group.table.view(host).await.expect("a view");
        let of = view.keys().find_map(|it| it.strip_prefix(key)).expect("it is there").to_owned();
        group
            .at_table(host, TableCommand::Shelve { thing: json!({ "of": of }) })
            .await
            .expect("kept");
        let twice = group.at_table(host, TableCommand::Shelve { thing: json!({ "of": of }) }).await;
        assert_eq!(Group::why(twice).1, "table-shelved-already");
        let kept = desk(&group).await["shelf"][0]["thing"].clone();
        assert!(!known(&group, group.ann).await.contains("shelf"));
        let mut other = Group::sit(Arc::new(MemoryStore::new()), group::shipped(id)).await;
        let host = other.host;
        other.at_table(host, TableCommand::Shelve { thing: kept.clone() }).await.expect("taken in");
        other.at_table(host, TableCommand::Bring { thing: kept, to: None }).await.expect("brought");
        let view = other.table.view(other.ann).await.expect("a view");
        assert!(view.keys().any(|it| it.starts_with(key)), "{id}");
    }
}

#[tokio::test]
async fn b44_what_does_not_fit_is_refused_and_nothing_is_kept() {
    let mut group = Group::sit(Arc::new(MemoryStore::new()), group::shipped("mist-bureau")).await;
    let host = group.host;
    let of_fate = json!({ "kind": "zone", "name": "仓库" });
    let too_high = json!({ "kind": "challenge", "name": "门", "text": "",
        "limits": [{ "status": "锁死", "tier": 99 }] });
    let ends = json!({ "do": "end-scene" });
    for (thing, why) in
        [(of_fate, "ready-unreadable"), (too_high, "mist-bad-tier"), (ends, "ready-none")]
    {
        let refused = group.at_table(host, prepare(None, "一", vec![thing.clone()])).await;
        assert_eq!(Group::why(refused).1, why);
        let refused = group.at_table(host, TableCommand::Shelve { thing }).await;
        assert_eq!(Group::why(refused).1, why);
    }
    assert_eq!(desk(&group).await, Json::Null);
    // What a command would make can be made ready.
    let clock = json!({ "do": "add-clock", "name": "退潮", "boxes": 4 });
    group.at_table(host, prepare(None, "一", vec![clock])).await.expect("prepared");
    assert_eq!(desk(&group).await["scenes"][0]["things"][0]["thing"]["kind"], "clock");
}

#[tokio::test]
async fn b44_the_desk_goes_with_an_exported_table() {
    let store = Arc::new(MemoryStore::new());
    let mut group = Group::sit(store, group::shipped("fate-condensed")).await;
    let host = group.host;
    let things = vec![library(&group).await[5]["thing"].clone()];
    group.at_table(host, prepare(None, "钟楼", things)).await.expect("prepared");
    let records = group.table.export().await.expect("an export");
    assert!(json!(records).to_string().contains("钟楼"));
}
