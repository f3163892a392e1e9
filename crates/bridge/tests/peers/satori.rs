//! What is particular to Satori (C-21, C-22), with both generations of it.

use std::sync::Arc;
use std::time::Duration;

use bridge::net::Fault;
use bridge::{Bridge, satori};
use serde_json::json;
use tokio::time::sleep;

use crate::peer::{Kind, PATIENCE, Peer, TOKEN};
use crate::script::{self, GROUP};
use crate::stand::{self, Stand};
use crate::{count, keep, log_of};

const BOTH: [Kind; 2] = [Kind::SatoriPython, Kind::SatoriKoishi];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c21_a_wrong_token_is_said_clearly() {
    for kind in BOTH {
        let peer = Peer::start(kind, &[]).await;
        let probe = |token: &str| {
            let config =
                satori::Config { token: Some(token.to_owned()), ..stand::satori_config(&peer) };
            let (send, kept) = tokio::sync::mpsc::channel(4);
            async move {
                let _kept = kept;
                satori::Satori::new(config, send, Arc::default(), None).probe().await
            }
        };
        assert_eq!(probe("wrong").await, Err(Fault::Token), "{kind:?}");
        assert_eq!(probe(TOKEN).await.as_deref(), Ok("peer/10001"), "{kind:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c22_each_end_of_a_send_is_told_apart_over_satori() {
    for kind in BOTH {
        let peer = Peer::start(kind, &[]).await;
        let stand = Stand::of_one().await;
        let _running = stand::run(&stand.tables, &peer).await;
        stand.bind(&peer, GROUP).await;
        // Refused: the group is told that something waits, and it comes once it can.
        peer.call("mode", json!({ "private:201": "refuse" })).await;
        peer.say(Some(GROUP), "201", "小雨", ".rh 1d1+76").await;
        let waits = peer.wait_text(GROUP, "有东西在等你").await;
        assert!(waits.raw.as_str().is_some_and(|it| it.contains("<at id=\"201\"/>")), "{waits:?}");
        peer.call("mode", json!({})).await;
        peer.say(None, "201", "小雨", "你好").await;
        peer.wait_text("private:201", "77").await;
        // Never acknowledged: it is not said again.
        peer.call("mode", json!({ "private:201": "silent" })).await;
        peer.say(Some(GROUP), "201", "小雨", ".rh 1d1+41").await;
        peer.wait_text("private:201", "42").await;
        peer.call("mode", json!({})).await;
        // The place is free again when it is known that nobody knows.
        peer.say(Some(GROUP), "201", "小雨", ".rh 1d1+55").await;
        peer.wait_text("private:201", "56").await;
        let sent = peer.sent().await;
        assert_eq!(count(&sent, "private:201", "42"), 1, "{kind:?}");
        assert_eq!(count(&sent, GROUP, "77") + count(&sent, GROUP, "42"), 0, "{kind:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c21_duplicates_recalls_and_quotes_mean_what_they_should() {
    for kind in BOTH {
        let peer = Peer::start(kind, &[]).await;
        let stand = Stand::of_one().await;
        let _running = stand::run(&stand.tables, &peer).await;
        stand.bind(&peer, GROUP).await;
        peer.say_with(Some(GROUP), "201", "小雨", ".r 1d1+10 甲", json!({ "copies": 3 })).await;
        peer.wait_text(GROUP, "甲").await;
        let said = peer.say(Some(GROUP), "201", "小雨", "不该说的话").await;
        // What is quoted or forwarded is not typed by whoever sends it.
        for text in [
            "<quote id=\"1\">.r 1d1+5 引用</quote>谢谢",
            "<message forward><message>.r 1d1+5 转发</message></message>",
            "&lt;at id=\"all\"/&gt; <at id=\"10001\"/>",
        ] {
            peer.say_with(Some(GROUP), "201", "小雨", "", json!({ "text": text })).await;
        }
        let at_first = json!({ "text": "<at id=\"10001\"/> .r 1d1+4 点名" });
        peer.say_with(Some(GROUP), "201", "小雨", "", at_first).await;
        peer.wait_text(GROUP, "点名").await;
        assert!(log_of(&stand).await.contains("不该说的话"));
        peer.call("recall", json!({ "id": said })).await;
        peer.say(Some(GROUP), "201", "小雨", ".r 1d1+6 之后").await;
        peer.wait_text(GROUP, "之后").await;
        let log = log_of(&stand).await;
        assert!(!log.contains("不该说的话"), "{kind:?}: {log}");
        assert!(log.contains("谢谢") && log.contains("<at id=\"all\"/>"), "{kind:?}: {log}");
        let sent = peer.sent().await;
        assert_eq!(count(&sent, GROUP, "甲"), 1, "{kind:?}: three copies are one line");
        assert_eq!(count(&sent, GROUP, "引用") + count(&sent, GROUP, "转发"), 0, "{kind:?}");
        assert!(!log.contains("转发"), "{kind:?}: {log}");
    }
}

/// A lost line loses nothing where the other side can tell again what was missed, and doubles
/// nothing anywhere.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c21_a_broken_stream_is_resumed() {
    for kind in BOTH {
        let peer = Peer::start(kind, &[]).await;
        let stand = Stand::of_one().await;
        let running = stand::run(&stand.tables, &peer).await;
        stand.bind(&peer, GROUP).await;
        peer.say(Some(GROUP), "201", "小雨", ".r 1d1+1 断线前").await;
        peer.wait_text(GROUP, "断线前").await;
        peer.call("drop", json!({})).await;
        if kind == Kind::SatoriPython {
            peer.say(Some(GROUP), "201", "小雨", ".r 1d1+2 断线时").await;
            peer.wait_text(GROUP, "断线时").await;
        }
        while running.metrics.connections() < 2 || !running.metrics.is_connected() {
            sleep(Duration::from_millis(20)).await;
        }
        peer.say(Some(GROUP), "201", "小雨", ".r 1d1+3 回来后").await;
        peer.wait_text(GROUP, "回来后").await;
        let sent = peer.sent().await;
        for once in ["断线前", "回来后"] {
            assert_eq!(count(&sent, GROUP, once), 1, "{kind:?} {once}");
        }
        assert!(count(&sent, GROUP, "断线时") < 2, "{kind:?}");
    }
}

/// The program ends, things are said, it starts again: it hears them, and answers nothing twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c22_a_restarted_program_hears_what_it_missed() {
    let peer = Peer::start(Kind::SatoriPython, &[]).await;
    let stand = Stand::of_one().await;
    let running = stand::run(&stand.tables, &peer).await;
    stand.bind(&peer, GROUP).await;
    for n in 0..3 {
        peer.say(Some(GROUP), "201", "小雨", &format!(".r 1d1 第{n}掷")).await;
        peer.wait_text(GROUP, &format!("第{n}掷")).await;
        peer.say(Some(GROUP), "201", "小雨", &format!(".没有这个词{n}")).await;
        peer.wait_text(GROUP, &format!("没有这个词{n}")).await;
    }
    // How far the stream was read is kept, some way behind.
    let begun = tokio::time::Instant::now();
    loop {
        let book = Bridge::book(&stand.tables, "test").await.expect("opened");
        let marked = book.marked().await.and_then(|it| it.parse::<u64>().ok());
        if marked.is_some_and(|it| it > 1) {
            break;
        }
        assert!(begun.elapsed() < PATIENCE, "{marked:?}");
        sleep(Duration::from_millis(50)).await;
    }
    let refusals = count(&peer.sent().await, GROUP, "没有这个词");
    drop(running);
    while peer.sockets().await > 0 {
        sleep(Duration::from_millis(20)).await;
    }
    peer.say(Some(GROUP), "201", "小雨", ".r 1d1+9 停机时").await;
    let _again = stand::run(&stand.tables, &peer).await;
    peer.wait_text(GROUP, "停机时").await;
    peer.say(Some(GROUP), "201", "小雨", ".r 1d1+9 重启后").await;
    peer.wait_text(GROUP, "重启后").await;
    let sent = peer.sent().await;
    for once in ["第0掷", "第1掷", "第2掷", "停机时", "重启后"] {
        assert_eq!(count(&sent, GROUP, once), 1, "{once}\n{}", crate::peer::shown(&sent));
    }
    assert_eq!(count(&sent, GROUP, "没有这个词"), refusals, "a refusal is not said again");
}

/// Every byte we get is made by satori-python's own bridge from OneBot.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c21_a_scene_is_played_over_a_bridge_of_bridges() {
    let told = script::play(Kind::SatoriBridge, &[], "fate/04-攻击与防御.md", 6).await;
    keep("satori-bridge-fate.md", &told);
}
