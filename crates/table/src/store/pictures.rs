//! The pictures of a SQLite store: files in a folder beside it, one folder for each table, each file
//! named by the hash of its bytes.
//!
//! A file is written aside, synced and renamed, so that what has a name is whole, whenever the
//! program is killed. In a copy of the store (B-72), which is one file, they are rows of its table
//! `pictures`; they become files when such a copy is opened in its place.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use jiff::Timestamp;
use sqlx::Row as _;
use sqlx::sqlite::SqliteConnection;
use tokio::task::spawn_blocking;

use super::rows::table_of;
use super::{KeptPicture, StoreError, private, sync_folder};
use crate::{PictureHash, TableId};

/// So long what nobody wants is left alone: another process may be about to.
const LEFT_ALONE: Duration = Duration::from_secs(3600);

/// The folder of a store's pictures.
#[derive(Clone, Debug)]
pub(super) struct Folder(PathBuf);

impl Folder {
    /// The folder beside a database file: `mistline.pictures` beside `mistline.db`.
    pub fn beside(file: &Path) -> Self {
        Self(file.with_extension("pictures"))
    }

    fn of(&self, table: TableId) -> PathBuf {
        self.0.join(table.to_string())
    }

    /// Keeps a picture; on disk when this returns.
    pub async fn keep(
        &self,
        table: TableId,
        hash: PictureHash,
        bytes: Vec<u8>,
    ) -> Result<(), StoreError> {
        let (root, folder) = (self.0.clone(), self.of(table));
        blocking(move || {
            private::make_folder(&root)?;
            private::make_folder(&folder)?;
            write(&folder, hash, &bytes)
        })
        .await
    }

    /// A picture; none if it is not there, or not as it was.
    pub async fn read(
        &self,
        table: TableId,
        hash: PictureHash,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        let file = self.of(table).join(hash.to_string());
        blocking(move || match fs::read(file) {
            Ok(bytes) => Ok(Some(bytes).filter(|bytes| PictureHash::of(bytes) == hash)),
            Err(fault) if fault.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(fault) => Err(fault),
        })
        .await
    }

    /// Which pictures of a table there are.
    pub async fn list(&self, table: TableId) -> Result<Vec<KeptPicture>, StoreError> {
        let folder = self.of(table);
        blocking(move || {
            let mut kept = Vec::new();
            for entry in entries(&folder)? {
                let name = entry.file_name();
                if let Some(hash) = name.to_str().and_then(|name| name.parse().ok()) {
                    kept.push(KeptPicture { hash, at: time_of(entry.metadata()?.modified()?) });
                }
            }
            Ok(kept)
        })
        .await
    }

    pub async fn erase(&self, table: TableId, pictures: &[PictureHash]) -> Result<(), StoreError> {
        let folder = self.of(table);
        let pictures = pictures.to_vec();
        blocking(move || {
            pictures
                .iter()
                .try_for_each(|hash| gone(fs::remove_file(folder.join(hash.to_string()))))
        })
        .await
    }

    /// Erases all pictures of a table.
    pub async fn erase_all(&self, table: TableId) -> Result<(), StoreError> {
        let folder = self.of(table);
        blocking(move || gone(fs::remove_dir_all(folder))).await
    }

    /// Erases what a crash has left: files that were never whole, folders of tables that are gone.
    pub async fn sweep(&self, known: Vec<TableId>) -> Result<(), StoreError> {
        let root = self.0.clone();
        blocking(move || {
            for entry in entries(&root)? {
                let table = entry.file_name().to_str().and_then(|name| name.parse().ok());
                if table.is_none_or(|table| !known.contains(&table)) {
                    if is_old(&entry)? {
                        gone(fs::remove_dir_all(entry.path()))?;
                    }
                    continue;
                }
                for file in entries(&entry.path())? {
                    let part = file.path().extension().is_some_and(|it| it == "part");
                    if part && is_old(&file)? {
                        gone(fs::remove_file(file.path()))?;
                    }
                }
            }
            Ok(())
        })
        .await
    }

