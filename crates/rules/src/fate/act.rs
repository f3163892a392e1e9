//! Which of the four actions, and what for (F-01, F-20 … F-23).

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::offers::{BLANK, words_field};
use super::opposition::Opposing;
use super::{
    Action, Against, AspectKind, Character, Command, Created, Deciding, Event, Fate, OfferBuilder,
    PartSource, Place, Side, SidePart, State, advantage, aspect, character, conflict, contest, npc,
    opposition, roll, scene, sheet, show, side, stress, stunt, teamwork, volley, wording,
};
use crate::kernel::Decided;
use crate::{Acts, Bounds, Field, Id, Message, Refusal, Verb, Viewer, message};

/// Which of the actions it is (F-01). Defending is the other side of each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FateAct"))]
pub enum Act {
    /// Overcomes an obstacle (F-20).
    Overcome {
        /// What for.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Purpose>"))]
        purpose: Purpose,
    },
    /// Creates an advantage (F-21, F-22).
    Create {
        /// From what.
        what: Created,
    },
    /// Attacks a character (F-23).
    Attack {
        /// The track that is hit, by its id in the pack.
        track: String,
    },
    /// A side's effort in an exchange of a contest (F-41).
    Effort {
        /// Which side, counted from 0.
        side: u8,
    },
}

/// What an overcome is for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "for", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "FatePurpose"))]
pub enum Purpose {
    /// What its text says.
    #[default]
    Plain,
    /// A task of the challenge (F-40).
    Task {
        /// Which one.
        task: Id,
    },
    /// Treating a consequence (F-33).
    Treat {
        /// Which one.
        consequence: Id,
        /// What it will be called while it heals.
        name: String,
    },
    /// Reaching a zone that free movement does not (F-43).
    Reach {
        /// Which one.
        zone: Id,
    },
}

impl Act {
    /// Whether it is an effort of a contest, which has no opposition of its own (F-41).
    pub(super) fn is_effort(&self) -> bool {
        matches!(self, Act::Effort { .. })
    }

    /// The aspect it is about, known or not.
    #[must_use]
    pub fn aspect(&self) -> Option<Id> {
        match self {
            Act::Create { what: Created::Known { aspect } }
            | Act::Create { what: Created::Unknown { aspect: Some(aspect) } }
            | Act::Overcome { purpose: Purpose::Treat { consequence: aspect, .. } } => {
                Some(*aspect)
            }
            _ => None,
        }
    }

    /// What a viewer may know of it (F-22): acting on an aspect shows it to nobody new, so to
    /// others an advantage on it is a search for something unknown, and a treatment an overcome.
    #[must_use]
    pub(super) fn as_seen(&self, state: &State, viewer: Viewer) -> Act {
        let known = |id: Id| state.seen_aspect(viewer, id).is_some() || state.aspect(id).is_none();
        match self {
            Act::Create { what: Created::Unknown { .. } } if viewer != Viewer::Host => {
                Act::Create { what: Created::Unknown { aspect: None } }
            }
            Act::Create { what: Created::Known { aspect } } if !known(*aspect) => {
                Act::Create { what: Created::Unknown { aspect: None } }
            }
            Act::Overcome { purpose: Purpose::Treat { consequence, .. } }
                if !known(*consequence) =>
            {
                Act::Overcome { purpose: Purpose::Plain }
            }
            act => act.clone(),
        }
    }
}

/// What an action is aimed at, and what helps with it.
#[derive(Clone, Copy)]
pub(super) struct Aim<'c> {
    /// What stands against it; the host says it later when absent.
    pub against: Option<Against>,
    /// Whom an attack is for besides (F-45).
    pub also: &'c [Id],
    /// The stunts that help with it (F-51).
    pub stunts: &'c [Id],
}

