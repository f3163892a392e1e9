//! Showing, hiding and renaming things (B-30).

use std::sync::Arc;

use super::offers::{BLANK, OfferBuilder, Offers, name};
use super::status::holder_of_status;
use super::tag::{holder_of_tag, theme_tag_mut};
use super::thing::covers;
use super::threat::threat_mut;
use super::viewing::Viewing;
use super::{Command, Deciding, Event, LONGEST_NAME, LONGEST_TEXT, Source, State, Thing, limit};
use crate::kernel::{Decided, offer};
use crate::{Audience, Id, Message, Refusal, Term, message, typed};

/// The host shows a thing, or hides it.
pub(super) fn show(deciding: &mut Deciding, id: Id, to: &Audience) -> Decided {
    deciding.host()?;
    let thing = deciding.find(id)?;
    let Some(own) = thing.own_audience() else {
        return Err(Refusal::new("B-30", message!("mist-not-hideable"))
            .instead(message!("mist-hide-character")));
    };
    if own == to {
        return Err(Refusal::new("B-30", message!("mist-seen-already")));
    }
    deciding.push(Event::Shown { thing: id, to: to.clone() });
    if let Some(what) = laid_bare(deciding.now()) {
        return Err(Refusal::new("B-30", message!("mist-in-use", what = what))
            .instead(message!("mist-in-use-instead")));
    }
    limit::check_all_limits(deciding);
    Ok(())
}

/// Something hidden that a roll or consequence in the open would tell of.
fn laid_bare(state: &State) -> Option<Message> {
    for roll in &state.rolls {
        let lines = roll.lines.iter().filter_map(|line| match line.source {
            Source::Thing(id) => Some(id),
            Source::Detail(_) | Source::Indulge(_) => None,
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

pub(super) fn shown(state: &mut State, id: Id, to: &Audience) {
    if let Some(it) = state.character_mut(id) {
        it.seen = to.clone();
    } else if let Some(it) = state.challenge_mut(id) {
        it.seen = to.clone();
    } else if let Some(threat) = threat_mut(state, id) {
        threat.seen = to.clone();
    } else if let Some(holder) = holder_of_tag(state, id) {
        let tags = state.tags_mut(holder).into_iter().flatten();
        tags.filter(|it| it.id == id).for_each(|it| it.seen = to.clone());
    } else if let Some(holder) = holder_of_status(state, id) {
        let statuses = state.statuses_mut(holder).into_iter().flatten();
        statuses.filter(|it| it.id == id).for_each(|it| it.seen = to.clone());
    } else if let Some(challenge) =
        state.challenges.iter_mut().find(|it| it.limits.iter().any(|limit| limit.id == id))
    {
        let limits = Arc::make_mut(challenge).limits.iter_mut();
        limits.filter(|it| it.id == id).for_each(|it| it.seen = to.clone());
    } else if let Some(clock) = state.clocks.iter_mut().find(|it| it.id == id) {
        Arc::make_mut(clock).seen = to.clone();
    } else {
        let clues = state.story_mut().clues.iter_mut();
        clues.filter(|it| it.id == id).for_each(|it| it.seen = to.clone());
    }
}

/// Hiding a thing is not told to those it is hidden from, nor is showing it early.
pub(super) fn tell_shown(viewing: Viewing, id: Id, to: &Audience) -> Option<Message> {
    let thing = viewing.state.find_any(id)?;
    let of_holder = match thing {
        Thing::Character(_) | Thing::Challenge(_) | Thing::Clue(_) | Thing::Clock(_) => to,
        _ => thing.audiences(viewing.state)[0],
    };
    if !viewing.sees(of_holder) || !viewing.sees(to) {
        return None;
    }
    let what = thing.words(viewing.state);
    Some(match to {
        Audience::All => message!("mist-told-shown", what = what),
        Audience::Seats(_) => message!("mist-told-shown-some", what = what),
        Audience::Host => message!("mist-told-hidden", what = what),
    })
}

/// The host writes another name on a thing.
pub(super) fn rename(deciding: &mut Deciding, id: Id, typed: &str) -> Decided {
    deciding.host()?;
    match deciding.find(id)? {
        Thing::Limit(..) | Thing::Threat(..) => {
            return Err(Refusal::new("M-01", message!("mist-not-renamable")));
        }
        _ => {}
    }
    let name = match deciding.find(id)? {
        Thing::Clue(_) => typed::text(typed, LONGEST_TEXT)?.into(),
        _ => Term::from(typed::name(typed, LONGEST_NAME)?),
    };
    deciding.push(Event::Renamed { thing: id, name });
    Ok(())
}

pub(super) fn renamed(state: &mut State, id: Id, name: &Term) {
    if let Some(it) = state.character_mut(id) {
        it.name = name.clone();
    } else if let Some(it) = state.challenge_mut(id) {
        it.name = name.clone();
    } else if let Some(tag) = theme_tag_mut(state, id) {
        tag.name = name.clone();
    } else if let Some(holder) = holder_of_tag(state, id) {
        let tags = state.tags_mut(holder).into_iter().flatten();
        tags.filter(|it| it.id == id).for_each(|it| it.name = name.clone());
    } else if let Some(holder) = holder_of_status(state, id) {
        let statuses = state.statuses_mut(holder).into_iter().flatten();
        statuses.filter(|it| it.id == id).for_each(|it| it.name = name.clone());
    } else if let Some(character) =
        state.characters.iter_mut().find(|it| it.themes.iter().any(|theme| theme.id == id))
    {
        let themes = Arc::make_mut(character).themes.iter_mut();
        themes.filter(|it| it.id == id).for_each(|it| it.title = name.clone());
    } else if let Some(clock) = state.clocks.iter_mut().find(|it| it.id == id) {
        Arc::make_mut(clock).name = name.clone();
    } else {
        let clues = state.story_mut().clues.iter_mut();
        clues.filter(|it| it.id == id).for_each(|it| it.text = name.clone());
    }
}

pub(super) fn tell_renamed(viewing: Viewing, id: Id, name: &Term) -> Option<Message> {
    let thing = viewing.find(id)?;
    Some(message!("mist-told-renamed", what = thing.name(), name = name))
}

impl OfferBuilder<'_> {
    /// Showing a thing that is hidden, or hiding it.
    pub(super) fn offer_sight(self, id: Id, thing: Thing, offers: &mut Offers) {
        let Some(seen) = thing.own_audience() else {
            return;
        };
        let (label, to) = match *seen == Audience::All {
            true => (message!("mist-act-hide"), Audience::Host),
            false => (message!("mist-act-show"), Audience::All),
        };
        let shows = to == Audience::All;
        let due = waits_show(self.state, thing);
        let show = offer("B-30", label, Command::Show { thing: id, to });
        offers.push(
            show.waits(shows && due.is_some(), due.unwrap_or_else(|| message!("mist-thing-gone"))),
        );
    }

    /// Writing another name on a thing.
    pub(super) fn offer_renaming(self, id: Id, offers: &mut Offers) {
        let command = Command::Rename { thing: id, name: BLANK.to_owned() };
        let label = message!("mist-act-rename");
        offers.push(offer("M-01", label, command).field(
            "name",
            message!("mist-field-name"),
            name(),
        ));
    }
}

/// A hidden limit that was reached waits to be shown.
pub(super) fn waits_show(state: &State, thing: Thing) -> Option<Message> {
    match thing {
        Thing::Limit(_, limit) if limit.reached && limit.seen != Audience::All => {
            Some(message!("mist-waits-show", what = thing.words(state)))
        }
        _ => None,
    }
}
