//! The nearest valid form: try small edits around the mistake, keep the first that parses.

use std::ops::Range;

use crate::op::Function;
use crate::{Error, ErrorKind, limits};

/// Adds a suggestion to an error, if one of the likely edits is valid.
pub fn suggest(text: &str, mut error: Error, valid: impl Fn(&str) -> bool) -> Error {
    if error.suggestion.is_none() {
        let typed: Vec<char> = text.chars().take(limits::LENGTH).collect();
        let forms = candidates(&Typed(&typed), &error);
        error.suggestion = forms.into_iter().map(|form| form.trim().to_owned()).find(|f| valid(f));
    }
    error
}

struct Typed<'t>(&'t [char]);

impl Typed<'_> {
    /// The text with a piece replaced.
    fn with(&self, piece: Range<usize>, by: &str) -> String {
        let end = piece.end.min(self.0.len());
        let start = piece.start.min(end);
        let before = self.0[..start].iter().copied();
        before.chain(by.chars()).chain(self.0[end..].iter().copied()).collect()
    }

    fn piece(&self, piece: Range<usize>) -> String {
        let end = piece.end.min(self.0.len());
        self.0[piece.start.min(end)..end].iter().collect()
    }

    /// Where the spaces before a place begin.
    fn before_spaces(&self, at: usize) -> usize {
        let spaces = self.0[..at.min(self.0.len())].iter().rev();
        at - spaces.take_while(|c| c.is_whitespace()).count()
    }
}

fn candidates(typed: &Typed<'_>, error: &Error) -> Vec<String> {
    let span = error.span.clone();
    let (start, end, last) = (span.start, span.end, typed.0.len());
    let gone = typed.with(span.clone(), "");
    let glued = typed.with(typed.before_spaces(start)..start, "");
    match &error.kind {
        ErrorKind::MissingBefore { .. } => {
            let doubled = typed.before_spaces(start).saturating_sub(1);
            vec![gone, typed.with(doubled..start, "")]
        }
        ErrorKind::MissingAtEnd => {
            // What hangs at the end goes; if nothing is left, the smallest roll stands in.
            let hanging = |c: &char| c.is_alphanumeric() || matches!(c, '#' | '＃');
            let kept = typed.0.iter().rposition(hanging).map_or(0, |at| at + 1);
            let (cut, filled) = (typed.piece(0..kept), typed.with(last..last, "1d6"));
            if cut.ends_with(['#', '＃']) { vec![filled] } else { vec![cut, filled] }
        }
        ErrorKind::Unclosed { bracket } => {
            let close = match bracket {
                '(' | '（' => ")",
                '{' | '｛' => "}",
                _ => "]",
            };
            vec![typed.with(last..last, close), gone]
        }
        ErrorKind::DieWithoutSides => vec![typed.with(end..end, "6")],
        ErrorKind::BadSides { .. } => vec![typed.with(span, "6")],
        ErrorKind::TooManySides { most } => vec![typed.with(span, &most.to_string())],
        ErrorKind::TooManyDice { most } => {
            let written = typed.piece(span.clone());
            let word = written.trim_end_matches(|c: char| c.is_numeric());
            vec![typed.with(span, &format!("{word}{most}"))]
        }
        ErrorKind::BadCount { count } => {
            let whole = count.parse::<crate::Value>().map(|count| count.floor().to_string());
            whole.into_iter().map(|whole| typed.with(span.clone(), &whole)).collect()
        }
        ErrorKind::RerollsEverything => {
            let once = typed.piece(span.clone()).to_lowercase();
            let condition = once.trim_start_matches(['r', 'ｒ']);
            vec![typed.with(span, &format!("ro{condition}"))]
        }
        ErrorKind::BadBraces => {
            let rest = typed.piece(start + 1..last);
            vec![format!("{}({}", typed.piece(0..start), rest.replacen(['}', '｝'], ")", 1))]
        }
        ErrorKind::ChainedComparison => vec![typed.piece(0..start)],
        ErrorKind::DiceInside => Vec::new(),
        ErrorKind::UnknownStep { step } => unknown_step(typed, span, step),
        ErrorKind::StepOfNothing { step } => vec![typed.with(span, &format!("{step}1"))],
        ErrorKind::MissingCondition { step } => {
            let number = typed.0.get(end).is_some_and(|c| c.is_numeric());
            let condition = if number {
                ">="
            } else if step.starts_with('r') {
                "1"
            } else {
                ">=5"
            };
            vec![typed.with(end..end, condition), gone]
        }
        ErrorKind::StepOrder { step, before } => {
            let earlier = typed.piece(0..start).to_lowercase().rfind(&**before);
            let moved = earlier.map(|at| {
                let at = typed.piece(0..start).to_lowercase()[..at].chars().count();
                Typed(&gone.chars().collect::<Vec<_>>()).with(at..at, step)
            });
            moved.into_iter().chain([gone]).collect()
        }
        ErrorKind::StepConflict { .. } => {
            let tail = |c: &&char| c.is_ascii_alphabetic() || matches!(c, '!' | '！');
            let junk = typed.0[start..].iter().take_while(tail).count();
            vec![gone, typed.with(start..start + junk, "")]
        }
        ErrorKind::AdvantageOfMany => {
            let high = typed.piece(span.clone()).to_lowercase();
            let keep = if matches!(&*high, "adv" | "优势" | "優勢") { "kh1" } else { "kl1" };
            vec![typed.with(span, keep)]
        }
        ErrorKind::BadCap { most } => {
            let zero = typed.piece(start + 1..end).chars().all(|c| matches!(c, '0' | '０'));
            vec![typed.with(span, &format!("x{}", if zero { 1 } else { *most }))]
        }
        ErrorKind::CountOrSum { count, sum } => vec![count.clone(), sum.clone()],
        ErrorKind::ExplodeOrUnequal { explode, unequal } => vec![explode.clone(), unequal.clone()],
        ErrorKind::UnknownFunction { name } => {
            let words = Function::ALL.map(|function| function.word().to_owned());
            let near = nearest(name, &words);
            near.into_iter().map(|word| typed.with(span.clone(), &word)).collect()
        }
        ErrorKind::Glued { text } => vec![
            typed.with(start..start, " "),
            typed.with(start..start, "*"),
            typed.with(span.clone(), &format!(" {}", text)),
            gone,
        ],
        ErrorKind::StepApart { .. } => {
            vec![glued, typed.with(typed.before_spaces(start)..start, " + ")]
        }
        ErrorKind::WordOperator { operator, .. } => vec![typed.with(span, &operator.to_string())],
        ErrorKind::BadReason { found } => bad_reason(typed, start, *found),
        ErrorKind::TimesNotFirst => times_first(typed, start),
        ErrorKind::BadTimes { most } => {
            let zero = typed.piece(start..end - 1).chars().all(|c| matches!(c, '0' | '０'));
            vec![typed.with(span, &format!("{}#", if zero { 1 } else { *most }))]
        }
        ErrorKind::TooLong { .. } => Vec::new(),
        _ => vec![gone, glued, typed.piece(0..start)],
    }
}

