//! A state as one viewer sees it: what views, lines and offers are made from.

use std::sync::Arc;

use super::{
    Challenge, Character, Consequence, Holder, Mist, Pending, RollLine, State, Theme, Thing,
};
use crate::{Audience, Clock, Id, Viewer};

/// A viewer looking at a state.
#[derive(Clone, Copy)]
pub(super) struct Viewing<'s> {
    pub pack: &'s Mist,
    pub state: &'s State,
    pub viewer: Viewer,
}

impl<'s> Viewing<'s> {
    /// Whether the viewer is in an audience.
    pub fn sees(self, seen: &Audience) -> bool {
        seen.sees(self.viewer)
    }

    /// A thing the viewer may see.
    pub fn find(self, id: Id) -> Option<Thing<'s>> {
        self.state.find(id, self.viewer)
    }

    /// A character the viewer may see.
    pub fn character(self, id: Id) -> Option<&'s Character> {
        self.state.character(id).filter(|it| self.sees(&it.seen))
    }

    /// A theme of a character the viewer may see.
    pub fn theme(self, character: Id, theme: Id) -> Option<(&'s Character, &'s Theme)> {
        let character = self.character(character)?;
        let mut themes = character.themes.iter();
        Some((character, themes.find(|it| it.id == theme)?))
    }

    /// A roll the viewer may see.
    pub fn roll(self, id: Id) -> Option<&'s Pending> {
        self.state.roll(id).filter(|it| self.sees(&it.seen))
    }

    /// The rolls under way the viewer may see.
    pub fn rolls(self) -> impl Iterator<Item = &'s Pending> {
        let all = self.state.rolls.iter().map(Arc::as_ref);
        all.filter(move |it| self.sees(&it.seen))
    }

    /// A line of a roll the viewer may see.
    pub fn line(self, id: Id) -> Option<(&'s Pending, &'s RollLine)> {
        self.rolls().find_map(|roll| Some((roll, roll.lines.iter().find(|it| it.id == id)?)))
    }

    /// A consequence the viewer may see.
    pub fn consequence(self, id: Id) -> Option<&'s Consequence> {
        self.state.consequence(id).filter(|it| self.sees(&it.seen))
    }

    /// The characters there are to see.
    pub fn characters(self) -> impl Iterator<Item = &'s Character> {
        let all = self.state.characters.iter().map(Arc::as_ref);
        all.filter(move |it| self.sees(&it.seen))
    }

    /// The challenges there are to see.
    pub fn challenges(self) -> impl Iterator<Item = &'s Challenge> {
        let all = self.state.challenges.iter().map(Arc::as_ref);
        all.filter(move |it| self.sees(&it.seen))
    }

    /// The clocks there are to see.
    pub fn clocks(self) -> impl Iterator<Item = &'s Clock> {
        let all = self.state.clocks.iter().map(Arc::as_ref);
        all.filter(move |it| self.sees(&it.seen))
    }

    /// The consequences there are to see.
    pub fn consequences(self) -> impl Iterator<Item = &'s Consequence> {
        let all = self.state.consequences.iter().map(Arc::as_ref);
        all.filter(move |it| self.sees(&it.seen))
    }

    /// Everything that has tags and statuses, as far as there is to see.
    pub fn holders(self) -> impl Iterator<Item = Holder> {
        let state = self.state;
        state.holders().filter(move |it| self.sees(state.seen(*it)))
    }

    /// Those of these things there are to see.
    pub fn only_seen(self, ids: &[Id]) -> Vec<Id> {
        ids.iter().copied().filter(|id| self.find(*id).is_some()).collect()
    }
}
