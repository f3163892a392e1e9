//! Completing and colouring a line while it is typed, from what the seat sees.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde_json::Value as Json;
use words::fold::folded;

use crate::reader::Typed;
use crate::verb;

/// What a stretch of a typed line is, for its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The word a command begins with.
    Verb,
    /// A word that begins no command.
    Unknown,
    /// A name: after `@`.
    Name,
    /// A sign: `+ - ! ? ; :`.
    Sign,
    /// A number.
    Number,
    /// Anything else.
    Plain,
}

/// A stretch of a typed line, in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Its columns.
    pub at: Range<usize>,
    /// What it is.
    pub kind: Kind,
}

/// The stretches of a line that is being typed. Talk is one plain stretch.
#[must_use]
pub fn spans(text: &str, family: &str) -> Vec<Span> {
    let typed = Typed::new(text);
    let mut reader = typed.reader();
    let whole = reader.ahead().len();
    reader.space();
    if !matches!(reader.ahead(), ['.' | '。' | '/', next, ..] if next.is_alphabetic()) {
        return vec![Span { at: 0..whole, kind: Kind::Plain }];
    }
    reader.step(1);
    let verb = verb::read(&mut reader, family);
    if verb.is_none() {
        reader.token();
    }
    let kind = verb.map_or(Kind::Unknown, |_| Kind::Verb);
    let mut spans = vec![Span { at: 0..reader.at(), kind }];
    let mut push = |at: usize, kind: Kind| match spans.last_mut() {
        Some(last) if last.kind == kind => last.at.end = at + 1,
        _ => spans.push(Span { at: at..at + 1, kind }),
    };
    let mut named = false;
    let start = reader.at();
    for (place, &character) in reader.ahead().iter().enumerate() {
        named = match character {
            '@' => true,
            ' ' | ',' | ';' | ':' => false,
            _ => named,
        };
        let kind = match character {
            _ if named => Kind::Name,
            '+' | '-' | '!' | '?' | ';' | ':' => Kind::Sign,
            '0'..='9' => Kind::Number,
            _ => Kind::Plain,
        };
        push(start + place, kind);
    }
    spans
}

/// Every name in a seat's view: of characters, tags, statuses, challenges, seats.
///
/// It walks the parts as they are sent, so it works for any ruleset and on either side of a wire.
#[must_use]
pub fn names_in(parts: &BTreeMap<String, Json>) -> Vec<String> {
    let mut names = BTreeSet::new();
    for (key, part) in parts {
        if key != "ruleset" && !key.starts_with("table/offers") {
            walk(part, &mut names);
        }
    }
    names.into_iter().collect()
}

fn walk(json: &Json, names: &mut BTreeSet<String>) {
    match json {
        Json::Array(items) => items.iter().for_each(|item| walk(item, names)),
        Json::Object(fields) => {
            for (key, value) in fields {
                match value {
                    Json::String(text) if matches!(key.as_str(), "name" | "title") => {
                        names.insert(text.clone());
                    }
                    Json::Object(term) if matches!(key.as_str(), "name" | "title") => {
                        let spellings = term.values().filter_map(Json::as_str);
                        names.extend(spellings.map(str::to_owned));
                    }
                    _ => walk(value, names),
                }
            }
        }
        _ => {}
    }
}

/// What the word that ends at the cursor could become: its columns, and the candidates.
#[must_use]
pub fn completions(text: &str, family: &str, names: &[String]) -> (Range<usize>, Vec<String>) {
    let characters: Vec<char> = text.chars().collect();
    let end = characters.len();
    let first = characters.iter().take_while(|c| c.is_whitespace()).count();
    if characters.get(first).is_some_and(|c| matches!(c, '.' | '。' | '/' | '．' | '／'))
        && !characters[first + 1..].iter().any(|c| c.is_whitespace())
    {
        let begun = folded(&characters[first + 1..].iter().collect::<String>());
        let words = verb::known(family)
            .filter_map(|entry| {
                entry
                    .spellings
                    .iter()
                    .find(|word| word.starts_with(&begun))
                    .map(|word| format!("{word} "))
            })
            .collect();
        return (first + 1..end, words);
    }
    let start = characters
        .iter()
        .rposition(|c| c.is_whitespace() || ",，、;；:：@＠!！+＋-－?？\"“「".contains(*c))
        .map_or(0, |at| at + 1);
    let begun = folded(&characters[start..].iter().collect::<String>());
    if begun.is_empty() && characters.last() != Some(&'@') {
        return (start..end, Vec::new());
    }
    let found = names.iter().filter(|name| folded(name).contains(&begun)).cloned().collect();
    (start..end, found)
}

/// What a command's word asks for; nothing for any other word.
#[must_use]
pub fn help_of(word: &str, family: &str) -> Option<rules::Message> {
    let entry = verb::known(family).find(|entry| entry.spellings.contains(&word))?;
    let name = entry.spellings.first()?;
    let own = format!("chat-help-{family}-{name}");
    let id = if words::knows(&own) { own } else { format!("chat-help-{name}") };
    Some(rules::Message { id: id.into(), args: rules::Args::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_names_are_completed() {
        let names = ["撬棍".to_owned(), "叶岚".to_owned()];
        let check = |text: &str, range: Range<usize>, first: &[&str]| {
            let (at, found) = completions(text, "mist", &names);
            assert_eq!(at, range, "{text}");
            assert_eq!(&found[..first.len().min(found.len())], first, "{text}");
        };
        check(".ac", 1..3, &["act "]);
        check("。行", 1..2, &["行动 "]);
        check(".act 撬", 5..6, &["撬棍"]);
        check(".act -撬", 6..7, &["撬棍"]);
        check(".hit @", 6..6, &["撬棍", "叶岚"]);
        check("你好", 0..2, &[]);
    }

    #[test]
    fn a_word_of_a_command_is_explained_in_its_family() {
        let id = |word, family| help_of(word, family).map(|help| help.id);
        assert_eq!(id("骰", "mist").as_deref(), Some("chat-help-r"));
        assert_eq!(id("go", "fate").as_deref(), Some("chat-help-fate-go"));
        assert_eq!(id("撬棍", "mist"), None);
    }

    #[test]
    fn a_line_is_coloured_by_what_it_is() {
        let kinds: Vec<Kind> =
            spans(".act 撬棍 -2 @叶岚", "mist").into_iter().map(|span| span.kind).collect();
        use Kind::{Name, Number, Plain, Sign, Verb};
        assert_eq!(kinds, [Verb, Plain, Sign, Number, Plain, Name]);
        assert_eq!(spans(".xyz a", "mist")[0].kind, Kind::Unknown);
        assert_eq!(spans("你好", "mist")[0].kind, Kind::Plain);
    }
}
