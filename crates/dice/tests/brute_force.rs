//! Exact odds against an independent enumeration: every possible sequence of draws is fed to the
//! roller, and the results are counted.

use std::collections::BTreeMap;

use dice::{Draw, ErrorKind, Expr, Fraction, Value};
use num_bigint::BigInt;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// A source that replays a script and remembers how many choices each draw had.
#[derive(Default)]
struct Scripted {
    script: Vec<u32>,
    choices: Vec<u32>,
}

impl Draw for Scripted {
    fn below(&mut self, n: u32) -> u32 {
        let at = self.choices.len();
        self.choices.push(n);
        if at == self.script.len() {
            self.script.push(0);
        }
        self.script[at]
    }
}

impl Scripted {
    /// The next sequence of draws, like an odometer; `false` after the last.
    fn advance(&mut self) -> bool {
        self.script.truncate(self.choices.len());
        while let Some(last) = self.script.pop() {
            let choices = self.choices[self.script.len()];
            self.choices.truncate(self.script.len());
            if last + 1 < choices {
                self.script.push(last + 1);
                self.choices.clear();
                return true;
            }
        }
        false
    }
}

/// Counts every result, or says which kind of failure can happen; `None` if there are too many.
fn enumerated(expr: &Expr, most: usize) -> Option<Result<BTreeMap<Value, Fraction>, ErrorKind>> {
    let mut source = Scripted::default();
    let mut counted: BTreeMap<(Value, BigInt), u64> = BTreeMap::new();
    for _ in 0..most {
        match expr.roll(&(), &mut source) {
            Ok(rolled) => {
                let product = source.choices.iter().map(|n| BigInt::from(*n)).product();
                *counted.entry((rolled.value, product)).or_default() += 1;
            }
            Err(error) => return Some(Err(error.kind)),
        }
        if !source.advance() {
            let mut odds = BTreeMap::new();
            for ((value, product), count) in counted {
                *odds.entry(value).or_insert_with(|| Fraction::from(BigInt::ZERO)) +=
                    Fraction::new(count.into(), product);
            }
            return Some(Ok(odds));
        }
    }
    None
}

/// Whether the case was small enough to be checked.
fn check(notation: &str, most: usize) -> bool {
    let expr = Expr::parse(notation).unwrap_or_else(|error| panic!("{notation}: {error:?}"));
    let Some(expected) = enumerated(&expr, most) else { return false };
    match (expr.odds(&()), expected) {
        (Ok(odds), Ok(expected)) => {
            let ours: BTreeMap<Value, Fraction> =
                odds.iter().map(|(value, _)| (value, odds.chance(value))).collect();
            assert_eq!(ours, expected, "{notation}");
            let sum: num_bigint::BigUint = odds.iter().map(|(_, weight)| weight).sum();
            assert_eq!(&sum, odds.denominator(), "{notation}");
        }
        (Err(error), Err(_)) => {
            // Which of several possible failures comes first is not part of the contract.
            let failed = [ErrorKind::DivisionByZero, ErrorKind::Overflow];
            let exponent = matches!(error.kind, ErrorKind::BadExponent { .. });
            assert!(failed.contains(&error.kind) || exponent, "{notation}: {error}");
        }
        (ours, expected) => panic!("{notation}: {ours:?} instead of {expected:?}"),
    }
    true
}

#[test]
fn chosen_expressions() {
    for notation in [
        "2d6+3",
        "4d6kh3",
        "4d6kl3",
        "4d6dh1dl1",
        "5d4dl2kl2",
        "3d6kh5",
        "2d4dh2",
        "4dFkh2",
        "4dFdl1",
        "3d[1,1,2,5]kh2",
        "3d[-3,0,0,7]kl1",
        "d20adv",
        "d8r1dis",
        "2d6r<=2",
        "2d6ro<=2",
        "2d6ro6ro1",
        "2d6r<3r>=3",
        "3d4!x2",
        "2d6!>=5x2",
        "2d4!x3kh1",
        "3d4!x1dl1",
        "2d4!x2kl2cs>=3",
        "3d4r1!x1",
        "2d[-1,2]!x3",
        "2d[-1,2]!==-1x2",
        "3d[-2,-1]!x2",
        "1d4!<=4x3",
        "2d4!<=4x2kh3",
        "1d4!>4",
        "4d6cs>=5",
        "4d6kh2cs<=2",
        "4d6kl3cs=3",
        "5d4dh1dl1cs>=2",
        "1d6/1d4",
        "1d6%4-1d4",
        "2^1d4",
        "1d4^-1",
        "-1d6",
        "min(2d4,1d8,5)",
        "max(1d6,2d4)-abs(1d4-2)",
        "floor(1d6/2)+ceil(1d4/3)",
        "round(2d6/4)",
        "round(-1d6/4)",
        "if(1d6>3,2d4,1d6)",
        "if(1d4-1,1d4!x2,10)",
        "(2d4)>=5",
        "1d6=1d6",
        "1d6 != 3",
        "1d6 != 1d6",
        "1/(1d4-1)",
        "if(1d4>0,1,1/0)",
        "0d6+1",
        "(1-3)d6",
        "2d(2+1)",
        "0.5*1d4+1d3/3",
        "1d6*1d6",
        "1d100<=35",
    ] {
        assert!(check(notation, 200_000), "{notation} is too large to enumerate");
    }
}

