//! Declaring acts: beginning one, planning one behind it, giving it up, holding (T-21, T-25, T-26).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::deciding::Deciding;
use super::initiative::half_of;
use super::lasting::signed;
use super::offers::OfferBuilder;
use super::quote::would_follow;
use super::skill_act::use_at_once;
use super::telling::Telling;
use super::text::NOTE;
use super::{
    Act, Amount, Attribute, Character, Command, Deed, Doing, Effort, Event, Fate, Fight, Fighter,
    State, flow, muster,
};
use crate::kernel::{Decided, offer, typed};
use crate::{Bounds, Id, Line, Message, Offer, Refusal, Role, Viewer, message};

/// An act to follow the present one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// What.
    pub deed: Deed,
    /// With which attribute.
    pub attribute: Option<Attribute>,
    /// How much.
    pub effort: Option<Effort>,
    /// With which weapon.
    pub weapon: Option<Id>,
    /// The player's own words.
    pub note: String,
}

/// The most acts planned ahead.
const MOST_PLANNED: usize = 8;

/// Declares an act; one who does not fight joins by it (T-09).
pub(super) fn declare(deciding: &mut Deciding<'_>, who: Id, plan: Plan) -> Decided {
    let own = commands(deciding, who)?;
    let (note, deed) = (typed::text(&plan.note, NOTE)?, plan.deed.typed()?);
    let plan = Plan { note, deed, ..plan };
    if own.dead {
        let what = message!("timeline-dead", name = &own.card.name);
        return Err(Refusal::new("T-31", what));
    }
    for other in plan.deed.target().into_iter().chain(plan.deed.against()) {
        deciding.find(other)?;
    }
    let fight = deciding.before.fight.as_deref();
    if fight.and_then(|fight| fight.fighter(who)).is_none() {
        muster::enter(deciding, who, Amount::ZERO)?;
    }
    if use_at_once(deciding, who, &plan)? {
        return Ok(());
    }
    let declared = begin_or_plan(deciding.now(), who, plan, deciding.viewer())?;
    deciding.push(declared);
    flow::flow_on(deciding);
    Ok(())
}

/// The fighter a seat decides for: its own, unless another's skill declares for them.
fn commands<'a>(deciding: &Deciding<'a>, id: Id) -> Result<&'a Character, Refusal> {
    let (state, by) = (deciding.before, deciding.by);
    let fighter = state.fight.as_deref().and_then(|fight| fight.fighter(id));
    match fighter.and_then(|one| one.puppet) {
        Some((holder, until)) if !by.is_host() => {
            let own = state.character(holder).is_some_and(|one| one.owned(by.viewer()));
            if own && by.role == Role::Player {
                return deciding.find(id);
            }
            deciding.own(id)?;
            let what = message!("timeline-controlled-until", until = until);
            Err(Refusal::new("T-28", what))
        }
        _ => deciding.own(id),
    }
}

