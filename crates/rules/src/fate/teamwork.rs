//! Teamwork: others help with an action (F-42).

use super::{
    Action, Command, Deciding, Event, OfferBuilder, PartSource, SidePart, State, action, character,
    show,
};
use crate::kernel::Decided;
use crate::{Id, Line, Refusal, message};

/// Teamwork: +1 per helper with the skill, at most the leader's rating (F-42).
pub(super) fn help(deciding: &mut Deciding, id: Id, helper: Id) -> Decided {
    let action = action::before_dice(deciding, id)?;
    let skill = action.side.skill.clone().unwrap_or_default();
    let one = character::mine(deciding, helper)?;
    if one.out {
        return Err(Refusal::new("F-31", message!("fate-is-out", who = &one.name)));
    }
    let taking_part = action.actor == helper
        || action.target == Some(helper)
        || action.side.helpers.contains(&helper);
    if taking_part {
        return Err(Refusal::new("F-42", message!("fate-helps-already", who = &one.name)));
    }
    if one.rating(&skill) < 1 {
        return Err(Refusal::new("F-42", message!("fate-cannot-help", who = &one.name)));
    }
    let leader = deciding.now().character(action.actor).map_or(0, |leader| leader.rating(&skill));
    let bonus = i64::try_from(action.side.helpers.len() + 1).unwrap_or(i64::MAX);
    if bonus > leader {
        return Err(Refusal::new("F-42", message!("fate-help-enough", most = leader.max(0))));
    }
    let conflict = deciding.now().conflict();
    if let Some(conflict) = conflict {
        let free = conflict.combatant(helper).is_some_and(|one| !one.out && !one.acted);
        if !free {
            return Err(Refusal::new("F-42", message!("fate-helper-acted", who = &one.name)));
        }
    }
    show::reveal(deciding, helper);
    deciding.push(Event::Helped { action: id, helper, bonus });
    Ok(())
}

pub(super) fn helped(state: &mut State, action: Id, helper: Id, bonus: i64) {
    if let Some(action) = state.action_mut(action) {
        action.side.helpers.push(helper);
        action.side.parts.retain(|part| part.source != PartSource::Teamwork);
        action.side.parts.push(SidePart { source: PartSource::Teamwork, value: bonus });
    }
    if let Some(one) = state.combatant_mut(helper) {
        one.acted = true;
        one.used = true;
    }
}

pub(super) fn tell_helped(before: &State, action: Id, helper: Id, bonus: i64) -> Option<Line> {
    let (who, whom) = (before.name(helper), action::actor(before, action));
    Some(message!("fate-helped", who = who, whom = whom, bonus = bonus).into())
}

impl OfferBuilder<'_> {
    /// Helping with an action.
    pub(super) fn helpers(&mut self, action: &Action) {
        let actor = self.state.name(action.actor);
        for helper in self.own() {
            let label = message!("fate-offer-help", who = &helper.name, whom = &actor);
            let command = Command::Help { action: action.id, helper: helper.id };
            self.offer("F-42", label, command, Vec::new());
        }
    }
}
