//! A pack written out whole, each line with where it comes from, and all its words (P-63).

use serde_json::{Map, Value as Json};

use super::head::is_name;
use super::layer::{Layers, join};
use super::source::{Source, place};
use super::{PackFault, found, resolve};
use crate::message;

/// A line of a pack that is shown whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The line, as it could stand in a file of its own.
    pub text: String,
    /// Where it comes from: `mine.toml:12`, or the id of what is extended; none for the bare frame.
    pub from: Option<String>,
}

/// A pack whole, with all it extends, and where each line comes from.
///
/// # Errors
/// Everything that is wrong with it.
pub fn show(file: &str, text: &str) -> Result<Vec<Line>, Vec<PackFault>> {
    resolve(file, text)?;
    let mut layers = Layers::default();
    let Ok(layer) = layers.add(file, text, None) else { return Ok(Vec::new()) };
    let (pack, origins) = layers.stripped();
    let whole = toml::to_string_pretty(&pack).unwrap_or_default();
    let mut lines: Vec<Line> =
        whole.lines().map(|text| Line { text: text.to_owned(), from: None }).collect();
    let Ok((printed, json)) = Source::read(file, &whole) else { return Ok(lines) };
    let mut paths = Vec::new();
    leaves("", &json, &mut paths);
    for path in paths {
        let spot = printed.spot(&path);
        let line = place(&whole, spot.value.start).line - 1;
        let at = found(&layer, &layers, &origins, path, message!("pack-unfit"));
        let from = match at.inherited {
            true => layers.base.clone().unwrap_or_default(),
            false => format!("{file}:{}", place(text, at.at).line),
        };
        if let Some(line) = lines.get_mut(line) {
            line.from = Some(from);
        }
    }
    Ok(lines)
}

/// The paths of all that is not a table or a list of tables.
fn leaves(path: &str, value: &Json, all: &mut Vec<String>) {
    match value {
        Json::Object(keys) if !keys.is_empty() => {
            for (key, value) in keys {
                leaves(&join(path, key), value, all);
            }
        }
        Json::Array(list) if list.iter().any(Json::is_object) => {
            for (at, value) in list.iter().enumerate() {
                leaves(&format!("{path}[{at}]"), value, all);
            }
        }
        _ => all.push(path.to_owned()),
    }
}

/// All names and texts of a resolved pack with their paths, as `(path, language, text)`; the
/// language is empty for one that is the same in all.
#[must_use]
pub fn words(pack: &Json) -> Vec<(String, String, String)> {
    let mut all = Vec::new();
    collect("", pack, &mut all);
    all
}

fn collect(path: &str, value: &Json, all: &mut Vec<(String, String, String)>) {
    /// Keys whose texts people read.
    const WORDS: [&str; 9] =
        ["name", "text", "blurb", "credit", "motive", "title", "unit", "occupation", "note"];
    match value {
        Json::Object(keys) if is_name(keys) => all.extend(of_name(path, keys)),
        Json::Object(keys) => {
            for (key, value) in keys {
                let path = join(path, key);
                match value {
                    Json::String(text) if WORDS.contains(&key.as_str()) => {
                        all.push((path, String::new(), text.clone()));
                    }
                    value => collect(&path, value, all),
                }
            }
        }
        Json::Array(list) => {
            for (at, value) in list.iter().enumerate() {
                collect(&format!("{path}[{at}]"), value, all);
            }
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
    }
}

fn of_name(path: &str, keys: &Map<String, Json>) -> Vec<(String, String, String)> {
    let text = |(tag, text): (&String, &Json)| {
        Some((path.to_owned(), tag.clone(), text.as_str()?.to_owned()))
    };
    keys.iter().filter_map(text).collect()
}
