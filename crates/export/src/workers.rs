//! Where lines that take long are answered: away from the threads that run the tables (C-02).

use std::collections::HashMap;
use std::num::NonZero;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;

use rules::{Refusal, SeatId, message};
use table::TableId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

/// How much one seat may have waiting besides what is being done for it.
const WAITING: usize = 8;

/// A few places for work that takes long. One seat has one place at a time and one table half of
/// them, so that nobody at another table waits for either. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Workers(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    places: Arc<Semaphore>,
    of_one_table: usize,
    shares: Mutex<HashMap<Who, Share>>,
}

/// Whose share: a seat's, or with no seat that of its whole table.
type Who = (TableId, Option<SeatId>);

/// How much is waiting or being done, and what it waits for.
#[derive(Debug)]
struct Share {
    count: usize,
    turn: Arc<Semaphore>,
}

impl Default for Workers {
    /// As many places as there are processors, and at least two.
    fn default() -> Self {
        Self::new(available_parallelism().map_or(2, NonZero::get).max(2))
    }
}

impl Workers {
    /// With so many places.
    #[must_use]
    pub fn new(places: usize) -> Self {
        Self(Arc::new(Inner {
            places: Arc::new(Semaphore::new(places)),
            of_one_table: (places / 2).max(1),
            shares: Mutex::default(),
        }))
    }

    /// Does some work for a seat when it is its turn.
    ///
    /// # Errors
    /// When the seat has too much waiting already.
    pub async fn run<T: Send + 'static>(
        &self,
        table: TableId,
        seat: SeatId,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let (of_seat, its_turn) = self.line_up((table, Some(seat)), 1, WAITING + 1)?;
        let own = turn(its_turn).await?;
        let (of_table, tables_turn) =
            self.line_up((table, None), self.0.of_one_table, usize::MAX)?;
        let tables = turn(tables_turn).await?;
        let place = turn(self.0.places.clone()).await?;
        let done = spawn_blocking(move || {
            // Held to the end of the work, even if nobody waits for it any more.
            let _held = (of_seat, own, of_table, tables, place);
            work()
        });
        match done.await {
            Ok(done) => Ok(done),
            Err(fault) if fault.is_panic() => std::panic::resume_unwind(fault.into_panic()),
            Err(_) => Err(stopping()),
        }
    }

    /// Takes a place in a line, unless it is too long.
    fn line_up(
        &self,
        who: Who,
        at_once: usize,
        most: usize,
    ) -> Result<(InLine, Arc<Semaphore>), Refusal> {
        let mut shares = self.shares();
        let fresh = || Share { count: 0, turn: Arc::new(Semaphore::new(at_once)) };
        let share = shares.entry(who).or_insert_with(fresh);
        if share.count >= most {
            return Err(Refusal::new("C-02", message!("chat-busy", most = most))
                .instead(message!("chat-busy-wait")));
        }
        share.count += 1;
        Ok((InLine { workers: self.clone(), who }, share.turn.clone()))
    }

    fn shares(&self) -> MutexGuard<'_, HashMap<Who, Share>> {
        // Each change is one step, so a panic elsewhere leaves the map whole.
        self.0.shares.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn turn(turns: Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Refusal> {
    // None of them is ever closed.
    turns.acquire_owned().await.map_err(|_| stopping())
}

fn stopping() -> Refusal {
    Refusal::new("B-40", message!("table-closed"))
}

/// Counts in its share until it is dropped; an empty share is forgotten.
#[derive(Debug)]
struct InLine {
    workers: Workers,
    who: Who,
}

impl Drop for InLine {
    fn drop(&mut self) {
        let mut shares = self.workers.shares();
        if let Some(share) = shares.get_mut(&self.who) {
            share.count -= 1;
            if share.count == 0 {
                shares.remove(&self.who);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use rules::Id;
    use uuid::Uuid;

    use super::*;

    fn seat(name: &str) -> SeatId {
        let id: Result<Id, _> = serde_json::from_value(name.into());
        SeatId(id.expect("an id"))
    }

    fn table(number: u128) -> TableId {
        TableId(Uuid::from_u128(number))
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn c02_one_table_cannot_take_all_places_nor_one_seat_more_than_its_share() {
        let workers = Workers::new(2);
        let (ann, ben) = (seat("000000000001"), seat("000000000002"));
        let (go, wait) = mpsc::channel::<()>();
        let wait = Arc::new(Mutex::new(wait));
        let (begun, mut begins) = tokio::sync::mpsc::unbounded_channel();
        let mut asked = Vec::new();
        for nth in 0..=WAITING {
            let (workers, wait, begun) = (workers.clone(), wait.clone(), begun.clone());
            asked.push(tokio::spawn(async move {
                let work = move || {
                    let _ = begun.send(nth);
                    let _ = wait.lock().map(|wait| wait.recv());
                };
                workers.run(table(1), ann, work).await
            }));
        }
        assert!(begins.recv().await.is_some(), "one of them is being done");
        while workers.shares()[&(table(1), Some(ann))].count <= WAITING {
            tokio::task::yield_now().await;
        }
        let more = workers.run(table(1), ann, || ()).await;
        assert_eq!(more.map_err(|refusal| refusal.what.id), Err("chat-busy".into()));
        // The rest of the table waits for its half; other tables have theirs at once.
        assert_eq!(workers.run(table(2), ben, || 7).await, Ok(7));
        assert!(begins.try_recv().is_err(), "and still one only is being done for the seat");
        for _ in 0..=WAITING {
            go.send(()).expect("someone waits");
        }
        for one in asked {
            assert_eq!(one.await.expect("no panic"), Ok(()));
        }
        assert!(workers.shares().is_empty(), "nobody is remembered");
    }
}
