//! The scene: where it plays, and what is fought out in it (F-10, F-15, F-30).

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::offers::{BLANK, text_field, words_field};
use super::{
    Border, Challenge, Command, CompelEnd, Conflict, Contest, Deciding, Event, Gone, Heals,
    OfferBuilder, Per, Purse, State, Why, Zone, compel, conflict, consequence, ledger, stunt,
    wording,
};
use crate::kernel::Decided;
use crate::{Id, Line, Refusal, Term, message};

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

/// The open scene.
pub(super) fn open<'d>(deciding: &'d Deciding) -> Result<&'d Scene, Refusal> {
    deciding.now().scene.as_deref().ok_or_else(|| Refusal::new("F-42", message!("fate-no-scene")))
}

/// Refuses while something waits to be finished (F-25).
pub(super) fn quiet(deciding: &Deciding) -> Decided {
    if deciding.now().actions.is_empty() && deciding.now().hits.is_empty() {
        Ok(())
    } else {
        Err(Refusal::new("F-25", message!("fate-finish-first")))
    }
}

/// Opens a scene and sets the host's pool (F-15).
pub(super) fn set(deciding: &mut Deciding, title: &str, text: &str) -> Decided {
    deciding.host()?;
    if deciding.now().scene.is_some() {
        return Err(Refusal::new("F-10", message!("fate-scene-open")));
    }
    let scene = Scene {
        id: deciding.id(),
        title: wording::name(title)?.as_str().into(),
        text: wording::text(text)?,
        notes: String::new(),
        zones: Vec::new(),
        borders: Vec::new(),
        whereabouts: BTreeMap::new(),
        challenge: None,
        contest: None,
        conflict: None,
    };
    deciding.push(Event::SceneSet { scene: Box::new(scene) });
    ledger::empty(deciding, Purse::Host, Purse::Bank, Why::Pool, None);
    let players = i64::try_from(deciding.now().player_characters().count()).unwrap_or(0);
    ledger::transfer(deciding, Purse::Bank, Purse::Host, players, Why::Pool, None);
    ledger::empty(deciding, Purse::HostLater, Purse::Host, Why::HostilePaid, None);
    Ok(())
}

/// Ends the scene: what is owed is paid, what passes is gone (F-10, F-12, F-30, F-33).
pub(super) fn end(deciding: &mut Deciding) -> Decided {
    deciding.host()?;
    open(deciding)?;
    quiet(deciding)?;
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
        deciding.push(Event::AspectRemoved { aspect, why: Gone::SceneEnded });
    }
    consequence::heal(deciding, Heals::Scene);
    deciding.push(Event::SceneEnded);
    Ok(())
}

pub(super) fn began(state: &mut State, scene: &Scene) {
    state.clock.scenes += 1;
    state.scene = Some(Arc::new(scene.clone()));
}

pub(super) fn ended(state: &mut State) {
    stunt::freshen(state, Per::Scene);
    for character in &mut state.characters {
        Arc::make_mut(character).stress.clear();
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
    /// The host begins a session or scene, or ends what is under way.
    pub(super) fn sessions(&mut self) {
        self.offer("F-15", message!("fate-offer-session"), Command::BeginSession {}, Vec::new());
        let title = text_field("title", message!("fate-field-title"), false);
        let text = words_field("text", message!("fate-field-description"));
        let scene = Command::SetScene { title: BLANK.to_owned(), text: String::new() };
        self.offer("F-15", message!("fate-offer-scene"), scene, vec![title, text]);
        let ends = [
            ("F-42", message!("fate-offer-end-conflict"), Command::EndConflict {}),
            ("F-41", message!("fate-offer-end-contest"), Command::EndContest {}),
            ("F-40", message!("fate-offer-end-challenge"), Command::EndChallenge {}),
            ("F-10", message!("fate-offer-end-scene"), Command::EndScene {}),
        ];
        for (rule, label, command) in ends {
            self.offer(rule, label, command, Vec::new());
        }
        let notes = self.state.scene.as_ref().map_or("", |scene| scene.notes.as_str());
        self.notes(None, message!("fate-offer-notes"), notes);
    }
}
