//! Which acts will meet, as things stand, for one who asks before time flows (T-27).

use std::collections::BTreeSet;

use super::resolve::resolve;
use super::{Amount, Doing, Event, Fight, State};
use crate::kernel::DryDice;
use crate::{Calculation, Id, Quote, Viewer, message};

/// The most instants that are looked at.
const MOST: usize = 32;

/// What the acts a viewer may know make of each other when they end: a calculation per pair, known
/// by `meets`, the instant in hundredths, and both fighters.
pub(super) fn foresee(state: &State, viewer: Viewer) -> Quote {
    let Some(fight) = state.fight.as_deref() else { return Quote::default() };
    let known = only_known(state, fight, viewer);
    let acts = known.standing().filter_map(|one| one.act());
    let instants: BTreeSet<Amount> = acts.map(|act| act.end).collect();
    let mut quote = Quote::default();
    for at in instants.into_iter().take(MOST) {
        for event in resolve(state, &known, at, &mut DryDice::default()) {
            let Event::ActsMet { one, one_power, other, other_power } = event else { continue };
            quote.calculations.push(meeting(
                state,
                viewer,
                at,
                (one, one_power),
                (other, other_power),
            ));
        }
    }
    quote
}

/// The fight as it would be without the acts the viewer does not know: what those change is not
/// told.
fn only_known(state: &State, fight: &Fight, viewer: Viewer) -> Fight {
    let mut known = fight.clone();
    let acting = fight.standing().filter(|one| one.act().is_some());
    for hidden in acting.filter(|one| !state.sees_declaration(one.id, viewer)) {
        known.change(hidden.id, |one| one.doing = Doing::Idle);
    }
    known
}

fn meeting(
    state: &State,
    viewer: Viewer,
    at: Amount,
    (one, one_power): (Id, Amount),
    (other, other_power): (Id, Amount),
) -> Calculation {
    let left = (one_power - other_power).abs();
    let words = message!(
        "timeline-why-meets",
        one_power = one_power,
        other_power = other_power,
        left = left
    );
    let id = format!("meets {} {one} {other}", at.in_hundredths());
    Calculation::new(&id, words, left, "T-27")
        .step("", state.name_for(one, viewer), one_power)
        .step("−", state.name_for(other, viewer), other_power)
}
