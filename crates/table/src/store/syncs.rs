//! Syncing the write-ahead log to disk, for several groups of records at once.
//!
//! SQLite's own way (`synchronous=FULL`) waits for the disk inside each commit, so that a record
//! may have to wait for two: the one under way and its own. Here a commit leaves the write-ahead
//! log unsynced, and a thread syncs it before anything in it is acknowledged, while the next group
//! is already written. The promise is the same: acknowledged means synced.
//!
//! When a sync fails, nothing tells which bytes are on disk, and a later sync may succeed without
//! them: Linux takes what it could not write for written. So whatever was not acknowledged yet is
//! then in [`Doubt`]: it is refused, and nobody reads it. Before anything else is written, the whole
//! write-ahead log is written over itself and synced, and what is in doubt is taken back.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::task::JoinSet;

use super::StoreError;
use crate::TableId;

/// How many syncs may be under way.
pub(super) const SYNCS: usize = 4;

/// What becomes of a write-ahead log; the machine's own disk if it is nothing else.
pub trait Disk: Send + Sync + 'static {
    /// Has all that was written reach the disk.
    ///
    /// # Errors
    /// When it does not.
    fn sync(&self, log: &File) -> io::Result<()> {
        log.sync_data()
    }

    /// Writes bytes at the beginning.
    ///
    /// # Errors
    /// When they cannot be written.
    fn write(&self, mut log: &File, bytes: &[u8]) -> io::Result<()> {
        log.rewind()?;
        log.write_all(bytes)
    }
}

/// The machine's own disk.
pub(super) struct Machine;

impl Disk for Machine {}

/// Records that were refused, and may be on disk or not.
#[derive(Clone, Debug, Default)]
pub(super) struct Doubt(Arc<Mutex<Records>>);

/// Records of several tables, by their numbers in their tables' logs.
pub(super) type Records = BTreeMap<TableId, BTreeMap<i64, String>>;

impl Doubt {
    /// The records.
    pub(super) fn records(&self) -> MutexGuard<'_, Records> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there are none.
    pub(super) fn is_none(&self) -> bool {
        self.records().is_empty()
    }

    /// Whether records of this table are in doubt.
    pub(super) fn of(&self, table: TableId) -> bool {
        self.records().contains_key(&table)
    }

    /// It is not known what became of these records.
    pub(super) fn add(&self, new: Records) {
        extend(&mut self.records(), new);
    }

    /// Whether these records may be acknowledged after a sync; if not, they are in doubt.
    fn judge(&self, synced: io::Result<()>, new: Records) -> Result<(), StoreError> {
        let mut records = self.records();
        let fault = match synced {
            Ok(()) if records.is_empty() => return Ok(()),
            // It went well, but what it wrote lies behind what may be missing.
            Ok(()) => io::Error::other("an earlier sync failed"),
            Err(fault) => fault,
        };
        extend(&mut records, new);
        Err(failed(fault))
    }
}

fn extend(records: &mut Records, new: Records) {
    for (table, new) in new {
        records.entry(table).or_default().extend(new);
    }
}

/// As SQLite says it.
fn failed(fault: io::Error) -> StoreError {
    StoreError::Io(format!("disk I/O error: {fault}"))
}

/// The syncs of one write-ahead log.
pub(super) struct Syncs {
    log: PathBuf,
    disk: Arc<dyn Disk>,
    /// Each sync has its own open file: the system reports a fault once to every open file, so no
    /// sync can miss one that another saw.
    idle: Vec<File>,
    under_way: JoinSet<File>,
    doubt: Doubt,
}

impl Syncs {
    /// For the write-ahead log of a database.
    pub(super) fn of(database: &Path, disk: Arc<dyn Disk>, doubt: Doubt) -> io::Result<Self> {
        let mut log = database.as_os_str().to_owned();
        log.push("-wal");
        let mut syncs =
            Self { log: log.into(), disk, idle: Vec::new(), under_way: JoinSet::new(), doubt };
        syncs.open()?;
        Ok(syncs)
    }

    /// Opens the log anew, as often as it may be synced at once.
    fn open(&mut self) -> io::Result<()> {
        let open = || OpenOptions::new().read(true).write(true).open(&self.log);
        self.idle = (0..SYNCS).map(|_| open()).collect::<Result<_, _>>()?;
        Ok(())
    }

    /// Waits until another sync may begin.
    pub(super) async fn free(&mut self) {
        while let Some(file) = self.under_way.try_join_next() {
            self.idle.extend(file.ok());
        }
        while self.idle.is_empty() {
            let Some(file) = self.under_way.join_next().await else {
                return;
            };
            self.idle.extend(file.ok());
        }
    }

    /// Waits until none is under way.
    pub(super) async fn all(&mut self) {
        while let Some(file) = self.under_way.join_next().await {
            self.idle.extend(file.ok());
        }
    }

    /// Has all of the log on disk, whatever became of earlier syncs: it is written over itself, so
    /// that a sync has to see to all of it. None may be under way, and nobody may write.
    pub(super) fn renew(&mut self) -> Result<(), StoreError> {
        // Files opened now do not report old faults.
        self.open()?;
        let mut log = self.idle.first().ok_or(StoreError::Closed)?;
        let mut bytes = Vec::new();
        let renewed = log.rewind().and_then(|()| log.read_to_end(&mut bytes));
        let renewed = renewed.and_then(|_| self.disk.write(log, &bytes));
        renewed.and_then(|()| self.disk.sync(log)).map_err(failed)
    }

    /// Syncs what was committed, then says so; what is said if it fails is that these records are
    /// not known to be kept.
    pub(super) fn begin(
        &mut self,
        records: Records,
        say: impl FnOnce(Result<(), StoreError>) + Send + 'static,
    ) {
        let (disk, doubt) = (self.disk.clone(), self.doubt.clone());
        match self.idle.pop() {
            Some(file) => {
                self.under_way.spawn_blocking(move || {
                    say(doubt.judge(disk.sync(&file), records));
                    file
                });
            }
            None => say(doubt.judge(Err(io::ErrorKind::NotFound.into()), records)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b11_after_a_failed_sync_nothing_is_acknowledged_until_it_is_settled() {
        let table = |number| TableId(uuid::Uuid::from_u128(number));
        let of = |numbers: &[u128]| -> Records {
            let record = || BTreeMap::from([(2, "{}".to_owned())]);
            numbers.iter().map(|number| (table(*number), record())).collect()
        };
        let doubt = Doubt::default();
        assert_eq!(doubt.judge(Ok(()), of(&[1])), Ok(()));
        let fault = || Err(io::ErrorKind::Other.into());
        assert!(doubt.judge(fault(), of(&[1, 2])).is_err());
        // What was written behind it may be on disk, and still cannot be reached.
        assert!(doubt.judge(Ok(()), of(&[3])).is_err());
        assert_eq!([1, 2, 3, 4].map(|number| doubt.of(table(number))), [true, true, true, false]);
        doubt.records().clear();
        assert_eq!(doubt.judge(Ok(()), of(&[3])), Ok(()));
    }
}
