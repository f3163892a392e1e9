//! `web/src/wire.ts` says what the Rust types say.

use std::path::Path;

#[test]
fn types_of_the_page_are_those_of_the_server() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire.ts");
    let made = server::typescript();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &made).expect("web/src can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == made, "web/src/wire.ts is stale: run `UPDATE=1 cargo test -p server types`");
}

#[test]
fn types_have_no_number_that_a_browser_cannot_hold() {
    let made = server::typescript();
    let big: Vec<&str> = made.lines().filter(|line| line.contains("bigint")).collect();
    assert!(big.is_empty(), "beyond 2⁵³ a number must be a string: {big:?}");
}
