//! Logs in one SQLite file.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use async_trait::async_trait;
use rules::{Message, message};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteRow, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Row as _};
use tokio::sync::{mpsc, oneshot};
use uuid::Uuid;

use super::layout::{LAYOUT, copy_into, lay_out, layout_of};
use super::pictures::{Folder, put};
use super::private::prepare_database;
use super::rows::{Entry, Row, read_log, table_of, time_of};
use super::syncs::{Disk, Doubt, Machine, SYNCS, Syncs};
use super::writer::{GROUP, Heads, QUICK, What, Write, Writer};
use super::{
    Database, KeptPicture, Note, Store, StoreError, Stored, missing_pictures, sync_folder,
};
use crate::chain::ChainHash;
use crate::{PictureHash, Record, TableId};

/// How many connections read.
const READERS: u32 = 4;
/// How often what was written is moved from the write-ahead log into the file.
const CHECKPOINT: Duration = Duration::from_secs(2);

/// Keeps logs in one SQLite file.
///
/// One task writes for all tables: it takes all writes that wait, puts them into one transaction
/// with one sync, and goes on with the next while a thread waits for the disk and then answers them
/// all. Checkpoints run beside it.
#[derive(Clone, Debug)]
pub struct SqliteStore {
    readers: SqlitePool,
    writes: mpsc::Sender<Write>,
    doubt: Doubt,
    pictures: Folder,
}

/// Something that is not as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// In the log of this table; none if it is in the file itself.
    pub table: Option<TableId>,
    /// What.
    pub fault: StoreError,
}

impl Flaw {
    /// The same for people.
    #[must_use]
    pub fn to_message(&self) -> Message {
        let fault = self.fault.to_message();
        match self.table {
            Some(table) => {
                message!("table-store-of-table", table = table.to_string(), fault = fault)
            }
            None => message!("table-store-of-file", fault = fault),
        }
    }
}

/// With which record a table's log ends; none if there is no such table.
pub(super) async fn end(
    file: &mut SqliteConnection,
    table: TableId,
) -> Result<Option<i64>, sqlx::Error> {
    let end = sqlx::query_scalar("SELECT seq FROM heads WHERE game_table = ?");
    end.bind(table.0.as_bytes().as_slice()).fetch_optional(file).await
}

