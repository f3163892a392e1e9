//! Numbers for whoever runs the server (`/metrics`, as Prometheus reads them). They count and name
//! no one: no table, seat, title or word is in them (B-73).

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;

use crate::Site;

/// Which limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Requests or connections of an address.
    Address,
    /// What a seat says.
    Seat,
    /// What a table's seats say.
    Table,
    /// What one who does not read in time has waiting.
    Slow,
}

const LIMITS: [(Limit, &str); 4] = [
    (Limit::Address, "address"),
    (Limit::Seat, "seat"),
    (Limit::Table, "table"),
    (Limit::Slow, "slow"),
];

/// The upper bounds of how long commands took, in milliseconds.
const BOUNDS: [u64; 8] = [1, 2, 5, 10, 25, 100, 500, 2_000];

/// What has been counted since the server started.
#[derive(Debug, Default)]
pub struct Metrics {
    connections: AtomicU64,
    hung_up: AtomicU64,
    frames: AtomicU64,
    done: AtomicU64,
    refused: AtomicU64,
    tables: AtomicU64,
    limited: [AtomicU64; LIMITS.len()],
    /// Answers over HTTP by the first digit of their status.
    answers: [AtomicU64; 6],
    /// Commands by how long they took; the last is for those beyond all bounds.
    took: [AtomicU64; BOUNDS.len() + 1],
    took_micros: AtomicU64,
}

impl Metrics {
    /// A browser has connected.
    pub fn connected(&self) {
        self.connections.fetch_add(1, Relaxed);
    }

    /// A browser's line has ended.
    pub fn hung_up(&self) {
        self.hung_up.fetch_add(1, Relaxed);
    }

    /// A frame was received.
    pub fn heard(&self) {
        self.frames.fetch_add(1, Relaxed);
    }

    /// A table was made.
    pub fn table_made(&self) {
        self.tables.fetch_add(1, Relaxed);
    }

    /// A command was answered after `took`.
    pub fn commanded(&self, done: bool, took: Duration) {
        let answered = if done { &self.done } else { &self.refused };
        answered.fetch_add(1, Relaxed);
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let bound = BOUNDS.iter().position(|bound| micros <= bound * 1_000);
        self.took[bound.unwrap_or(BOUNDS.len())].fetch_add(1, Relaxed);
        self.took_micros.fetch_add(micros, Relaxed);
    }

    /// Someone reached a limit.
    pub fn limited(&self, limit: Limit) {
        if let Some(place) = LIMITS.iter().position(|(one, _)| *one == limit) {
            self.limited[place].fetch_add(1, Relaxed);
        }
    }

    /// A request was answered.
    pub fn answered(&self, status: StatusCode) {
        let class = usize::from(status.as_u16() / 100);
        if let Some(count) = self.answers.get(class) {
            count.fetch_add(1, Relaxed);
        }
    }

    /// All of it as text.
    #[must_use]
    pub fn text(&self) -> String {
        let get = |count: &AtomicU64| count.load(Relaxed);
        let mut page = Page::default();
        let (connected, hung_up) = (get(&self.connections), get(&self.hung_up));
        page.one("connections", "gauge", "Browsers connected.", connected.saturating_sub(hung_up));
        page.one("connections_total", "counter", "Browsers that have connected.", connected);
        page.one("frames_total", "counter", "Frames received.", get(&self.frames));
        page.one("tables_made_total", "counter", "Tables made.", get(&self.tables));
        page.head("commands_total", "counter", "Commands answered.");
        for (result, count) in [("done", &self.done), ("refused", &self.refused)] {
            page.labelled("commands_total", "result", result, get(count));
        }
        page.head("limited_total", "counter", "Times a limit was reached.");
        for ((_, name), count) in LIMITS.iter().zip(&self.limited) {
            page.labelled("limited_total", "limit", name, get(count));
        }
        page.head("http_answers_total", "counter", "Answers over HTTP by class of status.");
        for (class, count) in (1..).zip(&self.answers[1..]) {
            page.labelled("http_answers_total", "status", &format!("{class}xx"), get(count));
        }
        page.head("command_seconds", "histogram", "How long commands took, saving included.");
        let mut sum = 0;
        for (bound, count) in BOUNDS.iter().zip(&self.took) {
            sum += get(count);
            let bound = format!("{}.{:03}", bound / 1_000, bound % 1_000);
            page.labelled("command_seconds_bucket", "le", &bound, sum);
        }
        sum += get(&self.took[BOUNDS.len()]);
        page.labelled("command_seconds_bucket", "le", "+Inf", sum);
        let micros = get(&self.took_micros);
        let seconds = format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000);
        page.line(format_args!("command_seconds_sum {seconds}"));
        page.line(format_args!("command_seconds_count {sum}"));
        page.text
    }
}

/// The text of the numbers, line by line.
#[derive(Default)]
struct Page {
    text: String,
}

impl Page {
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing into a string cannot fail.
        let _ = writeln!(self.text, "mistline_{line}");
    }

    fn head(&mut self, name: &str, kind: &str, help: &str) {
        let _ = writeln!(self.text, "# HELP mistline_{name} {help}");
        let _ = writeln!(self.text, "# TYPE mistline_{name} {kind}");
    }

    fn one(&mut self, name: &str, kind: &str, help: &str, value: u64) {
        self.head(name, kind, help);
        self.line(format_args!("{name} {value}"));
    }

    fn labelled(&mut self, name: &str, label: &str, is: &str, value: u64) {
        self.line(format_args!("{name}{{{label}=\"{is}\"}} {value}"));
    }
}

/// `GET /metrics`
#[utoipa::path(get, path = "/metrics", responses((status = 200, description = "Numbers.")))]
pub async fn metrics(State(site): State<Site>) -> impl IntoResponse {
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (kind, site.metrics().text() + &site.more_metrics().text())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b73_commands_are_counted_by_how_long_they_took() {
        let metrics = Metrics::default();
        metrics.commanded(true, Duration::from_micros(800));
        metrics.commanded(true, Duration::from_millis(3));
        metrics.commanded(false, Duration::from_secs(9));
        let text = metrics.text();
        for line in [
            "mistline_commands_total{result=\"done\"} 2",
            "mistline_commands_total{result=\"refused\"} 1",
            "mistline_command_seconds_bucket{le=\"0.001\"} 1",
            "mistline_command_seconds_bucket{le=\"0.005\"} 2",
            "mistline_command_seconds_bucket{le=\"+Inf\"} 3",
            "mistline_command_seconds_sum 9.003800",
        ] {
            assert!(text.lines().any(|known| known == line), "{line}\n{text}");
        }
    }
}
