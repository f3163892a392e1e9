//! The ledger of fate points: every movement, with from, to and why (F-15).

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{Id, Term};

/// Where fate points are. The bank has as many as are asked of it; no other purse goes below zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FatePurse"))]
pub enum Purse {
    /// Where points come from and go to.
    Bank,
    /// The host's pool of this scene.
    Host,
    /// What a player character can spend.
    Character(Id),
    /// What the host's pool of a later scene will have (F-12, F-32).
    HostLater,
    /// What hostile invokes owe a player character when the scene ends (F-12).
    Later(Id),
    /// What a concession owes a player character when the conflict ends (F-32).
    Conceded(Id),
    /// What lies on the table for a compel that is not settled (F-14).
    Compel(Id),
}

/// Why points moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateWhy"))]
pub enum Why {
    /// A session began (F-15).
    Refresh,
    /// A scene began: the host's pool is set anew (F-15).
    Pool,
    /// An aspect was invoked (F-11).
    Invoke,
    /// A detail was declared (F-11).
    Detail,
    /// An aspect was invoked against its owner (F-12).
    Hostile,
    /// Hostile points came due (F-12).
    HostilePaid,
    /// A compel was offered (F-14).
    CompelOffered,
    /// A compel was accepted (F-14).
    Compelled,
    /// A compel was refused (F-14).
    CompelRefused,
    /// A compel was withdrawn, or not taken up (F-14).
    CompelBack,
    /// A player proposed a compel (F-14).
    Proposed,
    /// A conflict was conceded (F-32).
    Conceded,
    /// Concession points came due (F-32).
    ConcessionPaid,
    /// The host set it right by hand.
    Adjusted,
}

/// One movement of points (F-15).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateEntry"))]
pub struct Entry {
    /// From where.
    pub from: Purse,
    /// To where.
    pub to: Purse,
    /// How many.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub amount: i64,
    /// Why.
    pub why: Why,
    /// The aspect it was about, or the host's reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub about: Option<Term>,
}

/// All movements and what they add up to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    entries: Arc<Vec<Entry>>,
    balances: BTreeMap<Purse, i64>,
}

impl Ledger {
    /// What is in a purse. The bank's balance is what it has taken in less what it has given out.
    #[must_use]
    pub fn balance(&self, purse: Purse) -> i64 {
        self.balances.get(&purse).copied().unwrap_or(0)
    }

    /// Whether another surely says the same: nothing is written without a movement.
    pub(super) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.entries, &other.entries)
    }

    /// Every movement, oldest first.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The purses that have ever held a point, and what is in them.
    pub fn balances(&self) -> impl Iterator<Item = (Purse, i64)> {
        self.balances.iter().map(|(purse, points)| (*purse, *points))
    }

    /// Whether the movement would leave no purse below zero.
    #[must_use]
    pub fn allows(&self, entry: &Entry) -> bool {
        entry.amount > 0
            && entry.from != entry.to
            && (entry.from == Purse::Bank || self.balance(entry.from) >= entry.amount)
    }

    /// Writes a movement down; one that is not allowed is passed over.
    pub(super) fn write(&mut self, entry: &Entry) {
        if self.allows(entry) {
            *self.balances.entry(entry.from).or_default() -= entry.amount;
            *self.balances.entry(entry.to).or_default() += entry.amount;
            self.balances.retain(|_, points| *points != 0);
            Arc::make_mut(&mut self.entries).push(entry.clone());
        }
    }
}
