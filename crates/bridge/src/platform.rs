//! What every chat platform has in common.

use std::fmt;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

/// A group, or the private talk with one person, as one account of the bot sees it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// The account of the bot: `10001`, `discord/10001`.
    pub account: String,
    /// Whether it is the private talk with one person.
    pub private: bool,
    /// The group's id, or the person's.
    pub id: String,
}

impl Place {
    /// The private talk with a person.
    #[must_use]
    pub fn of_person(account: &str, user: &str) -> Self {
        Self { account: account.to_owned(), private: true, id: user.to_owned() }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.private { "person" } else { "group" };
        write!(f, "{kind}:{}:{}", self.account, self.id)
    }
}

/// A part of what somebody wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bit {
    /// Text, as it was typed.
    Text(String),
    /// Somebody was mentioned.
    At {
        /// Who.
        user: String,
        /// As what, if it was said.
        name: Option<String>,
    },
}

/// Somebody wrote something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Said {
    /// Where.
    pub place: Place,
    /// The message's id: the same if it comes twice.
    pub message: String,
    /// Who.
    pub user: String,
    /// What they are called there.
    pub name: String,
    /// What, without pictures and quotes.
    pub bits: Vec<Bit>,
    /// Whether it is a forwarded message: others' words.
    pub forwarded: bool,
    /// Whether a program wrote it.
    pub by_bot: bool,
}

/// Something came from a platform.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Incoming {
    /// Somebody wrote something.
    Said(Said),
    /// Somebody took back what they wrote.
    Recalled {
        /// Where.
        place: Place,
        /// The message.
        message: String,
        /// Whose it was, if that is said.
        user: Option<String>,
    },
    /// The bot may speak there again, or a person can be reached: what waits is tried at once.
    Mended(Place),
    /// An account can send.
    Online(String),
}

/// A part of what the bot says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Piece {
    /// Text: whatever it looks like, it is only text.
    Text(String),
    /// Somebody is mentioned.
    Mention(String),
    /// A picture.
    Picture {
        /// As PNG.
        #[serde(with = "in_letters")]
        png: Vec<u8>,
    },
}

/// What the bot says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outgoing(pub Vec<Piece>);

impl Outgoing {
    /// A message of nothing but text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self(vec![Piece::Text(text.into())])
    }
}

/// Bytes in JSON, as base64.
mod in_letters {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&STANDARD.encode(bytes))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        STANDARD.decode(String::deserialize(from)?).map_err(D::Error::custom)
    }
}

/// How a send ended (C-22).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sent {
    /// It is there, under this id if the platform says so.
    Done(Option<String>),
    /// The platform did not take it, and why.
    Refused(String),
    /// It was sent, and nobody knows whether it arrived: never to be repeated.
    Unknown(String),
    /// There was no connection, so it was surely not sent.
    Away,
}

/// The way to a platform.
#[async_trait]
pub trait Platform: Send + Sync + 'static {
    /// Says something somewhere.
    async fn send(&self, to: &Place, message: &Outgoing) -> Sent;
}
