//! Those who play at several nodes while nodes and database are killed.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use rules::SeatId;
use serde_json::{Value as Json, json};
use table::CommandId;
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::browser::{Browser, Page, Socket};

/// What begins every text that not everyone may read; the seats that may follow it.
pub const CANARY: &str = "金丝雀";

/// What all players share.
pub struct Game {
    /// Where the nodes are.
    pub nodes: Vec<SocketAddr>,
    /// How many commands were acknowledged.
    pub acknowledged: watch::Sender<u64>,
    /// Set when no new command is to be sent.
    pub over: AtomicBool,
    /// How many commands may be under way at once.
    pub room: Semaphore,
    /// How often someone had to come back.
    pub returns: AtomicU64,
    pub resent: AtomicU64,
}

/// One who plays: comes back to any node whenever the line breaks, sends again what was not
/// answered, and remembers what was.
pub struct Player {
    pub table: String,
    pub seat: SeatId,
    pub host: bool,
    /// The seats of the table, for whispers.
    pub seats: Vec<SeatId>,
    browser: Browser,
    page: Page,
    connected: bool,
    number: u64,
    next: u64,
    /// Sent and not answered.
    waiting: BTreeMap<CommandId, Json>,
    /// Acknowledged.
    pub done: Vec<CommandId>,
    /// Refused, and sent once only.
    pub refused: BTreeSet<CommandId>,
    sent_again: BTreeSet<CommandId>,
}

/// How long to wait for an answer before the line is taken for dead.
const PATIENCE: Duration = Duration::from_secs(40);

impl Player {
    pub async fn sit(browser: Browser, table: &str, number: u64, host: bool) -> Self {
        let page = browser.sit(table).await;
        let seat = serde_json::from_value(page.parts["table/you"]["seat"].clone());
        Self {
            table: table.to_owned(),
            seat: seat.expect("a seat"),
            host,
            seats: Vec::new(),
            browser,
            page,
            connected: true,
            number,
            next: 10_000_000 * (number + 1),
            waiting: BTreeMap::new(),
            done: Vec::new(),
            refused: BTreeSet::new(),
            sent_again: BTreeSet::new(),
        }
    }

    /// How many of its acknowledged commands were sent once only.
    pub fn sent_once(&self) -> usize {
        self.done.iter().filter(|id| !self.sent_again.contains(id)).count()
    }

    pub fn lines(&self) -> &[Json] {
        &self.page.lines
    }

    /// Plays until the game is over, and then until everything is answered.
    pub async fn play(&mut self, game: &Arc<Game>) {
        loop {
            let over = game.over.load(Ordering::Acquire);
            if over && self.waiting.is_empty() {
                break;
            }
            if !self.connected {
                self.come_back(game).await;
                continue;
            }
            let _place = game.room.acquire().await.expect("it is never closed");
            if self.step(game, over).await.is_none() {
                self.connected = false;
            }
        }
    }

    /// Hears on until the line of this number has come, by itself.
    pub async fn read_up_to(&mut self, game: &Arc<Game>, last: usize) {
        while self.page.lines.len() < last {
            let heard = match self.connected {
                true => timeout(PATIENCE, self.page.hear()).await.expect("a line that is missing"),
                false => None,
            };
            if heard.is_none() {
                self.come_back(game).await;
            }
            self.look_for_secrets();
        }
    }

    /// Sends one command, unless some wait, and hears until all are answered.
    async fn step(&mut self, game: &Arc<Game>, over: bool) -> Option<()> {
        if self.waiting.is_empty() && !over {
            self.listen(game).await?;
            self.next += 1;
            let (id, command) = (CommandId::numbered(self.next), self.wish());
            self.waiting.insert(id, command.clone());
            self.say(id, &command).await?;
        }
        while !self.waiting.is_empty() {
            let frame = timeout(PATIENCE, self.page.hear()).await.ok()??;
            self.look_for_secrets();
            self.answer(game, &frame);
        }
        Some(())
    }

    /// Hears what has come since it last listened. Whoever was cut off meanwhile comes back before it
    /// sends anything: what is sent once only says most about what was done with it.
    async fn listen(&mut self, game: &Arc<Game>) -> Option<()> {
        while let Ok(heard) = timeout(Duration::from_millis(1), self.page.hear()).await {
            self.look_for_secrets();
            self.answer(game, &heard?);
        }
        Some(())
    }

