//! Bodies that skills call: hit points of their own, and the card of their maker (T-50).

use std::sync::Arc;

use super::telling::Telling;
use super::{Amount, Card, Character, Doing, Resource, State};
use crate::{Id, Line, Term, message};

/// A body comes to be, and joins the fight without being awaited.
pub(super) fn summoned(
    state: &mut State,
    id: Id,
    by: Id,
    called: &str,
    (hit_points, position): (Amount, Amount),
    mirrors: bool,
) {
    embody(state, id, by, called, hit_points);
    let Some(fight) = state.fight_mut() else { return };
    let now = fight.now;
    fight.join(id, position);
    fight.change(id, |one| {
        one.doing = Doing::Holding;
        (one.summoned, one.mirrors, one.since) = (Some(by), mirrors, now);
    });
}

fn embody(state: &mut State, id: Id, by: Id, called: &str, hit_points: Amount) {
    let Some(maker) = state.character(by) else { return };
    let card = Card { name: called.to_owned(), level: maker.card.level, ..maker.worn().clone() };
    let mut body = Character::new(id, maker.seat, maker.seen.clone(), card, Amount::ZERO);
    body.summoned = Some(by);
    body.scars[Resource::HitPoints as usize] = body.derived.hit_points - hit_points;
    body.hit_points = hit_points;
    if state.characters.insert(id, Arc::new(body)).is_none() {
        state.order.push(id);
    }
}

pub(super) fn tell_summoned(
    telling: Telling<'_>,
    by: Id,
    (skill, called): (&Term, &str),
    (hit_points, position): (Amount, Amount),
) -> Option<Line> {
    let message = message!(
        "timeline-told-summoned",
        name = telling.name(by)?,
        skill = skill,
        called = called,
        hit_points = hit_points,
        position = position
    );
    Some(message.into())
}
