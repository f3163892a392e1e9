//! The one who runs a table: takes asks one by one, keeps records, tells everyone.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use rules::{AnyView, Id, Offer, Quote, Refusal, Role, SeatId, message};
use serde_json::Value as Json;
use tokio::sync::{mpsc, oneshot};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::archive::without_open_seeds;
use crate::audience::{Attached, Audience, Before, Drawn};
use crate::campaign::{Campaign, Rehearsed};
use crate::contain::{contained, contained_wait, failed};
use crate::decide::{may_play, sent_away};
use crate::event::{LinkTo, Rewind};
use crate::handle::{Entered, Eyes, Sitting, Welcome};
use crate::packs::Packs;
use crate::room::Seated;
use crate::secret::Secret;
use crate::store::{Store, StoreError};
use crate::text;
use crate::token::TokenHash;
use crate::world::{NoEntropy, World};
use crate::{
    Answer, Bookmark, Command, CommandId, Event, Farewell, NumberedLine, Record, SeatPart,
    Snapshot, TableEvent, TableId, TablePart, Token,
};

type Reply<T> = oneshot::Sender<Result<T, Refusal>>;
type Parts = BTreeMap<String, Json>;

/// Something asked, and the device that asks, if it is one that may be sent away meanwhile.
#[derive(Debug)]
pub(crate) struct Letter {
    pub device: Option<Id>,
    pub ask: Ask,
}

/// Something asked of a table; see the functions of [`crate::TableHandle`].
#[derive(Debug)]
pub(crate) enum Ask {
    Ready {
        reply: Reply<()>,
    },
    Command {
        by: SeatId,
        id: CommandId,
        command: Command,
        reply: Reply<Answer>,
    },
    Answered {
        by: SeatId,
        id: CommandId,
        reply: Reply<Option<Answer>>,
    },
    Quote {
        by: SeatId,
        command: Json,
        reply: Reply<Quote>,
    },
    Look {
        link: TokenHash,
        reply: Reply<Welcome>,
    },
    Enter {
        link: TokenHash,
        name: Option<String>,
        id: CommandId,
        reply: Reply<Entered>,
    },
    WhoAmI {
        device: TokenHash,
        reply: Reply<Sitting>,
    },
    Attach {
        seat: SeatId,
        device: Option<Id>,
        bookmark: Option<Bookmark>,
        reply: Reply<(Snapshot, Attached)>,
    },
    Detach {
        attachment: u64,
    },
    Lines {
        seat: SeatId,
        before: Option<u64>,
        count: usize,
        reply: Reply<Vec<NumberedLine>>,
    },
    View {
        seat: SeatId,
        reply: Reply<Parts>,
    },
    GameView {
        seat: SeatId,
        reply: Reply<AnyView>,
    },
    ViewAs {
        host: SeatId,
        eyes: Eyes,
        reply: Reply<Parts>,
    },
    Offers {
        seat: SeatId,
        reply: Reply<Vec<Offer<Json>>>,
    },
    About {
        reply: Reply<TablePart>,
    },
    Seats {
        reply: Reply<Vec<SeatPart>>,
    },
    Removed {
        reply: Reply<Vec<SeatPart>>,
    },
    Typing {
        seat: SeatId,
        typing: bool,
        reply: Reply<()>,
    },
    HostLink {
        reply: Reply<Token>,
    },
    Export {
        reply: Reply<Vec<Record>>,
    },
    Redact {
        seat: SeatId,
        name: String,
        reply: Reply<()>,
    },
    Rewritten,
    Delete {
        reply: Reply<bool>,
    },
    Stop {
        reply: Reply<()>,
    },
}

impl Ask {
    /// Refuses what only one who sits here may ask; gives back what is asked by anyone.
    fn refuse(self, why: Refusal) -> Option<Self> {
        match self {
            Ask::Command { reply, .. } => drop(reply.send(Err(why))),
            Ask::Answered { reply, .. } => drop(reply.send(Err(why))),
            Ask::Quote { reply, .. } => drop(reply.send(Err(why))),
            Ask::Lines { reply, .. } => drop(reply.send(Err(why))),
            Ask::View { reply, .. } | Ask::ViewAs { reply, .. } => drop(reply.send(Err(why))),
            Ask::GameView { reply, .. } => drop(reply.send(Err(why))),
            Ask::Offers { reply, .. } => drop(reply.send(Err(why))),
            Ask::About { reply } => drop(reply.send(Err(why))),
            Ask::Seats { reply } | Ask::Removed { reply } => drop(reply.send(Err(why))),
            Ask::Typing { reply, .. } => drop(reply.send(Err(why))),
            Ask::Export { reply } => drop(reply.send(Err(why))),
            Ask::Attach { reply, .. } => drop(reply.send(Err(why))),
            anyone => return Some(anyone),
        }
        None
    }
}

