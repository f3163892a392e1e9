//! Belongings: what is carried besides weapons (T-07).

use serde::{Deserialize, Serialize};

use super::deciding::{Deciding, within};
use super::gear::{MOST_LOAD, MOST_THINGS, tell_gained};
use super::telling::Telling;
use super::text::{PLACE, THING, optional_name};
use super::{Amount, Event, State};
use crate::kernel::{Decided, typed};
use crate::{Id, Line};

/// Something carried (T-07).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineBelonging"))]
pub struct Belonging {
    /// Which one.
    pub id: Id,
    /// Where it is, or in what state.
    pub place: String,
    /// What it is.
    pub text: String,
    /// What it weighs; 10 is about a kilogram.
    pub load: Amount,
}

pub(super) fn add(
    deciding: &mut Deciding<'_>,
    who: Id,
    place: &str,
    text: &str,
    load: Amount,
) -> Decided {
    let own = deciding.own(who)?;
    within(own.belongings.len() < MOST_THINGS, "T-07")?;
    within((Amount::ZERO..=MOST_LOAD).contains(&load), "T-07")?;
    let (place, text) = (optional_name(place, PLACE)?, typed::some_text(text, THING)?);
    let belonging = Belonging { id: deciding.id(), place, text, load };
    deciding.push(Event::BelongingAdded { character: who, belonging });
    Ok(())
}

pub(super) fn added(state: &mut State, who: Id, belonging: &Belonging) {
    state.change_character(who, |one| one.belongings.push(belonging.clone()));
}

pub(super) fn tell_added(telling: Telling<'_>, who: Id, belonging: &Belonging) -> Option<Line> {
    tell_gained(telling, who, &belonging.text)
}
