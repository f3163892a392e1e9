//! Stress: the boxes of tracks (F-30).

use super::offers::number_field;
use super::{Character, Command, Deciding, Event, Fate, OfferBuilder, State, Track, character};
use crate::kernel::Decided;
use crate::{Id, Line, Refusal, Viewer, message};

impl Fate {
    /// How many boxes a character has on a track (F-30). Those in a mob share theirs; the last of
    /// each is the one that takes them out (F-54).
    #[must_use]
    pub fn boxes(&self, character: &Character, track: &str) -> u8 {
        let one = self.boxes_of_one(character, track);
        match character.mob {
            Some(count) => one.saturating_add(1).saturating_mul(count),
            None => one,
        }
    }

    /// The same of one alone.
    pub(super) fn boxes_of_one(&self, character: &Character, track: &str) -> u8 {
        let Some(track) = self.track(track) else { return 0 };
        if let Some(boxes) = character.boxes.get(&track.id) {
            return *boxes;
        }
        let rating = track.skill.as_ref().map_or(0, |skill| character.rating(skill));
        let step = track.more.iter().rev().find(|step| rating >= step.from);
        let (values, boxes) =
            step.map_or((&track.values, track.boxes), |step| (&step.values, step.boxes));
        match values.is_empty() {
            true => boxes,
            false => u8::try_from(values.len()).unwrap_or(u8::MAX),
        }
    }

    /// What each box of a character absorbs, where boxes differ or only so many are marked for one
    /// hit (P-40); none where each is worth one. Those in a mob share theirs, each worth one.
    #[must_use]
    pub fn values(&self, character: &Character, track: &str) -> Option<Vec<u8>> {
        let track = self.track(track).filter(|_| character.mob.is_none())?;
        let rating = track.skill.as_ref().map_or(0, |skill| character.rating(skill));
        let step = track.more.iter().rev().find(|step| rating >= step.from);
        let said = step.map_or(&track.values, |step| &step.values);
        if said.is_empty() && track.per_hit.is_none() {
            return None;
        }
        // Somebody with fewer boxes of their own has the first of them; further ones are as the last.
        let boxes = usize::from(self.boxes_of_one(character, &track.id));
        let last = said.last().copied().unwrap_or(1);
        Some((0..boxes).map(|at| said.get(at).copied().unwrap_or(last)).collect())
    }
}

/// A track of the pack.
pub(super) fn known_track(deciding: &Deciding, track: &str) -> Decided {
    match deciding.pack.track(track) {
        Some(_) => Ok(()),
        None => Err(Refusal::new("F-30", message!("fate-no-track"))),
    }
}

/// The host marks or clears boxes by hand.
pub(super) fn set(deciding: &mut Deciding, id: Id, track: &str, marked: u8) -> Decided {
    deciding.host()?;
    let character = character::seen(deciding, id)?;
    let boxes = deciding.pack.boxes(character, track);
    known_track(deciding, track)?;
    if marked > boxes {
        return Err(Refusal::new("F-30", message!("fate-boxes", boxes = boxes)));
    }
    deciding.push(Event::StressSet { character: id, track: track.to_owned(), marked });
    Ok(())
}

pub(super) fn marked(state: &mut State, character: Id, track: &str, marked: u8) {
    if let Some(character) = state.character_mut(character) {
        character.stress.insert(track.to_owned(), marked);
        character.stress.retain(|_, marked| *marked > 0);
        // By hand they are marked from the first on; which ones only matters where boxes differ.
        character.marks.remove(track);
    }
}

pub(super) fn tell_marked(
    pack: &Fate,
    before: &State,
    character: Id,
    track: &str,
    marked: u8,
    viewer: Viewer,
) -> Option<Line> {
    let one = before.seen_character(viewer, character)?;
    if !before.sees_sheet(viewer, one) {
        return None;
    }
    let track = &pack.track(track)?.name;
    Some(message!("fate-stress-set", who = &one.name, track = track, marked = marked).into())
}

impl OfferBuilder<'_> {
    /// The host marks or clears boxes of a track.
    pub(super) fn stress(&mut self, character: &Character, track: &Track) {
        let boxes = self.pack.boxes(character, &track.id);
        let marked = character.marked(&track.id);
        let command =
            Command::SetStress { character: character.id, track: track.id.clone(), marked };
        let label = message!("fate-act-set-stress", track = &track.name);
        let field = number_field("marked", message!("fate-field-marked"), 0, boxes.into());
        self.offer("F-30", label, command, vec![field]);
    }
}
