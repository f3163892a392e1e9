//! Consequences: where they go, and how they heal (F-31, F-33).

use serde::{Deserialize, Serialize};

use super::act::Attempt;
use super::offers::{BLANK, choice_field, text_field};
use super::{
    Aspect, AspectKind, Character, Deciding, Event, Fate, Gone, Heals, OfferBuilder, Purpose,
    State, aspect,
};
use crate::kernel::choice;
use crate::{Id, Line, Term, Viewer, message};

/// A place for a consequence (F-31).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Its id: the consequence's, with the track's after a `/` for one more of that kind (F-30).
    pub id: String,
    /// What it is called.
    pub name: Term,
    /// What it absorbs.
    pub value: u8,
    /// The only track it can be used for.
    pub track: Option<String>,
    /// The consequence in it.
    pub taken: Option<Id>,
}

/// A moment on the table's own calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateMark"))]
pub struct Mark {
    /// How many scenes had begun.
    pub scenes: u32,
    /// How many sessions had begun.
    pub sessions: u32,
}

impl Fate {
    /// The consequence slots of a character, mildest first (F-30, F-31).
    #[must_use]
    pub fn slots(&self, state: &State, character: &Character) -> Vec<Slot> {
        let own: Vec<&Aspect> = state.aspects_of(character.id).collect();
        self.slots_with(character, &own)
    }

    /// The same, with the aspects of the character at hand.
    pub(super) fn slots_with(&self, character: &Character, own: &[&Aspect]) -> Vec<Slot> {
        let taken = |slot: &str| {
            let found = own.iter().find(|aspect| {
                matches!(&aspect.kind, AspectKind::Consequence { slot: filled, .. } if filled == slot)
            });
            found.map(|aspect| aspect.id)
        };
        let mut slots = Vec::new();
        for rule in &self.consequences {
            for number in 1..=rule.boxes {
                let id = match number {
                    1 => rule.id.clone(),
                    number => format!("{}/{number}", rule.id),
                };
                slots.push(Slot {
                    taken: taken(&id),
                    id,
                    name: rule.name.clone(),
                    value: rule.value,
                    track: None,
                });
            }
            for track in &self.tracks {
                let rating = track.skill.as_ref().map(|skill| character.rating(skill));
                let extra =
                    track.extra_from.zip(rating).is_some_and(|(from, rating)| rating >= from);
                if extra && track.extra.as_ref() == Some(&rule.id) {
                    let id = format!("{}/{}", rule.id, track.id);
                    slots.push(Slot {
                        taken: taken(&id),
                        id,
                        name: rule.name.clone(),
                        value: rule.value,
                        track: Some(track.id.clone()),
                    });
                }
            }
        }
        if let Some(own) = &character.slots {
            slots.retain(|slot| own.iter().any(|id| slot.id.split('/').next() == Some(id)));
        }
        slots
    }
}

/// Takes away treated consequences whose time has passed (F-33): a whole scene or session
/// that began after they were treated.
pub(super) fn heal(deciding: &mut Deciding, heals: Heals) {
    let now = deciding.now().mark();
    let healed: Vec<Id> = deciding
        .now()
        .aspects
        .iter()
        .filter(|aspect| match &aspect.kind {
            AspectKind::Consequence { slot, treated: Some(mark), .. } => {
                deciding.pack.consequence(slot).is_some_and(|rule| rule.heals.after == heals)
                    && match heals {
                        Heals::Scene => mark.scenes < now.scenes,
                        Heals::Session => mark.sessions < now.sessions,
                        Heals::Breakthrough | Heals::Host => false,
                    }
            }
            _ => false,
        })
        .map(|aspect| aspect.id)
        .collect();
    for aspect in healed {
        deciding.push(Event::AspectRemoved { aspect, why: Gone::Healed });
    }
}

/// A breakthrough clears what was treated and waited for a session or a breakthrough (F-33).
pub(super) fn heal_treated(deciding: &mut Deciding, id: Id) {
    let healed: Vec<Id> = deciding
        .now()
        .aspects_of(id)
        .filter(|aspect| match &aspect.kind {
            AspectKind::Consequence { slot, treated: Some(_), .. } => {
                deciding.pack.consequence(slot).is_some_and(|rule| match rule.heals.after {
                    Heals::Session | Heals::Breakthrough => true,
                    Heals::Scene | Heals::Host => false,
                })
            }
            _ => false,
        })
        .map(|aspect| aspect.id)
        .collect();
    for aspect in healed {
        deciding.push(Event::AspectRemoved { aspect, why: Gone::Healed });
    }
}

pub(super) fn treated(state: &mut State, consequence: Id, name: &Term) {
    let mark = state.mark();
    if let Some(aspect) = state.aspect_mut(consequence) {
        aspect.name = Some(name.clone());
        if let AspectKind::Consequence { treated, .. } = &mut aspect.kind {
            *treated = Some(mark);
        }
    }
}

pub(super) fn tell_treated(
    before: &State,
    consequence: Id,
    name: &Term,
    viewer: Viewer,
) -> Option<Line> {
    let old = aspect::name(before.seen_aspect(viewer, consequence)?.name.as_ref());
    Some(message!("fate-treated", old = old, name = name).into())
}

impl OfferBuilder<'_> {
    /// Treating consequences (F-33).
    pub(super) fn treatments(&mut self, attempt: &Attempt) {
        let (state, viewer) = (self.state, self.by.viewer());
        let untreated = state.aspects.iter().filter(|one| {
            matches!(one.kind, AspectKind::Consequence { treated: None, .. })
                && state.sees_aspect(viewer, one)
        });
        let untreated: Vec<_> = untreated.collect();
        let Some(first) = untreated.first() else { return };
        let purpose = Purpose::Treat { consequence: first.id, name: BLANK.to_owned() };
        let of = untreated.iter().map(|one| choice(one.id, aspect::name(one.name.as_ref())));
        let path = "act/purpose/consequence";
        let which = choice_field(path, message!("fate-field-which-consequence"), of.collect());
        let name = text_field("act/purpose/name", message!("fate-field-consequence"), false);
        let label = message!("fate-act-treat");
        self.overcome("F-33", label, attempt, purpose, vec![which, name]);
    }
}
