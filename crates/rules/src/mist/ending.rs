//! How a character's story ends (M-57, M-58).

use super::plan::{Decided, Plan, missing};
use super::{Event, Thing};
use crate::{Id, Refusal, message};

/// Chooses how a character's story ends.
pub(super) fn choose(plan: &mut Plan, id: Id, ending: &str, suppress: &[Id]) -> Decided {
    let character = plan.actor(id)?;
    let pack = plan.pack;
    let ending = pack
        .endings
        .iter()
        .find(|it| it.id == ending)
        .ok_or_else(|| missing(message!("mist-an-ending")))?;
    if character.ending.is_some() {
        return Err(Refusal::new("M-58", message!("mist-ending-chosen")));
    }
    let least = u32::from(pack.life.evolution);
    if character.evolution < least {
        return Err(Refusal::new(
            "M-57",
            message!("mist-too-little-evolution", evolution = character.evolution),
        )
        .instead(message!("mist-evolution-instead", least = least)));
    }
    if !suppress.is_empty() && !ending.suppresses {
        return Err(Refusal::new(
            "M-58",
            message!("mist-suppresses-nothing", ending = &ending.name),
        ));
    }
    for challenge in suppress {
        match plan.find(*challenge) {
            Ok(Thing::Challenge(it)) if it.overcome.is_none() => {}
            _ => return Err(missing(message!("mist-a-challenge"))),
        }
    }
    plan.push(Event::EndingChosen { character: id, ending: ending.id.clone() });
    for challenge in suppress {
        plan.push(Event::ChallengeOvercome { challenge: *challenge, limit: None });
    }
    if ending.at_once {
        plan.push(Event::CharacterLeft { character: id });
    }
    Ok(())
}
