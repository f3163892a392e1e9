//! How an offered command is typed, for replies and hints.

use rules::mist::{Command, Verdict};
use rules::{Id, Term};

use super::book::Book;
use crate::verb::Verb;

/// The form of a command, with the word's own arguments left as `…` where they are free.
pub fn form(command: &Command, book: &Book<'_>) -> Option<String> {
    let of = |verb: Verb, rest: &str| Some(format!(".{}{rest}", verb.name()));
    let roll = |verb: Verb, id: &Id, rest: &str| {
        let whose = whose_roll(*id, book).unwrap_or_default();
        Some(format!(".{}{whose}{rest}", verb.name()))
    };
    match command {
        Command::Act { .. } => of(Verb::Act, " …"),
        Command::Roll { roll: id } => roll(Verb::Go, id, ""),
        Command::Propose { roll: id, .. } => roll(Verb::Add, id, " …"),
        Command::Withdraw { roll: id, .. } => roll(Verb::Strike, id, " …"),
        Command::Review { roll: id, verdict, .. } => match verdict {
            Verdict::Approved => roll(Verb::Approve, id, ""),
            Verdict::Struck => roll(Verb::Strike, id, " …"),
            Verdict::Questioned => roll(Verb::Ask, id, " …"),
            Verdict::Proposed => None,
        },
        Command::ChooseBurn { roll: id, burn, .. } => match burn {
            true => roll(Verb::Burn, id, " …"),
            false => roll(Verb::Keep, id, " …"),
        },
        Command::Indulge { roll: id, .. } => roll(Verb::Indulge, id, " …"),
        Command::SetDepth { roll: id, .. } => roll(Verb::Depth, id, " …"),
        Command::SetDegree { roll: id, .. } => roll(Verb::Degree, id, " …"),
        Command::Agree { roll: id } => roll(Verb::Agree, id, ""),
        Command::Cancel { roll: id } => roll(Verb::Cancel, id, ""),
        Command::Push { roll: id } => roll(Verb::Push, id, ""),
        Command::Spend { roll: id, .. } | Command::Lessen { roll: id, .. } => {
            roll(Verb::Spend, id, " …")
        }
        Command::Finish { roll: id } => roll(Verb::Done, id, ""),
        Command::PickBurns { roll: id, .. } => roll(Verb::Pick, id, " …"),
        Command::Hit { to, .. } => {
            let whose = to.and_then(|to| first(&book.character(to)?.name));
            let whose = whose.map(|name| format!(" @{name}")).unwrap_or_default();
            Some(format!(".{}{whose} …", Verb::Hit.name()))
        }
        Command::LetPass { .. } | Command::Spare { .. } => of(Verb::Pass, ""),
        Command::Accept { .. } => of(Verb::Take, ""),
        Command::Mitigate { .. } => of(Verb::Mitigate, " …"),
        Command::TakeExample { .. } | Command::MakeCharacter { .. } => of(Verb::Character, " …"),
        Command::SetScene { .. } | Command::StepScene { .. } | Command::EndScene { .. } => {
            of(Verb::Scene, " …")
        }
        Command::AddChallenge { .. } => of(Verb::Challenge, " …"),
        Command::Grow { .. } => of(Verb::Grow, " …"),
        Command::ReplaceTheme { .. } => of(Verb::Theme, " …"),
        Command::ChooseEnding { .. } => of(Verb::Evolve, " …"),
        Command::ChooseFate { .. } => of(Verb::Fate, " …"),
        Command::EnterPhase { .. } => of(Verb::Phase, " …"),
        Command::Flashback { .. } => of(Verb::Flash, " …"),
        Command::Plunge { .. } => of(Verb::Plunge, " …"),
        Command::Deduce { .. } | Command::Test { .. } | Command::Answer { .. } => {
            of(Verb::File, " …")
        }
        Command::AddCountdown { .. } | Command::SetCountdown { .. } => of(Verb::Countdown, " …"),
        Command::CallPang { .. } | Command::SettlePang { .. } => of(Verb::Pang, " …"),
        _ => None,
    }
}

/// ` @叶岚`, where the roll would not be the one meant without saying so.
fn whose_roll(id: Id, book: &Book<'_>) -> Option<String> {
    let roll = book.rolls.iter().find(|roll| roll.id == id)?;
    let default = book.default_actor().map(|character| character.id);
    let actor = roll.actor.filter(|actor| Some(*actor) != default)?;
    if book.rolls.len() == 1 && default.is_none() {
        return None;
    }
    let name = first(&book.character(actor)?.name)?;
    Some(format!(" @{name}"))
}

fn first(name: &Term) -> Option<String> {
    name.spellings().next().map(str::to_owned)
}
