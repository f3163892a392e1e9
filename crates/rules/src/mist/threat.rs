//! Threats: what will happen unless someone answers it (M-08, M-09).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::challenge::audience;
use super::harm::check_harms;
use super::lookup::missing;
use super::offers::{BLANK, OfferBuilder, Offers, words};
use super::scene::no_scene;
use super::viewing::Viewing;
use super::{
    Challenge, Character, Command, Consequence, Deciding, Event, Harm, LONGEST_TEXT, Scene, State,
    Thing, challenge,
};
use crate::kernel::{Decided, offer};
use crate::{Audience, Bounds, Id, Message, Refusal, Term, message, typed};

/// What will happen unless someone answers it (M-08, M-09).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Threat {
    /// Which one.
    pub id: Id,
    /// What it says.
    pub text: Term,
    /// The characters it is aimed at; everyone present when empty.
    pub at: Vec<Id>,
    /// The consequence it leads to.
    pub harms: Vec<Harm>,
    /// Whether it has been dealt with.
    pub answered: bool,
    /// Who may see it.
    #[serde(default)]
    pub seen: Audience,
}

/// A threat as the host writes it down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistThreatDraft"))]
pub struct ThreatDraft {
    /// What it says.
    pub text: String,
    /// The characters it is aimed at; everyone present when empty.
    #[serde(default)]
    pub at: Vec<Id>,
    /// The consequence it leads to.
    #[serde(default)]
    pub harms: Vec<Harm>,
    /// Whether only the host sees it for now.
    #[serde(default)]
    pub hidden: bool,
}

/// A threat as drafted.
pub(super) fn drafted(deciding: &mut Deciding, draft: &ThreatDraft) -> Result<Threat, Refusal> {
    for id in &draft.at {
        deciding.character(*id)?;
    }
    check_harms(deciding, &draft.harms)?;
    Ok(Threat {
        id: deciding.id(),
        text: typed::text(&draft.text, LONGEST_TEXT)?.into(),
        at: draft.at.clone(),
        harms: draft.harms.clone(),
        answered: false,
        seen: audience(draft.hidden),
    })
}

/// Adds a threat to a challenge, or to the scene itself (M-08, M-09).
pub(super) fn add(deciding: &mut Deciding, id: Option<Id>, draft: &ThreatDraft) -> Decided {
    deciding.host()?;
    match id {
        Some(id) => challenge::not_too_many(challenge::challenge(deciding, id)?.threats.len())?,
        None => {
            let scene = deciding.before.scene.as_ref().ok_or_else(no_scene)?;
            challenge::not_too_many(scene.threats.len())?;
        }
    }
    let threat = drafted(deciding, draft)?;
    deciding.push(Event::ThreatAdded { challenge: id, threat });
    Ok(())
}

pub(super) fn added(state: &mut State, challenge: Option<Id>, threat: &Threat) {
    let threats = match challenge {
        Some(id) => state.challenge_mut(id).map(|it| &mut it.threats),
        None => state.scene_mut().map(|it| &mut it.threats),
    };
    if let Some(threats) = threats {
        threats.push(threat.clone());
    }
}

pub(super) fn tell_added(viewing: Viewing, on: Option<Id>, threat: &Threat) -> Option<Message> {
    if let Some(challenge) = on {
        viewing.find(challenge)?;
    }
    viewing.sees(&threat.seen).then(|| message!("mist-told-threat", text = &threat.text))
}

/// Says whether a threat has been dealt with.
pub(super) fn answer(deciding: &mut Deciding, id: Id, answered: bool) -> Decided {
    deciding.host()?;
    let Ok(Thing::Threat(_, threat)) = deciding.find(id) else {
        return Err(missing(message!("mist-a-threat")));
    };
    if threat.answered == answered {
        return Err(Refusal::new("M-09", message!("mist-threat-already")));
    }
    deciding.push(Event::ThreatAnswered { threat: id, answered });
    Ok(())
}

pub(super) fn answered(state: &mut State, id: Id, answered: bool) {
    if let Some(threat) = threat_mut(state, id) {
        threat.answered = answered;
    }
}

