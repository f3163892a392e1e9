//! An action under way, from its declaration to its last choice (F-01, F-25).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{
    Act, Created, Deciding, Due, Event, Fate, Holder, OfferBuilder, Outcome, Side, State, act,
    character, choice, volley, wording,
};
use crate::kernel::Decided;
use crate::{Acts, Audience, Id, Line, Refusal, Seat, Term, Viewer, message};

/// An action under way. It lives on the table until nothing of it is left to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Action {
    /// Which one.
    pub id: Id,
    /// The character who acts.
    pub actor: Id,
    /// Which of the actions it is.
    pub act: Act,
    /// What is attempted, in the player's words.
    pub text: String,
    /// The character asked to oppose it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Id>,
    /// Whom an attack on several is for; it is split among them once it stands (F-45).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<Id>,
    /// Whether the side of the one who acts is a number that was rolled before (F-45).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fixed: bool,
    /// The side of the one who acts.
    pub side: Side,
    /// What stands against it; not yet known when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opposition: Option<Side>,
    /// The difficulty its player proposes, until the host confirms one (F-02).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposed: Option<i64>,
    /// How it came out, once both sides have let it stand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The shifts between the sides, then.
    #[serde(default)]
    pub shifts: i64,
    /// Choices not yet made (F-25).
    #[serde(default)]
    pub due: Vec<Due>,
}

impl Action {
    /// An action against what is not yet known.
    pub(super) fn new(id: Id, actor: Id, act: Act, side: Side) -> Self {
        Self {
            id,
            actor,
            act,
            text: String::new(),
            target: None,
            targets: Vec::new(),
            fixed: false,
            side,
            opposition: None,
            proposed: None,
            outcome: None,
            shifts: 0,
            due: Vec::new(),
        }
    }

    /// Whether the dice have fallen.
    #[must_use]
    pub fn rolled(&self) -> bool {
        match (self.fixed, &self.opposition) {
            (false, _) => !self.side.rolls.is_empty(),
            (true, opposition) => opposition.as_ref().is_some_and(|side| !side.rolls.is_empty()),
        }
    }

    /// Whether it has no opposition of its own: an effort of a contest, or an attack on several
    /// before it is split (F-41, F-45).
    #[must_use]
    pub fn unopposed(&self) -> bool {
        self.act.is_effort() || !self.targets.is_empty()
    }

    /// Whether the actor's dice of this action can be thrown again.
    pub(super) fn throws(&self, opposition: bool) -> bool {
        opposition || !self.fixed
    }

    /// Whether the dice have fallen and invokes are still possible.
    #[must_use]
    pub fn open(&self) -> bool {
        self.rolled() && self.outcome.is_none()
    }

    /// The side meant.
    #[must_use]
    pub fn side(&self, opposition: bool) -> Option<&Side> {
        if opposition { self.opposition.as_ref() } else { Some(&self.side) }
    }

    /// The side meant, to be changed.
    pub(super) fn side_mut(&mut self, opposition: bool) -> Option<&mut Side> {
        if opposition { self.opposition.as_mut() } else { Some(&mut self.side) }
    }

    /// The shifts between the sides as they stand.
    #[must_use]
    pub fn shifts_now(&self) -> i64 {
        let against = self.opposition.as_ref().map_or(0, Side::total);
        self.side.total().saturating_sub(against)
    }

    /// The character who rolls against it.
    #[must_use]
    pub fn opponent(&self) -> Option<Id> {
        self.target
    }

    /// Who gains when the actor does not: the opponent, or the host.
    #[must_use]
    pub fn foe(&self) -> Holder {
        self.target.map_or(Holder::Host, Holder::Character)
    }
}

/// An action under way. Actions are open to all.
pub(super) fn under_way<'d>(deciding: &'d Deciding, id: Id) -> Result<&'d Action, Refusal> {
    deciding.now().action(id).ok_or_else(|| Refusal::new("F-25", message!("fate-no-action")))
}

/// The same, before the dice fall.
pub(super) fn before_dice<'d>(deciding: &'d Deciding, id: Id) -> Result<&'d Action, Refusal> {
    let action = under_way(deciding, id)?;
    if action.rolled() {
        Err(Refusal::new("F-02", message!("fate-already-rolled")))
    } else {
        Ok(action)
    }
}

/// Gives an action up before the dice fall.
pub(super) fn cancel(deciding: &mut Deciding, id: Id) -> Decided {
    let action = before_dice(deciding, id)?;
    character::mine(deciding, action.actor)?;
    if action.fixed && !deciding.by.is_host() {
        return Err(Refusal::new("F-02", message!("fate-already-rolled")));
    }
    deciding.push(Event::ActionCancelled { action: id });
    Ok(())
}

/// An action comes to nothing, before or after its dice.
pub(super) fn drop(deciding: &mut Deciding, action: Id, rolled: bool) {
    deciding.push(if rolled {
        Event::ActionClosed { action, succeeded: false }
    } else {
        Event::ActionCancelled { action }
    });
}

pub(super) fn opened(state: &mut State, action: &Action) {
    state.use_turn(action.actor, true);
    state.actions.push(Arc::new(action.clone()));
}

pub(super) fn cancelled(state: &mut State, id: Id) {
    if let Some(found) = state.action(id) {
        let (actor, helpers) = (found.actor, found.side.helpers.clone());
        // A share of an attack that was rolled gives no turn back.
        if !found.fixed {
            state.use_turn(actor, false);
        }
        for helper in helpers {
            if let Some(one) = state.combatant_mut(helper) {
                one.acted = false;
                one.used = false;
            }
        }
    }
    closed(state, id);
}

