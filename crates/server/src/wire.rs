//! What browsers and this server say to each other; `web/src/wire.ts` is made from these types.
//!
//! Integers stay below 2⁵³, as a browser reads them; what may be larger is a string.

use std::collections::BTreeMap;

use export::character::TakenIn;
use rules::pack::{Chosen, OpenChoice};
use rules::{Id, Line, Message, Offer, Quote, Refusal, Role, SeatId, Subject, Term};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use table::{
    Answer, Bookmark, CastMember, Command, CommandId, Eyes, Frame, GameName, NumberedLine,
    Snapshot, TableId,
};
use utoipa::ToSchema;

use crate::openapi::{MessageShape, RefusalShape};

/// The version of this protocol. A page of another one is asked to reload (B-77).
pub const PROTOCOL: u32 = 2;

// ---- over HTTP

/// An answer with a 4xx or 5xx status: why not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Refused {
    /// Why not.
    #[schema(value_type = RefusalShape)]
    pub refusal: Refusal,
}

/// `GET /api/packs`: one of the rulesets a table can be made with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PackCard {
    /// Its id, for [`MakeTable::pack`].
    pub id: String,
    /// The family of its rules.
    pub family: String,
    /// What it is called.
    #[schema(value_type = Object)]
    pub name: Term,
    /// What it is, in a sentence.
    #[schema(value_type = Object)]
    pub blurb: Term,
    /// What is rolled.
    pub dice: String,
    /// What its host may decide as the table is made, for [`MakeTable::settings`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Object>)]
    #[cfg_attr(feature = "ts", ts(optional, type = "Offer<unknown>[]"))]
    pub settings: Vec<Offer<Json>>,
    /// What it leaves to whoever makes a table, for [`MakeTable::choices`] (P-16).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Object>)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<OpenChoice>>"))]
    pub choices: Vec<OpenChoice>,
}

/// `GET /api/packs/quarantined`: a file of rules that is not offered, because something is wrong
/// with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct QuarantinedPack {
    /// Its name in the folder of packs.
    pub file: String,
    /// What is wrong, and where.
    #[schema(value_type = MessageShape)]
    pub reason: Message,
}

/// `GET /api/addresses`: where friends reach this server, for invitations made on `localhost`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Addresses {
    /// Addresses other devices can open, as `http://192.168.1.5:8080`; none if there is no such.
    pub urls: Vec<String>,
}

/// `POST /api/tables`: makes a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct MakeTable {
    /// What it is called.
    pub title: String,
    /// The id of the ruleset; not asked for where [`MakeTable::pack_text`] says it.
    #[serde(default)]
    pub pack: String,
    /// A pack file of the host's own, as text (P-71).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub pack_text: Option<String>,
    /// The language of its exports: `zh-Hans`, `zh-Hant` or `en`.
    pub language: String,
    /// The time zone of its exports, as `Asia/Shanghai`.
    pub time_zone: String,
    /// The name of the one who makes it.
    pub host_name: String,
    /// The key this server asks of those who make tables, if it asks for one (B-02).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub create_key: Option<String>,
    /// What is decided from the start: commands of [`PackCard::settings`], varied as their fields
    /// allow.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Object>)]
    #[cfg_attr(feature = "ts", ts(optional, type = "Record<string, unknown>[]"))]
    pub settings: Vec<Json>,
    /// Values of [`PackCard::choices`] by their keys, where they are not the ruleset's own (P-16).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Chosen>"))]
    pub choices: Chosen,
    /// Whether it is for trying things out alone: it begins with a scene, someone to play and
    /// something in the way (B-08).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub alone: bool,
}

/// The table was made, and the one who made it sits at it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TableMade {
    /// The table.
    #[schema(value_type = String)]
    pub table: TableId,
    /// The host's seat.
    #[schema(value_type = String)]
    pub seat: SeatId,
    /// The token of the host's own link, `/t/{table}#{token}`: for another device.
    pub host_token: String,
    /// The token of an open invitation for players.
    pub invite_token: String,
}

/// `POST /api/tables/{id}/peek`: what does a link lead to? Nobody joins by asking (B-02).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PeekLink {
    /// The link's token.
    pub token: String,
}

/// What a link leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Peek {
    /// The table's title.
    pub title: String,
    /// What the link gives.
    pub grants: Grants,
    /// What one who enters may do.
    #[schema(value_type = String)]
    pub role: Role,
    /// The name of the seat; none for an invitation, where the one who comes gives a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub name: Option<String>,
    /// The host who is asked for (B-07).
    pub host: String,
    /// The players who sit there.
    pub players: Vec<String>,
    /// What is played, and what that is in a sentence.
    #[schema(value_type = Object)]
    pub game: GameName,
    /// Who of the ruleset can be played at once: whoever sits down may name one at the door (B-07).
    #[schema(value_type = Vec<Object>)]
    pub cast: Vec<CastMember>,
}

