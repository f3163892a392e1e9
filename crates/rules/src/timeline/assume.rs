//! Using another's card at one's own level (T-08).

use super::deciding::Deciding;
use super::offers::OfferBuilder;
use super::telling::Telling;
use super::{Card, Character, Command, Event, State};
use crate::kernel::{Decided, choice, offer};
use crate::{Bounds, Choice, Id, Line, Refusal, message};

/// Uses another's card, or one's own again.
pub(super) fn assume(deciding: &mut Deciding<'_>, who: Id, other: Option<Id>) -> Decided {
    let own = deciding.own(who)?;
    if !own.traits.iter().any(|one| one.draft.assumes) {
        return Err(Refusal::new("T-08", message!("timeline-cannot-assume")));
    }
    let card = match other.filter(|other| *other != who) {
        Some(other) => Some(Box::new(deciding.find(other)?.card.clone())),
        None => None,
    };
    deciding.push(Event::CardAssumed { character: who, card });
    Ok(())
}

pub(super) fn assumed(state: &mut State, who: Id, card: Option<&Card>) {
    state.change_character(who, |one| one.assumed = card.map(|card| Box::new(card.clone())));
}

pub(super) fn tell_assumed(telling: Telling<'_>, who: Id, card: Option<&Card>) -> Option<Line> {
    let name = telling.name(who)?;
    let message = match card {
        Some(card) => message!("timeline-told-assumed", name = name, other = &card.name),
        None => message!("timeline-told-own-card", name = name),
    };
    Some(message.into())
}

impl OfferBuilder<'_> {
    /// Whose card someone could use who can use another's.
    pub(super) fn offer_assume(&mut self, character: &Character) {
        if !character.traits.iter().any(|one| one.draft.assumes) {
            return;
        }
        let viewer = self.by.viewer();
        let others = self.state.order.iter().filter_map(|other| self.state.character(*other));
        let mut of: Vec<Choice> = others
            .filter(|other| other.id != character.id && other.sees(viewer))
            .map(|other| choice(other.id, message!("plain", text = &other.card.name)))
            .collect();
        of.push(choice(None::<Id>, message!("timeline-own-card")));
        let label = message!("timeline-act-assume-card");
        let command = Command::AssumeCard { character: character.id, other: None };
        let field = message!("timeline-whose-card");
        self.push(offer("T-08", label, command).field("other", field, Bounds::Choice { of }));
    }
}
