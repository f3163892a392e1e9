//! F-01 … F-03 and the outcomes F-20 … F-25, row by row.

use rules::fate::{Act, Against, Answer, Ask, Command, Created, Holder, Outcome, Place, Use};
use rules::{Audience, Id};

use crate::table::{Table, acting, ann, attack, bob, host, me, overcome};

/// Ann overcomes a difficulty of 4 with fight +4, so the dice are the shifts.
fn overcame(shifts: i64) -> (Table, Id) {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    table.act(ann(), lan, overcome(), "fight", Against::Difficulty(4), &[shifts]);
    (table, lan)
}

fn new(name: &str) -> Act {
    Act::Create { what: Created::New { name: name.into(), on: Place::Scene } }
}

/// Ann creates 火灾 against a difficulty of 4 with fight +4.
fn created(shifts: i64) -> (Table, Id) {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    table.act(ann(), lan, new("火灾"), "fight", Against::Difficulty(4), &[shifts]);
    (table, lan)
}

/// Ann works on an aspect that is there, known or hidden.
fn worked(hidden: bool, shifts: i64) -> (Table, Id) {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    table.play(
        host(),
        Command::AddAspect {
            name: Some("村长是狼人".into()),
            on: Place::Scene,
            boost: false,
            free: None,
            hidden,
        },
    );
    let aspect = table.aspect("村长是狼人").expect("it is there").id;
    let what = if hidden { Created::Unknown { aspect: None } } else { Created::Known { aspect } };
    table.declare(ann(), lan, Act::Create { what }, "fight", Against::Difficulty(4));
    if hidden {
        let action = table.action().id;
        assert_eq!(
            table.refused(ann(), Command::Roll { action }),
            "F-22",
            "the host first says what it is about"
        );
        table.play(host(), Command::PointUnknown { action, aspect });
    }
    table.roll(&[shifts]);
    table.stand();
    (table, lan)
}

/// Ann attacks with fight +4 a foe who defends with athletics +4.
fn attacked(shifts: i64) -> (Table, Id, Id) {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let thug = table.npc("打手", &[("athletics", 4)]);
    table.act(ann(), lan, attack(), "fight", Against::Character(thug), &[shifts, 0]);
    (table, lan, thug)
}

fn ask(table: &Table) -> Option<(Holder, Ask)> {
    let action = table.state().actions.last()?;
    action.due.first().map(|due| (due.to, due.ask))
}

#[test]
fn f01_there_are_four_actions() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let thug = table.npc("打手", &[]);
    for act in [overcome(), new("火灾"), attack()] {
        table.declare(ann(), lan, act, "fight", Against::Character(thug));
        let action = table.action();
        assert_eq!(
            action.opposition.as_ref().and_then(|side| side.who),
            Some(thug),
            "each is defended against"
        );
        let action = action.id;
        table.play(ann(), Command::Cancel { action });
    }
}

#[test]
fn f02_a_roll_is_four_dice_and_the_skill_against_a_difficulty_or_a_roll() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    table.declare(ann(), lan, overcome(), "fight", Against::Difficulty(2));
    let action = table.action().id;
    table.play(host(), Command::State { action, opposition: false, value: -1, why: "下雨".into() });
    table.roll(&[3]);
    assert_eq!(table.action().side.rolls[0].rolled.pools[0].dice.len(), 4);
    assert_eq!(table.action().side.total(), 4 - 1 + 3);
    assert_eq!(table.action().shifts_now(), 4);
    assert_eq!(table.refused(ann(), Command::Roll { action }), "F-02", "dice fall once");
}

