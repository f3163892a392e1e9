//! The events of a table outside its game. None of them is ever undone (B-13).

use rules::{Audience, Id, Role, Roll, SeatId};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::command::Standing;
use crate::picture::PictureFiles;
use crate::secret::Secret;
use crate::token::TokenHash;
use crate::voice::Voice;

/// What happened at the table. Frozen once released: changed only by a new version.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum TableEvent {
    /// The table was made. A log's first event.
    Opened {
        /// The version the log is written in.
        schema: u32,
        /// What the table is called.
        title: String,
        /// The language of its exports.
        language: String,
        /// The time zone of its exports.
        time_zone: String,
        /// The rules it is played by, fully resolved.
        pack: Json,
        /// What new ids are made with. Never shown.
        key: Secret,
    },
    /// Title, language or time zone was changed.
    Changed {
        /// The new title.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        title: Option<String>,
        /// The new language.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        language: Option<String>,
        /// The new time zone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time_zone: Option<String>,
    },
    /// A seat was added.
    SeatAdded {
        /// The new seat.
        seat: SeatId,
        /// Its name.
        name: String,
        /// What it may do.
        role: Role,
    },
    /// A seat was renamed.
    SeatRenamed {
        /// Which.
        seat: SeatId,
        /// Its new name.
        name: String,
    },
    /// A seat may do something else from now on.
    RoleChanged {
        /// Which.
        seat: SeatId,
        /// Its new role.
        role: Role,
    },
    /// A link was made.
    LinkMade {
        /// The link.
        link: Id,
        /// The hash of its token.
        hash: TokenHash,
        /// Where it leads.
        to: LinkTo,
    },
    /// A link opens nothing any more.
    LinkRevoked {
        /// Which.
        link: Id,
    },
    /// A device entered a seat by a link.
    DeviceEntered {
        /// The device.
        device: Id,
        /// The hash of its token.
        hash: TokenHash,
        /// The seat it sits on.
        seat: SeatId,
        /// The link it came by; logs of old do not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        link: Option<Id>,
    },
    /// A device was sent away.
    DeviceRevoked {
        /// Which.
        device: Id,
    },
    /// All devices and personal links of a seat were sent away.
    SeatRevoked {
        /// Which.
        seat: SeatId,
    },
    /// Seats were removed, with all their devices and personal links: nobody sits on them again.
    SeatsRemoved {
        /// Which.
        seats: Vec<SeatId>,
    },
    /// Someone said something.
    Said {
        /// How.
        voice: Voice,
        /// What.
        text: String,
    },
    /// Dice were rolled outside the game.
    Rolled {
        /// The rolls; several if the line asked for several.
        rolls: Vec<Roll>,
        /// What for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// A session began.
    SessionBegan {
        /// Its number, from 1.
        number: u32,
    },
    /// A seed was drawn for an audience and its commitment published to it (B-22).
    SeedSealed {
        /// Who sees the rolls it makes.
        audience: Audience,
        /// Its commitment.
        commitment: String,
        /// The seed; left out of exports while the session lasts.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<Secret>,
    },
    /// A seat put its own salt into the dice.
    SaltSet {
        /// Which.
        seat: SeatId,
        /// The salt.
        salt: String,
    },
    /// A session ended; its seeds are shown to their audiences.
    SessionEnded {
        /// Whether nobody ended it but the hours.
        idle: bool,
        /// How many rolls each seed made, so that rolls left out at the end are missed (B-22).
        /// None in logs of older versions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rolled: Option<Vec<RollCount>>,
    },
    /// The game went back or forth: its state is again the one after record `to`, and then what
    /// the records `carried` did once more.
    Rewound {
        /// Why.
        why: Rewind,
        /// The record whose state it is.
        to: u64,
        /// Later records that still hold: what the one taking back a command could not see.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        carried: Vec<u64>,
    },
    /// The table came from another server: no link or device of there opens a seat here (B-50).
    Imported,
    /// Someone's name and talk were taken out of the records before this one (B-76).
    Redacted {
        /// Whose.
        seat: SeatId,
        /// Only what was said in this record: it was recalled where it was typed (C-22).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<u64>,
    },
    /// The scene was paused (B-45).
    Paused,
    /// The scene goes on.
    Resumed,
    /// Somebody asked to come back to a seat (B-06).
    Knocked {
        /// Which.
        seat: SeatId,
        /// The hash of the secret they were given: it opens the seat once a host has nodded.
        hash: TokenHash,
    },
    /// A host has answered who asked for a seat; a nod has made a link.
    KnockAnswered {
        /// Which seat.
        seat: SeatId,
    },
    /// A picture was brought (B-43). Its bytes are kept beside the log.
    PictureAdded {
        /// The new picture.
        picture: Id,
        /// What it is called.
        name: String,
        /// How wide it is.
        width: u32,
        /// How high it is.
        height: u32,
        /// Its files; none once a person's things were taken out of the log (B-76).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        files: Option<PictureFiles>,
    },
    /// A picture was thrown away, its bytes too.
    PictureErased {
        /// Which.
        picture: Id,
    },
    /// A character, a challenge or a scene got its picture, or lost it.
    FaceSet {
        /// Whose: the key of its part, or `scene/` and the title of a scene.
        of: String,
        /// The picture.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        picture: Option<Id>,
    },
    /// A note was written, or written anew.
    NoteWritten {
        /// Which.
        note: Id,
        /// Its title.
        title: String,
        /// What it says.
        text: String,
        /// Its picture.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        picture: Option<Id>,
        /// Who may read it.
        to: Audience,
    },
    /// A note was thrown away.
    NoteErased {
        /// Which.
        note: Id,
    },
    /// A scene was prepared, or written anew (B-44).
    ScenePrepared {
        /// Which.
        scene: Id,
        /// What it will be called.
        title: String,
        /// What is read aloud.
        text: String,
        /// What only the host may read.
        notes: String,
        /// What will be in it.
        things: Vec<Json>,
        /// Notes to hand out in it.
        handouts: Vec<Id>,
        /// Whether it is for now.
        standing: Standing,
    },
    /// A prepared scene came to another place.
    ScenePlaced {
        /// Which.
        scene: Id,
        /// Where, from 0.
        at: u32,
    },
    /// A prepared scene was thrown away.
    PreparedDropped {
        /// Which.
        scene: Id,
    },
    /// A prepared scene was started; what it brought is in the game's own events.
    SceneStarted {
        /// Which.
        scene: Id,
        /// Its title and text, where the game itself tells of no scenes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        says: Option<(String, String)>,
    },
    /// A thing was kept for later.
    Shelved {
        /// By which it is known.
        id: Id,
        /// The thing.
        thing: Json,
    },
    /// A kept thing was thrown away.
    Unshelved {
        /// Which.
        id: Id,
    },
    /// A note was put before people.
    HandedOut {
        /// Which.
        note: Id,
        /// Before whom.
        to: Audience,
    },
}

/// How many rolls an audience's seed made in a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RollCount {
    /// Who saw them.
    pub audience: Audience,
    /// How many.
    pub rolls: u64,
}

/// Where a link leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LinkTo {
    /// To one seat: a personal link.
    Seat(SeatId),
    /// To a new seat of this role: an open invitation.
    Anyone(Role),
}

/// Why the game was rewound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rewind {
    /// The host undid the last command.
    Undo,
    /// The host did again what was undone.
    Redo,
    /// The host chose a point.
    Chosen,
    /// A player took back their own last command.
    TakenBack,
}
