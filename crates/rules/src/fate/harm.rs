//! Harm: stress, consequences and the ways to absorb a hit (F-30, F-31).

use serde::{Deserialize, Serialize};

use super::{AspectKind, Character, Fate, State};
use crate::{Id, Term};

/// Shifts that someone has to absorb (F-31).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hit {
    /// Which one.
    pub id: Id,
    /// Who is hit.
    pub to: Id,
    /// The track that is hit, by its id in the pack.
    pub track: String,
    /// How many shifts.
    pub shifts: u8,
    /// Who hit them, and gets the free invokes of consequences.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Id>,
}

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

/// One way to absorb a hit (F-31).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateWay"))]
pub struct Way {
    /// How many boxes are marked.
    pub boxes: u8,
    /// The slots that are filled.
    pub slots: Vec<String>,
}

/// A consequence someone takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateTakenConsequence"))]
pub struct TakenConsequence {
    /// The slot it fills.
    pub slot: String,
    /// What it is called.
    pub name: String,
}

impl Fate {
    /// How many boxes a character has on a track (F-30).
    #[must_use]
    pub fn boxes(&self, character: &Character, track: &str) -> u8 {
        let Some(track) = self.track(track) else { return 0 };
        let rating = track.skill.as_ref().map_or(0, |skill| character.rating(skill));
        let step = track.more.iter().rev().find(|step| rating >= step.from);
        step.map_or(track.boxes, |step| step.boxes)
    }

    /// The consequence slots of a character, mildest first (F-30, F-31).
    #[must_use]
    pub fn slots(&self, state: &State, character: &Character) -> Vec<Slot> {
        let taken = |slot: &str| {
            let mut all =
                state.aspects.iter().filter(|aspect| aspect.character() == Some(character.id));
            let found = all.find(|aspect| {
                matches!(&aspect.kind, AspectKind::Consequence { slot: filled, .. } if filled == slot)
            });
            found.map(|aspect| aspect.id)
        };
        let mut slots = Vec::new();
        for rule in &self.consequences {
            slots.push(Slot {
                id: rule.id.clone(),
                name: rule.name.clone(),
                value: rule.value,
                track: None,
                taken: taken(&rule.id),
            });
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
        slots
    }

    /// All ways a character can absorb a hit in which nothing is given up in vain; none when they
    /// can only be taken out (F-31).
    #[must_use]
    pub fn ways(&self, state: &State, hit: &Hit) -> Vec<Way> {
        let Some(character) = state.character(hit.to) else { return Vec::new() };
        let boxes = self.boxes(character, &hit.track).saturating_sub(character.marked(&hit.track));
        let open: Vec<Slot> = self
            .slots(state, character)
            .into_iter()
            .filter(|slot| slot.taken.is_none())
            .filter(|slot| slot.track.as_ref().is_none_or(|track| *track == hit.track))
            .take(12)
            .collect();
        let mut ways = Vec::new();
        for pick in 0_u32..1 << open.len() {
            let picked: Vec<&Slot> = open
                .iter()
                .enumerate()
                .filter(|(at, _)| pick & (1 << at) != 0)
                .map(|(_, slot)| slot)
                .collect();
            let worth: u32 = picked.iter().map(|slot| u32::from(slot.value)).sum();
            let shifts = u32::from(hit.shifts);
            let in_vain = picked.iter().any(|slot| worth - u32::from(slot.value) >= shifts);
            let left = shifts.saturating_sub(worth);
            if !in_vain && left <= u32::from(boxes) {
                ways.push(Way {
                    boxes: u8::try_from(left).unwrap_or(u8::MAX),
                    slots: picked.iter().map(|slot| slot.id.clone()).collect(),
                });
            }
        }
        ways.sort_by_key(|way| (way.slots.len(), std::cmp::Reverse(way.boxes)));
        ways
    }
}
