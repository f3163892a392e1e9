//! Zones: what lies next to what, and who is where (F-43).

use serde::{Deserialize, Serialize};

use super::act::Attempt;
use super::offers::{BLANK, choice_field, number_field, text_field};
use super::{
    Character, Command, Deciding, Event, Fate, OfferBuilder, Purpose, Scene, State, character,
    name, opposition, scene, show, wording,
};
use crate::kernel::{Decided, choice};
use crate::{Id, Line, Refusal, Term, Viewer, message};

/// The most zones of a scene.
const ZONES: usize = 30;

/// A place within the scene (F-43).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateZone"))]
pub struct Zone {
    /// Which one.
    pub id: Id,
    /// What it is called.
    pub name: Term,
}

/// Two zones that adjoin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateBorder", optional_fields))]
pub struct Border {
    /// One zone.
    pub one: Id,
    /// The other.
    pub other: Id,
    /// The difficulty of passing, when it is barred (F-43).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    pub barred: Option<i64>,
}

impl Border {
    pub(super) fn joins(&self, one: Id, other: Id) -> bool {
        (self.one, self.other) == (one, other) || (self.one, self.other) == (other, one)
    }
}

impl Scene {
    /// The border between two zones.
    #[must_use]
    pub fn border(&self, one: Id, other: Id) -> Option<&Border> {
        self.borders.iter().find(|border| border.joins(one, other))
    }

    /// A zone.
    #[must_use]
    pub fn zone(&self, id: Id) -> Option<&Zone> {
        self.zones.iter().find(|zone| zone.id == id)
    }
}

/// The host adds a zone.
pub(super) fn add(deciding: &mut Deciding, name: &str, next_to: Option<&[Id]>) -> Decided {
    deciding.host()?;
    let scene = scene::open(deciding)?;
    if scene.zones.len() >= ZONES {
        return Err(Refusal::new("F-43", message!("fate-too-many", most = ZONES)));
    }
    let neighbours = match next_to {
        Some(zones) => zones.to_vec(),
        None => scene.zones.last().map(|zone| zone.id).into_iter().collect(),
    };
    if neighbours.iter().any(|zone| scene.zone(*zone).is_none()) {
        return Err(Refusal::new("F-43", message!("fate-no-zone")));
    }
    let taken: Vec<&Term> = scene.zones.iter().map(|zone| &zone.name).collect();
    let name = name::free(&wording::name(name)?.as_str().into(), &taken);
    let zone = Zone { id: deciding.id(), name };
    let borders =
        neighbours.into_iter().map(|other| Border { one: zone.id, other, barred: None }).collect();
    deciding.push(Event::ZoneAdded { zone, borders });
    Ok(())
}

/// The host draws a border, bars it or opens it.
pub(super) fn set_border(
    deciding: &mut Deciding,
    one: Id,
    other: Id,
    barred: Option<i64>,
) -> Decided {
    deciding.host()?;
    let scene = scene::open(deciding)?;
    if one == other || scene.zone(one).is_none() || scene.zone(other).is_none() {
        return Err(Refusal::new("F-43", message!("fate-no-zone")));
    }
    if let Some(difficulty) = barred {
        opposition::difficulty(difficulty)?;
    }
    deciding.push(Event::BorderSet { border: Border { one, other, barred } });
    Ok(())
}

/// A step into the next zone, free unless barred (F-43).
pub(super) fn walk(deciding: &mut Deciding, character: Id, zone: Id) -> Decided {
    let name = character::mine(deciding, character)?.name.clone();
    let scene = scene::open(deciding)?;
    if scene.zone(zone).is_none() {
        return Err(Refusal::new("F-43", message!("fate-no-zone")));
    }
    let here = scene.whereabouts.get(&character).copied();
    if here == Some(zone) {
        return Err(Refusal::new("F-43", message!("fate-already-there", who = &name)));
    }
    let fighting = scene.conflict.as_ref().and_then(|conflict| conflict.combatant(character));
    if let Some(one) = fighting {
        let turn = scene.conflict.as_ref().and_then(|conflict| conflict.turn);
        if turn != Some(character) || one.out {
            return Err(Refusal::new("F-42", message!("fate-not-your-turn", who = &name)));
        }
        if one.moved {
            return Err(Refusal::new("F-43", message!("fate-moved-already", who = &name)));
        }
    }
    let placed_by_host = deciding.by.is_host() && fighting.is_none();
    if let Some(here) = here
        && !placed_by_host
    {
        match scene.border(here, zone) {
            Some(Border { barred: None, .. }) => {}
            Some(Border { barred: Some(difficulty), .. }) => {
                return Err(Refusal::new(
                    "F-43",
                    message!("fate-barred", difficulty = *difficulty),
                )
                .instead(message!("fate-overcome-to-reach")));
            }
            None => {
                return Err(Refusal::new("F-43", message!("fate-too-far"))
                    .instead(message!("fate-overcome-to-reach")));
            }
        }
    }
    let free = fighting.is_some();
    show::reveal(deciding, character);
    deciding.push(Event::Moved { character, zone, free });
    Ok(())
}

