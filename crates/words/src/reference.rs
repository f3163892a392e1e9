//! The rules explained: a short paragraph per rule id, in three languages, in our own words.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use rules::Term;
use rules::pack::{self, Paragraph, Speaker, Test};
use rust_embed::RustEmbed;
use serde::Deserialize;
use serde_json::Value as Json;

use crate::catalogue::spelling;
use crate::{Language, say};

#[derive(RustEmbed)]
#[folder = "reference"]
struct Files;

/// One rule, explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its id: `M-11`.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// Other words it is found by.
    pub also: Vec<String>,
    /// The explanation.
    pub text: String,
    /// The family it is of; `table` for what every table plays by.
    pub family: String,
    /// The chapter it stands in.
    pub chapter: String,
}

/// A paragraph as it is written: for any pack.
struct Written {
    id: String,
    title: String,
    also: Vec<String>,
    /// When it is a rule at all: `effects.push`.
    test: Option<Test>,
    text: Paragraph,
    family: String,
    chapter: String,
}

static WRITTEN: LazyLock<BTreeMap<Language, Vec<Written>>> = LazyLock::new(|| {
    Language::ALL
        .into_iter()
        .map(|language| {
            let files = language.files::<Files>();
            let all = files.flat_map(|(name, text)| read(&text, name.trim_end_matches(".md")));
            let mut rules: Vec<Written> = all.collect();
            rules.sort_by(|one, two| one.id.cmp(&two.id));
            (language, rules)
        })
        .collect()
});

/// The rules a table plays by, with the numbers and names of its pack: what is off is left out, and
/// the pack's own paragraphs stand in their places (P-15).
#[derive(Clone, Debug)]
pub struct Rulebook(BTreeMap<Language, Vec<Rule>>);

impl Rulebook {
    /// The rules of a pack, from its [`facts`](rules::pack::facts).
    #[must_use]
    pub fn new(facts: &Json) -> Self {
        let family = facts.get("family").and_then(Json::as_str).unwrap_or_default();
        let own = pack::own_rules(facts);
        let of = |language: Language| {
            let between = say(language, &rules::Message::new("list-separator"));
            let name = |term: &Json| {
                let term = Term::deserialize(term).ok()?;
                Some(spelling(language, &term).to_owned())
            };
            let speaker = Speaker { name: &name, between: &between };
            let shipped = WRITTEN[&language].iter().filter(|rule| {
                (rule.family == family || rule.family == EVERY_TABLE)
                    && rule.test.as_ref().is_none_or(|test| test.holds(facts))
                    && own.iter().all(|own| own.id != rule.id)
            });
            let mut rules: Vec<Rule> = shipped
                .map(|rule| Rule {
                    id: rule.id.clone(),
                    title: rule.title.clone(),
                    also: rule.also.clone(),
                    text: rule.text.render(facts, &speaker).trim().to_owned(),
                    family: rule.family.clone(),
                    chapter: rule.chapter.clone(),
                })
                .collect();
            let called = facts.get("name").and_then(&name).unwrap_or_default();
            rules.extend(own.iter().map(|rule| {
                let text = spelling(language, &rule.text);
                // It passed the checks when the pack was read.
                let written = Paragraph::read(text);
                let replaced = WRITTEN[&language].iter().find(|it| it.id == rule.id);
                Rule {
                    id: rule.id.clone(),
                    title: spelling(language, &rule.title).to_owned(),
                    also: Vec::new(),
                    text: written.map_or_else(|_| text.to_owned(), |it| it.render(facts, &speaker)),
                    family: family.to_owned(),
                    // What is the pack's own stands under its name.
                    chapter: replaced.map_or(&called, |it| &it.chapter).clone(),
                }
            }));
            rules.sort_by(|one, two| one.id.cmp(&two.id));
            (language, rules)
        };
        Self(Language::ALL.into_iter().map(of).collect())
    }

    /// Every rule, in the order of the ids.
    #[must_use]
    pub fn rules(&self, language: Language) -> &[Rule] {
        &self.0[&language]
    }

    /// The rule with this id; `m11` and `M-11` are the same.
    #[must_use]
    pub fn rule(&self, language: Language, id: &str) -> Option<&Rule> {
        let wanted = plain(id);
        self.rules(language).iter().find(|rule| plain(&rule.id) == wanted)
    }

