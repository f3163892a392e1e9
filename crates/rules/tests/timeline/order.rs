//! T-27: what meets at one instant meets in the order declared, then joined, whatever ids there are.

use proptest::prelude::*;
use rules::Id;
use rules::timeline::{Amount, Attribute, Command, Deed, Effort, Event};
use serde_json::Value as Json;

use crate::common::ids::Renamed;
use crate::common::laws;
use crate::skills::{examples, learn};
use crate::table::{ANN, BEN, HOST, SEATS, Table, card, declare, strike, whole};

/// A table whose ids are scattered by a key, with so many fighters of the host.
fn brawl(key: u64, count: usize) -> (Table, Vec<Id>) {
    let mut table = Table::new();
    table.dice.key = key;
    let who: Vec<Id> = (0..count).map(|_| table.make(HOST, card("斗士"))).collect();
    table.open(&who, &[]);
    (table, who)
}

fn guard(target: Id) -> Deed {
    Deed::Guard { target, against: None, dodge: false }
}

fn left_of(table: &Table, who: Id) -> String {
    let (_, fighter) = table.state().fighter(who).expect("a fighter");
    fighter.act().map_or_else(String::new, |act| act.left.to_string())
}

#[test]
fn t27_guards_of_one_instant_meet_a_strike_in_the_order_their_fighters_joined() {
    for key in 1..30 {
        let (mut table, who) = brawl(key, 4);
        // The order in which they say it does not matter: they say it at the same time.
        for (one, deed, impact) in
            [(3, guard(who[0]), 50), (1, strike(who[0]), 35), (2, guard(who[0]), 50)]
        {
            table.play(HOST, declare(who[one], deed, Attribute::Strength, impact));
        }
        table.hold(who[0]);
        table.flow();
        assert_eq!((left_of(&table, who[2]), left_of(&table, who[3])), ("15".into(), "50".into()));
    }
}

#[test]
fn t27_the_guard_declared_first_meets_a_strike_first() {
    for key in 1..30 {
        let (mut table, who) = brawl(key, 4);
        // The last to join guards at once, the third two T later.
        table.play(HOST, declare(who[3], guard(who[0]), Attribute::Strength, 50));
        table.play(HOST, declare(who[2], Deed::Move { to: whole(17) }, Attribute::Strength, 17));
        table.play(HOST, declare(who[1], strike(who[0]), Attribute::Strength, 35));
        table.hold(who[0]);
        table.flow();
        table.play(HOST, declare(who[2], guard(who[0]), Attribute::Strength, 50));
        table.flow();
        assert_eq!(table.now(), "4");
        assert_eq!((left_of(&table, who[2]), left_of(&table, who[3])), ("50".into(), "15".into()));
    }
}

#[test]
fn t27_strikes_of_one_instant_meet_a_guard_in_the_order_declared_then_joined() {
    let landed = |events: &[Event], who: Id| {
        let found = events.iter().find_map(|event| match event {
            Event::ActLanded { character, left } if *character == who => Some(left.to_string()),
            _ => None,
        });
        found.unwrap_or_default()
    };
    for key in 1..30 {
        // 20 of medicine and 35 of strength both take 4 T; the weaker joined first.
        let (mut table, who) = brawl(key, 3);
        table.play(HOST, declare(who[2], strike(who[0]), Attribute::Strength, 35));
        table.play(HOST, declare(who[1], strike(who[0]), Attribute::Medicine, 20));
        table.play(HOST, declare(who[0], guard(who[0]), Attribute::Strength, 50));
        let events = table.flow();
        assert_eq!((landed(&events, who[1]), landed(&events, who[2])), ("".into(), "5".into()));
    }
    for key in 1..30 {
        // The stronger began first, the weaker ends with it.
        let (mut table, who) = brawl(key, 3);
        table.play(HOST, declare(who[2], strike(who[0]), Attribute::Strength, 35));
        let step = Deed::Move { to: Amount::hundredths(1750) };
        table.play(HOST, declare(who[1], step, Attribute::Strength, 1));
        table.play(HOST, declare(who[0], guard(who[0]), Attribute::Strength, 40));
        table.flow();
        assert_eq!(table.now(), "2");
        table.play(
            HOST,
            &Command::Place { character: who[1], position: Amount::ZERO, unseen: false },
        );
        table.play(HOST, declare(who[1], strike(who[0]), Attribute::Medicine, 10));
        let events = table.flow();
        assert_eq!((table.now(), landed(&events, who[2])), ("4".into(), String::new()));
        assert_eq!(landed(&events, who[1]), "5", "35 and 10 are 5 more than 40");
    }
}

