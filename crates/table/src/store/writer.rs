//! The one writer of the SQLite file, for all tables.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, Row};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::StoreError;
use super::rows::{Entry, root};
use super::sqlite::end;
use super::syncs::{Doubt, Records, Syncs};
use crate::TableId;
use crate::chain::ChainHash;

/// The most writes in one transaction.
pub(super) const GROUP: usize = 512;
/// The least time from one group to the next: on a quick disk, many small groups would take the
/// processor's time from the tables.
const PACE: Duration = Duration::from_millis(2);

/// Something to be written.
#[derive(Debug)]
pub(super) struct Write {
    pub table: TableId,
    pub what: What,
    pub reply: oneshot::Sender<Result<bool, StoreError>>,
}

#[derive(Debug)]
pub(super) enum What {
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
    /// Nothing, and nothing more: the file is closed.
    Close,
}

/// A cache of the last record of each log.
pub(super) type Heads = HashMap<TableId, (i64, ChainHash)>;
/// How many logs it holds.
const REMEMBERED: usize = 20_000;

/// The writer of all tables' records.
pub(super) struct Writer {
    pub file: SqliteConnection,
    pub heads: Heads,
    pub syncs: Syncs,
    pub doubt: Doubt,
    /// Whether there is something to move into the file.
    pub written: Arc<AtomicBool>,
}

impl Writer {
    /// Writes all that waits, again and again.
    pub async fn run(mut self, mut queue: mpsc::Receiver<Write>) {
        let mut waiting = Vec::new();
        let mut next = Instant::now();
        let mut closing = None;
        while closing.is_none() {
            // What comes while all syncs are under way makes one group.
            self.syncs.free().await;
            tokio::time::sleep_until(next).await;
            if waiting.is_empty() && queue.recv_many(&mut waiting, GROUP).await == 0 {
                break;
            }
            next = Instant::now() + PACE;
            let last = waiting.iter().position(|write| matches!(write.what, What::Close));
            if let Some(last) = last {
                if last > 0 {
                    // What came before it is written first.
                    let rest = waiting.split_off(last);
                    self.all(std::mem::replace(&mut waiting, rest)).await;
                }
                closing = Some(waiting.swap_remove(0).reply);
                continue;
            }
            // One write of a table at a time: the next goes on from it.
            let mut tables = HashSet::new();
            let group: Vec<Write> =
                waiting.extract_if(.., |write| tables.insert(write.table)).collect();
            self.group(group).await;
        }
        self.syncs.all().await;
        if self.doubt.is_none() {
            // After a clean stop the one file is whole. If another process is in the way, the last
            // to close it does this.
            let _ = sqlx::raw_sql(EMPTY).execute(&mut self.file).await;
        }
        let _ = self.file.close().await;
        if let Some(reply) = closing {
            let _ = reply.send(Ok(true));
        }
    }

    /// Writes everything, one write of a table at a time.
    async fn all(&mut self, mut waiting: Vec<Write>) {
        while !waiting.is_empty() {
            let mut tables = HashSet::new();
            let group = waiting.extract_if(.., |write| tables.insert(write.table)).collect();
            self.group(group).await;
        }
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
        let written = write_group(&mut self.file, &mut self.heads, group, careful).await;
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
        let taken_back = self.take_back().await;
        sqlx::raw_sql(QUICK).execute(&mut self.file).await?;
        taken_back?;
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
pub(super) const QUICK: &str = "PRAGMA synchronous = NORMAL";
/// Moves all of the write-ahead log into the file.
const EMPTY: &str = "PRAGMA wal_checkpoint(TRUNCATE)";

/// Writes a group, in one transaction if it is to be kept or lost `together`. Records that go on a
/// log, which is nearly all there ever is, are one statement, and that is its own transaction: what
/// crosses to the connection's thread and back once for the whole group cannot wait for the
/// processor again and again. Only what another process was in the way of is tried by a second one;
/// so after a failure a part may be committed.
async fn write_group(
    writer: &mut SqliteConnection,
    heads: &mut Heads,
    group: &[Write],
    together: bool,
) -> Result<Vec<Result<bool, StoreError>>, sqlx::Error> {
    if heads.len() > REMEMBERED {
        heads.clear();
    }
    let next: Vec<Next> = group.iter().filter_map(Write::next).collect();
    if together {
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
            What::Replace(entries) => match (end(writer, *table).await?, entries.last()) {
                (Some(end), Some(last)) if last.seq == end + 1 && is_whole(entries) => {
                    erase(writer, heads, *table).await?;
                    insert_all(writer, heads, *table, entries).await?
                }
                _ => Err(StoreError::Conflict),
            },
            What::Delete => {
                let notes = sqlx::query("DELETE FROM notes WHERE game_table = ?");
                notes.bind(table.0.as_bytes().as_slice()).execute(&mut *writer).await?;
                Ok(erase(writer, heads, *table).await?)
            }
            What::Settle | What::Close => Ok(true),
        });
    }
    if together {
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
        let Entry { seq, at, record, .. } = entry;
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

/// Whether records follow one another from the first on.
fn is_whole(entries: &[Entry]) -> bool {
    (1..).zip(entries).all(|(due, entry)| entry.seq == due)
}

/// Writes a whole log where there is none, if its records follow one another.
async fn insert_all(
    writer: &mut SqliteConnection,
    heads: &mut Heads,
    table: TableId,
    entries: &[Entry],
) -> Result<Result<bool, StoreError>, sqlx::Error> {
    if !is_whole(entries) {
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
