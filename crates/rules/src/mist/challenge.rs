//! Challenges: anything in the way (M-08).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::lookup::missing;
use super::offers::{BLANK, OfferBuilder, Offers, name, number, text};
use super::viewing::Viewing;
use super::{
    Command, Deciding, Event, LONGEST_NAME, LONGEST_TEXT, Limit, LimitDraft, State, Status, Tag,
    Thing, Threat, ThreatDraft, limit, threat,
};
use crate::kernel::{Decided, offer};
use crate::{Audience, Bounds, Id, Message, Refusal, Term, message, typed};

/// Anything in the way: a foe, a trap, a mood, a clock running out (M-08).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenge {
    /// Which one.
    pub id: Id,
    /// What it is called.
    pub name: Term,
    /// What it is like.
    pub text: Term,
    /// Who may see it at all.
    #[serde(default)]
    pub seen: Audience,
    /// The ways to overcome it.
    pub limits: Vec<Limit>,
    /// What it threatens to do.
    pub threats: Vec<Threat>,
    /// Its tags.
    pub tags: Vec<Tag>,
    /// Its statuses.
    pub statuses: Vec<Status>,
    /// The limit it was overcome by.
    pub overcome: Option<Id>,
    /// Whether nothing about it is strange, so that what suppresses anomalies leaves it (M-08).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mundane: bool,
    /// Whether it stays from scene to scene until it is overcome (M-56).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stays: bool,
}

/// A challenge as the host writes it down.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "ts", ts(rename = "MistChallengeDraft"))]
pub struct ChallengeDraft {
    /// What it is called.
    pub name: String,
    /// What it is like.
    pub text: String,
    /// Whether only the host sees it for now.
    pub hidden: bool,
    /// Whether nothing about it is strange (M-08).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub mundane: bool,
    /// The ways to overcome it.
    pub limits: Vec<LimitDraft>,
    /// What it threatens to do.
    pub threats: Vec<ThreatDraft>,
    /// Its tags.
    pub tags: Vec<String>,
}

impl Challenge {
    /// Whether it is an anomaly set loose that has no limits yet (M-56).
    pub(super) fn asks_for_limits(&self) -> bool {
        self.stays && self.limits.is_empty() && self.overcome.is_none()
    }
}

/// The most of anything the host may put in one place: a table, not a database.
const MOST: usize = 100;

/// Who sees what is put on the stage.
pub(super) fn audience(hidden: bool) -> Audience {
    if hidden { Audience::Host } else { Audience::All }
}

/// A place has room for one more thing.
pub(super) fn not_too_many(there: usize) -> Decided {
    if there >= MOST {
        return Err(Refusal::new("B-12", message!("mist-too-many", most = MOST)));
    }
    Ok(())
}

/// Adds a challenge to the scene (M-08).
pub(super) fn add(deciding: &mut Deciding, draft: &ChallengeDraft) -> Decided {
    deciding.host()?;
    not_too_many(deciding.before.challenges.len())?;
    not_too_many(draft.limits.len().max(draft.threats.len()).max(draft.tags.len()))?;
    let challenge = Challenge {
        id: deciding.id(),
        name: Term::from(typed::name(&draft.name, LONGEST_NAME)?),
        text: typed::text(&draft.text, LONGEST_TEXT)?.into(),
        seen: audience(draft.hidden),
        limits: each(&draft.limits, |it| limit::drafted(deciding, it))?,
        threats: each(&draft.threats, |it| threat::drafted(deciding, it))?,
        tags: each(&draft.tags, |it| {
            Ok(Tag::new(deciding.id(), Term::from(typed::name(it, LONGEST_NAME)?)))
        })?,
        statuses: Vec::new(),
        overcome: None,
        mundane: draft.mundane,
        stays: false,
    };
    deciding.push(Event::ChallengeAdded { challenge: Box::new(challenge) });
    Ok(())
}

fn each<D, T>(drafts: &[D], make: impl FnMut(&D) -> Result<T, Refusal>) -> Result<Vec<T>, Refusal> {
    drafts.iter().map(make).collect()
}

/// Looks up a challenge the seat may see.
pub(super) fn challenge<'a>(deciding: &Deciding<'a>, id: Id) -> Result<&'a Challenge, Refusal> {
    match deciding.find(id) {
        Ok(Thing::Challenge(challenge)) => Ok(challenge),
        _ => Err(missing(message!("mist-a-challenge"))),
    }
}

