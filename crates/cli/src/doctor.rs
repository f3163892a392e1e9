//! `mistline doctor`: is everything as it should be, and if not, what to do?

use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use bridge::onebot;
use rules::{Message, message};
use table::store::{postgres, private};
use table::{Database, PostgresStore, SqliteStore, Store, StoreError};
use words::{Language, say};

use crate::backup;
use crate::chat::{Door, Way, probe, probe_server};
use crate::failure::Failure;
use crate::folder::{self, copies, database, wait};
use crate::serve::USUAL;
use crate::settings::{Chosen, Settings};

/// With less than so many MiB free, it is time to make room.
const LITTLE: u64 = 200;

/// What was looked at, and how it is.
enum Finding {
    Good(Message),
    Note(Message),
    Bad(Message),
}

use Finding::{Bad, Good, Note};

/// Looks at everything; fails if something must be mended.
pub fn run(chosen: &Chosen, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    let version = env!("CARGO_PKG_VERSION");
    let mut findings =
        vec![Good(message!("cli-doctor-version", version = version, schema = table::SCHEMA))];
    match chosen.settle() {
        Ok(settings) => {
            findings.push(match &settings.file {
                Some(file) => {
                    Good(message!("cli-doctor-settings", file = file.display().to_string()))
                }
                None => Note(message!("cli-doctor-no-settings")),
            });
            look(&settings, &mut findings)?;
        }
        Err(Failure::Message(fault)) => findings.push(Bad(fault)),
        Err(other) => return Err(other),
    }
    let mut wrong = 0;
    for finding in &findings {
        let (mark, colour, what) = match finding {
            Good(what) => ("✓", AnsiColor::Green, what),
            Note(what) => ("·", AnsiColor::Yellow, what),
            Bad(what) => ("✗", AnsiColor::Red, what),
        };
        wrong += usize::from(matches!(finding, Bad(_)));
        let style = Style::new().bold().fg_color(Some(colour.into()));
        writeln!(out, "{style}{mark}{style:#} {}", say(language, what))?;
    }
    match wrong {
        0 => Ok(writeln!(out, "{}", say(language, &message!("cli-doctor-good")))?),
        count => Err(Failure::Message(message!("cli-doctor-bad", count = count))),
    }
}

fn look(settings: &Settings, findings: &mut Vec<Finding>) -> Result<(), Failure> {
    let mut usable = false;
    if let Some(url) = &settings.database {
        findings.extend(wait(async { Ok(shared(url).await) })?);
    } else {
        let written = written(&settings.data);
        usable = matches!(written, Good(_));
        findings.push(written);
    }
    if usable {
        findings.extend(open_to_others(&settings.data));
        findings.push(disk(&settings.data));
        findings.push(wait(async { Ok(stored(&settings.data).await) })?);
        let latest = backup::made(&copies(&settings.data)).ok().and_then(|mut all| all.pop());
        findings.push(match latest {
            Some(copy) => Good(message!("cli-doctor-copy", file = copy.display().to_string())),
            None => Note(message!("cli-doctor-no-copy")),
        });
    }
    findings.push(port(settings, usable));
    findings.extend(public(settings));
    for door in &settings.chats {
        findings.push(wait(async { Ok(chat(door, settings, usable).await) })?);
        findings.extend(wait(async { Ok(chat_server(door, settings).await) })?);
    }
    match crate::pack::shipped_and(settings.packs.as_deref()) {
        Ok(shelf) => {
            findings.push(Good(message!("cli-doctor-rulesets", count = shelf.packs.len())));
            findings.extend(shelf.quarantined.into_iter().map(|bad| {
                Bad(message!("cli-pack-quarantined", file = bad.file, reason = bad.reason))
            }));
        }
        Err(refusal) => findings.push(Bad(refusal.what)),
    }
    let zones = ["Asia/Shanghai", "Europe/Berlin", "America/New_York"];
    let known = zones.iter().all(|zone| jiff::tz::TimeZone::get(zone).is_ok());
    findings.push(match known {
        true => Good(message!("cli-doctor-zones")),
        false => Bad(message!("cli-doctor-zones-bad")),
    });
    findings.push(match picture::has_chinese_font() {
        true => Good(message!("cli-doctor-font")),
        false => Note(message!("cli-doctor-no-font", package = picture::FONT_PACKAGE)),
    });
    Ok(())
}