impl SqliteStore {
    /// Opens the file, or makes it.
    ///
    /// # Errors
    /// When the file cannot be opened, or a newer version has written it (B-77).
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_on(path, Arc::new(Machine)).await
    }

    /// Like [`SqliteStore::open`], with the write-ahead log on a disk of its own kind.
    ///
    /// # Errors
    /// As [`SqliteStore::open`].
    pub async fn open_on(path: &Path, disk: Arc<dyn Disk>) -> Result<Self, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(10))
            // Deleted tables are erased, not only forgotten (B-76).
            .pragma("secure_delete", "1")
            // Checkpoints run off the commit path.
            .pragma("wal_autocheckpoint", "0");
        prepare_database(path);
        let mut writer = options.connect().await?;
        lay_out(path, &mut writer).await?;
        // A copy that was put here has its pictures in it.
        let pictures = Folder::beside(path);
        pictures.take_from(&mut writer).await?;
        let tables = sqlx::query_scalar::<_, Vec<u8>>("SELECT game_table FROM heads");
        let tables = tables.fetch_all(&mut writer).await?;
        pictures.sweep(tables.iter().filter_map(|id| table_of(id).ok()).collect()).await?;
        sqlx::raw_sql(QUICK).execute(&mut writer).await?;
        let readers = SqlitePoolOptions::new().max_connections(READERS);
        let readers = readers.connect_with(options).await?;
        let (writes, queue) = mpsc::channel(2 * GROUP);
        let written = Arc::new(AtomicBool::new(true));
        let doubt = Doubt::default();
        let syncs = Syncs::of(path, disk, doubt.clone())?;
        let writer = Writer {
            file: writer,
            heads: Heads::new(),
            syncs,
            doubt: doubt.clone(),
            written: written.clone(),
        };
        // A thread of its own: a commit must not wait until tables have built their views.
        let own = tokio::runtime::Builder::new_current_thread()
            .max_blocking_threads(SYNCS)
            .thread_name("sync")
            .enable_all()
            .build()?;
        thread::Builder::new()
            .name("writer".to_owned())
            .spawn(move || own.block_on(writer.run(queue)))?;
        tokio::spawn(checkpoint(readers.clone(), writes.downgrade(), written, doubt.clone()));
        Ok(Self { readers, writes, doubt, pictures })
    }

    /// Opens a file to look at it; nothing in it is changed, and nothing can be.
    ///
    /// # Errors
    /// When it is not such a file, or of another version.
    pub async fn look(path: &Path) -> Result<Self, StoreError> {
        let options = SqliteConnectOptions::new().filename(path).read_only(true);
        let readers = SqlitePoolOptions::new().max_connections(1);
        let readers = readers.connect_with(options).await?;
        let layout = layout_of(&mut *readers.acquire().await?).await?;
        if layout != LAYOUT {
            return Err(StoreError::Older { found: layout, known: LAYOUT });
        }
        let (writes, _) = mpsc::channel(1);
        let pictures = Folder::beside(path);
        Ok(Self { readers, writes, doubt: Doubt::default(), pictures })
    }

    /// Copies the whole store into a new file while it is in use (B-72).
    ///
    /// # Errors
    /// When the file cannot be written.
    pub async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        let mut reader = self.readers.acquire().await?;
        copy_into(&mut reader, to, Some(&self.pictures)).await
    }

    /// Looks at every page of the file and at every record of every log.
    ///
    /// # Errors
    /// When the file cannot be read at all.
    pub async fn check(&self) -> Result<Vec<Flaw>, StoreError> {
        let pages = sqlx::query_scalar::<_, String>("PRAGMA integrity_check");
        let pages = pages.fetch_all(&self.readers).await?;
        let flaw = |fault| Flaw { table: None, fault };
        let mut flaws: Vec<Flaw> = pages
            .into_iter()
            .filter(|line| line != "ok")
            .map(|line| flaw(StoreError::Io(line)))
            .collect();
        // A log without a head, and a head without a log: both are flaws.
        let tables = "SELECT game_table FROM log UNION SELECT game_table FROM heads";
        let tables = sqlx::query_scalar::<_, Vec<u8>>(tables);
        for id in tables.fetch_all(&self.readers).await? {
            match table_of(&id) {
                Ok(table) => {
                    let faults = match self.load(table, 0).await {
                        Ok(records) => missing_pictures(self, table, &records)
                            .await?
                            .into_iter()
                            .map(StoreError::Picture)
                            .collect(),
                        Err(fault) => vec![fault],
                    };
                    let flaw = |fault| Flaw { table: Some(table), fault };
                    flaws.extend(faults.into_iter().map(flaw));
                }
                Err(fault) => flaws.push(flaw(fault)),
            }
        }
        Ok(flaws)
    }

    /// The tables whose logs were erased or rewritten after `seen`, and the last of these changes:
    /// by this process or another one.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub async fn rewritten(&self, seen: i64) -> Result<(Vec<TableId>, i64), StoreError> {
        let rows = sqlx::query("SELECT place, game_table FROM rewritten WHERE place > ?");
        let rows = rows.bind(seen).fetch_all(&self.readers).await?;
        let mut last = seen;
        let mut tables = Vec::new();
        for row in rows {
            last = last.max(row.try_get(0)?);
            let id: &[u8] = row.try_get(1)?;
            tables.push(table_of(id)?);
        }
        Ok((tables, last))
    }

    /// Finishes what is being written, moves all of it into the one file and closes that. Whoever
    /// still holds the store can write nothing more.
    pub async fn close(self) {
        // A file opened only to be looked at has no writer.
        let _ = self.write(TableId(Uuid::nil()), What::Close).await;
        self.readers.close().await;
    }

    async fn write(&self, table: TableId, what: What) -> Result<bool, StoreError> {
        let (reply, answer) = oneshot::channel();
        let write = Write { table, what, reply };
        self.writes.send(write).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }
}

/// A store in a new file that has its name only once it is whole.
#[derive(Debug)]
pub(super) struct Aside {
    pub store: SqliteStore,
    aside: PathBuf,
    to: PathBuf,
}

