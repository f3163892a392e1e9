//! Logs in PostgreSQL, which several servers may share (B-71).

mod hints;
mod layout;
mod tries;
mod writer;

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{
    PgArguments, PgConnectOptions, PgConnection, PgPool, PgPoolOptions, PgRow, Postgres,
};
use sqlx::query::Query;
use sqlx::{Acquire, ConnectOptions, Connection, Row as _};
use tokio::sync::{Mutex, mpsc, oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::timeout;
use uuid::Uuid;

use super::rows::{Entry, Row, read_log, root, time_of};
use super::{
    Database, Flaw, KeptPicture, Note, SqliteStore, Store, StoreError, Stored, missing_pictures,
};
use crate::chain::ChainHash;
use crate::hint::{Hint, Hints, NodeId};
use crate::{CommandId, PictureHash, Record, TableId};
use hints::ALONE;
use tries::{ATTEMPT, Failed, Tries, connection, ended};
use writer::{Append, GROUP, Writer};

/// How long to wait for a connection.
const CONNECT: Duration = Duration::from_secs(3);
/// How long a connection may rest in the middle of a transaction: who holds a lock may have died.
const RESTING: (&str, &str) = ("idle_in_transaction_session_timeout", "15s");
/// What is said of a database that does not answer.
const SLOW: &str = "no answer in time";
/// How many records of a log are written with one statement.
const MANY: usize = 1000;

/// Keeps logs in a PostgreSQL database.
///
/// The log is the lock: a record is kept if it is the next of its log, and of two nodes that write
/// the same one the second is told so.
#[derive(Clone, Debug)]
pub struct PostgresStore {
    options: PgConnectOptions,
    pool: PgPool,
    writes: mpsc::Sender<Append>,
    hints: mpsc::Sender<Hint>,
    /// Set when the store is closed.
    closing: watch::Sender<bool>,
    /// The tasks that write and tell; they end when all that waits is done.
    tasks: Arc<Mutex<JoinSet<()>>>,
}

/// Keeps servers from a database as long as it lives.
#[derive(Debug)]
pub struct Alone(PgConnection);

impl Alone {
    /// Lets servers in again.
    pub async fn end(self) {
        // Also a connection that is only dropped lets go of it.
        let _ = self.0.close().await;
    }
}

/// The address of a database as it may be shown: without a password.
#[must_use]
pub fn shown(url: &str) -> String {
    match PgConnectOptions::from_str(url) {
        Ok(options) => {
            let place = match options.get_socket() {
                Some(socket) => socket.display().to_string(),
                None => format!("{}:{}", options.get_host(), options.get_port()),
            };
            format!("postgres://{place}/{}", options.get_database().unwrap_or_default())
        }
        Err(_) => "postgres://?".to_owned(),
    }
}

/// Whether a text is the address of a PostgreSQL database.
#[must_use]
pub fn is_address(text: &str) -> bool {
    text.starts_with("postgres://") || text.starts_with("postgresql://")
}

impl PostgresStore {
    /// Opens a database by its address, as `postgres://user:password@host/name?sslmode=verify-full`,
    /// and lays it out if it is empty. So many connections are used at most, and one more to
    /// listen.
    ///
    /// # Errors
    /// When it cannot be reached or used, or a newer version has written it (B-77).
    pub async fn open(url: &str, connections: u32) -> Result<Self, StoreError> {
        Self::connect(url, connections, true).await
    }

    /// Opens a database to look at it; nothing in it is changed by opening it.
    ///
    /// # Errors
    /// When it cannot be reached, or is of another version.
    pub async fn look(url: &str) -> Result<Self, StoreError> {
        Self::connect(url, 2, false).await
    }

    async fn connect(url: &str, connections: u32, lay_out: bool) -> Result<Self, StoreError> {
        let options: PgConnectOptions = url.parse()?;
        let options = options.options([RESTING]).application_name("mistline");
        let options = options.disable_statement_logging();
        let pool = PgPoolOptions::new()
            .max_connections(connections.max(2))
            .acquire_timeout(CONNECT)
            // What fails on a broken connection is tried again on another.
            .test_before_acquire(false)
            .after_connect(|connection, _| Box::pin(durable(connection)))
            .connect_with(options.clone())
            .await?;
        let mut first = pool.acquire().await?;
        match lay_out {
            true => layout::lay_out(&mut first).await?,
            false => layout::look(&mut first).await?,
        }
        drop(first);
        let (closing, closed) = watch::channel(false);
        let (hints, telling) = hints::telling(pool.clone(), closed.clone());
        let (writes, queue) = mpsc::channel(2 * GROUP);
        let queue = Arc::new(Mutex::new(queue));
        let mut tasks = JoinSet::new();
        tasks.spawn(telling);
        // Half of the connections write: a group waits for the disk while the next is gathered.
        for _ in 0..(connections / 2).max(1) {
            let (pool, queue, hints) = (pool.clone(), queue.clone(), hints.clone());
            tasks.spawn(Writer { pool, queue, hints, closing: closed.clone() }.run());
        }
        let tasks = Arc::new(Mutex::new(tasks));
        Ok(Self { options, pool, writes, hints, closing, tasks })
    }

    /// The way to the other nodes: for a server, once.
    #[must_use]
    pub fn hints(&self, node: NodeId) -> Hints {
        let listeners = PgPoolOptions::new()
            .max_connections(1)
            .acquire_timeout(CONNECT)
            .max_lifetime(None)
            .idle_timeout(None)
            .connect_lazy_with(self.options.clone());
        hints::listen(node, listeners, self.hints.clone())
    }

    /// Keeps servers away; none if one serves this database.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub async fn alone(&self) -> Result<Option<Alone>, StoreError> {
        let mut connection = self.options.connect().await?;
        let alone: bool = sqlx::query_scalar(ALONE).fetch_one(&mut connection).await?;
        Ok(alone.then_some(Alone(connection)))
    }

    /// Whether the database waits for its disk before it says that something is kept.
    ///
    /// # Errors
    /// When it cannot be asked.
    pub async fn is_durable(&self) -> Result<bool, StoreError> {
        let settings =
            "SELECT current_setting('fsync') = 'on' AND current_setting('full_page_writes') = 'on'";
        Ok(sqlx::query_scalar(settings).fetch_one(&self.pool).await?)
    }

    /// Puts all tables of another store in the place of those that are here, all or none.
    ///
    /// # Errors
    /// When one cannot be read or the other not be written.
    pub async fn replace_all(&self, from: &dyn Store) -> Result<(), StoreError> {
        let mut writing = self.pool.begin().await?;
        let empty = "TRUNCATE mistline_heads, mistline_log, mistline_notes, mistline_pictures";
        sqlx::query(empty).execute(&mut *writing).await?;
        for stored in from.list().await? {
            let records = from.load(stored.table, 0).await?;
            let entries = Entry::all(&records)?.ok_or(StoreError::Damaged)?;
            insert(&mut writing, stored.table, &entries).await?;
            for kept in from.pictures(stored.table).await? {
                if let Some(bytes) = from.picture(stored.table, kept.hash).await? {
                    put(stored.table, kept.hash, &bytes).execute(&mut *writing).await?;
                }
            }
        }
        for note in from.notes(None).await? {
            keep(&note).execute(&mut *writing).await?;
        }
        Ok(writing.commit().await?)
    }

    async fn try_load(&self, table: TableId, after: i64) -> Result<Vec<PgRow>, Failed> {
        // The end and the records as they were at one moment. The record before the first is read
        // too: the chain goes on from its hash.
        let query = "SELECT log.seq, log.at, log.record, log.hash, head.seq
             FROM mistline_heads AS head
             LEFT JOIN mistline_log AS log ON log.game_table = head.game_table AND log.seq >= $2
             WHERE head.game_table = $1 ORDER BY log.seq";
        let mut connection = connection(&self.pool).await?;
        let query = sqlx::query(query).bind(table.0).bind(after);
        let done = timeout(ATTEMPT, query.fetch_all(&mut *connection)).await;
        ended(connection, done)
    }

    async fn try_list(&self) -> Result<Vec<PgRow>, Failed> {
        let mut connection = connection(&self.pool).await?;
        let query = sqlx::query("SELECT game_table, seq, at FROM mistline_heads");
        let done = timeout(ATTEMPT, query.fetch_all(&mut *connection)).await;
        ended(connection, done)
    }

    /// Makes a log; whether there was none.
    async fn try_create(&self, table: TableId, entries: &[Entry]) -> Result<bool, Failed> {
        let mut connection = connection(&self.pool).await?;
        let create = async {
            let mut making = connection.begin().await?;
            if head(&mut making, table).await?.is_some() {
                return Ok(false);
            }
            let made = insert(&mut making, table, entries).await?;
            making.commit().await?;
            Ok(made)
        };
        let done = timeout(self::tries::PATIENCE, create).await;
        ended(connection, done)
    }

    /// Erases a log, and puts another in its place if there is one; whether it was where `expected`
    /// says.
    async fn try_erase(
        &self,
        table: TableId,
        expected: Option<i64>,
        entries: &[Entry],
    ) -> Result<bool, Failed> {
        let mut connection: PoolConnection<Postgres> = connection(&self.pool).await?;
        let erase = async {
            let mut erasing = connection.begin().await?;
            let Some(last) = head(&mut erasing, table).await? else {
                return Ok(false);
            };
            if expected.is_some_and(|expected| expected != last) {
                return Ok(false);
            }
            for erase in [
                "DELETE FROM mistline_log WHERE game_table = $1",
                "DELETE FROM mistline_heads WHERE game_table = $1",
                "INSERT INTO mistline_rewritten (game_table) VALUES ($1)",
            ] {
                sqlx::query(erase).bind(table.0).execute(&mut *erasing).await?;
            }
            if entries.is_empty() {
                for also in [
                    "DELETE FROM mistline_notes WHERE game_table = $1",
                    "DELETE FROM mistline_pictures WHERE game_table = $1",
                ] {
                    sqlx::query(also).bind(table.0).execute(&mut *erasing).await?;
                }
            } else {
                insert(&mut erasing, table, entries).await?;
            }
            erasing.commit().await?;
            Ok(true)
        };
        let done = timeout(self::tries::PATIENCE, erase).await;
        ended(connection, done)
    }
}

