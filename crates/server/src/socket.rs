//! The WebSocket of one browser: frames out, commands in (B-40).

#![deny(clippy::wildcard_enum_match_arm)]

use std::time::Duration;

use chat::Outcome;
use rules::{Message, Refusal, message};
use serde::Serialize;
use serde_json::Value as Json;
use table::{Answer, Bookmark, CommandId, Farewell, Frame, Frames, Sitting, TableHandle};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tokio_tungstenite::tungstenite::{self, error};

use crate::pass::Pass;
use crate::text_box::TextBox;
use crate::upgrade::WebSocket;
use crate::wire::{FromServer, PROTOCOL, ToServer, Welcome};

/// The most bytes of a frame from a browser.
const LARGEST: usize = 64 * 1024;
/// The read buffer of every connection, busy or not: small, so that ten thousand cost little.
const READ_BUFFER: usize = 1024;
/// How long a page may take to say hello.
const HELLO: Duration = Duration::from_secs(10);
/// How long sending a message may take.
const PATIENCE: Duration = Duration::from_secs(15);
/// Pings are sent this often, so that neither side nor a proxy closes an idle connection.
const PING: Duration = Duration::from_secs(20);
/// After this long without a message or pong the browser is gone.
const SILENCE: Duration = Duration::from_secs(65);
/// How many older lines come at once.
const EARLIER: usize = 200;

/// The limits of a connection.
pub fn limits() -> WebSocketConfig {
    WebSocketConfig::default()
        .max_message_size(Some(LARGEST))
        .max_frame_size(Some(LARGEST))
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
}

/// Serves one browser until either side closes the connection.
pub async fn converse(mut socket: WebSocket, table: TableHandle, sitting: Sitting, pass: Pass) {
    let welcomed = tokio::select! {
        welcomed = Box::pin(welcome(&mut socket, &table, &sitting)) => welcomed,
        () = pass.stopping() => Err(Farewell::Stopping.into()),
    };
    let ending = match welcomed {
        Ok(frames) => {
            let text_box = TextBox::new(&table, sitting.seat, pass.workers());
            let mut talk =
                Conversation { socket: &mut socket, table, sitting, frames, text_box, pass };
            talk.go_on().await
        }
        Err(ending) => ending,
    };
    if let Ending::Because { reason, again } = ending {
        tracing::debug!(reason = %reason.id, "closing a connection");
        let closing = FromServer::Closing { reason, again };
        if send(&mut socket, &closing).await.is_ok() {
            let code = if again { CloseCode::Away } else { CloseCode::Policy };
            let frame = CloseFrame { code, reason: "".into() };
            let close = tungstenite::Message::Close(Some(frame));
            // The browser may be gone already.
            let _ = timeout(PATIENCE, socket.send(close)).await;
        }
    }
}

/// Why a connection ends.
enum Ending {
    /// The browser went away.
    Gone,
    /// The server closes it and says why.
    Because { reason: Message, again: bool },
}

impl Ending {
    fn never(reason: Message) -> Self {
        Ending::Because { reason, again: false }
    }
}

impl From<Farewell> for Ending {
    fn from(farewell: Farewell) -> Self {
        let (reason, again) = match farewell {
            Farewell::TooSlow => (message!("server-too-slow"), true),
            Farewell::Revoked => (message!("server-revoked"), false),
            Farewell::RoleChanged => (message!("server-role-changed"), true),
            Farewell::Rewritten => (message!("server-rewritten"), true),
            Farewell::Deleted => (message!("server-deleted"), false),
            Farewell::Stopping => (message!("server-stopping"), true),
            Farewell::Unreachable => (message!("server-unreachable"), true),
        };
        Ending::Because { reason, again }
    }
}

/// Waits for hello and answers with the table as the seat sees it.
async fn welcome(
    socket: &mut WebSocket,
    table: &TableHandle,
    sitting: &Sitting,
) -> Result<Frames, Ending> {
    let bookmark = timeout(HELLO, hello(socket))
        .await
        .unwrap_or_else(|_| Err(Ending::never(message!("server-no-hello"))))?;
    let (snapshot, frames) = table
        .attach(sitting.seat, Some(sitting.device), bookmark)
        .await
        .map_err(|refusal| match table::is_unavailable(&refusal) {
            true => Farewell::Unreachable.into(),
            false => Ending::never(refusal.what),
        })?;
    let welcome = Welcome {
        protocol: PROTOCOL,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        table: table.id(),
        seat: sitting.seat,
        role: sitting.role,
        name: sitting.name.clone(),
        snapshot,
    };
    send(socket, &FromServer::Welcome(welcome)).await?;
    Ok(frames)
}