/// Declares an action, and rolls at once if nothing is left to say about it.
pub(super) fn declare(
    deciding: &mut Deciding,
    actor: Id,
    act: &Act,
    skill: &str,
    aim: Aim,
    text: &str,
    roll: bool,
) -> Decided {
    let character = character::mine(deciding, actor)?;
    let (name, rating) = (character.name.clone(), character.rating(skill));
    let mob = npc::mob_part(character, rating);
    if character.out {
        return Err(Refusal::new("F-31", message!("fate-is-out", who = &name)));
    }
    sheet::known_skill(deciding, skill)?;
    let text = wording::text(text)?;
    let now = deciding.now();
    if let Some(action) = now.actions.iter().find(|action| action.actor == actor) {
        let names = scene::awaited(now, action);
        return Err(Refusal::new("F-25", message!("fate-busy", who = &name))
            .instead(message!("fate-awaited", names = names)));
    }
    conflict::has_turn(deciding, actor)?;
    let mut act = act.clone();
    let against = check(deciding, actor, &mut act, aim.against)?;
    let side = Side {
        who: Some(actor),
        skill: Some(skill.to_owned()),
        parts: [side::skill_part(deciding, skill, rating)].into_iter().chain(mob).collect(),
        ..Side::default()
    };
    let targets = several(deciding, actor, &act, &against, aim.also)?;
    let against = if targets.is_empty() { against } else { Opposing::Fixed(Vec::new()) };
    let (target, opposition, proposed) = match against {
        Opposing::Later => (None, None, None),
        Opposing::Character(id) => (Some(id), None, None),
        Opposing::Proposed(value) => (None, None, Some(value)),
        Opposing::Fixed(parts) => (None, Some(Side { parts, ..Side::default() }), None),
    };
    let id = deciding.id();
    let shown = [Some(actor), target, borne_by(&act)].into_iter().flatten();
    for thing in shown.chain(targets.iter().copied()) {
        show::reveal(deciding, thing);
    }
    let action =
        Action { text, target, targets, opposition, proposed, ..Action::new(id, actor, act, side) };
    deciding.push(Event::ActionOpened { action: Box::new(action) });
    for stunt in aim.stunts {
        stunt::use_stunt(deciding, actor, *stunt, Some(id))?;
    }
    if roll && !teamwork::could_still_help(deciding, id) {
        return roll::roll_if_ready(deciding, id);
    }
    Ok(())
}

/// The targets of an attack on several; none for any other action (F-45).
fn several(
    deciding: &Deciding,
    actor: Id,
    act: &Act,
    first: &Opposing,
    also: &[Id],
) -> Result<Vec<Id>, Refusal> {
    if also.is_empty() {
        return Ok(Vec::new());
    }
    let first = match first {
        Opposing::Character(first) => Some(*first),
        Opposing::Later | Opposing::Fixed(_) | Opposing::Proposed(_) => None,
    };
    let targets: Vec<Id> = first.into_iter().chain(also.iter().copied()).collect();
    volley::check(deciding, actor, act, &targets)?;
    Ok(targets)
}

/// The action fits, and this is what stands against it.
fn check(
    deciding: &Deciding,
    actor: Id,
    act: &mut Act,
    against: Option<Against>,
) -> Result<Opposing, Refusal> {
    let named = match against {
        None => Opposing::Later,
        Some(against) => opposition::opposing(deciding, actor, against)?,
    };
    match act {
        Act::Overcome { purpose } => check_purpose(deciding, actor, purpose, named),
        Act::Create { what } => {
            advantage::check(deciding, what)?;
            Ok(named)
        }
        Act::Attack { track } => {
            stress::known_track(deciding, track)?;
            match named {
                Opposing::Character(_) => Ok(named),
                Opposing::Later | Opposing::Fixed(_) | Opposing::Proposed(_) => {
                    Err(Refusal::new("F-23", message!("fate-attack-whom")))
                }
            }
        }
        Act::Effort { side } => {
            contest::check_effort(deciding, actor, *side)?;
            Ok(Opposing::Fixed(Vec::new()))
        }
    }
}

