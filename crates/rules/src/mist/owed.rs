//! Consequences the dice have called for and the host has not named yet (M-20).

use serde::{Deserialize, Serialize};

use super::lookup::missing;
use super::offers::{BLANK, OfferBuilder, Offers};
use super::viewing::Viewing;
use super::{Command, Deciding, Event, Harm, Pending, State};
use crate::kernel::{Decided, offer};
use crate::{Audience, Id, Message, Refusal, message};

/// A consequence the dice have called for and the host has not named yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owed {
    /// Which one.
    pub id: Id,
    /// The character who acted.
    pub to: Option<Id>,
    /// What was attempted.
    pub text: String,
    /// Tags and statuses that counted in the action (M-31).
    pub used: Vec<Id>,
    /// Whether it must bring a trait that makes the anomaly worse (M-36).
    pub worse: bool,
    /// Whether it waits for the suppression (M-37).
    pub waits: bool,
    /// Whether a power ran out of control, and it is what that does (M-35).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub loose: bool,
    /// Who may see it.
    #[serde(default)]
    pub seen: Audience,
}

/// What sort of consequence the dice call for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Called {
    /// Any.
    Plain,
    /// One that brings a trait that makes the anomaly worse (M-36).
    Worse,
    /// One that waits for the suppression (M-37).
    Waits,
    /// What a power does that ran out of control (M-35).
    Loose,
}

/// Looks up a consequence owed, among those the seat may see.
pub(super) fn the_owed<'a>(deciding: &Deciding<'a>, id: Id) -> Result<&'a Owed, Refusal> {
    let viewer = deciding.viewer();
    let mut owed = deciding.before.owed.iter();
    owed.find(|it| it.id == id && it.seen.sees(viewer))
        .ok_or_else(|| missing(message!("mist-a-consequence")))
}

/// The dice call for a consequence; the host names it (M-20).
pub(super) fn owe(deciding: &mut Deciding, roll: &Pending, used: &[Id], called: Called) {
    let owed = Owed {
        id: deciding.id(),
        to: roll.actor,
        text: roll.text.clone(),
        used: used.to_vec(),
        worse: called == Called::Worse,
        waits: called == Called::Waits,
        loose: called == Called::Loose,
        seen: roll.seen.clone(),
    };
    deciding.push(Event::ConsequenceOwed { owed });
}

pub(super) fn called_for(state: &mut State, owed: &Owed) {
    state.owed.push(owed.clone());
}

pub(super) fn tell_called_for(viewing: Viewing, owed: &Owed) -> Option<Message> {
    let who =
        || owed.to.map_or_else(|| message!("mist-the-crew").into(), |id| viewing.state.name_of(id));
    viewing.sees(&owed.seen).then(|| {
        if owed.waits {
            message!("mist-told-owed-waits")
        } else if owed.loose {
            message!("mist-told-owed-loose", who = who())
        } else if owed.worse {
            message!("mist-told-owed-worse")
        } else {
            message!("mist-told-owed")
        }
    })
}

/// The host lets a consequence the dice called for pass.
pub(super) fn let_pass(deciding: &mut Deciding, id: Id) -> Decided {
    deciding.host()?;
    the_owed(deciding, id)?;
    deciding.push(Event::OwedSettled { owed: id, passed: true });
    Ok(())
}

/// What is called for is over before the host has named it: with its scene, or with the mission.
pub(super) fn lapse(deciding: &mut Deciding, over: impl Fn(&Owed) -> bool) {
    let before = deciding.before;
    for owed in before.owed.iter().filter(|it| over(it)) {
        deciding.push(Event::OwedSettled { owed: owed.id, passed: true });
    }
}

pub(super) fn settled(state: &mut State, owed: Id) {
    state.owed.retain(|it| it.id != owed);
}

/// What was named instead is told for itself.
pub(super) fn tell_settled(viewing: Viewing, owed: Id, passed: bool) -> Option<Message> {
    let mut all = viewing.state.owed.iter();
    let owed = all.find(|it| it.id == owed)?;
    (passed && viewing.sees(&owed.seen)).then(|| message!("mist-told-owed-passed"))
}

pub(super) fn came_due(state: &mut State) {
    state.owed.iter_mut().for_each(|it| it.waits = false);
}

pub(super) fn tell_came_due() -> Option<Message> {
    Some(message!("mist-told-owed-due"))
}

impl OfferBuilder<'_> {
    /// Naming what the dice called for, or letting it pass.
    pub(super) fn offer_owed(self, owed: &Owed, offers: &mut Offers) {
        let due = (!owed.waits).then(|| owed.due());
        if owed.worse {
            let worse = Harm::Trait { challenge: None, name: BLANK.into() };
            let label = message!("mist-act-hit-trait");
            let mut naming = self.naming(label, Some(owed.id), owed.to, worse);
            naming.waits = due.clone();
            offers.push(naming);
        } else {
            self.offer_hits(Some(owed.id), owed.to, due.as_ref(), offers);
        }
        for (id, threat) in self.threats().filter(|(_, it)| !it.answered) {
            let command = Command::Hit {
                owed: Some(owed.id),
                to: owed.to,
                text: String::new(),
                harms: threat.harms.clone(),
                threat: Some(id),
            };
            let label = message!("mist-act-hit-threat", text = &threat.text);
            offers.push(offer("M-20", label, command).waits(!owed.waits, owed.due()));
        }
        let pass = offer("M-20", message!("mist-act-let-pass"), Command::LetPass { owed: owed.id });
        offers.push(pass.waits(!owed.waits, owed.due()));
    }
}

impl Owed {
    /// What the host is waited for.
    pub(super) fn due(&self) -> Message {
        match self.loose {
            true => message!("mist-waits-loose", text = &self.text),
            false => message!("mist-waits-owed", text = &self.text),
        }
    }
}
