//! The rules explained: a short paragraph per rule id, in three languages, in our own words.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use rust_embed::RustEmbed;

use crate::Language;

#[derive(RustEmbed)]
#[folder = "reference"]
struct Files;

/// One rule, explained.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Rule {
    /// Its id: `M-11`.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// Other words it is found by.
    pub also: Vec<String>,
    /// The explanation.
    pub text: String,
}

static RULES: LazyLock<BTreeMap<Language, Vec<Rule>>> = LazyLock::new(|| {
    Language::ALL
        .into_iter()
        .map(|language| {
            let mut rules: Vec<Rule> =
                language.files::<Files>().flat_map(|(_, text)| read(&text)).collect();
            rules.sort_by(|one, two| one.id.cmp(&two.id));
            (language, rules)
        })
        .collect()
});

/// Every rule, in the order of the ids.
#[must_use]
pub fn rules(language: Language) -> &'static [Rule] {
    &RULES[&language]
}

/// The rule with this id; `m11` and `M-11` are the same.
#[must_use]
pub fn rule(language: Language, id: &str) -> Option<&'static Rule> {
    let wanted = plain(id);
    rules(language).iter().find(|rule| plain(&rule.id) == wanted)
}

/// The rules a word leads to, best first: an id, then a title or another name for it in any
/// language, then a title or name that contains it, then a text that does, then those whose names
/// are in what was asked.
#[must_use]
pub fn find(language: Language, word: &str) -> Vec<&'static Rule> {
    find_among(language, word, |_| true)
}

/// As [`find`], among the rules that pass a test. An id leads to its rule whatever it is.
pub fn find_among(
    language: Language,
    word: &str,
    among: impl Fn(&Rule) -> bool,
) -> Vec<&'static Rule> {
    let wanted = word.trim().to_lowercase();
    if wanted.is_empty() {
        return Vec::new();
    }
    if let Some(rule) = rule(language, &wanted) {
        return vec![rule];
    }
    let rules: Vec<&'static Rule> = rules(language).iter().filter(|it| among(it)).collect();
    let those = |test: &dyn Fn(&Rule) -> bool| -> Vec<&'static Rule> {
        rules.iter().copied().filter(|rule| test(rule)).collect()
    };
    let named =
        |rule: &Rule, test: &dyn Fn(&str) -> bool| names(&rule.id).iter().any(|name| test(name));
    let ways: [&dyn Fn(&Rule) -> bool; 3] = [
        &|rule| named(rule, &|name| name == wanted),
        &|rule| named(rule, &|name| name.contains(&wanted)),
        &|rule| rule.text.to_lowercase().contains(&wanted),
    ];
    if let Some(found) = ways.into_iter().map(those).find(|found| !found.is_empty()) {
        return found;
    }
    // A whole question: the rules whose names are in it, the longest name first.
    let longest = |rule: &Rule| {
        let names = names(&rule.id).into_iter();
        let inside = names.filter(|name| is_word(name) && wanted.contains(name.as_str()));
        inside.map(|name| name.chars().count()).max()
    };
    let asked = rules.iter().filter_map(|rule| Some((longest(rule)?, *rule)));
    let mut asked: Vec<(usize, &'static Rule)> = asked.collect();
    asked.sort_by_key(|(length, _)| std::cmp::Reverse(*length));
    asked.into_iter().map(|(_, rule)| rule).collect()
}

/// Whether a name is long enough to be meant where it stands inside a question.
fn is_word(name: &str) -> bool {
    let least = if name.is_ascii() { 4 } else { 2 };
    name.chars().count() >= least
}

/// Every name of a rule, in all languages, in lower case.
fn names(id: &str) -> Vec<String> {
    Language::ALL
        .into_iter()
        .filter_map(|language| rule(language, id))
        .flat_map(|rule| std::iter::once(&rule.title).chain(&rule.also))
        .map(|name| name.to_lowercase())
        .collect()
}

fn plain(id: &str) -> String {
    id.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_uppercase()
}

/// Reads `## M-11 Power`, an optional `<!-- also: … -->`, and the text up to the next heading.
fn read(text: &str) -> Vec<Rule> {
    text.split("\n## ")
        .skip(1)
        .filter_map(|section| {
            let (heading, body) = section.split_once('\n')?;
            let (id, title) = heading.split_once(' ')?;
            let also = body.trim_start().strip_prefix("<!-- also:");
            let (also, body) = match also.and_then(|rest| rest.split_once("-->")) {
                Some((words, rest)) => (words, rest),
                None => ("", body),
            };
            Some(Rule {
                id: id.to_owned(),
                title: title.trim().to_owned(),
                also: also
                    .split([',', '，', '、'])
                    .map(|word| word.trim().to_owned())
                    .filter(|word| !word.is_empty())
                    .collect(),
                text: body.trim().to_owned(),
            })
        })
        .collect()
}

/// The file that explains rules with these letters: `mist` for `M`. What every table plays by is in
/// `table`.
static FILES_BY_LETTER: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let files = Language::ZhHans.files::<Files>();
    let letters = files.flat_map(|(name, text)| {
        let file = name.trim_end_matches(".md").to_owned();
        read(&text).into_iter().map(move |rule| (letters(&rule.id).to_owned(), file.clone()))
    });
    letters.collect()
});

fn letters(id: &str) -> &str {
    id.split('-').next().unwrap_or_default()
}

/// Whether a rule is of a family, or of every table.
#[must_use]
pub fn belongs(id: &str, family: &str) -> bool {
    let file = FILES_BY_LETTER.get(letters(id));
    file.is_none_or(|file| file == family || file == "table")
}
