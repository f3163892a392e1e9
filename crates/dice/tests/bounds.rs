//! No input can hang, overflow silently or exhaust memory (C-02).

#![allow(clippy::disallowed_methods, reason = "time is what is measured here")]

use std::time::{Duration, Instant};

use dice::{ErrorKind, Expr, Source, limits};

/// Far above what the work bound allows, even unoptimised on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

fn check(notation: &str, refused: impl Fn(&ErrorKind) -> bool) {
    let expr = Expr::parse(notation).unwrap_or_else(|error| panic!("{notation}: {error}"));
    let begun = Instant::now();
    let rolled = expr.roll(&(), &mut Source::from_u64(1));
    let odds = expr.odds(&());
    let took = begun.elapsed();
    assert!(took < PATIENCE, "{notation} took {took:?}");
    if let Ok(rolled) = rolled {
        assert!(rolled.pools.iter().all(|pool| pool.dice.len() < 1_000_000), "{notation}");
    }
    match odds {
        Ok(odds) => assert!(refused(&ErrorKind::Empty), "{notation}: {} results", odds.len()),
        Err(error) => assert!(refused(&error.kind), "{notation}: {error}"),
    }
}

fn too_much(kind: &ErrorKind) -> bool {
    matches!(kind, ErrorKind::TooMuchWork { .. } | ErrorKind::TooManyOutcomes { .. })
}

/// Either an answer or a refusal will do, as long as it comes.
fn anything(_: &ErrorKind) -> bool {
    true
}

#[test]
fn c02_heavy_odds_are_answered_or_refused_in_time() {
    check("1000d1000000", too_much);
    check("1000d1000", anything);
    check("1000d1000kh500", too_much);
    check("1000d20kh500", anything);
    check("200d200kh100", anything);
    check("1000d100dh1dl1", too_much);
    check("100d100dh25dl25", anything);
    check("1000d6!x100", anything);
    check("1000d6!x100kh500", too_much);
    check("20d6!x100kh10", anything);
    check("1000d[1,1000000]", anything);
    check("1d1000000*1d1000000", too_much);
    check("1d1000000+1d1000000", too_much);
    check("300d100*300d100", anything);
    check("1d1000000ro<5ro<7ro<9ro<11", anything);
    check("2d1000000kh1", anything);
    check("999d1000cs>=500", anything);
    check("1000d1!<=1x100", anything);
    check("1000d1!<=1x100kh999", anything);
    check("500d[1..200]kh250", anything);
}

#[test]
fn c02_many_operators_in_a_row() {
    let sum = vec!["1d6"; 100].join("+");
    check(&sum, |kind| *kind == ErrorKind::Empty);
    let product = vec!["1d4"; 60].join("*");
    check(&product, anything);
    let compared = format!("({})>=({})", vec!["9d9"; 40].join("+"), vec!["9d9"; 40].join("+"));
    check(&compared, anything);
    let nested = format!("{}1d6{}", "if(1d2=1,".repeat(30), ",1d4)".repeat(30));
    check(&nested, |kind| *kind == ErrorKind::Empty);
}

#[test]
fn c02_dice_are_counted_over_the_whole_expression() {
    let expr = Expr::parse("600d6+600d6").unwrap();
    let most = limits::DICE;
    let kind = expr.roll(&(), &mut Source::from_u64(1)).unwrap_err().kind;
    assert_eq!(kind, ErrorKind::TooManyDice { most });
    assert_eq!(expr.odds(&()).unwrap_err().kind, ErrorKind::TooManyDice { most });
    let either = Expr::parse("if(1d2=1, 600d6, 600d6)").unwrap();
    assert!(either.roll(&(), &mut Source::from_u64(1)).is_ok());
    assert!(either.odds(&()).is_ok());
}

#[test]
fn c02_overflow_is_an_error_never_silent() {
    for notation in ["9^19*9^19", "1/9^19/9^19", "10^18*1d20", "0-9223372036854775807-2", "2^63"] {
        let expr = Expr::parse(notation).unwrap();
        let rolled = expr.roll(&(), &mut Source::from_u64(3)).map(|rolled| rolled.value);
        assert_eq!(rolled.unwrap_err().kind, ErrorKind::Overflow, "{notation}");
        assert_eq!(expr.odds(&()).unwrap_err().kind, ErrorKind::Overflow, "{notation}");
    }
}