    fn answer(&mut self, game: &Arc<Game>, frame: &Json) {
        for (kind, done) in [("done", true), ("refused", false)] {
            let id = frame.get(kind).map(|inside| inside["id"].clone());
            let id: Option<CommandId> = id.and_then(|id| serde_json::from_value(id).ok());
            let Some(id) = id else { continue };
            if self.waiting.remove(&id).is_none() {
                continue;
            }
            if done {
                self.done.push(id);
                game.acknowledged.send_modify(|count| *count += 1);
            } else if !self.sent_again.contains(&id) {
                self.refused.insert(id);
            }
        }
    }

    async fn say(&mut self, id: CommandId, command: &Json) -> Option<()> {
        self.page.try_say(&json!({ "do": { "id": id, "command": command } })).await
    }

    /// Something to do: talk, whispers, open and secret dice, or what the game offers.
    fn wish(&mut self) -> Json {
        let draw = self.next.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
        let other = self.seats[draw as usize / 16 % self.seats.len()];
        let text = format!("{} {}", self.number, self.next);
        let canary = |to: SeatId| format!("{CANARY}{}|{}|{}|", self.table, self.seat.0, to.0);
        match draw % 16 {
            0 | 1 => say(json!({ "how": "out-of-character" }), text),
            2 | 3 if other != self.seat => {
                say(json!({ "how": "whisper", "to": [other] }), canary(other))
            }
            4 => json!({ "table": { "do": "roll", "notation": "3#4d6kh3 试试" } }),
            5 if other != self.seat => {
                let notation = format!("2d6 {}", canary(other));
                let audience = json!({ "seats": [self.seat, other] });
                json!({ "table": { "do": "roll", "notation": notation, "audience": audience } })
            }
            6 if self.host => json!({ "table": { "do": "undo" } }),
            7 if self.host => json!({ "table": { "do": "redo" } }),
            _ => {
                let offers = self.page.offers();
                match offers.get(draw as usize / 16 % offers.len().max(1)) {
                    Some(offer) => json!({ "game": offer["command"] }),
                    None => say(json!({ "how": "out-of-character" }), text),
                }
            }
        }
    }

    /// Comes back, to another node each time, from the last line that was read; then sends again what
    /// was not answered.
    async fn come_back(&mut self, game: &Arc<Game>) {
        let mut tries = 0;
        loop {
            tries += 1;
            self.number += 1;
            self.browser.address = game.nodes[self.number as usize % game.nodes.len()];
            if self.try_come_back().await.is_some() {
                break;
            }
            assert!(tries < 3000, "no node lets anyone in");
            sleep(Duration::from_millis(20 + self.number % 50)).await;
        }
        game.returns.fetch_add(1, Ordering::Relaxed);
        self.connected = true;
        for (id, command) in self.waiting.clone() {
            self.sent_again.insert(id);
            game.resent.fetch_add(1, Ordering::Relaxed);
            if self.say(id, &command).await.is_none() {
                self.connected = false;
                return;
            }
        }
    }

    async fn try_come_back(&mut self) -> Option<()> {
        let knocking = timeout(PATIENCE, knock(&self.browser, &self.table));
        let mut page = Page::new(knocking.await.ok()??);
        let bookmark = self.page.bookmark();
        page.lines.clone_from(&self.page.lines);
        let welcome = timeout(PATIENCE, page.try_greet(Some(bookmark))).await.ok()??;
        let continues = welcome.pointer("/welcome/snapshot/continues")?;
        assert_eq!(continues, true, "nothing is forgotten");
        self.page = page;
        self.look_for_secrets();
        Some(())
    }

    /// No text came here that is for others alone.
    fn look_for_secrets(&mut self) {
        for text in self.page.heard.drain(..) {
            for found in text.split(CANARY).skip(1) {
                let mut parts = found.split('|');
                let table = parts.next().unwrap_or_default();
                assert_eq!(table, self.table, "a secret of another table");
                let me = self.seat.0.to_string();
                let mine = parts.take(2).any(|seat| seat == me);
                assert!(mine || self.host, "a secret of others came to {me}: {text}");
            }
        }
    }
}

/// Opens a WebSocket at a node that may be away.
async fn knock(browser: &Browser, table: &str) -> Option<Socket> {
    let path = format!("/api/tables/{table}/ws");
    let url = format!("ws://{}{path}", browser.address);
    let mut request = url.into_client_request().expect("an address");
    let cookie = browser.cookie(&path).expect("it has a seat");
    request.headers_mut().insert("cookie", cookie.parse().expect("a cookie"));
    tokio_tungstenite::connect_async(request).await.ok().map(|(socket, _)| socket)
}

fn say(voice: Json, text: String) -> Json {
    json!({ "table": { "do": "say", "voice": voice, "text": text } })
}
