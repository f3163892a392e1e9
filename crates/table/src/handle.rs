//! A handle to an open table: every front door holds one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use rules::pack::OpenChoice;
use rules::{
    Acts, AnyView, Id, Message, Moving, Offer, PlayedRules, Quote, Refusal, Role, Seat, SeatId,
    Subject, Term,
};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use tokio::sync::mpsc;

use crate::actor::Actor;
use crate::code::CodeFor;
use crate::desk::HostDesk;
use crate::request::{Handling, Request, send};
use crate::view::SeatActs;
use crate::{
    Answer, Bookmark, Command, CommandId, Farewell, Frame, NewPicture, NotePart, NoteText,
    NumberedLine, PackSource, PictureForm, PictureHash, PicturePart, Record, SeatPart, Snapshot,
    TableId, TablePart, Token,
};

/// A handle to one table. Cheap to clone; the table stays in memory while anyone holds one.
#[derive(Clone, Debug)]
pub struct TableHandle {
    pub(crate) id: TableId,
    pub(crate) mailbox: mpsc::Sender<Request>,
    /// Whose handle it is: its requests are refused once the device was sent away.
    pub(crate) device: Option<Id>,
}

/// What a link leads to, before anyone presses the button (B-02).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Welcome {
    /// The table's title.
    pub title: String,
    /// What one who enters may do.
    pub role: Role,
    /// The name of the seat; none for an open invitation, where the one who comes gives a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub name: Option<String>,
    /// The host who is asked for: the first (B-07).
    pub host: String,
    /// Who else sits there, hosts and spectators apart.
    pub players: Vec<String>,
    /// What is played.
    pub game: GameName,
    /// Who of the ruleset can be played at once (B-07).
    pub cast: Vec<CastMember>,
}

/// Someone whom the ruleset brings to be played at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CastMember {
    /// The id of the example.
    pub id: String,
    /// What the character is called.
    pub name: Term,
    /// Who that is, in a sentence.
    pub text: Term,
}

/// Which game a table plays, for those who are not at it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GameName {
    /// The family of its rules.
    pub family: String,
    /// The ruleset's id.
    pub pack: String,
    /// What it is called.
    pub name: Term,
    /// What it is, in a sentence.
    pub blurb: Term,
}

/// A table as one who sits there finds it on the start page (B-06).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glance {
    /// The table's title.
    pub title: String,
    /// What is played.
    pub game: GameName,
    /// What the game waits for this seat to do, first things first.
    pub waits: Vec<Message>,
}

/// Someone sat down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entered {
    /// On this seat.
    pub seat: SeatId,
    /// By this device.
    pub device: Id,
    /// What the device shows from now on (as a cookie). Only its hash is kept.
    pub token: Token,
}

/// Who a device token belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitting {
    /// The seat.
    pub seat: SeatId,
    /// Its name.
    pub name: String,
    /// What it may do.
    pub role: Role,
    /// The device.
    pub device: Id,
}

/// What a typed line is understood by: what its seat sees and can do at one moment.
#[derive(Clone, Debug)]
pub struct LineContext {
    /// The answer the line was given when it was accepted; none if it never was (B-11).
    pub answered: Option<Answer>,
    /// The seat that types.
    pub seat: Seat,
    /// Who sits at the table.
    pub seats: Vec<SeatPart>,
    /// The notes the seat may read.
    pub notes: Vec<NotePart>,
    /// The pictures it may use.
    pub pictures: Vec<PicturePart>,
    /// What a host prepared, keeps, and may bring of what the pack ships.
    pub desk: Option<HostDesk>,
    /// The game as the seat sees it.
    pub view: AnyView,
    /// What the seat can do then in the game.
    pub acts: SeatActs,
    /// What the table plays by.
    pub rules: PlayedRules,
}

/// Through whose eyes the host looks (B-31).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Eyes {
    /// Those of a seat.
    Seat(SeatId),
    /// Those of any spectator.
    Spectator,
}

/// The rules a table plays by, and those of its family it could move to (P-80).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OfferedPacks {
    /// The id of the rules it plays by.
    pub id: String,
    /// Their version; empty if they say none.
    pub version: String,
    /// What they leave open (P-16).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<OpenChoice>>"))]
    pub choices: Vec<OpenChoice>,
    /// What the server offers.
    pub packs: Vec<OfferedPack>,
}

/// Rules a table could move to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OfferedPack {
    /// Their id.
    pub id: String,
    /// What they are called.
    pub name: Term,
    /// Their version; empty if they say none.
    pub version: String,
    /// Whether they are not just what the table plays by.
    pub differs: bool,
    /// What they leave open (P-16).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<OpenChoice>>"))]
    pub choices: Vec<OpenChoice>,
}

