//! The tools for those who write rules, as they are met at a terminal (P-60 … P-63), and the
//! examples that ship.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use serde_json::Value as Json;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn mistline(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mistline"))
        .args(arguments)
        .args(["--lang", "en"])
        .current_dir(root())
        .output()
        .expect("the binary runs")
}

fn told(arguments: &[&str]) -> String {
    let output = mistline(arguments);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    let said = format!("{}{}", text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{arguments:?}: {said}");
    said
}

/// Every example that ships.
fn examples() -> Vec<String> {
    let mut all = Vec::new();
    for folder in fs::read_dir(root().join("examples")).expect("examples") {
        for file in fs::read_dir(folder.expect("a folder").path()).expect("a folder") {
            let path = file.expect("a file").path();
            if path.extension().is_some_and(|it| it == "toml") {
                let inside = path.strip_prefix(root()).expect("inside");
                all.push(inside.display().to_string());
            }
        }
    }
    all.sort();
    all
}

#[test]
fn p62_every_example_is_all_right_by_play() {
    let examples = examples();
    assert!(examples.len() >= 6, "{examples:?}");
    for file in examples {
        let said = told(&["check", &file]);
        assert!(said.contains("all right"), "{said}");
        assert!(said.contains("items came up"), "{said}");
    }
}

#[test]
fn p63_the_transcripts_of_the_examples_are_played_as_written() {
    let said = told(&["pack", "test", "examples"]);
    assert!(said.lines().count() >= 4, "{said}");
    assert!(said.lines().all(|line| line.ends_with("as written.")), "{said}");
}

#[test]
fn p63_a_transcript_that_says_otherwise_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = fs::read_to_string(root().join("examples/fate/灯下.md")).expect("it ships");
    let text = text.replace("lamplight.toml", "fate-condensed");
    let path = folder.path().join("x.md");
    fs::write(&path, text).expect("it can be written");
    let output = mistline(&["pack", "test", path.to_str().expect("UTF-8")]);
    assert!(!output.status.success());
}

#[test]
fn p63_a_new_pack_is_all_right_and_is_shown_compared_and_listed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.toml");
    let file = path.to_str().expect("UTF-8");
    for base in ["mist-2d6", "fate-condensed", "timeline"] {
        let text = told(&["pack", "new", "mine", "--extends", base]);
        fs::write(&path, text).expect("it can be written");
        assert!(told(&["check", "--quick", file]).contains("all right"));
        let shown = told(&["pack", "show", file]);
        assert!(shown.contains(&format!("# {base}")), "{shown}");
        assert!(shown.contains("mine.toml:"), "{shown}");
        let differs = told(&["pack", "diff", base, file]);
        assert!(differs.lines().any(|line| line == "id"), "{differs}");
    }
    assert!(told(&["pack", "diff", "mist-2d6", "mist-2d6"]).contains("no difference"));
    assert!(told(&["pack", "words", "mist-2d6"]).contains("bands[0].name"));
}

#[test]
fn p60_check_tells_editors_of_every_fault_with_its_edit() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.toml");
    let text = "extends = \"mist-bureau\"\nid = \"mine\"\n[theme]\nimprov = 4\ndecay = 99\n";
    fs::write(&path, text).expect("it can be written");
    let output = mistline(&["check", "--json", path.to_str().expect("UTF-8")]);
    assert!(!output.status.success());
    let line = String::from_utf8(output.stdout).expect("UTF-8");
    let report: Json = serde_json::from_str(line.trim()).expect("one line of JSON");
    assert_eq!(report["right"], false);
    let faults = report["faults"].as_array().expect("faults");
    assert_eq!(faults.len(), 2, "{report}");
    assert_eq!((&faults[0]["line"], &faults[0]["path"]), (&4.into(), &"theme.improv".into()));
    assert_eq!(faults[0]["cure"]["text"], "improve");
    assert_eq!(faults[1]["cure"]["text"], "20");
    let right = mistline(&["check", "--json", "examples/fate/lamplight.toml"]);
    let report: Json = serde_json::from_slice(&right.stdout).expect("one line of JSON");
    assert_eq!(report["right"], true);
    assert_eq!(report["proof"]["unproven"], Json::Array(Vec::new()), "{report}");
}

/// A process that is ended with the test.
struct Process(Child);

impl Process {
    fn start(arguments: &[&str]) -> (Self, BufReader<ChildStdout>) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mistline"))
            .env("MISTLINE_NO_LIMITS", "true")
            .args(["--lang", "en"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary runs");
        let out = BufReader::new(child.stdout.take().expect("its output"));
        (Self(child), out)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Reads lines until one has this text in it.
fn until(out: &mut impl BufRead, wanted: &str) -> String {
    loop {
        let mut line = String::new();
        assert_ne!(out.read_line(&mut line).expect("readable"), 0, "it never said {wanted:?}");
        if line.contains(wanted) {
            return line;
        }
    }
}

const GOOD: &str = "extends = \"mist-2d6\"\nid = \"watched\"\n";

#[test]
fn p63_a_watched_file_is_checked_again_whenever_it_changes() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.toml");
    fs::write(&file, GOOD).expect("writable");
    let path = file.to_str().expect("a path");
    let (_process, mut out) = Process::start(&["check", path, "--watch", "--quick"]);
    until(&mut out, "all right");
    fs::write(&file, format!("{GOOD}[theme]\nimprov = 4\n")).expect("writable");
    let told = until(&mut out, "improv");
    assert!(told.contains("mine.toml:4:"), "{told}");
    fs::write(&file, format!("{GOOD}[theme]\nimprove = 4\n")).expect("writable");
    until(&mut out, "all right");
}

#[test]
fn p71_a_folder_of_rules_is_read_again_under_a_running_server() {
    let (data, packs) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("one"));
    let file = packs.path().join("mine.toml");
    fs::write(&file, GOOD).expect("writable");
    let [data, folder] = [data.path(), packs.path()].map(|path| path.to_str().expect("a path"));
    let (_process, mut out) =
        Process::start(&["serve", "--listen", "127.0.0.1:0", "--data", data, "--packs", folder]);
    let line = until(&mut out, "http://localhost:");
    let port = line.split_once("http://localhost:").map(|(_, rest)| rest).unwrap_or_default();
    let port: String = port.chars().take_while(char::is_ascii_digit).collect();
    let server = SocketAddr::from(([127, 0, 0, 1], port.parse().expect("a port")));
    let get = |path: &str| {
        let mut stream = TcpStream::connect(server).expect("it listens");
        let ask =
            format!("GET {path} HTTP/1.1\r\nhost: localhost:{port}\r\nconnection: close\r\n\r\n");
        stream.write_all(ask.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    };
    let wait_for = |path: &str, wanted: &str, there: bool| {
        while get(path).contains(wanted) != there {
            std::thread::yield_now();
        }
    };
    assert!(get("/api/packs").contains("\"watched\""));
    // One that is wrong now is set aside with its place; the server goes on.
    fs::write(&file, format!("{GOOD}[theme]\nimprov = 4\n")).expect("writable");
    wait_for("/api/packs", "\"watched\"", false);
    assert!(get("/api/packs/quarantined").contains("improv"));
    assert!(get("/api/packs").contains("mist-2d6"));
    // Mended, and another one beside it.
    fs::write(&file, GOOD).expect("writable");
    fs::write(packs.path().join("more.toml"), GOOD.replace("watched", "second")).expect("writable");
    wait_for("/api/packs", "\"second\"", true);
    wait_for("/api/packs", "\"watched\"", true);
    assert!(!get("/api/packs/quarantined").contains("improv"));
}
