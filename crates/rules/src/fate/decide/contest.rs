//! Challenges and contests (F-40, F-41).

use std::collections::BTreeSet;

use super::{Decided, Play, naming, no};
use crate::fate::{
    Act, Action, Challenge, Contest, ContestSide, ContestSideDraft, Event, Place, Task, TaskDraft,
    text,
};
use crate::{Id, Refusal, Term, message};

impl Play<'_> {
    pub(super) fn set_challenge(&mut self, title: &str, tasks: &[TaskDraft]) -> Decided {
        self.host()?;
        if self.open_scene()?.challenge.is_some() {
            return Err(no("F-40", message!("fate-challenge-open")));
        }
        if !(1..=20).contains(&tasks.len()) {
            return Err(no("F-40", message!("fate-tasks-bounds")));
        }
        let title = text::name(title)?.as_str().into();
        let mut made = Vec::new();
        for task in tasks {
            super::action::difficulty(task.difficulty)?;
            let taken: Vec<&Term> = made.iter().map(|task: &Task| &task.name).collect();
            let name = naming::free(&text::name(&task.name)?.as_str().into(), &taken);
            made.push(Task {
                id: self.dice.id(),
                name,
                difficulty: task.difficulty,
                overcome: None,
            });
        }
        let challenge = Challenge { title, tasks: made };
        self.happen(Event::ChallengeSet { challenge: Box::new(challenge) });
        Ok(())
    }

    pub(super) fn end_challenge(&mut self) -> Decided {
        self.host()?;
        let Some(challenge) = &self.open_scene()?.challenge else {
            return Err(no("F-40", message!("fate-no-challenge")));
        };
        let (won, lost) = challenge.tally();
        self.quiet()?;
        let count = |number| u8::try_from(number).unwrap_or(u8::MAX);
        self.happen(Event::ChallengeEnded { overcome: count(won), failed: count(lost) });
        Ok(())
    }

    /// The contest there is.
    fn contest(&self) -> Result<&Contest, Refusal> {
        let contest = self.now.scene.as_ref().and_then(|scene| scene.contest.as_ref());
        contest.ok_or_else(|| no("F-41", message!("fate-no-contest")))
    }

    pub(super) fn set_contest(&mut self, title: &str, sides: &[ContestSideDraft]) -> Decided {
        self.host()?;
        if self.open_scene()?.contest.is_some() {
            return Err(no("F-41", message!("fate-contest-open")));
        }
        if !(2..=8).contains(&sides.len()) {
            return Err(no("F-41", message!("fate-sides-bounds")));
        }
        let mut known: BTreeSet<Id> = BTreeSet::new();
        let mut made = Vec::new();
        for side in sides {
            for member in &side.members {
                self.character(*member)?;
                if !known.insert(*member) {
                    return Err(no("F-41", message!("fate-on-two-sides")));
                }
            }
            if side.members.is_empty() {
                return Err(no("F-41", message!("fate-side-empty")));
            }
            made.push(ContestSide {
                name: text::name(&side.name)?.as_str().into(),
                members: side.members.clone(),
                victories: 0,
                effort: None,
            });
        }
        let contest = Contest {
            title: text::name(title)?.as_str().into(),
            sides: made,
            exchange: 1,
            twist: false,
        };
        for member in known {
            self.reveal(member);
        }
        self.happen(Event::ContestSet { contest: Box::new(contest) });
        Ok(())
    }

    /// Whether a side may make its effort now (F-41).
    pub(super) fn check_effort(&self, actor: Id, side: u8) -> Decided {
        let contest = self.contest()?;
        let Some(found) = contest.sides.get(usize::from(side)) else {
            return Err(no("F-41", message!("fate-no-contest-side")));
        };
        if !found.members.contains(&actor) {
            return Err(no("F-41", message!("fate-not-on-side")));
        }
        let trying = self.now.actions.iter().any(|action| action.act == Act::Effort { side });
        if found.effort.is_some() || trying {
            return Err(no("F-41", message!("fate-effort-made")));
        }
        if contest.twist {
            return Err(no("F-41", message!("fate-awaits-twist")));
        }
        Ok(())
    }

    /// A side's effort stands; with the last one the exchange is decided.
    pub(super) fn effort(&mut self, action: &Action, side: u8) -> Decided {
        self.happen(Event::ActionClosed { action: action.id, succeeded: true });
        self.happen(Event::EffortMade { side, effort: action.side.total() });
        let Ok(contest) = self.contest() else { return Ok(()) };
        if contest.sides.iter().any(|side| side.effort.is_none()) {
            return Ok(());
        }
        let (side, victories) = match contest.exchange_won() {
            Some((side, victories)) => (u8::try_from(side).ok(), victories),
            None => (None, 0),
        };
        self.happen(Event::ExchangeWon { side, victories });
        let needed = self.pack.options.victories;
        let won = self.contest()?.sides.iter().position(|side| side.victories >= needed);
        if let Some(winner) = won {
            self.happen(Event::ContestEnded { winner: u8::try_from(winner).ok() });
        }
        Ok(())
    }

    pub(super) fn name_twist(&mut self, name: &str) -> Decided {
        self.host()?;
        if !self.contest()?.twist {
            return Err(no("F-41", message!("fate-no-twist")));
        }
        self.room()?;
        let name = text::name(name)?;
        self.situation(&name, Place::Scene, Vec::new());
        self.happen(Event::TwistNamed);
        Ok(())
    }

    pub(super) fn end_contest(&mut self) -> Decided {
        self.host()?;
        self.contest()?;
        self.quiet()?;
        self.happen(Event::ContestEnded { winner: None });
        Ok(())
    }
}