    /// The rules a word leads to, best first: an id, then a title or another name for it in any
    /// language, then a title or name that contains it, then a text that does, then those whose
    /// names are in what was asked.
    #[must_use]
    pub fn find(&self, language: Language, word: &str) -> Vec<&Rule> {
        let wanted = word.trim().to_lowercase();
        if wanted.is_empty() {
            return Vec::new();
        }
        if let Some(rule) = self.rule(language, &wanted) {
            return vec![rule];
        }
        let rules = self.rules(language);
        let those = |test: &dyn Fn(&Rule) -> bool| -> Vec<&Rule> {
            rules.iter().filter(|rule| test(rule)).collect()
        };
        let named = |rule: &Rule, test: &dyn Fn(&str) -> bool| {
            self.names(&rule.id).iter().any(|name| test(name))
        };
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
            let names = self.names(&rule.id).into_iter();
            let inside = names.filter(|name| is_word(name) && wanted.contains(name.as_str()));
            inside.map(|name| name.chars().count()).max()
        };
        let asked = rules.iter().filter_map(|rule| Some((longest(rule)?, rule)));
        let mut asked: Vec<(usize, &Rule)> = asked.collect();
        asked.sort_by_key(|(length, _)| std::cmp::Reverse(*length));
        asked.into_iter().map(|(_, rule)| rule).collect()
    }

    /// Every name of a rule, in all languages, in lower case.
    fn names(&self, id: &str) -> Vec<String> {
        Language::ALL
            .into_iter()
            .filter_map(|language| self.rule(language, id))
            .flat_map(|rule| std::iter::once(&rule.title).chain(&rule.also))
            .map(|name| name.to_lowercase())
            .collect()
    }
}

/// The books of the packs that come with the program, in the order they are offered.
static SHIPPED: LazyLock<Vec<Rulebook>> = LazyLock::new(|| {
    let games = pack::shipped().into_iter().filter_map(|it| rules::AnyGame::begin(&it.pack).ok());
    games.map(|game| Rulebook::new(&pack::facts(&game))).collect()
});

/// The books of the packs that come with the program.
#[must_use]
pub fn shipped() -> &'static [Rulebook] {
    &SHIPPED
}

/// A rule of any family, by the first shipped pack that has it; `m11` and `M-11` are the same.
#[must_use]
pub fn rule(language: Language, id: &str) -> Option<&'static Rule> {
    shipped().iter().find_map(|book| book.rule(language, id))
}

/// The ids of all rules there are, in order.
pub fn ids(language: Language) -> impl Iterator<Item = &'static str> {
    WRITTEN[&language].iter().map(|rule| rule.id.as_str())
}

/// The first path of a rule's text that leads nowhere in a pack it is a rule of.
#[must_use]
pub fn missing(language: Language, facts: &Json) -> Vec<(String, String)> {
    let family = facts.get("family").and_then(Json::as_str).unwrap_or_default();
    let of_family = WRITTEN[&language].iter().filter(|rule| rule.family == family);
    let played = of_family.filter(|it| it.test.as_ref().is_none_or(|test| test.holds(facts)));
    played.filter_map(|it| Some((it.id.clone(), it.text.missing(facts)?))).collect()
}

/// Whether a name is long enough to be meant where it stands inside a question.
fn is_word(name: &str) -> bool {
    let least = if name.is_ascii() { 4 } else { 2 };
    name.chars().count() >= least
}

fn plain(id: &str) -> String {
    id.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_uppercase()
}

/// Reads chapters (`# Actions`) of rules: `## M-11 Power`, an optional `<!-- also: … -->`, an optional
/// `<!-- if: … -->`, and the text up to the next heading. What cannot be read is left out; the tests
/// refuse such a file.
fn read(text: &str, family: &str) -> Vec<Written> {
    let mut chapter = String::new();
    let mut rules = Vec::new();
    // What stands before the first heading is the title of the file and its sources.
    for section in text.split("\n#").skip(1) {
        let (heading, body) = section.split_once('\n').unwrap_or((section, ""));
        let Some(heading) = heading.strip_prefix("# ") else {
            chapter = heading.trim().to_owned();
            continue;
        };
        let Some((id, title)) = heading.split_once(' ') else { continue };
        let (also, body) = comment(body, "also");
        let (test, body) = comment(body, "if");
        let also = also.unwrap_or_default();
        let also = also.split([',', '，', '、']).map(|word| word.trim().to_owned());
        let Ok(text) = Paragraph::read(body.trim()) else { continue };
        rules.push(Written {
            id: id.to_owned(),
            title: title.trim().to_owned(),
            also: also.filter(|word| !word.is_empty()).collect(),
            test: test.map(Test::read),
            text,
            family: family.to_owned(),
            chapter: chapter.clone(),
        });
    }
    rules
}

/// A comment at the beginning of a text, and what follows.
fn comment<'t>(text: &'t str, key: &str) -> (Option<&'t str>, &'t str) {
    let inside = text.trim_start().strip_prefix("<!-- ").and_then(|it| it.strip_prefix(key));
    match inside.and_then(|it| it.strip_prefix(':')).and_then(|it| it.split_once("-->")) {
        Some((inside, rest)) => (Some(inside.trim()), rest),
        None => (None, text),
    }
}

/// The file of what every table plays by.
const EVERY_TABLE: &str = "table";

/// Whether a rule is of a family, or of every table.
#[must_use]
pub fn belongs(id: &str, family: &str) -> bool {
    let rule = WRITTEN[&Language::ZhHans].iter().find(|rule| rule.id == id);
    rule.is_none_or(|rule| rule.family == family || rule.family == EVERY_TABLE)
}
