//! The side of the implementation: carries what an adapter hears to a server elsewhere, and says
//! what comes from there.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use hyper::header::AUTHORIZATION;
use tokio::sync::mpsc;
use tokio::time::{Instant, interval, sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;

use super::{BEAT, DEAD, FRAMES, FromFar, FromNear, HELLO, text_of};
use crate::net::{Address, Fault, Pauses, Socket, open};
use crate::platform::{Incoming, Platform, Sent};

/// The most that waits while the server cannot be reached; older things are forgotten.
const WAITING: usize = 5000;
/// How many ends of sends are remembered, to be told again on the next connection.
const ENDS: usize = 500;
/// What the server has acknowledged it may not have done yet when it is killed, so it is kept for so
/// long; a message that comes again is known there by its id (C-22).
const KEPT: Duration = Duration::from_secs(10);
/// A connection that held so long was a good one.
const GOOD: Duration = Duration::from_secs(10);

/// How sends under way ended, by their numbers.
type Ends = (mpsc::Sender<(u64, Sent)>, mpsc::Receiver<(u64, Sent)>);

/// A bridge's way to the tables of another machine.
pub struct Far {
    /// Where the server lets such programs in: `https://play.example/api/chat/NAME`.
    address: Address,
    key: String,
    platform: Arc<dyn Platform>,
    incoming: mpsc::Receiver<Incoming>,
    /// Which run of the program this is.
    run: String,
    /// What was heard and is not acknowledged, or was a moment ago.
    waiting: VecDeque<Heard>,
    last: u64,
    /// What the server has acknowledged.
    got: u64,
    /// The accounts that were online.
    online: BTreeSet<String>,
    /// Whose sends were seen, and up to which.
    seen: (String, u64),
    ends: BTreeMap<u64, Sent>,
    /// Where sends under way say how they ended, whichever connection there is by then.
    ended: Ends,
}

/// Something that was heard: its number, when, and what.
type Heard = (u64, Instant, Incoming);

/// Opens the way to a server; what it says of itself.
async fn introduce(
    address: &Address,
    key: &str,
    hello: &FromFar,
) -> Result<(Socket, String, u64), Fault> {
    let headers = vec![(AUTHORIZATION, format!("Bearer {key}"))];
    let mut socket = open(address, headers).await.map_err(|fault| match fault {
        Fault::Strange(why) if why.contains("404") => Fault::NoDoor,
        Fault::Token => Fault::NoDoor,
        other => other,
    })?;
    socket.send(Message::text(text_of(hello))).await?;
    let welcome = async {
        loop {
            match socket.next().await {
                Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
                    Ok(FromNear::Welcome { run, heard }) => return Ok((run, heard)),
                    Ok(_) => {}
                    Err(fault) => return Err(Fault::Strange(fault.to_string())),
                },
                Some(Ok(Message::Close(_))) | None => return Err(Fault::Closed),
                Some(Ok(_)) => {}
                Some(Err(fault)) => return Err(fault.into()),
            }
        }
    };
    let (run, heard) = timeout(HELLO, welcome).await.map_err(|_| Fault::NoAnswer)??;
    Ok((socket, run, heard))
}

/// Connects once to a server, for `mistline doctor`.
///
/// # Errors
/// Why that cannot be.
pub async fn probe(address: &Address, key: &str) -> Result<(), Fault> {
    let (mut socket, ..) = introduce(address, key, &FromFar::Look).await?;
    let _ = socket.close(None).await;
    Ok(())
}

impl Far {
    /// A way to the tables of a server, for what this platform hears.
    #[must_use]
    pub fn new(
        address: Address,
        key: String,
        platform: Arc<dyn Platform>,
        incoming: mpsc::Receiver<Incoming>,
    ) -> Self {
        let run = Uuid::new_v4().to_string();
        let (waiting, online, ends) = (VecDeque::new(), BTreeSet::new(), BTreeMap::new());
        let (seen, ended) = ((String::new(), 0), mpsc::channel(FRAMES));
        let (last, got) = (0, 0);
        Self {
            address,
            key,
            platform,
            incoming,
            run,
            waiting,
            last,
            got,
            online,
            seen,
            ends,
            ended,
        }
    }