impl Aside {
    /// Closes the file and gives it its name.
    pub async fn finish(self) -> Result<(), StoreError> {
        self.store.clone().close().await;
        let file = std::fs::File::open(&self.aside)?;
        file.sync_all()?;
        std::fs::rename(&self.aside, &self.to)?;
        sync_folder(&self.to);
        Ok(())
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        // One that is finished has another name.
        let _ = std::fs::remove_dir_all(self.aside.with_extension("pictures"));
        for companion in ["", "-wal", "-shm"] {
            let mut path = self.aside.as_os_str().to_owned();
            path.push(companion);
            let _ = std::fs::remove_file(path);
        }
    }
}

impl SqliteStore {
    /// Puts a picture into the file itself: into a copy that is being made.
    pub(super) async fn put_aboard(
        &self,
        table: TableId,
        hash: PictureHash,
        bytes: &[u8],
    ) -> Result<(), StoreError> {
        put(&mut *self.readers.acquire().await?, table, hash, bytes).await
    }

    /// A new store that will be the file `to`.
    pub(super) async fn aside(to: &Path) -> Result<Aside, StoreError> {
        let mut aside = to.as_os_str().to_owned();
        aside.push(".part");
        let aside = PathBuf::from(aside);
        // One that was left by a copy that failed.
        let _ = std::fs::remove_file(&aside);
        Ok(Aside { store: Self::open(&aside).await?, aside, to: to.to_owned() })
    }
}

#[async_trait]
impl Database for SqliteStore {
    async fn check(&self) -> Result<Vec<Flaw>, StoreError> {
        self.check().await
    }

    async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        self.backup(to).await
    }

    async fn rewritten(&self, seen: i64) -> Result<(Vec<TableId>, i64), StoreError> {
        self.rewritten(seen).await
    }

    async fn close(&self) {
        self.clone().close().await;
    }
}

