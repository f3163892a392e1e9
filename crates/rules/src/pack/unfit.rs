//! What does not fit the shape of a pack, told in the reader's language.
//!
//! serde says so in English only; its sentences are few and stable, so they are read back into
//! what they mean. One that is not known is shown as it is.

use serde_json::Value as Json;

use crate::{Message, message};

/// Why the value at a path does not fit, from the pack and what serde said of it.
pub(super) fn reason(pack: &Json, path: &str, said: &str) -> Message {
    let fault = dice(pack, path, said)
        .or_else(|| missing(said))
        .or_else(|| unknown(said))
        .or_else(|| mistyped(said))
        .unwrap_or_else(|| message!("plain", text = said));
    match path {
        "." | "" => fault,
        path => message!("pack-field", path = path, fault = fault),
    }
}

/// A dice expression explains its own mistakes.
fn dice(pack: &Json, path: &str, said: &str) -> Option<Message> {
    let text = value_at(pack, path)?.as_str()?;
    let error = text.parse::<dice::Expr>().err()?;
    if error.to_string() != said {
        return None;
    }
    let wrong =
        message!("dice-wrong", column = error.span.start + 1, what = Message::from(&error.kind));
    Some(match error.suggestion {
        Some(form) => message!(
            "pack-dice-instead",
            wrong = wrong,
            instead = message!("dice-nearest", form = form)
        ),
        None => wrong,
    })
}

fn missing(said: &str) -> Option<Message> {
    let key = said.strip_prefix("missing field `")?.strip_suffix('`')?;
    Some(message!("pack-missing", key = key))
}

fn unknown(said: &str) -> Option<Message> {
    let (said, is_key) = match said.strip_prefix("unknown field `") {
        Some(said) => (said, true),
        None => (said.strip_prefix("unknown variant `")?, false),
    };
    let (word, rest) = said.split_once('`')?;
    let known: Vec<&str> = rest.split('`').skip(1).step_by(2).collect();
    let known = known.join(" ");
    Some(match is_key {
        true => message!("pack-unknown-key", key = word, known = known),
        false => message!("pack-unknown-word", word = word, known = known),
    })
}

fn mistyped(said: &str) -> Option<Message> {
    let said = said
        .strip_prefix("invalid type: ")
        .or_else(|| said.strip_prefix("invalid value: "))
        .or_else(|| said.strip_prefix("invalid length "))?;
    let (found, wanted) = said.split_once(", expected ")?;
    // `integer `300`` or `string "x"`: what was written stands between the marks.
    let found = found
        .split_once(['`', '"'])
        .map_or(found, |(_, written)| written.trim_end_matches(['`', '"']));
    Some(message!("pack-mistyped", found = found, wanted = shape(wanted)))
}

/// What serde calls a shape, in words.
fn shape(wanted: &str) -> Message {
    let whole = |least: &str, most: &str| message!("pack-whole", least = least, most = most);
    match wanted {
        "u8" => whole("0", "255"),
        "i8" => whole("-128", "127"),
        "u16" => whole("0", "65535"),
        "u32" => whole("0", "4294967295"),
        "i32" | "i64" | "u64" | "usize" => message!("pack-number"),
        "a string" | "a borrowed string" | "string" => message!("pack-text"),
        "a boolean" => message!("pack-switch"),
        "a sequence" => message!("pack-list"),
        wanted if wanted.starts_with("struct ") || wanted.starts_with("a map") => {
            message!("pack-table")
        }
        wanted => message!("plain", text = wanted),
    }
}

/// The value at a path like `bands[1].from`.
fn value_at<'j>(pack: &'j Json, path: &str) -> Option<&'j Json> {
    let steps = path.split(['.', '[', ']']).filter(|step| !step.is_empty());
    steps.into_iter().try_fold(pack, |here, step| match here {
        Json::Array(list) => list.get(step.parse::<usize>().ok()?),
        here => here.get(step),
    })
}
