//! Playing over the WebSocket: frames, answers, resuming, hanging up (B-11, B-40).

use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::browser::{Page, command_id, text};
use crate::play::{Group, part};
use crate::served::Served;

#[tokio::test]
async fn b40_three_seats_play_one_action_and_all_see_it() {
    let served = Served::start().await;
    let mut group = Group::sit(&served.browser()).await;
    group.set_the_scene(&json!({ "status": "安抚", "tier": 4, "hidden": true })).await;
    let roll = group.act().await;

    // The exact odds stand on every page before the dice fall (B-20).
    let ask = json!({ "quote": { "ask": 7, "command": { "do": "roll", "roll": roll } } });
    group.one.say(&ask).await;
    let quoted = group.one.hear_until("quoted").await;
    assert_eq!(quoted["ask"], 7);
    assert_eq!(quoted["quote"]["chances"]["denominator"], "36", "{quoted}");

    group.one.play(json!({ "do": "roll", "roll": roll })).await;
    group.catch_up().await;
    let rolled = |page: &Page| {
        let line = page.lines.iter().rev().find(|line| line["line"].get("roll").is_some());
        line.expect("a line with dice")["line"].clone()
    };
    let seen = rolled(&group.one);
    assert_eq!(seen["roll"]["rolled"]["pools"][0]["dice"].as_array().map(Vec::len), Some(2));
    assert_eq!(rolled(&group.two), seen);
    assert_eq!(rolled(&group.host), seen);

    // Rewinding takes it back for everyone, and the log shows both (B-13).
    let lines = group.two.lines.len();
    group.host.table(json!({ "do": "undo" })).await;
    group.catch_up().await;
    assert!(group.two.lines.len() > lines);
    assert_eq!(part(&group.two, "roll/", "id", &roll).get("outcome"), None);
}

#[tokio::test]
async fn b40_a_frame_comes_before_the_answer_to_what_it_tells() {
    let served = Served::start().await;
    let mut group = Group::sit(&served.browser()).await;
    let say = json!({ "do": "say", "voice": { "how": "out-of-character" }, "text": "来了" });
    group.one.table(say).await;
    let told = &group.one.lines.last().expect("a line")["line"]["message"];
    assert!(told.to_string().contains("来了"), "heard before done: {told}");
}

#[tokio::test]
async fn b11_a_command_sent_again_changes_nothing_and_is_answered_the_same() {
    let served = Served::start().await;
    let mut group = Group::sit(&served.browser()).await;
    let invite = json!({ "table": { "do": "invite", "role": "player" } });
    let first = group.host.send_as(&command_id(77), &invite).await;
    let lines = group.host.lines.len();
    let again = group.host.send_as(&command_id(77), &invite).await;
    assert_eq!(again, first);
    group.catch_up().await;
    assert_eq!(group.host.lines.len(), lines);

    let stolen = group.one.send_as(&command_id(77), &invite).await;
    assert!(stolen.get("refused").is_some(), "an id belongs to its seat: {stolen}");
}

#[tokio::test]
async fn b11_a_typed_line_sent_again_is_said_once() {
    let served = Served::start().await;
    let mut group = Group::sit(&served.browser()).await;
    let typed = json!({ "text": { "id": command_id(88), "line": "有人吗？" } });
    for _ in 0..2 {
        group.one.say(&typed).await;
        group.one.catch_up().await;
    }
    group.catch_up().await;
    let said = |page: &Page| {
        page.lines.iter().filter(|line| line.to_string().contains("有人吗？")).count()
    };
    assert_eq!((said(&group.one), said(&group.two)), (1, 1));
}

#[tokio::test]
async fn b41_typed_questions_are_answered_to_the_asker_alone() {
    let served = Served::start().await;
    let mut group = Group::sit(&served.browser()).await;
    let before = group.two.heard.len();
    let (kind, reply) = group.one.type_line(".help").await;
    assert_eq!(kind, "reply", "{reply}");
    assert!(reply["lines"].as_array().is_some_and(|lines| !lines.is_empty()));
    let (kind, refused) = group.one.type_line(".nosuchword").await;
    assert_eq!(kind, "refused", "{refused}");
    group.two.catch_up().await;
    assert_eq!(group.two.heard.len(), before + 1, "only the answer to catching up");
}

