//! F-10 … F-13: aspects and invoking them.

use std::collections::BTreeSet;

use rules::fate::{
    Against, AspectKind, Command, Event, Gone, Holder, HostileScope, Place, Purse,
    TakenConsequence, Use, Why,
};
use rules::{Id, Ruleset};
use serde_json::Value as Json;

use crate::table::{Table, ann, attack, bob, condensed, host, me, npc_draft, overcome};

/// Ann has rolled an even attack on one of the host's characters.
fn rolled() -> (Table, Id, Id) {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let thug = table.npc("打手", &[("athletics", 4)]);
    table.declare(ann(), lan, attack(), "fight", Against::Character(thug));
    table.roll(&[0, 0]);
    (table, lan, thug)
}

#[test]
fn f10_aspects_last_as_long_as_their_kind() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let add = |name: &str, on, boost| Command::AddAspect {
        name: Some(name.into()),
        on,
        boost,
        free: boost.then_some(Holder::Host),
        hidden: false,
    };
    table.play(host(), add("黑死病正在蔓延", Place::Game, false));
    table.play(host(), add("火灾", Place::Scene, false));
    table.play(host(), add("跌倒在地", Place::Character(lan), false));
    table.play(host(), add("一瞬", Place::Scene, true));
    assert_eq!(table.aspect("黑死病正在蔓延").map(|one| &one.kind), Some(&AspectKind::Game));
    table.play(host(), Command::EndScene { anyway: false, carry: false });
    let left: Vec<bool> = ["黑死病正在蔓延", "火灾", "跌倒在地", "一瞬", "暗影猎人"]
        .iter()
        .map(|name| table.aspect(name).is_some())
        .collect();
    assert_eq!(left, [true, false, false, false, true]);
    table.play(host(), Command::RemoveCharacter { character: lan });
    assert!(table.aspect("暗影猎人").is_none(), "character aspects go with the character");
}

#[test]
fn f10_the_host_removes_an_aspect_whose_ground_is_gone_with_the_reason() {
    let mut table = Table::in_scene();
    let aspect = table.situation("无人察觉", None);
    assert_eq!(table.refused(host(), Command::RemoveAspect { aspect, why: " ".into() }), "B-15");
    assert_eq!(table.refused(ann(), Command::RemoveAspect { aspect, why: "警铃".into() }), "B-01");
    let events = table.play(host(), Command::RemoveAspect { aspect, why: "触发了警铃".into() });
    assert_eq!(
        events,
        [Event::AspectRemoved { aspect, why: Gone::Ground { text: "触发了警铃".into() } }]
    );
}

#[test]
fn f11_an_invoke_costs_a_point_and_adds_two() {
    let (mut table, lan, _) = rolled();
    let aspect = table.aspect("暗影猎人").expect("it is there").id;
    let invoke = table.invoke(aspect, me(lan), Use::Bonus, false);
    table.play(ann(), invoke.clone());
    assert_eq!(table.action().shifts_now(), 2);
    assert_eq!(table.points(Purse::Character(lan)), 2);
    assert_eq!(table.refused(ann(), invoke), "F-11", "not twice for the same aspect on one roll");
}

#[test]
fn f11_free_invokes_stack_without_limit_even_on_one_aspect() {
    let (mut table, lan, _) = rolled();
    let aspect = table.situation("火灾", Some(me(lan)));
    table.play(host(), Command::GrantFree { aspect, to: me(lan) });
    let free = table.invoke(aspect, me(lan), Use::Bonus, true);
    table.play(ann(), free.clone());
    table.play(ann(), free.clone());
    assert_eq!(table.refused(ann(), free), "F-11", "there are no more");
    let paid = table.invoke(aspect, me(lan), Use::Bonus, false);
    table.play(ann(), paid);
    assert_eq!(table.action().shifts_now(), 6);
    assert_eq!(table.points(Purse::Character(lan)), 2);
}

#[test]
fn f11_an_invoke_may_throw_all_four_dice_again() {
    let (mut table, lan, _) = rolled();
    let aspect = table.aspect("暗影猎人").expect("it is there").id;
    table.dice.totals.push_back(3);
    let reroll = table.invoke(aspect, me(lan), Use::Reroll, false);
    table.play(ann(), reroll);
    assert_eq!((table.action().side.rolls.len(), table.action().shifts_now()), (2, 3));
}

