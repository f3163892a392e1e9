//! Burning tags, in a roll for more power or outside one, and getting them back (M-12).

use super::line::line_words;
use super::offers::{OfferBuilder, Offers};
use super::power::not_struck;
use super::tag::theme_tag_mut;
use super::viewing::Viewing;
use super::{
    Command, Deciding, Event, Mist, Pending, Polarity, RollLine, Source, State, Tag, Theme, Thing,
    Verdict, line, tag,
};
use crate::kernel::{Decided, offer};
use crate::{Id, Message, Refusal, message};

/// Whether a helpful tag may be burnt in this roll.
pub(super) fn check_burn(pack: &Mist, roll: &Pending, thing: Thing, polarity: Polarity) -> Decided {
    if polarity == Polarity::Hinder {
        return Err(Refusal::new("M-12", message!("mist-burn-helps"))
            .instead(message!("mist-burn-helps-instead")));
    }
    if thing.tag().is_none() {
        return Err(Refusal::new("M-12", message!("mist-not-a-tag", what = thing.name())));
    }
    let burning = roll.lines.iter().filter(|line| line.burn && not_struck(line));
    if let Some(most) = pack.power.burns
        && burning.count() >= usize::from(most)
    {
        return Err(Refusal::new("M-12", message!("mist-burns-most", most = most)));
    }
    Ok(())
}

/// Chooses to burn a line's tag, or not (M-12).
pub(super) fn choose(deciding: &mut Deciding, roll: Id, id: Id, burn: bool) -> Decided {
    let roll = deciding.open_roll(roll)?;
    deciding.rolls_for(roll)?;
    let line = line::line(roll, id)?;
    if line.burn == burn {
        return Err(Refusal::new("M-12", message!("mist-chosen-already")));
    }
    if burn {
        let Source::Thing(source) = line.source else {
            return Err(Refusal::new("M-12", message!("mist-burn-tags")));
        };
        let thing = deciding.find(source)?;
        check_burn(deciding.pack, roll, thing, line.polarity)?;
        if !not_struck(line) {
            return Err(Refusal::new("M-12", message!("mist-struck")));
        }
    }
    deciding.push(Event::BurnChosen { roll: roll.id, line: id, burn });
    // Another player's tag burns by their word or the host's, never by the way.
    if burn
        && line.verdict == Verdict::Approved
        && line::burns_anothers(deciding.before, roll, &line.source, deciding.by.id)
    {
        deciding.push(Event::LineReviewed {
            roll: roll.id,
            line: id,
            verdict: Verdict::Proposed,
            note: String::new(),
        });
    }
    Ok(())
}

pub(super) fn chosen(state: &mut State, roll: Id, line: Id, burn: bool) {
    line::change(state, roll, line, |it| it.burn = burn);
}

pub(super) fn tell_chosen(viewing: Viewing, roll: Id, line: Id, burn: bool) -> Option<Message> {
    let what = line_words(viewing, roll, line)?;
    Some(match burn {
        true => message!("mist-told-line-burn", what = what),
        false => message!("mist-told-line-kept", what = what),
    })
}

/// Burns a tag outside a roll (M-12).
pub(super) fn burn_tag(deciding: &mut Deciding, id: Id) -> Decided {
    deciding.host()?;
    check_burnable(deciding, id)?;
    deciding.push(Event::TagBurnt { tag: id });
    Ok(())
}

/// A tag that is not burnt yet.
fn check_burnable(deciding: &Deciding, id: Id) -> Decided {
    let thing = deciding.find(id)?;
    match thing.tag() {
        Some(tag) if tag.burnt => {
            Err(Refusal::new("M-12", message!("mist-burnt-already", tag = &tag.name)))
        }
        Some(_) => Ok(()),
        None => Err(Refusal::new("M-12", message!("mist-not-a-tag", what = thing.name()))),
    }
}

/// A story tag is gone by it.
pub(super) fn burnt(state: &mut State, tag: Id) {
    if let Some(tag) = theme_tag_mut(state, tag) {
        tag.burnt = true;
    } else {
        tag::removed(state, tag);
    }
}

pub(super) fn tell_burnt(viewing: Viewing, tag: Id) -> Option<Message> {
    Some(message!("mist-told-burnt", tag = viewing.find(tag)?.words(viewing.state)))
}

/// Recovers a burnt tag (M-12).
pub(super) fn recover_tag(deciding: &mut Deciding, id: Id) -> Decided {
    deciding.host()?;
    if !deciding.find(id)?.tag().is_some_and(|tag| tag.burnt) {
        return Err(Refusal::new("M-12", message!("mist-not-burnt")));
    }
    deciding.push(Event::TagRecovered { tag: id });
    Ok(())
}

pub(super) fn recovered(state: &mut State, tag: Id) {
    if let Some(tag) = theme_tag_mut(state, tag) {
        tag.burnt = false;
    }
}

pub(super) fn tell_recovered(viewing: Viewing, tag: Id) -> Option<Message> {
    Some(message!("mist-told-recovered", tag = viewing.find(tag)?.words(viewing.state)))
}

/// All tags of a character's themes are back.
pub(super) fn all_recovered(state: &mut State, character: Id) {
    if let Some(it) = state.character_mut(character) {
        for tag in it.themes.iter_mut().flat_map(Theme::tags_mut) {
            tag.burnt = false;
        }
    }
}

pub(super) fn tell_all_recovered(viewing: Viewing, character: Id) -> Option<Message> {
    let who = viewing.character(character)?;
    Some(message!("mist-told-all-recovered", who = &who.name))
}

/// Whether a line's tag could be burnt, or kept after all.
pub(super) fn may_choose(pack: &Mist, state: &State, roll: &Pending, line: &RollLine) -> bool {
    let Source::Thing(source) = line.source else {
        return false;
    };
    let may_burn = |thing| check_burn(pack, roll, thing, line.polarity).is_ok();
    line.burn || not_struck(line) && state.find_any(source).is_some_and(may_burn)
}

impl OfferBuilder<'_> {
    /// Burning a line's tag, or keeping it.
    pub(super) fn offer_burning(self, roll: &Pending, line: &RollLine, offers: &mut Offers) {
        if !not_struck(line) {
            return;
        }
        let command = Command::ChooseBurn { roll: roll.id, line: line.id, burn: !line.burn };
        let label = if line.burn { message!("mist-act-keep") } else { message!("mist-act-burn") };
        offers.push(offer("M-12", label, command));
    }

    /// Burning and recovering a tag outside a roll.
    pub(super) fn offer_burning_tag(self, tag: &Tag, offers: &mut Offers) {
        let (label, command) = match tag.burnt {
            true => (message!("mist-act-recover-tag"), Command::RecoverTag { tag: tag.id }),
            false => (message!("mist-act-burn-tag"), Command::BurnTag { tag: tag.id }),
        };
        offers.push(offer("M-12", label, command));
    }
}
