//! Every number says where it comes from (B-14).

use rules::timeline::{Attribute, Command, Opponent, Timeline};
use rules::{Calculation, Quote};

use super::table::{ANN, HOST, Table, card, declare, strike, target, whole};

/// A calculation as a line: `175 × …`.
fn line(one: &Calculation) -> String {
    let steps: Vec<String> = one
        .steps
        .iter()
        .map(|step| format!("{}{}", step.sign, step.value).trim().to_owned())
        .collect();
    format!("{} = {} [{}]", one.value, steps.join(" "), one.rule)
}

fn find(quote: &Quote, id: &str) -> String {
    let found = quote.calculations.iter().find(|one| one.id == id);
    found.map_or_else(|| "missing".to_owned(), line)
}

#[test]
fn t05_every_number_of_a_card_is_worked_out_while_it_is_written() {
    let table = Table::new();
    let command = Command::MakeCharacter {
        card: Box::new(card("甲")),
        load: whole(35),
        seat: None,
        hidden: false,
    };
    let quote = table.quote(ANN, &command);
    let check = |id: &str, expected: &str| assert_eq!(find(&quote, id), expected, "{id}");
    check("ability", "1000 = 10 ×100 [T-05]");
    check("mental", "500 = 1000 ×500/1000 [T-05]");
    check("physical", "500 = 1000 −500 [T-05]");
    check("strength", "175 = 500 ×35% ×1 [T-05]");
    check("dexterity", "168 = 500 ×35% ×0.96 [T-05]");
    check("willpower", "150 = 500 ×30% [T-05]");
    check("most-hit-points", "150 = 150 [T-05]");
    check("capacity", "175 = 175 ×10 ÷10 [T-05]");
}

#[test]
fn t11_t13_t14_a_rate_says_what_it_is_made_of() {
    let mut table = Table::new();
    let (ann, ben) = (table.make(ANN, card("甲")), table.make(ANN, card("乙")));
    table.play(HOST, target(50));
    let check = |command: Command, expected: &[&str]| {
        let quote = table.quote(ANN, &command);
        let lines: Vec<String> = quote.calculations.iter().map(line).collect();
        assert_eq!(lines, expected, "{command:?}");
    };
    let strength = Attribute::Strength;
    check(
        Command::Check { character: ann, attribute: strength, target: None },
        &["70% = 175 ÷250 [T-11]"],
    );
    check(
        Command::Cooperate { characters: vec![ann, ben], attribute: strength, target: None },
        &["140% = 175 +175 ÷250 [T-13]"],
    );
    check(
        Command::Contest { sides: vec![(ann, strength), (ben, strength)], target: None },
        &["70% = 175 ÷250 [T-11]", "70% = 175 ÷250 [T-11]"],
    );
    let opponent = Opponent { level: 10, intelligence: whole(35) };
    check(
        Command::Negotiate { character: ann, score: whole(100), opponent: Some(opponent) },
        &["50% = (100 +75) ÷35 ×10 ×1 [T-14]"],
    );
}

#[test]
fn t22_a_quote_says_when_an_act_would_land() {
    let (table, ann, ben) = Table::duel();
    let timing = table.quote(ANN, &declare(ann, strike(ben), Attribute::Strength, 70)).timing;
    let timing = timing.expect("an act has a time");
    assert_eq!((timing.start, timing.end, timing.impact, timing.power), (0, 800, 7_000, 7_000));
}

#[test]
fn t01_every_example_is_a_card_that_can_be_played() {
    let pack = rules::pack::shipped_pack("timeline").expect("it ships").pack.to_json();
    let pack: Timeline = serde_json::from_value(pack).expect("it fits");
    assert!(pack.examples.len() >= 3);
    for example in &pack.examples {
        assert_eq!(example.card(&pack.races).check(), Ok(()), "{}", example.id);
        assert!(pack.races.iter().any(|race| race.id == example.race), "{}", example.id);
    }
}
