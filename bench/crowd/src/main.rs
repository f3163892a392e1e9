//! Groups of people at many tables of one server: what they wait, and what it costs.
//!
//! `crowd SERVER FOLDER rates|idle|most` starts the server on an empty folder, plays, checks
//! every line and answer, and prints Markdown. Sizes are in the environment: `LOAD_TABLES`,
//! `LOAD_SECONDS`, `LOAD_IDLE`.

mod chance;
mod http;
mod offers;
mod server;
mod socket;
mod table;

use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

use http::Http;
use server::{Server, bare_writes, fsync_cost, worked};
use table::{GLANCE, Measure, Mix, SEATS, Table};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::task::{LocalSet, spawn_blocking, spawn_local};
use tokio::time::{sleep, timeout};

/// How many tables are set up at once.
const AT_ONCE: usize = 16;
/// An evening: half of what is sent at a table is talk.
const EVENING: Mix = Mix { talk: 5, dice: 1 };
/// Nothing but dice beside the game.
const DICE: Mix = Mix { talk: 0, dice: 10 };
/// Nothing but the ruleset's own commands, as far as there are any.
const MOVES: Mix = Mix { talk: 0, dice: 0 };

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut next =
        || arguments.next().ok_or(io::Error::other("crowd SERVER FOLDER rates|idle|most"));
    let (binary, folder, what) = (next()?, PathBuf::from(next()?), next()?);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let play = async {
        match what.as_str() {
            "rates" => rates(&binary, &folder).await,
            "idle" => idle(&binary, &folder).await,
            "most" => most(&binary, &folder).await,
            other => Err(io::Error::other(format!("{other} is not measured here"))),
        }
    };
    LocalSet::new().block_on(&runtime, play)
}

fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Sits six people down at each of many tables.
async fn sit_down(host: &str, count: usize, measure: &Rc<Measure>) -> io::Result<Vec<Rc<Table>>> {
    let mut tables = Vec::new();
    for first in (0..count).step_by(AT_ONCE) {
        let numbers = first..count.min(first + AT_ONCE);
        let made: Vec<_> = numbers
            .map(|number| {
                let (host, measure) = (host.to_owned(), measure.clone());
                spawn_local(async move {
                    let mut http = Http::open(&host).await?;
                    let table = Rc::new(Table::make(&mut http, number).await?);
                    for seat in 0..SEATS {
                        table.sit(&host, seat, &measure).await?;
                    }
                    table.set_up().await;
                    io::Result::Ok(table)
                })
            })
            .collect();
        for table in made {
            tables.push(table.await.map_err(io::Error::other)??);
        }
    }
    Ok(tables)
}

/// Commands at given rates, with the disk as it is and with a slower one.
async fn rates(binary: &str, folder: &Path) -> io::Result<()> {
    let (count, seconds) = (number("LOAD_TABLES", 1000), number("LOAD_SECONDS", 30));
    println!(
        "{count} tables with {SEATS} seats each, all connected; {seconds} s per row. \
         Five in ten commands are talk, one is a roll of dice, four are offers of the rulesets \
         (a third of the tables each: mist-city, fate-condensed, timeline). Times are from the \
         moment a command was due to its answer, and until each other seat had its frame. Just \
         before each row, with nothing else to do, one thread wrote and synced a page every 5 ms: \
         that is what the machine itself allowed.\n"
    );
    println!(
        "| fsync | bare p99 | bare slowest | commands/s | answered | p50 | p99 | slowest | seen by others \
         p99 | server CPU | client CPU | per command | kB per frame | sent twice | refused \
         | gaps or doubles |\n\
         |---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|"
    );
    for slower in [Duration::ZERO, Duration::from_millis(5)] {
        let folder = folder.join(format!("rates-{}", slower.as_millis()));
        std::fs::create_dir_all(&folder)?;
        let (usual, longest) = fsync_cost(&folder)?;
        let server = Server::start(binary, &folder, slower)?;
        let measure = Rc::new(Measure::default());
        let tables = sit_down(&server.host, count, &measure).await?;
        for rate in [200, 2000] {
            let rate = number("LOAD_RATE", rate);
            pace(&tables, rate, Duration::from_secs(2), EVENING).await;
            settle(&tables).await;
            let there = folder.clone();
            let bare = spawn_blocking(move || bare_writes(&there, slower)).await??;
            clear(&measure);
            let (before, mine) = (server.worked(), worked("self"));
            let start = Instant::now();
            pace(&tables, rate, Duration::from_secs(seconds as u64), EVENING).await;
            settle(&tables).await;
            let took = start.elapsed().as_secs_f64();
            let (server_used, used) = (server.worked() - before, worked("self") - mine);
            sleep(Duration::from_millis(200)).await;
            tables.iter().for_each(|table| table.check(&measure));
            let mut acks = measure.acks.take();
            let mut seen = measure.seen.take();
            acks.sort_unstable();
            seen.sort_unstable();
            let done = acks.len().max(1);
            println!(
                "| {}{} | {} | {} | {rate} | {done} | {} | {} | {} | {} | {:.0} % | {:.0} % | {} | {:.1} | {} | {} | {} |",
                ms(usual.as_micros()),
                if slower.is_zero() {
                    format!(" (longest {})", ms(longest.as_micros()))
                } else {
                    format!(" + {} ms", slower.as_millis())
                },
                ms(at(&bare, 0.99)),
                ms(at(&bare, 1.0)),
                ms(at(&acks, 0.5)),
                ms(at(&acks, 0.99)),
                ms(at(&acks, 1.0)),
                ms(at(&seen, 0.99)),
                100.0 * server_used.as_secs_f64() / took,
                100.0 * used.as_secs_f64() / took,
                ms((server_used + used).as_micros() / done as u128),
                measure.bytes.get() as f64 / measure.frames.get().max(1) as f64 / 1000.0,
                measure.again.get(),
                measure.refused.borrow().len(),
                measure.faults.borrow().len(),
            );
            complain(&measure);
        }
        resume(&server.host, &tables, &measure).await?;
    }
    Ok(())
}

