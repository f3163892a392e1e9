//! Where logs are kept.

mod layout;
mod memory;
mod note;
mod pictures;
pub mod postgres;
pub mod private;
mod rows;
mod sqlite;
mod syncs;
mod writer;

use std::path::Path;

use async_trait::async_trait;
use jiff::Timestamp;
use rules::{Message, message};

use crate::picture::wanted;
use crate::{PictureHash, Record, TableId};

pub use memory::MemoryStore;
pub use note::Note;
pub use postgres::PostgresStore;
pub use sqlite::{Flaw, SqliteStore};
pub use syncs::Disk;

/// A place where tables' logs are kept.
///
/// When a call that writes returns `Ok`, the record survives kill -9 and power loss (B-11).
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Begins a table's log with its first records, all or none of them.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when the table has a log already; [`StoreError::Io`].
    async fn create(&self, table: TableId, records: &[Record]) -> Result<(), StoreError>;

    /// Appends a record. Its `seq` must be the next of the table's log.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when another record has that place or the one before is missing;
    /// [`StoreError::Io`], after which it is not known whether it was kept.
    async fn append(&self, table: TableId, record: &Record) -> Result<(), StoreError>;

    /// A table's records from `after` + 1 on, in order; none of an unknown table.
    ///
    /// # Errors
    /// [`StoreError::Io`] and [`StoreError::Unreadable`].
    async fn load(&self, table: TableId, after: u64) -> Result<Vec<Record>, StoreError>;

    /// All tables.
    ///
    /// # Errors
    /// [`StoreError::Io`].
    async fn list(&self) -> Result<Vec<Stored>, StoreError>;

    /// With which record the logs of some tables end; of those that are there.
    ///
    /// # Errors
    /// [`StoreError::Io`].
    async fn heads(&self, tables: &[TableId]) -> Result<Vec<(TableId, u64)>, StoreError> {
        let all = self.list().await?;
        let known = all.iter().filter(|stored| tables.contains(&stored.table));
        Ok(known.map(|stored| (stored.table, stored.records)).collect())
    }

    /// Puts other records in the place of a table's log: only to erase what someone said (B-76).
    /// The last of them must be the next of the log, so that nothing is lost that was written
    /// meanwhile.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when there is no such table, or it has gone on; [`StoreError::Io`].
    async fn replace(&self, table: TableId, records: &[Record]) -> Result<(), StoreError>;

    /// Erases a table; whether there was one.
    ///
    /// # Errors
    /// [`StoreError::Io`].
    async fn delete(&self, table: TableId) -> Result<bool, StoreError>;

    /// What front doors keep beside the tables: everything, or all of one space.
    ///
    /// # Errors
    /// [`StoreError::Io`].
    async fn notes(&self, space: Option<&str>) -> Result<Vec<Note>, StoreError>;

    /// Keeps a note, in the place of one of the same space and name.
    ///
    /// # Errors
    /// [`StoreError::Io`], after which it is not known whether it was kept.
    async fn keep_note(&self, note: &Note) -> Result<(), StoreError>;

    /// Takes a note away; what it was. Of two who take the same one only one gets it.
    ///
    /// # Errors
    /// [`StoreError::Io`], after which it is not known whether it is still there.
    async fn take_note(&self, space: &str, name: &str) -> Result<Option<Note>, StoreError>;

    /// Keeps the bytes of a picture of a table, whose hash they have (B-43). They are erased with
    /// the table.
    ///
    /// # Errors
    /// [`StoreError::Io`], after which it is not known whether they were kept.
    async fn keep_picture(
        &self,
        table: TableId,
        hash: PictureHash,
        bytes: &[u8],
    ) -> Result<(), StoreError>;

    /// The bytes of a picture of a table; none if there are none, or they are not what they were.
    ///
    /// # Errors
    /// [`StoreError::Io`].
    async fn picture(
        &self,
        table: TableId,
        hash: PictureHash,
    ) -> Result<Option<Vec<u8>>, StoreError>;

    /// Which pictures of a table are kept.
    ///
    /// # Errors
    /// [`StoreError::Io`].
    async fn pictures(&self, table: TableId) -> Result<Vec<KeptPicture>, StoreError>;

    /// Erases pictures of a table; those that are not there are not missed.
    ///
    /// # Errors
    /// [`StoreError::Io`].
    async fn erase_pictures(
        &self,
        table: TableId,
        pictures: &[PictureHash],
    ) -> Result<(), StoreError>;
}

/// The bytes of a picture that are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptPicture {
    /// Their hash.
    pub hash: PictureHash,
    /// Since when.
    pub at: Timestamp,
}

/// The pictures a log wants and the store does not have as they were.
pub(crate) async fn missing_pictures(
    store: &dyn Store,
    table: TableId,
    records: &[Record],
) -> Result<Vec<PictureHash>, StoreError> {
    let mut missing = Vec::new();
    for hash in wanted(records).into_keys() {
        if store.picture(table, hash).await?.is_none() {
            missing.push(hash);
        }
    }
    Ok(missing)
}

