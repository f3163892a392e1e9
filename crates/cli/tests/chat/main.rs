//! Chat platforms with real processes on every side: `mistline serve` and `mistline chat`, real peers,
//! people in browsers, kill -9, TLS (C-20 … C-24, B-70).

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use serde_json::{Value as Json, json};
use tokio::time::{Instant, sleep};

#[path = "../../../server/tests/site/browser.rs"]
#[allow(dead_code, reason = "shared with the server's own tests, which use all of it")]
mod browser;
#[path = "../../../bridge/tests/peers/peer.rs"]
#[allow(dead_code, reason = "shared with the bridge's own tests, which use all of it")]
mod peer;
#[path = "../running/mod.rs"]
#[allow(dead_code, reason = "shared with the tests of crashes")]
mod running;
mod tls;

use browser::{Browser, Page};
use peer::{Kind, PATIENCE, Peer, TOKEN};
use running::Running;
use tls::Authority;

const GROUP: &str = "700";

fn write(folder: &Path, settings: &str) {
    fs::write(folder.join("mistline.toml"), settings).expect("written");
}

fn onebot(port: u16, more: &str) -> String {
    format!(
        "[[chat]]\nkind = \"onebot\"\nurl = \"ws://127.0.0.1:{port}\"\ntoken = \"{TOKEN}\"\n{more}"
    )
}

/// What was typed into the box of a page is answered with.
async fn typed(page: &mut Page, line: &str) -> String {
    page.type_line(line).await.1.to_string()
}

/// The one-time code in an answer.
fn code_in(answer: &str) -> String {
    let is_code = |word: &&str| {
        word.len() == 9
            && word.chars().all(|it| it == '-' || it.is_ascii_alphanumeric())
            && word.as_bytes()[4] == b'-'
    };
    let words = answer.split(|it: char| !(it.is_ascii_alphanumeric() || it == '-'));
    words.collect::<Vec<_>>().iter().find(|word| is_code(word)).expect("a code").to_string()
}

fn count(sent: &[peer::Message], to: &str, text: &str) -> usize {
    let there = sent.iter().filter(|it| it.to == to);
    there.map(|it| it.text.matches(text).count()).sum()
}

/// Waits until the page was told a line that says something.
async fn told(page: &mut Page, text: &str) {
    let said = |page: &Page| json!(page.lines).to_string().contains(text);
    let wait = async {
        while !said(page) {
            page.hear().await.expect("the line holds");
        }
    };
    tokio::time::timeout(PATIENCE, wait).await.unwrap_or_else(|_| panic!("{text} was not told"));
}

/// A person with a browser makes a table and lets a group and a player come to it.
async fn table_with_group(address: SocketAddr, peer: &Peer) -> (Browser, String, Page) {
    let mut host = Browser::new(address);
    let (table, ..) = host.make("雾中", "mist-2d6").await;
    let mut page = host.sit(&table).await.numbered_from(1_000);
    let code = code_in(&typed(&mut page, ".code").await);
    peer.say(Some(GROUP), "201", "小雨", &format!(".table bind {code}")).await;
    peer.wait_text(GROUP, "接到了「雾中」").await;
    peer.say(Some(GROUP), "201", "小雨", ".join").await;
    peer.wait_text(GROUP, "你是「雾中」的小雨").await;
    (host, table, page)
}

