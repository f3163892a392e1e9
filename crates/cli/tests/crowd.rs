//! Whether the crowd of the load benchmark (`bench/crowd`) plays what it says.

use std::path::Path;

/// One table of each family, until its people have played whole exchanges, scenes and fights.
/// Without this a benchmark can measure talk and call it play: the crowd before this test opened
/// five Fate actions at a table, which no host ever opposed, and talked for the rest of the run.
#[test]
fn the_crowd_plays_whole_exchanges_of_every_family() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Path::new(env!("CARGO_BIN_EXE_mistline"));
    let evening = crowd::check(server, folder.path()).expect("the server answers to the end");
    assert!(evening.complaints.is_empty(), "{:#?}\n{}", evening.complaints, evening.played);
}
