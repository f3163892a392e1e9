//! Indulging in a strange theme for more power (M-32).

use super::offers::{OfferBuilder, Offers};
use super::roll::check_on;
use super::viewing::Viewing;
use super::{Command, Deciding, Event, Kind, Mist, Pending, RollKind, State, Theme, Thing};
use crate::kernel::{Decided, offer};
use crate::{Id, Message, Refusal, message};

/// Chooses to indulge in a strange theme, or not (M-32).
pub(super) fn choose(deciding: &mut Deciding, roll: Id, theme: Option<Id>) -> Decided {
    let rules = &deciding.pack.indulge;
    check_on(rules.on, "M-32", &rules.name)?;
    let roll = deciding.open_roll(roll)?;
    deciding.rolls_for(roll)?;
    if !matches!(roll.kind, RollKind::Action | RollKind::Flashback { .. }) {
        return Err(Refusal::new("M-32", message!("mist-indulge-actions", what = &rules.name)));
    }
    if let Some(theme) = theme {
        let own = match deciding.find(theme) {
            Ok(Thing::Theme(character, theme)) => {
                Some(character.id) == roll.actor && theme.kind == Kind::Strange
            }
            _ => false,
        };
        if !own {
            return Err(Refusal::new(
                "M-32",
                message!("mist-not-own-strange", kind = &deciding.pack.kinds.strange.name),
            ));
        }
    }
    if roll.indulge == theme {
        return Err(Refusal::new("M-32", message!("mist-chosen-already")));
    }
    deciding.push(Event::IndulgeChosen { roll: roll.id, theme });
    Ok(())
}

pub(super) fn chosen(state: &mut State, roll: Id, theme: Option<Id>) {
    if let Some(roll) = state.roll_mut(roll) {
        roll.indulge = theme;
    }
}

pub(super) fn tell_chosen(viewing: Viewing, roll: Id, theme: Option<Id>) -> Option<Message> {
    viewing.roll(roll)?;
    let indulge = &viewing.pack.indulge.name;
    Some(match theme {
        Some(theme) => {
            message!("mist-told-indulge", indulge = indulge, theme = viewing.state.name_of(theme))
        }
        None => message!("mist-told-no-indulge", indulge = indulge),
    })
}

impl Mist {
    /// The themes a roll could indulge in (M-32).
    pub(super) fn indulgences<'s>(&self, state: &'s State, roll: &Pending) -> Vec<&'s Theme> {
        let fits =
            self.indulge.on && matches!(roll.kind, RollKind::Action | RollKind::Flashback { .. });
        let actor = roll.actor.filter(|_| fits).and_then(|id| state.character(id));
        actor.into_iter().flat_map(|it| &it.themes).filter(|it| it.kind == Kind::Strange).collect()
    }
}

impl OfferBuilder<'_> {
    /// Indulging in a theme, or not.
    pub(super) fn offer_indulging(self, roll: &Pending, offers: &mut Offers) {
        for theme in self.pack.indulgences(self.state, roll) {
            let on = roll.indulge != Some(theme.id);
            let command = Command::Indulge { roll: roll.id, theme: on.then_some(theme.id) };
            let (indulge, theme) = (&self.pack.indulge.name, &theme.title);
            let label = if on {
                message!("mist-do-indulge", indulge = indulge, theme = theme)
            } else {
                message!("mist-do-not-indulge", indulge = indulge, theme = theme)
            };
            offers.push(offer("M-32", label, command));
        }
    }
}
