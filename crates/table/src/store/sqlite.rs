//! Logs in one SQLite file.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use rules::{Message, message};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteRow, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection, Row};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use uuid::Uuid;

use super::layout::{LAYOUT, copy_into, lay_out, layout_of};
use super::memory::{decode, encode};
use super::syncs::{Disk, Doubt, Machine, Records, SYNCS, Syncs};
use super::{Store, StoreError, Stored};
use crate::chain::ChainHash;
use crate::{Record, TableId};

/// How many connections read.
const READERS: u32 = 4;
/// The most writes in one transaction.
const GROUP: usize = 512;
/// The least time from one group to the next: on a quick disk, many small groups would take the
/// processor's time from the tables.
const PACE: Duration = Duration::from_millis(2);
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
    /// All rows of a log, other than they were.
    Replace(Vec<Entry>),
    /// No more log.
    Delete,
    /// Nothing, but no doubt is to be left what the log holds.
    Settle,
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
    pub fn told(&self) -> Message {
        let fault = self.fault.told();
        match self.table {
            Some(table) => {
                message!("table-store-of-table", table = table.to_string(), fault = fault)
            }
            None => message!("table-store-of-file", fault = fault),
        }
    }
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
            seq: i64::try_from(record.seq).map_err(|_| StoreError::Damaged)?,
            at: record.at.as_millisecond(),
            record: encode(record)?,
        })
    }
}

/// Where the chain of a table's hashes begins.
pub(super) fn root(table: TableId) -> ChainHash {
    ChainHash::root(table.0.as_bytes())
}