/// `3d6k2` most likely keeps the highest; anything else is dropped or set apart as a reason.
fn unknown_step(typed: &Typed<'_>, span: Range<usize>, step: &str) -> Vec<String> {
    let mut forms = Vec::new();
    let digits = step.trim_start_matches(|c: char| !c.is_ascii_digit());
    match step.to_lowercase().trim_end_matches(|c: char| c.is_ascii_digit()) {
        "k" | "h" => forms.push(typed.with(span.clone(), &format!("kh{digits}"))),
        "l" => forms.push(typed.with(span.clone(), &format!("kl{digits}"))),
        "d" => forms.push(typed.with(span.clone(), &format!("dl{digits}"))),
        "e" if digits.is_empty() => forms.push(typed.with(span.clone(), "!")),
        "x" if digits.is_empty() => forms.push(typed.with(span.clone(), "")),
        "x" => forms.push(typed.with(span.clone(), &format!("*{digits}"))),
        "s" | "t" if !digits.is_empty() => {
            forms.push(typed.with(span.clone(), &format!("cs>={digits}")));
        }
        _ => {}
    }
    forms.push(typed.with(span.start..span.start, " "));
    forms.push(typed.with(span, ""));
    forms
}

/// Something that is neither notation nor a reason follows a complete expression.
fn bad_reason(typed: &Typed<'_>, start: usize, found: char) -> Vec<String> {
    let last = typed.0.len();
    let before = typed.before_spaces(start);
    match found {
        '(' | '（' if before < start => {
            let inner = typed.piece(start + 1..last);
            let inner = inner.trim_end().trim_end_matches([')', '）']);
            vec![format!("{} {inner}", typed.piece(0..before))]
        }
        '(' | '（' => vec![typed.with(start..start, "*")],
        c if c.is_numeric() => {
            // `r 2d6`: a lone word in front was a command elsewhere.
            let word = typed.0[..before].iter().all(|c| c.is_alphabetic());
            let glued = typed.with(before..start, "");
            let rest = typed.piece(start..last);
            let added = typed.with(before..start, " + ");
            if word { vec![rest, added] } else { vec![glued, added] }
        }
        _ => vec![typed.piece(0..before)],
    }
}

/// `3d6*5#3` → `3#(3d6*5)`; whatever follows the number stays behind.
fn times_first(typed: &Typed<'_>, hash: usize) -> Vec<String> {
    let after: String = typed.0[hash + 1..].iter().collect();
    let after = after.trim_start();
    let digits = after.chars().take_while(char::is_ascii_digit).count();
    let (times, reason) = after.split_at(digits);
    let expr = typed.piece(0..hash);
    let expr = expr.trim();
    let whole = expr.chars().all(|c| c.is_alphanumeric());
    let expr = if whole { expr.to_owned() } else { format!("({expr})") };
    vec![
        format!("{times}#{expr}{reason}"),
        format!("{times}#{}{reason}", typed.piece(0..hash).trim()),
        typed.piece(0..hash),
    ]
}

/// The known words nearest to a misspelt one, best first, none too far off.
pub(crate) fn nearest(word: &str, known: &[String]) -> Vec<String> {
    let length = word.chars().count();
    let mut near: Vec<(usize, &String)> = known
        .iter()
        .map(|candidate| (distance(&word.to_lowercase(), &candidate.to_lowercase()), candidate))
        .filter(|(off, candidate)| {
            let longest = length.max(candidate.chars().count());
            // Short Chinese names differ in half their characters at once: 力量, 力气.
            *off * 2 <= longest || candidate.starts_with(word) || word.starts_with(&**candidate)
        })
        .collect();
    near.sort();
    near.into_iter().take(3).map(|(_, candidate)| candidate.clone()).collect()
}

/// How many single characters must change, appear, vanish or swap places.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().take(100).collect());
    let mut two_before = vec![0; b.len() + 1];
    let mut before: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut row = vec![i + 1; b.len() + 1];
        for j in 0..b.len() {
            let change = before[j] + usize::from(a[i] != b[j]);
            row[j + 1] = change.min(before[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                row[j + 1] = row[j + 1].min(two_before[j - 1] + 1);
            }
        }
        two_before = std::mem::replace(&mut before, row);
    }
    before[b.len()]
}
