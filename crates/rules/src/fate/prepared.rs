//! Scenes prepared before they start: zones, aspects, people and their free invokes, hidden until
//! then (F-44).

use serde::{Deserialize, Serialize};

use super::name::Among;
use super::offers::{BLANK, choice_field, number_field, switch_field, text_field, words_field};
use super::{
    Aspect, AspectKind, Border, Command, Deciding, Event, Free, Holder, OfferBuilder, Place, Scene,
    State, Zone, absence, aspect, character, holder, name, opposition, scene, show, wording,
};
use crate::kernel::{Decided, choice};
use crate::{Audience, Id, Line, Refusal, Term, Viewer, message};

/// The most scenes prepared at a time.
const MOST: usize = 30;
/// The most aspects, zones or people of one.
const THINGS: usize = 40;

/// A scene prepared by the host, who alone sees it until it starts (F-44).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FatePrepared"))]
pub struct Prepared {
    /// Which one.
    pub id: Id,
    /// What it will be called.
    pub title: Term,
    /// What it will be like.
    pub text: String,
    /// What only the host may read.
    #[serde(default)]
    pub notes: String,
    /// Its zones.
    #[serde(default)]
    pub zones: Vec<Zone>,
    /// Which zones adjoin.
    #[serde(default)]
    pub borders: Vec<Border>,
    /// Its aspects.
    #[serde(default)]
    pub aspects: Vec<PreparedAspect>,
    /// Who will be there.
    #[serde(default)]
    pub people: Vec<PreparedPerson>,
}

/// An aspect of a prepared scene.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FatePreparedAspect", optional_fields))]
pub struct PreparedAspect {
    /// Which one.
    pub id: Id,
    /// What it says.
    pub name: Term,
    /// The zone it is in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<Id>,
    /// Whether it is true of the whole game.
    #[serde(default)]
    pub game: bool,
    /// Whether only the host sees it when the scene has started.
    #[serde(default)]
    pub hidden: bool,
    /// Free invokes on it.
    #[serde(default)]
    pub free: Vec<Free>,
}

/// Someone who will be in a prepared scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FatePreparedPerson", optional_fields))]
pub struct PreparedPerson {
    /// Who.
    pub who: Id,
    /// In which zone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<Id>,
    /// Whether only the host sees them when the scene has started.
    #[serde(default)]
    pub hidden: bool,
}

/// What is added to a prepared scene, or changed in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FatePreparing", optional_fields))]
pub enum Preparing {
    /// Another title, text or note.
    Describe {
        /// What it will be called.
        title: String,
        /// What it will be like.
        text: String,
        /// What only the host may read.
        notes: String,
    },
    /// A zone, next to the last one.
    Zone {
        /// What it is called.
        name: String,
    },
    /// A border between two zones.
    Border {
        /// One zone.
        one: Id,
        /// The other.
        other: Id,
        /// The difficulty of passing; free when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
        barred: Option<i64>,
    },
    /// An aspect.
    Aspect {
        /// What it says.
        name: String,
        /// The zone it is in.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        zone: Option<Id>,
        /// Whether it is true of the whole game.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        game: bool,
        /// Whether only the host sees it when the scene has started.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        hidden: bool,
        /// Whose free invoke comes with it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        free: Option<Holder>,
    },
    /// A free invoke on one of its aspects.
    Free {
        /// On which aspect.
        aspect: Id,
        /// Whose.
        to: Holder,
    },
    /// Someone who will be there, or their other place.
    Person {
        /// Who.
        who: Id,
        /// In which zone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        zone: Option<Id>,
        /// Whether only the host sees them when the scene has started.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        hidden: bool,
    },
    /// An aspect of the open scene goes on into this one, with its free invokes.
    Carry {
        /// Which one.
        aspect: Id,
    },
    /// A zone, an aspect or someone is taken out of it.
    Drop {
        /// Which thing.
        thing: Id,
    },
    /// It comes at another place among the prepared scenes, counted from 0.
    Place {
        /// Which.
        at: u8,
    },
}

impl State {
    /// A prepared scene.
    #[must_use]
    pub fn prepared(&self, id: Id) -> Option<&Prepared> {
        self.prepared.iter().map(|one| &**one).find(|one| one.id == id)
    }
}

fn found<'d>(deciding: &'d Deciding, id: Id) -> Result<&'d Prepared, Refusal> {
    deciding.host()?;
    deciding.now().prepared(id).ok_or_else(|| Refusal::new("F-44", message!("fate-no-prepared")))
}

