//! Mysteries, and the rounds in which conclusions about them are proven (M-36).

use serde::{Deserialize, Serialize};

use super::case_file::{check_form, check_in_the_open, check_number, said};
use super::conclusion::refuting;
use super::flashback::a_moment;
use super::lookup::missing;
use super::offers::{BLANK, OfferBuilder, Offers, number, words};
use super::power::not_struck;
use super::viewing::Viewing;
use super::{
    Allows, Clue, ClueOrigin, Command, Deciding, Depth, Event, FileForm, Pending, Polarity,
    Proposal, RollKind, RollLine, State, Verdict, case_file, roll,
};
use crate::kernel::{Decided, offer};
use crate::{Audience, Id, Message, Refusal, Term, Tone, message};

/// Something to be found out (M-36).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistMystery"))]
pub struct Mystery {
    /// Which one.
    pub id: Id,
    /// The question.
    pub text: Term,
    /// How many supporting clues a conclusion needs.
    pub complexity: u8,
    /// Whether a conclusion has been proven.
    pub solved: bool,
}

/// Looks up a mystery.
fn mystery<'a>(deciding: &Deciding<'a>, id: Id) -> Result<&'a Mystery, Refusal> {
    let mut mysteries = deciding.before.story.mysteries.iter();
    mysteries.find(|it| it.id == id).ok_or_else(|| missing(message!("mist-a-mystery")))
}

/// Opens a deduction, which replays a moment, or a test, which does not (M-36).
pub(super) fn open_round(
    deciding: &mut Deciding,
    actor: Id,
    id: Id,
    conclusion: &str,
    moment: Option<&str>,
    lines: &[Proposal],
) -> Decided {
    check_form(deciding, FileForm::Rounds, "M-36")?;
    let actor = deciding.actor(actor)?;
    deciding.pack.check_phase(deciding.before, Allows::File)?;
    mystery(deciding, id)?;
    check_in_the_open(actor)?;
    let conclusion = said(conclusion, message!("mist-a-conclusion"))?;
    let kind = match moment {
        Some(moment) => RollKind::Deduce { mystery: id, moment: a_moment(moment)? },
        None => RollKind::Test { mystery: id },
    };
    // What has refuted this very conclusion counts against it, whoever proposes it again.
    let refuting = refuting(deciding.before, &kind, &conclusion);
    let mut lines: Vec<Proposal> =
        lines.iter().filter(|it| !refuting.contains(&it.source)).copied().collect();
    let against = |source| Proposal { source, polarity: Polarity::Hinder, burn: false };
    lines.extend(refuting.into_iter().map(against));
    roll::open(deciding, Some(actor), kind, Depth::Quick, &conclusion, Audience::All, &lines)
}

/// A conclusion needs as many supporting clues as the mystery is complex (M-36).
pub(super) fn check_clues(state: &State, roll: &Pending, id: Id) -> Decided {
    let mut mysteries = state.story.mysteries.iter();
    let found = mysteries.find(|it| it.id == id);
    let complexity = found.ok_or_else(|| missing(message!("mist-a-mystery")))?.complexity;
    let supporting = roll
        .lines
        .iter()
        .filter(|it| it.verdict == Verdict::Approved && it.polarity == Polarity::Help)
        .count();
    if supporting < usize::from(complexity) {
        return Err(Refusal::new("M-36", message!("mist-too-few-clues", count = supporting))
            .instead(message!("mist-too-few-clues-instead", least = complexity)));
    }
    Ok(())
}

/// How many clues a conclusion still lacks before it can be proven, counting those that wait to be
/// reviewed (M-36).
pub(super) fn lacks(state: &State, roll: &Pending) -> Option<Message> {
    let (RollKind::Deduce { mystery, .. } | RollKind::Test { mystery }) = &roll.kind else {
        return None;
    };
    let complexity = state.story.mysteries.iter().find(|it| it.id == *mystery)?.complexity;
    let helps = |it: &&RollLine| not_struck(it) && it.polarity == Polarity::Help;
    let supporting = roll.lines.iter().filter(helps).count();
    let missing = usize::from(complexity).checked_sub(supporting).filter(|it| *it > 0)?;
    Some(message!("mist-warn-clues", least = complexity, missing = missing))
}

/// What a deduction brings: its conclusion as a clue, unless it fails; what refutes it then is the
/// host's to name (M-36).
pub(super) fn deduced(deciding: &mut Deciding, roll: &Pending, id: Id, tone: Tone) {
    if tone == Tone::Failure {
        return;
    }
    let clue = Clue {
        id: deciding.id(),
        text: roll.text.as_str().into(),
        origin: ClueOrigin::Concluded,
        seen: roll.seen.clone(),
    };
    deciding.push(Event::ClueAdded { clue });
    deciding.push(Event::MysterySolved { mystery: id });
}

/// What a test brings: an opportunity to face the anomaly, unless it fails (M-36).
pub(super) fn tested(deciding: &mut Deciding, id: Id, tone: Tone) {
    if tone == Tone::Failure {
        return;
    }
    deciding.push(Event::MysterySolved { mystery: id });
    if !deciding.before.story.opportunity {
        deciding.push(Event::OpportunityGained);
    }
}

