//! Odds as a picture that a browser, a forum post or a rules document can show.

use std::fmt::Write;

use dice::{Comparison, Expr, Odds};
use rules::message;
use unicode_width::UnicodeWidthChar;
use words::{Language, say};

use crate::bars::{Bar, Bars, round_step};
use crate::chart;

/// One expression in the picture.
pub struct Series<'a> {
    /// What is rolled.
    pub expr: &'a Expr,
    /// Its odds.
    pub odds: &'a Odds,
}

const WIDTH: f64 = 400.0;
/// The height of the bars' ground, without the lines of text above it.
const GROUND: f64 = 190.0;
const LEFT: f64 = 42.0;
const RIGHT: f64 = 10.0;
const BOTTOM: f64 = 28.0;
/// The height of a line of text.
const LINE: f64 = 17.0;
/// A longer expression is cut here, in columns of a terminal: about the width of the picture.
const COLUMNS: usize = 46;
/// Where this many or fewer bars stand, each has its own label.
const LABELLED: usize = 14;

/// Small enough to be read on a phone, where 400 units are 360 pixels. Colours are told apart by
/// colour-blind eyes, and the second series is an outline, so that it needs no colour at all.
const STYLE: &str = "\
.odds{font:13px \"PingFang SC\",\"PingFang TC\",\"Noto Sans CJK SC\",\"Source Han Sans SC\",\"Microsoft YaHei\",\"Microsoft JhengHei\",system-ui,sans-serif;font-variant-numeric:tabular-nums;max-width:100%;height:auto}
.odds .paper{fill:#fff}.odds text{fill:#1c2126}.odds .faint{fill:#69707a}.odds .small{font-size:11px}.odds .name{font-weight:600}
.odds .line{stroke:#e3e0d8;fill:none}.odds .ground{stroke:#69707a;fill:none}
.odds .a{fill:#2b6cb0}.odds .b{fill:#c2570c;fill-opacity:.14;stroke:#c2570c;stroke-width:1.6}
@media(prefers-color-scheme:dark){.odds .paper{fill:#181d21}.odds text{fill:#e8e6e1}.odds .faint{fill:#9aa3ab}.odds .line{stroke:#343b41}.odds .ground{stroke:#9aa3ab}.odds .a{fill:#4a90d9}.odds .b{fill:#f0a04b;stroke:#f0a04b}}";

/// Draws one distribution, or two over each other on the same scale.
pub fn draw(first: &Series, second: Option<(&Series, &Comparison)>, language: Language) -> String {
    let shown: Vec<&Series> = [first].into_iter().chain(second.map(|(other, _)| other)).collect();
    let bars = Bars::of(&shown.iter().map(|series| series.odds).collect::<Vec<_>>());
    let lines = if second.is_some() { 5 } else { 2 };
    let mut page = Page::new(&bars, 10.0 + LINE * f64::from(lines));
    page.head(&shown, language);
    for (at, series) in shown.iter().enumerate() {
        page.legend(at, series, language);
    }
    if let Some((_, comparison)) = second {
        page.comparison(comparison);
    }
    page.chances();
    for (at, series) in bars.series.iter().enumerate() {
        page.series(at, series);
    }
    if shown.len() == 1 {
        page.percents();
    }
    page.values(language);
    page.svg.push_str("</svg>\n");
    page.svg
}

/// Where values and chances lie on the page, and what is written so far.
struct Page<'a> {
    svg: String,
    bars: &'a Bars,
    /// Above this lies text.
    top: f64,
    /// The chance at the upper edge, and between two lines.
    most: f64,
    step: f64,
}

/// Writing to a string cannot fail.
macro_rules! put {
    ($page:ident, $($what:tt)*) => { let _ = writeln!($page.svg, $($what)*); };
}

impl<'a> Page<'a> {
    fn new(bars: &'a Bars, top: f64) -> Self {
        let highest = bars.series.iter().flatten().map(|bar| bar.height).fold(0.0, f64::max);
        let step = round_step(highest / 5.0);
        // Room for the label of the highest bar.
        let most = ((highest * 1.06 / step).ceil() * step).min(1.0).max(highest);
        Self { svg: String::new(), bars, top, most, step }
    }

    fn x(&self, value: f64) -> f64 {
        let part = (value - self.bars.low) / (self.bars.high - self.bars.low);
        LEFT + part * (WIDTH - LEFT - RIGHT)
    }

    fn floor(&self) -> f64 {
        self.top + GROUND
    }

    fn y(&self, chance: f64) -> f64 {
        self.floor() - chance / self.most * (GROUND - LINE)
    }

    fn head(&mut self, shown: &[&Series], language: Language) {
        let height = self.floor() + BOTTOM;
        let names: Vec<String> = shown.iter().map(|series| series.expr.to_string()).collect();
        put!(
            self,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"odds\" lang=\"{}\" role=\"img\" \
             viewBox=\"0 0 {WIDTH} {height}\" width=\"{:.0}\" height=\"{:.0}\">",
            language.tag(),
            1.6 * WIDTH,
            1.6 * height
        );
        put!(self, "<title>{}</title>", escaped(&names.join(" : ")));
        put!(self, "<style>{STYLE}</style>");
        put!(self, "<rect class=\"paper\" width=\"{WIDTH}\" height=\"{height}\"/>");
    }

    /// Two lines: the expression with its mark, and its mean, deviation and median.
    fn legend(&mut self, at: usize, series: &Series, language: Language) {
        let y = 8.0 + LINE * (1.0 + 2.0 * at as f64);
        let name = escaped(&cut(&series.expr.to_string(), COLUMNS));
        let summary = escaped(&say(language, &summary(series.odds)));
        put!(
            self,
            "<rect class=\"{}\" x=\"12\" y=\"{}\" width=\"10\" height=\"10\"/>\
             <text class=\"name\" x=\"30\" y=\"{y}\">{name}</text>\
             <text class=\"faint small\" x=\"30\" y=\"{}\">{summary}</text>",
            class(at),
            y - 10.0,
            y + LINE - 2.0
        );
    }

    /// `■ < □ 44.37 %`, and so on.
    fn comparison(&mut self, comparison: &Comparison) {
        let y = 8.0 + LINE * 5.0;
        let signs = [("<", &comparison.less), ("=", &comparison.equal), (">", &comparison.greater)];
        for (at, (sign, chance)) in signs.into_iter().enumerate() {
            let (x, sign) = (12.0 + 126.0 * at as f64, escaped(sign));
            put!(
                self,
                "<rect class=\"a\" x=\"{x}\" y=\"{0}\" width=\"9\" height=\"9\"/>\
                 <text x=\"{1}\" y=\"{y}\" text-anchor=\"middle\">{sign}</text>\
                 <rect class=\"b\" x=\"{2}\" y=\"{0}\" width=\"9\" height=\"9\"/>\
                 <text x=\"{3}\" y=\"{y}\">{4}</text>",
                y - 9.0,
                x + 18.0,
                x + 27.0,
                x + 43.0,
                escaped(&chart::percent_sign(chance))
            );
        }
    }

    /// The lines of equal chance.
    fn chances(&mut self) {
        let lines = (self.most / self.step + 1e-9) as u32;
        for line in 1..=lines {
            let chance = f64::from(line) * self.step;
            let y = self.y(chance);
            put!(
                self,
                "<path class=\"line\" d=\"M{LEFT} {y:.1}H{}\"/>\
                 <text class=\"faint small\" x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}%</text>",
                WIDTH - RIGHT,
                LEFT - 5.0,
                y + 4.0,
                trimmed(chance * 100.0)
            );
        }
    }

    fn series(&mut self, at: usize, series: &[Bar]) {
        put!(self, "<g class=\"{}\">", class(at));
        // Air between the bars, unless that would make most of them.
        let air = if series.len() <= 60 { 0.12 } else { 0.0 };
        for bar in series {
            let (left, right) = (self.x(bar.from), self.x(bar.to));
            let (width, y) = (right - left, self.y(bar.height));
            put!(
                self,
                "<rect x=\"{:.2}\" y=\"{y:.2}\" width=\"{:.2}\" height=\"{:.2}\">\
                 <title>{}: {}</title></rect>",
                left + width * air / 2.0,
                width * (1.0 - air),
                self.floor() - y,
                bar.label,
                escaped(&chart::percent_sign(&bar.chance))
            );
        }
        put!(self, "</g>");
    }

    /// The chance above each bar, where there is room for it.
    fn percents(&mut self) {
        let bars = self.bars;
        let Some(series) = bars.series.first().filter(|series| series.len() <= LABELLED) else {
            return;
        };
        let decimals = if series.len() <= 7 { 2 } else { 1 };
        for bar in series {
            let (x, y) = (self.x((bar.from + bar.to) / 2.0), self.y(bar.height) - 4.0);
            let percent = chart::percent(&bar.chance, decimals);
            put!(
                self,
                "<text class=\"small\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{percent}</text>"
            );
        }
    }

    /// The ground and the values below it.
    fn values(&mut self, language: Language) {
        let bars = self.bars;
        let (floor, y) = (self.floor(), self.floor() + LINE);
        put!(self, "<path class=\"ground\" d=\"M{LEFT} {floor:.1}H{}\"/>", WIDTH - RIGHT);
        let label = |page: &mut Self, at: f64, label: &str| {
            let x = page.x(at);
            put!(page, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{label}</text>");
        };
        let few: Vec<&Bar> = bars.series.iter().flatten().collect();
        let grouped = bars.group.is_some();
        if bars.slots() <= LABELLED && !grouped {
            let mut done: Vec<&str> = Vec::new();
            for bar in few {
                if !done.contains(&bar.label.as_str()) {
                    label(self, (bar.from + bar.to) / 2.0, &bar.label);
                    done.push(&bar.label);
                }
            }
        } else {
            let step = round_step((bars.high - bars.low) / 8.0);
            let mut value = (bars.low / step).ceil() * step;
            // The last label must not leave the page.
            while value <= bars.high - 0.02 * (bars.high - bars.low) {
                label(self, value, &trimmed(value));
                value += step;
            }
        }
        if let Some(width) = bars.group {
            let note = say(language, &message!("cli-odds-grouped", width = trimmed(width)));
            put!(
                self,
                "<text class=\"faint small\" x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                WIDTH - RIGHT,
                self.top + 13.0,
                escaped(&note)
            );
        }
    }
}

/// Mean, deviation and median in words.
pub fn summary(odds: &Odds) -> rules::Message {
    message!(
        "cli-odds-summary",
        mean = chart::decimal(&odds.mean(), 2),
        deviation = format!("{:.2}", odds.deviation()),
        median = odds.median().to_string()
    )
}

fn class(at: usize) -> &'static str {
    if at == 0 { "a" } else { "b" }
}

/// A number without a tail of zeros.
fn trimmed(number: f64) -> String {
    let text = format!("{number:.6}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

/// The text cut to so many columns, with a mark that it is.
fn cut(text: &str, columns: usize) -> String {
    let mut width = 0;
    let long = text.char_indices().find(|(_, c)| {
        width += c.width().unwrap_or(0);
        width > columns
    });
    long.map_or_else(|| text.to_owned(), |(at, _)| format!("{}…", &text[..at]))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(first: &str, second: Option<&str>) -> String {
        let read = |text: &str| {
            let expr = Expr::parse(text).unwrap();
            let odds = expr.odds(&()).unwrap();
            (expr, odds)
        };
        let (expr, odds) = read(first);
        let first = Series { expr: &expr, odds: &odds };
        let second = second.map(read);
        let second = second
            .as_ref()
            .map(|(expr, other)| (Series { expr, odds: other }, odds.compare(other).unwrap()));
        let over = second.as_ref().map(|(series, comparison)| (series, comparison));
        let svg = draw(&first, over, Language::ZhHans);
        let read = roxmltree::Document::parse(&svg);
        assert!(read.is_ok(), "{:?}\n{svg}", read.err());
        svg
    }

    /// The titles of a picture's bars: each is a value and its chance.
    fn titles(svg: &str) -> Vec<String> {
        let page = roxmltree::Document::parse(svg).unwrap();
        let bars = page.descendants().filter(|node| node.has_tag_name("rect"));
        let titles = bars.filter_map(|bar| bar.first_element_child()?.text());
        titles.map(str::to_owned).collect()
    }

    /// Every number that places something lies on the page.
    fn assert_on_page(svg: &str) {
        let page = roxmltree::Document::parse(svg).unwrap();
        let root = page.root_element();
        let size: Vec<f64> = root
            .attribute("viewBox")
            .unwrap()
            .split(' ')
            .map(|number| number.parse().unwrap())
            .collect();
        for node in page.descendants().filter(|node| *node != root) {
            let place = |name: &str| {
                node.attribute(name).map_or(0.0, |number| number.parse::<f64>().unwrap())
            };
            let (right, low) = (place("x") + place("width"), place("y") + place("height"));
            assert!(place("x") >= 0.0 && place("y") >= 0.0, "{node:?}");
            assert!(right <= size[2] + 0.01 && low <= size[3] + 0.01, "{node:?}");
        }
    }

    #[test]
    fn c03_a_picture_shows_every_result_with_its_chance() {
        let one = drawn("2d6", None);
        let titles = titles(&one);
        assert_eq!(titles.len(), 11);
        assert_eq!(titles[5], "7: 16.67 %");
        assert!(one.contains(">16.7</text>") && !one.contains("class=\"b\""), "{one}");
        assert!(one.contains("平均 7.00"), "{one}");
    }

    #[test]
    fn c03_two_expressions_lie_over_each_other_on_one_scale() {
        let two = drawn("2d6", Some("1d12"));
        assert_eq!(titles(&two).len(), 11 + 12);
        assert!(two.contains("<g class=\"a\">") && two.contains("<g class=\"b\">"));
        let wins = Expr::parse("2d6").unwrap().odds(&()).unwrap();
        let wins = wins.compare(&Expr::parse("1d12").unwrap().odds(&()).unwrap()).unwrap();
        assert!(two.contains(&chart::percent_sign(&wins.greater)), "{two}");
    }

    #[test]
    fn c03_many_results_are_grouped_and_none_is_lost() {
        let svg = drawn("10d100", None);
        let titles = titles(&svg);
        assert!((20..=120).contains(&titles.len()), "{}", titles.len());
        assert!(titles[0].starts_with("10–"), "{}", titles[0]);
        assert!(titles.last().unwrap().contains("1000: "), "{titles:?}");
    }

    #[test]
    fn what_could_be_read_as_markup_is_not() {
        assert!(drawn("(2d6) <= 7", None).contains("&lt;="));
        assert_eq!(cut("一二三四", 4), "一二…");
        assert_eq!(cut("2d6", 4), "2d6");
    }

    #[test]
    fn any_odds_fit_on_the_page() {
        for notation in
            ["7", "1d2", "1d6/2", "1d100/7", "4dF", "1d6!", "10d100", "1d6*1000000", "d20adv-30"]
        {
            assert_on_page(&drawn(notation, None));
            assert_on_page(&drawn(notation, Some("2d6")));
        }
        assert_on_page(&drawn(&vec!["1d6"; 40].join("+"), Some("1d1000000")));
    }

    #[test]
    fn c03_a_picture_in_full() {
        insta::assert_snapshot!(drawn("1d8+3d4kh1", Some("2d6")));
    }
}
