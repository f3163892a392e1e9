//! The timeline (T-20 … T-33).

use rules::timeline::{
    Amount, Attribute, Card, Command, Deed, Effort, Event, Fate, FightPart, Options, Part,
    Resource, TraitDraft,
};
use rules::{Id, Viewer, message};

use crate::table::{
    ANN, BEN, HOST, Table, card, change, declare, declare_timed, declare_with, strike, whole,
};

fn fight(table: &Table, viewer: Viewer) -> FightPart {
    match table.view(viewer).remove("fight") {
        Some(Part::Fight(part)) => std::sync::Arc::unwrap_or_clone(part),
        other => panic!("{other:?}"),
    }
}

fn has(events: &[Event], wanted: impl Fn(&Event) -> bool) -> bool {
    events.iter().any(wanted)
}

#[test]
fn t20_every_fighter_is_a_character_and_the_dead_do_not_fight() {
    let (mut table, ann, ben) = Table::duel();
    assert_eq!(
        table.refused(
            HOST,
            &Command::OpenFight { fighters: vec![ann], ambush: vec![], sides: vec![], name: None }
        ),
        "T-20"
    );
    table.play(HOST, &Command::EndFight);
    let stranger = Id::from_bits(77);
    let open = |fighters: &[Id]| Command::OpenFight {
        fighters: fighters.to_vec(),
        ambush: vec![],
        sides: vec![],
        name: None,
    };
    assert_eq!(table.refused(HOST, open(&[ann, stranger])), "T-20");
    assert_eq!(table.refused(ANN, open(&[ann])), "B-01");
    table.play(BEN, change(ben, Resource::HitPoints, -150));
    assert_eq!(table.refused(HOST, open(&[ann, ben])), "T-31");
}

#[test]
fn t21_what_is_declared_is_hidden_that_it_is_declared_is_not() {
    let (mut table, ann, ben) = Table::duel();
    let act = declare(ann, strike(ben), Attribute::Strength, 100);
    let events = table.decide(ANN, &act).expect("the command is allowed");
    let told = |viewer| serde_json::to_string(&table.tell(&events[0], viewer)).expect("plain");
    assert!(told(Viewer::Player(ANN.id)).contains("100"));
    assert!(told(Viewer::Host).contains("100"));
    assert!(!told(Viewer::Player(BEN.id)).contains("100"));
    table.play(ANN, &act);
    let row = |viewer| fight(&table, viewer).fighters[0].clone();
    assert!(row(Viewer::Player(BEN.id)).declared);
    assert_eq!(row(Viewer::Player(BEN.id)).act, None);
    assert_eq!(row(Viewer::Player(ANN.id)).act.as_ref().map(|act| act.impact), Some(whole(100)));
    assert!(row(Viewer::Host).act.is_some());
}

#[test]
fn t21_two_states_that_differ_only_in_a_hidden_declaration_look_the_same() {
    let look = |impact| {
        let (mut table, ann, ben) = Table::duel();
        table.play(ANN, declare(ann, strike(ben), Attribute::Strength, impact));
        let own = declare(ben, strike(ann), Attribute::Strength, 30);
        (table.view(Viewer::Player(BEN.id)), table.quote(BEN, &own), table.offers(BEN).len())
    };
    assert_eq!(look(100), look(7));
}

#[test]
fn t21_a_trait_or_an_option_opens_declarations() {
    let (mut table, ann, ben) = Table::duel();
    table.play(ANN, declare(ann, strike(ben), Attribute::Strength, 100));
    let row = |table: &Table| fight(table, Viewer::Player(BEN.id)).fighters[0].act.is_some();
    assert!(!row(&table));
    let draft = TraitDraft { name: "洞悉".to_owned(), insight: true, ..TraitDraft::default() };
    table.play(BEN, &Command::AddTrait { character: ben, draft: Box::new(draft) });
    assert!(row(&table));
    let thing = table.state().character(ben).expect("ben").traits[0].id;
    table.play(BEN, &Command::Remove { character: ben, thing });
    assert!(!row(&table));
    let options = Options { open_declarations: true, ..Options::default() };
    table.play(HOST, &Command::SetOptions { options });
    assert!(row(&table));
}

