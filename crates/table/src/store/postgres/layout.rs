//! The tables of the database, and how older ones are brought up (B-77).

use sqlx::postgres::PgConnection;
use sqlx::{Acquire, raw_sql};

use crate::store::StoreError;

/// The steps from an empty database to the layout this program uses; the version of a layout is how
/// many of them were taken. A step that was released is never changed.
const STEPS: [&str; 3] = [
    "
    CREATE TABLE mistline_heads (
        game_table uuid PRIMARY KEY,
        seq bigint NOT NULL,
        at bigint NOT NULL,
        hash bytea NOT NULL
    ) WITH (fillfactor = 50);
    CREATE TABLE mistline_log (
        game_table uuid NOT NULL,
        seq bigint NOT NULL,
        at bigint NOT NULL,
        command uuid,
        record text NOT NULL,
        hash bytea NOT NULL,
        PRIMARY KEY (game_table, seq),
        UNIQUE (game_table, command)
    );
    CREATE TABLE mistline_rewritten (
        place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        game_table uuid NOT NULL
    );",
    "
    CREATE TABLE mistline_notes (
        space text NOT NULL,
        name text NOT NULL,
        game_table uuid,
        note text NOT NULL,
        PRIMARY KEY (space, name)
    );",
    // Pictures do not shrink any more: the database is not to try.
    "
    CREATE TABLE mistline_pictures (
        game_table uuid NOT NULL,
        hash bytea NOT NULL,
        at bigint NOT NULL,
        bytes bytea NOT NULL,
        PRIMARY KEY (game_table, hash)
    );
    ALTER TABLE mistline_pictures ALTER COLUMN bytes SET STORAGE EXTERNAL;",
];

/// Lays out an empty database, or brings an older one up.
///
/// # Errors
/// When it is of a newer version, not for UTF-8, or cannot be written; it is then as it was.
pub(super) async fn lay_out(database: &mut PgConnection) -> Result<(), StoreError> {
    let encoding: String = sqlx::query_scalar("SELECT current_setting('server_encoding')")
        .fetch_one(&mut *database)
        .await?;
    if encoding != "UTF8" {
        return Err(StoreError::Encoding(encoding));
    }
    if known(version(database).await?)? == STEPS.len() {
        return Ok(());
    }
    let mut laying = database.begin().await?;
    // Nodes that start together wait for one another here.
    raw_sql("SELECT pg_advisory_xact_lock(hashtext('mistline layout'))")
        .execute(&mut *laying)
        .await?;
    raw_sql("CREATE TABLE IF NOT EXISTS mistline_layout (version bigint NOT NULL)")
        .execute(&mut *laying)
        .await?;
    let found = version(&mut laying).await?;
    for step in &STEPS[known(found)?..] {
        raw_sql(*step).execute(&mut *laying).await?;
    }
    raw_sql("DELETE FROM mistline_layout").execute(&mut *laying).await?;
    let now = i64::try_from(STEPS.len()).unwrap_or(i64::MAX);
    sqlx::query("INSERT INTO mistline_layout VALUES ($1)").bind(now).execute(&mut *laying).await?;
    Ok(laying.commit().await?)
}

/// The layout a database has, without changing it.
///
/// # Errors
/// When it has none or another one than this program uses.
pub(super) async fn look(database: &mut PgConnection) -> Result<(), StoreError> {
    let found = version(database).await?;
    match known(found)? == STEPS.len() {
        true => Ok(()),
        false => Err(StoreError::Older { found, known: STEPS.len() as i64 }),
    }
}

/// How many steps were taken; 0 in an empty database.
async fn version(database: &mut PgConnection) -> Result<i64, StoreError> {
    let there = sqlx::query_scalar("SELECT to_regclass('mistline_layout') IS NOT NULL");
    let there: bool = there.fetch_one(&mut *database).await?;
    if !there {
        return Ok(0);
    }
    let version = sqlx::query_scalar("SELECT coalesce(max(version), 0) FROM mistline_layout");
    Ok(version.fetch_one(database).await?)
}

fn known(found: i64) -> Result<usize, StoreError> {
    let steps = usize::try_from(found).ok().filter(|found| *found <= STEPS.len());
    steps.ok_or(StoreError::Newer { found, known: STEPS.len() as i64 })
}