/// The host prepares a scene.
pub(super) fn prepare(deciding: &mut Deciding, title: &str, text: &str) -> Decided {
    deciding.host()?;
    let title: Term = wording::name(title)?.as_str().into();
    let text = wording::text(text)?;
    let prepared = blank(deciding, title, text);
    keep(deciding, prepared)
}

fn blank(deciding: &mut Deciding, title: Term, text: String) -> Prepared {
    let taken: Vec<Term> = deciding.now().prepared.iter().map(|one| one.title.clone()).collect();
    Prepared {
        id: deciding.id(),
        title: name::free(&title, &taken.iter().collect::<Vec<_>>()),
        text,
        notes: String::new(),
        zones: Vec::new(),
        borders: Vec::new(),
        aspects: Vec::new(),
        people: Vec::new(),
    }
}

fn keep(deciding: &mut Deciding, prepared: Prepared) -> Decided {
    if deciding.now().prepared.len() >= MOST {
        return Err(Refusal::new("F-44", message!("fate-too-many", most = MOST)));
    }
    deciding.push(Event::ScenePrepared { prepared: Box::new(prepared) });
    Ok(())
}

/// The host adds to a prepared scene, or changes it.
pub(super) fn change(deciding: &mut Deciding, id: Id, preparing: &Preparing) -> Decided {
    let mut prepared = found(deciding, id)?.clone();
    let zone_there = |zone: Option<Id>, prepared: &Prepared| match zone {
        Some(zone) if prepared.zones.iter().all(|one| one.id != zone) => {
            Err(Refusal::new("F-43", message!("fate-no-zone")))
        }
        _ => Ok(()),
    };
    match preparing {
        Preparing::Describe { title, text, notes } => {
            prepared.title = wording::name(title)?.as_str().into();
            prepared.text = wording::text(text)?;
            prepared.notes = wording::text(notes)?;
        }
        Preparing::Zone { name } => {
            let taken: Vec<&Term> = prepared.zones.iter().map(|zone| &zone.name).collect();
            let name = name::free(&wording::name(name)?.as_str().into(), &taken);
            let zone = Zone { id: deciding.id(), name };
            if let Some(last) = prepared.zones.last() {
                prepared.borders.push(Border { one: zone.id, other: last.id, barred: None });
            }
            prepared.zones.push(zone);
        }
        Preparing::Border { one, other, barred } => {
            zone_there(Some(*one), &prepared)?;
            zone_there(Some(*other), &prepared)?;
            if one == other {
                return Err(Refusal::new("F-43", message!("fate-no-zone")));
            }
            if let Some(difficulty) = barred {
                opposition::difficulty(*difficulty)?;
            }
            prepared.borders.retain(|border| !border.joins(*one, *other));
            prepared.borders.push(Border { one: *one, other: *other, barred: *barred });
        }
        Preparing::Aspect { name, zone, game, hidden, free } => {
            zone_there(*zone, &prepared)?;
            if let Some(free) = free {
                holder::known(deciding, *free)?;
            }
            let taken: Vec<&Term> = prepared.aspects.iter().map(|one| &one.name).collect();
            let name = name::free(&wording::name(name)?.as_str().into(), &taken);
            prepared.aspects.push(PreparedAspect {
                id: deciding.id(),
                name,
                zone: *zone,
                game: *game,
                hidden: *hidden,
                free: free.map(|to| Free { to, count: 1 }).into_iter().collect(),
            });
        }
        Preparing::Free { aspect, to } => {
            holder::known(deciding, *to)?;
            let none = || Refusal::new("B-12", message!("fate-no-aspect"));
            let found = prepared.aspects.iter_mut().find(|one| one.id == *aspect);
            let free = &mut found.ok_or_else(none)?.free;
            match free.iter_mut().find(|one| one.to == *to) {
                Some(free) => free.count = free.count.saturating_add(1).min(20),
                None => free.push(Free { to: *to, count: 1 }),
            }
        }
        Preparing::Person { who, zone, hidden } => {
            zone_there(*zone, &prepared)?;
            let one = character::seen(deciding, *who)?;
            let hidden = *hidden && !one.pc;
            prepared.people.retain(|one| one.who != *who);
            prepared.people.push(PreparedPerson { who: *who, zone: *zone, hidden });
        }
        Preparing::Carry { aspect } => {
            let one = aspect::seen(deciding, *aspect)?;
            let carried = carried(one, None);
            let Some(mut carried) = carried else {
                return Err(Refusal::new("F-44", message!("fate-not-carried")));
            };
            // A zone of the open scene is none of this one, unless it was carried over too.
            carried.zone =
                carried.zone.filter(|zone| prepared.zones.iter().any(|one| one.id == *zone));
            prepared.aspects.push(carried);
        }
        Preparing::Drop { thing } => {
            let count = prepared.zones.len() + prepared.aspects.len() + prepared.people.len();
            prepared.zones.retain(|one| one.id != *thing);
            prepared.borders.retain(|one| one.one != *thing && one.other != *thing);
            prepared.aspects.retain(|one| one.id != *thing);
            prepared.people.retain(|one| one.who != *thing);
            for one in &mut prepared.aspects {
                one.zone = one.zone.filter(|zone| zone != thing);
            }
            for one in &mut prepared.people {
                one.zone = one.zone.filter(|zone| zone != thing);
            }
            if prepared.zones.len() + prepared.aspects.len() + prepared.people.len() == count {
                return Err(Refusal::new("B-12", message!("fate-no-thing")));
            }
        }
        Preparing::Place { at } => {
            deciding.push(Event::PreparedPlaced { prepared: id, at: *at });
            return Ok(());
        }
    }
    let most = [prepared.zones.len(), prepared.aspects.len(), prepared.people.len()];
    if most.iter().any(|count| *count > THINGS) || prepared.zones.len() > 30 {
        return Err(Refusal::new("F-44", message!("fate-too-many", most = THINGS)));
    }
    deciding.push(Event::PreparedChanged { prepared: Box::new(prepared) });
    Ok(())
}

