//! `mistline backup` and `mistline restore`, and the copies `serve` makes each day (B-72).

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use rules::{Message, message};
use table::store::{postgres, private};
use table::{Database, PostgresStore, SqliteStore, Store, StoreError};
use words::{Language, say};

use crate::failure::Failure;
use crate::folder::{self, FEW, Kept, copies, database, in_use, make_private, unusable, wait};
use crate::settings::Place;

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    place: Place,
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Copies the database, which may be in use.
pub fn backup(
    arguments: &Arguments,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let file = arguments.file.display().to_string();
    if arguments.file.exists() {
        return Err(Failure::Message(message!("cli-backup-there", file = file)));
    }
    wait(async {
        let kept = Kept::open(&arguments.place).await?;
        let copied = kept.store.backup(&arguments.file).await;
        copied.map_err(|fault| unusable(&fault))?;
        kept.store.close().await;
        writeln!(out, "{}", say(language, &message!("cli-backup-done", file = file)))?;
        Ok(())
    })
}

/// Puts a copy in the place of the database, and keeps what was there.
pub fn restore(
    arguments: &Arguments,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let folder = arguments.place.folder()?;
    make_private(&folder)?;
    if let Some(url) = arguments.place.database()? {
        return wait(restore_shared(&arguments.file, &url, &folder, language, out));
    }
    let _own = folder::take(&folder)?.ok_or_else(|| in_use(&folder))?;
    wait(async {
        let tables = fit(&arguments.file).await?;
        let new = folder.join(NEW);
        private::copy(&arguments.file, &new)?;
        let aside = put_in_place(&folder, "restore").await?;
        restored(tables, aside, language, out)
    })
}

/// A database that is about to be put in its place: written beside and renamed, so that there is one
/// whole database at any moment.
pub const NEW: &str = "restoring.db";

/// Where what was there `before` something is kept.
pub fn aside(folder: &Path, before: &str) -> Result<PathBuf, Failure> {
    make_private(&copies(folder))?;
    private::adopt(&copies(folder));
    let now = Timestamp::now().strftime("%Y-%m-%d");
    let time = Timestamp::now().strftime("%H%M%S");
    Ok(copies(folder).join(format!("mistline-{now}-before-{before}-{time}.db")))
}

/// Puts [`NEW`] in the place of the folder's database; where the one that was there is kept.
pub async fn put_in_place(folder: &Path, before: &str) -> Result<Option<PathBuf>, Failure> {
    let (there, new) = (database(folder), folder.join(NEW));
    private::adopt(&new);
    let aside = there.is_file().then(|| aside(folder, before)).transpose()?;
    if let Some(aside) = &aside {
        put_aside(&there, aside).await?;
    }
    for rest in ["mistline.db-wal", "mistline.db-shm"] {
        match fs::remove_file(folder.join(rest)) {
            Err(fault) if fault.kind() != std::io::ErrorKind::NotFound => {
                return Err(fault.into());
            }
            _ => {}
        }
    }
    fs::rename(&new, &there)?;
    let store = SqliteStore::open(&there).await.map_err(|fault| unusable(&fault))?;
    store.close().await;
    Ok(aside)
}

/// Puts the tables of a copy in the place of those in PostgreSQL, and keeps those in a copy.
async fn restore_shared(
    file: &Path,
    url: &str,
    folder: &Path,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let fails = |fault: StoreError| unusable(&fault);
    let tables = fit(file).await?;
    let there = PostgresStore::open(url, FEW).await.map_err(fails)?;
    let alone = there.alone().await.map_err(fails)?.ok_or_else(|| served(url))?;
    let aside = match there.list().await.map_err(fails)?.is_empty() {
        true => None,
        false => Some(aside(folder, "restore")?),
    };
    if let Some(aside) = &aside {
        there.backup(aside).await.map_err(fails)?;
        private::adopt(aside);
    }
    let trial = trial(file)?;
    let copy = SqliteStore::open(&trial.0).await.map_err(fails)?;
    there.replace_all(&copy).await.map_err(fails)?;
    copy.close().await;
    alone.end().await;
    there.close().await;
    restored(tables, aside, language, out)
}

/// The database is being served.
pub fn served(url: &str) -> Failure {
    Failure::Message(message!("cli-database-served", database = postgres::shown(url)))
}

fn restored(
    tables: usize,
    aside: Option<PathBuf>,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    writeln!(out, "{}", say(language, &message!("cli-restore-done", tables = tables)))?;
    if let Some(aside) = aside {
        let aside = message!("cli-restore-aside", file = aside.display().to_string());
        writeln!(out, "{}", say(language, &aside))?;
    }
    Ok(())
}

