//! All tables of a server, opened on demand.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;
use rules::pack::CheckedPack;
use rules::{Refusal, SeatId, message};
use tokio::sync::mpsc;

use crate::actor::{self, Actor};
use crate::campaign::Campaign;
use crate::packs::{self, Packs};
use crate::record::opening;
use crate::request::Request;
use crate::secret::Secret;
use crate::store::{Store, Stored};
use crate::text;
use crate::{Record, TableHandle, TableId, Token, World};

/// All tables kept in one store.
#[derive(Clone)]
pub struct Tables {
    shared: Arc<Shared>,
}

struct Shared {
    store: Arc<dyn Store>,
    world: World,
    packs: Arc<Packs>,
    open: Mutex<Open>,
}

/// Tables in memory. The most recent ones are held a little longer than anyone needs them, so that
/// single requests do not read a log each time.
#[derive(Default)]
struct Open {
    mailboxes: HashMap<TableId, mpsc::WeakSender<Request>>,
    recent: VecDeque<TableHandle>,
}

/// How many tables are held beyond their use.
const RECENT: usize = 64;

/// How many requests may wait for a table.
const MAILBOX: usize = 256;

/// What a new table is to be.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// What it is called.
    pub title: String,
    /// The language of its exports: `zh-Hans`, `zh-Hant`, `en`.
    pub language: String,
    /// The time zone of its exports, as `Asia/Shanghai`.
    pub time_zone: String,
    /// The pack.
    pub pack: CheckedPack,
    /// The name of the first host's seat.
    pub host: String,
}

/// A table was made.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The table.
    pub table: TableHandle,
    /// The host's seat.
    pub host: SeatId,
    /// The host's personal link: `/t/<table id>#<token>`.
    pub link: Token,
}

