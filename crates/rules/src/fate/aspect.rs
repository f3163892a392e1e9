//! Aspects: short texts that are true, with lifetimes and places (F-10).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::name::Among;
use super::offers::{BLANK, choice_field, switch_field, text_field};
use super::{
    Command, Deciding, Event, Fate, Free, Holder, Mark, OfferBuilder, State, boost, holder, name,
    wording,
};
use crate::kernel::{Decided, choice};
use crate::{Audience, Field, Id, Line, Message, Refusal, Term, Viewer, message};

/// The most aspects at a table.
const MOST: usize = 500;

/// A short text that is true of someone or something (F-10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aspect {
    /// Which one.
    pub id: Id,
    /// What it says; a boost may be unnamed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Term>,
    /// What sort it is, which decides how long it lasts.
    pub kind: AspectKind,
    /// What it is true of.
    pub on: Place,
    /// Free invokes left, by whom they belong to.
    #[serde(default)]
    pub free: Vec<Free>,
    /// Who may see it.
    #[serde(default)]
    pub seen: Audience,
}

/// The sort of an aspect (F-10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateAspectKind", optional_fields))]
pub enum AspectKind {
    /// Lasts the whole game.
    Game,
    /// On the character's sheet; lasts while they are in play.
    Character {
        /// The place on the sheet, by its id in the pack.
        slot: String,
    },
    /// Taken to absorb a hit; lasts until healed (F-31).
    Consequence {
        /// The slot it fills.
        slot: String,
        /// What it absorbed, and the difficulty of treating it.
        value: u8,
        /// When it was treated (F-33).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        treated: Option<Mark>,
    },
    /// Lasts at most the scene.
    Situation,
    /// Gone when used, or at the end of the scene (F-13).
    Boost,
}

/// What an aspect is true of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FatePlace"))]
pub enum Place {
    /// The whole game.
    Game,
    /// The scene.
    Scene,
    /// A zone of the scene (F-43).
    Zone(Id),
    /// A character.
    Character(Id),
}

/// Why an aspect is gone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateGone"))]
pub enum Gone {
    /// Its boost was used.
    Used,
    /// The scene ended.
    SceneEnded,
    /// Its ground is gone, and the host says why.
    Ground {
        /// Why.
        text: String,
    },
    /// It has healed.
    Healed,
    /// Nobody is left to use it (F-13).
    HolderLeft,
    /// The scene ended, and it is kept for the next (F-44).
    Carried,
}

impl Aspect {
    /// The character it is true of.
    #[must_use]
    pub fn character(&self) -> Option<Id> {
        match self.on {
            Place::Character(id) => Some(id),
            _ => None,
        }
    }

    /// Whether it goes when the scene ends.
    #[must_use]
    pub fn passes(&self) -> bool {
        matches!(self.kind, AspectKind::Situation | AspectKind::Boost)
    }
}

/// An aspect the seat may see. A hidden one is answered like one that is not there.
pub(super) fn seen<'d>(deciding: &'d Deciding, id: Id) -> Result<&'d Aspect, Refusal> {
    let found = deciding.now().seen_aspect(deciding.viewer(), id);
    found.ok_or_else(|| Refusal::new("B-12", message!("fate-no-aspect")))
}

/// Refuses more aspects than a table holds.
pub(super) fn room(deciding: &Deciding) -> Decided {
    if deciding.now().aspects.len() < MOST {
        Ok(())
    } else {
        Err(Refusal::new("F-10", message!("fate-too-many", most = MOST)))
    }
}

/// A place the seat may see.
pub(super) fn place(deciding: &Deciding, place: Place) -> Decided {
    if deciding.now().seen_place(deciding.viewer(), place) {
        Ok(())
    } else {
        Err(Refusal::new("B-12", message!("fate-no-place")))
    }
}

