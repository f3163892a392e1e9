//! Controls: what keeps fighters from acting, until when, and breaking free (T-28, T-50).

use super::telling::Telling;
use super::{Amount, Attribute, Doing, Fight, Grip, State};
use crate::{Id, Line, message};

/// Someone is controlled; all they had planned is void.
pub(super) fn controlled(
    state: &mut State,
    who: Id,
    by: Id,
    until: Amount,
    (resist, grip): (Attribute, Grip),
) {
    let Some(fight) = state.fight_mut() else { return };
    fight.change(who, |one| {
        one.doing = Doing::Controlled(until);
        one.resist = Some(resist);
        one.grip = grip;
        one.puppet = (grip == Grip::DeclareFor).then_some((by, until));
        one.planned.clear();
    });
    fight.lead(who, None);
}

pub(super) fn tell_controlled(telling: Telling<'_>, who: Id, until: Amount) -> Option<Line> {
    let name = telling.name(who)?;
    Some(message!("timeline-told-controlled", name = name, until = until).into())
}

pub(super) fn eased(state: &mut State, who: Id, until: Amount) {
    let Some(fight) = state.fight_mut() else { return };
    let free = until <= fight.now;
    fight.change(who, |one| {
        if let Doing::Controlled(_) = one.doing {
            one.doing = if free { Doing::Idle } else { Doing::Controlled(until) };
        }
        one.puppet = one.puppet.map(|(by, _)| (by, until));
        if free {
            one.free();
        }
    });
}

pub(super) fn tell_eased(telling: Telling<'_>, who: Id, until: Amount) -> Option<Line> {
    let name = telling.name(who)?;
    Some(message!("timeline-told-eased", name = name, until = until).into())
}

pub(super) fn frozen(state: &mut State, but: Id, until: Amount) {
    if let Some(fight) = state.fight_mut() {
        fight.freeze(but, until);
    }
}

pub(super) fn tell_frozen(telling: Telling<'_>, but: Id, until: Amount) -> Line {
    message!("timeline-told-frozen", name = telling.other(but), until = until).into()
}

impl Fight {
    /// Time stands still until an instant for everyone but one: what they do waits (T-50).
    fn freeze(&mut self, but: Id, until: Amount) {
        let wait = (until - self.now).max(Amount::ZERO);
        let others: Vec<Id> = self.standing().map(|one| one.id).filter(|id| *id != but).collect();
        for id in others {
            self.change(id, |one| match &mut one.doing {
                Doing::Acting(act) => act.end += wait,
                Doing::Controlled(until) => *until += wait,
                Doing::Idle | Doing::Holding if one.summoned.is_none() => {
                    one.doing = Doing::Controlled(until);
                }
                Doing::Idle | Doing::Holding | Doing::Late => {}
            });
            self.lead(id, None);
        }
    }
}
