//! `mistline play` as a process: scripts, pipes, and a seat at a server's table.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Output, Stdio};

use serde_json::json;

#[path = "../../server/tests/site/browser.rs"]
#[allow(dead_code, reason = "shared with the server's own tests, which use all of it")]
mod browser;

use browser::{Browser, text};

fn mistline() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mistline"));
    command.env("MISTLINE_LANG", "zh-Hans").env_remove("MISTLINE_DATA");
    command
}

fn script(lines: &str) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("play.txt");
    fs::write(&path, lines).expect("it can be written");
    let players = ["--players", "小雨,阿北"];
    mistline()
        .args(["play", "--memory", "--seed", "3", "--script"])
        .arg(&path)
        .args(players)
        .output()
        .expect("it runs")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

const SCENE: &str = "\
# 一小段戏
.auto on
小雨> .pc take 陆潮
主持> .scene 旧灯塔: 灯自己亮着
小雨> .act 潜入影子 矫健: 绕到灯后
小雨>! .add 没有的标签
小雨> .go
/seat 阿北
（看呆了）
";

#[test]
fn c01_a_script_is_played_by_all_its_seats() {
    let played = script(SCENE);
    assert!(played.status.success(), "{played:?}");
    insta::assert_snapshot!(out(&played));
}

#[test]
fn a_refusal_that_is_not_marked_ends_a_script_with_status_1() {
    let check = |lines: &str, code: i32| {
        let played = script(lines);
        assert_eq!(played.status.code(), Some(code), "{lines}: {played:?}");
    };
    check(".r 2d6\n", 0);
    check("! .r 2d\n", 0);
    check(".r 2d\n.r 2d6\n", 1);
    check("! .r 2d6\n", 1);
    check("没有这个人> .r 2d6\n", 0);
}

#[test]
fn f55_a_new_table_begins_with_the_options_that_are_given() {
    let play = |options: &[&str]| {
        let mut command = mistline();
        command.args(["play", "--memory", "--seed", "3", "--pack", "fate-condensed"]);
        for option in options {
            command.args(["--option", option]);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        let typed = ".option\n.find 桌面选项\n";
        child.stdin.take().expect("a pipe").write_all(typed.as_bytes()).expect("it is read");
        child.wait_with_output().expect("it ends")
    };
    let played = play(&["难度 确认", "顺序 轮流"]);
    let said = out(&played);
    assert!(said.contains("玩家报的难度先由主持人确认"), "{said}");
    assert!(said.contains("按列出的顺序轮流"), "{said}");
    assert!(said.contains("桌面选项："), "it is in the log: {said}");
    let refused = play(&["难度 随便"]);
    assert!(!refused.status.success() && refused.stdout.is_empty(), "{refused:?}");
}

#[test]
fn b11_a_table_in_a_folder_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let play = |typed: &str| {
        let mut child: Child = mistline()
            .args(["play", "--data"])
            .arg(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut stdin = child.stdin.take().expect("its input");
        stdin.write_all(typed.as_bytes()).expect("it listens");
        drop(stdin);
        out(&child.wait_with_output().expect("it ends"))
    };
    play(".pc take 陆潮\n.ooc 明天见\n");
    let again = play(".pc\n");
    assert!(again.contains("明天见"), "{again}");
    assert!(again.contains("角色：陆潮"), "{again}");
}

#[tokio::test(flavor = "multi_thread")]
async fn b40_the_terminal_and_the_browser_share_one_log() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut served = mistline()
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut said = BufReader::new(served.stdout.take().expect("its output"));
    let address = loop {
        let mut line = String::new();
        assert_ne!(said.read_line(&mut line).expect("readable"), 0, "it says where it is");
        if let Some((_, port)) = line.split_once("http://localhost:") {
            let port: String = port.chars().take_while(char::is_ascii_digit).collect();
            break format!("127.0.0.1:{port}").parse().expect("an address");
        }
    };
    let mut host = Browser::new(address);
    let (table, _, invite) = host.make("一桌", "mist-2d6").await;
    let link = format!("http://{address}/t/{table}#{invite}");
    let path = folder.path().join("play.txt");
    fs::write(&path, ".pc take 陆潮\n我到了\n.r 2d6 试试手气\n.why\n").expect("written");
    let join = |name: &'static str, machine: &str| {
        let (link, path) = (link.clone(), path.clone());
        let machine = folder.path().join(machine);
        tokio::task::spawn_blocking(move || {
            let mut play = mistline();
            play.args(["play", &link, "--name", name, "--script"]).arg(&path);
            play.env("XDG_DATA_HOME", &machine).output()
        })
    };
    let first = join("小雨", "own").await.expect("no panic").expect("it runs");
    assert!(first.status.success(), "{first:?}");
    assert!(out(&first).contains("陆潮登场"), "{first:?}");
    // The same link and name sit on the same seat again.
    fs::write(&path, ".who\n").expect("written");
    let again = join("小雨", "own").await.expect("no panic").expect("it runs");
    assert!(out(&again).contains("小雨（玩家）"), "{again:?}");
    assert_eq!(out(&again).matches("小雨（玩家）").count(), 1, "{again:?}");
    // On the same machine: another one does not take the seat by knowing the name (B-02).
    let thief = join("小雨", "another").await.expect("no panic").expect("it runs");
    assert!(!thief.status.success(), "{thief:?}");
    let page = host.sit(&table).await;
    let heard = json!(page.lines).to_string();
    for line in ["我到了", "陆潮", "试试手气"] {
        assert!(heard.contains(line), "{line}: {heard}");
    }
    assert_eq!(text(&page.parts["table/table"], "/title"), "一桌");
    served.kill().expect("it can be killed");
    served.wait().expect("it is gone");
}
