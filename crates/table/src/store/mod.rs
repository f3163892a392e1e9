//! Where logs are kept.

mod layout;
mod memory;
mod sqlite;

use async_trait::async_trait;
use jiff::Timestamp;

use crate::{Record, TableId};

pub use memory::MemoryStore;
pub use sqlite::{Flaw, SqliteStore};

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

    /// Puts other records in the place of a table's log: only to erase what someone said (B-76).
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when there is no such table; [`StoreError::Io`].
    async fn replace(&self, table: TableId, records: &[Record]) -> Result<(), StoreError>;

    /// Erases a table; whether there was one.
    ///
    /// # Errors
    /// [`StoreError::Io`].
    async fn delete(&self, table: TableId) -> Result<bool, StoreError>;
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
    /// The disk or database failed.
    #[error("the store failed: {0}")]
    Io(String),
    /// A newer version has written it (B-77).
    #[error("it is of version {found}, this program reads up to {known}: use a newer program")]
    Newer {
        /// Its version.
        found: i64,
        /// The newest this program knows.
        known: i64,
    },
    /// A record is not as it was written: the disk or someone else has changed it.
    #[error("record {0} of the log is not as it was written: restore a copy")]
    Changed(u64),
    /// What is stored cannot be read by this version.
    #[error("the stored log cannot be read by this version: {0}")]
    Unreadable(String),
}

/// Makes sure that a new name in a folder survives power loss.
fn sync_folder(of: &std::path::Path) {
    // Where a folder cannot be opened, as on Windows, the system sees to it.
    if let Some(folder) = of.parent().and_then(|folder| std::fs::File::open(folder).ok()) {
        let _ = folder.sync_all();
    }
}
