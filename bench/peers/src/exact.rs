//! Exact odds, reading the notation included.

use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

use dice::{Expr, Odds, Value};
use xdy::{Budget, Evaluator, Unobserved};

use crate::lane::{Lane, race, ratio, time};

/// The same dice for us and for xdy, and how many times as fast as xdy ours shall be.
struct Same {
    ours: &'static str,
    xdy: &'static str,
    target: f64,
    /// So large that a peer needs seconds or minutes and works only once.
    large: bool,
}

const WORK: [Same; 5] = [
    Same { ours: "2d6+3", xdy: "2D6+3", target: 5.0, large: false },
    Same { ours: "10d6kh3", xdy: "10D6 drop lowest 7", target: 5.0, large: false },
    Same { ours: "20d20kh10", xdy: "20D20 drop lowest 10", target: 10.0, large: false },
    Same { ours: "100d100", xdy: "100D100", target: 20.0, large: true },
    Same { ours: "100d100kh50", xdy: "100D100 drop lowest 50", target: 100.0, large: true },
];

fn ours(notation: &str) -> Odds {
    Expr::parse(black_box(notation)).unwrap().odds(&()).unwrap()
}

fn theirs(notation: &str) -> xdy::Distribution {
    let evaluator = Evaluator::new(xdy::compile_unoptimized(black_box(notation)).unwrap());
    let plan = evaluator.plan_distribution([]).unwrap();
    plan.build(Budget::UNLIMITED, &Unobserved).unwrap()
}

/// One run of xdy, in nanoseconds; all its weights agree with ours, not only some number made of
/// them.
fn checked(work: &Same) -> f64 {
    let start = Instant::now();
    let theirs = theirs(work.xdy);
    let took = start.elapsed().as_nanos() as f64;
    let (notation, ours) = (work.ours, ours(work.ours));
    assert_eq!(ours.len(), theirs.len(), "{notation}");
    for ((value, weight), (outcome, their)) in ours.iter().zip(theirs.iter()) {
        assert_eq!(value, Value::from(outcome), "{notation}");
        assert_eq!(weight.to_string(), their.to_string(), "{notation} at {value}");
    }
    took
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
        "Every weight of every engine is compared with ours. xdy is planned without a budget and \
         compiled without its optimiser. icepool reads no notation and runs in a fresh process, \
         the interpreter's start not counted, the fastest of three. At the two large ones both \
         peers work once, at the same time on a core each, and ours is timed after them.\n"
    );
    println!("| dice | ours | xdy | icepool | ours : xdy | : icepool |");
    println!("|---|---|---|---|---|---|");
    for work in &WORK {
        let notation = work.ours;
        let (ours, xdy, icepool) =
            if work.large { once(work, python) } else { often(work, python) };
        let wanted = (notation == "100d100kh50").then_some(1000.0);
        println!(
            "| `{notation}` | {} ({}) | {} | {} | {} | {} |",
            time(ours.least()),
            time(ours.median()),
            xdy.1,
            icepool.map_or("—".into(), time),
            ratio(ours.least(), xdy.0, Some(work.target)),
            icepool.map_or("—".into(), |icepool| ratio(ours.least(), icepool, wanted)),
        );
    }
}

/// Our times, xdy's as a number and in words, and icepool's.
type Times = (Lane<'static>, (f64, String), Option<f64>);

fn often(work: &'static Same, python: Option<(&str, &str)>) -> Times {
    checked(work);
    let mut lanes = [
        Lane::new("ours", move || drop(black_box(ours(work.ours)))),
        Lane::new("xdy", move || drop(black_box(theirs(work.xdy)))),
    ];
    race(&mut lanes, Duration::from_millis(1500));
    let [lane, xdy] = lanes;
    let xdy = (xdy.least(), format!("{} ({})", time(xdy.least()), time(xdy.median())));
    let icepool = python.map(|(python, script)| {
        (0..3).map(|_| icepool(python, script, work.ours)).fold(f64::INFINITY, f64::min)
    });
    (lane, xdy, icepool)
}

fn once(work: &'static Same, python: Option<(&str, &str)>) -> Times {
    let (xdy, icepool) = std::thread::scope(|both| {
        let icepool =
            both.spawn(|| python.map(|(python, script)| icepool(python, script, work.ours)));
        (checked(work), icepool.join().unwrap())
    });
    let mut lanes = [Lane::new("ours", move || drop(black_box(ours(work.ours))))];
    race(&mut lanes, Duration::from_millis(1500));
    let [lane] = lanes;
    (lane, (xdy, time(xdy)), icepool)
}