    /// Keeps the connection, for as long as the adapter lives.
    pub async fn run(mut self) {
        let mut pauses = Pauses::default();
        loop {
            let since = Instant::now();
            let Some(fault) = self.session().await else { return };
            if since.elapsed() > GOOD {
                pauses.reset();
            }
            let (address, pause) = (&self.address, pauses.longer());
            tracing::warn!(%address, fault = %fault.say(), ?pause, "not connected to the server");
            // What is heard meanwhile waits.
            let until = sleep(pause);
            tokio::pin!(until);
            loop {
                tokio::select! {
                    () = &mut until => break,
                    heard = self.incoming.recv() => match heard {
                        Some(heard) => { self.heard(heard); }
                        None => return,
                    },
                    Some((id, end)) = self.ended.1.recv() => { self.end(id, end); }
                }
            }
        }
    }

    /// Something was heard; it waits under a number of its own.
    fn heard(&mut self, what: Incoming) -> FromFar {
        if let Incoming::Online(account) = &what {
            self.online.insert(account.clone());
        }
        self.last += 1;
        self.waiting.push_back((self.last, Instant::now(), what.clone()));
        self.forget();
        if self.waiting.len() > WAITING {
            self.waiting.pop_front();
            tracing::warn!("more was said than can wait for the server: the oldest is forgotten");
        }
        FromFar::Heard { n: self.last, what }
    }

    /// Forgets what is in good hands.
    fn forget(&mut self) {
        let got = self.got;
        self.waiting.retain(|(n, since, _)| *n > got || since.elapsed() < KEPT);
    }

    /// A send has ended; that is remembered, in case the line breaks before it is told.
    fn end(&mut self, id: u64, end: Sent) -> FromFar {
        self.ends.insert(id, end.clone());
        while self.ends.len() > ENDS {
            self.ends.pop_first();
        }
        FromFar::Ended { id, end }
    }

    /// One connection, until it ends; nothing if the adapter has ended.
    async fn session(&mut self) -> Option<Fault> {
        let (run, (of, seen)) = (self.run.clone(), self.seen.clone());
        let hello = FromFar::Hello { run, of, seen };
        let (socket, run, heard) = match introduce(&self.address, &self.key, &hello).await {
            Ok(opened) => opened,
            Err(fault) => return Some(fault),
        };
        tracing::info!(address = %self.address, "connected to the server");
        if self.seen.0 != run {
            self.seen = (run, 0);
            self.ends.clear();
        }
        self.forget();
        let (mut sink, mut stream) = socket.split();
        let again = self.waiting.iter().filter(|(n, ..)| *n > heard);
        let again = again.map(|(n, _, what)| FromFar::Heard { n: *n, what: what.clone() });
        let ends = self.ends.iter().map(|(id, end)| FromFar::Ended { id: *id, end: end.clone() });
        let mut first: Vec<FromFar> = ends.chain(again).collect();
        // What waits there for want of a way is tried at once.
        for account in self.online.clone() {
            first.push(self.heard(Incoming::Online(account)));
        }
        for frame in first {
            if let Err(fault) = sink.send(Message::text(text_of(&frame))).await {
                return Some(fault.into());
            }
        }
        let mut beats = interval(BEAT);
        let mut dead = Instant::now() + DEAD;
        loop {
            let frame = tokio::select! {
                message = stream.next() => {
                    let text = match message {
                        Some(Ok(Message::Text(text))) => text,
                        Some(Ok(Message::Close(_))) | None => return Some(Fault::Closed),
                        Some(Ok(_)) => continue,
                        Some(Err(fault)) => return Some(fault.into()),
                    };
                    dead = Instant::now() + DEAD;
                    match serde_json::from_str::<FromNear>(&text) {
                        Ok(FromNear::Got { n }) => {
                            self.got = self.got.max(n);
                            self.forget();
                        }
                        Ok(FromNear::Send { id, to, message }) if id > self.seen.1 => {
                            self.seen.1 = id;
                            let (platform, ended) = (self.platform.clone(), self.ended.0.clone());
                            tokio::spawn(async move {
                                let end = platform.send(&to, &message).await;
                                let _ = ended.send((id, end)).await;
                            });
                        }
                        Ok(FromNear::Send { .. } | FromNear::Welcome { .. } | FromNear::Beat) => {}
                        Err(fault) => return Some(Fault::Strange(fault.to_string())),
                    }
                    continue;
                }
                heard = self.incoming.recv() => self.heard(heard?),
                Some((id, end)) = self.ended.1.recv() => self.end(id, end),
                _ = beats.tick() => FromFar::Beat,
                () = sleep_until(dead) => return Some(Fault::Silent),
            };
            if let Err(fault) = sink.send(Message::text(text_of(&frame))).await {
                return Some(fault.into());
            }
        }
    }
}
