//! What follows from the toy's commands.

use dice::Expr;

use super::command::{Command, Duel, Event, Failing, State, Toy, Trap};
use crate::{Audience, Dice, Refusal, Seat, message};

fn no(what: crate::Message) -> Refusal {
    Refusal::new("B-10", what)
}

/// Whether the command is allowed now.
pub(super) fn check(toy: &Toy, state: &State, by: Seat, command: &Command) -> Result<(), Refusal> {
    let left = toy.segments.saturating_sub(state.filled);
    match command {
        Command::Tick { segments } if *segments == 0 || *segments > left => {
            Err(no(message!("toy-clock-full")).instead(message!("toy-clock-left", left = left)))
        }
        Command::SetTrap { .. } | Command::RevealTrap if !by.is_host() => {
            Err(no(message!("toy-host-only")))
        }
        Command::SetTrap { at } if *at == 0 || *at > toy.segments => {
            Err(no(message!("toy-no-such-segment")))
        }
        Command::RevealTrap if hidden_trap(state).is_none() => Err(no(message!("toy-no-trap"))),
        Command::Challenge { .. } if state.duel.is_some() => Err(no(message!("toy-one-duel"))),
        Command::Challenge { seat } if *seat == by.id => Err(no(message!("toy-not-oneself"))),
        Command::Answer if state.duel.as_ref().is_none_or(|duel| duel.challenged != by.id) => {
            Err(no(message!("toy-nothing-to-answer")))
        }
        _ => Ok(()),
    }
}

/// The trap, while players do not see it.
pub(super) fn hidden_trap(state: &State) -> Option<&Trap> {
    let trap = state.trap.as_ref();
    trap.filter(|trap| trap.seen_by == Audience::Host)
}

/// What is rolled in a duel.
pub(super) fn duel_dice() -> Result<Expr, Refusal> {
    Expr::parse("2d6").map_err(|fault| Refusal::from(&fault))
}

pub(super) fn decide(
    toy: &Toy,
    state: &State,
    by: Seat,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<Vec<Event>, Refusal> {
    check(toy, state, by, command)?;
    let throw = |dice: &mut dyn Dice| {
        let rolled = dice.roll(&Audience::All, &duel_dice()?, &());
        rolled.map_err(|fault| Refusal::from(&fault))
    };
    Ok(match command {
        Command::Tick { segments } => vec![Event::Ticked { count: *segments }],
        Command::SetTrap { at } => vec![Event::TrapSet { at: *at }],
        Command::RevealTrap => {
            hidden_trap(state).map(|trap| Event::TrapRevealed { at: trap.at }).into_iter().collect()
        }
        Command::Challenge { seat } => {
            vec![Event::Challenged { id: dice.id(), by: by.id, seat: *seat, roll: throw(dice)? }]
        }
        Command::Answer => {
            let roll = throw(dice)?;
            let duel = state.duel.as_ref();
            let won = duel.is_some_and(|duel| duel.roll.rolled.value > roll.rolled.value);
            let mut events = vec![Event::Answered { roll, won }];
            if won && state.filled < toy.segments {
                events.push(Event::Ticked { count: 1 });
            }
            events
        }
        Command::Fail { at } => {
            fail_if(*at == Failing::Decide);
            vec![Event::Failed { at: *at }]
        }
    })
}

/// Fails on purpose.
///
/// # Panics
/// If asked to.
pub(super) fn fail_if(asked: bool) {
    assert!(!asked, "the toy fails on purpose");
}

pub(super) fn evolve(toy: &Toy, state: &mut State, event: &Event) {
    match event {
        Event::Ticked { count } => {
            state.filled = state.filled.saturating_add(*count).min(toy.segments);
        }
        Event::TrapSet { at } => {
            state.trap = Some(Trap { at: *at, seen_by: Audience::Host });
        }
        Event::TrapRevealed { at } => {
            state.trap = Some(Trap { at: *at, seen_by: Audience::All });
        }
        Event::Challenged { id, by, seat, roll } => {
            state.duel =
                Some(Duel { id: *id, challenger: *by, challenged: *seat, roll: roll.clone() });
        }
        Event::Answered { .. } => state.duel = None,
        Event::Failed { at } => {
            fail_if(*at == Failing::Evolve);
            state.failing = Some(*at);
        }
    }
}
