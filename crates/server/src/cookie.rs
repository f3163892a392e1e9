//! The cookie by which a browser keeps its seat at one table (B-02).

use axum::http::{HeaderMap, HeaderValue, header};
use table::{TableId, Token};

const NAME: &str = "mistline-seat";
/// As long as browsers allow.
const SECONDS: u32 = 400 * 24 * 60 * 60;

/// The device token of a request's cookies.
pub fn shown(headers: &HeaderMap) -> Option<Token> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .find_map(|cookie| cookie.trim().strip_prefix(NAME)?.strip_prefix('='))
        .map(Token::presented)
}

/// Has the browser keep `token` and show it at this table only. No script can read it.
pub fn keep(table: TableId, token: &Token, secure: bool) -> HeaderValue {
    set(table, token.reveal(), SECONDS, secure)
}

/// Has the browser forget its seat at this table.
pub fn forget(table: TableId, secure: bool) -> HeaderValue {
    set(table, "", 0, secure)
}

fn set(table: TableId, value: &str, seconds: u32, secure: bool) -> HeaderValue {
    let only_tls = if secure { "; Secure" } else { "" };
    let cookie = format!(
        "{NAME}={value}; Path=/api/tables/{table}; Max-Age={seconds}; HttpOnly; SameSite=Lax{only_tls}"
    );
    let mut header = HeaderValue::try_from(cookie).expect("tokens and ids are plain letters");
    header.set_sensitive(true);
    header
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(cookies: &'static str, token: Option<&str>) {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::from_static(cookies));
        let shown = shown(&headers);
        assert_eq!(shown.as_ref().map(Token::reveal), token, "{cookies}");
    }

    #[test]
    fn b02_the_seat_is_found_among_other_cookies() {
        check("mistline-seat=abc", Some("abc"));
        check("a=b; mistline-seat=abc; c=d", Some("abc"));
        check("mistline-seats=abc; other", None);
        check("", None);
    }

    #[test]
    fn b02_a_cookie_is_for_one_table_and_for_no_script() {
        let table: TableId = "01934f5e-0000-7000-8000-000000000001".parse().expect("an id");
        let token = Token::presented("abc");
        assert_eq!(
            keep(table, &token, true),
            "mistline-seat=abc; Path=/api/tables/01934f5e-0000-7000-8000-000000000001; \
             Max-Age=34560000; HttpOnly; SameSite=Lax; Secure"
        );
        assert!(!keep(table, &token, false).to_str().expect("text").contains("Secure"));
    }
}