/// What a link gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Grants {
    /// A seat that is there already.
    Seat,
    /// A new seat, under the name one gives.
    Invite,
}

/// `POST /api/tables/{id}/knock`: asks for the seat of a name that is taken (B-06).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct KnockTable {
    /// The invitation's token.
    pub token: String,
    /// The name of the seat.
    pub name: String,
}

/// Somebody may come back once a host has nodded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Knocked {
    /// The token that then opens the seat, as a personal link's does.
    pub token: String,
}

/// `POST /api/tables/{id}/enter`: sits down by a link. A person pressed the button.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct EnterTable {
    /// The link's token.
    pub token: String,
    /// The name to sit under, if the link is an invitation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub name: Option<String>,
    /// Made by the page, so that asking again gives the same seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[schema(value_type = Option<String>)]
    pub id: Option<CommandId>,
}

/// `GET /api/tables/{id}/me`, and the answer to entering: the seat this browser sits on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Me {
    /// Which seat.
    #[schema(value_type = String)]
    pub seat: SeatId,
    /// What it may do.
    #[schema(value_type = String)]
    pub role: Role,
    /// Its name.
    pub name: String,
    /// The table's title.
    pub title: String,
    /// What is played.
    #[schema(value_type = Object)]
    pub game: GameName,
    /// What the game waits for this seat to do (B-06).
    #[schema(value_type = Vec<MessageShape>)]
    pub waits: Vec<Message>,
}

/// `GET /api/tables/{id}/log`: a session's log as the asking seat saw it (B-50).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskLog {
    /// How: `md`, `html`, `txt`, `book`, `paint` or `docx`.
    pub form: String,
    /// Which session; the last if none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub session: Option<u32>,
    /// All sessions at once.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub whole: bool,
    /// Only the story: without talk out of character, whispers and what happened at the table.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub story: bool,
}

/// `GET /api/tables/{id}/rules`: the rules the table plays by, explained (P-15).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskRules {
    /// The language the reader reads in.
    pub language: String,
}

/// A rule, explained with the numbers and names of the table's pack (P-15).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RuleText {
    /// Its id: `M-11`.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// Other words it is found by.
    pub also: Vec<String>,
    /// The explanation.
    pub text: String,
    /// The family it is of; `table` for what every table plays by.
    pub family: String,
    /// The chapter it stands in.
    pub chapter: String,
}

impl From<words::reference::Rule> for RuleText {
    fn from(rule: words::reference::Rule) -> Self {
        let words::reference::Rule { id, title, also, text, family, chapter } = rule;
        Self { id, title, also, text, family, chapter }
    }
}

/// `GET /api/tables/{id}/recap`: a session looked back at, as the asking seat was told it (B-52).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskRecap {
    /// How: `json`, `md` or `html`; `json` if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub form: Option<String>,
    /// Which session; the last if none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub session: Option<u32>,
}

/// `GET /api/tables/{id}/chart`: the fight as a picture (T-35).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskChart {
    /// How: `png` or `svg`; `png` if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub form: Option<String>,
    /// The language the reader reads in; the table's if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub language: Option<String>,
}

/// `GET /api/tables/{id}/search`: lines the asking seat was told that say something (B-41).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Search {
    /// What.
    pub text: String,
    /// The language the reader reads in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub language: Option<String>,
    /// Only lines before this one: to find more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "number", optional))]
    pub before: Option<u64>,
}

/// `POST /api/tables/{id}/pictures`: keeps a picture, whose file is the body (B-43).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct BringPicture {
    /// Made by the page, so that asking again keeps one.
    pub command: CommandId,
    /// What it is called.
    pub name: String,
}

/// A picture is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PictureBrought {
    /// Which.
    #[schema(value_type = String)]
    pub picture: Id,
}

/// `POST /api/tables/{id}/characters`: the characters of a file, which is the body (B-51).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TakeCharacters {
    /// Made by the page, so that asking again takes each in once.
    pub command: CommandId,
    /// Whose they are; a host may say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<SeatId>,
}

/// Characters were taken in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CharactersTaken {
    /// Who, and what was not understood of each.
    #[schema(value_type = Vec<Object>)]
    pub characters: Vec<TakenIn>,
}

/// `GET /api/tables/{id}/pictures/{picture}`: a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ShowPicture {
    /// Whether a small one will do.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub small: bool,
}

/// `GET /api/tables/{id}/notes`: notes that say something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct FindNotes {
    /// What; empty finds all.
    pub text: String,
}

/// The lines that were found, in order; the last hundred if there are more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Found {
    /// The lines.
    pub lines: Vec<NumberedLine>,
}

// ---- over the WebSocket