/// Runs one table.
pub(crate) struct Actor {
    id: TableId,
    store: Arc<dyn Store>,
    world: World,
    packs: Arc<Packs>,
    /// The table; none until its log is read.
    campaign: Option<Campaign>,
    /// Whether the log may hold more than the campaign: after a failed write or a conflict.
    behind: bool,
    /// Tokens of links made since the log was read: the log has only their hashes.
    tokens: HashMap<CommandId, String>,
    /// Commands that were kept and taken back at once, because the program failed on what they led
    /// to.
    taken_back: HashSet<CommandId>,
    audience: Audience,
}

/// After so long without an ask, what is only kept for speed is let go.
const QUIET: Duration = Duration::from_secs(20);
/// How often a command is decided again because another server was quicker.
const AGAIN: usize = 5;

impl Actor {
    pub fn new(id: TableId, store: Arc<dyn Store>, world: World, packs: Arc<Packs>) -> Self {
        Self {
            id,
            store,
            world,
            packs,
            campaign: None,
            behind: false,
            tokens: HashMap::new(),
            taken_back: HashSet::new(),
            audience: Audience::default(),
        }
    }

    /// Answers asks until nobody holds the table any more.
    pub async fn run(mut self, mut asks: mpsc::Receiver<Box<Letter>>) {
        loop {
            let asked = match timeout(QUIET, asks.recv()).await {
                Ok(asked) => asked,
                Err(_) => {
                    self.rest();
                    asks.recv().await
                }
            };
            match asked {
                // Boxed: a table at rest need not hold the room to answer in.
                Some(letter) => {
                    if Box::pin(contained_wait(self.open(*letter))).await.is_none() {
                        // Nothing in memory can be trusted; the log can.
                        self.campaign = None;
                        self.audience.farewell(Farewell::Rewritten);
                    }
                }
                None => return,
            }
        }
    }

    /// Lets go of what is only kept for speed.
    fn rest(&mut self) {
        self.audience.rest();
        if let Some(campaign) = &mut self.campaign {
            campaign.lines.rest();
        }
    }

    /// Answers an ask, unless it is from a device that was sent away while it waited (B-02).
    async fn open(&mut self, Letter { device, ask }: Letter) {
        let ask = match device {
            Some(device) if !self.knows(device).await => ask.refuse(sent_away()),
            _ => Some(ask),
        };
        if let Some(ask) = ask {
            self.answer(ask, device).await;
        }
    }

    async fn knows(&mut self, device: Id) -> bool {
        let known =
            |campaign: &Campaign| campaign.room.devices.values().any(|known| known.id == device);
        self.look_for(known).await;
        // A log that cannot be read says so by itself.
        self.ready().await.map_or(true, known)
    }

