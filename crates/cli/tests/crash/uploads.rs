//! `mistline serve` killed while pictures are being brought (B-43): what was acknowledged is there,
//! byte for byte; what was not is there whole or not at all.

use std::io::Cursor;
use std::sync::Arc;

use hyper::body::Bytes;
use hyper::{Method, StatusCode};
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use table::{SqliteStore, Store, TableId};
use tokio::sync::Semaphore;

use crate::browser::Browser;
use crate::running::Running;
use crate::scattered;

/// A picture that does not get small: each point is another.
fn noise(number: u64) -> Bytes {
    let point = |x: u32, y: u32| {
        let bytes = scattered(number << 40 | u64::from(x) << 20 | u64::from(y)).to_le_bytes();
        Rgb([bytes[0], bytes[1], bytes[2]])
    };
    let mut file = Cursor::new(Vec::new());
    let picture = DynamicImage::from(RgbImage::from_fn(600, 400, point));
    picture.write_to(&mut file, ImageFormat::Png).expect("it is written");
    file.into_inner().into()
}

/// Brings a picture; its id if that was acknowledged. A broken line is no answer.
async fn bring(mut browser: Browser, table: String, number: u64) -> Option<String> {
    let id = uuid::Uuid::from_u128(u128::from(number) + 1);
    let path = format!("/api/tables/{table}/pictures?command={id}&name=x{number}");
    let binary = [("content-type", "application/octet-stream")];
    let sent =
        tokio::spawn(
            async move { browser.send(Method::POST, &path, &binary, noise(number)).await },
        );
    // Whoever is cut off by the kill fails.
    let answered = sent.await.ok()?;
    (answered.status == StatusCode::CREATED)
        .then(|| answered.json()["picture"].as_str().expect("an id").to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn b43_a_kill_in_the_middle_of_an_upload_leaves_whole_pictures_or_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut running = Running::start(folder.path(), "127.0.0.1:0");
    let mut host = Browser::new(running.address);
    let (table, ..) = host.make("雾中", "mist-2d6").await;
    let mut cut = 0;
    for round in 0..6 {
        let answers = Arc::new(Semaphore::new(0));
        let mut bringing = tokio::task::JoinSet::new();
        for number in round * 8..round * 8 + 8 {
            let (host, table, answers) = (host.clone(), table.clone(), answers.clone());
            bringing.spawn(async move {
                let brought = bring(host, table, number).await;
                answers.add_permits(1);
                (number, brought)
            });
        }
        // After some answers, others being under way.
        let some = u32::try_from(scattered(round) % 6).expect("a few");
        answers.acquire_many(some).await.expect("open").forget();
        running.kill();
        let brought = bringing.join_all().await;
        running = Running::start(folder.path(), "127.0.0.1:0");
        host.address = running.address;
        for (number, known) in brought {
            cut += u32::from(known.is_none());
            // Sent again under the same id, it is the same picture, once (B-11).
            let again = bring(host.clone(), table.clone(), number).await.expect("it runs");
            assert!(known.is_none_or(|known| known == again));
            let shown = host.get(&format!("/api/tables/{table}/pictures/{again}")).await;
            assert_eq!(shown.status, StatusCode::OK);
            image::load_from_memory(&shown.body).expect("it is whole");
        }
    }
    assert!(cut > 0, "the kills came in the middle");
    let page = host.sit(&table).await;
    let listed = page.parts["table/pictures"]["pictures"].as_array().map(Vec::len);
    assert_eq!(listed, Some(48), "each once");
    running.kill();
    let store = SqliteStore::open(&folder.path().join("mistline.db")).await.expect("it is whole");
    assert_eq!(store.check().await, Ok(vec![]));
    let id: TableId = table.parse().expect("an id");
    assert_eq!(store.pictures(id).await.expect("a list").len(), 96, "and no file but theirs");
}
