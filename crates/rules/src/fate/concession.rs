//! Conceding a conflict (F-32).

use super::offers::words_field;
use super::{
    Command, Deciding, Event, Holder, OfferBuilder, Purse, State, Why, character, ledger, wording,
};
use crate::kernel::Decided;
use crate::{Id, Line, Refusal, message};

/// Concedes, before the dice of the deciding roll (F-32).
pub(super) fn concede(deciding: &mut Deciding, id: Id, text: &str) -> Decided {
    let name = character::mine(deciding, id)?.name.clone();
    let text = wording::text(text)?;
    let conflict = deciding.now().conflict();
    let combatant = conflict.and_then(|conflict| conflict.combatant(id)).filter(|one| !one.out);
    let Some(taken) = combatant.map(|one| one.taken) else {
        return Err(Refusal::new("F-32", message!("fate-not-fighting", who = &name)));
    };
    let fallen = deciding
        .now()
        .actions
        .iter()
        .any(|action| action.rolled() && (action.target == Some(id) || action.actor == id));
    if fallen || deciding.now().hits.iter().any(|hit| hit.to == id) {
        return Err(Refusal::new("F-32", message!("fate-dice-have-fallen")));
    }
    let over: Vec<Id> = deciding
        .now()
        .actions
        .iter()
        .filter(|action| action.target == Some(id) || action.actor == id)
        .map(|action| action.id)
        .collect();
    for action in over {
        deciding.push(Event::ActionCancelled { action });
    }
    let points = 1 + i64::from(taken);
    deciding.push(Event::Conceded { character: id, points, text });
    let to = match deciding.now().purse(Holder::Character(id)) {
        Purse::Character(id) => Purse::Conceded(id),
        _ => Purse::HostConceded,
    };
    ledger::transfer(deciding, Purse::Bank, to, points, Why::Conceded, None);
    Ok(())
}

pub(super) fn conceded(state: &mut State, character: Id) {
    state.drop_out(character);
}

pub(super) fn tell_conceded(
    before: &State,
    character: Id,
    points: i64,
    text: &str,
) -> Option<Line> {
    let (who, text) = (before.name(character), wording::quoted(text));
    Some(message!("fate-conceded", who = who, points = points, text = text).into())
}

impl OfferBuilder<'_> {
    /// Conceding, for someone who fights.
    pub(super) fn concession(&mut self, character: Id) {
        let command = Command::Concede { character, text: String::new() };
        let label = message!("fate-act-concede");
        let text = words_field("text", message!("fate-field-concession"));
        self.offer("F-32", label, command, vec![text]);
    }
}
