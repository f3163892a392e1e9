//! When the next command is due.

use std::rc::Rc;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::{sleep, timeout};

use crate::table::{GLANCE, Measure, Table};
use crate::tally::Mix;

/// How long after the end commands that came due may still be sent.
const GRACE: Duration = Duration::from_secs(5);

/// Sends commands as they come due, each to the next table where everyone has seen the last one.
/// A command that finds every table busy waits, and its wait counts. Returns how many were never
/// sent.
pub async fn pace(
    tables: &[Rc<Table>],
    measure: &Rc<Measure>,
    rate: usize,
    time: Duration,
    mix: Mix,
) -> u64 {
    let (mut at, mut unsent) = (0, 0);
    let end = Instant::now() + time + GRACE;
    let mut dues = clock(rate, time);
    while let Some(due) = dues.recv().await {
        loop {
            let next = (1..=tables.len()).map(|step| (at + step) % tables.len());
            if let Some(next) = next.into_iter().find(|next| tables[*next].is_ready()) {
                at = next;
                tables[at].play(due, mix, measure);
                break;
            }
            if Instant::now() > end {
                unsent += 1;
                break;
            }
            // Everyone waits: the answers must be heard before anything else is asked.
            let _ = timeout(GLANCE, measure.moved.notified()).await;
        }
    }
    unsent
}

/// Has a command under way at every table, all the time.
pub async fn press(tables: &[Rc<Table>], measure: &Rc<Measure>, time: Duration, mix: Mix) {
    let end = Instant::now() + time;
    while Instant::now() < end {
        for table in tables.iter().filter(|table| table.is_ready()) {
            table.play(Instant::now(), mix, measure);
        }
        let _ = timeout(GLANCE, measure.moved.notified()).await;
    }
}

/// Says when each command is due. The runtime's own timers are up to a millisecond late.
fn clock(rate: usize, time: Duration) -> UnboundedReceiver<Instant> {
    let (say, dues) = unbounded_channel();
    std::thread::spawn(move || {
        let start = Instant::now();
        let due = |number| start + Duration::from_secs_f64(f64::from(number) / rate as f64);
        for due in (0..).map(due).take_while(|due| *due < start + time) {
            std::thread::sleep(due.saturating_duration_since(Instant::now()));
            if say.send(due).is_err() {
                return;
            }
        }
    });
    dues
}

/// Only so that an answer that never comes does not hang for ever.
const HANGS: Duration = Duration::from_secs(20);

/// Waits until everything is answered.
pub async fn settle(tables: &[Rc<Table>]) {
    if !all(tables, Table::is_free).await {
        eprintln!("some commands were never answered");
    }
}

/// Waits until something is so at all tables; whether it came to be.
pub async fn all(tables: &[Rc<Table>], so: impl Fn(&Table) -> bool) -> bool {
    let waiting = async {
        while !tables.iter().all(|table| so(table)) {
            sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(HANGS, waiting).await.is_ok()
}
