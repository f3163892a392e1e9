//! Chances as bars (C-03).

use rules::{Chances, Tone, message};
use words::{Language, say};

use crate::page::WIDTH;
use crate::page::{
    BAD, EDGE, GOOD, Held, INK, MIXED, NIGHT, PAPER, Page, SMALL, STYLE, TINT, Type,
};

/// More bars than these do not fit a chat: the rest is not drawn.
const MOST_BARS: usize = 24;
const ROW: f64 = 44.0;

/// A result and its chance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// The result.
    pub label: String,
    /// Its chance, in hundredths of a percent.
    pub basis_points: u32,
    /// How good it is, if it is good or bad at all.
    pub tone: Option<Tone>,
}

/// The outcomes of a roll, worst first.
#[must_use]
pub fn chances_svg(title: &str, chances: &Chances, language: Language) -> String {
    let bars = chances.outcomes.iter().map(|chance| Bar {
        label: say(language, &message!("plain", text = &chance.label)),
        basis_points: chance.basis_points,
        tone: Some(chance.tone),
    });
    odds_svg(title, &bars.collect::<Vec<_>>(), language)
}

/// A bar for each result, drawn to the largest, with its chance in percent.
#[must_use]
pub fn odds_svg(title: &str, bars: &[Bar], language: Language) -> String {
    let mut page = Page::new(language);
    let heading = Type::new(34.0, INK).bold();
    let mut y = 24.0;
    for line in heading.lines(title, WIDTH - 2.0 * EDGE, 3) {
        y += 44.0;
        page.text(EDGE, y, &line, heading);
    }
    y += 20.0;
    let bars = &bars[..bars.len().min(MOST_BARS)];
    let (label, number) = (Type::new(24.0, INK), Type::new(SMALL, INK).held(Held::Right));
    let widest = bars.iter().map(|bar| label.width(&bar.label)).fold(0.0, f64::max).min(240.0);
    let left = EDGE + widest + 14.0;
    let right = WIDTH - EDGE - 100.0;
    let most = bars.iter().map(|bar| bar.basis_points).max().unwrap_or(0).max(1);
    for bar in bars {
        page.text(EDGE, y + 31.0, &label.cut(&bar.label, widest + 1.0), label);
        page.rect((left, y + 8.0), (right - left, 28.0), 4.0, &format!("fill=\"{TINT}\""));
        let part = f64::from(bar.basis_points) / f64::from(most);
        // What is possible is never invisible.
        let width = match bar.basis_points {
            0 => 0.0,
            _ => ((right - left) * part).max(2.0),
        };
        let colour = match bar.tone {
            Some(Tone::Failure) => BAD,
            Some(Tone::Mixed) => MIXED,
            Some(Tone::Full) => GOOD,
            Some(Tone::Style) | None => STYLE,
        };
        page.rect((left, y + 8.0), (width, 28.0), 4.0, &format!("fill=\"{colour}\""));
        let percent = format!("{}.{:02}%", bar.basis_points / 100, bar.basis_points % 100);
        page.text(WIDTH - EDGE, y + 30.0, &percent, number);
        y += ROW;
    }
    page.mark(WIDTH - EDGE - 40.0, y + 10.0, PAPER, NIGHT);
    page.finish(y + 72.0, PAPER, title)
}
