//! The layout of the SQLite file, and how an older file is brought up to it (B-77).

use std::path::{Path, PathBuf};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Row};

use super::pictures::Folder;
use super::rows::{root, table_of};
use super::{StoreError, private};
use crate::chain::ChainHash;

/// The version of the file's layout: 1 had no hashes, 2 did not know where a log ends,
/// 3 had no notes, 4 no pictures.
pub(super) const LAYOUT: i64 = 5;

/// The layout a file has; 0 for an empty one.
///
/// # Errors
/// When it cannot be read, or is of a newer version.
pub(super) async fn layout_of(file: &mut SqliteConnection) -> Result<i64, StoreError> {
    let version = sqlx::query_scalar::<_, i64>("PRAGMA user_version");
    let version = version.fetch_one(file).await?;
    match version {
        ..=LAYOUT => Ok(version),
        newer => Err(StoreError::Newer { found: newer, known: LAYOUT }),
    }
}

/// Lays out an empty file, or brings an older one up, keeping a copy of it as it was.
///
/// # Errors
/// When the file is of a newer version or cannot be written; it is then as it was.
pub(super) async fn lay_out(path: &Path, file: &mut SqliteConnection) -> Result<(), StoreError> {
    let before = layout_of(file).await?;
    if before == LAYOUT {
        return Ok(());
    }
    if before > 0 {
        // What it knows of has no pictures yet, or they stay where they are.
        copy_into(file, &copy_before(path)?, None).await?;
    }
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut *file).await?;
    let brought = bring_up(file).await;
    let end = if brought.is_ok() { "COMMIT" } else { "ROLLBACK" };
    sqlx::raw_sql(end).execute(file).await?;
    brought
}

/// Where the copy of an older file is kept: among the daily copies, so that it goes as they do.
fn copy_before(path: &Path) -> Result<PathBuf, StoreError> {
    let folder = path.with_file_name("copies");
    private::make_folder(&folder)?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let today = jiff::Timestamp::now().strftime("%Y-%m-%d");
    Ok(folder.join(format!("{stem}-{today}-before-{LAYOUT}.db")))
}

/// Copies the whole file, which may be in use, into a new one, with the pictures beside it if they
/// are to come along: written aside first, so that what has the name is whole.
///
/// # Errors
/// When it cannot be written.
pub(super) async fn copy_into(
    file: &mut SqliteConnection,
    to: &Path,
    pictures: Option<&Folder>,
) -> Result<(), StoreError> {
    let mut aside = to.as_os_str().to_owned();
    aside.push(".part");
    let aside = PathBuf::from(aside);
    // One that was left by a copy that failed.
    let _ = std::fs::remove_file(&aside);
    // SQLite writes into an empty file as it is: one that only its owner can read.
    drop(private::create(&aside)?);
    let text = aside.to_str().ok_or(StoreError::Name)?;
    let copied = sqlx::query("VACUUM INTO ?").bind(text).execute(file).await;
    let copied = match (copied, pictures) {
        (Ok(_), Some(pictures)) => put_pictures(&aside, pictures).await,
        (copied, _) => copied.map(drop).map_err(StoreError::from),
    };
    let kept = copied.and_then(|()| {
        let file = std::fs::File::open(&aside)?;
        file.sync_all()?;
        std::fs::rename(&aside, to)?;
        super::sync_folder(to);
        Ok(())
    });
    if kept.is_err() {
        let _ = std::fs::remove_file(&aside);
    }
    kept
}

/// Puts the pictures of all tables of a copy into it.
async fn put_pictures(copy: &Path, pictures: &Folder) -> Result<(), StoreError> {
    // Nobody else knows the file yet, and it is synced as a whole.
    let options = SqliteConnectOptions::new()
        .filename(copy)
        .journal_mode(SqliteJournalMode::Off)
        .synchronous(SqliteSynchronous::Off);
    let mut copy = options.connect().await?;
    let tables = sqlx::query_scalar::<_, Vec<u8>>("SELECT game_table FROM heads");
    let tables = tables.fetch_all(&mut copy).await?;
    let tables = tables.iter().map(|id| table_of(id)).collect::<Result<Vec<_>, _>>()?;
    let put = pictures.put_into(&mut copy, &tables).await;
    copy.close().await?;
    put
}

async fn bring_up(file: &mut SqliteConnection) -> Result<(), StoreError> {
    // Another process may have been quicker.
    let version = layout_of(file).await?;
    if version < 1 {
        run(
            file,
            "CREATE TABLE log (
                place INTEGER PRIMARY KEY,
                game_table BLOB NOT NULL,
                seq INTEGER NOT NULL,
                at INTEGER NOT NULL,
                record TEXT NOT NULL
            );
            CREATE UNIQUE INDEX log_by_table ON log (game_table, seq);",
        )
        .await?;
    }
    if version < 2 {
        run(
            file,
            "ALTER TABLE log ADD COLUMN hash BLOB NOT NULL DEFAULT x'';
            CREATE TABLE rewritten (
                place INTEGER PRIMARY KEY AUTOINCREMENT,
                game_table BLOB NOT NULL
            );",
        )
        .await?;
        chain_all(file).await?;
    }
    if version < 3 {
        run(
            file,
            "CREATE TABLE heads (
                game_table BLOB PRIMARY KEY,
                seq INTEGER NOT NULL
            ) WITHOUT ROWID;
            INSERT INTO heads SELECT game_table, max(seq) FROM log GROUP BY game_table;
            CREATE TRIGGER log_grows AFTER INSERT ON log BEGIN
                INSERT INTO heads VALUES (new.game_table, new.seq)
                ON CONFLICT DO UPDATE SET seq = new.seq;
            END;",
        )
        .await?;
    }
    if version < 4 {
        run(
            file,
            "CREATE TABLE notes (
                space TEXT NOT NULL,
                name TEXT NOT NULL,
                game_table BLOB,
                note TEXT NOT NULL,
                PRIMARY KEY (space, name)
            ) WITHOUT ROWID;",
        )
        .await?;
    }
    if version < 5 {
        // Only copies have rows here: beside a store they are files.
        run(
            file,
            "CREATE TABLE pictures (
                game_table BLOB NOT NULL,
                hash BLOB NOT NULL,
                bytes BLOB NOT NULL,
                PRIMARY KEY (game_table, hash)
            );",
        )
        .await?;
    }
    run(file, "PRAGMA user_version = 5").await
}

async fn run(file: &mut SqliteConnection, sql: &'static str) -> Result<(), StoreError> {
    sqlx::raw_sql(sql).execute(file).await?;
    Ok(())
}

/// Gives every record its hash.
async fn chain_all(file: &mut SqliteConnection) -> Result<(), StoreError> {
    let tables = sqlx::query("SELECT DISTINCT game_table FROM log");
    for table in tables.fetch_all(&mut *file).await? {
        let id: Vec<u8> = table.try_get(0)?;
        let mut hash: ChainHash = root(table_of(&id)?);
        let rows = sqlx::query("SELECT place, record FROM log WHERE game_table = ? ORDER BY seq");
        for row in rows.bind(&id).fetch_all(&mut *file).await? {
            let place: i64 = row.try_get(0)?;
            hash = hash.then(row.try_get(1)?);
            let chained = sqlx::query("UPDATE log SET hash = ? WHERE place = ?");
            let chained = chained.bind(hash.0.as_slice()).bind(place);
            chained.execute(&mut *file).await?;
        }
    }
    Ok(())
}
