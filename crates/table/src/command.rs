//! The commands a seat can give at a table.

use rules::pack::Chosen;
use rules::{Audience, Decisions, Id, Role, SeatId};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::voice::Voice;

/// A command of a seat: of the table, or of the game played at it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// Of the table.
    Table(TableCommand),
    /// Of the game: a command of its family, as the offers show them.
    Game(#[cfg_attr(feature = "ts", ts(type = "unknown"))] Json),
}

/// Whether a prepared scene is for now (B-44).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// It is ready.
    #[default]
    Ready,
    /// It is kept for another evening.
    Later,
    /// It was passed over.
    Skipped,
}

/// Where a table takes rules from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum PackSource {
    /// From those the server offers, by its id.
    Offered(String),
    /// From a pack file, as text: a host's own, for their own tables (P-71).
    Text(String),
    /// One of these with other values of what it leaves open (P-16).
    Chosen {
        /// Which; the rules the table plays by when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        of: Option<Box<PackSource>>,
        /// The values by their keys.
        choices: Chosen,
    },
}

/// A command of the table itself, whatever the rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum TableCommand {
    /// Changes title, language or time zone. Host.
    Change {
        /// The new title.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        title: Option<String>,
        /// The new language.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        language: Option<String>,
        /// The new time zone, as `Asia/Shanghai`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        time_zone: Option<String>,
    },
    /// Moves the table to other rules of its family, or another version of its own (P-80). Host.
    ChangePack {
        /// To which.
        to: PackSource,
        /// What becomes of what they have no place for; what is not here is kept as a note.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(as = "Option<Decisions>", optional))]
        decisions: Decisions,
    },
    /// Adds a seat; answered by [`Answer::Seat`]. Host.
    AddSeat {
        /// Its name.
        name: String,
        /// What it may do.
        role: Role,
    },
    /// Renames a seat: the host any, others their own.
    RenameSeat {
        /// Which.
        seat: SeatId,
        /// Its new name.
        name: String,
    },
    /// Lets a seat do something else: hands over, adds or removes hosts. Host.
    SetRole {
        /// Which.
        seat: SeatId,
        /// What it may do from now on.
        role: Role,
    },
    /// Makes an open invitation; answered by [`Answer::Link`]. Host.
    Invite {
        /// What those who come may do: player or spectator.
        role: Role,
    },
    /// Makes a personal link to a seat; answered by [`Answer::Link`]. The host for any, others for
    /// their own (to sit on a second device).
    LinkSeat {
        /// Which.
        seat: SeatId,
    },
    /// Makes a link open nothing any more. Host.
    RevokeLink {
        /// Which.
        link: Id,
    },
    /// Sends a device away: the host any, others those of their own seat.
    RevokeDevice {
        /// Which.
        device: Id,
    },
    /// Sends away all devices and personal links of a seat. Host.
    RevokeSeat {
        /// Which.
        seat: SeatId,
    },
    /// Removes seats for good, with all their devices and personal links. Host.
    RemoveSeats {
        /// Which.
        seats: Vec<SeatId>,
    },
    /// Makes all open invitations open nothing any more. Host.
    CloseDoor {
        /// Whether those are removed, too, who came by one and have done nothing since.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
        sweep: bool,
    },
    /// Says something.
    Say {
        /// How.
        voice: Voice,
        /// What.
        text: String,
    },
    /// Rolls dice outside the game: `3#2d6+2 砸门`.
    Roll {
        /// The dice, and after them what for.
        notation: String,
        /// Who sees it.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(as = "Option<Audience>", optional))]
        audience: Audience,
        /// Whose sheet the names in it are read from; the seat's only one when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        actor: Option<Id>,
    },
    /// Rolls dice outside the game that lie on a real table: what they show is typed in (B-22).
    RollByHand {
        /// The dice, and after them what for.
        notation: String,
        /// What they show: all dice as thrown, then those thrown again.
        #[cfg_attr(feature = "ts", ts(type = "number[]"))]
        faces: Vec<i64>,
        /// Who sees it.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(as = "Option<Audience>", optional))]
        audience: Audience,
        /// Whose sheet the names in it are read from; the seat's only one when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        actor: Option<Id>,
    },
    /// A command of the game whose dice lie on a real table: what they show is typed in (B-22).
    PlayByHand {
        /// What they show, in the order the command throws them.
        #[cfg_attr(feature = "ts", ts(type = "number[]"))]
        faces: Vec<i64>,
        /// The command of the game.
        #[cfg_attr(feature = "ts", ts(type = "unknown"))]
        command: Json,
    },
    /// Puts the seat's own salt into the dice.
    SetSalt {
        /// Anything.
        salt: String,
    },
    /// Ends the session, if one is under way, and begins the next. Host.
    BeginSession,
    /// Ends the session and shows its seeds to their audiences. Host.
    EndSession,
    /// Undoes the game's last command. Host.
    Undo,
    /// Does again what was undone last. Host.
    Redo,
    /// Makes the game what it was after a line's `point`. Host.
    RewindTo {
        /// The point, as the host's lines show it.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        point: u64,
    },
    /// Takes back one's own command while it is the last of the game.
    TakeBack,
    /// Pauses the scene: anyone may (B-45).
    Pause {
        /// Whether nobody is to know who asked.
        #[serde(default)]
        anonymous: bool,
    },
    /// Lets the scene go on. Host.
    Resume,
    /// Lets somebody who asked for their seat come back to it, or not (B-06). Host.
    Nod {
        /// Which seat they asked for.
        seat: SeatId,
        /// Whether they may.
        yes: bool,
    },
    /// Writes a note, or writes one anew (B-43); answered by [`Answer::Note`].
    WriteNote {
        /// Which; a new one if none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        note: Option<Id>,
        /// Its title.
        title: String,
        /// What it says.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(as = "Option<String>", optional))]
        text: String,
        /// Its picture.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        picture: Option<Id>,
        /// Who may read it, beside whoever wrote it and the host.
        #[serde(default = "for_oneself")]
        #[cfg_attr(feature = "ts", ts(as = "Option<Audience>", optional))]
        to: Audience,
        /// Whether it is handed out to them at once.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
        show: bool,
    },
    /// Throws a note away: one's own, the host any.
    EraseNote {
        /// Which.
        note: Id,
    },
    /// Puts a note before people, who may read it from then on: one's own, the host any.
    HandOut {
        /// Which.
        note: Id,
        /// Before whom.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(as = "Option<Audience>", optional))]
        to: Audience,
    },
    /// Prepares a scene, or writes one anew, with all that is in it (B-44). Host.
    PrepareScene {
        /// Which; a new one if none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        scene: Option<Id>,
        /// What it will be called.
        title: String,
        /// What is read aloud when it begins.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(as = "Option<String>", optional))]
        text: String,
        /// What only the host may read.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(as = "Option<String>", optional))]
        notes: String,
        /// What will be in it: things as the family writes them, or commands that make them.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, type = "unknown[]"))]
        things: Vec<Json>,
        /// Notes to hand out in it.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Id>>", optional))]
        handouts: Vec<Id>,
        /// Whether it is for now, for later, or passed over.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(as = "Option<Standing>", optional))]
        standing: Standing,
    },
    /// Puts a prepared scene at another place, counted from 0. Host.
    PlaceScene {
        /// Which.
        scene: Id,
        /// Where.
        at: u32,
    },
    /// Throws a prepared scene away. Host.
    DropScene {
        /// Which.
        scene: Id,
    },
    /// Starts a prepared scene: the one before is over. Host.
    StartScene {
        /// Which.
        scene: Id,
    },
    /// Brings one thing that is ready to the table. Host.
    Bring {
        /// The thing, or a command that makes one.
        #[cfg_attr(feature = "ts", ts(type = "unknown"))]
        thing: Json,
        /// Whose it will be, where it is to be somebody's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        to: Option<Id>,
    },
    /// Keeps a thing for later. Host.
    Shelve {
        /// The thing, or a command that makes one.
        #[cfg_attr(feature = "ts", ts(type = "unknown"))]
        thing: Json,
    },
    /// Throws a kept thing away. Host.
    Unshelve {
        /// Which.
        id: Id,
    },
    /// Throws a picture away, its bytes too: one's own, the host any.
    ErasePicture {
        /// Which.
        picture: Id,
    },
    /// Gives something its picture, or takes it away: players their own characters, the host all.
    SetFace {
        /// What: the key of its part (`character/…`, `challenge/…`), or `scene/` and the title of
        /// a scene.
        of: String,
        /// The picture.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        picture: Option<Id>,
    },
}

/// A note is for whoever writes it, if nothing else is said.
fn for_oneself() -> Audience {
    Audience::Host
}

/// What an accepted command is answered with; the same again when it is sent again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "answer", rename_all = "kebab-case")]
pub enum Answer {
    /// It is done, and on disk.
    Done,
    /// It is done: the seat it made.
    Seat {
        /// The new seat.
        seat: SeatId,
    },
    /// It is done: the link it made, at `/t/<table id>#<token>`.
    Link {
        /// The new link.
        link: Id,
        /// Its token. Gone if the server has restarted since: only its hash is kept.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        token: Option<String>,
    },
    /// It is done: the note it wrote.
    Note {
        /// Which.
        note: Id,
    },
    /// It is done: the picture it brought.
    Picture {
        /// Which.
        picture: Id,
    },
}
