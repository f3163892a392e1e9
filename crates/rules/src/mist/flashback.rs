//! A past deed told now (M-33).

use super::offers::{BLANK, OfferBuilder, Offers, text, words};
use super::roll::check_on;
use super::{
    Allows, Character, Command, Deciding, Depth, LONGEST_TEXT, Proposal, RollKind, action, roll,
};
use crate::kernel::{Decided, offer};
use crate::{Id, Refusal, message, typed};

/// Opens a flashback; it always rolls (M-33).
pub(super) fn open(
    deciding: &mut Deciding,
    actor: Id,
    moment: &str,
    text: &str,
    depth: Depth,
    lines: &[Proposal],
) -> Decided {
    check_on(deciding.pack.flashback.on, "M-33", &deciding.pack.flashback.name)?;
    let actor = deciding.actor(actor)?;
    deciding.pack.check_phase(deciding.before, Allows::Act)?;
    if depth == Depth::Describe {
        return Err(always_rolls(deciding));
    }
    let moment = a_moment(moment)?;
    let kind = RollKind::Flashback { moment };
    roll::open(deciding, Some(actor), kind, depth, text, actor.seen.clone(), lines)
}

/// A moment of the past, which must be named so that the log can hold it (M-33).
pub(super) fn a_moment(typed: &str) -> Result<String, Refusal> {
    let moment = typed::text(typed, LONGEST_TEXT)?;
    if moment.is_empty() {
        return Err(Refusal::new("M-33", message!("mist-no-moment"))
            .instead(message!("mist-no-moment-instead")));
    }
    Ok(moment)
}

/// Why a flashback is not only described.
pub(super) fn always_rolls(deciding: &Deciding) -> Refusal {
    Refusal::new("M-33", message!("mist-always-rolls", what = &deciding.pack.flashback.name))
}

impl OfferBuilder<'_> {
    /// Telling of a past deed.
    pub(super) fn offer_flashback(self, it: &Character, offers: &mut Offers) {
        if !self.pack.flashback.on {
            return;
        }
        let command = Command::Flashback {
            actor: it.id,
            moment: BLANK.to_owned(),
            text: String::new(),
            depth: Depth::Detailed,
            lines: Vec::new(),
        };
        let label = message!("mist-act-flashback");
        offers.push(
            offer("M-33", label, command)
                .field("moment", message!("mist-field-moment"), words())
                .field("text", message!("mist-field-what"), text())
                .field("depth", message!("mist-field-depth"), action::depths()),
        );
    }
}
