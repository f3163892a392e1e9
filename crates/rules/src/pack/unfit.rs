//! What does not fit the shape of a pack, told in the reader's language.
//!
//! serde says so in English only; its sentences are few and stable, so they are read back into
//! what they mean. One that is not known is shown as it is.

use serde_json::Value as Json;

use super::layer::join;
use super::source::steps;
use crate::timeline::{Amount, NotAnAmount};
use crate::{Message, message};

/// Why the value at a path does not fit, from the pack and what serde said of it.
pub(super) fn reason(pack: &Json, path: &str, said: &str) -> Message {
    let amount = || (said == NotAnAmount.to_string()).then(|| message!("pack-amount"));
    let fault = dice(pack, path, said)
        .or_else(amount)
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
    Some(message!("pack-missing", key = missing_key(said)?))
}

/// The key that is missing.
pub(super) fn missing_key(said: &str) -> Option<&str> {
    said.strip_prefix("missing field `")?.strip_suffix('`')
}

/// Whether a key is there that nobody reads.
pub(super) fn is_unknown_key(said: &str) -> bool {
    said.starts_with("unknown field `")
}

/// The words or keys that would do.
pub(super) fn known_words(said: &str) -> Vec<&str> {
    let rest = said.split_once("expected ").map_or("", |(_, rest)| rest);
    match said.starts_with("unknown ") {
        true => rest.split('`').skip(1).step_by(2).collect(),
        false => Vec::new(),
    }
}

/// What was written that does not fit.
fn written(said: &str) -> Option<&str> {
    if let Some(said) =
        said.strip_prefix("unknown field `").or(said.strip_prefix("unknown variant `"))
    {
        return said.split('`').next();
    }
    let said =
        said.strip_prefix("invalid type: ").or_else(|| said.strip_prefix("invalid value: "))?;
    let (found, _) = said.split_once(", expected ")?;
    let (_, written) = found.split_once(['`', '"'])?;
    Some(written.trim_end_matches(['`', '"']))
}

/// Parts that say what they are by a key of their own are read in one go, so that serde knows only
/// the part; the path to what does not fit inside it, if there is only one such thing.
pub(super) fn refined(pack: &Json, path: &str, said: &str) -> String {
    let path = if path == "." { "" } else { path };
    let Some(here) = value_at(pack, path) else { return path.to_owned() };
    let Some(written) = written(said) else { return expression(path, here, said) };
    let mut found = Vec::new();
    let mut look = vec![(path.to_owned(), here)];
    while let Some((path, here)) = look.pop() {
        match here {
            Json::Object(keys) => {
                for (key, value) in keys {
                    let path = join(&path, key);
                    if is_unknown_key(said) && key == written {
                        found.push(path.clone());
                    }
                    look.push((path, value));
                }
            }
            Json::Array(list) => {
                let entries = list.iter().enumerate();
                look.extend(entries.map(|(at, value)| (format!("{path}[{at}]"), value)));
            }
            _ if is_unknown_key(said) => {}
            Json::String(text) if text == written => found.push(path),
            Json::Number(number) if number.to_string() == written => found.push(path),
            Json::Bool(on) if on.to_string() == written => found.push(path),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
        }
    }
    match found.as_slice() {
        [only] => only.clone(),
        _ => path.to_owned(),
    }
}

/// The only expression at a path that complains so.
fn expression(path: &str, here: &Json, said: &str) -> String {
    let complains = |text: &str| {
        text.parse::<dice::Expr>().is_err_and(|error| error.to_string() == said)
            || (said == NotAnAmount.to_string() && text.parse::<Amount>().is_err())
    };
    let mut found = Vec::new();
    let mut look = vec![(path.to_owned(), here)];
    while let Some((path, here)) = look.pop() {
        match here {
            Json::Object(keys) => {
                look.extend(keys.iter().map(|(key, value)| (join(&path, key), value)));
            }
            Json::Array(list) => {
                let entries = list.iter().enumerate();
                look.extend(entries.map(|(at, value)| (format!("{path}[{at}]"), value)));
            }
            Json::String(text) if complains(text) => found.push(path),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
        }
    }
    match found.as_slice() {
        [only] if said != NotAnAmount.to_string() || !here.is_object() => only.clone(),
        _ => path.to_owned(),
    }
}

fn unknown(said: &str) -> Option<Message> {
    let is_key = is_unknown_key(said);
    if !is_key && !said.starts_with("unknown variant `") {
        return None;
    }
    let word = written(said)?;
    // What is said about a pack is said in keys of its own (P-10).
    let known: Vec<&str> = known_words(said).into_iter().filter(|it| *it != "about").collect();
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
        "a name" => message!("pack-name"),
        wanted if wanted.starts_with("hundredths") => message!("pack-amount-wanted"),
        wanted if wanted.starts_with("struct ") || wanted.starts_with("a map") => {
            message!("pack-table")
        }
        wanted => message!("plain", text = wanted),
    }
}

/// The value at a path like `bands[1].from`.
fn value_at<'j>(pack: &'j Json, path: &str) -> Option<&'j Json> {
    steps(path).try_fold(pack, |here, step| match here {
        Json::Array(list) => list.get(step.parse::<usize>().ok()?),
        here => here.get(step),
    })
}
