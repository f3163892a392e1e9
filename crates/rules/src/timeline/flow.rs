//! Time: it flows to the next instant at which something ends, and no further than anyone is
//! awaited (T-23).

use super::deciding::Deciding;
use super::offers::OfferBuilder;
use super::resolve::resolve;
use super::{Amount, Command, Doing, Event, Fight, Fighter, State, declare, dispatch};
use crate::kernel::{Decided, offer};
use crate::{Id, Line, Message, Refusal, Seat, Viewer, message};

/// The most instants one command reaches of itself: it does not play out a whole fight.
const MOST_INSTANTS: usize = 100;

/// Lets time flow to the next instant at which something ends, or to an earlier one.
pub(super) fn flow(deciding: &mut Deciding<'_>, to: Option<Amount>) -> Decided {
    let (state, viewer) = (deciding.before, deciding.viewer());
    let fight = state.fight()?;
    let owns = |one: &Fighter| state.character(one.id).is_some_and(|own| own.owned(viewer));
    if !deciding.by.is_host() && !fight.standing().any(owns) {
        deciding.host()?;
    }
    let awaited: Vec<Message> =
        state.awaited_by(viewer).take(10).map(|fighter| state.name(fighter.id)).collect();
    if !awaited.is_empty() {
        return Err(Refusal::new("T-23", message!("timeline-awaited", names = awaited)));
    }
    // Neither who it is nor how many (T-26).
    if fight.awaited().next().is_some() {
        return Err(Refusal::new("T-23", message!("timeline-awaited-host")));
    }
    if to.is_some_and(|to| to <= fight.now) {
        return Err(Refusal::new("T-23", message!("timeline-not-back", now = fight.now)));
    }
    let next = fight
        .queue
        .next()
        .ok_or_else(|| Refusal::new("T-23", message!("timeline-nothing-ends")))?;
    match to {
        Some(to) if to < next => deciding.push(Event::InstantReached { at: to }),
        _ => advance(deciding, next),
    }
    Ok(())
}

/// Lets time flow of itself until somebody is awaited, where the table says so.
pub(super) fn flow_on(deciding: &mut Deciding<'_>) {
    if !deciding.before.options.auto_flow {
        return;
    }
    for _ in 0..MOST_INSTANTS {
        let Some(next) = flows_to(deciding.now()) else { break };
        advance(deciding, next);
    }
}

/// The next instant, if nobody is awaited, nor seems to be, and at least two fight.
fn flows_to(state: &State) -> Option<Amount> {
    let fight = state.fight.as_deref()?;
    let many = fight.standing().nth(1).is_some();
    let awaited = fight.awaited().chain(state.awaited_by(Viewer::Spectator)).next();
    fight.queue.next().filter(|_| many && awaited.is_none())
}

/// Everything that happens when time reaches an instant, and what was planned behind it.
fn advance(deciding: &mut Deciding<'_>, at: Amount) {
    let (state, ids) = deciding.now_and_dice();
    let Some(fight) = state.fight.as_deref() else { return };
    let due = || fight.queue.at(at).filter_map(|place| fight.at_place(place));
    let planned = due().any(|fighter| !fighter.planned.is_empty());
    let happened = resolve(state, fight, at, ids);
    happened.into_iter().for_each(|event| deciding.push(event));
    if planned {
        declare::take_plans(deciding, at);
    }
    dispatch::follow(deciding);
}

/// Time reaches an instant; the one it leaves is kept for stepping back (T-33).
pub(super) fn reached(state: &mut State, at: Amount) {
    let Some(fight) = &mut state.fight else { return };
    let fight = std::sync::Arc::make_mut(fight);
    fight.remember(&state.characters);
    fight.reach(at);
}

pub(super) fn tell_reached(at: Amount) -> Line {
    message!("timeline-told-instant", at = at).into()
}

impl Fight {
    /// Lets time pass to an instant; those who waited until then are free to declare.
    fn reach(&mut self, at: Amount) {
        self.now = at.max(self.now);
        let due: Vec<Id> = self
            .queue
            .next()
            .filter(|next| *next <= self.now)
            .map(|next| self.queue.at(next).collect::<Vec<u32>>())
            .unwrap_or_default()
            .into_iter()
            .filter_map(|place| self.at_place(place))
            .filter(|fighter| match fighter.doing {
                Doing::Controlled(until) => until <= self.now,
                Doing::Late => self.others_from.is_some_and(|from| from <= self.now),
                _ => false,
            })
            .map(|fighter| fighter.id)
            .collect();
        for id in due {
            self.change(id, |fighter| {
                fighter.doing = Doing::Idle;
                fighter.free();
            });
        }
    }
}

/// Whether a seat can let time flow: somebody of its own fights, and nobody is awaited.
pub(super) fn may_flow(state: &State, fight: &Fight, by: Seat) -> bool {
    if fight.queue.next().is_none() || fight.awaited().next().is_some() {
        return false;
    }
    let viewer = by.viewer();
    let owns = |one: &Fighter| state.character(one.id).is_some_and(|own| own.owned(viewer));
    (by.is_host() || fight.standing().any(owns)) && state.awaited_by(viewer).next().is_none()
}

impl OfferBuilder<'_> {
    /// On to the next instant, for the host and all who fight.
    pub(super) fn offer_flow(&mut self, fight: &Fight) {
        if may_flow(self.state, fight, self.by) {
            self.push(offer("T-23", message!("timeline-act-flow"), Command::Flow { to: None }));
        }
    }
}