async fn hello(socket: &mut WebSocket) -> Result<Option<Bookmark>, Ending> {
    let text = loop {
        match socket.recv().await {
            Some(Ok(tungstenite::Message::Text(text))) => break text,
            Some(Ok(tungstenite::Message::Binary(_))) => {
                return Err(Ending::never(message!("server-not-text")));
            }
            Some(Ok(tungstenite::Message::Close(_)) | Err(_)) | None => return Err(Ending::Gone),
            Some(Ok(_)) => {}
        }
    };
    // The version is read first: a page of another one may say the rest in another way (B-77).
    let spoken: Option<Json> = serde_json::from_str(&text).ok();
    let version = spoken.as_ref().and_then(|spoken| spoken.pointer("/hello/protocol"));
    if version.is_some_and(|version| version.as_u64() != Some(u64::from(PROTOCOL))) {
        return Err(Ending::never(message!("server-other-version")));
    }
    let Ok(ToServer::Hello { bookmark, .. }) = serde_json::from_str(&text) else {
        return Err(Ending::never(message!("server-no-hello")));
    };
    Ok(bookmark)
}

struct Conversation<'s> {
    socket: &'s mut WebSocket,
    table: TableHandle,
    sitting: Sitting,
    frames: Frames,
    text_box: TextBox,
    pass: Pass,
}

impl Conversation<'_> {
    async fn go_on(&mut self) -> Ending {
        let mut ping = interval(PING);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard = Instant::now();
        loop {
            let step = tokio::select! {
                frame = self.frames.next() => match frame {
                    Ok(frame) => self.send_frame(&frame).await,
                    Err(farewell) => {
                        self.pass.farewell(farewell);
                        Err(farewell.into())
                    }
                },
                // Connected while the server was stopping: the table has disconnected its watchers already.
                () = self.pass.stopping() => Err(Farewell::Stopping.into()),
                received = self.socket.recv() => {
                    heard = Instant::now();
                    match received {
                        // Boxed: an idle connection need not hold the memory its handler takes.
                        Some(Ok(received)) => Box::pin(self.receive(received)).await,
                        Some(Err(fault)) => Err(cut_off(&fault)),
                        None => Err(Ending::Gone),
                    }
                }
                _ = ping.tick() => {
                    if heard.elapsed() > SILENCE {
                        Err(Ending::Gone)
                    } else {
                        post(self.socket, tungstenite::Message::Ping(Default::default())).await
                    }
                }
            };
            if let Err(ending) = step {
                return ending;
            }
        }
    }

    async fn receive(&mut self, received: tungstenite::Message) -> Result<(), Ending> {
        let text = match received {
            tungstenite::Message::Text(text) => text,
            tungstenite::Message::Binary(_) => {
                return Err(Ending::never(message!("server-not-text")));
            }
            tungstenite::Message::Close(_) => return Err(Ending::Gone),
            tungstenite::Message::Ping(_)
            | tungstenite::Message::Pong(_)
            | tungstenite::Message::Frame(_) => return Ok(()),
        };
        // It may come back: its tokens do.
        self.pass.frame().map_err(|reason| Ending::Because { reason, again: true })?;
        match serde_json::from_str(&text) {
            Ok(said) => self.hear(said).await,
            Err(fault) => self.unreadable(&text, &fault.to_string()).await,
        }
    }

    async fn hear(&mut self, said: ToServer) -> Result<(), Ending> {
        let seat = self.sitting.seat;
        let answer = match said {
            ToServer::Hello { .. } => return Err(Ending::never(message!("server-hello-twice"))),
            ToServer::Do { id, command } => match self.pass.command(&self.table, id, command).await
            {
                Ok(answer) => FromServer::Done { id, answer },
                Err(refusal) => refused(id, refusal)?,
            },
            ToServer::Text { id, line } => {
                match self.pass.text(&mut self.text_box, id, &line).await {
                    Ok(Outcome::Again(answer)) => FromServer::Done { id, answer },
                    Ok(Outcome::Done(lines) | Outcome::Reply(lines)) if lines.is_empty() => {
                        FromServer::Done { id, answer: Answer::Done }
                    }
                    Ok(Outcome::Done(lines) | Outcome::Reply(lines)) => {
                        FromServer::Reply { id, lines }
                    }
                    Err(refusal) => refused(id, refusal)?,
                }
            }
            ToServer::Quote { ask, command } => match self.table.quote(seat, command).await {
                Ok(quote) => FromServer::Quoted { ask, quote },
                Err(refusal) => FromServer::AskRefused { ask, refusal },
            },
            ToServer::Offers { ask, of } => match self.table.offers(seat, of).await {
                Ok(offers) => FromServer::Offered { ask, offers },
                Err(refusal) => FromServer::AskRefused { ask, refusal },
            },
            ToServer::Look { ask, eyes } => match self.table.view_as(seat, eyes).await {
                Ok(parts) => FromServer::Looked { ask, parts },
                Err(refusal) => FromServer::AskRefused { ask, refusal },
            },
            ToServer::Earlier { ask, before } => {
                match self.table.lines(seat, Some(before), EARLIER).await {
                    Ok(lines) => FromServer::Earlier { ask, lines },
                    Err(refusal) => FromServer::AskRefused { ask, refusal },
                }
            }
            ToServer::Complete { ask, line } => match self.text_box.complete(&line).await {
                Ok((from, words)) => FromServer::Completed { ask, from, words },
                Err(refusal) => FromServer::AskRefused { ask, refusal },
            },
            ToServer::Understand { ask, line } => match self.text_box.understand(&line).await {
                Ok(commands) => FromServer::Understood { ask, commands },
                Err(refusal) => FromServer::AskRefused { ask, refusal },
            },
            ToServer::Typing(typing) => {
                // Nobody waits for an answer; if the table is gone, the next frame says so.
                let _ = self.table.typing(seat, typing).await;
                return Ok(());
            }
        };
        // What a command changed is seen before its answer (B-11), and both go out together.
        let mut texts = Vec::new();
        while let Some(frame) = self.frames.ready() {
            texts.push(framed(&frame));
        }
        texts.push(encode(&answer));
        post_texts(self.socket, &texts).await
    }

    /// A frame that does not fit is refused by its own id, if it has one; without one there is
    /// nothing to answer to.
    async fn unreadable(&mut self, text: &str, fault: &str) -> Result<(), Ending> {
        let refusal = Refusal::new("B-12", message!("server-unreadable", fault = fault));
        let spoken: Json = serde_json::from_str(text).unwrap_or_default();
        let inside = spoken.as_object().and_then(|spoken| spoken.values().next());
        let id = inside.and_then(|inside| inside.get("id"));
        let ask = inside.and_then(|inside| inside.get("ask"));
        if let Some(id) = id.and_then(|id| id.as_str()?.parse::<CommandId>().ok()) {
            send(self.socket, &FromServer::Refused { id, refusal }).await
        } else if let Some(ask) = ask.and_then(|ask| u32::try_from(ask.as_u64()?).ok()) {
            send(self.socket, &FromServer::AskRefused { ask, refusal }).await
        } else {
            Err(Ending::never(refusal.what))
        }
    }

    async fn send_frame(&mut self, frame: &Frame) -> Result<(), Ending> {
        post_texts(self.socket, &[framed(frame)]).await
    }
}

