//! Who holds free invokes and choices: the host, or a character (F-11, F-25).

use serde::{Deserialize, Serialize};

use super::offers::choice_field;
use super::{Deciding, OfferBuilder, State, character, show, wording};
use crate::kernel::{Decided, choice};
use crate::{Field, Id, Message, Viewer, message};

/// Who holds a free invoke or a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateHolder"))]
pub enum Holder {
    /// The host.
    Host,
    /// A character.
    Character(Id),
}

/// Someone who can hold a free invoke.
pub(super) fn known(deciding: &Deciding, holder: Holder) -> Decided {
    match holder {
        Holder::Host => Ok(()),
        Holder::Character(id) => character::seen(deciding, id).map(drop),
    }
}

/// Someone the seat speaks for.
pub(super) fn speaker(deciding: &Deciding, holder: Holder) -> Decided {
    match holder {
        Holder::Host => deciding.host(),
        Holder::Character(id) => character::mine(deciding, id).map(drop),
    }
}

/// Whoever invokes is seen by all from then on.
pub(super) fn reveal(deciding: &mut Deciding, holder: Holder) {
    if let Holder::Character(id) = holder {
        show::reveal(deciding, id);
    }
}

/// What someone who holds something is called.
pub(super) fn called(state: &State, holder: Holder) -> Message {
    match holder {
        Holder::Host => message!("fate-host"),
        Holder::Character(id) => wording::word(&state.name(id)),
    }
}

/// The same to a viewer: someone they may not see counts as the host.
pub(super) fn called_to(state: &State, viewer: Viewer, holder: Holder) -> Message {
    called(state, as_seen(state, viewer, holder))
}

/// The holder a viewer knows of: someone they may not see counts as the host.
pub(super) fn as_seen(state: &State, viewer: Viewer, holder: Holder) -> Holder {
    match holder {
        Holder::Character(id) if state.seen_character(viewer, id).is_none() => Holder::Host,
        holder => holder,
    }
}

impl OfferBuilder<'_> {
    /// A choice of those who can hold a free invoke.
    pub(super) fn holder_choice(&self, path: &str, but: Option<Holder>) -> Option<(Holder, Field)> {
        let people = self.people().into_iter().map(|one| Holder::Character(one.id));
        let all: Vec<Holder> =
            people.chain([Holder::Host]).filter(|one| Some(*one) != but).collect();
        let first = *all.first()?;
        let of = all.iter().map(|one| choice(one, called(self.state, *one))).collect();
        Some((first, choice_field(path, message!("fate-field-whom"), of)))
    }
}