#[test]
fn t21_an_act_needs_an_attribute_and_an_impact() {
    let (mut table, ann, ben) = Table::duel();
    let act = |attribute, effort| Command::Declare {
        character: ann,
        deed: strike(ben),
        attribute,
        effort,
        weapon: None,
        note: String::new(),
    };
    let impact = |number| Some(Effort::Impact(whole(number)));
    assert_eq!(table.refused(ANN, act(None, impact(10))), "T-21");
    assert_eq!(table.refused(ANN, act(Some(Attribute::Strength), None)), "T-21");
    assert_eq!(table.refused(ANN, act(Some(Attribute::Strength), impact(0))), "T-21");
    assert_eq!(table.refused(ANN, act(Some(Attribute::Strength), impact(-5))), "T-21");
    assert_eq!(table.refused(BEN, act(Some(Attribute::Strength), impact(5))), "B-01");
}

#[test]
fn t22_a_time_may_be_stated_instead_and_zero_cannot_act() {
    let mut table = Table::new();
    let mut weak = card("安");
    weak.percentages[Attribute::Strength.index()] = Amount::ZERO;
    weak.percentages[Attribute::Dexterity.index()] = whole(70);
    let (ann, ben) = (table.make(ANN, weak), table.make(BEN, card("本")));
    table.open(&[ann, ben], &[]);
    let act = declare(ann, strike(ben), Attribute::Strength, 10);
    assert_eq!(table.refused(ANN, &act), "T-22");
    let timed = declare_timed(ben, strike(ann), Attribute::Strength, 4);
    table.play(BEN, &timed);
    assert_eq!(table.end_of(ben), "4");
    table.hold(ann);
    table.flow();
    assert_eq!(table.hit_points(ann), "115");
}

#[test]
fn t23_time_flows_to_the_earliest_end_and_its_actor_declares_again() {
    let (mut table, ann, ben) = Table::duel();
    table.play(ANN, declare(ann, strike(ben), Attribute::Strength, 35));
    assert_eq!(table.refused(HOST, &Command::Flow { to: None }), "T-23");
    table.play(BEN, declare(ben, strike(ann), Attribute::Strength, 70));
    assert_eq!(table.refused(HOST, &Command::Flow { to: Some(Amount::ZERO) }), "T-23");
    table.flow();
    assert_eq!(table.now(), "4");
    assert_eq!((table.hit_points(ann), table.hit_points(ben)), ("150".into(), "115".into()));
    assert!(!table.acts(ann) && table.acts(ben));
    table.play(ANN, declare(ann, strike(ben), Attribute::Strength, 35));
    table.flow();
    // Both end at 8 T and land together.
    assert_eq!(table.now(), "8");
    assert_eq!((table.hit_points(ann), table.hit_points(ben)), ("80".into(), "80".into()));
}

#[test]
fn t23_time_can_stop_between_two_ends() {
    let (mut table, ann, ben) = Table::duel();
    table.play(ANN, declare(ann, strike(ben), Attribute::Strength, 35));
    table.hold(ben);
    table.play(HOST, &Command::Flow { to: Some(whole(3)) });
    assert_eq!(table.now(), "3");
    assert!(table.acts(ann));
    // Ben has watched long enough.
    table.play(BEN, declare(ben, strike(ann), Attribute::Strength, 35));
    assert_eq!(table.end_of(ben), "7");
}

#[test]
fn t23_those_who_kill_each_other_at_one_instant_both_die() {
    let (mut table, ann, ben) = Table::duel();
    table.play(ANN, declare(ann, strike(ben), Attribute::Strength, 150));
    table.play(BEN, declare(ben, strike(ann), Attribute::Strength, 150));
    let events = table.flow();
    let deaths = events.iter().filter(|event| matches!(event, Event::Died { .. })).count();
    assert_eq!(deaths, 2);
    assert!(table.state().fight().expect("a fight").standing().next().is_none());
}

