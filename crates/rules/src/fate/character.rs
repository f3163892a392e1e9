//! Characters: who they are, how they come and go (F-50).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::name::Among;
use super::offers::{switch_field, text_field};
use super::{
    Absence, Action, Aspect, CharacterDraft, Command, CompelEnd, CompelStage, Deciding, Event,
    Fate, Free, Hazard, Holder, Milestone, OfferBuilder, Place, Purse, State, Stunt, Why, action,
    aspect, boost, compel, ledger, name, npc, sheet, stunt, wording,
};
use crate::kernel::Decided;
use crate::ruleset::meant;
use crate::{
    Audience, Id, Line, MOST_CHARACTERS_OF_A_SEAT, Numbers, Refusal, Seat, SeatId, Term, Viewer,
    message,
};

/// The most characters at a table.
const MOST: usize = 200;

/// Someone in the story. Their aspects stand among the table's aspects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Character {
    /// Which one.
    pub id: Id,
    /// What they are called.
    pub name: Term,
    /// Whether they are a player character, with refresh and points of their own.
    pub pc: bool,
    /// The seat that plays them; the host when none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatId>,
    /// Pronouns, looks, anything worth knowing (F-50).
    pub vitals: String,
    /// Ratings by skill id; a skill that is not here is at 0.
    pub skills: BTreeMap<String, i64>,
    /// Their stunts.
    pub stunts: Vec<Stunt>,
    /// The points they begin a session with at least (F-15).
    pub refresh: i64,
    /// Boxes marked, by track id (F-30).
    #[serde(default)]
    pub stress: BTreeMap<String, u8>,
    /// Which boxes, by track id, where they differ (P-40); the first ones when absent.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub marks: BTreeMap<String, BTreeSet<u8>>,
    /// Whether they are taken out (F-31).
    #[serde(default)]
    pub out: bool,
    /// Why they are not back in the next scene, when they are taken out (F-31).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absence: Option<Absence>,
    /// The size of one of the host's characters, by its id in the pack (F-54).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    /// Boxes by track, where they are their own and not by skill (F-54).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub boxes: BTreeMap<String, u8>,
    /// The consequences they can take; all of them when absent (F-54).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slots: Option<Vec<String>>,
    /// How they act by themselves, when they are a hazard (F-45).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hazard: Option<Hazard>,
    /// How many they are, when they are a mob (F-54).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mob: Option<u8>,
    /// Milestones reached and not yet finished (F-52).
    #[serde(default)]
    pub milestones: Vec<Milestone>,
    /// What only the host may read.
    #[serde(default)]
    pub notes: String,
    /// Who may see them.
    #[serde(default)]
    pub seen: Audience,
}

impl Character {
    /// The rating of a skill.
    #[must_use]
    pub fn rating(&self, skill: &str) -> i64 {
        self.skills.get(skill).copied().unwrap_or(0)
    }

    /// The boxes marked on a track.
    #[must_use]
    pub fn marked(&self, track: &str) -> u8 {
        self.stress.get(track).copied().unwrap_or(0)
    }

    /// Which boxes of a track are marked, counted from 0 (P-40).
    #[must_use]
    pub fn marks(&self, track: &str) -> BTreeSet<u8> {
        let first = || (0..self.marked(track)).collect();
        self.marks.get(track).cloned().unwrap_or_else(first)
    }
}

/// A character the seat may see. A hidden one is answered like one that is not there.
pub(super) fn seen<'d>(deciding: &'d Deciding, id: Id) -> Result<&'d Character, Refusal> {
    let found = deciding.now().seen_character(deciding.viewer(), id);
    found.ok_or_else(|| Refusal::new("B-12", message!("fate-no-character")))
}

/// A character the seat plays.
pub(super) fn mine<'d>(deciding: &'d Deciding, id: Id) -> Result<&'d Character, Refusal> {
    let character = seen(deciding, id)?;
    if deciding.now().plays(deciding.by, id) {
        Ok(character)
    } else {
        Err(Refusal::new("B-01", message!("fate-not-yours", who = &character.name)))
    }
}

/// Refuses more characters than a table holds.
pub(super) fn room(deciding: &Deciding) -> Decided {
    if deciding.now().characters.len() < MOST {
        return Ok(());
    }
    Err(Refusal::new("F-50", message!("fate-too-many", most = MOST)))
}

