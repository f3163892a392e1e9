//! One place: a group, or the private talk with a person. Hears what is typed there, and says there
//! what its seats are told.

mod doors;
mod lines;
mod pictures;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use chat::{Answered, Listener, Outcome};
use export::render;
use rules::{Line, Message, Refusal, SeatId, Wait, message};
use table::{CommandId, TableHandle, TableId, is_unsure};
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};
use words::{Language, say};

use crate::book::Sitting;
use crate::command::{self, Command};
use crate::hub::{Ask, Shared};
use crate::platform::{Bit, Place, Said, Sent};
use crate::queue::{Batch, Item, Queue};
use crate::speech;

/// A place where nothing happens for so long is forgotten, if it has no seat anywhere.
const IDLE: Duration = Duration::from_secs(600);
/// How long a message waits that could not be sent, if no connection comes sooner.
const AWAY: Duration = Duration::from_secs(5);
/// How long a refused message waits until it is tried again, at first.
const REFUSED: Duration = Duration::from_secs(4);
/// And at most.
const REFUSED_MOST: Duration = Duration::from_secs(300);
/// A message that was refused so often is perhaps itself what the platform does not take.
const REFUSED_ITSELF: u32 = 3;
/// How often a line whose fate is unknown is asked for again, under the same id.
const ASK_AGAIN: u32 = 4;
/// How many typed lines of one person are heard at once, and how many in a second from then on.
const LINES_AT_ONCE: f64 = 240.0;
const LINES_A_SECOND: f64 = 4.0;
/// Somebody who is told why nothing happens is told so once in this time.
const REMIND: Duration = Duration::from_secs(60);

/// So many people of a place are remembered before those who are quiet are forgotten.
const REMEMBERED: usize = 2000;

/// What one person may still say.
struct Allowance {
    left: f64,
    since: Instant,
}

/// A seat that is watched: its frames wake the place.
struct Watch {
    seat: SeatId,
    task: JoinHandle<()>,
    /// Set when the seat reads another list of lines than before.
    renewed: Arc<AtomicBool>,
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A message on its way.
struct Sending {
    batch: Batch,
    /// Whether it stands for a message that was refused again and again.
    instead: bool,
    task: JoinHandle<Sent>,
}

pub(crate) struct Room {
    shared: Arc<Shared>,
    place: Place,
    inbox: mpsc::UnboundedReceiver<Ask>,
    language: Language,
    queue: Queue,
    sending: Option<Sending>,
    /// How often the same message was refused in a row.
    refusals: u32,
    /// How many items the last refused message had.
    refused: usize,
    /// So many items are sent each alone: one of them is what the platform does not take, and what
    /// is refused now is given up.
    singly: usize,
    /// Whether the group was told that something waits for this person.
    excused: bool,
    bell: Arc<Notify>,
    watches: HashMap<TableId, Watch>,
    /// The last line of each table that was put into the queue.
    read: HashMap<TableId, u64>,
    listeners: HashMap<(String, TableId, SeatId), Listener>,
    waits: HashMap<SeatId, Vec<Wait>>,
    allowances: HashMap<String, Allowance>,
    reminded: HashMap<String, Instant>,
}

impl Room {
    pub fn new(shared: Arc<Shared>, place: Place, inbox: mpsc::UnboundedReceiver<Ask>) -> Self {
        Self {
            language: shared.settings.language,
            shared,
            place,
            inbox,
            queue: Queue::new(Instant::now()),
            sending: None,
            refusals: 0,
            refused: 0,
            singly: 0,
            excused: false,
            bell: Arc::new(Notify::new()),
            watches: HashMap::new(),
            read: HashMap::new(),
            listeners: HashMap::new(),
            waits: HashMap::new(),
            allowances: HashMap::new(),
            reminded: HashMap::new(),
        }
    }

