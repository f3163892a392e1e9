//! How an action comes out, and what follows (F-03, F-20 … F-25).

use serde::{Deserialize, Serialize};

use super::{
    Act, Action, Deciding, Due, Event, Fate, Holder, PartSource, Purpose, SidePart, State, action,
    advantage, boost, choice, contest, harm, side, wording,
};
use crate::kernel::Decided;
use crate::{Calculation, Id, Line, Term, Tone, message};

/// How a roll came out (F-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "FateOutcome"))]
pub enum Outcome {
    /// Below the target.
    Failure,
    /// The target exactly.
    Tie,
    /// One or two above.
    Success,
    /// Three or more above.
    Style,
}

/// What the four outcomes are called (F-03).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateOutcomeNames"))]
pub struct OutcomeNames {
    /// Below the target.
    pub failure: Term,
    /// The target exactly.
    pub tie: Term,
    /// One or two above.
    pub success: Term,
    /// Three or more above.
    pub style: Term,
}

impl Outcome {
    /// All of them, worst first: a number on this scale is an outcome's place in the enum.
    pub const ALL: [Self; 4] = [Self::Failure, Self::Tie, Self::Success, Self::Style];

    /// The outcome of so many shifts (F-03).
    #[must_use]
    pub fn of(shifts: i64) -> Self {
        match shifts {
            3.. => Outcome::Style,
            1 | 2 => Outcome::Success,
            0 => Outcome::Tie,
            _ => Outcome::Failure,
        }
    }
}

impl Fate {
    /// The outcomes, worst first, with their names and tones.
    #[must_use]
    pub fn outcome_names(&self) -> [(Term, Tone); Outcome::ALL.len()] {
        Outcome::ALL.map(|outcome| {
            let (name, tone) = self.outcome_name(outcome);
            (name.clone(), tone)
        })
    }

    /// The outcome of so many shifts, its name and its tone (F-03).
    pub(super) fn outcome(&self, shifts: i64) -> (Outcome, &Term, Tone) {
        let outcome = Outcome::of(shifts);
        let (name, tone) = self.outcome_name(outcome);
        (outcome, name, tone)
    }

    fn outcome_name(&self, outcome: Outcome) -> (&Term, Tone) {
        let names = &self.outcomes;
        match outcome {
            Outcome::Failure => (&names.failure, Tone::Failure),
            Outcome::Tie => (&names.tie, Tone::Mixed),
            Outcome::Success => (&names.success, Tone::Full),
            Outcome::Style => (&names.style, Tone::Style),
        }
    }
}

/// Both sides let it stand.
pub(super) fn resolve(deciding: &mut Deciding, id: Id) -> Decided {
    let action = action::under_way(deciding, id)?.clone();
    let shifts = action.shifts_now();
    let (outcome, ..) = deciding.pack.outcome(shifts);
    if let Act::Effort { side } = action.act {
        return contest::effort(deciding, &action, side);
    }
    let me = Holder::Character(action.actor);
    let ask = choice::asks(deciding, &action, outcome);
    let due: Vec<Due> = ask.into_iter().collect();
    deciding.push(Event::Resolved { action: id, shifts, outcome, due });
    // F-24: a defence with style also brings a boost.
    if let Some(target) = action.target
        && shifts <= -3
    {
        boost::give(deciding, Holder::Character(target));
    }
    if ask.is_some() {
        return Ok(());
    }
    match (&action.act, outcome) {
        (Act::Overcome { .. }, Outcome::Style) => {
            boost::give(deciding, me);
            finish(deciding, id, true)
        }
        (Act::Overcome { .. }, _) => finish(deciding, id, outcome > Outcome::Tie),
        (Act::Create { what }, _) => {
            advantage::create(deciding, &action, what, outcome);
            finish(deciding, id, outcome > Outcome::Tie)
        }
        (Act::Attack { track }, Outcome::Success | Outcome::Style) => {
            harm::land(deciding, &action, track, shifts);
            finish(deciding, id, true)
        }
        (Act::Attack { .. }, Outcome::Tie) => {
            boost::give(deciding, me);
            finish(deciding, id, false)
        }
        (Act::Attack { .. } | Act::Effort { .. }, _) => finish(deciding, id, false),
    }
}

/// Nothing is left to choose: an overcome does what it was for.
pub(super) fn finish(deciding: &mut Deciding, id: Id, succeeded: bool) -> Decided {
    let action = action::under_way(deciding, id)?.clone();
    deciding.push(Event::ActionClosed { action: id, succeeded });
    let Act::Overcome { purpose } = action.act else { return Ok(()) };
    match purpose {
        Purpose::Task { task } => deciding.push(Event::TaskTried { task, overcome: succeeded }),
        Purpose::Treat { consequence, name } if succeeded => {
            if deciding.now().aspect(consequence).is_some() {
                deciding.push(Event::Treated { consequence, name: Term::from(name.as_str()) });
            }
        }
        Purpose::Reach { zone } if succeeded => {
            deciding.push(Event::Moved { character: action.actor, zone, free: false });
        }
        Purpose::Plain | Purpose::Treat { .. } | Purpose::Reach { .. } => {}
    }
    Ok(())
}

pub(super) fn resolved(state: &mut State, action: Id, shifts: i64, outcome: Outcome, due: &[Due]) {
    if let Some(action) = state.action_mut(action) {
        action.shifts = shifts;
        action.outcome = Some(outcome);
        action.due = due.to_vec();
    }
}

pub(super) fn tell_resolved(pack: &Fate, before: &State, action: Id, shifts: i64) -> Option<Line> {
    let (_, name, tone) = pack.outcome(shifts);
    // One share of an attack on several says whom it is for (F-45).
    let share = |part: &SidePart| part.source == PartSource::Share;
    let found = before.action(action).filter(|one| one.side.parts.iter().any(share));
    if let Some(target) = found.and_then(|one| one.target) {
        let message = message!(
            "fate-resolved-against",
            who = action::actor(before, action),
            target = before.name(target),
            outcome = name,
            shifts = wording::signed(shifts)
        );
        return Some(because(
            Line { tone: Some(tone), ..Line::new(message) },
            before,
            found,
            shifts,
        ));
    }
    let message = message!(
        "fate-resolved",
        who = action::actor(before, action),
        outcome = name,
        shifts = wording::signed(shifts)
    );
    let line = Line { tone: Some(tone), ..Line::new(message) };
    Some(because(line, before, before.action(action), shifts))
}

/// The line with how the shifts came about: each side's number with all its parts, and the
/// difference (B-14).
fn because(line: Line, before: &State, action: Option<&Action>, shifts: i64) -> Line {
    let Some(action) = action else { return line };
    let sides = [(false, Some(&action.side)), (true, action.opposition.as_ref())];
    let mut line = line;
    let mut difference =
        Calculation::new("shifts", message!("fate-why-shifts"), wording::signed(shifts), "F-03");
    for (opposition, side) in sides {
        let Some(side) = side else { continue };
        let who = side::roller(before, action.id, opposition);
        let id = if opposition { "against" } else { "total" };
        let total = wording::signed(side.total());
        let mut number = Calculation::new(id, who.clone(), &total, "F-02");
        for part in &side.sum().parts {
            number = number.step("", part.source.clone(), wording::signed(part.value));
        }
        let sign = if opposition { "−" } else { "" };
        difference = difference.step(sign, who, &total);
        line = line.because(number);
    }
    line.because(difference)
}
