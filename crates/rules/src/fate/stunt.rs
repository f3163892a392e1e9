//! Stunts: what a character does better than the rules say, as data (F-51).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{
    Action, Character, Command, Deciding, Event, OfferBuilder, PartSource, SidePart, State, action,
    character, sheet, wording,
};
use crate::kernel::Decided;
use crate::{Id, Line, Refusal, Term, Viewer, message};

/// Something a character does in their own way (F-51).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateStunt"))]
pub struct Stunt {
    /// Which one.
    pub id: Id,
    /// What it is called.
    pub name: Term,
    /// When and how it works, in words.
    pub text: Term,
    /// What it does.
    pub effect: Effect,
    /// Whether its use is spent for now.
    #[serde(default)]
    pub used: bool,
}

/// A stunt as written down before play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateStuntDraft"))]
pub struct StuntDraft {
    /// What it is called.
    pub name: Term,
    /// When and how it works, in words.
    #[serde(default = "super::wording::nothing")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Term>"))]
    pub text: Term,
    /// What it does.
    pub effect: Effect,
}

/// What a stunt does (F-51).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateEffect"))]
pub enum Effect {
    /// +2 with a skill in the situation its text tells.
    Bonus {
        /// The skill's id in the pack.
        skill: String,
    },
    /// An exception to the rules, so often.
    Exception {
        /// How often.
        per: Per,
    },
}

/// How often a stunt may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FatePer"))]
pub enum Per {
    /// Once in a scene.
    Scene,
    /// Once in a session.
    Session,
    /// As often as it fits.
    Always,
}

/// A stunt, checked.
pub(super) fn checked(deciding: &mut Deciding, draft: &StuntDraft) -> Result<Stunt, Refusal> {
    if let Effect::Bonus { skill } = &draft.effect {
        sheet::known_skill(deciding, skill)?;
    }
    for spelling in draft.text.spellings() {
        wording::text(spelling)?;
    }
    Ok(Stunt {
        name: wording::term(&draft.name)?,
        id: deciding.id(),
        text: draft.text.clone(),
        effect: draft.effect.clone(),
        used: false,
    })
}

/// Uses a stunt (F-51).
pub(super) fn use_stunt(
    deciding: &mut Deciding,
    character: Id,
    stunt: Id,
    action: Option<Id>,
) -> Decided {
    let found =
        character::mine(deciding, character)?.stunts.iter().find(|one| one.id == stunt).cloned();
    let Some(found) = found else {
        return Err(Refusal::new("F-51", message!("fate-no-stunt")));
    };
    if found.used {
        return Err(Refusal::new("F-51", message!("fate-stunt-used", stunt = &found.name)));
    }
    let Effect::Bonus { skill } = &found.effect else {
        deciding.push(Event::StuntUsed { character, stunt });
        return Ok(());
    };
    let Some(id) = action else {
        return Err(Refusal::new("F-51", message!("fate-stunt-needs-roll")));
    };
    let action = action::under_way(deciding, id)?;
    let opposition = action.actor != character;
    let source = PartSource::Stunt { name: found.name.clone() };
    let fits = !action.rolled()
        && action.side(opposition).is_some_and(|side| {
            side.who == Some(character)
                && side.skill.as_ref() == Some(skill)
                && !side.parts.iter().any(|part| part.source == source)
        });
    if !fits {
        return Err(Refusal::new("F-51", message!("fate-stunt-not-here", stunt = &found.name)));
    }
    deciding.push(Event::StuntUsed { character, stunt });
    deciding.push(Event::PartAdded { action: id, opposition, part: SidePart { source, value: 2 } });
    Ok(())
}

pub(super) fn used(state: &mut State, character: Id, stunt: Id) {
    let Some(character) = state.character_mut(character) else { return };
    if let Some(stunt) = character.stunts.iter_mut().find(|one| one.id == stunt)
        && matches!(stunt.effect, Effect::Exception { per: Per::Scene | Per::Session })
    {
        stunt.used = true;
    }
}

/// A scene or session is over: what was used in it can be used again.
pub(super) fn freshen(state: &mut State, per: Per) {
    for character in &mut state.characters {
        let stale = |stunt: &Stunt| {
            stunt.used
                && matches!(stunt.effect, Effect::Exception { per: its } if its == per || per == Per::Session)
        };
        if character.stunts.iter().any(stale) {
            for stunt in Arc::make_mut(character).stunts.iter_mut().filter(|stunt| stale(stunt)) {
                stunt.used = false;
            }
        }
    }
}

pub(super) fn tell_used(before: &State, character: Id, stunt: Id, viewer: Viewer) -> Option<Line> {
    let one = before.seen_character(viewer, character)?;
    let stunt = one.stunts.iter().find(|one| one.id == stunt)?;
    Some(message!("fate-stunt-used-now", who = &one.name, stunt = &stunt.name).into())
}

impl OfferBuilder<'_> {
    /// The stunts that help with an action, or those that need none.
    pub(super) fn stunts(&mut self, character: &Character, action: Option<&Action>) {
        for stunt in &character.stunts {
            let label = message!("fate-act-use-stunt", stunt = &stunt.name);
            let use_on =
                |action| Command::UseStunt { character: character.id, stunt: stunt.id, action };
            if matches!(stunt.effect, Effect::Exception { .. }) == action.is_none() {
                self.offer("F-51", label, use_on(action.map(|action| action.id)), Vec::new());
            }
        }
    }
}