#[test]
fn f11_only_the_one_who_rolled_throws_again() {
    let (mut table, ..) = rolled();
    let shen = table.pc(bob(), "沈知远");
    let aspect = table.situation("火灾", Some(me(shen)));
    let reroll = table.invoke(aspect, me(shen), Use::Reroll, true);
    assert_eq!(table.refused(bob(), reroll), "F-11");
    let help = table.invoke(aspect, me(shen), Use::Bonus, true);
    table.play(bob(), help);
    assert_eq!(table.action().shifts_now(), 2, "an ally's invoke helps");
}

#[test]
fn f11_an_invoke_may_raise_the_difficulty_of_another() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    table.declare(ann(), lan, overcome(), "fight", Against::Difficulty(4));
    table.roll(&[1]);
    let aspect = table.situation("大雨", Some(Holder::Host));
    let action = table.action().id;
    let raise = Command::Invoke {
        action,
        opposition: true,
        aspect,
        by: Holder::Host,
        to: Use::Bonus,
        free: true,
    };
    table.play(host(), raise);
    assert_eq!(table.action().shifts_now(), -1);
    let own = Command::Invoke {
        action,
        opposition: true,
        aspect,
        by: me(lan),
        to: Use::Bonus,
        free: false,
    };
    assert_eq!(table.refused(ann(), own), "F-11", "not against oneself");
}

#[test]
fn f11_an_invoke_may_declare_a_detail() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let aspect = table.aspect("暗影猎人").expect("it is there").id;
    table.play(
        ann(),
        Command::Declare {
            aspect, by: me(lan), free: false, text: "我在这里藏过一把刀".into()
        },
    );
    assert_eq!(table.points(Purse::Character(lan)), 2);
    assert_eq!(table.state().ledger.entries().last().map(|entry| entry.why), Some(Why::Detail));
}

#[test]
fn f11_a_free_invoke_has_an_owner_and_can_be_handed_over() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let shen = table.pc(bob(), "沈知远");
    let aspect = table.situation("火灾", Some(me(lan)));
    let hand = Command::HandFree { aspect, from: me(lan), to: me(shen) };
    assert_eq!(table.refused(bob(), hand.clone()), "B-01");
    table.play(ann(), hand.clone());
    assert_eq!((table.free("火灾", me(lan)), table.free("火灾", me(shen))), (0, 1));
    assert_eq!(table.refused(ann(), hand), "F-11");
}

#[test]
fn f11_the_host_is_offered_to_use_and_hand_on_a_free_invoke_of_their_own() {
    let mut table = Table::in_scene();
    table.npc("打手", &[("fight", 2)]);
    table.situation("火灾", Some(Holder::Host));
    let offers = table.offers(host());
    let hands = |command: &Command| matches!(command, Command::HandFree { from: Holder::Host, .. });
    let tells = |command: &Command| {
        matches!(command, Command::Declare { by: Holder::Host, free: true, .. })
    };
    assert!(offers.iter().any(|offer| hands(&offer.command)));
    assert!(offers.iter().any(|offer| tells(&offer.command)));
}

#[test]
fn f11_unused_free_invokes_are_pointed_out_before_the_scene_ends() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    table.situation("火灾", Some(me(lan)));
    let quote = rules::Ruleset::quote(
        &*table.game.pack,
        table.state(),
        host(),
        &Command::EndScene { anyway: false, carry: false },
    )
    .expect("it may end");
    for told in ["fate-unused", "fate-vanishes"] {
        assert!(quote.notes.iter().any(|note| note.id == told), "{told}: {:?}", quote.notes);
    }
}

#[test]
fn f11_the_host_may_give_free_invokes_before_a_scene_starts() {
    let mut table = Table::new();
    let thug = table.npc("打手", &[]);
    let aspect = table.aspect("黑帮打手").expect("it is there").id;
    table.play(host(), Command::GrantFree { aspect, to: me(thug) });
    table.scene();
    assert_eq!(table.free("黑帮打手", me(thug)), 1);
    assert_eq!(table.refused(ann(), Command::GrantFree { aspect, to: me(thug) }), "B-01");
}