/// What an overcome is for is there, and may itself say what stands against it.
fn check_purpose(
    deciding: &Deciding,
    actor: Id,
    purpose: &mut Purpose,
    named: Opposing,
) -> Result<Opposing, Refusal> {
    let fixed = |value| SidePart { source: PartSource::Difficulty, value };
    match purpose {
        Purpose::Plain => Ok(named),
        Purpose::Task { task } => {
            let challenge = deciding.now().challenge();
            let Some(found) = challenge.and_then(|challenge| challenge.task(*task)) else {
                return Err(Refusal::new("F-40", message!("fate-no-task")));
            };
            let trying = deciding.now().actions.iter().any(|action| {
                action.act == Act::Overcome { purpose: Purpose::Task { task: *task } }
            });
            if found.overcome.is_some() || trying {
                return Err(Refusal::new("F-40", message!("fate-task-tried", task = &found.name)));
            }
            opposition::set_by_host(deciding, named, found.difficulty)
        }
        Purpose::Treat { consequence, name } => {
            *name = wording::name(name)?;
            let aspect = aspect::seen(deciding, *consequence)?;
            let AspectKind::Consequence { value, treated: None, .. } = aspect.kind else {
                return Err(Refusal::new("F-33", message!("fate-not-treatable")));
            };
            let mut parts = vec![fixed(i64::from(value))];
            if aspect.character() == Some(actor) {
                parts.push(SidePart { source: PartSource::OnOneself, value: 2 });
            }
            Ok(Opposing::Fixed(parts))
        }
        Purpose::Reach { zone } => {
            let scene = scene::open(deciding)?;
            let here = scene.whereabouts.get(&actor).copied();
            if scene.zone(*zone).is_none() || here == Some(*zone) {
                return Err(Refusal::new("F-43", message!("fate-no-zone")));
            }
            let barred =
                here.and_then(|here| scene.border(here, *zone)).and_then(|border| border.barred);
            match barred {
                Some(difficulty) => opposition::set_by_host(deciding, named, difficulty),
                None => Ok(named),
            }
        }
    }
}

/// The character a new aspect is to be on, who is openly named. An aspect that is acted on is not:
/// declaring on it shows it to nobody new (F-22).
fn borne_by(act: &Act) -> Option<Id> {
    match act {
        Act::Create { what: Created::New { on: Place::Character(id), .. } } => Some(*id),
        _ => None,
    }
}

/// What an action is about besides the characters of its sides.
pub(super) fn touched(act: &Act) -> Option<Id> {
    borne_by(act).or_else(|| act.aspect())
}

/// What someone sets out to do.
pub(super) fn doing(pack: &Fate, state: &State, act: &Act) -> Message {
    match act {
        Act::Overcome { purpose: Purpose::Plain } => message!("fate-do-overcome"),
        Act::Overcome { purpose: Purpose::Task { task } } => {
            let found = state.challenge().and_then(|challenge| challenge.task(*task));
            let task = found.map_or_else(wording::nothing, |task| task.name.clone());
            message!("fate-do-task", task = task)
        }
        Act::Overcome { purpose: Purpose::Treat { consequence, .. } } => {
            message!("fate-do-treat", aspect = aspect::name_of(state, *consequence))
        }
        Act::Overcome { purpose: Purpose::Reach { zone } } => {
            let found = state.scene.as_ref().and_then(|scene| scene.zone(*zone));
            let zone = found.map_or_else(wording::nothing, |zone| zone.name.clone());
            message!("fate-do-reach", zone = zone)
        }
        Act::Create { what: Created::New { name, .. } } => {
            message!("fate-do-create", aspect = name)
        }
        Act::Create { what: Created::Known { aspect } } => {
            message!("fate-do-create-on", aspect = aspect::name_of(state, *aspect))
        }
        Act::Create { what: Created::Unknown { .. } } => message!("fate-do-discover"),
        Act::Attack { track } => message!("fate-do-attack", track = pack.track_name(track)),
        Act::Effort { .. } => message!("fate-do-effort"),
    }
}

