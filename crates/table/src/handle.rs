//! The way to a table that is open: every front door holds one of these.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use rules::{AnyView, Id, Offer, Quote, Refusal, Role, SeatId, message};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use tokio::sync::{mpsc, oneshot};

use crate::actor::{Ask, Letter};
use crate::{
    Answer, Bookmark, Command, CommandId, Farewell, Frame, NumberedLine, Record, SeatPart,
    Snapshot, TableId, TablePart, Token,
};

/// The way to one table. Cheap to clone; the table stays in memory while anyone holds one.
#[derive(Clone, Debug)]
pub struct TableHandle {
    pub(crate) id: TableId,
    /// Asks are boxed: a mailbox has room for dozens before the first is sent.
    pub(crate) mailbox: mpsc::Sender<Box<Letter>>,
    /// Whose way it is: all it asks is refused once the device was sent away.
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

/// The frames for one attached device. Dropping it detaches the device.
#[derive(Debug)]
pub struct Frames {
    pub(crate) frames: mpsc::Receiver<Arc<Frame>>,
    pub(crate) farewell: Arc<OnceLock<Farewell>>,
    /// Told when this is dropped, so that presence is right at once; also keeps the table open.
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
        let ask = Ask::Detach { attachment: self.attachment };
        let _ = self.table.mailbox.try_send(Box::new(Letter { device: None, ask }));
    }
}

impl TableHandle {
    /// Which table.
    #[must_use]
    pub fn id(&self) -> TableId {
        self.id
    }

    /// The way of one device. When the device is sent away, whatever it has asked for and was not
    /// answered yet is refused, on all its connections (B-02).
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
        self.ask(|reply| Ask::Command { by, id, command, reply }).await
    }

    /// The answer a command was given when it was accepted; none if it never was (B-11).
    ///
    /// # Errors
    /// When the table cannot be read, or the command was another seat's.
    pub async fn answered(&self, by: SeatId, id: CommandId) -> Result<Option<Answer>, Refusal> {
        self.ask(|reply| Ask::Answered { by, id, reply }).await
    }

    /// What a game command would do. Never logged (B-20).
    ///
    /// # Errors
    /// The refusal the command would get.
    pub async fn quote(&self, by: SeatId, command: Json) -> Result<Quote, Refusal> {
        self.ask(|reply| Ask::Quote { by, command, reply }).await
    }

    /// What a link leads to. Opening a link never joins by itself: [`TableHandle::enter`] does.
    ///
    /// # Errors
    /// When the link is wrong or revoked.
    pub async fn look(&self, link: &Token) -> Result<Welcome, Refusal> {
        let link = link.hash();
        self.ask(|reply| Ask::Look { link, reply }).await
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
        self.ask(|reply| Ask::Enter { link, name, id, reply }).await
    }

    /// Who the device is.
    ///
    /// # Errors
    /// When the token opens nothing, or nothing any more.
    pub async fn whoami(&self, device: &Token) -> Result<Sitting, Refusal> {
        let device = device.hash();
        self.ask(|reply| Ask::WhoAmI { device, reply }).await
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
            self.ask(|reply| Ask::Attach { seat, device, bookmark, reply }).await?;
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
        self.ask(|reply| Ask::Lines { seat, before, count, reply }).await
    }

    /// Every part of a seat's view, as in a [`Snapshot`].
    ///
    /// # Errors
    /// When there is no such seat.
    pub async fn view(&self, seat: SeatId) -> Result<BTreeMap<String, Json>, Refusal> {
        self.ask(|reply| Ask::View { seat, reply }).await
    }

    /// The view of the game as its family's types: what the text language reads.
    ///
    /// # Errors
    /// When there is no such seat.
    pub async fn game_view(&self, seat: SeatId) -> Result<AnyView, Refusal> {
        self.ask(|reply| Ask::GameView { seat, reply }).await
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
        self.ask(|reply| Ask::ViewAs { host, eyes, reply }).await
    }

    /// What a seat can do now in the game; also the part `table/offers`.
    ///
    /// # Errors
    /// When there is no such seat.
    pub async fn offers(&self, seat: SeatId) -> Result<Vec<Offer<Json>>, Refusal> {
        self.ask(|reply| Ask::Offers { seat, reply }).await
    }

    /// What table this is.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn about(&self) -> Result<TablePart, Refusal> {
        self.ask(|reply| Ask::About { reply }).await
    }

    /// The seats, in the order they came.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn seats(&self) -> Result<Vec<SeatPart>, Refusal> {
        self.ask(|reply| Ask::Seats { reply }).await
    }

    /// The seats that were removed.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn removed(&self) -> Result<Vec<SeatPart>, Refusal> {
        self.ask(|reply| Ask::Removed { reply }).await
    }

    /// Tells the others that a seat is typing, or no more (B-42).
    ///
    /// # Errors
    /// When there is no such seat.
    pub async fn typing(&self, seat: SeatId, typing: bool) -> Result<(), Refusal> {
        self.ask(|reply| Ask::Typing { seat, typing, reply }).await
    }

    /// A new link to the first host seat, for whoever runs the server (B-05).
    ///
    /// # Errors
    /// When it cannot be kept.
    pub async fn host_link(&self) -> Result<Token, Refusal> {
        self.ask(|reply| Ask::HostLink { reply }).await
    }

    /// The whole log, for an export: without the seeds of the session under way (B-22, B-50).
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn export(&self) -> Result<Vec<Record>, Refusal> {
        self.ask(|reply| Ask::Export { reply }).await
    }

    /// Takes the name of a seat and all it said out of the log; it is called `name` from its
    /// beginning (B-76). Cannot be undone.
    ///
    /// # Errors
    /// When there is no such seat, the name is not fit or taken, or it cannot be kept.
    pub async fn redact(&self, seat: SeatId, name: String) -> Result<(), Refusal> {
        self.ask(|reply| Ask::Redact { seat, name, reply }).await
    }

    pub(crate) async fn ask<T>(
        &self,
        ask: impl FnOnce(oneshot::Sender<Result<T, Refusal>>) -> Ask,
    ) -> Result<T, Refusal> {
        let (reply, answer) = oneshot::channel();
        let gone = || Refusal::new("B-40", message!("table-closed"));
        let letter = Letter { device: self.device, ask: ask(reply) };
        self.mailbox.send(Box::new(letter)).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }
}
