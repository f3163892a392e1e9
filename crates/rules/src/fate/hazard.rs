//! Hazards and countdowns, which act by themselves (F-45).

use serde::{Deserialize, Serialize};

use super::{
    Act, Action, Character, Command, Deciding, Event, OfferBuilder, PartSource, Side, SidePart,
    State, character, scene, sheet, show, stress,
};
use crate::kernel::Decided;
use crate::{Id, Line, Refusal, Viewer, message};

/// How something acts by itself: against everyone it reaches, each round, or once when it has
/// counted down (F-45).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateHazard", optional_fields))]
pub struct Hazard {
    /// What it adds to its dice.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub rating: i64,
    /// The track it hits.
    pub track: String,
    /// How many rounds are left; it acts when there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub countdown: Option<u8>,
    /// Whether its countdown is over and it has acted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub spent: bool,
}

/// What a draft says of a hazard is the pack's, and within bounds.
pub(super) fn check(deciding: &Deciding, hazard: Option<&Hazard>) -> Decided {
    let Some(hazard) = hazard else { return Ok(()) };
    stress::known_track(deciding, &hazard.track)?;
    if !(-4..=12).contains(&hazard.rating) {
        return Err(sheet::rating_bounds(deciding));
    }
    if hazard.countdown.is_some_and(|left| !(1..=20).contains(&left)) {
        return Err(Refusal::new("F-45", message!("fate-pack-number", least = 1, most = 20)));
    }
    Ok(())
}

/// The host lets a hazard act, or its countdown go on, outside of rounds.
pub(super) fn let_act(deciding: &mut Deciding, id: Id) -> Decided {
    deciding.host()?;
    scene::open(deciding)?;
    scene::quiet(deciding)?;
    let one = character::seen(deciding, id)?;
    let can = one.hazard.as_ref().is_some_and(|hazard| !hazard.spent) && !one.out;
    if !can {
        return Err(Refusal::new("F-45", message!("fate-not-a-hazard", who = &one.name)));
    }
    step(deciding, id);
    Ok(())
}

/// A new round: every hazard of the scene acts or counts down.
pub(super) fn round(deciding: &mut Deciding) {
    let all: Vec<Id> = deciding
        .now()
        .characters
        .iter()
        .filter(|one| !one.out && one.hazard.as_ref().is_some_and(|hazard| !hazard.spent))
        .filter(|one| in_scene(deciding.now(), one))
        .map(|one| one.id)
        .collect();
    for id in all {
        step(deciding, id);
    }
}

/// A hazard that is hidden waits until it is shown.
fn in_scene(state: &State, one: &Character) -> bool {
    state.sees_character(Viewer::Spectator, one)
}

fn step(deciding: &mut Deciding, id: Id) {
    let hazard = deciding.now().character(id).and_then(|one| one.hazard.clone());
    let Some(hazard) = hazard else { return };
    show::reveal(deciding, id);
    if let Some(left) = hazard.countdown {
        let left = left.saturating_sub(1);
        deciding.push(Event::CountedDown { character: id, left });
        if left > 0 {
            return;
        }
    }
    act(deciding, id, &hazard);
}

/// It attacks everyone it reaches: those in its zone, or in the scene when it is in none.
fn act(deciding: &mut Deciding, id: Id, hazard: &Hazard) {
    let now = deciding.now();
    let here = |who: Id| now.scene.as_ref().and_then(|scene| scene.whereabouts.get(&who)).copied();
    let fights = |who: Id| match now.conflict() {
        Some(conflict) => conflict.combatant(who).is_some_and(|one| !one.out),
        None => true,
    };
    let reached: Vec<Id> = now
        .player_characters()
        .filter(|one| !one.out && fights(one.id))
        .filter(|one| here(id).is_none() || here(id) == here(one.id))
        .map(|one| one.id)
        .collect();
    for target in reached {
        let part = SidePart { source: PartSource::Hazard, value: hazard.rating };
        let side = Side { who: Some(id), parts: vec![part], ..Side::default() };
        let action = Action {
            target: Some(target),
            ..Action::new(deciding.id(), id, Act::Attack { track: hazard.track.clone() }, side)
        };
        deciding.push(Event::ActionOpened { action: Box::new(action) });
    }
}

pub(super) fn counted_down(state: &mut State, character: Id, left: u8) {
    let hazard = state.character_mut(character).and_then(|one| one.hazard.as_mut());
    if let Some(hazard) = hazard {
        hazard.countdown = Some(left);
        hazard.spent = left == 0;
    }
}

pub(super) fn tell_counted_down(
    before: &State,
    character: Id,
    left: u8,
    viewer: Viewer,
) -> Option<Line> {
    let who = &before.seen_character(viewer, character)?.name;
    let message = if left == 0 {
        message!("fate-countdown-over", who = who)
    } else {
        message!("fate-counted-down", who = who, left = left)
    };
    Some(message.into())
}

impl OfferBuilder<'_> {
    /// The host lets a hazard act.
    pub(super) fn hazard(&mut self, character: &Character) {
        if character.hazard.is_some() {
            let command = Command::LetHazardAct { character: character.id };
            let label = message!("fate-act-hazard");
            self.offer("F-45", label, command, Vec::new());
        }
    }
}
