//! `mistline character`: characters from table to table, and from other programs (B-50, B-51).

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use ::export::Workers;
use ::export::character::{self, TakenIn};
use rules::message;
use table::CommandId;
use words::{Language, say};

use crate::export::put;
use crate::failure::Failure;
use crate::folder::{Kept, wait};
use crate::settings::Place;

#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    way: Way,
}

#[derive(clap::Subcommand)]
enum Way {
    Export(Out),
    Import(In),
}

#[derive(clap::Args)]
struct Out {
    #[command(flatten)]
    place: Place,
    #[arg(value_name = "TABLE")]
    table: String,
    #[arg(value_name = "NAME")]
    name: Option<String>,
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[arg(long, value_name = "NAME")]
    seat: Option<String>,
}

#[derive(clap::Args)]
struct In {
    #[command(flatten)]
    place: Place,
    #[arg(value_name = "TABLE")]
    table: String,
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[arg(long, value_name = "NAME")]
    seat: Option<String>,
    #[arg(long = "for", value_name = "NAME")]
    to: Option<String>,
}

/// Writes characters into a file, or takes those of a file in.
pub fn run(arguments: &Arguments, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    match &arguments.way {
        Way::Export(asked) => export(asked, out),
        Way::Import(asked) => import(asked, language, out),
    }
}

/// One character by name, or all that the seat sees.
fn export(asked: &Out, out: &mut impl Write) -> Result<(), Failure> {
    wait(async {
        let kept = Kept::open(&asked.place).await?;
        let listed = kept.find(&asked.table).await?;
        let seat = listed.seat(asked.seat.as_deref())?.seat;
        let mut known = character::names(&listed.handle, seat).await?;
        if let Some(name) = &asked.name {
            known.retain(|(_, known)| known == name);
            if known.is_empty() {
                return Err(Failure::Message(message!("character-none")));
            }
        }
        let mut files = Vec::new();
        for (id, _) in known {
            files.push(character::file(&listed.handle, seat, id).await?);
        }
        kept.store.close().await;
        let text = match files.as_slice() {
            [one] => serde_json::to_string_pretty(one),
            all => serde_json::to_string_pretty(all),
        };
        let text = text.map_err(std::io::Error::from)? + "\n";
        put(asked.file.as_deref(), text.as_bytes(), out)
    })
}

fn import(asked: &In, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    let read = character::read(&bytes_of(&asked.file)?)?;
    wait(async {
        let kept = Kept::open(&asked.place).await?;
        let listed = kept.find(&asked.table).await?;
        let seat = listed.seat(asked.seat.as_deref())?.seat;
        let to = match asked.to.as_deref() {
            Some(name) => Some(listed.seat(Some(name))?.seat),
            None => None,
        };
        let (id, workers) = (CommandId::random(), Workers::default());
        let taken = server::take_in(&workers, &listed.handle, seat, id, read, to);
        let taken = taken.await?;
        kept.store.close().await;
        for TakenIn { name, left, character: _, note: _ } in taken {
            let done = message!("character-taken", name = name);
            writeln!(out, "{}", say(language, &done))?;
            for thing in left {
                writeln!(out, "  {}", say(language, &thing))?;
            }
        }
        Ok(())
    })
}

fn bytes_of(file: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(file).map_err(|fault| {
        let file = file.display().to_string();
        Failure::Message(message!("cli-unreadable", file = file, fault = fault.to_string()))
    })
}
