//! Mending a sheet: empty places filled and mistakes corrected, with the host's nod (F-50, B-46).

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::name::Among;
use super::offers::{BLANK, number_field, switch_field, text_field, words_field};
use super::{
    Aspect, AspectKind, Character, Command, Deciding, Effect, Event, Fate, Mending, OfferBuilder,
    Per, Place, State, Stunt, StuntDraft, character, name, options, sheet, stunt, wording,
};
use crate::kernel::{Decided, choice};
use crate::{Acts, Audience, Field, Id, Line, Message, Refusal, Seat, Term, Viewer, message};

/// The most mendings waiting for a nod.
const MOST: usize = 50;

/// One thing on a sheet put right (B-46).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateMend", optional_fields))]
pub enum Mend {
    /// An aspect: an empty place is filled, a full one rewritten.
    Aspect {
        /// The place on the sheet, by its id in the pack.
        slot: String,
        /// What it says.
        name: String,
    },
    /// The ratings of these skills; the others stay.
    Skills {
        /// Ratings by skill id.
        #[cfg_attr(feature = "ts", ts(type = "Record<string, number>"))]
        skills: BTreeMap<String, i64>,
    },
    /// A stunt: a new one, or another in place of one.
    Stunt {
        /// In place of which one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stunt: Option<Id>,
        /// As what.
        draft: StuntDraft,
    },
    /// A stunt is struck out.
    DropStunt {
        /// Which one.
        stunt: Id,
    },
    /// Pronouns, looks, anything worth knowing.
    Vitals {
        /// What.
        text: String,
    },
    /// Refresh.
    Refresh {
        /// How much.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        refresh: i64,
    },
}

/// A mending that waits for the host's nod.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateMendRequest"))]
pub struct MendRequest {
    /// Which one.
    pub id: Id,
    /// Whose sheet.
    pub character: Id,
    /// What is to be put right.
    pub mend: Mend,
}

/// A mending, worked out.
struct Mended {
    mend: Mend,
    stunt: Option<Stunt>,
    aspect: Option<Aspect>,
    refresh: i64,
}

/// Puts something right: the host at once, a player with the host's nod unless the table does
/// without (B-46).
pub(super) fn mend(deciding: &mut Deciding, id: Id, mend: &Mend, anyway: bool) -> Decided {
    character::mine(deciding, id)?;
    if anyway {
        deciding.host()?;
    }
    let mended = checked(deciding, id, mend, anyway)?;
    if deciding.by.is_host() || options::of(deciding).mending == Mending::Free {
        done(deciding, id, mended, anyway);
        return Ok(());
    }
    if deciding.now().mends.len() >= MOST {
        return Err(Refusal::new("B-46", message!("fate-too-many", most = MOST)));
    }
    let request = MendRequest { id: deciding.id(), character: id, mend: mended.mend };
    deciding.push(Event::MendAsked { request: Box::new(request) });
    Ok(())
}

/// The host nods to a mending, or does not; its player takes it back.
pub(super) fn answer(deciding: &mut Deciding, id: Id, nod: bool, anyway: bool) -> Decided {
    let request = deciding.now().mends.iter().find(|one| one.id == id);
    let Some(request) = request.cloned() else {
        deciding.host()?;
        return Err(Refusal::new("B-46", message!("fate-no-mend")));
    };
    if nod {
        deciding.host()?;
        let mended = checked(deciding, request.character, &request.mend, anyway)?;
        deciding.push(Event::MendAnswered { request: id, nod });
        done(deciding, request.character, mended, anyway);
        return Ok(());
    }
    character::mine(deciding, request.character)?;
    deciding.push(Event::MendAnswered { request: id, nod });
    Ok(())
}

fn done(deciding: &mut Deciding, character: Id, mended: Mended, anyway: bool) {
    let Mended { mend, stunt, aspect, refresh } = mended;
    let (stunt, aspect) = (stunt.map(Box::new), aspect.map(Box::new));
    deciding.push(Event::Mended { character, mend, stunt, aspect, refresh, anyway });
}

