//! Acts: what a seat can do, as short verbs on the things it sees.
//!
//! A verb is declared once per table, by the family and its pack. What is always on the page is
//! pushed: for each seat the flags of things ([`Flags`]) and what the game waits for ([`Wait`]).
//! Everything else is asked for, thing by thing, when a popover, form or completion opens
//! ([`crate::Ruleset::offers`]): a pure function, so nothing is kept between commands.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};
use serde_json::Value as Json;

use crate::{Field, Id, Message, RuleId};

/// What an act is about: a thing by its id, or something without an id by its name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
pub enum Subject {
    /// A thing.
    Thing(Id),
    /// Something there is one of, by its name: `table`, `scene`.
    Place(Cow<'static, str>),
}

impl Subject {
    /// What is about nothing that is there yet: making characters, the table's options.
    pub const TABLE: Self = Self::place("table");

    /// Something there is one of.
    #[must_use]
    pub const fn place(name: &'static str) -> Self {
        Self::Place(Cow::Borrowed(name))
    }

    /// Reads a subject as it is written on the wire: what is no id is a name.
    #[must_use]
    pub fn read(text: &str) -> Self {
        text.parse().map_or_else(|_| Self::Place(Cow::Owned(text.to_owned())), Self::Thing)
    }

    /// Whether it is the one with this name.
    #[must_use]
    pub fn is(&self, place: &str) -> bool {
        matches!(self, Self::Place(name) if name == place)
    }

    /// The thing's id.
    #[must_use]
    pub fn id(&self) -> Option<Id> {
        match self {
            Self::Thing(id) => Some(*id),
            Self::Place(_) => None,
        }
    }
}

impl From<Id> for Subject {
    fn from(id: Id) -> Self {
        Self::Thing(id)
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Thing(id) => id.fmt(f),
            Self::Place(name) => f.write_str(name),
        }
    }
}

impl Serialize for Subject {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Thing(id) => id.serialize(to),
            Self::Place(name) => to.serialize_str(name),
        }
    }
}

impl<'de> Deserialize<'de> for Subject {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Self::read(&String::deserialize(from)?))
    }
}

/// Stands in a [`Verb::command`] for the thing the verb is about.
const OF: &str = "@of";
/// Stands in a [`Verb::command`] for what the thing is in.
const IN: &str = "@in";

/// A verb, declared once per table: how a flag becomes a command.
///
/// What it is called is in the catalogue under `FAMILY-act-NAME`, and does not repeat its subject.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Verb {
    /// Its name, as flags say it.
    pub name: Cow<'static, str>,
    /// The rule it comes from.
    pub rule: RuleId,
    /// The command it gives, with `@of` for the thing it is about and `@in` for what that is in.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub command: Json,
    /// What may be changed in it; the things that may be chosen are told when they are asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Field>>", optional))]
    pub fields: Vec<Field>,
}

impl Verb {
    /// A verb without fields. `command` is plain data with string keys.
    ///
    /// # Panics
    /// When it is not.
    #[must_use]
    pub fn new(name: &'static str, rule: &'static str, command: Json) -> Self {
        let fields = Vec::new();
        Self { name: Cow::Borrowed(name), rule: RuleId::new(rule), command, fields }
    }

    /// With a field that may be changed.
    #[must_use]
    pub fn field(mut self, path: &str, label: Message, bounds: crate::Bounds) -> Self {
        self.fields.push(Field { path: path.to_owned(), label, bounds });
        self
    }

    /// The command that the verb gives on a thing, inside another where it is.
    #[must_use]
    pub fn on(&self, of: &Subject, within: Option<Id>) -> Json {
        fill(&self.command, of, within)
    }
}

fn fill(command: &Json, of: &Subject, within: Option<Id>) -> Json {
    match command {
        Json::String(text) if text == OF => Json::String(of.to_string()),
        Json::String(text) if text == IN => {
            Json::String(within.map(|id| id.to_string()).unwrap_or_default())
        }
        Json::Array(all) => all.iter().map(|it| fill(it, of, within)).collect(),
        Json::Object(all) => {
            all.iter().map(|(key, it)| (key.clone(), fill(it, of, within))).collect()
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => command.clone(),
    }
}

/// What a seat can do with a thing that is always on the page, by the names of verbs.
///
/// Each is accepted as it stands: the verb's command on this thing.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Flags {
    /// The thing.
    pub of: Subject,
    /// The thing it is in, where commands need to know: the roll of a line.
    #[serde(rename = "in", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub within: Option<Id>,
    /// What the seat can do with it, likeliest first.
    pub can: Vec<Cow<'static, str>>,
}

/// Something the game waits for this seat to do (B-03).
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Wait {
    /// What it is about: some offer on this is waited for.
    pub of: Subject,
    /// What is awaited.
    pub words: Message,
}

/// What is pushed to a seat of what it can do: one small part of its view.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Acts {
    /// The flags of things, in the order they are shown.
    pub can: Vec<Flags>,
    /// What the game waits for this seat to do, first things first.
    pub waits: Vec<Wait>,
}

impl Acts {
    /// Says that the seat can do something with a thing.
    pub fn can(&mut self, of: impl Into<Subject>, within: Option<Id>, verb: &'static str) {
        let of = of.into();
        match self.can.last_mut().filter(|last| last.of == of && last.within == within) {
            Some(last) => last.can.push(Cow::Borrowed(verb)),
            None => self.can.push(Flags { of, within, can: vec![Cow::Borrowed(verb)] }),
        }
    }

    /// Says that the game waits for the seat.
    pub fn wait(&mut self, of: impl Into<Subject>, words: Message) {
        let wait = Wait { of: of.into(), words };
        if !self.waits.contains(&wait) {
            self.waits.push(wait);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn b03_a_verb_on_a_thing_is_a_command() {
        let verb = Verb::new("strike", "B-21", json!({ "do": "x", "a": ["@of", 1], "b": "@in" }));
        let (line, roll) = (Id::from_bits(1), Id::from_bits(2));
        assert_eq!(
            verb.on(&line.into(), Some(roll)),
            json!({ "do": "x", "a": [line.to_string(), 1], "b": roll.to_string() })
        );
    }

    #[test]
    fn b03_flags_of_one_thing_stand_together() {
        let mut acts = Acts::default();
        let (one, other) = (Id::from_bits(1), Id::from_bits(2));
        acts.can(one, None, "roll");
        acts.can(one, None, "cancel");
        acts.can(other, Some(one), "strike");
        acts.wait(one, crate::message!("toy-answer-waits"));
        acts.wait(one, crate::message!("toy-answer-waits"));
        let sent = serde_json::to_value(&acts).expect("plain data");
        let can = json!([
            { "of": one, "can": ["roll", "cancel"] },
            { "of": other, "in": one, "can": ["strike"] },
        ]);
        assert_eq!(sent["can"], can);
        assert_eq!(acts.waits.len(), 1);
        assert_eq!(serde_json::from_value::<Acts>(sent).expect("it reads back"), acts);
        assert_eq!(Subject::read("scene"), Subject::place("scene"));
    }
}
