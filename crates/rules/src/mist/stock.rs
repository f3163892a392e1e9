//! Things made ready before play: challenges, story tags, threats, clocks, clues (B-44, M-09).

use serde::{Deserialize, Serialize};

use super::challenge::{audience, not_too_many};
use super::status::check_tier;
use super::{
    ChallengeDraft, Clue, ClueOrigin, Command, Deciding, Event, Holder, LONGEST_NAME, LONGEST_TEXT,
    Mist, ReadyChallenge, ReadyClue, ReadyLimit, ReadyThreat, State, Tag, Threat, ThreatDraft,
    ready, scene,
};
use crate::kernel::{Decided, Stock};
use crate::{Audience, Id, ReadyClock, ReadyPart, Refusal, Term, message, typed};

/// A thing made ready before play (B-44).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Ready {
    /// A challenge, with its limits, threats and tags (M-08).
    Challenge(ReadyChallenge),
    /// A story tag of the scene (M-01).
    Tag(ReadyTag),
    /// A threat of the scene itself (M-09).
    Threat(ReadyThreat),
    /// A clock (M-44).
    Clock(ReadyClock),
    /// A clue for the file.
    Clue(ReadyClue),
}

/// A story tag of the scene, made ready.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadyTag {
    /// What it says.
    pub name: Term,
    /// Whether only the host sees it for now.
    #[serde(default)]
    pub hidden: bool,
}

fn of_threat(draft: &ThreatDraft) -> ReadyThreat {
    let (text, harms) = (draft.text.as_str().into(), draft.harms.clone());
    ReadyThreat { text, harms, hidden: draft.hidden }
}

fn of_challenge(draft: &ChallengeDraft) -> ReadyChallenge {
    let limits = draft.limits.iter().map(|it| ReadyLimit {
        status: it.status.as_str().into(),
        tier: it.tier,
        hidden: it.hidden,
    });
    ReadyChallenge {
        name: draft.name.as_str().into(),
        text: draft.text.as_str().into(),
        hidden: draft.hidden,
        mundane: draft.mundane,
        limits: limits.collect(),
        threats: draft.threats.iter().map(of_threat).collect(),
        tags: draft.tags.iter().map(|it| it.as_str().into()).collect(),
    }
}

/// A text that may be left out.
fn some_text(text: &Term) -> Decided {
    text.spellings().try_for_each(|it| typed::text(it, LONGEST_TEXT).map(drop))
}

/// A threat fits the pack, and names nothing that only another table has.
fn fits(pack: &Mist, it: &ReadyThreat) -> Decided {
    some_text(&it.text)?;
    match it.harms.is_empty() || it.fits(pack) {
        true => Ok(()),
        false => Err(Refusal::new("B-44", message!("ready-threat-unfit"))),
    }
}

impl Stock for Mist {
    type Ready = Ready;

    fn library(&self) -> &[Ready] {
        &self.library
    }

    fn ready_of(command: &Command) -> Option<Ready> {
        if let Command::AddChallenge { challenge } = command {
            return Some(Ready::Challenge(of_challenge(challenge)));
        }
        if let Command::AddTag { on: Holder::Scene, name, hidden } = command {
            return Some(Ready::Tag(ReadyTag { name: name.as_str().into(), hidden: *hidden }));
        }
        if let Command::AddThreat { challenge: None, threat } = command {
            return Some(Ready::Threat(of_threat(threat)));
        }
        if let Command::AddClue { text, hidden } = command {
            return Some(Ready::Clue(ReadyClue { text: text.as_str().into(), hidden: *hidden }));
        }
        let Command::AddClock { name, boxes, counts, text, hidden } = command else { return None };
        let (name, text) = (name.as_str().into(), text.as_str().into());
        Some(Ready::Clock(ReadyClock {
            name,
            boxes: *boxes,
            counts: *counts,
            text,
            hidden: *hidden,
        }))
    }

    fn ready_from(&self, state: &State, thing: Id) -> Option<Ready> {
        let it = state.challenges.iter().find(|it| it.id == thing)?;
        let hidden = |seen: &Audience| *seen != Audience::All;
        let threat = |it: &Threat| {
            let (text, harms) = (it.text.clone(), it.harms.clone());
            let threat = ReadyThreat { text, harms, hidden: hidden(&it.seen) };
            if threat.fits(self) { threat } else { ReadyThreat { harms: Vec::new(), ..threat } }
        };
        Some(Ready::Challenge(ReadyChallenge {
            name: it.name.clone(),
            text: it.text.clone(),
            hidden: hidden(&it.seen),
            mundane: it.mundane,
            limits: it
                .limits
                .iter()
                .map(|limit| ReadyLimit {
                    status: limit.status.clone(),
                    tier: limit.tier,
                    hidden: hidden(&limit.seen),
                })
                .collect(),
            threats: it.threats.iter().map(threat).collect(),
            tags: it.tags.iter().map(|tag| tag.name.clone()).collect(),
        }))
    }

