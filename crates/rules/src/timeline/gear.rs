//! What a character has, of whatever kind: how much of it, and giving it up (T-07).

use super::deciding::Deciding;
use super::telling::Telling;
use super::{Amount, Character, Claim, Event, State, claim};
use crate::kernel::Decided;
use crate::{Id, Line, Message, Refusal, message};

/// The most of any one kind of thing a character may have.
pub(super) const MOST_THINGS: usize = 100;
/// The heaviest load.
pub(super) const MOST_LOAD: Amount = Amount::hundredths(100_000_000);

/// Takes a belonging, weapon, trait, skill, buff or modifier away.
pub(super) fn remove(deciding: &mut Deciding<'_>, who: Id, thing: Id) -> Decided {
    if name_of(deciding.own(who)?, thing).is_none() {
        return Err(Refusal::new("T-07", message!("timeline-no-thing")));
    }
    deciding.push(Event::Removed { character: who, thing });
    Ok(())
}

pub(super) fn removed(state: &mut State, who: Id, thing: Id) {
    state.change_character(who, |one| {
        one.belongings.retain(|other| other.id != thing);
        one.weapons.retain(|other| other.id != thing);
        one.traits.retain(|other| other.id != thing);
        one.buffs.retain(|other| other.id != thing);
        one.modifiers.retain(|other| other.id != thing);
        one.skills.retain(|other| other.id != thing);
        if one.wielded == Some(thing) {
            one.wielded = None;
        }
    });
    claim::agreed(state, &Claim::Thing { character: who, thing });
}

pub(super) fn tell_removed(telling: Telling<'_>, who: Id, thing: Id) -> Option<Line> {
    let name = telling.name(who)?;
    let what = thing_name(telling.before, who, thing);
    Some(message!("timeline-told-removed", name = name, what = what).into())
}

/// Someone has something they had not.
pub(super) fn tell_gained(telling: Telling<'_>, who: Id, what: &str) -> Option<Line> {
    let name = telling.name(who)?;
    Some(message!("timeline-told-gained", name = name, what = what).into())
}

/// What a thing of a character is called.
pub(super) fn thing_name(state: &State, who: Id, thing: Id) -> Message {
    let found = state.character(who).and_then(|one| name_of(one, thing));
    found.unwrap_or_else(|| message!("timeline-something"))
}

fn name_of(one: &Character, thing: Id) -> Option<Message> {
    let belongings = one.belongings.iter().map(|own| (own.id, own.text.as_str()));
    let weapons = one.weapons.iter().map(|own| (own.id, own.draft.name.as_str()));
    let traits = one.traits.iter().map(|own| (own.id, own.draft.name.as_str()));
    let buffs = one.buffs.iter().map(|own| (own.id, own.draft.source.as_str()));
    let modifiers = one.modifiers.iter().map(|own| (own.id, own.draft.source.as_str()));
    let mut all = belongings.chain(weapons).chain(traits).chain(buffs).chain(modifiers);
    let plain = all.find(|(id, _)| *id == thing).map(|(_, name)| message!("plain", text = name));
    let skill = || one.skills.iter().find(|own| own.id == thing);
    plain.or_else(|| skill().map(|own| message!("timeline-term", name = &own.skill.name)))
}
