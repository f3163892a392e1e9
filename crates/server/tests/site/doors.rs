//! Making a table, links, cookies, and what is refused (B-02, B-12).

use hyper::{Method, StatusCode};
use serde_json::{Value as Json, json};
use server::Settings;
use table::World;
use words::Language;

use crate::browser::{Answered, Browser, text};
use crate::served::Served;

const PACK: &str = "mist-2d6";

#[tokio::test]
async fn b01_the_rulesets_can_be_chosen_from() {
    let served = Served::start().await;
    let packs = served.browser().get("/api/packs").await;
    assert_eq!(packs.status, StatusCode::OK);
    let packs = packs.json();
    let one = packs.as_array().and_then(|all| all.iter().find(|pack| pack["id"] == PACK));
    let one = one.expect("mist-2d6 is among them");
    assert_eq!(one["family"], "mist");
    for said in ["name", "blurb", "dice"] {
        assert!(!one[said].is_null(), "{said}");
    }
}

#[tokio::test]
async fn b07_this_machine_is_told_where_friends_reach_the_server() {
    let here = "127.0.0.1".parse().expect("an address");
    let settings = Settings {
        network_urls: vec!["http://192.168.1.5:8080".to_owned()],
        trusted_proxies: vec![here],
        ..Settings::default()
    };
    let served = Served::with(World::machine(), settings.clone()).await;
    let told = served.browser().get("/api/addresses").await;
    assert_eq!(told.status, StatusCode::OK);
    assert_eq!(told.json(), json!({ "urls": ["http://192.168.1.5:8080"] }));
    let far = [("x-forwarded-for", "203.0.113.7")];
    let told = served.browser().send(Method::GET, "/api/addresses", &far, "".into()).await;
    assert_eq!(told.json(), json!({ "urls": [] }), "a stranger learns nothing of the network");

    let public_url = Some("https://play.example/".to_owned());
    let served = Served::with(World::machine(), Settings { public_url, ..settings }).await;
    let told = served.browser().get("/api/addresses").await;
    assert_eq!(told.json(), json!({ "urls": ["https://play.example"] }));
}

#[tokio::test]
async fn b02_a_link_is_looked_at_before_anyone_joins() {
    let served = Served::start().await;
    let mut host = served.browser();
    let (table, host_token, invite) = host.make("第一桌", PACK).await;
    let mut guest = served.browser();
    let peek = format!("/api/tables/{table}/peek");
    let seen = guest.post(&peek, &json!({ "token": invite })).await;
    // Who invites, to what, and who is there (B-07).
    let seen = seen.json();
    for (field, value) in [
        ("/title", json!("第一桌")),
        ("/grants", json!("invite")),
        ("/role", json!("player")),
        ("/host", json!("主持")),
        ("/players", json!([])),
        ("/game/pack", json!(PACK)),
        ("/game/family", json!("mist")),
    ] {
        assert_eq!(seen.pointer(field), Some(&value), "{field}");
    }
    assert!(seen.pointer("/game/blurb").is_some_and(Json::is_object), "{seen}");
    assert!(seen.get("name").is_none(), "an invitation is nobody's yet");
    let cast = seen["cast"].as_array().expect("a cast");
    assert!(cast.len() >= 2 && cast.iter().all(|one| one["name"].is_object()), "{seen}");
    let seen = guest.post(&peek, &json!({ "token": host_token })).await;
    let seen = seen.json();
    let told = |field: &str| seen[field].clone();
    assert_eq!([told("grants"), told("role"), told("name")], ["seat", "host", "主持"]);
    let me = guest.get(&format!("/api/tables/{table}/me")).await;
    assert_eq!(me.status, StatusCode::UNAUTHORIZED, "looking joined nobody");
    assert_eq!(me.refusal(), "server-no-seat");
}

#[tokio::test]
async fn b06_a_device_is_told_what_its_table_plays_and_waits_for() {
    let served = Served::start().await;
    let mut host = served.browser();
    let (table, ..) = host.make("第一桌", PACK).await;
    let me = host.get(&format!("/api/tables/{table}/me")).await.json();
    assert_eq!(me["title"], "第一桌");
    assert_eq!(me["game"]["pack"], PACK);
    assert_eq!(me["waits"], json!([]), "nothing waits at a new table");
}