/// Writes a character.
pub(super) fn make(
    deciding: &mut Deciding,
    draft: &CharacterDraft,
    seat: Option<SeatId>,
    hidden: bool,
) -> Decided {
    let seat = if deciding.by.is_host() { seat } else { Some(deciding.by.id) };
    if hidden || !draft.pc {
        deciding.host()?;
    }
    if hidden && draft.pc {
        return Err(Refusal::new("B-30", message!("fate-in-play")));
    }
    room(deciding)?;
    npc::check(deciding, &draft.npc, draft.pc)?;
    let of_seat = deciding.now().characters.iter().filter(|one| one.seat == seat);
    if seat.is_some() && of_seat.count() >= MOST_CHARACTERS_OF_A_SEAT {
        let most = MOST_CHARACTERS_OF_A_SEAT;
        return Err(Refusal::new("F-50", message!("fate-too-many-characters", most = most)));
    }
    aspect::room(deciding)?;
    let name = wording::term(&draft.name)?;
    let vitals = wording::text(&draft.vitals)?;
    sheet::check_skills(deciding, draft)?;
    let refresh = sheet::refresh_with(deciding, draft.stunts.len())?;
    let stunts = draft
        .stunts
        .iter()
        .map(|stunt| stunt::checked(deciding, stunt))
        .collect::<Result<_, _>>()?;
    let id = deciding.id();
    let aspects = sheet::aspects(deciding, id, draft)?;
    let seen = if hidden { Audience::Host } else { Audience::All };
    let name = name::apart(deciding, name, Among::Characters, &seen);
    let mut character = Character {
        id,
        name,
        pc: draft.pc,
        seat,
        vitals,
        skills: draft
            .skills
            .iter()
            .filter(|(_, rating)| **rating != 0)
            .map(|(skill, rating)| (skill.clone(), *rating))
            .collect(),
        stunts,
        refresh: if draft.pc { refresh } else { 0 },
        stress: BTreeMap::new(),
        marks: BTreeMap::new(),
        out: false,
        absence: None,
        size: None,
        boxes: BTreeMap::new(),
        slots: None,
        hazard: None,
        mob: None,
        milestones: Vec::new(),
        notes: String::new(),
        seen,
    };
    npc::sized(deciding.pack, &draft.npc, &mut character);
    let pc = character.pc;
    deciding.push(Event::CharacterMade { character: Box::new(character), aspects });
    if pc {
        ledger::transfer(deciding, Purse::Bank, Purse::Character(id), refresh, Why::Refresh, None);
    }
    Ok(())
}

/// Takes one of the pack's examples as a character.
pub(super) fn take_example(
    deciding: &mut Deciding,
    example: &str,
    name: Option<&str>,
    seat: Option<SeatId>,
) -> Decided {
    let found = deciding.pack.examples.iter().find(|one| one.id == example);
    let Some(found) = found else {
        return Err(Refusal::new("F-50", message!("fate-no-example")));
    };
    let mut draft = found.character.clone();
    if let Some(name) = name {
        draft.name = name.into();
    }
    make(deciding, &draft, seat, false)
}

/// The host gives a character to a seat, or takes them back.
pub(super) fn give(deciding: &mut Deciding, character: Id, seat: Option<SeatId>) -> Decided {
    deciding.host()?;
    seen(deciding, character)?;
    deciding.push(Event::CharacterGiven { character, seat });
    Ok(())
}

/// A character leaves play; what they had goes to the bank (F-10).
pub(super) fn remove(deciding: &mut Deciding, id: Id) -> Decided {
    deciding.host()?;
    let name = seen(deciding, id)?.name.clone();
    leave_behind(deciding, id);
    for purse in [Purse::Character(id), Purse::Later(id), Purse::Conceded(id)] {
        ledger::empty(deciding, purse, Purse::Bank, Why::Adjusted, Some(name.clone()));
    }
    deciding.push(Event::CharacterLeft { character: id });
    Ok(())
}

/// Whoever leaves blocks nothing: what waited for them is dropped, and what they held goes on.
fn leave_behind(deciding: &mut Deciding, id: Id) {
    let now = deciding.now();
    let theirs = |action: &Action| {
        action.actor == id || action.target == Some(id) || action.side.helpers.contains(&id)
    };
    let actions: Vec<(Id, bool)> = now
        .actions
        .iter()
        .filter(|action| theirs(action))
        .map(|action| (action.id, action.rolled()))
        .collect();
    let hits: Vec<Id> = now
        .hits
        .iter()
        .filter(|hit| hit.to == id || hit.by == Some(id))
        .map(|hit| hit.id)
        .collect();
    let compels: Vec<Id> = now
        .compels
        .iter()
        .filter(|compel| compel.to == id || compel.stage == CompelStage::Proposed(id))
        .map(|compel| compel.id)
        .collect();
    let mends: Vec<Id> =
        now.mends.iter().filter(|one| one.character == id).map(|one| one.id).collect();
    for request in mends {
        deciding.push(Event::MendAnswered { request, nod: false });
    }
    for (action, rolled) in actions {
        action::drop(deciding, action, rolled);
    }
    for hit in hits {
        deciding.push(Event::HitDropped { hit });
    }
    for compel in compels {
        compel::give_back(deciding, compel);
        deciding.push(Event::CompelSettled { compel, end: CompelEnd::Withdrawn });
    }
    boost::left_by(deciding, id);
}

