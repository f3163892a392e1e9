//! What is said, before it is put into a language: rules speak in messages, `words` in sentences.

use std::borrow::Cow;
use std::ops::Index;
use std::sync::Arc;

use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

/// Something to be said: the id of a catalogue entry and its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Message {
    /// The entry's id in every language's catalogue.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub id: Cow<'static, str>,
    /// What the entry's variables stand for.
    #[serde(default, skip_serializing_if = "Args::is_empty")]
    #[cfg_attr(
        feature = "ts",
        ts(as = "Option<std::collections::BTreeMap<String, Arg>>", optional)
    )]
    pub args: Args,
}

/// The arguments of a [`Message`] by name, in the order of their names.
///
/// A view holds thousands of messages with one or two arguments each: a map's node would take a
/// kilobyte for each of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Args(Vec<(Cow<'static, str>, Arg)>);

/// An argument of a [`Message`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Arg {
    /// A number; it chooses plural forms.
    Number(#[cfg_attr(feature = "ts", ts(type = "number"))] i64),
    /// Text as someone typed it.
    Text(#[cfg_attr(feature = "ts", ts(type = "string"))] Arc<str>),
    /// A message inside the message.
    Message(Box<Message>),
    /// Several messages, listed.
    List(Vec<Message>),
    /// A word of the pack, in each of its languages.
    Term(Term),
}

/// A name a pack gives to a thing: one text for every language, or one per language.
///
/// The texts are shared: names are in every view, offer and line, and copying one costs nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Term {
    /// The same in every language.
    Plain(#[cfg_attr(feature = "ts", ts(type = "string"))] Arc<str>),
    /// A text per language; readers of a missing one get zh-Hans. A name that has none is read as
    /// if it had the first of zh-Hant and en (P-13).
    PerLanguage {
        /// Simplified Chinese.
        #[serde(rename = "zh-Hans")]
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        zh_hans: Arc<str>,
        /// Traditional Chinese.
        #[serde(rename = "zh-Hant", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional, type = "string"))]
        zh_hant: Option<Arc<str>>,
        /// English.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional, type = "string"))]
        en: Option<Arc<str>>,
    },
}

impl<'de> Deserialize<'de> for Term {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Name;
        impl<'de> Visitor<'de> for Name {
            type Value = Term;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a name")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Term, E> {
                Ok(Term::from(text))
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Term, M::Error> {
                let [mut zh_hans, mut zh_hant, mut en]: [Option<Arc<str>>; 3] = [None, None, None];
                while let Some(tag) = map.next_key::<Cow<'de, str>>()? {
                    match tag.as_ref() {
                        "zh-Hans" => zh_hans = Some(map.next_value()?),
                        "zh-Hant" => zh_hant = map.next_value()?,
                        "en" => en = map.next_value()?,
                        // A pack file is told of these; old logs are not.
                        _ => drop(map.next_value::<de::IgnoredAny>()?),
                    }
                }
                let first = zh_hans.or_else(|| zh_hant.clone()).or_else(|| en.clone());
                let none = || de::Error::invalid_type(de::Unexpected::Map, &self);
                Ok(Term::PerLanguage { zh_hans: first.ok_or_else(none)?, zh_hant, en })
            }
        }
        from.deserialize_any(Name)
    }
}

impl Message {
    /// A message without arguments; [`message!`](crate::message!) makes one with them.
    #[must_use]
    pub fn new(id: &'static str) -> Self {
        Self::sized(id, 0)
    }

    /// A message that will have so many arguments.
    #[doc(hidden)]
    #[must_use]
    pub fn sized(id: &'static str, args: usize) -> Self {
        Self { id: Cow::Borrowed(id), args: Args(Vec::with_capacity(args)) }
    }

    /// The message with one more argument.
    #[must_use]
    pub fn with(mut self, name: &'static str, arg: impl Into<Arg>) -> Self {
        self.args.insert(Cow::Borrowed(name), arg.into());
        self
    }
}

impl Args {
    /// The argument of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Arg> {
        self.place(name).ok().map(|place| &self.0[place].1)
    }

    /// Puts an argument in, in place of an earlier one of that name.
    pub fn insert(&mut self, name: Cow<'static, str>, arg: Arg) {
        match self.place(&name) {
            Ok(place) => self.0[place].1 = arg,
            Err(place) => {
                // Most messages never get another one.
                self.0.reserve_exact(1);
                self.0.insert(place, (name, arg));
            }
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The arguments with their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Arg)> {
        self.0.iter().map(|(name, arg)| (name.as_ref(), arg))
    }

    /// The arguments.
    pub fn values(&self) -> impl Iterator<Item = &Arg> {
        self.0.iter().map(|(_, arg)| arg)
    }

    fn place(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, _)| known.as_ref().cmp(name))
    }
}

impl Index<&str> for Args {
    type Output = Arg;

    fn index(&self, name: &str) -> &Arg {
        self.get(name).expect("an argument of that name")
    }
}

impl Serialize for Args {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Args {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct ByName;
        impl<'de> Visitor<'de> for ByName {
            type Value = Args;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("arguments by name")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Args, M::Error> {
                let mut args = Args::default();
                while let Some((name, arg)) = map.next_entry::<String, Arg>()? {
                    args.insert(Cow::Owned(name), arg);
                }
                Ok(args)
            }
        }
        from.deserialize_map(ByName)
    }
}

/// Makes a [`Message`]: `message!("mist-power", who = name, power = 3)`.
///
/// A test in `words` reads every use of this macro and checks that each language has the entry
/// and that the arguments are the ones it names.
#[macro_export]
macro_rules! message {
    ($id:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::Message::sized($id, <[&str]>::len(&[$(stringify!($name)),*]))
            $(.with(stringify!($name), $value))*
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
        Arg::Text(text.into())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Arg::Text(text.into())
    }
}

impl From<&String> for Arg {
    fn from(text: &String) -> Self {
        text.as_str().into()
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

impl From<String> for Term {
    fn from(text: String) -> Self {
        Term::Plain(text.into())
    }
}

impl From<&str> for Term {
    fn from(text: &str) -> Self {
        Term::Plain(text.into())
    }
}

impl Term {
    /// Every spelling of the word, for finding it whatever language it was typed in.
    pub fn spellings(&self) -> impl Iterator<Item = &str> {
        let (first, second, third) = match self {
            Term::Plain(text) => (text.as_ref(), None, None),
            Term::PerLanguage { zh_hans, zh_hant, en } => {
                (zh_hans.as_ref(), zh_hant.as_deref(), en.as_deref())
            }
        };
        std::iter::once(first).chain(second).chain(third)
    }

    /// The name of another thing called the same: `打手 2` (C-06).
    #[must_use]
    pub fn numbered(&self, number: u32) -> Self {
        let with = |text: &Arc<str>| -> Arc<str> { format!("{text} {number}").into() };
        match self {
            Term::Plain(text) => Term::Plain(with(text)),
            Term::PerLanguage { zh_hans, zh_hant, en } => Term::PerLanguage {
                zh_hans: with(zh_hans),
                zh_hant: zh_hant.as_ref().map(with),
                en: en.as_ref().map(with),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_written_by_name_and_read_back() {
        let message = Message::new("one-and-two").with("two", 2).with("one", "一").with("two", 22);
        let written = serde_json::to_string(&message).expect("plain data");
        assert_eq!(written, r#"{"id":"one-and-two","args":{"one":"一","two":22}}"#);
        assert_eq!(serde_json::from_str::<Message>(&written).expect("it reads back"), message);
        assert_eq!(message.args["two"], Arg::Number(22));
        assert_eq!(message.args.get("three"), None);
    }
}
