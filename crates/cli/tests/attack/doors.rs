//! Strangers at the doors: those who keep connections open, come without end, do not go when they
//! are sent away, or bring a file made by hand.

use std::collections::BTreeSet;
use std::fs::File;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::Duration;

use serde_json::{Value as Json, json};
use table::{Archive, Event, TableEvent};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::browser::{Browser, Page, command_id, text};
use super::running::Running;
use super::size;

const PACK: &str = "mist-2d6";

/// No assertion: only so that an attack that succeeds does not hang for ever.
const HANGS: Duration = Duration::from_secs(60);

fn say(text: &str) -> Json {
    json!({ "do": "say", "voice": { "how": "out-of-character" }, "text": text })
}

/// Where a request may stop: before anything, in its head, in its body, after its answer.
const HALF: [&str; 4] = [
    "",
    "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ",
    "POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n{\"title\":",
    "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
];

/// A connection that sends no more than that and then keeps silent.
async fn half_sent(running: &Running, half: &str) -> Option<TcpStream> {
    let mut line = TcpStream::connect(running.address).await.ok()?;
    line.write_all(half.as_bytes()).await.ok()?;
    Some(line)
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn b73_hundreds_of_half_sent_requests_leave_newcomers_served() {
    let folder = tempfile::tempdir().expect("a folder");
    let running = Running::with_descriptors(folder.path(), "127.0.0.1:0", 256);
    let mut held = Vec::new();
    for number in 0..400 * size() {
        let half = half_sent(&running, HALF[number % HALF.len()]);
        held.push(timeout(HANGS, half).await.expect("it is let in or refused"));
        if held.len() > 600 {
            held.remove(0);
        }
    }
    let newcomer = async {
        let mut host = Browser::new(running.address);
        let (table, _, invite) = host.make("雾中", PACK).await;
        let mut guest = Browser::new(running.address);
        guest.enter(&table, &invite, "叶岚", 1).await;
        let mut page = guest.sit(&table).await;
        page.table(say("我进来了")).await;
    };
    timeout(HANGS, newcomer).await.expect("newcomers are served");
    drop(held);
}

#[tokio::test(flavor = "multi_thread")]
async fn b02_an_open_invitation_is_no_flood_and_the_host_ends_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let running = Running::start(folder.path(), "127.0.0.1:0");
    let mut host = Browser::new(running.address);
    let (table, _, invite) = host.make("雾中", PACK).await;
    let enter = format!("/api/tables/{table}/enter");
    let (mut came, mut refused) = (0, BTreeSet::new());
    for number in 0..60 * size() {
        let body = json!({ "token": invite, "name": format!("客 {number}") });
        let answer = Browser::new(running.address).post(&enter, &body).await;
        match answer.status.is_success() {
            true => came += 1,
            false => drop(refused.insert(answer.refusal())),
        }
    }
    assert!(came <= 40, "{came} came in at once");
    assert_eq!(refused, BTreeSet::from(["table-link-busy".to_owned()]));
    let mut page = host.sit(&table).await;
    page.table(json!({ "do": "close-door", "sweep": true })).await;
    let seats = page.parts["table/seats"]["seats"].as_array().map(Vec::len);
    assert_eq!(seats, Some(1), "only the host is left");
    let body = json!({ "token": invite, "name": "又来" });
    let late = Browser::new(running.address).post(&enter, &body).await;
    assert_eq!(late.refusal(), "table-link-wrong");
    let you = page.parts["table/you"]["seat"].clone();
    let link = page.table(json!({ "do": "link-seat", "seat": you })).await;
    assert!(link["token"].is_string(), "the host's phone comes in: {link}");
}