/// The mending is by the rules, or the host sets them aside.
fn checked(deciding: &mut Deciding, id: Id, mend: &Mend, anyway: bool) -> Result<Mended, Refusal> {
    let one = character::seen(deciding, id)?.clone();
    let mut mended = Mended { mend: mend.clone(), stunt: None, aspect: None, refresh: one.refresh };
    match &mut mended.mend {
        Mend::Aspect { slot, name } => {
            *name = wording::name(name)?;
            if !deciding.pack.sheet.aspects.iter().any(|known| known.id == *slot) {
                return Err(Refusal::new("F-50", message!("fate-no-slot", slot = slot.as_str())));
            }
            if in_slot(deciding.now(), id, slot).is_none() {
                let seen = Audience::All;
                let of = Among::of(Place::Character(id));
                let name = name::apart(deciding, name.as_str().into(), of, &seen);
                mended.aspect = Some(Aspect {
                    id: deciding.id(),
                    name: Some(name),
                    kind: AspectKind::Character { slot: slot.clone() },
                    on: Place::Character(id),
                    free: Vec::new(),
                    seen,
                });
            }
        }
        Mend::Skills { skills } => {
            for (skill, rating) in skills.iter() {
                sheet::known_skill(deciding, skill)?;
                if !(-4..=12).contains(rating) {
                    return Err(sheet::rating_bounds(deciding));
                }
            }
            if one.pc && !anyway {
                same_ratings(deciding, &one, skills)?;
            }
        }
        Mend::Stunt { stunt: old, draft } => {
            if let Some(old) = old
                && !one.stunts.iter().any(|stunt| stunt.id == *old)
            {
                return Err(Refusal::new("F-51", message!("fate-no-stunt")));
            }
            let made = stunt::checked(deciding, draft)?;
            mended.refresh -= if old.is_none() { paid(deciding, &one, 1) } else { 0 };
            mended.stunt = Some(Stunt { id: old.unwrap_or(made.id), ..made });
        }
        Mend::DropStunt { stunt } => {
            if !one.stunts.iter().any(|known| known.id == *stunt) {
                return Err(Refusal::new("F-51", message!("fate-no-stunt")));
            }
            mended.refresh += paid(deciding, &one, 0);
        }
        Mend::Vitals { text } => *text = wording::text(text)?,
        Mend::Refresh { refresh } => {
            let sheet = &deciding.pack.sheet;
            let by_rule = *refresh == one.refresh;
            if !(0..=20).contains(refresh) || !one.pc {
                return Err(Refusal::new("F-50", message!("fate-refresh-bounds")));
            }
            if !by_rule && !anyway {
                let usual = sheet.refresh;
                let refusal = Refusal::new("F-50", message!("fate-refresh-grows", refresh = usual));
                return Err(refusal.instead(message!("fate-set-aside")));
            }
            mended.refresh = *refresh;
        }
    }
    let least = deciding.pack.sheet.least_refresh;
    if one.pc && mended.refresh < least && !anyway {
        let refusal = Refusal::new("F-50", message!("fate-too-many-stunts", least = least));
        return Err(refusal.instead(message!("fate-set-aside")));
    }
    Ok(mended)
}

/// What one stunt more, or the last one there is, costs in refresh.
fn paid(deciding: &Deciding, one: &Character, more: usize) -> i64 {
    let free = usize::from(deciding.pack.sheet.free_stunts);
    i64::from(one.pc && one.stunts.len() + more > free)
}

