//! The parts of a consequence: what it does when it lands (M-20).

use serde::{Deserialize, Serialize};

use super::lookup::missing;
use super::status::check_tier;
use super::tag::story_tag;
use super::viewing::Viewing;
use super::{
    Consequence, Deciding, Event, FileForm, Holder, LONGEST_NAME, LONGEST_TEXT, Tag, Thing,
    challenge, clock, conclusion, limit, status,
};
use crate::kernel::Decided;
use crate::{Audience, Id, Message, Refusal, Term, message, typed};

/// One part of a consequence (M-20).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistHarm", optional_fields))]
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
        challenge: Option<Id>,
        /// The tag.
        name: Term,
    },
    /// Something worse begins.
    Worse {
        /// What.
        text: Term,
    },
    /// A clock moves, or the countdown of the file when none is named (M-44).
    Clock {
        /// Which clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<Id>,
        /// By how many steps towards its end.
        by: i8,
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

impl Harm {
    /// Whether it changes the scene rather than the one who is hit, so that one threat does it once
    /// (M-09).
    pub(super) fn befalls_the_scene(&self) -> bool {
        match self {
            Harm::Burn { .. }
            | Harm::Remove { .. }
            | Harm::Raise { .. }
            | Harm::Reveal { .. }
            | Harm::Trait { .. }
            | Harm::Worse { .. }
            | Harm::Clock { .. } => true,
            Harm::Status { .. } | Harm::Tag { .. } | Harm::Narrate { .. } | Harm::Other { .. } => {
                false
            }
        }
    }
}

/// The parts of a consequence as the host wrote them: of a kind there is, about things there are.
pub(super) fn check_harms(deciding: &Deciding, harms: &[Harm]) -> Decided {
    if harms.len() > 20 {
        return Err(Refusal::new("M-20", message!("mist-too-many", most = 20)));
    }
    for harm in harms {
        match harm {
            Harm::Status { name, tier } => {
                typed::term(name, LONGEST_NAME)?;
                check_tier(deciding, *tier)?;
            }
            Harm::Tag { name } => {
                typed::term(name, LONGEST_NAME)?;
            }
            Harm::Burn { tag } => {
                if deciding.find(*tag)?.tag().is_none() {
                    return Err(missing(message!("mist-a-tag")));
                }
            }
            Harm::Remove { tag } => story_tag(deciding, *tag)?,
            Harm::Raise { challenge, name, tier } => {
                challenge::challenge(deciding, *challenge)?;
                typed::term(name, LONGEST_NAME)?;
                check_tier(deciding, *tier)?;
            }
            Harm::Reveal { thing } => {
                deciding.find(*thing)?;
            }
            Harm::Trait { challenge, name } => {
                if let Some(challenge) = challenge {
                    challenge::challenge(deciding, *challenge)?;
                }
                typed::term(name, LONGEST_NAME)?;
            }
            Harm::Clock { clock, by } => clock::check_movable(deciding, *clock, *by)?,
            Harm::Worse { text } | Harm::Narrate { text } => check_text(text)?,
            Harm::Other { id, text } => {
                if !deciding.pack.consequences.iter().any(|it| it.id == *id) {
                    return Err(missing(message!("mist-a-consequence-kind")));
                }
                check_text(text)?;
            }
        }
    }
    Ok(())
}

fn check_text(text: &Term) -> Decided {
    for spelling in text.spellings() {
        typed::text(spelling, LONGEST_TEXT)?;
    }
    Ok(())
}

/// One part of a consequence lands.
pub(super) fn land(deciding: &mut Deciding, consequence: &Consequence, harm: &Harm) {
    let seen = &consequence.seen;
    // A trait is written into the file, whatever it is seen in (M-38).
    if let Harm::Trait { challenge, name } = harm
        && deciding.pack.file.form != FileForm::None
    {
        conclusion::reveal(deciding, name, *challenge, seen);
    }
    match (harm, consequence.to) {
        (Harm::Status { name, tier }, Some(to)) => {
            status::gain(deciding, Holder::Character(to), name, *tier, seen, None, None);
        }
        (Harm::Tag { name }, Some(to)) => add_tag(deciding, Holder::Character(to), name, seen),
        (Harm::Tag { name }, None) | (Harm::Trait { challenge: None, name }, _)
            if deciding.before.scene.is_some() =>
        {
            add_tag(deciding, Holder::Scene, name, seen);
        }
        (Harm::Trait { challenge: Some(id), name }, _)
            if deciding.before.challenge(*id).is_some() =>
        {
            add_tag(deciding, Holder::Challenge(*id), name, seen);
        }
        (Harm::Raise { challenge, name, tier }, _)
            if deciding.before.challenge(*challenge).is_some() =>
        {
            let on = Holder::Challenge(*challenge);
            status::gain(deciding, on, name, *tier, seen, None, None);
        }
        (Harm::Burn { tag }, _) => {
            let found = deciding.now().find_any(*tag).and_then(Thing::tag);
            if found.is_some_and(|tag| !tag.burnt) {
                deciding.push(Event::TagBurnt { tag: *tag });
            }
        }
        (Harm::Remove { tag }, _) => {
            if let Some(Thing::StoryTag(..)) = deciding.now().find_any(*tag) {
                deciding.push(Event::TagRemoved { tag: *tag });
            }
        }
        (Harm::Reveal { thing }, _) => {
            if deciding.now().find_any(*thing).is_some() {
                deciding.push(Event::Shown { thing: *thing, to: Audience::All });
                limit::check_all_limits(deciding);
            }
        }
        (Harm::Clock { clock, by }, _) if clock::move_by(deciding, *clock, *by) => {}
        (Harm::Trait { .. }, _) if deciding.pack.file.form != FileForm::None => {}
        // Only told, or what it was about is gone: the story says how.
        _ => deciding.push(Event::Told { harm: harm.clone(), seen: seen.clone() }),
    }
}

fn add_tag(deciding: &mut Deciding, on: Holder, name: &Term, seen: &Audience) {
    let tag = Tag { seen: seen.clone(), ..Tag::new(deciding.id(), name.clone()) };
    deciding.push(Event::TagAdded { on, tag });
}

/// A part that is only told.
pub(super) fn tell_told(viewing: Viewing, harm: &Harm, seen: &Audience) -> Option<Message> {
    viewing.sees(seen).then(|| viewing.harm_told(harm))
}

impl Viewing<'_> {
    /// A part of a consequence in words, whatever it is about.
    pub(super) fn harm_told(self, harm: &Harm) -> Message {
        self.harm_words(harm).unwrap_or_else(|| message!("mist-harm-hidden"))
    }

    /// A part of a consequence in words; none when it is about something hidden.
    pub(super) fn harm_words(self, harm: &Harm) -> Option<Message> {
        let find = |id: Id| self.state.find(id, self.viewer).map(Thing::name);
        Some(match harm {
            Harm::Status { name, tier } => {
                message!("mist-harm-status", status = name, tier = *tier)
            }
            Harm::Tag { name } => message!("mist-harm-tag", tag = name),
            Harm::Burn { tag } => message!("mist-harm-burn", tag = find(*tag)?),
            Harm::Remove { tag } => message!("mist-harm-remove", tag = find(*tag)?),
            Harm::Raise { challenge, name, tier } => message!(
                "mist-harm-raise",
                challenge = find(*challenge)?,
                status = name,
                tier = *tier
            ),
            Harm::Reveal { thing } => message!("mist-harm-reveal", thing = find(*thing)?),
            Harm::Trait { challenge, name } => {
                if let Some(challenge) = challenge {
                    find(*challenge)?;
                }
                message!("mist-harm-trait", tag = name)
            }
            Harm::Clock { clock, by } => {
                let name = clock::name_of(self, *clock)?;
                message!("mist-harm-clock", clock = name, by = i64::from(*by))
            }
            Harm::Worse { text } => message!("mist-harm-worse", text = text),
            Harm::Narrate { text } => message!("mist-harm-told", text = text),
            Harm::Other { id, text } => {
                let kind = self.pack.consequences.iter().find(|it| it.id == *id);
                let kind = kind.map_or_else(|| Term::from(id.as_str()), |it| it.name.clone());
                message!("mist-harm-other", kind = kind, text = text)
            }
        })
    }
}
