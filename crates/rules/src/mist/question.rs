//! The questions of the file, their indexes, and the countdown (M-37).

use super::case_file::{check_form, check_in_the_open, check_number, said};
use super::lookup::missing;
use super::offers::{BLANK, OfferBuilder, Offers, number, words};
use super::viewing::Viewing;
use super::{
    Allows, Command, Deciding, Depth, Event, FileForm, Mist, Pending, Proposal, RollKind, State,
    roll,
};
use crate::kernel::{Decided, choice, offer};
use crate::{Audience, Bounds, Id, Message, Refusal, Tone, message};

/// Opens the roll for a question of the file (M-37).
pub(super) fn open(
    deciding: &mut Deciding,
    actor: Id,
    question: &str,
    conclusion: &str,
    lines: &[Proposal],
) -> Decided {
    check_form(deciding, FileForm::Questions, "M-37")?;
    let actor = deciding.actor(actor)?;
    deciding.pack.check_phase(deciding.before, Allows::File)?;
    check_question(deciding, question)?;
    let kind = RollKind::Question { question: question.to_owned() };
    let mut rolls = deciding.before.rolls.iter();
    if deciding.before.story.answers.contains_key(question) {
        return Err(Refusal::new("M-37", message!("mist-question-answered")));
    }
    if rolls.any(|it| it.kind == kind) {
        return Err(Refusal::new("M-37", message!("mist-question-open"))
            .instead(message!("mist-being-answered-instead")));
    }
    let conclusion = said(conclusion, message!("mist-a-conclusion"))?;
    check_in_the_open(actor)?;
    roll::open(deciding, Some(actor), kind, Depth::Quick, &conclusion, Audience::All, lines)
}

/// A question the pack has.
fn check_question(deciding: &Deciding, question: &str) -> Decided {
    let mut questions = deciding.pack.file.questions.iter();
    if questions.any(|it| it.id == question) {
        Ok(())
    } else {
        Err(missing(message!("mist-a-question")))
    }
}

pub(super) fn answered(state: &mut State, question: &str, band: usize) {
    state.story_mut().answers.insert(question.to_owned(), band);
}

pub(super) fn tell_answered(viewing: Viewing, band: usize) -> Option<Message> {
    Some(match viewing.pack.bands.get(band)?.tone {
        Tone::Failure => message!("mist-told-answered-failure"),
        Tone::Mixed => message!("mist-told-answered-mixed"),
        _ => message!("mist-told-answered-full"),
    })
}

/// Adds the countdown's tier to a question's roll, or not: one of them all (M-37).
pub(super) fn add_countdown(deciding: &mut Deciding, id: Id, on: bool) -> Decided {
    let roll = deciding.open_roll(id)?;
    deciding.rolls_for(roll)?;
    let story = &deciding.before.story;
    if !matches!(roll.kind, RollKind::Question { .. }) || story.countdown.is_none() {
        return Err(Refusal::new(
            "M-37",
            message!("mist-no-countdown", countdown = &deciding.pack.file.countdown),
        ));
    }
    if roll.countdown == on {
        return Err(Refusal::new("M-37", message!("mist-chosen-already")));
    }
    let mut rolls = deciding.before.rolls.iter();
    if on && (story.countdown_used || rolls.any(|it| it.countdown)) {
        return Err(Refusal::new(
            "M-37",
            message!("mist-countdown-once", countdown = &deciding.pack.file.countdown),
        ));
    }
    deciding.push(Event::CountdownAdded { roll: id, on });
    Ok(())
}

pub(super) fn countdown_added(state: &mut State, roll: Id, on: bool) {
    if let Some(roll) = state.roll_mut(roll) {
        roll.countdown = on;
    }
}

pub(super) fn tell_countdown_added(viewing: Viewing, roll: Id, on: bool) -> Option<Message> {
    viewing.roll(roll)?;
    let countdown = &viewing.pack.file.countdown;
    Some(match on {
        true => message!("mist-told-countdown-added", countdown = countdown),
        false => message!("mist-told-countdown-left-out", countdown = countdown),
    })
}

/// The host sets the countdown, or stops it (M-37).
pub(super) fn set_countdown(deciding: &mut Deciding, tier: Option<u8>) -> Decided {
    deciding.host()?;
    check_form(deciding, FileForm::Questions, "M-37")?;
    if let Some(tier) = tier {
        check_number(deciding, "M-37", tier)?;
    }
    if deciding.before.story.countdown == tier {
        return Err(Refusal::new("M-37", message!("mist-chosen-already")));
    }
    deciding.push(Event::CountdownSet { tier });
    Ok(())
}

