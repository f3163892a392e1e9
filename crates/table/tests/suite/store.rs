//! One story that every store passes, and what a table does when its store fails.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use async_trait::async_trait;
use rules::message;
use serde_json::json;
use table::{
    Command, CommandId, Event, KeptPicture, MemoryStore, Note, PictureHash, Record, SqliteStore,
    Store, StoreError, Stored, TableCommand, TableEvent, TableId, Tables, Voice, World,
};

use crate::group::{self, Group, Page};

pub fn record(seq: u64, text: &str) -> Record {
    let said = TableEvent::Said { voice: Voice::OutOfCharacter, text: text.to_owned() };
    Record {
        seq,
        at: jiff::Timestamp::from_millisecond(1_794_657_600_000 + seq as i64).expect("a time"),
        by: None,
        command: Some(CommandId::numbered(seq)),
        events: vec![Event::Table(said)],
    }
}

pub fn table(number: u128) -> TableId {
    TableId(uuid::Uuid::from_u128(number))
}

/// Notes are kept by name, taken once, and erased with their table (C-23, B-76).
async fn notes(store: &dyn Store) {
    let note = |space: &str, name: &str, about, text: &str| Note {
        space: space.to_owned(),
        name: name.to_owned(),
        table: about,
        text: text.to_owned(),
    };
    let (one, two) = (note("a", "一", Some(table(7)), "甲"), note("a", "二", None, "乙"));
    let other = note("b", "一", None, "丙");
    for kept in [&note("a", "一", None, "旧"), &one, &two, &other] {
        store.keep_note(kept).await.unwrap();
    }
    assert_eq!(store.notes(Some("a")).await, Ok(vec![one.clone(), two.clone()]));
    assert_eq!(store.notes(None).await, Ok(vec![one, two.clone(), other.clone()]));
    assert_eq!(store.take_note("b", "一").await, Ok(Some(other)));
    assert_eq!(store.take_note("b", "一").await, Ok(None), "only once");
    store.create(table(7), &[record(1, "一")]).await.unwrap();
    store.delete(table(7)).await.unwrap();
    assert_eq!(store.notes(None).await, Ok(vec![two]), "erased with its table");
    store.take_note("a", "二").await.unwrap();
}

/// Pictures are kept by what they are, and erased with their table (B-43, B-76).
async fn pictures(store: &dyn Store) {
    let (one, other) = (table(7), table(8));
    store.create(one, &[record(1, "一")]).await.unwrap();
    let bytes = vec![7; 300_000];
    let hash = PictureHash::of(&bytes);
    assert_eq!(store.picture(one, hash).await, Ok(None));
    for _ in 0..2 {
        store.keep_picture(one, hash, &bytes).await.unwrap();
    }
    assert_eq!(store.picture(one, hash).await, Ok(Some(bytes.clone())));
    assert_eq!(store.picture(other, hash).await, Ok(None), "each table has its own");
    let kept = store.pictures(one).await.unwrap();
    assert_eq!(kept.iter().map(|kept| kept.hash).collect::<Vec<_>>(), [hash]);
    store.erase_pictures(one, &[PictureHash::of(b"?"), hash]).await.unwrap();
    assert_eq!(store.pictures(one).await, Ok(vec![]));
    store.keep_picture(one, hash, &bytes).await.unwrap();
    store.delete(one).await.unwrap();
    assert_eq!(store.picture(one, hash).await, Ok(None), "erased with its table");
}