pub(super) fn added(state: &mut State, challenge: &Challenge) {
    state.challenges.push(Arc::new(challenge.clone()));
}

pub(super) fn tell_added(viewing: Viewing, it: &Challenge) -> Option<Message> {
    viewing
        .sees(&it.seen)
        .then(|| message!("mist-told-challenge", challenge = &it.name, text = &it.text))
}

/// Marks a challenge as mundane, or as strange again (M-08).
pub(super) fn set_mundane(deciding: &mut Deciding, id: Id, mundane: bool) -> Decided {
    deciding.host()?;
    if challenge(deciding, id)?.mundane == mundane {
        return Err(Refusal::new("M-08", message!("mist-chosen-already")));
    }
    deciding.push(Event::MundaneSet { challenge: id, mundane });
    Ok(())
}

pub(super) fn mundane_set(state: &mut State, id: Id, mundane: bool) {
    if let Some(it) = state.challenge_mut(id) {
        it.mundane = mundane;
    }
}

pub(super) fn tell_mundane_set(viewing: Viewing, id: Id, mundane: bool) -> Option<Message> {
    let challenge = viewing.find(id)?.name();
    Some(match mundane {
        true => message!("mist-told-mundane", challenge = challenge),
        false => message!("mist-told-strange", challenge = challenge),
    })
}

/// Takes a challenge out of the scene.
pub(super) fn remove(deciding: &mut Deciding, id: Id) -> Decided {
    deciding.host()?;
    challenge(deciding, id)?;
    deciding.push(Event::ChallengeRemoved { challenge: id });
    Ok(())
}

pub(super) fn removed(state: &mut State, id: Id) {
    state.challenges.retain(|it| it.id != id);
}

pub(super) fn tell_removed(viewing: Viewing, id: Id) -> Option<Message> {
    Some(message!("mist-told-challenge-gone", challenge = viewing.find(id)?.name()))
}

/// By one of its limits, or by an ending (M-07, M-58).
pub(super) fn overcome(state: &mut State, id: Id, limit: Option<Id>) {
    if let Some(it) = state.challenge_mut(id) {
        it.overcome = Some(limit.unwrap_or(id));
    }
}

pub(super) fn tell_overcome(viewing: Viewing, id: Id) -> Option<Message> {
    Some(message!("mist-told-overcome", challenge = viewing.find(id)?.name()))
}

impl OfferBuilder<'_> {
    /// Putting a challenge on the stage.
    pub(super) fn offer_new_challenge(self, offers: &mut Offers) {
        let challenge = ChallengeDraft {
            name: BLANK.to_owned(),
            limits: vec![limit::blank(self.pack)],
            ..ChallengeDraft::default()
        };
        let limit_hidden = message!("mist-field-limit-hidden");
        let tiers = number(1, self.pack.status.boxes);
        offers.push(
            offer("M-08", message!("mist-act-add-challenge"), Command::AddChallenge { challenge })
                .field("challenge/name", message!("mist-field-name"), name())
                .field("challenge/text", message!("mist-field-what"), text())
                .field("challenge/hidden", message!("mist-field-hidden"), Bounds::Switch)
                .field("challenge/limits/0/status", message!("mist-field-status"), name())
                .field("challenge/limits/0/tier", message!("mist-field-tier"), tiers)
                .field("challenge/limits/0/hidden", limit_hidden, Bounds::Switch),
        );
    }

    /// Marking a challenge as mundane, or as strange again.
    pub(super) fn offer_mundane(self, it: &Challenge, offers: &mut Offers) {
        let command = Command::SetMundane { challenge: it.id, mundane: !it.mundane };
        let label = match it.mundane {
            true => message!("mist-act-set-strange"),
            false => message!("mist-act-set-mundane"),
        };
        offers.push(offer("M-08", label, command));
    }

    /// Taking a challenge out of the scene.
    pub(super) fn offer_removing_challenge(self, it: &Challenge, offers: &mut Offers) {
        let command = Command::RemoveChallenge { challenge: it.id };
        offers.push(offer("M-08", message!("mist-act-remove-challenge"), command));
    }
}