    async fn answer(&mut self, ask: Ask, device: Option<Id>) {
        // Whoever asked may have gone away; then the answer is for nobody.
        match ask {
            Ask::Ready { reply } => drop(reply.send(self.ready().await.map(|_| ()))),
            Ask::Command { by, id, command, reply } => {
                drop(reply.send(self.command((by, device), id, &command).await))
            }
            Ask::Answered { by, id, reply } => drop(reply.send(self.answered(by, id).await)),
            Ask::Quote { by, command, reply } => drop(reply.send(self.quote(by, &command).await)),
            Ask::Look { link, reply } => drop(reply.send(self.look(&link).await)),
            Ask::Enter { link, name, id, reply } => {
                drop(reply.send(self.enter(&link, name.as_deref(), id).await))
            }
            Ask::WhoAmI { device, reply } => drop(reply.send(self.whoami(&device).await)),
            Ask::Attach { seat, device, bookmark, reply } => {
                drop(reply.send(self.attach(seat, device, bookmark.as_ref()).await))
            }
            Ask::Detach { attachment } => {
                if let Some(campaign) = &self.campaign {
                    self.audience.detach(campaign, attachment);
                }
            }
            Ask::Lines { seat, before, count, reply } => {
                drop(reply.send(self.lines(seat, before, count).await))
            }
            Ask::View { seat, reply } => drop(reply.send(self.view(seat).await)),
            Ask::GameView { seat, reply } => drop(reply.send(self.game_view(seat).await)),
            Ask::ViewAs { host, eyes, reply } => drop(reply.send(self.view_as(host, eyes).await)),
            Ask::Offers { seat, reply } => drop(reply.send(self.offers(seat).await)),
            Ask::About { reply } => {
                drop(reply.send(self.ready().await.map(Campaign::table_part)));
            }
            Ask::Seats { reply } => {
                let campaign = self.ready().await;
                drop(reply.send(campaign.map(|campaign| campaign.seats_part().seats)));
            }
            Ask::Removed { reply } => {
                let removed =
                    |campaign: &Campaign| campaign.room.gone.values().map(Seated::part).collect();
                drop(reply.send(self.ready().await.map(removed)));
            }
            Ask::Typing { seat, typing, reply } => {
                drop(reply.send(self.typing(seat, typing).await))
            }
            Ask::HostLink { reply } => drop(reply.send(self.host_link().await)),
            Ask::Export { reply } => drop(reply.send(self.export().await)),
            Ask::Redact { seat, name, reply } => {
                drop(reply.send(self.redact(seat, &name).await));
            }
            Ask::Rewritten => self.read_anew().await,
            Ask::Delete { reply } => drop(reply.send(self.delete().await)),
            Ask::Stop { reply } => {
                self.audience.farewell(Farewell::Stopping);
                drop(reply.send(Ok(())));
            }
        }
    }

    /// The table, its log read. Reads are served even when it cannot be brought up to date.
    async fn ready(&mut self) -> Result<&Campaign, Refusal> {
        if self.campaign.is_none() {
            let records = self.store.load(self.id, 0).await;
            let records = records.map_err(|fault| not_read(&fault))?;
            if records.is_empty() {
                return Err(Refusal::new("B-02", message!("table-no-such-table")));
            }
            // A long log takes a while to fold: not on a thread that other tables wait for.
            let (id, packs) = (self.id, self.packs.clone());
            let folding = spawn_blocking(move || Campaign::load(id, &records, &packs));
            let campaign = match folding.await {
                Ok(campaign) => campaign.map_err(|fault| text::refuse_log(fault.to_message()))?,
                Err(fault) if fault.is_panic() => std::panic::resume_unwind(fault.into_panic()),
                Err(_) => return Err(Refusal::new("B-40", message!("table-closed"))),
            };
            self.campaign = Some(campaign);
        }
        let campaign = self.campaign.as_ref();
        campaign.ok_or_else(|| Refusal::new("B-02", message!("table-no-such-table")))
    }

    /// The table, surely up to date with its log.
    async fn current(&mut self) -> Result<&Campaign, Refusal> {
        self.ready().await?;
        if self.behind {
            self.catch_up().await?;
        }
        self.ready().await
    }

    /// Catches up if something is not known here: another process may have written it.
    async fn look_for(&mut self, known: impl Fn(&Campaign) -> bool) {
        if self.campaign.as_ref().is_some_and(|campaign| !known(campaign)) {
            self.behind = true;
            // If the log cannot be read now, what is known has to do.
            let _ = self.current().await;
        }
    }

    /// Reads what the log holds beyond the campaign.
    async fn catch_up(&mut self) -> Result<(), Refusal> {
        let Some(campaign) = &mut self.campaign else {
            return Ok(());
        };
        let records = self.store.load(self.id, campaign.room.seq).await;
        for record in records.map_err(|fault| not_kept(&fault))? {
            let read = campaign.read(&record);
            let read = read.map_err(|fault| text::refuse_log(fault.to_message()))?;
            let before = self.audience.before(campaign, &record);
            campaign.apply(&record, read, None);
            if contained(|| self.audience.follow(campaign, &record, &before, None)).is_none() {
                self.audience.farewell(Farewell::Rewritten);
            }
        }
        self.behind = false;
        Ok(())
    }

