//! Challenges: several overcomes, tallied (F-40).

use serde::{Deserialize, Serialize};

use super::act::Attempt;
use super::offers::{BLANK, choice_field, number_field, text_field};
use super::{
    Act, Command, Deciding, Event, Fate, OfferBuilder, Purpose, State, name, opposition, scene,
    wording,
};
use crate::kernel::{Decided, choice};
use crate::{Id, Line, Message, Refusal, Term, message};

/// Several tasks on the way to one goal (F-40).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateChallenge"))]
pub struct Challenge {
    /// The goal.
    pub title: Term,
    /// The tasks.
    pub tasks: Vec<Task>,
}

/// One task of a challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FateTask", optional_fields))]
pub struct Task {
    /// Which one.
    pub id: Id,
    /// What is to be done.
    pub name: Term,
    /// How hard it is.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub difficulty: i64,
    /// Whether it was overcome; not yet tried when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overcome: Option<bool>,
}

/// A task as written down before play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateTaskDraft"))]
pub struct TaskDraft {
    /// What is to be done.
    pub name: String,
    /// How hard it is.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub difficulty: i64,
}

impl Challenge {
    /// A task.
    #[must_use]
    pub fn task(&self, id: Id) -> Option<&Task> {
        self.tasks.iter().find(|task| task.id == id)
    }

    /// How many tasks were overcome, and how many failed.
    #[must_use]
    pub fn tally(&self) -> (usize, usize) {
        let count = |won| self.tasks.iter().filter(|task| task.overcome == Some(won)).count();
        (count(true), count(false))
    }
}

/// The host sets a challenge.
pub(super) fn set(deciding: &mut Deciding, title: &str, tasks: &[TaskDraft]) -> Decided {
    deciding.host()?;
    if scene::open(deciding)?.challenge.is_some() {
        return Err(Refusal::new("F-40", message!("fate-challenge-open")));
    }
    if !(1..=20).contains(&tasks.len()) {
        return Err(Refusal::new("F-40", message!("fate-tasks-bounds")));
    }
    let title = wording::name(title)?.as_str().into();
    let mut made = Vec::new();
    for task in tasks {
        opposition::difficulty(task.difficulty)?;
        let taken: Vec<&Term> = made.iter().map(|task: &Task| &task.name).collect();
        let name = name::free(&wording::name(&task.name)?.as_str().into(), &taken);
        made.push(Task { id: deciding.id(), name, difficulty: task.difficulty, overcome: None });
    }
    let challenge = Challenge { title, tasks: made };
    deciding.push(Event::ChallengeSet { challenge: Box::new(challenge) });
    Ok(())
}

/// The host ends the challenge with its tally.
pub(super) fn end(deciding: &mut Deciding) -> Decided {
    deciding.host()?;
    let Some(challenge) = &scene::open(deciding)?.challenge else {
        return Err(Refusal::new("F-40", message!("fate-no-challenge")));
    };
    let (won, lost) = challenge.tally();
    scene::quiet(deciding)?;
    let count = |number| u8::try_from(number).unwrap_or(u8::MAX);
    deciding.push(Event::ChallengeEnded { overcome: count(won), failed: count(lost) });
    Ok(())
}

pub(super) fn began(state: &mut State, challenge: &Challenge) {
    if let Some(scene) = state.scene_mut() {
        scene.challenge = Some(challenge.clone());
    }
}

pub(super) fn tried(state: &mut State, task: Id, overcome: bool) {
    let challenge = state.scene_mut().and_then(|scene| scene.challenge.as_mut());
    let tasks = challenge.into_iter().flat_map(|challenge| &mut challenge.tasks);
    for found in tasks.filter(|one| one.id == task) {
        found.overcome = Some(overcome);
    }
}

pub(super) fn ended(state: &mut State) {
    if let Some(scene) = state.scene_mut() {
        scene.challenge = None;
    }
}

pub(super) fn tell_began(pack: &Fate, challenge: &Challenge) -> Option<Line> {
    let task = |task: &Task| {
        let difficulty = pack.on_ladder(task.difficulty);
        message!("fate-task", task = &task.name, difficulty = difficulty)
    };
    let tasks: Vec<Message> = challenge.tasks.iter().map(task).collect();
    Some(message!("fate-challenge-set", title = &challenge.title, tasks = tasks).into())
}

pub(super) fn tell_tried(before: &State, task: Id, overcome: bool) -> Option<Line> {
    let name = &before.challenge()?.task(task)?.name;
    let message = if overcome {
        message!("fate-task-overcome", task = name)
    } else {
        message!("fate-task-failed", task = name)
    };
    Some(message.into())
}

pub(super) fn tell_ended(overcome: u8, failed: u8) -> Option<Line> {
    Some(message!("fate-challenge-ended", overcome = overcome, failed = failed).into())
}

impl OfferBuilder<'_> {
    /// Trying a task.
    pub(super) fn tasks(&mut self, attempt: &Attempt) {
        let challenge = self.state.challenge().into_iter();
        let trying = |task: Id| {
            let purpose = Purpose::Task { task };
            let act = Act::Overcome { purpose };
            self.state.actions.iter().any(|action| action.act == act)
        };
        let open: Vec<&Task> = challenge
            .flat_map(|challenge| &challenge.tasks)
            .filter(|task| task.overcome.is_none() && !trying(task.id))
            .collect();
        let Some(first) = open.first() else { return };
        let of = open.iter().map(|task| choice(task.id, wording::word(&task.name))).collect();
        let field = choice_field("act/purpose/task", message!("fate-field-which-task"), of);
        let purpose = Purpose::Task { task: first.id };
        self.overcome("F-40", message!("fate-act-task"), attempt, purpose, vec![field]);
    }

    /// The host sets a challenge.
    pub(super) fn challenge(&mut self) {
        let task = |difficulty| TaskDraft { name: BLANK.to_owned(), difficulty };
        let tasks = vec![task(2), task(2)];
        let mut fields = vec![text_field("title", message!("fate-field-title"), false)];
        for at in 0..tasks.len() {
            let name = format!("tasks/{at}/name");
            fields.push(text_field(&name, message!("fate-field-task", number = at + 1), false));
            let difficulty = format!("tasks/{at}/difficulty");
            fields.push(number_field(&difficulty, message!("fate-part-difficulty"), -10, 20));
        }
        let command = Command::SetChallenge { title: BLANK.to_owned(), tasks };
        self.offer("F-40", message!("fate-act-challenge"), command, fields);
    }
}