#[tokio::test]
async fn b40_a_page_that_was_cut_resumes_from_its_last_line() {
    let served = Served::start().await;
    let mut group = Group::sit(&served.browser()).await;
    let say =
        |text: &str| json!({ "do": "say", "voice": { "how": "out-of-character" }, "text": text });
    for round in 0..6 {
        group.host.table(say(&format!("第{round}轮"))).await;
        // The page has heard some of it, never all of it.
        if round % 2 == 0 {
            group.two.catch_up().await;
        }
        let (_, lines, bookmark) = group.two.cut();
        group.host.table(say(&format!("第{round}轮，趁断线"))).await;
        let socket = group.browsers[2].knock(&group.table, None).await.expect("a seat");
        let mut page = Page::new(socket).numbered_from(3_000);
        page.lines = lines;
        let welcome = page.greet(Some(bookmark)).await;
        assert_eq!(welcome["welcome"]["snapshot"]["continues"], true);
        group.two = page;
    }
    group.catch_up().await;
    let fresh = {
        let mut page = group.browsers[2].sit(&group.table).await;
        page.catch_up().await;
        page
    };
    assert_eq!(group.two.lines, fresh.lines);
    assert_eq!(group.two.parts, fresh.parts);
}

#[tokio::test]
async fn b40_a_page_that_takes_nothing_is_let_go_and_resumes() {
    let settings = server::Settings { limits: server::Limits::none(), ..Default::default() };
    let served = Served::with(table::World::machine(), settings).await;
    let mut group = Group::sit(&served.browser()).await;
    let here = |page: &Page| page.parts["table/presence"]["here"].as_array().map(Vec::len);
    let say = json!({ "do": "say", "voice": { "how": "narration" }, "text": "雾".repeat(3_900) });
    // The second player's page is frozen: it is there, but takes nothing any more.
    let mut said = 0;
    while here(&group.host) == Some(3) {
        group.host.table(say.clone()).await;
        group.one.catch_up().await;
        said += 1;
        assert!(said < 1_900, "a page that takes nothing is let go");
    }
    let (_, lines, bookmark) = group.two.cut();
    let socket = group.browsers[2].knock(&group.table, None).await.expect("a seat");
    let mut page = Page::new(socket);
    page.lines = lines;
    page.greet(Some(bookmark)).await;
    group.one.catch_up().await;
    assert_eq!(page.lines.len(), group.one.lines.len(), "it has missed nothing");
}

#[tokio::test]
async fn b41_older_lines_come_when_asked_for() {
    let served = Served::start().await;
    let mut group = Group::sit(&served.browser()).await;
    group.one.say(&json!({ "earlier": { "ask": 3, "before": 3 } })).await;
    let earlier = group.one.hear_until("earlier").await;
    let numbers: Vec<_> =
        earlier["lines"].as_array().expect("lines").iter().map(|line| line["n"].as_u64()).collect();
    assert_eq!(numbers, [Some(1), Some(2)]);
}

#[tokio::test]
async fn b31_the_host_sees_through_a_seats_eyes_and_nobody_else_does() {
    let served = Served::start().await;
    let mut group = Group::sit(&served.browser()).await;
    group.set_the_scene(&json!({ "status": "安抚", "tier": 4, "hidden": true })).await;
    let eyes = json!({ "seat": group.one.parts["table/you"]["seat"] });
    let look = json!({ "look": { "ask": 5, "eyes": eyes } });
    group.host.say(&look).await;
    let looked = group.host.hear_until("looked").await;
    let limits = |parts: &serde_json::Value| {
        let challenge = parts.as_object().into_iter().flatten();
        let mut challenge = challenge.filter(|(key, _)| key.starts_with("challenge/"));
        challenge.next().expect("a challenge").1["limits"].as_array().map(Vec::len)
    };
    assert_eq!(limits(&looked["parts"]), Some(1));
    assert_eq!(limits(&json!(group.host.parts)), Some(2));
    group.two.say(&look).await;
    let refused = group.two.hear_until("ask_refused").await;
    assert_eq!(refused["ask"], 5);
}

#[tokio::test]
async fn c01_a_line_being_typed_is_completed_from_what_the_seat_sees() {
    let served = Served::start().await;
    let mut group = Group::sit(&served.browser()).await;
    group.set_the_scene(&json!({ "status": "安抚", "tier": 4, "hidden": true })).await;
    let words = |completed: &serde_json::Value| -> Vec<String> {
        let words = completed["words"].as_array().expect("words").iter();
        words.map(|one| one["word"].as_str().unwrap_or_default().to_owned()).collect()
    };
    let line = |text: &str| json!({ "complete": { "ask": 9, "line": text } });
    group.one.say(&line(".ac")).await;
    let completed = group.one.hear_until("completed").await;
    assert_eq!((&completed["ask"], &completed["from"]), (&json!(9), &json!(1)));
    assert_eq!(completed["words"][0]["word"], "act ");
    assert_eq!(completed["words"][0]["help"]["id"], "chat-help-act");
    group.one.say(&line(".hit @守")).await;
    assert_eq!(words(&group.one.hear_until("completed").await), ["守夜人"]);
    // The name of something hidden is nobody's but the host's.
    let hidden =
        json!({ "name": "缄默者", "hidden": true, "limits": [{ "status": "驱散", "tier": 2 }] });
    group.host.play(json!({ "do": "add-challenge", "challenge": hidden })).await;
    for (page, expected) in [(&mut group.one, 0), (&mut group.host, 1)] {
        page.say(&line(".limit @缄")).await;
        assert_eq!(words(&page.hear_until("completed").await).len(), expected);
    }
}