#[tokio::test(flavor = "multi_thread")]
async fn c22_a_group_and_a_browser_play_on_through_kill_9_of_the_server_and_of_the_peer() {
    for kind in [Kind::OneBot, Kind::SatoriPython] {
        let mut peer = Peer::start(kind, &[]).await;
        let folder = tempfile::tempdir().expect("a folder");
        write(
            folder.path(),
            &match kind {
                Kind::OneBot => onebot(peer.port, "owner = [\"999\"]\n"),
                _ => format!(
                    "[[chat]]\nkind = \"satori\"\nurl = \"http://127.0.0.1:{}\"\ntoken = \"{TOKEN}\"\n",
                    peer.port
                ),
            },
        );
        let mut running = Running::start(folder.path(), "127.0.0.1:0");
        let address = running.address;
        peer.wait_sockets(1).await;
        let (mut host, table, mut page) = table_with_group(address, &peer).await;
        // What is done in the group is seen in the browser, and the other way round.
        peer.say(Some(GROUP), "201", "小雨", ".pc take 陆潮").await;
        told(&mut page, "陆潮").await;
        peer.say(Some(GROUP), "201", "小雨", ".r 1d1+6 群里掷的").await;
        told(&mut page, "群里掷的").await;
        typed(&mut page, ".nar 雾从海上漫上来").await;
        peer.wait_text(GROUP, "雾从海上漫上来").await;
        // What is for one is for one.
        peer.say(Some(GROUP), "201", "小雨", ".rh 1d1+41").await;
        peer.wait_text("private:201", "42").await;
        // The server is killed, with something said in the very moment.
        let _ = page
            .try_say(&json!({ "text": { "id": browser::command_id(900), "line": "被杀时说的" } }))
            .await;
        running.kill();
        running = Running::start(folder.path(), &address.to_string());
        host.address = running.address;
        page = host.sit(&table).await.numbered_from(2_000);
        typed(&mut page, ".nar 服务器回来了").await;
        peer.wait_text(GROUP, "服务器回来了").await;
        peer.say(Some(GROUP), "201", "小雨", ".r 1d1+7 回来之后掷的").await;
        told(&mut page, "回来之后掷的").await;
        peer.wait_text(GROUP, "回来之后掷的").await;
        let sent = peer.sent().await;
        for once in ["群里掷的", "雾从海上漫上来", "服务器回来了", "回来之后掷的"]
        {
            assert_eq!(count(&sent, GROUP, once), 1, "{kind:?} {once}\n{}", peer::shown(&sent));
        }
        let killed = json!(page.lines).to_string().matches("被杀时说的").count();
        assert!(killed <= 1 && count(&sent, GROUP, "被杀时说的") <= killed, "{killed}");
        assert_eq!(count(&sent, GROUP, "42"), 0);
        // Now the peer is killed, and things go on at the table.
        peer.kill();
        let begun = Instant::now();
        let connected = format!(
            "mistline_chat_connected{{bridge=\"{}\"}} ",
            match kind {
                Kind::OneBot => "onebot",
                _ => "satori",
            }
        );
        while !metrics(&mut host).await.contains(&format!("{connected}0")) {
            assert!(begun.elapsed() < PATIENCE);
            sleep(Duration::from_millis(50)).await;
        }
        typed(&mut page, ".nar 没人在听").await;
        peer.restart().await;
        peer.wait_text(GROUP, "没人在听").await;
        assert!(metrics(&mut host).await.contains(&format!("{connected}1")));
        let sent = peer.sent().await;
        assert_eq!(count(&sent, GROUP, "没人在听"), 1, "{}", peer::shown(&sent));
        for old in ["群里掷的", "服务器回来了"] {
            assert_eq!(count(&sent, GROUP, old), 0, "{kind:?} {old}\n{}", peer::shown(&sent));
        }
    }
}

async fn metrics(browser: &mut Browser) -> String {
    String::from_utf8_lossy(&browser.get("/metrics").await.body).into_owned()
}

fn doctor(folder: &Path, language: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mistline"))
        .args(["--lang", language, "doctor", "--data"])
        .arg(folder)
        .output()
        .expect("it runs")
}

fn all(output: &Output) -> String {
    let both = [&output.stdout, &output.stderr].map(|it| String::from_utf8_lossy(it).into_owned());
    both.concat()
}

