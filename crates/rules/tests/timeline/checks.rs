//! Checks (T-10 … T-14).

use rules::timeline::{Amount, Attribute, Card, Command, Event, Opponent, Options, Target};

use crate::table::{ANN, BEN, HOST, Table, card, target, whole};

fn check(character: rules::Id, attribute: Attribute, target: Option<Target>) -> Command {
    Command::Check { character, attribute, target }
}

fn succeeds(events: &[Event]) -> bool {
    match events {
        [Event::Checked { attempt, .. }, ..] | [Event::Negotiated { attempt, .. }, ..] => {
            attempt.succeeds()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn t10_the_target_is_level_times_difficulty_set_or_rolled() {
    let mut table = Table::new();
    let check = |table: &mut Table, target, expected: i64| {
        table.play(ANN, &Command::SetTarget { target });
        assert_eq!(table.state().target, Some(whole(expected)), "{target:?}");
    };
    check(&mut table, Target::Value(whole(120)), 120);
    check(&mut table, Target::Difficulty { level: 15, difficulty: 17 }, 255);
    table.dice.totals = [13].into();
    check(&mut table, Target::Random { level: 10 }, 130);
    let none = Command::SetTarget { target: Target::Value(Amount::ZERO) };
    assert_eq!(table.refused(ANN, &none), "T-10");
    let options = Options { host_sets_target: true, ..Options::default() };
    table.play(HOST, &Command::SetOptions { options });
    assert_eq!(table.refused(ANN, target(100)), "B-01");
    table.play(HOST, target(100));
}

#[test]
fn t10_a_check_may_be_against_the_tables_target_or_its_own() {
    let mut table = Table::new();
    let ann = table.make(ANN, card("安"));
    assert_eq!(table.refused(ANN, check(ann, Attribute::Strength, None)), "T-10");
    table.play(HOST, target(70));
    // 175 / (5 × 70) is a half; a free check is against its own target.
    table.dice.totals = [50, 51, 51].into();
    let fixed = check(ann, Attribute::Strength, None);
    assert!(succeeds(&table.play(ANN, &fixed)));
    assert!(!succeeds(&table.play(ANN, &fixed)));
    let free = check(ann, Attribute::Strength, Some(Target::Value(whole(35))));
    assert!(succeeds(&table.play(ANN, &free)));
    assert_eq!(table.state().target, Some(whole(70)));
}

#[test]
fn t11_a_roll_at_the_rate_succeeds_and_the_quote_is_exact() {
    let mut table = Table::new();
    let ann = table.make(ANN, card("安"));
    table.play(HOST, target(100));
    let command = check(ann, Attribute::Strength, None);
    let chances = table.quote(ANN, &command).chances.expect("a check has chances");
    assert_eq!(chances.denominator, "100");
    assert_eq!(chances.outcomes[1].weight, "35");
    assert_eq!(chances.outcomes[1].basis_points, 3_500);
    table.dice.totals = [35, 36].into();
    assert!(succeeds(&table.play(ANN, &command)));
    assert!(!succeeds(&table.play(ANN, &command)));
    assert_eq!(table.refused(BEN, &command), "B-01");
}

#[test]
fn t11_without_dice_the_rate_is_shown_and_the_host_rules() {
    let mut table = Table::new();
    let ann = table.make(ANN, card("安"));
    let options = Options { dice: false, ..Options::default() };
    table.play(HOST, &Command::SetOptions { options });
    table.play(HOST, target(100));
    let events = table.play(ANN, check(ann, Attribute::Strength, None));
    assert!(matches!(events[..], [Event::CheckShown { rate: 35, .. }]), "{events:?}");
}

fn winners(events: &[Event]) -> Vec<rules::Id> {
    match events {
        [Event::Contested { winners, .. }] => winners.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn t12_the_smaller_ratio_of_roll_and_rate_wins() {
    let mut table = Table::new();
    let (ann, ben) =
        (table.make(ANN, card("安")), table.make(BEN, Card { level: 16, ..card("本") }));
    table.play(HOST, target(70));
    let contest = Command::Contest {
        sides: vec![(ann, Attribute::Strength), (ben, Attribute::Strength)],
        target: None,
    };
    // The source's example: 25 of 50 against 35 of 80.
    table.dice.totals = [25, 35].into();
    assert_eq!(winners(&table.play(ANN, &contest)), [ben]);
    // 50/50 and 80/80 are the same: a tie.
    table.dice.totals = [50, 80].into();
    assert_eq!(winners(&table.play(ANN, &contest)), [ann, ben]);
    let chances = table.quote(ANN, &contest).chances.expect("two sides have chances");
    assert_eq!(chances.denominator, "10000");
    let whole: u32 = chances.outcomes.iter().map(|one| one.basis_points).sum();
    assert_eq!(whole, 10_000);
}

#[test]
fn t12_rate_zero_loses_to_any_other() {
    let mut table = Table::new();
    let mut weak = card("安");
    weak.percentages[Attribute::Strength.index()] = Amount::ZERO;
    weak.percentages[Attribute::Dexterity.index()] = whole(70);
    let (ann, ben) = (table.make(ANN, weak), table.make(BEN, card("本")));
    table.play(HOST, target(100));
    let contest = Command::Contest {
        sides: vec![(ann, Attribute::Strength), (ben, Attribute::Strength)],
        target: None,
    };
    table.dice.totals = [1, 100].into();
    assert_eq!(winners(&table.play(ANN, &contest)), [ben]);
}

#[test]
fn t13_cooperating_sums_the_attributes_for_one_roll() {
    let mut table = Table::new();
    let (ann, ben) = (table.make(ANN, card("安")), table.make(BEN, card("本")));
    table.play(HOST, target(100));
    let together = Command::Cooperate {
        characters: vec![ann, ben],
        attribute: Attribute::Strength,
        target: None,
    };
    table.dice.totals = [70, 71].into();
    assert!(succeeds(&table.play(ANN, &together)));
    assert!(!succeeds(&table.play(ANN, &together)));
    let twice = Command::Cooperate {
        characters: vec![ann, ann],
        attribute: Attribute::Strength,
        target: None,
    };
    assert_eq!(table.refused(ANN, &twice), "T-13");
}

#[test]
fn t14_negotiation_uses_the_score_the_bonus_and_both_levels() {
    let mut table = Table::new();
    let ann = table.make(ANN, card("安"));
    let negotiate =
        |score| Command::Negotiate { character: ann, score: whole(score), opponent: None };
    assert_eq!(table.refused(ANN, negotiate(0)), "T-14");
    let opponent = |level, intelligence| Command::SetOpponent {
        opponent: Opponent { level, intelligence: whole(intelligence) },
    };
    assert_eq!(table.refused(ANN, opponent(0, 35)), "T-14");
    assert_eq!(table.refused(ANN, opponent(10, 0)), "T-14");
    table.play(ANN, opponent(10, 35));
    // The source's two cards: 21 % with no score, 50 % with 100.
    table.dice.totals = [21, 22, 50, 51].into();
    for (score, outcome) in [(0, true), (0, false), (100, true), (100, false)] {
        assert_eq!(succeeds(&table.play(ANN, negotiate(score))), outcome, "{score}");
    }
}

#[test]
fn t14_buffs_do_not_touch_negotiation() {
    let mut table = Table::new();
    let ann = table.make(ANN, card("安"));
    let before = table.state().character(ann).expect("ann").derived.negotiation;
    let buff = rules::timeline::BuffDraft {
        source: "美酒".to_owned(),
        range: rules::timeline::Range::All,
        value: rules::timeline::Worth::Percent(whole(100)),
        kind: rules::timeline::BuffKind::FinalMultiply,
    };
    table.play(ANN, &Command::AddBuff { character: ann, buff });
    let character = table.state().character(ann).expect("ann");
    assert_eq!(character.derived.negotiation, before);
    assert_eq!(character.attribute(Attribute::Arts), whole(200));
}

#[test]
fn t40_buffed_values_show_their_calculation() {
    let mut table = Table::new();
    let ann = table.make(ANN, card("安"));
    let buff = rules::timeline::BuffDraft {
        source: "兴奋剂".to_owned(),
        range: rules::timeline::Range::Physical,
        value: rules::timeline::Worth::Percent(whole(20)),
        kind: rules::timeline::BuffKind::DirectMultiply,
    };
    table.play(ANN, &Command::AddBuff { character: ann, buff });
    let view = table.view(rules::Viewer::Spectator);
    let Some(rules::timeline::Part::Character(part)) = view.get(&format!("character/{ann}")) else {
        panic!("no character in {view:?}");
    };
    let strength = &part.attributes[Attribute::Strength.index()];
    assert_eq!(strength.value, whole(210));
    assert!(strength.calculation.as_deref().is_some_and(|text| text.contains("175")));
    assert_eq!(part.attributes[Attribute::Arts.index()].calculation, None);
}
