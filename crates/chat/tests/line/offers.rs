//! C-05: what a reply says can be done next is understood, and is one of the offers.

use chat::{Heard, SeatContext, hear};
use rules::Arg;
use table::Command;

use crate::scene::SCENE;

/// The forms the reply to `.now` ends with.
fn suggested(context: &SeatContext) -> Vec<String> {
    let Ok(Heard::Reply(lines)) = hear(".now", context) else {
        panic!(".now is always answered");
    };
    let next = lines.iter().find(|line| line.message.id == "chat-next");
    let forms = next.and_then(|line| line.message.args.get("forms"));
    let Some(Arg::List(forms)) = forms else {
        return Vec::new();
    };
    forms.iter().map(|form| words::say(words::Language::ZhHans, form)).collect()
}

#[test]
fn c05_what_is_suggested_is_understood_and_offered() {
    let mut tried = 0;
    for context in [&SCENE.host, &SCENE.player] {
        let forms = suggested(context);
        assert!(!forms.is_empty(), "there is always something to do in this scene");
        // Forms with `…` wait for the player's own words.
        for form in forms.iter().filter(|form| !form.contains('…')) {
            let Ok(Heard::Do(commands)) = hear(form, context) else {
                panic!("{form} is not understood");
            };
            for command in commands {
                let Command::Game(command) = command else {
                    panic!("{form} is not of the game");
                };
                assert!(context.offers().iter().any(|offer| offer.command == command), "{form}");
                tried += 1;
            }
        }
    }
    assert!(tried > 0, "some forms are whole");
}