#[tokio::test(flavor = "multi_thread")]
async fn c20_the_doctor_says_what_is_wrong_with_a_chat_in_three_languages() {
    let peer = Peer::start(Kind::OneBot, &[]).await;
    let folder = tempfile::tempdir().expect("a folder");
    let says = |settings: &str, expected: [&str; 3]| {
        write(folder.path(), settings);
        for (language, expected) in ["zh-Hans", "zh-Hant", "en"].into_iter().zip(expected) {
            let output = doctor(folder.path(), language);
            let said = all(&output);
            assert!(said.contains(expected), "{language}: {expected}\n{said}");
        }
    };
    let good = ["聊天「onebot」", "聊天「onebot」", "chat “onebot” answers: 10001"];
    says(&onebot(peer.port, ""), good);
    let wrong = onebot(peer.port, "").replace(TOKEN, "another");
    says(&wrong, ["令牌（token）不对", "權杖（token）不對", "the token is wrong"]);
    let nobody = onebot(peer::free_port(), "");
    says(&nobody, ["那里没有程序在听", "那裡沒有程式在聽", "no program listens there"]);
    let nowhere = nobody.replace("127.0.0.1", "no-such-machine.invalid");
    says(&nowhere, ["找不到叫", "找不到叫", "there is no machine called"]);
    // Another protocol than the settings say.
    let satori = wrong.replace("onebot", "satori").replace("ws:", "http:");
    says(&satori, ["「satori」", "「satori」", "chat “satori”"]);
    // A number is an id as well; a door without a lock that others can reach is none.
    says(&onebot(peer.port, "owner = [123456]\nignore = [9007199254740993]\n"), good);
    let open = "[[chat]]\nkind = \"onebot\"\nlisten = \"0.0.0.0:3002\"\n";
    says(open, ["却没有 token", "卻沒有 token", "has no token"]);
    let kind = "[[chat]]\nkind = \"icq\"\n";
    says(
        kind,
        [
            "「icq」不行，要写其中一个：onebot",
            "「icq」不行，要寫其中一個：onebot",
            "“icq” is not one of: onebot",
        ],
    );
    let misspelt = "[[chat]]\nkind = \"onebot\"\nulr = \"ws://127.0.0.1:1\"\n";
    says(misspelt, ["第 3 行", "沒有叫「ulr」的設定", "there is no setting “ulr”"]);
    says("[[chat]]\nurl = \"a\"\n", ["少了「kind」", "少了「kind」", "“kind” is missing"]);
}

/// A server with settings it cannot use says so and does not start; one whose peer is away starts.
#[tokio::test(flavor = "multi_thread")]
async fn c20_a_server_starts_without_its_peer_and_not_with_wrong_settings() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), &onebot(peer::free_port(), ""));
    let running = Running::start(folder.path(), "127.0.0.1:0");
    let mut browser = Browser::new(running.address);
    let said = metrics(&mut browser).await;
    assert!(said.contains("mistline_chat_connected{bridge=\"onebot\"} 0"), "{said}");
    drop(running);
    write(folder.path(), "[[chat]]\nkind = \"onebot\"\n");
    let serve = Command::new(env!("CARGO_BIN_EXE_mistline"))
        .args(["--lang", "zh-Hans", "serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(folder.path())
        .output()
        .expect("it runs");
    assert!(!serve.status.success());
    assert!(all(&serve).contains("要么写 url"), "{}", all(&serve));
}

/// What is said where TLS fails, also on a machine that trusts nobody.
fn is_untrusted(said: &str) -> bool {
    said.contains("TLS failed") || said.contains("no trusted certificates")
}

/// `mistline chat`, killed when it is dropped.
struct Carrying(Child);

impl Carrying {
    fn start(folder: &Path, authority: &Authority) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mistline"));
        command.args(["--lang", "en", "chat", "--data"]).arg(folder);
        command.env("SSL_CERT_FILE", authority.file());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        Self(command.spawn().expect("it starts"))
    }
}

