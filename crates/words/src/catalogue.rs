use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use rules::{Arg, Message, Term};
use rust_embed::RustEmbed;

use crate::Language;

#[derive(RustEmbed)]
#[folder = "catalogue"]
struct Files;

type Catalogue = FluentBundle<FluentResource>;

/// The characters of the catalogue in Simplified Chinese that the one in Traditional Chinese has not.
static SIMPLIFIED: LazyLock<BTreeSet<char>> = LazyLock::new(|| {
    let all = |language: Language| -> BTreeSet<char> {
        language.files::<Files>().flat_map(|(_, text)| text.chars().collect::<Vec<_>>()).collect()
    };
    &all(Language::ZhHans) - &all(Language::ZhHant)
});

/// Whether a character is written in Simplified Chinese only, as far as the catalogues go.
#[must_use]
pub fn is_simplified(character: char) -> bool {
    SIMPLIFIED.contains(&character)
}

static CATALOGUES: LazyLock<BTreeMap<Language, Catalogue>> = LazyLock::new(|| {
    Language::ALL.into_iter().map(|language| (language, read(language))).collect()
});

/// The Fluent files of a language, as (file name, text).
pub fn catalogue_files(language: Language) -> impl Iterator<Item = (String, String)> {
    language.files::<Files>()
}

/// What cannot be read in a file is left out here; the tests refuse such a file.
fn read(language: Language) -> Catalogue {
    let tag = language.tag().parse().unwrap_or_default();
    let mut catalogue = FluentBundle::new_concurrent(vec![tag]);
    // Isolation marks are for mixed directions; our languages all run the same way, and the marks
    // would end up in chat messages and files.
    catalogue.set_use_isolating(false);
    for (_, text) in catalogue_files(language) {
        let resource = FluentResource::try_new(text).unwrap_or_else(|(readable, _)| readable);
        catalogue.add_resource_overriding(resource);
    }
    catalogue
}

/// Whether the catalogues have an entry with this id.
#[must_use]
pub fn knows(id: &str) -> bool {
    CATALOGUES[&Language::ZhHans].has_message(id)
}

/// The message as text. An id that no catalogue has is shown as it is.
#[must_use]
pub fn say(language: Language, message: &Message) -> String {
    let catalogue = [language, Language::ZhHans]
        .into_iter()
        .map(|language| &CATALOGUES[&language])
        .find(|catalogue| catalogue.has_message(&message.id));
    let Some((catalogue, pattern)) =
        catalogue.and_then(|found| Some((found, found.get_message(&message.id)?.value()?)))
    else {
        return message.id.to_string();
    };
    let args: FluentArgs =
        message.args.iter().map(|(name, arg)| (name, value(language, arg))).collect();
    let mut faults = Vec::new();
    catalogue.format_pattern(pattern, Some(&args), &mut faults).into_owned()
}

fn value<'a>(language: Language, arg: &'a Arg) -> FluentValue<'a> {
    match arg {
        Arg::Number(number) => FluentValue::from(*number),
        Arg::Text(text) => FluentValue::String(Cow::Borrowed(text)),
        Arg::Message(message) => FluentValue::from(say(language, message)),
        Arg::List(messages) => {
            let said: Vec<String> = messages.iter().map(|one| say(language, one)).collect();
            let between = say(language, &Message::new("list-separator"));
            FluentValue::from(said.join(&between))
        }
        Arg::Term(term) => FluentValue::String(Cow::Borrowed(spelling(language, term))),
    }
}

pub(crate) fn spelling(language: Language, term: &Term) -> &str {
    match term {
        Term::Plain(text) => text,
        Term::PerLanguage { zh_hans, zh_hant, en } => match language {
            Language::ZhHans => None,
            Language::ZhHant => zh_hant.as_deref(),
            Language::En => en.as_deref(),
        }
        .unwrap_or(zh_hans),
    }
}