/// The host asks something to be found out (M-36).
pub(super) fn add(deciding: &mut Deciding, text: &str, complexity: u8) -> Decided {
    deciding.host()?;
    check_form(deciding, FileForm::Rounds, "M-36")?;
    case_file::not_too_many(deciding.before.story.mysteries.len())?;
    check_number(deciding, "M-36", complexity)?;
    let mystery = Mystery {
        id: deciding.id(),
        text: said(text, message!("mist-a-mystery"))?.as_str().into(),
        complexity,
        solved: false,
    };
    deciding.push(Event::MysteryAdded { mystery });
    Ok(())
}

pub(super) fn added(state: &mut State, mystery: &Mystery) {
    state.story_mut().mysteries.push(mystery.clone());
}

pub(super) fn tell_added(mystery: &Mystery) -> Option<Message> {
    let Mystery { text, complexity, .. } = mystery;
    Some(message!("mist-told-mystery", text = text, complexity = *complexity))
}

/// The host drops a mystery.
pub(super) fn discard(deciding: &mut Deciding, id: Id) -> Decided {
    deciding.host()?;
    mystery(deciding, id)?;
    let mut rolls = deciding.before.rolls.iter();
    let of_it = |kind: &RollKind| matches!(kind, RollKind::Deduce { mystery, .. } | RollKind::Test { mystery } if *mystery == id);
    if rolls.any(|it| of_it(&it.kind)) {
        return Err(Refusal::new("M-36", message!("mist-mystery-busy")));
    }
    deciding.push(Event::MysteryDropped { mystery: id });
    Ok(())
}

pub(super) fn dropped(state: &mut State, id: Id) {
    state.story_mut().mysteries.retain(|it| it.id != id);
}

pub(super) fn tell_dropped(viewing: Viewing, id: Id) -> Option<Message> {
    Some(message!("mist-told-mystery-dropped", text = text_of(viewing, id)?))
}

pub(super) fn solved(state: &mut State, id: Id) {
    let mysteries = state.story_mut().mysteries.iter_mut();
    mysteries.filter(|it| it.id == id).for_each(|it| it.solved = true);
}

pub(super) fn tell_solved(viewing: Viewing, id: Id) -> Option<Message> {
    Some(message!("mist-told-mystery-solved", text = text_of(viewing, id)?))
}

fn text_of(viewing: Viewing<'_>, id: Id) -> Option<&Term> {
    let mut mysteries = viewing.state.story.mysteries.iter();
    mysteries.find(|it| it.id == id).map(|it| &it.text)
}

pub(super) fn opportunity_gained(state: &mut State) {
    state.story_mut().opportunity = true;
}

pub(super) fn tell_opportunity_gained(viewing: Viewing) -> Option<Message> {
    Some(message!("mist-told-opportunity", opportunity = &viewing.pack.file.opportunity))
}

impl OfferBuilder<'_> {
    /// Proving a conclusion about a mystery: by replaying the past, or by acting now.
    pub(super) fn offer_rounds(self, mystery: &Mystery, offers: &mut Offers) {
        let own: Vec<Id> = self.own().map(|it| it.id).collect();
        let Some(&actor) = own.first() else {
            return;
        };
        let (mystery, conclusion) = (mystery.id, BLANK.to_owned());
        let round = |label, command| {
            let field = message!("mist-field-conclusion");
            let round = offer("M-36", label, command).field("conclusion", field, words());
            if own.len() == 1 {
                return round;
            }
            let who = message!("mist-field-character");
            round.field("actor", who, self.choices(own.iter().copied()))
        };
        let deduce = Command::Deduce {
            actor,
            mystery,
            conclusion: conclusion.clone(),
            moment: BLANK.to_owned(),
            lines: Vec::new(),
        };
        let label = message!("mist-act-deduce", what = &self.pack.file.deduce);
        let moment = message!("mist-field-moment");
        offers.push(round(label, deduce).field("moment", moment, words()));
        let test = Command::Test { actor, mystery, conclusion, lines: Vec::new() };
        let label = message!("mist-act-test", what = &self.pack.file.test);
        offers.push(round(label, test));
    }

    /// Dropping a mystery.
    pub(super) fn offer_dropping_mystery(self, mystery: &Mystery, offers: &mut Offers) {
        let command = Command::DropMystery { mystery: mystery.id };
        offers.push(offer("M-36", message!("mist-act-drop-mystery"), command));
    }

    /// Posing mysteries.
    pub(super) fn offer_new_mystery(self, offers: &mut Offers) {
        let command = Command::AddMystery { text: BLANK.to_owned(), complexity: 1 };
        let tiers = number(0, self.pack.status.boxes);
        offers.push(
            offer("M-36", message!("mist-act-add-mystery"), command)
                .field("text", message!("mist-field-words"), words())
                .field("complexity", message!("mist-field-complexity"), tiers),
        );
    }
}
