//! Weakness: what is taken from the following impacts (T-29).

use serde::{Deserialize, Serialize};

use super::telling::Telling;
use super::{Amount, Attribute, State};
use crate::{Id, Line, message};

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

pub(super) fn tell_weakened(telling: Telling<'_>, who: Id, weakness: &Weakness) -> Option<Line> {
    let name = telling.name(who)?;
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

pub(super) fn tell_used(telling: Telling<'_>, who: Id, by: Amount) -> Option<Line> {
    let name = telling.name(who)?;
    Some(message!("timeline-told-weakness-used", name = name, by = by).into())
}
