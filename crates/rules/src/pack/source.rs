//! The text of a pack file, and where in it everything stands.

use serde_json::Value as Json;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Found, Place};
use crate::{Message, message};

/// The most of a pack file that is read (P-05).
const MOST_BYTES: usize = 256 * 1024;

/// A file that can be read as TOML.
pub(super) struct Source<'t> {
    pub file: &'t str,
    root: Spanned<DeTable<'t>>,
}

/// Where a path of the file stands, as far as the file has it.
pub(super) struct Spot {
    /// The bytes of the value, or of the nearest thing around it.
    pub value: std::ops::Range<usize>,
    /// The bytes of its key, if it has one.
    pub key: Option<std::ops::Range<usize>>,
    /// How many steps of the path the file has, and how many there are.
    pub matched: (usize, usize),
    /// Whether the last thing found is a table, to which others may add.
    pub is_table: bool,
}

impl<'t> Source<'t> {
    /// Reads a file.
    ///
    /// # Errors
    /// All the places where it is not TOML.
    pub fn read(file: &'t str, text: &'t str) -> Result<(Self, Json), Vec<Found>> {
        if text.len() > MOST_BYTES {
            return Err(vec![Found::at(0, message!("pack-too-long", most = MOST_BYTES / 1024))]);
        }
        let (root, errors) = DeTable::parse_recoverable(text);
        if !errors.is_empty() {
            let mut found: Vec<Found> = errors.iter().map(|fault| unread(text, fault)).collect();
            // One slip often brings several complaints about the same line.
            found.dedup_by_key(|one| text[..one.at.min(text.len())].matches('\n').count());
            return Err(found);
        }
        let own = toml::from_str(text).map_err(|fault| vec![unread(text, &fault)])?;
        Ok((Self { file, root }, own))
    }

    /// Where a path like `bands[1].from` stands, or the nearest thing around it.
    pub fn spot(&self, path: &str) -> Spot {
        let steps: Vec<&str> = steps(path).collect();
        let mut spot = Spot { value: 0..0, key: None, matched: (0, steps.len()), is_table: true };
        let mut table: Option<&DeTable<'_>> = Some(self.root.get_ref());
        let mut here: Option<&DeValue<'_>> = None;
        for step in steps {
            let next = match (table, here) {
                (Some(table), _) => {
                    let found = table.get_key_value(step);
                    found.map(|(key, value)| (Some(key.span()), value))
                }
                (None, Some(DeValue::Array(list))) => {
                    let value = step.parse::<usize>().ok().and_then(|index| list.get(index));
                    value.map(|value| (None, value))
                }
                _ => None,
            };
            let Some((key, next)) = next else { break };
            spot.value = next.span();
            spot.key = key;
            spot.matched.0 += 1;
            here = Some(next.get_ref());
            table = match next.get_ref() {
                DeValue::Table(table) => Some(table),
                _ => None,
            };
            spot.is_table = table.is_some();
        }
        spot
    }

    /// Whether the file itself says what is at a path: it has all of it, or has replaced what is
    /// around it as a whole.
    pub fn says(&self, path: &str) -> bool {
        let Spot { matched: (found, all), is_table, .. } = self.spot(path);
        found == all || (found > 0 && !is_table)
    }
}

/// The steps of a path like `bands[1].from`.
pub(super) fn steps(path: &str) -> impl Iterator<Item = &str> {
    path.split(['.', '[', ']']).filter(|step| !step.is_empty())
}

/// Line and column of a byte, both counted from 1, the column in characters.
pub(super) fn place(text: &str, at: usize) -> Place {
    let before = &text[..text.floor_char_boundary(at)];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or(before).chars().count() + 1;
    Place { line, column }
}

fn unread(text: &str, fault: &toml::de::Error) -> Found {
    let at = fault.span().map_or(0, |span| span.start);
    let rest = text.get(at..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    let reason = match toml_mistake(fault.message()) {
        // It takes nothing for a text without quotation marks.
        quotes if quotes.id == "pack-toml-quotes" && rest.trim().is_empty() => {
            message!("pack-toml-no-value")
        }
        reason => reason,
    };
    Found::at(at, reason)
}

/// What TOML complains of, in the reader's language. Its sentences are few; one that is not known
/// is shown as it is.
fn toml_mistake(said: &str) -> Message {
    let what = said.split(", expected").next().unwrap_or(said);
    match what {
        "string values must be quoted" | "missing opening quote" => message!("pack-toml-quotes"),
        "invalid unquoted key" | "unquoted keys cannot be empty" => message!("pack-toml-key"),
        "duplicate key" => message!("pack-toml-twice"),
        "missing value" | "key with no value" | "missing value for key" | "invalid value" => {
            message!("pack-toml-no-value")
        }
        "missing assignment between key-value pairs"
        | "extra `=`"
        | "extra assignment between key-value pairs"
        | "unexpected `=` in array" => {
            message!("pack-toml-equals")
        }
        "missing comma between array elements"
        | "missing comma between key-value pairs"
        | "extra comma in array"
        | "extra comma in inline table" => message!("pack-toml-comma"),
        "unexpected leading zero"
        | "unexpected sign"
        | "redundant numeric sign"
        | "radix must be lowercase"
        | "integers with a radix cannot be signed"
        | "redundant integer number prefix"
        | "`_` may only go between digits" => {
            message!("pack-toml-number")
        }
        "invalid basic string"
        | "invalid literal string"
        | "invalid multi-line basic string"
        | "invalid multi-line literal string" => message!("pack-toml-unclosed"),
        "missing escaped value" | "too few unicode value digits" => message!("pack-toml-escape"),
        "unexpected key or value"
        | "unexpected content"
        | "invalid key-value pair"
        | "missing key for inline table element"
        | "invalid inline table element" => {
            message!("pack-toml-unexpected")
        }
        what if what.starts_with("unclosed") || what.contains("opening") => {
            message!("pack-toml-unclosed")
        }
        what => message!("pack-toml", fault = what),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p60_what_toml_complains_of_has_words_of_ours() {
        let check = |text: &str, id: &str| {
            let found = Source::read("x", text).map(|_| ()).expect_err(text);
            assert_eq!(found[0].reason.id, id, "{text}: {found:?}");
        };
        check("id = mine", "pack-toml-quotes");
        check("id = ", "pack-toml-no-value");
        check("id = \"a\"\nid = \"b\"", "pack-toml-twice");
        check("list = [\"a\" \"b\"]", "pack-toml-comma");
        check("list = [1, 2", "pack-toml-unclosed");
        check("[table", "pack-toml-unclosed");
        check("text = \"one\nmore = 1", "pack-toml-unclosed");
        check("text = 'one\nmore = 1", "pack-toml-unclosed");
        check("number = 007", "pack-toml-number");
        check("text = \"\\q\"", "pack-toml-escape");
        check("name : \"x\"", "pack-toml-no-value");
    }
}
