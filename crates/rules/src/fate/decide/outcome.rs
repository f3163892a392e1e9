//! How an action comes out, and the choices that gives (F-03, F-20 … F-25).

use super::{Decided, Play, no};
use crate::fate::{
    Act, Action, Answer, Ask, Created, Due, Event, Free, Hit, Holder, Outcome, Place, Purpose, text,
};
use crate::{Id, Term, Viewer, message};

impl Play<'_> {
    /// Both sides let it stand.
    pub(super) fn resolve(&mut self, id: Id) -> Decided {
        let action = self.action(id)?.clone();
        let shifts = action.shifts_now();
        let outcome = Outcome::of(shifts);
        if let Act::Effort { side } = action.act {
            return self.effort(&action, side);
        }
        let me = Holder::Character(action.actor);
        let ask = self.asks(&action, outcome);
        let due: Vec<Due> = ask.into_iter().collect();
        self.happen(Event::Resolved { action: id, shifts, outcome, due });
        // F-24: a defence with style also brings a boost.
        if let Some(target) = action.target
            && shifts <= -3
        {
            self.boost(Holder::Character(target));
        }
        if ask.is_some() {
            return Ok(());
        }
        match (&action.act, outcome) {
            (Act::Overcome { .. }, Outcome::Style) => {
                self.boost(me);
                self.finish(id, true)
            }
            (Act::Overcome { .. }, _) => self.finish(id, outcome > Outcome::Tie),
            (Act::Create { what }, _) => {
                self.create(&action, what, outcome);
                self.finish(id, outcome > Outcome::Tie)
            }
            (Act::Attack { track }, Outcome::Success | Outcome::Style) => {
                self.land(&action, track, shifts);
                self.finish(id, true)
            }
            (Act::Attack { .. }, Outcome::Tie) => {
                self.boost(me);
                self.finish(id, false)
            }
            (Act::Attack { .. } | Act::Effort { .. }, _) => self.finish(id, false),
        }
    }

    /// The choice an outcome gives, and to whom (F-25).
    fn asks(&self, action: &Action, outcome: Outcome) -> Option<Due> {
        let me = Holder::Character(action.actor);
        let (to, ask) = match (&action.act, outcome) {
            (Act::Overcome { .. }, Outcome::Tie) => (me, Ask::OvercomeTie),
            (Act::Overcome { .. }, Outcome::Failure) => (me, Ask::OvercomeFailure),
            (Act::Create { what: Created::New { .. } }, Outcome::Failure) => {
                (me, Ask::CreateFailure)
            }
            (Act::Create { what: Created::Known { .. } | Created::Unknown { .. } }, _)
                if outcome == Outcome::Failure
                    && action.act.aspect().is_some_and(|aspect| self.unknown(aspect)) =>
            {
                (action.foe(), Ask::RevealUnknown)
            }
            (Act::Attack { .. }, Outcome::Style) => (me, Ask::AttackStyle),
            _ => return None,
        };
        Some(Due { to, ask })
    }

    /// Whether an aspect is not known to all.
    fn unknown(&self, aspect: Id) -> bool {
        self.now.aspect(aspect).is_some()
            && self.now.seen_aspect(Viewer::Spectator, aspect).is_none()
    }

    /// Creating an advantage where nothing is to be chosen (F-21, F-22).
    fn create(&mut self, action: &Action, what: &Created, outcome: Outcome) {
        let me = Holder::Character(action.actor);
        let count = match outcome {
            Outcome::Style => 2,
            Outcome::Success => 1,
            Outcome::Tie | Outcome::Failure => 0,
        };
        match what {
            Created::New { name, on } if count > 0 => {
                self.new_aspect(name, *on, Free { to: me, count })
            }
            Created::New { .. } => {
                self.boost(me);
            }
            Created::Unknown { aspect: None } => {}
            Created::Known { aspect } | Created::Unknown { aspect: Some(aspect) } => {
                if !self.unknown(*aspect) {
                    self.known(*aspect, me, action.foe(), outcome, count);
                } else if count > 0 {
                    self.reveal(*aspect);
                    self.happen(Event::FreeGained { aspect: *aspect, to: me, count });
                } else {
                    self.boost(me);
                }
            }
        }
    }

    /// Free invokes on a known aspect (F-22).
    fn known(&mut self, aspect: Id, me: Holder, foe: Holder, outcome: Outcome, count: u8) {
        let (to, count) = match outcome {
            Outcome::Failure => (foe, 1),
            Outcome::Tie => (me, 1),
            Outcome::Success | Outcome::Style => (me, count),
        };
        if self.now.aspect(aspect).is_some() {
            self.happen(Event::FreeGained { aspect, to, count });
        }
    }

    /// A new aspect where it was meant to be, or in the scene if that is gone.
    fn new_aspect(&mut self, name: &str, on: Place, free: Free) {
        let there = self.now.seen_place(Viewer::Host, on);
        let on = match (there, self.now.scene.is_some()) {
            (true, _) => on,
            (false, true) => Place::Scene,
            (false, false) => Place::Game,
        };
        self.situation(name, on, vec![free]);
    }

    /// Lands the shifts of an attack (F-23).
    fn land(&mut self, action: &Action, track: &str, shifts: i64) {
        let Some(to) =
            action.target.filter(|to| self.now.character(*to).is_some_and(|one| !one.out))
        else {
            return;
        };
        let shifts = u8::try_from(shifts.clamp(0, 255)).unwrap_or(u8::MAX);
        if shifts > 0 {
            let hit = Hit {
                id: self.dice.id(),
                to,
                track: track.to_owned(),
                shifts,
                by: Some(action.actor),
            };
            self.happen(Event::HitLanded { hit });
        }
    }

    /// Makes a choice the outcome gives (F-25).
    pub(super) fn choose(&mut self, id: Id, answer: &Answer) -> Decided {
        let action = self.action(id)?.clone();
        let due = action.due.iter().copied().find(|due| fits(due.ask, answer));
        let Some(due) = due else {
            return Err(no("F-25", message!("fate-nothing-to-choose")));
        };
        self.speaker(due.to)?;
        let mut answer = answer.clone();
        match &mut answer {
            Answer::MinorDetail { text } | Answer::MajorCost { text } => *text = text::name(text)?,
            Answer::MinorStress { track } if self.pack.track(track).is_none() => {
                return Err(no("F-30", message!("fate-no-track")));
            }
            _ => {}
        }
        self.happen(Event::Chosen { action: id, due, answer: answer.clone() });
        let me = Holder::Character(action.actor);
        match answer {
            Answer::MinorDetail { .. } | Answer::MajorCost { .. } => self.finish(id, true),
            Answer::MinorBoost => {
                self.boost(action.foe());
                self.finish(id, true)
            }
            Answer::MinorStress { track } => {
                let hit = Hit {
                    id: self.dice.id(),
                    to: action.actor,
                    track,
                    shifts: 1,
                    by: action.target,
                };
                self.happen(Event::HitLanded { hit });
                self.finish(id, true)
            }
            Answer::FailWithBoost => {
                self.boost(me);
                self.finish(id, false)
            }
            Answer::Fail | Answer::NoAspect | Answer::KeepHidden => self.finish(id, false),
            Answer::EnemyInvoke => {
                if let Act::Create { what: Created::New { name, on } } = &action.act {
                    self.new_aspect(name, *on, Free { to: action.foe(), count: 1 });
                }
                self.finish(id, false)
            }
            Answer::Reveal => {
                if let Some(aspect) = action.act.aspect() {
                    self.reveal(aspect);
                    self.known(aspect, me, action.foe(), Outcome::Failure, 0);
                }
                self.finish(id, false)
            }
            Answer::TakeBoost | Answer::AllShifts => {
                let given_up = i64::from(answer == Answer::TakeBoost);
                if given_up > 0 {
                    self.boost(me);
                }
                if let Act::Attack { track } = &action.act {
                    self.land(&action, track, action.shifts - given_up);
                }
                self.finish(id, true)
            }
        }
    }

    /// Nothing is left to choose: an overcome does what it was for.
    fn finish(&mut self, id: Id, succeeded: bool) -> Decided {
        let action = self.action(id)?.clone();
        self.happen(Event::ActionClosed { action: id, succeeded });
        let Act::Overcome { purpose } = action.act else { return Ok(()) };
        match purpose {
            Purpose::Task { task } => self.happen(Event::TaskTried { task, overcome: succeeded }),
            Purpose::Treat { consequence, name } if succeeded => {
                if self.now.aspect(consequence).is_some() {
                    self.happen(Event::Treated { consequence, name: Term::from(name.as_str()) });
                }
            }
            Purpose::Reach { zone } if succeeded => {
                self.happen(Event::Moved { character: action.actor, zone, free: false });
            }
            Purpose::Plain | Purpose::Treat { .. } | Purpose::Reach { .. } => {}
        }
        Ok(())
    }
}

/// Whether an answer is one to what is asked.
pub(in crate::fate) fn fits(ask: Ask, answer: &Answer) -> bool {
    use Answer as A;
    match ask {
        Ask::OvercomeTie => matches!(
            answer,
            A::MinorDetail { .. } | A::MinorBoost | A::MinorStress { .. } | A::FailWithBoost
        ),
        Ask::OvercomeFailure => matches!(answer, A::Fail | A::MajorCost { .. }),
        Ask::CreateFailure => matches!(answer, A::NoAspect | A::EnemyInvoke),
        Ask::RevealUnknown => matches!(answer, A::Reveal | A::KeepHidden),
        Ask::AttackStyle => matches!(answer, A::TakeBoost | A::AllShifts),
    }
}
