//! The same promises on PostgreSQL, and what several nodes that share one do (B-71).

use std::sync::Arc;

use proptest::prelude::*;
use table::{Database, PostgresStore, SqliteStore, Store, StoreError};

use crate::postgres_server::{Postgres, fresh};
use crate::random::{moves, plays};
use crate::store::{record, story, table};
use crate::{group, random, secrecy};

/// How many connections a store of the tests has.
const CONNECTIONS: u32 = 4;

/// A store in an empty place.
pub async fn store() -> PostgresStore {
    open(&fresh()).await
}

pub async fn open(url: &str) -> PostgresStore {
    PostgresStore::open(url, CONNECTIONS).await.expect("a store")
}

#[tokio::test]
async fn b71_the_story_in_postgres() {
    story(&store().await).await;
}

#[tokio::test]
async fn b71_postgres_keeps_what_was_written_and_answers_many_at_once() {
    let url = fresh();
    let store = open(&url).await;
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
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    store.backup(&copy).await.unwrap();
    store.close().await;
    assert_eq!(store.append(table(1), &record(3, "晚")).await, Err(StoreError::Closed));
    let stores: [Box<dyn Database>; 2] =
        [Box::new(open(&url).await), Box::new(SqliteStore::open(&copy).await.unwrap())];
    for again in stores {
        assert_eq!(again.list().await.unwrap().len(), 200);
        assert_eq!(again.load(table(7), 1).await, Ok(vec![record(2, "续")]));
        assert_eq!(again.check().await, Ok(vec![]));
    }
}

