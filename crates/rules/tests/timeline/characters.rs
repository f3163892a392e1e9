//! Characters and what play does to them (T-01 … T-09, T-15).

use rules::Viewer;
use rules::timeline::{
    Amount, Attribute, Boon, BuffDraft, BuffKind, Card, Claim, Command, Event, Occasion, Options,
    Range, Resource, TraitDraft, Trigger, Worth,
};

use crate::table::{ANN, BEN, EVE, HOST, Table, card, change, declare, make, strike, whole};

#[test]
fn t01_a_player_writes_their_own_character_and_nobody_elses() {
    let mut table = Table::new();
    let ann = table.make(ANN, card("安"));
    assert_eq!(table.state().character(ann).map(|one| one.seat), Some(Some(ANN.id)));
    let revise = Command::ReviseCard { character: ann, card: Box::new(card("安安")) };
    assert_eq!(table.refused(BEN, &revise), "B-01");
    assert_eq!(table.refused(EVE, &revise), "B-01");
    table.play(ANN, &revise);
    let higher =
        Command::ReviseCard { character: ann, card: Box::new(Card { level: 11, ..card("安") }) };
    table.play(ANN, &higher);
    let claim = Claim::Level { character: ann };
    assert!(table.state().claims.contains(&claim), "used at once, and marked");
    assert_eq!(table.refused(ANN, &Command::Agree { claim: claim.clone() }), "B-01");
    table.play(HOST, &Command::Agree { claim: claim.clone() });
    assert_eq!(table.state().claims, []);
    assert_eq!(table.refused(HOST, &Command::Agree { claim }), "T-01");
    let options = Options { host_sets_levels: true, ..Options::default() };
    table.play(HOST, &Command::SetOptions { options });
    let twelve = Command::SetLevel { character: ann, level: 12 };
    assert_eq!(table.refused(ANN, &twelve), "T-01", "where the table says that only the host may");
    table.play(ANN, &Command::DropCharacter { character: ann });
    assert!(table.state().characters.is_empty() && table.state().order.is_empty());
}

#[test]
fn t02_ten_dice_are_split_and_each_sum_counts_five_times() {
    let mut table = Table::new();
    let ann = table.make(ANN, card("安"));
    let roll = |size, appearance, assets| Command::RollBasics {
        character: Some(ann),
        size,
        appearance,
        assets,
    };
    assert_eq!(table.refused(ANN, roll(5, 4, 2)), "T-02");
    assert_eq!(table.refused(ANN, roll(u32::MAX, 4, 2)), "T-02");
    table.dice.totals = [15, 24, 2].into();
    table.play(ANN, roll(5, 4, 1));
    let character = table.state().character(ann).expect("ann");
    assert_eq!(character.card.size, whole(75));
    assert_eq!(character.card.appearance, whole(120));
    assert_eq!(character.card.assets, whole(10));
}

#[test]
fn t06_everything_follows_the_level_and_what_is_left_stays_as_it_is() {
    let mut table = Table::new();
    let ann = table.make(ANN, card("安"));
    let level = |level| Command::SetLevel { character: ann, level };
    table.play(HOST, level(20));
    let character = table.state().character(ann).expect("ann");
    assert_eq!(character.most(Resource::HitPoints), whole(300));
    assert_eq!(character.left(Resource::HitPoints), whole(150));
    assert_eq!(character.attribute(Attribute::Strength), whole(350));
    assert_eq!(character.cash, whole(625));
    table.play(HOST, level(5));
    let character = table.state().character(ann).expect("ann");
    assert_eq!(character.most(Resource::HitPoints), whole(75));
    assert_eq!(character.left(Resource::HitPoints), whole(150));
    assert_eq!(character.left(Resource::Willpower), whole(150));
    assert_eq!(character.cash, whole(625));
}