/// The table of an id as it is stored.
pub(super) fn table_of(id: &[u8]) -> Result<TableId, StoreError> {
    Uuid::from_slice(id).map(TableId).map_err(|_| StoreError::Damaged)
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
        let mut writer = options.connect().await?;
        lay_out(path, &mut writer).await?;
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
        Ok(Self { readers, writes, doubt })
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
        Ok(Self { readers, writes, doubt: Doubt::default() })
    }

    /// Copies the whole store into a new file while it is in use (B-72).
    ///
    /// # Errors
    /// When the file cannot be written.
    pub async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        let mut reader = self.readers.acquire().await?;
        copy_into(&mut reader, to).await
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
        // A log without a head, and a head without a log: both are told.
        let tables = "SELECT game_table FROM log UNION SELECT game_table FROM heads";
        let tables = sqlx::query_scalar::<_, Vec<u8>>(tables);
        for id in tables.fetch_all(&self.readers).await? {
            match table_of(&id) {
                Ok(table) => {
                    let read = self.load(table, 0).await.err();
                    flaws.extend(read.map(|fault| Flaw { table: Some(table), fault }));
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

    /// Waits for nothing more to be written and closes the file.
    pub async fn close(self) {
        drop(self.writes);
        self.readers.close().await;
    }

    async fn write(&self, table: TableId, what: What) -> Result<bool, StoreError> {
        let (reply, answer) = oneshot::channel();
        let write = Write { table, what, reply };
        self.writes.send(write).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }
}

/// The last record of each log as far as the writer knows, so that it need not ask.
type Heads = HashMap<TableId, (i64, ChainHash)>;
/// How many it remembers.
const REMEMBERED: usize = 20_000;

/// What writes for all tables.
struct Writer {
    file: SqliteConnection,
    heads: Heads,
    syncs: Syncs,
    doubt: Doubt,
    /// Whether there is something to move into the file.
    written: Arc<AtomicBool>,
}

impl Writer {
    /// Writes all that waits, again and again.
    async fn run(mut self, mut queue: mpsc::Receiver<Write>) {
        let mut waiting = Vec::new();
        let mut next = Instant::now();
        loop {
            // What comes while all syncs are under way makes one group.
            self.syncs.free().await;
            tokio::time::sleep_until(next).await;
            if waiting.is_empty() && queue.recv_many(&mut waiting, GROUP).await == 0 {
                break;
            }
            next = Instant::now() + PACE;
            // One write of a table at a time: the next goes on from it.
            let mut tables = HashSet::new();
            let group: Vec<Write> =
                waiting.extract_if(.., |write| tables.insert(write.table)).collect();
            self.group(group).await;
        }
        self.syncs.all().await;
        let _ = self.file.close().await;
    }

    async fn group(&mut self, group: Vec<Write>) {
        let careful = group.iter().any(|write| write.next().is_none());
        let mut records = Records::new();
        for (table, entry) in group.iter().filter_map(Write::next) {
            records.entry(table).or_default().insert(entry.seq, entry.record.clone());
        }
        match self.write(&group, careful).await {
            Ok(answers) => {
                self.written.store(true, Ordering::Relaxed);
                let say = move |synced: Result<(), StoreError>| {
                    for (write, answer) in group.into_iter().zip(answers) {
                        let _ = write.reply.send(synced.clone().and(answer));
                    }
                };
                match careful {
                    true => say(Ok(())),
                    false => self.syncs.begin(records, say),
                }
            }
            Err(fault) => {
                self.heads.clear();
                if !careful {
                    // A part may have been committed before the fault.
                    self.doubt.add(records);
                }
                for write in group {
                    let _ = write.reply.send(Err(fault.clone()));
                }
            }
        }
    }

    /// Writes a group; if it does more than go on with logs, with care: what it erases could not be
    /// taken back, so nothing else is under way, and SQLite itself waits for the disk.
    async fn write(
        &mut self,
        group: &[Write],
        careful: bool,
    ) -> Result<Vec<Result<bool, StoreError>>, StoreError> {
        if careful {
            self.syncs.all().await;
        }
        self.settle().await?;
        if careful {
            sqlx::raw_sql(DURABLE).execute(&mut self.file).await?;
        }
        let written = write_group(&mut self.file, &mut self.heads, group).await;
        if written.is_err() {
            // What is still open is given up.
            let _ = sqlx::raw_sql("ROLLBACK").execute(&mut self.file).await;
        }
        if careful {
            sqlx::raw_sql(QUICK).execute(&mut self.file).await?;
        }
        let erases = |write: &Write| matches!(write.what, What::Delete | What::Replace(_));
        if written.is_ok() && group.iter().any(erases) {
            // What was erased must not lie in the write-ahead log either (B-76). If a reader is in
            // the way, the next checkpoints will do it.
            let _ = sqlx::raw_sql(EMPTY).execute(&mut self.file).await;
        }
        Ok(written?)
    }

    /// Has all that was committed on disk, and what is in doubt taken back.
    async fn settle(&mut self) -> Result<(), StoreError> {
        if self.doubt.is_none() {
            return Ok(());
        }
        self.syncs.all().await;
        self.heads.clear();
        sqlx::raw_sql(DURABLE).execute(&mut self.file).await?;
        let settled = self.take_back().await;
        sqlx::raw_sql(QUICK).execute(&mut self.file).await?;
        settled?;
        self.doubt.records().clear();
        Ok(())
    }

    async fn take_back(&mut self) -> Result<(), StoreError> {
        // From here on nobody else writes.
        let mut taking = self.file.begin_with("BEGIN IMMEDIATE").await?;
        self.syncs.renew()?;
        let doubtful = self.doubt.records().clone();
        for (table, records) in doubtful {
            let id = table.0.as_bytes().as_slice();
            for (seq, record) in records.into_iter().rev() {
                // Unless it is another process's, or one has gone on from it: then it is kept.
                let take = "DELETE FROM log WHERE game_table = ?1 AND seq = ?2 AND record = ?3
                     AND seq = (SELECT seq FROM heads WHERE game_table = ?1)";
                let take = sqlx::query(take).bind(id).bind(seq).bind(record);
                let taken = take.execute(&mut *taking).await?;
                if taken.rows_affected() > 0 {
                    let back = "UPDATE heads SET seq = ?2 - 1 WHERE game_table = ?1";
                    sqlx::query(back).bind(id).bind(seq).execute(&mut *taking).await?;
                }
            }
        }
        Ok(taking.commit().await?)
    }
}

/// A commit waits for the disk.
const DURABLE: &str = "PRAGMA synchronous = FULL";
/// A commit does not; [`Syncs`] does before anything is acknowledged.
const QUICK: &str = "PRAGMA synchronous = NORMAL";
/// Moves all of the write-ahead log into the file.
const EMPTY: &str = "PRAGMA wal_checkpoint(TRUNCATE)";

/// Writes a group. Records that go on a log, which is nearly all there ever is, are one statement
/// together, and that is its own transaction: what crosses to the connection's thread and back once
/// for the whole group cannot wait for the processor again and again. Only what another process was
/// in the way of is tried by a second one; so after a failure a part may be committed.
async fn write_group(
    writer: &mut SqliteConnection,
    heads: &mut Heads,
    group: &[Write],
) -> Result<Vec<Result<bool, StoreError>>, sqlx::Error> {
    if heads.len() > REMEMBERED {
        heads.clear();
    }
    let next: Vec<Next> = group.iter().filter_map(Write::next).collect();
    let alone = next.len() == group.len();
    if !alone {
        sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut *writer).await?;
    }
    let kept = append(writer, heads, next).await?;
    let mut answers = Vec::with_capacity(group.len());
    for Write { table, what, .. } in group {
        answers.push(match what {
            What::Append(_) if kept.contains(table) => Ok(true),
            What::Append(_) => Err(StoreError::Conflict),
            What::Create(entries) => match end(writer, *table).await? {
                Some(_) => Err(StoreError::Conflict),
                None => insert_all(writer, heads, *table, entries).await?,
            },
            What::Replace(entries) => match erase(writer, heads, *table).await? {
                true => insert_all(writer, heads, *table, entries).await?,
                false => Err(StoreError::Conflict),
            },
            What::Delete => Ok(erase(writer, heads, *table).await?),
            What::Settle => Ok(true),
        });
    }
    if !alone {
        sqlx::raw_sql("COMMIT").execute(&mut *writer).await?;
    }
    Ok(answers)
}

/// The record that is to go on a table's log.
type Next<'w> = (TableId, &'w Entry);

