//! A scene to play in, for each family: everyone has a character, and something is in their way.

use rules::SeatId;
use serde_json::{Value as Json, json};

use crate::group::Group;

/// The family of the group's table.
pub async fn family(group: &Group) -> String {
    let view = group.table.view(group.host).await.expect("a view");
    view["table/table"]["family"].as_str().expect("a family").to_owned()
}

/// Makes the scene of the table's family. The toy needs none.
pub async fn set(group: &mut Group) {
    match family(group).await.as_str() {
        "mist" => mist(group).await,
        "fate" => fate(group).await,
        "timeline" => timeline(group).await,
        _ => {}
    }
}

async fn take_examples(group: &mut Group) {
    for seat in [group.ann, group.ben, group.cai] {
        let offers = group.table.offers(seat, None).await.expect("offers");
        let mut offers = offers.into_iter().map(|offer| offer.command);
        let example = offers.find(|command| command["do"] == "take-example");
        let example = example.expect("a player may take an example");
        play(group, seat, example).await;
    }
}

async fn play(group: &mut Group, by: SeatId, command: Json) {
    let done = group.game(by, command.clone()).await;
    done.unwrap_or_else(|refusal| panic!("{command}: {refusal:?}"));
}

async fn mist(group: &mut Group) {
    take_examples(group).await;
    let host = group.host;
    play(group, host, json!({ "do": "set-scene", "title": "码头" })).await;
    let challenge = json!({ "name": "看门狗", "text": "", "hidden": false, "threats": [],
        "tags": ["利齿"], "limits": [{ "status": "安抚", "tier": 3 }] });
    play(group, host, json!({ "do": "add-challenge", "challenge": challenge })).await;
    play(group, host, json!({ "do": "add-clue", "text": "湿脚印" })).await;
}

async fn fate(group: &mut Group) {
    take_examples(group).await;
    let host = group.host;
    play(group, host, json!({ "do": "set-scene", "title": "码头" })).await;
    for name in ["打手", "头目"] {
        let draft = json!({ "name": name, "skills": {},
            "aspects": [{ "slot": "concept", "name": "黑帮的人" }] });
        play(group, host, json!({ "do": "make-character", "draft": draft })).await;
    }
    for name in ["栈桥", "货舱"] {
        play(group, host, json!({ "do": "add-zone", "name": name })).await;
    }
    let aspect = json!({ "do": "add-aspect", "name": "浓雾", "on": "scene" });
    play(group, host, aspect).await;
}

/// A theme of the mist whose words all begin so.
pub fn theme(word: &str) -> Json {
    json!({ "kind": "human", "title": format!("{word}主题"), "motive": format!("{word}动机"),
        "powers": [format!("{word}一"), format!("{word}二"), format!("{word}三")],
        "weaknesses": [format!("{word}弱")] })
}

/// A card of level 10; amounts are in hundredths.
pub fn card(name: &str) -> Json {
    let percentages = [30, 35, 35, 30, 35, 35, 20, 20, 20, 20, 20].map(|part| part * 100);
    json!({ "name": name, "age": 2000, "size": 6000, "appearance": 5000, "assets": 5000,
        "level": 10, "ratio": 500, "percentages": percentages })
}

async fn timeline(group: &mut Group) {
    let seats = [(group.ann, "阿岚"), (group.ben, "沈知远"), (group.cai, "小采")];
    for (seat, name) in seats {
        play(group, seat, json!({ "do": "make-character", "card": card(name) })).await;
    }
    let host = group.host;
    play(group, host, json!({ "do": "make-character", "card": card("守卫") })).await;
    let fighters = characters(group).await;
    play(group, host, json!({ "do": "open-fight", "fighters": fighters })).await;
}

/// The characters of the table in the order of their ids, as the host sees them.
pub async fn characters(group: &Group) -> Vec<String> {
    let view = group.table.view(group.host).await.expect("a view");
    let ids = view.keys().filter_map(|key| key.strip_prefix("character/"));
    ids.map(str::to_owned).collect()
}