pub async fn story(store: &dyn Store) {
    notes(store).await;
    pictures(store).await;
    let (one, two) = (table(1), table(2));
    assert_eq!(store.load(one, 0).await, Ok(vec![]), "nothing yet");
    assert_eq!(store.append(one, &record(1, "?")).await, Err(StoreError::Conflict));
    store.create(one, &[record(1, "一")]).await.unwrap();
    store.create(two, &[record(1, "甲"), record(2, "乙")]).await.unwrap();
    assert_eq!(store.create(one, &[record(1, "再")]).await, Err(StoreError::Conflict));
    store.append(one, &record(2, "二")).await.unwrap();
    for seq in [1, 2, 4] {
        let misplaced = store.append(one, &record(seq, "错")).await;
        assert_eq!(misplaced, Err(StoreError::Conflict), "{seq}");
    }
    store.append(one, &record(3, "三")).await.unwrap();
    let whole = vec![record(1, "一"), record(2, "二"), record(3, "三")];
    assert_eq!(store.load(one, 0).await, Ok(whole.clone()));
    assert_eq!(store.load(one, 2).await, Ok(whole[2..].to_vec()));
    assert_eq!(store.load(one, 9).await, Ok(vec![]));
    let mut listed = store.list().await.unwrap();
    listed.sort_by_key(|stored| stored.table);
    let stored = |table, last: &Record| Stored { table, records: last.seq, last: last.at };
    assert_eq!(listed, [stored(one, &whole[2]), stored(two, &record(2, ""))]);
    let ends = store.heads(&[two, table(3)]).await;
    assert_eq!(ends, Ok(vec![(two, 2)]));
    // Rewritten only if nothing was written meanwhile.
    let other: Vec<Record> = (1..=4).map(|seq| record(seq, "改")).collect();
    for unfit in [&other[..2], &other[..3], &other[1..]] {
        assert_eq!(store.replace(one, unfit).await, Err(StoreError::Conflict));
    }
    assert_eq!(store.load(one, 0).await, Ok(whole));
    store.replace(one, &other).await.unwrap();
    assert_eq!(store.load(one, 0).await, Ok(other));
    assert_eq!(store.replace(table(3), &[record(1, "?")]).await, Err(StoreError::Conflict));
    assert_eq!(store.delete(one).await, Ok(true));
    assert_eq!(store.delete(one).await, Ok(false));
    assert_eq!(store.load(one, 0).await, Ok(vec![]));
    assert_eq!(store.append(one, &record(5, "晚")).await, Err(StoreError::Conflict));
    assert_eq!(store.load(two, 0).await.map(|log| log.len()), Ok(2), "the other is untouched");
}

#[tokio::test]
async fn b10_the_story_in_memory() {
    story(&MemoryStore::new()).await;
}

#[tokio::test]
async fn b10_the_story_in_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    story(&SqliteStore::open(&folder.path().join("tables.db")).await.unwrap()).await;
}

#[tokio::test]
async fn b11_sqlite_keeps_what_was_written_and_answers_many_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.db");
    let store = SqliteStore::open(&path).await.unwrap();
    let mut writes = tokio::task::JoinSet::new();
    for number in 0..200 {
        let store = store.clone();
        writes.spawn(async move {
            store.create(table(number), &[record(1, "开")]).await?;
            store.append(table(number), &record(2, "续")).await
        });
    }
    while let Some(written) = writes.join_next().await {
        written.unwrap().unwrap();
    }
    let copy = folder.path().join("copy.db");
    store.backup(&copy).await.unwrap();
    store.close().await;
    for path in [path, copy] {
        let again = SqliteStore::open(&path).await.unwrap();
        assert_eq!(again.list().await.unwrap().len(), 200);
        assert_eq!(again.load(table(7), 1).await, Ok(vec![record(2, "续")]));
    }
}

#[tokio::test]
async fn b10_of_a_group_only_those_fail_whom_another_process_was_in_the_way_of() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.db");
    let (store, other) =
        (SqliteStore::open(&path).await.unwrap(), SqliteStore::open(&path).await.unwrap());
    for number in 1..=6 {
        store.create(table(number), &[record(1, "开")]).await.unwrap();
        store.append(table(number), &record(2, "续")).await.unwrap();
    }
    other.append(table(2), &record(3, "别处")).await.unwrap();
    other.append(table(5), &record(3, "别处")).await.unwrap();
    let (three, mut writes) = (record(3, "此处"), tokio::task::JoinSet::new());
    for number in 1..=6 {
        let (store, three) = (store.clone(), three.clone());
        writes.spawn(async move { (number, store.append(table(number), &three).await) });
    }
    let mut answers = writes.join_all().await;
    answers.sort_by_key(|(number, _)| *number);
    for (number, answer) in answers {
        let late = number == 2 || number == 5;
        assert_eq!(answer, if late { Err(StoreError::Conflict) } else { Ok(()) }, "{number}");
        let log = store.load(table(number), 2).await;
        assert_eq!(log, Ok(vec![if late { record(3, "别处") } else { three.clone() }]));
        store.append(table(number), &record(4, "再续")).await.unwrap();
    }
}

#[tokio::test]
async fn b77_a_file_of_a_newer_version_is_refused_and_untouched() {
    use sqlx::{ConnectOptions, Executor};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.db");
    let options = sqlx::sqlite::SqliteConnectOptions::new();
    let options = options.filename(&path).create_if_missing(true);
    let mut newer = options.connect().await.unwrap();
    newer.execute("PRAGMA user_version = 99").await.unwrap();
    let opened = SqliteStore::open(&path).await;
    assert!(matches!(opened, Err(StoreError::Newer { found: 99, .. })));
}