/// Whether someone may set out on an action now: not out, with nothing under way, and in a conflict
/// with a turn whose action is not used.
pub(super) fn free_to_act(state: &State, actor: Id) -> bool {
    let turn = state.conflict().is_none_or(|conflict| {
        conflict.turn == Some(actor)
            && conflict.combatant(actor).is_some_and(|one| !one.out && !one.used)
    });
    let busy = state.actions.iter().any(|action| action.actor == actor);
    turn && !busy && state.character(actor).is_some_and(|one| !one.out)
}

/// What a seat can set out on with a character of its own.
pub(super) fn flag(state: &State, character: &Character, acts: &mut Acts) {
    if free_to_act(state, character.id) {
        acts.can(character.id, None, "overcome");
        if state.scene.is_some() {
            acts.can(character.id, None, "create");
        }
    }
}

/// The actions that are always in sight, as they are sent when nothing is changed.
pub(super) fn verbs(pack: &Fate) -> Vec<Verb> {
    let skill = pack.skills.list.first().map(|skill| skill.id.clone()).unwrap_or_default();
    let verb = |name, rule, act| {
        let command = json!({ "do": "act", "actor": "@of", "act": act, "skill": skill });
        let words = wording::word(&pack.skills.name);
        Verb::new(name, rule, command)
            .field("skill", words, Bounds::Asked)
            .field("against", message!("fate-field-against"), Bounds::Asked)
            .field("text", message!("fate-field-text"), Bounds::Asked)
    };
    let new = json!({ "from": "new", "name": BLANK, "on": "scene" });
    let create = verb("create", "F-21", json!({ "kind": "create", "what": new }));
    vec![
        verb("overcome", "F-20", json!({ "kind": "overcome" })),
        create.field("act/what/name", message!("fate-field-aspect"), Bounds::Asked),
    ]
}

/// What the offers of a character's actions share: who acts, and with which skill.
pub(super) struct Attempt<'c> {
    pub(super) by: &'c Character,
    skill: String,
    skills: Field,
}

impl Attempt<'_> {
    pub(super) fn command(&self, act: Act, against: Option<Against>) -> Command {
        Command::Act {
            actor: self.by.id,
            act,
            skill: self.skill.clone(),
            against,
            also: Vec::new(),
            stunts: Vec::new(),
            text: String::new(),
            roll: false,
        }
    }

    pub(super) fn fields(&self, more: Vec<Field>) -> Vec<Field> {
        let text = words_field("text", message!("fate-field-text"));
        [self.skills.clone()].into_iter().chain(more).chain([text]).collect()
    }
}

impl OfferBuilder<'_> {
    /// The four actions, and what they can be for (F-01).
    pub(super) fn acts(&mut self, character: &Character) {
        let (skill, skills) = self.skills(character);
        let attempt = Attempt { by: character, skill, skills };
        let (usual, against) = self.against(character);
        let plain = Act::Overcome { purpose: Purpose::Plain };
        self.offer(
            "F-20",
            message!("fate-act-overcome"),
            attempt.command(plain, usual),
            attempt.fields(vec![against.clone()]),
        );
        self.advantages(&attempt, usual, &against);
        self.attacks(&attempt);
        self.treatments(&attempt);
        self.tasks(&attempt);
        self.efforts(&attempt);
        self.ways_to_zones(&attempt);
    }

    /// An overcome with a purpose, against what the purpose says.
    pub(super) fn overcome(
        &mut self,
        rule: &'static str,
        label: Message,
        attempt: &Attempt,
        purpose: Purpose,
        fields: Vec<Field>,
    ) {
        let command = attempt.command(Act::Overcome { purpose }, None);
        self.offer(rule, label, command, attempt.fields(fields));
    }
}