/// Has commits wait for the disk (B-11), whatever is usual for this database. Where they wait for
/// more than that, they do so here too.
async fn durable(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let durable = "SELECT set_config('synchronous_commit', 'on', false)
         WHERE current_setting('synchronous_commit') = 'off'";
    sqlx::query(durable).execute(connection).await.map(|_| ())
}

/// With which record a table's log ends; from here on nobody else changes it.
async fn head(database: &mut PgConnection, table: TableId) -> Result<Option<i64>, sqlx::Error> {
    let head = "SELECT seq FROM mistline_heads WHERE game_table = $1 FOR UPDATE";
    sqlx::query_scalar(head).bind(table.0).fetch_optional(database).await
}

/// Writes a whole log where there is none; whether that is so.
async fn insert(
    database: &mut PgConnection,
    table: TableId,
    entries: &[Entry],
) -> Result<bool, sqlx::Error> {
    let mut hash = root(table);
    let mut hashes = Vec::with_capacity(entries.len());
    for entry in entries {
        hash = hash.then(entry.record.as_bytes());
        hashes.push(hash.0);
    }
    let Some(last) = entries.last() else {
        return Ok(false);
    };
    let head = "INSERT INTO mistline_heads (game_table, seq, at, hash) VALUES ($1, $2, $3, $4)
         ON CONFLICT DO NOTHING";
    let head = sqlx::query(head).bind(table.0).bind(last.seq).bind(last.at).bind(hash.0.as_slice());
    if head.execute(&mut *database).await?.rows_affected() == 0 {
        return Ok(false);
    }
    // The id of a command stands once; old logs may have one twice.
    let mut seen = std::collections::HashSet::new();
    let mut command = |id: Option<CommandId>| id.filter(|id| seen.insert(*id)).map(|id| id.0);
    for (entries, hashes) in entries.chunks(MANY).zip(hashes.chunks(MANY)) {
        let rows = "INSERT INTO mistline_log (game_table, seq, at, command, record, hash)
             SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::uuid[], $5::text[], $6::bytea[])";
        sqlx::query(rows)
            .bind(table.0)
            .bind(entries.iter().map(|entry| entry.seq).collect::<Vec<_>>())
            .bind(entries.iter().map(|entry| entry.at).collect::<Vec<_>>())
            .bind(entries.iter().map(|entry| command(entry.command)).collect::<Vec<_>>())
            .bind(entries.iter().map(|entry| entry.record.as_str()).collect::<Vec<_>>())
            .bind(hashes.iter().map(|hash| hash.as_slice()).collect::<Vec<_>>())
            .execute(&mut *database)
            .await?;
    }
    Ok(true)
}

