//! Acting, and how closely it is looked at (M-10).

use serde::{Deserialize, Serialize};

use super::flashback::always_rolls;
use super::offers::{OfferBuilder, Offers, text};
use super::thing::covers;
use super::viewing::Viewing;
use super::{
    Allows, Character, Command, Deciding, Event, Pending, Proposal, RollKind, State, roll,
};
use crate::kernel::{Decided, choice, offer};
use crate::{Audience, Bounds, Id, Message, Refusal, message};

/// How closely an action is looked at (M-10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistDepth"))]
pub enum Depth {
    /// It is described and simply happens.
    Describe,
    /// Described and rolled.
    Quick,
    /// Described, rolled, and its power spent on effects.
    #[default]
    Detailed,
}

/// Opens an action (M-10).
pub(super) fn act(
    deciding: &mut Deciding,
    actor: Id,
    text: &str,
    depth: Depth,
    seen: &Audience,
    lines: &[Proposal],
) -> Decided {
    let actor = deciding.actor(actor)?;
    deciding.pack.check_phase(deciding.before, Allows::Act)?;
    if *seen != Audience::All {
        deciding.host()?;
    }
    let seen = if covers(&actor.seen, seen) { seen.clone() } else { actor.seen.clone() };
    roll::open(deciding, Some(actor), RollKind::Action, depth, text, seen, lines)
}

/// The host picks how closely an action is looked at (M-10).
pub(super) fn set_depth(deciding: &mut Deciding, roll: Id, depth: Depth) -> Decided {
    deciding.host()?;
    let roll = deciding.open_roll(roll)?;
    match roll.kind {
        RollKind::Action => {}
        RollKind::Flashback { .. } if depth != Depth::Describe => {}
        RollKind::Flashback { .. } => return Err(always_rolls(deciding)),
        _ => return Err(Refusal::new("M-10", message!("mist-depth-fixed"))),
    }
    if roll.depth == depth {
        return Err(Refusal::new("M-10", message!("mist-chosen-already")));
    }
    deciding.push(Event::DepthSet { roll: roll.id, depth });
    Ok(())
}

pub(super) fn depth_set(state: &mut State, roll: Id, depth: Depth) {
    if let Some(roll) = state.roll_mut(roll) {
        roll.depth = depth;
    }
}

pub(super) fn tell_depth_set(viewing: Viewing, roll: Id, depth: Depth) -> Option<Message> {
    viewing.roll(roll)?;
    Some(match depth {
        Depth::Describe => message!("mist-told-describe"),
        Depth::Quick => message!("mist-told-quick"),
        Depth::Detailed => message!("mist-told-detailed"),
    })
}

/// The host lets an action happen without a roll (M-10).
pub(super) fn agree(deciding: &mut Deciding, roll: Id) -> Decided {
    deciding.host()?;
    let roll = deciding.open_roll(roll)?;
    if roll.kind != RollKind::Action {
        return Err(Refusal::new("M-10", message!("mist-must-roll")));
    }
    deciding.push(Event::Agreed { roll: roll.id });
    Ok(())
}

pub(super) fn tell_agreed(viewing: Viewing, roll: Id) -> Option<Message> {
    let roll = viewing.roll(roll)?;
    Some(message!("mist-told-agreed", who = roll.actor_name(viewing.state)))
}

/// The depths a roll can be opened with.
pub(super) fn depths() -> Bounds {
    let depths = [
        choice(Depth::Detailed, message!("mist-depth-detailed")),
        choice(Depth::Quick, message!("mist-depth-quick")),
    ];
    Bounds::Choice { of: depths.to_vec() }
}

impl OfferBuilder<'_> {
    /// Acting.
    pub(super) fn offer_acting(self, it: &Character, offers: &mut Offers) {
        let command = Command::Act {
            actor: it.id,
            text: String::new(),
            depth: Depth::Detailed,
            seen: Audience::All,
            lines: Vec::new(),
        };
        offers.push(
            offer("M-10", message!("mist-act-act"), command)
                .field("text", message!("mist-field-what"), text())
                .field("depth", message!("mist-field-depth"), depths()),
        );
    }

    /// Looking at an action more or less closely.
    pub(super) fn offer_depths(self, roll: &Pending, offers: &mut Offers) {
        for (depth, label) in [
            (Depth::Describe, message!("mist-act-depth-describe")),
            (Depth::Quick, message!("mist-act-depth-quick")),
            (Depth::Detailed, message!("mist-act-depth-detailed")),
        ] {
            let command = Command::SetDepth { roll: roll.id, depth };
            offers.push(offer("M-10", label, command));
        }
    }

    /// Letting an action simply happen.
    pub(super) fn offer_agreeing(self, roll: &Pending, offers: &mut Offers) {
        offers.push(offer("M-10", message!("mist-act-agree"), Command::Agree { roll: roll.id }));
    }
}
