//! All tables of a server, opened on demand.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use jiff::Timestamp;
use rules::pack::{CheckedPack, ReadyPack};
use rules::{Refusal, SeatId, message};
use serde_json::Value as Json;
use tokio::sync::mpsc;
use tokio::time::timeout;
use uuid::Uuid;

use crate::actor::{self, Actor};
use crate::campaign::Campaign;
use crate::code::{self, Redeemed};
use crate::hint::{Hints, NodeId};
use crate::nodes::{Follower, Known, Nodes};
use crate::packs::{self, Packs};
use crate::record::opening;
use crate::request::{Handling, Request};
use crate::secret::Secret;
use crate::store::{Note, Store, StoreError, Stored};
use crate::text;
use crate::{Event, PackSource, PictureHash, Record, TableHandle, TableId, Token, World};

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
    /// The way to other nodes, if the store is shared with them.
    nodes: Option<Nodes>,
}

/// Tables that may be gone.
pub(crate) struct WeakTables(Weak<Shared>);

impl WeakTables {
    pub fn upgrade(&self) -> Option<Tables> {
        self.0.upgrade().map(|shared| Tables { shared })
    }
}

/// Tables in memory. The most recent ones are held a little longer than anyone needs them, so that
/// single requests do not read a log each time.
#[derive(Default)]
struct Open {
    mailboxes: HashMap<TableId, Mailbox>,
    recent: VecDeque<TableHandle>,
}

/// The way to an open table.
struct Mailbox {
    requests: mpsc::WeakSender<Request>,
    known: Known,
}

/// How many tables are held beyond their use.
const RECENT: usize = 64;

