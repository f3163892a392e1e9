//! Lines as text, for terminals, group chats and transcripts.

use rules::{Line, Message, Refusal, Sum, Term, message};
use words::{Language, say};

/// A line as text: what happened, then the dice, then the sum behind it.
#[must_use]
pub fn line(language: Language, line: &Line) -> Vec<String> {
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

/// A refusal as text: what was wrong and which rule, then what would be accepted.
#[must_use]
pub fn refusal(language: Language, refused: &Refusal) -> Vec<String> {
    let what =
        message!("chat-refused", what = refused.what.clone(), rule = refused.rule.to_string());
    let mut lines = vec![say(language, &what)];
    lines.extend(refused.instead.as_ref().map(|instead| say(language, instead)));
    lines
}

/// A number and its parts: `+2 = +1 撬棍、+1 夜视`.
fn of_sum(sum: &Sum) -> Message {
    let parts: Vec<Message> = sum
        .parts
        .iter()
        .map(|part| {
            message!("chat-sum-part", value = signed(part.value), source = part.source.clone())
        })
        .collect();
    message!("chat-sum", total = signed(sum.total), parts = parts)
}

/// `+2`, `−1`, `0`: with a true minus sign.
#[must_use]
pub fn signed(value: i64) -> String {
    match value {
        0 => "0".to_owned(),
        1.. => format!("+{value}"),
        _ => format!("−{}", value.unsigned_abs()),
    }
}

/// A name, as a message.
#[must_use]
pub fn name(term: &Term) -> Message {
    message!("chat-name", name = term)
}

/// Names as they may be typed: with a number where two are the same (C-06).
#[must_use]
pub fn numbered(names: &[Message]) -> Vec<Message> {
    let count = |among: &[Message], name: &Message| among.iter().filter(|one| *one == name).count();
    let one = |(at, name): (usize, &Message)| match count(names, name) {
        1 => name.clone(),
        _ => {
            let number = count(&names[..=at], name);
            message!("chat-name-number", name = name.clone(), number = number)
        }
    };
    names.iter().enumerate().map(one).collect()
}

/// Adds a line that lists some things, unless there are none.
pub fn push_list(
    lines: &mut Vec<Line>,
    items: Vec<Message>,
    line: impl FnOnce(Vec<Message>) -> Message,
) {
    if !items.is_empty() {
        lines.push(line(items).into());
    }
}
