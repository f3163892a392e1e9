//! The state that all HTTP handlers share.

use std::fmt;
use std::net::IpAddr;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use export::Workers;
use rules::pack::{CheckedPack, ReadyPack};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};
use table::Tables;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::chat_door::ChatDoors;
use crate::connections::Connections;
use crate::limits::{Limiters, Limits};
use crate::metrics::Metrics;
use crate::wire::{PackCard, QuarantinedPack};

/// What is served: the tables, the rulesets tables can be made with, the settings.
#[derive(Clone)]
pub struct Site(Arc<Inner>);

struct Inner {
    tables: Tables,
    offered: RwLock<Offered>,
    settings: Settings,
    sockets: TaskTracker,
    limiters: Arc<Limiters>,
    connections: Arc<Connections>,
    draining: CancellationToken,
    stopping: CancellationToken,
    metrics: Metrics,
    workers: Workers,
    uploads: Semaphore,
}

/// How many pictures are taken in at once: each is in memory until it is read.
const UPLOADS: usize = 8;

/// What is offered, and what is set aside. It changes when files of rules do (P-63).
#[derive(Clone, Debug, Default)]
struct Offered {
    packs: Arc<Vec<Pack>>,
    quarantined: Arc<Vec<QuarantinedPack>>,
}

/// A ruleset that tables can be made with.
#[derive(Clone, Debug)]
pub struct Pack {
    /// Its card in the list of rulesets.
    pub card: PackCard,
    /// The pack, for new tables.
    pub pack: CheckedPack,
}

/// The settings of a server.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Where people reach the server, as `https://play.example`, if not where it listens.
    pub public_url: Option<String>,
    /// Where other devices of the same network reach the server, as `http://192.168.1.5:8080`.
    /// Empty when it listens on this machine only (B-07).
    pub network_urls: Vec<String>,
    /// What one must know to make a table (B-02).
    pub create_key: Option<String>,
    /// Proxies that say truly where a request comes from (`X-Forwarded-For`).
    pub trusted_proxies: Vec<IpAddr>,
    /// The limits of requests and connections.
    pub limits: Limits,
    /// How long it still serves, saying that it is not ready, after it was told to stop: so long a
    /// load balancer may take to notice (B-71).
    pub drain: Duration,
    /// Numbers of other front doors, for `/metrics`.
    pub more_metrics: MoreMetrics,
    /// Chat programs that run elsewhere.
    pub chat_doors: ChatDoors,
}

/// Numbers of other front doors, as Prometheus reads them.
#[derive(Clone, Default)]
pub struct MoreMetrics(Option<Arc<dyn Fn() -> String + Send + Sync>>);

impl MoreMetrics {
    /// What this gives is put after the server's own.
    #[must_use]
    pub fn new(text: impl Fn() -> String + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(text)))
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> String {
        self.0.as_ref().map(|text| text()).unwrap_or_default()
    }
}

impl fmt::Debug for MoreMetrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MoreMetrics")
    }
}

impl Site {
    /// A site of these tables.
    #[must_use]
    pub fn new(tables: Tables, packs: Vec<Pack>, settings: Settings) -> Self {
        let limiters = Arc::new(Limiters::new(settings.limits));
        let Limits { connections: each, all_connections: all, .. } = settings.limits;
        Self(Arc::new(Inner {
            tables,
            offered: RwLock::new(Offered { packs: Arc::new(packs), ..Offered::default() }),
            settings,
            sockets: TaskTracker::new(),
            limiters,
            connections: Arc::new(Connections::new(each, all)),
            draining: CancellationToken::new(),
            stopping: CancellationToken::new(),
            metrics: Metrics::default(),
            workers: Workers::default(),
            uploads: Semaphore::new(UPLOADS),
        }))
    }

    /// The tables.
    #[must_use]
    pub fn tables(&self) -> &Tables {
        &self.0.tables
    }

    /// The rulesets.
    #[must_use]
    pub fn packs(&self) -> Arc<Vec<Pack>> {
        self.offered().packs
    }

