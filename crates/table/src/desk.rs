//! The host's desk: scenes prepared before play, in an order, and things kept for later (B-44).
//!
//! Like notes, all this is never undone (B-13): a fight that is taken back must not take along what
//! the host prepared meanwhile. What a started scene brought to the game is, and the scene is ready
//! again then.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use rules::{AnyGame, Decided, Id, ReadyThing, Refusal, Staged, message, typed};
use serde_json::Value as Json;

use crate::TableEvent;
use crate::campaign::Campaign;
use crate::command::Standing;
use crate::deciding::Deciding;
use crate::fair::FairDice;
use crate::lines::{KindedLine, table_line};
use crate::part::{DeskPart, LibraryPart, ScenePart, ShelvedPart};
use crate::play::{self, session_first};
use crate::room::Room;

/// The most characters of a scene's title.
const TITLE: u32 = 60;
/// The most characters of what is read aloud, or of notes.
const TEXT: u32 = 2000;
/// The most scenes.
const SCENES: usize = 200;
/// The most things of a scene, and handouts.
const THINGS: usize = 60;
/// The most things on the shelf.
const SHELF: usize = 500;
/// The most bytes of one thing.
const BYTES: usize = 32 * 1024;

/// The desk of the room.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Desk {
    /// In the order the host gave them.
    pub scenes: Vec<Scene>,
    /// Which was started last.
    pub last: Option<Id>,
    /// What the host keeps, in the order it came.
    pub shelf: Vec<(Id, Json)>,
}

/// A scene as it is prepared.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scene {
    pub id: Id,
    pub title: String,
    /// What is read aloud.
    pub text: String,
    /// What only the host may read.
    pub notes: String,
    pub things: Vec<Json>,
    /// Notes to hand out in it (B-43).
    pub handouts: Vec<Id>,
    pub standing: Standing,
    /// The record that started it last, and whether that stands.
    pub started: Option<(u64, bool)>,
}

/// What a scene is, as a command brings it.
pub(crate) struct Draft<'d> {
    pub scene: Option<Id>,
    pub title: &'d str,
    pub text: &'d str,
    pub notes: &'d str,
    pub things: &'d [Json],
    pub handouts: &'d [Id],
    pub standing: Standing,
}

impl Desk {
    fn scene(&self, id: Id) -> Result<&Scene, Refusal> {
        let found = self.scenes.iter().find(|scene| scene.id == id);
        found.ok_or_else(|| Refusal::new("B-44", message!("table-no-such-scene")))
    }

    fn scene_mut(&mut self, id: Id) -> Option<&mut Scene> {
        self.scenes.iter_mut().find(|scene| scene.id == id)
    }
}

/// What a host prepared, keeps and finds in the pack at one moment, drawn up when it is asked for.
#[derive(Clone, Debug)]
pub struct HostDesk {
    game: AnyGame,
    desk: Arc<Desk>,
    notes: BTreeSet<Id>,
    part: OnceLock<Option<DeskPart>>,
}

impl HostDesk {
    /// The scenes and the shelf; none while there is nothing on either.
    #[must_use]
    pub fn part(&self) -> Option<&DeskPart> {
        let draw = || self.desk.part(&self.game, |note| self.notes.contains(&note));
        self.part.get_or_init(draw).as_ref()
    }

    /// What the pack ships.
    #[must_use]
    pub fn library(&self) -> Arc<[ReadyThing]> {
        self.game.library()
    }
}

impl Desk {
    /// What is shown of it; none while there is nothing on it.
    fn part(&self, game: &AnyGame, has_note: impl Fn(Id) -> bool) -> Option<DeskPart> {
        if self.scenes.is_empty() && self.shelf.is_empty() {
            return None;
        }
        let scenes = self.scenes.iter().map(|scene| {
            let stands = scene.started.is_some_and(|(_, stands)| stands);
            let handouts = scene.handouts.iter().copied();
            ScenePart {
                id: scene.id,
                title: scene.title.clone(),
                text: scene.text.clone(),
                notes: scene.notes.clone(),
                things: scene.things.iter().map(|thing| shown(game, thing)).collect(),
                handouts: handouts.filter(|id| has_note(*id)).collect(),
                standing: scene.standing,
                played: stands,
                on_stage: stands && self.last == Some(scene.id),
            }
        });
        let shelved = |(id, thing): &(Id, Json)| ShelvedPart { id: *id, thing: shown(game, thing) };
        let shelf = self.shelf.iter().map(shelved).collect();
        Some(DeskPart { scenes: scenes.collect(), shelf })
    }
}