pub(super) fn countdown_set(state: &mut State, tier: Option<u8>) {
    state.story_mut().countdown = tier;
}

pub(super) fn tell_countdown_set(viewing: Viewing, tier: Option<u8>) -> Option<Message> {
    let countdown = &viewing.pack.file.countdown;
    Some(match tier {
        Some(0) => message!("mist-told-countdown-out", countdown = countdown),
        Some(tier) => message!("mist-told-countdown", countdown = countdown, tier = tier),
        None => message!("mist-told-countdown-stops", countdown = countdown),
    })
}

/// The host sets an index of the file (M-37).
pub(super) fn set_index(deciding: &mut Deciding, question: &str, tier: u8) -> Decided {
    deciding.host()?;
    check_question(deciding, question)?;
    check_number(deciding, "M-37", tier)?;
    deciding.push(Event::IndexSet { question: question.to_owned(), tier });
    Ok(())
}

pub(super) fn index_set(state: &mut State, question: &str, tier: u8) {
    state.story_mut().indexes.insert(question.to_owned(), tier);
}

pub(super) fn tell_index_set(viewing: Viewing, question: &str, tier: u8) -> Option<Message> {
    let mut questions = viewing.pack.file.questions.iter();
    let question = questions.find(|it| it.id == question)?;
    Some(message!("mist-told-index", index = &question.index, tier = tier))
}

impl Mist {
    /// Whether a roll's countdown could be switched (M-37).
    pub(super) fn may_count_down(&self, state: &State, roll: &Pending) -> bool {
        let story = &state.story;
        matches!(roll.kind, RollKind::Question { .. })
            && story.countdown.is_some()
            && (roll.countdown
                || !story.countdown_used && !state.rolls.iter().any(|it| it.countdown))
    }
}

impl OfferBuilder<'_> {
    /// Answering the file's questions.
    pub(super) fn offer_questions(self, offers: &mut Offers) {
        let file = &self.pack.file;
        let own: Vec<Id> = self.own().map(|it| it.id).collect();
        let Some(&actor) = own.first() else {
            return;
        };
        let answered = &self.state.story.answers;
        for question in file.questions.iter().filter(|it| !answered.contains_key(&it.id)) {
            let command = Command::Answer {
                actor,
                question: question.id.clone(),
                conclusion: BLANK.to_owned(),
                lines: Vec::new(),
            };
            let label = message!("mist-act-answer", question = &question.name);
            let field = message!("mist-field-conclusion");
            let mut answer = offer("M-37", label, command).field("conclusion", field, words());
            if own.len() > 1 {
                let who = message!("mist-field-character");
                answer = answer.field("actor", who, self.choices(own.iter().copied()));
            }
            offers.push(answer);
        }
    }

    /// Adding the countdown to a roll, or not.
    pub(super) fn offer_counting_down(self, roll: &Pending, offers: &mut Offers) {
        if !self.pack.may_count_down(self.state, roll) {
            return;
        }
        let command = Command::AddCountdown { roll: roll.id, on: !roll.countdown };
        let countdown = &self.pack.file.countdown;
        let label = if roll.countdown {
            message!("mist-act-no-countdown", countdown = countdown)
        } else {
            message!("mist-act-add-countdown", countdown = countdown)
        };
        offers.push(offer("M-37", label, command));
    }

    /// Setting the countdown and the indexes.
    pub(super) fn offer_indexes(self, offers: &mut Offers) {
        let (pack, story) = (self.pack, &self.state.story);
        let tiers = || number(0, pack.status.boxes);
        let countdown = &pack.file.countdown;
        let next = story.countdown.map_or(pack.status.boxes, |tier| tier.saturating_sub(1));
        let command = Command::SetCountdown { tier: Some(next) };
        let label = message!("mist-act-set-countdown", countdown = countdown, tier = next);
        let field = message!("mist-field-tier");
        offers.push(offer("M-37", label, command).field("tier", field, tiers()));
        let command = Command::SetCountdown { tier: None };
        let label = message!("mist-act-stop-countdown", countdown = countdown);
        offers.push(offer("M-37", label, command));
        if let Some(first) = pack.file.questions.first() {
            let questions = pack
                .file
                .questions
                .iter()
                .map(|it| choice(&it.id, message!("mist-thing-named", name = &it.index)));
            let questions = Bounds::Choice { of: questions.collect() };
            let command = Command::SetIndex {
                question: first.id.clone(),
                tier: story.indexes.get(&first.id).copied().unwrap_or(0),
            };
            offers.push(
                offer("M-37", message!("mist-act-set-index"), command)
                    .field("question", message!("mist-field-index"), questions)
                    .field("tier", message!("mist-field-tier"), tiers()),
            );
        }
    }
}
