//! One engine at one piece of work, timed against the others in turn.

use std::time::{Duration, Instant};

/// Work that can be repeated, and what each round took.
pub struct Lane<'a> {
    pub engine: &'static str,
    work: Box<dyn FnMut(u32) + 'a>,
    /// How many results one piece of work gives.
    each: u32,
    batch: u32,
    rounds: Vec<f64>,
}

impl<'a> Lane<'a> {
    pub fn new(engine: &'static str, work: impl FnMut() + 'a) -> Self {
        Self::of_many(engine, 1, work)
    }

    /// Work that gives `each` results at once; the time of one of them counts.
    pub fn of_many(engine: &'static str, each: u32, mut work: impl FnMut() + 'a) -> Self {
        let work = move |times| (0..times).for_each(|_| work());
        Self { engine, work: Box::new(work), each, batch: 1, rounds: Vec::new() }
    }

    /// Nanoseconds of the fastest round, each round's average of its batch.
    pub fn least(&self) -> f64 {
        self.rounds.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// Nanoseconds of the round in the middle.
    pub fn median(&self) -> f64 {
        let mut rounds = self.rounds.clone();
        rounds.sort_by(f64::total_cmp);
        rounds[rounds.len() / 2]
    }

    fn run(&mut self, batch: u32) -> Duration {
        let start = Instant::now();
        (self.work)(batch);
        start.elapsed()
    }

    /// Batches of about two milliseconds, so that the clock does not count.
    fn calibrate(&mut self) {
        while self.run(self.batch) < Duration::from_millis(1) {
            self.batch *= 2;
        }
    }
}

/// Times all lanes in turn, so that a noisy moment hits every engine alike.
pub fn race(lanes: &mut [Lane<'_>], budget: Duration) {
    lanes.iter_mut().for_each(Lane::calibrate);
    let start = Instant::now();
    while lanes[0].rounds.len() < 5 || start.elapsed() < budget {
        for lane in lanes.iter_mut() {
            let took = lane.run(lane.batch).as_nanos() as f64;
            lane.rounds.push(took / f64::from(lane.batch) / f64::from(lane.each));
        }
        if start.elapsed() > 4 * budget && !lanes[0].rounds.is_empty() {
            break;
        }
    }
}

/// `1234.5 ns` as a person would write it.
pub fn time(ns: f64) -> String {
    match ns {
        ns if ns < 1e3 => format!("{ns:.1} ns"),
        ns if ns < 1e6 => format!("{:.2} µs", ns / 1e3),
        ns if ns < 1e9 => format!("{:.2} ms", ns / 1e6),
        ns => format!("{:.1} s", ns / 1e9),
    }
}

/// How many times as fast as a peer, and whether that reaches a target.
pub fn ratio(ours: f64, theirs: f64, target: Option<f64>) -> String {
    let ratio = theirs / ours;
    let verdict = match target {
        Some(target) if ratio >= target => format!(" (target {target}: met)"),
        Some(target) => format!(" (target {target}: **missed**)"),
        None => String::new(),
    };
    let digits = if ratio < 100.0 { 1 } else { 0 };
    format!("{ratio:.digits$} ×{verdict}")
}
