//! Consequences: owed by the host, pending over a character, then landed or averted (M-20, M-30).

use serde::{Deserialize, Serialize};

use super::challenge::check_harms;
use super::plan::{Decided, Plan, missing};
use super::{Event, Harm, Holder, RollKind, Tag, Thing, name, status};
use crate::{Audience, Id, Refusal, Term, message};

/// A consequence that has been named and has not landed yet (M-20).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Consequence {
    /// Which one.
    pub id: Id,
    /// The character it hits, if it hits one.
    pub to: Option<Id>,
    /// What is about to happen.
    pub text: Term,
    /// What it does.
    pub harms: Vec<Harm>,
    /// Tags and statuses that counted in the action it comes from (M-31).
    pub used: Vec<Id>,
    /// Whether it can be mitigated.
    pub mitigable: bool,
    /// The characters who have answered it already.
    pub answered: Vec<Id>,
    /// Who may see it.
    #[serde(default)]
    pub seen: Audience,
}

/// A consequence the dice have called for and the host has not named yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owed {
    /// Which one.
    pub id: Id,
    /// The character who acted.
    pub to: Option<Id>,
    /// What was attempted.
    pub text: String,
    /// Tags and statuses that counted in the action (M-31).
    pub used: Vec<Id>,
    /// Whether it must bring a trait that makes the anomaly worse (M-36).
    pub worse: bool,
    /// Whether it waits for the suppression (M-37).
    pub waits: bool,
    /// Who may see it.
    #[serde(default)]
    pub seen: Audience,
}

/// The host names a consequence (M-20).
pub(super) fn hit(
    plan: &mut Plan,
    owed: Option<Id>,
    to: Option<Id>,
    text: &str,
    harms: &[Harm],
    threat: Option<Id>,
) -> Decided {
    plan.host()?;
    let owed = owed.map(|id| the_owed(plan, id)).transpose()?;
    if owed.is_some_and(|it| it.waits) {
        return Err(Refusal::new("M-37", message!("mist-owed-waits"))
            .instead(message!("mist-owed-waits-instead")));
    }
    let to = to.or(owed.and_then(|it| it.to));
    let character = to.map(|id| plan.actor(id)).transpose()?;
    let text = name::text(text)?;
    if harms.is_empty() {
        return Err(Refusal::new("M-20", message!("mist-no-harms"))
            .instead(message!("mist-no-harms-instead")));
    }
    check_harms(plan, harms)?;
    let needs_someone = harms.iter().any(|it| matches!(it, Harm::Status { .. }));
    if needs_someone && to.is_none() {
        return Err(Refusal::new("M-20", message!("mist-hits-nobody"))
            .instead(message!("mist-hits-nobody-instead")));
    }
    let is_trait = |it: &Harm| matches!(it, Harm::Trait { .. });
    if owed.is_some_and(|it| it.worse) && !harms.iter().any(is_trait) {
        return Err(Refusal::new("M-36", message!("mist-no-trait"))
            .instead(message!("mist-no-trait-instead")));
    }
    let mut text: Term = text.as_str().into();
    if let Some(id) = threat {
        let Ok(Thing::Threat(_, threat)) = plan.find(id) else {
            return Err(missing(message!("mist-a-threat")));
        };
        if text.spellings().all(str::is_empty) {
            text = threat.text.clone();
        }
        if !threat.answered {
            plan.push(Event::ThreatAnswered { threat: id, answered: true });
        }
    }
    if let Some(owed) = owed {
        plan.push(Event::OwedSettled { owed: owed.id, passed: false });
    }
    let seen = match (owed, character) {
        (Some(owed), _) if owed.seen != Audience::All => owed.seen.clone(),
        (_, Some(character)) => character.seen.clone(),
        _ => Audience::All,
    };
    let consequence = Consequence {
        id: plan.id(),
        to,
        text,
        harms: harms.to_vec(),
        used: owed.map(|it| it.used.clone()).unwrap_or_default(),
        mitigable: true,
        answered: Vec::new(),
        seen,
    };
    plan.push(Event::ConsequenceNamed { consequence: Box::new(consequence) });
    Ok(())
}

