//! Invoking aspects on fallen dice, or letting the result stand (F-11, F-12, F-13).

use serde::{Deserialize, Serialize};

use super::{
    Action, Aspect, AspectKind, Command, Deciding, Event, Holder, OfferBuilder, State, Why, action,
    aspect, boost, character, free, holder, ledger, options, outcome, roll, show, side, wording,
};
use crate::kernel::Decided;
use crate::{Id, Line, Refusal, Term, message};

/// An invoke that was used on a roll (F-11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateInvoked", optional_fields))]
pub struct Invoked {
    /// The aspect.
    pub aspect: Id,
    /// What it said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Term>,
    /// Who invoked it.
    pub by: Holder,
    /// What for.
    pub to: Use,
    /// Whether it was free, not paid.
    pub free: bool,
}

/// What an invoke does to a roll (F-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateUse"))]
pub enum Use {
    /// +2.
    Bonus,
    /// All four dice again.
    Reroll,
}

/// Invokes an aspect on a roll.
pub(super) fn invoke(
    deciding: &mut Deciding,
    id: Id,
    opposition: bool,
    aspect_id: Id,
    by: Holder,
    to: Use,
    free: bool,
) -> Decided {
    let action = action::under_way(deciding, id)?;
    if !action.open() {
        return Err(Refusal::new("F-11", message!("fate-no-roll-to-invoke")));
    }
    holder::speaker(deciding, by)?;
    let aspect = aspect::seen(deciding, aspect_id)?;
    let nobody = opposition && action.unopposed();
    let Some(side) = action.side(opposition).filter(|_| !nobody) else {
        return Err(Refusal::new("F-11", message!("fate-no-side")));
    };
    let other = action.side(!opposition).and_then(|side| side.who);
    if let Holder::Character(one) = by
        && other == Some(one)
    {
        return Err(Refusal::new("F-11", message!("fate-against-oneself")));
    }
    if to == Use::Reroll && !(rolls_for(deciding, side.who, by) && action.throws(opposition)) {
        return Err(Refusal::new("F-11", message!("fate-reroll-own")));
    }
    let name = aspect.name.clone();
    if free {
        free::has(deciding, aspect_id, by)?;
    } else {
        if aspect.kind == AspectKind::Boost {
            return Err(Refusal::new("F-13", message!("fate-boost-not-paid")));
        }
        // Nor for both sides of one action by the same hand.
        let paid = |one: &Invoked| one.aspect == aspect_id && !one.free;
        let other_side = action.side(!opposition).map_or(&[][..], |side| &side.invokes);
        if side.invokes.iter().any(paid) || other_side.iter().any(|one| paid(one) && one.by == by) {
            return Err(Refusal::new("F-11", message!("fate-paid-twice")));
        }
        let purse = ledger::can_pay(deciding, by)?;
        // F-12: only a point paid against its owner goes to them.
        let owner = aspect.character().filter(|owner| {
            other == Some(*owner)
                && State::pays_owner(aspect, options::of(deciding).hostile)
                && deciding.now().purse(Holder::Character(*owner)) != purse
        });
        match owner {
            Some(owner) => {
                let later = deciding.now().later(Holder::Character(owner));
                ledger::transfer(deciding, purse, later, 1, Why::Hostile, name.clone());
            }
            None => ledger::spend(deciding, purse, Why::Invoke, name.clone()),
        }
    }
    show::reveal(deciding, aspect_id);
    holder::reveal(deciding, by);
    let invoked = Invoked { aspect: aspect_id, name, by, to, free };
    deciding.push(Event::Invoked { action: id, opposition, invoked });
    boost::spend(deciding, aspect_id);
    if to == Use::Reroll {
        roll::throw(deciding, id, opposition, true)?;
    }
    Ok(())
}

/// Dice are thrown again by the one who threw them; the host speaks for the host's characters.
fn rolls_for(deciding: &Deciding, who: Option<Id>, by: Holder) -> bool {
    match (who, by) {
        (Some(who), Holder::Character(by)) => who == by,
        (Some(who), Holder::Host) => {
            deciding.now().character(who).is_some_and(|one| one.seat.is_none())
        }
        (None, _) => false,
    }
}

/// A side lets the result stand; when both do, it is resolved.
pub(super) fn let_stand(deciding: &mut Deciding, id: Id, opposition: bool) -> Decided {
    let action = action::under_way(deciding, id)?;
    let open = action.open();
    let side = action.side(opposition).filter(|side| open && !side.stands);
    let Some(who) = side.and_then(|side| side.who) else {
        return Err(Refusal::new("F-25", message!("fate-nothing-to-let-stand")));
    };
    character::mine(deciding, who)?;
    deciding.push(Event::LetStand { action: id, opposition });
    let action = action::under_way(deciding, id)?;
    // An attack on several is split by whoever made it.
    let split = !action.targets.is_empty();
    let stands = !split
        && action.side.stands
        && action.opposition.as_ref().is_none_or(|side| side.stands || side.who.is_none());
    if stands { outcome::resolve(deciding, id) } else { Ok(()) }
}