const NOTES: &str = "SELECT space, name, game_table, note FROM mistline_notes
     WHERE $1::text IS NULL OR space = $1 ORDER BY space, name";

/// Keeps a note.
fn keep(note: &Note) -> Query<'_, Postgres, PgArguments> {
    let keep = "INSERT INTO mistline_notes (space, name, game_table, note) VALUES ($1, $2, $3, $4)
         ON CONFLICT (space, name)
         DO UPDATE SET game_table = excluded.game_table, note = excluded.note";
    let table = note.table.map(|table| table.0);
    sqlx::query(keep).bind(&note.space).bind(&note.name).bind(table).bind(&note.text)
}

/// Keeps a picture, or says that it is kept since now.
fn put(table: TableId, hash: PictureHash, bytes: &[u8]) -> Query<'_, Postgres, PgArguments> {
    let put = "INSERT INTO mistline_pictures (game_table, hash, at, bytes) VALUES ($1, $2, $3, $4)
         ON CONFLICT (game_table, hash) DO UPDATE SET at = excluded.at";
    let now = Timestamp::now().as_millisecond();
    sqlx::query(put).bind(table.0).bind(hash.0.to_vec()).bind(now).bind(bytes)
}

fn note_of(row: &PgRow) -> Result<Note, StoreError> {
    let table: Option<Uuid> = row.try_get(2)?;
    let table = table.map(TableId);
    Ok(Note { space: row.try_get(0)?, name: row.try_get(1)?, table, text: row.try_get(3)? })
}

