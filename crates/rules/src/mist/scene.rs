//! The scene: what is going on here and now (M-09).

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Status, Tag, Threat};
use crate::{Id, Term};

/// What is going on here and now (M-09).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scene {
    /// Which one.
    pub id: Id,
    /// What it is called.
    pub title: Term,
    /// What it is like.
    pub text: Term,
    /// Where its loop stands.
    pub step: Step,
    /// The characters who are present.
    pub present: Vec<Id>,
    /// Story tags of the scene itself.
    pub tags: Vec<Tag>,
    /// Statuses of the scene itself.
    pub statuses: Vec<Status>,
    /// Threats of the scene itself.
    pub threats: Vec<Threat>,
}

/// The steps a scene goes round in (M-09).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "MistStep")]
pub enum Step {
    /// The host tells how things stand.
    #[default]
    Establish,
    /// Players act.
    Action,
    /// What was not answered lands.
    Consequence,
}

/// What has tags and statuses of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "MistHolder")]
pub enum Holder {
    /// A character.
    Character(Id),
    /// A challenge.
    Challenge(Id),
    /// The scene itself.
    Scene,
}