impl Campaign {
    /// `table/desk`, for hosts alone: none while there is nothing on it.
    pub fn desk_part(&self) -> Option<DeskPart> {
        self.room.desk.part(&self.history.game, |note| self.room.note(note).is_some())
    }

    /// `table/library`, for hosts alone: what the pack ships; none if that is nothing.
    pub fn library_part(&self) -> Option<LibraryPart> {
        let things = self.history.game.library();
        (!things.is_empty()).then_some(LibraryPart { things })
    }

    /// The desk as it is now, to be looked at when it is needed.
    pub fn host_desk(&self) -> HostDesk {
        HostDesk {
            game: self.history.game.clone(),
            desk: self.room.desk.clone(),
            notes: self.room.notes.iter().map(|note| note.id).collect(),
            part: OnceLock::new(),
        }
    }
}

/// What is shown of a thing; the pack may have changed since it was made ready.
fn shown(game: &AnyGame, thing: &Json) -> ReadyThing {
    game.show_ready(thing).unwrap_or_else(|| ReadyThing {
        part: rules::ReadyPart {
            kind: message!("ready-unfit"),
            name: thing.get("name").and_then(Json::as_str).unwrap_or("?").into(),
            text: "".into(),
            marks: Vec::new(),
            hidden: false,
        },
        thing: thing.clone(),
    })
}

/// A thing as it is kept: what its family reads of it.
fn ready(deciding: &Deciding, thing: &Json) -> Result<Json, Refusal> {
    if thing.to_string().len() > BYTES {
        return Err(Refusal::new("B-44", message!("ready-too-large", most = BYTES)));
    }
    Ok(deciding.campaign.history.game.ready(thing)?.thing)
}

fn few(count: usize, most: usize) -> Decided {
    match count <= most {
        true => Ok(()),
        false => Err(Refusal::new("B-44", message!("table-desk-full", most = most))),
    }
}

pub(crate) fn prepare(deciding: &mut Deciding, draft: &Draft) -> Decided {
    deciding.host()?;
    let room = &deciding.campaign.room;
    let known = draft.scene.map(|id| room.desk.scene(id)).transpose()?;
    if known.is_none() {
        few(room.desk.scenes.len() + 1, SCENES)?;
    }
    few(draft.things.len(), THINGS)?;
    few(draft.handouts.len(), THINGS)?;
    let title = typed::name(draft.title, TITLE)?;
    let (text, notes) = (typed::text(draft.text, TEXT)?, typed::text(draft.notes, TEXT)?);
    // What is there already passed when it came: a pack that changed since must not be in the way.
    let there = |thing: &Json| known.is_some_and(|scene| scene.things.contains(thing));
    let kept = |thing: &Json| match there(thing) {
        true => Ok(thing.clone()),
        false => ready(deciding, thing),
    };
    let things = draft.things.iter().map(kept).collect::<Result<_, _>>()?;
    for note in draft.handouts {
        deciding.campaign.note_for(deciding.by, *note)?;
    }
    let scene = draft.scene.unwrap_or_else(|| deciding.new_id());
    let (handouts, standing) = (draft.handouts.to_vec(), draft.standing);
    deciding.push(TableEvent::ScenePrepared {
        scene,
        title,
        text,
        notes,
        things,
        handouts,
        standing,
    });
    Ok(())
}

pub(crate) fn place(deciding: &mut Deciding, scene: Id, at: u32) -> Decided {
    deciding.host()?;
    deciding.campaign.room.desk.scene(scene)?;
    deciding.push(TableEvent::ScenePlaced { scene, at });
    Ok(())
}

pub(crate) fn drop(deciding: &mut Deciding, scene: Id) -> Decided {
    deciding.host()?;
    deciding.campaign.room.desk.scene(scene)?;
    deciding.push(TableEvent::PreparedDropped { scene });
    Ok(())
}

/// The scene before is over, this one begins with all that is in it (B-44).
pub(crate) fn start(deciding: &mut Deciding, id: Id) -> Decided {
    deciding.host()?;
    let campaign = deciding.campaign;
    let scene = campaign.room.desk.scene(id)?;
    let things: Vec<&Json> = scene.things.iter().collect();
    let says = stage(deciding, Some((&scene.title, &scene.text)), &things, None)?;
    deciding.push(TableEvent::SceneStarted { scene: id, says });
    Ok(())
}