/// An act of someone who is free starts now; of someone busy it follows the present one.
fn begin_or_plan(state: &State, who: Id, plan: Plan, viewer: Viewer) -> Result<Event, Refusal> {
    let (fight, fighter) = state.fighter(who)?;
    let start = match &fighter.doing {
        Doing::Idle | Doing::Holding | Doing::Late if !fight.waits(who) => fight.now,
        // Nobody is told of an initiative they may not know of: the act begins when it may.
        Doing::Idle | Doing::Holding | Doing::Late if !state.sees_initiative(viewer) => {
            may_plan(state, fighter, MOST_PLANNED + 1, &plan, fight.now)?;
            return Ok(Event::ActPlanned { character: who, plan: Box::new(plan) });
        }
        Doing::Idle | Doing::Holding | Doing::Late => fight
            .others_from
            .ok_or_else(|| Refusal::new("T-26", message!("timeline-others-first")))?,
        // Whoever declares for them has come this far; it must be over before they are free.
        Doing::Controlled(until) if fighter.puppet.is_some() => {
            let act = Box::new(state.prepare(who, &plan, fight.now)?);
            if act.end > *until {
                let what = message!("timeline-puppet-until", until = *until);
                let most = message!("timeline-puppet-most", time = *until - fight.now);
                return Err(Refusal::new("T-28", what).instead(most));
            }
            return Ok(Event::ActStarted { character: who, act });
        }
        Doing::Controlled(until) => {
            let what = message!("timeline-controlled-until", until = *until);
            return Err(Refusal::new("T-28", what));
        }
        Doing::Acting(_) if fighter.puppet.is_some() => {
            return Err(Refusal::new("T-28", message!("timeline-puppet-busy")));
        }
        Doing::Acting(act) => {
            may_plan(state, fighter, MOST_PLANNED, &plan, act.end)?;
            return Ok(Event::ActPlanned { character: who, plan: Box::new(plan) });
        }
    };
    let act = Box::new(state.prepare(who, &plan, start)?);
    Ok(Event::ActStarted { character: who, act })
}

/// Whether an act may be planned behind those a fighter has planned already.
fn may_plan(state: &State, fighter: &Fighter, most: usize, plan: &Plan, at: Amount) -> Decided {
    if fighter.planned.len() >= most {
        let what = message!("timeline-planned-enough", most = MOST_PLANNED);
        return Err(Refusal::new("T-21", what));
    }
    // What it will be is known only then; what could never be is refused now. A reload behind
    // the last shots would be refused for a full magazine otherwise.
    let begins = fighter.act().is_none() && fighter.planned.is_empty();
    if begins || !matches!(plan.deed, Deed::Reload | Deed::Shoot { .. }) {
        state.prepare(fighter.id, plan, at)?;
    }
    Ok(())
}

/// Those who are free again and have planned ahead go on at once.
pub(super) fn take_plans(deciding: &mut Deciding<'_>, at: Amount) {
    let state = deciding.now();
    let standing = state.fight.as_deref().into_iter().flat_map(Fight::standing);
    let mut taken = Vec::new();
    for fighter in standing.filter(|one| matches!(one.doing, Doing::Idle)) {
        let Some(plan) = fighter.planned.first() else { continue };
        let character = fighter.id;
        taken.push(Event::PlanTaken { character });
        if let Ok(act) = state.prepare(character, plan, at) {
            taken.push(Event::ActStarted { character, act: Box::new(act) });
        }
    }
    taken.into_iter().for_each(|event| deciding.push(event));
}

/// Keeps the instant as it was before its first declaration (T-33).
fn declared_now(state: &mut State) {
    if let Some(fight) = &mut state.fight {
        Arc::make_mut(fight).arrive(&state.characters);
    }
}

pub(super) fn started(state: &mut State, who: Id, act: &Act) {
    declared_now(state);
    let Some(fight) = state.fight_mut() else { return };
    fight.change(who, |one| one.doing = Doing::Acting(Box::new(act.clone())));
    fight.lead(who, Some(half_of(act)));
}

pub(super) fn tell_started(telling: Telling<'_>, who: Id, act: &Act) -> Option<Line> {
    let name = telling.name(who)?;
    if !telling.before.sees_declaration(who, telling.viewer) {
        return Some(message!("timeline-told-declared", name = name).into());
    }
    let message = message!(
        "timeline-told-act",
        name = name,
        what = deed_words(telling, who, &act.deed, &act.note),
        impact = act.power,
        windup = act.end - act.start,
        end = act.end
    );
    let line = Line::from(message);
    Some(match telling.before.windup_working(who, act) {
        Some(working) => line.because(working),
        None => line,
    })
}

pub(super) fn planned(state: &mut State, who: Id, plan: &Plan) {
    declared_now(state);
    let Some(fight) = state.fight_mut() else { return };
    let waits = fight.waits(who);
    fight.change(who, |one| {
        // It begins when those who have initiative let it (T-26).
        if waits && matches!(one.doing, Doing::Idle | Doing::Holding) {
            one.doing = Doing::Late;
        }
        one.planned.push(plan.clone());
    });
}

