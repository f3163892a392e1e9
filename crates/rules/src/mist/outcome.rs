//! The dice fall, and what follows from them (M-13 … M-19, M-30 … M-37).

use super::line::waits;
use super::odds::names;
use super::plan::{Decided, Plan, missing};
use super::power::Power;
use super::{
    Depth, Event, MitigateFull, Outcome, Owed, Pending, Polarity, RollKind, Source, Thing, Verdict,
    file, growth, plunge,
};
use crate::{Id, Refusal, Tone, message};

/// Rolls the dice.
pub(super) fn roll(plan: &mut Plan, id: Id) -> Decided {
    let roll = plan.open_roll(id)?;
    plan.rolls_for(roll)?;
    check_ready(plan, roll)?;
    let pack = plan.pack;
    let actor = roll.actor.and_then(|id| plan.before.character(id));
    let avatar = actor.is_some_and(|it| it.avatar);
    let power = pack.power(plan.before, roll, |line| line.verdict == Verdict::Approved);
    let dice = plan.throw(&roll.seen, pack.expression(avatar), &names(power.sum.total))?;
    let band = pack.band(dice.rolled.value);
    let tone = pack.bands.get(band).map_or(Tone::Failure, |it| it.tone);
    let improved = improved(plan, roll, avatar, power.sum.total)?;
    let outcome = Outcome {
        budget: budget(plan, roll, tone, power.sum.total),
        burns: plunge::burns(plan, roll, tone),
        used: power.used.clone(),
        power: power.sum.clone(),
        band,
        tone,
        pushed: false,
        bought: false,
    };
    let stays_open = outcome.budget > 0 || outcome.burns > 0;
    plan.push(Event::Rolled { roll: id, dice: Box::new(dice), outcome: Box::new(outcome) });
    pay(plan, roll, &improved);
    follow(plan, roll, tone, band, &power);
    if !stays_open {
        plan.push(Event::RollClosed { roll: id });
    }
    Ok(())
}

/// What must be settled before the dice fall.
fn check_ready(plan: &Plan, roll: &Pending) -> Decided {
    if roll.depth == Depth::Describe {
        return Err(Refusal::new("M-10", message!("mist-needs-no-roll"))
            .instead(message!("mist-needs-no-roll-instead")));
    }
    let waiting = roll.lines.iter().filter(|line| waits(line)).count();
    if waiting > 0 {
        return Err(Refusal::new("B-21", message!("mist-lines-wait", count = waiting))
            .instead(message!("mist-lines-wait-instead")));
    }
    match &roll.kind {
        RollKind::Plunge { degree: None, .. } => {
            Err(Refusal::new("M-35", message!("mist-no-degree"))
                .instead(message!("mist-no-degree-instead")))
        }
        RollKind::Mitigate { consequence } => plan
            .before
            .consequence(*consequence)
            .map(|_| ())
            .ok_or_else(|| missing(message!("mist-a-consequence"))),
        RollKind::Deduce { mystery, .. } | RollKind::Test { mystery } => {
            file::check_clues(plan, roll, *mystery)
        }
        _ => Ok(()),
    }
}

/// The power that can be spent: on a success, at least the pack's minimum (M-17, M-30).
fn budget(plan: &Plan, roll: &Pending, tone: Tone, power: i64) -> u8 {
    let pack = plan.pack;
    let spends = match roll.kind {
        RollKind::Action | RollKind::Flashback { .. } => roll.depth == Depth::Detailed,
        RollKind::Mitigate { .. } => true,
        _ => false,
    };
    if !spends || tone == Tone::Failure {
        return 0;
    }
    let extra = matches!(roll.kind, RollKind::Mitigate { .. })
        && tone >= Tone::Full
        && pack.mitigate.full == MitigateFull::Power;
    let power = power.max(i64::from(pack.effects.minimum_power)) + i64::from(extra);
    u8::try_from(power.min(99)).unwrap_or(0)
}