#[test]
fn t23_healing_and_harm_of_one_instant_count_together() {
    let mut table = Table::new();
    let (ann, ben) = (table.make(ANN, card("安")), table.make(BEN, card("本")));
    let cat = table.make(HOST, card("猫"));
    table.open(&[ann, ben, cat], &[]);
    table.play(BEN, declare(ben, strike(ann), Attribute::Strength, 160));
    let heal = Deed::Heal { target: ann, resource: None };
    table.play(HOST, declare(cat, heal, Attribute::Strength, 160));
    table.hold(ann);
    table.flow();
    assert_eq!(table.hit_points(ann), "150");
}

#[test]
fn t23_planned_acts_follow_at_once() {
    let (mut table, ann, ben) = Table::duel();
    for _ in 0..3 {
        table.play(ANN, declare(ann, strike(ben), Attribute::Strength, 35));
    }
    table.hold(ben);
    table.flow();
    assert_eq!((table.now(), table.end_of(ann)), ("4".into(), "8".into()));
    table.flow();
    table.flow();
    assert_eq!((table.now(), table.hit_points(ben)), ("12".into(), "45".into()));
    for _ in 0..9 {
        table.play(ANN, declare(ann, strike(ben), Attribute::Strength, 1));
    }
    let more = declare(ann, strike(ben), Attribute::Strength, 1);
    assert_eq!(table.refused(ANN, &more), "T-21");
}

#[test]
fn t23_time_may_flow_of_itself_once_everyone_has_declared() {
    let (mut table, ann, ben) = Table::duel();
    let options = Options { auto_flow: true, ..Options::default() };
    table.play(HOST, &Command::SetOptions { options });
    table.play(ANN, declare(ann, strike(ben), Attribute::Strength, 35));
    assert_eq!(table.now(), "0");
    table.play(BEN, declare(ben, strike(ann), Attribute::Strength, 70));
    assert_eq!(table.now(), "4");
    assert_eq!(table.hit_points(ben), "115");
}

/// Ann strikes from 0 to 8 T; Ben's interrupt of 35 lands at 4 T.
fn interrupted(impact: i64) -> (Table, Id, Id, Vec<Event>) {
    let (mut table, ann, ben) = Table::duel();
    table.play(ANN, declare(ann, strike(ben), Attribute::Strength, impact));
    table.play(BEN, declare(ben, Deed::Interrupt { target: ann }, Attribute::Strength, 35));
    let events = table.flow();
    (table, ann, ben, events)
}

#[test]
fn t24_an_act_can_be_met_while_it_is_wound_up() {
    let (table, ann, _, events) = interrupted(70);
    assert!(has(&events, |event| matches!(event, Event::ActsMet { .. })));
    assert!(table.acts(ann));
    let (_, fighter) = table.state().fighter(ann).expect("ann");
    assert_eq!(fighter.act().map(|act| act.left), Some(whole(35)));
}

#[test]
fn t24_an_act_can_be_met_at_its_very_end() {
    let (table, _, ben, events) = interrupted(35);
    assert!(has(&events, |event| matches!(event, Event::ActsMet { .. })));
    assert_eq!(table.hit_points(ben), "150");
}

#[test]
fn t24_an_act_cannot_be_met_at_its_very_start() {
    let mut table = Table::new();
    let (ann, ben) = (table.make(ANN, card("安")), table.make(BEN, card("本")));
    table.open(&[ann, ben], &[ann]);
    let cay = table.make(HOST, card("凯"));
    table.play(HOST, &Command::EndFight);
    table.open(&[ann, ben, cay], &[ann, cay]);
    // Ann's act of 8 T has its half at 4 T, where Ben's act starts; Cay's interrupt lands then.
    table.play(HOST, declare(cay, Deed::Interrupt { target: ben }, Attribute::Strength, 70));
    table.play(ANN, declare(ann, Deed::Narrate, Attribute::Strength, 70));
    table.play(BEN, declare(ben, strike(ann), Attribute::Strength, 35));
    assert_eq!(table.end_of(ben), "8");
    table.play(HOST, &Command::CancelAct { character: cay });
    let interrupt = declare_timed(cay, Deed::Interrupt { target: ben }, Attribute::Strength, 4);
    table.play(HOST, &interrupt);
    let events = table.flow();
    assert_eq!(table.now(), "4");
    assert!(!has(&events, |event| matches!(event, Event::ActsMet { .. })), "{events:?}");
    assert!(table.acts(ben));
}

