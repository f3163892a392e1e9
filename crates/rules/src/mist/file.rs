//! Writing the file: clues, mysteries, the countdown, and the rolls that answer (M-36, M-37).

use super::action::{a_moment, open as open_roll};
use super::effect::said;
use super::plan::{Decided, Plan, missing};
use super::{
    Allows, Character, Clue, ClueOrigin, Depth, Event, FileForm, Mystery, Pending, Polarity,
    RollKind, Thing, Verdict,
};
use crate::{Audience, Id, Refusal, Tone, message};

/// The most clues, mysteries: a case, not an archive.
const MOST: usize = 300;

fn check_form(plan: &Plan, form: FileForm, rule: &'static str) -> Decided {
    if plan.pack.file.form == form {
        Ok(())
    } else {
        Err(Refusal::new(rule, message!("mist-not-in-variant")))
    }
}

fn mystery<'a>(plan: &Plan<'a>, id: Id) -> Result<&'a Mystery, Refusal> {
    let mut mysteries = plan.before.story.mysteries.iter();
    mysteries.find(|it| it.id == id).ok_or_else(|| missing(message!("mist-a-mystery")))
}

/// Opens a deduction, which replays a moment, or a test, which does not (M-36).
pub(super) fn open_round(
    plan: &mut Plan,
    actor: Id,
    id: Id,
    conclusion: &str,
    moment: Option<&String>,
) -> Decided {
    check_form(plan, FileForm::Rounds, "M-36")?;
    let actor = plan.actor(actor)?;
    plan.pack.check_phase(plan.before, Allows::File)?;
    mystery(plan, id)?;
    check_in_the_open(actor)?;
    let conclusion = said(conclusion, message!("mist-a-conclusion"))?;
    let kind = match moment {
        Some(moment) => RollKind::Deduce { mystery: id, moment: a_moment(moment)? },
        None => RollKind::Test { mystery: id },
    };
    open_roll(plan, Some(actor), kind, Depth::Quick, &conclusion, Audience::All)
}

/// A conclusion needs as many supporting clues as the mystery is complex (M-36).
pub(super) fn check_clues(plan: &Plan, roll: &Pending, id: Id) -> Decided {
    let complexity = mystery(plan, id)?.complexity;
    let supporting = roll
        .lines
        .iter()
        .filter(|it| it.verdict == Verdict::Approved && it.polarity == Polarity::Help)
        .count();
    if supporting < usize::from(complexity) {
        return Err(Refusal::new("M-36", message!("mist-too-few-clues", count = supporting))
            .instead(message!("mist-too-few-clues-instead", least = complexity)));
    }
    Ok(())
}

/// What a deduction brings: its conclusion as a clue, or a clue that refutes it (M-36).
pub(super) fn deduced(plan: &mut Plan, roll: &Pending, id: Id, tone: Tone) {
    let failed = tone == Tone::Failure;
    let clue = Clue {
        id: plan.id(),
        text: roll.text.as_str().into(),
        origin: if failed { ClueOrigin::Refutes } else { ClueOrigin::Concluded },
        seen: roll.seen.clone(),
    };
    plan.push(Event::ClueAdded { clue });
    if !failed {
        plan.push(Event::MysterySolved { mystery: id });
    }
}

/// What a test brings: an opportunity to face the anomaly, unless it fails (M-36).
pub(super) fn tested(plan: &mut Plan, id: Id, tone: Tone) {
    if tone == Tone::Failure {
        return;
    }
    plan.push(Event::MysterySolved { mystery: id });
    if !plan.before.story.opportunity {
        plan.push(Event::OpportunityGained);
    }
}

/// Opens the roll for a question of the file (M-37).
pub(super) fn open_question(
    plan: &mut Plan,
    actor: Id,
    question: &str,
    conclusion: &str,
) -> Decided {
    check_form(plan, FileForm::Questions, "M-37")?;
    let actor = plan.actor(actor)?;
    plan.pack.check_phase(plan.before, Allows::File)?;
    check_question(plan, question)?;
    let kind = RollKind::Question { question: question.to_owned() };
    let mut rolls = plan.before.rolls.iter();
    if plan.before.story.answers.contains_key(question) || rolls.any(|it| it.kind == kind) {
        return Err(Refusal::new("M-37", message!("mist-question-answered")));
    }
    let conclusion = said(conclusion, message!("mist-a-conclusion"))?;
    check_in_the_open(actor)?;
    open_roll(plan, Some(actor), kind, Depth::Quick, &conclusion, Audience::All)
}

/// What a file says is the whole table's, so whoever writes it must be there for all to see.
fn check_in_the_open(actor: &Character) -> Decided {
    if actor.seen == Audience::All {
        return Ok(());
    }
    Err(Refusal::new("B-30", message!("mist-hidden-source", what = &actor.name))
        .instead(message!("mist-hidden-source-instead")))
}

