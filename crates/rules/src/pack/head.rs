//! The head of a pack: what is said about it, beside its rules (P-10).

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::nearest::nearest;
use crate::{Message, message};

/// The languages there are, in the order they stand in for each other (P-13).
pub(super) const LANGUAGES: [&str; 3] = ["zh-Hans", "zh-Hant", "en"];

/// The newest edition of the language packs are written in.
pub(super) const EDITION: i64 = 2;

/// What is said about a pack: its version, who wrote it, under which licence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct About {
    /// Its version, `1.2.0`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub version: String,
    /// Who wrote it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub author: String,
    /// Under which licence it may be shared.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub license: String,
    /// Where there is more about it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub url: String,
}

impl About {
    /// Whether nothing is said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The head of a file.
#[derive(Debug, Default)]
pub(super) struct Head {
    /// The edition it is written in; 1 where it does not say.
    pub edition: i64,
    pub about: About,
    /// The languages its names promise to be in.
    pub languages: Vec<String>,
}

impl Head {
    /// Takes the head out of what a file says; what is wrong with it goes to `fault`.
    pub fn take(own: &mut Map<String, Json>, mut fault: impl FnMut(&str, Message)) -> Self {
        let mut head = Self { edition: 1, ..Self::default() };
        match own.remove("edition") {
            None => {}
            Some(edition) => match edition.as_i64() {
                Some(number @ 1..=EDITION) => head.edition = number,
                _ => fault("edition", message!("pack-edition", known = EDITION)),
            },
        }
        let mut text = |key: &str, most: usize| match own.remove(key) {
            None => String::new(),
            Some(Json::String(text)) if text.chars().count() <= most => text,
            Some(Json::String(_)) => {
                fault(key, message!("pack-text-long", most = most));
                String::new()
            }
            Some(other) => {
                fault(key, mistyped(&other, message!("pack-text")));
                String::new()
            }
        };
        head.about = About {
            version: text("version", 40),
            author: text("author", 200),
            license: text("license", 200),
            url: text("url", 400),
        };
        if !head.about.version.is_empty() && number(&head.about.version).is_none() {
            fault("version", message!("pack-version"));
        }
        if let Some(requires) = own.remove("requires") {
            check_requires(&requires, &mut fault);
        }
        match own.remove("languages") {
            None => {}
            Some(Json::Array(all)) => {
                for (at, language) in all.iter().enumerate() {
                    match language.as_str() {
                        Some(known) if LANGUAGES.contains(&known) => {
                            head.languages.push(known.to_owned());
                        }
                        _ => fault(&format!("languages[{at}]"), unknown_language(language)),
                    }
                }
            }
            Some(other) => fault("languages", mistyped(&other, message!("pack-list"))),
        }
        head
    }
}

/// `{ mistline = ">=0.3" }`: this program is new enough, or the file is refused.
fn check_requires(requires: &Json, fault: &mut impl FnMut(&str, Message)) {
    let Some(all) = requires.as_object() else {
        return fault("requires", mistyped(requires, message!("pack-table")));
    };
    for (key, wanted) in all {
        let path = format!("requires.{key}");
        let least = wanted.as_str().map(|it| it.trim_start_matches(">=").trim());
        match (key.as_str(), least.and_then(number)) {
            ("mistline", Some(least)) => {
                let own = number(env!("CARGO_PKG_VERSION")).unwrap_or_default();
                if least > own {
                    let own = env!("CARGO_PKG_VERSION");
                    let wanted = wanted.as_str().unwrap_or_default();
                    fault(&path, message!("pack-requires", wanted = wanted, own = own));
                }
            }
            ("mistline", None) => fault(&path, message!("pack-version")),
            _ => {
                let reason = message!("pack-unknown-key", key = key, known = "mistline");
                fault(&path, reason);
            }
        }
    }
}

/// `1.2` or `1.2.0` as numbers.
fn number(text: &str) -> Option<[u32; 3]> {
    let mut all = [0; 3];
    let parts: Vec<&str> = text.split('.').collect();
    if parts.len() > 3 {
        return None;
    }
    for (place, part) in parts.iter().enumerate() {
        all[place] = part.parse().ok()?;
    }
    Some(all)
}

fn mistyped(found: &Json, wanted: Message) -> Message {
    message!("pack-mistyped", found = super::shown(found), wanted = wanted)
}

/// A language nobody knows, as a list or a name says it.
pub(super) fn unknown_language(tag: &Json) -> Message {
    let tag = tag.as_str().map_or_else(|| super::shown(tag), str::to_owned);
    let known = LANGUAGES.join(" ");
    message!("pack-language", tag = tag, known = known)
}

/// Whether a table is a name in several languages: one thing, which is replaced whole.
pub(super) fn is_name(table: &Map<String, Json>) -> bool {
    LANGUAGES.iter().any(|language| table.contains_key(*language))
        && table.values().all(Json::is_string)
}

/// The language that is meant by a wrong tag, if one can be guessed.
pub(super) fn nearest_language(tag: &str) -> Option<&'static str> {
    let lower = tag.to_lowercase();
    match lower.as_str() {
        "cn" | "chs" | "zh" | "zh-cn" | "zh_cn" | "zh_hans" | "hans" | "sc" => Some("zh-Hans"),
        "tw" | "cht" | "zh-tw" | "zh_tw" | "zh-hk" | "zh_hant" | "hant" | "tc" => Some("zh-Hant"),
        "eng" | "english" | "en-us" | "en-gb" | "en_us" | "us" => Some("en"),
        _ => nearest(tag, LANGUAGES),
    }
}
