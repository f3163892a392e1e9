//! Hits: landed, absorbed, or taking someone out (F-31).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::act::Attempt;
use super::offers::{BLANK, TARGETS, choice_field, number_field, text_field};
use super::{
    Act, Action, Against, Aspect, AspectWords, Character, Command, Deciding, Event, Fate, Free,
    Holder, OfferBuilder, Slot, State, Track, boost, character, consequence, npc, show, stress,
    wording,
};
use crate::kernel::{Decided, choice};
use crate::{Acts, Audience, Id, Line, Message, Refusal, Seat, Term, message};

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

/// One way to absorb a hit (F-31).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateWay"))]
pub struct Way {
    /// How many shifts boxes absorb: how many are marked, where each is worth one.
    pub boxes: u8,
    /// The slots that are filled.
    pub slots: Vec<String>,
    /// Which boxes are marked, counted from 0, where they differ (P-40).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<u8>>"))]
    pub marks: Vec<u8>,
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
    /// All ways a character can absorb a hit in which nothing is given up in vain; none when they
    /// can only be taken out (F-31).
    #[must_use]
    pub fn ways(&self, state: &State, hit: &Hit) -> Vec<Way> {
        let Some(character) = state.character(hit.to) else { return Vec::new() };
        let boxes = self.boxes(character, &hit.track).saturating_sub(character.marked(&hit.track));
        let open: Vec<Slot> = self
            .slots(state, character)
            .into_iter()
            .filter(|slot| slot.taken.is_none() && slot.value > 0)
            .filter(|slot| slot.track.as_ref().is_none_or(|track| *track == hit.track))
            .take(12)
            .collect();
        let values = self.values(character, &hit.track);
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
            if in_vain {
                continue;
            }
            let slots = || picked.iter().map(|slot| slot.id.clone()).collect();
            let Some(values) = &values else {
                if left <= u32::from(boxes) {
                    let boxes = u8::try_from(left).unwrap_or(u8::MAX);
                    ways.push(Way { boxes, slots: slots(), marks: Vec::new() });
                }
                continue;
            };
            let per_hit = self.track(&hit.track).and_then(|track| track.per_hit);
            let least = picked.iter().map(|slot| u32::from(slot.value)).min();
            for marks in markings(values, &character.marks(&hit.track), per_hit, left) {
                let boxes: u32 = marks.iter().map(|at| u32::from(values[usize::from(*at)])).sum();
                // With these boxes no consequence may be in vain either.
                if least.is_none_or(|least| worth + boxes - least < shifts) {
                    let boxes = u8::try_from(boxes).unwrap_or(u8::MAX);
                    ways.push(Way { boxes, slots: slots(), marks });
                }
            }
        }
        ways.sort_by_key(|way| {
            (way.slots.len(), way.marks.len(), std::cmp::Reverse(way.boxes), way.marks.clone())
        });
        ways
    }
}

/// The boxes that can be marked against so many shifts, none of them in vain (P-40): the first
/// ones of each value, as they are alike.
fn markings(
    values: &[u8],
    marked: &BTreeSet<u8>,
    per_hit: Option<u8>,
    shifts: u32,
) -> Vec<Vec<u8>> {
    let mut free: BTreeMap<u8, Vec<u8>> = BTreeMap::new();
    for (at, value) in (0_u8..).zip(values) {
        if !marked.contains(&at) {
            free.entry(*value).or_default().push(at);
        }
    }
    let most = per_hit.map_or(usize::MAX, usize::from);
    let mut all: Vec<(u32, Vec<u8>)> = vec![(0, Vec::new())];
    for (value, places) in free {
        let before = std::mem::take(&mut all);
        for (worth, marks) in before {
            for count in 0..=places.len() {
                let worth = worth + u32::from(value) * u32::try_from(count).unwrap_or(u32::MAX);
                let marks: Vec<u8> = marks.iter().chain(&places[..count]).copied().collect();
                if marks.len() <= most && all.len() < MOST_WAYS {
                    all.push((worth, marks));
                }
            }
        }
    }
    all.retain(|(worth, marks)| {
        let needed = |at: &u8| worth - u32::from(values[usize::from(*at)]) < shifts;
        *worth >= shifts && marks.iter().all(needed)
    });
    all.into_iter().map(|(_, marks)| marks).collect()
}