fn check_question(plan: &Plan, question: &str) -> Decided {
    let mut questions = plan.pack.file.questions.iter();
    if questions.any(|it| it.id == question) {
        Ok(())
    } else {
        Err(missing(message!("mist-a-question")))
    }
}

/// Adds the countdown's tier to a question's roll, or not: one of them all (M-37).
pub(super) fn add_countdown(plan: &mut Plan, id: Id, on: bool) -> Decided {
    let roll = plan.open_roll(id)?;
    plan.rolls_for(roll)?;
    let story = &plan.before.story;
    if !matches!(roll.kind, RollKind::Question { .. }) || story.countdown.is_none() {
        return Err(Refusal::new(
            "M-37",
            message!("mist-no-countdown", countdown = &plan.pack.file.countdown),
        ));
    }
    if roll.countdown == on {
        return Err(Refusal::new("M-37", message!("mist-chosen-already")));
    }
    let mut rolls = plan.before.rolls.iter();
    if on && (story.countdown_used || rolls.any(|it| it.countdown)) {
        return Err(Refusal::new(
            "M-37",
            message!("mist-countdown-once", countdown = &plan.pack.file.countdown),
        ));
    }
    plan.push(Event::CountdownAdded { roll: id, on });
    Ok(())
}

/// The host sets the countdown, or stops it (M-37).
pub(super) fn set_countdown(plan: &mut Plan, tier: Option<u8>) -> Decided {
    plan.host()?;
    check_form(plan, FileForm::Questions, "M-37")?;
    let most = plan.pack.status.boxes;
    if tier.is_some_and(|tier| tier > most) {
        return Err(Refusal::new("M-37", message!("mist-bad-countdown"))
            .instead(message!("mist-bad-countdown-instead", most = most)));
    }
    if plan.before.story.countdown == tier {
        return Err(Refusal::new("M-37", message!("mist-chosen-already")));
    }
    plan.push(Event::CountdownSet { tier });
    Ok(())
}

/// The host sets an index of the file (M-37).
pub(super) fn set_index(plan: &mut Plan, question: &str, tier: u8) -> Decided {
    plan.host()?;
    check_question(plan, question)?;
    let most = plan.pack.status.boxes;
    if tier > most {
        return Err(Refusal::new("M-37", message!("mist-bad-countdown"))
            .instead(message!("mist-bad-countdown-instead", most = most)));
    }
    plan.push(Event::IndexSet { question: question.to_owned(), tier });
    Ok(())
}

/// The host asks something to be found out (M-36).
pub(super) fn add_mystery(plan: &mut Plan, text: &str, complexity: u8) -> Decided {
    plan.host()?;
    check_form(plan, FileForm::Rounds, "M-36")?;
    not_too_many(plan.before.story.mysteries.len())?;
    let most = plan.pack.status.boxes;
    if complexity > most {
        return Err(Refusal::new("M-36", message!("mist-bad-countdown"))
            .instead(message!("mist-bad-countdown-instead", most = most)));
    }
    let mystery = Mystery {
        id: plan.id(),
        text: said(text, message!("mist-a-mystery"))?.as_str().into(),
        complexity,
        solved: false,
    };
    plan.push(Event::MysteryAdded { mystery });
    Ok(())
}

/// The host drops a mystery.
pub(super) fn drop_mystery(plan: &mut Plan, id: Id) -> Decided {
    plan.host()?;
    mystery(plan, id)?;
    let mut rolls = plan.before.rolls.iter();
    let of_it = |kind: &RollKind| matches!(kind, RollKind::Deduce { mystery, .. } | RollKind::Test { mystery } if *mystery == id);
    if rolls.any(|it| of_it(&it.kind)) {
        return Err(Refusal::new("M-36", message!("mist-mystery-busy")));
    }
    plan.push(Event::MysteryDropped { mystery: id });
    Ok(())
}

fn not_too_many(there: usize) -> Decided {
    if there >= MOST {
        return Err(Refusal::new("B-12", message!("mist-too-many", most = MOST)));
    }
    Ok(())
}

/// The host writes a clue down.
pub(super) fn add_clue(plan: &mut Plan, text: &str, hidden: bool) -> Decided {
    plan.host()?;
    not_too_many(plan.before.story.clues.len())?;
    let clue = Clue {
        id: plan.id(),
        text: said(text, message!("mist-a-clue"))?.as_str().into(),
        origin: ClueOrigin::Found,
        seen: if hidden { Audience::Host } else { Audience::All },
    };
    plan.push(Event::ClueAdded { clue });
    Ok(())
}

/// The host drops a clue.
pub(super) fn drop_clue(plan: &mut Plan, id: Id) -> Decided {
    plan.host()?;
    let Ok(Thing::Clue(_)) = plan.find(id) else {
        return Err(missing(message!("mist-a-clue")));
    };
    plan.push(Event::ClueDropped { clue: id });
    Ok(())
}
