//! Hit points and willpower: losses, gains, and what can never be won back (T-15, T-31, T-41).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::deciding::{Deciding, within};
use super::fight::Entry;
use super::lasting::signed;
use super::telling::Telling;
use super::{Amount, Event, State, text};
use crate::kernel::Decided;
use crate::{Id, Line, Message, message};

/// What can be lost and won back in a fight.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "TimelineResource"))]
pub enum Resource {
    /// 体力.
    HitPoints,
    /// 意志.
    Willpower,
}

impl Resource {
    /// Both.
    pub const ALL: [Self; 2] = [Self::HitPoints, Self::Willpower];

    /// What it is called.
    #[must_use]
    pub fn name(self) -> Message {
        match self {
            Self::HitPoints => message!("timeline-hit-points"),
            Self::Willpower => message!("timeline-willpower"),
        }
    }
}

/// One cause of a change of hit points or willpower.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hit {
    /// Whose doing it is.
    pub by: Option<Id>,
    /// The change before modifiers.
    pub raw: Amount,
    /// The change after them.
    pub real: Amount,
    /// How modifiers worked it out (T-41).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calculation: Option<String>,
    /// Whether it cannot be healed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unhealable: bool,
}

impl Hit {
    /// A change that no modifier touches.
    #[must_use]
    pub fn plain(by: Option<Id>, amount: Amount) -> Self {
        Self { by, raw: amount, real: amount, calculation: None, unhealable: false }
    }
}

/// Changes hit points or willpower outside acts.
pub(super) fn change(
    deciding: &mut Deciding<'_>,
    who: Id,
    resource: Resource,
    change: Amount,
    damage_type: Option<&str>,
) -> Decided {
    let own = deciding.own(who)?;
    within(change.abs() <= Amount::MOST, "T-41")?;
    let damage_type = text::damage_type(damage_type)?;
    let (real, calculation) = own.modified(change, resource, damage_type.as_deref());
    let before = own.left(resource);
    let most = own.ceiling(resource, before, &deciding.before.options);
    let to = (before + real).min(most).max(Amount::ZERO);
    let hits = vec![Hit { by: None, raw: change, real, calculation, unhealable: false }];
    let by = to - before;
    deciding.push(Event::ResourceChanged { character: who, resource, by, to, hits });
    if to == Amount::ZERO && !own.dead {
        deciding.push(Event::Died { character: who });
    }
    Ok(())
}

/// Fills hit points and willpower up to their most, and takes nothing away (T-06); the host's word heals even what nothing else can.
pub(super) fn restore(deciding: &mut Deciding<'_>, who: Id) -> Decided {
    let own = deciding.own(who)?;
    let by_host = deciding.by.is_host();
    for resource in Resource::ALL {
        let scar = own.scars[resource as usize];
        if by_host && scar.is_positive() {
            deciding.push(Event::Scarred { character: who, resource, by: -scar });
        }
    }
    for resource in Resource::ALL {
        let healed = deciding.now().character(who);
        let missing = healed.map_or(Amount::ZERO, |one| one.most(resource) - one.left(resource));
        if missing.is_positive() {
            deciding.push(gain(deciding.now(), who, resource, missing));
        }
    }
    Ok(())
}

/// Where the table caps values, what is above the most is lost like anything else (T-06, T-31).
pub(super) fn hold_to_most(deciding: &mut Deciding<'_>) {
    let caps = |state: &State| state.options.cap == Some(true);
    if deciding.events().is_empty() || !caps(deciding.now()) {
        return;
    }
    let state = deciding.now();
    let mut lost = Vec::new();
    for own in state.order.iter().filter_map(|id| state.character(*id)) {
        for resource in Resource::ALL {
            let (left, to) = (own.left(resource), own.most(resource));
            let (character, by) = (own.id, to - left);
            if by < Amount::ZERO {
                let hits = vec![Hit::plain(None, by)];
                lost.push(Event::ResourceChanged { character, resource, by, to, hits });
                if to == Amount::ZERO && !own.dead {
                    lost.push(Event::Died { character });
                }
            }
        }
    }
    lost.into_iter().for_each(|event| deciding.push(event));
}

/// What comes back of a resource, up to its most; no modifier touches it.
pub(super) fn gain(state: &State, who: Id, resource: Resource, by: Amount) -> Event {
    let (before, most) = state
        .character(who)
        .map_or((Amount::ZERO, Amount::ZERO), |own| (own.left(resource), own.most(resource)));
    let to = (before + by).min(most.max(before));
    let hits = vec![Hit::plain(None, by)];
    Event::ResourceChanged { character: who, resource, by: to - before, to, hits }
}

pub(super) fn changed(state: &mut State, who: Id, resource: Resource, by: Amount, to: Amount) {
    let holds = state.options.holds_silently();
    if let Some(character) = state.characters.get_mut(&who) {
        Arc::make_mut(character).set(resource, to, holds);
    }
    if let Some(fight) = &mut state.fight
        && fight.fighter(who).is_some()
    {
        let fight = Arc::make_mut(fight);
        let at = fight.now;
        fight.record.push(Entry::Change { who, resource, by, at });
    }
}

pub(super) fn tell_changed(
    telling: Telling<'_>,
    who: Id,
    resource: Resource,
    (by, to): (Amount, Amount),
    hits: &[Hit],
) -> Option<Line> {
    let name = telling.name(who)?;
    let most = telling.before.character(who).map_or(Amount::ZERO, |one| one.most(resource));
    let calculation =
        |hit: &Hit| hit.calculation.as_ref().map(|text| message!("plain", text = text));
    let calculations: Vec<Message> = hits.iter().filter_map(calculation).collect();
    let (resource, by) = (resource.name(), signed(by));
    let message = match calculations.is_empty() {
        true => message!(
            "timeline-told-resource",
            name = name,
            resource = resource,
            by = by,
            to = to,
            most = most
        ),
        false => message!(
            "timeline-told-resource-calculated",
            name = name,
            resource = resource,
            by = by,
            to = to,
            most = most,
            calculations = calculations
        ),
    };
    Some(message.into())
}

pub(super) fn scarred(state: &mut State, who: Id, resource: Resource, by: Amount) {
    state.change_character(who, |one| one.scars[resource as usize] += by);
}

/// Scars are told of, their healing is not.
pub(super) fn tell_scarred(
    telling: Telling<'_>,
    who: Id,
    resource: Resource,
    by: Amount,
) -> Option<Line> {
    let name = telling.name(who).filter(|_| by.is_positive())?;
    let resource = resource.name();
    Some(message!("timeline-told-scarred", name = name, resource = resource, by = by).into())
}