/// So many ways of marking boxes are looked at: far more than any sheet has.
const MOST_WAYS: usize = 4_000;

/// A hit the seat has to absorb.
fn mine(deciding: &Deciding, id: Id) -> Result<Hit, Refusal> {
    let hit = deciding.now().hits.iter().find(|hit| hit.id == id);
    let hit = hit.ok_or_else(|| Refusal::new("F-31", message!("fate-no-hit")))?.clone();
    character::mine(deciding, hit.to)?;
    Ok(hit)
}

/// The host makes someone absorb shifts from no action.
pub(super) fn hit(deciding: &mut Deciding, to: Id, track: &str, shifts: u8) -> Decided {
    deciding.host()?;
    let character = character::seen(deciding, to)?;
    if character.out {
        return Err(Refusal::new("F-31", message!("fate-is-out", who = &character.name)));
    }
    stress::known_track(deciding, track)?;
    if !(1..=30).contains(&shifts) {
        return Err(Refusal::new("F-31", message!("fate-shifts-bounds")));
    }
    show::reveal(deciding, to);
    let hit = Hit { id: deciding.id(), to, track: track.to_owned(), shifts, by: None };
    deciding.push(Event::HitLanded { hit });
    Ok(())
}

/// Lands the shifts of an attack (F-23).
pub(super) fn land(deciding: &mut Deciding, action: &Action, track: &str, shifts: i64) {
    let Some(to) =
        action.target.filter(|to| deciding.now().character(*to).is_some_and(|one| !one.out))
    else {
        return;
    };
    let shifts = u8::try_from(shifts.clamp(0, 255)).unwrap_or(u8::MAX);
    if shifts > 0 {
        let hit =
            Hit { id: deciding.id(), to, track: track.to_owned(), shifts, by: Some(action.actor) };
        deciding.push(Event::HitLanded { hit });
    }
}

/// Absorbs a hit in one of the ways there are (F-31).
pub(super) fn absorb(
    deciding: &mut Deciding,
    id: Id,
    boxes: u8,
    consequences: &[TakenConsequence],
    marks: &[u8],
) -> Decided {
    let hit = mine(deciding, id)?;
    let picked: BTreeSet<&str> = consequences.iter().map(|one| one.slot.as_str()).collect();
    let ways = deciding.pack.ways(deciding.now(), &hit);
    // Boxes of one worth are alike: any free ones will do (P-40).
    let one = deciding.now().character(hit.to);
    let values = one.and_then(|one| deciding.pack.values(one, &hit.track)).unwrap_or_default();
    let marked = one.map(|one| one.marks(&hit.track)).unwrap_or_default();
    let alike = |one: &[u8], other: &[u8]| {
        let free = one.iter().collect::<BTreeSet<_>>().len() == one.len()
            && one.iter().all(|at| !marked.contains(at) && usize::from(*at) < values.len());
        let worth = |all: &[u8]| {
            let mut worth: Vec<Option<&u8>> =
                all.iter().map(|at| values.get(usize::from(*at))).collect();
            worth.sort();
            worth
        };
        free && worth(one) == worth(other)
    };
    let chosen = ways.iter().find(|way| {
        picked.len() == consequences.len()
            && way.boxes == boxes
            && (marks.is_empty() || alike(marks, &way.marks))
            && way.slots.iter().map(String::as_str).collect::<BTreeSet<_>>() == picked
    });
    let Some(chosen) = chosen else {
        let refusal = Refusal::new("F-31", message!("fate-not-a-way", shifts = hit.shifts));
        return Err(refusal.instead(message!("fate-ways", count = ways.len())));
    };
    let mut taken: Vec<Aspect> = Vec::new();
    for one in consequences {
        let rule = deciding.pack.consequence(&one.slot);
        let free = hit
            .by
            .filter(|by| deciding.now().character(*by).is_some())
            .filter(|_| rule.is_none_or(|rule| rule.aspect != AspectWords::None));
        // Two of one blow are told apart too.
        let before: Vec<&Term> = taken.iter().filter_map(|one| one.name.as_ref()).collect();
        let mut aspect = consequence::made(deciding, hit.to, &one.slot, &one.name, &before)?;
        aspect.free =
            free.map(|by| Free { to: Holder::Character(by), count: 1 }).into_iter().collect();
        taken.push(aspect);
    }
    let count = u8::try_from(taken.len()).unwrap_or(u8::MAX);
    let marks = if marks.is_empty() { chosen.marks.clone() } else { marks.to_vec() };
    deciding.push(Event::HitAbsorbed { hit: id, boxes, consequences: count, marks });
    for aspect in taken {
        deciding.push(Event::AspectAdded { aspect: Box::new(aspect) });
    }
    npc::shrink(deciding, hit.to, &hit.track, hit.by);
    Ok(())
}

