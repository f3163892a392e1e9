//! What the host puts on the stage: challenges, limits, threats, tags, statuses (M-05 … M-09).

use super::challenge::check_harms;
use super::plan::{Decided, Plan, missing};
use super::scene::no_scene;
use super::{
    Challenge, ChallengeDraft, Event, Holder, Limit, LimitDraft, Marks, Tag, Thing, Threat,
    ThreatDraft, name, status,
};
use crate::{Audience, Id, Refusal, message};

/// The most of anything the host may put in one place: a table, not a database.
const MOST: usize = 100;

fn audience(hidden: bool) -> Audience {
    if hidden { Audience::Host } else { Audience::All }
}

fn not_too_many(there: usize) -> Decided {
    if there >= MOST {
        return Err(Refusal::new("B-12", message!("mist-too-many", most = MOST)));
    }
    Ok(())
}

/// Adds a challenge to the scene (M-08).
pub(super) fn add_challenge(plan: &mut Plan, draft: &ChallengeDraft) -> Decided {
    plan.host()?;
    not_too_many(plan.before.challenges.len())?;
    not_too_many(draft.limits.len().max(draft.threats.len()).max(draft.tags.len()))?;
    let challenge = Challenge {
        id: plan.id(),
        name: name::name(&draft.name)?,
        text: name::text(&draft.text)?.as_str().into(),
        seen: audience(draft.hidden),
        limits: each(&draft.limits, |it| limit(plan, it))?,
        threats: each(&draft.threats, |it| threat(plan, it))?,
        tags: each(&draft.tags, |it| Ok(Tag::new(plan.id(), name::name(it)?)))?,
        statuses: Vec::new(),
        overcome: None,
    };
    plan.push(Event::ChallengeAdded { challenge: Box::new(challenge) });
    Ok(())
}

fn each<D, T>(drafts: &[D], make: impl FnMut(&D) -> Result<T, Refusal>) -> Result<Vec<T>, Refusal> {
    drafts.iter().map(make).collect()
}

fn limit(plan: &mut Plan, draft: &LimitDraft) -> Result<Limit, Refusal> {
    check_tier(plan, draft.tier)?;
    Ok(Limit {
        id: plan.id(),
        status: name::name(&draft.status)?,
        tier: draft.tier,
        seen: audience(draft.hidden),
        reached: false,
    })
}

fn threat(plan: &mut Plan, draft: &ThreatDraft) -> Result<Threat, Refusal> {
    for id in &draft.at {
        plan.character(*id)?;
    }
    check_harms(plan, &draft.harms)?;
    Ok(Threat {
        id: plan.id(),
        text: name::text(&draft.text)?.as_str().into(),
        at: draft.at.clone(),
        harms: draft.harms.clone(),
        answered: false,
        seen: audience(draft.hidden),
    })
}

/// A tier there is a box for (M-04).
pub(super) fn check_tier(plan: &Plan, tier: u8) -> Decided {
    let most = plan.pack.status.boxes;
    if tier == 0 || tier > most {
        return Err(Refusal::new("M-04", message!("mist-bad-tier", tier = tier))
            .instead(message!("mist-bad-tier-instead", most = most)));
    }
    Ok(())
}

fn challenge<'a>(plan: &Plan<'a>, id: Id) -> Result<&'a Challenge, Refusal> {
    match plan.find(id) {
        Ok(Thing::Challenge(challenge)) => Ok(challenge),
        _ => Err(missing(message!("mist-a-challenge"))),
    }
}

/// Takes a challenge out of the scene.
pub(super) fn remove_challenge(plan: &mut Plan, id: Id) -> Decided {
    plan.host()?;
    challenge(plan, id)?;
    plan.push(Event::ChallengeRemoved { challenge: id });
    Ok(())
}

/// Adds a limit to a challenge (M-07).
pub(super) fn add_limit(plan: &mut Plan, id: Id, draft: &LimitDraft) -> Decided {
    plan.host()?;
    not_too_many(challenge(plan, id)?.limits.len())?;
    let limit = limit(plan, draft)?;
    plan.push(Event::LimitAdded { challenge: id, limit });
    status::check_limits(plan, Holder::Challenge(id));
    Ok(())
}

/// Adds a threat to a challenge, or to the scene itself (M-08, M-09).
pub(super) fn add_threat(plan: &mut Plan, id: Option<Id>, draft: &ThreatDraft) -> Decided {
    plan.host()?;
    match id {
        Some(id) => not_too_many(challenge(plan, id)?.threats.len())?,
        None => {
            let scene = plan.before.scene.as_ref().ok_or_else(no_scene)?;
            not_too_many(scene.threats.len())?;
        }
    }
    let threat = threat(plan, draft)?;
    plan.push(Event::ThreatAdded { challenge: id, threat });
    Ok(())
}

