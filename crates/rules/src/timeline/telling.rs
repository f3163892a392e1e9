//! Telling a viewer of an event: who is named, and who is not.

use super::State;
use crate::{Id, Message, Viewer};

/// An event that is told of: to whom, and the state it happens to.
#[derive(Clone, Copy)]
pub(super) struct Telling<'a> {
    /// The state the event happens to.
    pub before: &'a State,
    /// Who is told.
    pub viewer: Viewer,
}

impl Telling<'_> {
    /// The name of the one a line is about; a viewer who may not see them is not told at all.
    pub fn name(self, id: Id) -> Option<Message> {
        let seen = self.before.character(id).is_some_and(|one| one.sees(self.viewer));
        seen.then(|| self.before.name(id))
    }

    /// What someone else in the line is called: "someone", to a viewer who may not see them.
    pub fn other(self, id: Id) -> Message {
        self.before.name_for(id, self.viewer)
    }

    /// What several are called.
    pub fn others(self, ids: &[Id]) -> Vec<Message> {
        ids.iter().map(|id| self.other(*id)).collect()
    }
}
