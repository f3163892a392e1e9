//! Logs in one SQLite file.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection, Row};
use tokio::sync::{mpsc, oneshot};
use uuid::Uuid;

use super::memory::{decode, encode};
use super::{Store, StoreError, Stored};
use crate::{Record, TableId};

/// The version of the file's layout.
const LAYOUT: i64 = 1;
/// How many connections read.
const READERS: u32 = 4;
/// The most writes in one transaction.
const GROUP: usize = 512;
/// How often what was written is moved from the write-ahead log into the file.
const CHECKPOINT: Duration = Duration::from_secs(2);

/// Keeps logs in one SQLite file.
///
/// One task writes for all tables: it takes all writes that wait, puts them into one transaction
/// with one fsync, and then answers them all. Checkpoints run beside it.
#[derive(Clone, Debug)]
pub struct SqliteStore {
    readers: SqlitePool,
    writes: mpsc::Sender<Write>,
}

#[derive(Debug)]
struct Write {
    table: TableId,
    what: What,
    reply: oneshot::Sender<Result<bool, StoreError>>,
}

#[derive(Debug)]
enum What {
    /// Rows of a new log.
    Create(Vec<Entry>),
    /// The next row of a log.
    Append(Entry),
    /// No more log.
    Delete,
}

/// A record as it is written.
#[derive(Debug)]
struct Entry {
    seq: i64,
    at: i64,
    record: String,
}

impl Entry {
    fn new(record: &Record) -> Result<Self, StoreError> {
        Ok(Self {
            seq: i64::try_from(record.seq).map_err(io)?,
            at: record.at.as_millisecond(),
            record: encode(record)?,
        })
    }
}

fn io(fault: impl std::fmt::Display) -> StoreError {
    StoreError::Io(fault.to_string())
}

impl SqliteStore {
    /// Opens the file, or makes it.
    ///
    /// # Errors
    /// When the file cannot be opened, or a newer version has written it (B-77).
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_slower(path, Duration::ZERO).await
    }

    /// Like [`SqliteStore::open`], as if each fsync of the commit path took `slower` longer: to
    /// measure what a slow disk does.
    ///
    /// # Errors
    /// As [`SqliteStore::open`].
    pub async fn open_slower(path: &Path, slower: Duration) -> Result<Self, StoreError> {
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
        let mut writer = options.connect().await.map_err(io)?;
        lay_out(&mut writer).await?;
        let readers = SqlitePoolOptions::new().max_connections(READERS);
        let readers = readers.connect_with(options).await.map_err(io)?;
        let (writes, queue) = mpsc::channel(2 * GROUP);
        let written = Arc::new(AtomicBool::new(true));
        tokio::spawn(write(writer, queue, written.clone(), slower));
        tokio::spawn(checkpoint(readers.clone(), writes.downgrade(), written));
        Ok(Self { readers, writes })
    }

    /// Copies the whole store into a new file while it is in use (B-72).
    ///
    /// # Errors
    /// When the file is there already or cannot be written.
    pub async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        let to = to.to_str().ok_or_else(|| io("the path is not text"))?;
        let copied = sqlx::query("VACUUM INTO ?").bind(to);
        copied.execute(&self.readers).await.map_err(io)?;
        Ok(())
    }

    /// Waits for nothing more to be written and closes the file.
    pub async fn close(self) {
        drop(self.writes);
        self.readers.close().await;
    }

    async fn write(&self, table: TableId, what: What) -> Result<bool, StoreError> {
        let (reply, answer) = oneshot::channel();
        let write = Write { table, what, reply };
        self.writes.send(write).await.map_err(io)?;
        answer.await.map_err(io)?
    }
}

async fn lay_out(writer: &mut SqliteConnection) -> Result<(), StoreError> {
    let version = sqlx::query_scalar::<_, i64>("PRAGMA user_version");
    let version = version.fetch_one(&mut *writer).await.map_err(io)?;
    if version > LAYOUT {
        return Err(StoreError::Unreadable(format!(
            "the file's layout is of version {version}, this program reads up to {LAYOUT}"
        )));
    }
    if version == 0 {
        let layout = "BEGIN IMMEDIATE;
            CREATE TABLE IF NOT EXISTS log (
                place INTEGER PRIMARY KEY,
                game_table BLOB NOT NULL,
                seq INTEGER NOT NULL,
                at INTEGER NOT NULL,
                record TEXT NOT NULL
            );
            CREATE UNIQUE INDEX IF NOT EXISTS log_by_table ON log (game_table, seq);
            PRAGMA user_version = 1;
            COMMIT;";
        sqlx::raw_sql(layout).execute(writer).await.map_err(io)?;
    }
    Ok(())
}