/// The skills of a player character keep their ratings, only where they are changes: so a pyramid
/// stays one, and what has grown stays grown. Or they make the pyramid.
fn same_ratings(deciding: &Deciding, one: &Character, skills: &BTreeMap<String, i64>) -> Decided {
    let after = with(one, skills);
    let ratings = |skills: &BTreeMap<String, i64>| {
        let mut all: Vec<i64> = skills.values().copied().filter(|one| *one != 0).collect();
        all.sort_unstable();
        all
    };
    if ratings(&after) == ratings(&one.skills) || sheet::fits_pyramid(deciding.pack, &after) {
        return Ok(());
    }
    Err(sheet::no_pyramid(deciding, &after).instead(message!("fate-set-aside")))
}

fn with(one: &Character, skills: &BTreeMap<String, i64>) -> BTreeMap<String, i64> {
    let mut after = one.skills.clone();
    after.extend(skills.clone());
    after.retain(|_, rating| *rating != 0);
    after
}

fn in_slot(state: &State, id: Id, slot: &str) -> Option<Id> {
    let mut own = state.aspects_of(id);
    let fits =
        |one: &&Aspect| matches!(&one.kind, AspectKind::Character { slot: its } if its == slot);
    own.find(fits).map(|one| one.id)
}

pub(super) fn asked(state: &mut State, request: &MendRequest) {
    state.mends.push(request.clone());
}

pub(super) fn answered(state: &mut State, request: Id) {
    state.mends.retain(|one| one.id != request);
}

pub(super) fn mended(
    state: &mut State,
    id: Id,
    mend: &Mend,
    stunt: Option<&Stunt>,
    aspect: Option<&Aspect>,
    refresh: i64,
) {
    if let Mend::Aspect { slot, name } = mend {
        match (aspect, in_slot(state, id, slot)) {
            (Some(aspect), _) => state.aspects.push(Arc::new(aspect.clone())),
            (None, Some(old)) => {
                if let Some(old) = state.aspect_mut(old) {
                    old.name = Some(Term::from(name.as_str()));
                }
            }
            (None, None) => {}
        }
    }
    let Some(one) = state.character_mut(id) else { return };
    one.refresh = refresh;
    match mend {
        Mend::Aspect { .. } | Mend::Refresh { .. } => {}
        Mend::Skills { skills } => one.skills = with(one, skills),
        Mend::Stunt { stunt: old, .. } => {
            let Some(stunt) = stunt else { return };
            match one.stunts.iter_mut().find(|it| Some(it.id) == *old) {
                Some(found) => *found = stunt.clone(),
                None => one.stunts.push(stunt.clone()),
            }
        }
        Mend::DropStunt { stunt } => one.stunts.retain(|it| it.id != *stunt),
        Mend::Vitals { text } => text.clone_into(&mut one.vitals),
    }
}

/// A mending in words, beside what was there.
pub(super) fn to_message(pack: &Fate, state: &State, id: Id, mend: &Mend) -> Message {
    let stunt_name = |stunt: Id| {
        let one = state.character(id);
        let found = one.and_then(|one| one.stunts.iter().find(|it| it.id == stunt));
        found.map_or_else(wording::nothing, |it| it.name.clone())
    };
    match mend {
        Mend::Aspect { slot, name } => {
            let known = pack.sheet.aspects.iter().find(|known| known.id == *slot);
            let slot_name = known.map_or_else(wording::nothing, |known| known.name.clone());
            let old = in_slot(state, id, slot).and_then(|old| state.aspect(old)?.name.clone());
            match old {
                None => message!("fate-mend-fill", slot = slot_name, name = name.as_str()),
                Some(old) => {
                    message!("fate-mend-aspect", slot = slot_name, old = old, name = name.as_str())
                }
            }
        }
        Mend::Skills { skills } => {
            let one = state.character(id);
            let skills: Vec<Message> = skills
                .iter()
                .map(|(skill, rating)| {
                    let old = one.map_or(0, |one| one.rating(skill));
                    message!(
                        "fate-mend-skill",
                        skill = pack.skill_name(skill),
                        old = wording::signed(old),
                        number = wording::signed(*rating)
                    )
                })
                .collect();
            message!("fate-mend-skills", skills = skills)
        }
        Mend::Stunt { stunt: None, draft } => {
            message!("fate-change-new-stunt", stunt = &draft.name)
        }
        Mend::Stunt { stunt: Some(old), draft } => {
            message!("fate-mend-stunt", old = stunt_name(*old), stunt = &draft.name)
        }
        Mend::DropStunt { stunt } => message!("fate-mend-drop-stunt", stunt = stunt_name(*stunt)),
        Mend::Vitals { text } => message!("fate-mend-vitals", text = text.as_str()),
        Mend::Refresh { refresh } => message!("fate-mend-refresh", refresh = *refresh),
    }
}