#[test]
fn f12_paying_against_the_owner_owes_them_the_point_when_the_scene_ends() {
    let (mut table, lan, thug) = rolled();
    let trouble = table.aspect("黑暗也在看我").expect("it is there").id;
    let action = table.action().id;
    let hostile = Command::Invoke {
        action,
        opposition: true,
        aspect: trouble,
        by: me(thug),
        to: Use::Bonus,
        free: false,
    };
    table.play(host(), Command::AdjustPoints { character: None, by: 2, why: "开场".into() });
    table.play(host(), hostile);
    let purses = |table: &Table| {
        (
            table.points(Purse::Host),
            table.points(Purse::Character(lan)),
            table.points(Purse::Later(lan)),
        )
    };
    assert_eq!(purses(&table), (1, 3, 1), "pending apart from spendable");
    table.play(ann(), Command::LetStand { action, opposition: false });
    table.play(host(), Command::LetStand { action, opposition: true });
    table.play(host(), Command::EndScene { anyway: false, carry: false });
    assert_eq!((table.points(Purse::Character(lan)), table.points(Purse::Later(lan))), (4, 0));
}

#[test]
fn f12_points_owed_to_the_hosts_characters_join_the_pool_of_a_later_scene() {
    let (mut table, lan, _) = rolled();
    let thugs = table.aspect("黑帮打手").expect("it is there").id;
    let hostile = table.invoke(thugs, me(lan), Use::Bonus, false);
    table.play(ann(), hostile);
    assert_eq!((table.points(Purse::HostLater), table.points(Purse::Host)), (1, 0));
    table.stand();
    let hit = table.state().hits[0].id;
    table.play(
        host(),
        Command::Absorb { hit, boxes: 2, consequences: Vec::new(), marks: Vec::new() },
    );
    table.play(host(), Command::EndScene { anyway: false, carry: false });
    assert_eq!(table.points(Purse::HostLater), 1, "not before a later scene");
    table.scene();
    assert_eq!(
        (table.points(Purse::Host), table.points(Purse::HostLater)),
        (2, 0),
        "one player character, one carried"
    );
}

#[test]
fn f12_a_free_invoke_owes_nothing() {
    let (mut table, lan, _) = rolled();
    let thugs = table.aspect("黑帮打手").expect("it is there").id;
    table.play(host(), Command::GrantFree { aspect: thugs, to: me(lan) });
    let free = table.invoke(thugs, me(lan), Use::Bonus, true);
    table.play(ann(), free);
    assert_eq!(table.points(Purse::HostLater), 0);
}

#[test]
fn f12_a_table_may_count_consequences_and_advantages_too() {
    for (scope, owed) in [(HostileScope::CharacterAspects, 0), (HostileScope::All, 1)] {
        let mut pack = condensed();
        pack.options.hostile = scope;
        let mut table = Table::with(pack);
        table.scene();
        let lan = table.pc(ann(), "阿岚");
        let thug = table.npc("打手", &[]);
        let on = Place::Character(thug);
        table.play(
            host(),
            Command::AddAspect {
                name: Some("跌倒在地".into()),
                on,
                boost: false,
                free: None,
                hidden: false,
            },
        );
        table.declare(ann(), lan, attack(), "fight", Against::Character(thug));
        table.roll(&[0, 0]);
        let aspect = table.aspect("跌倒在地").expect("it is there").id;
        let invoke = table.invoke(aspect, me(lan), Use::Bonus, false);
        table.play(ann(), invoke);
        assert_eq!(table.points(Purse::HostLater), owed, "{scope:?}");
    }
}

#[test]
fn f13_a_boost_has_one_free_invoke_is_gone_when_used_and_declares_nothing() {
    let (mut table, lan, _) = rolled();
    let add = Command::AddAspect {
        name: None,
        on: Place::Scene,
        boost: true,
        free: Some(me(lan)),
        hidden: false,
    };
    table.play(host(), add);
    let boost = table.boost(me(lan));
    table.play(ann(), Command::Rename { thing: boost, name: "破绽".into() });
    let declare =
        Command::Declare { aspect: boost, by: me(lan), free: true, text: "有扇窗".into() };
    assert_eq!(table.refused(ann(), declare), "F-13");
    let paid = table.invoke(boost, me(lan), Use::Bonus, false);
    assert_eq!(table.refused(ann(), paid), "F-13", "a boost is not paid for");
    let free = table.invoke(boost, me(lan), Use::Bonus, true);
    table.play(ann(), free);
    assert_eq!((table.boosts(me(lan)), table.action().shifts_now()), (0, 2));
    assert!(table.aspect("破绽").is_none());
}

