//! Shapes and text on a picture, and how much room text takes.

use std::fmt::Write;

use unicode_width::UnicodeWidthChar;
use words::{Language, escaped};

/// How wide every picture is.
pub(crate) const WIDTH: f64 = 600.0;
/// The room at its edges.
pub(crate) const EDGE: f64 = 26.0;
/// The smallest text: a picture is read at half its size.
pub(crate) const SMALL: f64 = 22.0;

pub(crate) const PAPER: &str = "#FAFAF6";
pub(crate) const CARD: &str = "#FFFFFF";
pub(crate) const INK: &str = "#14191C";
pub(crate) const SOFT: &str = "#525D64";
pub(crate) const GRID: &str = "#B9C9CE";
pub(crate) const ACCENT: &str = "#C22E14";
pub(crate) const NIGHT: &str = "#1A2227";
pub(crate) const NIGHT_INK: &str = "#F3F5F3";
pub(crate) const GLOW: &str = "#FF7D62";
pub(crate) const TINT: &str = "#E6ECEE";
pub(crate) const MIXED: &str = "#8A5A00";
pub(crate) const BAD: &str = "#7A1F45";
pub(crate) const BAD_TINT: &str = "#F3DEE7";
pub(crate) const GOOD: &str = "#1E7A52";
pub(crate) const STYLE: &str = "#2E5FA8";
/// One for each side, from the first.
pub(crate) const SIDES: [&str; 6] =
    ["#0B6E78", "#7D3A66", "#5B4FA8", "#8A5A00", "#2E5FA8", "#4A5A2B"];

/// The fonts of a language, the system's own names among them.
fn fonts(language: Language) -> &'static str {
    match language {
        Language::ZhHans | Language::En => {
            "Noto Sans CJK SC, PingFang SC, Source Han Sans SC, Microsoft YaHei, sans-serif"
        }
        Language::ZhHant => {
            "Noto Sans CJK TC, PingFang TC, Source Han Sans TC, Microsoft JhengHei, sans-serif"
        }
    }
}

/// Where a text is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    Left,
    Middle,
    Right,
}

/// How a text looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Type {
    pub size: f64,
    pub bold: bool,
    pub colour: &'static str,
    pub held: Held,
}

impl Type {
    pub const fn new(size: f64, colour: &'static str) -> Self {
        Self { size, bold: false, colour, held: Held::Left }
    }

    pub const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    pub const fn held(self, held: Held) -> Self {
        Self { held, ..self }
    }

    /// About how wide a text is: wide letters are as wide as high, others a good half of that.
    pub fn width(self, text: &str) -> f64 {
        let of = |letter: char| match (letter.width().unwrap_or(0), letter) {
            (0, _) => 0.0,
            (1, 'm' | 'w' | 'A'..='Z' | '%' | '@') => 0.8,
            (1, ' ' | '.' | ',' | ':' | ';' | '\'' | '|' | 'i' | 'l' | 'j') => 0.33,
            (1, _) => 0.6,
            _ => 1.0,
        };
        text.chars().map(of).sum::<f64>() * self.size
    }

    /// The text, cut with a mark where it would be wider than `most`.
    pub fn cut(self, text: &str, most: f64) -> String {
        if self.width(text) <= most {
            return text.to_owned();
        }
        let mut kept = String::new();
        for letter in text.chars() {
            kept.push(letter);
            if self.width(&kept) + self.size > most {
                kept.pop();
                break;
            }
        }
        kept + "…"
    }

    /// The text in lines no wider than `most`, at most so many of them.
    pub fn lines(self, text: &str, most: f64, count: usize) -> Vec<String> {
        let mut lines = vec![String::new()];
        for piece in pieces(text) {
            let last = lines.last().expect("it begins with one");
            if !last.is_empty() && self.width(&format!("{last}{}", piece.trim_end())) > most {
                lines.push(String::new());
            }
            lines.last_mut().expect("it begins with one").push_str(&piece);
        }
        if lines.len() > count {
            let rest = lines.split_off(count).concat();
            if let Some(last) = lines.last_mut() {
                last.push_str(&rest);
            }
        }
        lines.iter().map(|line| self.cut(line.trim_end(), most)).collect()
    }
}

