//! Standing shields: what takes strikes in a fighter's place (T-27).

use super::{Amount, State};
use crate::{Id, Line, Viewer, message};

pub(super) fn gained(state: &mut State, who: Id, by: Amount) {
    state.change_fighter(who, |one| one.shield += by);
}

pub(super) fn tell_gained(before: &State, who: Id, by: Amount, viewer: Viewer) -> Option<Line> {
    let name = before.told_name(who, viewer)?;
    Some(message!("timeline-told-shield", name = name, by = by).into())
}

pub(super) fn used(state: &mut State, who: Id, by: Amount) {
    state.change_fighter(who, |one| one.shield = one.shield.less(by));
}

pub(super) fn tell_used(before: &State, who: Id, by: Amount, viewer: Viewer) -> Option<Line> {
    let name = before.told_name(who, viewer)?;
    Some(message!("timeline-told-shield-used", name = name, by = by).into())
}
