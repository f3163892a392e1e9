//! B-12: whatever is sent, the answer is clear, nothing panics and no table dies.

use hyper::{Method, StatusCode};
use serde_json::{Value as Json, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::browser::{Page, command_id, text};
use crate::play::{Group, PACK};
use crate::served::Served;

/// Names and words no person would type.
fn hostile_words() -> Vec<String> {
    vec![
        String::new(),
        " \t\n ".to_owned(),
        "\u{0}".to_owned(),
        "a\u{7}b\u{1b}[31m".to_owned(),
        "\u{202e}gnp.exe".to_owned(),
        "\u{2066}甲\u{2069}".to_owned(),
        format!("z{}", "\u{301}".repeat(10_000)),
        format!("{}\u{20dd}", "字".repeat(2_000)),
        "\u{feff}".to_owned(),
        "<script>alert(1)</script>\u{8}".to_owned(),
        "长".repeat(20_000),
    ]
}

/// The group still plays: someone says something, and all hear it.
async fn lives(group: &mut Group, word: &str) {
    let say = json!({ "do": "say", "voice": { "how": "out-of-character" }, "text": word });
    group.host.table(say).await;
    group.catch_up().await;
    for page in [&group.host, &group.one, &group.two] {
        let last = page.lines.last().expect("a line").to_string();
        assert!(last.contains(word), "{last}");
    }
}

#[tokio::test]
async fn b12_hostile_names_are_refused_and_shown_to_nobody() {
    let served = Served::start().await;
    let mut group = Group::sit(&served.browser()).await;
    let invite = group.host.table(json!({ "do": "invite", "role": "player" })).await;
    let token = text(&invite, "/token");
    let seat = group.one.parts["table/you"]["seat"].clone();
    for (word, number) in hostile_words().into_iter().zip(500..) {
        let make = json!({ "title": word, "pack": PACK, "language": "zh-Hans",
            "time_zone": "Asia/Shanghai", "host_name": "主持" });
        let made = served.browser().post("/api/tables", &make).await;
        assert!(made.status.is_client_error(), "{word:?}: {}", made.status);
        assert!(!made.refusal().is_empty(), "{word:?}");
        let enter = json!({ "token": token, "name": word, "id": command_id(number) });
        let path = format!("/api/tables/{}/enter", group.table);
        let entered = served.browser().post(&path, &enter).await;
        assert!(entered.status.is_client_error(), "{word:?}: {}", entered.status);
        assert!(!entered.refusal().is_empty(), "{word:?}");
        for command in [
            json!({ "table": { "do": "rename-seat", "seat": seat, "name": word } }),
            json!({ "table": { "do": "say", "voice": { "how": "in-character", "name": word },
                "text": "嗨" } }),
            json!({ "table": { "do": "set-salt", "salt": word } }),
            json!({ "table": { "do": "roll", "notation": format!("1d6 {word}") } }),
        ] {
            // Too large for a frame, it would end the line; that is another test.
            if command.to_string().len() > 60_000 {
                continue;
            }
            let answer = group.one.send(&command).await;
            let harmless = text(&command, "/table/do") == "roll" && word.trim().is_empty();
            assert!(harmless || answer.get("refused").is_some(), "{word:?}: {answer}");
        }
    }
    lives(&mut group, "一切如常").await;
    for page in [&group.host, &group.two] {
        let heard = page.heard.join("\n");
        for bad in ['\u{202e}', '\u{2066}', '\u{7}', '\u{1b}'] {
            assert!(!heard.contains(bad), "{bad:?} has reached a page");
        }
    }
}

#[tokio::test]
async fn b12_hostile_words_in_the_box_and_in_game_commands_kill_nothing() {
    let served = Served::start().await;
    let mut group = Group::sit(&served.browser()).await;
    group.one.play(json!({ "do": "take-example", "example": "archivist" })).await;
    for word in hostile_words() {
        if word.len() > 20_000 {
            continue;
        }
        for line in
            [format!(".{word}"), format!(".act {word}"), format!(".r 1d6 {word}"), word.clone()]
        {
            let (kind, _) = group.one.type_line(&line).await;
            assert!(["done", "refused", "reply"].contains(&kind.as_str()));
        }
        for command in [
            json!({ "game": { "do": "rename", "thing": word, "name": word } }),
            json!({ "game": { "do": word } }),
            json!({ "game": { "do": "act", "actor": "000000000000", "text": word } }),
        ] {
            let answer = group.one.send(&command).await;
            assert!(answer.get("refused").is_some(), "{answer}");
        }
    }
    lives(&mut group, "一切如常").await;
}

#[tokio::test]
async fn b12_malformed_frames_are_answered_or_end_only_their_own_line() {
    let served = Served::start().await;
    let mut group = Group::sit(&served.browser()).await;
    let deep = format!("{}{}", "[".repeat(20_000), "]".repeat(20_000));
    let broken = [
        "".to_owned(),
        "{".to_owned(),
        "null".to_owned(),
        "[]".to_owned(),
        "\"do\"".to_owned(),
        "{\"do\":null}".to_owned(),
        "{\"do\":{\"id\":\"x\"}}".to_owned(),
        "{\"typing\":\"yes\"}".to_owned(),
        "{\"earlier\":{\"ask\":-1,\"before\":1}}".to_owned(),
        "{\"earlier\":{\"ask\":99999999999,\"before\":1}}".to_owned(),
        format!("{{\"do\":{{\"id\":\"{}\",\"command\":{{\"game\":{deep}}}}}}}", command_id(1)),
        deep,
        "{\"hello\":{\"protocol\":1}}".to_owned(),
    ];
    for frame in broken {
        let mut page = group.browsers[1].sit(&group.table).await;
        page.say_raw(Message::text(frame.clone())).await;
        // Either a refusal by the frame's own id, or a farewell that says why.
        let answer = page.hear_answer().await;
        let said =
            ["refused", "ask_refused", "closing"].iter().any(|kind| answer.get(kind).is_some());
        assert!(said, "{}: {answer}", &frame[..frame.len().min(80)]);
    }
    lives(&mut group, "一切如常").await;
}

#[tokio::test]
async fn b12_numbers_at_the_edge_are_answered() {
    let served = Served::start().await;
    let mut group = Group::sit(&served.browser()).await;
    for before in [0, 1, u64::from(u32::MAX), u64::MAX] {
        group.one.say(&json!({ "earlier": { "ask": 4, "before": before } })).await;
        let earlier = group.one.hear_until("earlier").await;
        assert!(earlier["lines"].is_array());
    }
    for point in [0, 1, 10_000, u64::MAX] {
        let rewind = json!({ "table": { "do": "rewind-to", "point": point } });
        let answer = group.host.send(&rewind).await;
        assert!(answer.get("refused").is_some(), "{answer}");
    }
    for notation in ["1000000000d6", "1d1000000000000", "9".repeat(500).as_str(), "1d0", "-1d6"] {
        let roll = json!({ "table": { "do": "roll", "notation": notation } });
        let answer = group.one.send(&roll).await;
        assert!(answer.get("refused").is_some() || answer.get("done").is_some(), "{answer}");
    }
    for bookmark in [json!({ "list": "host", "line": u64::MAX }), json!({ "list": "", "line": 0 })]
    {
        let mut page =
            Page::new(group.browsers[1].knock(&group.table, None).await.expect("a seat"));
        let welcome = page.greet(Some(bookmark)).await;
        assert_eq!(welcome["welcome"]["snapshot"]["continues"], false);
    }
    lives(&mut group, "一切如常").await;
}

#[tokio::test]
async fn b12_huge_and_binary_frames_end_only_their_own_line() {
    let served = Served::start().await;
    let mut group = Group::sit(&served.browser()).await;
    let huge = Message::text("字".repeat(1_000_000));
    let binary = Message::binary(vec![0xff; 100]);
    let close =
        Message::Close(Some(CloseFrame { code: CloseCode::Library(4999), reason: "".into() }));
    for (message, told) in [(huge, None), (binary, Some("server-not-text")), (close, None)] {
        let mut page = group.browsers[1].sit(&group.table).await;
        // The server may hang up before all of it is sent.
        let _ = page.try_raw(message).await;
        let mut reason = None;
        while let Some(frame) = page.hear().await {
            reason = frame.pointer("/closing/reason/id").cloned().or(reason);
        }
        if let Some(told) = told {
            assert_eq!(reason, Some(json!(told)));
        }
    }
    lives(&mut group, "一切如常").await;
}

#[tokio::test]
async fn b12_unknown_tables_and_wrong_links_are_told_so() {
    let served = Served::start().await;
    let mut browser = served.browser();
    let (table, ..) = browser.make("雾中", PACK).await;
    let long = "a".repeat(3_000);
    let unknown =
        ["no-id", "00000000-0000-7000-8000-000000000000", "%00", "..%2f..", long.as_str()];
    for id in unknown {
        for what in ["peek", "enter"] {
            let path = format!("/api/tables/{id}/{what}");
            let answer = browser.post(&path, &json!({ "token": "x" })).await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{id}");
            assert!(!answer.refusal().is_empty(), "{id}");
        }
        let me = browser.get(&format!("/api/tables/{id}/me")).await;
        assert_eq!(me.status, StatusCode::NOT_FOUND, "{id}");
    }
    for token in ["", "x", "\u{0}", long.as_str(), "金丝雀"] {
        for what in ["peek", "enter"] {
            let path = format!("/api/tables/{table}/{what}");
            let answer = browser.post(&path, &json!({ "token": token, "name": "某" })).await;
            let refused = answer.refusal();
            assert!(answer.status.is_client_error(), "{token:?}: {}", answer.status);
            let told = ["table-link-wrong", "server-unreadable"].contains(&refused.as_str());
            assert!(told, "{token:?}: {refused}");
        }
    }
    for cookie in ["mistline-seat=", "mistline-seat=x", "=;=;;"] {
        let path = format!("/api/tables/{table}/me");
        let mut stranger = served.browser();
        let headers = [("cookie", cookie)];
        let answer = stranger.send(Method::GET, &path, &headers, "".into()).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{cookie:?}");
    }
}

#[tokio::test]
async fn b02_a_revoked_link_and_its_live_sockets_are_closed() {
    let served = Served::start().await;
    let mut group = Group::sit(&served.browser()).await;
    let one = group.one.parts["table/you"]["seat"].clone();
    let link = group.host.table(json!({ "do": "link-seat", "seat": one })).await;
    let mut phone = served.browser();
    phone.enter(&group.table, &text(&link, "/token"), "", 900).await;
    let mut on_phone = phone.sit(&group.table).await;
    // The link alone: who sits stays, nobody comes in by it any more.
    group.host.table(json!({ "do": "revoke-link", "link": link["link"] })).await;
    on_phone.catch_up().await;
    let enter = json!({ "token": link["token"], "id": command_id(901) });
    let late = served.browser().post(&format!("/api/tables/{}/enter", group.table), &enter).await;
    assert_eq!(late.refusal(), "table-link-wrong");
    // The seat: all its devices at once, each told why.
    group.host.table(json!({ "do": "revoke-seat", "seat": one })).await;
    for page in [&mut on_phone, &mut group.one] {
        let closing = page.hear_until("closing").await;
        assert_eq!(text(&closing, "/reason/id"), "server-revoked");
        assert_eq!(closing["again"], json!(false));
        assert_eq!(page.hear().await, None);
    }
    for browser in [&phone, &group.browsers[1]] {
        assert_eq!(browser.knock(&group.table, None).await.err(), Some(StatusCode::UNAUTHORIZED));
    }
    group.two.catch_up().await;
}

#[tokio::test]
async fn b12_bytes_that_are_no_request_leave_the_server_standing() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let served = Served::start().await;
    let long = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(200_000));
    let many = format!("GET / HTTP/1.1\r\n{}\r\n", "x: y\r\n".repeat(2_000));
    for bytes in
        [&b"\0\0\0\0\r\n\r\n"[..], b"GET", b"\xff\xfe\r\n\r\n", long.as_bytes(), many.as_bytes()]
    {
        let mut line = tokio::net::TcpStream::connect(served.address).await.expect("it listens");
        // The server may hang up while it is still being spoken to.
        let _ = line.write_all(bytes).await;
        let _ = line.shutdown().await;
        let mut answer = Vec::new();
        let _ = line.read_to_end(&mut answer).await;
    }
    let health = served.browser().get("/healthz").await;
    assert_eq!(health.status, StatusCode::OK);
}

impl Page {
    /// The next frame that is an answer, and not something that happened at the table.
    async fn hear_answer(&mut self) -> Json {
        loop {
            let frame = self.hear().await.expect("an answer before the line ends");
            if frame.get("frame").is_none() {
                return frame;
            }
        }
    }
}
