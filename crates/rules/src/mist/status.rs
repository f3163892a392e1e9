//! Statuses: a name and marks on a track; the tier is the highest marked box (M-04 … M-06).

use serde::{Deserialize, Serialize};

use super::challenge::audience;
use super::lookup::acts_for;
use super::lookup::missing;
use super::offers::{BLANK, OfferBuilder, Offers, name, number};
use super::tag::check_holder;
use super::viewing::Viewing;
use super::{Command, Deciding, Event, Holder, LONGEST_NAME, Mist, State, Thing, challenge, limit};
use crate::kernel::{Decided, offer};
use crate::ruleset::meant;
use crate::{Audience, Bounds, Id, Message, Numbers, Refusal, Seat, Term, message, typed};

/// Marked boxes of a status track; box 1 is the lowest bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Marks(u32);

/// How an effect of n lowers a status (M-06).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistReduce"))]
pub enum Reduce {
    /// The new tier's box is marked, marks above it are erased, lower marks stay.
    #[default]
    Lower,
    /// n marks are erased from the top.
    EraseMarks,
    /// Every mark moves down n boxes.
    Shift,
}

/// A condition and how bad or good it is, as `重伤-3` (M-04).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status {
    /// Which one.
    pub id: Id,
    /// What it says.
    pub name: Term,
    /// Its marked boxes.
    pub marks: Marks,
    /// Who may see it.
    #[serde(default)]
    pub seen: Audience,
}

impl Status {
    /// The highest marked box.
    #[must_use]
    pub fn tier(&self) -> u8 {
        self.marks.tier()
    }
}

impl Marks {
    /// The most boxes a pack may give a track.
    pub const MOST_BOXES: u8 = 20;

    /// Marks on these boxes.
    #[must_use]
    pub fn on(boxes: &[u8]) -> Self {
        Self(
            boxes
                .iter()
                .filter(|&&mark| (1..=Self::MOST_BOXES).contains(&mark))
                .fold(0, |marks, mark| marks | 1 << (mark - 1)),
        )
    }

    /// The highest marked box; 0 when there is none.
    #[must_use]
    pub fn tier(self) -> u8 {
        // At most 32 by the width of the word.
        (u32::BITS - self.0.leading_zeros()) as u8
    }

    /// The marked boxes, lowest first.
    #[must_use]
    pub fn boxes(self) -> Vec<u8> {
        (1..=Self::MOST_BOXES).filter(|mark| self.0 & (1 << (mark - 1)) != 0).collect()
    }

    /// Gains tier `tier` on a track of `boxes`: marks that box or the next higher free one; past
    /// the end nothing more can be marked (M-05).
    #[must_use]
    pub fn gain(self, tier: u8, boxes: u8) -> Self {
        if tier == 0 {
            return self;
        }
        (tier.min(boxes)..=boxes)
            .find(|mark| self.0 & (1 << (mark - 1)) == 0)
            .map_or(self, |mark| Self(self.0 | 1 << (mark - 1)))
    }

    /// Lowers by `by` (M-06).
    #[must_use]
    pub fn reduce(self, by: u8, how: Reduce) -> Self {
        match how {
            Reduce::Lower => {
                let tier = self.tier().saturating_sub(by);
                if tier == self.tier() {
                    self
                } else if tier == 0 {
                    Self(0)
                } else {
                    let below = (1 << tier) - 1;
                    Self(self.0 & below | 1 << (tier - 1))
                }
            }
            Reduce::EraseMarks => {
                let mut marks = self;
                for _ in 0..by {
                    match marks.tier() {
                        0 => break,
                        tier => marks.0 &= !(1 << (tier - 1)),
                    }
                }
                marks
            }
            Reduce::Shift => Self(self.0.checked_shr(u32::from(by)).unwrap_or(0)),
        }
    }
}

/// Whether two names say the same, in any language.
pub(super) fn same_name(one: &Term, other: &Term) -> bool {
    one == other || one.spellings().any(|spelling| other.spellings().any(|it| it == spelling))
}

/// A tier there is a box for (M-04).
pub(super) fn check_tier(deciding: &Deciding, tier: u8) -> Decided {
    let most = deciding.pack.status.boxes;
    if tier == 0 || tier > most {
        return Err(Refusal::new("M-04", message!("mist-bad-tier", tier = tier))
            .instead(message!("mist-bad-tier-instead", most = most)));
    }
    Ok(())
}

/// A status of this holder that the seat may see.
pub(super) fn check_status_of(deciding: &Deciding, on: Holder, id: Id) -> Decided {
    match deciding.find(id) {
        Ok(Thing::Status(holder, _)) if holder == on => Ok(()),
        _ => Err(missing(message!("mist-a-status"))),
    }
}

/// What a new status may stack onto: a status of this holder, or one of its limits (M-05).
pub(super) fn check_onto(deciding: &Deciding, on: Holder, id: Id) -> Decided {
    match deciding.find(id) {
        Ok(Thing::Limit(it, _)) if on == Holder::Challenge(it.id) => Ok(()),
        _ => check_status_of(deciding, on, id),
    }
}

