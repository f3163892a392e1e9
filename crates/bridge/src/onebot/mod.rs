//! OneBot v11 (C-20): QQ by way of NapCat, Lagrange, LLOneBot and their like.
//!
//! We are the application: we dial the implementation (forward), or it dials us (reverse). Either
//! way frames of JSON go both ways, on one socket or on two that belong to one account.

mod dial;
mod event;
mod link;
mod listen;
mod segments;

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use hyper::header::AUTHORIZATION;
use hyper::{Method, StatusCode};
use serde_json::{Value as Json, json};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use crate::metrics::Metrics;
use crate::net::{self, Address, Fault, Headers, NoAnswer};
use crate::platform::{Incoming, Outgoing, Place, Platform, Sent};

/// How long the other side has to say how a send ended.
const PATIENCE: Duration = Duration::from_secs(10);

/// Who calls whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// We dial the implementation's WebSocket server.
    Forward(Address),
    /// The implementation dials ours, here.
    Reverse(SocketAddr),
}

/// How an implementation is reached.
#[derive(Clone, Debug)]
pub struct Config {
    /// Who calls whom.
    pub way: Way,
    /// The access token.
    pub token: Option<String>,
    /// Forward: whether the API and the events have a socket each, `/api` and `/event`.
    pub split: bool,
    /// Where the API is called by HTTP, instead of on the socket.
    pub api: Option<Address>,
    /// Whether messages are sent as texts with CQ codes.
    pub codes: bool,
}

/// The way to an implementation.
pub struct OneBot {
    config: Config,
    incoming: mpsc::Sender<Incoming>,
    metrics: Arc<Metrics>,
    links: Mutex<Links>,
    numbers: AtomicU64,
}

/// A socket the API is called on, by its number.
type Caller = (u64, mpsc::Sender<String>);

/// What is connected, and what waits for an answer on which socket.
#[derive(Default)]
struct Links {
    callers: HashMap<String, Caller>,
    waiting: HashMap<String, (u64, oneshot::Sender<Result<Json, Sent>>)>,
}

impl OneBot {
    /// The way to an implementation; what comes from it goes to `incoming`.
    #[must_use]
    pub fn new(
        config: Config,
        incoming: mpsc::Sender<Incoming>,
        metrics: Arc<Metrics>,
    ) -> Arc<Self> {
        let (links, numbers) = (Mutex::default(), AtomicU64::new(1));
        Arc::new(Self { config, incoming, metrics, links, numbers })
    }

    /// Keeps the connection, for ever.
    pub async fn run(self: Arc<Self>) {
        match self.config.way.clone() {
            Way::Forward(address) => dial::run(&self, &address).await,
            Way::Reverse(address) => listen::run(&self, address).await,
        }
    }

    /// Connects once and asks who the account is, for `mistline doctor`.
    ///
    /// # Errors
    /// Why that cannot be.
    pub async fn probe(self: Arc<Self>) -> Result<String, Fault> {
        match self.config.way.clone() {
            Way::Forward(address) => dial::probe(&self, &address).await,
            Way::Reverse(address) => listen::probe(address).await,
        }
    }

    fn links(&self) -> MutexGuard<'_, Links> {
        // Each change is one step, so a panic elsewhere leaves it whole.
        self.links.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn number(&self) -> u64 {
        self.numbers.fetch_add(1, Ordering::Relaxed)
    }

    /// The header that shows the token.
    fn headers(&self) -> Headers {
        let token = self.config.token.iter();
        token.map(|token| (AUTHORIZATION, format!("Bearer {token}"))).collect()
    }

    /// Calls an action and waits for how it ended.
    async fn call(&self, account: &str, action: &str, params: Json) -> Result<Json, Sent> {
        let answer = match &self.config.api {
            Some(api) => self.call_http(api, action, &params).await?,
            None => self.call_socket(account, action, &params).await?,
        };
        let code = answer["retcode"].as_i64().unwrap_or_default();
        match answer["status"].as_str() {
            Some("ok" | "async") if matches!(code, 0 | 1) => Ok(answer["data"].clone()),
            _ => {
                let said = ["wording", "message", "msg"];
                let why = said.iter().find_map(|name| answer[*name].as_str());
                let why = why.filter(|why| !why.is_empty()).unwrap_or("?");
                Err(Sent::Refused(format!("{code} {why}")))
            }
        }
    }

    async fn call_socket(&self, account: &str, action: &str, params: &Json) -> Result<Json, Sent> {
        let echo = format!("m{}", self.number());
        let frame = json!({ "action": action, "params": params, "echo": echo });
        let (reply, answer) = oneshot::channel();
        let frames = {
            let mut links = self.links();
            let Some((link, frames)) = links.callers.get(account).cloned() else {
                return Err(Sent::Away);
            };
            links.waiting.insert(echo.clone(), (link, reply));
            frames
        };
        if frames.send(frame.to_string()).await.is_err() {
            self.links().waiting.remove(&echo);
            return Err(Sent::Away);
        }
        let answered = timeout(PATIENCE, answer).await;
        self.links().waiting.remove(&echo);
        match answered {
            Ok(Ok(answer)) => answer,
            // The socket was lost while the frame was written, or after.
            Ok(Err(_)) => Err(Sent::Unknown("the connection was lost".to_owned())),
            Err(_) => Err(Sent::Unknown("no answer in time".to_owned())),
        }
    }

    /// Whether calls by HTTP are let in, if they are to go that way.
    async fn probe_api(&self) -> Result<(), Fault> {
        let Some(api) = &self.config.api else { return Ok(()) };
        let address = api.join("get_login_info");
        let asked = net::ask(&address, Method::POST, self.headers(), b"{}".to_vec(), PATIENCE);
        match asked.await {
            Ok((StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN, _)) => Err(Fault::Token),
            Ok((status, _)) if status.is_success() => Ok(()),
            Ok((status, _)) => Err(Fault::Strange(format!("HTTP {status}"))),
            Err(NoAnswer::NotSent(fault) | NoAnswer::Lost(fault)) => Err(fault),
        }
    }

    async fn call_http(&self, api: &Address, action: &str, params: &Json) -> Result<Json, Sent> {
        let (address, body) = (api.join(action), params.to_string().into_bytes());
        let asked = net::ask(&address, Method::POST, self.headers(), body, PATIENCE).await;
        match asked {
            Ok((status, body)) if status.is_success() => serde_json::from_slice(&body)
                .map_err(|_| Sent::Unknown("the answer cannot be read".to_owned())),
            Ok((status, _)) if status.is_client_error() => {
                Err(Sent::Refused(format!("HTTP {status}")))
            }
            Ok((status, _)) => Err(Sent::Unknown(format!("HTTP {status}"))),
            Err(NoAnswer::NotSent(_)) => Err(Sent::Away),
            Err(NoAnswer::Lost(why)) => Err(Sent::Unknown(why.say())),
        }
    }
}

#[async_trait]
impl Platform for OneBot {
    async fn send(&self, to: &Place, message: &Outgoing) -> Sent {
        let (action, name) = match to.private {
            true => ("send_private_msg", "user_id"),
            false => ("send_group_msg", "group_id"),
        };
        let written = match self.config.codes {
            true => segments::write_codes(message),
            false => segments::write(message),
        };
        let params = json!({ name: segments::to_id(&to.id), "message": written });
        match self.call(&to.account, action, params).await {
            Ok(data) => Sent::Done(segments::id(&data["message_id"])),
            Err(end) => end,
        }
    }
}