pub(super) fn tell_planned(telling: Telling<'_>, who: Id, plan: &Plan) -> Option<Line> {
    let name = telling.name(who)?;
    if let Some(act) = seems_begun(telling.before, who, plan, telling.viewer) {
        return tell_started(telling, who, &act);
    }
    if !telling.before.sees_declaration(who, telling.viewer) {
        return None;
    }
    let what = deed_words(telling, who, &plan.deed, &plan.note);
    // When it would land, as things stand.
    Some(match would_follow(telling.before, who, plan, telling.viewer) {
        Some(act) => message!(
            "timeline-told-planned-act",
            name = name,
            what = what,
            impact = act.power,
            windup = act.end - act.start,
            end = act.end
        )
        .into(),
        None => message!("timeline-told-planned", name = name, what = what).into(),
    })
}

/// The act that someone seems to begin who is kept by an initiative the viewer may not know of
/// (T-26).
pub(super) fn seems_begun(state: &State, who: Id, plan: &Plan, viewer: Viewer) -> Option<Act> {
    let (fight, fighter) = state.fighter(who).ok()?;
    let free = fighter.act().is_none() && fighter.planned.is_empty();
    if !free || !fight.waits(who) || state.sees_initiative(viewer) {
        return None;
    }
    state.prepare(who, plan, fight.now).ok()
}

pub(super) fn plan_taken(state: &mut State, who: Id) {
    declared_now(state);
    state.change_fighter(who, |one| {
        if !one.planned.is_empty() {
            one.planned.remove(0);
        }
    });
}

/// Gives up the present act and all planned ones (T-25).
pub(super) fn cancel(deciding: &mut Deciding<'_>, who: Id) -> Decided {
    commands(deciding, who)?;
    let (_, fighter) = deciding.before.fighter(who)?;
    if !can_cancel(fighter) {
        return Err(Refusal::new("T-25", message!("timeline-no-act")));
    }
    deciding.push(Event::ActCancelled { character: who });
    Ok(())
}

/// Whether those who play a fighter can give up its act: nobody else declares for it.
pub(super) fn may_cancel(fighter: &Fighter) -> bool {
    can_cancel(fighter) && fighter.puppet.is_none()
}

fn can_cancel(fighter: &Fighter) -> bool {
    let planned = matches!(fighter.doing, Doing::Late) && !fighter.planned.is_empty();
    fighter.act().is_some() || planned
}

pub(super) fn cancelled(state: &mut State, who: Id) {
    declared_now(state);
    let Some(fight) = state.fight_mut() else { return };
    fight.finish(who, Fate::Cancelled);
    fight.change(who, |one| one.planned.clear());
}

pub(super) fn tell_cancelled(telling: Telling<'_>, who: Id) -> Option<Line> {
    let name = telling.name(who)?;
    Some(message!("timeline-told-cancelled", name = name).into())
}

/// Does nothing for now; the table does not wait.
pub(super) fn hold(deciding: &mut Deciding<'_>, who: Id) -> Decided {
    deciding.own(who)?;
    let (fight, fighter) = deciding.before.fighter(who)?;
    let late = matches!(fighter.doing, Doing::Late) && fighter.planned.is_empty();
    if !fight.awaits(fighter) && !late {
        return Err(Refusal::new("T-21", message!("timeline-not-awaited")));
    }
    deciding.push(Event::Held { character: who });
    flow::flow_on(deciding);
    Ok(())
}

pub(super) fn held(state: &mut State, who: Id) {
    declared_now(state);
    let Some(fight) = state.fight_mut() else { return };
    fight.change(who, |one| one.doing = Doing::Holding);
    fight.lead(who, None);
}

