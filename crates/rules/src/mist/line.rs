//! The lines of a roll: proposed by anyone, reviewed by the host (M-11, M-12, B-21).

use super::plan::{Decided, Plan, missing};
use super::power::not_struck;
use super::{
    Event, Mist, Pending, Polarity, Proposal, RollKind, RollLine, Source, State, Thing, Verdict,
    name,
};
use crate::{Id, Refusal, Seat, message};

/// The most lines of a roll.
const MOST_LINES: usize = 60;

/// Lets lines count without the host's word, or not (B-21).
pub(super) fn set_auto_approve(plan: &mut Plan, on: bool) -> Decided {
    plan.host()?;
    if plan.before.auto_approve == on {
        return Err(Refusal::new("B-21", message!("mist-chosen-already")));
    }
    plan.push(Event::AutoApproveSet { on });
    Ok(())
}

/// Proposes that a tag, status or clue counts (M-11).
pub(super) fn propose(
    plan: &mut Plan,
    roll: Id,
    source: Id,
    polarity: Polarity,
    burn: bool,
) -> Decided {
    let roll = plan.open_roll(roll)?;
    let proposal = Proposal { source, polarity, burn };
    propose_in(plan, roll, proposal).map(|_| ())
}

/// Proposes lines for the roll the command has just opened: all of them, or the roll is not
/// opened either.
pub(super) fn propose_all(plan: &mut Plan, lines: &[Proposal]) -> Decided {
    let Some(Event::RollOpened { roll }) = plan.events().last() else {
        return Ok(());
    };
    if lines.is_empty() {
        return Ok(());
    }
    let mut roll = roll.clone();
    for proposal in lines {
        let line = propose_in(plan, &roll, *proposal)?;
        roll.lines.push(line);
    }
    Ok(())
}

fn propose_in(plan: &mut Plan, roll: &Pending, it: Proposal) -> Result<RollLine, Refusal> {
    let thing = plan.find(it.source)?;
    check_source(plan.pack, plan.before, plan.by, roll, (it.source, thing))?;
    if it.burn {
        check_burn(plan, roll, thing, it.polarity)?;
    }
    add(plan, roll, Source::Thing(it.source), it.polarity, it.burn)
}

/// Whether a thing may count in a roll, whichever way.
pub(super) fn check_source(
    pack: &Mist,
    state: &State,
    by: Seat,
    roll: &Pending,
    (source, thing): (Id, Thing),
) -> Decided {
    let clues = matches!(
        roll.kind,
        RollKind::Deduce { .. } | RollKind::Test { .. } | RollKind::Question { .. }
    );
    match (thing, &roll.kind) {
        (_, RollKind::Plunge { .. }) => {
            return Err(Refusal::new("M-35", message!("mist-plunge-no-lines")));
        }
        (Thing::Clue(_), _) if clues => {}
        (_, _) if clues => return Err(Refusal::new("M-36", message!("mist-clues-only"))),
        (Thing::Status(..), _) => {}
        (thing, _) => match thing.tag() {
            Some(tag) if tag.burnt => {
                return Err(Refusal::new("M-12", message!("mist-burnt-already", tag = &tag.name)));
            }
            Some(_) => {}
            None => {
                return Err(Refusal::new(
                    "M-11",
                    message!("mist-does-not-count", what = thing.name()),
                ));
            }
        },
    }
    if !thing.covers(state, &roll.seen) {
        return Err(Refusal::new("B-30", message!("mist-hidden-source", what = thing.name()))
            .instead(message!("mist-hidden-source-instead")));
    }
    if let RollKind::Mitigate { consequence } = roll.kind
        && pack.mitigate.no_reuse
        && let Some(consequence) = state.consequence(consequence)
        && consequence.used.contains(&source)
    {
        return Err(Refusal::new("M-31", message!("mist-no-reuse", what = thing.name()))
            .instead(message!("mist-no-reuse-instead")));
    }
    let there = roll.lines.iter().find(|line| line.source == Source::Thing(source));
    if there.is_some_and(|line| not_struck(line) || !by.is_host()) {
        return Err(Refusal::new("M-11", message!("mist-line-there", what = thing.name())));
    }
    Ok(())
}

/// Whether a helpful tag may be burnt in this roll (M-12).
fn check_burn(plan: &Plan, roll: &Pending, thing: Thing, polarity: Polarity) -> Decided {
    if polarity == Polarity::Hinder {
        return Err(Refusal::new("M-12", message!("mist-burn-helps"))
            .instead(message!("mist-burn-helps-instead")));
    }
    if thing.tag().is_none() {
        return Err(Refusal::new("M-12", message!("mist-not-a-tag", what = thing.name())));
    }
    let burning = roll.lines.iter().filter(|line| line.burn && not_struck(line));
    if let Some(most) = plan.pack.power.burns
        && burning.count() >= usize::from(most)
    {
        return Err(Refusal::new("M-12", message!("mist-burns-most", most = most)));
    }
    Ok(())
}