    /// Keeps what `decide` makes of the table, then makes it so and tells everyone.
    async fn keep<T>(
        &mut self,
        decide: impl Fn(&Campaign) -> Result<(Record, T), Refusal>,
    ) -> Result<(Record, T), Refusal> {
        for _ in 0..AGAIN {
            let campaign = self.current().await?;
            let (record, also) = contained(|| decide(campaign)).ok_or_else(failed)??;
            let read = campaign.read(&record);
            let read = read.map_err(|fault| text::refuse_log(fault.to_message()))?;
            let rehearsed = contained(|| campaign.rehearse(&record, &read)).ok_or_else(failed)?;
            let (kept, foreseen) = self.append(&record, &rehearsed).await;
            match kept {
                Ok(()) => {
                    let Some(campaign) = &mut self.campaign else {
                        return Ok((record, also));
                    };
                    campaign.apply(&record, read, Some(rehearsed));
                    let followed = foreseen.and_then(|(before, drawn)| {
                        contained(|| self.audience.follow(campaign, &record, &before, drawn))
                    });
                    if followed.is_none() {
                        self.take_back(&record).await;
                        return Err(failed());
                    }
                    return Ok((record, also));
                }
                Err(fault) => {
                    self.audience.rest();
                    self.behind = true;
                    if !matches!(fault, StoreError::Conflict) {
                        // It may have been kept all the same: look before deciding anything else.
                        return Err(not_kept(&fault));
                    }
                }
            }
        }
        Err(not_kept(&StoreError::Conflict))
    }

    /// Takes back a record whose command led to a game that the program fails to show: as far as
    /// the game goes, it is as it was before. Everyone reads the table anew.
    async fn take_back(&mut self, record: &Record) {
        self.taken_back.extend(record.command);
        let touches = |event: &Event| matches!(event, Event::Game(_));
        if let Some(campaign) = &mut self.campaign
            && record.events.iter().any(touches)
        {
            let to = record.seq - 1;
            let back = TableEvent::Rewound { why: Rewind::Undo, to, carried: Vec::new() };
            let back = campaign.by_itself(record.at, vec![back]);
            match (self.store.append(self.id, &back).await, campaign.read(&back)) {
                (Ok(()), Ok(read)) => campaign.apply(&back, read, None),
                // What the log holds is looked up before anything else is decided.
                _ => self.behind = true,
            }
        }
        self.audience.farewell(Farewell::Rewritten);
    }

    /// Writes a record; while the disk is at work on it, what everyone will be told is drawn up,
    /// if the program does not fail on it.
    async fn append(
        &mut self,
        record: &Record,
        rehearsed: &Rehearsed,
    ) -> (Result<(), StoreError>, Option<(Before, Option<Drawn>)>) {
        let mut appending = pin!(self.store.append(self.id, record));
        let begun = poll_fn(|context| Poll::Ready(appending.as_mut().poll(context))).await;
        let campaign = self.campaign.as_ref();
        let foreseen = campaign
            .and_then(|campaign| contained(|| self.audience.foresee(campaign, record, rehearsed)));
        let kept = match begun {
            Poll::Ready(kept) => kept,
            Poll::Pending => appending.await,
        };
        (kept, foreseen)
    }

    fn fresh(&self) -> Result<Secret, Refusal> {
        self.world.bytes().map(Secret).map_err(no_entropy)
    }

    /// Ends a session nobody has touched for twelve hours.
    async fn end_idle_session(&mut self) -> Result<(), Refusal> {
        let (now, fresh) = (self.world.clock.now(), self.fresh()?);
        if self.current().await?.idle(now, fresh).is_some() {
            let awake = || Refusal::new("B-04", message!("table-no-session"));
            let decide = |campaign: &Campaign| {
                let record = campaign.idle(now, fresh).ok_or_else(awake)?;
                Ok((record, ()))
            };
            // Another server may just have ended it.
            if let Err(refusal) = self.keep(decide).await
                && refusal != awake()
            {
                return Err(refusal);
            }
        }
        Ok(())
    }

    async fn command(
        &mut self,
        (by, device): (SeatId, Option<Id>),
        id: CommandId,
        command: &Command,
    ) -> Result<Answer, Refusal> {
        if let Some(answer) = self.answered(by, id).await? {
            return Ok(answer);
        }
        if let Some(fault) = &self.ready().await?.fault {
            return Err(
                Refusal::new("B-12", fault.clone()).instead(message!("table-broken-instead"))
            );
        }
        self.end_idle_session().await?;
        let (now, fresh) = (self.world.clock.now(), self.fresh()?);
        let decided = self
            .keep(|campaign| {
                let decided = campaign.decide((by, device), id, command, now, fresh)?;
                Ok((decided.record, decided.token))
            })
            .await;
        match decided {
            Ok((_, token)) => {
                if let Some(token) = token {
                    self.tokens.insert(id, token.reveal().to_owned());
                }
                let answer = self.answered(by, id).await?;
                Ok(answer.unwrap_or(Answer::Done))
            }
            Err(refusal) => match self.answered(by, id).await {
                // Another server had accepted the very same command.
                Ok(Some(answer)) => Ok(answer),
                _ => Err(refusal),
            },
        }
    }

