//! The bridge against real peers: other people's code on the other side of the wire, or, where none
//! can be installed, a simulator that other people's bots were tried with (scripts/peers).

mod peer;
mod script;
mod stand;

use std::sync::Arc;

use peer::{Kind, Peer};
use script::GROUP;
use stand::Stand;
use table::{CodeFor, MemoryStore};

/// The transcript of a run, for whoever wants to read it.
fn keep(name: &str, text: &str) {
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/chat-transcripts");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join(name), text).expect("written");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c20_a_mist_scene_is_played_in_a_group_over_onebot() {
    let told =
        script::play(Kind::OneBot, &["--heartbeat", "1000"], "mist-2d6/一场戏.md", 400).await;
    keep("onebot-mist.md", &told);
}