    /// Goes on until nobody needs the place any more.
    pub async fn run(mut self) {
        loop {
            let free = self.sending.is_none() && !self.queue.is_empty();
            let ready = self.queue.ready();
            let bell = self.bell.clone();
            let sent = async {
                match &mut self.sending {
                    Some(sending) => (&mut sending.task).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                // What was typed first is done first; what it brings about is said together.
                biased;
                sent = sent => {
                    let end = sent.unwrap_or_else(|fault| Sent::Unknown(fault.to_string()));
                    self.sent(end).await;
                }
                ask = self.inbox.recv() => match ask {
                    Some(ask) => self.hear(ask).await,
                    None => return,
                },
                () = bell.notified() => self.look().await,
                () = sleep_until(ready), if free => self.send().await,
                () = tokio::time::sleep(IDLE), if !free && self.watches.is_empty() => return,
            }
        }
    }

    async fn hear(&mut self, ask: Ask) {
        match ask {
            Ask::Said(said, waiting) => {
                self.said(said).await;
                drop(waiting);
            }
            Ask::Recalled { message, user, waiting } => {
                self.recalled(&message, user).await;
                drop(waiting);
            }
            Ask::Full { user, told } => {
                told.store(false, std::sync::atomic::Ordering::Relaxed);
                if self.is_on() {
                    self.remind(&user, &message!("bridge-too-fast"));
                }
            }
            Ask::Say(item) if self.is_on() => self.push(item),
            Ask::Say(_) => {}
            Ask::Look => self.look().await,
            Ask::Mended => {
                self.refusals = 0;
                self.queue.release();
                self.look().await;
            }
        }
    }

    /// Whether the bot may speak here (`.bot off`).
    fn is_on(&self) -> bool {
        self.place.private || self.shared.book.group(&self.place).on
    }

    fn say(&self, message: &Message) -> String {
        say(self.language, message)
    }

    /// Something is to be said here.
    fn push(&mut self, item: Item) {
        self.queue.push(item, Instant::now());
    }

    /// Tells the place something of the bridge's own.
    fn tell(&mut self, message: &Message) {
        let text = self.say(message);
        self.push(Item::text(text));
        self.queue.hurry(Instant::now());
    }

    /// Tells one of the group something.
    fn tell_to(&mut self, user: &str, message: &Message) {
        let text = self.say(message);
        let item = if self.place.private { Item::text(text) } else { Item::to(user, &text) };
        self.push(item);
        self.queue.hurry(Instant::now());
    }

    /// Tells somebody something that is for nobody else.
    fn whisper(&mut self, user: &str, text: String) {
        if self.place.private {
            self.push(Item::text(text));
            self.queue.hurry(Instant::now());
        } else {
            let person = Place::of_person(&self.place.account, user);
            self.shared.tell(&person, Ask::Say(Item::text(text)));
        }
    }

    /// The private talk with somebody of this place, which is also whose seats are kept under.
    fn person(&self, user: &str) -> Place {
        Place::of_person(&self.place.account, user)
    }

    /// What was typed, as text; mentions of the bot itself are left out.
    async fn text_of(&self, bits: &[Bit], table: Option<&TableHandle>) -> (String, bool) {
        let own = self.place.account.rsplit('/').next().unwrap_or_default();
        let (mut text, mut spoken_to) = (String::new(), false);
        for bit in bits {
            match bit {
                Bit::Text(more) => text.push_str(more),
                Bit::At { user, .. } if user == own => spoken_to = true,
                Bit::At { user, name } => {
                    let seat = match table {
                        Some(table) => self.seat_name(table, user).await,
                        None => None,
                    };
                    // What the platform says is not to be read as another line.
                    let name = name.as_deref().map(speech::one_line).filter(|it| !it.is_empty());
                    text.push('@');
                    text.push_str(seat.as_ref().or(name.as_ref()).unwrap_or(user));
                    text.push(' ');
                }
            }
        }
        (text.trim().to_owned(), spoken_to)
    }

    /// What somebody is called at a table.
    async fn seat_name(&self, table: &TableHandle, user: &str) -> Option<String> {
        let sitting = self.shared.book.sitting(&self.person(user), table.id())?;
        lines::seat_called(table, sitting.seat).await
    }

    async fn said(&mut self, said: Said) {
        if said.forwarded || said.by_bot {
            return;
        }
        if self.place.private {
            // They can be reached, it seems.
            self.queue.release();
            self.excused = false;
        }
        let group = self.shared.book.group(&self.place);
        let table = match self.table_for(&said.user).await {
            Some(table) => self.shared.tables.table(table).await.ok(),
            None => None,
        };
        let (text, spoken_to) = self.text_of(&said.bits, table.as_ref()).await;
        let own = command::read(&text);
        let is_command = command::is_command(&text);
        if !group.on && own != Some(Command::Bot(Some(true))) {
            return;
        }
        if (is_command || own.is_some()) && !self.allow(&said.user) {
            self.remind(&said.user, &message!("bridge-too-fast"));
            return;
        }
        let again = || self.shared.book.was_answered(&self.place, &said.message);
        if let Some(command) = own {
            if !again() {
                self.shared.metrics.commanded();
                self.obey(command, &said).await;
                self.shared.book.answered(&self.place, &said.message).await;
            }
            return;
        }
        let Some(table) = table else {
            // Another bot may be meant: nothing is said unless this one is spoken to.
            if spoken_to || (self.place.private && is_command) {
                self.tell(&message!("bridge-about-free"));
            }
            return;
        };
        if !is_command && !self.place.private && (!group.log || text.is_empty()) {
            if spoken_to && text.is_empty() {
                self.about().await;
            }
            return;
        }
        if text.is_empty() {
            return;
        }
        let person = self.person(&said.user);
        let Some(sitting) = self.shared.book.sitting(&person, table.id()) else {
            if is_command || spoken_to {
                self.remind(&said.user, &message!("bridge-join-first"));
            }
            return;
        };
        // Whoever has a group to talk in may mean the bot alone.
        if self.place.private && !is_command && sitting.home.is_some() {
            self.remind(&said.user, &message!("bridge-private-talk"));
            return;
        }
        if !is_command && !self.allow(&said.user) {
            self.remind(&said.user, &message!("bridge-too-fast"));
            return;
        }
        // It did what it did, and was answered.
        if self.shared.book.was_answered(&self.place, &said.message) {
            return;
        }
        self.shared.metrics.commanded();
        self.typed(table, sitting, &said, &text, is_command).await;
        self.shared.book.answered(&self.place, &said.message).await;
    }

    /// The table that a line is about: the group's, or in private the one the person came to last.
    async fn table_for(&mut self, user: &str) -> Option<TableId> {
        if !self.place.private {
            return self.shared.book.group(&self.place).bound.map(|bound| bound.table);
        }
        self.shared.book.sittings(&self.person(user)).last().map(|sitting| sitting.table)
    }

    /// Whether somebody may type another line.
    fn allow(&mut self, user: &str) -> bool {
        let now = Instant::now();
        // Whoever has long said nothing may say all there is again.
        if self.allowances.len() >= REMEMBERED {
            self.allowances.retain(|_, one| now.duration_since(one.since) < REMIND);
        }
        let new = Allowance { left: LINES_AT_ONCE, since: now };
        let allowance = self.allowances.entry(user.to_owned()).or_insert(new);
        let gained = now.duration_since(allowance.since).as_secs_f64() * LINES_A_SECOND;
        allowance.left = (allowance.left + gained).min(LINES_AT_ONCE);
        allowance.since = now;
        let may = allowance.left >= 1.0;
        if may {
            allowance.left -= 1.0;
        }
        may
    }

    /// Tells somebody why nothing happens, but not again and again.
    fn remind(&mut self, user: &str, message: &Message) {
        let now = Instant::now();
        let key = format!("{user} {}", message.id);
        if self.reminded.len() >= REMEMBERED {
            self.reminded.retain(|_, at| now.duration_since(*at) < REMIND);
        }
        let told = self.reminded.get(&key).is_some_and(|at| now.duration_since(*at) < REMIND);
        if !told {
            self.reminded.insert(key, now);
            self.tell_to(user, message);
        }
    }

    /// A line for the table: done there, answered here.
    async fn typed(
        &mut self,
        table: TableHandle,
        sitting: Sitting,
        said: &Said,
        text: &str,
        is_command: bool,
    ) {
        let id = self.shared.command_id(&self.place, &said.message, 0);
        let onlookers = self.onlookers(&sitting);
        let (key, mut listener) = self.listener(&table, &sitting, said);
        let answered = self.answer(&mut listener, id, text, onlookers.as_deref()).await;
        let speaks_as = listener.speaks_as();
        self.listeners.insert(key, listener);
        if speaks_as != sitting.speaking_as {
            let person = self.person(&said.user);
            let change = |sitting: &mut Sitting| sitting.speaking_as = speaks_as;
            self.shared.book.change_sitting(&person, sitting.table, change).await;
        }
        // What happened is said first, and with it what can be done next.
        let own = (!is_command).then_some(text);
        let happened = self.look_at(sitting.table, own, Some(sitting.seat)).await;
        self.reply(&sitting, said, answered, is_command, happened).await;
        if command::is_help(text) {
            self.tell(&message!("bridge-help"));
        }
        self.queue.hurry(Instant::now());
    }

    /// The listener of somebody at a table, which knows whom they speak as; to be put back.
    fn listener(
        &mut self,
        table: &TableHandle,
        sitting: &Sitting,
        said: &Said,
    ) -> ((String, TableId, SeatId), Listener) {
        let key = (said.user.clone(), sitting.table, sitting.seat);
        let listener = self.listeners.remove(&key).unwrap_or_else(|| {
            Listener::new(table.clone().of_device(sitting.device), sitting.seat)
                .sharing(&self.shared.workers)
                .speaking(sitting.speaking_as)
        });
        (key, listener)
    }

    async fn answer(
        &self,
        listener: &mut Listener,
        id: CommandId,
        text: &str,
        onlookers: Option<&[SeatId]>,
    ) -> Answered {
        let mut tries = 0;
        loop {
            let answered = match onlookers {
                Some(onlookers) => listener.answer_among(id, text, onlookers).await,
                None => Answered { outcome: listener.answer(id, text).await, open: true },
            };
            tries += 1;
            match &answered.outcome {
                // It may have been done: the same id tells.
                Err(refusal) if is_unsure(refusal) && tries < ASK_AGAIN => {
                    tokio::time::sleep(Duration::from_millis(500) * tries).await;
                }
                _ => return answered,
            }
        }
    }

    async fn reply(
        &mut self,
        sitting: &Sitting,
        said: &Said,
        answered: Answered,
        is_command: bool,
        happened: bool,
    ) {
        let lines: Vec<String> = match &answered.outcome {
            Ok(Outcome::Again(_)) => return,
            Ok(Outcome::Done(lines) | Outcome::Reply(lines)) => self.rendered(lines),
            Err(refusal) => render::refusal(self.language, refusal),
        };
        let gone = answered.outcome.as_ref().is_err_and(lines::is_gone);
        if gone {
            let person = self.person(&said.user);
            self.shared.book.unseat(&person, sitting.table).await;
            self.shared.tell(&person, Ask::Look);
        }
        if lines.is_empty() {
            // A roll that nobody else sees is still a roll.
            if is_command && !happened && !self.place.private {
                self.tell_to(&said.user, &message!("bridge-done-quietly"));
            }
            return;
        }
        let link = self.shared.link(sitting.table);
        let text = self.with_places(&lines.join("\n"));
        let text = speech::fold(self.language, &text, link.as_deref());
        if !answered.open && !self.place.private {
            self.whisper(&said.user, text);
            if !happened {
                self.tell_to(&said.user, &message!("bridge-told-privately"));
            }
        } else if answered.outcome.is_err() {
            let item =
                if self.place.private { Item::text(text) } else { Item::to(&said.user, &text) };
            self.push(item);
        } else {
            self.push(Item::text(text));
        }
    }

    fn rendered(&self, lines: &[Line]) -> Vec<String> {
        lines.iter().flat_map(|line| render::line(self.language, line)).collect()
    }

    /// A text with whole addresses for links within the site.
    fn with_places(&self, text: &str) -> String {
        match &self.shared.settings.web {
            Some(web) => {
                text.replace(" /t/", &format!(" {web}/t/")).replace("：/t/", &format!("：{web}/t/"))
            }
            None => text.to_owned(),
        }
    }

    /// A message was taken back: what it said leaves the log.
    async fn recalled(&mut self, message: &str, user: Option<String>) {
        let id = self.shared.command_id(&self.place, message, 0);
        let candidates: Vec<Sitting> = match (self.place.private, self.bound()) {
            (true, _) => self.shared.book.sittings(&self.place),
            (false, None) => Vec::new(),
            (false, Some(bound)) => {
                // Its author, where that is said; but it may be whoever took it back who is named.
                let mut people = self.shared.book.people_at(bound.table);
                people.sort_by_key(|(person, _)| user.as_ref() != Some(&person.id));
                people.into_iter().map(|(_, sitting)| sitting).collect()
            }
        };
        for sitting in candidates {
            let Ok(table) = self.shared.tables.table(sitting.table).await else { continue };
            match table.unsay(sitting.seat, id).await {
                Ok(()) => {
                    tracing::info!(place = %self.place, "what was recalled was taken out of the log");
                    return;
                }
                // A command says nothing in the log; or it was somebody else's.
                Err(refusal) => tracing::debug!(what = %refusal.what.id, "nothing to take out"),
            }
        }
    }

    /// Sends what waits.
    async fn send(&mut self) {
        let now = Instant::now();
        // Every other try, so that one that is only muted says all it has once it may.
        if self.refusals >= REFUSED_ITSELF && self.refusals % 2 == 1 {
            self.queue.spend(now);
            return self.send_instead();
        }
        let most = if self.singly > 0 { 1 } else { usize::MAX };
        let (mut batch, dropped) = self.queue.take(most, now);
        if dropped > 0 {
            let table = batch.lines().first().map(|(table, _)| *table);
            let link = table.and_then(|table| self.shared.link(table));
            let text = self.say(&speech::more(dropped, link.as_deref()));
            batch.0.insert(0, Item::text(text));
        }
        // Written down before it is sent: if the program ends in between, it is not said again.
        for (table, line) in batch.lines() {
            self.mark(table, |told| told.sending = line).await;
        }
        let (platform, place, message) =
            (self.shared.platform.clone(), self.place.clone(), batch.message());
        let task = tokio::spawn(async move { platform.send(&place, &message).await });
        self.sending = Some(Sending { batch, instead: false, task });
    }

    /// Says, in the place of a message that was refused again and again, that there is one. If that
    /// is taken, the place is not closed: it is the message itself that the platform does not take.
    fn send_instead(&mut self) {
        let table = self.tables().first().copied();
        let said = match table.and_then(|table| self.shared.link(table)) {
            Some(link) => message!("bridge-not-taken-link", link = link),
            None => message!("bridge-not-taken"),
        };
        let batch = Batch(vec![Item::text(self.say(&said))]);
        let (platform, place, message) =
            (self.shared.platform.clone(), self.place.clone(), batch.message());
        let task = tokio::spawn(async move { platform.send(&place, &message).await });
        self.sending = Some(Sending { batch, instead: true, task });
    }

    /// What is to be done with a message that stood for another.
    fn sent_instead(&mut self, end: &Sent) {
        match end {
            Sent::Done(_) => {
                tracing::warn!(place = %self.place, "a message is not taken, but others are");
                (self.refusals, self.singly) = (0, self.refused);
                self.queue.release();
            }
            // Nobody knows; the message itself is tried next.
            Sent::Refused(_) | Sent::Unknown(_) => {
                self.refusals += 1;
                self.queue.hold(Instant::now() + self.pause());
            }
            Sent::Away => self.queue.hold(Instant::now() + AWAY),
        }
    }

    /// How long a refused message waits.
    fn pause(&self) -> Duration {
        (REFUSED * 2_u32.saturating_pow(self.refusals.saturating_sub(1))).min(REFUSED_MOST)
    }

    /// Keeps how far the place was told.
    async fn mark(&self, table: TableId, change: impl Fn(&mut crate::book::Told)) {
        let book = &self.shared.book;
        match self.place.private {
            true => {
                book.change_sitting(&self.place, table, |sitting| change(&mut sitting.told)).await;
            }
            false => {
                book.change_group(&self.place, |group| {
                    if let Some(bound) = group.bound.as_mut().filter(|it| it.table == table) {
                        change(&mut bound.told);
                    }
                })
                .await;
            }
        }
    }

    /// A message has ended in one of three ways (C-22).
    async fn sent(&mut self, end: Sent) {
        let Some(Sending { batch, instead, .. }) = self.sending.take() else { return };
        self.shared.metrics.sent(&end);
        if instead {
            return self.sent_instead(&end);
        }
        let alone = self.singly > 0;
        if !matches!(end, Sent::Away) {
            self.singly = self.singly.saturating_sub(1);
        }
        match end {
            Sent::Done(_) => {
                (self.refusals, self.excused) = (0, false);
                for (table, line) in batch.lines() {
                    self.mark(table, |told| *told = crate::book::Told::up_to(line)).await;
                }
            }
            Sent::Unknown(why) => {
                tracing::warn!(place = %self.place, %why, "nobody knows whether a message arrived; it is not sent again");
                for (table, line) in batch.lines() {
                    self.mark(table, |told| *told = crate::book::Told::up_to(line)).await;
                }
            }
            Sent::Refused(why) if alone => {
                tracing::warn!(place = %self.place, %why, "given up: the platform does not take it");
                for (table, line) in batch.lines() {
                    self.mark(table, |told| *told = crate::book::Told::up_to(line)).await;
                }
            }
            Sent::Refused(why) => {
                self.refusals += 1;
                self.refused = batch.0.len();
                let pause = self.pause();
                tracing::warn!(place = %self.place, %why, ?pause, "a message was refused");
                self.not_sent(batch).await;
                self.queue.hold(Instant::now() + pause);
                if self.place.private && !std::mem::replace(&mut self.excused, true) {
                    self.excuse();
                }
            }
            Sent::Away => {
                self.not_sent(batch).await;
                // Tried at once when there is a connection again.
                self.queue.hold(Instant::now() + AWAY);
            }
        }
    }

    /// A message was surely not said: it is to be said later.
    async fn not_sent(&mut self, batch: Batch) {
        for (table, _) in batch.lines() {
            self.mark(table, |told| told.sending = 0).await;
        }
        self.queue.put_back(batch);
    }

    /// Tells the groups of a person who cannot be reached that something waits, and nothing else
    /// (C-24).
    fn excuse(&self) {
        for sitting in self.shared.book.sittings(&self.place) {
            let Some(home) = sitting.home else { continue };
            let home = Place { private: false, id: home, ..self.place.clone() };
            let text = self.say(&message!("bridge-something-waits"));
            self.shared.tell(&home, Ask::Say(Item::to(&self.place.id, &text)));
        }
    }

    /// Says a refusal of the table to somebody.
    fn refuse(&mut self, user: &str, refusal: &Refusal) {
        let text = render::refusal(self.language, refusal).join("\n");
        let text = speech::fold(self.language, &text, None);
        let item = if self.place.private { Item::text(text) } else { Item::to(user, &text) };
        self.push(item);
        self.queue.hurry(Instant::now());
    }
}
