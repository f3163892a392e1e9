//! Invoking aspects on a roll (F-11, F-12, F-13).

use super::{Decided, Play, no};
use crate::fate::{Act, AspectKind, Event, Holder, Invoked, State, Use, Why};
use crate::{Id, message};

impl Play<'_> {
    pub(super) fn invoke(
        &mut self,
        id: Id,
        opposition: bool,
        aspect_id: Id,
        by: Holder,
        to: Use,
        free: bool,
    ) -> Decided {
        let action = self.action(id)?;
        if !action.open() {
            return Err(no("F-11", message!("fate-no-roll-to-invoke")));
        }
        self.speaker(by)?;
        let aspect = self.aspect(aspect_id)?;
        let nobody = opposition && matches!(action.act, Act::Effort { .. });
        let Some(side) = action.side(opposition).filter(|_| !nobody) else {
            return Err(no("F-11", message!("fate-no-side")));
        };
        let other = action.side(!opposition).and_then(|side| side.who);
        if let Holder::Character(one) = by
            && other == Some(one)
        {
            return Err(no("F-11", message!("fate-against-oneself")));
        }
        if to == Use::Reroll && !self.rolls_for(side.who, by) {
            return Err(no("F-11", message!("fate-reroll-own")));
        }
        let name = aspect.name.clone();
        if free {
            self.has_free(aspect_id, by)?;
        } else {
            if aspect.kind == AspectKind::Boost {
                return Err(no("F-13", message!("fate-boost-not-paid")));
            }
            if side.invokes.iter().any(|one| one.aspect == aspect_id && !one.free) {
                return Err(no("F-11", message!("fate-paid-twice")));
            }
            let purse = self.can_pay(by)?;
            // F-12: only a point paid against its owner goes to them.
            let owner = aspect.character().filter(|owner| {
                other == Some(*owner)
                    && State::pays_owner(aspect, self.pack.options.hostile)
                    && self.now.purse(Holder::Character(*owner)) != purse
            });
            match owner {
                Some(owner) => {
                    let later = self.now.later(Holder::Character(owner));
                    self.points(purse, later, 1, Why::Hostile, name.clone());
                }
                None => self.points(purse, self.home(purse), 1, Why::Invoke, name.clone()),
            }
        }
        self.reveal(aspect_id);
        self.reveal_holder(by);
        let invoked = Invoked { aspect: aspect_id, name, by, to, free };
        self.happen(Event::Invoked { action: id, opposition, invoked });
        self.spend_boost(aspect_id);
        if to == Use::Reroll {
            self.throw(id, opposition, true)?;
        }
        Ok(())
    }

    /// Dice are thrown again by the one who threw them; the host speaks for the host's characters.
    fn rolls_for(&self, who: Option<Id>, by: Holder) -> bool {
        match (who, by) {
            (Some(who), Holder::Character(by)) => who == by,
            (Some(who), Holder::Host) => {
                self.now.character(who).is_some_and(|one| one.seat.is_none())
            }
            (None, _) => false,
        }
    }

    pub(super) fn let_stand(&mut self, id: Id, opposition: bool) -> Decided {
        let action = self.action(id)?;
        let open = action.open();
        let side = action.side(opposition).filter(|side| open && !side.stands);
        let Some(who) = side.and_then(|side| side.who) else {
            return Err(no("F-25", message!("fate-nothing-to-let-stand")));
        };
        self.mine(who)?;
        self.happen(Event::LetStand { action: id, opposition });
        let action = self.action(id)?;
        let stands = action.side.stands
            && action.opposition.as_ref().is_none_or(|side| side.stands || side.who.is_none());
        if stands { self.resolve(id) } else { Ok(()) }
    }
}
