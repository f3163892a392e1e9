//! The host's characters by size: nameless, supporting, main; mobs and copies (F-54).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::name::Among;
use super::offers::{number_field, text_field};
use super::{
    Aspect, AspectKind, Character, Command, Deciding, Event, Fate, OfferBuilder, PartSource, Place,
    SidePart, State, aspect, character, harm, hazard, name, stress, wording,
};
use crate::kernel::Decided;
use crate::{Id, Line, Message, Refusal, Term, Viewer, message};

/// The most in a mob.
const MOB: u8 = 50;
/// The most copies made at once.
const COPIES: u8 = 20;

/// A size of the host's characters, as the pack has it (F-54).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateNpcSize", optional_fields))]
pub struct NpcSize {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: Term,
    /// The rating of a skill that is named without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    pub rating: Option<i64>,
    /// Boxes on every track; as for a player character when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boxes: Option<u8>,
    /// The consequences they can take; all of them when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slots: Option<Vec<String>>,
}

/// What a draft says of one of the host's characters besides the sheet (F-54, F-45).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateNpcDraft", optional_fields))]
pub struct NpcDraft {
    /// The size, by its id in the pack.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    /// Boxes by track, where they are not the size's.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<BTreeMap<String, u8>>"))]
    pub boxes: BTreeMap<String, u8>,
    /// The consequences they can take, where they are not the size's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slots: Option<Vec<String>>,
    /// How many they are, when they are a mob.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mob: Option<u8>,
    /// How they act by themselves, when they are a hazard (F-45).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hazard: Option<hazard::Hazard>,
}

impl Fate {
    /// A size of the host's characters.
    #[must_use]
    pub fn npc_size(&self, id: &str) -> Option<&NpcSize> {
        self.npcs.iter().find(|size| size.id == id)
    }
}

