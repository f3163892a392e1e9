//! What a command would do, before it is given: rates, odds, wind-ups (T-11, T-22).
#![deny(clippy::wildcard_enum_match_arm)]

use super::deciding::Deciding;
use super::declare::seems_begun;
use super::{Act, Command, Event, Plan, State, Timeline};
use super::{attempt, card, contest, dispatch, negotiation, skill, treatment, weapon};
use crate::kernel::DryDice;
use crate::{Id, Message, Quote, Refusal, Seat, Timing, Viewer, message};

/// What a command would do, without doing it.
///
/// # Errors
/// The refusal `decide` would give.
pub(super) fn quote(
    pack: &Timeline,
    state: &State,
    by: Seat,
    command: &Command,
) -> Result<Quote, Refusal> {
    let mut dice = DryDice::default();
    let mut deciding = Deciding::new(pack, state, by, &mut dice);
    // While a skill is being written, every law says what it thinks of it (T-56).
    if let Command::AddSkill { character, skill } = command {
        deciding.own(*character)?;
        return Ok(skill::quote(skill));
    }
    dispatch::decide(&mut deciding, command)?;
    dispatch::follow(&mut deciding);
    Ok(match command {
        Command::Check { character, attribute, target } => {
            attempt::quote(state, &[*character], *attribute, *target)
        }
        Command::Cooperate { characters, attribute, target } => {
            attempt::quote(state, characters, *attribute, *target)
        }
        Command::Contest { sides, target } => contest::quote(state, sides, *target),
        Command::Negotiate { character, score, opponent } => {
            negotiation::quote(state, *character, *score, *opponent)?
        }
        Command::Treat { character, amount, .. } => treatment::quote(state, *character, *amount),
        Command::MakeCharacter { .. }
        | Command::ReviseCard { .. }
        | Command::ReplaceCard { .. } => card::quote(&deciding),
        Command::AddWeapon { character, weapon } => weapon::quote(state, *character, weapon),
        Command::Declare { character, .. } => of_act(&deciding, *character),
        Command::SetOptions { .. }
        | Command::SetEnvironment { .. }
        | Command::ChangeClock { .. }
        | Command::Show { .. }
        | Command::DropCharacter { .. }
        | Command::GiveCharacter { .. }
        | Command::RollBasics { .. }
        | Command::SetLevel { .. }
        | Command::ChangeResource { .. }
        | Command::Restore { .. }
        | Command::ChangeCash { .. }
        | Command::AddBelonging { .. }
        | Command::Wield { .. }
        | Command::AddTrait { .. }
        | Command::AddBuff { .. }
        | Command::AddModifier { .. }
        | Command::AddSkill { .. }
        | Command::ArmSkill { .. }
        | Command::JudgeSkill { .. }
        | Command::Agree { .. }
        | Command::AssumeCard { .. }
        | Command::ChangePool { .. }
        | Command::Remove { .. }
        | Command::SetTarget { .. }
        | Command::SetOpponent { .. }
        | Command::Rest { .. }
        | Command::OpenFight { .. }
        | Command::SetSides { .. }
        | Command::JoinFight { .. }
        | Command::LeaveFight { .. }
        | Command::EndFight
        | Command::Place { .. }
        | Command::CancelAct { .. }
        | Command::Bear { .. }
        | Command::Hold { .. }
        | Command::Flow { .. }
        | Command::StepBack { .. } => Quote::default(),
    })
}

/// When an act would land, and whether it begins now or is planned.
fn of_act(deciding: &Deciding<'_>, who: Id) -> Quote {
    let (state, viewer) = (deciding.before, deciding.viewer());
    let mut quote = Quote::default();
    let act = deciding.events().iter().find_map(|event| {
        let Event::ActStarted { character, act } = event else { return None };
        (*character == who).then_some(&**act)
    });
    let planned = deciding.events().iter().find_map(|event| {
        let Event::ActPlanned { character, plan } = event else { return None };
        (*character == who).then_some(&**plan)
    });
    let now = planned.and_then(|plan| seems_begun(state, who, plan, viewer));
    if planned.is_some() && now.is_none() {
        quote.notes.push(message!("timeline-quote-planned"));
    }
    let then = now.or_else(|| would_follow(state, who, planned?, viewer));
    if let Some(act) = act.or(then.as_ref()) {
        quote.notes.extend(act_notes(state, who, act, viewer));
        quote.timing = Some(Timing {
            start: act.start.in_hundredths(),
            end: act.end.in_hundredths(),
            impact: act.impact.in_hundredths(),
            power: act.power.in_hundredths(),
        });
    }
    quote
}

/// The act a plan would become behind all that is planned before it, as things stand.
pub(super) fn would_follow(state: &State, who: Id, plan: &Plan, viewer: Viewer) -> Option<Act> {
    let fighter = state.fight.as_deref()?.fighter(who)?;
    let begun = usize::from(fighter.act().is_none());
    let end = state.act_seen(who, viewer)?.end;
    let free = fighter
        .planned
        .iter()
        .skip(begun)
        .fold(end, |at, before| state.prepare(who, before, at).map_or(at, |act| act.end));
    state.prepare(who, plan, free).ok()
}

/// What an act costs in time, and when it lands relative to the acts the viewer may know.
fn act_notes(state: &State, who: Id, act: &Act, viewer: Viewer) -> Vec<Message> {
    let mut notes = vec![message!(
        "timeline-quote-act",
        impact = act.power,
        windup = act.end - act.start,
        end = act.end
    )];
    let fighters = state.fight.as_deref().into_iter().flat_map(|fight| fight.standing());
    for fighter in fighters.filter(|fighter| fighter.id != who) {
        let Some(other) = state.known_act(fighter.id, viewer) else { continue };
        let name = state.name_for(fighter.id, viewer);
        notes.push(match act.end.cmp(&other.end) {
            std::cmp::Ordering::Less => {
                message!("timeline-quote-before", name = name, by = other.end - act.end)
            }
            std::cmp::Ordering::Equal => message!("timeline-quote-together", name = name),
            std::cmp::Ordering::Greater => {
                message!("timeline-quote-after", name = name, by = act.end - other.end)
            }
        });
    }
    notes
}