#[test]
fn t25_an_act_can_be_given_up_and_another_begun_from_now() {
    let (mut table, ann, ben) = Table::duel();
    assert_eq!(table.refused(ANN, &Command::CancelAct { character: ann }), "T-25");
    table.play(ANN, declare(ann, strike(ben), Attribute::Strength, 70));
    table.play(BEN, declare(ben, strike(ann), Attribute::Strength, 35));
    table.flow();
    table.play(ANN, &Command::CancelAct { character: ann });
    table.play(ANN, declare(ann, strike(ben), Attribute::Strength, 35));
    assert_eq!(table.end_of(ann), "8");
    let row = &fight(&table, Viewer::Player(BEN.id)).fighters[0];
    assert_eq!(row.spans[0].fate, Fate::Cancelled);
    assert_eq!(row.spans[0].act, None);
}

#[test]
fn t26_others_start_when_half_of_the_ambushers_windup_has_passed() {
    // 35 takes 4 T, half is 2; 10 takes 1.14, half 0.57; 25 takes 2.86; 13 takes 1.49, half 0.74
    // (half to even), 5 takes 0.57, half 0.28.
    for (impact, half) in [(35, "2"), (10, "0.57"), (25, "1.43"), (13, "0.74"), (5, "0.28")] {
        let mut table = Table::new();
        let (ann, ben) = (table.make(ANN, card("安")), table.make(BEN, card("本")));
        table.open(&[ann, ben], &[ann]);
        let answer = declare(ben, strike(ann), Attribute::Strength, 35);
        assert_eq!(table.refused(BEN, &answer), "T-26");
        table.play(ANN, declare(ann, strike(ben), Attribute::Strength, impact));
        table.play(HOST, &Command::Flow { to: None });
        assert_eq!(table.now(), half, "{impact}");
        table.play(BEN, &answer);
        let end = half.parse::<Amount>().expect("a number") + whole(4);
        assert_eq!(table.end_of(ben), end.to_string(), "{impact}");
    }
}

#[test]
fn t27_the_larger_side_acts_with_the_difference() {
    // As in the source, a blow and a shield that end together. 8 T of strength are 70, of
    // medicine 40.
    let (strong, weak) = (Attribute::Strength, Attribute::Medicine);
    for (blow, shield, hit_points, standing) in
        [(strong, weak, "120", "0"), (weak, strong, "150", "30"), (strong, strong, "150", "0")]
    {
        let (mut table, ann, ben) = Table::duel();
        let act = |character, deed, attribute| declare_timed(character, deed, attribute, 8);
        table.play(ANN, act(ann, strike(ben), blow));
        table.play(BEN, act(ben, Deed::Shield { target: ben }, shield));
        table.flow();
        assert_eq!(table.hit_points(ben), hit_points, "{blow:?} {shield:?}");
        let row = &fight(&table, Viewer::Spectator).fighters[1];
        assert_eq!(row.shield.to_string(), standing, "{blow:?} {shield:?}");
    }
}

#[test]
fn t27_a_guard_takes_from_all_strikes_of_its_time() {
    let (mut table, ann, ben) = Table::duel();
    table.play(ANN, declare(ann, strike(ben), Attribute::Strength, 35));
    table.play(
        BEN,
        declare(
            ben,
            Deed::Guard { target: ben, against: None, dodge: false },
            Attribute::Strength,
            50,
        ),
    );
    table.flow();
    assert_eq!(table.hit_points(ben), "150");
    let (_, fighter) = table.state().fighter(ben).expect("ben");
    assert_eq!(fighter.act().map(|act| act.left), Some(whole(15)));
    // Another 35 within the guard's time: 15 of it are taken.
    let quick = declare_timed(ann, strike(ben), Attribute::Strength, 1);
    table.play(ANN, &quick);
    table.flow();
    // 8.75 are taken whole, and the guard goes on with the rest.
    assert_eq!(table.hit_points(ben), "150");
    let (_, fighter) = table.state().fighter(ben).expect("ben");
    assert_eq!(fighter.act().map(|act| act.left.to_string()), Some("6.25".to_owned()));
}