/// A store that is kept: what whoever runs the server does with it.
#[async_trait]
pub trait Database: Store {
    /// Looks at every record of every log.
    ///
    /// # Errors
    /// When it cannot be read at all.
    async fn check(&self) -> Result<Vec<Flaw>, StoreError>;

    /// Copies all tables into a new file while they are in use (B-72): a file of SQLite, whatever
    /// they are kept in.
    ///
    /// # Errors
    /// When the file cannot be written.
    async fn backup(&self, to: &Path) -> Result<(), StoreError>;

    /// The tables whose logs were erased or rewritten after `seen`, and the last of these changes:
    /// by this process or another one.
    ///
    /// # Errors
    /// When it cannot be read.
    async fn rewritten(&self, seen: i64) -> Result<(Vec<TableId>, i64), StoreError>;

    /// Finishes what is being written and closes it. Whoever still holds the store can write nothing
    /// more.
    async fn close(&self);
}

/// A table as a store lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Which.
    pub table: TableId,
    /// How many records its log has.
    pub records: u64,
    /// When the last was written.
    pub last: Timestamp,
}

/// A store could not do it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Another record has that place.
    #[error("another record has that place in the log")]
    Conflict,
    /// The disk or database failed, in its own words.
    #[error("the store failed: {0}")]
    Io(String),
    /// The database could not be reached, and it is not known whether it has kept what it was sent.
    #[error("it is not known whether it was kept: {0}")]
    Unsure(String),
    /// The database is made for texts in another encoding.
    #[error("the database is made for {0}, not for UTF8")]
    Encoding(String),
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
    /// A file's name is not text.
    #[error("the name of the file is not text")]
    Name,
    /// A newer version has written it (B-77).
    #[error("it is of version {found}, this program reads up to {known}: use a newer program")]
    Newer {
        /// Its version.
        found: i64,
        /// The newest this program knows.
        known: i64,
    },
    /// An older version has written it, and it was opened only to look at it (B-77).
    #[error("it is of version {found}, this program reads {known}: serve it to bring it up")]
    Older {
        /// Its version.
        found: i64,
        /// The one this program reads.
        known: i64,
    },
    /// A record is not as it was written: the disk or someone else has changed it.
    #[error("record {0} of the log is not as it was written")]
    Changed(u64),
    /// The log does not end with the record it ended with.
    #[error("the log should end with record {0}, but does not")]
    Cut(u64),
    /// A picture is missing, or not as it was written.
    #[error("the picture {0} is missing, or is not as it was written")]
    Picture(PictureHash),
    /// The file holds what this program does not write.
    #[error("the file holds something that was not written by this program")]
    Damaged,
    /// A record is whole, but cannot be read by this version.
    #[error("record {seq} cannot be read by this version: {fault}")]
    Unreadable {
        /// Which.
        seq: u64,
        /// Why.
        fault: String,
    },
}

impl StoreError {
    /// The same for people; only what the system or SQLite says is in its own words.
    #[must_use]
    pub fn to_message(&self) -> Message {
        match self {
            StoreError::Conflict => message!("table-store-conflict"),
            StoreError::Io(fault) => message!("table-store-failed", fault = fault),
            StoreError::Unsure(fault) => message!("table-store-unsure", fault = fault),
            StoreError::Encoding(found) => message!("table-store-encoding", found = found),
            StoreError::Closed => message!("table-store-closed"),
            StoreError::Name => message!("table-store-name"),
            StoreError::Newer { found, known } => {
                message!("table-store-newer", found = *found, known = *known)
            }
            StoreError::Older { found, known } => {
                message!("table-store-older", found = *found, known = *known)
            }
            StoreError::Changed(seq) => message!("table-store-changed", seq = *seq),
            StoreError::Cut(seq) => message!("table-store-cut", seq = *seq),
            StoreError::Picture(hash) => {
                message!("table-store-picture", hash = hash.to_string())
            }
            StoreError::Damaged => message!("table-store-damaged"),
            StoreError::Unreadable { seq, .. } => message!("table-store-unreadable", seq = *seq),
        }
    }
}

impl From<std::io::Error> for StoreError {
    fn from(fault: std::io::Error) -> Self {
        StoreError::Io(fault.to_string())
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(fault: sqlx::Error) -> Self {
        match fault {
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => StoreError::Damaged,
            sqlx::Error::Database(fault) => StoreError::Io(fault.message().to_owned()),
            other => StoreError::Io(other.to_string()),
        }
    }
}

/// Makes sure that a new name in a folder survives power loss.
fn sync_folder(of: &Path) {
    // Where a folder cannot be opened, as on Windows, the system sees to it.
    if let Some(folder) = of.parent().and_then(|folder| std::fs::File::open(folder).ok()) {
        let _ = folder.sync_all();
    }
}
