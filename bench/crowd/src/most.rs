//! As many rolls, then as many of the rulesets' commands, as can be answered: one under way at
//! every table, all the time.

use std::io;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use crate::pace::{press, settle};
use crate::rates::clear;
use crate::server::Server;
use crate::table::Measure;
use crate::{DICE, MOVES, complain, number, sit_down, tally};

/// Prints how many a second on lines of their own, and then what was played of the rulesets.
pub async fn most(binary: &Path, folder: &Path) -> io::Result<()> {
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
    let mut tallies = measure.tallies.take();
    println!("{}\n{}\n", tally::head(MOVES), tally::lines("most", &mut tallies));
    println!("{}", tally::commands(&tallies));
    complain(&measure);
    Ok(())
}
