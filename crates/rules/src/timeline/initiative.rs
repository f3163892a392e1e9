//! Initiative: when those who were not first may start (T-26).

use super::deciding::Deciding;
use super::telling::Telling;
use super::{Act, Amount, Doing, Event, Fight, Fighter, State, declare};
use crate::{Id, Line, message};

/// The instant at which half of an act's wind-up has passed.
pub(super) fn half_of(act: &Act) -> Amount {
    act.start + (act.end - act.start).half()
}

/// Frees the others as soon as the act they wait for is cancelled, lost or over.
pub(super) fn lapse(deciding: &mut Deciding<'_>) {
    let leads = |state: &State| state.fight.as_deref().is_some_and(|fight| !fight.first.is_empty());
    let opens = |event: &Event| matches!(event, Event::FightOpened { .. });
    if !leads(deciding.before) && !deciding.events().iter().any(opens) {
        return;
    }
    let Some(fight) = deciding.now().fight.as_deref() else { return };
    let now = fight.now;
    if fight.has_lapsed() {
        deciding.push(Event::InitiativeOver);
        declare::take_plans(deciding, now);
    }
}

/// The others may start now; what they declared for later begins now.
pub(super) fn over(state: &mut State) {
    let Some(fight) = state.fight_mut() else { return };
    let now = fight.now;
    fight.lead = Some(fight.lead.map_or(now, |lead| lead.min(now)));
    if !fight.ambushers.is_empty() {
        return;
    }
    fight.others_from = Some(now);
    let waiting = |one: &&Fighter| match &one.doing {
        Doing::Late => true,
        Doing::Acting(act) => act.start > now,
        Doing::Idle | Doing::Holding | Doing::Controlled(_) => false,
    };
    let waiting: Vec<Id> = fight.standing().filter(waiting).map(|one| one.id).collect();
    for id in waiting {
        fight.change(id, |one| match &mut one.doing {
            Doing::Acting(act) => {
                act.end = now + (act.end - act.start);
                act.start = now;
            }
            doing => *doing = Doing::Idle,
        });
    }
}

/// Told to those who knew of the initiative.
pub(super) fn tell_over(telling: Telling<'_>) -> Option<Line> {
    let known = telling.before.sees_initiative(telling.viewer);
    known.then(|| message!("timeline-told-initiative-over").into())
}

impl Fight {
    /// Whether nobody winds up the act any more that the others wait for.
    fn has_lapsed(&self) -> bool {
        let Some(lead) = self.lead.filter(|lead| *lead > self.now) else { return false };
        let first = self.first.iter().filter_map(|id| self.fighter(*id));
        !first.filter_map(Fighter::act).any(|act| half_of(act) == lead)
    }
}