/// Where a line may break: behind a word and its space, behind a wide letter and the marks after it.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    for letter in text.chars() {
        let closes = "，。、：；！？）」』》,.:;!?) ".contains(letter);
        let wide = letter.width().unwrap_or(0) > 1;
        let opens = |last: &String| last.ends_with(['（', '「', '『', '《']);
        let joins = |last: &String| {
            let end = last.chars().next_back();
            let end_is_word = end.is_some_and(|end| end != ' ' && end.width().unwrap_or(0) < 2);
            closes || opens(last) || (!wide && end_is_word)
        };
        match pieces.last_mut().filter(|last| joins(last)) {
            Some(last) => last.push(letter),
            None => pieces.push(letter.to_string()),
        }
    }
    pieces
}

/// A picture that is being drawn, from the top down.
#[derive(Debug)]
pub(crate) struct Page {
    body: String,
    language: Language,
}

/// Writing to a string cannot fail.
macro_rules! put {
    ($page:expr, $($what:tt)*) => {{ let _ = writeln!($page.body, $($what)*); }};
}

impl Page {
    pub fn new(language: Language) -> Self {
        Self { body: String::new(), language }
    }

    /// Text on a base line.
    pub fn text(&mut self, x: f64, y: f64, text: &str, kind: Type) {
        let anchor = match kind.held {
            Held::Left => "",
            Held::Middle => " text-anchor=\"middle\"",
            Held::Right => " text-anchor=\"end\"",
        };
        let weight = if kind.bold { " font-weight=\"700\"" } else { "" };
        let (size, colour) = (kind.size, kind.colour);
        let text: String = text.chars().filter(|letter| !letter.is_control()).collect();
        put!(
            self,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\"{weight}{anchor} \
             fill=\"{colour}\">{}</text>",
            escaped(&text)
        );
    }

    /// A rectangle: where it begins, how large it is, how round, and how it is painted.
    pub fn rect(&mut self, at: (f64, f64), size: (f64, f64), round: f64, paint: &str) {
        let ((x, y), (width, height)) = (at, size);
        put!(
            self,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{height:.1}\" rx=\"{round}\" \
             {paint}/>",
            width.max(0.0)
        );
    }

    /// A line from one point to another.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), paint: &str) {
        let ((x, y), (to_x, to_y)) = (from, to);
        put!(self, "<path d=\"M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}\" fill=\"none\" {paint}/>");
    }

    pub fn circle(&mut self, x: f64, y: f64, radius: f64, paint: &str) {
        put!(self, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" {paint}/>");
    }

    /// The mark of Mistline: three waves.
    pub fn mark(&mut self, x: f64, y: f64, paper: &str, ink: &str) {
        self.rect((x, y), (40.0, 40.0), 9.0, &format!("fill=\"{ink}\""));
        for wave in [12.0, 20.0, 28.0] {
            let y = y + wave;
            put!(
                self,
                "<path d=\"M{:.1} {y:.1}q4 -5 8 0t8 0t8 0\" fill=\"none\" stroke=\"{paper}\" \
                 stroke-width=\"2.5\" stroke-linecap=\"round\"/>",
                x + 8.0
            );
        }
    }

    /// The whole picture, so high, on such paper.
    pub fn finish(self, height: f64, paper: &str, title: &str) -> String {
        let (tag, fonts) = (self.language.tag(), fonts(self.language));
        let mut svg = String::with_capacity(self.body.len() + 512);
        let _ = writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {WIDTH} {height:.0}\" lang=\"{tag}\" role=\"img\" \
             font-family=\"{fonts}\">\n<title>{}</title>\n\
             <rect width=\"{WIDTH}\" height=\"{height:.0}\" fill=\"{paper}\"/>",
            escaped(title)
        );
        svg + &self.body + "</svg>\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t35_text_breaks_where_it_may_and_is_cut_where_it_must() {
        let kind = Type::new(10.0, "#000");
        assert_eq!(kind.lines("等岳澜、雾中人。", 60.0, 3), ["等岳澜、雾中", "人。"]);
        assert_eq!(kind.lines("Waiting for Bai", 70.0, 3), ["Waiting for", "Bai"]);
        assert_eq!(kind.cut("一二三四", 30.0), "一二…");
        assert_eq!(kind.lines("一二三四五六", 20.0, 2), ["一二", "三…"]);
        assert_eq!(kind.lines("", 20.0, 2), [""]);
    }
}