/// Whether something can be written into the folder.
fn written(folder: &Path) -> Finding {
    let shown = folder.display().to_string();
    let trial = folder.join(".doctor");
    // What is there stays as it is: what is wrong with it is said, not mended.
    let written = private::make_folder(folder)
        .and_then(|()| fs::write(&trial, "?"))
        .and_then(|()| fs::remove_file(&trial));
    match written {
        Ok(()) => Good(message!("cli-doctor-folder", folder = shown)),
        Err(fault) => {
            Bad(message!("cli-doctor-folder-bad", folder = shown, fault = fault.to_string()))
        }
    }
}

/// Whether others can read what is kept (B-79), or a service could not.
fn open_to_others(folder: &Path) -> Vec<Finding> {
    let mut findings = Vec::new();
    let shown = |path: &Path| path.display().to_string();
    for folder in [folder, &copies(folder)] {
        if private::is_open(folder) {
            findings.push(Note(message!("cli-doctor-folder-open", folder = shown(folder))));
        }
    }
    let kept = kept(folder);
    let list = |files: Vec<&PathBuf>| -> Option<String> {
        let files: Vec<String> = files.into_iter().map(|file| shown(file)).collect();
        (!files.is_empty()).then(|| files.join(" "))
    };
    if let Some(files) = list(kept.iter().filter(|file| private::is_open(file)).collect()) {
        findings.push(Bad(message!("cli-doctor-files-open", files = files)));
    }
    if let Some(files) = list(kept.iter().filter(|file| is_foreign(folder, file)).collect()) {
        let folder = shown(folder);
        findings.push(Bad(message!("cli-doctor-files-owner", files = files, folder = folder)));
    }
    findings
}

/// The database, what SQLite keeps beside it, and the copies.
fn kept(folder: &Path) -> Vec<PathBuf> {
    let names =
        ["mistline.db", "mistline.db-wal", "mistline.db-shm", "mistline.pictures", "in-use"];
    let mut files: Vec<PathBuf> = names.iter().map(|name| folder.join(name)).collect();
    files.extend(backup::made(&copies(folder)).unwrap_or_default());
    files.retain(|file| file.is_file());
    files
}

/// Whether a file belongs to someone else than the folder it is kept in.
#[cfg(unix)]
fn is_foreign(folder: &Path, file: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let owner = |path: &Path| fs::metadata(path).map(|there| there.uid()).ok();
    owner(folder) != owner(file)
}

#[cfg(not(unix))]
fn is_foreign(_: &Path, _: &Path) -> bool {
    false
}

#[cfg(unix)]
fn free(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize) / (1024 * 1024))
}

#[cfg(not(unix))]
fn free(_: &Path) -> Option<u64> {
    None
}

fn disk(folder: &Path) -> Finding {
    match free(folder) {
        Some(free) if free < LITTLE => Bad(message!("cli-doctor-disk-bad", free = free)),
        Some(free) => Good(message!("cli-doctor-disk", free = free)),
        None => Note(message!("cli-doctor-disk-unknown")),
    }
}

/// Reads every record of every table.
async fn stored(folder: &Path) -> Finding {
    let file = database(folder);
    if !file.is_file() {
        return Note(message!("cli-doctor-no-database"));
    }
    let bad = |fault: Message| Bad(message!("cli-doctor-database-bad", fault = fault));
    let looked = async {
        let store = SqliteStore::look(&file).await?;
        let flaws = store.check().await?;
        Ok((flaws, store.list().await?))
    };
    match looked.await {
        Err(StoreError::Older { found, .. }) => {
            Note(message!("cli-doctor-database-older", found = found))
        }
        Err(fault @ StoreError::Newer { .. }) => {
            Bad(message!("cli-doctor-database-newer", fault = fault.to_message()))
        }
        Err(fault) => bad(fault.to_message()),
        Ok((flaws, tables)) => match flaws.first() {
            Some(flaw) => bad(flaw.to_message()),
            None => {
                let records: u64 = tables.iter().map(|stored| stored.records).sum();
                Good(message!("cli-doctor-database", tables = tables.len(), records = records))
            }
        },
    }
}

