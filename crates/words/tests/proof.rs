//! Proof by play (P-62): what `check` calls right can be played, whatever was done to a pack.

use rules::pack::{self, prove};

const SHIPPED: [&str; 7] = [
    "mist-bureau",
    "mist-2d6",
    "mist-city",
    "fate-condensed",
    "fate-accelerated",
    "timeline",
    "timeline-examples",
];

#[test]
fn p62_everything_the_shipped_packs_bring_comes_up_in_play() {
    for id in SHIPPED {
        let pack = pack::shipped_pack(id).expect("it ships").pack;
        let begun = std::time::Instant::now();
        let proof = prove(&pack);
        eprintln!(
            "{id}: {} items, {} commands, {:?}, open {:?}",
            proof.items.len(),
            proof.commands,
            begun.elapsed(),
            proof.unproven
        );
        assert_eq!(proof.failed, Vec::new(), "{id}");
        assert_eq!(proof.unproven, Vec::<String>::new(), "{id}");
    }
}