/// A store whose disk can be made to fail.
struct Failing {
    inner: MemoryStore,
    how: AtomicU8,
}

const FINE: u8 = 0;
/// Nothing is kept.
const FULL: u8 = 1;
/// It is kept, but the answer is lost.
const UNSURE: u8 = 2;
/// It is kept, the answer is lost, and the place is found taken when it is tried again; then the
/// store cannot be read.
const CUT: u8 = 4;
/// The program itself fails.
const BROKEN: u8 = 3;

impl Failing {
    fn new() -> Arc<Self> {
        Arc::new(Self { inner: MemoryStore::new(), how: AtomicU8::new(FINE) })
    }

    fn set(&self, how: u8) {
        self.how.store(how, Ordering::SeqCst);
    }

    fn fault() -> StoreError {
        StoreError::Io("no space left on device".to_owned())
    }
}

#[async_trait]
impl Store for Failing {
    async fn create(&self, table: TableId, records: &[Record]) -> Result<(), StoreError> {
        self.inner.create(table, records).await
    }

    async fn append(&self, table: TableId, record: &Record) -> Result<(), StoreError> {
        match self.how.load(Ordering::SeqCst) {
            FULL => Err(Self::fault()),
            UNSURE => {
                self.inner.append(table, record).await?;
                Err(Self::fault())
            }
            CUT => {
                self.inner.append(table, record).await?;
                Err(StoreError::Conflict)
            }
            BROKEN => panic!("a fault in the program, as this test wants it"),
            _ => self.inner.append(table, record).await,
        }
    }

    async fn load(&self, table: TableId, after: u64) -> Result<Vec<Record>, StoreError> {
        match self.how.load(Ordering::SeqCst) {
            FULL | CUT => Err(Self::fault()),
            _ => self.inner.load(table, after).await,
        }
    }

    async fn list(&self) -> Result<Vec<Stored>, StoreError> {
        self.inner.list().await
    }

    async fn replace(&self, table: TableId, records: &[Record]) -> Result<(), StoreError> {
        self.inner.replace(table, records).await
    }

    async fn delete(&self, table: TableId) -> Result<bool, StoreError> {
        self.inner.delete(table).await
    }

    async fn notes(&self, space: Option<&str>) -> Result<Vec<Note>, StoreError> {
        self.inner.notes(space).await
    }

    async fn keep_note(&self, note: &Note) -> Result<(), StoreError> {
        self.inner.keep_note(note).await
    }

    async fn take_note(&self, space: &str, name: &str) -> Result<Option<Note>, StoreError> {
        self.inner.take_note(space, name).await
    }

    async fn keep_picture(
        &self,
        table: TableId,
        hash: PictureHash,
        bytes: &[u8],
    ) -> Result<(), StoreError> {
        match self.how.load(Ordering::SeqCst) {
            FULL => Err(Self::fault()),
            _ => self.inner.keep_picture(table, hash, bytes).await,
        }
    }

    async fn picture(
        &self,
        table: TableId,
        hash: PictureHash,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        self.inner.picture(table, hash).await
    }

    async fn pictures(&self, table: TableId) -> Result<Vec<KeptPicture>, StoreError> {
        self.inner.pictures(table).await
    }

    async fn erase_pictures(
        &self,
        table: TableId,
        pictures: &[PictureHash],
    ) -> Result<(), StoreError> {
        self.inner.erase_pictures(table, pictures).await
    }
}

#[tokio::test]
async fn b11_a_full_disk_is_refused_clearly_reads_go_on_and_it_recovers() {
    let store = Failing::new();
    let mut group = Group::sit(store.clone(), group::toy()).await;
    let ann = group.ann;
    let mut page = Page::open(&group.table, group.ben).await;
    page.read();
    store.set(FULL);
    for _ in 0..2 {
        let refused = group.tick(ann, 1).await;
        let refusal = refused.clone().expect_err("nothing can be kept");
        assert_eq!(refusal.rule.to_string(), "B-11");
        let fault = message!("table-store-failed", fault = "no space left on device");
        assert_eq!(refusal.what, message!("table-not-kept", fault = fault), "in words");
    }
    assert_eq!(group.filled(ann).await, 0, "reads go on");
    assert_eq!(page.read(), 0, "nobody is told what did not happen");
    store.set(FINE);
    group.tick(ann, 2).await.unwrap();
    assert_eq!(group.filled(ann).await, 2);
    assert_eq!(page.read(), 1);
}

