//! Rows of a log, read back from a database and checked against their chain of hashes.

use jiff::Timestamp;
use uuid::Uuid;

use super::StoreError;
use super::memory::{decode, encode};
use crate::chain::ChainHash;
use crate::{CommandId, Record, TableId};

/// A record as it is written.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub seq: i64,
    pub at: i64,
    pub command: Option<CommandId>,
    pub record: String,
}

impl Entry {
    pub fn new(record: &Record) -> Result<Self, StoreError> {
        Ok(Self {
            seq: i64::try_from(record.seq).map_err(|_| StoreError::Damaged)?,
            at: record.at.as_millisecond(),
            command: record.command,
            record: encode(record)?,
        })
    }

    /// Records as they are written; none if they do not follow one another from the first on.
    pub fn all(records: &[Record]) -> Result<Option<Vec<Self>>, StoreError> {
        let entries = records.iter().map(Entry::new).collect::<Result<Vec<_>, _>>()?;
        let whole = (1..).zip(&entries).all(|(due, entry)| entry.seq == due);
        Ok(whole.then_some(entries))
    }
}

/// A row as it is stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'r> {
    pub seq: i64,
    pub at: i64,
    pub record: &'r [u8],
    pub hash: Option<ChainHash>,
}

/// Where the chain of a table's hashes begins.
pub(super) fn root(table: TableId) -> ChainHash {
    ChainHash::root(table.0.as_bytes())
}

/// The table of an id as it is stored.
pub(super) fn table_of(id: &[u8]) -> Result<TableId, StoreError> {
    Uuid::from_slice(id).map(TableId).map_err(|_| StoreError::Damaged)
}

/// A time as it is stored.
pub(super) fn time_of(at: i64) -> Result<Timestamp, StoreError> {
    Timestamp::from_millisecond(at).map_err(|_| StoreError::Damaged)
}

/// The records after `after` of a log that ends with record `end`. The rows begin with the one
/// before the first of them: the chain goes on from its hash.
///
/// # Errors
/// When a row is not as it was written, or the end is missing.
pub(super) fn read_log<'r>(
    table: TableId,
    after: u64,
    end: u64,
    mut rows: impl Iterator<Item = Result<Row<'r>, StoreError>>,
) -> Result<Vec<Record>, StoreError> {
    if after > end {
        return Ok(Vec::new());
    }
    let mut before = root(table);
    if after > 0 {
        let row = rows.next().ok_or(StoreError::Cut(end))??;
        before = row.hash.ok_or(StoreError::Changed(after))?;
    }
    let mut records = Vec::new();
    for (due, row) in (after + 1..).zip(rows) {
        let Row { seq, at, record, hash } = row?;
        before = before.then(record);
        let whole = u64::try_from(seq) == Ok(due) && hash == Some(before);
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