#[test]
fn t05_the_ledger_keeps_the_cash_current() {
    let mut table = Table::new();
    let ann = table.make(ANN, card("安"));
    let spend = Command::ChangeCash {
        character: ann,
        amount: Amount::hundredths(-12_550),
        purpose: "绳子".to_owned(),
        time: "傍晚".to_owned(),
        place: "集市".to_owned(),
    };
    table.play(ANN, &spend);
    let character = table.state().character(ann).expect("ann");
    assert_eq!(character.cash, Amount::hundredths(49_950));
    assert_eq!(character.ledger[0].place, "集市");
}

#[test]
fn t07_belongings_weigh_and_too_much_keeps_from_acting() {
    let (mut table, ann, ben) = Table::duel();
    let carry = |load| Command::AddBelonging {
        character: ann,
        place: "背包".to_owned(),
        text: "铁块".to_owned(),
        load: whole(load),
    };
    let before = table.state().character(ann).expect("ann").attribute(Attribute::Dexterity);
    table.play(ANN, carry(100));
    let after = table.state().character(ann).expect("ann").attribute(Attribute::Dexterity);
    assert!(after < before);
    table.play(ANN, carry(100));
    let act = declare(ann, strike(ben), Attribute::Strength, 10);
    assert_eq!(table.refused(ANN, &act), "T-05");
    let thing = table.state().character(ann).expect("ann").belongings[0].id;
    table.play(ANN, &Command::Remove { character: ann, thing });
    table.play(ANN, &act);
}

fn armour() -> TraitDraft {
    TraitDraft {
        name: "动力装甲".to_owned(),
        percentages: vec![(Attribute::Strength, whole(35))],
        buffs: vec![BuffDraft {
            source: "动力装甲".to_owned(),
            range: Range::One(Attribute::Dexterity),
            value: Worth::Percent(whole(-20)),
            kind: BuffKind::DirectMultiply,
        }],
        hit_points: whole(40),
        ..TraitDraft::default()
    }
}

#[test]
fn t08_a_trait_changes_percentages_buffs_and_the_most_hit_points() {
    let mut table = Table::new();
    let ann = table.make(ANN, card("安"));
    table.play(ANN, &Command::AddTrait { character: ann, draft: Box::new(armour()) });
    let character = table.state().character(ann).expect("ann");
    assert_eq!(character.attribute(Attribute::Strength), whole(350));
    assert_eq!(character.attribute(Attribute::Dexterity), whole(140));
    assert_eq!(character.most(Resource::HitPoints), whole(190));
    assert_eq!(character.left(Resource::HitPoints), whole(150));
    // The card's own sums are checked without traits.
    assert_eq!(character.card.check(), Ok(()));
    let thing = character.traits[0].id;
    table.play(ANN, &Command::Restore { character: ann });
    assert_eq!(table.hit_points(ann), "190");
    table.play(ANN, &Command::Remove { character: ann, thing });
    assert_eq!(table.hit_points(ann), "190", "its most is 150 again, what is left stays (T-06)");
}

#[test]
fn t08_triggers_fire_on_kill_on_hurt_and_on_victory() {
    let (mut table, ann, ben) = Table::duel();
    let trigger = |when, then| TraitDraft {
        name: "天性".to_owned(),
        triggers: vec![Trigger { when, then }],
        ..TraitDraft::default()
    };
    for draft in [
        trigger(Occasion::Kill, Boon::Restore),
        trigger(Occasion::Hurt, Boon::Willpower(whole(7))),
        trigger(Occasion::Victory, Boon::Level(1)),
    ] {
        table.play(ANN, &Command::AddTrait { character: ann, draft: Box::new(draft) });
    }
    for resource in Resource::ALL {
        let by = whole(-100);
        let hurt = Command::ChangeResource { character: ann, resource, by, damage_type: None };
        table.play(ANN, &hurt);
    }
    table.play(BEN, declare(ben, strike(ann), Attribute::Strength, 10));
    table.play(ANN, declare(ann, strike(ben), Attribute::Strength, 150));
    table.flow();
    assert_eq!((table.hit_points(ann), table.willpower(ann)), ("40".to_owned(), "57".to_owned()));
    table.hold(ben);
    table.flow();
    assert!(table.state().character(ben).expect("ben").dead);
    assert_eq!(table.hit_points(ann), "150");
    table.play(HOST, &Command::EndFight);
    assert_eq!(table.state().character(ann).expect("ann").card.level, 11);
}