/// Adds a detail to the crew's plan (M-34).
pub(super) fn propose_detail(plan: &mut Plan, roll: Id, text: &str, polarity: Polarity) -> Decided {
    let roll = plan.open_roll(roll)?;
    if roll.kind != RollKind::Engagement {
        return Err(Refusal::new(
            "M-34",
            message!("mist-details-engage", what = &plan.pack.engagement.name),
        ));
    }
    let text = name::name(text)?;
    add(plan, roll, Source::Detail(text), polarity, false).map(|_| ())
}

fn add(
    plan: &mut Plan,
    roll: &Pending,
    source: Source,
    polarity: Polarity,
    burn: bool,
) -> Result<RollLine, Refusal> {
    if roll.lines.len() >= MOST_LINES {
        return Err(Refusal::new("B-12", message!("mist-too-many", most = MOST_LINES)));
    }
    let approved = plan.before.auto_approve || plan.by.is_host();
    let line = RollLine {
        id: plan.id(),
        source,
        polarity,
        burn,
        by: plan.by.id,
        verdict: if approved { Verdict::Approved } else { Verdict::Proposed },
        note: String::new(),
    };
    plan.push(Event::LineProposed { roll: roll.id, line: line.clone() });
    Ok(line)
}

fn line(roll: &Pending, id: Id) -> Result<&RollLine, Refusal> {
    roll.lines.iter().find(|line| line.id == id).ok_or_else(|| missing(message!("mist-a-line")))
}

/// Takes a line back: whoever proposed it, or whoever rolls.
pub(super) fn withdraw(plan: &mut Plan, roll: Id, id: Id) -> Decided {
    let roll = plan.open_roll(roll)?;
    if line(roll, id)?.by != plan.by.id {
        plan.rolls_for(roll)?;
    }
    plan.push(Event::LineWithdrawn { roll: roll.id, line: id });
    Ok(())
}

/// The host approves, strikes or questions a line, or all that wait (B-21).
pub(super) fn review(
    plan: &mut Plan,
    roll: Id,
    id: Option<Id>,
    verdict: Verdict,
    note: &str,
) -> Decided {
    plan.host()?;
    let roll = plan.open_roll(roll)?;
    if verdict == Verdict::Proposed {
        return Err(Refusal::new("B-21", message!("mist-no-verdict"))
            .instead(message!("mist-no-verdict-instead")));
    }
    let note = name::text(note)?;
    let lines: Vec<&RollLine> = match id {
        Some(id) => vec![line(roll, id)?],
        None => roll.lines.iter().filter(|it| waits(it)).collect(),
    };
    if lines.is_empty() {
        return Err(Refusal::new("B-21", message!("mist-nothing-waits")));
    }
    for line in lines {
        if verdict == Verdict::Approved && line.verdict == Verdict::Struck {
            check_again(plan, roll, line)?;
        }
        plan.push(Event::LineReviewed {
            roll: roll.id,
            line: line.id,
            verdict,
            note: note.clone(),
        });
    }
    Ok(())
}

/// A struck line that is to count after all must still fit beside the others.
fn check_again(plan: &Plan, roll: &Pending, line: &RollLine) -> Decided {
    let others = roll.lines.iter().filter(|it| it.id != line.id && not_struck(it));
    if others.clone().any(|it| it.source == line.source) {
        return Err(Refusal::new("M-11", message!("mist-line-twice")));
    }
    if let Some(most) = plan.pack.power.burns
        && line.burn
        && others.filter(|it| it.burn).count() >= usize::from(most)
    {
        return Err(Refusal::new("M-12", message!("mist-burns-most", most = most)));
    }
    Ok(())
}

/// A line the host has yet to settle.
pub(super) fn waits(line: &RollLine) -> bool {
    matches!(line.verdict, Verdict::Proposed | Verdict::Questioned)
}

/// Chooses to burn a line's tag, or not (M-12).
pub(super) fn choose_burn(plan: &mut Plan, roll: Id, id: Id, burn: bool) -> Decided {
    let roll = plan.open_roll(roll)?;
    plan.rolls_for(roll)?;
    let line = line(roll, id)?;
    if line.burn == burn {
        return Err(Refusal::new("M-12", message!("mist-chosen-already")));
    }
    if burn {
        let Source::Thing(source) = line.source else {
            return Err(Refusal::new("M-12", message!("mist-burn-tags")));
        };
        let thing = plan.find(source)?;
        check_burn(plan, roll, thing, line.polarity)?;
        if !not_struck(line) {
            return Err(Refusal::new("M-12", message!("mist-struck")));
        }
    }
    plan.push(Event::BurnChosen { roll: roll.id, line: id, burn });
    Ok(())
}
