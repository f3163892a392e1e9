//! How many commands a table takes per second, watched by six seats: `cargo bench -p table`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rules::{Role, SeatId};
use serde_json::json;
use table::{
    Answer, Command, CommandId, Frames, MemoryStore, NewTable, SqliteStore, Store, TableCommand,
    TableHandle, Tables, Voice, World,
};

struct Sitting {
    table: TableHandle,
    host: SeatId,
    players: Vec<SeatId>,
    watching: Vec<Frames>,
}

async fn sit(store: Arc<dyn Store>) -> Sitting {
    let pack = rules::pack::shipped_pack("mist-2d6").expect("it ships").pack;
    let opened = Tables::new(store, World::machine())
        .open(NewTable {
            title: "测速".to_owned(),
            language: "zh-Hans".to_owned(),
            time_zone: "Asia/Shanghai".to_owned(),
            pack,
            host: "主持".to_owned(),
        })
        .await
        .expect("a table opens");
    let (table, host) = (opened.table, opened.host);
    let mut players = Vec::new();
    let mut watching = vec![table.attach(host, None, None).await.expect("attached").1];
    for number in 0..5 {
        let add = TableCommand::AddSeat { name: format!("玩家 {number}"), role: Role::Player };
        let added = table.command(host, CommandId::random(), Command::Table(add));
        let Ok(Answer::Seat { seat }) = added.await else {
            panic!("no seat");
        };
        players.push(seat);
        watching.push(table.attach(seat, None, None).await.expect("attached").1);
        let offers = table.offers(seat, None).await.expect("offers");
        let mut offers = offers.into_iter().map(|offer| offer.command);
        let example = offers.find(|offer| offer["do"] == "take-example");
        let example = Command::Game(example.expect("an example is offered"));
        let taken = table.command(seat, CommandId::random(), example).await;
        taken.expect("an offer is accepted");
    }
    let scene = json!({ "do": "set-scene", "title": "码头" });
    let set = table.command(host, CommandId::random(), Command::Game(scene));
    set.await.expect("the scene is set");
    Sitting { table, host, players, watching }
}

impl Sitting {
    async fn measure(&mut self, name: &str, command: impl Fn(u64) -> (SeatId, Command)) {
        let (start, mut count, mut slowest) = (Instant::now(), 0, Duration::ZERO);
        while start.elapsed() < Duration::from_secs(2) {
            let (by, command) = command(count);
            let sent = Instant::now();
            let done = self.table.command(by, CommandId::random(), command).await;
            done.unwrap_or_else(|refusal| panic!("{name}: {refusal:?}"));
            slowest = slowest.max(sent.elapsed());
            count += 1;
            for frames in &mut self.watching {
                while frames.ready().is_some() {}
            }
        }
        let each = start.elapsed() / u32::try_from(count).unwrap_or(u32::MAX).max(1);
        println!("{name}: {each:?} each, slowest {slowest:?} ({count} commands)");
    }
}

async fn run(name: &str, store: Arc<dyn Store>) {
    let mut sitting = sit(store).await;
    let (host, players) = (sitting.host, sitting.players.clone());
    let by = |number: u64| players[usize::try_from(number).unwrap_or(0) % players.len()];
    let say = |number: u64| {
        let say =
            TableCommand::Say { voice: Voice::OutOfCharacter, text: format!("第 {number} 句") };
        (by(number), Command::Table(say))
    };
    sitting.measure(&format!("{name}, talk"), say).await;
    let roll = |number: u64| {
        let roll = TableCommand::Roll {
            notation: "2d6+1".to_owned(),
            audience: rules::Audience::All,
            actor: None,
        };
        (by(number), Command::Table(roll))
    };
    sitting.measure(&format!("{name}, dice"), roll).await;
    let status = |number: u64| {
        let on = json!({ "do": "set-auto-approve", "on": number.is_multiple_of(2) });
        (host, Command::Game(on))
    };
    sitting.measure(&format!("{name}, game"), status).await;
    for (who, seat) in [("host", host), ("player", by(0))] {
        let start = Instant::now();
        for _ in 0..100 {
            sitting.table.offers(seat, None).await.expect("offers");
        }
        println!("{name}, offers of a {who}: {:?} each", start.elapsed() / 100);
        let start = Instant::now();
        for _ in 0..100 {
            sitting.table.game_view(seat).await.expect("a view");
        }
        println!("{name}, game as a {who} sees it: {:?} each", start.elapsed() / 100);
        let start = Instant::now();
        for _ in 0..100 {
            sitting.table.view(seat).await.expect("a view");
        }
        println!("{name}, whole view of a {who}: {:?} each", start.elapsed() / 100);
    }
}

#[tokio::main]
async fn main() {
    run("memory", Arc::new(MemoryStore::new())).await;
    let folder = tempfile::tempdir().expect("a folder");
    let store = SqliteStore::open(&folder.path().join("tables.db")).await;
    run("sqlite", Arc::new(store.expect("a store"))).await;
}