#[test]
fn t09_the_host_decides_what_the_table_allows() {
    let mut table = Table::new();
    let ann = table.make(ANN, card("安"));
    let options = Options { traits: false, weapons: false, ..Options::default() };
    let set = Command::SetOptions { options };
    assert_eq!(table.refused(ANN, &set), "B-01");
    table.play(HOST, &set);
    let given = Command::AddTrait { character: ann, draft: Box::new(armour()) };
    assert_eq!(table.refused(ANN, &given), "T-09");
}

#[test]
fn t09_declaring_opens_the_timeline() {
    let mut table = Table::new();
    let ann = table.make(ANN, card("安"));
    let act = declare(ann, rules::timeline::Deed::Narrate, Attribute::Education, 10);
    table.play(ANN, &act);
    assert!(table.acts(ann));
}

#[test]
fn t15_a_night_restores_a_fifth_of_the_willpower() {
    let mut table = Table::new();
    let ann = table.make(ANN, card("安"));
    table.play(ANN, change(ann, Resource::Willpower, -100));
    table.play(ANN, &Command::Rest { character: ann });
    assert_eq!(table.willpower(ann), "80");
    let options = Options { night_rest: false, medicine: false, ..Options::default() };
    table.play(HOST, &Command::SetOptions { options });
    assert_eq!(table.refused(ANN, &Command::Rest { character: ann }), "T-15");
}

#[test]
fn t15_medicine_restores_the_amount_it_is_checked_against() {
    let mut table = Table::new();
    let (ann, ben) = (table.make(ANN, card("安")), table.make(BEN, card("本")));
    let hurt = |by| change(ben, Resource::HitPoints, by);
    table.play(BEN, hurt(-80));
    let treat = Command::Treat {
        character: ann,
        patient: ben,
        resource: Resource::HitPoints,
        amount: whole(40),
    };
    // Medicine 100 against 40: 50 %.
    table.dice.totals = [51, 50].into();
    table.play(ANN, &treat);
    assert_eq!(table.hit_points(ben), "70");
    table.play(ANN, &treat);
    assert_eq!(table.hit_points(ben), "110");
}

#[test]
fn t15_hit_points_refill_after_a_fight_where_the_table_says_so() {
    for (refill, after) in [(false, "100"), (true, "150")] {
        let (mut table, ann, ben) = Table::duel();
        let options = Options { refill_after_fight: refill, ..Options::default() };
        table.play(HOST, &Command::SetOptions { options });
        table.play(ANN, declare(ann, strike(ben), Attribute::Strength, 50));
        table.hold(ben);
        table.flow();
        table.play(HOST, &Command::EndFight);
        assert_eq!(table.hit_points(ben), after);
    }
}

#[test]
fn b30_a_hidden_character_leaves_no_trace_for_others() {
    let mut table = Table::new();
    let make = make(card("影"), true);
    assert_eq!(table.refused(ANN, &make), "B-01");
    let before = table.view(Viewer::Player(ANN.id));
    let events = table.play(HOST, &make);
    assert_eq!(before, table.view(Viewer::Player(ANN.id)));
    assert_eq!(table.tell(&events[0], Viewer::Spectator), None);
    let Event::CharacterMade { character, .. } = events[0] else { panic!("{events:?}") };
    let look = Command::DropCharacter { character };
    assert_eq!(table.refused(ANN, &look), "T-01");
}

