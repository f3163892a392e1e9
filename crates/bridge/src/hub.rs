//! One bridge: what comes from a platform goes to the task of its place.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
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

/// The way to the task of a place.
struct Door {
    asks: mpsc::UnboundedSender<Ask>,
    task: AbortHandle,
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
    Said(Said),
    /// Somebody took it back.
    Recalled { message: String, user: Option<String> },
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
        let (asks, inbox) = mpsc::unbounded_channel();
        let _ = asks.send(ask);
        let task = tokio::spawn(Room::new(self.clone(), place.clone(), inbox).run());
        rooms.insert(place.clone(), Door { asks, task: task.abort_handle() });
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
        let (guesses, makings) = (Tries::new(GUESSES), Tries::new(MAKINGS));
        let shared =
            Shared { settings, tables, book, platform, metrics, workers, rooms, guesses, makings };
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
                    order.push_back(key);
                    if order.len() > REMEMBERED
                        && let Some(old) = order.pop_front()
                    {
                        seen.remove(&old);
                    }
                    shared.metrics.heard();
                    if !said.by_bot && !shared.settings.ignored.contains(&said.user) {
                        let place = said.place.clone();
                        shared.tell(&place, Ask::Said(said));
                    }
                }
                Incoming::Recalled { place, message, user } => {
                    shared.tell(&place, Ask::Recalled { message, user });
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