/// A command's refusal. Without the database nobody knows whether it, or the same one sent before
/// to another node, was kept: the browser comes back and sends it again, under the same id (B-11).
fn refused(id: CommandId, refusal: Refusal) -> Result<FromServer, Ending> {
    match table::is_unavailable(&refusal) {
        true => Err(Farewell::Unreachable.into()),
        false => Ok(FromServer::Refused { id, refusal }),
    }
}

/// [`FromServer::Frame`], of a frame that is shared by all devices of the seat.
fn framed(frame: &Frame) -> String {
    frame.text("{\"frame\":", "}")
}

/// Why a message cannot be received: too large, or the connection is broken.
fn cut_off(fault: &tungstenite::Error) -> Ending {
    if let tungstenite::Error::Capacity(error::CapacityError::MessageTooLong { .. }) = fault {
        Ending::never(message!("server-too-large", most = LARGEST / 1024))
    } else {
        Ending::Gone
    }
}

async fn send(socket: &mut WebSocket, said: &impl Serialize) -> Result<(), Ending> {
    post_texts(socket, &[encode(said)]).await
}

fn encode(said: &impl Serialize) -> String {
    serde_json::to_string(said).expect("wire types are plain data with string keys")
}

async fn post_texts(socket: &mut WebSocket, texts: &[String]) -> Result<(), Ending> {
    patiently(socket.send_texts(texts)).await
}

async fn post(socket: &mut WebSocket, message: tungstenite::Message) -> Result<(), Ending> {
    patiently(socket.send(message)).await
}

async fn patiently(
    sending: impl Future<Output = Result<(), tungstenite::Error>>,
) -> Result<(), Ending> {
    match timeout(PATIENCE, sending).await {
        Ok(Ok(())) => Ok(()),
        // Broken or too slow: it may resume by its bookmark.
        Ok(Err(_)) | Err(_) => Err(Ending::Gone),
    }
}
