//! Sides: who fights with whom (T-34).

use std::collections::BTreeMap;

use super::deciding::{Deciding, within};
use super::telling::Telling;
use super::{Event, State};
use crate::kernel::Decided;
use crate::{Id, Line, Message, message};

/// The most sides.
const MOST_SIDES: u8 = 20;
/// The side of those whom players play, and of those whom the host plays, unless more is said.
const PLAYERS: u8 = 1;
const HOSTS: u8 = 2;

/// Puts fighters on sides; a player puts their own.
pub(super) fn set(deciding: &mut Deciding<'_>, sides: &[(Id, u8)]) -> Decided {
    within(!sides.is_empty() && sides.iter().all(fits), "T-34")?;
    for (who, _) in sides {
        deciding.own(*who)?;
        deciding.before.fighter(*who)?;
    }
    deciding.push(Event::SidesSet { sides: sides.to_vec() });
    Ok(())
}

/// Whether there may be such a side.
pub(super) fn fits((_, side): &(Id, u8)) -> bool {
    (1..=MOST_SIDES).contains(side)
}

pub(super) fn were_set(state: &mut State, sides: &[(Id, u8)]) {
    for (who, side) in sides {
        state.change_fighter(*who, |one| one.side = Some(*side));
    }
}

pub(super) fn tell_set(telling: Telling<'_>, sides: &[(Id, u8)]) -> Option<Line> {
    let mut stand: BTreeMap<u8, Vec<Message>> = BTreeMap::new();
    for (who, side) in sides {
        if let Some(name) = telling.name(*who) {
            stand.entry(*side).or_default().push(name);
        }
    }
    let sides: Vec<Message> = stand
        .into_iter()
        .map(|(side, names)| message!("timeline-side-of", side = side, names = names))
        .collect();
    (!sides.is_empty()).then(|| message!("timeline-told-sides", sides = sides).into())
}

impl State {
    /// The side a fighter stands on: as was said, a body on its maker's, or as they are played.
    #[must_use]
    pub fn side(&self, who: Id) -> u8 {
        // Whoever has left stands where they stood.
        let fighter = self
            .fight
            .as_deref()
            .and_then(|fight| fight.places.get(&who).and_then(|place| fight.at_place(*place)));
        let character = self.character(who);
        match (fighter.and_then(|one| one.side), character.and_then(|one| one.summoned)) {
            (Some(side), _) => side,
            (None, Some(maker)) if maker != who => self.side(maker),
            _ if character.is_some_and(|one| one.seat.is_some()) => PLAYERS,
            _ => HOSTS,
        }
    }
}
