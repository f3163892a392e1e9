//! Those who play while the server is killed.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use rules::SeatId;
use serde_json::{Value as Json, json};
use table::CommandId;
use tokio::sync::watch;

use crate::browser::{Browser, Page};

/// A host and two players at one table.
pub struct Party {
    pub table: String,
    pub clients: Vec<Client>,
}

/// One who plays: sends several commands at once, and remembers which were acknowledged.
pub struct Client {
    pub table: String,
    pub seat: SeatId,
    browser: Browser,
    page: Page,
    next: u64,
    /// Sent and not answered.
    pub waiting: BTreeMap<CommandId, Json>,
    /// What could be done when it was last asked.
    offers: Vec<Json>,
    /// Acknowledged, once each.
    pub done: Vec<CommandId>,
}

impl Party {
    /// Makes a table and has three sit down at it.
    pub async fn sit(address: SocketAddr, pack: &str) -> Self {
        let mut host = Browser::new(address);
        let (table, _, invite) = host.make("雾中", pack).await;
        let mut clients = Vec::new();
        for name in ["叶岚", "阿九"] {
            let mut browser = Browser::new(address);
            browser.enter(&table, &invite, name, 1_000_000 + clients.len() as u64).await;
            clients.push(Client::sit(browser, &table, clients.len() as u64).await);
        }
        clients.push(Client::sit(host, &table, clients.len() as u64).await);
        Self { table, clients }
    }
}

/// What is on its way of each client at most.
const AT_ONCE: usize = 3;

impl Client {
    async fn sit(browser: Browser, table: &str, number: u64) -> Self {
        let page = browser.sit(table).await;
        let seat = serde_json::from_value(page.parts["table/you"]["seat"].clone());
        Self {
            table: table.to_owned(),
            seat: seat.expect("a seat"),
            browser,
            page,
            next: 10_000_000 * (number + 1),
            offers: Vec::new(),
            waiting: BTreeMap::new(),
            done: Vec::new(),
        }
    }

    pub fn count(&self) -> usize {
        self.done.len()
    }

    pub fn lines(&self) -> &[Json] {
        &self.page.lines
    }

    /// What the page shows, but for who is here.
    pub fn parts(&self) -> Json {
        let mut parts = self.page.parts.clone();
        parts.remove("table/presence");
        json!(parts)
    }

    /// Something to do: talk, dice, or what the game offers.
    fn wish(&mut self) -> Json {
        let offers = &self.offers;
        match self.next % 4 {
            0 => {
                let (voice, text) = (json!({ "how": "out-of-character" }), self.next.to_string());
                json!({ "table": { "do": "say", "voice": voice, "text": text } })
            }
            1 => json!({ "table": { "do": "roll", "notation": "3#4d6kh3 试试" } }),
            _ => match offers.get(self.next as usize / 4 % offers.len().max(1)) {
                Some(offer) => json!({ "game": offer["command"] }),
                None => json!({ "table": { "do": "take-back" } }),
            },
        }
    }

    async fn send(&mut self) -> Option<()> {
        self.next += 1;
        let (id, command) = (CommandId::numbered(self.next), self.wish());
        self.waiting.insert(id, command.clone());
        self.page.try_say(&json!({ "do": { "id": id, "command": command } })).await?;
        // What can be done then; heard whenever it comes.
        self.page.try_say(&json!({ "offers": { "ask": 2 } })).await
    }

    /// Hears one frame; none when the line is broken.
    async fn hear(&mut self) -> Option<()> {
        let frame = self.page.hear().await?;
        if let Some(offers) = frame.pointer("/offered/offers").and_then(Json::as_array) {
            self.offers = offers.clone();
        }
        for (kind, done) in [("done", true), ("refused", false)] {
            let id = frame.get(kind).map(|inside| inside["id"].clone());
            let id: Option<CommandId> = id.and_then(|id| serde_json::from_value(id).ok());
            if let Some(id) = id {
                self.waiting.remove(&id);
                if done {
                    self.done.push(id);
                }
            }
        }
        Some(())
    }

    /// Plays until the line breaks, and counts what it hears.
    pub async fn play_on(&mut self, heard: &watch::Sender<u64>) {
        loop {
            while self.waiting.len() < AT_ONCE {
                if self.send().await.is_none() {
                    return;
                }
            }
            if self.hear().await.is_none() {
                return;
            }
            heard.send_modify(|count| *count += 1);
        }
    }

    /// Plays a little, and waits for every answer.
    pub async fn play_some(&mut self, count: usize) {
        for _ in 0..count {
            self.send().await.expect("the server runs");
            while self.waiting.len() >= AT_ONCE {
                self.hear().await.expect("the server runs");
            }
        }
        while !self.waiting.is_empty() {
            self.hear().await.expect("the server runs");
        }
    }

    pub async fn catch_up(&mut self) {
        self.page.catch_up().await;
    }

    /// Comes back after the server has, from the last line that was read.
    pub async fn come_back(&mut self, address: SocketAddr) {
        self.browser.address = address;
        let socket = self.browser.knock(&self.table, None).await.expect("the cookie still holds");
        let page = Page::new(socket);
        let (_, lines, bookmark) = std::mem::replace(&mut self.page, page).cut();
        self.page.lines = lines;
        let welcome = self.page.greet(Some(bookmark)).await;
        assert_eq!(welcome["welcome"]["snapshot"]["continues"], true, "nothing is forgotten");
    }

    /// Sends again what was never answered, under its own id; how much that was.
    pub async fn resend(&mut self) -> usize {
        let again: Vec<(CommandId, Json)> = self.waiting.clone().into_iter().collect();
        for (id, command) in &again {
            let frame = json!({ "do": { "id": id, "command": command } });
            self.page.try_say(&frame).await.expect("the server runs");
            while self.waiting.contains_key(id) {
                self.hear().await.expect("the server runs");
            }
        }
        again.len()
    }
}