    /// Puts all pictures of some tables into a copy of the store.
    pub async fn put_into(
        &self,
        copy: &mut SqliteConnection,
        tables: &[TableId],
    ) -> Result<(), StoreError> {
        for table in tables {
            for kept in self.list(*table).await? {
                let Some(bytes) = self.read(*table, kept.hash).await? else { continue };
                put(copy, *table, kept.hash, &bytes).await?;
            }
        }
        Ok(())
    }

    /// Makes files of the pictures in a copy of the store, and empties it of them.
    pub async fn take_from(&self, store: &mut SqliteConnection) -> Result<(), StoreError> {
        let rows = sqlx::query("SELECT rowid, game_table, hash FROM pictures");
        let rows = rows.fetch_all(&mut *store).await?;
        if rows.is_empty() {
            return Ok(());
        }
        for row in rows {
            let (place, id): (i64, Vec<u8>) = (row.try_get(0)?, row.try_get(1)?);
            let hash: Vec<u8> = row.try_get(2)?;
            let hash = hash.try_into().map(PictureHash).map_err(|_| StoreError::Damaged)?;
            let bytes = sqlx::query_scalar("SELECT bytes FROM pictures WHERE rowid = ?");
            let bytes: Vec<u8> = bytes.bind(place).fetch_one(&mut *store).await?;
            if PictureHash::of(&bytes) != hash {
                return Err(StoreError::Picture(hash));
            }
            self.keep(table_of(&id)?, hash, bytes).await?;
        }
        sqlx::raw_sql("DELETE FROM pictures; VACUUM").execute(store).await?;
        Ok(())
    }
}

/// Puts a picture into a copy of a store.
pub(super) async fn put(
    copy: &mut SqliteConnection,
    table: TableId,
    hash: PictureHash,
    bytes: &[u8],
) -> Result<(), StoreError> {
    let put = "INSERT OR REPLACE INTO pictures (game_table, hash, bytes) VALUES (?, ?, ?)";
    let put = sqlx::query(put).bind(table.0.as_bytes().as_slice()).bind(hash.0.as_slice());
    put.bind(bytes).execute(copy).await?;
    Ok(())
}

fn write(folder: &Path, hash: PictureHash, bytes: &[u8]) -> io::Result<()> {
    let file = folder.join(hash.to_string());
    // The same bytes again: only their time is new, so that they are not swept meanwhile.
    if fs::read(&file).is_ok_and(|there| there == bytes) {
        return File::options().write(true).open(&file)?.set_modified(SystemTime::now());
    }
    let aside = folder.join(format!("{hash}-{}.part", uuid::Uuid::new_v4()));
    let written = private::create(&aside).and_then(|mut part| {
        part.write_all(bytes)?;
        part.sync_all()?;
        private::adopt(&aside);
        fs::rename(&aside, &file)
    });
    if written.is_err() {
        let _ = fs::remove_file(&aside);
    }
    sync_folder(&file);
    written
}

fn entries(folder: &Path) -> io::Result<Vec<fs::DirEntry>> {
    match fs::read_dir(folder) {
        Ok(entries) => entries.collect(),
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(fault) => Err(fault),
    }
}

fn is_old(entry: &fs::DirEntry) -> io::Result<bool> {
    let age = entry.metadata()?.modified()?.elapsed();
    Ok(age.is_ok_and(|age| age > LEFT_ALONE))
}

/// What is not there need not be removed.
fn gone(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

fn time_of(modified: SystemTime) -> Timestamp {
    Timestamp::try_from(modified).unwrap_or(Timestamp::UNIX_EPOCH)
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T, StoreError> {
    match spawn_blocking(work).await {
        Ok(done) => Ok(done?),
        Err(_) => Err(StoreError::Closed),
    }
}
