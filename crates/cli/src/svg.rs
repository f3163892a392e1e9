//! Odds as a picture.

use std::fmt::Write;

use dice::{Expr, Fraction, Odds, approximate};

use crate::chart;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
/// Room for the labels: left, top, right and bottom.
const LEFT: f64 = 64.0;
const TOP: f64 = 48.0;
const RIGHT: f64 = 20.0;
const BOTTOM: f64 = 40.0;
/// Two colours that stay apart for colour-blind eyes and in print.
const COLOURS: [&str; 2] = ["#2b6cb0", "#dd6b20"];
/// More bars than this would be thinner than a line: a curve is drawn instead.
const MOST_BARS: usize = 200;

/// Draws one distribution, or two over each other on the same scale.
pub fn draw(shown: &[(&Expr, &Odds)]) -> String {
    let plot = Plot::around(shown);
    let mut svg = String::new();
    // Writing to a string cannot fail.
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n"
    );
    plot.axes(&mut svg);
    for (at, (expr, odds)) in shown.iter().enumerate() {
        plot.series(&mut svg, odds, COLOURS[at % COLOURS.len()], at, shown.len());
        let y = 18.0 + 16.0 * at as f64;
        let (square, colour) = (y - 10.0, COLOURS[at % COLOURS.len()]);
        let name = escaped(&expr.to_string());
        let mean = chart::decimal(&odds.mean(), 2);
        let _ = writeln!(
            svg,
            "<rect x=\"{LEFT}\" y=\"{square}\" width=\"10\" height=\"10\" fill=\"{colour}\"/>\
             <text x=\"{}\" y=\"{y}\">{name} · ⌀ {mean} ± {:.2}</text>",
            LEFT + 16.0,
            odds.deviation()
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// Where values and chances lie on the page.
struct Plot {
    low: f64,
    high: f64,
    /// The chance at the top edge, a round number of percent.
    top: f64,
    step: f64,
}

impl Plot {
    fn around(shown: &[(&Expr, &Odds)]) -> Self {
        let (mut low, mut high, mut most) = (f64::INFINITY, f64::NEG_INFINITY, 0.0f64);
        for (_, odds) in shown {
            low = low.min(odds.lowest().to_f64());
            high = high.max(odds.highest().to_f64());
            most = most.max(chances(odds).map(|(_, chance)| chance).fold(0.0, f64::max));
        }
        let step = round_step(most / 5.0);
        Self { low: low - 0.5, high: high + 0.5, top: (most / step).ceil() * step, step }
    }

    fn x(&self, value: f64) -> f64 {
        LEFT + (value - self.low) / (self.high - self.low) * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, chance: f64) -> f64 {
        HEIGHT - BOTTOM - chance / self.top * (HEIGHT - TOP - BOTTOM)
    }

    fn axes(&self, svg: &mut String) {
        let lines = (self.top / self.step).round() as u32;
        for line in 0..=lines {
            let chance = f64::from(line) * self.step;
            let y = self.y(chance);
            let percent = trimmed(chance * 100.0);
            let _ = writeln!(
                svg,
                "<path d=\"M{LEFT} {y:.1}H{}\" stroke=\"#ddd\"/>\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{percent} %</text>",
                WIDTH - RIGHT,
                LEFT - 6.0,
                y + 4.0
            );
        }
        let step = round_step((self.high - self.low) / 12.0).max(1.0);
        let mut value = (self.low / step).ceil() * step;
        while value <= self.high {
            let (x, y, label) = (self.x(value), HEIGHT - BOTTOM + 18.0, trimmed(value));
            let _ =
                writeln!(svg, "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{label}</text>");
            value += step;
        }
    }

    fn series(&self, svg: &mut String, odds: &Odds, colour: &str, at: usize, of: usize) {
        let floor = self.y(0.0);
        if self.high - self.low <= MOST_BARS as f64 && odds.len() <= MOST_BARS {
            let slot = (WIDTH - LEFT - RIGHT) / (self.high - self.low);
            let width = slot * 0.8 / of as f64;
            let _ = writeln!(svg, "<g fill=\"{colour}\" fill-opacity=\"0.85\">");
            for (value, chance) in chances(odds) {
                let x = self.x(value) - slot * 0.4 + width * at as f64;
                let (y, percent) = (self.y(chance), trimmed(chance * 100.0));
                let _ = writeln!(
                    svg,
                    "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{:.2}\">\
                     <title>{}: {percent} %</title></rect>",
                    floor - y,
                    trimmed(value)
                );
            }
            svg.push_str("</g>\n");
            return;
        }
        let mut path = String::new();
        for (value, chance) in chances(odds) {
            let start = if path.is_empty() { 'M' } else { 'L' };
            let _ = write!(path, "{start}{:.2} {:.2}", self.x(value), self.y(chance));
        }
        let _ = writeln!(
            svg,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>"
        );
    }
}

fn chances(odds: &Odds) -> impl Iterator<Item = (f64, f64)> {
    let whole = odds.denominator();
    odds.iter().map(move |(value, weight)| {
        let chance = Fraction::new_raw(weight.into(), whole.clone().into());
        (value.to_f64(), approximate(&chance))
    })
}

/// The next number of 1, 2, 5, 10, 20 … not below, in whole powers of ten.
fn round_step(least: f64) -> f64 {
    let mut power = 1e-9;
    while power * 10.0 <= least {
        power *= 10.0;
    }
    [1.0, 2.0, 5.0]
        .into_iter()
        .map(|n| n * power)
        .find(|step| *step >= least)
        .unwrap_or(10.0 * power)
}

/// A number without a tail of zeros.
fn trimmed(number: f64) -> String {
    let text = format!("{number:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(notations: &[&str]) -> String {
        let parsed: Vec<(Expr, Odds)> = notations
            .iter()
            .map(|text| {
                let expr = Expr::parse(text).unwrap();
                let odds = expr.odds(&()).unwrap();
                (expr, odds)
            })
            .collect();
        draw(&parsed.iter().map(|(expr, odds)| (expr, odds)).collect::<Vec<_>>())
    }

    #[test]
    fn every_result_has_a_bar_and_two_expressions_two_colours() {
        let one = drawn(&["2d6"]);
        assert_eq!(one.matches("<title>").count(), 11);
        assert!(one.contains("<title>7: 16.6667 %</title>"), "{one}");
        assert!(!one.contains(COLOURS[1]));
        let two = drawn(&["2d6", "1d12"]);
        assert_eq!(two.matches("<title>").count(), 11 + 12);
        assert!(COLOURS.iter().all(|colour| two.contains(colour)));
    }

    #[test]
    fn many_results_are_a_curve_and_signs_are_escaped() {
        let curve = drawn(&["10d100"]);
        assert!(curve.contains("stroke-width") && !curve.contains("<title>"));
        assert!(drawn(&["(2d6) <= 7"]).contains("&lt;="));
    }

    #[test]
    fn steps_are_round() {
        let check = |least: f64, step: f64| assert!((round_step(least) / step - 1.0).abs() < 1e-9);
        check(0.033, 0.05);
        check(1.0, 1.0);
        check(7.1, 10.0);
    }
}
