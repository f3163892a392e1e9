//! What a seat may not see leaves no trace in its views, lines, offers or refusals.

use proptest::prelude::*;
use rules::fate::{
    Act, Answer, Command, CompelKind, Created, Event, Holder, Place, Purpose, State,
    TakenConsequence, Use,
};
use rules::{Audience, Id, Ruleset};

use crate::common::sight;
use crate::table::{Table, acting, ann, bob, host, made, npc_draft, onlooker, overcome};

/// Two tables with the same open things; the host of the second has secrets.
fn twins() -> (Table, Table) {
    let mut plain = Table::in_scene();
    plain.pc(ann(), "阿岚");
    plain.npc("打手", &[("fight", 2)]);
    let mut secret = plain.clone();
    let open = secret.dice.clone();
    secret.dice.key = 1;
    let add = |name: &str, on| Command::AddAspect {
        name: Some(name.into()),
        on,
        boost: false,
        free: None,
        hidden: true,
    };
    let thug = plain.state().characters[1].id;
    secret.play(host(), add("村长是狼人", Place::Scene));
    secret.play(host(), add("暗藏匕首", Place::Character(thug)));
    let draft = npc_draft("影子", &[("stealth", 3)]);
    let shadow =
        made(&secret.play(host(), Command::MakeCharacter { draft, seat: None, hidden: true }));
    secret.play(host(), add("怕光", Place::Character(shadow)));
    let hidden = secret.aspect("怕光").expect("it is there").id;
    secret.play(host(), Command::GrantFree { aspect: hidden, to: Holder::Character(shadow) });
    secret.play(host(), Command::WriteNotes { character: Some(thug), text: "其实是卧底".into() });
    secret.play(host(), Command::WriteNotes { character: None, text: "三更有人来".into() });
    // The same ids for what comes next at both tables.
    secret.dice = open;
    (plain, secret)
}

fn same(plain: &Table, secret: &Table) {
    for seat in [ann(), bob(), onlooker()] {
        assert_eq!(plain.view(seat.viewer()), secret.view(seat.viewer()));
        assert_eq!(plain.offers(seat), secret.offers(seat));
        assert_eq!(plain.pushed(seat), secret.pushed(seat));
    }
    assert_ne!(
        plain.view(host().viewer()),
        secret.view(host().viewer()),
        "the host sees everything"
    );
}

#[test]
fn b30_hidden_things_are_in_no_view() {
    let (plain, secret) = twins();
    same(&plain, &secret);
}

#[test]
fn b30_hidden_things_are_refused_like_things_that_are_not_there() {
    let (plain, secret) = twins();
    let lan = plain.state().characters[0].id;
    let nothing = Id::from_bits(77);
    let hidden: Vec<Id> = secret
        .state()
        .aspects
        .iter()
        .filter(|one| one.seen != Audience::All)
        .map(|one| one.id)
        .chain(
            secret
                .state()
                .characters
                .iter()
                .filter(|one| one.seen != Audience::All)
                .map(|one| one.id),
        )
        .collect();
    assert_eq!(hidden.len(), 4);
    let commands = |thing: Id| {
        let act = |act| acting(lan, act, "fight", None);
        let me = Holder::Character(lan);
        vec![
            act(Act::Create { what: Created::Known { aspect: thing } }),
            act(Act::Create {
                what: Created::New { name: "甲".into(), on: Place::Character(thing) },
            }),
            acting(lan, overcome(), "fight", Some(rules::fate::Against::Character(thing))),
            Command::Declare { aspect: thing, by: me, free: false, text: "乙".into() },
            Command::HandFree { aspect: thing, from: me, to: me },
            Command::HandFree { aspect: thing, from: me, to: Holder::Character(thing) },
            Command::Rename { thing, name: "丙".into() },
            Command::ClaimCompel {
                character: lan,
                aspect: thing,
                kind: rules::fate::CompelKind::Event,
                text: String::new(),
            },
            Command::ClaimCompel {
                character: thing,
                aspect: thing,
                kind: rules::fate::CompelKind::Event,
                text: String::new(),
            },
            Command::Concede { character: thing, text: String::new() },
            Command::UseStunt { character: thing, stunt: thing, action: None },
            Command::Move { character: thing, zone: thing },
            Command::Invoke {
                action: thing,
                opposition: false,
                aspect: thing,
                by: me,
                to: Use::Bonus,
                free: false,
            },
        ]
    };
    for thing in hidden {
        for (there, not) in commands(thing).into_iter().zip(commands(nothing)) {
            let refusal = |table: &Table, command: &Command| {
                table.decide(ann(), command).expect_err("it is refused")
            };
            assert_eq!(refusal(&secret, &there), refusal(&plain, &not), "{there:?}");
        }
    }
}

