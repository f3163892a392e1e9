//! Moving a game to another pack of its family while it is played (P-80).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Choice, Message, Ruleset};

/// A family whose games can move to another pack while they are played (P-80).
pub trait Moves: Ruleset {
    /// Whether something waits in a game that must be settled by the rules it began under first.
    fn is_unsettled(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// What of a game played by the pack `old` this one has no place for.
    fn breaks(&self, old: &Self, state: &Self::State) -> Vec<Break> {
        let _ = (old, state);
        Vec::new()
    }

    /// Moves a game played by the pack `old` to this one. Infallible and deterministic; nothing is
    /// lost but what is decided to be dropped.
    fn moved(&self, old: &Self, state: &mut Self::State, decisions: &Decisions) {
        let _ = (old, state, decisions);
    }
}

/// Something of a game that the new pack has no place for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "PackBreak"))]
pub struct Break {
    /// Which, for [`Decisions`]: `skills.lore`.
    pub key: String,
    /// What it is, and how much of the game has it.
    pub what: Message,
    /// What of the new pack it can become.
    pub to: Vec<Choice>,
}

/// What is to become of something the new pack has no place for. Nothing is lost unless it is
/// dropped.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "PackDecision"))]
pub enum Decision {
    /// It becomes something of the new pack, by its id.
    Map(String),
    /// It is kept as a note.
    #[default]
    Note,
    /// It goes.
    Drop,
}

/// Decisions by the keys of what they are about; what is not here is kept as a note.
pub type Decisions = BTreeMap<String, Decision>;

/// What is decided about something.
pub(crate) fn decided<'d>(decisions: &'d Decisions, list: &str, id: &str) -> &'d Decision {
    const NOTE: &Decision = &Decision::Note;
    decisions.get(&format!("{list}.{id}")).unwrap_or(NOTE)
}
