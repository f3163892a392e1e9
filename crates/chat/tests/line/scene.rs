//! A prepared scene, and the contexts of those who sit at it.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use chat::{Listener, SeatContext};
use rules::Role;
use serde_json::Value as Json;
use table::{
    Answer, Command, CommandId, MemoryStore, NewTable, TableCommand, TableHandle, Tables, World,
};

/// What the host and a player see of one scene.
pub struct Scene {
    pub host: SeatContext,
    pub player: SeatContext,
    /// What each id stands for, as the host sees it.
    names: BTreeMap<String, String>,
}

/// The scene most tests are heard in: an action under way, a consequence pending.
pub static SCENE: LazyLock<Scene> = LazyLock::new(|| prepare("想起名字-3"));

/// Prepares the scene with one hidden limit.
pub fn prepare(hidden: &str) -> Scene {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(play(hidden))
}

/// A table of a shipped pack: what keeps it open, the way to it, the host and two players.
pub async fn seated(
    pack: &str,
    seed: u64,
    players: [&str; 2],
) -> (Tables, TableHandle, Vec<Listener>) {
    let (world, _) = World::fixed(seed);
    let tables = Tables::new(Arc::new(MemoryStore::default()), world);
    let pack = rules::pack::shipped_pack(pack).expect("it ships").pack;
    let opened = tables
        .open(NewTable {
            title: "a table".to_owned(),
            language: "zh-Hans".to_owned(),
            time_zone: "UTC".to_owned(),
            pack,
            host: "主持".to_owned(),
        })
        .await
        .expect("it opens");
    let table = opened.table;
    let mut listeners = vec![Listener::new(table.clone(), opened.host)];
    for (number, name) in (1..).zip(players) {
        let add =
            Command::Table(TableCommand::AddSeat { name: name.to_owned(), role: Role::Player });
        let added = table.command(opened.host, CommandId::numbered(number), add).await;
        let Ok(Answer::Seat { seat }) = added else { panic!("a seat for {name}") };
        listeners.push(Listener::new(table.clone(), seat));
    }
    (tables, table, listeners)
}

async fn play(hidden: &str) -> Scene {
    let (_tables, table, mut listeners) = seated("mist-2d6", 1, ["小雨", "阿北"]).await;
    let host = listeners[0].context().await.expect("a context").seat.id;
    let challenge =
        format!(".challenge 守灯人 受伤-4 ?{hidden}; tag 刺眼的灯; threat 把灯转过来: 目眩-2");
    let lines = [
        (1, ".pc take 陆潮"),
        (2, ".pc take 沈砚"),
        (0, ".scene 旧灯塔: 雾很大"),
        (0, &challenge),
        (0, ".status 隐蔽-2 @陆潮"),
        (0, ".clue 泥脚印"),
        (0, ".tag +绊索 @场景"),
        (0, ".hit @沈砚 受伤-2; tag 跌倒: 脚下一滑"),
        (1, ".act 潜入影子 矫健身手 -刺眼的灯: 绕到灯后"),
    ];
    for (number, (who, line)) in lines.into_iter().enumerate() {
        let id = CommandId::numbered(1000 * (number as u64 + 1));
        let heard = listeners[who].hear(id, line).await;
        assert!(heard.is_ok(), "{line}: {heard:?}");
    }
    let names = names(&table, host).await;
    Scene {
        host: listeners[0].context().await.expect("a context"),
        player: listeners[1].context().await.expect("a context"),
        names,
    }
}

/// What each id of a view stands for.
async fn names(table: &TableHandle, seat: rules::SeatId) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    for part in table.view(seat).await.expect("a view").values() {
        walk(part, &mut names);
    }
    names
}

fn walk(json: &Json, names: &mut BTreeMap<String, String>) {
    if let Json::Object(fields) = json {
        let id = ["id", "seat"].iter().find_map(|key| fields.get(*key)?.as_str());
        let name = ["name", "title", "text", "status"].iter().find_map(|key| {
            let name = fields.get(*key)?;
            name.as_str().or_else(|| name.get("zh-Hans")?.as_str())
        });
        if let (Some(id), Some(name)) = (id, name) {
            names.entry(id.to_owned()).or_insert_with(|| name.to_owned());
        }
        fields.values().for_each(|value| walk(value, names));
    }
    if let Json::Array(items) = json {
        items.iter().for_each(|item| walk(item, names));
    }
}

impl Scene {
    /// A command as text, names in place of ids.
    pub fn told(&self, command: &Command) -> String {
        let mut text = serde_json::to_string(command).expect("commands are plain data");
        for (id, name) in &self.names {
            text = text.replace(&format!("\"{id}\""), &format!("<{name}>"));
        }
        text
    }
}