pub(super) fn added(state: &mut State, zone: &Zone, borders: &[Border]) {
    if let Some(scene) = state.scene_mut() {
        scene.zones.push(zone.clone());
        scene.borders.extend(borders);
    }
}

pub(super) fn border_set(state: &mut State, border: Border) {
    if let Some(scene) = state.scene_mut() {
        scene.borders.retain(|old| !old.joins(border.one, border.other));
        scene.borders.push(border);
    }
}

pub(super) fn moved(state: &mut State, character: Id, zone: Id, free: bool) {
    if let Some(scene) = state.scene_mut() {
        scene.whereabouts.insert(character, zone);
    }
    if free && let Some(one) = state.combatant_mut(character) {
        one.moved = true;
    }
}

pub(super) fn tell_added(zone: &Zone) -> Option<Line> {
    Some(message!("fate-zone-added", zone = &zone.name).into())
}

pub(super) fn tell_border_set(pack: &Fate, before: &State, border: Border) -> Option<Line> {
    let scene = before.scene.as_ref()?;
    let (one, other) = (&scene.zone(border.one)?.name, &scene.zone(border.other)?.name);
    let message = match border.barred {
        Some(difficulty) => message!(
            "fate-border-barred",
            one = one,
            other = other,
            difficulty = pack.on_ladder(difficulty)
        ),
        None => message!("fate-border-open", one = one, other = other),
    };
    Some(message.into())
}

pub(super) fn tell_moved(before: &State, character: Id, zone: Id, viewer: Viewer) -> Option<Line> {
    let one = before.seen_character(viewer, character)?;
    let zone = before.scene.as_ref()?.zone(zone)?;
    Some(message!("fate-moved", who = &one.name, zone = &zone.name).into())
}

impl OfferBuilder<'_> {
    /// Overcoming what lies between a character and a zone.
    pub(super) fn ways_to_zones(&mut self, attempt: &Attempt) {
        let Some(scene) = &self.state.scene else { return };
        let here = scene.whereabouts.get(&attempt.by.id).copied();
        let zones: Vec<&Zone> = scene.zones.iter().filter(|zone| here != Some(zone.id)).collect();
        let Some(first) = zones.first() else { return };
        let of = zones.iter().map(|zone| choice(zone.id, wording::word(&zone.name))).collect();
        let field = choice_field("act/purpose/zone", message!("fate-field-zone"), of);
        let purpose = Purpose::Reach { zone: first.id };
        self.overcome("F-43", message!("fate-act-reach"), attempt, purpose, vec![field]);
    }

    pub(super) fn moves(&mut self, character: &Character) {
        let Some(scene) = &self.state.scene else { return };
        let here = scene.whereabouts.get(&character.id).copied();
        let fights = scene.conflict.as_ref().is_some_and(|it| it.combatant(character.id).is_some());
        let anywhere = here.is_none() || (self.by.is_host() && !fights);
        let open = |zone: &&Zone| {
            let next = here.and_then(|here| scene.border(here, zone.id));
            Some(zone.id) != here && (anywhere || next.is_some_and(|next| next.barred.is_none()))
        };
        let zones: Vec<&Zone> = scene.zones.iter().filter(open).collect();
        let Some(first) = zones.first() else { return };
        let of = zones.iter().map(|zone| choice(zone.id, wording::word(&zone.name))).collect();
        let field = choice_field("zone", message!("fate-field-zone"), of);
        let command = Command::Move { character: character.id, zone: first.id };
        self.offer("F-43", message!("fate-act-move"), command, vec![field]);
    }

    /// The host adds a zone (F-43).
    pub(super) fn new_zone(&mut self) {
        let name = text_field("name", message!("fate-field-zone"), false);
        let zone = Command::AddZone { name: BLANK.to_owned(), next_to: None };
        self.offer("F-43", message!("fate-act-zone"), zone, vec![name]);
    }

    /// What lies between a zone and the others, and its name.
    pub(super) fn zone(&mut self, one: &Zone) {
        let Some(scene) = &self.state.scene else { return };
        self.rename("F-43", one.id, message!("fate-field-zone"));
        for other in scene.zones.iter().filter(|other| other.id != one.id) {
            let set = |barred| Command::SetBorder { one: one.id, other: other.id, barred };
            let border = scene.border(one.id, other.id);
            if border.is_none_or(|border| border.barred.is_some()) {
                let label = message!("fate-act-open-border", other = &other.name);
                self.offer("F-43", label, set(None), Vec::new());
            }
            let label = message!("fate-act-bar", other = &other.name);
            let field = number_field("barred", message!("fate-part-difficulty"), -10, 20);
            self.offer("F-43", label, set(Some(2)), vec![field]);
        }
    }
}