/// Everyone comes back with a bookmark, and has missed nothing.
async fn resume(host: &str, tables: &[Rc<Table>], measure: &Rc<Measure>) -> io::Result<()> {
    let faults = measure.faults.borrow().len();
    for table in tables {
        for seat in 0..SEATS {
            table.leave(seat);
        }
    }
    for table in tables {
        for seat in 0..SEATS {
            table.sit(host, seat, measure).await?;
        }
    }
    let missed = measure.faults.borrow().len() - faults;
    eprintln!("{} seats came back; {missed} had missed something", tables.len() * SEATS);
    complain(measure);
    Ok(())
}

/// Sends commands as they come due, each to the next table that is free.
async fn pace(tables: &[Rc<Table>], rate: usize, time: Duration, mix: Mix) {
    let mut at = 0;
    let mut dues = clock(rate, time);
    while let Some(due) = dues.recv().await {
        for _ in 0..tables.len() {
            at = (at + 1) % tables.len();
            if tables[at].is_free() {
                break;
            }
        }
        let table = tables[at].clone();
        if table.is_free() {
            table.play(due, mix).await;
        } else {
            // Everyone waits: the answers must be heard before anything else is asked.
            tokio::task::yield_now().await;
        }
    }
}

/// Has a command under way at every table, all the time.
async fn press(tables: &[Rc<Table>], measure: &Measure, time: Duration, mix: Mix) {
    let end = Instant::now() + time;
    while Instant::now() < end {
        for table in tables.iter().filter(|table| table.is_ready()) {
            table.play(Instant::now(), mix).await;
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

async fn settle(tables: &[Rc<Table>]) {
    let all = async {
        while !tables.iter().all(|table| table.is_free()) {
            sleep(Duration::from_millis(1)).await;
        }
    };
    if timeout(Duration::from_secs(20), all).await.is_err() {
        eprintln!("some commands were never answered");
    }
}

fn clear(measure: &Measure) {
    measure.acks.take();
    measure.seen.take();
    measure.refused.take();
    measure.bytes.take();
    measure.frames.take();
    measure.again.take();
}

/// Connections that only stay.
async fn idle(binary: &str, folder: &Path) -> io::Result<()> {
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

/// As many rolls, then as many of the rulesets' commands, as can be answered: one under way at
/// every table, all the time.
async fn most(binary: &str, folder: &Path) -> io::Result<()> {
    let (count, seconds) = (number("LOAD_TABLES", 64), number("LOAD_SECONDS", 10));
    std::fs::create_dir_all(folder)?;
    let server = Server::start(binary, folder, Duration::ZERO)?;
    let measure = Rc::new(Measure::default());
    let tables = sit_down(&server.host, count, &measure).await?;
    for mix in [DICE, MOVES] {
        press(&tables, &measure, Duration::from_secs(1), mix).await;
        settle(&tables).await;
        clear(&measure);
        press(&tables, &measure, Duration::from_secs(seconds as u64), mix).await;
        settle(&tables).await;
        println!("{}", measure.acks.borrow().len() / seconds.max(1));
    }
    complain(&measure);
    Ok(())
}

fn at(sorted: &[u32], part: f64) -> u128 {
    let place = (sorted.len() as f64 * part) as usize;
    u128::from(sorted.get(place.min(sorted.len().saturating_sub(1))).copied().unwrap_or(0))
}

fn ms(micros: u128) -> String {
    format!("{:.2} ms", micros as f64 / 1000.0)
}

fn complain(measure: &Measure) {
    for refused in measure.refused.borrow().iter().take(5) {
        eprintln!("refused: {}", refused.chars().take(400).collect::<String>());
    }
    for fault in measure.faults.borrow().iter().take(5) {
        eprintln!("fault: {fault}");
    }
}
