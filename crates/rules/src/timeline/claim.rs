//! What players name that is the host's to say: it counts at once, and stays marked until the host
//! agrees or corrects it (T-01, T-08, T-10, T-14, T-52).

use serde::{Deserialize, Serialize};

use super::deciding::Deciding;
use super::gear::thing_name;
use super::offers::OfferBuilder;
use super::telling::Telling;
use super::{Amount, Command, Event, State};
use crate::kernel::{Decided, offer};
use crate::{Id, Line, Message, Refusal, Viewer, message};

/// Something a player named that is the host's to say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "claim", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "TimelineClaim"))]
pub enum Claim {
    /// The level of a character (T-01).
    Level {
        /// Whose.
        character: Id,
    },
    /// A trait with numbers, or a skill whose difficulty the player named (T-08, T-52).
    Thing {
        /// Whose.
        character: Id,
        /// Which one.
        thing: Id,
    },
    /// The target number of the table (T-10).
    Target,
    /// The target number of one check; only told of.
    Check {
        /// Which number.
        target: Amount,
    },
    /// The score of one negotiation; only told of.
    Score {
        /// Which score.
        score: Amount,
    },
}

impl Claim {
    /// Whose it is about.
    #[must_use]
    pub fn character(&self) -> Option<Id> {
        match self {
            Self::Level { character } | Self::Thing { character, .. } => Some(*character),
            Self::Target | Self::Check { .. } | Self::Score { .. } => None,
        }
    }

    /// Whether it stays marked, and is not only told of.
    fn stays(&self) -> bool {
        !matches!(self, Self::Check { .. } | Self::Score { .. })
    }

    /// What was named, in words.
    pub(super) fn words(&self, state: &State) -> Message {
        match self {
            Self::Level { character } => {
                let level = state.character(*character).map_or(0, |one| one.card.level);
                message!("timeline-claim-level", name = state.name(*character), level = level)
            }
            Self::Thing { character, thing } => message!(
                "timeline-claim-thing",
                name = state.name(*character),
                what = thing_name(state, *character, *thing)
            ),
            Self::Target => {
                message!("timeline-claim-target", target = state.target.unwrap_or_default())
            }
            Self::Check { target } => message!("timeline-claim-target", target = *target),
            Self::Score { score } => message!("timeline-claim-score", score = *score),
        }
    }
}

/// What was named, in words that leave out whose it is: for an act that is shown with them.
fn own_words(claim: &Claim, state: &State) -> Message {
    match claim {
        Claim::Level { character } => {
            let level = state.character(*character).map_or(0, |one| one.card.level);
            message!("timeline-claim-own-level", level = level)
        }
        Claim::Thing { character, thing } => thing_name(state, *character, *thing),
        Claim::Target | Claim::Check { .. } | Claim::Score { .. } => claim.words(state),
    }
}

/// Marks what was named, unless the host named it.
pub(super) fn mark(deciding: &mut Deciding<'_>, claim: Claim) {
    if !deciding.by.is_host() {
        deciding.push(Event::Claimed { claim });
    }
}

/// Agrees to what a player named. Host.
pub(super) fn agree(deciding: &mut Deciding<'_>, claim: &Claim) -> Decided {
    deciding.host()?;
    if !deciding.before.claims.contains(claim) {
        return Err(Refusal::new("T-01", message!("timeline-no-claim")));
    }
    deciding.push(Event::Agreed { claim: claim.clone() });
    Ok(())
}

pub(super) fn claimed(state: &mut State, claim: &Claim) {
    if claim.stays() && !state.claims.contains(claim) {
        state.claims.push(claim.clone());
    }
}

pub(super) fn agreed(state: &mut State, claim: &Claim) {
    state.claims.retain(|other| other != claim);
}

/// What nobody has any more, and what the host has set, is no longer claimed.
pub(super) fn forget(state: &mut State, gone: impl Fn(&Claim) -> bool) {
    state.claims.retain(|claim| !gone(claim));
}

fn sees(telling: Telling<'_>, claim: &Claim) -> bool {
    claim.character().is_none_or(|who| telling.name(who).is_some())
}

pub(super) fn tell_claimed(telling: Telling<'_>, claim: &Claim) -> Option<Line> {
    let what = claim.words(telling.before);
    sees(telling, claim).then(|| message!("timeline-told-claimed", what = what).into())
}

pub(super) fn tell_agreed(telling: Telling<'_>, claim: &Claim) -> Option<Line> {
    let what = claim.words(telling.before);
    sees(telling, claim).then(|| message!("timeline-told-agreed", what = what).into())
}

impl State {
    /// What is still to be agreed to, as far as a viewer may know.
    pub(super) fn claims_seen(&self, viewer: Viewer) -> Vec<Claim> {
        let known = |id: Id| self.character(id).is_some_and(|one| one.sees(viewer));
        let seen = |claim: &&Claim| claim.character().is_none_or(known);
        self.claims.iter().filter(seen).cloned().collect()
    }
}

impl OfferBuilder<'_> {
    /// What a player named about a character, or about the table, for the host to agree to.
    pub(super) fn offer_claims(&mut self, about: Option<Id>) {
        if !self.by.is_host() {
            return;
        }
        for claim in self.state.claims.iter().filter(|claim| claim.character() == about) {
            let label = message!("timeline-act-agree", what = own_words(claim, self.state));
            self.push(offer("T-01", label, Command::Agree { claim: claim.clone() }));
        }
    }
}
