//! Lines as text, for terminals, group chats and transcripts.

use rules::{Line, Message, Refusal, Sum, message};
use table::NumberedLine;
use words::{Language, say};

use crate::listener::signed;

/// A line as text: what happened, then the dice, then the sum behind it.
#[must_use]
pub fn shown(language: Language, line: &Line) -> Vec<String> {
    let said = say(language, &line.message);
    let mut lines: Vec<String> = said.lines().map(str::to_owned).collect();
    if let Some(roll) = &line.roll {
        let by_hand = if roll.typed_in {
            format!(" ({})", say(language, &message!("table-hand")))
        } else {
            String::new()
        };
        lines.push(format!("  {}{by_hand}", roll.rolled));
    }
    if let Some(sum) = &line.sum
        && !sum.parts.is_empty()
    {
        lines.push(format!("  {}", say(language, &of_sum(sum))));
    }
    lines
}

/// A line of the log as text.
#[must_use]
pub fn numbered(language: Language, line: &NumberedLine) -> Vec<String> {
    shown(language, &line.line)
}

/// A refusal as text: what was wrong and which rule, then what would be accepted.
#[must_use]
pub fn refused(language: Language, refusal: &Refusal) -> Vec<String> {
    let what =
        message!("chat-refused", what = refusal.what.clone(), rule = refusal.rule.to_string());
    let mut lines = vec![say(language, &what)];
    lines.extend(refusal.instead.as_ref().map(|instead| say(language, instead)));
    lines
}

/// A number and its parts: `+2 = +1 撬棍、+1 夜视`.
pub(crate) fn of_sum(sum: &Sum) -> Message {
    let parts: Vec<Message> = sum
        .parts
        .iter()
        .map(|part| {
            message!("chat-sum-part", value = signed(part.value), source = part.source.clone())
        })
        .collect();
    message!("chat-sum", total = signed(sum.total), parts = parts)
}