pub(super) fn tell_held(telling: Telling<'_>, who: Id) -> Option<Line> {
    let name = telling.name(who)?;
    Some(message!("timeline-told-held", name = name).into())
}

/// What a fighter's act is called: a skill by its own name, a move by where it goes, a guard by
/// whom it is against.
pub(super) fn deed_name(telling: Telling<'_>, who: Id, deed: &Deed) -> Message {
    if let Deed::Skill { skill, .. } = deed
        && let Some(own) = telling.before.character(who)
        && let Some(known) = own.skills.iter().find(|known| known.id == *skill)
    {
        return message!("timeline-term", name = &known.skill.name);
    }
    if let Deed::Move { to } = deed {
        return message!("timeline-deed-move-to", to = *to);
    }
    if let Deed::Step { by } = deed {
        return message!("timeline-deed-step-by", by = signed(*by));
    }
    match deed.against() {
        Some(against) => {
            let against = telling.other(against);
            message!("timeline-deed-against", deed = deed.name(), against = against)
        }
        None => deed.name(),
    }
}

/// At whom an act is aimed, where it must be said: whoever guards nobody else guards themselves.
pub(super) fn aim_of(who: Id, deed: &Deed) -> Option<Id> {
    let guards = matches!(deed, Deed::Guard { .. });
    deed.target().filter(|target| !guards || *target != who)
}

/// What is done, to whom, in the player's words if there are any.
pub(super) fn deed_words(telling: Telling<'_>, who: Id, deed: &Deed, note: &str) -> Message {
    let name = deed_name(telling, who, deed);
    let target = aim_of(who, deed).map(|target| telling.other(target));
    match (target, note.is_empty()) {
        (Some(target), true) => message!("timeline-deed-at", deed = name, target = target),
        (Some(target), false) => {
            message!("timeline-deed-at-noted", deed = name, target = target, note = note)
        }
        (None, false) => message!("timeline-deed-noted", deed = name, note = note),
        (None, true) => name,
    }
}

impl OfferBuilder<'_> {
    /// Something told with one's best attribute, for one who is free to declare.
    pub(super) fn offer_declare(
        &mut self,
        fight: &Fight,
        fighter: &Fighter,
        own: &Character,
        awaited: bool,
    ) {
        let idle = matches!(fighter.doing, Doing::Idle | Doing::Holding | Doing::Late)
            && fighter.planned.is_empty();
        let waits = || {
            let knows = self.state.sees_initiative(self.by.viewer());
            fight.waits(own.id) && knows && fight.others_from.is_none()
        };
        if !idle || own.derived.overloaded || waits() {
            return;
        }
        let best = Attribute::ALL.into_iter().max_by_key(|attribute| own.attribute(*attribute));
        let Some(best) = best.filter(|best| own.attribute(*best).is_positive()) else { return };
        let command = Command::Declare {
            character: own.id,
            deed: Deed::Narrate,
            attribute: Some(best),
            effort: Some(Effort::Time(Amount::whole(5))),
            weapon: None,
            note: String::new(),
        };
        let note = Bounds::Text { max: NOTE, optional: true };
        let declare = offer("T-21", message!("timeline-act-declare"), command).field(
            "note",
            message!("timeline-note"),
            note,
        );
        let waits = awaited.then(|| message!("timeline-waits", name = &own.card.name));
        self.push(Offer { waits, ..declare });
    }

    /// Doing nothing for now, for one the table waits for.
    pub(super) fn offer_hold(&mut self, own: &Character) {
        let waits = Some(message!("timeline-waits", name = &own.card.name));
        let command = Command::Hold { character: own.id };
        let hold = offer("T-21", message!("timeline-act-hold"), command);
        self.push(Offer { waits, ..hold });
    }

    pub(super) fn offer_cancel(&mut self, fighter: &Fighter) {
        if may_cancel(fighter) {
            let command = Command::CancelAct { character: fighter.id };
            self.push(offer("T-25", message!("timeline-act-cancel-act"), command));
        }
    }
}