/// The frames for one attached device. Dropping it detaches the device.
#[derive(Debug)]
pub struct Frames {
    pub(crate) frames: mpsc::Receiver<Arc<Frame>>,
    pub(crate) farewell: Arc<OnceLock<Farewell>>,
    /// Gets a request when this is dropped, so that presence is right at once; also keeps the table
    /// open.
    pub(crate) table: TableHandle,
    pub(crate) attachment: u64,
}

impl Frames {
    /// The next frame.
    ///
    /// # Errors
    /// Why there are no more.
    pub async fn next(&mut self) -> Result<Arc<Frame>, Farewell> {
        self.frames.recv().await.ok_or_else(|| self.why())
    }

    /// A frame that is already there. A command's frames are there before its answer.
    pub fn ready(&mut self) -> Option<Arc<Frame>> {
        self.frames.try_recv().ok()
    }

    fn why(&self) -> Farewell {
        self.farewell.get().copied().unwrap_or(Farewell::Stopping)
    }
}

impl Drop for Frames {
    fn drop(&mut self) {
        // A full mailbox is no loss: the table notices the closed channel with its next frame.
        let attachment = self.attachment;
        let detach: Request =
            Box::new(move |actor| Box::pin(async move { actor.detach(attachment) }));
        let _ = self.table.mailbox.try_send(detach);
    }
}

impl TableHandle {
    /// Which table.
    #[must_use]
    pub fn id(&self) -> TableId {
        self.id
    }

    /// The handle of one device. When the device is sent away, its requests that
    /// were not answered yet are refused, on all its connections (B-02).
    #[must_use]
    pub fn of_device(self, device: Id) -> Self {
        Self { device: Some(device), ..self }
    }

    /// Sends a command. When the answer is `Ok`, it is on disk and its frames are on their way.
    ///
    /// # Errors
    /// A refusal; nothing has happened then.
    pub async fn command(
        &self,
        by: SeatId,
        id: CommandId,
        command: Command,
    ) -> Result<Answer, Refusal> {
        let device = self.device;
        self.ask(move |actor| Box::pin(actor.command((by, device), id, command))).await
    }

    /// The answer a command was given when it was accepted; none if it never was (B-11).
    ///
    /// # Errors
    /// When the table cannot be read, or the command was another seat's.
    pub async fn answered(&self, by: SeatId, id: CommandId) -> Result<Option<Answer>, Refusal> {
        self.ask(move |actor| Box::pin(actor.answered(by, id))).await
    }

    /// What a game command would do. Never logged (B-20).
    ///
    /// # Errors
    /// The refusal the command would get.
    pub async fn quote(&self, by: SeatId, command: Json) -> Result<Quote, Refusal> {
        self.ask(move |actor| Box::pin(actor.quote(by, command))).await
    }

    /// What would come of moving the table to other rules; for a host (P-80).
    ///
    /// # Errors
    /// When they cannot be read, are wrong, or of another family.
    pub async fn moving(&self, by: SeatId, to: PackSource) -> Result<Moving, Refusal> {
        self.ask(move |actor| Box::pin(actor.moving(by, to))).await
    }

    /// The rules the table plays by, and those it could move to; for a host (P-80).
    ///
    /// # Errors
    /// For everyone else.
    pub async fn offered(&self, by: SeatId) -> Result<OfferedPacks, Refusal> {
        self.ask(move |actor| Box::pin(actor.offered(by))).await
    }

    /// What a link leads to. Opening a link never joins by itself: [`TableHandle::enter`] does.
    ///
    /// # Errors
    /// When the link is wrong or revoked.
    pub async fn look(&self, link: &Token) -> Result<Welcome, Refusal> {
        let link = link.hash();
        self.ask_as_anyone(move |actor| Box::pin(actor.look(link))).await
    }

    /// Sits down by a link: on its seat, or on a new one under `name`.
    ///
    /// Entering again by the same link with the same `id` within a minute gives the same seat, and
    /// a new device token: the first answer may have been lost. Later it opens nothing.
    ///
    /// # Errors
    /// When the link is wrong or revoked, too many come by it, or the name is missing or not fit to
    /// read.
    pub async fn enter(
        &self,
        link: &Token,
        name: Option<String>,
        id: CommandId,
    ) -> Result<Entered, Refusal> {
        let link = link.hash();
        self.ask_as_anyone(move |actor| Box::pin(actor.enter(link, name, id))).await
    }

    /// Asks for the seat of that name by an open invitation (B-06): what opens it once a host has
    /// nodded.
    ///
    /// # Errors
    /// When the link is no invitation, there is no such seat, or too many wait already.
    pub async fn knock(&self, link: &Token, name: String) -> Result<Token, Refusal> {
        let link = link.hash();
        self.ask_as_anyone(move |actor| Box::pin(actor.knock(link, name))).await
    }

