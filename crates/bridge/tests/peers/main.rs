//! The bridge against real peers: other people's code on the other side of the wire, or, where none
//! can be installed, a simulator that other people's bots were tried with (scripts/peers).

mod ends;
mod hostile;
mod manners;
mod peer;
mod satori;
mod script;
mod stand;

use std::sync::Arc;

use bridge::net::Fault;
use bridge::onebot;
use peer::{Kind, Peer};
use script::GROUP;
use serde_json::json;
use stand::Stand;
use table::{CodeFor, Command, CommandId, MemoryStore, TableCommand, Voice};

/// The transcript of a run, for whoever wants to read it; of a whole one in `transcripts/`.
fn keep(name: &str, text: &str) {
    if script::whole() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("transcripts");
        std::fs::write(folder.join(name), text).expect("written");
    }
    keep_bytes(name, text.as_bytes());
}

fn keep_bytes(name: &str, bytes: &[u8]) {
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/chat-transcripts");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join(name), bytes).expect("written");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c20_a_mist_scene_is_played_in_a_group_over_onebot() {
    let told = script::play(Kind::OneBot, &["--heartbeat", "1000"], "mist-2d6/一场戏.md", 24).await;
    assert!(told.contains("@主持 轮到你了：审定提出的标签"), "{told}");
    keep("onebot-mist.md", &told);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c20_a_fate_exchange_is_played_with_codes_and_ids_as_text() {
    let form = ["--format", "string", "--ids", "string", "--dialect", "napcat"];
    let told = script::play(Kind::OneBot, &form, "fate/04-攻击与防御.md", 10).await;
    keep("onebot-fate.md", &told);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c21_a_mist_scene_is_played_in_a_group_over_satori() {
    let told = script::play(Kind::SatoriPython, &[], "mist-2d6/一场戏.md", 12).await;
    assert!(told.contains("@主持 轮到你了：审定提出的标签"), "{told}");
    keep("satori-mist.md", &told);
}

/// A table with a host and two players, all in one group.
async fn seated(more: &[&str]) -> (Peer, Stand, stand::Running) {
    let peer = Peer::start(Kind::OneBot, more).await;
    let store = Arc::new(MemoryStore::new());
    let stand = Stand::set(store, "mist-2d6", 3, "主持", &["小雨", "阿北"]).await;
    let running = stand::run(&stand.tables, &peer).await;
    stand.bind(&peer, GROUP).await;
    (peer, stand, running)
}

/// The log as its host reads it.
async fn log_of(stand: &Stand) -> String {
    let workers = export::Workers::default();
    let asked = export::Asked::default();
    let log = export::log(&workers, &stand.table, stand.host(), asked).await.expect("a log");
    log.as_text()
}

/// How often something was said somewhere.
fn count(sent: &[peer::Message], to: &str, text: &str) -> usize {
    let there = sent.iter().filter(|it| it.to == to);
    there.map(|it| it.text.matches(text).count()).sum()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c24_what_is_secret_goes_to_one_alone_and_else_only_something_waits() {
    let (peer, _stand, _running) = seated(&[]).await;
    peer.say(Some(GROUP), "201", "小雨", ".rh 1d1+41 看门人").await;
    let secret = peer.wait_text("private:201", "42").await;
    assert!(secret.text.contains("看门人"), "{}", secret.text);
    peer.wait_text(GROUP, "好了").await;
    assert_eq!(count(&peer.sent().await, GROUP, "42"), 0, "not in the group");
    // It cannot be delivered: the group learns that something waits, and no more.
    peer.call("mode", json!({ "send_private_msg:202": "refuse" })).await;
    peer.say(Some(GROUP), "202", "阿北", ".rh 1d1+76").await;
    let waits = peer.wait_text(GROUP, "有东西在等你").await;
    assert!(!waits.text.contains("77"), "{}", waits.text);
    assert_eq!(waits.raw[0]["type"], "at");
    // Once they can be reached, it comes.
    peer.call("mode", json!({})).await;
    peer.say(None, "202", "阿北", "你好").await;
    peer.wait_text("private:202", "77").await;
    assert_eq!(count(&peer.sent().await, GROUP, "77"), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c22_nothing_is_lost_or_said_twice() {
    let (peer, stand, running) = seated(&["--heartbeat", "500"]).await;
    // The same message twice is one line.
    peer.say_with(Some(GROUP), "201", "小雨", ".r 1d1+10 甲", json!({ "copies": 3 })).await;
    peer.wait_text(GROUP, "甲").await;
    // The peer goes, things happen at the table, and it comes back.
    peer.call("down", json!({})).await;
    // What is sent into a line that has just broken is unknown, and not repeated.
    while running.metrics.is_connected() {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    let say = |nth: u64, text: &str| {
        let text = text.to_owned();
        let say = TableCommand::Say { voice: Voice::OutOfCharacter, text };
        stand.table.command(stand.host(), CommandId::numbered(nth), Command::Table(say))
    };
    say(900_001, "断线时说的").await.expect("said");
    peer.call("up", json!({})).await;
    peer.wait_text(GROUP, "断线时说的").await;
    // The bridge goes in the middle, and another goes on from what was kept.
    drop(running);
    say(900_002, "重启时说的").await.expect("said");
    let _again = stand::run(&stand.tables, &peer).await;
    peer.wait_text(GROUP, "重启时说的").await;
    peer.say(Some(GROUP), "201", "小雨", ".r 1d1+4 重启之后").await;
    peer.wait_text(GROUP, "重启之后").await;
    let sent = peer.sent().await;
    for once in ["甲", "断线时说的", "重启时说的", "重启之后"] {
        assert_eq!(count(&sent, GROUP, once), 1, "{once}\n{}", peer::shown(&sent));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c22_what_is_recalled_leaves_the_log() {
    let (peer, stand, _running) = seated(&[]).await;
    let id = peer.say(Some(GROUP), "201", "小雨", "不该说的话").await;
    let written = async || log_of(&stand).await;
    // The next line is heard after it.
    peer.say(Some(GROUP), "201", "小雨", ".r 1d1+5 记下").await;
    peer.wait_text(GROUP, "记下").await;
    assert!(written().await.contains("不该说的话"));
    peer.call("recall", json!({ "id": id })).await;
    peer.say(Some(GROUP), "201", "小雨", ".r 1d1+6 之后").await;
    peer.wait_text(GROUP, "之后").await;
    assert!(!written().await.contains("不该说的话"));
    assert_eq!(count(&peer.sent().await, GROUP, "不该说的话"), 0, "nor was it echoed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c23_codes_open_once_and_two_groups_share_a_table() {
    let (peer, stand, _running) = seated(&[]).await;
    let other = "701";
    peer.say(Some(other), "300", "路人", ".table bind AAAA-BBBB").await;
    peer.wait_text(other, "这个码不对").await;
    let code = stand.code(CodeFor::Group).await;
    peer.say(Some(other), "300", "路人", &format!(".join {code}")).await;
    peer.wait_text(other, "给群用的").await;
    peer.say(Some(other), "300", "路人", &format!("。桌 绑定 {code}")).await;
    peer.wait_text(other, "接到了「雾中」").await;
    peer.say(Some("702"), "300", "路人", &format!(".table bind {code}")).await;
    peer.wait_text("702", "这个码不对").await;
    // Whoever has no seat is told how to get one; text that looks like a code is only text.
    peer.say(Some(other), "300", "路[CQ:at,qq=all]人", ".now").await;
    peer.wait_text(other, "你还没入座").await;
    peer.say(Some(other), "300", "路[CQ:at,qq=all]人", ".join").await;
    let joined = peer.wait_text(other, "坐下了").await;
    assert!(joined.text.contains("路[CQ:at,qq=all]人"), "{}", joined.text);
    peer.say(Some(other), "300", "路人", "大家好 [CQ:at,qq=all] & <b>").await;
    peer.wait_text(GROUP, "大家好 [CQ:at,qq=all] & <b>").await;
    assert_eq!(count(&peer.sent().await, other, "大家好"), 0, "it was said there");
    // Silent where nobody spoke to it.
    assert_eq!(peer.sent().await.iter().filter(|it| it.to == "703").count(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c20_a_wrong_token_is_said_clearly() {
    for dialect in ["standard", "napcat"] {
        let peer = Peer::start(Kind::OneBot, &["--dialect", dialect]).await;
        let probe = |token: &str| {
            let config =
                onebot::Config { token: Some(token.to_owned()), ..stand::onebot_config(&peer) };
            let (send, kept) = tokio::sync::mpsc::channel(4);
            async move {
                let _kept = kept;
                onebot::OneBot::new(config, send, Arc::default()).probe().await
            }
        };
        assert_eq!(probe("wrong").await, Err(Fault::Token), "{dialect}");
        assert_eq!(probe(peer::TOKEN).await.as_deref(), Ok("10001"), "{dialect}");
    }
}

/// The implementation dials us, with one socket or with two.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c20_reverse_sockets_are_paired_by_their_account() {
    for split in [false, true] {
        let port = peer::free_port();
        let url = format!("ws://127.0.0.1:{port}");
        let mut more = vec!["--reverse", url.as_str()];
        more.extend(split.then_some("--split"));
        let peer = Peer::start(Kind::OneBot, &more).await;
        let store = Arc::new(MemoryStore::new());
        let stand = Stand::set(store, "mist-2d6", 3, "主持", &["小雨"]).await;
        let way = onebot::Way::Reverse(([127, 0, 0, 1], port).into());
        let config = onebot::Config { way, ..stand::onebot_config(&peer) };
        let _running = stand::run_onebot(&stand.tables, config).await;
        peer.wait_sockets(if split { 2 } else { 1 }).await;
        stand.bind(&peer, GROUP).await;
        peer.say(Some(GROUP), "201", "小雨", ".r 1d1+8 反向").await;
        peer.wait_text(GROUP, "反向").await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c21_the_older_form_of_satori_is_spoken_too() {
    let told = script::play(Kind::SatoriKoishi, &[], "fate/04-攻击与防御.md", 8).await;
    keep("koishi-fate.md", &told);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c21_a_restarted_implementation_is_found_again() {
    let mut peer = Peer::start(Kind::SatoriPython, &[]).await;
    let store = Arc::new(MemoryStore::new());
    let stand = Stand::set(store, "mist-2d6", 3, "主持", &["小雨"]).await;
    let _running = stand::run(&stand.tables, &peer).await;
    stand.bind(&peer, GROUP).await;
    // What only one sees goes to the private channel, which is made for it.
    peer.say(Some(GROUP), "201", "小雨", ".rh 1d1+41").await;
    peer.wait_text("private:201", "42").await;
    peer.restart().await;
    peer.wait_sockets(1).await;
    // Its messages are counted from the beginning again; ours must be other messages.
    let id = json!({ "id": "after-1" });
    peer.say_with(Some(GROUP), "201", "小雨", ".r 1d1+4 重启之后 <b>", id).await;
    peer.wait_text(GROUP, "重启之后 <b>").await;
    assert_eq!(count(&peer.sent().await, GROUP, "坐下了"), 0, "nothing old is said again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c20_a_time_line_fight_is_played_in_a_group() {
    let file = "timeline/两人护一人.md";
    let told = script::play(Kind::OneBot, &["--heartbeat", "1000"], file, 24).await;
    keep("onebot-timeline.md", &told);
}

/// The simulator is ours, so bots of others say whether it speaks as an implementation does.
async fn calibrate(peer: &Peer, comes_back: bool) {
    peer.greet("hello").await;
    let said = peer.wait_text("7", "said: hello").await;
    assert!(said.text.contains("group 200") && said.text.ends_with("hello & [x]"), "{said:?}");
    peer.say(Some("7"), "200", "a", "whisper").await;
    peer.wait_text("private:200", "secret").await;
    peer.call("mode", json!({ "send_private_msg:200": "refuse" })).await;
    peer.say(Some("7"), "200", "a", "whisper").await;
    peer.wait_text("7", "something waits").await;
    peer.call("mode", json!({})).await;
    peer.say(Some("7"), "200", "a", "picture").await;
    let is_picture = |it: &&peer::Message| it.raw[0]["type"] == "image";
    peer.wait("a picture", |sent| sent.iter().find(is_picture).cloned()).await;
    let id = peer.say(Some("7"), "200", "a", "oops").await;
    peer.wait_text("7", "said: oops").await;
    peer.call("recall", json!({ "id": id })).await;
    peer.wait_text("7", &format!("recalled {id}")).await;
    if comes_back {
        peer.call("drop", json!({})).await;
        peer.greet("again").await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c20_the_simulator_is_what_other_bots_take_it_for() {
    let forward = |peer: &Peer| ("FORWARD", format!("ws://127.0.0.1:{}/", peer.port));
    let port = || ("PORT", peer::free_port().to_string());
    let nonebot = async {
        let peer = Peer::start(Kind::OneBot, &[]).await;
        let _bot = peer::Bot::start("onebot_nonebot.py", &[forward(&peer), port()]);
        calibrate(&peer, true).await;
    };
    let aiocqhttp = async {
        let port = port();
        let url = format!("ws://127.0.0.1:{}/ws", port.1);
        let peer = Peer::start(Kind::OneBot, &["--reverse", &url]).await;
        let _bot = peer::Bot::start("onebot_aiocqhttp.py", &[port]);
        calibrate(&peer, true).await;
    };
    let koishi = async {
        let peer = Peer::start(Kind::OneBot, &[]).await;
        let _bot = peer::Bot::start("onebot_koishi.js", &[forward(&peer), port()]);
        // Koishi's own adapter does not come back by itself when it dials.
        calibrate(&peer, false).await;
    };
    tokio::join!(nonebot, aiocqhttp, koishi);
    if !script::whole() {
        return;
    }
    // The same where the implementation dials, with one socket or two.
    for (script, path, split) in [
        ("onebot_nonebot.py", "/onebot/v11/ws", false),
        ("onebot_aiocqhttp.py", "/ws", true),
        ("onebot_koishi.js", "/onebot", false),
    ] {
        let port = port();
        let url = format!("ws://127.0.0.1:{}{path}", port.1);
        let mut more = vec!["--reverse", url.as_str()];
        more.extend(split.then_some("--split"));
        let peer = Peer::start(Kind::OneBot, &more).await;
        let _bot = peer::Bot::start(script, &[port]);
        calibrate(&peer, true).await;
    }
}
