//! The actor of one table: handles requests in order, appends records, broadcasts frames.

use std::collections::{HashMap, HashSet};
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use rules::{Id, Refusal, message};
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::campaign::{Campaign, Preview};
use crate::contain::{contained, contained_wait, failed};
use crate::deciding::sent_away;
use crate::event::Rewind;
use crate::hint::{Here, NodeId};
use crate::nodes::{Known, Nodes};
use crate::packs::Packs;
use crate::part::PresencePart;
use crate::request::Request;
use crate::secret::Secret;
use crate::store::{Store, StoreError};
use crate::text;
use crate::watchers::{Before, GameChanges, Watchers};
use crate::world::{NoEntropy, World};
use crate::{CommandId, Event, Farewell, Record, TableEvent, TableId};

/// The actor of one table.
pub(crate) struct Actor {
    pub id: TableId,
    pub store: Arc<dyn Store>,
    pub world: World,
    pub packs: Arc<Packs>,
    /// The table; none until its log is read.
    pub campaign: Option<Campaign>,
    /// Whether the log may hold more than the campaign: after a failed write or a conflict.
    pub behind: bool,
    /// Tokens of links made since the log was read: the log has only their hashes.
    pub tokens: HashMap<CommandId, String>,
    /// Commands that were kept and taken back at once, because the program failed on what they led
    /// to.
    pub taken_back: HashSet<CommandId>,
    pub watchers: Watchers,
    /// The way to other nodes, if the store is shared with them.
    pub nodes: Option<Nodes>,
    /// With which record the log ends here, for whoever looks whether it has grown.
    pub known: Known,
    /// Who is here and who is typing, as the other nodes were told.
    sent_presence: PresencePart,
}

/// After so long without a request, caches are dropped.
const QUIET: Duration = Duration::from_secs(20);
/// How often a command is decided again because another server was quicker.
pub(crate) const AGAIN: usize = 20;

impl Actor {
    pub fn new(id: TableId, store: Arc<dyn Store>, world: World, packs: Arc<Packs>) -> Self {
        Self {
            id,
            store,
            world,
            packs,
            campaign: None,
            behind: false,
            tokens: HashMap::new(),
            taken_back: HashSet::new(),
            watchers: Watchers::default(),
            nodes: None,
            known: Known::default(),
            sent_presence: PresencePart::default(),
        }
    }

    /// Handles requests until nobody holds the table any more.
    pub async fn run(mut self, mut mailbox: mpsc::Receiver<Request>) {
        loop {
            let request = match timeout(QUIET, mailbox.recv()).await {
                Ok(request) => request,
                Err(_) => {
                    self.drop_caches();
                    mailbox.recv().await
                }
            };
            let Some(request) = request else {
                return;
            };
            if contained_wait(request(&mut self)).await.is_none() {
                // Nothing in memory can be trusted; the log can.
                self.campaign = None;
                self.watchers.farewell(Farewell::Rewritten);
            }
            self.known.set(self.campaign.as_ref().map_or(0, |campaign| campaign.room.seq));
            self.tell_presence(false);
        }
    }

    /// Drops what is only kept for speed.
    fn drop_caches(&mut self) {
        self.watchers.drop_caches();
        if let Some(campaign) = &mut self.campaign {
            campaign.lines.shrink();
        }
    }

    /// Refuses a device that was sent away while its request waited (B-02).
    pub async fn admit(&mut self, device: Option<Id>) -> Result<(), Refusal> {
        match device {
            Some(device) if !self.knows(device).await => Err(sent_away()),
            Some(_) | None => Ok(()),
        }
    }

    async fn knows(&mut self, device: Id) -> bool {
        let known =
            |campaign: &Campaign| campaign.room.devices.values().any(|known| known.id == device);
        self.look_for(known).await;
        // A log that cannot be read says so by itself.
        self.ready().await.map_or(true, known)
    }

    /// The table, its log read. Reads are served even when it cannot be brought up to date, unless
    /// other nodes may have gone on with it.
    pub async fn ready(&mut self) -> Result<&Campaign, Refusal> {
        let shared = self.nodes.as_ref();
        if shared.is_some_and(Nodes::is_away) {
            return Err(unreachable());
        }
        let stale = shared.is_some_and(|nodes| self.behind || !nodes.is_live());
        if stale && self.campaign.is_some() {
            self.catch_up().await?;
        }
        if self.campaign.is_none() {
            let records = self.store.load(self.id, 0).await;
            let records = records.map_err(|fault| match (&self.nodes, &fault) {
                (Some(_), StoreError::Io(_)) => unreachable(),
                (Some(_) | None, _) => not_read(&fault),
            })?;
            if records.is_empty() {
                return Err(Refusal::new("B-02", message!("table-no-such-table")));
            }
            // A long log takes a while to fold: not on a thread that other tables wait for.
            let (id, packs) = (self.id, self.packs.clone());
            let folding = spawn_blocking(move || Campaign::load(id, &records, &packs));
            let campaign = match folding.await {
                Ok(campaign) => campaign.map_err(|fault| text::refuse_log(fault.to_message()))?,
                Err(fault) if fault.is_panic() => std::panic::resume_unwind(fault.into_panic()),
                Err(_) => return Err(Refusal::new("B-40", message!("table-closed"))),
            };
            self.campaign = Some(campaign);
        }
        let campaign = self.campaign.as_ref();
        campaign.ok_or_else(|| Refusal::new("B-02", message!("table-no-such-table")))
    }

