//! What exact odds cost: counted, not timed (C-02).

use proptest::prelude::*;

use super::cost::Budget;
use super::flat::TALLY;
use super::plan::CAUTIOUS;
use super::{counted, plan};
use crate::{Error, ErrorKind, Expr, Odds, limits};

/// What one question cost.
#[derive(Debug)]
struct Cost {
    /// Charged for, in additions of words.
    charged: u64,
    /// Words that were really worked on, those inside the number library left out.
    worked: u64,
    /// Words of the largest distribution.
    held: u64,
}

/// Asks for the odds and for every statistic of them.
fn ask(notation: &str) -> Option<(Result<Odds, Error>, Cost)> {
    let expr = Expr::parse(notation).ok()?;
    let mut budget = Budget::new(0);
    TALLY.with(|tally| tally.set(0));
    let odds = counted(&expr, &(), limits::WORK, &mut budget);
    if let Ok(odds) = &odds {
        let _ = (odds.mean(), odds.deviation(), odds.median());
        let _ = (odds.bands(&[odds.lowest()]), odds.parts_within(odds.lowest().., 100));
    }
    let worked = TALLY.with(std::cell::Cell::get);
    Some((odds, Cost { charged: budget.spent(), worked, held: budget.held() }))
}

fn is_too_much(error: &Error) -> bool {
    matches!(error.kind, ErrorKind::TooMuchWork { .. } | ErrorKind::TooManyOutcomes { .. })
}

/// Everything done was paid for before, and nothing larger than allowed was ever held.
fn check(notation: &str) {
    let Some((odds, cost)) = ask(notation) else { return };
    assert!(cost.charged <= limits::WORK, "{notation}: {cost:?}");
    assert!(cost.held <= limits::WORDS, "{notation}: {cost:?}");
    assert!(cost.worked <= cost.charged + 1_000, "{notation}: {cost:?}");
    if odds.as_ref().is_err_and(is_too_much) {
        let most = limits::WORK / CAUTIOUS;
        assert!(cost.charged <= most, "refused too late: {notation}: {cost:?}");
    }
}

#[test]
fn c02_what_is_certainly_too_much_is_refused_before_anything_is_computed() {
    for notation in [
        "1d1000/1d1000",
        "1d1000*1d1000",
        "max(500d100,500d100)",
        "min(490d100,1d6+490d100)",
        "300d100*300d100",
        "1000d1000000",
        "1d1000000+1d1000000",
        "1000d20kh500",
        "2d1000000kh1",
        "1000d1000dh5dl5",
        "100d6!x10",
        "1000d6!x100kh500",
        "1d1000000ro<5ro<7ro<9ro<11",
        "-(1d1000/1d1000)",
        "floor(1d1000/1d1000)",
        "if(1d1000/1d1000, 1, 2)",
    ] {
        let (odds, cost) = ask(notation).unwrap();
        assert!(odds.is_err_and(|error| is_too_much(&error)), "{notation} is refused");
        assert_eq!((cost.charged, cost.held, cost.worked), (0, 0, 0), "{notation}");
    }
}

#[test]
fn c02_every_statistic_is_paid_for() {
    // Few results, but each over another denominator: a mean of fractions without end.
    for notation in [
        "1d1000/1d1000",
        "1d350/1d350",
        "1d100/1d100+1d100/1d100",
        "1d60/1d59/1d61/1d53",
        "(1d97/1d89)+(1d83/1d79)",
        "1/(1d1000*1009+1d7)",
        "1/(1d9000*9000+1)",
        "1/(30d1000+1d7/1d11)",
    ] {
        check(notation);
    }
    let (odds, cost) = ask("1/(1d9000*9000+1)").unwrap();
    let late = odds.unwrap_err();
    assert!(is_too_much(&late), "the common denominator has a hundred thousand bits: {late:?}");
    assert!(cost.charged <= limits::WORK, "{cost:?}");
}

#[test]
fn c02_what_people_roll_is_answered() {
    for notation in [
        "2d6",
        "4dF+3",
        "1d8+20d4kh1",
        "10d10!cs>=7",
        "20d10!cs>=7",
        "10d6!",
        "20d6!",
        "4d6!kh3",
        "6d6!kh3",
        "50d6!x10",
        "1000d6",
        "1000d20",
        "500d100",
        "100d100kh50",
        "20d20dh5dl5",
        "1d1000000",
        "1d100/1d100",
        "1d20*1d20*1d20",
        "max(10d10,10d10,10d10)",
        "(100d100)>=(100d100)",
        "(500d100)>=(500d100)",
        "if(1d20=20, 4d6, 2d6)",
        "1d1000%1d10",
    ] {
        let (odds, cost) = ask(notation).unwrap();
        assert!(odds.is_ok(), "{notation}: {cost:?}");
    }
}

/// Expressions that grow: large dice, every operator, every step.
fn hostile() -> impl Strategy<Value = String> {
    let count = prop::sample::select(vec![1, 2, 3, 7, 20, 60, 100, 200, 500, 1000]);
    let sides = prop::sample::select(vec![
        "1",
        "2",
        "6",
        "20",
        "100",
        "333",
        "1000",
        "9999",
        "1000000",
        "F",
        "[1,1000000]",
        "[-5,0,7,7]",
        "[1..200]",
    ]);
    let step = prop::sample::select(vec![
        "", "", "", "", "kh1", "kl2", "kh9", "kh50", "dh1dl1", "dl3", "!", "!x100", "!>=2x7",
        "!kh3", "r1", "ro<=2", "r1ro2kh2", "cs>=2", "!cs>=2", "!kh2cs=1",
    ]);
    let pool =
        (count, sides, step).prop_map(|(count, sides, step)| format!("{count}d{sides}{step}"));
    let number = prop::sample::select(vec!["1", "7", "0.5", "1000", "97", "3.25", "9999999", "0"]);
    let leaf = prop_oneof![4 => pool, 1 => number.prop_map(str::to_owned)];
    leaf.prop_recursive(5, 24, 4, |inner| {
        let op = prop::sample::select(vec![
            "+", "-", "*", "/", "%", "^", "<", ">=", "=", "!=",
        ]);
        let one = prop::sample::select(vec!["floor", "ceil", "round", "abs", "-"]);
        let many = prop::sample::select(vec!["min", "max", "if"]);
        prop_oneof![
            5 => (inner.clone(), op, inner.clone()).prop_map(|(a, op, b)| format!("({a}){op}({b})")),
            1 => (one, inner.clone()).prop_map(|(of, a)| format!("{of}({a})")),
            2 => (many, inner.clone(), inner.clone(), inner)
                .prop_map(|(of, a, b, c)| format!("{of}({a},{b},{c})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn c02_any_hostile_expression_is_paid_for_before_it_is_computed(notation in hostile()) {
        check(&notation);
    }

    /// The plan and the work agree: what is planned within the bounds is never refused later.
    #[test]
    fn c02_what_is_planned_within_the_bounds_is_answered(notation in hostile()) {
        let Ok(expr) = Expr::parse(&notation) else { return Ok(()) };
        let planned = plan::plan(&expr, &(), limits::WORK);
        if planned.is_ok_and(|work| work == limits::WORK)
            && let Some((odds, cost)) = ask(&notation)
        {
            let refused = odds.as_ref().is_err_and(is_too_much);
            // Denominators are only known once the values are.
            prop_assert!(!refused || notation.contains('/') || notation.contains('.')
                || notation.contains('^'), "{notation}: {cost:?}");
        }
    }
}