/// What cannot be absorbed takes the character out (F-31).
pub(super) fn go_out(deciding: &mut Deciding, id: Id) -> Decided {
    let hit = mine(deciding, id)?;
    take_out(deciding, hit.to, hit.by, Some(id));
    Ok(())
}

/// Someone is taken out; the boosts of the host's characters stay on the host's side (F-13).
pub(super) fn take_out(deciding: &mut Deciding, character: Id, by: Option<Id>, hit: Option<Id>) {
    deciding.push(Event::TakenOut { character, by, hit });
    if deciding.now().character(character).is_some_and(|one| !one.pc) {
        boost::left_by(deciding, character);
    }
}

pub(super) fn landed(state: &mut State, hit: &Hit) {
    state.hits.push(hit.clone());
}

pub(super) fn absorbed(state: &mut State, hit: Id, boxes: u8, consequences: u8, marks: &[u8]) {
    let Some(at) = state.hits.iter().position(|one| one.id == hit) else { return };
    let hit = state.hits.remove(at);
    if let Some(character) = state.character_mut(hit.to) {
        let mut boxes = boxes;
        if !marks.is_empty() {
            boxes = u8::try_from(marks.len()).unwrap_or(u8::MAX);
            let mut all = character.marks(&hit.track);
            all.extend(marks);
            character.marks.insert(hit.track.clone(), all);
        }
        let marked = character.stress.entry(hit.track).or_default();
        *marked = marked.saturating_add(boxes);
        character.stress.retain(|_, marked| *marked > 0);
    }
    if let Some(one) = state.combatant_mut(hit.to) {
        one.taken = one.taken.saturating_add(consequences);
    }
}

pub(super) fn taken_out(state: &mut State, character: Id) {
    state.hits.retain(|one| one.to != character);
    if let Some(character) = state.character_mut(character) {
        character.out = true;
    }
    state.drop_out(character);
}

pub(super) fn dropped(state: &mut State, hit: Id) {
    state.hits.retain(|one| one.id != hit);
}

pub(super) fn tell_landed(pack: &Fate, before: &State, hit: &Hit) -> Option<Line> {
    let (who, track) = (before.name(hit.to), pack.track_name(&hit.track));
    Some(message!("fate-hit", who = who, shifts = hit.shifts, track = track).into())
}

pub(super) fn tell_absorbed(
    before: &State,
    hit: Id,
    boxes: u8,
    consequences: u8,
    marks: &[u8],
) -> Option<Line> {
    // Told is how many are marked, whatever each is worth.
    let boxes = if marks.is_empty() { boxes.into() } else { marks.len() };
    let hit = before.hits.iter().find(|one| one.id == hit);
    let who = hit.map_or_else(wording::nothing, |hit| before.name(hit.to));
    let message = message!("fate-absorbed", who = who, boxes = boxes, consequences = consequences);
    Some(message.into())
}

pub(super) fn tell_taken_out(before: &State, character: Id) -> Option<Line> {
    Some(message!("fate-taken-out", who = before.name(character)).into())
}

pub(super) fn tell_dropped(before: &State, hit: Id) -> Option<Line> {
    let hit = before.hits.iter().find(|one| one.id == hit)?;
    Some(message!("fate-hit-dropped", who = before.name(hit.to), shifts = hit.shifts).into())
}

/// That a hit waits to be absorbed.
fn waits(state: &State, hit: &Hit) -> Message {
    message!("fate-waits-absorb", who = state.name(hit.to), shifts = hit.shifts)
}

