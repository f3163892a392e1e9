//! Challenges, their limits and their threats (M-07, M-08).

use serde::{Deserialize, Serialize};

use super::plan::{Decided, Plan, missing};
use super::stage::{check_tier, story_tag};
use super::{Status, Tag, Thing, name};
use crate::{Audience, Id, Refusal, Term, message};

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
}

/// A tier of a kind of status that a thing cannot bear (M-07).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    /// Which one.
    pub id: Id,
    /// The status it is tied to.
    pub status: Term,
    /// The tier at which the thing is changed for good.
    pub tier: u8,
    /// Who may see it. A limit not everyone sees overcomes its challenge only when it is shown.
    #[serde(default)]
    pub seen: Audience,
    /// Whether a status has reached it.
    pub reached: bool,
}

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

/// One part of a consequence (M-20).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistHarm"))]
pub enum Harm {
    /// The character gets a status.
    Status {
        /// Its name.
        name: Term,
        /// Its tier.
        tier: u8,
    },
    /// The character, or the scene when nobody is hit, gets a story tag.
    Tag {
        /// Its name.
        name: Term,
    },
    /// A tag is burnt.
    Burn {
        /// Which one.
        tag: Id,
    },
    /// A story tag is removed.
    Remove {
        /// Which one.
        tag: Id,
    },
    /// A challenge's status rises.
    Raise {
        /// The challenge.
        challenge: Id,
        /// The status.
        name: Term,
        /// By which tier.
        tier: u8,
    },
    /// Something hidden is shown to all.
    Reveal {
        /// Which thing.
        thing: Id,
    },
    /// A trait that makes things worse: a new tag of a challenge, or of the scene (M-36).
    Trait {
        /// The challenge.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        challenge: Option<Id>,
        /// The tag.
        name: Term,
    },
    /// Something worse begins.
    Worse {
        /// What.
        text: Term,
    },
    /// It is only told.
    Narrate {
        /// What.
        text: Term,
    },
    /// A kind the pack adds.
    Other {
        /// The kind's id in the pack.
        id: String,
        /// What happens.
        text: Term,
    },
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
    /// The ways to overcome it.
    pub limits: Vec<LimitDraft>,
    /// What it threatens to do.
    pub threats: Vec<ThreatDraft>,
    /// Its tags.
    pub tags: Vec<String>,
}

/// A limit as the host writes it down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistLimitDraft"))]
pub struct LimitDraft {
    /// The status it is tied to.
    pub status: String,
    /// The tier.
    pub tier: u8,
    /// Whether only the host sees it for now.
    #[serde(default)]
    pub hidden: bool,
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

/// The parts of a consequence as the host wrote them: of a kind there is, about things there are.
pub(super) fn check_harms(plan: &Plan, harms: &[Harm]) -> Decided {
    if harms.len() > 20 {
        return Err(Refusal::new("M-20", message!("mist-too-many", most = 20)));
    }
    for harm in harms {
        match harm {
            Harm::Status { name, tier } => {
                name::term(name)?;
                check_tier(plan, *tier)?;
            }
            Harm::Tag { name } => {
                name::term(name)?;
            }
            Harm::Burn { tag } => {
                if plan.find(*tag)?.tag().is_none() {
                    return Err(missing(message!("mist-a-tag")));
                }
            }
            Harm::Remove { tag } => story_tag(plan, *tag)?,
            Harm::Raise { challenge, name, tier } => {
                is_challenge(plan, *challenge)?;
                name::term(name)?;
                check_tier(plan, *tier)?;
            }
            Harm::Reveal { thing } => {
                plan.find(*thing)?;
            }
            Harm::Trait { challenge, name } => {
                if let Some(challenge) = challenge {
                    is_challenge(plan, *challenge)?;
                }
                name::term(name)?;
            }
            Harm::Worse { text } | Harm::Narrate { text } => check_text(text)?,
            Harm::Other { id, text } => {
                if !plan.pack.consequences.iter().any(|it| it.id == *id) {
                    return Err(missing(message!("mist-a-consequence-kind")));
                }
                check_text(text)?;
            }
        }
    }
    Ok(())
}

fn is_challenge(plan: &Plan, id: Id) -> Decided {
    match plan.find(id) {
        Ok(Thing::Challenge(_)) => Ok(()),
        _ => Err(missing(message!("mist-a-challenge"))),
    }
}

fn check_text(text: &Term) -> Decided {
    for spelling in text.spellings() {
        name::text(spelling)?;
    }
    Ok(())
}
