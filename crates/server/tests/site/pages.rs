//! The web page, and what every answer says to the browser (B-76).

use hyper::{Method, StatusCode};

use crate::served::Served;

#[tokio::test]
async fn b76_every_answer_keeps_the_browser_to_this_server() {
    let served = Served::start().await;
    for path in ["/", "/t/01934f5e-0000-7000-8000-000000000001", "/api/packs", "/api/no"] {
        let answered = served.browser().get(path).await;
        let header = |name| answered.headers.get(name).map(|value| value.to_str().expect("text"));
        let policy = header("content-security-policy").expect("a policy");
        assert!(policy.starts_with("default-src 'self';"), "{path}: {policy}");
        assert_eq!(header("referrer-policy"), Some("no-referrer"), "{path}");
        assert_eq!(header("x-content-type-options"), Some("nosniff"), "{path}");
    }
}

#[tokio::test]
async fn b70_every_address_without_a_file_is_the_page() {
    let served = Served::start().await;
    let start = served.browser().get("/").await;
    assert_eq!(start.status, StatusCode::OK);
    let kind = start.headers.get("content-type").expect("said").to_str().expect("text");
    assert!(kind.starts_with("text/html"), "{kind}");
    let table = served.browser().get("/t/01934f5e-0000-7000-8000-000000000001").await;
    assert_eq!(table.body, start.body, "the page reads the address itself");
    let missing = served.browser().get("/assets/missing-1234.js").await;
    assert_eq!(missing.status, StatusCode::NOT_FOUND, "a missing file does not look like it");
    let posted = served.browser().send(Method::POST, "/", &[], "".into()).await;
    assert_eq!(posted.status, StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn b77_the_page_is_asked_for_again_but_not_sent_again() {
    let served = Served::start().await;
    let page = served.browser().get("/index.html").await;
    if page.status == StatusCode::NOT_FOUND {
        // Built without the page: then there is nothing to keep, only the word how to build it.
        let said = served.browser().get("/").await;
        assert!(String::from_utf8_lossy(&said.body).contains("npm run build"));
        return;
    }
    assert_eq!(page.headers.get("cache-control").expect("said"), "no-cache");
    let tag = page.headers.get("etag").expect("a tag").to_str().expect("text").to_owned();
    for tag in [tag.clone(), format!("W/{tag}"), format!("\"other\", {tag}")] {
        let headers = [("if-none-match", tag.as_str())];
        let again = served.browser().send(Method::GET, "/", &headers, "".into()).await;
        assert_eq!(again.status, StatusCode::NOT_MODIFIED, "{tag}");
        assert!(again.body.is_empty());
    }
}

#[tokio::test]
async fn b70_the_page_is_sent_as_it_was_compressed_when_it_was_built() {
    let served = Served::start().await;
    let whole = served.browser().get("/index.html").await;
    if whole.status == StatusCode::NOT_FOUND {
        return; // Built without the page.
    }
    let coding = |answered: &crate::browser::Answered| {
        answered.headers.get("content-encoding").map(|it| it.to_str().expect("text").to_owned())
    };
    assert_eq!(coding(&whole), None, "whoever accepts nothing gets the file itself");
    for (accepted, expected) in [
        ("gzip, deflate, br, zstd", Some("br")),
        ("gzip;q=1.0, br;q=0", Some("gzip")),
        ("gzip", Some("gzip")),
        ("deflate", None),
    ] {
        let headers = [("accept-encoding", accepted)];
        let sent = served.browser().send(Method::GET, "/", &headers, "".into()).await;
        assert_eq!(coding(&sent).as_deref(), expected, "{accepted}");
        assert_eq!(expected.is_some(), sent.body.len() < whole.body.len(), "{accepted}");
        assert_eq!(sent.headers.get("etag"), whole.headers.get("etag"), "{accepted}");
        assert_eq!(sent.headers.get("vary").expect("said"), "accept-encoding");
    }
    let copy = served.browser().get("/index.html.br").await;
    assert_eq!(copy.status, StatusCode::NOT_FOUND, "a copy has no address of its own");
}

#[tokio::test]
async fn b73_health_is_a_word() {
    let served = Served::start().await;
    assert_eq!(served.browser().get("/healthz").await.body, "ok\n");
}