/// How long the store may take to say that it is there.
const PROBE: Duration = Duration::from_secs(2);

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
        let (packs, open) = (Arc::default(), Mutex::default());
        Self { shared: Arc::new(Shared { store, world, packs, open, nodes: None }) }
    }

    /// The tables of a `store` that other nodes use too (B-71). What they write is heard of by hints,
    /// and looked for from time to time.
    #[must_use]
    pub fn among(store: Arc<dyn Store>, world: World, node: NodeId, hints: Hints) -> Self {
        let nodes = Nodes::new(node, hints.tell);
        let (packs, open) = (Arc::default(), Mutex::default());
        let shared = Shared { store, world, packs, open, nodes: Some(nodes.clone()) };
        let tables = Self { shared: Arc::new(shared) };
        let weak = WeakTables(Arc::downgrade(&tables.shared));
        let follower = Follower::new(weak, tables.shared.store.clone(), nodes);
        tokio::spawn(follower.run(hints.news));
        tables
    }

    /// What rules tables can be moved to from now on (P-80): those of the server, where they are
    /// made with them too.
    pub fn offer(&self, packs: Vec<ReadyPack>) {
        self.shared.packs.offer(packs);
    }

    /// The rules a host speaks of, read and checked (P-71).
    ///
    /// # Errors
    /// When there are none of that id, or everything that is wrong with the text.
    pub fn resolve_pack(&self, source: &PackSource) -> Result<CheckedPack, Refusal> {
        self.shared.packs.resolve(source, None)
    }

    /// Whether the store can be reached now.
    pub async fn is_reachable(&self) -> bool {
        // There is no table of this id; that much the store must be able to say.
        let asked = self.shared.store.load(TableId(Uuid::nil()), 0);
        matches!(timeout(PROBE, asked).await, Ok(Ok(_)))
    }

    /// Makes a table with one seat, the host's, and begins its first session.
    ///
    /// # Errors
    /// When title, language, time zone, name or pack are not fit, or the store fails.
    pub async fn open(&self, new: NewTable) -> Result<Opened, Refusal> {
        self.open_with(new, &[]).await
    }

    /// As [`Tables::open`], with what its host decides from the start: commands as in
    /// [`rules::AnyGame::settings`]. They can be sent again later, and undone.
    ///
    /// # Errors
    /// Also when one of the settings is none, or is refused; then there is no table.
    pub async fn open_with(&self, new: NewTable, settings: &[Json]) -> Result<Opened, Refusal> {
        let game = self.shared.packs.begin(&new.pack);
        let game = game.map_err(|fault| text::refuse_pack(fault.to_message()))?;
        let world = &self.shared.world;
        let fresh = || world.bytes().map(Secret).map_err(actor::no_entropy);
        let (now, key, fresh) = (world.clock.now(), fresh()?, fresh()?);
        let id = new_id(now, fresh);
        let (record, host, link) = Campaign::first(&new, &game, now, key, fresh)?;
        let mut records = vec![record];
        let set = game.set(host, settings)?;
        if !set.is_empty() {
            let events = set.into_iter().map(Event::Game).collect();
            // A record of its own: the first does nothing to the game, so that this can be undone.
            records.push(Record { seq: 2, at: now, by: Some(host), command: None, events });
        }
        let kept = self.shared.store.create(id, &records).await;
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

    /// Uses a one-time code up (C-23), for a group or for a person. One that is for the other stays
    /// good.
    ///
    /// # Errors
    /// When it is wrong, old, used or for the other, or the store fails.
    pub async fn redeem(&self, code: &str, of_group: bool) -> Result<Redeemed, Refusal> {
        code::redeem(&*self.shared.store, &self.shared.world, code, of_group).await
    }

    /// What a front door keeps beside the tables: all notes of a space.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn notes(&self, space: &str) -> Result<Vec<Note>, StoreError> {
        self.shared.store.notes(Some(space)).await
    }

    /// Keeps a note, in the place of one of the same space and name.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn keep_note(&self, note: &Note) -> Result<(), StoreError> {
        self.shared.store.keep_note(note).await
    }

    /// Takes a note away; what it was.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn take_note(&self, space: &str, name: &str) -> Result<Option<Note>, StoreError> {
        self.shared.store.take_note(space, name).await
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
        self.import_with(records, &BTreeMap::new()).await
    }

    /// The same with the bytes of its pictures. What is not a picture of the log is left out.
    ///
    /// # Errors
    /// As [`Tables::import`].
    pub async fn import_with(
        &self,
        records: &[Record],
        pictures: &BTreeMap<PictureHash, Vec<u8>>,
    ) -> Result<TableHandle, Refusal> {
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
        let wanted = campaign.room.picture_files();
        let next = campaign.imported(now, fresh);
        let records: Vec<Record> = records.iter().cloned().chain([next]).collect();
        for (hash, bytes) in pictures.iter().filter(|(hash, _)| wanted.contains_key(hash)) {
            let kept = self.shared.store.keep_picture(id, *hash, bytes).await;
            kept.map_err(|fault| actor::not_kept(&fault))?;
        }
        let kept = self.shared.store.create(id, &records).await;
        kept.map_err(|fault| actor::not_kept(&fault))?;
        self.table(id).await
    }

    /// Has a table read its log again, which another process has rewritten or erased.
    pub async fn rewritten(&self, id: TableId) {
        let known =
            self.open_tables().mailboxes.get(&id).and_then(|known| known.requests.upgrade());
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
                    let mailbox = mailbox.requests.upgrade()?;
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
        let known = known.and_then(|known| known.requests.upgrade());
        if let Some(mailbox) = known.filter(|mailbox| !mailbox.is_closed()) {
            return TableHandle { id, mailbox, device: None };
        }
        let (mailbox, requests) = mpsc::channel(MAILBOX);
        open.mailboxes.retain(|_, mailbox| mailbox.requests.strong_count() > 0);
        let known = Known::default();
        open.mailboxes.insert(id, Mailbox { requests: mailbox.downgrade(), known: known.clone() });
        let shared = &self.shared;
        let mut actor =
            Actor::new(id, shared.store.clone(), shared.world.clone(), shared.packs.clone());
        actor.nodes = shared.nodes.clone();
        actor.known = known;
        tokio::spawn(actor.run(requests));
        TableHandle { id, mailbox, device: None }
    }

    /// Hears that a table's log has grown. It is a hint, so a table with a full mailbox need not hear
    /// it: the next look finds the same.
    pub(crate) fn grown(&self, id: TableId, seq: u64) {
        let behind = self.open_tables().mailboxes.get(&id).is_some_and(|it| it.known.get() < seq);
        if behind {
            self.ask(id, move |actor| Box::pin(actor.grown(seq)));
        }
    }

    /// Has a table do something if it is open and has room in its mailbox.
    pub(crate) fn ask(
        &self,
        id: TableId,
        handler: impl for<'a> FnOnce(&'a mut Actor) -> Handling<'a, ()> + Send + 'static,
    ) {
        let known =
            self.open_tables().mailboxes.get(&id).and_then(|known| known.requests.upgrade());
        if let Some(mailbox) = known {
            let _ = mailbox.try_send(Box::new(handler));
        }
    }

    /// Has every open table do something, if it has room in its mailbox.
    pub(crate) fn ask_all(
        &self,
        handler: impl for<'a> FnOnce(&'a mut Actor) -> Handling<'a, ()> + Clone + Send + 'static,
    ) {
        let open: Vec<TableId> = self.open_tables().mailboxes.keys().copied().collect();
        for id in open {
            self.ask(id, handler.clone());
        }
    }

    /// The open tables, and with which record the log of each ends as it is known here.
    pub(crate) fn known(&self) -> Vec<(TableId, u64)> {
        let open = self.open_tables();
        let known = open.mailboxes.iter().map(|(id, mailbox)| (*id, mailbox.known.get()));
        known.filter(|(_, seq)| *seq > 0).collect()
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
