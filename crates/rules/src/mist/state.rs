//! All that is so in a game of the mist family.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{
    Case, CaseEnd, Challenge, Character, Clue, Conclusion, Consequence, Holder, LookingBack, Mist,
    Mystery, Outcome, Owed, Pending, Scene, Status, Tag, Theme, Threat, Track, Trait, Why,
};
use crate::shared::{same, same_piece};
use crate::{Audience, Clock, Id, SeatId, Term};

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
    /// Clocks that run, oldest first (M-44).
    pub clocks: Vec<Arc<Clock>>,
}

/// Where the story stands (M-40 … M-42).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Story {
    /// The present phase's id in the pack.
    pub phase: String,
    /// The number of the present mission or chapter in its season.
    pub mission: u32,
    /// The number of the season.
    pub season: u32,
    /// Whether a test has opened a way to face the anomaly (M-36).
    pub opportunity: bool,
    /// The tier of the countdown, if one runs (M-37).
    pub countdown: Option<u8>,
    /// Whether a roll has added the countdown already (M-37).
    pub countdown_used: bool,
    /// The tiers of the file's indexes, by question (M-37).
    pub indexes: BTreeMap<String, u8>,
    /// How each question of the file was answered, by question (M-37).
    pub answers: BTreeMap<String, usize>,
    /// What is to be found out (M-36).
    pub mysteries: Vec<Mystery>,
    /// What has been found out.
    pub clues: Vec<Clue>,
    /// The band the crew went in by (M-34).
    pub opening: Option<usize>,
    /// What the present case is called (M-38).
    pub case: Option<Term>,
    /// How it ended, once its mission has.
    pub case_end: Option<CaseEnd>,
    /// What was concluded, oldest first (M-38).
    pub conclusions: Vec<Conclusion>,
    /// The traits of the anomaly that came to light (M-38).
    pub traits: Vec<Trait>,
    /// The cases before this one (M-38).
    pub archive: Vec<Arc<Case>>,
    /// What marked which track in this mission by a roll (M-43).
    pub marks: Vec<(Id, Track, Why)>,
    /// What has been decided in looking back, while the table does (M-43).
    pub looking_back: Option<LookingBack>,
}

impl State {
    /// The state before anything has happened.
    pub(super) fn begin(pack: &Mist) -> Self {
        let story = Story {
            phase: pack.story.phases.first().map_or_else(String::new, |phase| phase.id.clone()),
            mission: 1,
            season: 1,
            ..Story::default()
        };
        State { story: Arc::new(story), ..State::default() }
    }

    /// Whether everything that has a name is surely as it is in another state.
    pub(super) fn has_things_of(&self, other: &State) -> bool {
        Arc::ptr_eq(&self.story, &other.story)
            && same_piece(self.scene.as_ref(), other.scene.as_ref())
            && same(&self.characters, &other.characters)
            && same(&self.challenges, &other.challenges)
            && same(&self.consequences, &other.consequences)
            && same(&self.clocks, &other.clocks)
    }

    /// Whether anything is shown to some seats alone, and this is one of them.
    pub(super) fn names(&self, seat: SeatId) -> bool {
        let named =
            |seen: &Audience| matches!(seen, Audience::Seats(seats) if seats.contains(&seat));
        let tags = |tags: &[Tag]| tags.iter().any(|it| named(&it.seen));
        let statuses = |statuses: &[Status]| statuses.iter().any(|it| named(&it.seen));
        let threats = |threats: &[Threat]| threats.iter().any(|it| named(&it.seen));
        let character = |it: &Character| {
            let mut of_themes = it.themes.iter().flat_map(Theme::tags);
            named(&it.seen)
                || of_themes.any(|it| named(&it.seen))
                || tags(&it.tags)
                || statuses(&it.statuses)
        };
        let challenge = |it: &Challenge| {
            named(&it.seen)
                || it.limits.iter().any(|it| named(&it.seen))
                || threats(&it.threats)
                || tags(&it.tags)
                || statuses(&it.statuses)
        };
        let scene = |it: &Scene| tags(&it.tags) || statuses(&it.statuses) || threats(&it.threats);
        self.rolls.iter().any(|it| named(&it.seen))
            || self.owed.iter().any(|it| named(&it.seen))
            || self.consequences.iter().any(|it| named(&it.seen))
            || self.clocks.iter().any(|it| named(&it.seen))
            || self.story.traits.iter().any(|it| named(&it.seen))
            || self.story.archive.iter().any(|case| case.clues.iter().any(|it| named(&it.seen)))
            || self.story.clues.iter().any(|it| named(&it.seen))
            || self.characters.iter().any(|it| character(it))
            || self.challenges.iter().any(|it| challenge(it))
            || self.scene.as_ref().is_some_and(|it| scene(it))
    }

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

    pub(super) fn outcome_mut(&mut self, roll: Id) -> Option<&mut Outcome> {
        self.roll_mut(roll)?.outcome.as_mut()
    }

    pub(super) fn theme_mut(&mut self, character: Id, theme: Id) -> Option<&mut Theme> {
        let character = self.character_mut(character)?;
        character.themes.iter_mut().find(|it| it.id == theme)
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
