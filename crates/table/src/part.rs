//! The table's own parts of a view. Their keys begin with `table/`, so none is a game's.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use rules::{Audience, Id, Message, Plate, ReadyThing, Role, SeatId};
use serde::{Deserialize, Serialize};

use crate::TableId;
use crate::command::Standing;

/// `table/table`: what table this is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TablePart {
    /// Its id.
    pub id: TableId,
    /// What it is called.
    pub title: String,
    /// The language of its exports.
    pub language: String,
    /// The time zone of its exports.
    pub time_zone: String,
    /// The family of its rules.
    pub family: String,
    /// Whether the scene is paused (B-45).
    pub paused: bool,
    /// Why the table can only be read: its rules make the program fail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub fault: Option<Message>,
}

/// `table/you`: the seat that looks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct YouPart {
    /// Which seat.
    pub seat: SeatId,
    /// Its name.
    pub name: String,
    /// What it may do.
    pub role: Role,
}

/// `table/seats`: who sits here, in the order they came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SeatsPart {
    /// The seats.
    pub seats: Vec<SeatPart>,
}

/// One seat of [`SeatsPart`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SeatPart {
    /// Which.
    pub seat: SeatId,
    /// Its name.
    pub name: String,
    /// What it may do.
    pub role: Role,
}

/// `table/presence`: who is here and who is typing (B-42). Not logged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PresencePart {
    /// Seats with a device attached.
    pub here: Vec<SeatId>,
    /// Seats that are typing.
    pub typing: Vec<SeatId>,
}

/// `table/session`: the session under way and what proves its dice (B-22). No part without one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SessionPart {
    /// Its number, from 1.
    pub number: u32,
    /// When it began.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub began: Timestamp,
    /// The hash of each seed whose rolls the viewer sees.
    pub seeds: Vec<SeedPart>,
    /// The seats' own salts.
    pub salts: Vec<SaltPart>,
}

/// A seed of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SeedPart {
    /// Who sees the rolls it makes.
    pub audience: Audience,
    /// Its SHA-256, published before the first roll.
    pub commitment: String,
    /// The seed, once the session has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seed: Option<String>,
}

/// A seat's salt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SaltPart {
    /// Whose.
    pub seat: SeatId,
    /// The salt.
    pub salt: String,
}

/// `table/past`: the sessions that have ended, with their seeds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PastPart {
    /// The sessions, first to last.
    pub sessions: Vec<PastSession>,
}

/// A session that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PastSession {
    /// Its number, from 1.
    pub number: u32,
    /// When it began.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub began: Timestamp,
    /// When it ended.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub ended: Timestamp,
    /// Its seeds, those whose rolls the viewer saw.
    pub seeds: Vec<SeedPart>,
}

/// `table/links`: the links and devices that open seats. Only the host has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LinksPart {
    /// Links that can still be used.
    pub links: Vec<LinkPart>,
    /// Devices that sit on a seat.
    pub devices: Vec<DevicePart>,
    /// Who asks for a seat of theirs (B-06).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<KnockPart>>", optional))]
    pub knocks: Vec<KnockPart>,
}

/// Somebody who asks for a seat, of [`LinksPart`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct KnockPart {
    /// Which seat.
    pub seat: SeatId,
    /// When.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub at: Timestamp,
}

/// A link of [`LinksPart`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LinkPart {
    /// Which.
    pub link: Id,
    /// The seat it leads to; none for an open invitation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<SeatId>,
    /// What one who comes by it may do.
    pub role: Role,
    /// When it was made.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub made: Timestamp,
}

/// A device of [`LinksPart`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DevicePart {
    /// Which.
    pub device: Id,
    /// The seat it sits on.
    pub seat: SeatId,
    /// When it entered.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub entered: Timestamp,
}

/// `table/undo`: whether there is something to undo or do again. Only the host has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct UndoPart {
    /// Whether `undo` is accepted.
    pub undo: bool,
    /// Whether `redo` is accepted.
    pub redo: bool,
}

/// `table/notes`: the notes the viewer may read (B-43), in the order they were first written. There
/// is no such part while there are none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct NotesPart {
    /// The notes.
    pub notes: Vec<NotePart>,
}

/// A note of [`NotesPart`], without all it says: that is asked for when somebody opens it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct NotePart {
    /// Which.
    pub id: Id,
    /// Who wrote it.
    pub by: SeatId,
    /// What that seat is called.
    pub name: String,
    /// Its title.
    pub title: String,
    /// How it begins.
    pub begins: String,
    /// Its picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub plate: Option<Plate>,
    /// Who may read it, beside the host.
    pub to: Audience,
    /// Whether it was handed out.
    pub shown: bool,
    /// When it was last written.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub at: Timestamp,
}

/// A note with all it says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct NoteText {
    /// The note.
    pub note: NotePart,
    /// What it says.
    pub text: String,
}

/// `table/pictures`: the viewer's own pictures, or all for a host, in the order they came. There is
/// no such part while there are none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PicturesPart {
    /// The pictures.
    pub pictures: Vec<PicturePart>,
    /// How many bytes they take of the viewer's share.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub used: u64,
    /// How many they may take.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub most: u64,
}

/// A picture of [`PicturesPart`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PicturePart {
    /// The picture.
    pub plate: Plate,
    /// What it is called.
    pub name: String,
    /// Who brought it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub by: Option<SeatId>,
    /// How many bytes it takes.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub bytes: u64,
}

/// `table/faces`: the pictures of what the viewer sees: characters, challenges, the scene. There is
/// no such part while there are none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct FacesPart {
    /// By the key of the thing's part, or `scene/` and the title of a scene.
    pub faces: BTreeMap<String, Plate>,
}

/// `table/desk`: what hosts prepared and keep (B-44). Only hosts have it, and only while there is
/// something on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DeskPart {
    /// The scenes, in the order the host gave them.
    pub scenes: Vec<ScenePart>,
    /// The things that are kept, in the order they came.
    pub shelf: Vec<ShelvedPart>,
}

/// A prepared scene of [`DeskPart`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "PreparedScenePart"))]
pub struct ScenePart {
    /// Which.
    pub id: Id,
    /// What it will be called.
    pub title: String,
    /// What is read aloud when it begins.
    pub text: String,
    /// What only the host may read.
    pub notes: String,
    /// What will be in it.
    pub things: Vec<ReadyThing>,
    /// Notes to hand out in it.
    pub handouts: Vec<Id>,
    /// Whether it is for now.
    pub standing: Standing,
    /// Whether it was started, and that stands.
    pub played: bool,
    /// Whether it was the last that was.
    pub on_stage: bool,
}

/// A thing that a host keeps, of [`DeskPart`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ShelvedPart {
    /// Which.
    pub id: Id,
    /// The thing.
    #[serde(flatten)]
    pub thing: ReadyThing,
}

/// `table/library`: what the pack ships for hosts to bring (B-44). Only hosts have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LibraryPart {
    /// The things.
    #[cfg_attr(feature = "ts", ts(as = "Vec<ReadyThing>"))]
    pub things: Arc<[ReadyThing]>,
}
