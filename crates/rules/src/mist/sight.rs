//! Showing, hiding and renaming things (B-30).

use super::plan::{Decided, Plan};
use super::thing::covers;
use super::{Event, Source, State, Thing, name, status};
use crate::{Audience, Id, Message, Refusal, message};

/// The host shows a thing, or hides it.
pub(super) fn show(plan: &mut Plan, id: Id, to: &Audience) -> Decided {
    plan.host()?;
    let thing = plan.find(id)?;
    let Some(own) = thing.own_audience() else {
        return Err(Refusal::new("B-30", message!("mist-not-hideable"))
            .instead(message!("mist-hide-character")));
    };
    if own == to {
        return Err(Refusal::new("B-30", message!("mist-seen-already")));
    }
    plan.push(Event::Shown { thing: id, to: to.clone() });
    if let Some(what) = laid_bare(plan.now()) {
        return Err(Refusal::new("B-30", message!("mist-in-use", what = what))
            .instead(message!("mist-in-use-instead")));
    }
    status::check_all_limits(plan);
    Ok(())
}

/// Something hidden that a roll or consequence in the open would tell of.
fn laid_bare(state: &State) -> Option<Message> {
    for roll in &state.rolls {
        let lines = roll.lines.iter().filter_map(|line| match line.source {
            Source::Thing(id) => Some(id),
            Source::Detail(_) => None,
        });
        for id in lines.chain(roll.actor) {
            if let Some(thing) = state.find_any(id)
                && !thing.covers(state, &roll.seen)
            {
                return Some(thing.words(state));
            }
        }
    }
    for consequence in &state.consequences {
        if let Some(character) = consequence.to.and_then(|id| state.character(id))
            && !covers(&character.seen, &consequence.seen)
        {
            return Some(message!("mist-thing-named", name = &character.name));
        }
    }
    for owed in &state.owed {
        if let Some(character) = owed.to.and_then(|id| state.character(id))
            && !covers(&character.seen, &owed.seen)
        {
            return Some(message!("mist-thing-named", name = &character.name));
        }
    }
    None
}

/// The host writes another name on a thing.
pub(super) fn rename(plan: &mut Plan, id: Id, typed: &str) -> Decided {
    plan.host()?;
    match plan.find(id)? {
        Thing::Limit(..) | Thing::Threat(..) => {
            return Err(Refusal::new("M-01", message!("mist-not-renamable")));
        }
        _ => {}
    }
    let name = match plan.find(id)? {
        Thing::Clue(_) => name::text(typed)?.as_str().into(),
        _ => name::name(typed)?,
    };
    plan.push(Event::Renamed { thing: id, name });
    Ok(())
}
