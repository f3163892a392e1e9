//! A table that has been played at for years, with a crowd at it, and one whose log is broken: what
//! it costs those who play elsewhere (B-12, B-13, B-40).

use std::path::Path;

use hyper::StatusCode;
use serde_json::{Value as Json, json};
use table::{Event, Record, SqliteStore, Store, TableEvent, TableId};

use super::browser::{Browser, Page, text};
use super::running::Running;
use super::size;

/// Stops a server, writes another log for its table, and starts it again.
#[cfg(unix)]
async fn rewrite(
    data: &Path,
    running: Running,
    table: &str,
    change: impl FnOnce(&mut Vec<Record>),
) -> Running {
    let (status, _) = running.terminate();
    assert!(status.success());
    let store = SqliteStore::open(&data.join("mistline.db")).await.expect("its database");
    let table = TableId(table.parse().expect("an id"));
    let mut log = store.load(table, 0).await.expect("its log");
    change(&mut log);
    assert!(store.delete(table).await.expect("erased"), "there was a log");
    store.create(table, &log).await.expect("written");
    store.close().await;
    Running::start(data, "127.0.0.1:0")
}

fn append(log: &mut Vec<Record>, events: Vec<Event>) {
    let last = log.last().expect("a log");
    let record = Record { seq: last.seq + 1, command: None, events, ..last.clone() };
    log.push(record);
}

/// Kilobytes that the server holds in memory.
#[cfg(target_os = "linux")]
fn memory(running: &Running) -> usize {
    let status =
        std::fs::read_to_string(format!("/proc/{}/status", running.id())).expect("it runs");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

/// 22,000 lines for 190 seats took 826 MB once, a search of them held up every other table, and an
/// undo looked at every step there ever was.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b13_b40_b41_a_crowd_at_a_long_table_costs_the_others_nothing() {
    let (talk, steps) = (1_500 * size(), 1_500 * size());
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let running = Running::start(&data, "127.0.0.1:0");
    let mut host = Browser::new(running.address);
    let (table, ..) = host.make("老桌", "timeline").await;
    let mut page = host.sit(&table).await;
    assert_eq!(page.type_line(".tar 100").await.0, "done");
    page.close().await;
    let running = rewrite(&data, running, &table, |log| {
        let step = log.last().expect("a step").events.clone();
        assert!(matches!(step[..], [Event::Game(_)]), "{step:?}");
        for _ in 0..steps {
            append(log, step.clone());
        }
        for number in 0..talk {
            let voice = table::Voice::OutOfCharacter;
            let text = format!("第 {number} 句，说的是同一件事");
            append(log, vec![Event::Table(TableEvent::Said { voice, text })]);
        }
        let seats = (0..190).map(|number| {
            let seat = rules::SeatId(rules::Id::from_bits(number));
            let (name, role) = (format!("座 {number}"), rules::Role::Player);
            Event::Table(TableEvent::SeatAdded { seat, name, role })
        });
        append(log, seats.collect());
    })
    .await;
    let before = memory(&running);
    host.address = running.address;
    let mut long = host.sit(&table).await.numbered_from(100_000);
    let mut searching = host.sit(&table).await.numbered_from(200_000);
    let seats = long.parts["table/seats"]["seats"].as_array().map(Vec::len);
    assert_eq!(seats, Some(191));
    // What a table costs, each record once, and a few bytes for each who may read a line: a copy
    // for each would be four times as much.
    let most = 25_000 + 10 * (talk + steps);
    assert!(memory(&running) < before + most, "{} kB more", memory(&running) - before);

    let busy = tokio::spawn(async move {
        for _ in 0..3 * size() {
            for (command, times) in [("undo", 3), ("redo", 3)] {
                for _ in 0..times {
                    long.table(json!({ "do": command })).await;
                }
            }
            long.table(json!({ "do": "rewind-to", "point": 10 })).await;
            long.table(json!({ "do": "redo" })).await;
        }
    });
    let finding = tokio::spawn(async move {
        for _ in 0..5 * size() {
            let (kind, answer) = searching.type_line(".find 没有这样的话").await;
            assert_ne!(kind, "refused", "{answer}");
            let (_, answer) = searching.type_line(".find 第 7 句").await;
            assert!(answer.to_string().contains("第 7 句"), "{answer}");
        }
    });
    let mut other = Browser::new(running.address);
    let (elsewhere, ..) = other.make("别处", "timeline").await;
    let mut quiet = other.sit(&elsewhere).await;
    let mut rounds = 0;
    while !(busy.is_finished() && finding.is_finished()) {
        assert_eq!(Browser::new(running.address).get("/healthz").await.status, StatusCode::OK);
        // A seat that says more at once is hung up on.
        if rounds < 300 {
            let (kind, answer) = quiet.type_line("还在玩").await;
            assert_eq!(kind, "done", "{answer}");
        }
        rounds += 1;
    }
    busy.await.expect("every undo is answered");
    finding.await.expect("every search is answered");
    assert!(rounds > 0, "something was asked meanwhile");
}

/// A log that holds a pack which no check would let in.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn b12_a_table_with_a_broken_pack_says_so_and_is_read_and_others_play() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let running = Running::start(&data, "127.0.0.1:0");
    let mut host = Browser::new(running.address);
    let (table, ..) = host.make("雾中", "mist-2d6").await;
    let mut page = host.sit(&table).await;
    page.table(json!({ "do": "say", "voice": { "how": "out-of-character" }, "text": "有人吗" }))
        .await;
    // Odds are shown of a roll that waits.
    page.play(json!({ "do": "take-example", "example": "diver" })).await;
    page.play(json!({ "do": "set-scene", "title": "码头" })).await;
    let (kind, answer) = page.type_line(".act @陆潮 屏息: 推门").await;
    assert_ne!(kind, "refused", "{answer}");
    page.close().await;
    let running = rewrite(&data, running, &table, |log| {
        let Some(Event::Table(TableEvent::Opened { pack, .. })) = log[0].events.first_mut() else {
            panic!("a log begins with its table");
        };
        pack["bands"] = json!([]);
    })
    .await;
    host.address = running.address;
    for again in 0..3 * size() as u64 {
        let mut page = host.sit(&table).await.numbered_from(1_000 * (again + 1));
        assert_eq!(text(&page.parts["table/table"], "/fault/id"), "table-broken");
        assert!(page.lines.iter().any(|line| line.to_string().contains("有人吗")));
        for line in [".act", ".me", ".now", ".odds", ".find 有人", "有人"] {
            page.type_line(line).await;
        }
        let refused = page.send(&json!({ "game": { "do": "set-scene", "title": "码头" } })).await;
        assert_eq!(text(&refused, "/refused/refusal/what/id"), "table-broken", "{refused}");
    }
    let exported = host.get(&format!("/api/tables/{table}/export")).await;
    assert_eq!(exported.status, StatusCode::OK);
    let mut other = Browser::new(running.address);
    let (elsewhere, ..) = other.make("别处", "mist-2d6").await;
    let mut quiet: Page = other.sit(&elsewhere).await;
    let told: Json = quiet.type_line("照常").await.1;
    assert!(told.get("refusal").is_none(), "{told}");
}
