//! The scene: where it plays, and what is fought out in it (F-10, F-15, F-30).

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::offers::{BLANK, text_field, words_field};
use super::{
    Action, Border, Challenge, Command, CompelEnd, Conflict, Contest, Deciding, Event, Gone, Heals,
    OfferBuilder, Per, Purse, State, Why, Zone, absence, action, compel, conflict, consequence,
    holder, ledger, prepared, stunt, wording,
};
use crate::kernel::Decided;
use crate::{Id, Line, Message, Refusal, Term, message};

/// What is going on here and now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scene {
    /// Which one.
    pub id: Id,
    /// What it is called.
    pub title: Term,
    /// What it is like.
    pub text: String,
    /// What only the host may read.
    #[serde(default)]
    pub notes: String,
    /// Its zones (F-43).
    #[serde(default)]
    pub zones: Vec<Zone>,
    /// Which zones adjoin.
    #[serde(default)]
    pub borders: Vec<Border>,
    /// Who is in which zone.
    #[serde(default)]
    pub whereabouts: BTreeMap<Id, Id>,
    /// The challenge, if there is one (F-40).
    #[serde(default)]
    pub challenge: Option<Challenge>,
    /// The contest, if there is one (F-41).
    #[serde(default)]
    pub contest: Option<Contest>,
    /// The conflict, if there is one (F-42).
    #[serde(default)]
    pub conflict: Option<Conflict>,
}

impl Scene {
    /// A scene with nothing in it.
    pub(super) fn new(id: Id, title: Term, text: String) -> Self {
        Self {
            id,
            title,
            text,
            notes: String::new(),
            zones: Vec::new(),
            borders: Vec::new(),
            whereabouts: BTreeMap::new(),
            challenge: None,
            contest: None,
            conflict: None,
        }
    }
}

/// The open scene.
pub(super) fn open<'d>(deciding: &'d Deciding) -> Result<&'d Scene, Refusal> {
    deciding.now().scene.as_deref().ok_or_else(|| Refusal::new("F-42", message!("fate-no-scene")))
}

/// Refuses while something waits to be finished (F-25).
pub(super) fn quiet(deciding: &Deciding) -> Decided {
    if deciding.now().actions.is_empty() && deciding.now().hits.is_empty() {
        Ok(())
    } else {
        let names = waited_for(deciding.now());
        Err(Refusal::new("F-25", message!("fate-finish-first"))
            .instead(message!("fate-awaited", names = names)))
    }
}

/// The same where the host can drop what is still under way instead.
fn quiet_or_dropped(deciding: &mut Deciding, anyway: bool) -> Decided {
    if anyway {
        drop_all(deciding);
    }
    quiet(deciding).map_err(|refusal| {
        let names = waited_for(deciding.now());
        refusal.instead(message!("fate-waited-for", names = names))
    })
}

