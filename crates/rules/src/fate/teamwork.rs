//! Teamwork: others help with an action (F-42).

use super::{
    Action, Character, Command, Deciding, Effect, Event, OfferBuilder, PartSource, SidePart, State,
    Stunt, action, character, options, show,
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
        return Err(Refusal::new(
            "F-42",
            message!("fate-cannot-help", who = &one.name, word = &deciding.pack.skills.name),
        ));
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

/// Whether an action against a difficulty waits: somebody could still help, or a stunt be used,
/// and the table lets them (F-55).
pub(super) fn could_still_help(deciding: &Deciding, id: Id) -> bool {
    if !options::of(deciding).help_first {
        return false;
    }
    let now = deciding.now();
    let Some(action) = now.action(id) else { return false };
    let fixed = action.opposition.as_ref().is_some_and(|side| side.who.is_none());
    let Some(skill) = action.side.skill.as_deref().filter(|_| fixed) else { return false };
    let leader = now.character(action.actor);
    let stunts = leader.is_some_and(|one| {
        let fits =
            |stunt: &Stunt| matches!(&stunt.effect, Effect::Bonus { skill: its } if its == skill);
        one.stunts.iter().any(fits)
    });
    let room = leader.is_some_and(|one| one.rating(skill) >= 1);
    let free = |who: Id| match now.conflict() {
        None => true,
        Some(conflict) => conflict.combatant(who).is_some_and(|one| !one.out && !one.acted),
    };
    let pc = leader.is_some_and(|one| one.pc);
    let helps = |one: &Character| {
        one.id != action.actor && one.pc && !one.out && one.rating(skill) >= 1 && free(one.id)
    };
    stunts || (pc && room && now.player_characters().any(helps))
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
