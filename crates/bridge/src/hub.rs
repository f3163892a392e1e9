//! One bridge: what comes from a platform goes to the task of its place.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use export::Workers;
use rules::pack::CheckedPack;
use table::{CommandId, StoreError, TableId, Tables};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tokio::time::Instant;
use uuid::Uuid;
use words::Language;

use crate::book::Book;
use crate::metrics::Metrics;
use crate::platform::{Incoming, Place, Platform, Said};
use crate::queue::Item;
use crate::room::Room;

/// The settings of a bridge.
pub struct Settings {
    /// Its name: what it keeps is kept under it.
    pub name: String,
    /// The language of groups that are at no table.
    pub language: Language,
    /// Who owns the bot (C-23): from the settings and nowhere else.
    pub owners: BTreeSet<String>,
    /// Whether anyone may make tables, or only owners.
    pub open: bool,
    /// Where people reach the tables with a browser, as `https://play.example`.
    pub web: Option<String>,
    /// People who are not heard: other bots.
    pub ignored: BTreeSet<String>,
    /// The rulesets tables can be made with, the usual one first.
    pub packs: Vec<(String, CheckedPack)>,
}

/// What the tasks of a bridge share.
pub(crate) struct Shared {
    pub settings: Settings,
    pub tables: Tables,
    pub book: Arc<Book>,
    pub platform: Arc<dyn Platform>,
    pub metrics: Arc<Metrics>,
    pub workers: Workers,
    rooms: Mutex<HashMap<Place, Door>>,
    /// How many messages wait to be heard in all places.
    unheard: Arc<AtomicUsize>,
    /// Wrong codes.
    pub guesses: Tries,
    /// Tables made.
    pub makings: Tries,
}

/// So many wrong codes are taken from one person in this time, from whatever group.
const GUESSES: (u32, Duration) = (5, Duration::from_secs(600));
/// And so many tables.
const MAKINGS: (u32, Duration) = (10, Duration::from_secs(3600));

/// What a person may do only so often, wherever they do it.
pub(crate) struct Tries {
    most: u32,
    within: Duration,
    /// How often each did, and when first.
    of: Mutex<HashMap<Place, (u32, Instant)>>,
}

impl Tries {
    fn new((most, within): (u32, Duration)) -> Self {
        Self { most, within, of: Mutex::default() }
    }

    /// Whether a person may do it once more.
    pub fn may(&self, person: &Place) -> bool {
        let mut of = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        of.retain(|_, (_, since)| since.elapsed() <= self.within);
        of.get(person).is_none_or(|(done, _)| *done < self.most)
    }

    /// A person has done it.
    pub fn count(&self, person: Place) {
        let mut of = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        of.entry(person).or_insert((0, Instant::now())).0 += 1;
    }
}

/// The most messages from a platform that wait to be heard in one place, and in all places together.
/// What comes beyond that is not heard, and who wrote it is told so.
pub(crate) const UNHEARD: (usize, usize) = (1000, 20_000);

/// A message that waits to be heard; given back when it is.
#[derive(Debug)]
pub(crate) struct Waiting(Arc<AtomicUsize>, Arc<AtomicUsize>);

impl Waiting {
    /// One more, if there is room.
    fn room(here: &Arc<AtomicUsize>, all: &Arc<AtomicUsize>) -> Option<Self> {
        let waiting = Self(here.clone(), all.clone());
        let before = (here.fetch_add(1, Ordering::Relaxed), all.fetch_add(1, Ordering::Relaxed));
        (before.0 < UNHEARD.0 && before.1 < UNHEARD.1).then_some(waiting)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
        self.1.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The way to the task of a place.
struct Door {
    asks: mpsc::UnboundedSender<Ask>,
    task: AbortHandle,
    /// How many messages wait to be heard there.
    unheard: Arc<AtomicUsize>,
    /// Whether somebody is to be told that theirs was not.
    full: Arc<AtomicBool>,
}

/// Ends the tasks of all places with the bridge: two bridges must not keep one book.
struct Closing(Arc<Shared>);

impl Drop for Closing {
    fn drop(&mut self) {
        let mut rooms = self.0.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        for (_, door) in rooms.drain() {
            door.task.abort();
        }
    }
}

/// What a place is told.
#[derive(Debug)]
pub(crate) enum Ask {
    /// Somebody wrote something there.
    Said(Said, Waiting),
    /// Somebody took it back.
    Recalled { message: String, user: Option<String>, waiting: Waiting },
    /// More was written than is heard; by whom, and what is unset once they are told.
    Full { user: String, told: Arc<AtomicBool> },
    /// Something is to be said there.
    Say(Item),
    /// Seats have changed.
    Look,
    /// What waits may be tried.
    Mended,
}

impl Shared {
    /// Tells a place something.
    pub fn tell(self: &Arc<Self>, place: &Place, ask: Ask) {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let ask = match rooms.get(place) {
            Some(door) => match door.asks.send(ask) {
                Ok(()) => return,
                // It has ended for want of something to do.
                Err(back) => back.0,
            },
            None => ask,
        };
        let door = self.door(place);
        let _ = door.asks.send(ask);
        rooms.insert(place.clone(), door);
    }

    /// Tells a place what came from the platform, unless too much of that waits there already.
    /// Whether it will be heard.
    fn bring(
        self: &Arc<Self>,
        place: &Place,
        user: Option<&str>,
        ask: impl FnOnce(Waiting) -> Ask,
    ) -> bool {
        let (waiting, full) = {
            let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
            if rooms.get(place).is_none_or(|door| door.asks.is_closed()) {
                rooms.insert(place.clone(), self.door(place));
            }
            let Some(door) = rooms.get(place) else { return false };
            (Waiting::room(&door.unheard, &self.unheard), door.full.clone())
        };
        let heard = waiting.is_some();
        match (waiting, user) {
            (Some(waiting), _) => self.tell(place, ask(waiting)),
            (None, Some(user)) if !full.swap(true, Ordering::Relaxed) => {
                tracing::warn!(%place, "more is written than is heard");
                self.tell(place, Ask::Full { user: user.to_owned(), told: full });
            }
            (None, _) => {}
        }
        heard
    }

    /// A new task for a place, and the way to it.
    fn door(self: &Arc<Self>, place: &Place) -> Door {
        let (asks, inbox) = mpsc::unbounded_channel();
        let task = tokio::spawn(Room::new(self.clone(), place.clone(), inbox).run());
        let (unheard, full) = (Arc::default(), Arc::default());
        Door { asks, task: task.abort_handle(), unheard, full }
    }

    /// The id of the command that a message is: the same if the message comes again, also after a
    /// restart (C-22).
    pub fn command_id(&self, place: &Place, message: &str, nth: u32) -> CommandId {
        use sha2::{Digest, Sha256};
        let mut hash = Sha256::new();
        for part in [&self.settings.name, &place.to_string(), message, &nth.to_string()] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part.as_bytes());
        }
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hash.finalize()[..16]);
        CommandId(Uuid::from_bytes(bytes))
    }

    /// Where a table is in a browser.
    pub fn link(&self, table: TableId) -> Option<String> {
        self.settings.web.as_ref().map(|web| format!("{web}/t/{table}"))
    }
}