/// Moves what was written from the write-ahead log into the file, until nobody writes any more.
async fn checkpoint(
    readers: SqlitePool,
    writes: mpsc::WeakSender<Write>,
    written: Arc<AtomicBool>,
    doubt: Doubt,
) {
    let mut ticks = tokio::time::interval(CHECKPOINT);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if writes.strong_count() == 0 || readers.is_closed() {
            return;
        }
        // While the write-ahead log may have gaps on disk, the file must stay as it is.
        if doubt.is_none() && written.swap(false, Ordering::Relaxed) {
            // A checkpoint that could not run is tried again with the next write.
            let _ = sqlx::raw_sql("PRAGMA wal_checkpoint(PASSIVE)").execute(&readers).await;
        }
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn create(&self, table: TableId, records: &[Record]) -> Result<(), StoreError> {
        let entries = records.iter().map(Entry::new).collect::<Result<_, _>>()?;
        self.write(table, What::Create(entries)).await.map(|_| ())
    }

    async fn append(&self, table: TableId, record: &Record) -> Result<(), StoreError> {
        let entry = Entry::new(record)?;
        self.write(table, What::Append(entry)).await.map(|_| ())
    }

    async fn load(&self, table: TableId, after: u64) -> Result<Vec<Record>, StoreError> {
        if self.doubt.of(table) {
            self.write(table, What::Settle).await?;
        }
        // The end and the records as they were at one moment.
        let mut reader = self.readers.begin().await?;
        let end = end(&mut reader, table).await?;
        // The record before the first is read too: the chain goes on from its hash.
        let query = "SELECT seq, at, record, hash FROM log
             WHERE game_table = ? AND seq >= ? ORDER BY seq";
        let rows = sqlx::query(query)
            .bind(table.0.as_bytes().as_slice())
            .bind(i64::try_from(after).unwrap_or(i64::MAX))
            .fetch_all(&mut *reader)
            .await?;
        let end = match end {
            Some(end) => end.unsigned_abs(),
            None if rows.is_empty() => return Ok(Vec::new()),
            None => return Err(StoreError::Damaged),
        };
        read_log(table, after, end, rows.iter().map(row_of))
    }

    async fn list(&self) -> Result<Vec<Stored>, StoreError> {
        let query = "SELECT game_table, max(seq), at FROM log GROUP BY game_table";
        let rows = sqlx::query(query).fetch_all(&self.readers).await;
        rows?
            .iter()
            .map(|row| {
                let id: &[u8] = row.try_get(0)?;
                let records: i64 = row.try_get(1)?;
                let last: i64 = row.try_get(2)?;
                Ok(Stored {
                    table: table_of(id)?,
                    records: records.unsigned_abs(),
                    last: time_of(last)?,
                })
            })
            .collect()
    }

    async fn replace(&self, table: TableId, records: &[Record]) -> Result<(), StoreError> {
        let entries = records.iter().map(Entry::new).collect::<Result<_, _>>()?;
        self.write(table, What::Replace(entries)).await.map(|_| ())
    }

    async fn delete(&self, table: TableId) -> Result<bool, StoreError> {
        let deleted = self.write(table, What::Delete).await?;
        self.pictures.erase_all(table).await?;
        Ok(deleted)
    }

    async fn notes(&self, space: Option<&str>) -> Result<Vec<Note>, StoreError> {
        let query = "SELECT space, name, game_table, note FROM notes
             WHERE ?1 IS NULL OR space = ?1 ORDER BY space, name";
        let rows = sqlx::query(query).bind(space).fetch_all(&self.readers).await?;
        rows.iter().map(note_of).collect()
    }

    // Notes are few and do not go by the writer: their connections wait for the disk by themselves.
    async fn keep_note(&self, note: &Note) -> Result<(), StoreError> {
        let keep = "INSERT INTO notes (space, name, game_table, note) VALUES (?, ?, ?, ?)
             ON CONFLICT DO UPDATE SET game_table = excluded.game_table, note = excluded.note";
        let table = note.table.map(|table| table.0.as_bytes().to_vec());
        let keep = sqlx::query(keep).bind(&note.space).bind(&note.name).bind(table);
        keep.bind(&note.text).execute(&self.readers).await?;
        Ok(())
    }

    async fn take_note(&self, space: &str, name: &str) -> Result<Option<Note>, StoreError> {
        let take = "DELETE FROM notes WHERE space = ? AND name = ?
             RETURNING space, name, game_table, note";
        let row = sqlx::query(take).bind(space).bind(name).fetch_optional(&self.readers).await?;
        row.as_ref().map(note_of).transpose()
    }

    async fn keep_picture(
        &self,
        table: TableId,
        hash: PictureHash,
        bytes: &[u8],
    ) -> Result<(), StoreError> {
        self.pictures.keep(table, hash, bytes.to_vec()).await
    }

    async fn picture(
        &self,
        table: TableId,
        hash: PictureHash,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        if let Some(bytes) = self.pictures.read(table, hash).await? {
            return Ok(Some(bytes));
        }
        // A copy that is only looked at has them in it.
        let row = "SELECT bytes FROM pictures WHERE game_table = ? AND hash = ?";
        let row = sqlx::query_scalar(row).bind(table.0.as_bytes().as_slice());
        let bytes: Option<Vec<u8>> =
            row.bind(hash.0.as_slice()).fetch_optional(&self.readers).await?;
        Ok(bytes.filter(|bytes| PictureHash::of(bytes) == hash))
    }

    async fn pictures(&self, table: TableId) -> Result<Vec<KeptPicture>, StoreError> {
        self.pictures.list(table).await
    }

    async fn erase_pictures(
        &self,
        table: TableId,
        pictures: &[PictureHash],
    ) -> Result<(), StoreError> {
        self.pictures.erase(table, pictures).await
    }
}

fn note_of(row: &SqliteRow) -> Result<Note, StoreError> {
    let table: Option<&[u8]> = row.try_get(2)?;
    let table = table.map(table_of).transpose()?;
    Ok(Note { space: row.try_get(0)?, name: row.try_get(1)?, table, text: row.try_get(3)? })
}

fn row_of(row: &SqliteRow) -> Result<Row<'_>, StoreError> {
    let hash: Option<&[u8]> = row.try_get(3).ok();
    let hash = hash.and_then(|hash| hash.try_into().ok()).map(ChainHash);
    Ok(Row { seq: row.try_get(0)?, at: row.try_get(1)?, record: row.try_get(2)?, hash })
}
