//! Exact odds, reading the notation included.

use std::hint::black_box;
use std::process::Command;
use std::time::Duration;

use dice::{Expr, Odds, Value};
use xdy::{Budget, Evaluator, Unobserved};

use crate::lane::{Lane, race, ratio, time};

/// Ours, xdy's, and how many times as fast as xdy ours shall be.
const WORK: [(&str, &str, f64); 5] = [
    ("2d6+3", "2D6+3", 5.0),
    ("10d6kh3", "10D6 drop lowest 7", 5.0),
    ("20d20kh10", "20D20 drop lowest 10", 10.0),
    ("100d100", "100D100", 20.0),
    ("100d100kh50", "100D100 drop lowest 50", 100.0),
];

fn ours(notation: &str) -> Odds {
    Expr::parse(black_box(notation)).unwrap().odds(&()).unwrap()
}

fn theirs(notation: &str) -> xdy::Distribution {
    let evaluator = Evaluator::new(xdy::compile_unoptimized(black_box(notation)).unwrap());
    let plan = evaluator.plan_distribution([]).unwrap();
    plan.build(Budget::UNLIMITED, &Unobserved).unwrap()
}

/// All weights of both agree, not only some number made of them.
fn check(notation: &str, xdy: &str) {
    let (ours, theirs) = (ours(notation), theirs(xdy));
    assert_eq!(ours.len(), theirs.len(), "{notation}");
    for ((value, weight), (outcome, their)) in ours.iter().zip(theirs.iter()) {
        assert_eq!(value, Value::from(outcome), "{notation}");
        assert_eq!(weight.to_string(), their.to_string(), "{notation} at {value}");
    }
}

/// icepool on one piece of work in a fresh process: seconds, and all its weights.
fn icepool(python: &str, script: &str, notation: &str) -> f64 {
    let out = Command::new(python).args([script, notation]).output().unwrap();
    let text = String::from_utf8(out.stdout).unwrap();
    let mut lines = text.lines();
    let seconds: f64 = lines
        .next()
        .and_then(|line| line.parse().ok())
        .unwrap_or_else(|| panic!("{script} {notation}: {}", String::from_utf8_lossy(&out.stderr)));
    let ours = ours(notation);
    let mut count = 0;
    for ((value, weight), line) in ours.iter().zip(lines) {
        assert_eq!(format!("{value} {weight}"), line, "{notation}");
        count += 1;
    }
    assert_eq!(count, ours.len(), "{notation}");
    seconds * 1e9
}

pub fn print(python: Option<(&str, &str)>) {
    println!("### Exact odds, reading included\n");
    println!(
        "Every weight of every engine was compared before it was timed. xdy is planned without \
         a budget and compiled without its optimiser. icepool \
         reads no notation and runs in a fresh process, the interpreter's start not counted; \
         the two large ones once, the others three times.\n"
    );
    println!("| dice | ours | xdy | icepool | ours : xdy | : icepool |");
    println!("|---|---|---|---|---|---|");
    for (notation, xdy, target) in WORK {
        check(notation, xdy);
        let mut lanes = [
            Lane::new("ours", || drop(black_box(ours(notation)))),
            Lane::new("xdy", || drop(black_box(theirs(xdy)))),
        ];
        race(&mut lanes, Duration::from_millis(1500));
        let [ours, xdy] = &lanes;
        let times = if notation.starts_with("100") { 1 } else { 3 };
        let python = python.map(|(python, script)| {
            (0..times).map(|_| icepool(python, script, notation)).fold(f64::INFINITY, f64::min)
        });
        let wanted = (notation == "100d100kh50").then_some(1000.0);
        println!(
            "| `{notation}` | {} ({}) | {} ({}) | {} | {} | {} |",
            time(ours.least()),
            time(ours.median()),
            time(xdy.least()),
            time(xdy.median()),
            python.map_or("—".into(), time),
            ratio(ours.least(), xdy.least(), Some(target)),
            python.map_or("—".into(), |python| ratio(ours.least(), python, wanted)),
        );
    }
}