impl Drop for Carrying {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The bot is at home, the server elsewhere behind TLS, and so is the implementation.
#[tokio::test(flavor = "multi_thread")]
async fn c20_a_bot_beside_a_server_elsewhere_plays_over_tls_and_through_kill_9() {
    let folder = tempfile::tempdir().expect("a folder");
    let (there, home) = (folder.path().join("there"), folder.path().join("home"));
    for place in [&there, &home] {
        fs::create_dir_all(place).expect("made");
    }
    let authority = Authority::new(folder.path());
    let peer = Peer::start(Kind::OneBot, &[]).await;
    let implementation = authority.before(peer.port);
    let key = "key = \"a key that nobody guesses\"\n";
    write(&there, &format!("[[chat]]\nkind = \"relay\"\nname = \"home\"\n{key}"));
    let mut running = Running::start(&there, "127.0.0.1:0");
    let address = running.address;
    let front = authority.before(address.port());
    let server = format!("server = \"https://localhost:{}\"\n", front.port);
    let bot = onebot(implementation.port, &format!("name = \"home\"\n{key}"));
    let bot = bot.replace("ws://127.0.0.1", "wss://localhost");
    // Without the authority nobody is trusted; with another key nobody is let in.
    write(&home, &format!("{server}{bot}"));
    let said = all(&doctor(&home, "en"));
    assert!(is_untrusted(&said), "{said}");
    let trusting = |language: &str| {
        let mut doctor = Command::new(env!("CARGO_BIN_EXE_mistline"));
        doctor.args(["--lang", language, "doctor", "--data"]).arg(&home);
        all(&doctor.env("SSL_CERT_FILE", authority.file()).output().expect("it runs"))
    };
    let said = trusting("en");
    assert!(said.contains("lets chat “home” in") && said.contains("answers: 10001"), "{said}");
    write(&home, &format!("{server}{}", bot.replace("nobody", "everyone")));
    let said = trusting("zh-Hans");
    assert!(said.contains("服务器不认"), "{said}");
    write(&home, &format!("{server}{bot}"));
    let mut carrying = Carrying::start(&home, &authority);
    peer.wait_sockets(1).await;
    let mut looking = Browser::new(address);
    let begun = Instant::now();
    while !metrics(&mut looking).await.contains("mistline_chat_connected{bridge=\"home\"} 1") {
        assert!(begun.elapsed() < PATIENCE);
        sleep(Duration::from_millis(50)).await;
    }
    let (mut host, table, mut page) = table_with_group(address, &peer).await;
    peer.say(Some(GROUP), "201", "小雨", ".r 1d1+6 从家里掷的").await;
    told(&mut page, "从家里掷的").await;
    peer.wait_text(GROUP, "从家里掷的").await;
    // The server goes; what is said meanwhile waits at home, and is done once.
    running.kill();
    peer.say(Some(GROUP), "201", "小雨", ".r 1d1+7 服务器不在时掷的").await;
    running = Running::start(&there, &address.to_string());
    peer.wait_text(GROUP, "服务器不在时掷的").await;
    host.address = running.address;
    page = host.sit(&table).await.numbered_from(2_000);
    told(&mut page, "服务器不在时掷的").await;
    // The bot's program goes; what happens meanwhile is told when it is back.
    drop(carrying);
    peer.wait_sockets(0).await;
    typed(&mut page, ".nar 机器人不在时").await;
    carrying = Carrying::start(&home, &authority);
    peer.wait_text(GROUP, "机器人不在时").await;
    let sent = peer.sent().await;
    for once in ["从家里掷的", "服务器不在时掷的", "机器人不在时"] {
        assert_eq!(count(&sent, GROUP, once), 1, "{once}\n{}", peer::shown(&sent));
    }
    drop(carrying);
}

/// `mistline play` by a link of `https://`, with a certificate of an authority of one's own.
#[tokio::test(flavor = "multi_thread")]
async fn b70_play_speaks_tls() {
    let folder = tempfile::tempdir().expect("a folder");
    let authority = Authority::new(folder.path());
    let running = Running::start(folder.path(), "127.0.0.1:0");
    let front = authority.before(running.address.port());
    let mut host = Browser::new(running.address);
    let (table, _, invite) = host.make("一桌", "mist-2d6").await;
    let link = format!("https://localhost:{}/t/{table}#{invite}", front.port);
    let script = folder.path().join("play.txt");
    fs::write(&script, ".r 1d1+6 经过加密\n").expect("written");
    let play = |trusted: bool| {
        let mut play = Command::new(env!("CARGO_BIN_EXE_mistline"));
        play.args(["--lang", "en", "play", &link, "--name", "小雨", "--script"]).arg(&script);
        play.env("XDG_DATA_HOME", folder.path().join("own"));
        if trusted {
            play.env("SSL_CERT_FILE", authority.file());
        }
        play
    };
    let (mut stranger, mut friend) = (play(false), play(true));
    let (stranger, friend) = tokio::task::spawn_blocking(move || {
        (stranger.output().expect("it runs"), friend.output().expect("it runs"))
    })
    .await
    .expect("no panic");
    assert!(!stranger.status.success() && is_untrusted(&all(&stranger)), "{stranger:?}");
    assert!(friend.status.success() && all(&friend).contains("经过加密"), "{friend:?}");
    let page = host.sit(&table).await.numbered_from(1_000);
    assert!(Json::from(page.lines.clone()).to_string().contains("经过加密"));
}