#[test]
fn b30_making_and_changing_hidden_things_is_told_to_the_host_alone() {
    let mut table = Table::in_scene();
    let before = table.state().clone();
    let command = Command::AddAspect {
        name: Some("村长是狼人".into()),
        on: Place::Scene,
        boost: false,
        free: Some(Holder::Host),
        hidden: true,
    };
    let events = table.play(host(), command);
    let told = |seat: rules::Seat| {
        table.lines_for(seat.viewer(), &before, &events).into_iter().flatten().count()
    };
    assert_eq!((told(host()), told(ann()), told(onlooker())), (1, 0, 0));
}

#[test]
fn f14_b30_an_aspect_a_player_speaks_of_in_a_compel_is_seen_by_all() {
    let (_, mut secret) = twins();
    secret.pc(bob(), "阿默");
    let [lan, mo] = ["阿岚", "阿默"].map(|name| {
        let mut characters = secret.state().characters.iter();
        characters.find(|one| one.name == name.into()).expect("they are there").id
    });
    let aspect = secret.aspect("村长是狼人").expect("it is there").id;
    let to = Audience::Seats([ann().id].into());
    secret.play(host(), Command::Show { thing: aspect, to });
    let (kind, text) = (CompelKind::Event, "狼来了".to_owned());
    for command in [
        Command::ClaimCompel { character: lan, aspect, kind, text: text.clone() },
        Command::ProposeCompel { by: lan, to: mo, aspect, kind, text },
    ] {
        let mut table = secret.clone();
        let seen =
            |table: &Table| format!("{:?}", table.view(onlooker().viewer())).contains("村长是狼人");
        assert!(!seen(&table));
        table.play(ann(), command.clone());
        assert!(seen(&table), "{command:?}");
    }
}

#[test]
fn f22_what_a_search_is_about_stays_with_the_host() {
    let (plain, mut secret) = twins();
    let lan = plain.state().characters[0].id;
    let what = Created::Unknown { aspect: None };
    let command = Command::Act {
        actor: lan,
        act: Act::Create { what },
        skill: "notice".into(),
        against: None,
        text: "四处打量".into(),
        also: Vec::new(),
        stunts: Vec::new(),
        roll: false,
    };
    secret.play(ann(), command);
    let action = secret.action().id;
    let wolf = secret.aspect("村长是狼人").expect("it is there").id;
    let dagger = secret.aspect("暗藏匕首").expect("it is there").id;
    let mut other = secret.clone();
    secret.play(host(), Command::PointUnknown { action, aspect: wolf });
    other.play(host(), Command::PointUnknown { action, aspect: dagger });
    same(&other, &secret);
}

/// Everything a seat is shown of a table, and told of what just happened there, as text.
fn everything(table: &Table, seat: rules::Seat, before: &State, events: &[Event]) -> String {
    let (view, offers) = (table.view(seat.viewer()), table.offers(seat));
    let lines = table.lines_for(seat.viewer(), before, events);
    format!("{view:?}\n{offers:?}\n{lines:?}")
}

/// A table where only ann's seat knows an aspect of the scene, and her character acts on it.
fn on_a_secret(act: impl Fn(Id) -> Act, on: Place) -> (Table, String) {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let on = if on == Place::Game { Place::Character(lan) } else { on };
    let name = Some("账本在船长手里".to_owned());
    table.play(host(), Command::AddAspect { name, on, boost: false, free: None, hidden: true });
    let secret = table.aspect("账本在船长手里").expect("it is there").id;
    let to = Audience::Seats([ann().id].into());
    table.play(host(), Command::Show { thing: secret, to });
    let before = table.state().clone();
    let events = table
        .play(ann(), acting(lan, act(secret), "notice", Some(rules::fate::Against::Difficulty(2))));
    let told = [bob(), onlooker()].map(|seat| everything(&table, seat, &before, &events)).concat();
    assert!(everything(&table, ann(), &before, &events).contains("账本在船长手里"));
    (table, told)
}

fn create_on(aspect: Id) -> Act {
    Act::Create { what: Created::Known { aspect } }
}

#[test]
fn f22_declaring_on_an_aspect_shows_it_to_nobody_new() {
    for on in [Place::Scene, Place::Game] {
        let (mut table, told) = on_a_secret(create_on, on);
        let secret = table.aspect("账本在船长手里").expect("it is there").clone();
        assert!(!told.contains("账本"), "{told}");
        assert!(!told.contains(&secret.id.to_string()), "not its id either: {told}");
        assert_ne!(secret.seen, Audience::All);
        // Nor does the throw, nor what each use of an invoke would do.
        let before = table.state().clone();
        let action = table.action().id;
        table.dice.totals.push_back(2);
        let events = table.play(ann(), Command::Roll { action });
        let told = everything(&table, bob(), &before, &events);
        assert!(!told.contains("账本") && !told.contains(&secret.id.to_string()), "{told}");
    }
}

