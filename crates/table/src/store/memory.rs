//! Logs in memory, for tests.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};

use async_trait::async_trait;
use jiff::Timestamp;

use super::{KeptPicture, Note, Store, StoreError, Stored};
use crate::record;
use crate::{PictureHash, Record, TableId};

/// Pictures of tables: when each was brought, and its bytes.
type Pictures = BTreeMap<(TableId, PictureHash), (Timestamp, Vec<u8>)>;

/// Keeps logs as long as it lives.
///
/// Records are kept as text, so that what is read back has gone through the same encoding as on
/// disk.
#[derive(Debug, Default)]
pub struct MemoryStore {
    logs: Mutex<BTreeMap<TableId, Vec<String>>>,
    notes: Mutex<BTreeMap<(String, String), Note>>,
    pictures: Mutex<Pictures>,
}

impl MemoryStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn logs(&self) -> MutexGuard<'_, BTreeMap<TableId, Vec<String>>> {
        // A panic elsewhere cannot leave a log half written: each change is one push.
        self.logs.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn all_notes(&self) -> MutexGuard<'_, BTreeMap<(String, String), Note>> {
        self.notes.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn all_pictures(&self) -> MutexGuard<'_, Pictures> {
        self.pictures.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

pub(super) fn encode(record: &Record) -> Result<String, StoreError> {
    record::write(record).map_err(|fault| {
        let (seq, fault) = (record.seq, fault.to_string());
        StoreError::Unreadable { seq, fault }
    })
}

pub(super) fn decode(seq: u64, text: &str) -> Result<Record, StoreError> {
    record::read(text).map_err(|fault| StoreError::Unreadable { seq, fault: fault.to_string() })
}

#[async_trait]
impl Store for MemoryStore {
    async fn create(&self, table: TableId, records: &[Record]) -> Result<(), StoreError> {
        let texts = records.iter().map(encode).collect::<Result<_, _>>()?;
        let mut logs = self.logs();
        if logs.contains_key(&table) {
            return Err(StoreError::Conflict);
        }
        logs.insert(table, texts);
        Ok(())
    }

    async fn append(&self, table: TableId, record: &Record) -> Result<(), StoreError> {
        let text = encode(record)?;
        let mut logs = self.logs();
        let log = logs.get_mut(&table).ok_or(StoreError::Conflict)?;
        if record.seq != log.len() as u64 + 1 {
            return Err(StoreError::Conflict);
        }
        log.push(text);
        Ok(())
    }

    async fn load(&self, table: TableId, after: u64) -> Result<Vec<Record>, StoreError> {
        let skipped = usize::try_from(after).unwrap_or(usize::MAX);
        let texts: Vec<String> = self
            .logs()
            .get(&table)
            .map(|log| log.iter().skip(skipped).cloned().collect())
            .unwrap_or_default();
        (after + 1..).zip(&texts).map(|(seq, text)| decode(seq, text)).collect()
    }

    async fn list(&self) -> Result<Vec<Stored>, StoreError> {
        self.logs()
            .iter()
            .filter_map(|(table, log)| Some((table, log.len(), log.last()?)))
            .map(|(table, records, last)| {
                let records = records as u64;
                Ok(Stored { table: *table, records, last: decode(records, last)?.at })
            })
            .collect()
    }

    async fn replace(&self, table: TableId, records: &[Record]) -> Result<(), StoreError> {
        let texts = records.iter().map(encode).collect::<Result<_, _>>()?;
        let due = records.len().checked_sub(1);
        match self.logs().get_mut(&table) {
            Some(log) if Some(log.len()) == due => *log = texts,
            Some(_) | None => return Err(StoreError::Conflict),
        }
        Ok(())
    }

    async fn delete(&self, table: TableId) -> Result<bool, StoreError> {
        self.all_notes().retain(|_, note| note.table != Some(table));
        self.all_pictures().retain(|(of, _), _| *of != table);
        Ok(self.logs().remove(&table).is_some())
    }

    async fn notes(&self, space: Option<&str>) -> Result<Vec<Note>, StoreError> {
        let notes = self.all_notes();
        let wanted = notes.values().filter(|note| space.is_none_or(|space| note.space == space));
        Ok(wanted.cloned().collect())
    }

    async fn keep_note(&self, note: &Note) -> Result<(), StoreError> {
        let place = (note.space.clone(), note.name.clone());
        self.all_notes().insert(place, note.clone());
        Ok(())
    }

    async fn take_note(&self, space: &str, name: &str) -> Result<Option<Note>, StoreError> {
        Ok(self.all_notes().remove(&(space.to_owned(), name.to_owned())))
    }

    async fn keep_picture(
        &self,
        table: TableId,
        hash: PictureHash,
        bytes: &[u8],
    ) -> Result<(), StoreError> {
        self.all_pictures().insert((table, hash), (Timestamp::now(), bytes.to_vec()));
        Ok(())
    }

    async fn picture(
        &self,
        table: TableId,
        hash: PictureHash,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.all_pictures().get(&(table, hash)).map(|(_, bytes)| bytes.clone()))
    }

    async fn pictures(&self, table: TableId) -> Result<Vec<KeptPicture>, StoreError> {
        let pictures = self.all_pictures();
        let kept = pictures.iter().filter(|((of, _), _)| *of == table);
        Ok(kept.map(|((_, hash), (at, _))| KeptPicture { hash: *hash, at: *at }).collect())
    }

    async fn erase_pictures(
        &self,
        table: TableId,
        pictures: &[PictureHash],
    ) -> Result<(), StoreError> {
        self.all_pictures().retain(|(of, hash), _| *of != table || !pictures.contains(hash));
        Ok(())
    }
}