#[test]
fn t27_strikes_of_one_instant_are_one_side_against_a_guard() {
    let mut table = Table::new();
    let (ann, ben) = (table.make(ANN, card("安")), table.make(BEN, card("本")));
    let cat = table.make(HOST, card("猫"));
    table.open(&[ann, ben, cat], &[]);
    table.play(ANN, declare(ann, strike(ben), Attribute::Strength, 35));
    table.play(HOST, declare(cat, strike(ben), Attribute::Dexterity, 35));
    table.play(
        BEN,
        declare(
            ben,
            Deed::Guard { target: ben, against: None, dodge: false },
            Attribute::Strength,
            50,
        ),
    );
    table.flow();
    assert_eq!(table.hit_points(ben), "130");
    assert!(!table.acts(ben));
}

#[test]
fn t27_a_shield_that_stands_takes_later_strikes() {
    let (mut table, ann, ben) = Table::duel();
    table.play(BEN, declare(ben, Deed::Shield { target: ben }, Attribute::Strength, 35));
    table.play(ANN, declare(ann, strike(ben), Attribute::Strength, 70));
    table.flow();
    assert_eq!(table.now(), "4");
    table.hold(ben);
    table.flow();
    assert_eq!((table.now(), table.hit_points(ben)), ("8".into(), "115".into()));
}

fn control(target: Id) -> Deed {
    Deed::Control { target, resist: Attribute::Willpower }
}

#[test]
fn t28_a_control_lasts_as_long_as_the_target_needs_to_resist_it() {
    let (mut table, ann, ben) = Table::duel();
    table.play(ANN, declare(ann, control(ben), Attribute::Strength, 35));
    table.hold(ben);
    table.flow();
    // 20 × 35 / 150 is 4.67 T.
    assert_eq!(
        fight(&table, Viewer::Spectator).fighters[1].controlled_until,
        Some(Amount::hundredths(867))
    );
    let act = declare(ben, strike(ann), Attribute::Strength, 10);
    assert_eq!(table.refused(BEN, &act), "T-28");
    table.hold(ann);
    table.flow();
    assert_eq!(table.now(), "8.67");
    table.play(BEN, &act);
}

#[test]
fn t28_a_control_within_an_act_is_an_interaction() {
    // Ben strikes until 8 T with `impact`; Ann's control of 35 lands at 4 T.
    let controlled = |seconds: &str, attribute| {
        let (mut table, ann, ben) = Table::duel();
        table.play(ANN, declare(ann, control(ben), Attribute::Strength, 35));
        let time = Effort::Time(seconds.parse().expect("a time"));
        table.play(BEN, declare_with(ben, strike(ann), attribute, time));
        table.flow();
        let until = fight(&table, Viewer::Host).fighters[1].controlled_until;
        (until.map(|until| until.to_string()), table.acts(ben), table.hit_points(ann))
    };
    // 5 T of medicine are 25: the control is larger by 10, which is 1.33 T of willpower.
    assert_eq!(
        controlled("5", Attribute::Medicine),
        (Some("5.33".to_owned()), false, "150".to_owned())
    );
    // 4 T of medicine are 20 and end as the control lands: met at the very end.
    assert_eq!(
        controlled("4", Attribute::Medicine),
        (Some("6".to_owned()), false, "150".to_owned())
    );
    // 8 T of strength are 70: the act is larger and goes on with 35.
    assert_eq!(controlled("8", Attribute::Strength), (None, true, "150".to_owned()));
    // 4 T of strength are 35: neither has an effect.
    assert_eq!(controlled("4", Attribute::Strength), (None, false, "150".to_owned()));
}