/// Writes all that waits, again and again.
async fn write(
    mut writer: SqliteConnection,
    mut queue: mpsc::Receiver<Write>,
    written: Arc<AtomicBool>,
    slower: Duration,
) {
    let mut group = Vec::new();
    while queue.recv_many(&mut group, GROUP).await > 0 {
        match write_group(&mut writer, &group).await {
            Ok(answers) => {
                if !slower.is_zero() {
                    tokio::time::sleep(slower).await;
                }
                written.store(true, Ordering::Relaxed);
                for (write, answer) in group.drain(..).zip(answers) {
                    let _ = write.reply.send(answer);
                }
            }
            Err(fault) => {
                // Nothing of the group is kept, unless the failure was in the commit itself.
                let _ = sqlx::raw_sql("ROLLBACK").execute(&mut writer).await;
                let fault = io(fault);
                for write in group.drain(..) {
                    let _ = write.reply.send(Err(fault.clone()));
                }
            }
        }
    }
    let _ = writer.close().await;
}

async fn write_group(
    writer: &mut SqliteConnection,
    group: &[Write],
) -> Result<Vec<Result<bool, StoreError>>, sqlx::Error> {
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut *writer).await?;
    let mut answers = Vec::with_capacity(group.len());
    for write in group {
        answers.push(write_one(writer, write).await?);
    }
    sqlx::raw_sql("COMMIT").execute(&mut *writer).await?;
    Ok(answers)
}

async fn write_one(
    writer: &mut SqliteConnection,
    write: &Write,
) -> Result<Result<bool, StoreError>, sqlx::Error> {
    let table = write.table.0.as_bytes().as_slice();
    let entries = match &write.what {
        What::Delete => {
            let delete = sqlx::query("DELETE FROM log WHERE game_table = ?").bind(table);
            let deleted = delete.execute(&mut *writer).await?.rows_affected();
            return Ok(Ok(deleted > 0));
        }
        What::Create(entries) => entries.as_slice(),
        What::Append(entry) => std::slice::from_ref(entry),
    };
    let create = matches!(write.what, What::Create(_));
    for entry in entries {
        // The first record begins a log; any other follows the one before it.
        let insert = sqlx::query(
            "INSERT INTO log (game_table, seq, at, record)
             SELECT ?1, ?2, ?3, ?4
             WHERE coalesce((SELECT max(seq) FROM log WHERE game_table = ?1), 0) = ?2 - 1
               AND (?2 > 1 OR ?5)",
        );
        let insert = insert
            .bind(table)
            .bind(entry.seq)
            .bind(entry.at)
            .bind(entry.record.as_str())
            .bind(create);
        // Only a log's first record can find its place taken, so nothing is written in part.
        if insert.execute(&mut *writer).await?.rows_affected() == 0 {
            return Ok(Err(StoreError::Conflict));
        }
    }
    Ok(Ok(true))
}

/// Moves what was written from the write-ahead log into the file, until nobody writes any more.
async fn checkpoint(
    readers: SqlitePool,
    writes: mpsc::WeakSender<Write>,
    written: Arc<AtomicBool>,
) {
    let mut ticks = tokio::time::interval(CHECKPOINT);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if writes.strong_count() == 0 || readers.is_closed() {
            return;
        }
        if written.swap(false, Ordering::Relaxed) {
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
        let query = "SELECT record FROM log WHERE game_table = ? AND seq > ? ORDER BY seq";
        let rows = sqlx::query(query)
            .bind(table.0.as_bytes().as_slice())
            .bind(i64::try_from(after).unwrap_or(i64::MAX))
            .fetch_all(&self.readers)
            .await
            .map_err(io)?;
        rows.iter().map(|row| decode(row.try_get(0).map_err(io)?)).collect()
    }

    async fn list(&self) -> Result<Vec<Stored>, StoreError> {
        let query = "SELECT game_table, max(seq), at FROM log GROUP BY game_table";
        let rows = sqlx::query(query).fetch_all(&self.readers).await;
        rows.map_err(io)?
            .iter()
            .map(|row| {
                let id: &[u8] = row.try_get(0).map_err(io)?;
                let records: i64 = row.try_get(1).map_err(io)?;
                let last: i64 = row.try_get(2).map_err(io)?;
                Ok(Stored {
                    table: TableId(Uuid::from_slice(id).map_err(io)?),
                    records: records.unsigned_abs(),
                    last: Timestamp::from_millisecond(last).map_err(io)?,
                })
            })
            .collect()
    }

    async fn delete(&self, table: TableId) -> Result<bool, StoreError> {
        self.write(table, What::Delete).await
    }
}
