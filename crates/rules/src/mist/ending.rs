//! How a character's story ends (M-57, M-58).

use std::sync::Arc;

use super::lookup::missing;
use super::offers::{OfferBuilder, Offers};
use super::viewing::Viewing;
use super::{
    Challenge, Character, Command, Deciding, Event, Kind, Mist, State, Vacancy, challenge,
};
use crate::kernel::{Decided, offer};
use crate::{Id, Message, Refusal, message};

/// Chooses how a character's story ends.
pub(super) fn choose(deciding: &mut Deciding, id: Id, ending: &str, exempt: &[Id]) -> Decided {
    let character = deciding.actor(id)?;
    if !exempt.is_empty() {
        deciding.host()?;
    }
    let pack = deciding.pack;
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
    if !exempt.is_empty() && !ending.suppresses {
        return Err(Refusal::new(
            "M-58",
            message!("mist-suppresses-nothing", ending = &ending.name),
        ));
    }
    for challenge in exempt {
        challenge::challenge(deciding, *challenge)?;
    }
    deciding.push(Event::EndingChosen { character: id, ending: ending.id.clone() });
    // Everything strange that is near, whoever may see it; only the host exempts some.
    let near = |it: &&Challenge| it.overcome.is_none() && !it.mundane && !exempt.contains(&it.id);
    let near = deciding.before.challenges.iter().map(Arc::as_ref).filter(near);
    for challenge in near.filter(|_| ending.suppresses).map(|it| it.id) {
        deciding.push(Event::ChallengeOvercome { challenge, limit: None });
    }
    if ending.at_once {
        deciding.push(Event::CharacterLeft { character: id });
    }
    Ok(())
}

/// What an ending does to the character who chose it.
pub(super) fn chosen(pack: &Mist, state: &mut State, character: Id, ending: &str) {
    let Some(it) = state.character_mut(character) else {
        return;
    };
    it.ending = Some(ending.to_owned());
    let Some(ending) = pack.endings.iter().find(|it| it.id == ending) else {
        return;
    };
    if let Some(spent) = ending.spends {
        it.themes.retain(|theme| theme.kind != spent);
    }
    if ending.asleep {
        it.asleep = true;
        it.vacancies.retain(|vacancy| vacancy.kind != Kind::Strange);
    }
    if let Some(total) = ending.avatar {
        it.avatar = true;
        let gifts = it.themes.iter().filter(|it| it.kind == Kind::Strange);
        let missing = usize::from(total).saturating_sub(gifts.count());
        it.vacancies = vec![Vacancy { kind: Kind::Strange, full: true, lost: None }; missing];
    }
}

pub(super) fn tell_chosen(viewing: Viewing, character: Id, ending: &str) -> Option<Message> {
    let who = &viewing.character(character)?.name;
    let ending = viewing.pack.endings.iter().find(|it| it.id == ending)?;
    let (ending, text) = (&ending.name, &ending.text);
    Some(message!("mist-told-ending", who = who, ending = ending, text = text))
}

impl OfferBuilder<'_> {
    /// Choosing an ending.
    pub(super) fn offer_endings(self, it: &Character, offers: &mut Offers) {
        for ending in &self.pack.endings {
            let label = message!("mist-act-choose-ending", ending = &ending.name);
            let command = Command::ChooseEnding {
                character: it.id,
                ending: ending.id.clone(),
                exempt: Vec::new(),
            };
            offers.push(offer("M-58", label, command));
        }
    }
}
