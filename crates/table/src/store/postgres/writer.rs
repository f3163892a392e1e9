//! The writers: each commits the records of all tables that are waiting with one statement.

use std::collections::HashSet;
use std::sync::Arc;

use sqlx::postgres::PgPool;
use tokio::sync::{Mutex, mpsc, oneshot, watch};
use tokio::time::timeout;
use uuid::Uuid;

use super::tries::{ATTEMPT, Failed, Tries, connection, ended, is_double, is_refused};
use crate::TableId;
use crate::hint::Hint;
use crate::store::StoreError;
use crate::store::rows::Entry;

/// The most records in one statement.
pub(super) const GROUP: usize = 256;

/// Appends a record to the log of each of several tables, where it is the next one.
///
/// The heads are locked in one order, so that nodes that write for the same tables never wait for
/// each other in a circle; who comes second finds that its record is not the next any more. Also
/// deleting and rewriting begin with this lock.
const APPEND: &str = "
    WITH new AS (
        SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::uuid[], $5::text[])
            AS new (game_table, seq, at, command, record)
    ), head AS MATERIALIZED (
        SELECT game_table, seq, hash FROM mistline_heads
        WHERE game_table = ANY ($1) ORDER BY game_table FOR UPDATE
    ), following AS MATERIALIZED (
        SELECT new.*, sha256(head.hash || convert_to(new.record, 'UTF8')) AS hash
        FROM new JOIN head USING (game_table) WHERE new.seq = head.seq + 1
    ), moved AS (
        UPDATE mistline_heads AS moved SET seq = following.seq, at = following.at, hash = following.hash
        FROM following WHERE moved.game_table = following.game_table
    )
    INSERT INTO mistline_log (game_table, seq, at, command, record, hash)
    SELECT game_table, seq, at, command, record, hash FROM following
    RETURNING game_table";

/// A record to be appended.
#[derive(Debug)]
pub(super) struct Append {
    pub table: TableId,
    pub entry: Entry,
    pub reply: oneshot::Sender<Result<(), StoreError>>,
}

/// One of the writers, which share a queue.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    pub pool: PgPool,
    pub queue: Arc<Mutex<mpsc::Receiver<Append>>>,
    pub hints: mpsc::Sender<Hint>,
    /// Set when nothing more is to be written than what waits.
    pub closing: watch::Receiver<bool>,
}

impl Writer {
    /// Writes all that waits, again and again, until nobody can ask for more.
    pub async fn run(mut self) {
        loop {
            let mut waiting = self.next().await;
            if waiting.is_empty() {
                return;
            }
            while !waiting.is_empty() {
                // One record of a table at a time: the next goes on from it.
                let mut tables = HashSet::new();
                let group: Vec<Append> =
                    waiting.extract_if(.., |append| tables.insert(append.table)).collect();
                self.group(group, Tries::new()).await;
            }
        }
    }

    /// What waits; nothing when there will be no more.
    async fn next(&mut self) -> Vec<Append> {
        let mut waiting = Vec::new();
        let mut queue = self.queue.lock().await;
        tokio::select! {
            biased;
            _ = queue.recv_many(&mut waiting, GROUP) => return waiting,
            _ = self.closing.wait_for(|closing| *closing) => queue.close(),
        }
        queue.recv_many(&mut waiting, GROUP).await;
        waiting
    }

    async fn group(&self, group: Vec<Append>, mut tries: Tries) {
        match self.write(&group, &mut tries).await {
            Ok(kept) => {
                for append in group {
                    let kept = kept.contains(&append.table);
                    self.answer(append, if kept { Ok(()) } else { Err(StoreError::Conflict) });
                }
            }
            // One of them is to blame: each is tried alone.
            Err(Unwritten::Refused) if group.len() > 1 => {
                for append in group {
                    // An earlier attempt of the group may have been carried out.
                    Box::pin(self.group(vec![append], tries.alone())).await;
                }
            }
            Err(Unwritten::Refused) => {
                for append in group {
                    self.answer(append, Err(StoreError::Conflict));
                }
            }
            Err(Unwritten::Failed(fault)) => {
                for append in group {
                    self.answer(append, Err(fault.clone()));
                }
            }
        }
    }

    fn answer(&self, append: Append, answer: Result<(), StoreError>) {
        if answer.is_ok() {
            // A hint that does not fit is lost; the others will find the record all the same.
            let _ = self.hints.try_send(Hint::Kept(append.table, append.entry.seq.unsigned_abs()));
        }
        let _ = append.reply.send(answer);
    }

    /// Writes records of different tables; of which tables they were the next.
    ///
    /// A record that an attempt has written without our hearing of it is not the next in a further
    /// attempt: that is a conflict, and the table finds its record when it reads on.
    async fn write(
        &self,
        group: &[Append],
        tries: &mut Tries,
    ) -> Result<HashSet<TableId>, Unwritten> {
        loop {
            match self.attempt(group).await {
                Ok(kept) => return Ok(kept.into_iter().map(TableId).collect()),
                Err(failed) if is_double(&failed.fault) => return Err(Unwritten::Refused),
                Err(failed) if is_refused(&failed.fault) && group.len() > 1 => {
                    return Err(Unwritten::Refused);
                }
                Err(failed) => tries.again(failed).await.map_err(Unwritten::Failed)?,
            }
        }
    }

    async fn attempt(&self, group: &[Append]) -> Result<Vec<Uuid>, Failed> {
        let tables: Vec<Uuid> = group.iter().map(|append| append.table.0).collect();
        let entries = || group.iter().map(|append| &append.entry);
        let mut connection = connection(&self.pool).await?;
        let append = sqlx::query_scalar::<_, Uuid>(APPEND)
            .bind(tables)
            .bind(entries().map(|entry| entry.seq).collect::<Vec<_>>())
            .bind(entries().map(|entry| entry.at).collect::<Vec<_>>())
            .bind(entries().map(|entry| entry.command.map(|id| id.0)).collect::<Vec<_>>())
            .bind(entries().map(|entry| entry.record.as_str()).collect::<Vec<_>>());
        let done = timeout(ATTEMPT, append.fetch_all(&mut *connection)).await;
        ended(connection, done)
    }
}

/// Why a group was not written.
enum Unwritten {
    /// The database refused it as it is.
    Refused,
    Failed(StoreError),
}
