//! A table: seats, sessions, the log and its two folds, rewind, secrecy and fair dice.
//!
//! The way of a command, all of it behind [`TableHandle::command`]:
//!
//! ```text
//! command ─► decide ─► Record ─► Store::append ─► apply ─► frames to every seat ─► answer
//!            (pure)              (durable)        (pure)   (changed parts, lines)
//! ```
//!
//! How a front door uses it:
//!
//! ```text
//! let tables = Tables::new(Arc::new(SqliteStore::open(path).await?), World::machine());
//!
//! // Someone makes a table; their link is /t/<opened.table.id()>#<opened.link.reveal()>.
//! let opened = tables.open(NewTable { title, language, time_zone, pack, host }).await?;
//!
//! // Someone opens a link. Looking never joins; pressing the button does.
//! let table = tables.table(id).await?;
//! let welcome = table.look(&link).await?;
//! let entered = table.enter(&link, Some(name), command_id).await?;  // keep entered.token
//! let sitting = table.whoami(&device_token).await?;                  // on every later request
//!
//! // A device watches: the view now, then frames. After a broken connection, attach again with
//! // Bookmark { list: snapshot.list, line: last line read }.
//! let (snapshot, mut frames) = table.attach(sitting.seat, Some(sitting.device), bookmark).await?;
//! while let Ok(frame) = frames.next().await { /* send it */ }        // Err(Farewell) says why
//!
//! // A seat does something: what it is offered for a thing are game commands that will be accepted.
//! let offers = table.offers(sitting.seat, Some(thing)).await?;
//! let answer = table.command(sitting.seat, command_id, Command::Game(json)).await?;
//! let answer = table.command(seat, id, Command::Table(TableCommand::Undo)).await?;
//! let quote = table.quote(seat, json).await?;                        // never logged
//! ```
//!
//! A view is a map of parts: the game's own (`scene`, `character/…`), and the table's under
//! `table/`: `table` [`TablePart`], `you` [`YouPart`], `seats` [`SeatsPart`], `presence`
//! [`PresencePart`], `acts` [`rules::Acts`], `verbs` (a list of [`rules::Verb`]), `session` [`SessionPart`], `past`
//! [`PastPart`], and for hosts `links` [`LinksPart`] and `undo` [`UndoPart`]. Where there are any:
//! for hosts `desk` [`DeskPart`], `library` [`LibraryPart`]; `notes` [`NotesPart`], `pictures` [`PicturesPart`], `faces` [`FacesPart`].
//!
//! A log is a list of [`Record`]s, each all that one command did. It is folded twice: into the
//! room (people, links, sessions), which is never undone, and into the game's history, a tree of
//! steps that a rewind walks back on (B-13). There is no HTTP here and no chat word.

mod actor;
mod archive;
mod campaign;
mod chain;
mod code;
mod command;
mod contain;
mod deciding;
mod desk;
mod dispatch;
mod event;
mod fair;
mod frame;
mod hand;
mod handle;
mod handlers;
mod hint;
mod history;
mod ids;
mod knock;
mod lines;
mod links;
mod nodes;
mod notebook;
mod packs;
mod part;
mod pause;
mod picture;
mod play;
mod record;
mod redact;
mod request;
mod rewind;
mod roll;
mod room;
mod seats;
mod secret;
mod session;
mod settings;
pub mod store;
mod tables;
mod talk;
mod text;
mod token;
mod verify;
mod view;
mod voice;
mod watchers;
mod world;

pub use actor::{is_unavailable, is_unsure};
pub use archive::{Archive, NotRead};
pub use campaign::{Unreadable, state_hash};
pub use chain::ChainHash;
pub use code::{CodeFor, Redeemed};
pub use command::{Answer, Command, PackSource, Standing, TableCommand};
pub use desk::HostDesk;
pub use event::{LinkTo, Rewind, RollCount, TableEvent};
pub use frame::{Bookmark, Farewell, Frame, LineKind, NumberedLine, Snapshot};
pub use handle::{
    CastMember, Entered, Eyes, Frames, GameName, Glance, LineContext, OfferedPack, OfferedPacks,
    Sitting, TableHandle, Welcome,
};
pub use hint::{Here, Hint, Hints, News, NodeId};
pub use ids::{CommandId, TableId};
pub use part::{
    DeskPart, DevicePart, FacesPart, KnockPart, LibraryPart, LinkPart, LinksPart, NotePart,
    NoteText, NotesPart, PastPart, PastSession, PicturePart, PicturesPart, PresencePart, SaltPart,
    ScenePart, SeatPart, SeatsPart, SeedPart, SessionPart, ShelvedPart, TablePart, UndoPart,
    YouPart,
};
pub use picture::{
    HOSTS_SHARE, NewPicture, NoHash, PLAYERS_SHARE, PictureFile, PictureFiles, PictureForm,
    PictureHash, scene_title,
};
pub use record::{Event, Record, SCHEMA};
pub use secret::Secret;
pub use store::{
    Database, Disk, Flaw, KeptPicture, MemoryStore, Note, PostgresStore, SqliteStore, Store,
    StoreError, Stored,
};
pub use tables::{NewTable, Opened, Tables};
pub use token::{Token, TokenHash};
pub use verify::{Mismatch, Proof, SealProof, SessionProof, verify, verify_stored};
pub use view::SeatActs;
pub use voice::Voice;
pub use world::{Clock, Entropy, FixedClock, NoEntropy, World};
