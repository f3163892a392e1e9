//! Distributions published by other exact dice libraries, in our notation, as fractions.

use std::collections::BTreeMap;

use dice::{Expr, Fraction, Value};
use num_bigint::{BigInt, BigUint};

#[derive(serde::Deserialize)]
struct Oracle {
    expression: String,
    denominator: String,
    pmf: BTreeMap<String, String>,
    mean: [String; 2],
}

/// What the oracles write differently.
fn ours(expression: &str) -> &str {
    match expression {
        "P(d100/50 < d100/80) [1=true]" => "1d100/50 < 1d100/80",
        "1d6 explode on 6, at most 10 extra rolls" => "1d6!x10",
        "count successes: 10d10>=7" => "10d10cs>=7",
        same => same,
    }
}

fn big(text: &str) -> BigInt {
    text.parse().unwrap()
}

#[test]
fn every_oracle_equals_ours_as_fractions() {
    let oracles: Vec<Oracle> = serde_json::from_str(include_str!("oracles/dice.json")).unwrap();
    assert_eq!(oracles.len(), 30);
    for oracle in oracles {
        let odds = Expr::parse(ours(&oracle.expression)).unwrap().odds(&()).unwrap();
        let whole = big(&oracle.denominator);
        assert_eq!(odds.len(), oracle.pmf.len(), "{}", oracle.expression);
        for (value, weight) in &oracle.pmf {
            let value: Value = value.parse().unwrap();
            let expected = Fraction::new(big(weight), whole.clone());
            assert_eq!(odds.chance(value), expected, "{} = {value}", oracle.expression);
        }
        let mean = Fraction::new(big(&oracle.mean[0]), big(&oracle.mean[1]));
        assert_eq!(odds.mean(), mean, "{}", oracle.expression);
        let sum: BigUint = odds.iter().map(|(_, weight)| weight).sum();
        assert_eq!(&sum, odds.denominator(), "{}", oracle.expression);
    }
}

#[test]
fn a_hundred_dice_keep_fifty_in_time() {
    let odds = Expr::parse("100d100kh50").unwrap().odds(&()).unwrap();
    assert_eq!(odds.denominator(), &BigUint::from(100u8).pow(100));
    assert_eq!(odds.iter().map(|(_, weight)| weight).sum::<BigUint>(), *odds.denominator());
    assert_eq!((odds.lowest(), odds.highest()), (Value::from(50), Value::from(5000)));
}