    /// The table, up to date with its log.
    pub async fn current(&mut self) -> Result<&Campaign, Refusal> {
        self.ready().await?;
        if self.behind {
            self.catch_up().await?;
        }
        self.campaign.as_ref().ok_or_else(sent_away)
    }

    /// Reads the log again if something is not known here: another process may have written it.
    pub async fn look_for(&mut self, known: impl Fn(&Campaign) -> bool) {
        if self.campaign.as_ref().is_some_and(|campaign| !known(campaign)) {
            self.behind = true;
            // If the log cannot be read now, what is in memory has to do.
            let _ = self.current().await;
        }
    }

    /// Reads what the log holds beyond the campaign.
    async fn catch_up(&mut self) -> Result<(), Refusal> {
        let Some(campaign) = &mut self.campaign else {
            return Ok(());
        };
        let records = self.store.load(self.id, campaign.room.seq).await;
        let records = records.map_err(|fault| match (&self.nodes, &fault) {
            (Some(_), StoreError::Io(_)) => unreachable(),
            (Some(_) | None, _) => not_kept(&fault),
        })?;
        for record in records {
            let read = campaign.read(&record);
            let read = read.map_err(|fault| text::refuse_log(fault.to_message()))?;
            let before = self.watchers.before(campaign, &record);
            campaign.apply(&record, read, None);
            if contained(|| self.watchers.broadcast_record(campaign, &record, &before, None))
                .is_none()
            {
                self.watchers.farewell(Farewell::Rewritten);
            }
        }
        self.behind = false;
        Ok(())
    }

    /// Decides, appends the record, applies it and broadcasts it.
    pub async fn keep<T>(
        &mut self,
        decide: impl Fn(&Campaign) -> Result<(Record, T), Refusal>,
    ) -> Result<(Record, T), Refusal> {
        for round in 0..AGAIN {
            let campaign = match self.current().await {
                // The place that is taken may be taken by this very record: the store had kept it
                // without an answer. Only the log can tell.
                Err(refusal) if round > 0 => return Err(unsure(&refusal)),
                campaign => campaign?,
            };
            let (record, also) = contained(|| decide(campaign)).ok_or_else(failed)??;
            let read = campaign.read(&record);
            let read = read.map_err(|fault| text::refuse_log(fault.to_message()))?;
            let after = contained(|| campaign.preview(&record, &read)).ok_or_else(failed)?;
            let (kept, preview) = self.append(&record, &after).await;
            match kept {
                Ok(()) => {
                    let Some(campaign) = &mut self.campaign else {
                        return Ok((record, also));
                    };
                    campaign.apply(&record, read, Some(after));
                    let sent = preview.and_then(|(before, changes)| {
                        contained(|| {
                            self.watchers.broadcast_record(campaign, &record, &before, changes)
                        })
                    });
                    if sent.is_none() {
                        self.take_back(&record).await;
                        return Err(failed());
                    }
                    return Ok((record, also));
                }
                Err(fault) => {
                    self.behind = true;
                    if !matches!(fault, StoreError::Conflict) {
                        // It may have been kept all the same: the log is read before anything else is decided.
                        return Err(not_kept(&fault));
                    }
                }
            }
        }
        Err(not_kept(&StoreError::Conflict))
    }

    /// Takes back a record that led to a game the program fails to show: a rewind puts the game back
    /// as it was. Everyone reloads the table.
    async fn take_back(&mut self, record: &Record) {
        self.taken_back.extend(record.command);
        let touches = |event: &Event| matches!(event, Event::Game(_));
        if let Some(campaign) = &mut self.campaign
            && record.events.iter().any(touches)
        {
            let to = record.seq - 1;
            let back = TableEvent::Rewound { why: Rewind::Undo, to, carried: Vec::new() };
            let back = campaign.by_itself(record.at, vec![back]);
            match (self.store.append(self.id, &back).await, campaign.read(&back)) {
                (Ok(()), Ok(read)) => campaign.apply(&back, read, None),
                // The log is read before anything else is decided.
                _ => self.behind = true,
            }
        }
        self.watchers.farewell(Farewell::Rewritten);
    }

    /// Appends a record; meanwhile computes what will change for the watchers. There is no preview if
    /// the program fails on it.
    async fn append(
        &mut self,
        record: &Record,
        after: &Preview,
    ) -> (Result<(), StoreError>, Option<(Before, Option<GameChanges>)>) {
        let mut appending = pin!(self.store.append(self.id, record));
        let begun = poll_fn(|context| Poll::Ready(appending.as_mut().poll(context))).await;
        let campaign = self.campaign.as_ref();
        let preview = campaign
            .and_then(|campaign| contained(|| self.watchers.preview(campaign, record, after)));
        let kept = match begun {
            Poll::Ready(kept) => kept,
            Poll::Pending => appending.await,
        };
        (kept, preview)
    }

