//! Bars in a terminal.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use dice::{Fraction, Odds, Value};
use unicode_width::UnicodeWidthStr;

/// The longest bar, in columns.
const LENGTH: u32 = 36;
/// More rows than this do not fit on a screen: results are grouped.
const MOST_ROWS: usize = 40;

/// The longest fraction worth showing beside its bar.
const MOST_FRACTION: usize = 20;

/// One bar: what it stands for and its chance.
pub struct Row {
    label: String,
    chance: Fraction,
}

impl Row {
    /// A bar for `chance`.
    pub fn new(label: String, chance: &Fraction) -> Self {
        Self { label, chance: chance.clone() }
    }
}

/// A row per result, or per stretch of equally many results when there are too many.
pub fn grouped(odds: &Odds) -> Vec<Row> {
    let values: Vec<Value> = odds.iter().map(|(value, _)| value).collect();
    let size = values.len().div_ceil(MOST_ROWS);
    values
        .chunks(size.max(1))
        .filter_map(|stretch| {
            let (&low, &high) = (stretch.first()?, stretch.last()?);
            let label = if low == high { low.to_string() } else { format!("{low}…{high}") };
            Some(Row { label, chance: odds.between(low, high) })
        })
        .collect()
}

/// Draws bars to a common scale, labels aligned by their width on the screen.
pub fn draw(rows: &[Row], out: &mut impl Write) -> io::Result<()> {
    let widest = rows.iter().map(|row| row.label.width()).max().unwrap_or(0);
    let longest = rows.iter().map(|row| &row.chance).max();
    let bar_style = Style::new().fg_color(Some(AnsiColor::Cyan.into()));
    let faint = Style::new().dimmed();
    // Fractions are shown for all rows or none: a few long ones among short ones only confuse.
    let exact = rows.iter().all(|row| row.chance.to_string().len() <= MOST_FRACTION);
    for row in rows {
        let indent = " ".repeat(widest - row.label.width());
        let bar = bar(&row.chance, longest.unwrap_or(&row.chance));
        let space = " ".repeat(LENGTH as usize - bar.width());
        let percent = percent_sign(&row.chance);
        write!(out, "  {indent}{}  {bar_style}{bar}{bar_style:#}{space} {percent:>9}", row.label)?;
        if exact {
            write!(out, "  {faint}{}{faint:#}", row.chance)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// A bar in eighths of a column; what is not impossible is never invisible.
fn bar(chance: &Fraction, longest: &Fraction) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let nothing = Fraction::from_integer(0.into());
    if *longest == nothing || *chance == nothing {
        return String::new();
    }
    let scaled = chance / longest * Fraction::from_integer((LENGTH * 8).into());
    let eighths = usize::try_from(scaled.round().to_integer()).unwrap_or(0).max(1);
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

/// The chance in percent with this many decimals, rounded half up from the exact fraction.
pub fn percent(chance: &Fraction, places: u32) -> String {
    decimal(&(chance * Fraction::from_integer(100.into())), places)
}

/// The chance as `12.34 %`; one that would be shown as none or all, but is not, says so.
pub fn percent_sign(chance: &Fraction) -> String {
    let shown = percent(chance, 2);
    let edge = |whole: i32| *chance == Fraction::from_integer(whole.into());
    match shown.as_str() {
        "0.00" if !edge(0) => "<0.01 %".to_owned(),
        "100.00" if !edge(1) => ">99.99 %".to_owned(),
        _ => format!("{shown} %"),
    }
}

/// The fraction with this many decimals, rounded half up.
pub fn decimal(fraction: &Fraction, places: u32) -> String {
    let scale = Fraction::from_integer(10.into()).pow(i32::try_from(places).unwrap_or(6));
    let half = Fraction::new(1.into(), 2.into());
    let units = (fraction * scale + half).floor().to_integer();
    let (sign, digits) = match units.to_string() {
        text if text.starts_with('-') => ("-", text[1..].to_owned()),
        text => ("", text),
    };
    let digits = format!("{digits:0>width$}", width = places as usize + 1);
    let (whole, part) = digits.split_at(digits.len() - places as usize);
    if places == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_rounded_from_the_exact_fraction() {
        let check = |num: i32, den: i32, places, expected: &str| {
            assert_eq!(decimal(&Fraction::new(num.into(), den.into()), places), expected);
        };
        check(127, 16, 2, "7.94");
        check(-1, 3, 2, "-0.33");
        check(1, 8, 2, "0.13");
        check(7, 1, 0, "7");
        check(-21, 2, 1, "-10.5");
    }

    #[test]
    fn what_is_possible_is_never_shown_as_impossible() {
        let chance = |num: i32, den: i32| percent_sign(&Fraction::new(num.into(), den.into()));
        assert_eq!(chance(1, 1_000_000), "<0.01 %");
        assert_eq!(chance(999_999, 1_000_000), ">99.99 %");
        assert_eq!(chance(0, 1), "0.00 %");
        assert_eq!(chance(1, 1), "100.00 %");
        assert_eq!(
            bar(&Fraction::new(1.into(), 1_000_000.into()), &Fraction::from_integer(1.into())),
            "▏"
        );
    }
}