#[test]
fn f02_without_opposition_nothing_is_rolled() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let command = Command::Act {
        actor: lan,
        act: overcome(),
        skill: "fight".into(),
        against: None,
        text: "砸门".into(),
        also: Vec::new(),
        stunts: Vec::new(),
        roll: false,
    };
    table.play(ann(), command);
    let action = table.action().id;
    assert_eq!(table.refused(ann(), Command::Roll { action }), "F-02");
    assert_eq!(
        table.refused(ann(), Command::Oppose { action, against: Against::Difficulty(1) }),
        "B-01"
    );
    table.play(host(), Command::Oppose { action, against: Against::Difficulty(1) });
    table.roll(&[0]);
    assert_eq!(table.action().shifts_now(), 3);
}

#[test]
fn f03_shifts_give_the_outcome() {
    for (shifts, outcome) in [
        (-5, Outcome::Failure),
        (-1, Outcome::Failure),
        (0, Outcome::Tie),
        (1, Outcome::Success),
        (2, Outcome::Success),
        (3, Outcome::Style),
        (9, Outcome::Style),
    ] {
        assert_eq!(Outcome::of(shifts), outcome, "{shifts}");
    }
}

#[test]
fn f20_overcome_with_style_also_gives_a_boost() {
    for shifts in [3, 4] {
        let (table, lan) = overcame(shifts);
        assert_eq!((table.boosts(me(lan)), table.state().actions.len()), (1, 0));
    }
}

#[test]
fn f20_overcome_succeeds() {
    for shifts in [1, 2] {
        let (table, lan) = overcame(shifts);
        assert_eq!((table.boosts(me(lan)), table.state().actions.len()), (0, 0));
    }
}

#[test]
fn f20_an_overcome_tie_succeeds_at_a_minor_cost_or_fails_with_a_boost() {
    let (table, lan) = overcame(0);
    assert_eq!(ask(&table), Some((me(lan), Ask::OvercomeTie)));
    let check = |answer: Answer, mine: usize, foes: usize, hits: usize| {
        let mut table = table.clone();
        table.choose(ann(), answer);
        let found = (table.boosts(me(lan)), table.boosts(Holder::Host), table.state().hits.len());
        assert_eq!(found, (mine, foes, hits));
        assert!(table.state().actions.is_empty());
    };
    check(Answer::MinorDetail { text: "惊动了守卫".into() }, 0, 0, 0);
    check(Answer::MinorBoost, 0, 1, 0);
    check(Answer::MinorStress { track: "mental".into() }, 0, 0, 1);
    check(Answer::FailWithBoost, 1, 0, 0);
}

#[test]
fn f20_an_overcome_failure_fails_or_succeeds_at_a_major_cost() {
    for shifts in [-1, -4] {
        let (table, lan) = overcame(shifts);
        assert_eq!(ask(&table), Some((me(lan), Ask::OvercomeFailure)));
        for answer in [Answer::Fail, Answer::MajorCost { text: "桥塌了".into() }] {
            let mut table = table.clone();
            table.choose(ann(), answer);
            assert!(table.state().actions.is_empty());
        }
        let mut table = table;
        let action = table.action().id;
        assert_eq!(
            table.refused(ann(), Command::Choose { action, answer: Answer::MinorBoost }),
            "F-25"
        );
    }
}

#[test]
fn f21_style_gives_two_free_invokes_and_success_one() {
    for (shifts, free) in [(3, 2), (4, 2), (2, 1), (1, 1)] {
        let (table, lan) = created(shifts);
        assert_eq!(table.free("火灾", me(lan)), free, "{shifts}");
    }
}

#[test]
fn f21_a_tie_gives_a_boost_and_no_aspect() {
    let (table, lan) = created(0);
    assert_eq!((table.aspect("火灾"), table.boosts(me(lan))), (None, 1));
}

#[test]
fn f21_a_failure_gives_no_aspect_or_one_the_enemy_can_invoke() {
    let (table, lan) = created(-1);
    assert_eq!(ask(&table), Some((me(lan), Ask::CreateFailure)));
    let mut without = table.clone();
    without.choose(ann(), Answer::NoAspect);
    assert_eq!(without.aspect("火灾"), None);
    let mut with = table;
    with.choose(ann(), Answer::EnemyInvoke);
    assert_eq!((with.free("火灾", Holder::Host), with.free("火灾", me(lan))), (1, 0));
}

