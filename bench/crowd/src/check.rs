//! Whether the crowd plays what it says, in a run short enough for every `make test`.

use std::io;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use tokio::time::timeout;

use crate::family::Family;
use crate::pace::{all, settle};
use crate::server::Server;
use crate::table::{GLANCE, Measure, Table};
use crate::{EVENING, sit_down, tally};

/// Each table plays so many commands at least,
const LEAST: usize = 300;
/// and so many at most, if the dice have not yet called for something that must be played.
const MOST: usize = 2000;
/// A server that answers nothing for so many glances is taken for dead.
const PATIENCE: usize = 1200;

/// What was played in a check.
pub struct Evening {
    /// As Markdown.
    pub played: String,
    /// What was wrong with it; nothing, if the crowd may be trusted.
    pub complaints: Vec<String>,
}

pub async fn check(binary: &Path, folder: &Path) -> io::Result<Evening> {
    std::fs::create_dir_all(folder)?;
    let server = Server::start(binary, folder, Duration::ZERO)?;
    let measure = Rc::new(Measure::default());
    let tables = sit_down(&server.host, Family::ALL.len(), &measure).await?;
    // Setting up is no play.
    measure.tallies.take();
    measure.acks.take();
    let mut played = vec![0; tables.len()];
    let (mut answers, mut waited) = (0, 0);
    loop {
        let enough = played.iter().all(|count| *count >= LEAST);
        let whole = || tally::missing(&measure.tallies.borrow()).is_empty();
        if enough && (whole() || played.iter().any(|count| *count >= MOST)) {
            break;
        }
        for (table, count) in tables.iter().zip(&mut played).filter(|(it, _)| it.is_ready()) {
            table.play(std::time::Instant::now(), EVENING, &measure);
            *count += 1;
        }
        let _ = timeout(GLANCE, measure.moved.notified()).await;
        let answered = measure.acks.borrow().len() + measure.refused.borrow().len();
        waited = if answered == answers { waited + 1 } else { 0 };
        answers = answered;
        if waited > PATIENCE {
            return Err(io::Error::other("the server no longer answers"));
        }
    }
    settle(&tables).await;
    // If something said is never heard, the check says so.
    all(&tables, Table::has_heard_all).await;
    tables.iter().for_each(|table| table.check(&measure));
    let mut tallies = measure.tallies.take();
    let mut complaints = tally::missing(&tallies);
    complaints.extend(tally::mishaps(&tallies));
    complaints.extend(measure.faults.borrow().iter().cloned());
    complaints.extend(measure.refused.borrow().iter().take(5).cloned());
    let lines = tally::lines("check", &mut tallies);
    let commands = tally::commands(&tallies);
    Ok(Evening { played: format!("{}\n{lines}\n\n{commands}", tally::head(EVENING)), complaints })
}
