//! `mistline move`: takes all tables from a folder to PostgreSQL, or back (B-71).

use std::io::Write;
use std::path::Path;

use rules::message;
use table::store::{postgres, private};
use table::{Database, PostgresStore, SqliteStore, StoreError};
use words::{Language, say};

use crate::backup::{NEW, aside, put_in_place, served};
use crate::failure::Failure;
use crate::folder::{self, FEW, database, in_use, make_private, unusable, wait};
use crate::settings::Place;

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    place: Place,
    #[arg(long, value_name = "URL|DIR")]
    to: String,
    #[arg(long)]
    replace: bool,
}

/// Copies all tables, and compares every record.
pub fn run(arguments: &Arguments, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    wait(async {
        let from = arguments.place.database()?;
        let folder = arguments.place.folder()?;
        match (from, postgres::is_address(&arguments.to)) {
            (Some(from), true) => {
                let source = Postgres::open(&from).await?;
                let there = Postgres::open(&arguments.to).await?;
                there.take_in(&source.store, &folder, arguments.replace, language, out).await?;
                source.end().await;
                there.end().await;
            }
            (None, true) => {
                let _own = folder::take(&folder)?.ok_or_else(|| in_use(&folder))?;
                let source = sqlite(&folder).await?;
                let there = Postgres::open(&arguments.to).await?;
                there.take_in(&source, &folder, arguments.replace, language, out).await?;
                source.close().await;
                there.end().await;
            }
            (Some(from), false) => {
                let source = Postgres::open(&from).await?;
                into_folder(
                    &source.store,
                    Path::new(&arguments.to),
                    arguments.replace,
                    language,
                    out,
                )
                .await?;
                source.end().await;
            }
            (None, false) => {
                let _own = folder::take(&folder)?.ok_or_else(|| in_use(&folder))?;
                let source = sqlite(&folder).await?;
                into_folder(&source, Path::new(&arguments.to), arguments.replace, language, out)
                    .await?;
                source.close().await;
            }
        }
        writeln!(out, "{}", say(language, &message!("cli-move-left")))?;
        Ok(())
    })
}

fn fails(fault: StoreError) -> Failure {
    unusable(&fault)
}

/// The database of a folder; there must be one.
async fn sqlite(folder: &Path) -> Result<SqliteStore, Failure> {
    let file = database(folder);
    if !file.is_file() {
        let folder = folder.display().to_string();
        return Err(Failure::Message(message!("cli-no-database", folder = folder)));
    }
    SqliteStore::open(&file).await.map_err(fails)
}

/// A PostgreSQL database that nobody serves meanwhile.
struct Postgres {
    store: PostgresStore,
    alone: postgres::Alone,
}

impl Postgres {
    async fn open(url: &str) -> Result<Self, Failure> {
        let store = PostgresStore::open(url, FEW).await.map_err(fails)?;
        let alone = store.alone().await.map_err(fails)?.ok_or_else(|| served(url))?;
        Ok(Self { store, alone })
    }

    /// Takes in all tables of another store.
    async fn take_in(
        &self,
        source: &dyn Database,
        folder: &Path,
        replace: bool,
        language: Language,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        if is_free(&self.store, replace).await? {
            self.store.replace_all(source).await.map_err(fails)?;
        } else {
            let aside = aside(folder, "move")?;
            self.store.backup(&aside).await.map_err(fails)?;
            private::adopt(&aside);
            self.store.replace_all(source).await.map_err(fails)?;
            let kept = message!("cli-restore-aside", file = aside.display().to_string());
            writeln!(out, "{}", say(language, &kept))?;
        }
        compare(source, &self.store, language, out).await
    }

    async fn end(self) {
        self.alone.end().await;
        self.store.close().await;
    }
}

/// Writes all tables of a store into the database of a folder.
async fn into_folder(
    source: &dyn Database,
    folder: &Path,
    replace: bool,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    make_private(folder)?;
    let _own = folder::take(folder)?.ok_or_else(|| in_use(folder))?;
    if database(folder).is_file() {
        let there = SqliteStore::open(&database(folder)).await.map_err(fails)?;
        is_free(&there, replace).await?;
        there.close().await;
    }
    source.backup(&folder.join(NEW)).await.map_err(fails)?;
    if let Some(aside) = put_in_place(folder, "move").await? {
        let kept = message!("cli-restore-aside", file = aside.display().to_string());
        writeln!(out, "{}", say(language, &kept))?;
    }
    let there = SqliteStore::open(&database(folder)).await.map_err(fails)?;
    compare(source, &there, language, out).await?;
    there.close().await;
    Ok(())
}

/// Whether a store holds no tables; if it does, they may only be put aside when that was asked for.
async fn is_free(there: &dyn Database, replace: bool) -> Result<bool, Failure> {
    let tables = there.list().await.map_err(fails)?.len();
    match tables {
        0 => Ok(true),
        _ if replace => Ok(false),
        _ => Err(Failure::Message(message!("cli-move-not-empty", tables = tables))),
    }
}

/// Compares two stores table by table: how many records, each of them, and the chain of their hashes,
/// which is checked whenever a log is read.
async fn compare(
    one: &dyn Database,
    two: &dyn Database,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let listed = async |store: &dyn Database| {
        let mut listed = store.list().await.map_err(fails)?;
        listed.sort_by_key(|stored| stored.table);
        Ok::<_, Failure>(listed)
    };
    let differs = || Failure::Message(message!("cli-move-differs"));
    let tables = listed(one).await?;
    if tables != listed(two).await? {
        return Err(differs());
    }
    let mut records = 0;
    for stored in &tables {
        let log = one.load(stored.table, 0).await.map_err(fails)?;
        if log != two.load(stored.table, 0).await.map_err(fails)? {
            return Err(differs());
        }
        records += log.len();
        let pictures = async |store: &dyn Database| {
            let kept = store.pictures(stored.table).await.map_err(fails)?;
            let mut hashes: Vec<_> = kept.into_iter().map(|kept| kept.hash).collect();
            hashes.sort_unstable();
            Ok::<_, Failure>(hashes)
        };
        if pictures(one).await? != pictures(two).await? {
            return Err(differs());
        }
    }
    let done = message!("cli-move-done", tables = tables.len(), records = records);
    writeln!(out, "{}", say(language, &done))?;
    Ok(())
}
