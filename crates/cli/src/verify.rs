//! `mistline verify`: is every roll the one its seed makes, and everything as it was written?

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use rules::{Message, message};
use table::{Archive, Flaw, Proof, SqliteStore, Store};
use words::{Language, say};

use crate::failure::Failure;
use crate::folder::{unusable, wait};
use crate::import;

#[derive(clap::Args)]
pub struct Arguments {
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Checks an exported table, or all tables of a database.
pub fn run(arguments: &Arguments, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    if is_database(&arguments.file) {
        return database(&arguments.file, language, out);
    }
    let archive = import::read(&arguments.file)?;
    let proof = verify(&archive).map_err(Failure::Told)?;
    report(&archive, &proof, language, out)?;
    writeln!(out, "{}", say(language, &message!("cli-verify-meaning")))?;
    Ok(())
}

fn verify(archive: &Archive) -> Result<Proof, Message> {
    table::verify(&archive.records).map_err(|mismatch| mismatch.told())
}

fn is_database(file: &Path) -> bool {
    let mut begin = [0; 16];
    let read = File::open(file).and_then(|mut file| file.read_exact(&mut begin));
    read.is_ok() && begin == *b"SQLite format 3\0"
}

fn database(file: &Path, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    wait(async {
        let store = SqliteStore::look(file).await.map_err(|fault| unusable(&fault))?;
        let flaws = store.check().await.map_err(|fault| unusable(&fault))?;
        let mut wrong: Vec<Message> = flaws.iter().map(Flaw::told).collect();
        for stored in store.list().await.map_err(|fault| unusable(&fault))? {
            // One that cannot be read has been told of above.
            let Ok(records) = store.load(stored.table, 0).await else { continue };
            let archive = Archive::new(stored.table, records);
            match verify(&archive) {
                Ok(proof) => report(&archive, &proof, language, out)?,
                Err(fault) => wrong.push(message!(
                    "table-store-of-table",
                    table = stored.table.to_string(),
                    fault = fault
                )),
            }
        }
        for fault in &wrong {
            writeln!(out, "✗ {}", say(language, fault))?;
        }
        match wrong.len() {
            0 => Ok(writeln!(out, "{}", say(language, &message!("cli-verify-meaning")))?),
            count => Err(Failure::Told(message!("cli-verify-bad", count = count))),
        }
    })
}

fn report(
    archive: &Archive,
    proof: &Proof,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let (title, records) = (archive.title.as_str(), archive.records.len());
    let good = message!("cli-verify-good", title = title, records = records);
    writeln!(out, "✓ {}", say(language, &good))?;
    let proven = message!("cli-verify-proven", proven = proof.proven);
    writeln!(out, "✓ {}", say(language, &proven))?;
    if proof.sealed > 0 {
        let sealed = message!("cli-verify-sealed", sealed = proof.sealed);
        writeln!(out, "· {}", say(language, &sealed))?;
    }
    if proof.typed_in > 0 {
        let typed = message!("cli-verify-typed", typed = proof.typed_in);
        writeln!(out, "· {}", say(language, &typed))?;
    }
    Ok(())
}