#[tokio::test]
async fn b11_a_command_kept_without_an_answer_counts_once_when_sent_again() {
    let store = Failing::new();
    let mut group = Group::sit(store.clone(), group::toy()).await;
    let ann = group.ann;
    let mut page = Page::open(&group.table, group.ben).await;
    page.read();
    let (id, tick) = (group.next_id(), json!({ "do": "tick", "segments": 3 }));
    store.set(UNSURE);
    let lost = group.table.command(ann, id, Command::Game(tick.clone())).await;
    // The table looks into its log before it answers: there the command is.
    assert!(lost.is_ok());
    store.set(FINE);
    let again = group.table.command(ann, id, Command::Game(tick)).await;
    assert_eq!(lost, again);
    assert_eq!(group.filled(ann).await, 3);
    page.read();
    assert_eq!(page.shows().0["clock"]["clock"]["filled"], 3);
}

#[tokio::test]
async fn b11_a_command_that_may_have_been_kept_is_not_refused_for_good() {
    let store = Failing::new();
    let mut group = Group::sit(store.clone(), group::toy()).await;
    let (ann, id) = (group.ann, group.next_id());
    let tick = || Command::Game(json!({ "do": "tick", "segments": 3 }));
    store.set(CUT);
    let refusal = group.table.command(ann, id, tick()).await.expect_err("nobody knows");
    assert!(table::is_unsure(&refusal), "{refusal:?}");
    store.set(FINE);
    assert!(group.table.command(ann, id, tick()).await.is_ok());
    assert_eq!(group.filled(ann).await, 3, "it counts once");
}

#[tokio::test]
async fn b11_a_fault_in_the_program_does_not_leave_a_dead_table() {
    let store = Failing::new();
    let mut group = Group::sit(store.clone(), group::toy()).await;
    let ann = group.ann;
    group.tick(ann, 1).await.unwrap();
    let mut page = Page::open(&group.table, ann).await;
    store.set(BROKEN);
    let failed = group.tick(ann, 1).await;
    assert_eq!(Group::why(failed).1, "table-closed");
    store.set(FINE);
    let frames = page.frames.as_mut().expect("it was attached");
    while frames.next().await.is_ok() {}
    group.table = group.tables.table(group.table.id()).await.unwrap();
    page.attach(&group.table).await;
    group.tick(ann, 2).await.unwrap();
    page.read();
    assert_eq!(page.parts["clock"]["clock"]["filled"], 3);
}

#[tokio::test]
async fn b10_two_servers_on_one_store_decide_again_after_a_conflict() {
    let store = Arc::new(MemoryStore::new());
    let mut group = Group::sit(store.clone(), group::toy()).await;
    let (ann, ben) = (group.ann, group.ben);
    let (world, _) = World::fixed(2);
    let other = Tables::new(store, world);
    let there = other.table(group.table.id()).await.unwrap();
    let mut page = Page::open(&there, ben).await;
    for round in 0..4 {
        let tick = || Command::Game(json!({ "do": "tick", "segments": 1 }));
        group.table.command(ann, CommandId::numbered(1000 + round), tick()).await.unwrap();
        there.command(ben, CommandId::numbered(2000 + round), tick()).await.unwrap();
    }
    // The clock is full for the one who has not heard of it, too.
    let full = group.tick(ann, 1).await;
    assert_eq!(Group::why(full).1, "toy-clock-full");
    page.read();
    assert_eq!(page.shows().0["clock"]["clock"]["filled"], 8);
    assert_eq!(group.lines(ann).await, there.lines(ann, None, 1000).await.unwrap());
}

#[tokio::test]
async fn b76_deleting_a_table_erases_it_and_tells_everyone() {
    let store = Arc::new(MemoryStore::new());
    let mut group = Group::sit(store.clone(), group::toy()).await;
    let (_, mut frames) = group.table.attach(group.ann, None, None).await.unwrap();
    let id = group.table.id();
    assert_eq!(group.tables.delete(id).await, Ok(true));
    assert_eq!(frames.next().await.expect_err("no more"), table::Farewell::Deleted);
    assert_eq!(store.load(id, 0).await, Ok(vec![]));
    let gone = group.at_table(group.host, TableCommand::Undo).await;
    assert_eq!(Group::why(gone).1, "table-no-such-table");
    assert!(group.tables.table(id).await.is_err());
}
