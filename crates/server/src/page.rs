//! The web page, inside the binary.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use rules::{Refusal, message};
use rust_embed::{EmbeddedFile, RustEmbed};
use words::Language;

use crate::refusing::Refusing;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Page;

/// Files under `assets/` have a hash of their content in their names.
const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// Everything else is asked for again each time, and answered with 304 while it is the same.
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");

/// Anything that is not the API: a file of the page, or the page itself, which reads the address.
pub async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        let refusal = Refusal::new("B-12", message!("server-no-such-address"));
        return Refusing::missing(refusal).into_response();
    }
    if !matches!(method, Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    match Page::get(path) {
        // Compressed copies are sent in the name of their files, never by their own.
        Some(_) if path.ends_with(".br") || path.ends_with(".gz") => {
            StatusCode::NOT_FOUND.into_response()
        }
        Some(file) => send(path, file, &headers),
        None if is_file_name(path) => StatusCode::NOT_FOUND.into_response(),
        None => match Page::get("index.html") {
            Some(file) => send("index.html", file, &headers),
            None => not_built().into_response(),
        },
    }
}

/// Addresses of the page have no dot in their last part; missing files must not look like it.
fn is_file_name(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|last| last.contains('.'))
}

fn send(path: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let hash = file.metadata.sha256_hash();
    let tag: String = hash[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let cache = if path.starts_with("assets/") { FOREVER } else { ASK_AGAIN };
    let has_it = headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|tags| tags.to_str().ok())
        // A tag comes back weak once the answer was compressed.
        .any(|tags| tags.split(',').any(|one| one.trim().trim_start_matches("W/") == tag));
    let about = [(header::ETAG, tag), (header::CONTENT_TYPE, content_type(&file))];
    let mut response = if has_it {
        (StatusCode::NOT_MODIFIED, about).into_response()
    } else if let Some((coding, small)) = compressed(path, headers) {
        (about, [(header::CONTENT_ENCODING, coding)], Body::from(small.data)).into_response()
    } else {
        (about, Body::from(file.data)).into_response()
    };
    response.headers_mut().insert(header::CACHE_CONTROL, cache);
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    response
}

/// The smallest copy of a file that was compressed when the page was built and that is accepted.
fn compressed(path: &str, headers: &HeaderMap) -> Option<(&'static str, EmbeddedFile)> {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter();
    let accepted: Vec<&str> =
        accepted.filter_map(|it| it.to_str().ok()).flat_map(|it| it.split(',')).collect();
    let accepts = |coding: &str| {
        accepted.iter().any(|one| {
            let (name, weight) = one.split_once(';').unwrap_or((one, ""));
            let refused = weight.trim().strip_prefix("q=").is_some_and(|weight| {
                weight.trim().parse::<f32>().is_ok_and(|weight| weight <= 0.0)
            });
            name.trim().eq_ignore_ascii_case(coding) && !refused
        })
    };
    [("br", "br"), ("gzip", "gz")]
        .into_iter()
        .filter(|(coding, _)| accepts(coding))
        .find_map(|(coding, ending)| Some((coding, Page::get(&format!("{path}.{ending}"))?)))
}

fn content_type(file: &EmbeddedFile) -> String {
    let kind = file.metadata.mimetype();
    let is_text = kind.starts_with("text/") || kind.ends_with("javascript");
    if is_text { format!("{kind}; charset=utf-8") } else { kind.to_owned() }
}

/// What a developer sees who built the server before the page.
fn not_built() -> Html<String> {
    let said = Language::ALL
        .map(|language| format!("<p>{}</p>", words::say(language, &message!("server-no-page"))))
        .concat();
    Html(format!(
        "<!doctype html><meta charset=utf-8><title>Mistline 雾线</title>{said}\
         <pre>cd web &amp;&amp; npm ci &amp;&amp; npm run build\ncargo build -p mistline</pre>"
    ))
}
