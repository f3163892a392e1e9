//! Lines that are expensive to answer.

use hyper::StatusCode;
use serde_json::{Value as Json, json};

use crate::browser::{Browser, Page, text};
use crate::running::Running;
use crate::size;

/// Expressions whose odds, dice or traces grow out of all proportion to what is typed.
const LINES: [&str; 14] = [
    ".odds 1d1000/1d1000",
    ".odds max(500d100,500d100)",
    ".odds 1d350/1d350",
    ".odds 1/(1d9000*9000+1)",
    ".odds 1000d1000kh500",
    ".odds 100d100kh50",
    ".odds 1000d6!x100kh500",
    ".odds 1d1000000",
    ".odds 1d200000r1",
    ".odds (300d100)>=(300d100)",
    ".odds if(1d2=1,500d100,490d100)",
    ".odds 1d60/1d59/1d61/1d53",
    ".find 没有这样的话",
    ".r 20#1000d1!<=1x100",
];

/// A guest's page, who came by an open invitation.
async fn guest(running: &Running, table: &str, invite: &str, nth: u64) -> Page {
    let mut browser = Browser::new(running.address);
    browser.enter(table, invite, &format!("客{nth}"), 1_000_000 + nth).await;
    browser.sit(table).await.numbered_from(nth * 10_000)
}

async fn alive(running: &Running) {
    let mut browser = Browser::new(running.address);
    assert_eq!(browser.get("/healthz").await.status, StatusCode::OK);
}

/// Everyone at one table types what is expensive, an onlooker too; every line is answered, and in
/// the meantime the server lives and another table plays on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c02_expensive_lines_hold_up_neither_the_server_nor_another_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let running = Running::start(folder.path(), "127.0.0.1:0");
    let mut host = Browser::new(running.address);
    let (table, _, players) = host.make("雾中", "mist-2d6").await;
    let mut page = host.sit(&table).await;
    let onlookers = page.table(json!({ "do": "invite", "role": "spectator" })).await;
    let onlookers = text(&onlookers, "/token");
    let mut hostile = Vec::new();
    for nth in 1..=3 {
        let invite = if nth == 1 { &onlookers } else { &players };
        let mut page = guest(&running, &table, invite, nth).await;
        hostile.push(tokio::spawn(async move {
            let mut answers: Vec<(String, Json)> = Vec::new();
            for _ in 0..size() {
                for line in LINES {
                    answers.push(page.type_line(line).await);
                }
            }
            answers
        }));
    }
    let mut other = Browser::new(running.address);
    let (elsewhere, ..) = other.make("别处", "mist-2d6").await;
    let mut quiet = other.sit(&elsewhere).await;
    let mut rounds = 0;
    while hostile.iter().any(|one| !one.is_finished()) {
        alive(&running).await;
        // A seat that says more at once is hung up on.
        if rounds < 300 {
            let (kind, answer) = quiet.type_line("还在玩").await;
            assert_eq!(kind, "done", "{answer}");
        }
        rounds += 1;
    }
    assert!(rounds > 0, "something was asked while the lines were worked out");
    for one in hostile {
        let answers = one.await.expect("every line is answered");
        let refused = answers.iter().filter(|(kind, _)| kind == "refused").count();
        assert!(refused >= 5 * size(), "what is too much is refused: {answers:?}");
        assert!(refused < answers.len(), "and the rest is answered");
    }
    alive(&running).await;
}

/// Stopping does not wait for what nobody will read.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b73_the_server_stops_while_expensive_lines_are_worked_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let running = Running::start(folder.path(), "127.0.0.1:0");
    let mut host = Browser::new(running.address);
    let (table, _, invite) = host.make("雾中", "mist-2d6").await;
    let mut pages = Vec::new();
    for nth in 1..=4 {
        let mut page = guest(&running, &table, &invite, nth).await;
        for line in LINES.iter().filter(|line| line.starts_with(".odds")) {
            let id = crate::browser::command_id(nth * 10_000 + pages.len() as u64);
            page.say(&json!({ "text": { "id": id, "line": line } })).await;
        }
        pages.push(page);
    }
    let (status, said) =
        tokio::task::spawn_blocking(move || running.terminate()).await.expect("it ends");
    assert!(status.success(), "{status}");
    assert!(said.ends_with("Stopped.\n"), "{said}");
}