    /// Another node has gone on with the log. A table that nobody watches need not read on before
    /// somebody asks.
    pub async fn grown(&mut self, seq: u64) {
        let known = self.campaign.as_ref().map(|campaign| campaign.room.seq);
        if known.is_some_and(|known| known < seq) {
            self.behind = true;
            if self.watchers.is_watched() {
                // If the log cannot be read now, the next look at it will.
                let _ = self.current().await;
            }
        }
    }

    /// Hears who is here by way of another node.
    pub fn elsewhere(&mut self, here: Here) {
        let ask = here.ask;
        self.watchers.elsewhere.hear(here);
        self.show_presence();
        if ask && !self.sent_presence.here.is_empty() {
            self.tell_presence(true);
        }
    }

    /// Those who were with a node that is gone are gone too.
    pub fn node_gone(&mut self, node: NodeId) {
        self.watchers.elsewhere.forget(node);
        self.show_presence();
    }

    /// Tells the other nodes again who is here, and forgets what they said long ago.
    pub fn refresh_presence(&mut self) {
        self.watchers.elsewhere.age();
        self.show_presence();
        if !self.sent_presence.here.is_empty() {
            self.tell_presence(true);
        }
    }

    fn show_presence(&mut self) {
        if let Some(campaign) = &self.campaign {
            self.watchers.broadcast_presence(campaign, None);
        }
    }

    /// Tells the other nodes who is here, if that has changed or they are to hear it again.
    fn tell_presence(&mut self, again: bool) {
        let Some(nodes) = &self.nodes else {
            return;
        };
        let now = self.watchers.own_presence();
        if again || now != self.sent_presence {
            // Whoever is the first here does not know who is elsewhere.
            let ask = self.sent_presence.here.is_empty() && !now.here.is_empty();
            nodes.tell(self.id, now.here.clone(), now.typing.clone(), ask);
            self.sent_presence = now;
        }
    }

    /// The store cannot be reached: everyone is to come back elsewhere, or later.
    pub fn unreachable(&mut self) {
        self.watchers.farewell(Farewell::Unreachable);
    }

    pub fn fresh(&self) -> Result<Secret, Refusal> {
        self.world.bytes().map(Secret).map_err(no_entropy)
    }

    /// Ends a session nobody has touched for twelve hours.
    pub async fn end_idle_session(&mut self) -> Result<(), Refusal> {
        let (now, fresh) = (self.world.clock.now(), self.fresh()?);
        if self.current().await?.idle(now, fresh).is_some() {
            let awake = || Refusal::new("B-04", message!("table-no-session"));
            let decide = |campaign: &Campaign| {
                let record = campaign.idle(now, fresh).ok_or_else(awake)?;
                Ok((record, ()))
            };
            // Another server may just have ended it.
            if let Err(refusal) = self.keep(decide).await
                && refusal != awake()
            {
                return Err(refusal);
            }
        }
        Ok(())
    }
}

pub(crate) fn no_entropy(fault: NoEntropy) -> Refusal {
    Refusal::new("B-11", message!("table-not-kept", fault = fault.to_message()))
}

/// Nothing was acknowledged, so nothing was promised.
pub(crate) fn not_kept(fault: &StoreError) -> Refusal {
    if let StoreError::Unsure(fault) = fault {
        return Refusal::new("B-11", message!("table-unsure", fault = fault))
            .instead(message!("table-try-again"));
    }
    Refusal::new("B-11", message!("table-not-kept", fault = fault.to_message()))
        .instead(message!("table-try-again"))
}

/// What was sent may have been kept, and the log could not be read to find out.
fn unsure(why: &Refusal) -> Refusal {
    Refusal::new("B-11", message!("table-unsure", fault = why.what.clone()))
        .instead(message!("table-try-again"))
}

/// The database that is shared with other nodes cannot be reached: what is in memory may be old.
pub(crate) fn unreachable() -> Refusal {
    Refusal::new("B-71", message!("table-unreachable")).instead(message!("table-try-again"))
}

/// Whether a refusal is for want of the database: the same may be accepted in a moment, or by
/// another node.
#[must_use]
pub fn is_unavailable(refusal: &Refusal) -> bool {
    refusal.what.id == "table-unreachable" || is_unsure(refusal)
}

/// Whether what was refused may have been kept all the same: only sending it again, under the same
/// id, tells (B-11).
#[must_use]
pub fn is_unsure(refusal: &Refusal) -> bool {
    refusal.what.id == "table-unsure"
}

pub(crate) fn not_read(fault: &StoreError) -> Refusal {
    Refusal::new("B-77", message!("table-log-unreadable", fault = fault.to_message()))
}
