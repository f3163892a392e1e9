//! One socket of an implementation: frames in, frames out, signs of life.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value as Json, json};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use super::event::{self, Event};
use super::{OneBot, segments};
use crate::net::Fault;
use crate::platform::{Incoming, Sent};

/// What a socket is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Calls and their answers.
    Api,
    /// Events.
    Event,
    /// Both.
    Universal,
}

impl Role {
    fn calls(self) -> bool {
        self != Role::Event
    }

    fn hears(self) -> bool {
        self != Role::Api
    }
}

/// Asks who the account is.
const HELLO: &str = "hello";
/// How many signs of life may be missing.
const MISSED: u32 = 3;
/// How many frames may wait to be written.
const FRAMES: usize = 64;
/// How long the account may take to say who it is.
const INTRODUCTION: Duration = Duration::from_secs(15);

/// Why a socket ended.
#[derive(Debug, PartialEq, Eq)]
pub enum End {
    /// The other side closed it, or it broke.
    Closed,
    /// Three signs of life in a row were missing.
    Silent,
    /// The other side wants another token.
    Token,
}

/// Speaks on a socket until it ends. `account` is whose it is, if that is known already; `met` is
/// told once it is.
pub async fn speak<S: AsyncRead + AsyncWrite + Unpin>(
    bot: &OneBot,
    socket: WebSocketStream<S>,
    role: Role,
    account: Option<String>,
    mut met: impl FnMut(&str),
) -> End {
    let number = bot.number();
    let (mut sink, mut stream) = socket.split();
    let (frames, mut queue) = mpsc::channel::<String>(FRAMES);
    let mut meet = |bot: &OneBot, account: String| {
        if role.calls() {
            bot.links().callers.insert(account.clone(), (number, frames.clone()));
        }
        met(&account);
        account
    };
    let mut met_before = account.is_some();
    let mut online = account.map(|account| meet(bot, account));
    if role.calls() {
        let hello = json!({ "action": "get_login_info", "params": {}, "echo": HELLO });
        let _ = frames.try_send(hello.to_string());
    }
    // Until it is known how often signs of life come, only the first word is waited for.
    let mut beat: Option<Duration> = None;
    let mut deadline = Instant::now() + INTRODUCTION;
    let mut introduced = false;
    if role.hears() {
        bot.metrics.connected();
    }
    let end = loop {
        if let Some(account) = online.take() {
            let there = !role.calls() || bot.incoming.send(Incoming::Online(account)).await.is_ok();
            if !there {
                break End::Closed;
            }
        }
        let waits = beat.is_some() || !introduced;
        let message = tokio::select! {
            frame = queue.recv() => match frame {
                Some(frame) => match sink.send(Message::text(frame)).await {
                    Ok(()) => continue,
                    Err(_) => break End::Closed,
                },
                None => break End::Closed,
            },
            message = stream.next() => message,
            () = sleep_until(deadline), if waits => break End::Silent,
        };
        let text = match message {
            Some(Ok(Message::Text(text))) => text.as_str().to_owned(),
            Some(Ok(Message::Binary(bytes))) => String::from_utf8_lossy(&bytes).into_owned(),
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => continue,
            Some(Ok(Message::Close(_)) | Err(_)) | None => break End::Closed,
        };
        introduced = true;
        if let Some(beat) = beat {
            deadline = Instant::now() + beat * MISSED;
        }
        // What is no JSON is no frame of this protocol.
        let Ok(frame) = serde_json::from_str::<Json>(&text) else { continue };
        if frame["post_type"].is_null() {
            if frame["retcode"] == 1403 && frame["echo"].is_null() {
                break End::Token;
            }
            if frame["echo"] == HELLO {
                let account = segments::id(&frame["data"]["user_id"]).filter(|_| !met_before);
                met_before |= account.is_some();
                online = account.map(|it| meet(bot, it));
                continue;
            }
            answered(bot, frame);
            continue;
        }
        // Every event says whose it is, even where nobody answers the question.
        if let (false, Some(account)) = (met_before, segments::id(&frame["self_id"])) {
            met_before = true;
            online = Some(meet(bot, account));
        }
        match event::read(&frame) {
            Event::Heartbeat(0) | Event::Nothing => {}
            Event::Heartbeat(interval) => {
                let every = Duration::from_millis(interval);
                beat = Some(every);
                // A little more than three, for the way.
                deadline = Instant::now() + every * MISSED + every / 2;
            }
            Event::Incoming(incoming) => {
                if bot.incoming.send(incoming).await.is_err() {
                    break End::Closed;
                }
            }
        }
    };
    if role.hears() {
        bot.metrics.lost();
    }
    let mut links = bot.links();
    links.callers.retain(|_, (link, _)| *link != number);
    // What was never written was surely not sent, and can be sent on the next socket.
    queue.close();
    while let Ok(frame) = queue.try_recv() {
        let frame: Json = serde_json::from_str(&frame).unwrap_or_default();
        if let Some((_, reply)) = links.waiting.remove(frame["echo"].as_str().unwrap_or_default()) {
            let _ = reply.send(Err(Sent::Away));
        }
    }
    // What waits for an answer on this socket will get none.
    links.waiting.retain(|_, (link, _)| *link != number);
    end
}

/// Hands an answer to whoever waits for it.
fn answered(bot: &OneBot, frame: Json) {
    let echo = frame["echo"].as_str().unwrap_or_default();
    let waiting = bot.links().waiting.remove(echo);
    if let Some((_, reply)) = waiting {
        // Whoever waited may have lost patience.
        let _ = reply.send(Ok(frame));
    }
}

impl End {
    /// The same as a fault, for the log.
    pub fn fault(self) -> Fault {
        match self {
            End::Closed => Fault::Closed,
            End::Silent => Fault::Silent,
            End::Token => Fault::Token,
        }
    }
}
