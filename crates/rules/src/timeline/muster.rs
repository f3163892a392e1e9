//! Who fights: opening the timeline, joining, leaving, dying (T-20, T-26, T-31).

use std::sync::Arc;

use super::deciding::{Deciding, within};
use super::fight::{Entry, MOST_FIGHTERS};
use super::offers::OfferBuilder;
use super::telling::Telling;
use super::text::{NAME, optional_name};
use super::{Amount, Character, Command, Doing, Event, Fate, Fight, State, flow, lasting, side};
use crate::kernel::{Decided, offer};
use crate::{Id, Line, Refusal, message};

/// Opens the timeline. Host.
pub(super) fn open(
    deciding: &mut Deciding<'_>,
    fighters: &[Id],
    ambush: &[Id],
    sides: &[(Id, u8)],
    name: Option<&str>,
) -> Decided {
    deciding.host()?;
    if deciding.before.fight.is_some() {
        return Err(Refusal::new("T-20", message!("timeline-fight-open")));
    }
    let mut known: Vec<Id> = Vec::new();
    for id in fighters.iter().chain(ambush) {
        may_fight(deciding.before, *id)?;
        if !known.contains(id) {
            known.push(*id);
        }
    }
    if known.is_empty() || known.len() > MOST_FIGHTERS {
        let what = message!("timeline-how-many", least = 1, most = MOST_FIGHTERS);
        return Err(Refusal::new("T-20", what));
    }
    within(sides.iter().all(|one| side::fits(one) && known.contains(&one.0)), "T-34")?;
    let name = optional_name(name.unwrap_or_default(), NAME)?;
    let name = Some(name).filter(|name| !name.is_empty());
    deciding.push(Event::FightOpened { fighters: known, ambush: ambush.to_vec(), name });
    if !sides.is_empty() {
        deciding.push(Event::SidesSet { sides: sides.to_vec() });
    }
    Ok(())
}

fn may_fight(state: &State, id: Id) -> Decided {
    let character = state
        .character(id)
        .ok_or_else(|| Refusal::new("T-20", message!("timeline-no-character")))?;
    if character.dead {
        let what = message!("timeline-dead", name = &character.card.name);
        return Err(Refusal::new("T-31", what));
    }
    Ok(())
}

pub(super) fn opened(state: &mut State, fighters: &[Id], ambush: &[Id], name: Option<&str>) {
    let (first, ambushers) = (ambush.to_vec(), ambush.to_vec());
    let name = name.map(str::to_owned);
    let mut fight = Fight { name, first, ambushers, ..Fight::default() };
    for fighter in fighters {
        fight.join(*fighter, Amount::ZERO);
    }
    state.fight = Some(Arc::new(fight));
}

pub(super) fn tell_opened(
    telling: Telling<'_>,
    fighters: &[Id],
    ambush: &[Id],
    name: Option<&str>,
) -> Line {
    let seen = |ids: &[Id]| ids.iter().filter_map(|id| telling.name(*id)).collect::<Vec<_>>();
    let (names, first) = (seen(fighters), seen(ambush));
    match (name, first.is_empty()) {
        (None, true) => message!("timeline-told-opened", names = names),
        (None, false) => message!("timeline-told-ambush", names = names, first = first),
        (Some(fight), true) => {
            message!("timeline-told-opened-named", fight = fight, names = names)
        }
        (Some(fight), false) => {
            message!("timeline-told-ambush-named", fight = fight, names = names, first = first)
        }
    }
    .into()
}

/// Joins the fight, or opens one by oneself.
pub(super) fn join(deciding: &mut Deciding<'_>, who: Id, position: Amount) -> Decided {
    deciding.own(who)?;
    enter(deciding, who, position)
}

/// Lets someone into the fight whose seat has been looked at.
pub(super) fn enter(deciding: &mut Deciding<'_>, who: Id, position: Amount) -> Decided {
    may_fight(deciding.before, who)?;
    let Some(fight) = &deciding.before.fight else {
        deciding.push(Event::FightOpened { fighters: vec![who], ambush: Vec::new(), name: None });
        return Ok(());
    };
    if fight.fighter(who).is_some() {
        return Err(Refusal::new("T-20", message!("timeline-already-fighting")));
    }
    within(fight.fighters.len() < MOST_FIGHTERS && position.abs() <= Amount::MOST, "T-20")?;
    deciding.push(Event::FightJoined { character: who, position });
    Ok(())
}

pub(super) fn joined(state: &mut State, who: Id, position: Amount) {
    if let Some(fight) = state.fight_mut() {
        fight.join(who, position);
    }
}

pub(super) fn tell_joined(telling: Telling<'_>, who: Id) -> Option<Line> {
    let name = telling.name(who)?;
    Some(message!("timeline-told-joined", name = name).into())
}

/// Leaves the fight.
pub(super) fn leave(deciding: &mut Deciding<'_>, who: Id) -> Decided {
    deciding.own(who)?;
    deciding.before.fighter(who)?;
    deciding.push(Event::FightLeft { character: who });
    flow::flow_on(deciding);
    Ok(())
}

/// Someone is out of the fight, and the bodies they called with them.
pub(super) fn left(state: &mut State, who: Id) {
    let Some(fight) = state.fight_mut() else { return };
    fight.finish(who, Fate::Lost);
    fight.change(who, |one| {
        one.gone = true;
        one.doing = Doing::Idle;
        one.planned.clear();
        one.lasting.clear();
        one.free();
    });
    fight.lead(who, None);
    let called = fight.standing().filter(|one| one.summoned == Some(who));
    let called: Vec<Id> = called.map(|one| one.id).collect();
    lasting::shift(state, who);
    called.into_iter().for_each(|body| left(state, body));
}

pub(super) fn tell_left(telling: Telling<'_>, who: Id) -> Option<Line> {
    let name = telling.name(who)?;
    Some(message!("timeline-told-left", name = name).into())
}

pub(super) fn died(state: &mut State, who: Id) {
    let Some(fight) = state.fight_mut() else { return };
    if fight.fighter(who).is_some() {
        fight.record.push(Entry::Death { who, at: fight.now });
    }
    left(state, who);
}

pub(super) fn tell_died(telling: Telling<'_>, who: Id) -> Option<Line> {
    let name = telling.name(who)?;
    Some(message!("timeline-told-died", name = name).into())
}

/// Whether someone who does not fight could join.
pub(super) fn may_join(fight: &Fight, character: &Character) -> bool {
    !character.dead && fight.fighters.len() < MOST_FIGHTERS
}

impl OfferBuilder<'_> {
    /// A fight of everyone alive, for the host.
    pub(super) fn offer_open(&mut self) {
        let alive = self.state.order.iter().filter(|id| may_fight(self.state, **id).is_ok());
        let fighters: Vec<Id> = alive.copied().take(MOST_FIGHTERS).collect();
        if self.by.is_host() && !fighters.is_empty() {
            let (ambush, sides) = (Vec::new(), Vec::new());
            let command = Command::OpenFight { fighters, ambush, sides, name: None };
            self.push(offer("T-20", message!("timeline-act-open-fight"), command));
        }
    }

    pub(super) fn offer_join(&mut self, fight: &Fight, own: &Character) {
        if may_join(fight, own) {
            let command = Command::JoinFight { character: own.id, position: Amount::ZERO };
            self.push(offer("T-20", message!("timeline-act-join-fight"), command));
        }
    }

    pub(super) fn offer_leave(&mut self, own: &Character) {
        let command = Command::LeaveFight { character: own.id };
        self.push(offer("T-34", message!("timeline-act-leave-fight"), command));
    }
}
