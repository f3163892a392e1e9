//! Choices an outcome gives, and what each brings (F-20 … F-25).

use serde::{Deserialize, Serialize};

use super::offers::{BLANK, text_field};
use super::{
    Act, Action, Command, Created, Deciding, Event, Fate, Free, Hit, Holder, OfferBuilder, Outcome,
    State, action, advantage, boost, harm, holder, outcome, show, stress, wording,
};
use crate::kernel::Decided;
use crate::{Acts, Id, Line, Message, Refusal, Seat, message};

/// A choice that waits for someone (F-25).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateDue"))]
pub struct Due {
    /// Who makes it.
    pub to: Holder,
    /// What is asked.
    pub ask: Ask,
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateAsk"))]
pub enum Ask {
    /// Succeed at a minor cost, or fail with a boost (F-20).
    OvercomeTie,
    /// Fail, or succeed at a major cost (F-20).
    OvercomeFailure,
    /// No aspect, or one with the free invoke in an enemy's hands (F-21).
    CreateFailure,
    /// Whether to reveal the unknown aspect for a free invoke (F-22).
    RevealUnknown,
    /// Whether to give up a shift for a boost (F-23).
    AttackStyle,
}

/// What is answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateAnswer"))]
pub enum Answer {
    /// Succeed with a troublesome detail (F-20).
    MinorDetail {
        /// What.
        text: String,
    },
    /// Succeed, and the foe gets a boost (F-20).
    MinorBoost,
    /// Succeed, and take a point of stress (F-20).
    MinorStress {
        /// On which track.
        track: String,
    },
    /// Fail, with a boost (F-20).
    FailWithBoost,
    /// Fail (F-20).
    Fail,
    /// Succeed at a major cost (F-20).
    MajorCost {
        /// What.
        text: String,
    },
    /// No aspect (F-21).
    NoAspect,
    /// The aspect, with the free invoke in an enemy's hands (F-21).
    EnemyInvoke,
    /// Reveal it for a free invoke (F-22).
    Reveal,
    /// Keep it hidden (F-22).
    KeepHidden,
    /// Give up a shift for a boost (F-23).
    TakeBoost,
    /// Keep all shifts (F-23).
    AllShifts,
}

/// The choice an outcome gives, and to whom (F-25).
pub(super) fn asks(deciding: &Deciding, action: &Action, outcome: Outcome) -> Option<Due> {
    let me = Holder::Character(action.actor);
    let (to, ask) = match (&action.act, outcome) {
        (Act::Overcome { .. }, Outcome::Tie) => (me, Ask::OvercomeTie),
        (Act::Overcome { .. }, Outcome::Failure) => (me, Ask::OvercomeFailure),
        (Act::Create { what: Created::New { .. } }, Outcome::Failure) => (me, Ask::CreateFailure),
        (Act::Create { what: Created::Known { .. } | Created::Unknown { .. } }, _)
            if outcome == Outcome::Failure
                && action
                    .act
                    .aspect()
                    .is_some_and(|aspect| advantage::unknown(deciding, aspect)) =>
        {
            (action.foe(), Ask::RevealUnknown)
        }
        (Act::Attack { .. }, Outcome::Style) => (me, Ask::AttackStyle),
        _ => return None,
    };
    Some(Due { to, ask })
}

/// Makes a choice the outcome gives (F-25).
pub(super) fn choose(deciding: &mut Deciding, id: Id, answer: &Answer) -> Decided {
    let action = action::under_way(deciding, id)?.clone();
    let due = action.due.iter().copied().find(|due| due.ask == answer.ask());
    let Some(due) = due else {
        return Err(Refusal::new("F-25", message!("fate-nothing-to-choose")));
    };
    holder::speaker(deciding, due.to)?;
    let mut answer = answer.clone();
    check(deciding, &mut answer)?;
    deciding.push(Event::Chosen { action: id, due, answer: answer.clone() });
    let me = Holder::Character(action.actor);
    match answer {
        Answer::MinorDetail { .. } | Answer::MajorCost { .. } => {
            outcome::finish(deciding, id, true)
        }
        Answer::MinorBoost => {
            boost::give(deciding, action.foe());
            outcome::finish(deciding, id, true)
        }
        Answer::MinorStress { track } => {
            let hit =
                Hit { id: deciding.id(), to: action.actor, track, shifts: 1, by: action.target };
            deciding.push(Event::HitLanded { hit });
            outcome::finish(deciding, id, true)
        }
        Answer::FailWithBoost => {
            boost::give(deciding, me);
            outcome::finish(deciding, id, false)
        }
        Answer::Fail | Answer::NoAspect | Answer::KeepHidden => {
            outcome::finish(deciding, id, false)
        }
        Answer::EnemyInvoke => {
            if let Act::Create { what: Created::New { name, on } } = &action.act {
                advantage::new_aspect(deciding, name, *on, Free { to: action.foe(), count: 1 });
            }
            outcome::finish(deciding, id, false)
        }
        Answer::Reveal => {
            if let Some(aspect) = action.act.aspect() {
                show::reveal(deciding, aspect);
                advantage::free_on_known(deciding, aspect, me, action.foe(), Outcome::Failure, 0);
            }
            outcome::finish(deciding, id, false)
        }
        Answer::TakeBoost | Answer::AllShifts => {
            let given_up = i64::from(answer == Answer::TakeBoost);
            if given_up > 0 {
                boost::give(deciding, me);
            }
            if let Act::Attack { track } = &action.act {
                harm::land(deciding, &action, track, action.shifts - given_up);
            }
            outcome::finish(deciding, id, true)
        }
    }
}

/// What was typed in an answer is fit to be kept, and what it names is there.
fn check(deciding: &Deciding, answer: &mut Answer) -> Decided {
    match answer {
        Answer::MinorDetail { text } | Answer::MajorCost { text } => *text = wording::name(text)?,
        Answer::MinorStress { track } => stress::known_track(deciding, track)?,
        Answer::MinorBoost
        | Answer::FailWithBoost
        | Answer::Fail
        | Answer::NoAspect
        | Answer::EnemyInvoke
        | Answer::Reveal
        | Answer::KeepHidden
        | Answer::TakeBoost
        | Answer::AllShifts => {}
    }
    Ok(())
}

impl Answer {
    /// What it is an answer to.
    fn ask(&self) -> Ask {
        match self {
            Answer::MinorDetail { .. }
            | Answer::MinorBoost
            | Answer::MinorStress { .. }
            | Answer::FailWithBoost => Ask::OvercomeTie,
            Answer::Fail | Answer::MajorCost { .. } => Ask::OvercomeFailure,
            Answer::NoAspect | Answer::EnemyInvoke => Ask::CreateFailure,
            Answer::Reveal | Answer::KeepHidden => Ask::RevealUnknown,
            Answer::TakeBoost | Answer::AllShifts => Ask::AttackStyle,
        }
    }
}

pub(super) fn chosen(state: &mut State, action: Id, due: Due) {
    if let Some(action) = state.action_mut(action) {
        action.due.retain(|one| *one != due);
    }
}

pub(super) fn tell_chosen(pack: &Fate, before: &State, due: Due, answer: &Answer) -> Option<Line> {
    let who = holder::called(before, due.to);
    Some(message!("fate-chosen", who = who, answer = answered(pack, answer)).into())
}

/// An answer, in words.
fn answered(pack: &Fate, answer: &Answer) -> Message {
    match answer {
        Answer::MinorDetail { text } => message!("fate-answer-minor-detail", text = text),
        Answer::MinorBoost => message!("fate-answer-minor-boost"),
        Answer::MinorStress { track } => {
            message!("fate-answer-minor-stress", track = pack.track_name(track))
        }
        Answer::FailWithBoost => message!("fate-answer-fail-with-boost"),
        Answer::Fail => message!("fate-answer-fail"),
        Answer::MajorCost { text } => message!("fate-answer-major-cost", text = text),
        Answer::NoAspect => message!("fate-answer-no-aspect"),
        Answer::EnemyInvoke => message!("fate-answer-enemy-invoke"),
        Answer::Reveal => message!("fate-answer-reveal"),
        Answer::KeepHidden => message!("fate-answer-keep-hidden"),
        Answer::TakeBoost => message!("fate-answer-take-boost"),
        Answer::AllShifts => message!("fate-answer-all-shifts"),
    }
}

/// That an action waits for a choice.
fn waits(state: &State, action: &Action) -> Message {
    message!("fate-waits-choice", who = state.name(action.actor))
}

/// What an outcome asks of a seat is waited for.
pub(super) fn flag(state: &State, by: Seat, action: &Action, acts: &mut Acts) {
    if action.due.iter().any(|due| state.awaits(by, due.to)) {
        acts.wait(action.id, waits(state, action));
    }
}

impl OfferBuilder<'_> {
    /// What an outcome asks (F-25).
    pub(super) fn choices(&mut self, action: &Action) {
        let (state, by) = (self.state, self.by);
        for due in action.due.iter().filter(|due| state.awaits(by, due.to)) {
            for answer in self.answers(due.ask) {
                let fields = match &answer {
                    Answer::MinorDetail { .. } | Answer::MajorCost { .. } => {
                        vec![text_field("answer/text", message!("fate-field-cost"), false)]
                    }
                    _ => Vec::new(),
                };
                let waits = waits(state, action);
                let label = message!("fate-act-choose", answer = answered(self.pack, &answer));
                let command = Command::Choose { action: action.id, answer };
                self.wait("F-25", waits, label, command, fields);
            }
        }
    }

    fn answers(&self, ask: Ask) -> Vec<Answer> {
        let text = BLANK.to_owned();
        match ask {
            Ask::OvercomeTie => {
                let stress = self
                    .pack
                    .tracks
                    .iter()
                    .map(|track| Answer::MinorStress { track: track.id.clone() });
                let mut all = vec![Answer::MinorDetail { text }, Answer::MinorBoost];
                all.extend(stress);
                all.push(Answer::FailWithBoost);
                all
            }
            Ask::OvercomeFailure => vec![Answer::Fail, Answer::MajorCost { text }],
            Ask::CreateFailure => vec![Answer::NoAspect, Answer::EnemyInvoke],
            Ask::RevealUnknown => vec![Answer::Reveal, Answer::KeepHidden],
            Ask::AttackStyle => vec![Answer::AllShifts, Answer::TakeBoost],
        }
    }
}