pub(super) fn tell_asked(pack: &Fate, before: &State, request: &MendRequest) -> Option<Line> {
    let what = to_message(pack, before, request.character, &request.mend);
    let who = before.name(request.character);
    Some(message!("fate-mend-asked", who = who, what = what).into())
}

pub(super) fn tell_answered(before: &State, request: Id, nod: bool) -> Option<Line> {
    let request = before.mends.iter().find(|one| one.id == request)?;
    let who = before.name(request.character);
    (!nod).then(|| message!("fate-mend-declined", who = who).into())
}

pub(super) fn tell_mended(
    pack: &Fate,
    before: &State,
    id: Id,
    mend: &Mend,
    anyway: bool,
    viewer: Viewer,
) -> Option<Line> {
    let one = before.seen_character(viewer, id)?;
    if !before.sees_sheet(viewer, one) {
        return None;
    }
    let what = to_message(pack, before, id, mend);
    let message = if anyway {
        message!("fate-mended-anyway", who = &one.name, what = what)
    } else {
        message!("fate-mended", who = &one.name, what = what)
    };
    Some(message.into())
}

/// The fields of a stunt as it is written, at `path`.
pub(super) fn stunt_fields(pack: &Fate, path: &str) -> Vec<Field> {
    let bonus = pack.skills.list.iter().map(|skill| {
        let effect = Effect::Bonus { skill: skill.id.clone() };
        choice(effect, message!("fate-effect-bonus", skill = &skill.name))
    });
    let per = [Per::Scene, Per::Session, Per::Always].map(|per| {
        let label = match per {
            Per::Scene => message!("fate-effect-scene"),
            Per::Session => message!("fate-effect-session"),
            Per::Always => message!("fate-effect-always"),
        };
        choice(Effect::Exception { per }, label)
    });
    let of = bonus.chain(per).collect();
    vec![
        text_field(&format!("{path}/name"), message!("fate-field-stunt"), false),
        words_field(&format!("{path}/text"), message!("fate-field-stunt-text")),
        super::offers::choice_field(&format!("{path}/effect"), message!("fate-field-effect"), of),
    ]
}

/// A stunt still to be written.
pub(super) fn blank_stunt(pack: &Fate) -> StuntDraft {
    let skill = pack.skills.list.first().map(|skill| skill.id.clone()).unwrap_or_default();
    StuntDraft { name: BLANK.into(), text: wording::nothing(), effect: Effect::Bonus { skill } }
}

/// A mending waits for the host.
pub(super) fn flag(state: &State, by: Seat, request: &MendRequest, acts: &mut Acts) {
    let who = state.name(request.character);
    if by.is_host() {
        acts.can(request.id, None, "decline-mend");
        acts.wait(request.id, message!("fate-waits-nod", who = who));
    } else if state.awaits(by, super::Holder::Character(request.character)) {
        acts.can(request.id, None, "withdraw-mend");
    }
}