#[test]
fn t27_a_dodge_against_someone_opposes_them_alone() {
    for (against, hit_points) in [(None, "150"), (Some(1), "130"), (Some(2), "115")] {
        let (mut table, who) = brawl(0, 3);
        let against = against.map(|one: usize| who[one]);
        table.play(HOST, declare(who[1], strike(who[0]), Attribute::Strength, 35));
        table.play(HOST, declare(who[2], strike(who[0]), Attribute::Medicine, 20));
        let dodge = Deed::Guard { target: who[0], against, dodge: false };
        table.play(HOST, declare(who[0], dodge, Attribute::Strength, 60));
        table.flow();
        assert_eq!(table.hit_points(who[0]), hit_points);
    }
}

#[test]
fn t27_a_guard_is_against_a_fighter_the_seat_may_see() {
    let (mut table, ann, _) = Table::duel();
    let shadow = table.make_hidden(card("影子"));
    table.play(HOST, &Command::JoinFight { character: shadow, position: Amount::ZERO });
    let dodge = |against| {
        let deed = Deed::Guard { target: ann, against: Some(against), dodge: false };
        declare(ann, deed, Attribute::Strength, 10)
    };
    let refusal = |table: &Table, against| table.decide(ANN, &dodge(against)).expect_err("refused");
    assert_eq!(refusal(&table, shadow), refusal(&table, Id::from_bits(5)));
}

/// One wish: who, what, at whom, with what, how long.
type Wish = (usize, usize, usize, usize, usize);

fn command(who: &[Id], skills: &[Vec<Id>], wish: Wish) -> Command {
    let (actor, what, target, attribute, time) = wish;
    let character = who[actor];
    let attribute = Attribute::ALL[attribute];
    let target = who[target];
    let deed = match what {
        0..=3 => strike(target),
        4 => Deed::Heal { target, resource: None },
        5..=7 => guard(target),
        8 => Deed::Guard { target: character, against: Some(target), dodge: false },
        9 => Deed::Shield { target },
        10 => Deed::Interrupt { target },
        11 => Deed::Control { target, resist: attribute },
        12 => Deed::Weaken { target, resist: attribute },
        13..=19 => {
            let skill = skills[actor][(7 * what + time) % skills[actor].len()];
            Deed::Skill { skill, target: Some(target), from: None }
        }
        20 => return Command::LeaveFight { character },
        21 => return Command::Hold { character },
        _ => return Command::Flow { to: None },
    };
    let attribute = (!matches!(deed, Deed::Skill { .. })).then_some(attribute);
    // Few times, so that much happens at once.
    let effort = Some(Effort::Time(whole(if time.is_multiple_of(3) { 2 } else { 4 })));
    Command::Declare { character, deed, attribute, effort, weapon: None, note: String::new() }
}

/// All that happens, is told, offered and seen in a play with the ids of a key.
fn played(key: u64, wishes: &[Wish], ambush: bool) -> Vec<Json> {
    let renamed = Renamed::new(key);
    let mut table = Table::new();
    table.dice.key = key;
    let who = [ANN, ANN, BEN, HOST, HOST].map(|seat| table.make(seat, card("斗士")));
    let (all, traits) = (examples().skills, examples().traits);
    let skills: Vec<Vec<Id>> = who
        .iter()
        .map(|one| all.iter().map(|skill| learn(&mut table, HOST, *one, &skill.id)).collect())
        .collect();
    for (place, one) in who.iter().enumerate() {
        for draft in traits.iter().skip(place).step_by(3) {
            let draft = Box::new(draft.clone());
            table.play(HOST, &Command::AddTrait { character: *one, draft });
        }
    }
    table.open(&who, if ambush { &who[..1] } else { &[] });
    let mut all = Vec::new();
    for wish in wishes {
        let before = table.state().clone();
        match table.attempt(HOST, &command(&who, &skills, *wish)) {
            Ok(events) => all.extend(laws::happened(&table, &before, &events, &SEATS, &renamed)),
            Err(refusal) => all.push(renamed.of(&refusal)),
        }
    }
    all.extend(laws::seen(&table, &SEATS, &renamed));
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn t27_the_same_moves_end_the_same_whatever_the_ids(
        wishes in proptest::collection::vec(
            (0_usize..5, 0_usize..28, 0_usize..5, 0_usize..11, 0_usize..30), 1..60),
        ambush: bool,
        key in 2_u64..1_000_000,
    ) {
        laws::the_same_whatever_the_ids(key, |key| played(key, &wishes, ambush));
    }
}