/// The themes whose improve track is marked: a weakness of theirs hindered, and leaving it out
/// would have changed the odds (M-19).
fn improved(
    plan: &Plan,
    roll: &Pending,
    avatar: bool,
    power: i64,
) -> Result<Vec<(Id, Id)>, Refusal> {
    let mut themes = Vec::new();
    for line in &roll.lines {
        if line.verdict == Verdict::Approved
            && line.polarity == Polarity::Hinder
            && let Source::Thing(source) = line.source
            && let Some(Thing::Weakness(character, theme, tag)) = plan.before.find_any(source)
            && !tag.burnt
            && !themes.contains(&(character.id, theme.id))
        {
            themes.push((character.id, theme.id));
        }
    }
    if themes.is_empty() {
        return Ok(themes);
    }
    let without = power + i64::from(plan.pack.power.tag);
    if plan.pack.chances(avatar, power)? == plan.pack.chances(avatar, without)? {
        themes.clear();
    }
    Ok(themes)
}

/// Tags burn, weaknesses teach, indulging costs.
fn pay(plan: &mut Plan, roll: &Pending, improved: &[(Id, Id)]) {
    for line in &roll.lines {
        if line.burn
            && line.verdict == Verdict::Approved
            && let Source::Thing(tag) = line.source
            && plan.before.find_any(tag).is_some()
        {
            plan.push(Event::TagBurnt { tag });
        }
    }
    for (character, theme) in improved {
        plan.push(Event::ImproveMarked { character: *character, theme: *theme });
    }
    if let (Some(actor), Some(theme)) = (roll.actor, roll.indulge) {
        growth::decay(plan, actor, theme);
    }
}

/// What each kind of roll brings.
fn follow(plan: &mut Plan, roll: &Pending, tone: Tone, band: usize, power: &Power) {
    match &roll.kind {
        RollKind::Action | RollKind::Flashback { .. } => {
            if tone < Tone::Full {
                owe(plan, roll, power, false, false);
            }
        }
        RollKind::Mitigate { consequence } => {
            // M-30: a failure mitigates nothing, and causes nothing new.
            if tone == Tone::Failure
                && let Some(actor) = roll.actor
                && let Some(pending) = plan.before.consequence(*consequence)
            {
                plan.push(Event::ConsequenceLessened {
                    consequence: pending.id,
                    by: actor,
                    harms: pending.harms.clone(),
                });
            }
        }
        RollKind::Engagement => {
            plan.push(Event::CrewEngaged { band });
            if tone == Tone::Failure {
                owe(plan, roll, power, false, false);
            }
        }
        RollKind::Plunge { .. } => {
            plunge::pay(plan, roll, tone);
            if tone == Tone::Failure {
                owe(plan, roll, power, false, false);
            }
        }
        RollKind::Deduce { mystery, .. } => {
            file::deduced(plan, roll, *mystery, tone);
            if tone < Tone::Full {
                owe(plan, roll, power, false, false);
            }
        }
        RollKind::Test { mystery } => {
            file::tested(plan, *mystery, tone);
            if tone < Tone::Full {
                owe(plan, roll, power, true, false);
            }
        }
        RollKind::Question { question } => {
            plan.push(Event::QuestionAnswered { question: question.clone(), band });
            if tone < Tone::Full {
                owe(plan, roll, power, false, true);
            }
        }
    }
}

/// The dice call for a consequence; the host names it (M-20).
fn owe(plan: &mut Plan, roll: &Pending, power: &Power, worse: bool, waits: bool) {
    let owed = Owed {
        id: plan.id(),
        to: roll.actor,
        text: roll.text.clone(),
        used: power.used.clone(),
        worse,
        waits,
        seen: roll.seen.clone(),
    };
    plan.push(Event::ConsequenceOwed { owed });
}

/// Pushing calls for consequences too (M-18).
pub(super) fn owe_for_push(plan: &mut Plan, roll: &Pending, used: Vec<Id>) {
    let power = Power { used, ..Power::default() };
    owe(plan, roll, &power, false, false);
}
