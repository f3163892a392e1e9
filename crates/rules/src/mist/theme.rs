//! Themes: the sides of a character, each a set of tags with a motive and two tracks (M-02).

use serde::{Deserialize, Serialize};

use super::Tag;
use crate::{Id, Term};

/// The two kinds of theme; what they are called is the pack's (M-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistKind"))]
pub enum Kind {
    /// What the mist gave: 浸染, 赐礼.
    Strange,
    /// What is still human: 自我, 人理.
    Human,
}

impl Kind {
    /// The kind that fills the place of a lost theme of this kind (M-54).
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Kind::Strange => Kind::Human,
            Kind::Human => Kind::Strange,
        }
    }
}

/// One side of a character (M-02).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistTheme"))]
pub struct Theme {
    /// Which one.
    pub id: Id,
    /// Strange or human.
    pub kind: Kind,
    /// What it is called.
    pub title: Term,
    /// What it drives the character to.
    pub motive: Term,
    /// Power tags; the first is the theme tag.
    pub powers: Vec<Tag>,
    /// Weakness tags.
    pub weaknesses: Vec<Tag>,
    /// Marks on the improve track.
    pub improve: u8,
    /// Marks on the decay track.
    pub decay: u8,
    /// Growths taken.
    pub growths: u32,
    /// Growths earned and not yet chosen.
    pub owed: u32,
    /// Whether it has yet to become a full theme (M-52).
    pub nascent: bool,
}

/// A theme as it is written down for a new character or in place of a lost one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistThemeDraft"))]
pub struct ThemeDraft {
    /// Strange or human.
    pub kind: Kind,
    /// What it is called.
    pub title: Term,
    /// What it drives the character to.
    #[serde(default = "no_words")]
    pub motive: Term,
    /// Power tags; the first is the theme tag.
    pub powers: Vec<Term>,
    /// Weakness tags.
    pub weaknesses: Vec<Term>,
    /// Whether it is nascent: one power tag instead of a full set (M-02).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub nascent: bool,
}

fn no_words() -> Term {
    Term::from("")
}

impl Theme {
    /// Every tag of the theme, powers first.
    pub fn tags(&self) -> impl Iterator<Item = &Tag> {
        self.powers.iter().chain(&self.weaknesses)
    }

    /// Every tag of the theme, to change.
    pub fn tags_mut(&mut self) -> impl Iterator<Item = &mut Tag> {
        self.powers.iter_mut().chain(&mut self.weaknesses)
    }
}
