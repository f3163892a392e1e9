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
    let proof = table::verify(&archive.records);
    let proof = proof.map_err(|mismatch| Failure::Message(mismatch.to_message()))?;
    report(&archive, &proof, language, out)?;
    meaning(language, out)
}

/// What of all this is proven, and what only those who were there can tell.
fn meaning(language: Language, out: &mut impl Write) -> Result<(), Failure> {
    for line in [message!("cli-verify-meaning"), message!("cli-verify-unproven")] {
        writeln!(out, "{}", say(language, &line))?;
    }
    Ok(())
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
        let mut wrong: Vec<Message> = flaws.iter().map(Flaw::to_message).collect();
        for stored in store.list().await.map_err(|fault| unusable(&fault))? {
            // One that cannot be read has been told of above.
            let Ok(records) = store.load(stored.table, 0).await else { continue };
            let proof = table::verify_stored(&records);
            let archive = Archive::new(stored.table, records);
            match proof {
                Ok(proof) => report(&archive, &proof, language, out)?,
                Err(mismatch) => wrong.push(message!(
                    "table-store-of-table",
                    table = stored.table.to_string(),
                    fault = mismatch.to_message()
                )),
            }
        }
        for fault in &wrong {
            writeln!(out, "✗ {}", say(language, fault))?;
        }
        match wrong.len() {
            0 => meaning(language, out),
            count => Err(Failure::Message(message!("cli-verify-bad", count = count))),
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
    if proof.proven > 0 {
        let proven = message!("cli-verify-proven", proven = proof.proven);
        writeln!(out, "✓ {}", say(language, &proven))?;
    }
    let not_yet = proof.sealed - proof.left_behind;
    let mut notes = Vec::new();
    if not_yet > 0 {
        notes.push(message!("cli-verify-sealed", sealed = not_yet));
    }
    if proof.left_behind > 0 {
        notes.push(message!("cli-verify-left-behind", rolls = proof.left_behind));
    }
    if proof.typed_in > 0 {
        let records: Vec<String> = proof.typed_in_records.iter().map(u64::to_string).collect();
        let records = records.join(" ");
        notes.push(message!("cli-verify-typed", typed = proof.typed_in, records = records));
    }
    for note in &notes {
        writeln!(out, "· {}", say(language, note))?;
    }
    sessions(proof, language, out)
}

/// What each session's rolls are bound by, to be compared with what the page showed.
fn sessions(proof: &Proof, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    for session in &proof.sessions {
        let number = session.number;
        let state = match session.ended {
            None => message!("cli-verify-session-open", session = number),
            Some(_) if session.left_behind => {
                message!("cli-verify-session-left-behind", session = number)
            }
            Some(_) if session.counted => message!("cli-verify-session", session = number),
            Some(_) => message!("cli-verify-session-uncounted", session = number),
        };
        writeln!(out, "· {}", say(language, &state))?;
        for seal in &session.seals {
            let (rolls, audience) = (seal.rolls, proof.audience(&seal.audience));
            let hash = seal.commitment.as_str();
            let line = message!("cli-verify-seal", hash = hash, audience = audience, rolls = rolls);
            writeln!(out, "    {}", say(language, &line))?;
        }
    }
    Ok(())
}
