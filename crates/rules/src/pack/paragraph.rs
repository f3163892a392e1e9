//! Paragraphs of rules that take their numbers and names from the pack (P-15): `{power.burn}`.
//!
//! `{path}` is what stands there, `{+path}` a number with its sign; an entry of a list is found by
//! its id. `{if path}…{else}…{end}` and `{if path = word}` leave out what is off, `{each list}…{end}`
//! goes through a list, with what the language puts between; `{run list}` puts nothing between,
//! `{rows list}` a line each. Inside, paths begin at the entry; `{it}` is the entry itself.

use serde_json::Value as Json;

use super::layer::entry_id;
use crate::{Message, message};

/// So long may a paragraph become.
const LONGEST: usize = 20_000;
/// So deep may its parts stand inside each other.
const DEEPEST: usize = 8;

/// A paragraph, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paragraph(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Value { path: String, signed: bool },
    If { test: Test, then: Vec<Piece>, other: Vec<Piece> },
    Each { path: String, between: Between, inner: Vec<Piece> },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Between {
    Separator,
    Nothing,
    Line,
}

/// A condition: tests that must all hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test(Vec<Comparison>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Comparison {
    path: String,
    word: Option<String>,
    negated: bool,
}

/// How a language writes what stands in a pack.
pub struct Speaker<'s> {
    /// A name, as it is called there.
    pub name: &'s dyn Fn(&Json) -> Option<String>,
    /// What stands between the entries of a list.
    pub between: &'s str,
}

impl Test {
    /// Reads `effects.push`, `not plunge.on`, `file.form = rounds`, joined by ` and `.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let one = |text: &str| {
            let text = text.trim();
            let (negated, text) = match text.strip_prefix("not ") {
                Some(rest) => (true, rest.trim()),
                None => (false, text),
            };
            match text.split_once('=') {
                None => Comparison { path: text.to_owned(), word: None, negated },
                Some((path, word)) => {
                    let negated = negated != path.ends_with('!');
                    let path = path.trim_end_matches('!').trim().to_owned();
                    Comparison { path, word: Some(word.trim().to_owned()), negated }
                }
            }
        };
        Self(text.split(" and ").map(one).collect())
    }

    /// Whether it holds for a pack.
    #[must_use]
    pub fn holds(&self, pack: &Json) -> bool {
        self.holds_in(&[pack])
    }

    fn holds_in(&self, scopes: &[&Json]) -> bool {
        self.0.iter().all(|one| {
            let found = find(scopes, &one.path);
            let is = match &one.word {
                Some(word) => found.is_some_and(|it| plain(it) == *word),
                None => found.is_some_and(is_there),
            };
            is != one.negated
        })
    }
}

impl Paragraph {
    /// Reads a text.
    ///
    /// # Errors
    /// When a brace is left open, or what stands inside means nothing.
    pub fn read(text: &str) -> Result<Self, Message> {
        let mut rest = text;
        let (pieces, end) = pieces(&mut rest, 0)?;
        match end {
            Ending::Text => Ok(Self(pieces)),
            Ending::Else | Ending::Closed => Err(message!("pack-rule-end")),
        }
    }

    /// The text, for a pack.
    #[must_use]
    pub fn render(&self, pack: &Json, speaker: &Speaker<'_>) -> String {
        let mut text = String::new();
        render(&self.0, &[pack], speaker, &mut text);
        text
    }

    /// The first path that leads nowhere in a pack.
    #[must_use]
    pub fn missing(&self, pack: &Json) -> Option<String> {
        missing(&self.0, &[pack])
    }
}

/// What a part of a text ends with.
enum Ending {
    Text,
    Else,
    Closed,
}

fn pieces(rest: &mut &str, depth: usize) -> Result<(Vec<Piece>, Ending), Message> {
    if depth > DEEPEST {
        return Err(message!("pack-rule-deep"));
    }
    let mut all = Vec::new();
    loop {
        let Some((before, after)) = rest.split_once('{') else {
            if rest.contains('}') {
                return Err(message!("pack-rule-brace"));
            }
            all.push(Piece::Text((*rest).to_owned()));
            *rest = "";
            return Ok((all, Ending::Text));
        };
        let inside = after.split_once('}').filter(|(inside, _)| !inside.contains('{'));
        let Some((inside, after)) = inside.filter(|_| !before.contains('}')) else {
            return Err(message!("pack-rule-brace"));
        };
        if !before.is_empty() {
            all.push(Piece::Text(before.to_owned()));
        }
        *rest = after;
        let inside = inside.trim();
        let (word, path) = inside.split_once(' ').unwrap_or((inside, ""));
        let between = match word {
            "each" => Between::Separator,
            "run" => Between::Nothing,
            "rows" => Between::Line,
            "else" => return Ok((all, Ending::Else)),
            "end" => return Ok((all, Ending::Closed)),
            "if" => {
                let test = Test::read(path);
                let (then, end) = pieces(rest, depth + 1)?;
                let other = match end {
                    Ending::Else => match pieces(rest, depth + 1)? {
                        (other, Ending::Closed) => other,
                        _ => return Err(message!("pack-rule-end")),
                    },
                    Ending::Closed => Vec::new(),
                    Ending::Text => return Err(message!("pack-rule-end")),
                };
                all.push(Piece::If { test, then, other });
                continue;
            }
            _ => {
                let signed = inside.starts_with('+');
                let path = inside.trim_start_matches('+');
                if path.is_empty() || path.contains(char::is_whitespace) {
                    return Err(message!("pack-rule-word", word = inside));
                }
                all.push(Piece::Value { path: path.to_owned(), signed });
                continue;
            }
        };
        let (inner, Ending::Closed) = pieces(rest, depth + 1)? else {
            return Err(message!("pack-rule-end"));
        };
        all.push(Piece::Each { path: path.trim().to_owned(), between, inner });
    }
}