#[test]
fn t28_two_controls_of_one_instant_meet_each_other() {
    let (mut table, ann, ben) = Table::duel();
    table.play(ANN, declare(ann, control(ben), Attribute::Strength, 35));
    let other = declare_timed(ben, control(ann), Attribute::Medicine, 4);
    table.play(BEN, &other);
    table.flow();
    // 35 against 20: the 15 left control Ben for 2 T.
    let rows = fight(&table, Viewer::Host).fighters;
    assert_eq!(rows[0].controlled_until, None);
    assert_eq!(rows[1].controlled_until, Some(whole(6)));
}

#[test]
fn t28_an_ally_can_break_a_control_with_the_resist_attribute() {
    let mut table = Table::new();
    let (ann, ben) = (table.make(ANN, card("安")), table.make(BEN, card("本")));
    let cat = table.make(HOST, card("猫"));
    table.open(&[ann, ben, cat], &[]);
    table.play(ANN, declare(ann, control(ben), Attribute::Strength, 70));
    table.hold(ben);
    table.hold(cat);
    table.flow();
    table.hold(ann);
    let free = |attribute| declare(cat, Deed::BreakFree { target: ben }, attribute, 15);
    assert_eq!(table.refused(HOST, free(Attribute::Strength)), "T-28");
    table.play(HOST, free(Attribute::Willpower));
    // The control of 70 ends at 8 + 9.33; the help of 15 takes 2 T and takes 2 T off.
    table.flow();
    let until = fight(&table, Viewer::Host).fighters[1].controlled_until;
    assert_eq!(until, Some(Amount::hundredths(1533)));
}

#[test]
fn t29_a_debuff_is_a_pool_taken_from_the_following_impacts() {
    let (mut table, ann, ben) = Table::duel();
    let weaken = Deed::Weaken { target: ben, resist: Attribute::Constitution };
    table.play(ANN, declare(ann, weaken, Attribute::Strength, 35));
    table.play(BEN, declare(ben, strike(ann), Attribute::Strength, 35));
    table.flow();
    // It landed with Ben's strike: that one was not yet touched.
    assert_eq!(table.hit_points(ann), "115");
    table.hold(ann);
    for (impact, left) in [(20, "115"), (20, "110"), (20, "90")] {
        table.play(BEN, declare(ben, strike(ann), Attribute::Strength, impact));
        table.flow();
        assert_eq!(table.hit_points(ann), left);
    }
}

#[test]
fn t29_breaking_free_works_against_a_debuff() {
    let (mut table, ann, ben) = Table::duel();
    let weaken = Deed::Weaken { target: ben, resist: Attribute::Constitution };
    table.play(ANN, declare(ann, weaken, Attribute::Strength, 35));
    table.hold(ben);
    table.flow();
    table.hold(ann);
    let free = |attribute| declare(ben, Deed::BreakFree { target: ben }, attribute, 35);
    assert_eq!(table.refused(BEN, free(Attribute::Strength)), "T-28");
    table.play(BEN, free(Attribute::Constitution));
    table.flow();
    // The act itself is weakened first: nothing is left of it, but the pool is used up.
    assert!(fight(&table, Viewer::Host).fighters[1].weakened.is_empty());
}

#[test]
fn t30_moving_costs_its_distance_and_reach_is_checked() {
    let (mut table, ann, ben) = Table::duel();
    let options = Options { unarmed_reach: Some(whole(5)), ..Options::default() };
    table.play(HOST, &Command::SetOptions { options });
    table.play(HOST, &Command::Place { character: ben, position: whole(40), unseen: false });
    let hit = declare(ann, strike(ben), Attribute::Strength, 10);
    assert_eq!(table.refused(ANN, &hit), "T-30");
    let go = Command::Declare {
        character: ann,
        deed: Deed::Move { to: whole(35) },
        attribute: Some(Attribute::Dexterity),
        effort: None,
        weapon: None,
        note: String::new(),
    };
    table.play(ANN, &go);
    assert_eq!(table.end_of(ann), "4");
    table.hold(ben);
    table.flow();
    assert_eq!(table.refused(ANN, &go), "T-30");
    table.play(ANN, &hit);
    // Ben is gone when the blow lands.
    table.play(HOST, &Command::Place { character: ben, position: whole(90), unseen: false });
    let events = table.flow();
    assert!(has(&events, |event| matches!(event, Event::ActMissed { .. })));
    assert_eq!(table.hit_points(ben), "150");
}

