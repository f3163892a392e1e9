//! Satori (C-21): Koishi, satori-python, and through them Discord, KOOK, Telegram, Feishu and more.
//!
//! Events come on a WebSocket that we dial; calls go by HTTP.

mod element;
mod event;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::{SinkExt, StreamExt};
use hyper::header::{AUTHORIZATION, HeaderName};
use hyper::{Method, StatusCode};
use serde_json::{Value as Json, json};
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::book::Book;
use crate::metrics::Metrics;
use crate::net::{self, Address, Fault, Headers, NoAnswer, Pauses};
use crate::platform::{Incoming, Outgoing, Place, Platform, Sent};

/// How long the other side has to say how a send ended.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often we say that we are there.
const PING: Duration = Duration::from_secs(10);
/// Without a word from the other side for so long, the line is taken for dead.
const DEAD: Duration = Duration::from_secs(35);
/// How long it may take to be let in.
const READY: Duration = Duration::from_secs(10);
/// How often the place in the stream is written down.
const MARK: Duration = Duration::from_millis(500);

const EVENT: u64 = 0;
const OP_PING: u64 = 1;
const IDENTIFY: u64 = 3;
const OP_READY: u64 = 4;

/// How an implementation is reached.
#[derive(Clone, Debug)]
pub struct Config {
    /// Its address, with the path before `/v1`: `http://127.0.0.1:5140/satori`.
    pub address: Address,
    /// The token.
    pub token: Option<String>,
}

/// The way to an implementation.
pub struct Satori {
    config: Config,
    incoming: mpsc::Sender<Incoming>,
    metrics: Arc<Metrics>,
    book: Option<Arc<Book>>,
    /// The private channels of people.
    channels: Mutex<HashMap<Place, String>>,
    /// The number after that of the last event; 0 before the first.
    next: AtomicU64,
    /// What that was when it was last written down. What was heard since may not be done yet, so it
    /// is this that is written the next time.
    before: AtomicU64,
    /// What was written.
    written: AtomicU64,
}

impl Satori {
    /// The way to an implementation; what comes from it goes to `incoming`, and how far its stream
    /// was read into the book.
    #[must_use]
    pub fn new(
        config: Config,
        incoming: mpsc::Sender<Incoming>,
        metrics: Arc<Metrics>,
        book: Option<Arc<Book>>,
    ) -> Arc<Self> {
        let [next, before, written] = [0; 3].map(AtomicU64::new);
        let channels = Mutex::default();
        Arc::new(Self { config, incoming, metrics, book, channels, next, before, written })
    }

    /// Keeps the connection, for ever.
    pub async fn run(self: Arc<Self>) {
        if let Some(book) = &self.book
            && let Some(next) = book.marked().await.and_then(|text| text.parse().ok())
        {
            self.next.store(next, Ordering::Relaxed);
            self.before.store(next, Ordering::Relaxed);
        }
        let mut pauses = Pauses::default();
        loop {
            let since = Instant::now();
            let fault = self.session().await;
            if since.elapsed() > PING {
                pauses.reset();
            }
            if self.incoming.is_closed() {
                return;
            }
            let (address, pause) = (&self.config.address, pauses.longer());
            tracing::warn!(%address, fault = %fault.say(), ?pause, "not connected");
            sleep(pause).await;
        }
    }

    /// Connects once and asks who the accounts are, for `mistline doctor`.
    ///
    /// # Errors
    /// Why that cannot be.
    pub async fn probe(self: Arc<Self>) -> Result<String, Fault> {
        let (mut socket, accounts) = self.identify().await?;
        let _ = socket.close(None).await;
        let account = accounts.first().ok_or(Fault::NobodyThere)?;
        // Events and calls have a token each to be checked, and one may be right without the other.
        match self.ask(account, "login.get", &json!({})).await {
            Ok((StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN, _)) => Err(Fault::Token),
            Ok(_) => Ok(accounts.join(" ")),
            Err(NoAnswer::NotSent(fault) | NoAnswer::Lost(fault)) => Err(fault),
        }
    }

