//! A session looked back at, as one picture to pass on (B-52).

use words::Language;
use words::log::Section;

use crate::page::{
    ACCENT, CARD, EDGE, GRID, Held, INK, NIGHT, NIGHT_INK, PAPER, Page, SMALL, SOFT, STYLE, Type,
    WIDTH,
};

/// More lines than these of one section are not drawn.
const MOST_LINES: usize = 12;
const LINE: f64 = 36.0;
/// How high the plot of the dice is.
const PLOT: f64 = 170.0;

/// How often a value fell, beside how often it was to be expected.
#[derive(Clone, Debug, PartialEq)]
pub struct Fallen {
    /// The value, or values.
    pub label: String,
    /// How often it fell.
    pub count: u32,
    /// How often it was to be expected.
    pub expected: f64,
}

/// A title, what there is to tell in sections, and under `caption` the dice as bars with dashes where
/// they were to be expected.
#[must_use]
pub fn recap_svg(
    title: &str,
    sections: &[Section],
    caption: &str,
    dice: &[Fallen],
    language: Language,
) -> String {
    let mut page = Page::new(language);
    let heading = Type::new(38.0, NIGHT_INK).bold();
    let titles = heading.lines(title, WIDTH - 2.0 * EDGE, 3);
    let head = 56.0 + titles.len() as f64 * 48.0;
    page.rect((0.0, 0.0), (WIDTH, head), 0.0, &format!("fill=\"{NIGHT}\""));
    for (place, line) in titles.iter().enumerate() {
        page.text(EDGE, 66.0 + place as f64 * 48.0, line, heading);
    }
    let mut y = head + 18.0;
    if !dice.is_empty() {
        y = plot(&mut page, y, caption, dice);
    }
    for section in sections {
        y = told(&mut page, y, section);
    }
    page.mark(WIDTH - EDGE - 40.0, y + 6.0, PAPER, NIGHT);
    page.finish(y + 64.0, PAPER, title)
}

/// The dice from `top` down; where they end.
fn plot(page: &mut Page, top: f64, caption: &str, dice: &[Fallen]) -> f64 {
    let (text, number) = (Type::new(SMALL, SOFT), Type::new(SMALL, INK).held(Held::Middle));
    let width = WIDTH - 2.0 * EDGE;
    let lines = text.lines(caption, width - 40.0, 2);
    let height = 24.0 + lines.len() as f64 * LINE + PLOT + 84.0;
    page.rect((EDGE, top), (width, height), 12.0, &format!("fill=\"{CARD}\""));
    let mut y = top + 8.0;
    for line in lines {
        y += LINE;
        page.text(EDGE + 20.0, y, &line, text);
    }
    let foot = y + 40.0 + PLOT;
    let most = dice.iter().flat_map(|it| [f64::from(it.count), it.expected]).fold(1.0, f64::max);
    let each = (width - 40.0) / dice.len() as f64;
    // Labels that would run into each other are left out.
    let every = dice.iter().map(|it| number.width(&it.label) + 6.0).fold(0.0, f64::max) / each;
    let every = every.ceil().max(1.0) as usize;
    for (place, it) in dice.iter().enumerate() {
        let left = EDGE + 20.0 + place as f64 * each;
        let middle = left + each / 2.0;
        let tall = PLOT * f64::from(it.count) / most;
        let fill = format!("fill=\"{STYLE}\"");
        page.rect((left + each * 0.12, foot - tall), (each * 0.76, tall), 4.0, &fill);
        if it.count > 0 && number.width(&it.count.to_string()) <= each {
            page.text(middle, foot - tall - 8.0, &it.count.to_string(), number);
        }
        let due = foot - PLOT * it.expected / most;
        let dashes = format!("stroke=\"{ACCENT}\" stroke-width=\"3\" stroke-dasharray=\"7 5\"");
        page.line((left, due), (left + each, due), &dashes);
        if place % every == 0 {
            page.text(middle, foot + 30.0, &it.label, number);
        }
    }
    let axis = format!("stroke=\"{GRID}\" stroke-width=\"2\"");
    page.line((EDGE + 20.0, foot), (WIDTH - EDGE - 20.0, foot), &axis);
    top + height + 16.0
}

/// A section from `top` down; where it ends.
fn told(page: &mut Page, top: f64, section: &Section) -> f64 {
    let (heading, text) = (Type::new(28.0, INK).bold(), Type::new(24.0, INK));
    let width = WIDTH - 2.0 * EDGE;
    let wrapped = section.lines.iter().flat_map(|line| {
        let lines = text.lines(line.trim(), width - 60.0, 3).into_iter().enumerate();
        // Lines that go on stand a little in.
        lines.map(|(place, line)| (if place > 0 { 20.0 } else { 0.0 }, line))
    });
    let wrapped: Vec<(f64, String)> = wrapped.take(MOST_LINES).collect();
    let height = 66.0 + wrapped.len() as f64 * LINE + 14.0;
    page.rect((EDGE, top), (width, height), 12.0, &format!("fill=\"{CARD}\""));
    page.text(EDGE + 20.0, top + 44.0, &heading.cut(&section.heading, width - 40.0), heading);
    let mut y = top + 60.0;
    for (inset, line) in wrapped {
        y += LINE;
        page.text(EDGE + 20.0 + inset, y - 8.0, &line, text);
    }
    top + height + 16.0
}
