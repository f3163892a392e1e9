//! Groups of people at many tables of one server: what they play, what they wait, and what it
//! costs.

mod chance;
mod check;
mod cluster;
mod family;
mod http;
mod idle;
mod most;
mod offers;
mod pace;
mod play;
mod rates;
mod server;
mod setup;
mod socket;
mod table;
mod tally;

use std::io;
use std::path::Path;
use std::rc::Rc;

use http::Http;
use table::{Measure, SEATS, Table};
use tally::Mix;
use tokio::task::{LocalSet, spawn_local};

pub use check::Evening;

/// How many tables are set up at once.
const AT_ONCE: usize = 16;
/// An evening: of ten commands four are talk, one is a roll of dice, five are the ruleset's.
const EVENING: Mix = Mix { talk: 40, dice: 10 };
/// Nothing but dice beside the game.
const DICE: Mix = Mix { talk: 0, dice: 100 };
/// Nothing but the ruleset's own commands.
const MOVES: Mix = Mix { talk: 0, dice: 0 };

/// Commands at given rates, with the disk as it is and with a slower one; prints Markdown.
///
/// # Errors
/// If the server cannot be started or hangs up.
pub fn rates(server: &Path, folder: &Path) -> io::Result<()> {
    alone(rates::rates(server, folder))
}

/// What connections cost that only stay; prints Markdown.
///
/// # Errors
/// If the server cannot be started or hangs up.
pub fn idle(server: &Path, folder: &Path) -> io::Result<()> {
    alone(idle::idle(server, folder))
}

/// As many commands as can be answered; prints a number for dice and one for the rulesets'.
///
/// # Errors
/// If the server cannot be started or hangs up.
pub fn most(server: &Path, folder: &Path) -> io::Result<()> {
    alone(most::most(server, folder))
}

/// The same tables on SQLite and on one, two and three servers that share a PostgreSQL database, a
/// new one for each row; prints rows of Markdown.
///
/// # Errors
/// If a server cannot be started or hangs up.
pub fn cluster(server: &Path, folder: &Path, databases: &[String]) -> io::Result<()> {
    alone(cluster::cluster(server, folder, databases))
}

/// Whether the crowd plays what it says: a table of each family, for a few hundred commands.
///
/// # Errors
/// If the server cannot be started, hangs up or no longer answers.
pub fn check(server: &Path, folder: &Path) -> io::Result<Evening> {
    alone(check::check(server, folder))
}

/// Runs on this thread only: the crowd must not take both cores from the server.
fn alone<T>(play: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    LocalSet::new().block_on(&runtime, play)
}

fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Sits six people down at each of many tables.
async fn sit_down(host: &str, count: usize, measure: &Rc<Measure>) -> io::Result<Vec<Rc<Table>>> {
    sit_down_at(&[host.to_owned()], count, measure).await
}

/// The same at several servers that share their tables: neighbours sit at different ones.
async fn sit_down_at(
    hosts: &[String],
    count: usize,
    measure: &Rc<Measure>,
) -> io::Result<Vec<Rc<Table>>> {
    let mut tables = Vec::new();
    for first in (0..count).step_by(AT_ONCE) {
        let numbers = first..count.min(first + AT_ONCE);
        let made: Vec<_> = numbers
            .map(|number| {
                let (hosts, measure) = (hosts.to_vec(), measure.clone());
                spawn_local(async move {
                    let host = |seat: usize| hosts[(number + seat) % hosts.len()].as_str();
                    let mut http = Http::open(host(0)).await?;
                    let table = Rc::new(Table::make(&mut http, number).await?);
                    for seat in 0..SEATS {
                        table.sit(host(seat), seat, &measure).await?;
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

/// Says what went wrong.
fn complain(measure: &Measure) {
    for refused in measure.refused.borrow().iter().take(5) {
        eprintln!("refused: {}", refused.chars().take(400).collect::<String>());
    }
    for fault in measure.faults.borrow().iter().take(5) {
        eprintln!("fault: {fault}");
    }
}
