//! Creating an advantage: on something new, known or unknown (F-21, F-22).

use serde::{Deserialize, Serialize};

use super::act::Attempt;
use super::offers::{BLANK, text_field};
use super::{
    Act, Action, Against, Aspect, AspectKind, Command, Deciding, Event, Free, Holder, OfferBuilder,
    Outcome, Place, State, action, aspect, boost, show, wording,
};
use crate::kernel::Decided;
use crate::{Audience, Field, Id, Line, Refusal, Viewer, message};

/// What an advantage is created from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "from", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateCreated", optional_fields))]
pub enum Created {
    /// A new aspect (F-21).
    New {
        /// What it will say.
        name: String,
        /// What it will be true of.
        on: Place,
    },
    /// An aspect that is known (F-22).
    Known {
        /// Which one.
        aspect: Id,
    },
    /// Something not known: the host says which hidden aspect it is about (F-22).
    Unknown {
        /// Which one; only the host sees it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        aspect: Option<Id>,
    },
}

/// What the advantage is to be created from is there.
pub(super) fn check(deciding: &Deciding, what: &mut Created) -> Decided {
    match what {
        Created::New { name, on } => {
            *name = wording::name(name)?;
            aspect::room(deciding)?;
            aspect::place(deciding, *on)
        }
        Created::Known { aspect } => {
            if aspect::seen(deciding, *aspect)?.kind == AspectKind::Boost {
                return Err(Refusal::new("F-22", message!("fate-boost-not-existing")));
            }
            Ok(())
        }
        Created::Unknown { aspect: None } => Ok(()),
        Created::Unknown { aspect: Some(aspect) } => {
            deciding.host()?;
            hidden(deciding, *aspect)
        }
    }
}

/// A hidden aspect, of which only the host knows.
fn hidden(deciding: &Deciding, id: Id) -> Decided {
    if aspect::seen(deciding, id)?.seen == Audience::All {
        return Err(Refusal::new("F-22", message!("fate-not-hidden")));
    }
    Ok(())
}

/// The host says which hidden aspect an action is about (F-22).
pub(super) fn point(deciding: &mut Deciding, id: Id, aspect: Id) -> Decided {
    deciding.host()?;
    let action = action::before_dice(deciding, id)?;
    if !matches!(action.act, Act::Create { what: Created::Unknown { .. } }) {
        return Err(Refusal::new("F-22", message!("fate-not-seeking")));
    }
    hidden(deciding, aspect)?;
    deciding.push(Event::UnknownPointed { action: id, aspect });
    Ok(())
}

/// Creating an advantage where nothing is to be chosen (F-21, F-22).
pub(super) fn create(deciding: &mut Deciding, action: &Action, what: &Created, outcome: Outcome) {
    let me = Holder::Character(action.actor);
    let count = match outcome {
        Outcome::Style => 2,
        Outcome::Success => 1,
        Outcome::Tie | Outcome::Failure => 0,
    };
    match what {
        Created::New { name, on } if count > 0 => {
            new_aspect(deciding, name, *on, Free { to: me, count })
        }
        Created::New { .. } => {
            boost::give(deciding, me);
        }
        Created::Unknown { aspect: None } => {}
        Created::Known { aspect } | Created::Unknown { aspect: Some(aspect) } => {
            if !unknown(deciding, *aspect) {
                free_on_known(deciding, *aspect, me, action.foe(), outcome, count);
            } else if count > 0 {
                show::reveal(deciding, *aspect);
                deciding.push(Event::FreeGained { aspect: *aspect, to: me, count });
            } else {
                boost::give(deciding, me);
            }
        }
    }
}

/// Whether an aspect is not known to all.
pub(super) fn unknown(deciding: &Deciding, aspect: Id) -> bool {
    deciding.now().aspect(aspect).is_some()
        && deciding.now().seen_aspect(Viewer::Spectator, aspect).is_none()
}

/// Free invokes on a known aspect (F-22).
pub(super) fn free_on_known(
    deciding: &mut Deciding,
    aspect: Id,
    me: Holder,
    foe: Holder,
    outcome: Outcome,
    count: u8,
) {
    let (to, count) = match outcome {
        Outcome::Failure => (foe, 1),
        Outcome::Tie => (me, 1),
        Outcome::Success | Outcome::Style => (me, count),
    };
    if deciding.now().aspect(aspect).is_some() {
        deciding.push(Event::FreeGained { aspect, to, count });
    }
}

/// A new aspect where it was meant to be, or in the scene if that is gone.
pub(super) fn new_aspect(deciding: &mut Deciding, name: &str, on: Place, free: Free) {
    let there = deciding.now().seen_place(Viewer::Host, on);
    let on = match (there, deciding.now().scene.is_some()) {
        (true, _) => on,
        (false, true) => Place::Scene,
        (false, false) => Place::Game,
    };
    aspect::situation(deciding, name, on, vec![free]);
}

pub(super) fn pointed(state: &mut State, action: Id, known: Id) {
    if let Some(action) = state.action_mut(action)
        && let Act::Create { what: Created::Unknown { aspect } } = &mut action.act
    {
        *aspect = Some(known);
    }
}

pub(super) fn tell_pointed(before: &State, aspect: Id, viewer: Viewer) -> Option<Line> {
    let host = viewer == Viewer::Host;
    host.then(|| message!("fate-pointed", aspect = aspect::name_of(before, aspect)).into())
}

impl OfferBuilder<'_> {
    /// Creating an advantage from something new, known or unknown.
    pub(super) fn advantages(
        &mut self,
        attempt: &Attempt,
        usual: Option<Against>,
        against: &Field,
    ) {
        let Attempt { by: character, .. } = attempt;
        let in_scene = self.state.scene.is_some();
        let on = if in_scene { Place::Scene } else { Place::Character(character.id) };
        let new = Act::Create { what: Created::New { name: BLANK.to_owned(), on } };
        let name = text_field("act/what/name", message!("fate-field-aspect"), false);
        let place = self.place_choice("act/what/on", false);
        self.offer(
            "F-21",
            message!("fate-act-create"),
            attempt.command(new, usual),
            attempt.fields(vec![name, place, against.clone()]),
        );
        let known = |aspect: &Aspect| aspect.kind != AspectKind::Boost;
        if let Some((aspect, field)) = self.aspect_choice("act/what/aspect", known) {
            let known = Act::Create { what: Created::Known { aspect } };
            self.offer(
                "F-22",
                message!("fate-act-create-on"),
                attempt.command(known, usual),
                attempt.fields(vec![field, against.clone()]),
            );
        }
        let unknown = Act::Create { what: Created::Unknown { aspect: None } };
        self.offer(
            "F-22",
            message!("fate-act-discover"),
            attempt.command(unknown, None),
            attempt.fields(Vec::new()),
        );
    }

    /// The host says which hidden aspect is sought (F-22).
    pub(super) fn points_to_unknown(&mut self, action: &Action) {
        let Act::Create { what: Created::Unknown { aspect } } = &action.act else { return };
        let waits = message!("fate-waits-unknown", who = self.state.name(action.actor));
        for hidden in self.state.aspects.iter().filter(|one| one.seen != Audience::All) {
            let label = message!("fate-act-point", aspect = aspect::name(hidden.name.as_ref()));
            let command = Command::PointUnknown { action: action.id, aspect: hidden.id };
            let waits = aspect.is_none().then(|| waits.clone());
            self.offer_or_wait("F-22", waits, label, command, Vec::new());
        }
    }
}