#[test]
fn f22_only_the_outcome_shows_an_aspect_few_know() {
    // (the throw against 2 with a skill of 3, free invokes then, whether all know it, boosts)
    for (throw, free, known, boosts) in [(2, 2, true, 0), (0, 1, true, 0), (-1, 0, false, 1)] {
        let (mut table, _) = on_a_secret(create_on, Place::Scene);
        let lan = Holder::Character(table.action().actor);
        table.roll(&[throw]);
        table.stand();
        let secret = table.aspect("账本在船长手里").expect("it is there");
        assert_eq!(secret.seen == Audience::All, known, "{throw}");
        assert_eq!(secret.free_of(lan), free, "{throw}");
        assert_eq!(table.boosts(lan), boosts, "{throw}");
    }
    // A failure: the enemy may reveal it for a free invoke.
    for (answer, known) in [(Answer::Reveal, true), (Answer::KeepHidden, false)] {
        let (mut table, _) = on_a_secret(create_on, Place::Scene);
        table.roll(&[-3]);
        table.stand();
        table.choose(host(), answer);
        let secret = table.aspect("账本在船长手里").expect("it is there");
        assert_eq!(secret.seen == Audience::All, known);
        assert_eq!(secret.free_of(Holder::Host), u8::from(known));
    }
}

#[test]
fn f33_treating_a_hidden_consequence_shows_it_to_nobody_new() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let track = "physical".to_owned();
    table.play(host(), Command::Hit { to: lan, track, shifts: 2 });
    let hit = table.state().hits[0].id;
    let taken = TakenConsequence { slot: "mild".into(), name: "旧伤裂开".into() };
    table.play(
        ann(),
        Command::Absorb { hit, boxes: 0, consequences: vec![taken], marks: Vec::new() },
    );
    let consequence = table.aspect("旧伤裂开").expect("it is there").id;
    table.play(host(), Command::Show { thing: consequence, to: Audience::Host });
    let before = table.state().clone();
    let purpose = Purpose::Treat { consequence, name: "缝好的旧伤".into() };
    let events = table.play(ann(), acting(lan, Act::Overcome { purpose }, "lore", None));
    let told = everything(&table, bob(), &before, &events);
    assert!(!told.contains("旧伤"), "{told}");
    assert!(everything(&table, ann(), &before, &events).contains("旧伤"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn b30_play_goes_the_same_beside_secrets(picks in prop::collection::vec(any::<(u16, u16)>(), 1..30)) {
        let (mut plain, mut secret) = twins();
        for (pick, dice) in picks {
            let offers = plain.offers(ann());
            let Some(offer) = offers.get(usize::from(pick) % offers.len().max(1)) else { continue };
            let total = i64::from(dice % 9) - 4;
            let command = offer.command.clone();
            plain.dice.totals.push_back(total);
            secret.dice.totals.push_back(total);
            let (before, hidden) = (plain.state().clone(), secret.state().clone());
            let events = plain.play(ann(), command.clone());
            let beside = secret.play(ann(), command);
            prop_assert_eq!(
                plain.lines_for(ann().viewer(), &before, &events),
                secret.lines_for(ann().viewer(), &hidden, &beside)
            );
            same(&plain, &secret);
        }
    }
}

/// An aspect comes in sight with its character, and so does its name in what is done with it.
#[test]
fn f22_a_character_who_is_shown_is_named_in_actions_too() {
    let mut table = Table::in_scene();
    table.pc(ann(), "阿岚");
    let thug = table.npc("打手", &[("fight", 2)]);
    let draft = npc_draft("影子", &[]);
    let events = table.play(host(), Command::MakeCharacter { draft, seat: None, hidden: true });
    let shadow = made(&events);
    let aspects = &table.state().aspects;
    let aspect =
        aspects.iter().find(|one| one.character() == Some(shadow)).expect("its concept").id;
    let act = Act::Create { what: Created::Known { aspect } };
    table.declare(host(), thug, act, "fight", rules::fate::Against::Difficulty(2));
    let before = table.state().clone();
    table.play(host(), Command::Show { thing: shadow, to: Audience::All });
    let viewers = [host(), ann(), bob(), onlooker()].map(|seat| seat.viewer());
    sight::views(&*table.game.pack, &before, table.state(), &viewers);
    let view = format!("{:?}", table.game.pack.view(table.state(), bob().viewer()));
    assert!(view.contains("fate-do-create-on"), "{view}");
}
