//! A character's sheet in words, as a card.

use words::Language;
use words::sheet::Sheet;

use crate::page::{ACCENT, CARD, EDGE, INK, NIGHT, PAPER, Page, SIDES, SOFT, Type, WIDTH};

/// More lines than these are not drawn.
const MOST_LINES: usize = 48;
const LINE: f64 = 36.0;

/// A character's sheet; `foot` says where it is from, as the table and who plays them.
#[must_use]
pub fn sheet_svg(sheet: &Sheet, foot: &str, language: Language) -> String {
    let mut page = Page::new(language);
    let (name, text) = (Type::new(38.0, INK).bold(), Type::new(24.0, INK));
    page.rect((EDGE, 26.0), (92.0, 92.0), 14.0, &format!("fill=\"{}\"", SIDES[0]));
    let first: String = sheet.name.chars().take(1).collect();
    let letter = Type::new(50.0, CARD).bold().held(crate::page::Held::Middle);
    page.text(EDGE + 46.0, 90.0, &first, letter);
    let room = WIDTH - 2.0 * EDGE - 112.0;
    page.text(EDGE + 112.0, 85.0, &name.cut(&sheet.name, room), name);

    let inside = WIDTH - 2.0 * EDGE - 40.0;
    let wrapped = sheet.lines.iter().flat_map(|line| {
        let inset = line.chars().take_while(|letter| *letter == ' ').count().min(4) as f64 * 10.0;
        let lines = text.lines(line.trim(), inside - inset - 20.0, 4).into_iter().enumerate();
        // Lines that go on stand a little in.
        lines.map(move |(place, line)| (inset + if place > 0 { 20.0 } else { 0.0 }, line))
    });
    let wrapped: Vec<(f64, String)> = wrapped.take(MOST_LINES).collect();
    let height = wrapped.len() as f64 * LINE + 36.0;
    let (top, width) = (140.0, WIDTH - 2.0 * EDGE);
    page.rect((EDGE, top), (width, height), 12.0, &format!("fill=\"{CARD}\""));
    page.rect((EDGE, top), (width, 7.0), 3.0, &format!("fill=\"{ACCENT}\""));
    let mut y = top + 16.0;
    for (inset, line) in wrapped {
        y += LINE;
        page.text(EDGE + 20.0 + inset, y - 6.0, &text.cut(&line, inside - inset + 20.0), text);
    }
    let y = top + height;
    let small = Type::new(crate::page::SMALL, SOFT);
    page.text(EDGE, y + 46.0, &small.cut(foot, width - 60.0), small);
    page.mark(WIDTH - EDGE - 40.0, y + 18.0, PAPER, NIGHT);
    page.finish(y + 80.0, PAPER, &sheet.name)
}