#[tokio::test]
async fn b42_everyone_sees_who_is_here_and_who_is_typing() {
    let served = Served::start().await;
    let mut group = Group::sit(&served.browser()).await;
    let two = group.two.parts["table/you"]["seat"].clone();
    let presence = |page: &Page| page.parts["table/presence"].clone();
    let here = |page: &Page| presence(page)["here"].as_array().map(Vec::len);
    assert_eq!(here(&group.host), Some(3));
    group.two.say(&json!({ "typing": true })).await;
    group.two.catch_up().await;
    group.host.catch_up().await;
    assert_eq!(presence(&group.host)["typing"], json!([two]));
    group.two.close().await;
    while here(&group.host) != Some(2) {
        group.host.hear_until("frame").await;
    }
}

#[tokio::test]
async fn b12_what_cannot_be_read_is_refused_by_its_own_id() {
    let served = Served::start().await;
    let mut group = Group::sit(&served.browser()).await;
    let id = command_id(5);
    for bad in [
        json!({ "do": { "id": id, "command": { "table": { "do": "fly" } } } }),
        json!({ "do": { "id": id, "command": 7 } }),
        json!({ "text": { "id": id, "line": ["x"] } }),
        json!({ "fly": { "id": id } }),
    ] {
        group.one.say(&bad).await;
        let refused = group.one.hear_until("refused").await;
        assert_eq!(refused["id"], json!(id));
        assert_eq!(text(&refused, "/refusal/what/id"), "server-unreadable");
    }
    group.one.say(&json!({ "quote": { "ask": 9 } })).await;
    assert_eq!(group.one.hear_until("ask_refused").await["ask"], 9);
    let game = group.one.send(&json!({ "game": { "do": "fly" } })).await;
    assert_eq!(text(&game, "/refused/refusal/what/id"), "command-unreadable");
    group.one.catch_up().await;
}

/// What a page that says `first` is told before the line is closed, and whether to come again.
async fn hung_up(served: &Served, first: Message) -> (String, bool) {
    let mut host = served.browser();
    let (table, ..) = host.make("雾中", "mist-2d6").await;
    let mut page = Page::new(host.knock(&table, None).await.expect("a seat"));
    page.say_raw(first).await;
    let closing = page.hear_until("closing").await;
    assert_eq!(page.hear().await, None, "then the line is closed");
    (text(&closing, "/reason/id"), closing["again"] == true)
}

#[tokio::test]
async fn b77_a_page_of_another_version_is_asked_to_reload() {
    let served = Served::start().await;
    for hello in [
        r#"{"hello":{"protocol":1}}"#,
        r#"{"hello":{"protocol":3}}"#,
        r#"{"hello":{"protocol":"x","since":[]}}"#,
    ] {
        let told = hung_up(&served, Message::text(hello)).await;
        assert_eq!(told, ("server-other-version".to_owned(), false), "{hello}");
    }
}

