//! The same tables on one server with SQLite, and on one, two and three that share PostgreSQL.

use std::io;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use tokio::time::sleep;

use crate::pace::{pace, press, settle};
use crate::rates::clear;
use crate::server::Server;
use crate::table::{Measure, SEATS};
use crate::tally::at;
use crate::{DICE, EVENING, complain, number, sit_down_at};

/// How many commands a second come due where answers are timed.
const RATE: usize = 100;

pub async fn cluster(binary: &Path, folder: &Path, databases: &[String]) -> io::Result<()> {
    let (count, seconds) = (number("LOAD_TABLES", 48), number("LOAD_SECONDS", 10));
    let rate = number("LOAD_RATE", RATE);
    println!(
        "{count} tables with {SEATS} seats, neighbours at different nodes; {seconds} s for each figure. \
         *Appends*: as many rolls of dice as are answered with one under way at every table, each kept on \
         disk. *At {rate}/s*: an evening's mix of talk, dice and the rulesets' commands, from the moment a \
         command was due to its answer, and until another seat, mostly at another node, had its frame.\n"
    );
    println!(
        "| | appends/s | p50 | p99 | at {rate}/s: p50 | p99 | seen by others p50 | p99 | refused | gaps or doubles |\n\
         |---|---|---|---|---|---|---|---|---|---|"
    );
    let sqlite = folder.join("sqlite");
    std::fs::create_dir_all(&sqlite)?;
    let server = Server::start(binary, &sqlite, Duration::ZERO)?;
    row("SQLite, one server", &[server], count, (seconds, rate)).await?;
    for (database, nodes) in databases.iter().zip(1..) {
        let mut servers = Vec::new();
        for node in 0..nodes {
            let folder = folder.join(format!("{nodes}-{node}"));
            std::fs::create_dir_all(&folder)?;
            servers.push(Server::sharing(binary, &folder, database)?);
        }
        let name = format!("PostgreSQL, {nodes} node{}", if nodes == 1 { "" } else { "s" });
        row(&name, &servers, count, (seconds, rate)).await?;
    }
    Ok(())
}

async fn row(
    name: &str,
    servers: &[Server],
    count: usize,
    (seconds, rate): (usize, usize),
) -> io::Result<()> {
    let hosts: Vec<String> = servers.iter().map(|server| server.host.clone()).collect();
    let measure = Rc::new(Measure::default());
    let tables = sit_down_at(&hosts, count, &measure).await?;
    let time = Duration::from_secs(seconds as u64);
    press(&tables, &measure, Duration::from_secs(1), DICE).await;
    settle(&tables).await;
    clear(&measure);
    press(&tables, &measure, time, DICE).await;
    settle(&tables).await;
    let mut appends = measure.acks.take();
    appends.sort_unstable();
    clear(&measure);
    pace(&tables, &measure, rate, Duration::from_secs(1), EVENING).await;
    settle(&tables).await;
    clear(&measure);
    pace(&tables, &measure, rate, time, EVENING).await;
    settle(&tables).await;
    // What others see of the last one may still be on its way.
    sleep(Duration::from_secs(1)).await;
    tables.iter().for_each(|table| table.check(&measure));
    let (mut acks, mut seen) = (measure.acks.take(), measure.seen.take());
    acks.sort_unstable();
    seen.sort_unstable();
    let ms = |times: &[u32], part| format!("{:.1} ms", at(times, part) as f64 / 1000.0);
    println!(
        "| {name} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
        appends.len() / seconds.max(1),
        ms(&appends, 0.5),
        ms(&appends, 0.99),
        ms(&acks, 0.5),
        ms(&acks, 0.99),
        ms(&seen, 0.5),
        ms(&seen, 0.99),
        measure.refused.borrow().len(),
        measure.faults.borrow().len(),
    );
    complain(&measure);
    Ok(())
}
