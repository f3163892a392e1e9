//! Hints by LISTEN and NOTIFY (B-71).
//!
//! They are told after the commit and on their own, not within it: a commit that notifies waits for
//! all others that do, with its sync. What is committed and not told any more because the node died
//! is found by the others when they look at the heads of their tables.

use std::time::Duration;

use sqlx::postgres::{PgListener, PgPool};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, interval, sleep, timeout};

use super::tries::ATTEMPT;
use crate::hint::{Hint, Hints, News, NodeId};

/// Where nodes are told of something.
const CHANNEL: &str = "mistline";
/// The most hints that wait to be told, or to be heard.
const QUEUE: usize = 4096;
/// The most bytes told at once; PostgreSQL takes up to 8000.
const LARGEST: usize = 7900;
/// The least time between two times of telling: what comes meanwhile goes together.
const PACE: Duration = Duration::from_millis(2);
/// How often a node says that it is there, to itself too.
const ALIVE: Duration = Duration::from_secs(1);
/// After so long without hearing itself, a node listens anew: the connection may be dead.
const SILENCE: Duration = Duration::from_secs(5);
/// The pause before listening again.
const AGAIN: Duration = Duration::from_millis(200);

/// The way out: what is told is sent to all nodes that listen. It ends when the store is closed,
/// and all was sent.
pub(super) fn telling(
    pool: PgPool,
    mut closing: watch::Receiver<bool>,
) -> (mpsc::Sender<Hint>, impl Future<Output = ()>) {
    let (tell, mut hints_in) = mpsc::channel(QUEUE);
    let telling = async move {
        let mut hints = Vec::new();
        loop {
            tokio::select! {
                biased;
                count = hints_in.recv_many(&mut hints, QUEUE) => {
                    if count == 0 {
                        return;
                    }
                }
                _ = closing.wait_for(|closing| *closing) => {
                    hints_in.close();
                    continue;
                }
            }
            for text in texts(&hints) {
                let notify = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(text);
                // What cannot be told is lost.
                let _ = timeout(ATTEMPT, notify.execute(&pool)).await;
            }
            hints.clear();
            sleep(PACE).await;
        }
    };
    (tell, telling)
}

/// Hints as text, a line each, as few texts as can be.
fn texts(hints: &[Hint]) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for line in hints.iter().filter_map(|hint| serde_json::to_string(hint).ok()) {
        match texts.last_mut() {
            Some(text) if text.len() + line.len() < LARGEST => {
                text.push('\n');
                text.push_str(&line);
            }
            _ if line.len() <= LARGEST => texts.push(line),
            _ => {}
        }
    }
    texts
}

/// Begins to listen. It ends when nobody wants to hear any more.
pub(super) fn listen(node: NodeId, listeners: PgPool, tell: mpsc::Sender<Hint>) -> Hints {
    let (heard, news) = mpsc::channel(QUEUE);
    let own = tell.clone();
    tokio::spawn(async move {
        let mut ticks = interval(ALIVE);
        let alive = async {
            loop {
                ticks.tick().await;
                let _ = own.try_send(Hint::Alive(node));
            }
        };
        let hear = async {
            loop {
                // Why it could not go on is nothing to act on: it tries again.
                let _ = hear(node, &listeners, &heard).await;
                if heard.send(News::Deaf).await.is_err() {
                    return;
                }
                sleep(AGAIN).await;
            }
        };
        tokio::select! {
            () = alive => {}
            () = hear => {}
            () = heard.closed() => {}
        }
        listeners.close().await;
    });
    Hints { tell, news }
}

/// Hears until the connection is lost or nobody wants to hear any more.
async fn hear(
    node: NodeId,
    listeners: &PgPool,
    heard: &mpsc::Sender<News>,
) -> Result<(), sqlx::Error> {
    let silent = |_| sqlx::Error::Io(std::io::ErrorKind::TimedOut.into());
    let mut listener =
        timeout(SILENCE, PgListener::connect_with(listeners)).await.map_err(silent)??;
    listener.eager_reconnect(false);
    // As long as a node has this, nobody puts other tables in the place of those that it serves.
    let serving = sqlx::query(SERVING).execute(&mut listener);
    timeout(SILENCE, serving).await.map_err(silent)??;
    timeout(SILENCE, listener.listen(CHANNEL)).await.map_err(silent)??;
    let mut news = vec![News::Listening];
    let mut own = Instant::now();
    loop {
        for one in news.drain(..) {
            if heard.send(one).await.is_err() {
                return Ok(());
            }
        }
        let left = SILENCE.saturating_sub(own.elapsed());
        let Some(notified) = timeout(left, listener.try_recv()).await.map_err(silent)?? else {
            return Ok(());
        };
        // A line that cannot be read is from a newer version, and only a hint.
        let hints = notified.payload().lines().filter_map(|line| serde_json::from_str(line).ok());
        for hint in hints {
            match hint {
                Hint::Alive(alive) if alive == node => own = Instant::now(),
                Hint::Alive(_) | Hint::Kept(..) | Hint::Here(_) => {}
            }
            news.push(News::Heard(hint));
        }
    }
}

/// Taken by every node that serves, shared; waits for who has it alone.
const SERVING: &str = "SELECT pg_advisory_lock_shared(hashtext('mistline serves'))";
/// Taken by who must be alone; false if a node serves.
pub(super) const ALONE: &str = "SELECT pg_try_advisory_lock(hashtext('mistline serves'))";