/// What a browser says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ToServer {
    /// The first frame: who is speaking, and what they have read.
    Hello {
        /// Which version of the protocol; [`PROTOCOL`].
        protocol: u32,
        /// The last line the page has; none if it has none.
        #[serde(default)]
        bookmark: Option<Bookmark>,
    },
    /// A command. Answered by `done` or `refused`.
    Do {
        /// Made by the page, so that sending it again changes nothing (B-11).
        id: CommandId,
        /// What to do.
        command: Command,
    },
    /// A line typed into the box: talk, or a command of the text language. Answered by `done`,
    /// `reply` or `refused`.
    Text {
        /// Made by the page, so that sending it again changes nothing (B-11).
        id: CommandId,
        /// As it was typed.
        line: String,
    },
    /// What would a game command do? Answered by `quoted` or `ask_refused`.
    Quote {
        /// Comes back with the answer.
        ask: u32,
        /// The game command.
        #[cfg_attr(feature = "ts", ts(type = "unknown"))]
        command: Json,
    },
    /// What can be done with a thing? Answered by `offered` or `ask_refused`.
    Offers {
        /// Comes back with the answer.
        ask: u32,
        /// The thing's id, or the name of something without one; everything in sight if none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        of: Option<Subject>,
    },
    /// What does someone else see? Answered by `looked` or `ask_refused`. Host (B-31).
    Look {
        /// Comes back with the answer.
        ask: u32,
        /// Through whose eyes.
        eyes: Eyes,
    },
    /// Older lines, please. Answered by `earlier` or `ask_refused` (B-41).
    Earlier {
        /// Comes back with the answer.
        ask: u32,
        /// The oldest line the page has.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        before: u64,
    },
    /// How could the line being typed go on? Answered by `completed` or `ask_refused` (C-01).
    Complete {
        /// Comes back with the answer.
        ask: u32,
        /// The line up to the cursor.
        line: String,
    },
    /// What would a typed line do? Answered by `understood` or `ask_refused`.
    Understand {
        /// Comes back with the answer.
        ask: u32,
        /// The line.
        line: String,
    },
    /// The person is typing, or no more (B-42).
    Typing(bool),
}

/// What the server says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum FromServer {
    /// The answer to `hello`: the table as the seat sees it.
    Welcome(Welcome),
    /// What has changed for the seat.
    Frame(Frame),
    /// It is done and on disk; what it changed was in a `frame` before this.
    Done {
        /// Which command or typed line.
        id: CommandId,
        /// What came of it.
        answer: Answer,
    },
    /// It was not done, and nothing has changed.
    Refused {
        /// Which command or typed line.
        id: CommandId,
        /// Why not.
        refusal: Refusal,
    },
    /// The answer to a typed question; only the asker gets it.
    Reply {
        /// Which typed line.
        id: CommandId,
        /// The answer.
        lines: Vec<Line>,
    },
    /// What the command would do.
    Quoted {
        /// Which `ask`.
        ask: u32,
        /// What it would do.
        quote: Quote,
    },
    /// What can be done.
    Offered {
        /// Which `ask`.
        ask: u32,
        /// Each is accepted as it stands, as long as nothing changes.
        #[cfg_attr(feature = "ts", ts(type = "Offer<unknown>[]"))]
        offers: Vec<Offer<Json>>,
    },
    /// Every part of the view that was asked for.
    Looked {
        /// Which `ask`.
        ask: u32,
        /// The parts.
        #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
        parts: BTreeMap<String, Json>,
    },
    /// Older lines, in order; none when there are no older ones.
    Earlier {
        /// Which `ask`.
        ask: u32,
        /// The lines.
        lines: Vec<NumberedLine>,
    },
    /// How the line could go on.
    Completed {
        /// Which `ask`.
        ask: u32,
        /// The first character of the line that is replaced; everything after it is.
        from: u32,
        /// What it could become, likeliest first.
        words: Vec<Completion>,
    },
    /// What the line would do.
    Understood {
        /// Which `ask`.
        ask: u32,
        /// The commands of the game it would give, in their order.
        #[cfg_attr(feature = "ts", ts(type = "unknown[]"))]
        commands: Vec<Json>,
    },
    /// A question that cannot be answered.
    AskRefused {
        /// Which `ask`.
        ask: u32,
        /// Why not.
        refusal: Refusal,
    },
    /// The last frame: the server hangs up.
    Closing {
        /// Why.
        reason: Message,
        /// Whether coming back with a bookmark makes sense.
        again: bool,
    },
}

/// One way a typed line could go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Completion {
    /// What is written then.
    pub word: String,
    /// What a command's word asks for; none for a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub help: Option<Message>,
}

/// The table as a seat sees it on arriving.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Welcome {
    /// The server's [`PROTOCOL`].
    pub protocol: u32,
    /// The version of the server; a page made by another one is stale (B-77).
    pub version: String,
    /// The table.
    pub table: TableId,
    /// The seat this browser sits on.
    pub seat: SeatId,
    /// What it may do.
    pub role: Role,
    /// Its name.
    pub name: String,
    /// All it sees, and the lines after its bookmark.
    pub snapshot: Snapshot,
}
