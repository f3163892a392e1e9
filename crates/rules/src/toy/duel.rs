//! A duel, which waits for the other seat's dice.

use dice::Expr;
use serde_json::json;

use super::{Command, Deciding, Event, State};
use crate::kernel::offer;
use crate::{
    Acts, Audience, Chances, Decided, Id, Line, Message, Offer, Refusal, Role, Roll, Seat, SeatId,
    Term, Tone, Verb, message,
};

/// A duel that waits for the other seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duel {
    /// Which.
    pub id: Id,
    /// Who challenged.
    pub challenger: SeatId,
    /// Who must answer.
    pub challenged: SeatId,
    /// What the challenger rolled.
    pub roll: Roll,
}

/// What is rolled.
fn dice() -> Result<Expr, Refusal> {
    Expr::parse("2d6").map_err(|fault| Refusal::from(&fault))
}

fn throw(deciding: &mut Deciding) -> Result<Roll, Refusal> {
    deciding.throw(&Audience::All, &dice()?, &())
}

/// Decides a challenge.
pub(super) fn challenge(deciding: &mut Deciding, seat: SeatId) -> Decided {
    let refused = |what| Err(Refusal::new("B-10", what));
    if deciding.before.duel.is_some() {
        return refused(message!("toy-one-duel"));
    }
    let by = deciding.by.id;
    if seat == by {
        return refused(message!("toy-not-oneself"));
    }
    let (id, roll) = (deciding.id(), throw(deciding)?);
    deciding.push(Event::Challenged { id, by, seat, roll });
    Ok(())
}

/// Decides the answer to a challenge.
pub(super) fn answer(deciding: &mut Deciding) -> Decided {
    let by = deciding.by.id;
    let Some(duel) = deciding.before.duel.as_ref().filter(|duel| duel.challenged == by) else {
        return Err(Refusal::new("B-10", message!("toy-nothing-to-answer")));
    };
    let roll = throw(deciding)?;
    let won = duel.roll.rolled.value > roll.rolled.value;
    deciding.push(Event::Answered { roll, won });
    if won && deciding.before.filled < deciding.pack.segments {
        deciding.push(Event::Ticked { count: 1 });
    }
    Ok(())
}

pub(super) fn challenged(state: &mut State, id: Id, by: SeatId, seat: SeatId, roll: &Roll) {
    state.duel = Some(Duel { id, challenger: by, challenged: seat, roll: roll.clone() });
}

pub(super) fn answered(state: &mut State) {
    state.duel = None;
}

pub(super) fn tell_challenged(roll: &Roll) -> Option<Line> {
    Some(rolled(message!("toy-challenged"), roll, None))
}

pub(super) fn tell_answered(roll: &Roll, won: bool) -> Option<Line> {
    Some(match won {
        true => rolled(message!("toy-lost"), roll, Some(Tone::Failure)),
        false => rolled(message!("toy-held"), roll, Some(Tone::Full)),
    })
}

fn rolled(message: Message, roll: &Roll, tone: Option<Tone>) -> Line {
    Line { roll: Some(roll.clone()), tone, ..Line::new(message) }
}

pub(super) fn verbs() -> Vec<Verb> {
    vec![Verb::new("answer", "B-10", json!({ "do": "answer" }))]
}

/// The duel that waits for this seat.
fn awaited(state: &State, by: Seat) -> Option<&Duel> {
    state.duel.as_ref().filter(|duel| duel.challenged == by.id && by.role != Role::Spectator)
}

pub(super) fn flag(state: &State, by: Seat, acts: &mut Acts) {
    if let Some(duel) = awaited(state, by) {
        acts.can(duel.id, None, "answer");
        acts.wait(duel.id, message!("toy-answer-waits"));
    }
}

/// Seats are not the family's to know: a challenge is never offered, an answer is.
pub(super) fn offers(state: &State, by: Seat, of: Id) -> Vec<Offer<Command>> {
    let duel = awaited(state, by).filter(|duel| duel.id == of);
    let answer = |_| offer("B-10", message!("toy-act-answer"), Command::Answer);
    let answer = duel.map(answer);
    answer.map(|it| it.waits(true, message!("toy-answer-waits"))).into_iter().collect()
}

/// The odds of a throw.
pub(super) fn chances() -> Option<Chances> {
    let odds = dice().ok()?.odds(&()).ok()?;
    let bands = [(Term::from("< 7"), Tone::Failure), (Term::from("≥ 7"), Tone::Full)];
    Some(Chances::new(&odds, &bands, |value| usize::from(value >= dice::Value::from(7))))
}