pub(super) fn invoked(state: &mut State, action: Id, opposition: bool, invoked: &Invoked) {
    if let Some(side) = state.side_mut(action, opposition) {
        side.invokes.push(invoked.clone());
    }
    // Whoever is overtaken may answer.
    if let Some(side) = state.side_mut(action, !opposition) {
        side.stands = false;
    }
    if invoked.free
        && let Some(aspect) = state.aspect_mut(invoked.aspect)
    {
        aspect.take(invoked.by);
    }
}

pub(super) fn let_to_stand(state: &mut State, action: Id, opposition: bool) {
    if let Some(side) = state.side_mut(action, opposition) {
        side.stands = true;
    }
}

pub(super) fn tell_invoked(
    before: &State,
    action: Id,
    opposition: bool,
    invoked: &Invoked,
) -> Option<Line> {
    let who = holder::called(before, invoked.by);
    let aspect = aspect::name(invoked.name.as_ref());
    let side = side::roller(before, action, opposition);
    let message = match (invoked.to, invoked.free) {
        (Use::Bonus, true) => {
            message!("fate-invoked-free", who = who, aspect = aspect, side = side)
        }
        (Use::Bonus, false) => {
            message!("fate-invoked-paid", who = who, aspect = aspect, side = side)
        }
        (Use::Reroll, true) => message!("fate-rerolls-free", who = who, aspect = aspect),
        (Use::Reroll, false) => message!("fate-rerolls-paid", who = who, aspect = aspect),
    };
    Some(message.into())
}

pub(super) fn tell_let_to_stand(before: &State, action: Id, opposition: bool) -> Option<Line> {
    let who = side::roller(before, action, opposition);
    Some(message!("fate-let-stand-now", who = who).into())
}

impl OfferBuilder<'_> {
    /// Invoking, and letting it stand (F-11).
    pub(super) fn invokes(&mut self, action: &Action) {
        if !action.open() {
            return;
        }
        self.correction(action);
        if self.by.is_host() {
            self.modifiers(action);
        }
        let state = self.state;
        let sides = [(false, Some(action.actor)), (true, action.target)];
        for (opposition, who) in sides {
            if let Some(who) = who.filter(|who| self.owns(*who)) {
                let waits = message!("fate-waits-stand", who = state.name(who));
                let command = Command::LetStand { action: action.id, opposition };
                let label = if opposition {
                    message!("fate-act-let-stand-against")
                } else {
                    message!("fate-act-let-stand")
                };
                self.wait("F-25", waits, label, command, Vec::new());
            }
        }
        let viewer = self.by.viewer();
        // Any aspect in sight may be invoked; those of bystanders need not be listed.
        let near = |aspect: &Aspect| {
            aspect.character().is_none_or(|on| action.actor == on || action.target == Some(on))
        };
        let rollers: Vec<Holder> = sides
            .iter()
            .filter_map(|(_, who)| who.filter(|who| self.owns(*who)))
            .map(Holder::Character)
            .collect();
        for aspect in state.aspects.iter().filter(|one| state.sees_aspect(viewer, one)) {
            let mut holders: Vec<Holder> = if near(aspect) { rollers.clone() } else { Vec::new() };
            let held = aspect.free.iter().map(|free| free.to);
            holders.extend(held.filter(|to| !rollers.contains(to) && state.awaits(self.by, *to)));
            for by in &holders {
                for (opposition, who) in sides {
                    let rolls = who.is_some_and(|who| Holder::Character(who) == *by);
                    let free = aspect.free_of(*by) > 0;
                    let pays = rolls && aspect.kind != AspectKind::Boost;
                    for (free, to) in [
                        (true, Use::Bonus),
                        (true, Use::Reroll),
                        (false, Use::Bonus),
                        (false, Use::Reroll),
                    ]
                    .into_iter()
                    .filter(|(gratis, to)| {
                        if *gratis { free && (rolls || *to == Use::Bonus) } else { pays }
                    }) {
                        self.invoke_offer(action, opposition, aspect, *by, to, free);
                    }
                }
            }
        }
    }

    pub(super) fn invoke_offer(
        &mut self,
        action: &Action,
        opposition: bool,
        aspect: &Aspect,
        by: Holder,
        to: Use,
        free: bool,
    ) {
        let name = boost::called(self.state, self.by.viewer(), aspect);
        let side = action.side(opposition).and_then(|side| side.who);
        let side = side.map_or_else(
            || message!("fate-part-difficulty"),
            |id| wording::word(&self.state.name(id)),
        );
        let label = match (to, free) {
            (Use::Bonus, true) => {
                message!("fate-act-invoke-bonus-free", aspect = name, side = side)
            }
            (Use::Bonus, false) => {
                message!("fate-act-invoke-bonus-paid", aspect = name, side = side)
            }
            (Use::Reroll, true) => message!("fate-act-invoke-reroll-free", aspect = name),
            (Use::Reroll, false) => message!("fate-act-invoke-reroll-paid", aspect = name),
        };
        let command =
            Command::Invoke { action: action.id, opposition, aspect: aspect.id, by, to, free };
        self.offer("F-11", label, command, Vec::new());
    }
}
