//! What stands around an expression: how often, and why.

use std::sync::Arc;

use super::{LOWEST, Parsed, Parser, text};
use crate::{ErrorKind, Expr, Throw, limits};

/// Words that people write for operators.
const OPERATORS: [(&str, char); 10] = [
    ("加上", '+'),
    ("减去", '-'),
    ("減去", '-'),
    ("乘以", '*'),
    ("除以", '/'),
    ("加", '+'),
    ("减", '-'),
    ("減", '-'),
    ("乘", '*'),
    ("除", '/'),
];

impl Parser<'_> {
    pub(super) fn line(mut self) -> Parsed<Throw> {
        self.skip_spaces();
        if self.at == self.chars.len() {
            return Err(self.fail(ErrorKind::Empty, 0..self.at));
        }
        let times = self.times()?;
        let nothing = {
            self.skip_spaces();
            self.at == self.chars.len()
        };
        if nothing {
            return Err(self.fail(ErrorKind::MissingAtEnd, self.at..self.at));
        }
        self.expression(LOWEST)?;
        let reason = self.reason()?;
        Ok(Throw { times, expr: Expr(Arc::new(self.tree)), reason })
    }

    /// `3#` in front; 1 if there is none.
    fn times(&mut self) -> Parsed<u32> {
        let digits = self.chars[self.at..].iter().take_while(|c| c.is_ascii_digit()).count();
        if self.peek_at(digits) != Some('#') {
            return Ok(1);
        }
        let start = self.at;
        let times = self.digits().ok().and_then(|times| u32::try_from(times).ok());
        self.at = start + digits + 1;
        match times {
            Some(times) if (1..=limits::TIMES).contains(&times) => Ok(times),
            _ => Err(self.fail(ErrorKind::BadTimes { most: limits::TIMES }, start..self.at)),
        }
    }

    /// What follows a complete expression is the reason, never a change of meaning (C-02).
    fn reason(&mut self) -> Parsed<Option<String>> {
        let end = self.at;
        self.skip_spaces();
        let (apart, start) = (self.at > end, self.at);
        let Some(c) = self.peek() else { return Ok(None) };
        let one = start..start + 1;
        let found = self.raw_char(start);
        let rest = &self.chars[start..];
        match c {
            '#' => return Err(self.fail(ErrorKind::TimesNotFirst, one)),
            ')' | ']' | '}' => {
                return Err(self.fail(ErrorKind::Unopened { bracket: found }, one));
            }
            _ if c.is_ascii_alphabetic() || c == '_' => {
                let run = text::name_length(rest);
                let word: String = rest[..run].iter().collect();
                if !apart {
                    return Err(self.fail(ErrorKind::Glued { text: word }, start..start + run));
                }
                if let Some(length) = step_length(rest) {
                    let step = rest[..length].iter().collect();
                    return Err(self.fail(ErrorKind::StepApart { step }, start..start + length));
                }
            }
            _ if c.is_alphabetic() => {
                let word = OPERATORS.iter().find(|(word, _)| text::starts_with(rest, word));
                if let Some((word, operator)) = word {
                    let length = word.chars().count();
                    let after = rest[length..].iter().find(|c| **c != ' ');
                    let operand = |c: &char| c.is_ascii_digit() || matches!(c, 'd' | 'D' | '(');
                    if after.is_some_and(operand) {
                        let kind =
                            ErrorKind::WordOperator { word: (*word).into(), operator: *operator };
                        return Err(self.fail(kind, start..start + length));
                    }
                }
                if ["优势", "優勢", "劣势", "劣勢"].iter().any(|s| text::starts_with(rest, s))
                {
                    let step = rest[..2].iter().collect();
                    return Err(self.fail(ErrorKind::StepApart { step }, start..start + 2));
                }
            }
            _ if c.is_ascii_digit() || "!$%&(*+,-./:;<=>?[\\^`{|}~".contains(c) => {
                return Err(self.fail(ErrorKind::BadReason { found }, one));
            }
            _ if !apart || c.is_control() => {
                return Err(self.fail(ErrorKind::Unexpected { found }, one));
            }
            _ => {}
        }
        let reason: String = self.raw.chars().skip(start).collect();
        self.at = self.chars.len();
        Ok(Some(reason.trim_end().to_owned()))
    }
}

/// If the first word is a step or a die set apart from its pool: its length.
fn step_length(chars: &[char]) -> Option<usize> {
    let length = chars.iter().take_while(|c| **c != ' ').count();
    let word: String = chars[..length].iter().collect::<String>().to_lowercase();
    let digits = |rest: &str| rest.bytes().all(|b| b.is_ascii_digit());
    let keeps = ["kh", "kl", "dh", "dl"];
    let asks = ["ro", "rr", "cs", "r", "c"];
    let compares = |c: char| "<>=≤≥≠".contains(c) || c.is_ascii_digit();
    let step = matches!(&*word, "adv" | "dis")
        || keeps.iter().any(|keep| word.strip_prefix(keep).is_some_and(digits))
        || asks.iter().any(|ask| word.strip_prefix(ask).is_some_and(|w| w.starts_with(compares)))
        || text::die_starts(&chars[..length]);
    step.then_some(length)
}
