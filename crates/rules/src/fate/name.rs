//! Names: given, changed, and told apart from the start (C-06, F-54): 打手, 打手 2.

use super::offers::{BLANK, text_field};
use super::{
    AspectKind, Command, Deciding, Event, OfferBuilder, Place, State, aspect, character, wording,
};
use crate::kernel::Decided;
use crate::{Audience, Id, Line, Message, Refusal, Term, Viewer, message};

/// What a name has to differ from.
#[derive(Clone, Copy)]
pub(super) enum Among {
    /// The characters.
    Characters,
    /// The aspects of one character, or those of nobody.
    Aspects(Option<Id>),
}

impl Among {
    pub(super) fn of(place: Place) -> Self {
        match place {
            Place::Character(id) => Among::Aspects(Some(id)),
            Place::Game | Place::Scene | Place::Zone(_) => Among::Aspects(None),
        }
    }
}

/// A new thing's name, with a number if another is called that. What all see is told apart
/// from what all see, so that no number tells of a hidden thing; a hidden thing that has the
/// name gets the number instead.
pub(super) fn apart(deciding: &mut Deciding, name: Term, among: Among, seen: &Audience) -> Term {
    apart_from(deciding, name, among, seen, None)
}

/// The same for the new name of a thing that is there.
fn apart_from(
    deciding: &mut Deciding,
    name: Term,
    among: Among,
    seen: &Audience,
    thing: Option<Id>,
) -> Term {
    let open = *seen == Audience::All;
    let all: Vec<(Id, Term, bool)> =
        named(deciding, among).into_iter().filter(|(id, ..)| Some(*id) != thing).collect();
    let taken: Vec<&Term> =
        all.iter().filter(|(_, _, shown)| *shown || !open).map(|(_, name, _)| name).collect();
    let name = free(&name, &taken);
    if open {
        let every: Vec<&Term> = all.iter().map(|(_, name, _)| name).chain([&name]).collect();
        for (id, hidden, _) in all.iter().filter(|(_, _, shown)| !*shown) {
            if alike(hidden, &name) {
                let name = free(hidden, &every);
                deciding.push(Event::Renamed { thing: *id, name });
            }
        }
    }
    name
}

/// Things with a name, and whether all see them.
fn named(deciding: &Deciding, among: Among) -> Vec<(Id, Term, bool)> {
    let now = deciding.now();
    match among {
        Among::Characters => now
            .characters
            .iter()
            .map(|one| (one.id, one.name.clone(), one.seen == Audience::All))
            .collect(),
        Among::Aspects(of) => now
            .aspects
            .iter()
            .filter(|one| one.character() == of)
            .filter_map(|one| {
                let shown = now.sees_aspect(Viewer::Spectator, one);
                Some((one.id, one.name.clone()?, shown))
            })
            .collect(),
    }
}

fn alike(one: &Term, other: &Term) -> bool {
    one.spellings().any(|name| other.spellings().any(|taken| taken == name))
}

/// The name, or the first numbered one that is not taken.
pub(super) fn free(name: &Term, taken: &[&Term]) -> Term {
    let mut found = name.clone();
    let mut number = 2;
    while taken.iter().any(|taken| alike(taken, &found)) {
        found = name.numbered(number);
        number += 1;
    }
    found
}

/// The host names anything; a player the boosts they hold (F-13), and their own character.
pub(super) fn rename(deciding: &mut Deciding, thing: Id, name: &str) -> Decided {
    let name = Term::from(wording::name(name)?.as_str());
    let zone = deciding.now().scene.as_ref().is_some_and(|scene| scene.zone(thing).is_some());
    let known =
        character::seen(deciding, thing).is_ok() || aspect::seen(deciding, thing).is_ok() || zone;
    if !known {
        return Err(Refusal::new("B-12", message!("fate-no-thing")));
    }
    let own = character::mine(deciding, thing).is_ok()
        || aspect::seen(deciding, thing).is_ok_and(|aspect| {
            aspect.kind == AspectKind::Boost
                && aspect.free.iter().any(|free| deciding.now().speaks_for(deciding.by, free.to))
        });
    if !own {
        deciding.host()?;
    }
    let found = match (deciding.now().character(thing), deciding.now().aspect(thing)) {
        (Some(one), _) => Some((Among::Characters, one.seen.clone())),
        (None, Some(one)) => Some((Among::of(one.on), one.seen.clone())),
        (None, None) => None,
    };
    let name = match found {
        Some((among, seen)) => apart_from(deciding, name, among, &seen, Some(thing)),
        None => name,
    };
    deciding.push(Event::Renamed { thing, name });
    Ok(())
}

pub(super) fn renamed(state: &mut State, thing: Id, name: &Term) {
    if let Some(character) = state.character_mut(thing) {
        character.name = name.clone();
    } else if let Some(aspect) = state.aspect_mut(thing) {
        aspect.name = Some(name.clone());
    } else if let Some(scene) = state.scene_mut() {
        for zone in scene.zones.iter_mut().filter(|zone| zone.id == thing) {
            zone.name = name.clone();
        }
    }
}

pub(super) fn tell_renamed(before: &State, thing: Id, name: &Term, viewer: Viewer) -> Option<Line> {
    let character = before.seen_character(viewer, thing);
    let zone = before.scene.as_ref().and_then(|scene| scene.zone(thing));
    let old = match (character, before.seen_aspect(viewer, thing), zone) {
        (Some(one), _, _) => wording::word(&one.name),
        (None, Some(aspect), _) => aspect::name(aspect.name.as_ref()),
        (None, None, Some(zone)) => wording::word(&zone.name),
        (None, None, None) => return None,
    };
    Some(message!("fate-renamed", old = old, name = name).into())
}

impl OfferBuilder<'_> {
    /// Another name for a thing; `what` says what sort of name.
    pub(super) fn rename(&mut self, rule: &'static str, thing: Id, what: Message) {
        let command = Command::Rename { thing, name: BLANK.to_owned() };
        let label = message!("fate-act-rename");
        self.offer(rule, label, command, vec![text_field("name", what, false)]);
    }
}
