//! B-30: what a seat may not see reaches it in no view, line or refusal.

use rules::mist::{Command, Effect, Holder, Part};
use rules::{Audience, Ruleset, Tone, Viewer};

use crate::table::*;

/// Everything Ada may know of a table: her view and all lines told to her.
fn known(table: &Table) -> String {
    let pack = &table.game.pack;
    let mut state = pack.begin();
    let mut told = String::new();
    for event in &table.log {
        if let Some(line) = pack.tell(&state, event, ada().viewer()) {
            told += &serde_json::to_string(&line).expect("plain data");
        }
        pack.apply(&mut state, event);
    }
    let view = pack.view(&state, ada().viewer());
    told + &serde_json::to_string(&view).expect("plain data")
}

/// A scene against a challenge whose hidden limit differs.
fn scene(limit: u8) -> Table {
    let mut table = Table::new("mist-2d6");
    let foe = table.challenge("无面西装先生", &[("受伤", 5), ("?看穿", limit)]);
    let roll = table.act(&["屏息", "矫健身手", "三棱军刺"]);
    table.fall_to(roll, Tone::Full);
    let effects = vec![Effect::GainStatus {
        on: Holder::Challenge(foe),
        name: "看穿".to_owned(),
        tier: 3,
        onto: None,
        against: None,
    }];
    table.play(ada(), Command::Spend { roll, effects });
    table
}

#[test]
fn b30_a_hidden_limit_shows_in_nothing_even_when_it_is_reached() {
    assert_eq!(known(&scene(3)), known(&scene(6)));
    assert!(!known(&scene(3)).contains("\"limits\":[]"));
}

#[test]
fn m07_a_hidden_limit_that_was_reached_overcomes_when_it_is_shown() {
    let mut table = scene(3);
    let foe = table.id("无面西装先生");
    let limit = table.state().challenge(foe).expect("it").limits[1].id;
    assert!(table.state().challenge(foe).expect("it").overcome.is_none());
    let waits = table.offers(host()).into_iter().any(|offer| {
        offer.waits.is_some()
            && matches!(offer.command, Command::Show { thing, .. } if thing == limit)
    });
    assert!(waits, "the host is told to reveal it");
    table.play(host(), Command::Show { thing: limit, to: Audience::All });
    let overcome = table.state().challenge(foe).expect("it").overcome;
    assert_eq!(overcome, Some(limit));
}

#[test]
fn b30_what_cannot_be_seen_is_not_there_to_refuse_about() {
    let mut table = Table::new("mist-2d6");
    let hidden = table.challenge("伏兵", &[]);
    table.play(host(), Command::Show { thing: hidden, to: Audience::Host });
    let roll = table.act(&["屏息"]);
    table.fall_to(roll, Tone::Full);
    let hurt_it = |id| Command::Spend {
        roll,
        effects: vec![Effect::GainStatus {
            on: Holder::Challenge(id),
            name: "受伤".to_owned(),
            tier: 1,
            onto: None,
            against: None,
        }],
    };
    let nothing = rules::Id::from_bits(12345);
    let seen = table.refusal(ada(), hurt_it(hidden));
    let unseen = table.refusal(ada(), hurt_it(nothing));
    assert_eq!(seen, unseen);
}

#[test]
fn b30_a_hidden_thing_cannot_count_in_an_open_roll_or_be_hidden_while_it_does() {
    let mut table = Table::new("mist-2d6");
    let tag = |hidden| Command::AddTag {
        on: Holder::Scene,
        name: if hidden { "暗门" } else { "吊桥" }.to_owned(),
        hidden,
    };
    table.play(host(), tag(true));
    table.play(host(), tag(false));
    let roll = table.act(&["吊桥"]);
    let source = table.id("暗门");
    let propose =
        Command::Propose { roll, source, polarity: rules::mist::Polarity::Help, burn: false };
    assert_eq!(table.refused(host(), propose), "B-30");
    let hide = Command::Show { thing: table.id("吊桥"), to: Audience::Host };
    assert_eq!(table.refused(host(), hide), "B-30");
}

#[test]
fn b30_hidden_words_reach_no_player() {
    let mut table = Table::new("mist-bureau");
    let canary = "金丝雀";
    let foe = table.challenge("门", &[(&format!("?{canary}1"), 4)]);
    for command in [
        Command::AddTag { on: Holder::Challenge(foe), name: format!("{canary}2"), hidden: true },
        Command::GainStatus {
            on: Holder::Character(table.diver().id),
            name: format!("{canary}3"),
            tier: 6,
            onto: None,
            against: None,
            hidden: true,
        },
        Command::AddClue { text: format!("{canary}4"), hidden: true },
        Command::AddThreat {
            challenge: Some(foe),
            threat: rules::mist::ThreatDraft {
                text: format!("{canary}5"),
                at: Vec::new(),
                harms: vec![hurt(canary, 1)],
                hidden: true,
            },
        },
        Command::StepScene { step: rules::mist::Step::Consequence },
    ] {
        table.play(host(), command);
    }
    table.act(&["屏息"]);
    assert!(!known(&table).contains(canary));
    assert!(!known(&table).contains("mist-told-hidden"));
    let mine = table.game.pack.view(table.state(), Viewer::Host);
    let mine = serde_json::to_string(&mine).expect("plain data");
    for number in 1..=5 {
        assert!(mine.contains(&format!("{canary}{number}")));
    }
}

#[test]
fn b20_every_possible_change_is_quoted_in_the_view() {
    let mut table = Table::new("mist-2d6");
    let roll = table.act(&["屏息"]);
    let view = table.game.pack.view(table.state(), ada().viewer());
    let Some(Part::Roll(part)) = view.get(&format!("roll/{roll}")) else {
        panic!("the roll is to be seen")
    };
    let source = table.id("矫健身手");
    let find = |wanted: rules::mist::Change| {
        let found = part.changes.iter().find(|it| it.change == wanted);
        found.unwrap_or_else(|| panic!("{wanted:?}"))
    };
    let add = part.sources.iter().find(|it| it.of.contains(&source)).expect("it could count");
    assert_eq!((add.help, add.hinder, add.burn), (2, 0, Some(4)));
    // 2d6 + 2: 6 of 36 fail, 15 are mixed, 15 are full.
    let odds = part.odds.iter().find(|it| it.power == 2).expect("its odds are told");
    assert_eq!(odds.chances, [1667, 4167, 4166]);
    let line = part.lines[0].id;
    assert_eq!(find(rules::mist::Change::BurnLine { line }).power, 3);
    assert_eq!(find(rules::mist::Change::Strike { line }).power, 0);
    let theme = Some(table.diver().themes[0].id);
    assert_eq!(find(rules::mist::Change::Indulge { theme }).power, 4);
}

#[test]
fn b30_what_befalls_a_hidden_character_is_told_to_no_player() {
    let mut table = Table::new("mist-bureau");
    let hidden = table.archivist().id;
    table.play(host(), Command::Show { thing: hidden, to: Audience::Host });
    table.play(
        host(),
        Command::Hit {
            owed: None,
            to: Some(hidden),
            text: "金丝雀".to_owned(),
            harms: vec![
                rules::mist::Harm::Worse { text: "金丝雀飞走了".into() },
                hurt("金丝雀", 6),
            ],
            threat: None,
        },
    );
    let consequence = table.state().consequences[0].id;
    table.play(host(), Command::Accept { consequence });
    assert!(table.archivist().limit_met.is_some());
    assert!(!known(&table).contains("金丝雀"));
}