/// Adds a game or situation aspect, or a boost (F-10).
pub(super) fn add(
    deciding: &mut Deciding,
    name: Option<&str>,
    on: Place,
    boost: bool,
    free: Option<Holder>,
    hidden: bool,
) -> Decided {
    deciding.host()?;
    room(deciding)?;
    place(deciding, on)?;
    let name = name.map(wording::name).transpose()?;
    if name.is_none() && !boost {
        return Err(Refusal::new("F-10", message!("typed-empty")));
    }
    if let Some(holder) = free {
        holder::known(deciding, holder)?;
    } else if boost {
        return Err(Refusal::new("F-13", message!("fate-boost-needs-holder")));
    }
    let kind = match on {
        _ if boost => AspectKind::Boost,
        Place::Game => AspectKind::Game,
        _ => AspectKind::Situation,
    };
    let seen = if hidden { Audience::Host } else { Audience::All };
    let name = name.map(|name| name::apart(deciding, name.as_str().into(), Among::of(on), &seen));
    let aspect = Aspect {
        id: deciding.id(),
        name,
        kind,
        on,
        free: free.map(|to| Free { to, count: 1 }).into_iter().collect(),
        seen,
    };
    deciding.push(Event::AspectAdded { aspect: Box::new(aspect) });
    Ok(())
}

/// Removes an aspect whose ground is gone (F-10).
pub(super) fn remove(deciding: &mut Deciding, aspect: Id, why: &str) -> Decided {
    deciding.host()?;
    let text = wording::name(why)?;
    seen(deciding, aspect)?;
    deciding.push(Event::AspectRemoved { aspect, why: Gone::Ground { text } });
    Ok(())
}

/// An aspect of a fresh situation.
pub(super) fn situation(deciding: &mut Deciding, name: &str, on: Place, free: Vec<Free>) {
    let name = name::apart(deciding, name.into(), Among::of(on), &Audience::All);
    let aspect = Aspect {
        id: deciding.id(),
        name: Some(name),
        kind: if on == Place::Game { AspectKind::Game } else { AspectKind::Situation },
        on,
        free,
        seen: Audience::All,
    };
    deciding.push(Event::AspectAdded { aspect: Box::new(aspect) });
}

pub(super) fn added(state: &mut State, aspect: &Aspect) {
    state.aspects.push(Arc::new(aspect.clone()));
}

pub(super) fn removed(state: &mut State, aspect: Id) {
    state.aspects.retain(|one| one.id != aspect);
}

pub(super) fn tell_added(
    pack: &Fate,
    before: &State,
    aspect: &Aspect,
    viewer: Viewer,
) -> Option<Line> {
    if !before.sees_aspect(viewer, aspect) {
        return None;
    }
    let said = name(aspect.name.as_ref());
    let free: Vec<Message> = aspect
        .free
        .iter()
        .map(|free| {
            message!("fate-free-of", who = holder::called(before, free.to), count = free.count)
        })
        .collect();
    let message = match &aspect.kind {
        AspectKind::Boost => message!("fate-boost-gained", aspect = said, free = free),
        AspectKind::Consequence { slot, .. } => {
            let rule = pack.consequence(slot);
            let slot = rule.map_or_else(wording::nothing, |rule| rule.name.clone());
            let who = aspect.character().map_or_else(wording::nothing, |id| before.name(id));
            message!("fate-consequence-taken", who = who, slot = slot, aspect = said)
        }
        AspectKind::Game | AspectKind::Character { .. } | AspectKind::Situation => {
            let of = aspect.character().map(|id| before.name(id));
            match (of, free.is_empty()) {
                (None, true) => message!("fate-aspect-added", aspect = said),
                (None, false) => message!("fate-aspect-added-free", aspect = said, free = free),
                (Some(of), true) => message!("fate-aspect-added-on", aspect = said, who = of),
                (Some(of), false) => {
                    message!("fate-aspect-added-on-free", aspect = said, who = of, free = free)
                }
            }
        }
    };
    Some(message.into())
}

