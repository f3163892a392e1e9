//! Opening rolls, and what is chosen about them before the dice fall (M-10, M-32 … M-34).

use super::plan::{Decided, Plan};
use super::thing::covers;
use super::{Allows, Character, Depth, Event, Kind, Pending, RollKind, Thing, name};
use crate::{Audience, Id, Refusal, Term, message};

/// The most rolls under way at once for one character.
const MOST_AT_ONCE: usize = 4;

/// Opens an action (M-10).
pub(super) fn act(
    plan: &mut Plan,
    actor: Id,
    text: &str,
    depth: Depth,
    seen: &Audience,
) -> Decided {
    let actor = plan.actor(actor)?;
    plan.pack.check_phase(plan.before, Allows::Act)?;
    if *seen != Audience::All {
        plan.host()?;
    }
    let seen = if covers(&actor.seen, seen) { seen.clone() } else { actor.seen.clone() };
    open(plan, Some(actor), RollKind::Action, depth, text, seen)
}

/// Opens a flashback; it always rolls (M-33).
pub(super) fn flashback(
    plan: &mut Plan,
    actor: Id,
    moment: &str,
    text: &str,
    depth: Depth,
) -> Decided {
    check_on(plan.pack.flashback.on, "M-33", &plan.pack.flashback.name)?;
    let actor = plan.actor(actor)?;
    plan.pack.check_phase(plan.before, Allows::Act)?;
    if depth == Depth::Describe {
        return Err(always_rolls(plan));
    }
    let moment = a_moment(moment)?;
    let kind = RollKind::Flashback { moment };
    open(plan, Some(actor), kind, depth, text, actor.seen.clone())
}

/// A moment of the past, which must be named so that the log can hold it (M-33).
pub(super) fn a_moment(typed: &str) -> Result<String, Refusal> {
    let moment = name::text(typed)?;
    if moment.is_empty() {
        return Err(Refusal::new("M-33", message!("mist-no-moment"))
            .instead(message!("mist-no-moment-instead")));
    }
    Ok(moment)
}

fn always_rolls(plan: &Plan) -> Refusal {
    Refusal::new("M-33", message!("mist-always-rolls", what = &plan.pack.flashback.name))
}

/// Opens the roll by which the crew goes in (M-34).
pub(super) fn engage(plan: &mut Plan, text: &str) -> Decided {
    plan.host()?;
    let rules = &plan.pack.engagement;
    check_on(rules.on, "M-34", &rules.name)?;
    plan.pack.check_phase(plan.before, Allows::Engage)?;
    let rolls = plan.before.rolls.iter();
    if rolls.into_iter().any(|it| it.kind == RollKind::Engagement) {
        return Err(Refusal::new("M-34", message!("mist-engaging-already")));
    }
    open(plan, None, RollKind::Engagement, Depth::Quick, text, Audience::All)
}

/// A special action this variant has.
pub(super) fn check_on(on: bool, rule: &'static str, what: &Term) -> Decided {
    if on { Ok(()) } else { Err(Refusal::new(rule, message!("mist-switched-off", what = what))) }
}

/// Opens a roll of any kind.
pub(super) fn open(
    plan: &mut Plan,
    actor: Option<&Character>,
    kind: RollKind,
    depth: Depth,
    text: &str,
    seen: Audience,
) -> Decided {
    let viewer = plan.viewer();
    let under_way = plan
        .before
        .rolls
        .iter()
        .filter(|it| it.actor == actor.map(|it| it.id) && it.seen.sees(viewer));
    if under_way.count() >= MOST_AT_ONCE {
        return Err(Refusal::new("B-21", message!("mist-too-many-rolls"))
            .instead(message!("mist-too-many-rolls-instead")));
    }
    let roll = Pending {
        id: plan.id(),
        actor: actor.map(|it| it.id),
        kind,
        depth,
        text: name::text(text)?,
        seen,
        lines: Vec::new(),
        indulge: None,
        countdown: false,
        outcome: None,
    };
    plan.push(Event::RollOpened { roll: Box::new(roll) });
    Ok(())
}

/// Chooses to indulge in a strange theme, or not (M-32).
pub(super) fn indulge(plan: &mut Plan, roll: Id, theme: Option<Id>) -> Decided {
    let rules = &plan.pack.indulge;
    check_on(rules.on, "M-32", &rules.name)?;
    let roll = plan.open_roll(roll)?;
    plan.rolls_for(roll)?;
    if !matches!(roll.kind, RollKind::Action | RollKind::Flashback { .. }) {
        return Err(Refusal::new("M-32", message!("mist-indulge-actions", what = &rules.name)));
    }
    if let Some(theme) = theme {
        let own = match plan.find(theme) {
            Ok(Thing::Theme(character, theme)) => {
                Some(character.id) == roll.actor && theme.kind == Kind::Strange
            }
            _ => false,
        };
        if !own {
            return Err(Refusal::new(
                "M-32",
                message!("mist-not-own-strange", kind = &plan.pack.kinds.strange.name),
            ));
        }
    }
    if roll.indulge == theme {
        return Err(Refusal::new("M-32", message!("mist-chosen-already")));
    }
    plan.push(Event::IndulgeChosen { roll: roll.id, theme });
    Ok(())
}

/// The host picks how closely an action is looked at (M-10).
pub(super) fn set_depth(plan: &mut Plan, roll: Id, depth: Depth) -> Decided {
    plan.host()?;
    let roll = plan.open_roll(roll)?;
    match roll.kind {
        RollKind::Action => {}
        RollKind::Flashback { .. } if depth != Depth::Describe => {}
        RollKind::Flashback { .. } => return Err(always_rolls(plan)),
        _ => return Err(Refusal::new("M-10", message!("mist-depth-fixed"))),
    }
    if roll.depth == depth {
        return Err(Refusal::new("M-10", message!("mist-chosen-already")));
    }
    plan.push(Event::DepthSet { roll: roll.id, depth });
    Ok(())
}

/// The host lets an action happen without a roll (M-10).
pub(super) fn agree(plan: &mut Plan, roll: Id) -> Decided {
    plan.host()?;
    let roll = plan.open_roll(roll)?;
    if roll.kind != RollKind::Action {
        return Err(Refusal::new("M-10", message!("mist-must-roll")));
    }
    plan.push(Event::Agreed { roll: roll.id });
    Ok(())
}

/// Gives a roll up before the dice fall.
pub(super) fn cancel(plan: &mut Plan, roll: Id) -> Decided {
    let roll = plan.open_roll(roll)?;
    plan.rolls_for(roll)?;
    plan.push(Event::Cancelled { roll: roll.id });
    Ok(())
}
