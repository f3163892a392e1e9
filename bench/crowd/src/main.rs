//! `crowd SERVER FOLDER rates|idle|most|check|cluster` starts the server on an empty folder, plays, checks
//! every line and answer, and prints Markdown. Sizes are in the environment: `LOAD_TABLES`,
//! `LOAD_SECONDS`, `LOAD_IDLE`. After `cluster` come the addresses of empty PostgreSQL databases, of
//! which the first is for one server, the second for two, and so on.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> io::Result<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    let mut next =
        || arguments.next().ok_or(io::Error::other("crowd SERVER FOLDER rates|idle|most|check"));
    let (binary, folder, what) = (PathBuf::from(next()?), PathBuf::from(next()?), next()?);
    match what.as_str() {
        "rates" => crowd::rates(&binary, &folder)?,
        "idle" => crowd::idle(&binary, &folder)?,
        "most" => crowd::most(&binary, &folder)?,
        "cluster" => {
            let databases: Vec<String> = std::iter::from_fn(|| next().ok()).collect();
            crowd::cluster(&binary, &folder, &databases)?;
        }
        "check" => {
            let evening = crowd::check(&binary, &folder)?;
            println!("{}", evening.played);
            evening.complaints.iter().for_each(|it| eprintln!("{it}"));
            if !evening.complaints.is_empty() {
                return Ok(ExitCode::FAILURE);
            }
        }
        other => return Err(io::Error::other(format!("{other} is not measured here"))),
    }
    Ok(ExitCode::SUCCESS)
}