    fn show_ready(&self, thing: &Ready) -> ReadyPart {
        let nothing = || Term::from("");
        let limit = |it: &ReadyLimit| message!("ready-limit", status = &it.status, tier = it.tier);
        match thing {
            Ready::Challenge(it) => ReadyPart {
                kind: message!("ready-challenge"),
                name: it.name.clone(),
                text: it.text.clone(),
                marks: it.limits.iter().map(limit).collect(),
                hidden: it.hidden,
            },
            Ready::Tag(it) => ReadyPart {
                kind: message!("ready-tag"),
                name: it.name.clone(),
                text: nothing(),
                marks: Vec::new(),
                hidden: it.hidden,
            },
            Ready::Threat(it) => ReadyPart {
                kind: message!("ready-threat"),
                name: it.text.clone(),
                text: nothing(),
                marks: Vec::new(),
                hidden: it.hidden,
            },
            Ready::Clock(it) => it.show(),
            Ready::Clue(it) => ReadyPart {
                kind: message!("ready-clue"),
                name: it.text.clone(),
                text: nothing(),
                marks: Vec::new(),
                hidden: it.hidden,
            },
        }
    }

    fn set_stage(deciding: &mut Deciding<'_>, title: &str, text: &str) -> Decided {
        deciding.host()?;
        if deciding.before.scene.is_some() {
            scene::end(deciding, &[])?;
        }
        let title = Term::from(typed::name(title, LONGEST_NAME)?);
        scene::begin(deciding, title, typed::text(text, LONGEST_TEXT)?.into());
        Ok(())
    }

    fn bring(deciding: &mut Deciding<'_>, thing: &Ready, _: Option<Id>) -> Decided {
        match thing {
            Ready::Challenge(it) => {
                not_too_many(deciding.now().challenges.len())?;
                for count in [it.limits.len(), it.threats.len(), it.tags.len()] {
                    not_too_many(count)?;
                }
                let name = typed::term(&it.name, LONGEST_NAME)?;
                some_text(&it.text)?;
                for limit in &it.limits {
                    typed::term(&limit.status, LONGEST_NAME)?;
                    check_tier(deciding, limit.tier)?;
                }
                it.threats.iter().try_for_each(|threat| fits(deciding.pack, threat))?;
                it.tags.iter().try_for_each(|tag| typed::term(tag, LONGEST_NAME).map(drop))?;
                let challenge = ready::challenge(deciding, &ReadyChallenge { name, ..it.clone() });
                deciding.push(Event::ChallengeAdded { challenge: Box::new(challenge) });
            }
            Ready::Tag(it) => {
                let scene = deciding.now().scene.as_ref().ok_or_else(scene::no_scene)?;
                not_too_many(scene.tags.len())?;
                let mut tag = Tag::new(deciding.id(), typed::term(&it.name, LONGEST_NAME)?);
                tag.seen = audience(it.hidden);
                deciding.push(Event::TagAdded { on: Holder::Scene, tag });
            }
            Ready::Threat(it) => {
                let scene = deciding.now().scene.as_ref().ok_or_else(scene::no_scene)?;
                not_too_many(scene.threats.len())?;
                fits(deciding.pack, it)?;
                let threat = ready::threat(deciding, it);
                deciding.push(Event::ThreatAdded { challenge: None, threat });
            }
            Ready::Clock(it) => {
                not_too_many(deciding.now().clocks.len())?;
                let id = deciding.id();
                deciding.push(Event::ClockAdded { clock: Box::new(it.clock(id)?) });
            }
            Ready::Clue(it) => {
                not_too_many(deciding.now().story.clues.len())?;
                let text = typed::term(&it.text, LONGEST_TEXT)?;
                let seen: Audience = audience(it.hidden);
                let clue = Clue { id: deciding.id(), text, origin: ClueOrigin::Found, seen };
                deciding.push(Event::ClueAdded { clue });
            }
        }
        Ok(())
    }
}
