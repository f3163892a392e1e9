//! Commands at given rates, with the disk as it is and with a slower one.

use std::io;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use tokio::task::spawn_blocking;
use tokio::time::sleep;

use crate::family::Family;
use crate::pace::{pace, settle};
use crate::server::{Server, bare_writes, fsync_cost, worked};
use crate::table::{Measure, SEATS, Table};
use crate::tally::{self, Tally, at};
use crate::{EVENING, complain, number, sit_down};

pub async fn rates(binary: &Path, folder: &Path) -> io::Result<()> {
    let (count, seconds) = (number("LOAD_TABLES", 1000), number("LOAD_SECONDS", 30));
    println!(
        "{count} tables with {SEATS} seats each, all connected, a third of them each for {}; \
         {seconds} s per row. Times are from the moment a command was due to its answer, and until \
         each other seat had its frame; a command for which no table was free waits, and its wait \
         counts. Just before each row, with nothing else to do, one thread wrote and synced a page \
         every 5 ms: that is what the machine itself allowed.\n",
        Family::ALL.map(Family::pack).join(", ")
    );
    println!(
        "| fsync | bare p99 | bare slowest | commands/s | answered | p50 | p99 | slowest | seen by others \
         p99 | server CPU | client CPU | per command | never sent | sent twice | refused \
         | gaps or doubles |\n\
         |---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|"
    );
    let mut played = Vec::new();
    let mut all: [Tally; 3] = Default::default();
    let mut views = String::new();
    for slower in [Duration::ZERO, Duration::from_millis(5)] {
        let folder = folder.join(format!("rates-{}", slower.as_millis()));
        std::fs::create_dir_all(&folder)?;
        let (usual, longest) = fsync_cost(&folder)?;
        let server = Server::start(binary, &folder, slower)?;
        let measure = Rc::new(Measure::default());
        let tables = sit_down(&server.host, count, &measure).await?;
        sleep(Duration::from_millis(500)).await;
        resume(&server.host, &tables[..count.min(Family::ALL.len())], &measure).await?;
        let first = Family::ALL.map(|family| view_sizes(&tables, family, Family::ALL.len()));
        for rate in [200, 2000] {
            let rate = number("LOAD_RATE", rate);
            pace(&tables, &measure, rate, Duration::from_secs(2), EVENING).await;
            settle(&tables).await;
            let there = folder.clone();
            let bare = spawn_blocking(move || bare_writes(&there, slower)).await??;
            clear(&measure);
            let (before, mine) = (server.worked(), worked("self"));
            let start = Instant::now();
            let time = Duration::from_secs(seconds as u64);
            let unsent = pace(&tables, &measure, rate, time, EVENING).await;
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
                "| {}{} | {} | {} | {rate} | {done} | {} | {} | {} | {} | {:.0} % | {:.0} % | {} | {unsent} | {} | {} | {} |",
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
                measure.again.get(),
                measure.refused.borrow().len(),
                measure.faults.borrow().len(),
            );
            complain(&measure);
            let mut tallies = measure.tallies.take();
            all.iter_mut().zip(&tallies).for_each(|(all, row)| all.add(row));
            let row = match slower.as_millis() {
                0 => format!("{rate}/s"),
                more => format!("{rate}/s + {more} ms"),
            };
            played.push(tally::lines(&row, &mut tallies));
        }
        resume(&server.host, &tables, &measure).await?;
        let last = Family::ALL.map(|family| view_sizes(&tables, family, tables.len()));
        views = compare_views(&first, &last);
    }
    println!("\nWhat was played, each family's tables together:\n\n{}", tally::head(EVENING));
    println!("{}\n", played.join("\n"));
    for family in Family::ALL {
        println!("- A whole exchange of {} is {}.", family.pack(), family.exchange());
    }
    println!(
        "\n{}\n\nThe view of a seat, whole, as one who comes back is sent it:\n",
        tally::commands(&all)
    );
    println!("{views}");
    Ok(())
}

/// The sizes of the views of all seats at the first tables, those of one family, sorted.
fn view_sizes(tables: &[Rc<Table>], family: Family, first: usize) -> Vec<u32> {
    let tables = tables.iter().take(first).filter(|table| table.family == family);
    let seats = tables.flat_map(|table| &table.seats);
    let mut sizes: Vec<u32> = seats.map(|seat| seat.view.get() as u32).collect();
    sizes.sort_unstable();
    sizes
}

fn compare_views(first: &[Vec<u32>; 3], last: &[Vec<u32>; 3]) -> String {
    let kb = |sizes: &[u32], part: f64| format!("{:.1} kB", at(sizes, part) as f64 / 1000.0);
    let line = |family: Family| {
        let (first, last) = (&first[family as usize], &last[family as usize]);
        format!(
            "| {} | {} | {} | {} |",
            family.pack(),
            kb(first, 0.5),
            kb(last, 0.5),
            kb(last, 1.0)
        )
    };
    format!(
        "| family | after setting up, median | at the end, median | at the end, largest |\n\
         |---|---|---|---|\n{}",
        Family::ALL.map(line).join("\n")
    )
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

/// Forgets what was measured before.
pub fn clear(measure: &Measure) {
    measure.acks.take();
    measure.seen.take();
    measure.refused.take();
    measure.tallies.take();
    measure.again.take();
}

fn ms(micros: u128) -> String {
    format!("{:.2} ms", micros as f64 / 1000.0)
}
