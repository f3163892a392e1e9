//! B-73: whoever asks for too much is told so and may come back; numbers name nobody.

use std::time::Duration;

use hyper::{Method, StatusCode};
use serde_json::json;
use server::{Limits, Rate, Settings};
use table::World;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::browser::{Browser, Page, command_id, text};
use crate::play::{Group, PACK};
use crate::served::Served;

/// So many at once, and no more for a long time.
const fn only(burst: u32) -> Option<Rate> {
    Some(Rate { burst, every: Duration::from_secs(3_600) })
}

async fn served(limits: Limits) -> Served {
    let trusted_proxies = vec!["127.0.0.1".parse().expect("an address")];
    let settings = Settings { limits, trusted_proxies, ..Settings::default() };
    Served::with(World::machine(), settings).await
}

async fn asks(browser: &mut Browser, from: &str, path: &str) -> StatusCode {
    let headers = [("x-forwarded-for", from)];
    browser.send(Method::GET, path, &headers, "".into()).await.status
}

#[tokio::test]
async fn b73_an_address_that_asks_too_much_waits_and_others_do_not() {
    let served = served(Limits { requests: only(5), ..Limits::none() }).await;
    let mut browser = served.browser();
    for _ in 0..5 {
        assert_eq!(asks(&mut browser, "203.0.113.7", "/api/packs").await, StatusCode::OK);
    }
    let headers = [("x-forwarded-for", "203.0.113.7")];
    let refused = browser.send(Method::GET, "/api/packs", &headers, "".into()).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(refused.refusal(), "server-too-many");
    assert!(refused.headers.contains_key("retry-after"));
    assert_eq!(asks(&mut browser, "203.0.113.8", "/api/packs").await, StatusCode::OK);
    // One who claims to be someone else is still who the proxy says.
    let claimed = asks(&mut browser, "198.51.100.1, 203.0.113.7", "/api/packs").await;
    assert_eq!(claimed, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(asks(&mut browser, "203.0.113.7", "/healthz").await, StatusCode::OK);
    for _ in 0..9 {
        assert_eq!(browser.get("/api/packs").await.status, StatusCode::OK, "the machine itself");
    }
}

#[tokio::test]
async fn b70_a_proxy_nobody_told_us_of_does_not_lift_the_limits() {
    // Ten times the share of an address, whatever it says for whom it speaks.
    let settings =
        Settings { limits: Limits { requests: only(5), ..Limits::none() }, ..Settings::default() };
    let served = Served::with(World::machine(), settings).await;
    let mut browser = served.browser();
    for number in 0..50 {
        let from = format!("203.0.113.{number}");
        assert_eq!(asks(&mut browser, &from, "/api/packs").await, StatusCode::OK, "{number}");
    }
    let more = asks(&mut browser, "203.0.113.99", "/api/packs").await;
    assert_eq!(more, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(browser.get("/api/packs").await.status, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn b73_tables_are_not_made_without_end() {
    let served = served(Limits { new_tables: only(2), ..Limits::none() }).await;
    let make = json!({ "title": "雾中", "pack": PACK, "language": "zh-Hans",
        "time_zone": "Asia/Shanghai", "host_name": "主持" })
    .to_string();
    let headers = [("x-forwarded-for", "203.0.113.7")];
    for status in [StatusCode::CREATED, StatusCode::CREATED, StatusCode::TOO_MANY_REQUESTS] {
        let body = make.clone().into();
        let made = served.browser().send(Method::POST, "/api/tables", &headers, body).await;
        assert_eq!(made.status, status);
    }
    assert_eq!(asks(&mut served.browser(), "203.0.113.7", "/api/packs").await, StatusCode::OK);
}

#[tokio::test]
async fn b73_a_seat_that_says_too_much_is_hung_up_on_with_a_reason_and_may_come_back() {
    let seat = Some(Rate::per_second(30, 20));
    let served = served(Limits { seat, ..Limits::none() }).await;
    let mut group = Group::sit(&served.browser()).await;
    let typing = json!({ "typing": true });
    let mut said = 0;
    while group.one.try_say(&typing).await.is_some() && said < 200 {
        said += 1;
    }
    let closing = group.one.hear_until("closing").await;
    assert_eq!(text(&closing, "/reason/id"), "server-seat-too-fast");
    assert_eq!(closing["again"], json!(true));
    assert_eq!(group.one.hear().await, None);
    group.two.catch_up().await;
    // Its tokens come back with time; until then its lines are closed again.
    let bookmark = group.one.bookmark();
    let lines = group.one.lines.clone();
    let page = loop {
        let socket = group.browsers[1].knock(&group.table, None).await.expect("a seat");
        let mut page = Page::new(socket);
        page.lines = lines.clone();
        page.greet(Some(bookmark.clone())).await;
        page.say(&json!({ "earlier": { "ask": 1, "before": 1 } })).await;
        let answered = loop {
            match page.hear().await {
                Some(frame) if frame.get("earlier").is_some() => break true,
                Some(frame) if frame.get("closing").is_some() => break false,
                Some(_) => {}
                None => break false,
            }
        };
        if answered {
            break page;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    group.two.catch_up().await;
    assert_eq!(page.lines, group.two.lines, "it has missed nothing");
}

#[tokio::test]
async fn b73_a_table_that_says_too_much_is_held_back_and_others_are_not() {
    let served = served(Limits { table: only(40), ..Limits::none() }).await;
    let mut group = Group::sit(&served.browser()).await;
    let mut other = Group::sit(&served.browser()).await;
    for _ in 0..60 {
        if group.two.try_say(&json!({ "typing": true })).await.is_none() {
            break;
        }
    }
    let closing = group.two.hear_until("closing").await;
    assert_eq!(text(&closing, "/reason/id"), "server-table-too-fast");
    other.catch_up().await;
}

#[tokio::test]
async fn b73_an_address_has_only_so_many_connections_at_once() {
    let served = served(Limits { connections: Some(2), ..Limits::none() }).await;
    let mut browser = served.browser();
    let (table, ..) = browser.make("雾中", PACK).await;
    let knock = || browser.knock_from(&table, "203.0.113.7");
    let first = knock().await.expect("one");
    let _second = knock().await.expect("two");
    assert_eq!(knock().await.err(), Some(StatusCode::TOO_MANY_REQUESTS));
    drop(first);
    // The server needs a moment to see that the line is gone.
    while knock().await.is_err() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn b73_those_who_keep_silent_make_room_for_those_who_ask() {
    let limits = Limits { all_connections: Some(8), ..Limits::none() };
    let settings = Settings { limits, ..Settings::default() };
    let served = Served::with(World::machine(), settings).await;
    let mut silent = Vec::new();
    for _ in 0..40 {
        let mut line = TcpStream::connect(served.address).await.expect("let in");
        // A line that is closed meanwhile is what this is about.
        let _ = line.write_all(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Le").await;
        silent.push(line);
    }
    let mut browser = served.browser();
    let (table, ..) = browser.make("雾中", PACK).await;
    let mut page = browser.sit(&table).await;
    for _ in 0..40 {
        silent.push(TcpStream::connect(served.address).await.expect("let in"));
    }
    page.catch_up().await;
    served.stop().await;
    assert_eq!(text(&page.hear_until("closing").await, "/reason/id"), "server-stopping");
}

#[tokio::test]
async fn b73_the_usual_limits_let_people_play() {
    let served = Served::start().await;
    let mut group = Group::sit(&served.browser()).await;
    group.set_the_scene(&json!({ "status": "安抚", "tier": 4, "hidden": true })).await;
    for number in 0..100 {
        let quote = json!({ "earlier": { "ask": number, "before": 2 } });
        group.one.say(&quote).await;
        group.one.hear_until("earlier").await;
    }
    group.catch_up().await;
}

#[tokio::test]
async fn b73_the_server_says_when_it_can_be_sent_people() {
    let served = Served::start().await;
    let ready = served.browser().get("/readyz").await;
    assert_eq!((ready.status, &ready.body[..]), (StatusCode::OK, &b"ready\n"[..]));
}

#[tokio::test]
async fn b73_a_typed_line_is_counted_as_a_pressed_button_is() {
    let served = Served::start().await;
    let mut group = Group::sit(&served.browser()).await;
    let counted = async || {
        let page = served.browser().get("/metrics").await;
        let page = String::from_utf8(page.body.to_vec()).expect("text");
        ["commands_total{result=\"done\"}", "commands_total{result=\"refused\"}"].map(|name| {
            let line =
                page.lines().find_map(|line| line.strip_prefix(&format!("mistline_{name} ")));
            line.and_then(|value| value.parse::<u64>().ok()).expect("a number")
        })
    };
    let [done, refused] = counted().await;
    for (line, kind) in [(".r 2d6", "done"), ("你好", "done"), (".scene 码头", "refused")] {
        assert_eq!(group.one.type_line(line).await.0, kind, "{line}");
    }
    assert_eq!(counted().await, [done + 2, refused + 1]);
    // What is not understood is refused; a question asks nothing of the table.
    for (line, kind) in [(".xyzzy", "refused"), (".help", "reply"), (".odds 2d6", "reply")] {
        assert_eq!(group.one.type_line(line).await.0, kind, "{line}");
    }
    assert_eq!(counted().await, [done + 2, refused + 2]);
}

#[tokio::test]
async fn b73_metrics_count_and_name_nobody() {
    let served = Served::start().await;
    let mut group = Group::sit(&served.browser()).await;
    group.set_the_scene(&json!({ "status": "金丝雀", "tier": 4, "hidden": true })).await;
    let roll = group.act().await;
    group.one.play(json!({ "do": "roll", "roll": roll })).await;
    group.one.send_as(&command_id(77), &json!({ "game": { "do": "金丝雀" } })).await;
    let metrics = served.browser().get("/metrics").await;
    assert_eq!(metrics.status, StatusCode::OK);
    let page = String::from_utf8(metrics.body.to_vec()).expect("text");
    let value = |name: &str| {
        let line = page.lines().find(|line| line.rsplit_once(' ').is_some_and(|it| it.0 == name));
        let line = line.unwrap_or_else(|| panic!("{name} is not there:\n{page}"));
        line.rsplit_once(' ').and_then(|(_, value)| value.parse::<f64>().ok()).expect("a number")
    };
    assert_eq!(value("mistline_connections"), 3.0);
    assert_eq!(value("mistline_tables_made_total"), 1.0);
    assert!(value("mistline_commands_total{result=\"done\"}") >= 8.0);
    assert_eq!(value("mistline_commands_total{result=\"refused\"}"), 1.0);
    assert!(value("mistline_frames_total") > 10.0);
    assert!(value("mistline_command_seconds_count") >= 9.0);
    for secret in ["金丝雀", "雾中", "叶岚", "127.0.0.1", PACK, group.table.as_str()] {
        assert!(!page.contains(secret), "{secret} is in the numbers");
    }
    for line in page.lines().filter(|line| !line.starts_with('#')) {
        let (name, value) = line.rsplit_once(' ').expect("a name and a value");
        assert!(name.starts_with("mistline_") && value.parse::<f64>().is_ok(), "{line}");
        let base = name.split('{').next().expect("a name");
        let base = base.trim_end_matches("_bucket").trim_end_matches("_sum");
        let base = base.strip_suffix("_count").unwrap_or(base);
        assert!(page.contains(&format!("# TYPE {base} ")), "{line} has a type");
    }
}
