//! A game of Fate under another pack (P-80): skills, tracks, consequences and places for aspects
//! that are no longer there.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{AspectKind, Character, Fate, Place, State};
use crate::kernel::{Break, Decision, Decisions, Moves, choice, decided};
use crate::{Id, Term, message};

fn kind_of(slot: &str) -> &str {
    slot.split('/').next().unwrap_or(slot)
}

fn counted<S: AsRef<str>>(ids: impl Iterator<Item = S>) -> BTreeMap<String, usize> {
    let mut all = BTreeMap::new();
    for id in ids {
        *all.entry(id.as_ref().to_owned()).or_default() += 1;
    }
    all
}

/// What something was called in the old pack.
fn name(old: &Fate, list: &str, id: &str) -> Term {
    let name = match list {
        "skills" => old.skill(id).map(|one| &one.name),
        "tracks" => old.track(id).map(|one| &one.name),
        "consequences" => old.consequence(id).map(|one| &one.name),
        _ => old.sheet.aspects.iter().find(|one| one.id == id).map(|one| &one.name),
    };
    name.cloned().unwrap_or_else(|| Term::from(id))
}

fn skills(new: &Fate, old: &Fate, one: &mut Character, decisions: &Decisions) {
    let gone: Vec<(String, i64)> = one
        .skills
        .iter()
        .filter(|(id, _)| new.skill(id).is_none())
        .map(|(id, rating)| (id.clone(), *rating))
        .collect();
    for (id, rating) in gone {
        one.skills.remove(&id);
        match decided(decisions, "skills", &id) {
            Decision::Map(to) if new.skill(to).is_some() => {
                let there = one.skills.entry(to.clone()).or_insert(rating);
                *there = rating.max(*there);
            }
            Decision::Map(_) | Decision::Note => note(one, &name(old, "skills", &id), rating),
            Decision::Drop => {}
        }
    }
}

fn tracks(new: &Fate, old: &Fate, one: &mut Character, decisions: &Decisions) {
    let gone: Vec<(String, u8)> = one
        .stress
        .iter()
        .filter(|(id, _)| new.track(id).is_none())
        .map(|(id, marked)| (id.clone(), *marked))
        .collect();
    for (id, marked) in gone {
        one.stress.remove(&id);
        one.marks.remove(&id);
        match decided(decisions, "tracks", &id) {
            Decision::Map(to) if new.track(to).is_some() => {
                let there = one.stress.get(to).copied().unwrap_or(0).saturating_add(marked);
                let boxes = new.boxes(one, to);
                one.stress.insert(to.clone(), there.min(boxes));
                one.marks.remove(to);
            }
            Decision::Map(_) | Decision::Note => {
                note(one, &name(old, "tracks", &id), marked.into())
            }
            Decision::Drop => {}
        }
    }
}

/// Writes what there is no place for into what else is worth knowing of a character.
fn note(one: &mut Character, name: &Term, number: i64) {
    let name = name.spellings().next().unwrap_or_default();
    let gap = if one.vitals.is_empty() { "" } else { " · " };
    one.vitals.push_str(&format!("{gap}{name} {number}"));
}

impl Moves for Fate {
    fn is_unsettled(&self, state: &State) -> bool {
        !state.actions.is_empty()
            || !state.hits.is_empty()
            || !state.compels.is_empty()
            || !state.mends.is_empty()
    }

    fn breaks(&self, old: &Self, state: &State) -> Vec<Break> {
        let mut all = Vec::new();
        let mut add =
            |list: &str, kind: Term, gone: BTreeMap<String, usize>, known: Vec<(&str, &Term)>| {
                for (id, count) in gone {
                    let name = name(old, list, &id);
                    let what = message!("pack-break", kind = &kind, name = name, count = count);
                    let named = |(id, name): &(&str, &Term)| {
                        choice(id, message!("pack-word", word = *name))
                    };
                    all.push(Break {
                        key: format!("{list}.{id}"),
                        what,
                        to: known.iter().map(named).collect(),
                    });
                }
            };
        let characters = || state.characters.iter().map(|one| &**one);
        let skills = characters().flat_map(|one| one.skills.keys());
        let skills = counted(skills.filter(|id| self.skill(id).is_none()));
        let known = self.skills.list.iter().map(|one| (one.id.as_str(), &one.name)).collect();
        add("skills", self.skills.name.clone(), skills, known);
        let tracks = characters().flat_map(|one| one.stress.keys());
        let tracks = counted(tracks.filter(|id| self.track(id).is_none()));
        let known = self.tracks.iter().map(|one| (one.id.as_str(), &one.name)).collect();
        add("tracks", Term::from(""), tracks, known);
        let (mut taken, mut places) = (Vec::new(), Vec::new());
        for aspect in &state.aspects {
            match &aspect.kind {
                AspectKind::Consequence { slot, .. } => taken.push(kind_of(slot)),
                AspectKind::Character { slot } => places.push(slot.as_str()),
                AspectKind::Game | AspectKind::Situation | AspectKind::Boost => {}
            }
        }
        let taken = counted(taken.into_iter().filter(|slot| self.consequence(slot).is_none()));
        let known = self.consequences.iter().map(|one| (one.id.as_str(), &one.name)).collect();
        add("consequences", Term::from(""), taken, known);
        let has_place = |slot: &&str| self.sheet.aspects.iter().any(|one| one.id == **slot);
        let places = counted(places.into_iter().filter(|slot| !has_place(slot)));
        let known = self.sheet.aspects.iter().map(|one| (one.id.as_str(), &one.name)).collect();
        add("aspects", Term::from(""), places, known);
        all
    }

    fn moved(&self, old: &Self, state: &mut State, decisions: &Decisions) {
        for one in &mut state.characters {
            let gone: Vec<String> = one
                .skills
                .keys()
                .filter(|id| self.skill(id).is_none())
                .chain(one.stress.keys().filter(|id| self.track(id).is_none()))
                .cloned()
                .collect();
            if !gone.is_empty() {
                let one = Arc::make_mut(one);
                skills(self, old, one, decisions);
                tracks(self, old, one, decisions);
            }
        }
        let mut dropped: Vec<Id> = Vec::new();
        for aspect in &mut state.aspects {
            let (list, id) = match &aspect.kind {
                AspectKind::Consequence { slot, .. } if self.consequence(slot).is_none() => {
                    ("consequences", kind_of(slot).to_owned())
                }
                AspectKind::Character { slot }
                    if !self.sheet.aspects.iter().any(|one| one.id == *slot) =>
                {
                    ("aspects", slot.clone())
                }
                _ => continue,
            };
            let aspect = Arc::make_mut(aspect);
            match (decided(decisions, list, &id), &mut aspect.kind) {
                (Decision::Map(to), AspectKind::Consequence { slot, .. })
                    if self.consequence(to).is_some() =>
                {
                    slot.clone_from(to);
                }
                (Decision::Map(to), AspectKind::Character { slot })
                    if self.sheet.aspects.iter().any(|one| one.id == *to) =>
                {
                    slot.clone_from(to);
                }
                (Decision::Drop, _) => dropped.push(aspect.id),
                // It stays true of the character, outside the sheet.
                (Decision::Map(_) | Decision::Note, kind) => {
                    *kind = match aspect.on {
                        Place::Character(_) => AspectKind::Game,
                        Place::Game | Place::Scene | Place::Zone(_) => AspectKind::Situation,
                    };
                }
            }
        }
        state.aspects.retain(|aspect| !dropped.contains(&aspect.id));
    }
}