/// Says whether a threat has been dealt with.
pub(super) fn answer_threat(plan: &mut Plan, id: Id, answered: bool) -> Decided {
    plan.host()?;
    let Ok(Thing::Threat(_, threat)) = plan.find(id) else {
        return Err(missing(message!("mist-a-threat")));
    };
    if threat.answered == answered {
        return Err(Refusal::new("M-09", message!("mist-threat-already")));
    }
    plan.push(Event::ThreatAnswered { threat: id, answered });
    Ok(())
}

/// Someone or something the seat may see, that can hold tags and statuses.
pub(super) fn check_holder(plan: &Plan, holder: Holder) -> Decided {
    match holder {
        Holder::Character(id) => plan.character(id).map(|_| ()),
        Holder::Challenge(id) => challenge(plan, id).map(|_| ()),
        Holder::Scene if plan.before.scene.is_some() => Ok(()),
        Holder::Scene => Err(no_scene()),
    }
}

/// Gives a story tag to someone or something.
pub(super) fn add_tag(plan: &mut Plan, on: Holder, typed: &str, hidden: bool) -> Decided {
    plan.host()?;
    check_holder(plan, on)?;
    not_too_many(plan.before.tags(on).len())?;
    let tag = Tag { seen: audience(hidden), ..Tag::new(plan.id(), name::name(typed)?) };
    plan.push(Event::TagAdded { on, tag });
    Ok(())
}

/// A story tag the seat may see.
pub(super) fn story_tag(plan: &Plan, id: Id) -> Decided {
    match plan.find(id)? {
        Thing::StoryTag(..) => Ok(()),
        other => Err(Refusal::new("M-01", message!("mist-not-a-story-tag", what = other.name()))),
    }
}

/// Removes a story tag.
pub(super) fn remove_tag(plan: &mut Plan, id: Id) -> Decided {
    plan.host()?;
    story_tag(plan, id)?;
    plan.push(Event::TagRemoved { tag: id });
    Ok(())
}

/// Burns a tag outside a roll (M-12).
pub(super) fn burn_tag(plan: &mut Plan, id: Id) -> Decided {
    plan.host()?;
    check_burnable(plan, id)?;
    plan.push(Event::TagBurnt { tag: id });
    Ok(())
}

/// A tag that is not burnt yet.
pub(super) fn check_burnable(plan: &Plan, id: Id) -> Decided {
    let thing = plan.find(id)?;
    match thing.tag() {
        Some(tag) if tag.burnt => {
            Err(Refusal::new("M-12", message!("mist-burnt-already", tag = &tag.name)))
        }
        Some(_) => Ok(()),
        None => Err(Refusal::new("M-12", message!("mist-not-a-tag", what = thing.name()))),
    }
}

/// Recovers a burnt tag (M-12).
pub(super) fn recover_tag(plan: &mut Plan, id: Id) -> Decided {
    plan.host()?;
    if !plan.find(id)?.tag().is_some_and(|tag| tag.burnt) {
        return Err(Refusal::new("M-12", message!("mist-not-burnt")));
    }
    plan.push(Event::TagRecovered { tag: id });
    Ok(())
}

/// Gives a status to someone or something (M-05, M-06).
pub(super) fn gain_status(
    plan: &mut Plan,
    on: Holder,
    typed: &str,
    tier: u8,
    onto: Option<Id>,
    against: Option<Id>,
    hidden: bool,
) -> Decided {
    plan.host()?;
    check_holder(plan, on)?;
    check_tier(plan, tier)?;
    not_too_many(plan.before.statuses(on).len())?;
    for id in onto.into_iter().chain(against) {
        check_status_of(plan, on, id)?;
    }
    let name = name::name(typed)?;
    status::gain(plan, on, &name, tier, &audience(hidden), onto, against);
    Ok(())
}

/// A status of this holder that the seat may see.
pub(super) fn check_status_of(plan: &Plan, on: Holder, id: Id) -> Decided {
    match plan.find(id) {
        Ok(Thing::Status(holder, _)) if holder == on => Ok(()),
        _ => Err(missing(message!("mist-a-status"))),
    }
}

/// Lowers a status (M-06).
pub(super) fn reduce_status(plan: &mut Plan, id: Id, by: u8) -> Decided {
    plan.host()?;
    let Ok(Thing::Status(..)) = plan.find(id) else {
        return Err(missing(message!("mist-a-status")));
    };
    if by == 0 || by > Marks::MOST_BOXES {
        return Err(Refusal::new("M-06", message!("mist-bad-tier", tier = by))
            .instead(message!("mist-bad-tier-instead", most = plan.pack.status.boxes)));
    }
    plan.push(Event::StatusReduced { status: id, by });
    Ok(())
}
