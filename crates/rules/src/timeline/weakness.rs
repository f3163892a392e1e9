//! Weakness: what is taken from the following impacts (T-29).

use serde::{Deserialize, Serialize};

use super::{Amount, Attribute, State};
use crate::{Id, Line, Viewer, message};

/// A pool that is taken from the following impacts (T-29).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineWeakness"))]
pub struct Weakness {
    /// Whose doing it is.
    pub by: Id,
    /// What is left of it.
    pub left: Amount,
    /// The attribute to break free with.
    pub resist: Attribute,
}

pub(super) fn weakened(state: &mut State, who: Id, weakness: &Weakness) {
    state.change_fighter(who, |one| one.weakened.push(weakness.clone()));
}

pub(super) fn tell_weakened(
    before: &State,
    who: Id,
    weakness: &Weakness,
    viewer: Viewer,
) -> Option<Line> {
    let name = before.told_name(who, viewer)?;
    Some(message!("timeline-told-weakened", name = name, by = weakness.left).into())
}

/// The oldest weakness is used up first.
pub(super) fn used(state: &mut State, who: Id, by: Amount) {
    state.change_fighter(who, |one| {
        let mut rest = by;
        for weakness in &mut one.weakened {
            let used = weakness.left.min(rest);
            weakness.left -= used;
            rest -= used;
        }
        one.weakened.retain(|weakness| weakness.left.is_positive());
    });
}

pub(super) fn tell_used(before: &State, who: Id, by: Amount, viewer: Viewer) -> Option<Line> {
    let name = before.told_name(who, viewer)?;
    Some(message!("timeline-told-weakness-used", name = name, by = by).into())
}