#[tokio::test]
async fn b08_a_table_to_try_alone_is_ready_to_play() {
    let served = Served::start().await;
    let mut one = served.browser();
    let make = json!({ "title": "试试", "pack": PACK, "language": "zh-Hans",
        "time_zone": "Asia/Shanghai", "host_name": "我", "alone": true });
    let made = one.post("/api/tables", &make).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
    let table = text(&made.json(), "/table");
    let characters = one.get(&format!("/api/tables/{table}/characters")).await.json();
    assert_eq!(characters.as_array().map(Vec::len), Some(1), "{characters}");
}

#[tokio::test]
async fn b02_the_button_joins_and_the_cookie_keeps_the_seat() {
    let served = Served::start().await;
    let mut host = served.browser();
    let (table, host_token, invite) = host.make("第一桌", PACK).await;
    let me = format!("/api/tables/{table}/me");
    assert_eq!(host.get(&me).await.json()["role"], "host");

    let mut guest = served.browser();
    let seat = guest.enter(&table, &invite, "叶岚", 1).await;
    assert_eq!((&seat["role"], &seat["name"]), (&json!("player"), &json!("叶岚")));
    assert_eq!(guest.get(&me).await.json(), seat);
    let again = guest.enter(&table, &invite, "叶岚", 1).await;
    assert_eq!(again, seat, "the same button pressed again is the same seat (B-11)");

    let mut phone = served.browser();
    let same = phone.enter(&table, &host_token, "", 2).await;
    assert_eq!(same, host.get(&me).await.json(), "a seat may be on several devices (B-05)");
    let left = phone.post(&format!("/api/tables/{table}/leave"), &json!({})).await;
    assert_eq!(left.status, StatusCode::NO_CONTENT);
    assert_eq!(phone.get(&me).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(host.get(&me).await.status, StatusCode::OK, "only that device has left");
}

#[tokio::test]
async fn b02_a_device_that_left_cannot_come_back_by_its_old_cookie() {
    let served = Served::start().await;
    let mut host = served.browser();
    let (table, _, invite) = host.make("第一桌", PACK).await;
    let mut guest = served.browser();
    guest.enter(&table, &invite, "叶岚", 1).await;
    let mut copy = guest.clone();
    guest.post(&format!("/api/tables/{table}/leave"), &json!({})).await;
    let me = copy.get(&format!("/api/tables/{table}/me")).await;
    assert_eq!(me.status, StatusCode::UNAUTHORIZED);
    assert_eq!(copy.knock(&table, None).await.err(), Some(StatusCode::UNAUTHORIZED));
}

#[tokio::test]
async fn b02_wrong_links_say_so() {
    let served = Served::start().await;
    let mut host = served.browser();
    let (table, _, _) = host.make("第一桌", PACK).await;
    for token in ["", "wrong", &"x".repeat(5000)] {
        for door in ["peek", "enter"] {
            let path = format!("/api/tables/{table}/{door}");
            let refused = served.browser().post(&path, &json!({ "token": token })).await;
            assert_eq!(refused.status, StatusCode::CONFLICT, "{door} {token}");
            assert_eq!(text(&refused.json(), "/refusal/rule"), "B-02", "{}", refused.json());
        }
    }
}

#[tokio::test]
async fn b12_unknown_tables_and_addresses_are_refused_in_the_same_form() {
    let served = Served::start().await;
    let mut browser = served.browser();
    let nowhere = "01934f5e-0000-7000-8000-000000000001";
    for path in [
        format!("/api/tables/{nowhere}/me"),
        "/api/tables/first/me".to_owned(),
        "/api/tables/%2e%2e/me".to_owned(),
        "/api/nothing".to_owned(),
        "/api".to_owned(),
    ] {
        let refused = browser.get(&path).await;
        assert_eq!(refused.status, StatusCode::NOT_FOUND, "{path}");
        assert!(!refused.refusal().is_empty(), "{path}: {}", refused.json());
    }
}

#[tokio::test]
async fn b12_bodies_that_cannot_be_read_are_refused_in_the_same_form() {
    let served = Served::start().await;
    let huge = format!("{{\"title\":\"{}\"}}", "字".repeat(40_000));
    let deep = "[".repeat(60_000);
    let (table, ..) = served.browser().make("第一桌", PACK).await;
    let (peek, enter) = (format!("/api/tables/{table}/peek"), format!("/api/tables/{table}/enter"));
    let unreadable = (StatusCode::BAD_REQUEST, "server-unreadable");
    for (body, expected) in [
        ("", unreadable),
        ("{", unreadable),
        ("[]", unreadable),
        ("{\"title\":1}", unreadable),
        ("{\"token\":\"x\",\"nonsense\":1}", unreadable),
        (deep.as_str(), unreadable),
        (huge.as_str(), (StatusCode::PAYLOAD_TOO_LARGE, "server-too-large")),
    ] {
        for path in ["/api/tables", &peek, &enter] {
            let body = body.to_owned().into();
            let refused = served.browser().send(Method::POST, path, &[], body).await;
            assert_eq!((refused.status, refused.refusal().as_str()), expected, "{path}");
            in_every_language(&refused);
        }
    }
}

/// A refusal is a sentence in each language, but for what stands in brackets.
fn in_every_language(refused: &Answered) {
    let what: rules::Message =
        serde_json::from_value(refused.json()["refusal"]["what"].clone()).expect("a message");
    for language in [Language::ZhHans, Language::ZhHant] {
        let said = words::say(language, &what);
        let own = said.split('（').next().expect("a beginning");
        let own = ["md", "html", "txt", "book", "paint", "docx", "KiB"]
            .iter()
            .fold(own.to_owned(), |own, known| own.replace(known, ""));
        assert!(!own.contains(|letter: char| letter.is_ascii_alphabetic()), "{said}");
    }
}

#[tokio::test]
async fn b12_addresses_and_questions_that_cannot_be_read_are_refused_in_the_same_form() {
    let served = Served::start().await;
    let mut host = served.browser();
    let (table, ..) = host.make("第一桌", PACK).await;
    let at = ["export", "log", "characters", "sheets", "chart", "case-file", "search", "me", "ws"]
        .map(|what| (Method::GET, what));
    let posted = ["peek", "enter", "leave"].map(|what| (Method::POST, what));
    for (method, what) in at.into_iter().chain(posted) {
        for id in ["%ff", "%00", "first", "%F0%9F"] {
            let path = format!("/api/tables/{id}/{what}");
            let refused = host.send(method.clone(), &path, &[], "{}".into()).await;
            assert_eq!(refused.status, StatusCode::NOT_FOUND, "{path}");
            assert_eq!(refused.refusal(), "server-no-such-table", "{path}");
            in_every_language(&refused);
        }
    }
    for (asked, expected) in [
        ("log", "server-unreadable"),
        ("log?form", "server-log-form"),
        ("log?form=7", "server-log-form"),
        ("log?form=md&session=last", "server-unreadable"),
        ("log?form=md&session=-1", "server-unreadable"),
        ("log?form=md&form=md", "server-unreadable"),
        ("log?form=md&seat=1", "server-unreadable"),
        ("search", "server-unreadable"),
        ("search?text=a&before=now", "server-unreadable"),
        ("search?text=a&text=b", "server-unreadable"),
        ("search?words=a", "server-unreadable"),
        ("ws", "server-only-sockets"),
    ] {
        let refused = host.get(&format!("/api/tables/{table}/{asked}")).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{asked}");
        assert_eq!(refused.refusal(), expected, "{asked}");
        in_every_language(&refused);
    }
}

#[tokio::test]
async fn b12_a_method_or_a_version_that_is_not_spoken_is_refused_in_the_same_form() {
    let served = Served::start().await;
    let mut host = served.browser();
    let (table, ..) = host.make("第一桌", PACK).await;
    for (method, path) in [
        (Method::GET, "/api/tables".to_owned()),
        (Method::POST, "/api/packs".to_owned()),
        (Method::DELETE, format!("/api/tables/{table}/me")),
        (Method::POST, format!("/api/tables/{table}/ws")),
        (Method::PUT, format!("/api/tables/{table}/enter")),
    ] {
        let refused = host.send(method.clone(), &path, &[], "".into()).await;
        assert_eq!(refused.status, StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
        assert_eq!(refused.refusal(), "server-no-such-method", "{method} {path}");
        assert!(refused.headers.contains_key("allow"), "{method} {path}");
        in_every_language(&refused);
    }
    let old = [
        ("connection", "upgrade"),
        ("upgrade", "websocket"),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ("sec-websocket-version", "8"),
    ];
    let path = format!("/api/tables/{table}/ws");
    let refused = host.send(Method::GET, &path, &old, "".into()).await;
    assert_eq!(refused.status, StatusCode::UPGRADE_REQUIRED);
    assert_eq!(refused.headers["sec-websocket-version"], "13");
    assert_eq!(refused.refusal(), "server-only-sockets");
    in_every_language(&refused);
}

#[tokio::test]
async fn b12_a_table_that_cannot_be_is_not_made() {
    let served = Served::start().await;
    let good = json!({ "title": "第一桌", "pack": PACK, "language": "zh-Hans",
        "time_zone": "Asia/Shanghai", "host_name": "主持" });
    for (field, value) in [
        ("title", ""),
        ("title", "a\u{202e}b"),
        ("pack", "nothing"),
        ("language", "tlh"),
        ("time_zone", "Nowhere/Here"),
        ("host_name", " "),
    ] {
        let mut bad = good.clone();
        bad[field] = json!(value);
        let refused = served.browser().post("/api/tables", &bad).await;
        assert!(refused.status.is_client_error(), "{field}: {}", refused.status);
        assert!(!refused.refusal().is_empty(), "{field}: {}", refused.json());
    }
}

#[tokio::test]
async fn f55_options_are_offered_with_the_ruleset_and_chosen_as_the_table_is_made() {
    let served = Served::start().await;
    let packs = served.browser().get("/api/packs").await.json();
    let cards = packs.as_array().expect("a list");
    let card = cards.iter().find(|card| card["id"] == "fate-condensed").expect("it ships");
    let offer = &card["settings"][0];
    assert_eq!(offer["command"]["do"], "set-options");
    assert!(offer["fields"].as_array().is_some_and(|fields| fields.len() > 5), "{offer}");
    let mut chosen = offer["command"].clone();
    chosen["options"]["order"] = "listed".into();
    let make = |settings: Json| {
        json!({ "title": "第一桌", "pack": "fate-condensed", "language": "zh-Hans",
            "time_zone": "Asia/Shanghai", "host_name": "主持", "settings": settings })
    };
    let mut host = served.browser();
    let made = host.post("/api/tables", &make(json!([chosen]))).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
    let made = made.json();
    let table = text(&made, "/table");
    let page = host.sit(&table).await;
    assert_eq!(page.parts["options"]["order"], "listed", "{:?}", page.parts);

    let refused = host.post("/api/tables", &make(json!([{ "do": "end-scene" }]))).await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert_eq!(refused.refusal(), "no-such-setting");
}

#[tokio::test]
async fn b02_a_create_key_is_asked_of_those_who_make_tables() {
    let settings = Settings { create_key: Some("芝麻".to_owned()), ..Settings::default() };
    let served = Served::with(World::machine(), settings).await;
    let make = |key: Option<&str>| {
        json!({ "title": "第一桌", "pack": PACK, "language": "zh-Hans",
            "time_zone": "Asia/Shanghai", "host_name": "主持", "create_key": key })
    };
    for (key, status) in [
        (None, StatusCode::FORBIDDEN),
        (Some("门"), StatusCode::FORBIDDEN),
        (Some("芝麻"), StatusCode::CREATED),
    ] {
        let answered = served.browser().post("/api/tables", &make(key)).await;
        assert_eq!(answered.status, status, "{key:?}");
    }
}

#[tokio::test]
async fn b02_other_sites_cannot_speak_for_a_browser() {
    let served = Served::start().await;
    let mut host = served.browser();
    let (table, ..) = host.make("第一桌", PACK).await;
    let own = format!("http://{}", served.address);
    for (origin, status) in [
        ("https://evil.example", StatusCode::FORBIDDEN),
        ("null", StatusCode::FORBIDDEN),
        (own.as_str(), StatusCode::BAD_REQUEST),
    ] {
        let headers = [("origin", origin)];
        let path = "/api/tables";
        let answered = host.send(Method::POST, path, &headers, "{".into()).await;
        assert_eq!(answered.status, status, "{origin}");
    }
    let evil = host.knock(&table, Some("https://evil.example")).await;
    assert_eq!(evil.err(), Some(StatusCode::FORBIDDEN));
    assert!(host.knock(&table, Some(&own)).await.is_ok());
    let stranger = Browser::new(served.address).knock(&table, Some(&own)).await;
    assert_eq!(stranger.err(), Some(StatusCode::UNAUTHORIZED));
}

#[tokio::test]
async fn b02_behind_tls_the_cookie_never_goes_without() {
    let public_url = Some("https://play.example".to_owned());
    let settings = Settings { public_url, ..Settings::default() };
    let served = Served::with(World::machine(), settings).await;
    let make = json!({ "title": "第一桌", "pack": PACK, "language": "zh-Hans",
        "time_zone": "Asia/Shanghai", "host_name": "主持" });
    let made = served.browser().post("/api/tables", &make).await;
    let cookie = made.headers.get("set-cookie").expect("a cookie").to_str().expect("text");
    assert!(cookie.ends_with("HttpOnly; SameSite=Lax; Secure"), "{cookie}");
    assert_eq!(made.headers.get("cache-control").expect("said"), "no-store");
}