/// Brings one thing to the table, as it is.
pub(crate) fn bring(deciding: &mut Deciding, thing: &Json, to: Option<Id>) -> Decided {
    deciding.host()?;
    let thing = ready(deciding, thing)?;
    stage(deciding, None, &[&thing], to).map(|_| ())
}

fn stage(
    deciding: &mut Deciding,
    scene: Option<(&str, &str)>,
    things: &[&Json],
    to: Option<Id>,
) -> Result<Option<(String, String)>, Refusal> {
    let campaign = deciding.campaign;
    play::may_play(campaign, deciding.by)?;
    let mut dice = FairDice::new(&campaign.room, deciding.id, deciding.fresh);
    let staged = Staged { scene, things, to, language: &campaign.room.language };
    let (events, says) = campaign.history.game.stage(deciding.by, &staged, &mut dice)?;
    if dice.reveals_secret_roll() {
        return Err(session_first());
    }
    deciding.extend_session(dice.prelude());
    deciding.extend_game(events);
    Ok(says)
}

/// Keeps a thing for later, at this table or another.
pub(crate) fn shelve(deciding: &mut Deciding, thing: &Json) -> Decided {
    deciding.host()?;
    let desk = &deciding.campaign.room.desk;
    few(desk.shelf.len() + 1, SHELF)?;
    let thing = ready(deciding, thing)?;
    if desk.shelf.iter().any(|(_, known)| *known == thing) {
        return Err(Refusal::new("B-44", message!("table-shelved-already")));
    }
    let id = deciding.new_id();
    deciding.push(TableEvent::Shelved { id, thing });
    Ok(())
}

pub(crate) fn unshelve(deciding: &mut Deciding, id: Id) -> Decided {
    deciding.host()?;
    if deciding.campaign.room.desk.shelf.iter().all(|(known, _)| *known != id) {
        return Err(Refusal::new("B-44", message!("table-not-shelved")));
    }
    deciding.push(TableEvent::Unshelved { id });
    Ok(())
}

/// A scene as it is written, new or anew.
pub(crate) fn prepared(room: &mut Room, scene: Scene) {
    let desk = room.desk_mut();
    match desk.scene_mut(scene.id) {
        Some(known) => *known = Scene { started: known.started, ..scene },
        None => desk.scenes.push(scene),
    }
}

pub(crate) fn placed(room: &mut Room, id: Id, at: u32) {
    let scenes = &mut room.desk_mut().scenes;
    if let Some(from) = scenes.iter().position(|scene| scene.id == id) {
        let scene = scenes.remove(from);
        let at = usize::try_from(at).unwrap_or(usize::MAX).min(scenes.len());
        scenes.insert(at, scene);
    }
}

pub(crate) fn dropped(room: &mut Room, id: Id) {
    room.desk_mut().scenes.retain(|scene| scene.id != id);
}

pub(crate) fn started(room: &mut Room, id: Id, seq: u64) {
    let desk = room.desk_mut();
    if let Some(scene) = desk.scene_mut(id) {
        (scene.started, scene.standing) = (Some((seq, true)), Standing::Ready);
        desk.last = Some(id);
    }
}

/// After a rewind: scenes whose beginning was undone are ready again.
pub(crate) fn rewound(room: &mut Room, undone: &[u64], redone: &[u64]) {
    let mut last = None;
    let desk = room.desk_mut();
    for scene in &mut desk.scenes {
        if let Some((seq, stands)) = &mut scene.started {
            *stands = redone.contains(seq) || *stands && !undone.contains(seq);
            last = last.max(stands.then_some((*seq, scene.id)));
        }
    }
    desk.last = last.map(|(_, id)| id);
}

pub(crate) fn shelved(room: &mut Room, id: Id, thing: &Json) {
    room.desk_mut().shelf.push((id, thing.clone()));
}

pub(crate) fn unshelved(room: &mut Room, id: Id) {
    room.desk_mut().shelf.retain(|(known, _)| *known != id);
}

/// Families without scenes of their own: the table tells where one begins.
pub(crate) fn tell_started(says: Option<&(String, String)>) -> Vec<KindedLine> {
    let Some((title, text)) = says else { return Vec::new() };
    table_line(message!("table-scene", title = title.as_str(), text = text.as_str()))
}
