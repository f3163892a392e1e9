//! All that is so in a game of the mist family.

use std::sync::Arc;

use super::{Challenge, Character, Consequence, Holder, Owed, Pending, Scene, Status, Story, Tag};
use crate::Id;

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

impl State {
    /// A character.
    #[must_use]
    pub fn character(&self, id: Id) -> Option<&Character> {
        self.characters.iter().find(|character| character.id == id).map(Arc::as_ref)
    }

    /// A challenge.
    #[must_use]
    pub fn challenge(&self, id: Id) -> Option<&Challenge> {
        self.challenges.iter().find(|challenge| challenge.id == id).map(Arc::as_ref)
    }

    /// A roll under way.
    #[must_use]
    pub fn roll(&self, id: Id) -> Option<&Pending> {
        self.rolls.iter().find(|roll| roll.id == id).map(Arc::as_ref)
    }

    /// A consequence that has not landed.
    #[must_use]
    pub fn consequence(&self, id: Id) -> Option<&Consequence> {
        self.consequences.iter().find(|consequence| consequence.id == id).map(Arc::as_ref)
    }

    /// The story tags of someone or something.
    #[must_use]
    pub fn tags(&self, holder: Holder) -> &[Tag] {
        match holder {
            Holder::Character(id) => self.character(id).map_or(&[], |it| &it.tags),
            Holder::Challenge(id) => self.challenge(id).map_or(&[], |it| &it.tags),
            Holder::Scene => self.scene.as_ref().map_or(&[], |it| &it.tags),
        }
    }

    /// The statuses of someone or something.
    #[must_use]
    pub fn statuses(&self, holder: Holder) -> &[Status] {
        match holder {
            Holder::Character(id) => self.character(id).map_or(&[], |it| &it.statuses),
            Holder::Challenge(id) => self.challenge(id).map_or(&[], |it| &it.statuses),
            Holder::Scene => self.scene.as_ref().map_or(&[], |it| &it.statuses),
        }
    }

    /// Everything that has tags and statuses, in the order it came to be.
    pub fn holders(&self) -> impl Iterator<Item = Holder> {
        let characters = self.characters.iter().map(|it| Holder::Character(it.id));
        let challenges = self.challenges.iter().map(|it| Holder::Challenge(it.id));
        let scene = self.scene.iter().map(|_| Holder::Scene);
        characters.chain(challenges).chain(scene)
    }

    pub(super) fn character_mut(&mut self, id: Id) -> Option<&mut Character> {
        let found = self.characters.iter_mut().find(|it| it.id == id);
        found.map(Arc::make_mut)
    }

    pub(super) fn challenge_mut(&mut self, id: Id) -> Option<&mut Challenge> {
        let found = self.challenges.iter_mut().find(|it| it.id == id);
        found.map(Arc::make_mut)
    }

    pub(super) fn roll_mut(&mut self, id: Id) -> Option<&mut Pending> {
        let found = self.rolls.iter_mut().find(|it| it.id == id);
        found.map(Arc::make_mut)
    }

    pub(super) fn consequence_mut(&mut self, id: Id) -> Option<&mut Consequence> {
        let found = self.consequences.iter_mut().find(|it| it.id == id);
        found.map(Arc::make_mut)
    }

    pub(super) fn scene_mut(&mut self) -> Option<&mut Scene> {
        self.scene.as_mut().map(Arc::make_mut)
    }

    pub(super) fn story_mut(&mut self) -> &mut Story {
        Arc::make_mut(&mut self.story)
    }

    pub(super) fn tags_mut(&mut self, holder: Holder) -> Option<&mut Vec<Tag>> {
        Some(match holder {
            Holder::Character(id) => &mut self.character_mut(id)?.tags,
            Holder::Challenge(id) => &mut self.challenge_mut(id)?.tags,
            Holder::Scene => &mut self.scene_mut()?.tags,
        })
    }

    pub(super) fn statuses_mut(&mut self, holder: Holder) -> Option<&mut Vec<Status>> {
        Some(match holder {
            Holder::Character(id) => &mut self.character_mut(id)?.statuses,
            Holder::Challenge(id) => &mut self.challenge_mut(id)?.statuses,
            Holder::Scene => &mut self.scene_mut()?.statuses,
        })
    }
}