/// How many messages are remembered, so that one that comes again is known.
const REMEMBERED: usize = 4000;

/// A bridge from a platform to the tables.
pub struct Bridge {
    shared: Arc<Shared>,
}

impl Bridge {
    /// The bindings of a bridge, before it is run.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn book(tables: &Tables, name: &str) -> Result<Arc<Book>, StoreError> {
        Book::open(tables.clone(), name).await.map(Arc::new)
    }

    /// A bridge over this platform.
    #[must_use]
    pub fn new(
        settings: Settings,
        tables: Tables,
        book: Arc<Book>,
        platform: Arc<dyn Platform>,
        metrics: Arc<Metrics>,
    ) -> Self {
        let (workers, rooms) = (Workers::default(), Mutex::default());
        let unheard = Arc::default();
        let (guesses, makings) = (Tries::new(GUESSES), Tries::new(MAKINGS));
        let shared = Shared {
            settings,
            tables,
            book,
            platform,
            metrics,
            workers,
            rooms,
            unheard,
            guesses,
            makings,
        };
        Self { shared: Arc::new(shared) }
    }

    /// Carries what comes to the tables, and what happens there back, until nothing more comes.
    pub async fn run(self, mut incoming: mpsc::Receiver<Incoming>) {
        let shared = self.shared;
        let _closing = Closing(shared.clone());
        // What happened while it did not run is told now.
        for place in shared.book.places() {
            shared.tell(&place, Ask::Look);
        }
        let (mut seen, mut order) = (HashSet::new(), VecDeque::new());
        while let Some(incoming) = incoming.recv().await {
            match incoming {
                Incoming::Said(said) => {
                    let key = (said.place.clone(), said.message.clone());
                    if !seen.insert(key.clone()) {
                        shared.metrics.repeated();
                        continue;
                    }
                    order.push_back(key.clone());
                    if order.len() > REMEMBERED
                        && let Some(old) = order.pop_front()
                    {
                        seen.remove(&old);
                    }
                    shared.metrics.heard();
                    if !said.by_bot && !shared.settings.ignored.contains(&said.user) {
                        let (place, user) = (said.place.clone(), said.user.clone());
                        if !shared.bring(&place, Some(&user), |it| Ask::Said(said, it)) {
                            // Sent again, it may be heard.
                            seen.remove(&key);
                        }
                    }
                }
                Incoming::Recalled { place, message, user } => {
                    let recalled = |waiting| Ask::Recalled { message, user, waiting };
                    shared.bring(&place, None, recalled);
                }
                Incoming::Mended(place) => shared.tell(&place, Ask::Mended),
                Incoming::Online(account) => {
                    for place in shared.book.places() {
                        if place.account == account {
                            shared.tell(&place, Ask::Mended);
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c22_what_waits_to_be_heard_is_bounded_and_given_back() {
        let (here, all) = (Arc::default(), Arc::default());
        let mut waiting: Vec<Waiting> = Vec::new();
        waiting.extend((0..2 * UNHEARD.0).filter_map(|_| Waiting::room(&here, &all)));
        assert_eq!(waiting.len(), UNHEARD.0);
        waiting.pop();
        assert!(Waiting::room(&here, &all).is_some(), "heard: there is room again");
        // Many places together have a bound of their own.
        let places: Vec<Arc<AtomicUsize>> = (0..UNHEARD.1).map(|_| Arc::default()).collect();
        let more = places.iter().filter_map(|place| Waiting::room(place, &all)).collect::<Vec<_>>();
        assert_eq!(waiting.len() + more.len(), UNHEARD.1);
    }
}