fn row_of(row: &PgRow) -> Result<Row<'_>, StoreError> {
    let record: &str = row.try_get(2)?;
    let hash: &[u8] = row.try_get(3)?;
    let hash = hash.try_into().ok().map(ChainHash);
    Ok(Row { seq: row.try_get(0)?, at: row.try_get(1)?, record: record.as_bytes(), hash })
}

#[async_trait]
impl Store for PostgresStore {
    async fn create(&self, table: TableId, records: &[Record]) -> Result<(), StoreError> {
        let entries = Entry::all(records)?.ok_or(StoreError::Conflict)?;
        let mut tries = Tries::new();
        let mut again = false;
        loop {
            match self.try_create(table, &entries).await {
                Ok(true) => return Ok(()),
                // An attempt that was not answered may have made it.
                Ok(false) if again && self.load(table, 0).await? == records => return Ok(()),
                Ok(false) => return Err(StoreError::Conflict),
                Err(failed) => tries.again(failed).await?,
            }
            again = true;
        }
    }

    async fn append(&self, table: TableId, record: &Record) -> Result<(), StoreError> {
        let (reply, answer) = oneshot::channel();
        let append = Append { table, entry: Entry::new(record)?, reply };
        self.writes.send(append).await.map_err(|_| StoreError::Closed)?;
        // A writer that ends without an answer may have sent it.
        answer.await.map_err(|_| StoreError::Unsure(StoreError::Closed.to_string()))?
    }

    async fn load(&self, table: TableId, after: u64) -> Result<Vec<Record>, StoreError> {
        let first = i64::try_from(after).unwrap_or(i64::MAX);
        let mut tries = Tries::new();
        let rows = loop {
            match self.try_load(table, first).await {
                Ok(rows) => break rows,
                Err(failed) => tries.again(failed.read_only()).await?,
            }
        };
        let Some(row) = rows.first() else {
            return Ok(Vec::new());
        };
        let end: i64 = row.try_get(4)?;
        let found: Option<i64> = row.try_get(0)?;
        let rows = rows.iter().filter(|_| found.is_some()).map(row_of);
        read_log(table, after, end.unsigned_abs(), rows)
    }

