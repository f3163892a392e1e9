//! `mistline serve` as a process: it says where it is, survives kill -9, stops when told (B-70).

use std::path::Path;
use std::process::Command;

use serde_json::{Value as Json, json};
use tokio::sync::watch;

#[path = "../../server/tests/site/browser.rs"]
#[allow(dead_code, reason = "shared with the server's own tests, which use all of it")]
mod browser;

#[allow(dead_code, reason = "shared with the tests of crashes")]
mod running;

use running::Running;

use browser::{Browser, Page, command_id, text};

/// Comes back after the server does, as a page would: again and again until it answers.
async fn resume(browser: &Browser, table: &str, lines: Vec<Json>, bookmark: Json) -> Page {
    let socket = browser.knock(table, None).await.expect("the cookie still holds");
    let mut page = Page::new(socket);
    page.lines = lines;
    page.greet(Some(bookmark)).await;
    page
}

fn say(text: &str) -> Json {
    json!({ "table": { "do": "say", "voice": { "how": "out-of-character" }, "text": text } })
}

#[tokio::test(flavor = "multi_thread")]
async fn b11_what_was_acknowledged_survives_kill_9_in_the_middle_of_play() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut running = Running::start(folder.path(), "127.0.0.1:0");
    let mut browser = Browser::new(running.address);
    let (table, _, invite) = browser.make("雾中", "mist-2d6").await;
    let mut player = Browser::new(running.address);
    player.enter(&table, &invite, "叶岚", 1_000_001).await;
    let mut page = player.sit(&table).await;
    page.play(json!({ "do": "take-example", "example": "archivist" })).await;
    assert!(page.parts.keys().any(|key| key.starts_with("character/")), "{:?}", page.parts.keys());

    let mut acknowledged = Vec::new();
    let mut next = 100;
    for round in 0..5 {
        // Play on while the kill comes from the side, at another moment each time.
        let (answers, mut answered) = watch::channel(0);
        let killer = tokio::spawn(async move {
            let _ = answered.wait_for(|count| *count > 3 + 7 * round).await;
            running.kill();
        });
        let unanswered = loop {
            next += 1;
            let id = command_id(next);
            let line = format!("第{next}句");
            let command = json!({ "do": { "id": id, "command": say(&line) } });
            if page.try_say(&command).await.is_none() {
                break (id, line);
            }
            let done = loop {
                match page.hear().await {
                    Some(frame) if frame.pointer("/done/id") == Some(&json!(id)) => break true,
                    Some(_) => {}
                    None => break false,
                }
            };
            if !done {
                break (id, line);
            }
            acknowledged.push(line);
            answers.send_modify(|count| *count += 1);
        };
        killer.await.expect("killed");

        running = Running::start(folder.path(), "127.0.0.1:0");
        player.address = running.address;
        let (parts, lines, bookmark) = page.cut();
        page = resume(&player, &table, lines, bookmark).await;
        assert_eq!(page.parts, parts, "the table is as it was");
        // What was never answered is sent again under its id, and happens exactly once.
        let (id, line) = unanswered;
        let answer = page.send_as(&id, &say(&line)).await;
        assert!(answer.get("done").is_some(), "{answer}");
        acknowledged.push(line);
    }
    page.catch_up().await;
    let said: Vec<String> = page
        .lines
        .iter()
        .filter(|line| line["kind"] == "talk")
        .map(|line| text(line, "/line/message/args/text"))
        .collect();
    assert_eq!(said, acknowledged, "nothing lost, nothing doubled, in order");
    assert!(acknowledged.len() > 10, "there was play to interrupt");
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn b73_sigterm_says_farewell_and_ends_well() {
    let folder = tempfile::tempdir().expect("a folder");
    let running = Running::start(folder.path(), "127.0.0.1:0");
    let mut browser = Browser::new(running.address);
    let (table, ..) = browser.make("雾中", "mist-2d6").await;
    let mut page = browser.sit(&table).await;
    let ended = tokio::task::spawn_blocking(move || running.terminate());
    let closing = page.hear_until("closing").await;
    assert_eq!(text(&closing, "/reason/id"), "server-stopping");
    let (status, said) = ended.await.expect("it ends");
    assert!(status.success(), "{status}");
    assert!(said.ends_with("Stopped.\n"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn b07_invitations_are_offered_the_addresses_the_server_listens_on() {
    let folder = tempfile::tempdir().expect("a folder");
    for (listen, in_network) in [("127.0.0.1:0", false), ("0.0.0.0:0", true)] {
        let running = Running::start(folder.path(), listen);
        let told = Browser::new(running.address).get("/api/addresses").await.json();
        let urls = told["urls"].as_array().expect("a list");
        // A machine without a network has no address but its own.
        assert!(in_network || urls.is_empty(), "{listen}: {urls:?}");
        for url in urls {
            let address = url.as_str().and_then(|url| url.strip_prefix("http://"));
            let address = address.and_then(|it| it.parse::<std::net::SocketAddr>().ok());
            let address = address.unwrap_or_else(|| panic!("{url} is an address"));
            assert!(!address.ip().is_loopback(), "{url}");
            assert_eq!(address.port(), running.address.port(), "{url}");
        }
        running.kill();
    }
}

#[test]
fn b70_a_chosen_port_that_is_taken_is_said_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("its address").to_string();
    let refused = Command::new(env!("CARGO_BIN_EXE_mistline"))
        .args(["--lang", "en", "serve", "--listen", &address, "--data"])
        .arg(folder.path())
        .output()
        .expect("it runs");
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(said.contains(&address) && said.contains("--listen"), "{said}");
}

#[test]
fn b70_a_folder_that_cannot_be_used_is_said_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    std::fs::write(&file, "").expect("writable");
    let refused = Command::new(env!("CARGO_BIN_EXE_mistline"))
        .args(["--lang", "en", "serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(&file)
        .output()
        .expect("it runs");
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(said.contains(&file.display().to_string()), "{said}");
}

/// Runs another command on the folder of a running server.
fn beside(folder: &Path, arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_mistline"))
        .args(arguments)
        .env("MISTLINE_DATA", folder)
        .env("MISTLINE_LANG", "en")
        .output()
        .expect("it runs");
    let said = if output.status.success() { output.stdout } else { output.stderr };
    (output.status.success(), String::from_utf8_lossy(&said).into_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn b05_a_host_link_is_recovered_and_a_table_erased_beside_the_running_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let running = Running::start(folder.path(), "127.0.0.1:0");
    let mut browser = Browser::new(running.address);
    let (table, ..) = browser.make("雾中", "mist-2d6").await;
    let (done, link) = beside(folder.path(), &["table", "link", "雾中"]);
    assert!(done, "{link}");
    let token = link.trim().rsplit('#').next().expect("a token").to_owned();
    let mut host = Browser::new(running.address);
    let me = host.enter(&table, &token, "", 7).await;
    assert_eq!(me["role"], "host", "the server takes a link it did not make: {me}");

    let (done, said) = beside(folder.path(), &["backup", &shown(&folder.path().join("b.db"))]);
    assert!(done, "a backup beside the server: {said}");
    let (done, said) = beside(folder.path(), &["restore", &shown(&folder.path().join("b.db"))]);
    assert!(!done && said.contains("stop that one first"), "no restore under its feet: {said}");
    let (done, said) = beside(folder.path(), &["doctor"]);
    assert!(done && said.contains("a mistline is running on this folder"), "{said}");
    let (done, said) = beside(folder.path(), &["serve", "--listen", "127.0.0.1:0"]);
    assert!(!done && said.contains("in use by another mistline"), "{said}");

    let mut page = browser.sit(&table).await;
    let (done, said) = beside(folder.path(), &["table", "delete", &table, "--yes"]);
    assert!(done, "{said}");
    let closing = page.hear_until("closing").await;
    assert_eq!(text(&closing, "/reason/id"), "server-deleted");
    let gone = browser.get(&format!("/api/tables/{table}/me")).await;
    assert_eq!(gone.status, hyper::StatusCode::NOT_FOUND);
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn b73_logs_tell_what_happens_and_never_a_token() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let file = std::fs::File::create(&log).expect("a file");
    let running = Running::logging(folder.path(), "127.0.0.1:0", file.into());
    let mut host = Browser::new(running.address);
    let (table, host_token, invite) = host.make("密桌", "mist-2d6").await;
    let mut player = Browser::new(running.address);
    player.enter(&table, &invite, "叶岚", 1).await;
    let mut page = player.sit(&table).await;
    page.send(&say("悄悄话")).await;
    let path = format!("/api/tables/{table}/me");
    let cookies: Vec<String> = [&host, &player]
        .iter()
        .map(|browser| browser.cookie(&path).expect("a cookie").to_owned())
        .collect();
    let (status, _) = tokio::task::spawn_blocking(move || running.terminate()).await.expect("ends");
    assert!(status.success());
    let log = std::fs::read_to_string(log).expect("a log");
    assert!(log.contains("a table was made") && log.contains(&table), "{log}");
    assert!(log.contains("stopping"));
    for cookie in &cookies {
        let (_, token) = cookie.split_once('=').expect("a token");
        assert!(!log.contains(token), "no device's token");
    }
    for secret in [host_token.as_str(), &invite, "悄悄话", "密桌", "叶岚"] {
        assert!(!log.contains(secret), "{secret} is nobody's business");
    }
    let copies = std::fs::read_dir(folder.path().join("copies")).expect("daily copies");
    assert_eq!(copies.count(), 1, "b72: the day's copy is made at once");
}

#[tokio::test]
async fn b70_it_serves_on_when_nobody_reads_where_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut running = Running::start(folder.path(), "127.0.0.1:0");
    running.ignore();
    for _ in 0..3 {
        let answered = Browser::new(running.address).get("/healthz").await;
        assert_eq!(answered.status, 200);
    }
    // Whatever it still had to say, it has said by the time it ends.
    let (status, _) = running.terminate();
    assert!(status.success(), "{status}");
}
