//! Mistakes in a program, on purpose: to prove that one takes nothing but its command with it.

use serde::{Deserialize, Serialize};

use super::{Deciding, Event, State};
use crate::{Decided, Line};

/// Where the toy fails on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Failing {
    /// In deciding.
    Decide,
    /// In making the event so.
    Evolve,
    /// In telling it.
    Tell,
    /// In every view from then on.
    View,
    /// In all offers from then on.
    Offers,
}

/// Decides a failure.
pub(super) fn fail(deciding: &mut Deciding, at: Failing) -> Decided {
    fail_if(at == Failing::Decide);
    deciding.push(Event::Failed { at });
    Ok(())
}

pub(super) fn failed(state: &mut State, at: Failing) {
    fail_if(at == Failing::Evolve);
    state.failing = Some(at);
}

pub(super) fn tell_failed(at: Failing) -> Option<Line> {
    fail_if(at == Failing::Tell);
    None
}

/// Fails on purpose.
///
/// # Panics
/// If asked to.
pub(super) fn fail_if(asked: bool) {
    assert!(!asked, "the toy fails on purpose");
}