impl OfferBuilder<'_> {
    /// Putting a sheet right: the host's to decide, a player's to ask (B-46).
    pub(super) fn mending(&mut self, one: &Character) {
        let id = one.id;
        let host = self.by.is_host();
        let mend = |mend| Command::Mend { character: id, mend, anyway: false };
        let anyway = || {
            let label = message!("fate-field-anyway");
            host.then(|| switch_field("anyway", label)).into_iter()
        };
        for slot in &self.pack.sheet.aspects {
            let old = in_slot(self.state, id, &slot.id).and_then(|old| self.state.aspect(old));
            let old = old.and_then(|old| old.name.as_ref()?.spellings().next());
            let name = old.unwrap_or(BLANK).to_owned();
            let command = mend(Mend::Aspect { slot: slot.id.clone(), name });
            let field = text_field("mend/name", message!("fate-field-aspect"), false);
            let label = message!("fate-act-mend-aspect", slot = &slot.name);
            self.offer("B-46", label, command, vec![field]);
        }
        let skills: BTreeMap<String, i64> = self
            .pack
            .skills
            .list
            .iter()
            .map(|skill| (skill.id.clone(), one.rating(&skill.id)))
            .collect();
        let fields = self
            .pack
            .skills
            .list
            .iter()
            .map(|skill| {
                let path = format!("mend/skills/{}", skill.id);
                number_field(&path, wording::word(&skill.name), -4, 12)
            })
            .chain(anyway())
            .collect();
        let word = &self.pack.skills.name;
        let label = message!("fate-act-mend-skills", word = word);
        self.offer("B-46", label, mend(Mend::Skills { skills }), fields);
        let new = Mend::Stunt { stunt: None, draft: blank_stunt(self.pack) };
        let label = message!("fate-act-mend-new-stunt");
        let fields = stunt_fields(self.pack, "mend/draft").into_iter().chain(anyway()).collect();
        self.offer("B-46", label, mend(new), fields);
        for stunt in &one.stunts {
            let draft = StuntDraft {
                name: stunt.name.clone(),
                text: stunt.text.clone(),
                effect: stunt.effect.clone(),
            };
            let rewrite = Mend::Stunt { stunt: Some(stunt.id), draft };
            let label = message!("fate-act-mend-stunt", stunt = &stunt.name);
            let fields = stunt_fields(self.pack, "mend/draft");
            self.offer("B-46", label, mend(rewrite), fields);
            let label = message!("fate-act-drop-stunt", stunt = &stunt.name);
            self.offer("B-46", label, mend(Mend::DropStunt { stunt: stunt.id }), Vec::new());
        }
        let vitals = Mend::Vitals { text: one.vitals.clone() };
        let field = words_field("mend/text", message!("fate-field-vitals"));
        let label = message!("fate-act-mend-vitals");
        self.offer("B-46", label, mend(vitals), vec![field]);
        if host && one.pc {
            let command = Command::Mend {
                character: id,
                mend: Mend::Refresh { refresh: one.refresh },
                anyway: true,
            };
            let field = number_field("mend/refresh", message!("fate-field-refresh"), 0, 20);
            let label = message!("fate-act-mend-refresh");
            self.offer("B-46", label, command, vec![field]);
        }
    }

    /// A mending that waits for the host's nod.
    pub(super) fn nod(&mut self, request: &MendRequest) {
        let (pack, state) = (self.pack, self.state);
        let (id, who) = (request.id, state.name(request.character));
        let decline = Command::DeclineMend { request: id };
        if self.by.is_host() {
            let what = to_message(pack, state, request.character, &request.mend);
            let waits = message!("fate-waits-nod", who = &who);
            let label = message!("fate-act-nod", what = what);
            let nod = Command::NodMend { request: id, anyway: false };
            self.wait("B-46", waits.clone(), label, nod, Vec::new());
            let label = message!("fate-act-decline-mend");
            self.wait("B-46", waits, label, decline, Vec::new());
        } else if self.owns(request.character) {
            let label = message!("fate-act-withdraw-mend");
            self.offer("B-46", label, decline, Vec::new());
        }
    }
}