fn render(pieces: &[Piece], scopes: &[&Json], speaker: &Speaker<'_>, to: &mut String) {
    for piece in pieces {
        if to.len() > LONGEST {
            return;
        }
        match piece {
            Piece::Text(text) => to.push_str(text),
            Piece::Value { path, signed } => {
                if let Some(value) = find(scopes, path) {
                    to.push_str(&said(value, *signed, speaker));
                }
            }
            Piece::If { test, then, other } => {
                let chosen = if test.holds_in(scopes) { then } else { other };
                render(chosen, scopes, speaker, to);
            }
            Piece::Each { path, between, inner } => {
                let list = find(scopes, path).and_then(Json::as_array).into_iter().flatten();
                let mut before = "";
                for entry in list {
                    to.push_str(before);
                    let inside: Vec<&Json> = scopes.iter().copied().chain([entry]).collect();
                    render(inner, &inside, speaker, to);
                    before = match between {
                        Between::Separator => speaker.between,
                        Between::Nothing => "",
                        Between::Line => "\n",
                    };
                }
            }
        }
    }
}

fn missing(pieces: &[Piece], scopes: &[&Json]) -> Option<String> {
    pieces.iter().find_map(|piece| match piece {
        Piece::Text(_) => None,
        Piece::Value { path, .. } => match find(scopes, path) {
            Some(Json::Array(_)) | None => Some(path.clone()),
            Some(Json::Object(keys)) if !super::head::is_name(keys) => Some(path.clone()),
            Some(_) => None,
        },
        Piece::If { test, then, other } => {
            missing(if test.holds_in(scopes) { then } else { other }, scopes)
        }
        Piece::Each { path, inner, .. } => match find(scopes, path).and_then(Json::as_array) {
            None => Some(path.clone()),
            Some(list) => list.iter().find_map(|entry| {
                let inside: Vec<&Json> = scopes.iter().copied().chain([entry]).collect();
                missing(inner, &inside)
            }),
        },
    })
}

/// What a path leads to, from the innermost entry outwards.
fn find<'p>(scopes: &[&'p Json], path: &str) -> Option<&'p Json> {
    if path == "it" {
        return scopes.last().copied();
    }
    scopes.iter().rev().find_map(|scope| walk(scope, path))
}

fn walk<'p>(from: &'p Json, path: &str) -> Option<&'p Json> {
    path.split('.').try_fold(from, |here, step| match here {
        Json::Object(keys) => keys.get(step),
        Json::Array(list) => {
            let tone = |entry: &&Json| entry.get("tone").and_then(Json::as_str) == Some(step);
            list.iter().find(|entry| entry_id(entry) == Some(step)).or(list.iter().find(tone))
        }
        _ => None,
    })
}

/// Whether what stands there is anything: not off, not nothing, not empty.
fn is_there(value: &Json) -> bool {
    match value {
        Json::Null => false,
        Json::Bool(on) => *on,
        Json::Number(number) => number.as_f64() != Some(0.0),
        Json::String(text) => !text.is_empty() && text != "none",
        Json::Array(list) => !list.is_empty(),
        Json::Object(keys) => !keys.is_empty(),
    }
}

fn plain(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn said(value: &Json, signed: bool, speaker: &Speaker<'_>) -> String {
    match value {
        Json::Number(number) => match number.as_i64() {
            Some(number) if number < 0 => format!("−{}", number.unsigned_abs()),
            Some(number) if signed => format!("+{number}"),
            _ => number.to_string(),
        },
        Json::String(text) => text.clone(),
        value => (speaker.name)(value).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn rendered(text: &str) -> String {
        let pack = json!({
            "power": { "burn": 3, "tag": -1 },
            "push": { "on": false },
            "form": "rounds",
            "bands": [{ "tone": "failure", "name": "no" }, { "tone": "full", "name": "yes", "from": 10 }],
        });
        let speaker = Speaker { name: &|_| None, between: ", " };
        Paragraph::read(text).expect("a paragraph").render(&pack, &speaker)
    }

    #[test]
    fn p15_a_paragraph_says_what_the_pack_says() {
        assert_eq!(rendered("a {power.burn} b {+power.burn} c {power.tag}"), "a 3 b +3 c −1");
        assert_eq!(rendered("{bands.full.from}"), "10");
        assert_eq!(
            rendered("{each bands}{name}{if from} from {from}{end}{end}."),
            "no, yes from 10."
        );
        assert_eq!(rendered("{run bands}{name};{end}"), "no;yes;");
        assert_eq!(rendered("{if push.on}on{else}off{end}"), "off");
        assert_eq!(rendered("{if form = rounds and not push.on}r{end}"), "r");
        assert_eq!(rendered("{if form != rounds}r{else}s{end}"), "s");
    }

    #[test]
    fn p15_what_cannot_be_read_or_leads_nowhere_is_told() {
        for wrong in ["{", "}", "{if a}", "{end}", "{a b}", "{}", "{each bands}x", "{if a}x{else}y"]
        {
            assert!(Paragraph::read(wrong).is_err(), "{wrong}");
        }
        let paragraph = Paragraph::read("{power.bun}").expect("a paragraph");
        assert_eq!(paragraph.missing(&json!({ "power": { "burn": 1 } })), Some("power.bun".into()));
    }
}