/// A hit waits for whoever plays the one who is hit.
pub(super) fn flag(state: &State, by: Seat, hit: &Hit, acts: &mut Acts) {
    if state.awaits(by, Holder::Character(hit.to)) {
        acts.can(hit.id, None, "go-out");
        acts.wait(hit.id, waits(state, hit));
    }
}

impl OfferBuilder<'_> {
    /// Attacking someone, on any track; those of the other sort come first (F-23).
    pub(super) fn attacks(&mut self, attempt: &Attempt) {
        let (state, viewer) = (self.state, self.by.viewer());
        let by = attempt.by;
        let mut targets: Vec<&Character> = state
            .characters
            .iter()
            .map(|one| &**one)
            .filter(|one| one.id != by.id && !one.out && state.sees_character(viewer, one))
            .collect();
        targets.sort_by_key(|one| (one.pc == by.pc, one.seen != Audience::All));
        targets.truncate(TARGETS);
        let (Some(first), Some(track)) = (targets.first(), self.pack.tracks.first()) else {
            return;
        };
        let attack = Act::Attack { track: track.id.clone() };
        let command = attempt.command(attack, Some(Against::Character(first.id)));
        let whom = targets
            .iter()
            .map(|one| choice(Against::Character(one.id), wording::word(&one.name)))
            .collect();
        let tracks =
            self.pack.tracks.iter().map(|track| choice(&track.id, wording::word(&track.name)));
        let fields = vec![
            choice_field("against", message!("fate-field-whom"), whom),
            choice_field("act/track", message!("fate-field-track"), tracks.collect()),
        ];
        self.offer("F-23", message!("fate-act-attack"), command, attempt.fields(fields));
    }
    /// All ways to absorb a hit that waits, and being taken out.
    pub(super) fn hit_to_absorb(&mut self, hit: &Hit) {
        if !self.owns(hit.to) {
            return;
        }
        let waits = waits(self.state, hit);
        for way in self.pack.ways(self.state, hit) {
            self.absorb(hit, &way, waits.clone());
        }
        let command = Command::GoOut { hit: hit.id };
        self.wait("F-31", waits, message!("fate-act-go-out"), command, Vec::new());
    }

    fn absorb(&mut self, hit: &Hit, way: &Way, waits: Message) {
        let rules = way.slots.iter().filter_map(|slot| self.pack.consequence(slot));
        let names: Vec<Message> = rules
            .map(|rule| message!("fate-slot-value", slot = &rule.name, value = rule.value))
            .collect();
        let label = if names.is_empty() && !way.marks.is_empty() {
            let (count, worth) = (way.marks.len(), way.boxes);
            message!("fate-way-marks", count = count, worth = worth)
        } else if names.is_empty() {
            message!("fate-way-boxes", boxes = way.boxes)
        } else if way.boxes == 0 {
            message!("fate-way-slots", slots = names)
        } else {
            message!("fate-way", boxes = way.boxes, slots = names)
        };
        let label = message!("fate-act-absorb", way = label);
        let consequences: Vec<TakenConsequence> = way
            .slots
            .iter()
            .map(|slot| TakenConsequence { slot: slot.clone(), name: BLANK.to_owned() })
            .collect();
        let field = |at: usize| {
            let path = format!("consequences/{at}/name");
            text_field(&path, message!("fate-field-consequence"), false)
        };
        let is_asked = |at: &usize| {
            let rule = self.pack.consequence(&way.slots[*at]);
            rule.is_none_or(|rule| rule.aspect == AspectWords::Asked)
        };
        let fields = (0..consequences.len()).filter(is_asked).map(field).collect();
        let marks = way.marks.clone();
        let command = Command::Absorb { hit: hit.id, boxes: way.boxes, consequences, marks };
        self.wait("F-31", waits, label, command, fields);
    }

    /// The host hits someone on a track.
    pub(super) fn hit(&mut self, character: &Character, track: &Track) {
        let command = Command::Hit { to: character.id, track: track.id.clone(), shifts: 1 };
        let label = message!("fate-act-hit", track = &track.name);
        let field = number_field("shifts", message!("fate-field-shifts"), 1, 30);
        self.offer("F-31", label, command, vec![field]);
    }
}