/// How many tables a copy holds; one that is damaged is not put anywhere.
async fn fit(file: &Path) -> Result<usize, Failure> {
    let shown = file.display().to_string();
    let unfit = |fault: Message| {
        Failure::Message(message!("cli-restore-unfit", file = &shown, fault = fault))
    };
    let fails = |fault: StoreError| unfit(fault.to_message());
    // A copy of an older version is brought up, as serving it would do: on a copy of its own.
    let trial = trial(file).map_err(|fault| fails(fault.into()))?;
    let opened = SqliteStore::open(&trial.0).await.map_err(fails)?;
    if let Some(flaw) = opened.check().await.map_err(fails)?.first() {
        return Err(unfit(flaw.to_message()));
    }
    let tables = opened.list().await.map_err(fails)?;
    opened.close().await;
    Ok(tables.len())
}

/// A copy that is gone when it is no more needed.
struct Trial(PathBuf);

impl Drop for Trial {
    fn drop(&mut self) {
        // Whatever is left is in the system's folder for such things.
        if let Some(folder) = self.0.parent() {
            let _ = fs::remove_dir_all(folder);
        }
    }
}

fn trial(file: &Path) -> std::io::Result<Trial> {
    let folder = std::env::temp_dir().join(format!("mistline-restore-{}", uuid::Uuid::new_v4()));
    make_private(&folder)?;
    let trial = Trial(folder.join("trial.db"));
    private::copy(file, &trial.0)?;
    Ok(trial)
}

/// Keeps the database there was, with what its write-ahead log holds; a broken one as it is.
async fn put_aside(there: &Path, aside: &Path) -> Result<(), Failure> {
    if let Ok(store) = SqliteStore::open(there).await {
        let kept = store.backup(aside).await;
        store.close().await;
        if kept.is_ok() {
            private::adopt(aside);
            return Ok(());
        }
    }
    private::copy(there, aside)?;
    private::adopt(aside);
    Ok(())
}

/// How often it is looked whether today's copy is there.
const LOOK: Duration = Duration::from_secs(10 * 60);

/// Keeps a copy of each day, the last `keep` of them, for as long as it is polled.
pub async fn daily(store: Arc<dyn Database>, folder: PathBuf, keep: u32) {
    if keep == 0 {
        return std::future::pending().await;
    }
    let mut ticks = tokio::time::interval(LOOK);
    loop {
        ticks.tick().await;
        let today = Timestamp::now().strftime("%Y-%m-%d").to_string();
        match copy_of(&*store, &folder, &today, keep).await {
            Ok(Some(file)) => tracing::info!(file = %file.display(), "kept today's copy"),
            Ok(None) => {}
            Err(fault) => tracing::error!(%fault, "today's copy could not be kept"),
        }
    }
}

/// Makes the copy of a day if it is not there, and lets the oldest go.
async fn copy_of(
    store: &dyn Database,
    folder: &Path,
    day: &str,
    keep: u32,
) -> Result<Option<PathBuf>, Failure> {
    let file = folder.join(format!("mistline-{day}.db"));
    if file.exists() {
        return Ok(None);
    }
    make_private(folder)?;
    store.backup(&file).await.map_err(|fault| unusable(&fault))?;
    let copies = made(folder)?;
    let old = copies.len().saturating_sub(usize::try_from(keep).unwrap_or(usize::MAX));
    for copy in &copies[..old] {
        fs::remove_file(copy)?;
    }
    Ok(Some(file))
}

/// The daily copies there are, the oldest first.
///
/// # Errors
/// When the folder cannot be read.
pub fn made(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let is_copy = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with("mistline-2") && name.ends_with(".db")
    };
    let entries = fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path()));
    let mut copies: Vec<PathBuf> = entries.filter(is_copy).collect();
    copies.sort();
    Ok(copies)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn b72_a_copy_of_each_day_is_kept_and_the_oldest_goes() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = SqliteStore::open(&folder.path().join("mistline.db")).await.expect("a store");
        let copies = folder.path().join("copies");
        for day in 1..=5 {
            let day = format!("2026-11-0{day}");
            let copy = copy_of(&store, &copies, &day, 3).await.expect("a copy");
            assert!(copy.is_some_and(|file| file.is_file()));
            let again = copy_of(&store, &copies, &day, 3).await.expect("it is there");
            assert_eq!(again, None);
        }
        let names: Vec<String> = made(&copies)
            .expect("a folder")
            .iter()
            .map(|path| path.file_name().expect("a name").to_string_lossy().into_owned())
            .collect();
        assert_eq!(
            names,
            ["mistline-2026-11-03.db", "mistline-2026-11-04.db", "mistline-2026-11-05.db"]
        );
    }
}