    /// The chat programs that are let in.
    pub(crate) fn chat_doors(&self) -> &ChatDoors {
        &self.0.settings.chat_doors
    }

    /// The rulesets that are not offered.
    pub(crate) fn quarantined(&self) -> Arc<Vec<QuarantinedPack>> {
        self.offered().quarantined
    }

    fn offered(&self) -> Offered {
        self.0.offered.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What is offered from now on, and what is not, and why (P-71). Tables keep what they play by.
    pub fn offer(&self, packs: Vec<Pack>, quarantined: Vec<QuarantinedPack>) {
        let offered = Offered { packs: Arc::new(packs), quarantined: Arc::new(quarantined) };
        *self.0.offered.write().unwrap_or_else(PoisonError::into_inner) = offered;
    }

    /// Everyone connected; waited for when the server stops.
    pub(crate) fn sockets(&self) -> &TaskTracker {
        &self.0.sockets
    }

    /// The rate limiters.
    pub(crate) fn limiters(&self) -> &Arc<Limiters> {
        &self.0.limiters
    }

    /// Everyone who has a connection, by whatever protocol.
    pub(crate) fn connections(&self) -> &Arc<Connections> {
        &self.0.connections
    }

    /// Says to whoever asks that nobody is to be sent here any more; how long that is to be said
    /// before the server stops.
    pub(crate) fn drain(&self) -> Duration {
        self.0.draining.cancel();
        self.0.settings.drain
    }

    /// Whether nobody is to be sent here any more.
    pub(crate) fn is_draining(&self) -> bool {
        self.0.draining.is_cancelled()
    }

    /// Set when the server stops.
    pub(crate) fn stopping(&self) -> &CancellationToken {
        &self.0.stopping
    }

    /// The metrics.
    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// The metrics of other front doors.
    pub(crate) fn more_metrics(&self) -> &MoreMetrics {
        &self.0.settings.more_metrics
    }

    /// The workers for what takes long, shared by all tables.
    pub(crate) fn workers(&self) -> &Workers {
        &self.0.workers
    }

    /// Waits until another picture may be taken in; one may until what is returned is dropped.
    pub(crate) async fn upload_place(&self) -> Option<SemaphorePermit<'_>> {
        // It is never closed.
        self.0.uploads.acquire().await.ok()
    }

    pub(crate) fn trusted_proxies(&self) -> &[IpAddr] {
        &self.0.settings.trusted_proxies
    }

    pub(crate) fn public_url(&self) -> Option<&str> {
        self.0.settings.public_url.as_deref()
    }

    pub(crate) fn network_urls(&self) -> &[String] {
        &self.0.settings.network_urls
    }

    /// Whether the server is reached by TLS, so that cookies must be `Secure`.
    pub(crate) fn is_secure(&self) -> bool {
        self.public_url().is_some_and(|url| url.starts_with("https://"))
    }

    /// Whether `key` allows making tables (B-02).
    pub(crate) fn may_create(&self, key: Option<&str>) -> bool {
        // Hashes are compared, so that the time it takes reveals nothing about the key.
        let hash = |text: &str| Sha256::digest(text.as_bytes());
        match &self.0.settings.create_key {
            Some(asked) => key.is_some_and(|key| hash(key) == hash(asked)),
            None => true,
        }
    }
}

impl Pack {
    /// The rulesets that come with the program.
    #[must_use]
    pub fn shipped() -> Vec<Self> {
        rules::pack::shipped().into_iter().map(Self::from).collect()
    }
}

impl From<ReadyPack> for Pack {
    fn from(ReadyPack { id, name, blurb, dice, pack }: ReadyPack) -> Self {
        let family = pack.get("family").and_then(Json::as_str).unwrap_or_default().to_owned();
        let settings =
            rules::AnyGame::begin(&pack).map_or_else(|_| Vec::new(), |game| game.settings());
        let choices = rules::pack::choices(&pack);
        Self { card: PackCard { id, family, name, blurb, dice, settings, choices }, pack }
    }
}

impl fmt::Debug for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Site")
    }
}
