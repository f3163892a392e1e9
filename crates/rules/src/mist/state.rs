//! All that is so in a game of the mist family, and finding things in it.

use std::sync::Arc;

use super::{
    Challenge, Character, Clue, Consequence, Holder, Owed, Pending, Scene, Status, Story, Tag,
    Theme, Threat,
};
use crate::{Audience, Id, Seat, Viewer};

/// All that is so. Its larger parts are shared, so a copy costs little.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Whether lines count without the host's word (B-21).
    pub auto_approve: bool,
    /// Where the story stands.
    pub story: Arc<Story>,
    /// The scene, if one is open.
    pub scene: Option<Arc<Scene>>,
    /// The characters, oldest first.
    pub characters: Vec<Arc<Character>>,
    /// The challenges, oldest first.
    pub challenges: Vec<Arc<Challenge>>,
    /// Rolls under way, oldest first.
    pub rolls: Vec<Arc<Pending>>,
    /// Consequences the dice have called for, oldest first.
    pub owed: Vec<Owed>,
    /// Consequences named and not landed, oldest first.
    pub consequences: Vec<Arc<Consequence>>,
}
