//! Things shown, hidden, and revealed by taking part in play (B-30).

use super::{Aspect, Command, Deciding, Event, Holder, OfferBuilder, State, act, aspect, wording};
use crate::kernel::Decided;
use crate::{Audience, Id, Line, Refusal, Viewer, message};

/// Shows a character or aspect, or hides it.
pub(super) fn show(deciding: &mut Deciding, thing: Id, to: &Audience) -> Decided {
    deciding.host()?;
    if deciding.now().character(thing).is_none() && deciding.now().aspect(thing).is_none() {
        return Err(Refusal::new("B-12", message!("fate-no-thing")));
    }
    if *to != Audience::All && in_play(deciding, thing) {
        return Err(Refusal::new("B-30", message!("fate-in-play")));
    }
    deciding.push(Event::Shown { thing, to: to.clone() });
    Ok(())
}

/// Whether a thing takes part in something all see, so that it cannot be hidden: a player
/// character, someone in an action, hit, compel, contest or conflict, an aspect in use.
fn in_play(deciding: &Deciding, thing: Id) -> bool {
    let now = deciding.now();
    let fights = now.conflict().is_some_and(|conflict| conflict.combatant(thing).is_some());
    let contends = now
        .contest()
        .is_some_and(|contest| contest.sides.iter().any(|side| side.members.contains(&thing)));
    let acts = now.actions.iter().any(|action| {
        let used =
            [Some(&action.side), action.opposition.as_ref()].into_iter().flatten().any(|side| {
                side.invokes
                    .iter()
                    .any(|one| one.aspect == thing || one.by == Holder::Character(thing))
            });
        action.actor == thing
            || action.target == Some(thing)
            || action.targets.contains(&thing)
            || action.side.helpers.contains(&thing)
            || act::touched(&action.act) == Some(thing)
            || used
    });
    fights || contends || acts
        || now.character(thing).is_some_and(|one| one.pc)
        || now.hits.iter().any(|hit| hit.to == thing || hit.by == Some(thing))
        || now.compels.iter().any(|compel| compel.to == thing || compel.aspect == thing)
        // What stands on someone in play is not hidden with a character either.
        || now.aspects_of(thing).any(|aspect| in_play(deciding, aspect.id))
}

/// What takes part in play openly is seen by all from then on.
pub(super) fn reveal(deciding: &mut Deciding, thing: Id) {
    let seen = match (deciding.now().character(thing), deciding.now().aspect(thing)) {
        (Some(character), _) => &character.seen,
        (None, Some(aspect)) => {
            if let Some(bearer) = aspect.character() {
                let hidden = aspect.seen != Audience::All;
                reveal(deciding, bearer);
                if hidden {
                    deciding.push(Event::Shown { thing, to: Audience::All });
                }
                return;
            }
            &aspect.seen
        }
        (None, None) => return,
    };
    if *seen != Audience::All {
        deciding.push(Event::Shown { thing, to: Audience::All });
    }
}

pub(super) fn shown(state: &mut State, thing: Id, to: &Audience) {
    if let Some(character) = state.character_mut(thing) {
        character.seen = to.clone();
    } else if let Some(aspect) = state.aspect_mut(thing) {
        aspect.seen = to.clone();
    }
}

pub(super) fn tell_shown(before: &State, thing: Id, to: &Audience, viewer: Viewer) -> Option<Line> {
    let aspect = before.aspect(thing);
    let name = match aspect {
        Some(aspect) => aspect::name(aspect.name.as_ref()),
        None => wording::word(&before.name(thing)),
    };
    let bearer = aspect.and_then(Aspect::character).and_then(|id| before.character(id));
    let reached = to.sees(viewer) && bearer.is_none_or(|one| before.sees_character(viewer, one));
    let message = match to {
        Audience::All if reached => message!("fate-shown", thing = name),
        Audience::Seats(_) if reached => message!("fate-shown-to-some", thing = name),
        Audience::Host if viewer == Viewer::Host => message!("fate-hidden", thing = name),
        Audience::All | Audience::Seats(_) | Audience::Host => return None,
    };
    Some(message.into())
}

impl OfferBuilder<'_> {
    /// Shows something to all, or hides it.
    pub(super) fn show_or_hide(&mut self, thing: Id, seen: &Audience) {
        let (label, to) = if *seen == Audience::All {
            (message!("fate-act-hide"), Audience::Host)
        } else {
            (message!("fate-act-show"), Audience::All)
        };
        self.offer("B-30", label, Command::Show { thing, to }, Vec::new());
    }
}
