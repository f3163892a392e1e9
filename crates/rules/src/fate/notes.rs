//! The host's own notes about a character or the scene (B-30).

use super::offers::words_field;
use super::{Command, Deciding, Event, OfferBuilder, State, character, scene, wording};
use crate::kernel::Decided;
use crate::{Id, Line, Message, Viewer, message};

/// Writes notes that only the host may read.
pub(super) fn write(deciding: &mut Deciding, character: Option<Id>, text: &str) -> Decided {
    deciding.host()?;
    match character {
        Some(id) => drop(character::seen(deciding, id)?),
        None => drop(scene::open(deciding)?),
    }
    let text = wording::text(text)?;
    deciding.push(Event::NotesWritten { character, text });
    Ok(())
}

pub(super) fn written(state: &mut State, character: Option<Id>, text: &str) {
    let notes = match character {
        Some(id) => state.character_mut(id).map(|character| &mut character.notes),
        None => state.scene_mut().map(|scene| &mut scene.notes),
    };
    if let Some(notes) = notes {
        text.clone_into(notes);
    }
}

pub(super) fn tell_written(viewer: Viewer) -> Option<Line> {
    (viewer == Viewer::Host).then(|| message!("fate-notes-written").into())
}

impl OfferBuilder<'_> {
    /// Writes notes, beginning with those there are.
    pub(super) fn notes(&mut self, character: Option<Id>, label: Message, notes: &str) {
        let command = Command::WriteNotes { character, text: notes.to_owned() };
        let field = words_field("text", message!("fate-field-notes"));
        self.offer("B-30", label, command, vec![field]);
    }
}