/// A small pool with any steps, in their order.
fn pool() -> impl Strategy<Value = String> {
    let faces = prop_oneof![
        4 => (1u32..=6).prop_map(|sides| sides.to_string()),
        1 => Just("F".to_owned()),
        2 => prop::collection::vec(-3i64..=5, 1..=4).prop_map(|faces| format!("{faces:?}")),
    ];
    let condition = || {
        let compare = prop::sample::select(vec!["<", "<=", ">", ">=", "==", "<>"]);
        (compare, -3i64..=6).prop_map(|(compare, than)| format!("{compare}{than}"))
    };
    let rerolls =
        prop::collection::vec((prop::sample::select(vec!["r", "ro"]), condition()), 0..=2);
    let explosion = prop::option::weighted(0.3, (prop::option::of(condition()), 1u32..=2));
    let keep = (prop::sample::select(vec!["kh", "kl", "dh", "dl"]), 1u32..=4);
    let keeps = prop::collection::vec(keep, 0..=2);
    let count = prop::option::weighted(0.3, condition());
    let extra = prop::option::weighted(0.4, rerolls);
    (0u32..=4, faces, extra, explosion, keeps, count).prop_map(
        |(dice, faces, rerolls, explosion, keeps, count)| {
            let mut text = format!("{dice}d{faces}");
            for (word, condition) in rerolls.into_iter().flatten() {
                text += &format!("{word}{condition}");
            }
            if let Some((when, cap)) = explosion {
                text += &format!("!{}x{cap}", when.unwrap_or_default());
            }
            for (word, count) in keeps {
                text += &format!("{word}{count}");
            }
            if let Some(condition) = count {
                text += &format!("cs{condition}");
            }
            text
        },
    )
}

fn expression() -> impl Strategy<Value = String> {
    let advantage = (1u32..=6, prop::sample::select(vec!["adv", "dis"]))
        .prop_map(|(sides, word)| format!("d{sides}{word}"));
    let leaf = prop_oneof![
        6 => pool(),
        1 => advantage,
        2 => (0i64..=5).prop_map(|n| n.to_string()),
        1 => Just("0.5".to_owned()),
    ];
    leaf.prop_recursive(3, 8, 3, |inner| {
        let ops = vec!["+", "-", "*", "/", "%", "^", "<", "<=", ">", ">=", "=", " != "];
        let one = prop::sample::select(vec!["-", "abs", "floor", "ceil", "round"]);
        let many = prop::sample::select(vec!["min", "max"]);
        prop_oneof![
            4 => (inner.clone(), prop::sample::select(ops), inner.clone())
                .prop_map(|(a, op, b)| format!("({a}){op}({b})")),
            1 => (one, inner.clone()).prop_map(|(f, a)| format!("{f}({a})")),
            1 => (many, inner.clone(), inner.clone()).prop_map(|(f, a, b)| format!("{f}({a},{b})")),
            1 => (inner.clone(), inner.clone(), inner)
                .prop_map(|(a, b, c)| format!("if({a},{b},{c})")),
        ]
    })
}

/// The most outcomes of a case that are enumerated.
const MOST: usize = 3_000;

/// Whether a random case was small enough to be enumerated; if so, it agrees.
fn agrees(notation: &str) -> bool {
    match Expr::parse(notation) {
        Ok(_) => check(notation, MOST),
        // A pool may still be refused, e.g. for rerolling every face.
        Err(error) => {
            assert!(error.kind == ErrorKind::RerollsEverything, "{notation}: {error:?}");
            false
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn random_pools_match_enumeration(notation in pool()) {
        agrees(&notation);
    }

    #[test]
    fn random_expressions_match_enumeration(notation in expression()) {
        agrees(&notation);
    }
}

#[test]
fn most_random_cases_are_small_enough_to_enumerate() {
    const CASES: usize = 1_000;
    let mut runner = TestRunner::deterministic();
    for strategy in [pool().boxed(), expression().boxed()] {
        let mut small = || agrees(&strategy.new_tree(&mut runner).expect("a case").current());
        let checked = (0..CASES).filter(|_| small()).count();
        assert!(checked >= CASES * 3 / 5, "only {checked} of {CASES}");
    }
}