/// Gives a status to someone or something (M-05, M-06).
pub(super) fn give(
    deciding: &mut Deciding,
    on: Holder,
    typed: &str,
    tier: u8,
    onto: Option<Id>,
    against: Option<Id>,
    hidden: bool,
) -> Decided {
    deciding.host()?;
    check_holder(deciding, on)?;
    check_tier(deciding, tier)?;
    challenge::not_too_many(deciding.before.statuses(on).len())?;
    if let Some(id) = onto {
        check_onto(deciding, on, id)?;
    }
    if let Some(id) = against {
        check_status_of(deciding, on, id)?;
    }
    let name = Term::from(typed::name(typed, LONGEST_NAME)?);
    gain(deciding, on, &name, tier, &audience(hidden), onto, against);
    Ok(())
}

/// Someone or something gains a status: it stacks onto a similar one, or cancels an opposed one
/// first (M-05, M-06). Then limits are looked at (M-07).
pub(super) fn gain(
    deciding: &mut Deciding,
    on: Holder,
    name: &Term,
    tier: u8,
    seen: &Audience,
    onto: Option<Id>,
    against: Option<Id>,
) {
    let mut tier = tier.min(deciding.pack.status.boxes);
    if let Some(opposed) = against {
        let statuses = deciding.now().statuses(on).iter();
        let there = statuses.filter(|it| it.id == opposed).map(Status::tier).next().unwrap_or(0);
        let by = tier.min(there);
        if by > 0 {
            deciding.push(Event::StatusReduced { status: opposed, by });
        }
        tier -= by;
    }
    if tier == 0 {
        return;
    }
    // What stacks onto a limit is the limit's own status.
    let state = deciding.now();
    let limit = match onto.and_then(|id| state.find_any(id)) {
        Some(Thing::Limit(_, limit)) => Some(limit.status.clone()),
        _ => None,
    };
    let name = limit.as_ref().unwrap_or(name);
    let onto = onto.filter(|_| limit.is_none());
    // A public gain never stacks onto a hidden status of the same name: it would tell of it.
    let similar = onto.or_else(|| {
        let mut statuses = deciding.now().statuses(on).iter();
        statuses.find(|it| it.seen == *seen && same_name(&it.name, name)).map(|it| it.id)
    });
    let status = similar.unwrap_or_else(|| deciding.id());
    deciding.push(Event::StatusGained { on, status, name: name.clone(), tier, seen: seen.clone() });
    limit::check_limits(deciding, on);
}

pub(super) fn gained(
    pack: &Mist,
    state: &mut State,
    on: Holder,
    id: Id,
    name: &Term,
    tier: u8,
    seen: &Audience,
) {
    let Some(statuses) = state.statuses_mut(on) else {
        return;
    };
    let boxes = pack.status.boxes;
    if let Some(status) = statuses.iter_mut().find(|it| it.id == id) {
        status.marks = status.marks.gain(tier, boxes);
    } else {
        let marks = Marks::default().gain(tier, boxes);
        statuses.push(Status { id, name: name.clone(), marks, seen: seen.clone() });
    }
}

pub(super) fn tell_gained(
    viewing: Viewing,
    on: Holder,
    id: Id,
    name: &Term,
    tier: u8,
    seen: &Audience,
) -> Option<Message> {
    let state = viewing.state;
    if !viewing.sees(state.seen(on)) || !viewing.sees(seen) {
        return None;
    }
    let mut statuses = state.statuses(on).iter();
    let there = statuses.find(|it| it.id == id);
    // What changed is told under its own name (M-05).
    let name = there.map_or(name, |it| &it.name);
    let marks = there.map(|it| it.marks).unwrap_or_default();
    let now = marks.gain(tier, viewing.pack.status.boxes).tier();
    let whose = state.called(on);
    Some(message!("mist-told-status", whose = whose, status = name, tier = tier, now = now))
}

/// Lowers a status (M-06).
pub(super) fn reduce(deciding: &mut Deciding, id: Id, by: u8) -> Decided {
    deciding.host()?;
    let Ok(Thing::Status(..)) = deciding.find(id) else {
        return Err(missing(message!("mist-a-status")));
    };
    if by == 0 || by > Marks::MOST_BOXES {
        return Err(Refusal::new("M-06", message!("mist-bad-tier", tier = by))
            .instead(message!("mist-bad-tier-instead", most = deciding.pack.status.boxes)));
    }
    deciding.push(Event::StatusReduced { status: id, by });
    Ok(())
}

pub(super) fn reduced(pack: &Mist, state: &mut State, id: Id, by: u8) {
    let Some(statuses) = holder_of_status(state, id).and_then(|it| state.statuses_mut(it)) else {
        return;
    };
    for status in statuses.iter_mut().filter(|it| it.id == id) {
        status.marks = status.marks.reduce(by, pack.status.reduce);
    }
    statuses.retain(|it| it.tier() > 0);
}

