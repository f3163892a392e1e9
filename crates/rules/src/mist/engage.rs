//! The roll by which the crew goes in (M-34).

use super::offers::{BLANK, OfferBuilder, Offers, name, text};
use super::roll::check_on;
use super::viewing::Viewing;
use super::{
    Allows, Command, Deciding, Depth, LONGEST_NAME, Pending, Polarity, Proposal, RollKind, Source,
    State, line, roll,
};
use crate::kernel::{Decided, offer};
use crate::{Audience, Id, Message, Refusal, Term, Tone, message, typed};

/// Opens the roll by which the crew goes in (M-34).
pub(super) fn open(deciding: &mut Deciding, text: &str, lines: &[Proposal]) -> Decided {
    deciding.host()?;
    let rules = &deciding.pack.engagement;
    check_on(rules.on, "M-34", &rules.name)?;
    deciding.pack.check_phase(deciding.before, Allows::Engage)?;
    let rolls = deciding.before.rolls.iter();
    if rolls.into_iter().any(|it| it.kind == RollKind::Engagement) {
        return Err(Refusal::new("M-34", message!("mist-engaging-already")));
    }
    roll::open(deciding, None, RollKind::Engagement, Depth::Quick, text, Audience::All, lines)
}

/// Adds a detail to the crew's plan (M-34).
pub(super) fn propose_detail(
    deciding: &mut Deciding,
    roll: Id,
    text: &str,
    polarity: Polarity,
) -> Decided {
    let roll = deciding.open_roll(roll)?;
    if roll.kind != RollKind::Engagement {
        return Err(Refusal::new(
            "M-34",
            message!("mist-details-engage", what = &deciding.pack.engagement.name),
        ));
    }
    let text = Term::from(typed::name(text, LONGEST_NAME)?);
    line::add(deciding, roll, Source::Detail(text), polarity, false)
}

pub(super) fn engaged(state: &mut State, band: usize) {
    state.story_mut().opening = Some(band);
}

pub(super) fn tell_engaged(viewing: Viewing, band: usize) -> Option<Message> {
    Some(match viewing.pack.bands.get(band)?.tone {
        Tone::Failure => message!("mist-told-engaged-failure"),
        Tone::Mixed => message!("mist-told-engaged-mixed"),
        _ => message!("mist-told-engaged-full"),
    })
}

impl OfferBuilder<'_> {
    /// Going in.
    pub(super) fn offer_engaging(self, offers: &mut Offers) {
        let rules = &self.pack.engagement;
        if rules.on {
            let command = Command::Engage { text: String::new(), lines: Vec::new() };
            let label = message!("mist-act-engage", what = &rules.name);
            let field = message!("mist-field-what");
            offers.push(offer("M-34", label, command).field("text", field, text()));
        }
    }

    /// Adding details to the plan.
    pub(super) fn offer_details(self, roll: &Pending, offers: &mut Offers) {
        if roll.kind != RollKind::Engagement {
            return;
        }
        for (polarity, label) in [
            (Polarity::Help, message!("mist-act-detail-help")),
            (Polarity::Hinder, message!("mist-act-detail-harm")),
        ] {
            let command =
                Command::ProposeDetail { roll: roll.id, text: BLANK.to_owned(), polarity };
            let field = message!("mist-field-words");
            offers.push(offer("M-34", label, command).field("text", field, name()));
        }
    }
}
