//! What is served.

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;

use export::Workers;
use rules::pack::{CheckedPack, ReadyPack};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};
use table::Tables;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::connections::Connections;
use crate::limits::{Gate, Limits};
use crate::metrics::Metrics;
use crate::wire::{PackCard, QuarantinedPack};

/// What is served: the tables, the rulesets tables can be made with, the settings.
#[derive(Clone)]
pub struct Site(Arc<Inner>);

struct Inner {
    tables: Tables,
    packs: Vec<Pack>,
    settings: Settings,
    sockets: TaskTracker,
    gate: Arc<Gate>,
    connections: Arc<Connections>,
    stopping: CancellationToken,
    metrics: Metrics,
    workers: Workers,
}

/// A ruleset that tables can be made with.
#[derive(Clone, Debug)]
pub struct Pack {
    /// How it is shown to whoever chooses.
    pub card: PackCard,
    /// The pack, for new tables.
    pub pack: CheckedPack,
}

/// What whoever runs the server may choose.
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
    /// How much may be asked for.
    pub limits: Limits,
    /// Rulesets that are not offered, and why (P-71).
    pub quarantined: Vec<QuarantinedPack>,
}

impl Site {
    /// A site of these tables.
    #[must_use]
    pub fn new(tables: Tables, packs: Vec<Pack>, settings: Settings) -> Self {
        let gate = Arc::new(Gate::new(settings.limits));
        let Limits { connections: each, all_connections: all, .. } = settings.limits;
        Self(Arc::new(Inner {
            tables,
            packs,
            settings,
            sockets: TaskTracker::new(),
            gate,
            connections: Arc::new(Connections::new(each, all)),
            stopping: CancellationToken::new(),
            metrics: Metrics::default(),
            workers: Workers::default(),
        }))
    }

    /// The tables.
    #[must_use]
    pub fn tables(&self) -> &Tables {
        &self.0.tables
    }

    /// The rulesets.
    #[must_use]
    pub fn packs(&self) -> &[Pack] {
        &self.0.packs
    }

    /// The rulesets that are not offered.
    pub(crate) fn quarantined(&self) -> &[QuarantinedPack] {
        &self.0.settings.quarantined
    }

    /// Everyone connected; waited for when the server stops.
    pub(crate) fn sockets(&self) -> &TaskTracker {
        &self.0.sockets
    }

    /// What holds the limits.
    pub(crate) fn gate(&self) -> &Arc<Gate> {
        &self.0.gate
    }

    /// Everyone who has a connection, by whatever protocol.
    pub(crate) fn connections(&self) -> &Arc<Connections> {
        &self.0.connections
    }

    /// Set when the server stops.
    pub(crate) fn stopping(&self) -> &CancellationToken {
        &self.0.stopping
    }

    /// What is counted.
    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// Where what takes long is worked out, for all tables together.
    pub(crate) fn workers(&self) -> &Workers {
        &self.0.workers
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

    /// Whether people come by TLS, so that cookies must never go without.
    pub(crate) fn is_secure(&self) -> bool {
        self.public_url().is_some_and(|url| url.starts_with("https://"))
    }

    /// Whether one who shows `key` may make tables (B-02).
    pub(crate) fn may_create(&self, key: Option<&str>) -> bool {
        // Hashes are compared, so that the time it takes tells nothing about the key.
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
        Self { card: PackCard { id, family, name, blurb, dice }, pack }
    }
}

impl fmt::Debug for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Site")
    }
}
