//! Which acts will meet, as things stand, for one who looks before time flows (T-27).

use std::collections::BTreeSet;

use super::part::MeetingPart;
use super::resolve::resolve;
use super::{Amount, Doing, Event, Fight, State};
use crate::kernel::DryDice;
use crate::{Viewer, message};

/// The most instants that are looked at.
const MOST: usize = 32;

/// What the acts a viewer may know make of each other when they end, by instant.
pub(super) fn meetings(state: &State, fight: &Fight, viewer: Viewer) -> Vec<MeetingPart> {
    // One act alone meets nothing, and that is how most fights stand most of the time.
    let acting = fight.standing().filter(|one| one.act().is_some());
    if acting.filter(|one| state.sees_declaration(one.id, viewer)).nth(1).is_none() {
        return Vec::new();
    }
    let known = only_known(state, fight, viewer);
    let instants: BTreeSet<Amount> =
        known.standing().filter_map(|one| one.act()).map(|act| act.end).collect();
    let mut meetings = Vec::new();
    for at in instants.into_iter().take(MOST) {
        for event in resolve(state, &known, at, &mut DryDice::default()) {
            let Event::ActsMet { one, one_power, other, other_power } = event else { continue };
            let left = (one_power - other_power).abs();
            let words = message!(
                "timeline-why-meets",
                one_power = one_power,
                other_power = other_power,
                left = left
            );
            meetings.push(MeetingPart { at, one, other, words });
        }
    }
    meetings
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
