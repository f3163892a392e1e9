//! How sends and connections end (C-20, C-22): refused, unknown, silent, split, and found again.

use std::time::Duration;

use bridge::net::{Address, Fault, open};
use bridge::onebot;
use serde_json::json;
use tokio::time::sleep;

use crate::peer::{Kind, Peer, free_port};
use crate::script::GROUP;
use crate::stand::{self, Running, Stand};
use crate::{count, seated};

/// Waits for something of the bridge's numbers.
pub async fn until(running: &Running, holds: impl Fn(&bridge::Metrics) -> bool) {
    let begun = tokio::time::Instant::now();
    while !holds(&running.metrics) {
        assert!(begun.elapsed() < crate::peer::PATIENCE, "{:?}", running.metrics);
        sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c22_what_was_never_acknowledged_is_unknown_and_not_repeated() {
    let (peer, _stand, running) = seated(&[]).await;
    // The answer to the call never comes.
    peer.call("mode", json!({ "send_private_msg:201": "silent" })).await;
    peer.say(Some(GROUP), "201", "小雨", ".rh 1d1+41").await;
    peer.wait_text("private:201", "42").await;
    peer.wait_text(GROUP, "好了").await;
    // The line breaks instead of an answer.
    peer.call("mode", json!({ "send_group_msg": "drop" })).await;
    peer.say(Some(GROUP), "202", "阿北", ".r 1d1+7 断在半路").await;
    peer.wait_text(GROUP, "断在半路").await;
    peer.call("mode", json!({})).await;
    until(&running, |metrics| metrics.connections() > 1 && metrics.is_connected()).await;
    until(&running, |metrics| metrics.ends()[2] >= 2).await;
    peer.say(Some(GROUP), "201", "小雨", ".rh 1d1+55").await;
    peer.wait_text("private:201", "56").await;
    peer.say(Some(GROUP), "202", "阿北", ".r 1d1+8 之后").await;
    peer.wait_text(GROUP, "之后").await;
    let sent = peer.sent().await;
    assert_eq!(count(&sent, "private:201", "42"), 1, "{}", crate::peer::shown(&sent));
    assert_eq!(count(&sent, GROUP, "断在半路"), 1, "{}", crate::peer::shown(&sent));
    assert_eq!(count(&sent, GROUP, "有东西在等你"), 0, "it may well have arrived");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c22_a_muted_or_kicked_bot_says_later_what_it_could_not() {
    let (peer, _stand, running) = seated(&[]).await;
    let group = GROUP.parse::<u64>().expect("a number");
    let lifted = json!({ "notice_type": "group_ban", "sub_type": "lift_ban", "duration": 0 });
    let back = json!({ "notice_type": "group_increase", "sub_type": "invite" });
    for (nth, (text, notice)) in [("禁言时", lifted), ("被踢时", back)].into_iter().enumerate()
    {
        let refused = running.metrics.ends()[1];
        peer.call("mode", json!({ format!("send_group_msg:{GROUP}"): "refuse" })).await;
        peer.say(Some(GROUP), "201", "小雨", &format!(".r 1d1+{nth} {text}")).await;
        until(&running, |metrics| metrics.ends()[1] > refused).await;
        peer.call("mode", json!({})).await;
        let mut event = json!({ "time": 0, "self_id": 10001, "post_type": "notice",
            "group_id": group, "user_id": 10001, "operator_id": 999 });
        for (key, value) in notice.as_object().expect("an object") {
            event[key] = value.clone();
        }
        peer.call("raw", event).await;
        peer.wait_text(GROUP, text).await;
        assert_eq!(count(&peer.sent().await, GROUP, text), 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c20_three_missing_heartbeats_are_a_lost_line() {
    let (peer, _stand, running) = seated(&["--heartbeat", "300"]).await;
    let before = running.metrics.connections();
    // The last one says how soon the next is due.
    let beat = json!({ "time": 0, "self_id": 10001, "post_type": "meta_event", "interval": 300,
        "meta_event_type": "heartbeat", "status": { "online": true, "good": true } });
    peer.call("raw", beat).await;
    peer.call("beat", json!({ "on": false })).await;
    until(&running, |metrics| metrics.connections() > before).await;
    peer.call("beat", json!({ "on": true })).await;
    until(&running, bridge::Metrics::is_connected).await;
    peer.say(Some(GROUP), "201", "小雨", ".r 1d1+3 还在").await;
    peer.wait_text(GROUP, "还在").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c20_the_api_may_be_lost_while_events_live() {
    let peer = Peer::start(Kind::OneBot, &[]).await;
    let stand = Stand::of_one().await;
    let config = onebot::Config { split: true, ..stand::onebot_config(&peer) };
    let running = stand::run_onebot(&stand.tables, config).await;
    peer.wait_sockets(2).await;
    stand.bind(&peer, GROUP).await;
    peer.call("mode", json!({ "send_group_msg": "drop" })).await;
    peer.say(Some(GROUP), "201", "小雨", ".r 1d1+6 断了接口").await;
    peer.wait_text(GROUP, "断了接口").await;
    peer.call("mode", json!({})).await;
    // What is heard meanwhile is answered once there is a way again.
    peer.say(Some(GROUP), "201", "小雨", ".r 1d1+7 接口回来").await;
    peer.wait_text(GROUP, "接口回来").await;
    assert_eq!(running.metrics.connections(), 1, "the events' socket was never lost");
    assert_eq!(count(&peer.sent().await, GROUP, "断了接口"), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c20_calls_can_go_by_http() {
    let peer = Peer::start(Kind::OneBot, &[]).await;
    let stand = Stand::of_one().await;
    let api = Address::read(&format!("http://127.0.0.1:{}", peer.port));
    let config = onebot::Config { api, ..stand::onebot_config(&peer) };
    let _running = stand::run_onebot(&stand.tables, config).await;
    stand.bind(&peer, GROUP).await;
    peer.say(Some(GROUP), "201", "小雨", ".r 1d1+6 用 HTTP").await;
    peer.wait_text(GROUP, "用 HTTP").await;
    let calls = peer.call("calls", json!({})).await;
    let by_http = |call: &&serde_json::Value| call["http"] == true;
    assert!(calls.as_array().into_iter().flatten().filter(by_http).count() >= 3, "{calls}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c20_ids_are_kept_exactly_whatever_they_are() {
    // Beyond what a float can tell apart.
    let (group, user) = ("9007199254740993", "9007199254740997");
    for ids in ["number", "string"] {
        let peer = Peer::start(Kind::OneBot, &["--ids", ids]).await;
        let stand = Stand::of_one().await;
        let _running = stand::run(&stand.tables, &peer).await;
        peer.wait_sockets(1).await;
        // Answers nobody asked for, with echoes of every kind, are no harm.
        for echo in [json!("m7"), json!(5), json!({ "a": 1 }), json!([1]), json!(null), json!(true)]
        {
            peer.call("raw", json!({ "status": "ok", "retcode": 0, "data": null, "echo": echo }))
                .await;
        }
        let id = json!({ "id": 9_007_199_254_740_995_u64 });
        peer.say_with(Some(group), user, "大数", ".table new mist-2d6 大数", id).await;
        peer.wait_text(group, "开好了「大数」").await;
        peer.say(Some(group), user, "大数", ".rh 1d1+41").await;
        peer.wait_text(&format!("private:{user}"), "42").await;
        assert_eq!(count(&peer.sent().await, group, "42"), 0, "{ids}");
    }
}

/// Nobody is there at first; then somebody is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c20_an_unreachable_implementation_is_waited_for() {
    let port = free_port();
    let address = |scheme: &str| Address::read(&format!("{scheme}://127.0.0.1:{port}"));
    let (send, _kept) = tokio::sync::mpsc::channel(4);
    let way = onebot::Way::Forward(address("ws").expect("an address"));
    let (token, split, api, codes) = (Some(crate::peer::TOKEN.to_owned()), false, None, false);
    let config = onebot::Config { way, token, split, api, codes };
    let probed = onebot::OneBot::new(config.clone(), send, std::sync::Arc::default()).probe().await;
    assert_eq!(probed, Err(Fault::Refused));
    let stand = Stand::of_one().await;
    let starting = tokio::spawn(async move {
        let running = stand::run_onebot(&stand.tables, config).await;
        (stand, running)
    });
    assert!(!starting.is_finished(), "it goes on trying");
    let peer = Peer::start_at(Kind::OneBot, port, &[]).await;
    let (stand, _running) = starting.await.expect("it is connected");
    stand.bind(&peer, GROUP).await;
}

/// The implementation dials us, and shows its token in a header or in the address.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c20_whoever_dials_us_with_another_token_is_refused() {
    let port = free_port();
    let way = onebot::Way::Reverse(([127, 0, 0, 1], port).into());
    let (token, split, api, codes) = (Some(crate::peer::TOKEN.to_owned()), false, None, false);
    let (send, _kept) = tokio::sync::mpsc::channel(4);
    let config = onebot::Config { way, token, split, api, codes };
    let bot = onebot::OneBot::new(config, send, std::sync::Arc::default());
    let listening = tokio::spawn(bot.run());
    let knock = async |path: &str, shown: Option<&str>| {
        let address = Address::read(&format!("ws://127.0.0.1:{port}{path}")).expect("an address");
        let header = shown.map(|it| (hyper::header::AUTHORIZATION, it.to_owned()));
        let headers: Vec<_> = header.into_iter().collect();
        // It may take a moment until it listens.
        loop {
            match open(&address, headers.clone()).await {
                Err(Fault::Refused) => sleep(Duration::from_millis(20)).await,
                other => return other.map(drop),
            }
        }
    };
    assert_eq!(knock("/", None).await, Err(Fault::Token));
    assert_eq!(knock("/", Some("Bearer wrong")).await, Err(Fault::Token));
    assert_eq!(knock("/?access_token=wrong", None).await, Err(Fault::Token));
    assert_eq!(knock("/", Some("Bearer a-token")).await, Ok(()));
    assert_eq!(knock("/", Some("Token a-token")).await, Ok(()));
    assert_eq!(knock("/?access_token=a-token", None).await, Ok(()));
    listening.abort();
}
