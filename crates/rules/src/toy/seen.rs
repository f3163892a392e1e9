//! What is seen and told of the toy, and what a seat can do.

use super::command::{Command, Event, Failing, Part, State, Toy};
use super::decide::{check, duel_dice, fail_if};
use crate::{
    Audience, Bounds, Chances, Field, Line, Message, Offer, Quote, RuleId, Seat, Term, Tone, View,
    Viewer, message,
};

pub(super) fn view(toy: &Toy, state: &State, viewer: Viewer) -> View<Part> {
    fail_if(state.failing == Some(Failing::View));
    let mut view = View::new();
    let clock = Part::Clock { filled: state.filled, segments: toy.segments };
    view.insert("clock".to_owned(), clock);
    let trap = state.trap.as_ref();
    if let Some(trap) = trap.filter(|trap| trap.seen_by.sees(viewer)) {
        view.insert("trap".to_owned(), Part::Trap { at: trap.at });
    }
    if let Some(duel) = &state.duel {
        let part =
            Part::Duel { id: duel.id, challenger: duel.challenger, challenged: duel.challenged };
        view.insert(format!("duel/{}", duel.id), part);
    }
    view
}

pub(super) fn tell(event: &Event, viewer: Viewer) -> Option<Line> {
    let rolled = |message: Message, roll: &crate::Roll, tone| Line {
        roll: Some(roll.clone()),
        tone,
        ..Line::new(message)
    };
    Some(match event {
        Event::Ticked { count } => message!("toy-ticked", segments = *count).into(),
        Event::TrapSet { at } if Audience::Host.sees(viewer) => {
            message!("toy-trap-set", at = *at).into()
        }
        Event::TrapSet { .. } => return None,
        Event::TrapRevealed { at } => message!("toy-trap-revealed", at = *at).into(),
        Event::Challenged { roll, .. } => rolled(message!("toy-challenged"), roll, None),
        Event::Answered { roll, won: true } => {
            rolled(message!("toy-lost"), roll, Some(Tone::Failure))
        }
        Event::Answered { roll, won: false } => {
            rolled(message!("toy-held"), roll, Some(Tone::Full))
        }
        Event::Failed { at } => {
            fail_if(*at == Failing::Tell);
            return None;
        }
    })
}

/// Seats are not the family's to know: a challenge is offered against whoever duelled last.
pub(super) fn offers(toy: &Toy, state: &State, by: Seat) -> Vec<Offer<Command>> {
    fail_if(state.failing == Some(Failing::Offers));
    let left = toy.segments.saturating_sub(state.filled);
    let number = |path: &str, max: u32| Field {
        path: path.to_owned(),
        label: message!("toy-segments"),
        bounds: Bounds::Number { min: 1, max: max.into() },
    };
    let offer = |command, label, fields| Offer {
        label,
        command,
        fields,
        waits: None,
        rule: RuleId::new("B-10"),
    };
    let mut offers = vec![
        offer(Command::Tick { segments: 1 }, message!("toy-tick"), vec![number("segments", left)]),
        offer(
            Command::SetTrap { at: 1 },
            message!("toy-set-trap"),
            vec![number("at", toy.segments)],
        ),
        offer(Command::RevealTrap, message!("toy-reveal-trap"), Vec::new()),
    ];
    offers.push(Offer {
        waits: Some(message!("toy-answer-waits")),
        ..offer(Command::Answer, message!("toy-answer"), Vec::new())
    });
    offers.retain(|offer| check(toy, state, by, &offer.command).is_ok());
    offers
}

pub(super) fn quote(toy: &Toy, command: &Command) -> Quote {
    let mut quote = Quote::default();
    match command {
        Command::Answer | Command::Challenge { .. } => {
            let odds = duel_dice().ok().and_then(|dice| dice.odds(&()).ok());
            let bands = [(Term::from("< 7"), Tone::Failure), (Term::from("≥ 7"), Tone::Full)];
            quote.chances = odds.map(|odds| {
                Chances::new(&odds, &bands, |value| usize::from(value >= dice::Value::from(7)))
            });
        }
        _ => quote.notes.push(message!("toy-clock-of", segments = toy.segments)),
    }
    quote
}