impl Tables {
    /// The tables of `store`.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, world: World) -> Self {
        Self {
            shared: Arc::new(Shared {
                store,
                world,
                packs: Arc::default(),
                open: Mutex::default(),
            }),
        }
    }

    /// Makes a table with one seat, the host's, and begins its first session.
    ///
    /// # Errors
    /// When title, language, time zone, name or pack are not fit, or the store fails.
    pub async fn open(&self, new: NewTable) -> Result<Opened, Refusal> {
        let game = self.shared.packs.begin(&new.pack);
        let game = game.map_err(|fault| text::refuse_pack(fault.to_message()))?;
        let world = &self.shared.world;
        let fresh = || world.bytes().map(Secret).map_err(actor::no_entropy);
        let (now, key, fresh) = (world.clock.now(), fresh()?, fresh()?);
        let id = new_id(now, fresh);
        let (record, host, link) = Campaign::first(&new, &game, now, key, fresh)?;
        let kept = self.shared.store.create(id, &[record]).await;
        kept.map_err(|fault| actor::not_kept(&fault))?;
        let table = self.table(id).await?;
        Ok(Opened { table, host, link })
    }

    /// The handle to a table.
    ///
    /// # Errors
    /// When there is none of that id, or its log cannot be read.
    pub async fn table(&self, id: TableId) -> Result<TableHandle, Refusal> {
        let handle = self.handle(id);
        handle.ask_as_anyone(|actor| Box::pin(actor.open())).await?;
        let mut open = self.open_tables();
        open.recent.retain(|recent| recent.id != id);
        open.recent.push_back(handle.clone());
        if open.recent.len() > RECENT {
            open.recent.pop_front();
        }
        Ok(handle)
    }

    /// All tables.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn list(&self) -> Result<Vec<Stored>, Refusal> {
        let listed = self.shared.store.list().await;
        listed.map_err(|fault| actor::not_read(&fault))
    }

    /// Erases a table (B-76); whether there was one. Everyone at it is disconnected.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn delete(&self, id: TableId) -> Result<bool, Refusal> {
        let handle = self.handle(id);
        let deleted = handle.ask_as_anyone(|actor| Box::pin(actor.delete())).await?;
        let mut open = self.open_tables();
        open.recent.retain(|recent| recent.id != id);
        open.mailboxes.remove(&id);
        Ok(deleted)
    }

    /// Puts an exported table into this store under a new id, and begins a new session (B-50).
    ///
    /// # Errors
    /// When its pack is not fit, the log cannot be read or the store fails.
    pub async fn import(&self, records: &[Record]) -> Result<TableHandle, Refusal> {
        let world = &self.shared.world;
        let now = world.clock.now();
        let fresh = Secret(world.bytes().map_err(actor::no_entropy)?);
        let id = new_id(now, fresh);
        if let Some(opened) = opening(records) {
            packs::check(opened.pack).map_err(|faults| {
                Refusal::new("B-60", message!("table-pack-bad", faults = faults))
            })?;
        }
        let campaign = Campaign::load(id, records, &self.shared.packs)
            .map_err(|fault| text::refuse_log(fault.to_message()))?;
        if let Some(fault) = campaign.fault {
            return Err(text::refuse_log(fault));
        }
        let next = campaign.imported(now, fresh);
        let records: Vec<Record> = records.iter().cloned().chain([next]).collect();
        let kept = self.shared.store.create(id, &records).await;
        kept.map_err(|fault| actor::not_kept(&fault))?;
        self.table(id).await
    }

    /// Has a table read its log again, which another process has rewritten or erased.
    pub async fn rewritten(&self, id: TableId) {
        let known = self.open_tables().mailboxes.get(&id).and_then(mpsc::WeakSender::upgrade);
        if let Some(mailbox) = known {
            // A table that has just gone has nothing in memory that could be wrong.
            let _ = mailbox.send(Box::new(|actor| Box::pin(actor.reload()))).await;
        }
    }

    /// Disconnects everyone at every table, before the server stops.
    pub async fn stop(&self) {
        let handles: Vec<TableHandle> = {
            let mut open = self.open_tables();
            open.recent.clear();
            open.mailboxes
                .drain()
                .filter_map(|(id, mailbox)| {
                    let mailbox = mailbox.upgrade()?;
                    Some(TableHandle { id, mailbox, device: None })
                })
                .collect()
        };
        for handle in handles {
            // A table that is already gone has nobody to disconnect.
            let _ = handle.ask_as_anyone(|actor| Box::pin(actor.stop())).await;
        }
    }

    fn handle(&self, id: TableId) -> TableHandle {
        let mut open = self.open_tables();
        let known = open.mailboxes.get(&id);
        // A table whose task has failed is opened anew: its log is whole.
        let known = known.and_then(mpsc::WeakSender::upgrade);
        if let Some(mailbox) = known.filter(|mailbox| !mailbox.is_closed()) {
            return TableHandle { id, mailbox, device: None };
        }
        let (mailbox, requests) = mpsc::channel(MAILBOX);
        open.mailboxes.retain(|_, mailbox| mailbox.strong_count() > 0);
        open.mailboxes.insert(id, mailbox.downgrade());
        let shared = &self.shared;
        let actor =
            Actor::new(id, shared.store.clone(), shared.world.clone(), shared.packs.clone());
        tokio::spawn(actor.run(requests));
        TableHandle { id, mailbox, device: None }
    }

    fn open_tables(&self) -> MutexGuard<'_, Open> {
        // The map is whole between any two of its calls, so a panic elsewhere leaves it usable.
        let open = self.shared.open.lock();
        open.unwrap_or_else(PoisonError::into_inner)
    }
}

/// A new table's id: its time, so that tables sort by age, and randomness.
fn new_id(now: Timestamp, fresh: Secret) -> TableId {
    let time = u64::try_from(now.as_millisecond()).unwrap_or(0);
    let random: [u8; 10] = fresh.mac(&[b"table"])[..10].try_into().expect("ten bytes");
    TableId(uuid::Builder::from_unix_timestamp_millis(time, &random).into_uuid())
}

impl std::fmt::Debug for Tables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tables")
    }
}
