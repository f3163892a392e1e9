//! Consequences: where they go, and how they heal (F-31, F-33).

use serde::{Deserialize, Serialize};

use super::act::Attempt;
use super::name::{self, Among};
use super::offers::{BLANK, choice_field, text_field};
use super::{
    Aspect, AspectKind, AspectWords, Character, Command, Deciding, Event, Fate, Gone, Heals,
    OfferBuilder, Place, Purpose, State, aspect, character, show, wording,
};
use crate::kernel::{Decided, choice};
use crate::{Audience, Id, Line, Refusal, Role, Term, Viewer, message};

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

/// A consequence as somebody gets it, in a slot by its id; `before` are the names of others that
/// come with it.
pub(super) fn made(
    deciding: &mut Deciding,
    to: Id,
    slot: &str,
    said: &str,
    before: &[&Term],
) -> Result<Aspect, Refusal> {
    let rule = deciding.pack.consequence(slot);
    let name: Term = match rule.filter(|rule| rule.aspect != AspectWords::Asked) {
        Some(rule) => rule.name.clone(),
        None => wording::name(said)?.as_str().into(),
    };
    let name = name::free(&name, before);
    let name = name::apart(deciding, name, Among::of(Place::Character(to)), &Audience::All);
    let value = rule.map_or(0, |rule| rule.value);
    // What needs no treatment begins to heal at once (P-41).
    let untreated = rule.is_some_and(|rule| !rule.heals.treat);
    let treated = untreated.then(|| deciding.now().mark());
    Ok(Aspect {
        id: deciding.id(),
        name: Some(name),
        kind: AspectKind::Consequence { slot: slot.to_owned(), value, treated },
        on: Place::Character(to),
        free: Vec::new(),
        seen: Audience::All,
    })
}

/// Marks a condition that absorbs nothing: no hit brings it, so it is marked outright (P-41).
pub(super) fn mark(deciding: &mut Deciding, to: Id, condition: &str, said: &str) -> Decided {
    match deciding.by.role {
        Role::Host => character::seen(deciding, to)?,
        Role::Player | Role::Spectator => character::mine(deciding, to)?,
    };
    let unknown = || Refusal::new("P-41", message!("fate-no-condition", id = condition));
    let rule = deciding.pack.consequences.iter().find(|rule| rule.id == condition);
    let rule = rule.ok_or_else(unknown)?;
    if rule.value > 0 {
        return Err(Refusal::new("P-41", message!("fate-absorbs", name = &rule.name)));
    }
    let one = deciding.now().character(to).ok_or_else(unknown)?;
    let mut slots = deciding.pack.slots(deciding.now(), one).into_iter();
    let of = |slot: &Slot| slot.id.split('/').next() == Some(condition);
    let free = slots.find(|slot| of(slot) && slot.taken.is_none());
    let full = || Refusal::new("P-41", message!("fate-condition-full", name = &rule.name));
    let slot = free.ok_or_else(full)?.id;
    aspect::room(deciding)?;
    let aspect = made(deciding, to, &slot, said, &[])?;
    show::reveal(deciding, to);
    deciding.push(Event::AspectAdded { aspect: Box::new(aspect) });
    Ok(())
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
    /// Marking conditions that absorb nothing (P-41).
    pub(super) fn conditions(&mut self, character: &Character) {
        for rule in self.pack.consequences.iter().filter(|rule| rule.value == 0) {
            let slots = self.pack.slots(self.state, character);
            let of = |slot: &Slot| slot.id.split('/').next() == Some(rule.id.as_str());
            if !slots.iter().any(|slot| of(slot) && slot.taken.is_none()) {
                continue;
            }
            let is_asked = rule.aspect == AspectWords::Asked;
            let name = if is_asked { BLANK.to_owned() } else { String::new() };
            let command = Command::MarkCondition {
                character: character.id,
                condition: rule.id.clone(),
                name,
            };
            let field = || text_field("name", message!("fate-field-consequence"), false);
            let fields = is_asked.then(field).into_iter().collect();
            let label = message!("fate-act-mark-condition", name = &rule.name);
            self.offer("P-41", label, command, fields);
        }
    }

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
