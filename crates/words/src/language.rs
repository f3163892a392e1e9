use std::fmt;
use std::str::FromStr;

use rust_embed::RustEmbed;
use serde::{Deserialize, Serialize};

/// A language people read Mistline in.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub enum Language {
    /// 简体中文.
    #[default]
    #[serde(rename = "zh-Hans")]
    ZhHans,
    /// 繁體中文.
    #[serde(rename = "zh-Hant")]
    ZhHant,
    /// English.
    #[serde(rename = "en")]
    En,
}

impl Language {
    /// All of them, the first language first.
    pub const ALL: [Language; 3] = [Language::ZhHans, Language::ZhHant, Language::En];

    /// The language's tag: `zh-Hans`, `zh-Hant`, `en`.
    #[must_use]
    pub fn tag(self) -> &'static str {
        match self {
            Language::ZhHans => "zh-Hans",
            Language::ZhHant => "zh-Hant",
            Language::En => "en",
        }
    }

    /// The embedded files in the language's own folder, as (file name, text).
    pub(crate) fn files<E: RustEmbed>(self) -> impl Iterator<Item = (String, String)> {
        E::iter().filter_map(move |path| {
            let name = path.strip_prefix(self.tag())?.strip_prefix('/')?;
            let text = String::from_utf8(E::get(&path)?.data.into_owned()).ok()?;
            Some((name.to_owned(), text))
        })
    }

    /// The language an environment variable such as `LANG` asks for; Simplified Chinese when it
    /// names none of ours.
    #[must_use]
    pub fn from_locale(locale: &str) -> Self {
        let plain = locale.split(['.', '@']).next().unwrap_or_default();
        plain.parse().unwrap_or_default()
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

/// The tag names none of the languages.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no language {0:?}; there are zh-Hans, zh-Hant and en")]
pub struct UnknownLanguage(String);

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(tag: &str) -> Result<Self, UnknownLanguage> {
        let lower = tag.to_ascii_lowercase().replace('_', "-");
        match lower.as_str() {
            "en" => Ok(Language::En),
            "zh" | "cn" => Ok(Language::ZhHans),
            _ if lower.starts_with("en-") => Ok(Language::En),
            _ if ["zh-hant", "zh-tw", "zh-hk", "zh-mo"]
                .iter()
                .any(|prefix| lower.starts_with(prefix)) =>
            {
                Ok(Language::ZhHant)
            }
            _ if lower.starts_with("zh-") => Ok(Language::ZhHans),
            _ => Err(UnknownLanguage(tag.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_name_their_language() {
        for (locale, language) in [
            ("zh_CN.UTF-8", Language::ZhHans),
            ("zh-Hans-SG", Language::ZhHans),
            ("zh_TW.UTF-8", Language::ZhHant),
            ("zh-HK", Language::ZhHant),
            ("en_GB.UTF-8", Language::En),
            ("C.UTF-8", Language::ZhHans),
            ("", Language::ZhHans),
        ] {
            assert_eq!(Language::from_locale(locale), language, "{locale}");
        }
    }
}
