//! B-30: what a seat may not see cannot be found out by typing.

use chat::hear;

use crate::scene::prepare;

#[test]
fn b30_two_tables_that_differ_in_a_hidden_limit_answer_a_player_alike() {
    let one = prepare("想起名字-3");
    let two = prepare("怕海水-5");
    for line in [
        ".now",
        ".me",
        ".odds",
        ".help",
        ".act 想起名字",
        ".act 怕海水",
        ".add -想起",
        ".reveal 想起名字",
        ".reveal 怕海水@守灯人",
        ".hide 怕",
        ".rename 怕海水: 不怕",
        ".status -1 想起名字 @守灯人",
        ".hit reveal 想起名字",
        ".scene end 想起名字",
        ".limit 想起名字-3 @守灯人",
    ] {
        assert_eq!(hear(line, &one.player), hear(line, &two.player), "{line}");
    }
    // The test would see a leak: the host is answered differently.
    assert_ne!(hear(".reveal 怕海水", &one.host), hear(".reveal 怕海水", &two.host));
}
