//! The instants a fight has left behind, and stepping back to them (T-33).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::deciding::Deciding;
use super::offers::OfferBuilder;
use super::{Amount, Character, Command, Doing, Event, Fight, Fighter, Queue, State};
use crate::kernel::{Decided, offer};
use crate::{Id, Line, Refusal, message};

/// An instant left behind: all that a fight changes, as time was about to flow on (T-33).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The instant.
    pub at: Amount,
    fighters: Vec<Arc<Fighter>>,
    characters: Vec<Arc<Character>>,
    ambushers: Vec<Id>,
    lead: Option<Amount>,
    others_from: Option<Amount>,
    recorded: usize,
}

/// Where in an instant the table steps back to (T-33).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Point {
    /// Before anybody declared anything at it.
    Before,
    /// After all that was declared at it.
    After,
}

/// The most instants kept for stepping back; older ones are reached by the table's own undo.
const MOST_PAST: usize = 2_000;

impl Fight {
    /// Keeps the present instant, so that the table can step back to it.
    pub(super) fn remember(&mut self, characters: &BTreeMap<Id, Arc<Character>>) {
        let moment = self.moment(characters);
        keep(&mut self.past, moment);
    }

    /// Keeps the present instant as it is before the first declaration at it.
    pub(super) fn arrive(&mut self, characters: &BTreeMap<Id, Arc<Character>>) {
        if self.arrivals.last().is_none_or(|last| last.at < self.now) {
            let moment = self.moment(characters);
            keep(&mut self.arrivals, moment);
        }
    }

    fn moment(&self, characters: &BTreeMap<Id, Arc<Character>>) -> Moment {
        Moment {
            at: self.now,
            fighters: self.fighters.clone(),
            characters: self
                .fighters
                .iter()
                .filter_map(|fighter| characters.get(&fighter.id).cloned())
                .collect(),
            ambushers: self.ambushers.clone(),
            lead: self.lead,
            others_from: self.others_from,
            recorded: self.record.len(),
        }
    }

    /// Makes everything as it was at the last instant kept at or before `to` (T-33).
    fn step_back(&mut self, to: Amount, characters: &mut BTreeMap<Id, Arc<Character>>) {
        let Some(index) = self.past.iter().rposition(|moment| moment.at <= to) else { return };
        let moment = Arc::clone(&self.past[index]);
        self.past.truncate(index);
        self.arrivals.retain(|arrival| arrival.at <= moment.at);
        self.become_as(&moment, characters);
    }

    /// Makes everything as it was when time had come to `to`, before or after what was declared
    /// then. Between two instants nothing happens, so any time between them can be gone back to.
    fn go_to(&mut self, to: Amount, point: Point, characters: &mut BTreeMap<Id, Arc<Character>>) {
        let arrival = self.arrivals.iter().rposition(|moment| moment.at == to);
        if let (Point::Before, Some(index)) = (point, arrival) {
            let moment = Arc::clone(&self.arrivals[index]);
            self.arrivals.truncate(index);
            self.past.retain(|past| past.at < to);
            self.become_as(&moment, characters);
            // What was planned behind an act that had just landed was declared too.
            let idle = |one: &&Fighter| matches!(one.doing, Doing::Idle);
            let free: Vec<Id> = self.standing().filter(idle).map(|one| one.id).collect();
            free.into_iter().for_each(|id| self.change(id, |one| one.planned.clear()));
            return;
        }
        self.step_back(to, characters);
        if self.now < to {
            self.remember(characters);
            self.now = to;
        }
    }

    /// Makes everything as it was at a moment.
    fn become_as(&mut self, moment: &Moment, characters: &mut BTreeMap<Id, Arc<Character>>) {
        self.now = moment.at;
        self.fighters.clone_from(&moment.fighters);
        self.ambushers.clone_from(&moment.ambushers);
        self.lead = moment.lead;
        self.others_from = moment.others_from;
        self.record.truncate(moment.recorded);
        let known: BTreeSet<Id> = moment.fighters.iter().map(|one| one.id).collect();
        characters.retain(|id, one| one.summoned.is_none() || known.contains(id));
        for character in &moment.characters {
            // One who has left the game since stays away.
            if let Some(present) = characters.get_mut(&character.id) {
                *present = Arc::clone(character);
            }
        }
        self.places.retain(|_, place| (*place as usize) < moment.fighters.len());
        self.queue = Queue::default();
        for (place, fighter) in (0..).zip(&moment.fighters) {
            if let Some(at) = fighter.due(self.others_from) {
                self.queue.set(place, at);
            }
        }
    }
}

/// Keeps a moment, and no more than so many.
fn keep(moments: &mut Vec<Arc<Moment>>, moment: Moment) {
    if moments.len() >= MOST_PAST {
        moments.remove(0);
    }
    moments.push(Arc::new(moment));
}

/// Steps back to an earlier instant, or to before what was declared at this one. Host.
pub(super) fn step_back(deciding: &mut Deciding<'_>, to: Amount, before: bool) -> Decided {
    deciding.host()?;
    let fight = deciding.before.fight()?;
    let point = if before { Point::Before } else { Point::After };
    let declared = || before && fight.arrivals.last().is_some_and(|last| last.at == fight.now);
    let first = fight.past.first().or(fight.arrivals.first()).map(|moment| moment.at);
    match first {
        Some(first) if to >= first && (to < fight.now || (to == fight.now && declared())) => {
            deciding.push(Event::SteppedBack { to, point: Some(point) });
            Ok(())
        }
        Some(first) => {
            let what = message!("timeline-step-between", first = first, now = fight.now);
            Err(Refusal::new("T-33", what))
        }
        None => Err(Refusal::new("T-33", message!("timeline-no-past"))),
    }
}

pub(super) fn stepped_back(state: &mut State, to: Amount, point: Option<Point>) {
    let Some(fight) = &mut state.fight else { return };
    let fight = Arc::make_mut(fight);
    match point {
        Some(point) => fight.go_to(to, point, &mut state.characters),
        None => fight.step_back(to, &mut state.characters),
    }
    let characters = &state.characters;
    state.order.retain(|id| characters.contains_key(id));
}

pub(super) fn tell_stepped_back(to: Amount, point: Option<Point>) -> Line {
    match point {
        Some(Point::Before) => message!("timeline-told-back-before", to = to).into(),
        Some(Point::After) | None => message!("timeline-told-back", to = to).into(),
    }
}

impl OfferBuilder<'_> {
    /// Back to the instant before this one, for the host.
    pub(super) fn offer_step_back(&mut self, fight: &Fight) {
        if let (true, Some(moment)) = (self.by.is_host(), fight.past.last())
            && moment.at < fight.now
        {
            let label = message!("timeline-act-step-back", to = moment.at);
            self.push(offer("T-33", label, Command::StepBack { to: moment.at, before: false }));
        }
    }
}
