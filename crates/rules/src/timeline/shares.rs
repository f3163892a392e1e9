//! The third law in play: a share cannot fall below nothing, so no more is gained than was really
//! given up, whatever lasts of earlier uses (T-54).

use std::collections::BTreeMap;

use super::act::Aftermath;
use super::{Act, Amount, Attribute, Group, LastingKind, State};
use crate::kernel::Decided;
use crate::{Id, Refusal, message};

impl Aftermath {
    /// The points a skill moves, and of which attribute.
    fn points(&self) -> Option<(Attribute, Amount)> {
        match self {
            Self::Stays { lasting, .. } => match lasting.kind {
                LastingKind::Percentages { attribute, points } => Some((attribute, points)),
                _ => None,
            },
            Self::Summon { .. } | Self::Assume { .. } => None,
        }
    }

    /// The same with other points.
    pub(super) fn with_points(mut self, real: Amount) -> Self {
        if let Self::Stays { lasting, .. } = &mut self
            && let LastingKind::Percentages { points, .. } = &mut lasting.kind
        {
            *points = real;
        }
        self
    }
}

impl State {
    /// What an act really moves, by the place among what comes of it: shares are given up as far
    /// as there are any, and gained as far as they were given up in their group.
    pub(super) fn points_given_up(&self, who: Id, act: &Act) -> BTreeMap<usize, Amount> {
        let mut real = BTreeMap::new();
        let moved = || {
            let all = act.aftermath.iter().enumerate();
            all.filter_map(|(place, one)| one.points().map(|(of, points)| (place, of, points)))
        };
        if moved().next().is_none() {
            return real;
        }
        let mut shares = self.shares(who);
        let mut given: BTreeMap<Group, Amount> = BTreeMap::new();
        for (place, attribute, points) in moved().filter(|(.., points)| *points < Amount::ZERO) {
            let share = &mut shares[attribute.index()];
            let up = (-points).min(*share);
            *share -= up;
            *given.entry(attribute.group()).or_default() += up;
            real.insert(place, -up);
        }
        for (place, attribute, points) in moved().filter(|(.., points)| points.is_positive()) {
            let rest = given.entry(attribute.group()).or_default();
            let gained = points.min(*rest);
            *rest -= gained;
            real.insert(place, gained);
        }
        real
    }

    /// What is left of each share that a skill may give up: what traits and places add is not the
    /// card's to give.
    fn shares(&self, who: Id) -> [Amount; 11] {
        let Some(own) = self.character(who) else { return Default::default() };
        let traits = own.traits.iter().flat_map(|one| &one.draft.percentages);
        let mut added = own.placed;
        for (attribute, points) in traits {
            added[attribute.index()] += *points;
        }
        Attribute::ALL.map(|one| {
            let share = own.worn().percentage(one) + own.shifted[one.index()];
            share.min(share + added[one.index()]).max(Amount::ZERO)
        })
    }

    /// Refuses a use that could gain nothing, because nothing is left to give up.
    pub(super) fn gains_something(&self, who: Id, act: &Act) -> Decided {
        let gains = |one: &Aftermath| one.points().is_some_and(|(_, points)| points.is_positive());
        if !act.aftermath.iter().any(gains) {
            return Ok(());
        }
        let real = self.points_given_up(who, act);
        if real.values().any(|points| points.is_positive()) {
            return Ok(());
        }
        Err(Refusal::new("T-54", message!("timeline-law-3-spent"))
            .instead(message!("timeline-law-3-spent-instead")))
    }
}
