//! How long reading, rolling and exact odds take.

use dice::{Expr, Source, Value};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

const ROLLED: [&str; 4] = ["2d6+3", "1d8+5d4kh1", "4d6ro<=2dl1", "10d10!cs>=7"];
const EXACT: [&str; 6] = ["2d6+3", "1d8+5d4kh1", "10d6kh3", "20d20kh10", "100d100", "100d100kh50"];

#[divan::bench(args = ROLLED)]
fn parse(notation: &str) -> Expr {
    Expr::parse(black_box(notation)).unwrap()
}

#[divan::bench(args = ROLLED)]
fn parse_and_roll(bencher: Bencher, notation: &str) {
    let mut source = Source::from_u64(1);
    bencher.bench_local(|| Expr::parse(black_box(notation)).unwrap().roll(&(), &mut source));
}

#[divan::bench(args = ROLLED)]
fn prepared_roll(bencher: Bencher, notation: &str) {
    let prepared = Expr::parse(notation).unwrap().prepare(&()).unwrap();
    let mut source = Source::from_u64(1);
    bencher.bench_local(|| prepared.roll(&mut source));
}

#[divan::bench(args = ROLLED)]
fn prepared_total(bencher: Bencher, notation: &str) {
    let prepared = Expr::parse(notation).unwrap().prepare(&()).unwrap();
    let mut source = Source::from_u64(1);
    bencher.bench_local(|| prepared.total(&mut source));
}

/// A thousand totals at once.
#[divan::bench(args = ROLLED)]
fn prepared_totals(bencher: Bencher, notation: &str) {
    let prepared = Expr::parse(notation).unwrap().prepare(&()).unwrap();
    let mut source = Source::from_u64(1);
    let mut totals = [Value::ZERO; 1000];
    bencher.bench_local(|| prepared.totals(&mut source, &mut totals));
}

#[divan::bench(args = EXACT)]
fn odds(notation: &str) -> dice::Odds {
    Expr::parse(black_box(notation)).unwrap().odds(&()).unwrap()
}