impl Write {
    fn next(&self) -> Option<Next<'_>> {
        match &self.what {
            What::Append(entry) => Some((self.table, entry)),
            _ => None,
        }
    }
}

/// Appends a record to the log of each of several tables; which of them had it as their next.
async fn append(
    writer: &mut SqliteConnection,
    heads: &mut Heads,
    mut next: Vec<Next<'_>>,
) -> Result<HashSet<TableId>, sqlx::Error> {
    let mut kept = HashSet::new();
    for again in [false, true] {
        let mut rows = Vec::with_capacity(next.len());
        for &(table, entry) in &next {
            let known = heads.get(&table).copied().filter(|_| !again);
            let known = match known {
                Some(known) => Some(known),
                None => head(writer, table).await?,
            };
            let row = known.filter(|(last, _)| entry.seq == last + 1);
            rows.extend(row.map(|(_, before)| row_after(table, before, entry)));
        }
        kept.extend(insert(writer, heads, &rows).await?);
        next.retain(|(table, _)| !kept.contains(table));
        // Those that are left: another process may have written since.
        if next.is_empty() {
            break;
        }
    }
    Ok(kept)
}

/// The last record of a table's log.
async fn head(
    writer: &mut SqliteConnection,
    table: TableId,
) -> Result<Option<(i64, ChainHash)>, sqlx::Error> {
    let last = "SELECT seq, hash FROM heads JOIN log USING (game_table, seq) WHERE game_table = ?";
    let last = sqlx::query(last).bind(table.0.as_bytes().as_slice());
    let Some(row) = last.fetch_optional(writer).await? else {
        return Ok(None);
    };
    let hash: &[u8] = row.try_get(1)?;
    let hash = hash.try_into().map_err(|fault| sqlx::Error::Decode(Box::new(fault)))?;
    Ok(Some((row.try_get(0)?, ChainHash(hash))))
}

/// With which record a table's log ends; none if there is no such table.
async fn end(file: &mut SqliteConnection, table: TableId) -> Result<Option<i64>, sqlx::Error> {
    let end = sqlx::query_scalar("SELECT seq FROM heads WHERE game_table = ?");
    end.bind(table.0.as_bytes().as_slice()).fetch_optional(file).await
}

/// A row of the log, and the hash of the row it goes on from.
struct NewRow<'e> {
    table: TableId,
    entry: &'e Entry,
    before: ChainHash,
    hash: ChainHash,
}

fn row_after(table: TableId, before: ChainHash, entry: &Entry) -> NewRow<'_> {
    NewRow { table, entry, before, hash: before.then(entry.record.as_bytes()) }
}