pub(super) fn made(state: &mut State, character: &Character, aspects: &[Aspect]) {
    state.characters.push(Arc::new(character.clone()));
    state.aspects.extend(aspects.iter().cloned().map(Arc::new));
}

pub(super) fn given(state: &mut State, character: Id, seat: Option<SeatId>) {
    if let Some(character) = state.character_mut(character) {
        character.seat = seat;
    }
}

/// A character leaves with what is theirs; free invokes they held go too.
pub(super) fn left(state: &mut State, character: Id) {
    state.characters.retain(|one| one.id != character);
    state.aspects.retain(|one| one.on != Place::Character(character));
    let theirs = |free: &Free| free.to == Holder::Character(character);
    for aspect in state.aspects.iter_mut().filter(|one| one.free.iter().any(theirs)) {
        Arc::make_mut(aspect).free.retain(|free| !theirs(free));
    }
    state.drop_out(character);
    if let Some(scene) = state.scene_mut() {
        scene.whereabouts.remove(&character);
        if let Some(conflict) = &mut scene.conflict {
            conflict.combatants.retain(|one| one.who != character);
        }
        for side in scene.contest.iter_mut().flat_map(|contest| &mut contest.sides) {
            side.members.retain(|member| *member != character);
        }
    }
}

pub(super) fn tell_made(before: &State, character: &Character, viewer: Viewer) -> Option<Line> {
    if !before.sees_character(viewer, character) {
        return None;
    }
    let who = &character.name;
    let message = if character.pc {
        message!("fate-character-made", who = who, refresh = character.refresh)
    } else {
        message!("fate-npc-made", who = who)
    };
    Some(message.into())
}

pub(super) fn tell_given(before: &State, character: Id, viewer: Viewer) -> Option<Line> {
    let who = &before.seen_character(viewer, character)?.name;
    Some(message!("fate-character-given", who = who).into())
}

pub(super) fn tell_left(before: &State, character: Id, viewer: Viewer) -> Option<Line> {
    let who = &before.seen_character(viewer, character)?.name;
    Some(message!("fate-character-left", who = who).into())
}

/// The ratings of a character's skills; one that is not rated is at 0.
pub(super) fn numbers(
    pack: &Fate,
    state: &State,
    by: Seat,
    actor: Option<Id>,
    audience: &Audience,
) -> Numbers {
    let own = state.characters.iter().filter(|one| state.plays(by, one.id));
    let own = meant(own.map(|one| (one.id, one)), actor);
    let seen = |one: &&Arc<Character>| {
        let sees = |viewer| state.sees_character(viewer, one);
        sees(by.viewer()) && audience.all(sees)
    };
    let Some(own) = own.filter(seen) else {
        return Numbers::new();
    };
    pack.skills
        .list
        .iter()
        .flat_map(|skill| skill.name.spellings().map(|name| (name, own.rating(&skill.id))))
        .map(|(name, rating)| (name.to_lowercase(), rating.into()))
        .collect()
}

impl OfferBuilder<'_> {
    /// Characters to come: examples, and one of one's own (F-50).
    pub(super) fn newcomers(&mut self) {
        let has_own = self.state.characters.iter().any(|one| one.seat == Some(self.by.id));
        if has_own && !self.by.is_host() {
            return;
        }
        for example in &self.pack.examples {
            let command =
                Command::TakeExample { example: example.id.clone(), name: None, seat: None };
            let label = message!("fate-act-example", who = &example.character.name);
            self.offer("F-50", label, command, Vec::new());
        }
        let make = |draft, hidden| Command::MakeCharacter { draft, seat: None, hidden };
        let name = text_field("draft/name", message!("fate-field-name"), false);
        let label = message!("fate-act-make");
        self.offer("F-50", label, make(self.blank_sheet(), false), vec![name.clone()]);
        if self.by.is_host() {
            let draft = CharacterDraft {
                pc: false,
                aspects: Vec::new(),
                skills: BTreeMap::new(),
                ..self.blank_sheet()
            };
            let hidden = switch_field("hidden", message!("fate-field-hidden"));
            let label = message!("fate-act-npc");
            self.offer("F-50", label, make(draft, false), vec![name, hidden]);
        }
    }

    /// What the host does with a character.
    pub(super) fn keep_character(&mut self, character: &Character) {
        let id = character.id;
        if character.pc {
            self.compel_player(character);
            self.grant_milestone(character);
            self.purse(Some(id), Purse::Character(id));
        } else {
            self.show_or_hide(id, &character.seen);
            self.copies(character);
            self.secret_roll(character);
            self.hazard(character);
        }
        for track in &self.pack.tracks {
            self.hit(character, track);
            self.stress(character, track);
        }
        self.notes(Some(id), message!("fate-act-notes-of"), &character.notes);
        self.rename("F-50", id, message!("fate-field-name"));
        self.absence(character);
        self.join(character);
        let remove = Command::RemoveCharacter { character: id };
        self.offer("F-10", message!("fate-act-remove"), remove, Vec::new());
    }
}