#[test]
fn t30_a_hit_needs_its_target_to_be_seen() {
    let (mut table, ann, ben) = Table::duel();
    table.play(HOST, &Command::Place { character: ben, position: Amount::ZERO, unseen: true });
    let hit = declare(ann, strike(ben), Attribute::Strength, 10);
    assert_eq!(table.refused(ANN, &hit), "T-30");
}

#[test]
fn t31_willpower_at_nothing_kills_as_well() {
    let (mut table, ann, ben) = Table::duel();
    let deed = Deed::Strike { target: ben, resource: Some(Resource::Willpower), damage_type: None };
    table.play(ANN, declare(ann, deed, Attribute::Intelligence, 150));
    table.play(BEN, declare(ben, strike(ann), Attribute::Strength, 500));
    let events = table.flow();
    assert!(has(&events, |event| matches!(event, Event::Died { character } if *character == ben)));
    // Ben's own act died with him.
    let next = declare(ben, strike(ann), Attribute::Strength, 1);
    assert_eq!(table.refused(BEN, &next), "T-31");
    assert!(table.state().fight().expect("a fight").queue.is_empty());
}

#[test]
fn t32_the_chart_has_a_row_per_fighter_with_spans_and_changes() {
    // The source's three fighters: 50 by strength in 4 T, 40 by intelligence in 3, 50 by
    // dexterity in 5; the first is hit at 3 T.
    let mut table = Table::new();
    let fighter = |name: &str, attribute: Attribute, percent: i64| {
        let mut card: Card = card(name);
        let group: Vec<Attribute> =
            Attribute::ALL.into_iter().filter(|one| one.group() == attribute.group()).collect();
        for one in group {
            card.percentages[one.index()] = Amount::ZERO;
        }
        card.percentages[attribute.index()] = whole(percent);
        let rest = if attribute.group() == rules::timeline::Group::Mental {
            Attribute::Willpower
        } else {
            Attribute::Constitution
        };
        card.percentages[rest.index()] += whole(100 - percent);
        card
    };
    let one = table.make(HOST, fighter("甲", Attribute::Strength, 50));
    let two = table.make(HOST, fighter("乙", Attribute::Intelligence, 53));
    let three = table.make(HOST, fighter("丙", Attribute::Dexterity, 40));
    table.open(&[one, two, three], &[]);
    table.play(HOST, declare(one, strike(two), Attribute::Strength, 50));
    table.play(HOST, declare(two, strike(three), Attribute::Intelligence, 40));
    table.play(HOST, declare(three, strike(one), Attribute::Dexterity, 50));
    assert_eq!(
        (table.end_of(one), table.end_of(two), table.end_of(three)),
        ("4".into(), "3.02".into(), "5".into())
    );
    table.flow();
    table.hold(two);
    table.flow();
    let part = fight(&table, Viewer::Spectator);
    assert_eq!(part.now, whole(4));
    assert_eq!(part.fighters.len(), 3);
    assert_eq!(part.fighters[1].spans[0].until, Amount::hundredths(302));
    assert_eq!(part.fighters[2].changes[0].by, whole(-40));
    assert_eq!(part.fighters[1].changes[0].at, whole(4));
    assert!(part.fighters[2].declared && part.fighters[2].spans.is_empty());
    assert_eq!(part.past, [Amount::ZERO, Amount::hundredths(302)]);
}