#[tokio::test]
async fn b71_of_a_group_only_those_fail_whom_another_node_was_in_the_way_of() {
    let url = fresh();
    let (store, other) = (open(&url).await, open(&url).await);
    for number in 1..=6 {
        store.create(table(number), &[record(1, "开")]).await.unwrap();
        store.append(table(number), &record(2, "续")).await.unwrap();
    }
    other.append(table(2), &record(3, "别处")).await.unwrap();
    // The same command at another place of the log: the whole group fails, and is tried one by one.
    let mut twice = record(3, "两次");
    twice.command = record(2, "").command;
    let (three, mut writes) = (record(3, "此处"), tokio::task::JoinSet::new());
    for number in 1..=6 {
        let (store, three) =
            (store.clone(), if number == 5 { twice.clone() } else { three.clone() });
        writes.spawn(async move { (number, store.append(table(number), &three).await) });
    }
    let mut answers = writes.join_all().await;
    answers.sort_by_key(|(number, _)| *number);
    for (number, answer) in answers {
        let due = if number == 2 || number == 5 { Err(StoreError::Conflict) } else { Ok(()) };
        assert_eq!(answer, due, "{number}");
        let log = store.load(table(number), 2).await;
        let kept = match number {
            2 => vec![record(3, "别处")],
            5 => vec![],
            _ => vec![three.clone()],
        };
        assert_eq!(log, Ok(kept));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn b71_nodes_that_write_for_the_same_tables_never_lose_or_double_a_record() {
    let url = fresh();
    let first = open(&url).await;
    for number in 0..8 {
        first.create(table(number), &[record(1, "开")]).await.unwrap();
    }
    let mut writers = tokio::task::JoinSet::new();
    for node in 0..3_u64 {
        let store = open(&url).await;
        for number in 0..8 {
            let store = store.clone();
            writers.spawn(async move {
                let (mut end, mut kept) = (1, Vec::new());
                while kept.len() < 20 {
                    let text = format!("{node} {}", kept.len());
                    let mut next = record(end + 1, &text);
                    next.command = Some(table::CommandId::random());
                    match store.append(table(number), &next).await {
                        Ok(()) => kept.push(next),
                        Err(StoreError::Conflict) => {}
                        Err(fault) => panic!("{fault}"),
                    }
                    let log = store.load(table(number), end - 1).await.unwrap();
                    end = log.last().expect("there is one").seq;
                }
                (number, kept)
            });
        }
    }
    for (number, kept) in writers.join_all().await {
        let log = first.load(table(number), 0).await.unwrap();
        assert_eq!(log.len(), 61);
        assert!(kept.iter().all(|record| log.contains(record)));
    }
    assert_eq!(first.check().await, Ok(vec![]));
}

fn run(future: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.expect("a runtime").block_on(future);
}

/// One law on a store in an empty place, closed afterwards.
fn on_postgres<F: Future<Output = ()>>(law: impl FnOnce(Arc<dyn Store>) -> F) {
    run(async {
        let store = store().await;
        law(Arc::new(store.clone())).await;
        store.close().await;
    });
}

const PACKS: [&str; 3] = ["mist-bureau", "fate-condensed", "timeline"];

proptest! {
    #![proptest_config(plays(4))]

    #[test]
    fn b71_whatever_happens_the_log_in_postgres_is_the_truth(moves in moves(40), pack in 0_usize..3) {
        let pack = group::shipped(PACKS[pack]);
        on_postgres(|store| random::play(store, pack, moves));
    }

    #[test]
    fn b71_no_canary_escapes_from_postgres(moves in moves(50), pack in 0_usize..3) {
        let pack = group::shipped(PACKS[pack]);
        on_postgres(|store| secrecy::no_canary_escapes_on(store, pack, moves));
    }

    #[test]
    fn b71_twins_in_postgres_are_equal_byte_for_byte(moves in moves(40), pack in 0_usize..3) {
        let pack = group::shipped(PACKS[pack]);
        run(async {
            let stores = [store().await, store().await];
            let shared = stores.clone().map(|store| Arc::new(store) as Arc<dyn Store>);
            secrecy::twins_are_equal_on(shared, pack, moves).await;
            for store in stores {
                store.close().await;
            }
        });
    }
}

#[tokio::test]
async fn b77_a_database_of_a_newer_version_is_refused() {
    let url = fresh();
    open(&url).await.close().await;
    let raise = "UPDATE mistline_layout SET version = 99";
    execute(&url, raise).await;
    let opened = PostgresStore::open(&url, CONNECTIONS).await;
    assert!(matches!(opened, Err(StoreError::Newer { found: 99, .. })));
}

async fn execute(url: &str, sql: &'static str) {
    use sqlx::Executor;
    let pool = sqlx::postgres::PgPool::connect(url).await.expect("it is there");
    pool.execute(sql).await.expect("it does it");
    pool.close().await;
}

#[tokio::test]
async fn b10_a_record_that_was_changed_or_cut_off_in_postgres_is_found() {
    let spoil = [
        "UPDATE mistline_log SET record = replace(record, '二', '三') WHERE seq = 2",
        "DELETE FROM mistline_log WHERE seq = 3",
        "DELETE FROM mistline_heads",
    ];
    let due = [StoreError::Changed(2), StoreError::Cut(3), StoreError::Damaged];
    for (spoil, due) in spoil.into_iter().zip(due) {
        let url = fresh();
        let store = open(&url).await;
        let log = [record(1, "一"), record(2, "二"), record(3, "三")];
        store.create(table(1), &log).await.unwrap();
        execute(&url, spoil).await;
        let flaws = store.check().await.unwrap();
        assert_eq!(flaws.iter().map(|flaw| flaw.fault.clone()).collect::<Vec<_>>(), [due]);
    }
}

#[tokio::test]
async fn b11_a_database_that_is_killed_and_comes_back_loses_nothing_that_was_acknowledged() {
    let mut server = Postgres::start();
    let store = open(&server.database("mistline")).await;
    store.create(table(1), &[record(1, "开")]).await.unwrap();
    for seq in 2..30 {
        if seq % 9 == 0 {
            server.kill();
            let (later, next) = (store.clone(), record(seq, "断"));
            // It waits until the database is there again.
            let waiting = tokio::spawn(async move { later.append(table(1), &next).await });
            tokio::task::yield_now().await;
            server.begin();
            waiting.await.unwrap().unwrap();
        } else {
            store.append(table(1), &record(seq, "续")).await.unwrap();
        }
    }
    assert_eq!(store.load(table(1), 0).await.unwrap().len(), 29);
}

#[tokio::test]
async fn b71_the_way_to_the_database_can_be_encrypted() {
    let server = tls_server();
    let url = format!(
        "postgres://mistline@localhost:{}/postgres?sslmode=verify-full&sslrootcert={}",
        server.port,
        server.certificate.display()
    );
    let store = open(&url).await;
    story(&store).await;
    let pool = sqlx::postgres::PgPool::connect(&url).await.unwrap();
    let encrypted: bool =
        sqlx::query_scalar("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
            .fetch_one(&pool)
            .await
            .unwrap();
    assert!(encrypted);
    // A certificate that nobody here has signed is not believed.
    let stranger = url.split("&sslrootcert").next().unwrap();
    assert!(PostgresStore::open(stranger, CONNECTIONS).await.is_err());
}

struct Encrypted {
    port: u16,
    certificate: std::path::PathBuf,
    _server: Postgres,
}

/// A server with a certificate of its own, by TCP.
fn tls_server() -> Encrypted {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
    let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = free.local_addr().expect("an address").port();
    drop(free);
    let mut certificate = std::path::PathBuf::new();
    let server = Postgres::prepared(|folder| {
        certificate = folder.join("server.crt");
        let key = folder.join("server.key");
        let mut make = std::process::Command::new("openssl");
        make.args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"])
            .args(["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"])
            .args(["-addext", "basicConstraints=critical,CA:FALSE", "-keyout"])
            .arg(&key)
            .arg("-out")
            .arg(&certificate);
        assert!(make.output().expect("openssl").status.success());
        let owner = std::fs::metadata(folder).expect("a folder").uid();
        chown(&key, Some(owner), None).expect("it is ours");
        std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o600)).expect("it is ours");
        let files = [("ssl_cert_file", &certificate), ("ssl_key_file", &key)];
        let files = files.map(|(name, file)| format!("{name}={}", file.display()));
        let network = ["ssl=on".to_owned(), "listen_addresses=127.0.0.1".to_owned()];
        files.into_iter().chain(network).chain([format!("port={port}")]).collect()
    });
    Encrypted { port, certificate, _server: server }
}
