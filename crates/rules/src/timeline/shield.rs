//! Standing shields: what takes strikes in a fighter's place (T-27).

use super::telling::Telling;
use super::{Amount, State};
use crate::{Id, Line, message};

pub(super) fn gained(state: &mut State, who: Id, by: Amount) {
    state.change_fighter(who, |one| one.shield += by);
}

pub(super) fn tell_gained(telling: Telling<'_>, who: Id, by: Amount) -> Option<Line> {
    let name = telling.name(who)?;
    Some(message!("timeline-told-shield", name = name, by = by).into())
}

pub(super) fn used(state: &mut State, who: Id, by: Amount) {
    state.change_fighter(who, |one| one.shield = one.shield.less(by));
}

pub(super) fn tell_used(telling: Telling<'_>, who: Id, by: Amount) -> Option<Line> {
    let name = telling.name(who)?;
    Some(message!("timeline-told-shield-used", name = name, by = by).into())
}
