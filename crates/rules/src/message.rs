//! What is said, before it is put into a language: rules speak in messages, `words` in sentences.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Something to be said: the id of a catalogue entry and its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Message {
    /// The entry's id in every language's catalogue.
    #[ts(type = "string")]
    pub id: Cow<'static, str>,
    /// What the entry's variables stand for.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(as = "Option<BTreeMap<String, Arg>>", optional)]
    pub args: BTreeMap<Cow<'static, str>, Arg>,
}

/// An argument of a [`Message`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(untagged)]
pub enum Arg {
    /// A number; it chooses plural forms.
    Number(#[ts(type = "number")] i64),
    /// Text as someone typed it.
    Text(String),
    /// A message inside the message.
    Message(Box<Message>),
    /// Several messages, listed.
    List(Vec<Message>),
    /// A word of the pack, in each of its languages.
    Term(Term),
}

/// A name a pack gives to a thing: one text for every language, or one per language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(untagged)]
pub enum Term {
    /// The same in every language.
    Plain(String),
    /// A text per language; readers of a missing one get zh-Hans.
    PerLanguage {
        /// Simplified Chinese.
        #[serde(rename = "zh-Hans")]
        zh_hans: String,
        /// Traditional Chinese.
        #[serde(rename = "zh-Hant", default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        zh_hant: Option<String>,
        /// English.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        en: Option<String>,
    },
}

impl Message {
    /// A message without arguments; [`message!`](crate::message!) makes one with them.
    #[must_use]
    pub fn new(id: &'static str) -> Self {
        Self { id: Cow::Borrowed(id), args: BTreeMap::new() }
    }

    /// The message with one more argument.
    #[must_use]
    pub fn with(mut self, name: &'static str, arg: impl Into<Arg>) -> Self {
        self.args.insert(Cow::Borrowed(name), arg.into());
        self
    }
}

/// Makes a [`Message`]: `message!("mist-power", who = name, power = 3)`.
///
/// A test in `words` reads every use of this macro and checks that each language has the entry
/// and that the arguments are the ones it names.
#[macro_export]
macro_rules! message {
    ($id:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::Message::new($id)$(.with(stringify!($name), $value))*
    };
}

macro_rules! number_args {
    ($($number:ty),*) => {
        $(impl From<$number> for Arg {
            fn from(number: $number) -> Self {
                Arg::Number(i64::from(number))
            }
        })*
    };
}
number_args!(i64, i32, i16, i8, u32, u16, u8);

impl From<usize> for Arg {
    fn from(number: usize) -> Self {
        Arg::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<u64> for Arg {
    fn from(number: u64) -> Self {
        Arg::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Arg::Text(text.to_owned())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Arg::Text(text)
    }
}

impl From<&String> for Arg {
    fn from(text: &String) -> Self {
        Arg::Text(text.clone())
    }
}

impl From<Message> for Arg {
    fn from(message: Message) -> Self {
        Arg::Message(Box::new(message))
    }
}

impl From<Vec<Message>> for Arg {
    fn from(messages: Vec<Message>) -> Self {
        Arg::List(messages)
    }
}

impl From<Term> for Arg {
    fn from(term: Term) -> Self {
        match term {
            // Written out, the two are the same text: an argument must read back as itself.
            Term::Plain(text) => Arg::Text(text),
            per_language @ Term::PerLanguage { .. } => Arg::Term(per_language),
        }
    }
}

impl From<&Term> for Arg {
    fn from(term: &Term) -> Self {
        term.clone().into()
    }
}

impl From<&str> for Term {
    fn from(text: &str) -> Self {
        Term::Plain(text.to_owned())
    }
}

impl Term {
    /// Every spelling of the word, for finding it whatever language it was typed in.
    pub fn spellings(&self) -> impl Iterator<Item = &str> {
        let (first, second, third) = match self {
            Term::Plain(text) => (text.as_str(), None, None),
            Term::PerLanguage { zh_hans, zh_hant, en } => {
                (zh_hans.as_str(), zh_hant.as_deref(), en.as_deref())
            }
        };
        std::iter::once(first).chain(second).chain(third)
    }
}
