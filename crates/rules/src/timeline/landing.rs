//! What becomes of acts: they meet others, are lessened, lost, missed, or land (T-24, T-27, T-30).

use super::declare::deed_words;
use super::telling::Telling;
use super::{Act, Amount, Doing, Fate, Fighter, State};
use crate::{Calculation, Id, Line, message};

pub(super) fn tell_met(
    telling: Telling<'_>,
    (one, one_power): (Id, Amount),
    (other, other_power): (Id, Amount),
) -> Line {
    let (one, other) = (telling.other(one), telling.other(other));
    let (larger, smaller) = match one_power >= other_power {
        true => ((&one, one_power), (&other, other_power)),
        false => ((&other, other_power), (&one, one_power)),
    };
    let left = larger.1 - smaller.1;
    let working = Calculation::new("met", message!("timeline-why-met"), left, "T-27")
        .step("", message!("timeline-why-larger", name = larger.0.clone()), larger.1)
        .step("−", message!("timeline-why-smaller", name = smaller.0.clone()), smaller.1);
    let message = message!(
        "timeline-told-met",
        one = one,
        one_power = one_power,
        other = other,
        other_power = other_power
    );
    Line::from(message).because(working)
}

pub(super) fn reduced(state: &mut State, who: Id, left: Amount) {
    state.change_fighter(who, |one| lessen(one, left));
}

fn lessen(fighter: &mut Fighter, left: Amount) {
    if let Doing::Acting(act) = &mut fighter.doing {
        act.left = left;
    }
}

pub(super) fn tell_reduced(telling: Telling<'_>, who: Id, left: Amount) -> Option<Line> {
    let name = telling.name(who)?;
    let known = telling.before.sees_declaration(who, telling.viewer);
    known.then(|| message!("timeline-told-reduced", name = name, left = left).into())
}

/// What was planned behind an act that is lost is lost with it.
pub(super) fn lost(state: &mut State, who: Id) {
    let Some(fight) = state.fight_mut() else { return };
    fight.finish(who, Fate::Lost);
    fight.change(who, |one| one.planned.clear());
}

pub(super) fn tell_lost(telling: Telling<'_>, who: Id) -> Option<Line> {
    let name = telling.name(who)?;
    Some(message!("timeline-told-lost", name = name).into())
}

pub(super) fn landed(state: &mut State, who: Id, left: Amount) {
    let Some(fight) = state.fight_mut() else { return };
    fight.change(who, |one| lessen(one, left));
    fight.finish(who, Fate::Landed);
}

pub(super) fn tell_landed(telling: Telling<'_>, who: Id, left: Amount) -> Option<Line> {
    let name = telling.name(who)?;
    let act: &Act = telling.before.fight.as_deref()?.fighter(who)?.act()?;
    let what = deed_words(telling, who, &act.deed, &act.note);
    Some(message!("timeline-told-landed", name = name, what = what, left = left).into())
}

pub(super) fn missed(state: &mut State, who: Id) {
    if let Some(fight) = state.fight_mut() {
        fight.finish(who, Fate::Missed);
    }
}

pub(super) fn tell_missed(telling: Telling<'_>, who: Id) -> Option<Line> {
    let name = telling.name(who)?;
    Some(message!("timeline-told-missed", name = name).into())
}

/// A blow on one who is sealed in comes to nothing.
pub(super) fn tell_untouched(telling: Telling<'_>, who: Id, by: Id) -> Option<Line> {
    let name = telling.name(who)?;
    Some(message!("timeline-told-untouched", name = name, by = telling.other(by)).into())
}
