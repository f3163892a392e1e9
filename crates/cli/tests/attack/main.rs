//! A hostile client against a real `mistline serve`: what one person can do to the others' tables,
//! to their secrets and to the proof of their dice. `make attack` repeats it at full size.

#[path = "../running/mod.rs"]
#[allow(dead_code, reason = "shared with the tests of `serve`")]
mod running;

#[path = "../../../server/tests/site/browser.rs"]
#[allow(dead_code, reason = "shared with the server's own tests, which use all of it")]
mod browser;

mod doors;
mod long;
mod proof;
mod secrets;
mod secrets_mist;
mod work;

/// How many times as large as in `make test`: `make attack` sets `ATTACK=10`.
#[allow(dead_code, reason = "not every attack has a size")]
fn size() -> usize {
    std::env::var("ATTACK").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}