/// Writes rows of different tables, each if what it goes on from is still the last of its log;
/// the tables where it was.
async fn insert(
    writer: &mut SqliteConnection,
    heads: &mut Heads,
    rows: &[NewRow<'_>],
) -> Result<Vec<TableId>, sqlx::Error> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let handed = rows.iter().map(|NewRow { table, entry, before, hash }| {
        let Entry { seq, at, record } = entry;
        (table.0.simple(), seq, at, record, hash.to_string(), before.to_string())
    });
    let handed = serde_json::to_string(&handed.collect::<Vec<_>>());
    let insert = sqlx::query(
        "INSERT INTO log (game_table, seq, at, record, hash)
         SELECT id, seq, at, record, hash
         FROM (SELECT unhex(value ->> 0) AS id, value ->> 1 AS seq, value ->> 2 AS at,
                      value ->> 3 AS record, unhex(value ->> 4) AS hash, unhex(value ->> 5) AS before
               FROM json_each(?1)) AS new
         WHERE coalesce((SELECT seq FROM heads WHERE game_table = id), 0) = new.seq - 1
           AND (new.seq = 1
                OR EXISTS (SELECT 1 FROM log AS last
                           WHERE game_table = id AND last.seq = new.seq - 1
                             AND last.hash = new.before))",
    );
    let handed = handed.map_err(|fault| sqlx::Error::Encode(Box::new(fault)))?;
    let written = insert.bind(handed).execute(&mut *writer).await?.rows_affected();
    let all = written == rows.len() as u64;
    let mut tables = Vec::with_capacity(rows.len());
    for row in rows {
        let now = (row.entry.seq, row.hash);
        // Which were written is seldom a question, so they do not all come back with the answer.
        if all || is_written(writer, row).await? {
            tables.push(row.table);
            heads.insert(row.table, now);
        } else {
            heads.remove(&row.table);
        }
    }
    Ok(tables)
}

async fn is_written(writer: &mut SqliteConnection, row: &NewRow<'_>) -> Result<bool, sqlx::Error> {
    let known = "SELECT EXISTS (SELECT 1 FROM log WHERE game_table = ? AND seq = ? AND hash = ?)";
    let known = sqlx::query_scalar(known).bind(row.table.0.as_bytes().as_slice());
    known.bind(row.entry.seq).bind(row.hash.0.as_slice()).fetch_one(writer).await
}

/// Writes a whole log where there is none, if its records follow one another.
async fn insert_all(
    writer: &mut SqliteConnection,
    heads: &mut Heads,
    table: TableId,
    entries: &[Entry],
) -> Result<Result<bool, StoreError>, sqlx::Error> {
    if !(1..).zip(entries).all(|(due, entry)| entry.seq == due) {
        return Ok(Err(StoreError::Conflict));
    }
    let mut before = root(table);
    for entry in entries {
        let row = row_after(table, before, entry);
        before = row.hash;
        insert(writer, heads, &[row]).await?;
    }
    Ok(Ok(true))
}

/// Erases a log and leaves word of it; whether there was one.
async fn erase(
    writer: &mut SqliteConnection,
    heads: &mut Heads,
    table: TableId,
) -> Result<bool, sqlx::Error> {
    heads.remove(&table);
    let id = table.0.as_bytes().as_slice();
    let delete = sqlx::query("DELETE FROM log WHERE game_table = ?").bind(id);
    let deleted = delete.execute(&mut *writer).await?.rows_affected() > 0;
    let forget = sqlx::query("DELETE FROM heads WHERE game_table = ?").bind(id);
    forget.execute(&mut *writer).await?;
    if deleted {
        let word = sqlx::query("INSERT INTO rewritten (game_table) VALUES (?)").bind(id);
        word.execute(writer).await?;
    }
    Ok(deleted)
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
        if after > end {
            return Ok(Vec::new());
        }
        let mut rows = rows.iter();
        let mut before = root(table);
        if after > 0 {
            let row = rows.next().ok_or(StoreError::Cut(end))?;
            before = row_hash(row).ok_or(StoreError::Changed(after))?;
        }
        let mut records = Vec::with_capacity(rows.len());
        for (due, row) in (after + 1..).zip(rows) {
            let record: &[u8] = row.try_get(2)?;
            before = before.then(record);
            let (seq, at): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
            let whole = u64::try_from(seq) == Ok(due) && row_hash(row) == Some(before);
            let text = std::str::from_utf8(record).ok().filter(|_| whole);
            let record = decode(due, text.ok_or(StoreError::Changed(due))?)?;
            if record.at.as_millisecond() != at {
                return Err(StoreError::Changed(due));
            }
            records.push(record);
        }
        match after + records.len() as u64 == end {
            true => Ok(records),
            false => Err(StoreError::Cut(end)),
        }
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
                    last: Timestamp::from_millisecond(last).map_err(|_| StoreError::Damaged)?,
                })
            })
            .collect()
    }

    async fn replace(&self, table: TableId, records: &[Record]) -> Result<(), StoreError> {
        let entries = records.iter().map(Entry::new).collect::<Result<_, _>>()?;
        self.write(table, What::Replace(entries)).await.map(|_| ())
    }

    async fn delete(&self, table: TableId) -> Result<bool, StoreError> {
        self.write(table, What::Delete).await
    }
}

/// The hash that stands beside a record.
fn row_hash(row: &SqliteRow) -> Option<ChainHash> {
    let hash: &[u8] = row.try_get(3).ok()?;
    hash.try_into().ok().map(ChainHash)
}
