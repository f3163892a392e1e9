//! Cards against the figures of the author's bot (T-01 … T-07), and the wind-ups and negotiations
//! it gives (T-14, T-22).

use rules::timeline::{
    Amount, Attribute, Card, Derived, Opponent, SheetDerived, SheetInput, negotiation_rate, windup,
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Oracle {
    characters: Vec<Character>,
    windup: Vec<Windup>,
    negotiation: Vec<Negotiation>,
}

#[derive(Deserialize)]
struct Character {
    input: SheetInput,
    derived: SheetDerived,
}

#[derive(Deserialize)]
struct Windup {
    attribute: f64,
    impact: f64,
    windup: f64,
}

#[derive(Deserialize)]
struct Negotiation {
    rp: f64,
    bonus: f64,
    target_intelligence_percent: f64,
    level: u32,
    target_level: u32,
    success_percent: u32,
}

fn oracle() -> Oracle {
    serde_json::from_str(include_str!("timeline-oracle.json")).expect("the oracle is readable")
}

#[test]
fn t05_every_card_of_the_oracle_matches_to_the_last_digit() {
    let characters = oracle().characters;
    assert!(characters.len() >= 150);
    for (index, character) in characters.iter().enumerate() {
        let derived = character.input.derive().expect("the card sums up");
        assert_eq!(derived, character.derived, "character {index}: {:?}", character.input);
    }
}

#[test]
fn t22_every_windup_of_the_oracle_matches() {
    for one in oracle().windup {
        let found = windup(Amount::nearest(one.impact), Amount::nearest(one.attribute));
        assert_eq!(found, Amount::nearest(one.windup), "{} by {}", one.impact, one.attribute);
    }
}

#[test]
fn t14_every_negotiation_of_the_oracle_matches() {
    for one in oracle().negotiation {
        let opponent = Opponent {
            level: one.target_level,
            intelligence: Amount::nearest(one.target_intelligence_percent),
        };
        let found = negotiation_rate(
            Amount::nearest(one.rp),
            Amount::nearest(one.bonus),
            one.level,
            opponent,
        );
        assert_eq!(found, one.success_percent, "{} {} {opponent:?}", one.rp, one.bonus);
    }
}

/// A standard card: everything even, nothing to correct.
fn card() -> Card {
    let mut percentages = [0; 11].map(Amount::whole);
    for (attribute, percent) in [
        (Attribute::Constitution, 30),
        (Attribute::Dexterity, 35),
        (Attribute::Strength, 35),
        (Attribute::Willpower, 30),
        (Attribute::Education, 35),
        (Attribute::Intelligence, 35),
        (Attribute::Medicine, 20),
        (Attribute::Engineering, 20),
        (Attribute::Military, 20),
        (Attribute::Literature, 20),
        (Attribute::Arts, 20),
    ] {
        percentages[attribute.index()] = Amount::whole(percent);
    }
    Card {
        name: "韩左".to_owned(),
        age: Amount::whole(20),
        size: Amount::whole(60),
        appearance: Amount::whole(50),
        assets: Amount::whole(50),
        level: 10,
        ratio: 500,
        percentages,
        ..Card::default()
    }
}

fn derived(card: &Card, carried: i64) -> Derived {
    Derived::of(card, Amount::whole(carried), &Default::default())
}

#[test]
fn t01_a_card_has_a_name_a_level_and_an_appearance() {
    let wrong = |change: fn(&mut Card)| {
        let mut card = card();
        change(&mut card);
        card.check().expect_err("the card is wrong").rule.to_string()
    };
    assert_eq!(card().check(), Ok(()));
    assert_eq!(wrong(|card| card.name.clear()), "T-01");
    assert_eq!(wrong(|card| card.appearance = Amount::ZERO), "T-01");
    assert_eq!(wrong(|card| card.level = 0), "T-01");
    assert_eq!(wrong(|card| card.assets = Amount::whole(30_001)), "T-01");
    let mut poor = card();
    poor.assets = Amount::whole(-50);
    assert_eq!(poor.check(), Ok(()));
}

#[test]
fn t03_the_ratio_is_between_1_and_999() {
    for (ratio, fits) in [(0, false), (1, true), (999, true), (1000, false)] {
        let card = Card { ratio, ..card() };
        assert_eq!(card.check().is_ok(), fits, "{ratio}");
    }
}

#[test]
fn t04_a_card_that_does_not_sum_is_refused_with_how_far_off_each_group_is() {
    let mut card = card();
    card.percentages[Attribute::Strength.index()] = Amount::whole(40);
    card.percentages[Attribute::Arts.index()] = Amount::hundredths(1750);
    let refusal = card.check().expect_err("two groups are off");
    assert_eq!(refusal.rule.to_string(), "T-04");
    let told = serde_json::to_string(&refusal.what).expect("a message is plain data");
    assert!(told.contains("timeline-card-too-much") && told.contains("\"by\":\"5\""), "{told}");
    assert!(told.contains("timeline-card-too-little") && told.contains("\"by\":\"2.5\""), "{told}");
    assert!(!told.contains("timeline-mental"), "{told}");
}

#[test]
fn t05_the_figures_of_the_source_come_out() {
    let derived = derived(&card(), 0);
    assert_eq!(derived.cash, Amount::whole(625));
    // The source prints a bonus of 75 for literature, arts and intelligence of 20, 20 and 35 %.
    assert_eq!(derived.negotiation, Amount::whole(75));
    // 175 strength carry 175, at any level.
    assert_eq!(derived.attribute(Attribute::Strength), Amount::whole(175));
    assert_eq!(derived.capacity, Amount::whole(175));
    assert_eq!(derived.hit_points, Amount::whole(150));
    assert_eq!(derived.willpower, Amount::whole(150));
    let strong = Card { level: 20, ..card() };
    assert_eq!(self::derived(&strong, 0).capacity, Amount::whole(175));
}

#[test]
fn t05_carrying_slows_and_too_much_stops() {
    let light = derived(&card(), 0);
    let half = derived(&card(), 100);
    let full = derived(&card(), 175);
    let over = derived(&card(), 176);
    assert!(half.attribute(Attribute::Dexterity) < light.attribute(Attribute::Dexterity));
    assert_eq!(half.load, Amount::hundredths(67));
    assert!(!full.overloaded);
    assert!(over.overloaded);
    assert_eq!(over.load, Amount::hundredths(1));
}

#[test]
fn t05_the_very_old_and_the_very_young_stay_at_the_floor() {
    let aged = |age: i64| {
        let card =
            Card { adult_age: Amount::whole(18), age: Amount::hundredths(age * 100), ..card() };
        derived(&card, 0)
    };
    // A human is strongest at 27.
    assert_eq!(aged(27).physical_age, Amount::hundredths(112));
    // Past a whole turn of the cosine.
    assert_eq!(aged(27 * 600).physical_age, Amount::hundredths(1));
    assert_eq!(aged(1).physical_age, Amount::hundredths(1));
    assert_eq!(aged(1).mental_age, Amount::hundredths(1));
    assert_eq!(aged(18).mental_age, Amount::hundredths(80));
}

#[test]
fn t05_two_negative_brackets_give_a_negative_bonus() {
    // log10(49/951) + 1 is below 0, and so is ln(10/50) + 1.
    let card = Card { ratio: 49, appearance: Amount::whole(10), ..card() };
    assert!(derived(&card, 0).negotiation < Amount::ZERO);
}

#[test]
fn t05_debts_are_negative_cash() {
    let card = Card { assets: Amount::whole(-50), ..card() };
    assert_eq!(derived(&card, 0).cash, Amount::whole(-625));
}

proptest::proptest! {
    #[test]
    fn t05_no_card_within_bounds_breaks_anything(
        level in 1_u32..=1_000_000,
        ratio in 1_u32..=999,
        age in 1_i64..100_000_000,
        adult in 0_i64..100_000_000,
        size in 1_i64..100_000_000,
        standard in 0_i64..100_000_000,
        appearance in 1_i64..100_000_000,
        assets in -3_000_000_i64..=3_000_000,
        carried in 0_i64..100_000_000,
        strength in 0_i64..=10_000,
    ) {
        let mut card = Card {
            level,
            ratio,
            age: Amount::hundredths(age),
            adult_age: Amount::hundredths(adult),
            size: Amount::hundredths(size),
            standard_size: Amount::hundredths(standard),
            appearance: Amount::hundredths(appearance),
            assets: Amount::hundredths(assets),
            ..card()
        };
        card.percentages[Attribute::Strength.index()] = Amount::hundredths(strength);
        card.percentages[Attribute::Constitution.index()] = Amount::ZERO;
        card.percentages[Attribute::Dexterity.index()] = Amount::hundredths(10_000 - strength);
        proptest::prop_assert_eq!(card.check(), Ok(()));
        let derived = Derived::of(&card, Amount::hundredths(carried), &Default::default());
        proptest::prop_assert!(derived.attributes.iter().all(|one| *one >= Amount::ZERO));
        proptest::prop_assert!(derived.attributes.iter().all(|one| *one <= Amount::whole(1_000_000_000_000)));
        proptest::prop_assert_eq!(&derived, &Derived::of(&card, Amount::hundredths(carried), &Default::default()));
    }
}
