//! Scenes that come with the pack, ready for its example characters (M-09, M-60).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::challenge::audience;
use super::lookup::missing;
use super::offers::{OfferBuilder, Offers};
use super::{
    Challenge, Clue, ClueOrigin, Command, Deciding, Event, FileForm, Harm, Holder, Limit, Mist,
    Mystery, Tag, Threat, scene,
};
use crate::kernel::{Decided, choice, offer};
use crate::{Audience, Bounds, Id, Message, ReadyClock, Term, message};

/// A scene that comes with the pack. What does not fit the pack's form of the file is left out, so
/// that a variant may inherit it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadyScene {
    /// Its id: `sorting-room`.
    pub id: String,
    /// What it is called.
    pub name: Term,
    /// What it is like.
    pub text: Term,
    /// What the case is called, where it opens one (M-38).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub case: Option<Term>,
    /// Story tags of the scene.
    #[serde(default)]
    pub tags: Vec<Term>,
    /// Threats of the scene itself.
    #[serde(default)]
    pub threats: Vec<ReadyThreat>,
    /// What is in the way.
    #[serde(default)]
    pub challenges: Vec<ReadyChallenge>,
    /// Clocks beside it.
    #[serde(default)]
    pub clocks: Vec<ReadyClock>,
    /// Clues, found or still hidden.
    #[serde(default)]
    pub clues: Vec<ReadyClue>,
    /// What is to be found out (M-36).
    #[serde(default)]
    pub mysteries: Vec<ReadyMystery>,
    /// Where the countdown starts (M-37).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub countdown: Option<u8>,
    /// The tiers of the indexes, by question (M-37).
    #[serde(default)]
    pub indexes: BTreeMap<String, u8>,
}

/// A challenge of a ready scene (M-08).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadyChallenge {
    /// What it is called.
    pub name: Term,
    /// What it is like.
    pub text: Term,
    /// Whether only the host sees it for now.
    #[serde(default)]
    pub hidden: bool,
    /// Whether nothing about it is strange.
    #[serde(default)]
    pub mundane: bool,
    /// The ways to overcome it.
    #[serde(default)]
    pub limits: Vec<ReadyLimit>,
    /// What it threatens to do.
    #[serde(default)]
    pub threats: Vec<ReadyThreat>,
    /// Its tags.
    #[serde(default)]
    pub tags: Vec<Term>,
}

/// A limit of a ready challenge (M-07).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadyLimit {
    /// The status it is tied to.
    pub status: Term,
    /// The tier.
    pub tier: u8,
    /// Whether only the host sees it for now.
    #[serde(default)]
    pub hidden: bool,
}

/// A threat of a ready scene (M-09).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadyThreat {
    /// What it says.
    pub text: Term,
    /// The consequence it leads to; nothing that names a thing by its id.
    pub harms: Vec<Harm>,
    /// Whether only the host sees it for now.
    #[serde(default)]
    pub hidden: bool,
}

/// A clue of a ready scene.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadyClue {
    /// What it says.
    pub text: Term,
    /// Whether it is still to be found.
    #[serde(default)]
    pub hidden: bool,
}

/// A mystery of a ready scene (M-36).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadyMystery {
    /// The question.
    pub text: Term,
    /// How many supporting clues a conclusion needs.
    pub complexity: u8,
}

impl ReadyThreat {
    /// Whether what it leads to can be written down before there is a table.
    pub(super) fn fits(&self, pack: &Mist) -> bool {
        !self.harms.is_empty()
            && self.harms.iter().all(|harm| match harm {
                Harm::Status { tier, .. } => (1..=pack.status.boxes).contains(tier),
                Harm::Tag { .. }
                | Harm::Trait { challenge: None, .. }
                | Harm::Worse { .. }
                | Harm::Narrate { .. } => true,
                Harm::Clock { clock: None, by } => *by > 0,
                Harm::Other { id, .. } => pack.consequences.iter().any(|it| it.id == *id),
                Harm::Burn { .. }
                | Harm::Remove { .. }
                | Harm::Raise { .. }
                | Harm::Reveal { .. }
                | Harm::Trait { .. }
                | Harm::Clock { .. } => false,
            })
    }
}