#[tokio::test(flavor = "multi_thread")]
async fn b02_one_who_was_sent_away_neither_comes_back_nor_says_another_word() {
    let folder = tempfile::tempdir().expect("a folder");
    let running = Running::start(folder.path(), "127.0.0.1:0");
    let mut host = Browser::new(running.address);
    let (mut table, mut invite) = (String::new(), String::new());
    for round in 0..3 * size() as u64 {
        // One link lets in only so many a minute.
        if round % 10 == 0 {
            (table, _, invite) = host.make("雾中", PACK).await;
        }
        let (name, id) = (format!("赖着 {round}"), 500_000 + round);
        let mut guest = Browser::new(running.address);
        let seat = guest.enter(&table, &invite, &name, id).await["seat"].clone();
        let mut talking = tokio::task::JoinSet::new();
        for place in 0..4 {
            let page = guest.sit(&table).await;
            let mut page = page.numbered_from(1_000_000 + round * 100_000 + place * 10_000);
            talking.spawn(async move {
                let mut next = 0;
                loop {
                    next += 1;
                    let id = command_id(2_000_000 + round * 100_000 + place * 10_000 + next);
                    let command = json!({ "table": say("还在") });
                    let said = json!({ "do": { "id": id, "command": command } });
                    if page.try_say(&said).await.is_none() || page.hear().await.is_none() {
                        return;
                    }
                }
            });
        }
        let mut page = host.sit(&table).await.numbered_from(3_000_000 + round * 1_000);
        // Everyone talks at once when the kick comes.
        while !page.lines.iter().any(|line| text(line, "/by") == name) {
            page.hear().await.expect("the host sits");
        }
        page.table(json!({ "do": "revoke-seat", "seat": seat })).await;
        timeout(HANGS, talking.join_all()).await.expect("their lines are closed");
        page.table(say("清静了")).await;
        let kick = |line: &Json| {
            text(line, "/line/message/id") == "table-seat-revoked"
                && line.to_string().contains(&name)
        };
        let place = page.lines.iter().position(kick).expect("the kick is told");
        let after = page.lines[place..].iter().filter(|line| text(line, "/by") == name);
        assert_eq!(after.count(), 0, "a word after the kick");
        let again = json!({ "token": invite, "name": name, "id": command_id(id) });
        let path = format!("/api/tables/{table}/enter");
        let back = Browser::new(running.address).post(&path, &again).await;
        assert_eq!(back.refusal(), "table-entered-already");
    }
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn b73_a_stop_does_not_wait_for_those_who_keep_coming_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let file = File::create(&log).expect("a log");
    let running = Running::logging(&folder.path().join("data"), "127.0.0.1:0", Stdio::from(file));
    let mut host = Browser::new(running.address);
    let (table, ..) = host.make("雾中", PACK).await;
    let mut held = Vec::new();
    for half in HALF {
        held.push(half_sent(&running, half).await);
    }
    let silent = host.knock(&table, None).await.expect("a socket that never says hello");
    let stopped = Arc::new(AtomicBool::new(false));
    let mut coming = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let (host, table, stopped) = (host.clone(), table.clone(), stopped.clone());
        coming.spawn(async move {
            while !stopped.load(SeqCst) && TcpStream::connect(host.address).await.is_ok() {
                let comes = tokio::spawn({
                    let (host, table) = (host.clone(), table.clone());
                    async move {
                        if let Ok(socket) = host.knock(&table, None).await {
                            let mut page = Page::new(socket);
                            let hello = json!({ "hello": { "protocol": 2, "bookmark": null } });
                            page.try_say(&hello).await;
                            while page.hear().await.is_some() {}
                        }
                    }
                });
                // The browser of tests panics when a server stops before it has answered.
                let _ = comes.await;
            }
        });
    }
    host.sit(&table).await.catch_up().await;
    let (status, rest) = running.terminate();
    stopped.store(true, SeqCst);
    assert!(status.success(), "{status} {rest}");
    let said = std::fs::read_to_string(&log).expect("its log");
    assert!(said.contains("stopping") && !said.contains("did not end in time"), "it took its time");
    drop((held, silent));
    coming.abort_all();
}

#[tokio::test(flavor = "multi_thread")]
async fn b50_a_file_of_a_hundred_thousand_seats_is_refused_with_a_word() {
    let folder = tempfile::tempdir().expect("a folder");
    let running = Running::start(&folder.path().join("there"), "127.0.0.1:0");
    let mut host = Browser::new(running.address);
    let (table, ..) = host.make("雾中", PACK).await;
    let export = host.get(&format!("/api/tables/{table}/export")).await;
    let mut archive = Archive::read(&export.body).expect("an export");
    let seats = (0..100_000).map(|number| {
        let seat = rules::SeatId(rules::Id::from_bits(number));
        let (name, role) = (format!("座 {number}"), rules::Role::Player);
        Event::Table(TableEvent::SeatAdded { seat, name, role })
    });
    let mut crowd = archive.records.last().expect("a record").clone();
    (crowd.seq, crowd.command, crowd.events) = (crowd.seq + 1, None, seats.collect());
    archive.records.push(crowd);
    let file = folder.path().join("crowd.mistline");
    std::fs::write(&file, archive.write()).expect("written");
    let imported = Command::new(env!("CARGO_BIN_EXE_mistline"))
        .args(["--lang", "en", "import", "--data"])
        .arg(folder.path().join("here"))
        .arg(&file)
        .output()
        .expect("it runs");
    assert_eq!(imported.status.code(), Some(1), "it ends by itself, and says no");
    let said = String::from_utf8_lossy(&imported.stderr);
    assert!(said.contains("too many seats"), "{said}");
}