    /// The answer a command was given when it was accepted (B-11).
    async fn answered(&mut self, by: SeatId, id: CommandId) -> Result<Option<Answer>, Refusal> {
        if self.taken_back.contains(&id) {
            return Err(failed());
        }
        let campaign = self.current().await?;
        let Some((seat, answer)) = campaign.room.answers.get(&id) else {
            return Ok(None);
        };
        if seat.is_some_and(|seat| seat != by) {
            return Err(Refusal::new("B-11", message!("table-command-id-taken")));
        }
        let mut answer = answer.clone();
        if let Answer::Link { token, .. } = &mut answer {
            *token = self.tokens.get(&id).cloned();
        }
        Ok(Some(answer))
    }

    async fn quote(&mut self, by: SeatId, command: &Json) -> Result<Quote, Refusal> {
        let campaign = self.ready().await?;
        let seat = campaign.seated(by)?.seat();
        may_play(campaign, seat)?;
        contained(|| campaign.course.game.quote(seat, command)).ok_or_else(failed)?
    }

    /// Shows something of the table; if the program fails on it, the game breaks down, and what can
    /// still be shown is.
    async fn show<T>(
        &mut self,
        show: impl Fn(&Campaign, &Audience) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        self.ready().await?;
        let Some(campaign) = &mut self.campaign else {
            return Err(sent_away());
        };
        if let Some(shown) = contained(|| show(campaign, &self.audience)) {
            return shown;
        }
        campaign.break_down();
        contained(|| show(campaign, &self.audience)).ok_or_else(failed)?
    }

    async fn look(&mut self, link: &TokenHash) -> Result<Welcome, Refusal> {
        self.look_for(|campaign| campaign.link(link).is_ok()).await;
        let campaign = self.ready().await?;
        let (name, role) = match campaign.link(link)?.to {
            LinkTo::Seat(seat) => {
                let seated = campaign.seated(seat)?;
                (Some(seated.name.clone()), seated.role)
            }
            LinkTo::Anyone(role) => (None, role),
        };
        let title = campaign.room.title.clone();
        Ok(Welcome { title, role, name })
    }

    async fn enter(
        &mut self,
        link: &TokenHash,
        name: Option<&str>,
        id: CommandId,
    ) -> Result<Entered, Refusal> {
        self.look_for(|campaign| campaign.link(link).is_ok()).await;
        let (now, fresh) = (self.world.clock.now(), self.fresh()?);
        let (_, entered) = self
            .keep(|campaign| {
                let (record, seat, device, token) = campaign.enter(link, name, id, now, fresh)?;
                let entered = Entered { seat, device, token };
                Ok((record, entered))
            })
            .await?;
        Ok(entered)
    }

    async fn whoami(&mut self, device: &TokenHash) -> Result<Sitting, Refusal> {
        self.look_for(|campaign| campaign.room.devices.contains_key(device)).await;
        let campaign = self.ready().await?;
        let device = campaign.room.devices.get(device).ok_or_else(sent_away)?;
        let seated = campaign.seated(device.seat)?;
        Ok(Sitting {
            seat: seated.id,
            name: seated.name.clone(),
            role: seated.role,
            device: device.id,
        })
    }

    async fn attach(
        &mut self,
        seat: SeatId,
        device: Option<Id>,
        bookmark: Option<&Bookmark>,
    ) -> Result<(Snapshot, Attached), Refusal> {
        // One who comes may read even while the store fails.
        let _ = self.end_idle_session().await;
        self.ready().await?;
        let Some(campaign) = &mut self.campaign else {
            return Err(sent_away());
        };
        let seated = campaign.sitting(seat, device)?.seat();
        let attached = contained(|| self.audience.attach(campaign, seated, device, bookmark));
        if let Some(attached) = attached {
            return Ok(attached);
        }
        campaign.break_down();
        self.audience.forget_gone();
        let attached = contained(|| self.audience.attach(campaign, seated, device, bookmark));
        attached.ok_or_else(failed)
    }

    async fn lines(
        &mut self,
        seat: SeatId,
        before: Option<u64>,
        count: usize,
    ) -> Result<Vec<NumberedLine>, Refusal> {
        let campaign = self.ready().await?;
        let viewer = campaign.seated(seat)?.seat().viewer();
        Ok(campaign.lines.of(viewer).before(before, count))
    }