    /// Who the device is.
    ///
    /// # Errors
    /// When the token opens nothing, or nothing any more.
    pub async fn whoami(&self, device: &Token) -> Result<Sitting, Refusal> {
        let device = device.hash();
        self.ask_as_anyone(move |actor| Box::pin(actor.whoami(device))).await
    }

    /// The table at a glance, as a seat finds it.
    ///
    /// # Errors
    /// When the seat or the table is gone.
    pub async fn glance(&self, by: SeatId) -> Result<Glance, Refusal> {
        self.ask(move |actor| Box::pin(actor.glance(by))).await
    }

    /// Begins to watch as a seat: the view now, the lines since the bookmark, then frames.
    ///
    /// # Errors
    /// When there is no such seat, or the device was sent away.
    pub async fn attach(
        &self,
        seat: SeatId,
        device: Option<Id>,
        bookmark: Option<Bookmark>,
    ) -> Result<(Snapshot, Frames), Refusal> {
        let (snapshot, attached) =
            self.ask(move |actor| Box::pin(actor.attach(seat, device, bookmark))).await?;
        let frames = Frames {
            frames: attached.frames,
            farewell: attached.farewell,
            table: self.clone(),
            attachment: attached.attachment,
        };
        Ok((snapshot, frames))
    }

    /// Up to `count` lines of a seat's list before line `before`, or its last ones.
    ///
    /// # Errors
    /// When there is no such seat.
    pub async fn lines(
        &self,
        seat: SeatId,
        before: Option<u64>,
        count: usize,
    ) -> Result<Vec<NumberedLine>, Refusal> {
        self.ask(move |actor| Box::pin(actor.lines(seat, before, count))).await
    }

    /// The numbers of a seat's lines of the game that were undone and do not stand now (B-13).
    ///
    /// # Errors
    /// When there is no such seat.
    pub async fn undone(&self, seat: SeatId) -> Result<BTreeSet<u64>, Refusal> {
        self.ask(move |actor| Box::pin(actor.undone(seat))).await
    }

    /// Every part of a seat's view, as in a [`Snapshot`].
    ///
    /// # Errors
    /// When there is no such seat.
    pub async fn view(&self, seat: SeatId) -> Result<BTreeMap<String, Json>, Refusal> {
        self.ask(move |actor| Box::pin(actor.view(seat))).await
    }

    /// The view of the game as its family's types: what the text language reads.
    ///
    /// # Errors
    /// When there is no such seat.
    pub async fn game_view(&self, seat: SeatId) -> Result<AnyView, Refusal> {
        self.ask(move |actor| Box::pin(actor.game_view(seat))).await
    }

    /// What the table plays by, to explain its rules from (P-15).
    ///
    /// # Errors
    /// When there is no such seat.
    pub async fn played_rules(&self, seat: SeatId) -> Result<PlayedRules, Refusal> {
        self.ask(move |actor| Box::pin(actor.played_rules(seat))).await
    }

    /// What a line of a seat is understood by, in one request. Without the id of a line there is no
    /// answer.
    ///
    /// # Errors
    /// When there is no such seat, or the line was another seat's command.
    pub async fn line_context(
        &self,
        seat: SeatId,
        line: Option<CommandId>,
    ) -> Result<LineContext, Refusal> {
        self.ask(move |actor| Box::pin(actor.line_context(seat, line))).await
    }

    /// The view of another seat, for the host (B-31).
    ///
    /// # Errors
    /// When `host` is no host, or there is no such seat.
    pub async fn view_as(
        &self,
        host: SeatId,
        eyes: Eyes,
    ) -> Result<BTreeMap<String, Json>, Refusal> {
        self.ask(move |actor| Box::pin(actor.view_as(host, eyes))).await
    }

    /// What a seat can do now in the game with a thing, or with everything in sight.
    ///
    /// # Errors
    /// When there is no such seat.
    pub async fn offers(
        &self,
        seat: SeatId,
        of: Option<Subject>,
    ) -> Result<Vec<Offer<Json>>, Refusal> {
        self.ask(move |actor| Box::pin(actor.offers(seat, of))).await
    }

    /// What is pushed to a seat of what it can do; also the part `table/acts`.
    ///
    /// # Errors
    /// When there is no such seat.
    pub async fn acts(&self, seat: SeatId) -> Result<Acts, Refusal> {
        self.ask(move |actor| Box::pin(actor.acts(seat))).await
    }

