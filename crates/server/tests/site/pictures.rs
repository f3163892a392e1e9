//! Pictures and notes over HTTP (B-43): brought, cleaned, served to whoever sees them and to nobody
//! else.

use hyper::body::Bytes;
use hyper::{Method, StatusCode};
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use serde_json::{Value as Json, json};

use crate::browser::{Answered, Browser};
use crate::play::PACK;
use crate::served::Served;

/// A PNG of one colour.
fn png(colour: [u8; 3]) -> Vec<u8> {
    let mut file = std::io::Cursor::new(Vec::new());
    let picture = RgbImage::from_pixel(60, 40, Rgb(colour));
    DynamicImage::from(picture).write_to(&mut file, ImageFormat::Png).expect("it is written");
    file.into_inner()
}

async fn bring(browser: &mut Browser, table: &str, number: u128, file: Vec<u8>) -> Answered {
    let id = uuid::Uuid::from_u128(number);
    let path = format!("/api/tables/{table}/pictures?command={id}&name=%E5%9C%B0%E5%9B%BE");
    let binary = [("content-type", "application/octet-stream")];
    browser.send(Method::POST, &path, &binary, Bytes::from(file)).await
}

fn picture_of(answered: &Answered) -> String {
    assert_eq!(answered.status, StatusCode::CREATED, "{}", answered.json());
    answered.json()["picture"].as_str().expect("an id").to_owned()
}

async fn command(browser: &Browser, table: &str, command: Json) {
    browser
        .sit(table)
        .await
        .numbered_from(rand_from(&command))
        .send(&json!({ "table": command }))
        .await;
}

/// Numbers of commands that do not meet.
fn rand_from(command: &Json) -> u64 {
    5_000_000 + u64::try_from(command.to_string().len()).expect("short") * 1000
}

#[tokio::test]
async fn b43_a_picture_is_brought_and_served_to_whoever_sees_it() {
    let served = Served::start().await;
    let mut host = served.browser();
    let (table, _, invite) = host.make("雾港", PACK).await;
    let mut player = served.browser();
    player.enter(&table, &invite, "叶岚", 901).await;
    let picture = picture_of(&bring(&mut host, &table, 1, png([200, 30, 30])).await);
    // The same again under the same id is the same (B-11).
    assert_eq!(picture_of(&bring(&mut host, &table, 1, png([200, 30, 30])).await), picture);
    let address = format!("/api/tables/{table}/pictures/{picture}");
    for small in ["", "?small=true"] {
        let shown = host.get(&format!("{address}{small}")).await;
        assert_eq!(shown.status, StatusCode::OK);
        let header = |name: &str| shown.headers[name].to_str().expect("text").to_owned();
        assert!(header("content-type").starts_with("image/"));
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("cache-control"), "private, no-cache", "and asked for each time");
        let known = header("etag");
        let again = [("if-none-match", known.as_str())];
        let again =
            host.send(Method::GET, &format!("{address}{small}"), &again, Bytes::new()).await;
        assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0));
    }
    // Nobody else is told more than of one that is not there, whatever they know of it.
    let nothing = format!("/api/tables/{table}/pictures/000000000000");
    let known = [("if-none-match", format!("\"{picture}\""))];
    let known = [(known[0].0, known[0].1.as_str())];
    let hidden = player.send(Method::GET, &address, &known, Bytes::new()).await;
    let absent = player.send(Method::GET, &nothing, &known, Bytes::new()).await;
    assert_eq!((hidden.status, &hidden.body), (absent.status, &absent.body));
    assert_eq!(hidden.status, StatusCode::NOT_FOUND);
    let stranger = served.browser().get(&address).await;
    assert_eq!(stranger.status, StatusCode::UNAUTHORIZED);
    // Handed out, it is served.
    let note = json!({ "do": "write-note", "title": "地图", "text": "别走夜路", "picture": picture,
        "to": "all", "show": true });
    command(&host, &table, note).await;
    let shown = player.get(&address).await;
    assert_eq!(shown.status, StatusCode::OK);
    let page = player.sit(&table).await;
    let note = &page.parts["table/notes"]["notes"][0];
    assert_eq!(note["title"], "地图");
    let id = note["id"].as_str().expect("an id");
    let read = player.get(&format!("/api/tables/{table}/notes/{id}")).await.json();
    assert_eq!(read["text"], "别走夜路");
    for (sought, count) in [("夜路", 1), ("夜市", 0), ("地图", 1)] {
        let sought: String = sought.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let found = player.get(&format!("/api/tables/{table}/notes?text={sought}")).await.json();
        assert_eq!(found.as_array().map(Vec::len), Some(count));
    }
    // It goes home with the table.
    let file = host.get(&format!("/api/tables/{table}/export")).await;
    assert_eq!(table::Archive::read(&file.body).expect("whole").pictures.len(), 2);
}

#[tokio::test]
async fn b43_what_is_no_picture_or_too_large_is_refused_and_leaves_nothing() {
    let served = Served::start().await;
    let mut host = served.browser();
    let (table, _, invite) = host.make("雾港", PACK).await;
    let page = b"<!doctype html><script>alert(1)</script>".to_vec();
    let refused = bring(&mut host, &table, 1, page).await;
    assert_eq!(
        (refused.status, refused.refusal()),
        (StatusCode::UNSUPPORTED_MEDIA_TYPE, "server-no-picture".to_owned())
    );
    let heavy = bring(&mut host, &table, 2, vec![0; (8 << 20) + 1]).await;
    assert_eq!(
        (heavy.status, heavy.refusal()),
        (StatusCode::PAYLOAD_TOO_LARGE, "server-picture-heavy".to_owned())
    );
    let half = png([1, 2, 3]);
    let half = bring(&mut host, &table, 3, half[..half.len() / 2].to_vec()).await;
    assert_eq!(half.refusal(), "server-picture-broken");
    let mut stranger = served.browser();
    let away = bring(&mut stranger, &table, 4, png([1, 2, 3])).await;
    assert_eq!(away.status, StatusCode::UNAUTHORIZED);
    // Another site's page may not bring one in a seat's name.
    let id = uuid::Uuid::from_u128(5);
    let path = format!("/api/tables/{table}/pictures?command={id}&name=x");
    let other = [("origin", "https://elsewhere.example")];
    let other = host.send(Method::POST, &path, &other, Bytes::from(png([1, 2, 3]))).await;
    assert_eq!(other.status, StatusCode::FORBIDDEN);
    let seat = host.sit(&table).await;
    assert!(!seat.parts.contains_key("table/pictures"), "nothing was kept");
    let mut player = served.browser();
    player.enter(&table, &invite, "叶岚", 901).await;
    assert_eq!(bring(&mut player, &table, 6, png([9, 9, 9])).await.status, StatusCode::CREATED);
}
