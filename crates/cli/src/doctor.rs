//! `mistline doctor`: is everything as it should be, and if not, what to do?

use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::path::Path;

use anstyle::{AnsiColor, Style};
use rules::{Message, message};
use table::{SqliteStore, Store, StoreError};
use words::{Language, say};

use crate::backup;
use crate::failure::Failure;
use crate::folder::{self, copies, database, make_private, wait};
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
        Err(Failure::Told(fault)) => findings.push(Bad(fault)),
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
        count => Err(Failure::Told(message!("cli-doctor-bad", count = count))),
    }
}

fn look(settings: &Settings, findings: &mut Vec<Finding>) -> Result<(), Failure> {
    let written = written(&settings.data);
    let usable = matches!(written, Good(_));
    findings.push(written);
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
    findings.push(match crate::pack::shipped_and(settings.packs.as_deref()) {
        Ok(packs) => Good(message!("cli-doctor-rulesets", count = packs.len())),
        Err(refusal) => Bad(refusal.what),
    });
    let zones = ["Asia/Shanghai", "Europe/Berlin", "America/New_York"];
    let known = zones.iter().all(|zone| jiff::tz::TimeZone::get(zone).is_ok());
    findings.push(match known {
        true => Good(message!("cli-doctor-zones")),
        false => Bad(message!("cli-doctor-zones-bad")),
    });
    Ok(())
}

/// Whether something can be written into the folder.
fn written(folder: &Path) -> Finding {
    let shown = folder.display().to_string();
    let trial = folder.join(".doctor");
    let written = make_private(folder)
        .and_then(|()| fs::write(&trial, "?"))
        .and_then(|()| fs::remove_file(&trial));
    match written {
        Ok(()) => Good(message!("cli-doctor-folder", folder = shown)),
        Err(fault) => {
            Bad(message!("cli-doctor-folder-bad", folder = shown, fault = fault.to_string()))
        }
    }
}

#[cfg(unix)]
fn open_to_others(folder: &Path) -> Option<Finding> {
    use std::os::unix::fs::PermissionsExt;
    let mode = fs::metadata(folder).ok()?.permissions().mode();
    let shown = folder.display().to_string();
    (mode & 0o077 != 0).then(|| Note(message!("cli-doctor-folder-open", folder = shown)))
}

#[cfg(not(unix))]
fn open_to_others(_: &Path) -> Option<Finding> {
    None
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
            Bad(message!("cli-doctor-database-newer", fault = fault.told()))
        }
        Err(fault) => bad(fault.told()),
        Ok((flaws, tables)) => match flaws.first() {
            Some(flaw) => bad(flaw.told()),
            None => {
                let records: u64 = tables.iter().map(|stored| stored.records).sum();
                Good(message!("cli-doctor-database", tables = tables.len(), records = records))
            }
        },
    }
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