/// The host opens a scene of the pack, with all that is in it.
pub(super) fn take(deciding: &mut Deciding, id: &str) -> Decided {
    deciding.host()?;
    let found = deciding.pack.scenes.iter().find(|it| it.id == id);
    let ready = found.ok_or_else(|| missing(message!("mist-a-ready-scene")))?;
    scene::check_closed(deciding)?;
    scene::begin(deciding, ready.name.clone(), ready.text.clone());
    for name in &ready.tags {
        let tag = Tag::new(deciding.id(), name.clone());
        deciding.push(Event::TagAdded { on: Holder::Scene, tag });
    }
    for it in &ready.challenges {
        let challenge = challenge(deciding, it);
        deciding.push(Event::ChallengeAdded { challenge: Box::new(challenge) });
    }
    for it in &ready.threats {
        let threat = threat(deciding, it);
        deciding.push(Event::ThreatAdded { challenge: None, threat });
    }
    for it in &ready.clocks {
        let id = deciding.id();
        deciding.push(Event::ClockAdded { clock: Box::new(it.clock(id)?) });
    }
    open_case(deciding, ready);
    Ok(())
}

/// What the scene adds to the file, where it is not there already.
fn open_case(deciding: &mut Deciding, ready: &ReadyScene) {
    let (pack, story) = (deciding.pack, &deciding.before.story);
    let form = pack.file.form;
    if form != FileForm::None
        && story.case.is_none()
        && let Some(title) = &ready.case
    {
        deciding.push(Event::CaseNamed { title: title.clone() });
    }
    for it in &ready.clues {
        if story.clues.iter().all(|other| other.text != it.text) {
            let clue = Clue {
                id: deciding.id(),
                text: it.text.clone(),
                origin: ClueOrigin::Found,
                seen: audience(it.hidden),
            };
            deciding.push(Event::ClueAdded { clue });
        }
    }
    match form {
        FileForm::None => {}
        FileForm::Rounds => {
            for it in &ready.mysteries {
                if story.mysteries.iter().all(|other| other.text != it.text) {
                    let mystery = Mystery {
                        id: deciding.id(),
                        text: it.text.clone(),
                        complexity: it.complexity,
                        solved: false,
                    };
                    deciding.push(Event::MysteryAdded { mystery });
                }
            }
        }
        FileForm::Questions => {
            for (question, &tier) in &ready.indexes {
                let known = pack.file.questions.iter().any(|it| it.id == *question);
                if known && story.indexes.get(question) != Some(&tier) {
                    let question = question.clone();
                    deciding.push(Event::IndexSet { question, tier });
                }
            }
            if story.countdown.is_none() && ready.countdown.is_some() {
                deciding.push(Event::CountdownSet { tier: ready.countdown });
            }
        }
    }
}

pub(super) fn challenge(deciding: &mut Deciding, it: &ReadyChallenge) -> Challenge {
    let boxes = deciding.pack.status.boxes;
    let limits = it.limits.iter().map(|limit| Limit {
        id: deciding.id(),
        status: limit.status.clone(),
        tier: limit.tier.min(boxes),
        seen: audience(limit.hidden),
        reached: false,
    });
    let limits = limits.collect();
    let threats = it.threats.iter().map(|it| threat(deciding, it)).collect();
    let tags = it.tags.iter().map(|name| Tag::new(deciding.id(), name.clone())).collect();
    Challenge {
        id: deciding.id(),
        name: it.name.clone(),
        text: it.text.clone(),
        seen: audience(it.hidden),
        limits,
        threats,
        tags,
        statuses: Vec::new(),
        overcome: None,
        mundane: it.mundane,
        stays: false,
    }
}

pub(super) fn threat(deciding: &mut Deciding, it: &ReadyThreat) -> Threat {
    Threat {
        id: deciding.id(),
        text: it.text.clone(),
        at: Vec::<Id>::new(),
        harms: it.harms.clone(),
        answered: false,
        seen: if it.hidden { Audience::Host } else { Audience::All },
    }
}

impl OfferBuilder<'_> {
    /// Opening a scene of the pack.
    pub(super) fn offer_ready_scenes(self, offers: &mut Offers) {
        let Some(first) = self.pack.scenes.first() else {
            return;
        };
        let named = |it: &ReadyScene| -> Message { message!("mist-thing-named", name = &it.name) };
        let scenes = self.pack.scenes.iter().map(|it| choice(&it.id, named(it)));
        let bounds = Bounds::Choice { of: scenes.collect() };
        let command = Command::TakeScene { scene: first.id.clone() };
        offers.push(offer("M-09", message!("mist-act-take-scene"), command).field(
            "scene",
            message!("mist-field-scene"),
            bounds,
        ));
    }
}