fn the_owed<'a>(plan: &Plan<'a>, id: Id) -> Result<&'a Owed, Refusal> {
    let viewer = plan.viewer();
    let mut owed = plan.before.owed.iter();
    owed.find(|it| it.id == id && it.seen.sees(viewer))
        .ok_or_else(|| missing(message!("mist-a-consequence")))
}

/// The host lets a consequence the dice called for pass.
pub(super) fn let_pass(plan: &mut Plan, id: Id) -> Decided {
    plan.host()?;
    the_owed(plan, id)?;
    plan.push(Event::OwedSettled { owed: id, passed: true });
    Ok(())
}

fn check_unanswered(plan: &Plan, id: Id) -> Decided {
    let mut rolls = plan.before.rolls.iter();
    if rolls.any(|it| it.kind == RollKind::Mitigate { consequence: id }) {
        return Err(Refusal::new("M-30", message!("mist-being-answered"))
            .instead(message!("mist-being-answered-instead")));
    }
    Ok(())
}

/// The host takes a pending consequence back.
pub(super) fn spare(plan: &mut Plan, id: Id) -> Decided {
    plan.host()?;
    plan.consequence(id)?;
    check_unanswered(plan, id)?;
    plan.push(Event::ConsequenceGone { consequence: id, averted: false });
    Ok(())
}

/// A pending consequence lands (M-20).
pub(super) fn accept(plan: &mut Plan, id: Id) -> Decided {
    let consequence = plan.consequence(id)?;
    match consequence.to {
        Some(to) => plan.own(to).map(|_| ())?,
        None => plan.host()?,
    }
    check_unanswered(plan, id)?;
    land_all(plan, consequence, &consequence.harms);
    Ok(())
}

/// What is left of a consequence lands, part by part.
pub(super) fn land_all(plan: &mut Plan, consequence: &Consequence, harms: &[Harm]) {
    plan.push(Event::ConsequenceLanded { consequence: consequence.id });
    for harm in harms {
        land(plan, consequence, harm);
    }
}

fn land(plan: &mut Plan, consequence: &Consequence, harm: &Harm) {
    let seen = &consequence.seen;
    match (harm, consequence.to) {
        (Harm::Status { name, tier }, Some(to)) => {
            status::gain(plan, Holder::Character(to), name, *tier, seen, None, None);
        }
        (Harm::Tag { name }, Some(to)) => add_tag(plan, Holder::Character(to), name, seen),
        (Harm::Tag { name }, None) | (Harm::Trait { challenge: None, name }, _)
            if plan.before.scene.is_some() =>
        {
            add_tag(plan, Holder::Scene, name, seen);
        }
        (Harm::Trait { challenge: Some(id), name }, _) if plan.before.challenge(*id).is_some() => {
            add_tag(plan, Holder::Challenge(*id), name, seen);
        }
        (Harm::Raise { challenge, name, tier }, _)
            if plan.before.challenge(*challenge).is_some() =>
        {
            let on = Holder::Challenge(*challenge);
            status::gain(plan, on, name, *tier, seen, None, None);
        }
        (Harm::Burn { tag }, _) => {
            let found = plan.now().find_any(*tag).and_then(Thing::tag);
            if found.is_some_and(|tag| !tag.burnt) {
                plan.push(Event::TagBurnt { tag: *tag });
            }
        }
        (Harm::Remove { tag }, _) => {
            if let Some(Thing::StoryTag(..)) = plan.now().find_any(*tag) {
                plan.push(Event::TagRemoved { tag: *tag });
            }
        }
        (Harm::Reveal { thing }, _) => {
            if plan.now().find_any(*thing).is_some() {
                plan.push(Event::Shown { thing: *thing, to: Audience::All });
                status::check_all_limits(plan);
            }
        }
        // Only told, or what it was about is gone: the story says how.
        _ => plan.push(Event::Told { harm: harm.clone(), seen: seen.clone() }),
    }
}

fn add_tag(plan: &mut Plan, on: Holder, name: &Term, seen: &Audience) {
    let tag = Tag { seen: seen.clone(), ..Tag::new(plan.id(), name.clone()) };
    plan.push(Event::TagAdded { on, tag });
}