pub(super) fn tell_answered(viewing: Viewing, id: Id, answered: bool) -> Option<Message> {
    let text = viewing.find(id)?.name();
    Some(match answered {
        true => message!("mist-told-threat-answered", text = text),
        false => message!("mist-told-threat", text = text),
    })
}

/// A threat, to change.
pub(super) fn threat_mut(state: &mut State, id: Id) -> Option<&mut Threat> {
    let holds = |it: &Arc<Challenge>| it.threats.iter().any(|threat| threat.id == id);
    let threats = if let Some(place) = state.challenges.iter().position(holds) {
        &mut Arc::make_mut(&mut state.challenges[place]).threats
    } else {
        &mut state.scene_mut()?.threats
    };
    threats.iter_mut().find(|it| it.id == id)
}

/// A threat becomes a pending consequence for each character it is aimed at. What befalls the scene
/// and nobody in particular comes once, however many are hit.
pub(super) fn come_due(deciding: &mut Deciding, scene: &Scene, threat: &Threat) {
    let state = deciding.before;
    let aimed_at = |id: &Id| {
        if threat.at.is_empty() {
            state.character(*id).is_some_and(|it| it.seat.is_some())
        } else {
            threat.at.contains(id)
        }
    };
    let present = scene.present.iter().filter(|id| aimed_at(id));
    let hit: Vec<&Character> = present.filter_map(|id| state.character(*id)).collect();
    if let [only] = hit.as_slice() {
        return due(deciding, threat, Some(only), threat.harms.clone());
    }
    let (of_scene, of_each): (Vec<Harm>, Vec<Harm>) =
        threat.harms.iter().cloned().partition(Harm::befalls_the_scene);
    let told_only = threat.harms.is_empty();
    for character in hit.iter().filter(|_| told_only || !of_each.is_empty()) {
        due(deciding, threat, Some(character), of_each.clone());
    }
    if !hit.is_empty() && !of_scene.is_empty() {
        due(deciding, threat, None, of_scene);
    }
}

fn due(deciding: &mut Deciding, threat: &Threat, to: Option<&Character>, harms: Vec<Harm>) {
    let consequence = Consequence {
        id: deciding.id(),
        to: to.map(|it| it.id),
        text: threat.text.clone(),
        harms,
        used: Vec::new(),
        mitigable: true,
        answered: Vec::new(),
        seen: to.map_or(Audience::All, |it| it.seen.clone()),
    };
    deciding.push(Event::ConsequenceNamed { consequence: Box::new(consequence) });
}

impl<'s> OfferBuilder<'s> {
    /// The threats the seat sees.
    pub(super) fn threats(self) -> impl Iterator<Item = (Id, &'s Threat)> {
        self.all().filter_map(|(id, thing)| match thing {
            Thing::Threat(_, threat) => Some((id, threat)),
            _ => None,
        })
    }

    /// Threatening something: a challenge does, or the scene itself.
    pub(super) fn offer_threat(self, of: Option<&Challenge>, offers: &mut Offers) {
        let threat = ThreatDraft {
            text: BLANK.to_owned(),
            at: Vec::new(),
            harms: vec![Harm::Narrate { text: BLANK.into() }],
            hidden: false,
        };
        let rule = if of.is_some() { "M-08" } else { "M-09" };
        let command = Command::AddThreat { challenge: of.map(|it| it.id), threat };
        let mut naming = offer(rule, message!("mist-act-add-threat"), command)
            .field("threat/text", message!("mist-field-words"), words())
            .field("threat/hidden", message!("mist-field-hidden"), Bounds::Switch);
        // An anomaly set loose asks for its threats, too (M-56).
        if let Some(it) = of {
            let due = message!("mist-waits-limits", challenge = &it.name);
            naming = naming.waits(it.asks_for_limits(), due);
        }
        offers.push(naming);
    }

    /// Saying that a threat is dealt with, or back.
    pub(super) fn offer_answering(self, threat: &Threat, offers: &mut Offers) {
        let label = match threat.answered {
            true => message!("mist-act-threat-back"),
            false => message!("mist-act-threat-answered"),
        };
        let command = Command::AnswerThreat { threat: threat.id, answered: !threat.answered };
        offers.push(offer("M-09", label, command));
    }
}
