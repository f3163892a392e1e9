//! Teamwork: others help with an action (F-42).

use super::offers::choice_field;
use super::{
    Action, Character, Command, Deciding, Effect, Event, OfferBuilder, PartSource, SidePart, State,
    Stunt, action, character, options, show, wording,
};
use crate::kernel::{Decided, choice};
use crate::{Id, Line, Refusal, message};

/// Whether someone is in an action already.
fn takes_part(action: &Action, who: Id) -> bool {
    action.actor == who
        || action.target == Some(who)
        || action.targets.contains(&who)
        || action.side.helpers.contains(&who)
}

/// Teamwork: +1 per helper with the skill, at most the leader's rating (F-42).
pub(super) fn help(deciding: &mut Deciding, id: Id, helper: Id) -> Decided {
    let action = action::before_dice(deciding, id)?;
    let skill = action.side.skill.clone().unwrap_or_default();
    let one = character::mine(deciding, helper)?;
    if one.out {
        return Err(Refusal::new("F-31", message!("fate-is-out", who = &one.name)));
    }
    if takes_part(action, helper) {
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
        let named = |stunt: &Stunt| {
            let source = PartSource::Stunt { name: stunt.name.clone() };
            action.side.parts.iter().any(|part| part.source == source)
        };
        let fits = |stunt: &Stunt| {
            matches!(&stunt.effect, Effect::Bonus { skill: its } if its == skill) && !named(stunt)
        };
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
        let skill = action.side.skill.as_deref().unwrap_or_default();
        let helps = |one: &&Character| {
            let free = match self.state.conflict() {
                Some(conflict) => {
                    conflict.combatant(one.id).is_some_and(|one| !one.out && !one.acted)
                }
                None => true,
            };
            !one.out && one.rating(skill) >= 1 && free && !takes_part(action, one.id)
        };
        let helpers: Vec<&Character> = self.own().into_iter().filter(helps).collect();
        let Some(first) = helpers.first() else { return };
        let command = Command::Help { action: action.id, helper: first.id };
        let of = helpers.iter().map(|one| choice(one.id, wording::word(&one.name))).collect();
        let field = choice_field("helper", message!("fate-field-whom"), of);
        self.offer("F-42", message!("fate-act-help"), command, vec![field]);
    }
}
