//! Tables, a bridge and a peer, all real.

use std::collections::BTreeSet;
use std::sync::Arc;

use bridge::net::Address;
use bridge::{Bridge, Incoming, Metrics, Platform, Settings, onebot, satori};
use rules::{Role, SeatId};
use table::{
    Answer, CodeFor, Command, CommandId, NewTable, Store, TableCommand, TableHandle, Tables, World,
};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use words::Language;

use crate::peer::{Kind, Peer, TOKEN};

/// A bridge that runs in this process.
pub struct Running {
    tasks: Vec<JoinHandle<()>>,
    pub metrics: Arc<Metrics>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

pub fn onebot_config(peer: &Peer) -> onebot::Config {
    let address = Address::read(&format!("ws://127.0.0.1:{}", peer.port)).expect("an address");
    onebot::Config {
        way: onebot::Way::Forward(address),
        token: Some(TOKEN.to_owned()),
        split: false,
        api: None,
        codes: false,
    }
}

pub fn satori_config(peer: &Peer) -> satori::Config {
    let path = if peer.kind == Kind::SatoriKoishi { "/satori" } else { "" };
    let address = format!("http://127.0.0.1:{}{path}", peer.port);
    let address = Address::read(&address).expect("an address");
    satori::Config { address, token: Some(TOKEN.to_owned()) }
}

pub fn settings() -> Settings {
    let packs = rules::pack::shipped().into_iter().map(|it| (it.id, it.pack)).collect();
    Settings {
        name: "test".to_owned(),
        language: Language::ZhHans,
        owners: BTreeSet::from(["999".to_owned()]),
        open: true,
        web: Some("https://play.example".to_owned()),
        ignored: BTreeSet::from(["555".to_owned()]),
        packs,
    }
}

/// Runs a bridge to a peer.
pub async fn run(tables: &Tables, peer: &Peer) -> Running {
    match peer.kind {
        Kind::OneBot => run_onebot(tables, onebot_config(peer)).await,
        Kind::SatoriPython | Kind::SatoriKoishi | Kind::SatoriBridge => {
            let config = satori_config(peer);
            let (send, incoming) = mpsc::channel(64);
            let metrics = Arc::new(Metrics::default());
            let book = Bridge::book(tables, "test").await.expect("opened");
            let satori = satori::Satori::new(config, send, metrics.clone(), Some(book.clone()));
            let keeping = tokio::spawn(satori.clone().run());
            finish(tables, satori, book, incoming, metrics, keeping).await
        }
    }
}

pub async fn run_onebot(tables: &Tables, config: onebot::Config) -> Running {
    let (send, incoming) = mpsc::channel(64);
    let metrics = Arc::new(Metrics::default());
    let bot = onebot::OneBot::new(config, send, metrics.clone());
    let keeping = tokio::spawn(bot.clone().run());
    let book = Bridge::book(tables, "test").await.expect("opened");
    finish(tables, bot, book, incoming, metrics, keeping).await
}

async fn finish(
    tables: &Tables,
    platform: Arc<dyn Platform>,
    book: Arc<bridge::book::Book>,
    incoming: mpsc::Receiver<Incoming>,
    metrics: Arc<Metrics>,
    keeping: JoinHandle<()>,
) -> Running {
    let bridge = Bridge::new(settings(), tables.clone(), book, platform, metrics.clone());
    let carrying = tokio::spawn(bridge.run(incoming));
    let running = Running { tasks: vec![keeping, carrying], metrics };
    // In reverse the other side comes when it likes; either way nothing is heard before.
    while !running.metrics.is_connected() {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    running
}

/// A table, with the names and seats of those at it, its host first.
pub struct Stand {
    pub tables: Tables,
    pub table: TableHandle,
    pub seats: Vec<(String, SeatId)>,
}

impl Stand {
    /// Sets a table up as the transcripts of the text language do, so that its dice fall the same.
    pub async fn set(
        store: Arc<dyn Store>,
        pack: &str,
        seed: u64,
        host: &str,
        players: &[&str],
    ) -> Self {
        let tables = Tables::new(store, World::fixed(seed).0);
        let opened = tables
            .open(NewTable {
                title: "雾中".to_owned(),
                language: "zh-Hans".to_owned(),
                time_zone: "Asia/Shanghai".to_owned(),
                pack: rules::pack::shipped_pack(pack).expect("a shipped pack").pack,
                host: host.to_owned(),
            })
            .await
            .expect("opened");
        let mut seats = vec![(host.to_owned(), opened.host)];
        for (nth, name) in (1..).zip(players) {
            let add = TableCommand::AddSeat { name: (*name).to_owned(), role: Role::Player };
            let id = CommandId::numbered(nth * 1000);
            let answer = opened.table.command(opened.host, id, Command::Table(add)).await;
            let Ok(Answer::Seat { seat }) = answer else { panic!("{answer:?}") };
            seats.push(((*name).to_owned(), seat));
        }
        Self { tables, table: opened.table, seats }
    }

    /// A table of a host and one player.
    pub async fn of_one() -> Self {
        let store = Arc::new(table::MemoryStore::new());
        Self::set(store, "mist-2d6", 3, "主持", &["小雨"]).await
    }

    pub fn host(&self) -> SeatId {
        self.seats[0].1
    }

    pub async fn code(&self, to: CodeFor) -> String {
        self.table.code(self.host(), to).await.expect("a code")
    }

    /// The chat id of a seat's person.
    pub fn user(place: usize) -> String {
        (200 + place).to_string()
    }

    /// Binds a group and seats everyone from it.
    pub async fn bind(&self, peer: &Peer, group: &str) {
        // What is said before anybody listens is said to nobody.
        while peer.sockets().await == 0 {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        let code = self.code(CodeFor::Group).await;
        peer.say(Some(group), &Self::user(0), &self.seats[0].0, &format!(".table bind {code}"))
            .await;
        peer.wait_text(group, "接到了「雾中」").await;
        for (place, (name, seat)) in self.seats.iter().enumerate() {
            let code = self.code(CodeFor::Seat(*seat)).await;
            let user = Self::user(place);
            peer.say(Some(group), &user, name, &format!(".join {code}")).await;
            peer.wait_text(group, &format!("你是「雾中」的{name}")).await;
        }
    }
}
