//! How the cost of exact `NdSkhK` grows, measured over a grid.

use std::fmt::Write;
use std::hint::black_box;
use std::time::Instant;

use dice::Expr;

use crate::lane::time;

const COUNTS: [u32; 4] = [10, 20, 50, 100];
const SIDES: [u32; 4] = [6, 20, 50, 100];
/// The kept dice, as parts of a hundred of all dice.
const KEPT: [u32; 4] = [10, 30, 50, 90];

struct Point {
    count: u32,
    sides: u32,
    keep: u32,
    ns: f64,
}

impl Point {
    /// Additions of words that the method needs: one window per face slides over sums that grow
    /// die by die, in numbers of `N·log2(S)` bits.
    fn work(&self) -> f64 {
        let (n, s, k) = (f64::from(self.count), f64::from(self.sides), f64::from(self.keep));
        k * k * s * s * (n * s.log2() / 64.0).max(1.0)
    }
}

/// Nanoseconds of the fastest of some runs.
fn measure(notation: &str) -> f64 {
    let start = Instant::now();
    let mut least = f64::INFINITY;
    let mut runs = 0;
    while runs < 3 || (start.elapsed().as_millis() < 60 && runs < 1000) {
        let run = Instant::now();
        drop(black_box(Expr::parse(black_box(notation)).unwrap().odds(&()).unwrap()));
        least = least.min(run.elapsed().as_nanos() as f64);
        runs += 1;
    }
    least
}

pub fn print(svg: &str) {
    let mut points = Vec::new();
    for count in COUNTS {
        for sides in SIDES {
            for part in KEPT {
                let keep = (count * part / 100).max(1);
                let ns = measure(&format!("{count}d{sides}kh{keep}"));
                points.push(Point { count, sides, keep, ns });
            }
        }
    }
    let (slope, scale) = fit(&points);
    println!("### How exact `NdSkhK` grows\n");
    println!(
        "One window slides for each of the S faces, over polynomials that grow to K·S \
         coefficients in K steps, in numbers of N·log₂S bits. So the law expected is\n\n\
         `work = K² · S² · max(1, N·log₂(S)/64)`\n\n\
         additions of words (times one half twice over, as both grow from nothing). Fitted over \
         the grid where the work exceeds 10⁵: time = {scale:.3} ns · work^{slope:.2}. \
         A slope of 1 is the law itself; fixed costs of small pools pull it below.\n"
    );
    println!("Fastest of several runs, reading included; K as a part of N:\n");
    println!("| N | S | K = 10 % | 30 % | 50 % | 90 % |");
    println!("|---|---|---|---|---|---|");
    for row in points.chunks(KEPT.len()) {
        let times: Vec<String> = row.iter().map(|point| time(point.ns)).collect();
        println!("| {} | {} | {} |", row[0].count, row[0].sides, times.join(" | "));
    }
    println!("\n![time against work, both logarithmic](bench/growth.svg)");
    std::fs::write(svg, plot(&points, slope, scale)).unwrap();
}

/// Least squares of log time against log work: the slope and the factor.
fn fit(points: &[Point]) -> (f64, f64) {
    let large: Vec<(f64, f64)> = points
        .iter()
        .filter(|point| point.work() > 1e5)
        .map(|point| (point.work().ln(), point.ns.ln()))
        .collect();
    let n = large.len() as f64;
    let (x, y) = large.iter().fold((0.0, 0.0), |sum, p| (sum.0 + p.0 / n, sum.1 + p.1 / n));
    let up: f64 = large.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let across: f64 = large.iter().map(|p| (p.0 - x) * (p.0 - x)).sum();
    let slope = up / across;
    (slope, (y - slope * x).exp())
}

fn plot(points: &[Point], slope: f64, scale: f64) -> String {
    let (low, high) = (1.0, 10.0);
    let x = |work: f64| 60.0 + (work.log10() - low) / (high - low) * 520.0;
    let y = |ns: f64| 380.0 - (ns.log10() - 3.0) / 6.0 * 340.0;
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 600 430\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"600\" height=\"430\" fill=\"white\"/>\n",
    );
    for (power, label) in [(3, "1 µs"), (4, ""), (5, ""), (6, "1 ms"), (7, ""), (8, ""), (9, "1 s")]
    {
        let at = y(10f64.powi(power));
        let _ = writeln!(svg, "<path d=\"M60 {at:.1}H580\" stroke=\"#ddd\"/>");
        let _ = writeln!(
            svg,
            "<text x=\"54\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            at + 4.0
        );
    }
    for power in (2..=10).step_by(2) {
        let at = x(10f64.powi(power));
        let _ = writeln!(svg, "<path d=\"M{at:.1} 40V380\" stroke=\"#ddd\"/>");
        let _ =
            writeln!(svg, "<text x=\"{at:.1}\" y=\"398\" text-anchor=\"middle\">10^{power}</text>");
    }
    let line = |work: f64| scale * work.powf(slope);
    let (from, to) = (1e5f64, 1e10f64);
    let _ = writeln!(
        svg,
        "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"#c33\" fill=\"none\"/>",
        x(from),
        y(line(from)),
        x(to),
        y(line(to))
    );
    for point in points {
        let (x, y) = (x(point.work().max(10.0)), y(point.ns.max(1e3)));
        let _ = writeln!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"#247\"><title>{}d{}kh{}: {}</title></circle>",
            point.count,
            point.sides,
            point.keep,
            time(point.ns)
        );
    }
    svg.push_str(
        "<text x=\"320\" y=\"420\" text-anchor=\"middle\">work: K² · S² · N·log₂(S)/64</text>\n\
         <text x=\"320\" y=\"24\" text-anchor=\"middle\">exact NdSkhK</text>\n</svg>\n",
    );
    svg
}
