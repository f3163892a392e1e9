//! Rolling: read, throw and keep a trace; and totals of a prepared expression.

use std::hint::black_box;
use std::time::Duration;

use chumsky::Parser;
use dice::{Expr, Source, Value};
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

/// How long the engines race at each piece of work.
const BUDGET: Duration = Duration::from_secs(3);
/// How many totals are drawn at once.
const MANY: usize = 1000;

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
    let mut totals = vec![Value::ZERO; ROLLS as usize];
    prepared.totals(&mut source, &mut totals).unwrap();
    let mut totals = totals.into_iter();
    near("dice, many at once", Box::new(move || totals.next().unwrap().numerator()));
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
         keeps a trace; so do caith and xdy (without its optimiser). Ours allocates once, for the \
         expression that the trace keeps.\n"
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
                let expr = Expr::parse(black_box(work.ours)).unwrap();
                black_box(&expr.into_rolled(&(), &mut source).unwrap());
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
    println!(
        "One at a time ours are the totals of the same dice as a roll with its trace. A thousand \
         at once they come from an exact alias table of the expression. mice as above, compiled \
         beforehand, its machine reused; neither it nor xdy has a way to draw many at once.\n"
    );
    println!(
        "| dice | ours | mice | xdy | ours, many at once | ours : mice | : xdy | many : mice |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (work, target) in WORK.iter().zip([None, Some(10.0)]) {
        let mut source = Source::from_u64(1);
        let prepared = Expr::parse(work.ours).unwrap().prepare(&()).unwrap();
        let (mut a, program) = (SmallRng::seed_from_u64(1), stack(work.mice));
        let mut machine = mice::stack::Machine::new();
        let mut c = rand10::rngs::SmallRng::seed_from_u64(1);
        let (mut other, mut totals) = (Source::from_u64(2), [Value::ZERO; MANY]);
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
            Lane::of_many("many", MANY as u32, || {
                black_box(prepared.totals(&mut other, &mut totals)).unwrap();
            }),
        ];
        race(&mut lanes, BUDGET);
        let [ours, mice, xdy, many] = lanes.each_ref().map(Lane::least);
        println!(
            "| `{}` | {} | {} | {} | {} |",
            work.ours,
            times(&lanes),
            ratio(ours, mice, target),
            ratio(ours, xdy, None),
            ratio(many, mice, target)
        );
    }
    let mut source = Source::from_u64(1);
    let mut word = [Lane::of_many("word", MANY as u32, || {
        (0..MANY).for_each(|_| {
            black_box(source.word());
        });
    })];
    race(&mut word, Duration::from_millis(500));
    println!(
        "\nMost of our time one at a time is ChaCha20: a random word takes {}, and every pool takes \
         one, as recorded rolls fix. Many at once take half a word each.",
        time(word[0].least())
    );
}

fn row(dice: &str, lanes: &mut [Lane<'_>], target: Option<f64>) {
    race(lanes, BUDGET);
    let ours = lanes[0].least();
    let target = |lane: &Lane<'_>| target.filter(|_| lane.engine == "mice");
    let ratios: Vec<String> =
        lanes[1..].iter().map(|lane| ratio(ours, lane.least(), target(lane))).collect();
    println!("| `{dice}` | {} | {} |", times(lanes), ratios.join(" | "));
}

fn times(lanes: &[Lane<'_>]) -> String {
    let times =
        lanes.iter().map(|lane| format!("{} ({})", time(lane.least()), time(lane.median())));
    times.collect::<Vec<_>>().join(" | ")
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
                let expr = Expr::parse(black_box(notation)).unwrap();
                black_box(&expr.into_rolled(&(), &mut source).unwrap());
            }
            "total" => drop(black_box(prepared.total(&mut source))),
            "odds" => drop(black_box(Expr::parse(black_box(notation)).unwrap().odds(&()))),
            _ => panic!("parse, roll, total or odds"),
        }
    }
}
