//! The side of the tables: a platform whose adapter is elsewhere and dials us.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use futures_util::{SinkExt, StreamExt};
use sha2::{Digest, Sha256};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, interval, sleep_until, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;

use super::{BEAT, DEAD, FRAMES, FromFar, FromNear, HELLO, text_of};
use crate::metrics::Metrics;
use crate::platform::{Incoming, Outgoing, Place, Platform, Sent};

/// How long it may take until it is known how a send ended; the line may be lost and come back.
const PATIENCE: Duration = Duration::from_secs(45);

/// A platform whose adapter dials us.
pub struct Near {
    /// What the other side must show.
    key: String,
    incoming: mpsc::Sender<Incoming>,
    metrics: Arc<Metrics>,
    /// Which run of the server this is.
    run: String,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The connection now, by its number.
    link: Option<(u64, mpsc::Sender<String>)>,
    links: u64,
    /// The number of the last send.
    last: u64,
    waiting: BTreeMap<u64, oneshot::Sender<Sent>>,
    /// Which run of the other side was heard last, and up to what.
    heard: (String, u64),
}

impl Near {
    /// A platform; what comes from it goes to `incoming`.
    #[must_use]
    pub fn new(key: String, incoming: mpsc::Sender<Incoming>, metrics: Arc<Metrics>) -> Arc<Self> {
        let run = Uuid::new_v4().to_string();
        Arc::new(Self { key, incoming, metrics, run, state: Mutex::default() })
    }

    /// Whether this is the key. Hashes are compared, so that the time it takes reveals nothing.
    #[must_use]
    pub fn opens(&self, key: &str) -> bool {
        Sha256::digest(self.key.as_bytes()) == Sha256::digest(key.as_bytes())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Each change is one step, so a panic elsewhere leaves it whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Speaks with the other side until the connection ends. A newer one takes its place.
    pub async fn serve<S: AsyncRead + AsyncWrite + Unpin>(&self, socket: WebSocketStream<S>) {
        let (mut sink, mut stream) = socket.split();
        let (frames, mut queue) = mpsc::channel::<String>(FRAMES);
        let hello = async {
            loop {
                match stream.next().await {
                    Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).ok(),
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => return None,
                }
            }
        };
        let (run, of, seen) = match timeout(HELLO, hello).await {
            Ok(Some(FromFar::Hello { run, of, seen })) => (run, of, seen),
            Ok(Some(FromFar::Look)) => {
                let welcome = FromNear::Welcome { run: self.run.clone(), heard: 0 };
                // Whoever looked may be gone again.
                let _ = sink.send(Message::text(text_of(&welcome))).await;
                let _ = sink.close().await;
                return;
            }
            _ => return,
        };
        let (number, heard) = self.met(frames, run, &of, seen);
        let welcome = FromNear::Welcome { run: self.run.clone(), heard };
        if sink.send(Message::text(text_of(&welcome))).await.is_ok() {
            tracing::info!("the chat program has connected");
            self.metrics.connected();
            let mut beats = interval(BEAT);
            let mut dead = Instant::now() + DEAD;
            loop {
                let message = tokio::select! {
                    message = stream.next() => message,
                    frame = queue.recv() => {
                        // None: a newer connection has taken the place of this one.
                        let Some(frame) = frame else { break };
                        if sink.send(Message::text(frame)).await.is_err() {
                            break;
                        }
                        continue;
                    }
                    _ = beats.tick() => {
                        if sink.send(Message::text(text_of(&FromNear::Beat))).await.is_err() {
                            break;
                        }
                        continue;
                    }
                    () = sleep_until(dead) => break,
                };
                let text = match message {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                    Some(Ok(_)) => continue,
                };
                dead = Instant::now() + DEAD;
                let Ok(frame) = serde_json::from_str::<FromFar>(&text) else { continue };
                let Ok(answer) = self.take_in(frame).await else { break };
                if let Some(answer) = answer
                    && sink.send(Message::text(text_of(&answer))).await.is_err()
                {
                    break;
                }
            }
            self.metrics.lost();
            tracing::info!("the chat program has gone");
        }
        let mut state = self.state();
        if state.link.as_ref().is_some_and(|(known, _)| *known == number) {
            state.link = None;
        }
    }

    /// The other side has introduced itself; the connection's number, and what was heard of it.
    fn met(&self, frames: mpsc::Sender<String>, run: String, of: &str, seen: u64) -> (u64, u64) {
        let mut state = self.state();
        state.links += 1;
        let number = state.links;
        state.link = Some((number, frames));
        if state.heard.0 == run {
            // What it has not seen was surely not said.
            let seen = if of == self.run { seen } else { 0 };
            for (_, reply) in state.waiting.split_off(&(seen + 1)) {
                let _ = reply.send(Sent::Away);
            }
        } else {
            // The run that was to say it has ended, and may have said it.
            state.waiting.clear();
            state.heard = (run, 0);
        }
        (number, state.heard.1)
    }

    /// What a frame means; the answer to it. Fails when nobody listens any more.
    async fn take_in(&self, frame: FromFar) -> Result<Option<FromNear>, ()> {
        match frame {
            FromFar::Heard { n, what } => {
                if n > self.state().heard.1 {
                    self.incoming.send(what).await.map_err(drop)?;
                    self.state().heard.1 = n;
                }
                Ok(Some(FromNear::Got { n }))
            }
            FromFar::Ended { id, end } => {
                let waiting = self.state().waiting.remove(&id);
                if let Some(reply) = waiting {
                    // Whoever waited may have lost patience.
                    let _ = reply.send(end);
                }
                Ok(None)
            }
            FromFar::Hello { .. } | FromFar::Look | FromFar::Beat => Ok(None),
        }
    }
}

#[async_trait]
impl Platform for Near {
    async fn send(&self, to: &Place, message: &Outgoing) -> Sent {
        let (reply, ended) = oneshot::channel();
        let (id, frames) = {
            let mut state = self.state();
            let Some((_, frames)) = state.link.clone() else { return Sent::Away };
            state.last += 1;
            let id = state.last;
            state.waiting.insert(id, reply);
            (id, frames)
        };
        let frame = FromNear::Send { id, to: to.clone(), message: message.clone() };
        // If that fails, the next connection tells that it was not seen.
        let _ = frames.send(text_of(&frame)).await;
        let end = timeout(PATIENCE, ended).await;
        self.state().waiting.remove(&id);
        match end {
            Ok(Ok(end)) => end,
            _ => Sent::Unknown("the chat program has not said how it ended".to_owned()),
        }
    }
}
