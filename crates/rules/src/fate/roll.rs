//! Rolling for both sides at once (F-02).

use super::{
    Act, Action, Command, Created, Deciding, Event, Fate, Holder, OfferBuilder, State, action,
    character, side,
};
use crate::kernel::Decided;
use crate::{Audience, Id, Line, Refusal, Roll, message};

/// Rolls, unless something is still to be said about it.
pub(super) fn roll_if_ready(deciding: &mut Deciding, id: Id) -> Decided {
    let action = action::before_dice(deciding, id)?;
    let sought = matches!(action.act, Act::Create { what: Created::Unknown { aspect: None } });
    if action.opposition.is_some() && !sought { roll(deciding, id) } else { Ok(()) }
}

/// Rolls for both sides at once, so that nobody decides with the other's dice in sight.
pub(super) fn roll(deciding: &mut Deciding, id: Id) -> Decided {
    let action = action::before_dice(deciding, id)?;
    let (actor, target) = (action.actor, action.target);
    let plays = deciding.now().plays(deciding.by, actor)
        || target.is_some_and(|id| deciding.now().plays(deciding.by, id));
    if !plays {
        character::mine(deciding, actor)?;
    }
    if action.opposition.is_none() {
        return Err(Refusal::new(
            "F-02",
            match target {
                Some(target) => message!("fate-awaits-defence", who = deciding.now().name(target)),
                None => message!("fate-awaits-difficulty"),
            },
        ));
    }
    if matches!(action.act, Act::Create { what: Created::Unknown { aspect: None } }) {
        return Err(Refusal::new("F-22", message!("fate-awaits-unknown")));
    }
    // Dice typed in for one side only are those of whoever rolls, who throws first (B-22).
    let mine = deciding.now().awaits(deciding.by, Holder::Character(actor));
    let theirs = target.is_some_and(|id| deciding.now().awaits(deciding.by, Holder::Character(id)));
    let fixed = action::before_dice(deciding, id)?.fixed;
    let mut sides = vec![false, true];
    if deciding.by_hand() && theirs && !mine {
        sides.reverse();
    }
    for opposition in sides {
        let throws = if opposition { target.is_some() } else { !fixed };
        if throws {
            throw(deciding, id, opposition, false)?;
        }
    }
    Ok(())
}

/// Throws the dice of one side.
pub(super) fn throw(deciding: &mut Deciding, action: Id, opposition: bool, again: bool) -> Decided {
    let pack = deciding.pack;
    let roll = Box::new(deciding.throw(&Audience::All, &pack.dice.roll, &())?);
    deciding.push(Event::Rolled { action, opposition, roll, again });
    Ok(())
}

pub(super) fn rolled(state: &mut State, action: Id, opposition: bool, roll: &Roll) {
    if let Some(side) = state.side_mut(action, opposition) {
        side.rolls.push(roll.clone());
    }
}

pub(super) fn tell_rolled(
    pack: &Fate,
    before: &State,
    action: Id,
    opposition: bool,
    roll: &Roll,
    again: bool,
) -> Option<Line> {
    let mut side = before.action(action)?.side(opposition)?.clone();
    side.rolls.push(roll.clone());
    let sum = side.sum();
    let total = pack.on_ladder(sum.total);
    let who = side::roller(before, action, opposition);
    let message = if again {
        message!("fate-rolled-again", who = who, total = total)
    } else {
        message!("fate-rolled", who = who, total = total)
    };
    Some(Line { roll: Some(roll.clone()), sum: Some(sum), ..message.into() })
}

impl OfferBuilder<'_> {
    /// Rolling, or giving the action up.
    pub(super) fn rolls(&mut self, action: &Action) {
        let command = Command::Roll { action: action.id };
        let label = message!("fate-act-roll");
        if self.owns(action.actor) {
            let waits = message!("fate-waits-roll", who = self.state.name(action.actor));
            self.wait("F-02", waits, label, command, Vec::new());
            let cancel = Command::Cancel { action: action.id };
            self.offer("F-25", message!("fate-act-cancel"), cancel, Vec::new());
        } else if action.target.is_some_and(|target| self.owns(target)) {
            self.offer("F-02", label, command, Vec::new());
        }
    }
}