/// Reads every record of every table in PostgreSQL.
async fn shared(url: &str) -> Vec<Finding> {
    let database = postgres::shown(url);
    let looked = async {
        let store = PostgresStore::look(url).await?;
        let flaws = store.check().await?;
        let (durable, tables) = (store.is_durable().await?, store.list().await?);
        store.close().await;
        Ok((flaws, durable, tables))
    };
    let (flaws, durable, tables) = match looked.await {
        Ok(looked) => looked,
        Err(StoreError::Older { found: 0, .. }) => {
            return vec![Note(message!("cli-doctor-postgres-empty", database = database))];
        }
        Err(StoreError::Older { found, .. }) => {
            return vec![Note(message!("cli-doctor-database-older", found = found))];
        }
        Err(fault) => {
            let fault = fault.to_message();
            return vec![Bad(message!(
                "cli-doctor-postgres-bad",
                database = database,
                fault = fault
            ))];
        }
    };
    let records: u64 = tables.iter().map(|stored| stored.records).sum();
    let mut findings = vec![match flaws.first() {
        Some(flaw) => Bad(message!("cli-doctor-database-bad", fault = flaw.to_message())),
        None => Good(message!(
            "cli-doctor-postgres",
            database = database,
            tables = tables.len(),
            records = records
        )),
    }];
    if !durable {
        findings.push(Bad(message!("cli-doctor-postgres-fsync")));
    }
    findings
}

/// Whether a chat platform answers.
async fn chat(door: &Door, settings: &Settings, usable: bool) -> Finding {
    let name = door.name.as_str();
    if matches!(door.way, Way::Relay) {
        return Note(message!("cli-doctor-chat-relay", name = name));
    }
    match probe(door.way.clone()).await {
        Ok(who) => Good(message!("cli-doctor-chat", name = name, who = who)),
        // The server that runs has the place already where it waits for the implementation.
        Err(_)
            if matches!(&door.way, Way::OneBot(it) if matches!(it.way, onebot::Way::Reverse(_)))
                && usable
                && matches!(folder::take(&settings.data), Ok(None)) =>
        {
            Good(message!("cli-doctor-port-own"))
        }
        Err(fault) => Bad(message!("cli-doctor-chat-bad", name = name, fault = fault.to_message())),
    }
}

/// Whether the server elsewhere lets in what `mistline chat` carries.
async fn chat_server(door: &Door, settings: &Settings) -> Option<Finding> {
    let (server, key) = (settings.server.as_deref()?, door.key.as_deref()?);
    let name = door.name.as_str();
    Some(match probe_server(server, name, key).await {
        Ok(()) => Good(message!("cli-doctor-chat-server", name = name, server = server)),
        Err(fault) => Bad(message!(
            "cli-doctor-chat-server-bad",
            name = name,
            server = server,
            fault = fault.to_message()
        )),
    })
}

/// Whether it can listen; a server that runs on this folder has the port already.
fn port(settings: &Settings, usable: bool) -> Finding {
    if usable && matches!(folder::take(&settings.data), Ok(None)) {
        return Good(message!("cli-doctor-port-own"));
    }
    let address = settings.listen.unwrap_or(USUAL);
    match TcpListener::bind(address) {
        Ok(_) => Good(message!("cli-doctor-port", address = address.to_string())),
        Err(fault) => {
            let (address, fault) = (address.to_string(), fault.to_string());
            Bad(message!("cli-doctor-port-bad", address = address, fault = fault))
        }
    }
}

/// What matters only when the server is reached from outside.
fn public(settings: &Settings) -> Vec<Finding> {
    let Some(url) = &settings.public_url else {
        return Vec::new();
    };
    let mut findings = vec![match url.starts_with("https://") {
        true => Good(message!("cli-doctor-public", url = url)),
        false => Note(message!("cli-doctor-public-plain", url = url)),
    }];
    if settings.create_key.is_none() {
        findings.push(Note(message!("cli-doctor-public-open")));
    }
    let proxies: Vec<String> = settings.trusted_proxies.iter().map(ToString::to_string).collect();
    findings.push(match proxies.is_empty() {
        true => Note(message!("cli-doctor-no-proxy")),
        false => Good(message!("cli-doctor-proxy", proxies = proxies.join(" "))),
    });
    findings
}
