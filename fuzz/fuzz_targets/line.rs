//! Whatever is typed at a table: no panic, no hang, and a mistake points into the line.
//! `crates/chat/tests/line/any_line.rs` checks the same property on stable.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/chat/tests/line/scene.rs"]
#[allow(dead_code, reason = "shared with the tests of `chat`, which use all of it")]
mod scene;

use scene::SCENE;

fuzz_target!(|line: &str| {
    let length = line.chars().count();
    for context in [&SCENE.host, &SCENE.player] {
        if let Err(mistake) = chat::hear(line, context) {
            assert!(mistake.at.start <= length.min(chat::MOST_CHARACTERS));
            assert!(words::knows(&mistake.what.id));
        }
    }
    let words = chat::Vocabulary::new(&SCENE.player.view, &SCENE.player.seats);
    let covered: usize = words.spans(line).iter().map(|span| span.at.len()).sum();
    assert_eq!(covered, length);
});