/// The numbers by which unnamed boosts are told apart, anywhere in some data.
fn boost_numbers(data: &Json, found: &mut BTreeSet<String>) {
    if data["id"] == "fate-boost-of-number" {
        found.insert(data["args"]["number"].to_string());
    }
    match data {
        Json::Array(all) => all.iter().for_each(|one| boost_numbers(one, found)),
        Json::Object(all) => all.values().for_each(|one| boost_numbers(one, found)),
        _ => {}
    }
}

#[test]
fn f13_several_unnamed_boosts_are_told_apart_named_and_handed_on() {
    let (mut table, lan, _) = rolled();
    let shen = table.pc(bob(), "沈知远");
    for _ in 0..2 {
        let (name, free, on) = (None, Some(me(lan)), Place::Scene);
        table.play(host(), Command::AddAspect { name, on, boost: true, free, hidden: false });
    }
    let all = |table: &Table| -> Vec<Id> {
        let boosts = table.state().aspects.iter().filter(|one| one.kind == AspectKind::Boost);
        boosts.map(|one| one.id).collect()
    };
    let [first, second] = all(&table)[..] else { panic!("there are two") };
    // Each is a choice of its own, by whose it is and a number.
    let mut numbers = BTreeSet::new();
    boost_numbers(&serde_json::to_value(table.offers(ann())).expect("plain data"), &mut numbers);
    assert_eq!(numbers.len(), 2, "{numbers:?}");
    let name = |thing, name: &str| Command::Rename { thing, name: name.into() };
    assert_eq!(table.refused(bob(), name(first, "破绽")), "B-01", "it is not his");
    table.play(ann(), name(first, "破绽"));
    let named = table.state().aspect(first).and_then(|one| one.name.clone());
    assert_eq!(named, Some("破绽".into()));
    table.play(ann(), Command::HandFree { aspect: second, from: me(lan), to: me(shen) });
    assert_eq!((table.boosts(me(lan)), table.boosts(me(shen))), (1, 1));
    assert_eq!(table.refused(ann(), name(second, "他的")), "B-01", "it is his now");
    table.play(bob(), name(second, "他的"));
}

#[test]
fn f13_a_table_may_let_boosts_declare_details() {
    let mut pack = condensed();
    pack.options.boost_details = true;
    let mut table = Table::with(pack);
    table.scene();
    let lan = table.pc(ann(), "阿岚");
    table.play(
        host(),
        Command::AddAspect {
            name: None,
            on: Place::Scene,
            boost: true,
            free: Some(me(lan)),
            hidden: false,
        },
    );
    let boost = table.boost(me(lan));
    table.play(
        ann(),
        Command::Declare { aspect: boost, by: me(lan), free: true, text: "有扇窗".into() },
    );
    assert_eq!(table.boosts(me(lan)), 0);
}

#[test]
fn f31_a_consequence_is_an_aspect_with_a_free_invoke_for_the_attacker() {
    let (mut table, lan, thug) = rolled();
    let action = table.action().id;
    table.play(
        host(),
        Command::State { action, opposition: false, value: 2, why: "居高临下".into() },
    );
    table.stand();
    let hit = table.state().hits[0].id;
    let consequences = vec![TakenConsequence { slot: "mild".into(), name: "鼻青脸肿".into() }];
    table.play(host(), Command::Absorb { hit, boxes: 0, consequences, marks: Vec::new() });
    assert_eq!(table.free("鼻青脸肿", me(lan)), 1);
    assert_eq!(table.aspect("鼻青脸肿").map(|one| one.on), Some(Place::Character(thug)));
}