#[test]
fn t01_a_player_has_so_many_characters_and_no_more() {
    let mut table = Table::new();
    for _ in 0..rules::MOST_CHARACTERS_OF_A_SEAT {
        table.make(ANN, card("安"));
    }
    let make = make(card("安"), false);
    let refusal = table.decide(ANN, &make);
    let refusal = refusal.expect_err("one too many");
    assert_eq!(refusal.what.id, "timeline-too-many-characters");
    table.play(BEN, &make);
    table.play(HOST, &make);
    let first = table.state().order[0];
    table.play(ANN, &Command::DropCharacter { character: first });
    table.play(ANN, &make);
}

/// What each character is called, oldest first.
fn names(table: &Table) -> Vec<String> {
    let state = table.state();
    let named = state.order.iter().filter_map(|id| state.character(*id));
    named.map(|one| one.card.name.clone()).collect()
}

#[test]
fn c06_a_second_character_of_one_name_is_told_apart_from_the_start() {
    let mut table = Table::new();
    let wolf = table.make(HOST, card("狼"));
    let second = table.make(HOST, card("狼"));
    table.make(ANN, card("狼"));
    assert_eq!(names(&table), ["狼", "狼 2", "狼 3"]);
    // A card sent again keeps the number, and so does one that is mended.
    let card_again = Box::new(Card { age: whole(30), ..card("狼") });
    let replace =
        Command::ReplaceCard { character: second, card: card_again.clone(), load: Amount::ZERO };
    table.play(HOST, &replace);
    table.play(HOST, &Command::ReviseCard { character: wolf, card: card_again });
    assert_eq!(names(&table), ["狼", "狼 2", "狼 3"]);
    table.play(HOST, &Command::ReviseCard { character: wolf, card: Box::new(card("狼 2")) });
    assert_eq!(names(&table), ["狼 2 2", "狼 2", "狼 3"]);
}

#[test]
fn b30_no_number_tells_of_a_hidden_character_of_the_same_name() {
    let mut table = Table::new();
    let hidden = table.make_hidden(card("狼"));
    table.play(ANN, make(card("狼"), false));
    assert_eq!(names(&table), ["狼 2", "狼"], "the hidden one gets the number");
    table.make_hidden(card("狼"));
    assert_eq!(names(&table), ["狼 2", "狼", "狼 3"]);
    table.play(HOST, &Command::Show { character: hidden, to: rules::Audience::All });
    assert_eq!(names(&table), ["狼 2", "狼", "狼 3"]);
}

#[test]
fn t31_neither_rest_nor_medicine_brings_the_dead_back() {
    let mut table = Table::new();
    let (ann, ben) = (table.make(ANN, card("安")), table.make(BEN, card("本")));
    table.play(ANN, change(ann, Resource::Willpower, -100_000));
    assert!(table.state().character(ann).is_some_and(|one| one.dead));
    assert_eq!(table.refused(ANN, &Command::Rest { character: ann }), "T-31");
    let treat = Command::Treat {
        character: ben,
        patient: ann,
        resource: Resource::Willpower,
        amount: whole(10),
    };
    assert_eq!(table.refused(BEN, &treat), "T-31");
    // The host's word does.
    table.play(HOST, change(ann, Resource::Willpower, 10));
    assert!(table.state().character(ann).is_some_and(|one| !one.dead));
}

#[test]
fn t01_a_card_sent_again_does_not_raise_a_level_that_is_the_hosts() {
    let mut table = Table::new();
    let ann = table.make(ANN, card("安"));
    let options = Options { host_sets_levels: true, ..Options::default() };
    table.play(HOST, &Command::SetOptions { options });
    let card = Box::new(Card { level: 50, ..card("安") });
    let replace = Command::ReplaceCard { character: ann, card, load: Amount::ZERO };
    assert_eq!(table.refused(ANN, &replace), "T-01");
}