    /// What table this is.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn about(&self) -> Result<TablePart, Refusal> {
        self.ask(|actor| Box::pin(actor.about())).await
    }

    /// The seats, in the order they came.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn seats(&self) -> Result<Vec<SeatPart>, Refusal> {
        self.ask(|actor| Box::pin(actor.seats())).await
    }

    /// The seats that were removed.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn removed(&self) -> Result<Vec<SeatPart>, Refusal> {
        self.ask(|actor| Box::pin(actor.removed())).await
    }

    /// Keeps a picture a seat brings (B-43); answered by [`Answer::Picture`].
    ///
    /// # Errors
    /// When the seat may bring none, has no room left, or the store fails.
    pub async fn add_picture(
        &self,
        by: SeatId,
        id: CommandId,
        picture: NewPicture,
    ) -> Result<Answer, Refusal> {
        let device = self.device;
        self.ask(move |actor| Box::pin(actor.add_picture((by, device), id, picture))).await
    }

    /// Whether a seat may bring another picture, before it is read.
    ///
    /// # Errors
    /// When it may not.
    pub async fn room_for_picture(&self, by: SeatId) -> Result<(), Refusal> {
        self.ask(move |actor| Box::pin(actor.room_for_picture(by))).await
    }

    /// The bytes of a picture the seat sees, and what they are.
    ///
    /// # Errors
    /// When it sees none of that id, or its bytes are gone.
    pub async fn picture(
        &self,
        seat: SeatId,
        picture: Id,
        small: bool,
    ) -> Result<(PictureForm, Vec<u8>), Refusal> {
        self.ask(move |actor| Box::pin(actor.picture(seat, picture, small))).await
    }

    /// The bytes of all pictures, for an export.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn pictures(&self) -> Result<BTreeMap<PictureHash, Vec<u8>>, Refusal> {
        self.ask(|actor| Box::pin(actor.pictures())).await
    }

    /// A note the seat sees, with all it says (B-43).
    ///
    /// # Errors
    /// When it sees none of that id.
    pub async fn note(&self, seat: SeatId, note: Id) -> Result<NoteText, Refusal> {
        self.ask(move |actor| Box::pin(actor.note(seat, note))).await
    }

    /// All notes the seat sees, with all they say.
    ///
    /// # Errors
    /// When there is no such seat.
    pub async fn notes(&self, seat: SeatId) -> Result<Vec<NoteText>, Refusal> {
        self.ask(move |actor| Box::pin(actor.notes(seat))).await
    }

    /// Tells the others that a seat is typing, or no more (B-42).
    ///
    /// # Errors
    /// When there is no such seat.
    pub async fn typing(&self, seat: SeatId, typing: bool) -> Result<(), Refusal> {
        self.ask(move |actor| Box::pin(actor.typing(seat, typing))).await
    }

    /// A new link to the first host seat, for whoever runs the server (B-05).
    ///
    /// # Errors
    /// When it cannot be kept.
    pub async fn host_link(&self) -> Result<Token, Refusal> {
        self.ask_as_anyone(|actor| Box::pin(actor.host_link())).await
    }

    /// The whole log, for an export: without the seeds of the session under way (B-22, B-50).
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn export(&self) -> Result<Vec<Record>, Refusal> {
        self.ask(|actor| Box::pin(actor.export())).await
    }

    /// Takes the name of a seat and all it said out of the log; it is called `name` from its
    /// beginning (B-76). Cannot be undone.
    ///
    /// # Errors
    /// When there is no such seat, the name is not fit or taken, or it cannot be kept.
    pub async fn redact(&self, seat: SeatId, name: String) -> Result<(), Refusal> {
        self.ask_as_anyone(move |actor| Box::pin(actor.redact(seat, name))).await
    }

    /// Takes what a command of a seat said out of the log: it was recalled where it was typed
    /// (C-22).
    ///
    /// # Errors
    /// When the seat said nothing by it, or it cannot be kept.
    pub async fn unsay(&self, by: SeatId, id: CommandId) -> Result<(), Refusal> {
        self.ask(move |actor| Box::pin(actor.unsay(by, id))).await
    }

    /// A code that somebody can use once within the next quarter of an hour, from a chat group
    /// (C-23): [`crate::Tables::redeem`].
    ///
    /// # Errors
    /// When the seat may not give this away.
    pub async fn code(&self, by: SeatId, to: CodeFor) -> Result<String, Refusal> {
        self.ask(move |actor| Box::pin(actor.code(by, to))).await
    }

    /// Makes a request that is refused if this handle's device was sent away (B-02).
    async fn ask<T: Send + 'static>(
        &self,
        handler: impl for<'a> FnOnce(&'a mut Actor) -> Handling<'a, Result<T, Refusal>> + Send + 'static,
    ) -> Result<T, Refusal> {
        send(&self.mailbox, self.device, handler).await
    }

    /// Makes a request that needs no seat.
    pub(crate) async fn ask_as_anyone<T: Send + 'static>(
        &self,
        handler: impl for<'a> FnOnce(&'a mut Actor) -> Handling<'a, Result<T, Refusal>> + Send + 'static,
    ) -> Result<T, Refusal> {
        send(&self.mailbox, None, handler).await
    }
}
