//! The ledger of fate points: every movement, with from, to and why (F-15).

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::offers::{BLANK, number_field, text_field};
use super::{
    Command, Deciding, Event, Holder, OfferBuilder, PointsHome, State, character, options, wording,
};
use crate::kernel::Decided;
use crate::{Id, Line, Message, Refusal, Term, Viewer, message};

/// The most points moved by hand at once.
const MOST: i64 = 100;

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
    /// What concessions of the host's characters owe the host's pool of a later scene (F-32).
    HostConceded,
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

/// Moves points; nothing happens when there are none to move.
pub(super) fn transfer(
    deciding: &mut Deciding,
    from: Purse,
    to: Purse,
    amount: i64,
    why: Why,
    about: Option<Term>,
) {
    let entry = Entry { from, to, amount, why, about };
    if deciding.now().ledger.allows(&entry) {
        deciding.push(Event::PointsMoved { entry });
    }
}

/// Where points spent by this purse go, and compel points come from (F-15).
pub(super) fn home(deciding: &Deciding, purse: Purse) -> Purse {
    match options::of(deciding).home {
        PointsHome::Host if purse != Purse::Host => Purse::Host,
        _ => Purse::Bank,
    }
}

/// Spends a point.
pub(super) fn spend(deciding: &mut Deciding, purse: Purse, why: Why, about: Option<Term>) {
    let home = home(deciding, purse);
    transfer(deciding, purse, home, 1, why, about);
}

/// Moves all that is in a purse.
pub(super) fn empty(
    deciding: &mut Deciding,
    from: Purse,
    to: Purse,
    why: Why,
    about: Option<Term>,
) {
    let left = deciding.now().ledger.balance(from);
    transfer(deciding, from, to, left, why, about);
}

/// Refuses when the holder has no point to spend.
pub(super) fn can_pay(deciding: &Deciding, holder: Holder) -> Result<Purse, Refusal> {
    let purse = deciding.now().purse(holder);
    if deciding.now().ledger.balance(purse) > 0 {
        return Ok(purse);
    }
    Err(match purse {
        Purse::Character(id) => {
            Refusal::new("F-15", message!("fate-no-points", who = deciding.now().name(id)))
        }
        _ => Refusal::new("F-15", message!("fate-host-no-points")),
    })
}

/// Moves points by hand, with the reason.
pub(super) fn adjust(
    deciding: &mut Deciding,
    character: Option<Id>,
    by: i64,
    why: &str,
) -> Decided {
    deciding.host()?;
    let why = wording::name(why)?;
    let purse = match character {
        None => Purse::Host,
        Some(id) if character::seen(deciding, id)?.pc => Purse::Character(id),
        Some(_) => return Err(Refusal::new("F-15", message!("fate-npc-no-purse"))),
    };
    if by == 0 || by.abs() > MOST {
        return Err(Refusal::new("F-15", message!("fate-adjust-bounds", most = MOST)));
    }
    if deciding.now().ledger.balance(purse) + by < 0 {
        return Err(Refusal::new(
            "F-15",
            message!("fate-below-zero", points = deciding.now().ledger.balance(purse)),
        ));
    }
    let (from, to) = if by > 0 { (Purse::Bank, purse) } else { (purse, Purse::Bank) };
    transfer(deciding, from, to, by.abs(), Why::Adjusted, Some(why.as_str().into()));
    Ok(())
}

pub(super) fn moved(state: &mut State, entry: &Entry) {
    state.ledger.write(entry);
}

pub(super) fn tell_moved(before: &State, entry: &Entry, viewer: Viewer) -> Option<Line> {
    let seen = [entry.from, entry.to].iter().all(|purse| before.sees_purse(viewer, *purse));
    seen.then(|| movement(before, entry).into())
}

/// How points moved, and why.
pub(super) fn movement(state: &State, entry: &Entry) -> Message {
    let about = match &entry.about {
        Some(about) => message!("fate-about", about = about),
        None => message!("fate-nothing"),
    };
    message!(
        "fate-points-moved",
        from = called(state, entry.from),
        to = called(state, entry.to),
        amount = entry.amount,
        why = entry.why.to_message(),
        about = about
    )
}

/// What a purse is called.
pub(super) fn called(state: &State, purse: Purse) -> Message {
    match purse {
        Purse::Bank => message!("fate-purse-bank"),
        Purse::Host => message!("fate-purse-host"),
        Purse::HostLater => message!("fate-purse-host-later"),
        Purse::Character(id) => wording::word(&state.name(id)),
        Purse::HostConceded => message!("fate-purse-host-conceded"),
        Purse::Later(id) => message!("fate-purse-later", who = state.name(id)),
        Purse::Conceded(id) => message!("fate-purse-conceded", who = state.name(id)),
        Purse::Compel(_) => message!("fate-purse-compel"),
    }
}

impl Why {
    fn to_message(self) -> Message {
        match self {
            Why::Refresh => message!("fate-why-refresh"),
            Why::Pool => message!("fate-why-pool"),
            Why::Invoke => message!("fate-why-invoke"),
            Why::Detail => message!("fate-why-detail"),
            Why::Hostile => message!("fate-why-hostile"),
            Why::HostilePaid => message!("fate-why-hostile-paid"),
            Why::CompelOffered => message!("fate-why-compel-offered"),
            Why::Compelled => message!("fate-why-compelled"),
            Why::CompelRefused => message!("fate-why-compel-refused"),
            Why::CompelBack => message!("fate-why-compel-back"),
            Why::Proposed => message!("fate-why-proposed"),
            Why::Conceded => message!("fate-why-conceded"),
            Why::ConcessionPaid => message!("fate-why-concession-paid"),
            Why::Adjusted => message!("fate-why-adjusted"),
        }
    }
}

impl OfferBuilder<'_> {
    /// Points given and taken by hand (F-15).
    pub(super) fn purse(&mut self, character: Option<Id>, purse: Purse) {
        let why = || text_field("why", message!("fate-field-reason"), false);
        let command = |by| Command::AdjustPoints { character, by, why: BLANK.to_owned() };
        let label = message!("fate-act-give-points");
        let points = number_field("by", message!("fate-field-points"), 1, 100);
        self.offer("F-15", label, command(1), vec![points, why()]);
        let balance = self.state.ledger.balance(purse).min(100);
        let label = message!("fate-act-take-points");
        let points = number_field("by", message!("fate-field-points"), -balance, -1);
        self.offer("F-15", label, command(-1), vec![points, why()]);
    }
}
