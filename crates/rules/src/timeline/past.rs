//! The instants a fight has left behind, and stepping back to them (T-33).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::deciding::Deciding;
use super::offers::OfferBuilder;
use super::{Amount, Character, Command, Event, Fight, Fighter, Queue, State};
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

/// The most instants kept for stepping back; older ones are reached by the table's own undo.
const MOST_PAST: usize = 2_000;

impl Fight {
    /// Keeps the present instant, so that the table can step back to it.
    pub(super) fn remember(&mut self, characters: &BTreeMap<Id, Arc<Character>>) {
        let moment = Moment {
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
        };
        if self.past.len() >= MOST_PAST {
            self.past.remove(0);
        }
        self.past.push(Arc::new(moment));
    }

    /// Makes everything as it was at the last instant kept at or before `to` (T-33).
    fn step_back(&mut self, to: Amount, characters: &mut BTreeMap<Id, Arc<Character>>) {
        let Some(index) = self.past.iter().rposition(|moment| moment.at <= to) else { return };
        let moment = Arc::clone(&self.past[index]);
        self.past.truncate(index);
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

/// Steps back to an earlier instant. Host.
pub(super) fn step_back(deciding: &mut Deciding<'_>, to: Amount) -> Decided {
    deciding.host()?;
    let fight = deciding.before.fight()?;
    match fight.past.first().map(|moment| moment.at) {
        Some(first) if to >= first && to < fight.now => {
            deciding.push(Event::SteppedBack { to });
            Ok(())
        }
        Some(first) => {
            let what = message!("timeline-step-between", first = first, now = fight.now);
            Err(Refusal::new("T-33", what))
        }
        None => Err(Refusal::new("T-33", message!("timeline-no-past"))),
    }
}

pub(super) fn stepped_back(state: &mut State, to: Amount) {
    let Some(fight) = &mut state.fight else { return };
    Arc::make_mut(fight).step_back(to, &mut state.characters);
    let characters = &state.characters;
    state.order.retain(|id| characters.contains_key(id));
}

pub(super) fn tell_stepped_back(to: Amount) -> Line {
    message!("timeline-told-back", to = to).into()
}

impl OfferBuilder<'_> {
    /// Back to the instant before this one, for the host.
    pub(super) fn offer_step_back(&mut self, fight: &Fight) {
        if let (true, Some(moment)) = (self.by.is_host(), fight.past.last())
            && moment.at < fight.now
        {
            let label = message!("timeline-offer-back", to = moment.at);
            self.push(offer("T-33", label, Command::StepBack { to: moment.at }));
        }
    }
}
