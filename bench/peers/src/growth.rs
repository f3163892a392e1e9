//! How the cost of exact `NdSkhK` grows, measured over a grid.

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
    let law = fit(&points);
    println!("### How exact `NdSkhK` grows\n");
    println!(
        "For each of the S faces as the lowest kept one, K windows slide over up to K·S sums, \
         which are whole numbers of about N·log₂S bits: **work = K²·S²·N·log₂(S)/64** additions \
         of words, up to a factor. Fitted where that exceeds 10⁵: \
         time = {:.2} ns · (work/1000)^{:.2}, and every measured time there is within a \
         factor of {:.1} of that. An exponent of 1 is the law itself; the fixed costs of smaller \
         pools pull it below.\n",
        law.at(1000.0),
        law.slope,
        law.off
    );
    println!("Fastest of several runs, reading included; K as a part of N:\n");
    println!("| N | S | K = 10 % | 30 % | 50 % | 90 % |");
    println!("|---|---|---|---|---|---|");
    for row in points.chunks(KEPT.len()) {
        let times: Vec<String> = row.iter().map(|point| time(point.ns)).collect();
        println!("| {} | {} | {} |", row[0].count, row[0].sides, times.join(" | "));
    }
    println!("\n![time against work, both logarithmic](docs/growth.svg)");
    std::fs::write(svg, plot(&points, &law)).unwrap();
}

/// `time = scale · work^slope`, and the largest factor by which a measured time is off.
struct Law {
    slope: f64,
    scale: f64,
    off: f64,
}

impl Law {
    fn at(&self, work: f64) -> f64 {
        self.scale * work.powf(self.slope)
    }
}

/// Below this, fixed costs weigh more than the work.
const LARGE: f64 = 1e5;

/// Least squares of log time against log work.
fn fit(points: &[Point]) -> Law {
    let large: Vec<&Point> = points.iter().filter(|point| point.work() > LARGE).collect();
    let logs: Vec<(f64, f64)> =
        large.iter().map(|point| (point.work().ln(), point.ns.ln())).collect();
    let n = logs.len() as f64;
    let (x, y) = logs.iter().fold((0.0, 0.0), |sum, p| (sum.0 + p.0 / n, sum.1 + p.1 / n));
    let up: f64 = logs.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let across: f64 = logs.iter().map(|p| (p.0 - x) * (p.0 - x)).sum();
    let slope = up / across;
    let mut law = Law { slope, scale: (y - slope * x).exp(), off: 1.0 };
    let factor = |point: &Point| (point.ns / law.at(point.work())).ln().abs().exp();
    law.off = large.iter().map(|point| factor(point)).fold(1.0, f64::max);
    law
}

const STYLE: &str = "\
.growth{font:13px system-ui,sans-serif;max-width:100%;height:auto}.growth .paper{fill:#fff}\
.growth text{fill:#1c2126}.growth .line{stroke:#e3e0d8}.growth circle{fill:#2b6cb0;fill-opacity:.75}\
.growth .law{stroke:#c2570c;stroke-width:1.5}\
@media(prefers-color-scheme:dark){.growth .paper{fill:#181d21}.growth text{fill:#e8e6e1}\
.growth .line{stroke:#343b41}.growth circle{fill:#4a90d9}.growth .law{stroke:#f0a04b}}";

/// Points of the grid and the fitted line, both axes logarithmic.
fn plot(points: &[Point], law: &Law) -> String {
    let (left, right, top, floor) = (52.0, 464.0, 30.0, 300.0);
    let x = |work: f64| left + (work.log10() - 2.0) / 8.0 * (right - left);
    let y = |ns: f64| floor - (ns.log10() - 3.0) / 6.0 * (floor - top);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"growth\" role=\"img\" \
         viewBox=\"0 0 480 350\" width=\"720\" height=\"525\">\n<style>{STYLE}</style>\n\
         <rect class=\"paper\" width=\"480\" height=\"350\"/>\n"
    );
    let mut put = |line: String| {
        svg.push_str(&line);
        svg.push('\n');
    };
    for (power, label) in [
        (3, "1 µs"),
        (4, "10 µs"),
        (5, "0.1 ms"),
        (6, "1 ms"),
        (7, "10 ms"),
        (8, "0.1 s"),
        (9, "1 s"),
    ] {
        let at = y(10f64.powi(power));
        put(format!(
            "<path class=\"line\" d=\"M{left} {at:.1}H{right}\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            left - 6.0,
            at + 4.0
        ));
    }
    for (power, label) in [(2, "10²"), (4, "10⁴"), (6, "10⁶"), (8, "10⁸"), (10, "10¹⁰")] {
        let at = x(10f64.powi(power));
        put(format!(
            "<path class=\"line\" d=\"M{at:.1} {top}V{floor}\"/>\
             <text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{label}</text>",
            floor + 17.0
        ));
    }
    let most = points.iter().map(Point::work).fold(LARGE, f64::max);
    put(format!(
        "<path class=\"law\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>",
        x(LARGE),
        y(law.at(LARGE)),
        x(most),
        y(law.at(most))
    ));
    for point in points {
        put(format!(
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\"><title>{}d{}kh{}: {}</title></circle>",
            x(point.work().max(1e2)),
            y(point.ns.max(1e3)),
            point.count,
            point.sides,
            point.keep,
            time(point.ns)
        ));
    }
    put("<text x=\"258\" y=\"340\" text-anchor=\"middle\">work: K² · S² · N·log₂(S)/64</text>"
        .into());
    put("<text x=\"258\" y=\"19\" text-anchor=\"middle\">time of the exact odds of NdSkhK</text>"
        .into());
    put("</svg>".into());
    svg
}