/// An aspect as it goes on into another scene; those that last go on by themselves, and boosts not.
/// Whether an aspect is kept when its scene is carried over.
pub(super) fn is_carried(aspect: &Aspect) -> bool {
    carried(aspect, None).is_some()
}

fn carried(aspect: &Aspect, id: Option<Id>) -> Option<PreparedAspect> {
    if aspect.kind != AspectKind::Situation || aspect.character().is_some() {
        return None;
    }
    Some(PreparedAspect {
        id: id.unwrap_or(aspect.id),
        name: aspect.name.clone()?,
        zone: match aspect.on {
            Place::Zone(zone) => Some(zone),
            Place::Game | Place::Scene | Place::Character(_) => None,
        },
        game: false,
        hidden: aspect.seen != Audience::All,
        free: aspect.free.clone(),
    })
}

/// The open scene is kept as a prepared one, so that the next can go on from it (F-44).
pub(super) fn carry_over(deciding: &mut Deciding) -> Decided {
    let scene = scene::open(deciding)?.clone();
    let mut prepared = blank(deciding, scene.title.clone(), scene.text.clone());
    let now = deciding.now();
    prepared.notes.clone_from(&scene.notes);
    prepared.zones.clone_from(&scene.zones);
    prepared.borders.clone_from(&scene.borders);
    prepared.aspects = now.aspects.iter().filter_map(|one| carried(one, None)).collect();
    prepared.people = scene
        .whereabouts
        .iter()
        .filter(|(who, _)| now.character(**who).is_some_and(|one| !one.out))
        .map(|(who, zone)| PreparedPerson {
            who: *who,
            zone: Some(*zone),
            hidden: now.character(*who).is_some_and(|one| one.seen != Audience::All),
        })
        .collect();
    keep(deciding, prepared)
}

/// The host starts a prepared scene: what was hidden for it is there.
pub(super) fn start(deciding: &mut Deciding, id: Id) -> Decided {
    let prepared = found(deciding, id)?.clone();
    if deciding.now().scene.is_some() {
        return Err(Refusal::new("F-10", message!("fate-scene-open")));
    }
    let new = Scene {
        zones: prepared.zones.clone(),
        borders: prepared.borders.clone(),
        notes: prepared.notes.clone(),
        ..Scene::new(deciding.id(), prepared.title.clone(), prepared.text.clone())
    };
    deciding.push(Event::PreparedDropped { prepared: id, started: true });
    scene::begin(deciding, new);
    for one in prepared.aspects {
        aspect::room(deciding)?;
        let on = match (one.game, one.zone) {
            (true, _) => Place::Game,
            (false, Some(zone)) => Place::Zone(zone),
            (false, None) => Place::Scene,
        };
        let seen = if one.hidden { Audience::Host } else { Audience::All };
        let there = |free: &Free| holder::known(deciding, free.to).is_ok();
        let free = one.free.iter().copied().filter(there).collect();
        let aspect = Aspect {
            id: deciding.id(),
            name: Some(name::apart(deciding, one.name, Among::of(on), &seen)),
            kind: if one.game { AspectKind::Game } else { AspectKind::Situation },
            on,
            free,
            seen,
        };
        deciding.push(Event::AspectAdded { aspect: Box::new(aspect) });
    }
    for one in prepared.people {
        if deciding.now().character(one.who).is_none() {
            continue;
        }
        if !one.hidden {
            show::reveal(deciding, one.who);
        }
        if let Some(zone) = one.zone {
            deciding.push(Event::Moved { character: one.who, zone, free: false });
        }
    }
    absence::all_back(deciding);
    Ok(())
}