    async fn view(&mut self, seat: SeatId) -> Result<Parts, Refusal> {
        let view = |campaign: &Campaign, audience: &Audience| {
            let seat = campaign.seated(seat)?.seat();
            let parts = campaign.view(seat, &audience.presence(campaign));
            Ok(parts.into_iter().map(|(key, part)| (key, part.read())).collect())
        };
        self.show(view).await
    }

    async fn game_view(&mut self, seat: SeatId) -> Result<AnyView, Refusal> {
        let view = |campaign: &Campaign, _: &Audience| {
            let seat = campaign.seated(seat)?.seat();
            Ok(campaign.course.game.view(seat.viewer()))
        };
        self.show(view).await
    }

    async fn view_as(&mut self, host: SeatId, eyes: Eyes) -> Result<Parts, Refusal> {
        let campaign = self.ready().await?;
        if campaign.seated(host)?.role != Role::Host {
            return Err(Refusal::new("B-31", message!("table-host-only")));
        }
        match eyes {
            Eyes::Seat(seat) => self.view(seat).await,
            Eyes::Spectator => {
                let view = |campaign: &Campaign, _: &Audience| {
                    Ok(campaign.course.game.view(rules::Viewer::Spectator).parts())
                };
                self.show(view).await
            }
        }
    }

    async fn offers(&mut self, seat: SeatId) -> Result<Vec<Offer<Json>>, Refusal> {
        let offers =
            |campaign: &Campaign, _: &Audience| Ok(campaign.offers(campaign.seated(seat)?.seat()));
        self.show(offers).await
    }

    async fn typing(&mut self, seat: SeatId, typing: bool) -> Result<(), Refusal> {
        self.ready().await?.seated(seat)?;
        if let Some(campaign) = &self.campaign {
            self.audience.typing(campaign, seat, typing);
        }
        Ok(())
    }

    async fn host_link(&mut self) -> Result<Token, Refusal> {
        let (now, fresh) = (self.world.clock.now(), self.fresh()?);
        let none = || Refusal::new("B-05", message!("table-no-such-seat"));
        let decide = |campaign: &Campaign| campaign.host_link(now, fresh).ok_or_else(none);
        Ok(self.keep(decide).await?.1)
    }

    async fn export(&mut self) -> Result<Vec<Record>, Refusal> {
        self.current().await?;
        let records = self.store.load(self.id, 0).await;
        let mut records = records.map_err(|fault| not_read(&fault))?;
        without_open_seeds(&mut records);
        Ok(records)
    }

    /// Takes a seat's name and talk out of the log (B-76).
    async fn redact(&mut self, seat: SeatId, name: &str) -> Result<(), Refusal> {
        let now = self.world.clock.now();
        self.current().await?;
        let records = self.store.load(self.id, 0).await;
        let records = records.map_err(|fault| not_read(&fault))?;
        let records = self.ready().await?.redacted(records, seat, name, now)?;
        let kept = self.store.replace(self.id, &records).await;
        kept.map_err(|fault| not_kept(&fault))?;
        self.read_anew().await;
        Ok(())
    }

    /// Reads the log from its beginning: what was written in it has changed.
    async fn read_anew(&mut self) {
        if self.campaign.take().is_none() {
            return;
        }
        let gone = matches!(self.store.load(self.id, 0).await, Ok(log) if log.is_empty());
        self.audience.farewell(if gone { Farewell::Deleted } else { Farewell::Rewritten });
    }

    async fn delete(&mut self) -> Result<bool, Refusal> {
        let deleted = self.store.delete(self.id).await;
        let deleted = deleted.map_err(|fault| not_kept(&fault))?;
        self.campaign = None;
        self.audience.farewell(Farewell::Deleted);
        Ok(deleted)
    }
}

pub(crate) fn no_entropy(fault: NoEntropy) -> Refusal {
    Refusal::new("B-11", message!("table-not-kept", fault = fault.to_message()))
}

/// Nothing was acknowledged, so nothing was promised.
pub(crate) fn not_kept(fault: &StoreError) -> Refusal {
    Refusal::new("B-11", message!("table-not-kept", fault = fault.to_message()))
        .instead(message!("table-try-again"))
}

pub(crate) fn not_read(fault: &StoreError) -> Refusal {
    Refusal::new("B-77", message!("table-log-unreadable", fault = fault.to_message()))
}
