//! Where fighters stand on the line, and who sees them there (T-30).

use super::deciding::{Deciding, within};
use super::telling::Telling;
use super::{Amount, Event, State};
use crate::kernel::Decided;
use crate::{Id, Line, message};

/// Puts a fighter somewhere, seen or unseen. Host.
pub(super) fn place(
    deciding: &mut Deciding<'_>,
    who: Id,
    position: Amount,
    unseen: bool,
) -> Decided {
    deciding.host()?;
    deciding.before.fighter(who)?;
    within(position.abs() <= Amount::MOST, "T-30")?;
    deciding.push(Event::Placed { character: who, position, unseen });
    Ok(())
}

pub(super) fn placed(state: &mut State, who: Id, position: Amount, unseen: bool) {
    state.change_fighter(who, |one| (one.position, one.unseen) = (position, unseen));
}

pub(super) fn moved(state: &mut State, who: Id, to: Amount) {
    state.change_fighter(who, |one| one.position = to);
}

/// Of one who was placed or who moved.
pub(super) fn tell_moved(telling: Telling<'_>, who: Id, to: Amount) -> Option<Line> {
    let name = telling.name(who)?;
    Some(message!("timeline-told-moved", name = name, to = to).into())
}