    async fn list(&self) -> Result<Vec<Stored>, StoreError> {
        let mut tries = Tries::new();
        let rows = loop {
            match self.try_list().await {
                Ok(rows) => break rows,
                Err(failed) => tries.again(failed.read_only()).await?,
            }
        };
        rows.iter()
            .map(|row| {
                let (id, records, last): (Uuid, i64, i64) =
                    (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
                let records = records.unsigned_abs();
                Ok(Stored { table: TableId(id), records, last: time_of(last)? })
            })
            .collect()
    }

    async fn heads(&self, tables: &[TableId]) -> Result<Vec<(TableId, u64)>, StoreError> {
        let ids: Vec<Uuid> = tables.iter().map(|table| table.0).collect();
        let heads = "SELECT game_table, seq FROM mistline_heads WHERE game_table = ANY ($1)";
        let mut connection = connection(&self.pool).await.map_err(|failed| failed.fault)?;
        let heads = sqlx::query(heads).bind(ids);
        let done = timeout(ATTEMPT, heads.fetch_all(&mut *connection)).await;
        let rows = ended(connection, done).map_err(|failed| failed.fault)?;
        rows.iter()
            .map(|row| {
                let (id, seq): (Uuid, i64) = (row.try_get(0)?, row.try_get(1)?);
                Ok((TableId(id), seq.unsigned_abs()))
            })
            .collect()
    }

    async fn replace(&self, table: TableId, records: &[Record]) -> Result<(), StoreError> {
        let entries = Entry::all(records)?.ok_or(StoreError::Conflict)?;
        let before = entries.last().map(|last| last.seq - 1);
        let mut tries = Tries::new();
        let mut again = false;
        loop {
            match self.try_erase(table, before, &entries).await {
                Ok(true) => return Ok(()),
                Ok(false) if again && self.load(table, 0).await? == records => return Ok(()),
                Ok(false) => return Err(StoreError::Conflict),
                Err(failed) => tries.again(failed).await?,
            }
            again = true;
        }
    }

    async fn delete(&self, table: TableId) -> Result<bool, StoreError> {
        let mut tries = Tries::new();
        let mut again = false;
        loop {
            match self.try_erase(table, None, &[]).await {
                // An attempt that was not answered may have erased it.
                Ok(deleted) => return Ok(deleted || again),
                Err(failed) => tries.again(failed).await?,
            }
            again = true;
        }
    }

    async fn notes(&self, space: Option<&str>) -> Result<Vec<Note>, StoreError> {
        let rows = sqlx::query(NOTES).bind(space).fetch_all(&self.pool);
        let rows = timeout(ATTEMPT, rows).await.map_err(|_| StoreError::Io(SLOW.to_owned()))??;
        rows.iter().map(note_of).collect()
    }

    async fn keep_note(&self, note: &Note) -> Result<(), StoreError> {
        let kept = keep(note).execute(&self.pool);
        timeout(ATTEMPT, kept).await.map_err(|_| StoreError::Io(SLOW.to_owned()))??;
        Ok(())
    }

    async fn take_note(&self, space: &str, name: &str) -> Result<Option<Note>, StoreError> {
        let take = "DELETE FROM mistline_notes WHERE space = $1 AND name = $2
             RETURNING space, name, game_table, note";
        let row = sqlx::query(take).bind(space).bind(name).fetch_optional(&self.pool);
        let row = timeout(ATTEMPT, row).await.map_err(|_| StoreError::Io(SLOW.to_owned()))??;
        row.as_ref().map(note_of).transpose()
    }

    async fn keep_picture(
        &self,
        table: TableId,
        hash: PictureHash,
        bytes: &[u8],
    ) -> Result<(), StoreError> {
        let kept = put(table, hash, bytes).execute(&self.pool);
        timeout(ATTEMPT, kept).await.map_err(|_| StoreError::Io(SLOW.to_owned()))??;
        Ok(())
    }

    async fn picture(
        &self,
        table: TableId,
        hash: PictureHash,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        let row = "SELECT bytes FROM mistline_pictures WHERE game_table = $1 AND hash = $2";
        let row = sqlx::query_scalar(row).bind(table.0).bind(hash.0.to_vec());
        let row = timeout(ATTEMPT, row.fetch_optional(&self.pool)).await;
        let bytes: Option<Vec<u8>> = row.map_err(|_| StoreError::Io(SLOW.to_owned()))??;
        Ok(bytes.filter(|bytes| PictureHash::of(bytes) == hash))
    }

    async fn pictures(&self, table: TableId) -> Result<Vec<KeptPicture>, StoreError> {
        let rows = "SELECT hash, at FROM mistline_pictures WHERE game_table = $1 ORDER BY hash";
        let rows = sqlx::query(rows).bind(table.0).fetch_all(&self.pool);
        let rows = timeout(ATTEMPT, rows).await.map_err(|_| StoreError::Io(SLOW.to_owned()))??;
        rows.iter()
            .map(|row| {
                let hash: Vec<u8> = row.try_get(0)?;
                let hash = hash.try_into().map_err(|_| StoreError::Damaged)?;
                Ok(KeptPicture { hash: PictureHash(hash), at: time_of(row.try_get(1)?)? })
            })
            .collect()
    }

    async fn erase_pictures(
        &self,
        table: TableId,
        pictures: &[PictureHash],
    ) -> Result<(), StoreError> {
        let hashes: Vec<Vec<u8>> = pictures.iter().map(|hash| hash.0.to_vec()).collect();
        let erase = "DELETE FROM mistline_pictures WHERE game_table = $1 AND hash = ANY ($2)";
        let erase = sqlx::query(erase).bind(table.0).bind(hashes).execute(&self.pool);
        timeout(ATTEMPT, erase).await.map_err(|_| StoreError::Io(SLOW.to_owned()))??;
        Ok(())
    }
}

#[async_trait]
impl Database for PostgresStore {
    async fn check(&self) -> Result<Vec<Flaw>, StoreError> {
        let tables =
            "SELECT game_table FROM mistline_log UNION SELECT game_table FROM mistline_heads";
        let tables = sqlx::query_scalar::<_, Uuid>(tables).fetch_all(&self.pool).await?;
        let headless = "SELECT DISTINCT game_table FROM mistline_log
             WHERE game_table NOT IN (SELECT game_table FROM mistline_heads)";
        let headless = sqlx::query_scalar::<_, Uuid>(headless).fetch_all(&self.pool).await?;
        let mut flaws = Vec::new();
        for id in tables {
            let table = TableId(id);
            let faults = match (headless.contains(&id), self.load(table, 0).await) {
                (true, _) => vec![StoreError::Damaged],
                (false, Err(fault)) => vec![fault],
                (false, Ok(records)) => {
                    let missing = missing_pictures(self, table, &records).await?;
                    missing.into_iter().map(StoreError::Picture).collect()
                }
            };
            flaws.extend(faults.into_iter().map(|fault| Flaw { table: Some(table), fault }));
        }
        Ok(flaws)
    }

