//! Numbers of the bridges, for `/metrics`. They name no group and no person (B-73).

use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, PoisonError};

use crate::Sent;

/// What one bridge has counted since it was started.
#[derive(Debug, Default)]
pub struct Metrics {
    heard: AtomicU64,
    repeated: AtomicU64,
    commands: AtomicU64,
    done: AtomicU64,
    refused: AtomicU64,
    unknown: AtomicU64,
    connections: AtomicU64,
    lost: AtomicU64,
}

impl Metrics {
    pub(crate) fn heard(&self) {
        self.heard.fetch_add(1, Relaxed);
    }

    pub(crate) fn repeated(&self) {
        self.repeated.fetch_add(1, Relaxed);
    }

    pub(crate) fn commanded(&self) {
        self.commands.fetch_add(1, Relaxed);
    }

    pub(crate) fn connected(&self) {
        self.connections.fetch_add(1, Relaxed);
    }

    pub(crate) fn lost(&self) {
        self.lost.fetch_add(1, Relaxed);
    }

    pub(crate) fn sent(&self, end: &Sent) {
        match end {
            Sent::Done(_) => self.done.fetch_add(1, Relaxed),
            Sent::Refused(_) => self.refused.fetch_add(1, Relaxed),
            Sent::Unknown(_) => self.unknown.fetch_add(1, Relaxed),
            Sent::Away => 0,
        };
    }

    /// How many connections were made.
    #[must_use]
    pub fn connections(&self) -> u64 {
        self.connections.load(Relaxed)
    }

    /// How many messages were sent, were refused, and ended nobody knows how.
    #[must_use]
    pub fn ends(&self) -> [u64; 3] {
        [&self.done, &self.refused, &self.unknown].map(|count| count.load(Relaxed))
    }

    /// Whether it is connected now.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.connections.load(Relaxed) > self.lost.load(Relaxed)
    }
}

/// The numbers of a bridge, by its name.
type Named = (String, Arc<Metrics>);

/// The numbers of several bridges, by their names, as Prometheus reads them.
#[derive(Clone, Debug, Default)]
pub struct Board(Arc<Mutex<Vec<Named>>>);

impl Board {
    /// The numbers of a bridge.
    #[must_use]
    pub fn add(&self, name: &str) -> Arc<Metrics> {
        let metrics = Arc::new(Metrics::default());
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.push((name.to_owned(), metrics.clone()));
        metrics
    }

    /// All of it as text.
    #[must_use]
    pub fn text(&self) -> String {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = String::new();
        if all.is_empty() {
            return text;
        }
        let mut numbers =
            |name: &str,
             kind: &str,
             help: &str,
             get: &dyn Fn(&Metrics) -> Vec<(&'static str, u64)>| {
                // Writing into a string cannot fail.
                let _ = writeln!(text, "# HELP mistline_chat_{name} {help}");
                let _ = writeln!(text, "# TYPE mistline_chat_{name} {kind}");
                for (bridge, metrics) in all.iter() {
                    for (label, value) in get(metrics) {
                        let _ = writeln!(
                            text,
                            "mistline_chat_{name}{{bridge=\"{bridge}\"{label}}} {value}"
                        );
                    }
                }
            };
        let get = |count: &AtomicU64| count.load(Relaxed);
        numbers("connected", "gauge", "Whether the platform is connected.", &|it| {
            vec![("", u64::from(it.is_connected()))]
        });
        numbers("connections_total", "counter", "Connections made to the platform.", &|it| {
            vec![("", get(&it.connections))]
        });
        numbers(
            "messages_total",
            "counter",
            "Messages that came, and those that came again.",
            &|it| vec![(",kind=\"new\"", get(&it.heard)), (",kind=\"again\"", get(&it.repeated))],
        );
        numbers("commands_total", "counter", "Messages that were commands.", &|it| {
            vec![("", get(&it.commands))]
        });
        numbers("sent_total", "counter", "Messages sent, by how that ended.", &|it| {
            vec![
                (",end=\"done\"", get(&it.done)),
                (",end=\"refused\"", get(&it.refused)),
                (",end=\"unknown\"", get(&it.unknown)),
            ]
        });
        text
    }
}