#[tokio::test]
async fn b12_a_page_that_does_not_say_hello_is_told_so() {
    let served = Served::start().await;
    for (first, reason) in [
        (Message::text("{"), "server-no-hello"),
        (Message::text(r#"{"typing":true}"#), "server-no-hello"),
        (Message::text(r#"{"hello":{"protocol":2,"bookmark":7}}"#), "server-no-hello"),
        (Message::binary(vec![0, 159, 146, 150]), "server-not-text"),
    ] {
        assert_eq!(hung_up(&served, first).await, (reason.to_owned(), false));
    }
}

#[tokio::test]
async fn b12_a_frame_that_is_too_large_ends_only_its_own_line() {
    let served = Served::start().await;
    let mut group = Group::sit(&served.browser()).await;
    let huge = json!({ "text": { "id": command_id(5), "line": "字".repeat(30_000) } });
    group.one.say(&huge).await;
    while group.one.hear().await.is_some() {}
    let mut again = group.browsers[1].sit(&group.table).await;
    again.catch_up().await;
    group.two.catch_up().await;
}

#[tokio::test]
async fn b02_a_device_that_is_sent_away_is_told_and_cannot_come_back() {
    let served = Served::start().await;
    let mut group = Group::sit(&served.browser()).await;
    let one = group.one.parts["table/you"]["seat"].clone();
    group.host.table(json!({ "do": "revoke-seat", "seat": one })).await;
    let closing = group.one.hear_until("closing").await;
    assert_eq!(text(&closing, "/reason/id"), "server-revoked");
    assert_eq!(closing["again"], false);
    assert_eq!(group.one.hear().await, None);
    assert!(group.browsers[1].knock(&group.table, None).await.is_err());
    group.two.catch_up().await;
}

#[tokio::test]
async fn b73_a_server_that_stops_says_so_and_loses_nothing() {
    let store = std::sync::Arc::new(table::MemoryStore::default());
    let start = || {
        let settings = server::Settings::default();
        Served::on(store.clone(), table::World::machine(), settings)
    };
    let served = start().await;
    let mut group = Group::sit(&served.browser()).await;
    let say = json!({ "do": "say", "voice": { "how": "out-of-character" }, "text": "等我" });
    group.two.table(say).await;
    group.catch_up().await;
    let stopping = tokio::spawn(served.stop());
    for page in [&mut group.host, &mut group.one, &mut group.two] {
        let closing = page.hear_until("closing").await;
        assert_eq!(text(&closing, "/reason/id"), "server-stopping");
        assert_eq!(closing["again"], true);
        assert_eq!(page.hear().await, None);
    }
    stopping.await.expect("it stops");

    let served = start().await;
    let mut browser = group.browsers[1].clone();
    browser.address = served.address;
    let socket = browser.knock(&group.table, None).await.expect("the cookie still holds");
    let bookmark = group.one.bookmark();
    let mut page = Page::new(socket);
    page.lines = group.one.lines.clone();
    page.greet(Some(bookmark)).await;
    assert_eq!(page.lines, group.one.lines);
}

#[tokio::test]
async fn b71_a_server_that_drains_says_so_while_it_still_serves() {
    let drain = std::time::Duration::from_secs(3);
    let settings = server::Settings { drain, ..server::Settings::default() };
    let served = Served::with(table::World::machine(), settings).await;
    let mut group = Group::sit(&served.browser()).await;
    let mut browser = served.browser();
    let stopping = tokio::spawn(served.stop());
    let unready = loop {
        let ready = browser.get("/readyz").await;
        if ready.status != hyper::StatusCode::OK {
            break ready;
        }
    };
    assert_eq!(unready.status, hyper::StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(&unready.body[..], b"stopping\n");
    let say = json!({ "do": "say", "voice": { "how": "out-of-character" }, "text": "还在" });
    group.two.table(say).await;
    let closing = group.two.hear_until("closing").await;
    assert_eq!(text(&closing, "/reason/id"), "server-stopping");
    assert_eq!(closing["again"], true);
    stopping.await.expect("it stops");
}

#[tokio::test]
async fn f54_a_line_is_understood_before_it_is_given() {
    let served = Served::start().await;
    let mut host = served.browser();
    let make = json!({ "title": "第一桌", "pack": "fate-condensed", "language": "zh-Hans",
        "time_zone": "Asia/Shanghai", "host_name": "主持" });
    let made = host.post("/api/tables", &make).await.json();
    let mut page = host.sit(&text(&made, "/table")).await;
    let ask = |ask: u32, line: &str| json!({ "understand": { "ask": ask, "line": line } });
    page.say(&ask(1, ".npc 打手 x2 4人 良好 格斗, 挑衅")).await;
    let understood = page.hear_until("understood").await;
    assert_eq!(understood["ask"], 1);
    let commands = understood["commands"].as_array().expect("a list");
    assert_eq!(commands.len(), 2, "two mobs: {understood}");
    assert_eq!(commands[0]["draft"]["npc"]["mob"], 4);

    page.say(&json!({ "quote": { "ask": 2, "command": commands[0] } })).await;
    let quoted = page.hear_until("quoted").await;
    assert_eq!(quoted["quote"]["notes"][0]["id"], "fate-npc-summary", "{quoted}");

    // Talk is no command of the game, and a mistake is shown where it is.
    page.say(&ask(3, "有人来了")).await;
    assert_eq!(page.hear_until("understood").await["commands"], json!([]));
    page.say(&ask(4, ".npc 打手 良好 骂街")).await;
    assert_eq!(page.hear_until("ask_refused").await["ask"], 4);
    assert!(page.parts.keys().all(|part| !part.starts_with("character/")), "nobody was made");
}