#[test]
fn c06_a_second_thing_of_one_name_is_told_apart_from_the_start() {
    let mut table = Table::in_scene();
    let names = |table: &Table| -> Vec<String> {
        let people = table.state().characters.iter().map(|one| one.name.clone());
        let aspects = table.state().aspects.iter().filter_map(|one| one.name.clone());
        let zones = table.state().scene.iter().flat_map(|scene| scene.zones.clone());
        let all = people.chain(aspects).chain(zones.map(|zone| zone.name));
        all.map(|name| name.spellings().next().unwrap_or_default().to_owned()).collect()
    };
    for _ in 0..3 {
        table.npc("打手", &[]);
        let (name, on) = (Some("火灾".into()), Place::Scene);
        let add = Command::AddAspect { name, on, boost: false, free: None, hidden: false };
        table.play(host(), add);
        table.play(host(), Command::AddZone { name: "大厅".into(), next_to: None });
    }
    for name in ["打手", "打手 2", "打手 3", "火灾", "火灾 2", "火灾 3", "大厅 2", "大厅 3"]
    {
        assert_eq!(names(&table).iter().filter(|one| *one == name).count(), 1, "{name}");
    }
    // An old name given again, too.
    let third = table.state().characters[2].id;
    table.play(host(), Command::Rename { thing: third, name: "打手 2".into() });
    assert!(names(&table).contains(&"打手 2 2".to_owned()));
    table.play(host(), Command::Rename { thing: third, name: "打手 3".into() });
    table.play(host(), Command::Rename { thing: third, name: "打手 3".into() });
    assert!(names(&table).contains(&"打手 3".to_owned()), "its own name is free to it");
}

#[test]
fn c06_no_number_tells_of_a_hidden_thing() {
    let mut table = Table::in_scene();
    let draft = npc_draft("打手", &[]);
    table.play(host(), Command::MakeCharacter { draft, seat: None, hidden: true });
    let open = table.npc("打手", &[]);
    assert_eq!(table.character(open).name, "打手".into());
    assert_eq!(table.state().characters[0].name, "打手 2".into(), "the host tells them apart");
    let view = format!("{:?}", table.game.pack.view(table.state(), bob().viewer()));
    assert!(!view.contains("打手 2"));
}

#[test]
fn f11_nobody_pays_twice_for_one_aspect_by_taking_both_sides_of_a_roll() {
    let (mut table, lan, _) = rolled();
    let shen = table.pc(bob(), "沈知远");
    let aspect = table.situation("大雨", None);
    let help = table.invoke(aspect, me(shen), Use::Bonus, false);
    table.play(bob(), help);
    let action = table.action().id;
    let against =
        |by| Command::Invoke { action, opposition: true, aspect, by, to: Use::Bonus, free: false };
    assert_eq!(table.refused(bob(), against(me(shen))), "F-11");
    // Someone else may pay for it on the other side.
    table.play(host(), Command::AdjustPoints { character: None, by: 1, why: "试".into() });
    table.play(host(), against(Holder::Host));
    assert_eq!(table.action().shifts_now(), 0);
    assert_eq!(table.points(Purse::Character(lan)), 3);
}

#[test]
fn b14_an_outcome_says_how_its_shifts_came_about() {
    let (mut table, lan, _) = rolled();
    let aspect = table.aspect("暗影猎人").expect("it is there").id;
    let invoke = table.invoke(aspect, me(lan), Use::Bonus, false);
    table.play(ann(), invoke);
    let action = table.action().id;
    table.play(host(), Command::LetStand { action, opposition: true });
    let before = table.game.state.clone();
    let events = table.play(ann(), Command::LetStand { action, opposition: false });
    let lines = table.lines_for(rules::Viewer::Spectator, &before, &events);
    let why: Vec<_> = lines.iter().flatten().flat_map(|line| &line.why).collect();
    let ids: Vec<&str> = why.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(ids, ["total", "against", "shifts"]);
    assert_eq!(why[2].value, "+2");
    let steps: Vec<&str> = why[0].steps.iter().map(|step| step.value.as_str()).collect();
    assert_eq!(steps.last(), Some(&"+2"), "the invoke is in it: {steps:?}");
}

#[test]
fn f25_who_is_busy_is_told_whose_word_is_awaited() {
    let (mut table, lan, _) = rolled();
    let again = Command::Act {
        actor: lan,
        act: overcome(),
        skill: "fight".into(),
        against: Some(Against::Difficulty(2)),
        also: Vec::new(),
        stunts: Vec::new(),
        text: String::new(),
        roll: true,
    };
    let refusal = table.refusal(ann(), again);
    assert_eq!(refusal.what.id, "fate-busy");
    assert_eq!(refusal.instead.map(|it| it.id.clone()), Some("fate-awaited".into()));
}