    /// Opens the stream of events and is let in.
    async fn identify(&self) -> Result<(net::Socket, Vec<String>), Fault> {
        let mut socket = net::open(&self.config.address.join("v1/events"), Vec::new()).await?;
        let mut body = json!({});
        if let Some(token) = &self.config.token {
            body["token"] = json!(token);
        }
        if let Some(last) = self.next.load(Ordering::Relaxed).checked_sub(1) {
            // One of them is the name in each generation.
            body["sn"] = json!(last);
            body["sequence"] = json!(last);
        }
        let identify = json!({ "op": IDENTIFY, "body": body });
        let sent = socket.send(Message::text(identify.to_string())).await;
        sent.map_err(Fault::from)?;
        let ready = async {
            loop {
                let frame = match socket.next().await {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Close(Some(close)))) => {
                        // Tokens are refused by a code of the implementation's own.
                        return Err(match close.code {
                            // satori-python says 3000, Koishi 4004.
                            CloseCode::Iana(_) | CloseCode::Library(_) | CloseCode::Policy => {
                                Fault::Token
                            }
                            other => Fault::Strange(other.to_string()),
                        });
                    }
                    Some(Ok(_)) => continue,
                    Some(Err(fault)) => return Err(fault.into()),
                    None => return Err(Fault::Closed),
                };
                let frame: Json = serde_json::from_str(&frame).unwrap_or_default();
                if frame["op"] == OP_READY {
                    let logins = frame["body"]["logins"].as_array().cloned().unwrap_or_default();
                    return Ok(logins.iter().filter_map(event::account).collect());
                }
            }
        };
        let accounts = timeout(READY, ready).await.map_err(|_| Fault::NoAnswer)??;
        Ok((socket, accounts))
    }

    /// One connection, until it ends.
    async fn session(&self) -> Fault {
        let (socket, accounts) = match self.identify().await {
            Ok(opened) => opened,
            Err(fault) => return fault,
        };
        tracing::info!(address = %self.config.address, accounts = %accounts.join(" "), "connected");
        self.metrics.connected();
        for account in accounts {
            let _ = self.incoming.send(Incoming::Online(account)).await;
        }
        let fault = self.listen(socket).await;
        self.metrics.lost();
        self.mark().await;
        fault
    }

    async fn listen(&self, socket: net::Socket) -> Fault {
        let (mut sink, mut stream) = socket.split();
        let mut pings = interval(PING);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut marks = interval(MARK);
        marks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard = Instant::now();
        loop {
            let message = tokio::select! {
                message = stream.next() => message,
                _ = pings.tick() => {
                    if heard.elapsed() > DEAD {
                        return Fault::Silent;
                    }
                    let ping = json!({ "op": OP_PING }).to_string();
                    if let Err(fault) = sink.send(Message::text(ping)).await {
                        return fault.into();
                    }
                    continue;
                }
                _ = marks.tick() => {
                    self.mark().await;
                    continue;
                }
            };
            heard = Instant::now();
            let text = match message {
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(Message::Close(_))) | None => return Fault::Closed,
                Some(Ok(_)) => continue,
                Some(Err(fault)) => return fault.into(),
            };
            let frame: Json = serde_json::from_str(&text).unwrap_or_default();
            if frame["op"] != EVENT {
                continue;
            }
            let event::Event { number, channel, incoming } = event::read(&frame["body"]);
            if let Some((person, channel)) = channel {
                self.know(person, channel);
            }
            if let Some(incoming) = incoming
                && self.incoming.send(incoming).await.is_err()
            {
                return Fault::Closed;
            }
            if let Some(number) = number {
                self.next.store(number + 1, Ordering::Relaxed);
            }
        }
    }

    /// Writes down how far the stream was read, one mark behind: a program that is killed hears the
    /// last of it again, and knows it again (C-22).
    async fn mark(&self) {
        let next = self.next.load(Ordering::Relaxed);
        // A stream that is counted from the beginning again is another one.
        let done = self.before.swap(next, Ordering::Relaxed).min(next);
        if self.written.swap(done, Ordering::Relaxed) != done
            && let Some(book) = &self.book
        {
            book.mark(&done.to_string()).await;
        }
    }

    fn know(&self, person: Place, channel: String) {
        let mut channels = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
        channels.insert(person, channel);
    }

    fn known(&self, person: &Place) -> Option<String> {
        let channels = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
        channels.get(person).cloned()
    }

    async fn ask(
        &self,
        account: &str,
        method: &str,
        body: &Json,
    ) -> Result<(StatusCode, Bytes), NoAnswer> {
        let (platform, user) = account.split_once('/').unwrap_or((account, ""));
        let mut headers: Headers = Vec::new();
        if let Some(token) = &self.config.token {
            headers.push((AUTHORIZATION, format!("Bearer {token}")));
        }
        // Each generation reads its own two.
        for (name, value) in [
            ("satori-platform", platform),
            ("satori-user-id", user),
            ("x-platform", platform),
            ("x-self-id", user),
        ] {
            headers.push((HeaderName::from_static(name), value.to_owned()));
        }
        let address = self.config.address.join(&format!("v1/{method}"));
        let body = body.to_string().into_bytes();
        net::ask(&address, Method::POST, headers, body, PATIENCE).await
    }

    async fn call(&self, account: &str, method: &str, body: Json) -> Result<Json, Sent> {
        match self.ask(account, method, &body).await {
            Ok((status, body)) if status.is_success() => {
                Ok(serde_json::from_slice(&body).unwrap_or_default())
            }
            // A gateway in between does not know what became of it.
            Ok((status @ (StatusCode::BAD_GATEWAY | StatusCode::GATEWAY_TIMEOUT), _)) => {
                Err(Sent::Unknown(format!("HTTP {status}")))
            }
            Ok((status, body)) => {
                let why: String = String::from_utf8_lossy(&body).chars().take(200).collect();
                Err(Sent::Refused(format!("HTTP {status} {why}")))
            }
            Err(NoAnswer::NotSent(_)) => Err(Sent::Away),
            Err(NoAnswer::Lost(why)) => Err(Sent::Unknown(why.say())),
        }
    }

    /// The channel of a place; a person's is made if it is not known.
    async fn channel(&self, to: &Place) -> Result<String, Sent> {
        if !to.private {
            return Ok(to.id.clone());
        }
        if let Some(channel) = self.known(to) {
            return Ok(channel);
        }
        let asked = json!({ "user_id": to.id });
        let made = match self.call(&to.account, "user.channel.create", asked).await {
            Ok(made) => made,
            // Nothing was said yet, so it can be tried again.
            Err(Sent::Unknown(_)) => return Err(Sent::Away),
            Err(other) => return Err(other),
        };
        let channel = made["id"].as_str();
        let channel = channel.ok_or_else(|| Sent::Refused("no channel".to_owned()))?.to_owned();
        self.know(to.clone(), channel.clone());
        Ok(channel)
    }
}

#[async_trait]
impl Platform for Satori {
    async fn send(&self, to: &Place, message: &Outgoing) -> Sent {
        let channel = match self.channel(to).await {
            Ok(channel) => channel,
            Err(end) => return end,
        };
        let body = json!({ "channel_id": channel, "content": element::write(message) });
        match self.call(&to.account, "message.create", body).await {
            Ok(made) => {
                let first = if made.is_array() { &made[0] } else { &made };
                Sent::Done(first["id"].as_str().map(str::to_owned))
            }
            Err(end) => end,
        }
    }
}
