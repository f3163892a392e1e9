//! Cash: income and spending (T-05).

use serde::{Deserialize, Serialize};

use super::deciding::{Deciding, within};
use super::lasting::signed;
use super::telling::Telling;
use super::text::NOTE;
use super::{Amount, Event, State};
use crate::kernel::{Decided, typed};
use crate::{Id, Line, message};

/// Income or spending (T-05).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TimelineLedgerEntry"))]
pub struct LedgerEntry {
    /// How much; negative when spent.
    pub amount: Amount,
    /// What for.
    #[serde(default)]
    pub purpose: String,
    /// When.
    #[serde(default)]
    pub time: String,
    /// Where.
    #[serde(default)]
    pub place: String,
}

pub(super) fn change(deciding: &mut Deciding<'_>, who: Id, entry: LedgerEntry) -> Decided {
    deciding.own(who)?;
    within(entry.amount.abs() <= Amount::MOST, "T-05")?;
    let entry = LedgerEntry {
        amount: entry.amount,
        purpose: typed::text(&entry.purpose, NOTE)?,
        time: typed::text(&entry.time, NOTE)?,
        place: typed::text(&entry.place, NOTE)?,
    };
    deciding.push(Event::CashChanged { character: who, entry });
    Ok(())
}

pub(super) fn changed(state: &mut State, who: Id, entry: &LedgerEntry) {
    state.change_character(who, |one| {
        one.cash += entry.amount;
        one.ledger.push(entry.clone());
    });
}

pub(super) fn tell_changed(telling: Telling<'_>, who: Id, entry: &LedgerEntry) -> Option<Line> {
    let name = telling.name(who)?;
    let cash = telling.before.character(who).map_or(Amount::ZERO, |one| one.cash) + entry.amount;
    Some(message!("timeline-told-cash", name = name, by = signed(entry.amount), cash = cash).into())
}
