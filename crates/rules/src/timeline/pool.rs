//! Resources of extensions, beside hit points, willpower and cash (T-60).

use std::sync::Arc;

use dice::Expr;
use serde::{Deserialize, Serialize};

use super::deciding::{Deciding, within};
use super::lasting::signed;
use super::telling::Telling;
use super::{Amount, Character, Event, Measure, Reckoning, State};
use crate::kernel::Decided;
use crate::{Id, Line, Refusal, Term, message};

/// A resource of an extension (T-60).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "TimelinePool", optional_fields))]
pub struct Pool {
    /// Its id, for the costs of skills.
    pub id: String,
    /// What it is called.
    pub name: Term,
    /// The most of it: an expression over `level` and the attributes.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    #[schemars(with = "crate::pack::Written")]
    pub most: Expr,
    /// How much of it a new character has; all of it when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "string"))]
    #[schemars(with = "Option<crate::pack::Written>")]
    pub starts: Option<Expr>,
}

impl Pool {
    /// The most a character can have of it.
    #[must_use]
    pub fn most(&self, one: &Character) -> Amount {
        reckoned(&self.most, one)
    }

    /// What a new character has of it.
    #[must_use]
    pub fn starts(&self, one: &Character) -> Amount {
        let most = self.most(one);
        self.starts.as_ref().map_or(most, |starts| reckoned(starts, one).min(most))
    }
}

fn reckoned(expr: &Expr, one: &Character) -> Amount {
    let measure = Measure::from(one);
    let at =
        Reckoning { impact: Amount::ZERO, actor: measure, target: measure, distance: Amount::ZERO };
    at.value(expr).unwrap_or_default().min(Amount::MOST)
}

/// Changes what is left of a pool, between nothing and the most.
pub(super) fn change(deciding: &mut Deciding<'_>, who: Id, pool: &str, by: Amount) -> Decided {
    let own = deciding.own(who)?;
    within(by.abs() <= Amount::MOST, "T-60")?;
    let known = deciding.before.pools.iter().find(|known| known.id == pool);
    let known = known.ok_or_else(|| Refusal::new("T-60", message!("timeline-no-pool")))?;
    let left = own.in_pool(pool);
    let by = (left + by).min(known.most(own)).max(Amount::ZERO) - left;
    deciding.push(Event::PoolChanged { character: who, pool: pool.to_owned(), by });
    Ok(())
}

pub(super) fn changed(state: &mut State, who: Id, pool: &str, by: Amount) {
    let pools = Arc::clone(&state.pools);
    let Some(known) = pools.iter().find(|known| known.id == pool) else { return };
    state.change_character(who, |one| {
        let left = (one.in_pool(pool) + by).min(known.most(one)).max(Amount::ZERO);
        one.pools.insert(pool.to_owned(), left);
    });
}

pub(super) fn tell_changed(telling: Telling<'_>, who: Id, pool: &str, by: Amount) -> Option<Line> {
    let name = telling.name(who)?;
    let known = telling.before.pools.iter().find(|known| known.id == pool)?;
    let left = telling.before.character(who).map_or(Amount::ZERO, |one| one.in_pool(pool));
    let (by, to) = (signed(by), left + by);
    Some(message!("timeline-told-pool", name = name, pool = &known.name, by = by, to = to).into())
}
