//! Other sites' pages may not speak for a browser that has a seat here.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use rules::message;

use crate::Site;
use crate::refusing::Refusing;

/// Refuses what changes something, or opens a WebSocket, when another site's page asks for it.
pub async fn guard(State(site): State<Site>, request: Request, next: Next) -> Response {
    let harmless = matches!(*request.method(), Method::GET | Method::HEAD)
        && !request.headers().contains_key(header::UPGRADE);
    if harmless || is_ours(request.headers(), site.public_url()) {
        next.run(request).await
    } else {
        Refusing::forbidden("B-76", message!("server-other-site")).into_response()
    }
}

/// Whether a request comes from a page of this server, or from no page at all: browsers always
/// name the page's origin when a WebSocket is opened or something is posted.
fn is_ours(headers: &HeaderMap, public_url: Option<&str>) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let Some(from) = origin.to_str().ok().and_then(authority) else {
        return false;
    };
    let here = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let public = public_url.and_then(authority);
    [here, public].into_iter().flatten().any(|ours| ours.eq_ignore_ascii_case(from))
}

/// The `host:port` of a URL.
fn authority(url: &str) -> Option<&str> {
    let rest = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://"))?;
    rest.split('/').next().filter(|authority| !authority.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn check(origin: Option<&'static str>, public_url: Option<&str>, ours: bool) {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static("192.168.1.5:8080"));
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
        }
        assert_eq!(is_ours(&headers, public_url), ours, "{origin:?} {public_url:?}");
    }

    #[test]
    fn b02_only_pages_of_this_server_speak_for_a_seat() {
        check(None, None, true);
        check(Some("http://192.168.1.5:8080"), None, true);
        check(Some("https://192.168.1.5:8080"), None, true);
        check(Some("http://192.168.1.5"), None, false);
        check(Some("https://evil.example"), None, false);
        check(Some("null"), None, false);
        check(Some("https://Play.example"), Some("https://play.example/"), true);
        check(Some("https://play.example.evil.example"), Some("https://play.example"), false);
    }
}