impl NpcDraft {
    /// Whether it says nothing.
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// What a draft says of a size is the pack's, and within bounds.
pub(super) fn check(deciding: &Deciding, draft: &NpcDraft, pc: bool) -> Decided {
    if pc && !draft.is_empty() {
        return Err(Refusal::new("F-54", message!("fate-npc-only")));
    }
    if let Some(size) = &draft.size
        && deciding.pack.npc_size(size).is_none()
    {
        let all =
            deciding.pack.npcs.iter().map(|size| wording::word(&size.name)).collect::<Vec<_>>();
        return Err(Refusal::new("F-54", message!("fate-no-size", size = size))
            .instead(message!("fate-sizes", sizes = all)));
    }
    for (track, boxes) in &draft.boxes {
        stress::known_track(deciding, track)?;
        if *boxes > 30 {
            return Err(Refusal::new("F-54", message!("fate-pack-number", least = 0, most = 30)));
        }
    }
    for slot in draft.slots.iter().flatten() {
        if deciding.pack.consequence(slot).is_none() {
            return Err(Refusal::new("F-54", message!("fate-no-consequence-slot", slot = slot)));
        }
    }
    if draft.mob.is_some_and(|count| !(2..=MOB).contains(&count)) {
        return Err(Refusal::new("F-54", message!("fate-mob-bounds", most = MOB)));
    }
    hazard::check(deciding, draft.hazard.as_ref())
}

/// A character as their size makes them.
pub(super) fn sized(pack: &Fate, draft: &NpcDraft, character: &mut Character) {
    let size = draft.size.as_ref().and_then(|id| pack.npc_size(id));
    character.size.clone_from(&draft.size);
    if let Some(boxes) = size.and_then(|size| size.boxes) {
        character.boxes = pack.tracks.iter().map(|track| (track.id.clone(), boxes)).collect();
    }
    character.boxes.extend(draft.boxes.clone());
    character.slots = draft.slots.clone().or_else(|| size.and_then(|size| size.slots.clone()));
    character.mob = draft.mob;
    character.hazard.clone_from(&draft.hazard);
}

/// Those in a mob help each other: +1 for each but one, at most the rating (F-42, F-54).
pub(super) fn mob_part(character: &Character, rating: i64) -> Option<SidePart> {
    let helpers = i64::from(character.mob?.saturating_sub(1)).min(rating);
    (helpers > 0).then_some(SidePart { source: PartSource::Mob, value: helpers })
}

/// A mob shrinks as it is hurt: one falls for every hit that would take one of them out (F-54).
pub(super) fn shrink(deciding: &mut Deciding, id: Id, track: &str, by: Option<Id>) {
    let Some(one) = deciding.now().character(id) else { return };
    let Some(count) = one.mob else { return };
    let each = deciding.pack.boxes_of_one(one, track).saturating_add(1);
    let marked = one.marked(track);
    let fallen = marked / each;
    if fallen == 0 {
        return;
    }
    let left = count.saturating_sub(fallen);
    let marked = marked - fallen * each;
    deciding.push(Event::MobShrank { character: id, track: track.to_owned(), marked, left });
    if left == 0 {
        harm::take_out(deciding, id, by, None);
    }
}

/// One of the host's characters in a line: how many, what they withstand, what they can do.
pub(super) fn summary(pack: &Fate, one: &Character) -> Message {
    let size = one.size.as_ref().and_then(|id| pack.npc_size(id));
    let mut parts: Vec<Message> = size.map(|size| wording::word(&size.name)).into_iter().collect();
    let mut skills: Vec<(&str, i64)> =
        one.skills.iter().map(|(id, rating)| (id.as_str(), *rating)).collect();
    skills.sort_by_key(|(_, rating)| -rating);
    if let Some(count) = one.mob {
        parts.push(message!("fate-npc-mob", count = count));
    }
    parts.extend(pack.tracks.iter().map(|track| {
        let boxes = pack.boxes(one, &track.id);
        message!("fate-npc-boxes", track = &track.name, boxes = boxes)
    }));
    let slots: Vec<Message> = pack
        .consequences
        .iter()
        .filter(|rule| one.slots.as_ref().is_none_or(|slots| slots.contains(&rule.id)))
        .map(|rule| message!("fate-word", word = &rule.name))
        .collect();
    parts.push(match slots.is_empty() {
        true => message!("fate-npc-no-slots"),
        false => message!("fate-npc-slots", slots = slots),
    });
    parts.extend(skills.iter().map(|(id, rating)| {
        let (skill, value) = (pack.skill_name(id), wording::signed(*rating));
        match mob_part(one, *rating) {
            Some(help) => {
                let help = wording::signed(help.value);
                message!("fate-npc-skill-helped", skill = skill, value = value, help = help)
            }
            None => message!("fate-npc-skill", skill = skill, value = value),
        }
    }));
    message!("fate-npc-summary", who = &one.name, parts = parts)
}

/// The host copies a character of theirs, with the sheet and without the hurts.
pub(super) fn copy(deciding: &mut Deciding, id: Id, typed: Option<&str>, count: u8) -> Decided {
    deciding.host()?;
    let one = character::seen(deciding, id)?.clone();
    if one.pc {
        return Err(Refusal::new("F-54", message!("fate-npc-only")));
    }
    if !(1..=COPIES).contains(&count) {
        return Err(Refusal::new("F-54", message!("fate-pack-number", least = 1, most = COPIES)));
    }
    let typed = typed.map(wording::name).transpose()?;
    let aspects: Vec<Aspect> = deciding
        .now()
        .aspects_of(id)
        .filter(|aspect| matches!(aspect.kind, AspectKind::Character { .. }))
        .cloned()
        .collect();
    for _ in 0..count {
        character::room(deciding)?;
        aspect::room(deciding)?;
        let copy = deciding.id();
        let aspects = aspects
            .iter()
            .map(|aspect| Aspect {
                id: deciding.id(),
                on: Place::Character(copy),
                free: Vec::new(),
                ..aspect.clone()
            })
            .collect();
        let called = typed.as_deref().map_or_else(|| one.name.clone(), Term::from);
        let name = name::apart(deciding, called, Among::Characters, &one.seen);
        let character = Character {
            id: copy,
            name,
            stress: BTreeMap::new(),
            marks: BTreeMap::new(),
            out: false,
            absence: None,
            notes: String::new(),
            ..one.clone()
        };
        deciding.push(Event::CharacterMade { character: Box::new(character), aspects });
    }
    Ok(())
}

pub(super) fn shrank(state: &mut State, character: Id, track: &str, marked: u8, left: u8) {
    stress::marked(state, character, track, marked);
    if let Some(character) = state.character_mut(character) {
        character.mob = Some(left);
    }
}

pub(super) fn tell_shrank(before: &State, character: Id, left: u8, viewer: Viewer) -> Option<Line> {
    let one = before.seen_character(viewer, character)?;
    let fallen = one.mob?.saturating_sub(left);
    Some(message!("fate-mob-shrank", who = &one.name, fallen = fallen, left = left).into())
}

impl OfferBuilder<'_> {
    /// The host copies a character of theirs.
    pub(super) fn copies(&mut self, character: &Character) {
        let command = Command::CopyCharacter { character: character.id, name: None, count: 1 };
        let label = message!("fate-act-copy");
        let count = number_field("count", message!("fate-field-copies"), 1, COPIES.into());
        let name = text_field("name", message!("fate-field-name"), true);
        self.offer("F-54", label, command, vec![count, name]);
    }
}
