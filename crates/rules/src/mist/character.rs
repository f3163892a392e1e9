//! Characters: whose side of the story the table tells.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Kind, Status, Tag, Theme};
use crate::{Audience, Id, SeatId, Term};

/// Someone in the story with themes of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Character {
    /// Which one.
    pub id: Id,
    /// What they are called.
    pub name: Term,
    /// The seat that plays them; the host when none.
    pub seat: Option<SeatId>,
    /// Who may see them.
    #[serde(default)]
    pub seen: Audience,
    /// Their themes.
    pub themes: Vec<Theme>,
    /// Their story tags.
    pub tags: Vec<Tag>,
    /// Their statuses.
    pub statuses: Vec<Status>,
    /// Evolution marked so far (M-57).
    pub evolution: u32,
    /// Story debts of lost themes (M-55).
    pub pangs: Vec<Pang>,
    /// Places of lost themes, to be filled (M-54).
    pub vacancies: Vec<Vacancy>,
    /// The status that met their limit, until the table has chosen what becomes of them (M-07).
    pub limit_met: Option<Id>,
    /// What became of them at their limit (M-07).
    pub fate: Option<Fate>,
    /// Whether no strange theme can be gained again (M-58).
    pub asleep: bool,
    /// Whether they roll as an avatar (M-16).
    pub avatar: bool,
    /// The ending they have chosen (M-58).
    pub ending: Option<String>,
    /// Whether they have left play.
    pub left: bool,
}

/// What is left behind by a lost theme, until the story settles it (M-55).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "MistPang")]
pub struct Pang {
    /// Which one.
    pub id: Id,
    /// The title of the lost theme.
    pub title: Term,
    /// Whether the host has called it in.
    pub called: bool,
}

/// The place of a lost theme (M-54).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "MistVacancy")]
pub struct Vacancy {
    /// The kind of theme that will fill it.
    pub kind: Kind,
    /// Whether a full theme fills it, at once: an avatar's gifts (M-58).
    pub full: bool,
}

/// What becomes of a character whose limit is met (M-07).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[ts(rename = "MistFate")]
pub enum Fate {
    /// They die.
    Died,
    /// They are changed for good.
    Transformed {
        /// Into what.
        text: String,
    },
}
