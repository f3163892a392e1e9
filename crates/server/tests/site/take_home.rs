//! Taking a table and its logs home over HTTP, and searching (B-41, B-50).

use hyper::StatusCode;
use serde_json::json;
use table::Archive;

use crate::browser::Browser;
use crate::play::PACK;
use crate::served::Served;

/// A host and a player at a table where one thing was said to all and one to the host alone.
async fn evening(served: &Served) -> (Browser, Browser, String) {
    let mut host = served.browser();
    let (table, _, invite) = host.make("雾/港", PACK).await;
    let mut player = served.browser();
    player.enter(&table, &invite, "叶岚", 901).await;
    let mut page = host.sit(&table).await;
    page.type_line("门开着").await;
    let whisper = json!({ "table": { "do": "say", "text": "门后有人",
        "voice": { "how": "whisper", "to": [] } } });
    page.send(&whisper).await;
    (host, player, table)
}

#[tokio::test]
async fn b50_the_host_downloads_the_whole_table_and_nobody_else() {
    let served = Served::start().await;
    let (mut host, mut player, table) = evening(&served).await;
    let file = host.get(&format!("/api/tables/{table}/export")).await;
    assert_eq!(file.status, StatusCode::OK);
    let name = file.headers["content-disposition"].to_str().expect("text");
    assert_eq!(name, "attachment; filename*=UTF-8''%E9%9B%BE%2F%E6%B8%AF.mistline");
    let archive = Archive::read(&file.body).expect("whole");
    assert_eq!(archive.table.to_string(), table);
    table::verify(&archive.records).expect("it verifies");
    let refused = player.get(&format!("/api/tables/{table}/export")).await;
    assert_eq!(
        (refused.status, refused.refusal()),
        (StatusCode::FORBIDDEN, "table-host-only".into())
    );
    let stranger = served.browser().get(&format!("/api/tables/{table}/export")).await;
    assert_eq!(stranger.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn b50_a_log_is_for_the_seat_that_asks() {
    let served = Served::start().await;
    let (mut host, mut player, table) = evening(&served).await;
    for (form, kind) in [("md", "text/markdown"), ("html", "text/html"), ("txt", "text/plain")] {
        for (browser, secret) in [(&mut host, true), (&mut player, false)] {
            let path = format!("/api/tables/{table}/log?form={form}&session=1");
            let log = browser.get(&path).await;
            assert_eq!(log.status, StatusCode::OK);
            let header = |name: &str| log.headers[name].to_str().expect("text").to_owned();
            assert!(header("content-type").starts_with(kind));
            assert!(
                header("content-disposition").starts_with("attachment"),
                "never shown as a page"
            );
            let text = String::from_utf8(log.body.to_vec()).expect("text");
            assert!(text.contains("门开着"));
            assert_eq!(text.contains("门后有人"), secret);
        }
    }
    let sheets = player.get(&format!("/api/tables/{table}/sheets")).await;
    assert_eq!(sheets.status, StatusCode::OK);
    let file = player.get(&format!("/api/tables/{table}/case-file")).await;
    assert_eq!(file.status, StatusCode::OK);
    let kind = file.headers["content-type"].to_str().expect("text");
    assert!(kind.starts_with("text/markdown"));
    let none = player.get(&format!("/api/tables/{table}/log?form=md&session=9")).await;
    assert_eq!(none.refusal(), "log-no-session");
    for wrong in ["log?form=exe", "log", "search?text=%20", "search"] {
        let refused = player.get(&format!("/api/tables/{table}/{wrong}")).await;
        assert!(refused.status.is_client_error(), "{wrong}: {}", refused.status);
    }
}

#[tokio::test]
async fn b41_searching_finds_what_the_seat_was_told() {
    let served = Served::start().await;
    let (mut host, mut player, table) = evening(&served).await;
    let path = format!("/api/tables/{table}/search?text=%E9%97%A8&language=zh-Hans");
    for (browser, count) in [(&mut host, 2), (&mut player, 1)] {
        let found = browser.get(&path).await.json();
        assert_eq!(found["lines"].as_array().map(Vec::len), Some(count), "{found}");
    }
}

#[tokio::test]
async fn t35_the_fight_is_a_picture_for_the_seat_that_asks() {
    let served = Served::start().await;
    let mut host = served.browser();
    let (table, _, invite) = host.make("甲板，雾里", "timeline").await;
    let mut player = served.browser();
    player.enter(&table, &invite, "安然", 903).await;
    let chart = |asked: &str| format!("/api/tables/{table}/chart{asked}");
    let none = player.get(&chart("")).await;
    assert_eq!((none.status, none.refusal()), (StatusCode::NOT_FOUND, "timeline-no-fight".into()));
    let wrong = player.get(&chart("?form=gif")).await;
    assert_eq!(wrong.refusal(), "server-chart-form");

    let card = |name: &str| {
        format!(
            ".tlsetup 姓名:{name},年龄:20,体型:60,外貌:50,资产:50,等级:10,物理思维比值:500,体质:50,\
             敏捷:25,力量:25,意志:30,教育:35,智力:35,医学及生命科学:20,工程与科技:20,军事与生存:20,\
             文学:20,视觉及表演艺术:20"
        )
    };
    let mut one = host.sit(&table).await;
    let mut two = player.sit(&table).await.numbered_from(100);
    two.type_line(&card("岳澜")).await;
    let lines = [card("打手"), ".bat open @岳澜 对 @打手 在 甲板，雾里".to_owned()];
    for line in lines.iter().map(String::as_str).chain([".bat @打手 力量 50 攻击 @岳澜 金丝雀"])
    {
        let (kind, answer) = one.type_line(line).await;
        assert_ne!(kind, "refused", "{line}: {answer}");
    }
    for (browser, knows) in [(&mut host, true), (&mut player, false)] {
        let svg = browser.get(&chart("?form=svg&language=en")).await;
        assert_eq!(
            (svg.status, &svg.headers["content-type"]),
            (StatusCode::OK, &hyper::header::HeaderValue::from_static("image/svg+xml"),)
        );
        let svg = String::from_utf8(svg.body.to_vec()).expect("text");
        assert!(svg.contains("甲板，雾里") && svg.contains("Waiting for 岳澜"), "{svg}");
        assert_eq!(svg.contains("金丝雀"), knows, "{svg}");
        let png = browser.get(&chart("")).await;
        match png.status {
            StatusCode::OK => assert!(png.body.starts_with(b"\x89PNG")),
            _ => assert_eq!(png.refusal(), "server-no-font"),
        }
    }
    let stranger = served.browser().get(&chart("")).await;
    assert_eq!(stranger.status, StatusCode::UNAUTHORIZED);
}
