//! Rolling: read, throw and keep a trace; and totals of a prepared expression.

use std::hint::black_box;
use std::time::Duration;

use chumsky::Parser;
use dice::{Expr, Source};
use mice::backend_support::TyTarget;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand10::SeedableRng as _;
use tyche::dice::roller::FastRand;

use crate::lane::{Lane, race, ratio, time};

/// The same dice in everyone's notation: ours and tyche's, mice's, caith's, xdy's.
struct Same {
    ours: &'static str,
    mice: &'static str,
    caith: &'static str,
    xdy: &'static str,
}

const WORK: [Same; 2] = [
    Same { ours: "2d6+3", mice: "2d6+3", caith: "2d6+3", xdy: "2D6+3" },
    Same {
        ours: "1d8+5d4kh1",
        mice: "1d8+5d4k1",
        caith: "1d8+5d4K1",
        xdy: "1D8+5D4 drop lowest 4",
    },
];

fn stack(notation: &str) -> mice::stack::StackProgram {
    let parsed = mice::parse::parse_expression::<TyTarget::Stack>(notation.as_bytes());
    let Ok((_, (_, program))) = parsed else { panic!("mice reads {notation}") };
    mice::stack::compile(&program)
}

/// Every engine's average of many rolls is where the exact mean says.
fn check(work: &Same) {
    const ROLLS: u32 = 40_000;
    let exact = Expr::parse(work.ours).unwrap().odds(&()).unwrap();
    let (mean, deviation) = (dice::approximate(&exact.mean()), exact.deviation());
    let near = |engine: &str, mut roll: Box<dyn FnMut() -> i64>| {
        let sum: i64 = (0..ROLLS).map(|_| roll()).sum();
        let average = sum as f64 / f64::from(ROLLS);
        let off = (average - mean).abs() / (deviation / f64::from(ROLLS).sqrt());
        assert!(off < 5.0, "{engine} rolls {} as {average}, not {mean}", work.ours);
    };
    let mut source = Source::from_u64(1);
    let prepared = Expr::parse(work.ours).unwrap().prepare(&()).unwrap();
    near("dice", Box::new(move || prepared.total(&mut source).unwrap().numerator()));
    let (mut rng, program) = (SmallRng::seed_from_u64(1), stack(work.mice));
    near(
        "mice",
        Box::new(move || mice::stack::Machine::new().eval_with(&mut rng, &program).unwrap()),
    );
    let (mut rng, text) = (FastRand::with_seed(1), work.ours);
    near(
        "tyche",
        Box::new(move || {
            let expr: tyche::Expr = text.parse().unwrap();
            i64::from(expr.eval(&mut rng).unwrap().calc().unwrap())
        }),
    );
    let (mut rng, text) = (SmallRng::seed_from_u64(1), work.caith);
    near(
        "caith",
        Box::new(move || {
            let rolled = caith::Roller::new(text).unwrap().roll_with(&mut rng).unwrap();
            rolled.as_single().unwrap().get_total()
        }),
    );
    let (mut rng, text) = (rand10::rngs::SmallRng::seed_from_u64(1), work.xdy);
    near(
        "xdy",
        Box::new(move || xdy::evaluate(text, vec![], vec![], &mut rng).unwrap().result.into()),
    );
}

pub fn print() {
    WORK.iter().for_each(check);
    println!("### Read, roll, keep the trace\n");
    println!(
        "Ours keeps every die and draws from ChaCha20. mice is its fastest machine (`stack`), \
         which keeps no trace, with a `SmallRng`; tyche has its parser built beforehand and \
         keeps a trace; so do caith and xdy (without its optimiser).\n"
    );
    println!(
        "| dice | ours | mice | tyche | caith | xdy | ours : mice | : tyche | : caith | : xdy |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for work in &WORK {
        let mut source = Source::from_u64(1);
        let (mut a, mut b) = (SmallRng::seed_from_u64(1), SmallRng::seed_from_u64(1));
        let mut c = rand10::rngs::SmallRng::seed_from_u64(1);
        let mut fast = FastRand::with_seed(1);
        let parser = tyche::parser();
        let mut lanes = [
            Lane::new("ours", || {
                black_box(Expr::parse(black_box(work.ours)).unwrap().roll(&(), &mut source))
                    .unwrap();
            }),
            Lane::new("mice", || {
                let program = stack(black_box(work.mice));
                black_box(mice::stack::Machine::new().eval_with(&mut a, &program)).unwrap();
            }),
            Lane::new("tyche", || {
                let expr = parser.parse(black_box(work.ours)).unwrap();
                black_box(black_box(expr.eval(&mut fast).unwrap()).calc()).unwrap();
            }),
            Lane::new("caith", || {
                black_box(caith::Roller::new(black_box(work.caith)).unwrap().roll_with(&mut b))
                    .unwrap();
            }),
            Lane::new("xdy", || {
                let rolled = xdy::evaluate_unoptimized(black_box(work.xdy), vec![], vec![], &mut c);
                black_box(rolled).unwrap();
            }),
        ];
        row(work.ours, &mut lanes, Some(1.5));
    }
    println!("\n### Totals of a prepared expression\n");
    println!("mice as above, compiled beforehand, its machine reused.\n");
    println!("| dice | ours | mice | xdy | ours : mice | : xdy |");
    println!("|---|---|---|---|---|---|");
    for (work, target) in WORK.iter().zip([None, Some(10.0)]) {
        let mut source = Source::from_u64(1);
        let prepared = Expr::parse(work.ours).unwrap().prepare(&()).unwrap();
        let (mut a, program) = (SmallRng::seed_from_u64(1), stack(work.mice));
        let mut machine = mice::stack::Machine::new();
        let mut c = rand10::rngs::SmallRng::seed_from_u64(1);
        let mut evaluator = xdy::Evaluator::new(xdy::compile(work.xdy).unwrap());
        let mut lanes = [
            Lane::new("ours", || {
                black_box(prepared.total(&mut source)).unwrap();
            }),
            Lane::new("mice", || {
                black_box(machine.eval_with(&mut a, &program)).unwrap();
            }),
            Lane::new("xdy", || {
                black_box(evaluator.evaluate(vec![], &mut c)).unwrap();
            }),
        ];
        row(work.ours, &mut lanes, target);
    }
}

fn row(dice: &str, lanes: &mut [Lane<'_>], target: Option<f64>) {
    race(lanes, Duration::from_millis(1500));
    let times: Vec<String> = lanes
        .iter()
        .map(|lane| format!("{} ({})", time(lane.least()), time(lane.median())))
        .collect();
    let ours = lanes[0].least();
    let target = |lane: &Lane<'_>| target.filter(|_| lane.engine == "mice");
    let ratios: Vec<String> =
        lanes[1..].iter().map(|lane| ratio(ours, lane.least(), target(lane))).collect();
    println!("| `{dice}` | {} | {} |", times.join(" | "), ratios.join(" | "));
}

/// Our own work alone, for counting instructions.
pub fn only(what: &str, notation: &str, times: u32) {
    let mut source = Source::from_u64(1);
    let expr = Expr::parse(notation).unwrap();
    let prepared = expr.prepare(&()).unwrap();
    for _ in 0..times {
        match what {
            "parse" => drop(black_box(Expr::parse(black_box(notation)))),
            "roll" => {
                drop(black_box(Expr::parse(black_box(notation)).unwrap().roll(&(), &mut source)))
            }
            "total" => drop(black_box(prepared.total(&mut source))),
            "odds" => drop(black_box(Expr::parse(black_box(notation)).unwrap().odds(&()))),
            _ => panic!("parse, roll, total or odds"),
        }
    }
}
