//! The folder everything is kept in: its database, and who is using it.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rules::{Refusal, message};
use table::store::private;
use table::{
    Database, PostgresStore, SeatPart, SqliteStore, Stored, TableHandle, TablePart, Tables, World,
};

use crate::failure::Failure;
use crate::settings::Place;

/// The database in the folder.
pub fn database(folder: &Path) -> PathBuf {
    folder.join("mistline.db")
}

/// How many connections to PostgreSQL a single command needs.
pub const FEW: u32 = 4;

/// Where daily copies are kept.
pub fn copies(folder: &Path) -> PathBuf {
    folder.join("copies")
}

/// What this program keeps in its folder.
const OWN: [&str; 9] = [
    "mistline.db",
    "mistline.db-wal",
    "mistline.db-shm",
    "mistline.toml",
    "in-use",
    "copies",
    "restoring.db",
    "mistline.pictures",
    "restoring.pictures",
];

/// Makes a folder only its owner can look into: the seeds of dice and whispers are in it. One that
/// was there is closed too, if it is for this program alone.
///
/// # Errors
/// When it cannot be made.
pub fn make_private(folder: &Path) -> io::Result<()> {
    private::make_folder(folder)?;
    if is_own(folder)? {
        // If it belongs to someone else, `doctor` says what to do.
        let _ = private::close(folder);
    }
    Ok(())
}

/// Whether a folder is for this program alone: a database is in it, or nothing but its files.
/// Folders that everyone may write to, as `/tmp`, never are.
fn is_own(folder: &Path) -> io::Result<bool> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if fs::metadata(folder)?.permissions().mode() & 0o1000 != 0 {
            return Ok(false);
        }
    }
    if database(folder).is_file() {
        return Ok(true);
    }
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        let copy = name.starts_with("mistline-2") && name.ends_with(".db");
        if !copy && !OWN.contains(&name.as_ref()) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Takes the folder for oneself as long as the answer is held; none if another process has it.
/// The system lets go of it however a process ends.
///
/// # Errors
/// When the folder cannot be written.
pub fn take(folder: &Path) -> io::Result<Option<File>> {
    let file = folder.join("in-use");
    let lock = File::options().create(true).write(true).truncate(false).open(&file)?;
    private::adopt(&file);
    // Only its owner can, and it holds nothing.
    let _ = private::close(&file);
    match lock.try_lock() {
        Ok(()) => Ok(Some(lock)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(fault)) => Err(fault),
    }
}

/// The folder is another process's.
pub fn in_use(folder: &Path) -> Failure {
    Failure::Message(message!("cli-in-use", folder = folder.display().to_string()))
}

/// The database could not be used.
pub fn unusable(fault: &table::StoreError) -> Failure {
    Failure::Message(message!("cli-database", fault = fault.to_message()))
}

/// Runs something that waits.
///
/// # Errors
/// What it fails with.
pub fn wait<T>(what: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?
        .block_on(what)
}

/// The tables of a folder, for a command beside a server that may be running.
pub struct Kept {
    /// The store.
    pub store: Arc<dyn Database>,
    /// Its tables.
    pub tables: Tables,
}

/// A table as it is listed.
pub struct Listed {
    /// What it is.
    pub table: TablePart,
    /// The way to it.
    pub handle: TableHandle,
    /// Who sits at it.
    pub seats: Vec<SeatPart>,
}

impl Kept {
    /// Opens the database.
    ///
    /// # Errors
    /// When there is none, or it cannot be used.
    pub async fn open(place: &Place) -> Result<Self, Failure> {
        if let Some(url) = place.database()? {
            return Self::shared(&url).await;
        }
        let folder = place.folder()?;
        let file = database(&folder);
        if !file.is_file() {
            let folder = folder.display().to_string();
            return Err(Failure::Message(message!("cli-no-database", folder = folder)));
        }
        let store = SqliteStore::open(&file).await.map_err(|fault| unusable(&fault))?;
        Ok(Self::of(Arc::new(store)))
    }

    /// Opens the database, or makes the folder's.
    ///
    /// # Errors
    /// When it cannot be used.
    pub async fn open_or_make(place: &Place) -> Result<Self, Failure> {
        if let Some(url) = place.database()? {
            return Self::shared(&url).await;
        }
        let folder = place.folder()?;
        make_private(&folder)?;
        let store = SqliteStore::open(&database(&folder)).await;
        Ok(Self::of(Arc::new(store.map_err(|fault| unusable(&fault))?)))
    }

    async fn shared(url: &str) -> Result<Self, Failure> {
        let store = PostgresStore::open(url, FEW).await.map_err(|fault| unusable(&fault))?;
        Ok(Self::of(Arc::new(store)))
    }

    fn of(store: Arc<dyn Database>) -> Self {
        let tables = Tables::new(store.clone(), World::machine());
        Self { store, tables }
    }

    /// All tables, the last used first.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn list(&self) -> Result<Vec<Stored>, Failure> {
        let mut stored = self.tables.list().await?;
        stored.sort_by_key(|stored| std::cmp::Reverse(stored.last));
        Ok(stored)
    }

    /// What a table is.
    ///
    /// # Errors
    /// When its log cannot be read.
    pub async fn look(&self, stored: &Stored) -> Result<Listed, Refusal> {
        let handle = self.tables.table(stored.table).await?;
        let seats = handle.seats().await?;
        let table = handle.about().await?;
        Ok(Listed { table, handle, seats })
    }

    /// The table meant by an id, the beginning of one, or a title.
    ///
    /// # Errors
    /// When there is none, or more than one.
    pub async fn find(&self, named: &str) -> Result<Listed, Failure> {
        let all = self.list().await?;
        let by_id: Vec<&Stored> = all
            .iter()
            .filter(|stored| named.len() >= 4 && stored.table.to_string().starts_with(named))
            .collect();
        let mut found = Vec::new();
        match by_id.as_slice() {
            [one] => return Ok(self.look(one).await?),
            [] => {
                for stored in &all {
                    // One that cannot be read has no title, so it is not the one meant.
                    let listed = self.look(stored).await.ok();
                    found.extend(listed.filter(|listed| listed.table.title == named));
                }
            }
            _ => {}
        }
        let refuse =
            |what| Failure::Refused(Refusal::new("B-05", what).instead(message!("cli-see-tables")));
        match (found.len(), found.pop()) {
            (1, Some(one)) => Ok(one),
            (0, _) if by_id.is_empty() => Err(refuse(message!("cli-no-table", table = named))),
            _ => Err(refuse(message!("cli-which-table", table = named))),
        }
    }
}

impl Listed {
    /// The seat of that name; the first host's if none is named.
    ///
    /// # Errors
    /// When no seat is called that.
    pub fn seat(&self, name: Option<&str>) -> Result<&SeatPart, Failure> {
        let mut seats = self.seats.iter();
        let seat = match name {
            Some(name) => seats.find(|seat| seat.name == name),
            None => seats.find(|seat| seat.role == rules::Role::Host),
        };
        seat.ok_or_else(|| {
            let seats: Vec<&str> = self.seats.iter().map(|seat| seat.name.as_str()).collect();
            let what = message!("cli-no-seat", seat = name.unwrap_or_default());
            let refusal = Refusal::new("B-01", what);
            Failure::Refused(refusal.instead(message!("cli-seats", seats = seats.join("、"))))
        })
    }
}
