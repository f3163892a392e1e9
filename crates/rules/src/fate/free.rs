//! Free invokes: gained, handed on, lost with the scene (F-11).

use serde::{Deserialize, Serialize};

use super::{
    Aspect, Command, Deciding, Event, Holder, OfferBuilder, State, aspect, holder, prepared,
};
use crate::kernel::Decided;
use crate::{Id, Line, Message, Refusal, Viewer, message};

/// Free invokes of one holder (F-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateFree"))]
pub struct Free {
    /// Whose.
    pub to: Holder,
    /// How many.
    pub count: u8,
}

impl Aspect {
    /// How many free invokes the holder has on it.
    #[must_use]
    pub fn free_of(&self, holder: Holder) -> u8 {
        let mine = self.free.iter().find(|free| free.to == holder);
        mine.map_or(0, |free| free.count)
    }

    /// Adds free invokes for a holder.
    pub(super) fn give(&mut self, holder: Holder, count: u8) {
        match self.free.iter_mut().find(|free| free.to == holder) {
            Some(free) => free.count = free.count.saturating_add(count),
            None if count > 0 => self.free.push(Free { to: holder, count }),
            None => {}
        }
    }

    /// Takes one free invoke from a holder.
    pub(super) fn take(&mut self, holder: Holder) {
        if let Some(free) = self.free.iter_mut().find(|free| free.to == holder) {
            free.count = free.count.saturating_sub(1);
        }
        self.free.retain(|free| free.count > 0);
    }
}

/// The host gives a free invoke.
pub(super) fn grant(deciding: &mut Deciding, aspect: Id, to: Holder) -> Decided {
    deciding.host()?;
    holder::known(deciding, to)?;
    if aspect::seen(deciding, aspect)?.free_of(to) >= 20 {
        return Err(Refusal::new("F-11", message!("fate-too-many", most = 20)));
    }
    deciding.push(Event::FreeGained { aspect, to, count: 1 });
    Ok(())
}

/// Hands a free invoke to another.
pub(super) fn hand(deciding: &mut Deciding, aspect: Id, from: Holder, to: Holder) -> Decided {
    holder::speaker(deciding, from)?;
    holder::known(deciding, to)?;
    if aspect::seen(deciding, aspect)?.free_of(from) == 0 || from == to {
        return Err(Refusal::new("F-11", message!("fate-no-free")));
    }
    deciding.push(Event::FreeGiven { aspect, from, to });
    Ok(())
}

/// Refuses when the holder has no free invoke on the aspect.
pub(super) fn has(deciding: &Deciding, aspect: Id, holder: Holder) -> Decided {
    if aspect::seen(deciding, aspect)?.free_of(holder) > 0 {
        return Ok(());
    }
    Err(Refusal::new("F-11", message!("fate-no-free")))
}

pub(super) fn gained(state: &mut State, aspect: Id, to: Holder, count: u8) {
    if let Some(aspect) = state.aspect_mut(aspect) {
        aspect.give(to, count);
    }
}

pub(super) fn given(state: &mut State, aspect: Id, from: Holder, to: Holder) {
    if let Some(aspect) = state.aspect_mut(aspect)
        && aspect.free_of(from) > 0
    {
        aspect.take(from);
        aspect.give(to, 1);
    }
}

pub(super) fn tell_gained(
    before: &State,
    aspect: Id,
    to: Holder,
    count: u8,
    viewer: Viewer,
) -> Option<Line> {
    let found = before.seen_aspect(viewer, aspect)?;
    let message = message!(
        "fate-free-gained",
        who = holder::called_to(before, viewer, to),
        aspect = aspect::name(found.name.as_ref()),
        count = count
    );
    Some(message.into())
}

pub(super) fn tell_given(
    before: &State,
    aspect: Id,
    from: Holder,
    to: Holder,
    viewer: Viewer,
) -> Option<Line> {
    let found = before.seen_aspect(viewer, aspect)?;
    let message = message!(
        "fate-free-given",
        from = holder::called_to(before, viewer, from),
        to = holder::called_to(before, viewer, to),
        aspect = aspect::name(found.name.as_ref())
    );
    Some(message.into())
}

/// Free invokes as a viewer sees them.
pub(super) fn as_seen(state: &State, viewer: Viewer, aspect: &Aspect) -> Vec<Free> {
    let mut shown: Vec<Free> = Vec::new();
    for free in &aspect.free {
        let to = holder::as_seen(state, viewer, free.to);
        match shown.iter_mut().find(|one| one.to == to) {
            Some(one) => one.count = one.count.saturating_add(free.count),
            None => shown.push(Free { to, count: free.count }),
        }
    }
    // Not as they were given: that would tell of those who count as the host's. The host first.
    shown.sort_by_key(|free| match free.to {
        Holder::Host => None,
        Holder::Character(id) => state.characters.iter().position(|one| one.id == id),
    });
    shown
}

/// The aspects that vanish with the scene.
pub(super) fn passing(state: &State, viewer: Viewer) -> impl Iterator<Item = &Aspect> {
    let all = state.aspects.iter().map(|one| &**one);
    all.filter(move |one| one.passes() && state.sees_aspect(viewer, one))
}

/// The aspects that vanish with the scene; when it is carried over, those that are not kept.
pub(super) fn lost(state: &State, viewer: Viewer, carry: bool) -> impl Iterator<Item = &Aspect> {
    passing(state, viewer).filter(move |one| !(carry && prepared::is_carried(one)))
}

/// Free invokes that would be lost with the scene.
pub(super) fn unused(state: &State, viewer: Viewer, carry: bool) -> Vec<Message> {
    lost(state, viewer, carry)
        .flat_map(|aspect| {
            as_seen(state, viewer, aspect).into_iter().map(|free| {
                message!(
                    "fate-unused",
                    aspect = aspect::name(aspect.name.as_ref()),
                    who = holder::called(state, free.to),
                    count = free.count
                )
            })
        })
        .collect()
}

impl OfferBuilder<'_> {
    /// The host gives a free invoke on an aspect.
    pub(super) fn grants(&mut self, aspect: Id) {
        if let Some((to, field)) = self.holder_choice("to", None) {
            let label = message!("fate-act-grant-free");
            self.offer("F-11", label, Command::GrantFree { aspect, to }, vec![field]);
        }
    }

    /// Whoever has a free invoke hands it on.
    pub(super) fn hand_free(&mut self, from: Holder, aspect: Id) {
        if let Some((to, field)) = self.holder_choice("to", Some(from)) {
            let command = Command::HandFree { aspect, from, to };
            let label = message!("fate-act-hand", who = holder::called(self.state, from));
            self.offer("F-11", label, command, vec![field]);
        }
    }
}
