//! The scene: what is going on here and now (M-09).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::offers::{BLANK, OfferBuilder, Offers, name, text};
use super::viewing::Viewing;
use super::{
    Character, Command, Deciding, Event, LONGEST_NAME, LONGEST_TEXT, State, Status, Tag, Thing,
    Threat, owed, threat,
};
use crate::kernel::{Decided, offer};
use crate::{Audience, Id, Message, Refusal, Term, message, typed};

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
pub(super) fn open(deciding: &mut Deciding, title: &str, text: &str) -> Decided {
    deciding.host()?;
    check_closed(deciding)?;
    let title = Term::from(typed::name(title, LONGEST_NAME)?);
    let text = typed::text(text, LONGEST_TEXT)?.into();
    begin(deciding, title, text);
    Ok(())
}

/// A scene begins with everybody who has not left.
pub(super) fn begin(deciding: &mut Deciding, title: Term, text: Term) {
    let characters = deciding.before.characters.iter();
    let present = characters.filter(|it| !it.left).map(|it| it.id).collect();
    let scene = Scene {
        id: deciding.id(),
        title,
        text,
        step: Step::Establish,
        present,
        tags: Vec::new(),
        statuses: Vec::new(),
        threats: Vec::new(),
    };
    deciding.push(Event::SceneSet { scene: Box::new(scene) });
}

/// One scene at a time.
pub(super) fn check_closed(deciding: &Deciding) -> Decided {
    if deciding.before.scene.is_some() {
        return Err(Refusal::new("M-09", message!("mist-scene-open"))
            .instead(message!("mist-scene-open-instead")));
    }
    Ok(())
}

pub(super) fn opened(state: &mut State, scene: &Scene) {
    state.scene = Some(Arc::new(scene.clone()));
}

pub(super) fn tell_opened(scene: &Scene) -> Option<Message> {
    Some(message!("mist-told-scene", title = &scene.title, text = &scene.text))
}

fn scene<'a>(deciding: &Deciding<'a>) -> Result<&'a Scene, Refusal> {
    deciding
        .before
        .scene
        .as_deref()
        .ok_or_else(|| no_scene().instead(message!("mist-no-scene-instead")))
}

/// No scene is open.
pub(super) fn no_scene() -> Refusal {
    Refusal::new("M-09", message!("mist-no-scene"))
}

/// The host says whether a character is present.
pub(super) fn set_present(deciding: &mut Deciding, id: Id, present: bool) -> Decided {
    deciding.host()?;
    let scene = scene(deciding)?;
    let character = deciding.actor(id)?;
    if scene.present.contains(&character.id) == present {
        return Err(Refusal::new("M-09", message!("mist-present-already")));
    }
    deciding.push(Event::PresentSet { character: id, present });
    Ok(())
}

pub(super) fn present_set(state: &mut State, character: Id, present: bool) {
    if let Some(scene) = state.scene_mut() {
        scene.present.retain(|id| *id != character);
        if present {
            scene.present.push(character);
        }
    }
}

pub(super) fn tell_present_set(viewing: Viewing, character: Id, present: bool) -> Option<Message> {
    let who = &viewing.character(character)?.name;
    Some(match present {
        true => message!("mist-told-enters", who = who),
        false => message!("mist-told-leaves", who = who),
    })
}

/// The host moves the scene's loop on; at the consequence step every unanswered threat comes due,
/// without a roll (M-09).
pub(super) fn step(deciding: &mut Deciding, step: Step) -> Decided {
    deciding.host()?;
    let scene = scene(deciding)?;
    if scene.step == step {
        return Err(Refusal::new("M-09", message!("mist-step-already")));
    }
    deciding.push(Event::SceneStepped { step });
    if step != Step::Consequence {
        return Ok(());
    }
    // What players do not know of yet does not land behind their backs: the host shows it first.
    let open = |seen: &Audience| *seen == Audience::All;
    let of_challenges = deciding
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
        threat::come_due(deciding, scene, threat);
    }
    Ok(())
}

pub(super) fn stepped(state: &mut State, step: Step) {
    if let Some(scene) = state.scene_mut() {
        scene.step = step;
    }
}

pub(super) fn tell_stepped(step: Step) -> Option<Message> {
    Some(match step {
        Step::Establish => message!("mist-told-establish"),
        Step::Action => message!("mist-told-action"),
        Step::Consequence => message!("mist-told-consequence"),
    })
}

/// The host ends the scene.
pub(super) fn end(deciding: &mut Deciding, keep: &[Id]) -> Decided {
    deciding.host()?;
    scene(deciding)?;
    let state = deciding.before;
    if !state.rolls.is_empty() || !state.consequences.is_empty() {
        return Err(Refusal::new("M-09", message!("mist-scene-busy"))
            .instead(message!("mist-scene-busy-instead")));
    }
    for id in keep {
        match deciding.find(*id)? {
            Thing::Challenge(_) | Thing::StoryTag(Holder::Character(_), _) => {}
            _ => {
                return Err(Refusal::new("M-09", message!("mist-cannot-keep"))
                    .instead(message!("mist-cannot-keep-instead")));
            }
        }
    }
    // What the dice called for and nobody named is over with the scene.
    owed::lapse(deciding, |it| !it.waits);
    deciding.push(Event::SceneEnded { keep: keep.to_vec() });
    Ok(())
}

/// Story tags go with the scene, and its challenges, unless kept on purpose.
pub(super) fn ended(state: &mut State, keep: &[Id]) {
    state.scene = None;
    state.challenges.retain(|it| keep.contains(&it.id) || it.stays && it.overcome.is_none());
    for character in &mut state.characters {
        if character.tags.iter().any(|tag| !keep.contains(&tag.id)) {
            Arc::make_mut(character).tags.retain(|tag| keep.contains(&tag.id));
        }
    }
}

pub(super) fn tell_ended() -> Option<Message> {
    Some(message!("mist-told-scene-ends"))
}

impl OfferBuilder<'_> {
    /// Opening, moving and ending the scene.
    pub(super) fn offer_scene(self, offers: &mut Offers) {
        let command = Command::SetScene { title: BLANK.to_owned(), text: String::new() };
        offers.push(
            offer("M-09", message!("mist-act-set-scene"), command)
                .field("title", message!("mist-field-title"), name())
                .field("text", message!("mist-field-what"), text()),
        );
        for (step, label) in [
            (Step::Establish, message!("mist-act-step-establish")),
            (Step::Action, message!("mist-act-step-action")),
            (Step::Consequence, message!("mist-act-step-consequence")),
        ] {
            offers.push(offer("M-09", label, Command::StepScene { step }));
        }
        let command = Command::EndScene { keep: Vec::new() };
        offers.push(offer("M-09", message!("mist-act-end-scene"), command));
    }

    /// Whether a character is here.
    pub(super) fn offer_presence(self, it: &Character, offers: &mut Offers) {
        let Some(scene) = &self.state.scene else {
            return;
        };
        let present = !scene.present.contains(&it.id);
        let label = if present { message!("mist-act-enter") } else { message!("mist-act-leave") };
        let command = Command::SetPresent { character: it.id, present };
        offers.push(offer("M-09", label, command));
    }
}
