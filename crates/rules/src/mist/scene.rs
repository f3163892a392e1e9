//! The scene: what is going on here and now (M-09).

use serde::{Deserialize, Serialize};

use super::plan::{Decided, Plan};
use super::{Consequence, Event, Status, Tag, Thing, Threat, name};
use crate::{Audience, Id, Refusal, Term, message};

/// What is going on here and now (M-09).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scene {
    /// Which one.
    pub id: Id,
    /// What it is called.
    pub title: Term,
    /// What it is like.
    pub text: Term,
    /// Where its loop stands.
    pub step: Step,
    /// The characters who are present.
    pub present: Vec<Id>,
    /// Story tags of the scene itself.
    pub tags: Vec<Tag>,
    /// Statuses of the scene itself.
    pub statuses: Vec<Status>,
    /// Threats of the scene itself.
    pub threats: Vec<Threat>,
}

/// The steps a scene goes round in (M-09).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistStep"))]
pub enum Step {
    /// The host tells how things stand.
    #[default]
    Establish,
    /// Players act.
    Action,
    /// What was not answered lands.
    Consequence,
}

/// What has tags and statuses of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistHolder"))]
pub enum Holder {
    /// A character.
    Character(Id),
    /// A challenge.
    Challenge(Id),
    /// The scene itself.
    Scene,
}

/// The host opens a scene.
pub(super) fn set(plan: &mut Plan, title: &str, text: &str) -> Decided {
    plan.host()?;
    if plan.before.scene.is_some() {
        return Err(Refusal::new("M-09", message!("mist-scene-open"))
            .instead(message!("mist-scene-open-instead")));
    }
    let title = name::name(title)?;
    let text = name::text(text)?.as_str().into();
    let characters = plan.before.characters.iter();
    let present = characters.filter(|it| !it.left).map(|it| it.id).collect();
    let scene = Scene {
        id: plan.id(),
        title,
        text,
        step: Step::Establish,
        present,
        tags: Vec::new(),
        statuses: Vec::new(),
        threats: Vec::new(),
    };
    plan.push(Event::SceneSet { scene: Box::new(scene) });
    Ok(())
}

fn scene<'a>(plan: &Plan<'a>) -> Result<&'a Scene, Refusal> {
    plan.before
        .scene
        .as_deref()
        .ok_or_else(|| no_scene().instead(message!("mist-no-scene-instead")))
}

/// No scene is open.
pub(super) fn no_scene() -> Refusal {
    Refusal::new("M-09", message!("mist-no-scene"))
}

/// The host says whether a character is present.
pub(super) fn set_present(plan: &mut Plan, id: Id, present: bool) -> Decided {
    plan.host()?;
    let scene = scene(plan)?;
    let character = plan.actor(id)?;
    if scene.present.contains(&character.id) == present {
        return Err(Refusal::new("M-09", message!("mist-present-already")));
    }
    plan.push(Event::PresentSet { character: id, present });
    Ok(())
}

/// The host moves the scene's loop on; at the consequence step every unanswered threat comes due,
/// without a roll (M-09).
pub(super) fn step(plan: &mut Plan, step: Step) -> Decided {
    plan.host()?;
    let scene = scene(plan)?;
    if scene.step == step {
        return Err(Refusal::new("M-09", message!("mist-step-already")));
    }
    plan.push(Event::SceneStepped { step });
    if step != Step::Consequence {
        return Ok(());
    }
    // What players do not know of yet does not land behind their backs: the host shows it first.
    let open = |seen: &Audience| *seen == Audience::All;
    let of_challenges = plan
        .before
        .challenges
        .iter()
        .filter(|it| it.overcome.is_none() && open(&it.seen))
        .flat_map(|it| &it.threats);
    let due: Vec<&Threat> = of_challenges
        .chain(&scene.threats)
        .filter(|threat| !threat.answered && open(&threat.seen))
        .collect();
    for threat in due {
        come_due(plan, scene, threat);
    }
    Ok(())
}

/// A threat becomes a pending consequence for each character it is aimed at.
fn come_due(plan: &mut Plan, scene: &Scene, threat: &Threat) {
    let state = plan.before;
    let aimed_at = |id: &Id| {
        if threat.at.is_empty() {
            state.character(*id).is_some_and(|it| it.seat.is_some())
        } else {
            threat.at.contains(id)
        }
    };
    for &id in scene.present.iter().filter(|id| aimed_at(id)) {
        let Some(character) = state.character(id) else {
            continue;
        };
        let consequence = Consequence {
            id: plan.id(),
            to: Some(id),
            text: threat.text.clone(),
            harms: threat.harms.clone(),
            used: Vec::new(),
            mitigable: true,
            answered: Vec::new(),
            seen: character.seen.clone(),
        };
        plan.push(Event::ConsequenceNamed { consequence: Box::new(consequence) });
    }
}

/// The host ends the scene.
pub(super) fn end(plan: &mut Plan, keep: &[Id]) -> Decided {
    plan.host()?;
    scene(plan)?;
    let state = plan.before;
    if !state.rolls.is_empty() || !state.consequences.is_empty() {
        return Err(Refusal::new("M-09", message!("mist-scene-busy"))
            .instead(message!("mist-scene-busy-instead")));
    }
    for id in keep {
        match plan.find(*id)? {
            Thing::Challenge(_) | Thing::StoryTag(Holder::Character(_), _) => {}
            _ => {
                return Err(Refusal::new("M-09", message!("mist-cannot-keep"))
                    .instead(message!("mist-cannot-keep-instead")));
            }
        }
    }
    plan.push(Event::SceneEnded { keep: keep.to_vec() });
    Ok(())
}