pub(super) fn closed(state: &mut State, id: Id) {
    state.actions.retain(|one| one.id != id);
}

/// Nothing of an action is hidden but the aspect it is about (F-22).
pub(super) fn tell_opened(
    pack: &Fate,
    before: &State,
    action: &Action,
    viewer: Viewer,
) -> Option<Line> {
    let who = before.name(action.actor);
    let doing = act::doing(pack, before, &action.act.as_seen(before, viewer));
    let skill = action.side.skill.as_ref().map_or_else(wording::nothing, |id| pack.skill_name(id));
    let text = wording::quoted(&action.text);
    if action.fixed
        && let Some(target) = action.target
    {
        return Some(volley::tell_share(before, action, target));
    }
    if !action.targets.is_empty() {
        let targets = volley::names(before, action);
        let message = message!(
            "fate-acts-several",
            who = who,
            doing = doing,
            skill = skill,
            targets = targets,
            text = text
        );
        return Some(message.into());
    }
    let message = match (action.target, &action.opposition) {
        (Some(target), _) if action.side.skill.is_none() => {
            message!("fate-hazard-acts", who = who, doing = doing, target = before.name(target))
        }
        (Some(target), _) => message!(
            "fate-acts-against",
            who = who,
            doing = doing,
            skill = skill,
            target = before.name(target),
            text = text
        ),
        (None, Some(side)) if side.named_by_player() => message!(
            "fate-acts-difficulty-named",
            who = who,
            doing = doing,
            skill = skill,
            difficulty = pack.on_ladder(side.total()),
            text = text
        ),
        (None, Some(side)) if !action.unopposed() => message!(
            "fate-acts-difficulty",
            who = who,
            doing = doing,
            skill = skill,
            difficulty = pack.on_ladder(side.total()),
            text = text
        ),
        (None, None) if action.proposed.is_some() => message!(
            "fate-acts-proposed",
            who = who,
            doing = doing,
            skill = skill,
            difficulty = pack.on_ladder(action.proposed.unwrap_or(0)),
            text = text
        ),
        (None, _) => {
            message!("fate-acts", who = who, doing = doing, skill = skill, text = text)
        }
    };
    Some(message.into())
}

pub(super) fn tell_cancelled(before: &State, id: Id) -> Option<Line> {
    Some(message!("fate-cancelled", who = actor(before, id)).into())
}

/// The name of the one who acts.
pub(super) fn actor(state: &State, action: Id) -> Term {
    state.action(action).map_or_else(wording::nothing, |action| state.name(action.actor))
}

/// The action whose number an event changes, or sets to be rolled.
pub(super) fn number_in(event: &Event) -> Option<Id> {
    if let Event::ActionOpened { action } = event {
        return Some(action.id);
    }
    if let Event::OppositionSet { action, .. }
    | Event::Helped { action, .. }
    | Event::PartAdded { action, .. }
    | Event::Invoked { action, .. }
    | Event::Rolled { action, again: false, opposition: false, .. } = event
    {
        return Some(*action);
    }
    None
}

/// What a seat can do about an action that is always in sight, and what waits for it.
pub(super) fn flag(state: &State, by: Seat, action: &Action, acts: &mut Acts) {
    let owns = |id: Id| state.awaits(by, Holder::Character(id));
    let (id, actor) = (action.id, state.name(action.actor));
    let sought = matches!(action.act, Act::Create { what: Created::Unknown { aspect: None } });
    choice::flag(state, by, action, acts);
    if !action.rolled() {
        let ready = action.opposition.is_some() && !sought;
        let rolls = owns(action.actor) || action.target.is_some_and(owns);
        if ready && rolls {
            acts.can(id, None, "roll");
        }
        if owns(action.actor) {
            if !action.fixed || by.is_host() {
                acts.can(id, None, "cancel");
            }
            if ready {
                acts.wait(id, message!("fate-waits-roll", who = &actor));
            }
        }
        let open = action.opposition.is_none();
        if by.is_host() && open && action.target.is_none() {
            acts.wait(id, message!("fate-waits-difficulty", who = &actor));
        }
        let hidden = || state.aspects.iter().any(|one| one.seen != Audience::All);
        if by.is_host() && sought && hidden() {
            acts.wait(id, message!("fate-waits-unknown", who = &actor));
        }
        if let Some(target) = action.target.filter(|target| open && owns(*target)) {
            acts.wait(id, message!("fate-waits-defence", who = state.name(target)));
        }
    } else if action.open() {
        for (opposition, verb) in [(false, "let-stand"), (true, "let-stand-against")] {
            let side = action.side(opposition).filter(|side| !side.stands);
            if let Some(who) = side.and_then(|side| side.who).filter(|who| owns(*who)) {
                acts.can(id, None, verb);
                acts.wait(id, message!("fate-waits-stand", who = state.name(who)));
            }
        }
        volley::flag(state, by, action, acts);
    }
}

impl OfferBuilder<'_> {
    /// What can be done about an action before its dice fall: opposing, helping, rolling.
    pub(super) fn before_dice(&mut self, action: &Action) {
        if self.by.is_host() {
            self.oppositions(action);
            self.modifiers(action);
            self.points_to_unknown(action);
        }
        self.defences(action);
        self.helpers(action);
        self.rolls(action);
    }
}