#[test]
fn f22_success_on_an_aspect_gives_free_invokes_and_reveals_it() {
    for (hidden, shifts, free) in [(false, 3, 2), (false, 1, 1), (true, 4, 2), (true, 2, 1)] {
        let (table, lan) = worked(hidden, shifts);
        assert_eq!(table.free("村长是狼人", me(lan)), free, "{hidden} {shifts}");
        assert_eq!(table.aspect("村长是狼人").map(|one| &one.seen), Some(&Audience::All));
    }
}

#[test]
fn f22_a_tie_gives_a_boost_on_the_unknown_and_a_free_invoke_on_the_known() {
    let (table, lan) = worked(true, 0);
    assert_eq!((table.boosts(me(lan)), table.free("村长是狼人", me(lan))), (1, 0));
    assert_eq!(
        table.aspect("村长是狼人").map(|one| &one.seen),
        Some(&Audience::Host),
        "it stays unknown"
    );
    let (table, lan) = worked(false, 0);
    assert_eq!((table.boosts(me(lan)), table.free("村长是狼人", me(lan))), (0, 1));
}

#[test]
fn f22_a_failure_gives_the_enemy_the_free_invoke() {
    let (table, _) = worked(false, -2);
    assert_eq!(table.free("村长是狼人", Holder::Host), 1);
    let (table, _) = worked(true, -2);
    assert_eq!(ask(&table), Some((Holder::Host, Ask::RevealUnknown)));
    let mut kept = table.clone();
    kept.choose(host(), Answer::KeepHidden);
    assert_eq!(
        kept.aspect("村长是狼人").map(|one| (&one.seen, one.free.len())),
        Some((&Audience::Host, 0))
    );
    let mut revealed = table;
    let action = revealed.action().id;
    assert_eq!(revealed.refused(ann(), Command::Choose { action, answer: Answer::Reveal }), "B-01");
    revealed.choose(host(), Answer::Reveal);
    assert_eq!(revealed.aspect("村长是狼人").map(|one| &one.seen), Some(&Audience::All));
    assert_eq!(revealed.free("村长是狼人", Holder::Host), 1);
}

#[test]
fn f23_an_attack_with_style_may_give_up_a_shift_for_a_boost() {
    for shifts in [3_u8, 4] {
        let (table, lan, thug) = attacked(shifts.into());
        assert_eq!(ask(&table), Some((me(lan), Ask::AttackStyle)));
        for (answer, hit, boosts) in
            [(Answer::AllShifts, shifts, 0), (Answer::TakeBoost, shifts - 1, 1)]
        {
            let mut table = table.clone();
            table.choose(ann(), answer);
            let found = &table.state().hits[0];
            assert_eq!((found.to, found.shifts, found.by), (thug, hit, Some(lan)));
            assert_eq!(table.boosts(me(lan)), boosts);
        }
    }
}

#[test]
fn f23_an_attack_that_succeeds_makes_its_shifts_a_hit() {
    for shifts in [1_u8, 2] {
        let (table, lan, _) = attacked(shifts.into());
        assert_eq!((table.state().hits[0].shifts, table.boosts(me(lan))), (shifts, 0));
    }
}

#[test]
fn f23_an_attack_that_ties_gives_a_boost_and_one_that_fails_nothing() {
    let (table, lan, thug) = attacked(0);
    assert_eq!((table.state().hits.len(), table.boosts(me(lan))), (0, 1));
    let (table, lan, _) = attacked(-2);
    assert_eq!(
        (table.state().hits.len(), table.boosts(me(lan)), table.boosts(me(thug))),
        (0, 0, 0)
    );
}

