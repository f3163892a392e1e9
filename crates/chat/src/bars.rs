//! Chances as small bars (B-20, C-03).

use dice::{Expr, Fraction, Odds};
use rules::{Chances, Line, Message, message};

/// The longest bar, in characters: it fits a phone.
const LENGTH: u64 = 10;
/// More rows than this do not fit a phone: results are grouped.
const MOST_ROWS: usize = 16;

/// A bar for a share in hundredths of a percent; what is not impossible is never invisible.
#[must_use]
pub fn bar(basis_points: u32) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (u64::from(basis_points) * LENGTH * 8 + 5_000) / 10_000;
    let eighths = eighths.max(u64::from(basis_points > 0));
    let whole = "█".repeat((eighths / 8) as usize);
    format!("{whole}{}", EIGHTHS[(eighths % 8) as usize])
}

/// `27.78`, from hundredths of a percent.
pub fn percent(basis_points: u32) -> String {
    format!("{}.{:02}", basis_points / 100, basis_points % 100)
}

/// The chances of a roll in whole percentages, to be said on one line (C-05).
pub fn in_short(chances: &Chances) -> Vec<Message> {
    let share = |percent: u32, label| message!("chat-share", label = label, percent = percent);
    let outcomes = chances.outcomes.iter();
    outcomes.map(|one| share((one.basis_points + 50) / 100, &one.label)).collect()
}

/// A line for each outcome of a roll, worst first.
pub fn of_chances(chances: &Chances) -> Vec<Line> {
    chances
        .outcomes
        .iter()
        .map(|chance| Line {
            tone: Some(chance.tone),
            ..Line::new(message!(
                "chat-chance",
                bar = bar(chance.basis_points),
                percent = percent(chance.basis_points),
                label = &chance.label
            ))
        })
        .collect()
}

/// A line for each result of an expression, or for each of a few groups of them.
pub fn of_odds(expr: &Expr, odds: &Odds) -> Vec<Line> {
    let size = odds.len().div_ceil(MOST_ROWS).max(1);
    let rows: Vec<(String, u32)> = (0..odds.len())
        .step_by(size)
        .map(|at| {
            let (low, high) = (odds.value(at), odds.value((at + size).min(odds.len()) - 1));
            let label = if low == high { low.to_string() } else { format!("{low}…{high}") };
            (label, odds.parts_within(low..=high, 10_000))
        })
        .collect();
    let most = rows.iter().map(|(_, share)| *share).max().unwrap_or(0).max(1);
    let heading =
        message!("chat-odds-of", expr = expr.to_string(), mean = two_places(&odds.mean()));
    let mut lines: Vec<Line> = vec![heading.into()];
    lines.extend(rows.into_iter().map(|(label, share)| {
        // Drawn to the largest, so that flat distributions have shape too.
        let length = u64::from(share) * 10_000 / u64::from(most);
        let bar = bar(u32::try_from(length).unwrap_or(10_000));
        message!("chat-chance", bar = bar, percent = percent(share), label = label).into()
    }));
    lines
}

fn two_places(mean: &Fraction) -> String {
    // Rounded by one division: products of fractions look for lowest terms first.
    let hundredths = Fraction::new_raw(mean.numer() * 100, mean.denom().clone());
    let hundredths = hundredths.round().to_integer();
    let text = hundredths.to_string();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.as_str()),
    };
    let digits = format!("{digits:0>3}");
    let (whole, part) = digits.split_at(digits.len() - 2);
    format!("{sign}{whole}.{part}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b20_what_is_possible_is_never_invisible() {
        let check = |share, expected: &str| assert_eq!(bar(share), expected, "{share}");
        check(0, "");
        check(1, "▏");
        check(5_000, "█████");
        check(2_778, "██▊");
        check(10_000, "██████████");
    }

    #[test]
    fn shares_are_written_with_two_places() {
        assert_eq!(percent(2_778), "27.78");
        assert_eq!(percent(5), "0.05");
        assert_eq!(percent(10_000), "100.00");
    }
}
