//! Connections that only stay.

use std::io;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use tokio::time::sleep;

use crate::server::Server;
use crate::table::{Measure, SEATS};
use crate::{complain, number, sit_down};

pub async fn idle(binary: &Path, folder: &Path) -> io::Result<()> {
    let count = number("LOAD_IDLE", 10_000);
    std::fs::create_dir_all(folder)?;
    let measure = Rc::new(Measure::default());
    let tables = {
        let server = Server::start(binary, folder, Duration::ZERO)?;
        let tables = sit_down(&server.host, count.div_ceil(SEATS), &measure).await?;
        // Nobody leaves before they have read what the others did last.
        sleep(Duration::from_millis(500)).await;
        tables.iter().for_each(|table| (0..SEATS).for_each(|seat| table.leave(seat)));
        tables
    };
    let server = Server::start(binary, folder, Duration::ZERO)?;
    tables[0].sit(&server.host, 0, &measure).await?;
    sleep(Duration::from_secs(1)).await;
    let rest = Duration::from_secs(number("LOAD_REST", 30) as u64);
    let before = server.memory();
    for table in &tables[1..] {
        table.sit(&server.host, 0, &measure).await?;
    }
    sleep(rest).await;
    let first = server.memory();
    for table in &tables {
        for seat in 1..SEATS {
            table.sit(&server.host, seat, &measure).await?;
        }
    }
    sleep(rest).await;
    let (after, connections) = (server.memory(), tables.len() * SEATS - 1);
    let each = |grown: u64, of: usize| grown as f64 / 1024.0 / of as f64;
    let mib = |bytes: u64| bytes as f64 / 1048576.0;
    println!(
        "{connections} idle connections, {SEATS} to a table of which nothing was in memory before: \
         resident memory went from {:.1} to {:.1} MiB, **{:.1} KiB each** (target 16), the table's \
         share included; {:.1} KiB each for those who joined a table already in memory.",
        mib(before),
        mib(after),
        each(after.saturating_sub(before), connections),
        each(after.saturating_sub(first), tables.len() * (SEATS - 1)),
    );
    complain(&measure);
    Ok(())
}
