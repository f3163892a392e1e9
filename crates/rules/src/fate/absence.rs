//! Taken out and back again: who is out of a scene, and who stays out of the next (F-31).

use serde::{Deserialize, Serialize};

use super::offers::choice_field;
use super::{Character, Command, Deciding, Event, OfferBuilder, State, character};
use crate::kernel::{Decided, choice};
use crate::{Id, Line, Message, Refusal, Viewer, message};

/// Why someone who was taken out is not back in the next scene (F-31).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateAbsence"))]
pub enum Absence {
    /// They died.
    Dead,
    /// They were captured.
    Captured,
    /// They are gone for another reason.
    Gone,
}

impl Absence {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Dead, Self::Captured, Self::Gone];

    /// What is said of them.
    #[must_use]
    pub fn to_message(self) -> Message {
        match self {
            Absence::Dead => message!("fate-absence-dead"),
            Absence::Captured => message!("fate-absence-captured"),
            Absence::Gone => message!("fate-absence-gone"),
        }
    }
}

/// The host brings someone who was taken out back into play.
pub(super) fn bring_back(deciding: &mut Deciding, character: Id) -> Decided {
    deciding.host()?;
    is_out(deciding, character)?;
    deciding.push(Event::BroughtBack { character });
    Ok(())
}

/// The table says that someone who was taken out stays out.
pub(super) fn stay_out(deciding: &mut Deciding, character: Id, absence: Absence) -> Decided {
    deciding.host()?;
    if is_out(deciding, character)?.absence == Some(absence) {
        return Err(Refusal::new("F-31", message!("fate-is-absent", why = absence.to_message())));
    }
    deciding.push(Event::StaysOut { character, absence });
    Ok(())
}

fn is_out<'d>(deciding: &'d Deciding, character: Id) -> Result<&'d Character, Refusal> {
    let one = character::seen(deciding, character)?;
    if one.out {
        return Ok(one);
    }
    Err(Refusal::new("F-31", message!("fate-not-out", who = &one.name)))
}

/// When a scene begins, player characters who were taken out are back, unless they stay out.
pub(super) fn all_back(deciding: &mut Deciding) {
    let back = |one: &&Character| one.out && one.absence.is_none();
    let back: Vec<Id> = deciding.now().player_characters().filter(back).map(|one| one.id).collect();
    for character in back {
        deciding.push(Event::BroughtBack { character });
    }
}

pub(super) fn brought_back(state: &mut State, character: Id) {
    if let Some(character) = state.character_mut(character) {
        character.out = false;
        character.absence = None;
        // The last of a mob is back.
        character.mob = character.mob.map(|left| left.max(1));
    }
}

pub(super) fn stays_out(state: &mut State, character: Id, absence: Absence) {
    if let Some(character) = state.character_mut(character) {
        character.absence = Some(absence);
    }
}

pub(super) fn tell_brought_back(before: &State, character: Id, viewer: Viewer) -> Option<Line> {
    let who = &before.seen_character(viewer, character)?.name;
    Some(message!("fate-brought-back", who = who).into())
}

pub(super) fn tell_stays_out(
    before: &State,
    character: Id,
    absence: Absence,
    viewer: Viewer,
) -> Option<Line> {
    let who = &before.seen_character(viewer, character)?.name;
    Some(message!("fate-stays-out", who = who, why = absence.to_message()).into())
}

impl OfferBuilder<'_> {
    /// Someone who is out comes back, or stays out (F-31).
    pub(super) fn absence(&mut self, character: &Character) {
        if !character.out {
            return;
        }
        let id = character.id;
        let back = Command::BringBack { character: id };
        self.offer("F-31", message!("fate-act-bring-back"), back, Vec::new());
        let other = Absence::ALL.into_iter().find(|one| character.absence != Some(*one));
        let Some(absence) = other else { return };
        let of = Absence::ALL.into_iter().map(|one| choice(one, one.to_message())).collect();
        let field = choice_field("absence", message!("fate-field-absence"), of);
        let command = Command::StayOut { character: id, absence };
        self.offer("F-31", message!("fate-act-stay-out"), command, vec![field]);
    }
}