pub(super) fn tell_reduced(viewing: Viewing, id: Id, by: u8) -> Option<Message> {
    let Thing::Status(holder, status) = viewing.find(id)? else {
        return None;
    };
    let now = status.marks.reduce(by, viewing.pack.status.reduce).tier();
    let whose = viewing.state.called(holder);
    Some(message!("mist-told-status-less", whose = whose, status = &status.name, now = now))
}

/// The tiers of the statuses a character has, by name, as far as the seat and all who see a roll
/// of its dice may know them (C-03, B-30).
pub(super) fn numbers(state: &State, by: Seat, actor: Option<Id>, audience: &Audience) -> Numbers {
    let own = state
        .characters
        .iter()
        .filter(|it| acts_for(by, it) && Thing::Character(it).sees(state, by.viewer()));
    let Some(own) = meant(own.map(|it| (it.id, it)), actor) else {
        return Numbers::new();
    };
    let seen = |it: &&Status| {
        let status = Thing::Status(Holder::Character(own.id), it);
        status.sees(state, by.viewer()) && audience.all(|viewer| status.sees(state, viewer))
    };
    own.statuses
        .iter()
        .filter(seen)
        .flat_map(|it| it.name.spellings().map(|name| (name, i64::from(it.tier()))))
        .map(|(name, tier)| (name.to_owned(), tier.into()))
        .collect()
}

/// Whose status it is.
pub(super) fn holder_of_status(state: &State, id: Id) -> Option<Holder> {
    state.holders().find(|holder| state.statuses(*holder).iter().any(|it| it.id == id))
}

impl OfferBuilder<'_> {
    /// Giving a status.
    pub(super) fn offer_new_status(self, on: Holder, offers: &mut Offers) {
        let command = Command::GainStatus {
            on,
            name: BLANK.to_owned(),
            tier: 1,
            onto: None,
            against: None,
            hidden: false,
        };
        let tiers = number(1, self.pack.status.boxes);
        offers.push(
            offer("M-05", message!("mist-act-gain-status"), command)
                .field("name", message!("mist-field-name"), name())
                .field("tier", message!("mist-field-tier"), tiers)
                .field("hidden", message!("mist-field-hidden"), Bounds::Switch),
        );
    }

    /// Lowering a status.
    pub(super) fn offer_reducing(self, status: &Status, offers: &mut Offers) {
        let command = Command::ReduceStatus { status: status.id, by: 1 };
        let by = number(1, status.tier().max(1));
        offers.push(offer("M-06", message!("mist-act-reduce-status"), command).field(
            "by",
            message!("mist-field-tier"),
            by,
        ));
    }
}

#[cfg(test)]
#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn m04_the_tier_is_the_highest_marked_box() {
        assert_eq!(Marks::default().tier(), 0);
        assert_eq!(Marks::on(&[1, 3]).tier(), 3);
        assert_eq!(Marks::on(&[6]).tier(), 6);
    }

    #[test]
    fn m05_a_marked_box_passes_the_mark_upward() {
        let check = |before: &[u8], tier, after: &[u8]| {
            assert_eq!(Marks::on(before).gain(tier, 6).boxes(), after, "{before:?}+{tier}");
        };
        check(&[], 2, &[2]);
        check(&[2], 2, &[2, 3]);
        check(&[2, 3], 2, &[2, 3, 4]);
        check(&[2], 1, &[1, 2]);
        check(&[2, 4], 3, &[2, 3, 4]);
        check(&[6], 6, &[6]);
        check(&[5, 6], 5, &[5, 6]);
        check(&[5], 9, &[5, 6]);
    }

    #[test]
    fn m06_reducing_lowers_the_tier() {
        let check = |before: &[u8], by, how, after: &[u8]| {
            assert_eq!(Marks::on(before).reduce(by, how).boxes(), after, "{before:?}-{by}");
        };
        check(&[2, 4], 1, Reduce::Lower, &[2, 3]);
        check(&[4], 1, Reduce::Lower, &[3]);
        check(&[1, 2, 3], 1, Reduce::Lower, &[1, 2]);
        check(&[4], 4, Reduce::Lower, &[]);
        check(&[4], 9, Reduce::Lower, &[]);
        check(&[4], 0, Reduce::Lower, &[4]);
        check(&[2, 4], 1, Reduce::EraseMarks, &[2]);
        check(&[2, 4], 3, Reduce::EraseMarks, &[]);
        check(&[2, 4], 1, Reduce::Shift, &[1, 3]);
        check(&[2, 4], 2, Reduce::Shift, &[2]);
        check(&[2, 4], 40, Reduce::Shift, &[]);
    }

    proptest! {
        #[test]
        fn m05_gains_commute(start in 0u32..64, one in 1u8..=6, two in 1u8..=6) {
            let marks = Marks(start);
            prop_assert_eq!(
                marks.gain(one, 6).gain(two, 6),
                marks.gain(two, 6).gain(one, 6)
            );
        }

        #[test]
        fn m06_lowering_by_n_lowers_the_tier_by_exactly_n(start in 0u32..64, by in 0u8..9) {
            let marks = Marks(start);
            prop_assert_eq!(
                marks.reduce(by, Reduce::Lower).tier(),
                marks.tier().saturating_sub(by)
            );
        }
    }
}