pub(super) fn tell_removed(before: &State, aspect: Id, why: &Gone, viewer: Viewer) -> Option<Line> {
    let found = before.seen_aspect(viewer, aspect)?;
    let said = name(found.name.as_ref());
    let message = match why {
        Gone::Used => message!("fate-boost-used", aspect = said),
        Gone::SceneEnded if found.free.is_empty() => return None,
        // The host alone knows what is prepared.
        Gone::Carried => return None,
        Gone::SceneEnded => message!("fate-aspect-passed", aspect = said),
        Gone::Ground { text } => message!("fate-aspect-removed", aspect = said, why = text),
        Gone::Healed => message!("fate-healed", aspect = said),
        Gone::HolderLeft => message!("fate-boost-lost", aspect = said),
    };
    Some(message.into())
}

/// What an aspect says; an unnamed boost is called just that.
pub(super) fn name(name: Option<&Term>) -> Message {
    match name {
        Some(name) => message!("fate-aspect-name", name = name),
        None => message!("fate-unnamed-boost"),
    }
}

/// The same, of an aspect by its id.
pub(super) fn name_of(state: &State, aspect: Id) -> Message {
    name(state.aspect(aspect).and_then(|one| one.name.as_ref()))
}

impl OfferBuilder<'_> {
    /// A choice of aspects, and the first of them.
    pub(super) fn aspect_choice(
        &self,
        path: &str,
        fits: impl Fn(&Aspect) -> bool,
    ) -> Option<(Id, Field)> {
        let fitting: Vec<&Aspect> = self.aspects().into_iter().filter(|one| fits(one)).collect();
        let first = fitting.first()?.id;
        let name = |one: &Aspect| boost::called(self.state, self.by.viewer(), one);
        let of = fitting.iter().map(|one| choice(one.id, name(one))).collect();
        Some((first, choice_field(path, message!("fate-field-aspect"), of)))
    }

    /// A choice of what an aspect can be true of.
    pub(super) fn place_choice(&self, path: &str, with_game: bool) -> Field {
        let mut of = Vec::new();
        if let Some(scene) = &self.state.scene {
            of.push(choice(Place::Scene, message!("fate-place-scene")));
            of.extend(
                scene
                    .zones
                    .iter()
                    .map(|zone| choice(Place::Zone(zone.id), wording::word(&zone.name))),
            );
        }
        of.extend(
            self.people()
                .iter()
                .map(|one| choice(Place::Character(one.id), wording::word(&one.name))),
        );
        if with_game {
            of.push(choice(Place::Game, message!("fate-place-game")));
        }
        choice_field(path, message!("fate-field-place"), of)
    }

    /// The host adds an aspect or a boost (F-10, F-13).
    pub(super) fn new_aspects(&mut self) {
        let on = if self.state.scene.is_some() { Place::Scene } else { Place::Game };
        let add = |boost: bool| Command::AddAspect {
            name: Some(BLANK.to_owned()),
            on,
            boost,
            free: boost.then_some(Holder::Host),
            hidden: false,
        };
        let name = text_field("name", message!("fate-field-aspect"), false);
        let on = self.place_choice("on", true);
        let hidden = switch_field("hidden", message!("fate-field-hidden"));
        let fields = vec![name.clone(), on.clone(), hidden];
        self.offer("F-10", message!("fate-act-aspect"), add(false), fields);
        if let Some((_, free)) = self.holder_choice("free", None) {
            self.offer("F-13", message!("fate-act-give-boost"), add(true), vec![name, on, free]);
        }
    }

    /// What the host does with an aspect (F-10, F-11, B-30).
    pub(super) fn keep_aspect(&mut self, aspect: &Aspect) {
        let id = aspect.id;
        self.show_or_hide(id, &aspect.seen);
        self.grants(id);
        if !matches!(aspect.kind, AspectKind::Character { .. }) {
            let label = message!("fate-act-remove-aspect");
            let why = text_field("why", message!("fate-field-ground"), false);
            let command = Command::RemoveAspect { aspect: id, why: BLANK.to_owned() };
            self.offer("F-10", label, command, vec![why]);
        }
        self.rename("F-10", id, message!("fate-field-aspect"));
    }
}