/// The host gives a prepared scene up.
pub(super) fn drop(deciding: &mut Deciding, id: Id) -> Decided {
    found(deciding, id)?;
    deciding.push(Event::PreparedDropped { prepared: id, started: false });
    Ok(())
}

pub(super) fn kept(state: &mut State, prepared: &Prepared) {
    state.prepared.push(std::sync::Arc::new(prepared.clone()));
}

pub(super) fn changed(state: &mut State, prepared: &Prepared) {
    if let Some(one) = state.prepared.iter_mut().find(|one| one.id == prepared.id) {
        *one = std::sync::Arc::new(prepared.clone());
    }
}

pub(super) fn placed(state: &mut State, prepared: Id, at: u8) {
    if let Some(from) = state.prepared.iter().position(|one| one.id == prepared) {
        let one = state.prepared.remove(from);
        state.prepared.insert(usize::from(at).min(state.prepared.len()), one);
    }
}

pub(super) fn dropped(state: &mut State, prepared: Id) {
    state.prepared.retain(|one| one.id != prepared);
}

pub(super) fn tell_kept(prepared: &Prepared, viewer: Viewer) -> Option<Line> {
    let host = viewer == Viewer::Host;
    host.then(|| message!("fate-prepared", title = &prepared.title).into())
}

pub(super) fn tell_changed(prepared: &Prepared, viewer: Viewer) -> Option<Line> {
    if viewer != Viewer::Host {
        return None;
    }
    let message = message!(
        "fate-prepared-changed",
        title = &prepared.title,
        zones = prepared.zones.len(),
        aspects = prepared.aspects.len(),
        people = prepared.people.len()
    );
    Some(message.into())
}

pub(super) fn tell_placed(before: &State, prepared: Id, at: u8, viewer: Viewer) -> Option<Line> {
    let title = &before.prepared(prepared).filter(|_| viewer == Viewer::Host)?.title;
    Some(message!("fate-prepared-placed", title = title, number = at + 1).into())
}

pub(super) fn tell_dropped(before: &State, prepared: Id, viewer: Viewer) -> Option<Line> {
    let title = &before.prepared(prepared).filter(|_| viewer == Viewer::Host)?.title;
    Some(message!("fate-prepared-dropped", title = title).into())
}