#[test]
fn t33_the_host_steps_back_to_any_instant_and_goes_on_from_there() {
    let (mut table, ann, ben) = Table::duel();
    assert_eq!(table.refused(HOST, &Command::StepBack { to: Amount::ZERO, before: false }), "T-33");
    table.play(ANN, declare(ann, strike(ben), Attribute::Strength, 35));
    table.play(BEN, declare(ben, strike(ann), Attribute::Strength, 70));
    let before = table.state().clone();
    table.flow();
    table.play(ANN, declare(ann, strike(ben), Attribute::Strength, 70));
    table.flow();
    let back = |to| Command::StepBack { to: whole(to), before: false };
    assert_eq!(table.refused(ANN, back(2)), "B-01");
    assert_eq!(table.refused(HOST, back(8)), "T-33");
    assert_eq!(table.refused(HOST, back(-1)), "T-33");
    // At 2 T nothing had happened since 0, and the table stands where it says.
    table.play(HOST, back(2));
    assert_eq!(table.now(), "2");
    table.play(HOST, back(0));
    assert_eq!(table.state(), &before);
    // Another choice, another course.
    table.play(BEN, &Command::CancelAct { character: ben });
    table.hold(ben);
    table.flow();
    assert_eq!((table.hit_points(ann), table.hit_points(ben)), ("150".into(), "115".into()));
}

#[test]
fn quotes_tell_what_an_act_costs_and_when_it_lands() {
    let (mut table, ann, ben) = Table::duel();
    table.play(ANN, declare(ann, strike(ben), Attribute::Strength, 35));
    let act = declare(ben, strike(ann), Attribute::Strength, 70);
    let shown = |quote: &rules::Quote| {
        quote.notes.iter().map(|note| note.id.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(shown(&table.quote(BEN, &act)), ["timeline-quote-act"]);
    assert_eq!(shown(&table.quote(HOST, &act)), ["timeline-quote-act", "timeline-quote-after"]);
}

#[test]
fn t27_what_will_meet_is_told_before_time_flows_to_those_who_know_both_acts() {
    let (mut table, ann, ben) = Table::duel();
    table.play(ANN, declare(ann, strike(ben), Attribute::Strength, 70));
    let meets = |table: &Table, viewer: Viewer| {
        let meetings = fight(table, viewer).meetings;
        meetings.into_iter().map(|one| (one.at, one.one, one.other, one.words)).collect::<Vec<_>>()
    };
    let (host, one, other) = (HOST.viewer(), ANN.viewer(), BEN.viewer());
    assert!(meets(&table, host).is_empty(), "nothing meets a single act");
    let guard = Deed::Guard { target: ben, against: None, dodge: false };
    table.play(BEN, declare(ben, guard, Attribute::Strength, 80));
    // 20 × 70 / 175 is 8 T; the guard is still wound up then.
    let words = message!(
        "timeline-why-meets",
        one_power = whole(70),
        other_power = whole(80),
        left = whole(10)
    );
    assert_eq!(meets(&table, host), [(whole(8), ann, ben, words)]);
    assert!(meets(&table, one).is_empty() && meets(&table, other).is_empty());
    let options = Options { open_declarations: true, ..table.state().options.clone() };
    table.play(HOST, &Command::SetOptions { options });
    assert_eq!(meets(&table, other), meets(&table, host));
    // As it was said, so it happens: the guard was larger.
    table.flow();
    assert_eq!(table.hit_points(ben), "150");
}

#[test]
fn t34_only_the_host_ends_a_fight_and_everyone_may_leave_it() {
    let (mut table, ann, ben) = Table::duel();
    assert_eq!(table.refused(ANN, &Command::EndFight), "T-34");
    let ends = |seat| table.offers(seat).iter().any(|offer| offer.command == Command::EndFight);
    assert!(ends(HOST) && !ends(ANN));
    let leave = Command::LeaveFight { character: ann };
    let leaves = table.offers(ANN).into_iter().any(|offer| offer.command == leave);
    assert!(leaves, "leaving is everyone's own");
    assert_eq!(table.refused(BEN, &leave), "B-01");
    table.play(ANN, &leave);
    table.play(BEN, &Command::LeaveFight { character: ben });
    table.play(HOST, &Command::EndFight);
}