#[test]
fn f24_a_defence_with_style_also_gives_a_boost() {
    for (shifts, boosts) in [(-2, 0), (-3, 1), (-4, 1)] {
        let (table, _, thug) = attacked(shifts);
        assert_eq!(table.boosts(me(thug)), boosts, "{shifts}");
    }
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let thug = table.npc("打手", &[("athletics", 4)]);
    table.act(ann(), lan, new("火灾"), "fight", Against::Character(thug), &[-3, 0]);
    assert_eq!(table.boosts(me(thug)), 1, "whatever is stopped");
    table.choose(ann(), Answer::EnemyInvoke);
    assert_eq!(table.free("火灾", me(thug)), 1, "the enemy is the one who opposed it");
}

#[test]
fn f24_a_defence_succeeds_ties_or_fails_as_the_action_fails_ties_or_succeeds() {
    let (table, lan, _) = attacked(-1);
    assert!(table.state().hits.is_empty(), "stopped");
    assert_eq!(table.boosts(me(lan)), 0);
    let (table, lan, _) = attacked(0);
    assert_eq!(table.boosts(me(lan)), 1, "the tie of an attack");
    let (table, ..) = attacked(2);
    assert_eq!(table.state().hits.len(), 1, "the success of an attack");
}

#[test]
fn f24_a_defence_is_asked_of_its_owner() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let shen = table.pc(bob(), "沈知远");
    let against = Some(Against::Character(shen));
    table.play(ann(), acting(lan, attack(), "fight", against));
    let action = table.action().id;
    let defend = Command::Defend {
        action,
        skill: "athletics".into(),
        full: false,
        stunts: Vec::new(),
        roll: false,
    };
    assert_eq!(table.refused(ann(), defend.clone()), "B-01");
    let waits = |table: &Table, seat| {
        let offers = table.offers(seat);
        offers
            .iter()
            .any(|offer| offer.waits.is_some() && matches!(offer.command, Command::Defend { .. }))
    };
    assert!(waits(&table, bob()) && !waits(&table, ann()) && !waits(&table, host()));
    table.play(bob(), defend);
    assert!(!waits(&table, bob()));
}

#[test]
fn f25_a_choice_waits_for_the_one_who_has_it() {
    let (mut table, _) = overcame(0);
    let action = table.action().id;
    let answer = Answer::FailWithBoost;
    assert_eq!(table.refused(bob(), Command::Choose { action, answer: answer.clone() }), "B-01");
    assert_eq!(
        table.refused(host(), Command::EndScene { anyway: false, carry: false }),
        "F-25",
        "the scene does not move on before"
    );
    let offers = |table: &Table, seat| {
        let offers = table.offers(seat);
        offers.into_iter().filter(|offer| matches!(offer.command, Command::Choose { .. })).count()
    };
    assert_eq!((offers(&table, ann()), offers(&table, bob()), offers(&table, host())), (5, 0, 0));
    // Taken back: the state before is still there to choose otherwise.
    let before = table.clone();
    table.choose(ann(), answer);
    let mut table = before;
    table.choose(ann(), Answer::MinorBoost);
    assert_eq!(table.boosts(Holder::Host), 1);
}

#[test]
fn f25_an_invoke_gives_the_other_side_the_word_again() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let thug = table.npc("打手", &[]);
    table.declare(ann(), lan, attack(), "fight", Against::Character(thug));
    table.roll(&[0, 0]);
    let action = table.action().id;
    table.play(host(), Command::LetStand { action, opposition: true });
    let aspect = table.aspect("暗影猎人").expect("it is there").id;
    let invoke = table.invoke(aspect, me(lan), Use::Bonus, false);
    table.play(ann(), invoke);
    table.play(ann(), Command::LetStand { action, opposition: false });
    assert!(table.action().open(), "the one overtaken may answer");
    table.play(host(), Command::LetStand { action, opposition: true });
    assert!(!table.state().actions.iter().any(|action| action.open()));
}
