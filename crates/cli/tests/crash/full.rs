//! A full disk: a small file system in memory, filled to the last byte.

use std::io::Write;
use std::path::Path;
use std::process::Command;

use serde_json::json;

use crate::browser::{Browser, text};
use crate::running::Running;

/// A small file system, gone when it is dropped.
struct Small<'f>(&'f Path);

impl<'f> Small<'f> {
    fn mount(at: &'f Path) -> Option<Self> {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=4m", "mistline-test"]).arg(at);
        mount.output().ok().filter(|done| done.status.success()).map(|_| Self(at))
    }
}

impl Drop for Small<'_> {
    fn drop(&mut self) {
        // Lazily: the server may not have let go of its files yet.
        let _ = Command::new("umount").arg("-l").arg(self.0).output();
    }
}

/// Fills what is left of the file system.
fn fill(path: &Path) {
    let mut ballast = std::fs::File::create(path).expect("a file");
    for size in [64 * 1024, 4096, 512, 1] {
        while ballast.write_all(&vec![b'x'; size]).is_ok() {}
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn b11_a_server_on_a_full_disk_refuses_clearly_reads_on_and_recovers() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(small) = Small::mount(folder.path()) else {
        println!("skipped: this machine does not let us mount a small file system");
        return;
    };
    let (data, ballast) = (folder.path().join("data"), folder.path().join("ballast"));
    let running = Running::start(&data, "127.0.0.1:0");
    let mut host = Browser::new(running.address);
    let (table, _, invite) = host.make("雾中", "mist-2d6").await;
    let mut page = host.sit(&table).await;
    let say = |text: &str| json!({ "table": { "do": "say", "voice": { "how": "narration" }, "text": text } });
    let long = "雾".repeat(3_000);
    for round in 0..3 {
        fill(&ballast);
        // What the write-ahead log has room for may still go through; then it is refused.
        let refused = loop {
            let answer = page.send(&say(&long)).await;
            if answer.get("refused").is_some() {
                break answer;
            }
        };
        assert_eq!(text(&refused, "/refused/refusal/rule"), "B-11");
        assert_eq!(text(&refused, "/refused/refusal/what/id"), "table-not-kept");
        assert!(refused.to_string().contains("full"), "it says why: {refused}");
        // Reads go on: for those who sit here, and for those who look in.
        page.catch_up().await;
        let peek = json!({ "token": invite });
        let peeked = host.post(&format!("/api/tables/{table}/peek"), &peek).await;
        assert_eq!(text(&peeked.json(), "/title"), "雾中");
        let mut other = host.sit(&table).await;
        other.catch_up().await;
        let lines = other.lines.len();
        assert_eq!(lines, page.lines.len());
        other.close().await;

        std::fs::remove_file(&ballast).expect("it is there");
        let last = format!("第{round}回");
        let answer = page.send(&say(&last)).await;
        assert!(answer.get("done").is_some(), "it recovers: {answer}");
        page.catch_up().await;
        assert_eq!(page.lines.len(), lines + 1, "what was refused has left no trace");
    }
    running.kill();
    let running = Running::start(&data, "127.0.0.1:0");
    host.address = running.address;
    let mut again = host.sit(&table).await;
    again.catch_up().await;
    assert_eq!(again.lines, page.lines[page.lines.len().saturating_sub(again.lines.len())..]);
    running.kill();
    drop(small);
}