impl OfferBuilder<'_> {
    /// The host prepares scenes (F-44).
    pub(super) fn preparations(&mut self) {
        let title = text_field("title", message!("fate-field-title"), false);
        let text = words_field("text", message!("fate-field-description"));
        let command = Command::PrepareScene { title: BLANK.to_owned(), text: String::new() };
        self.offer("F-44", message!("fate-act-prepare"), command, vec![title, text]);
    }

    /// What the host does with one prepared scene.
    pub(super) fn prepared(&mut self, prepared: &Prepared) {
        let (id, title) = (prepared.id, &prepared.title);
        let start = Command::StartPrepared { prepared: id };
        self.offer("F-44", message!("fate-act-start"), start, Vec::new());
        let change = |change| Command::ChangePrepared { prepared: id, change };
        let describe = Preparing::Describe {
            title: title.spellings().next().unwrap_or(BLANK).to_owned(),
            text: prepared.text.clone(),
            notes: prepared.notes.clone(),
        };
        let fields = vec![
            text_field("change/title", message!("fate-field-title"), false),
            words_field("change/text", message!("fate-field-description")),
            words_field("change/notes", message!("fate-field-notes")),
        ];
        let label = message!("fate-act-prepare-describe");
        self.offer("F-44", label, change(describe), fields);
        let zone = Preparing::Zone { name: BLANK.to_owned() };
        let name = text_field("change/name", message!("fate-field-zone"), false);
        let label = message!("fate-act-prepare-zone");
        self.offer("F-44", label, change(zone), vec![name]);
        self.prepared_border(prepared);
        let mut zones = vec![choice(None::<Id>, message!("fate-place-scene"))];
        zones.extend(
            prepared.zones.iter().map(|zone| choice(Some(zone.id), wording::word(&zone.name))),
        );
        let zone_field = choice_field("change/zone", message!("fate-field-zone"), zones);
        let hidden = switch_field("change/hidden", message!("fate-field-hidden"));
        let aspect = Preparing::Aspect {
            name: BLANK.to_owned(),
            zone: None,
            game: false,
            hidden: false,
            free: None,
        };
        let mut fields = vec![
            text_field("change/name", message!("fate-field-aspect"), false),
            zone_field.clone(),
            switch_field("change/game", message!("fate-place-game")),
            hidden.clone(),
        ];
        if let Some((_, mut free)) = self.holder_choice("change/free", None) {
            if let crate::Bounds::Choice { of } = &mut free.bounds {
                of.insert(0, choice(None::<Holder>, message!("fate-nobody")));
            }
            free.label = message!("fate-field-free");
            fields.push(free);
        }
        let label = message!("fate-act-prepare-aspect");
        self.offer("F-44", label, change(aspect), fields);
        let people = self.people();
        if let Some(first) = people.first() {
            let of = people.iter().map(|one| choice(one.id, wording::word(&one.name))).collect();
            let who = choice_field("change/who", message!("fate-field-whom"), of);
            let person = Preparing::Person { who: first.id, zone: None, hidden: false };
            let label = message!("fate-act-prepare-person");
            self.offer("F-44", label, change(person), vec![who, zone_field, hidden]);
        }
        for aspect in &prepared.aspects {
            if let Some((to, field)) = self.holder_choice("change/to", None) {
                let free = Preparing::Free { aspect: aspect.id, to };
                let label = message!("fate-act-prepare-free", aspect = &aspect.name);
                self.offer("F-44", label, change(free), vec![field]);
            }
        }
        let things = prepared.zones.iter().map(|zone| (zone.id, zone.name.clone()));
        let things = things.chain(prepared.aspects.iter().map(|one| (one.id, one.name.clone())));
        let people = prepared.people.iter().map(|one| (one.who, self.state.name(one.who)));
        for (thing, name) in things.chain(people) {
            let label = message!("fate-act-prepare-drop", thing = name);
            self.offer("F-44", label, change(Preparing::Drop { thing }), Vec::new());
        }
        let carried: Vec<&Aspect> = self
            .aspects()
            .into_iter()
            .filter(|one| carried(one, None).is_some())
            .filter(|one| prepared.aspects.iter().all(|it| it.id != one.id))
            .collect();
        for one in carried {
            let label =
                message!("fate-act-prepare-carry", aspect = aspect::name(one.name.as_ref()));
            self.offer("F-44", label, change(Preparing::Carry { aspect: one.id }), Vec::new());
        }
        if self.state.prepared.len() > 1 {
            let last = i64::try_from(self.state.prepared.len() - 1).unwrap_or(0);
            let at = number_field("change/at", message!("fate-field-place-in-order"), 0, last);
            let label = message!("fate-act-prepare-place");
            self.offer("F-44", label, change(Preparing::Place { at: 0 }), vec![at]);
        }
        let drop = Command::DropPrepared { prepared: id };
        self.offer("F-44", message!("fate-act-drop-prepared"), drop, Vec::new());
    }

    /// A border between two zones of a prepared scene: open, or barred by a difficulty (F-43).
    fn prepared_border(&mut self, prepared: &Prepared) {
        let [first, second, ..] = prepared.zones.as_slice() else { return };
        let zones: Vec<_> =
            prepared.zones.iter().map(|zone| choice(zone.id, wording::word(&zone.name))).collect();
        let mut ladder = vec![choice(None::<i64>, message!("fate-border-free"))];
        ladder.extend(
            self.pack
                .ladder
                .iter()
                .filter(|rung| rung.value > 0)
                .map(|rung| choice(Some(rung.value), self.pack.on_ladder(rung.value))),
        );
        let fields = vec![
            choice_field("change/one", message!("fate-field-zone"), zones.clone()),
            choice_field("change/other", message!("fate-field-other-zone"), zones),
            choice_field("change/barred", message!("fate-part-difficulty"), ladder),
        ];
        let border = Preparing::Border { one: first.id, other: second.id, barred: Some(2) };
        let command = Command::ChangePrepared { prepared: prepared.id, change: border };
        self.offer("F-43", message!("fate-act-prepare-bar"), command, fields);
    }
}
