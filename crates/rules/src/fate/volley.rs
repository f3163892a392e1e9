//! One attack on several targets: rolled once, its total split among them (F-45).

use super::offers::number_field;
use super::{
    Act, Action, Command, Deciding, Event, Holder, OfferBuilder, PartSource, Side, SidePart, State,
    action, character, wording,
};
use crate::kernel::Decided;
use crate::{Acts, Id, Line, Message, Refusal, Seat, message};

/// The most targets of one attack.
const MOST: usize = 12;

/// The targets of an attack on several, each of them someone who can be attacked.
pub(super) fn check(deciding: &Deciding, actor: Id, act: &Act, targets: &[Id]) -> Decided {
    if !matches!(act, Act::Attack { .. }) {
        return Err(Refusal::new("F-45", message!("fate-several-attack")));
    }
    if !(2..=MOST).contains(&targets.len()) {
        return Err(Refusal::new("F-45", message!("fate-pack-number", least = 2, most = MOST)));
    }
    for (at, target) in targets.iter().enumerate() {
        let one = character::seen(deciding, *target)?;
        if *target == actor {
            return Err(Refusal::new("F-24", message!("fate-not-oneself")));
        }
        if one.out {
            return Err(Refusal::new("F-31", message!("fate-is-out", who = &one.name)));
        }
        if targets[..at].contains(target) {
            return Err(Refusal::new("F-45", message!("fate-on-two-sides")));
        }
    }
    Ok(())
}

/// Whoever attacks splits the total among the targets, who then defend one by one.
pub(super) fn split(deciding: &mut Deciding, id: Id, shares: &[i64]) -> Decided {
    let action = action::under_way(deciding, id)?.clone();
    character::mine(deciding, action.actor)?;
    let Act::Attack { track } = &action.act else {
        return Err(Refusal::new("F-45", message!("fate-nothing-to-split")));
    };
    if action.targets.is_empty() || !action.rolled() || !action.side.stands {
        return Err(Refusal::new("F-45", message!("fate-nothing-to-split")));
    }
    let total = action.side.total();
    let within = |share: &i64| (total.min(0)..=total.max(0)).contains(share);
    let sum: i64 = shares.iter().copied().filter(within).sum();
    let fits = shares.len() == action.targets.len() && shares.iter().all(within) && sum == total;
    if !fits {
        let names: Vec<Message> =
            action.targets.iter().map(|id| wording::word(&deciding.now().name(*id))).collect();
        return Err(Refusal::new("F-45", message!("fate-split-total", total = total))
            .instead(message!("fate-split-order", names = names)));
    }
    deciding.push(Event::ActionClosed { action: id, succeeded: true });
    for (target, value) in action.targets.iter().zip(shares) {
        let there = deciding.now().character(*target).is_some_and(|one| !one.out);
        if !there {
            continue;
        }
        let part = SidePart { source: PartSource::Share, value: *value };
        let side = Side {
            who: Some(action.actor),
            skill: action.side.skill.clone(),
            parts: vec![part],
            ..Side::default()
        };
        let attack = Act::Attack { track: track.clone() };
        let share = Action {
            target: Some(*target),
            fixed: true,
            ..Action::new(deciding.id(), action.actor, attack, side)
        };
        deciding.push(Event::ActionOpened { action: Box::new(share) });
    }
    Ok(())
}

/// What is told of an attack on several as it is declared.
pub(super) fn names(state: &State, action: &Action) -> Vec<Message> {
    action.targets.iter().map(|id| wording::word(&state.name(*id))).collect()
}

/// What is told of one share of it.
pub(super) fn tell_share(before: &State, action: &Action, target: Id) -> Line {
    let (who, target) = (before.name(action.actor), before.name(target));
    let number = wording::signed(action.side.total());
    message!("fate-share", who = who, target = target, number = number).into()
}

fn waits(state: &State, action: &Action) -> Message {
    message!("fate-waits-split", who = state.name(action.actor))
}

/// An attack on several waits to be split by whoever made it.
pub(super) fn flag(state: &State, by: Seat, action: &Action, acts: &mut Acts) {
    let splits = !action.targets.is_empty() && action.side.stands;
    if splits && state.awaits(by, Holder::Character(action.actor)) {
        acts.wait(action.id, waits(state, action));
    }
}

impl OfferBuilder<'_> {
    /// Splitting the total of an attack on several: evenly, the rest to the first.
    pub(super) fn splits(&mut self, action: &Action) {
        let splits = !action.targets.is_empty() && action.side.stands && self.owns(action.actor);
        if !splits {
            return;
        }
        let total = action.side.total();
        let count = i64::try_from(action.targets.len()).unwrap_or(1);
        let each = total / count;
        let mut shares = vec![each; action.targets.len()];
        if let Some(first) = shares.first_mut() {
            *first += total - each * count;
        }
        let fields = action
            .targets
            .iter()
            .enumerate()
            .map(|(at, id)| {
                let label = wording::word(&self.state.name(*id));
                number_field(&format!("shares/{at}"), label, total.min(0), total.max(0))
            })
            .collect();
        let waits = waits(self.state, action);
        let command = Command::Split { action: action.id, shares };
        let label = message!("fate-act-split", total = wording::signed(total));
        self.wait("F-45", waits, label, command, fields);
    }
}