/// Whose word is awaited in what is still under way.
fn waited_for(state: &State) -> Vec<Message> {
    let all = state.actions.iter().flat_map(|action| awaited(state, action));
    let hits = state.hits.iter().map(|hit| wording::word(&state.name(hit.to)));
    let mut names: Vec<Message> = Vec::new();
    for name in all.chain(hits) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Whose word an action waits for: a choice, a defence, a difficulty, the dice, or that a result is
/// let stand.
pub(super) fn awaited(state: &State, action: &Action) -> Vec<Message> {
    let called = |who: Id| wording::word(&state.name(who));
    if let Some(due) = action.due.first() {
        return vec![holder::called(state, due.to)];
    }
    if action.rolled() {
        let sides = [Some(&action.side), action.opposition.as_ref()].into_iter().flatten();
        let open: Vec<Message> =
            sides.filter(|side| !side.stands).filter_map(|side| side.who).map(called).collect();
        // An attack on several waits for its split.
        return if open.is_empty() { vec![called(action.actor)] } else { open };
    }
    vec![match (&action.opposition, action.target) {
        (None, Some(target)) => called(target),
        (None, None) if !action.unopposed() => message!("fate-host"),
        _ => called(action.actor),
    }]
}

/// Opens a scene and sets the host's pool (F-15).
pub(super) fn set(deciding: &mut Deciding, title: &str, text: &str) -> Decided {
    deciding.host()?;
    if deciding.now().scene.is_some() {
        return Err(Refusal::new("F-10", message!("fate-scene-open")));
    }
    let (title, text) = (wording::name(title)?.as_str().into(), wording::text(text)?);
    let scene = Scene::new(deciding.id(), title, text);
    begin(deciding, scene);
    absence::all_back(deciding);
    Ok(())
}

/// A scene begins, and the host's pool is set (F-15).
pub(super) fn begin(deciding: &mut Deciding, scene: Scene) {
    deciding.push(Event::SceneSet { scene: Box::new(scene) });
    let players = i64::try_from(deciding.now().player_characters().count()).unwrap_or(0);
    let missing = players - deciding.now().ledger.balance(Purse::Host);
    ledger::transfer(deciding, Purse::Bank, Purse::Host, missing, Why::Pool, None);
    ledger::transfer(deciding, Purse::Host, Purse::Bank, -missing, Why::Pool, None);
    ledger::empty(deciding, Purse::HostLater, Purse::Host, Why::HostilePaid, None);
    ledger::empty(deciding, Purse::HostConceded, Purse::Host, Why::ConcessionPaid, None);
}

/// Ends the scene: what is owed is paid, what passes is gone (F-10, F-12, F-30, F-33).
pub(super) fn end(deciding: &mut Deciding, anyway: bool, carry: bool) -> Decided {
    deciding.host()?;
    open(deciding)?;
    if carry {
        prepared::carry_over(deciding)?;
    }
    quiet_or_dropped(deciding, anyway)?;
    let compels: Vec<Id> = deciding.now().compels.iter().map(|compel| compel.id).collect();
    for compel in compels {
        compel::give_back(deciding, compel);
        deciding.push(Event::CompelSettled { compel, end: CompelEnd::Withdrawn });
    }
    if open(deciding)?.conflict.is_some() {
        conflict::close(deciding);
    }
    let players: Vec<Id> = deciding.now().player_characters().map(|one| one.id).collect();
    for id in players {
        ledger::empty(deciding, Purse::Later(id), Purse::Character(id), Why::HostilePaid, None);
    }
    let passing: Vec<Id> =
        deciding.now().aspects.iter().filter(|one| one.passes()).map(|one| one.id).collect();
    for aspect in passing {
        let kept = carry && deciding.now().aspect(aspect).is_some_and(prepared::is_carried);
        let why = if kept { Gone::Carried } else { Gone::SceneEnded };
        deciding.push(Event::AspectRemoved { aspect, why });
    }
    consequence::heal(deciding, Heals::Scene);
    deciding.push(Event::SceneEnded);
    Ok(())
}

/// What is still under way is dropped, so that nobody who left blocks the end of a scene.
fn drop_all(deciding: &mut Deciding) {
    let actions: Vec<(Id, bool)> =
        deciding.now().actions.iter().map(|action| (action.id, action.rolled())).collect();
    for (action, rolled) in actions {
        action::drop(deciding, action, rolled);
    }
    let hits: Vec<Id> = deciding.now().hits.iter().map(|hit| hit.id).collect();
    for hit in hits {
        deciding.push(Event::HitDropped { hit });
    }
}

/// A conflict ends; what is still under way in it is dropped if the host says so (F-42).
pub(super) fn end_conflict(deciding: &mut Deciding, anyway: bool) -> Decided {
    deciding.host()?;
    if open(deciding)?.conflict.is_none() {
        return Err(Refusal::new("F-42", message!("fate-no-conflict")));
    }
    quiet_or_dropped(deciding, anyway)?;
    conflict::close(deciding);
    Ok(())
}

pub(super) fn began(state: &mut State, scene: &Scene) {
    state.clock.scenes += 1;
    state.scene = Some(Arc::new(scene.clone()));
}

pub(super) fn ended(state: &mut State) {
    stunt::freshen(state, Per::Scene);
    for character in &mut state.characters {
        let character = Arc::make_mut(character);
        character.stress.clear();
        character.marks.clear();
    }
    state.scene = None;
}

pub(super) fn tell_began(scene: &Scene) -> Option<Line> {
    Some(message!("fate-scene-set", title = &scene.title).into())
}

pub(super) fn tell_ended(before: &State) -> Option<Line> {
    let scene = before.scene.as_ref();
    let title = scene.map_or_else(wording::nothing, |scene| scene.title.clone());
    Some(message!("fate-scene-ended", title = title).into())
}

impl OfferBuilder<'_> {
    /// The host ends the scene with what is still under way in it.
    pub(super) fn end_anyway(&mut self) {
        let under_way = !self.state.actions.is_empty() || !self.state.hits.is_empty();
        if under_way && self.by.is_host() {
            let anyway = Command::EndScene { anyway: true, carry: false };
            self.offer("F-10", message!("fate-act-end-scene-anyway"), anyway, Vec::new());
        }
    }

    /// The host begins a session or a scene.
    pub(super) fn beginnings(&mut self) {
        // Not kept where the sessions of the table begin those of the game.
        self.offer("F-15", message!("fate-act-session"), Command::BeginSession {}, Vec::new());
        let title = text_field("title", message!("fate-field-title"), false);
        let text = words_field("text", message!("fate-field-description"));
        let scene = Command::SetScene { title: BLANK.to_owned(), text: String::new() };
        self.offer("F-15", message!("fate-act-scene"), scene, vec![title, text]);
    }

    /// The host ends what is under way in the scene, and keeps notes of it.
    pub(super) fn ends(&mut self) {
        let ends = [
            ("F-42", message!("fate-act-end-conflict"), Command::EndConflict { anyway: false }),
            ("F-41", message!("fate-act-end-contest"), Command::EndContest {}),
            ("F-40", message!("fate-act-end-challenge"), Command::EndChallenge {}),
            (
                "F-10",
                message!("fate-act-end-scene"),
                Command::EndScene { anyway: false, carry: false },
            ),
        ];
        for (rule, label, command) in ends {
            self.offer(rule, label, command, Vec::new());
        }
        let carry = Command::EndScene { anyway: false, carry: true };
        self.offer("F-44", message!("fate-act-end-scene-carry"), carry, Vec::new());
        let notes = self.state.scene.as_ref().map_or("", |scene| scene.notes.as_str());
        self.notes(None, message!("fate-act-notes"), notes);
    }
}