    /// Copies all tables, as they are at one moment, into a file of SQLite: the same on either.
    async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        let mut reading = self
            .pool
            .begin_with("BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            .await?;
        let copy = SqliteStore::aside(to).await?;
        let tables = sqlx::query_scalar::<_, Uuid>("SELECT game_table FROM mistline_heads");
        for id in tables.fetch_all(&mut *reading).await? {
            let rows =
                "SELECT seq, at, record, hash FROM mistline_log WHERE game_table = $1 ORDER BY seq";
            let rows = sqlx::query(rows).bind(id).fetch_all(&mut *reading).await?;
            let records = read_log(TableId(id), 0, rows.len() as u64, rows.iter().map(row_of))?;
            copy.store.create(TableId(id), &records).await?;
            let pictures = "SELECT hash FROM mistline_pictures WHERE game_table = $1";
            let pictures = sqlx::query_scalar::<_, Vec<u8>>(pictures).bind(id);
            for hash in pictures.fetch_all(&mut *reading).await? {
                let bytes =
                    "SELECT bytes FROM mistline_pictures WHERE game_table = $1 AND hash = $2";
                let bytes = sqlx::query_scalar::<_, Vec<u8>>(bytes).bind(id).bind(&hash);
                let bytes = bytes.fetch_one(&mut *reading).await?;
                let hash = hash.try_into().map_err(|_| StoreError::Damaged)?;
                copy.store.put_aboard(TableId(id), PictureHash(hash), &bytes).await?;
            }
        }
        for row in sqlx::query(NOTES).bind(None::<&str>).fetch_all(&mut *reading).await? {
            copy.store.keep_note(&note_of(&row)?).await?;
        }
        copy.finish().await
    }

    async fn rewritten(&self, seen: i64) -> Result<(Vec<TableId>, i64), StoreError> {
        let rows = "SELECT place, game_table FROM mistline_rewritten WHERE place > $1";
        let rows = sqlx::query(rows).bind(seen).fetch_all(&self.pool).await?;
        let mut last = seen;
        let mut tables = Vec::new();
        for row in rows {
            last = last.max(row.try_get(0)?);
            tables.push(TableId(row.try_get(1)?));
        }
        Ok((tables, last))
    }

    async fn close(&self) {
        self.closing.send_replace(true);
        while self.tasks.lock().await.join_next().await.is_some() {}
        self.pool.close().await;
    }
}
