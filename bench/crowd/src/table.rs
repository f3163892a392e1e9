//! Six people at a table, and what they check of all they are sent.

use std::cell::{Cell, RefCell, RefMut};
use std::collections::HashMap;
use std::io;
use std::rc::Rc;
use std::time::{Duration, Instant};

use memchr::memmem;
use serde_json::{Value as Json, json};
use tokio::sync::{Notify, oneshot};
use tokio::task::AbortHandle;
use tokio::time::timeout;

use crate::chance::Chance;
use crate::family::Family;
use crate::http::Http;
use crate::offers::{Offers, Pushed};
use crate::play::{self, Course};
use crate::socket::{Sender, Socket};
use crate::tally::{Kind, Mix, Tally};

pub const SEATS: usize = 6;
/// All of them, a bit for each.
const EVERYONE: u8 = (1 << SEATS) - 1;
/// After so long everyone has seen what they can see.
pub const GLANCE: Duration = Duration::from_millis(50);

/// So long somebody waits for an answer to a question, at most.
const PATIENCE: Duration = Duration::from_secs(10);

/// A table and its people; the first is the host.
pub struct Table {
    pub id: String,
    pub family: Family,
    pub seats: Vec<Seat>,
    /// The command under way.
    pending: RefCell<Option<Pending>>,
    /// Whether the group is choosing what to do next.
    choosing: Cell<bool>,
    /// Who did something last, and when it was due.
    last: Cell<Option<(usize, Instant)>>,
    /// When it was answered.
    answered: Cell<Instant>,
    /// Which seats have seen it, a bit for each.
    fresh: Cell<u8>,
    /// Things said and answered.
    said: Cell<u64>,
    /// The ruleset's example characters.
    pub examples: RefCell<Vec<Json>>,
    course: RefCell<Course>,
    chance: RefCell<Chance>,
}

/// One who sits at a table.
pub struct Seat {
    pub cookie: String,
    sender: RefCell<Option<Sender>>,
    listening: RefCell<Option<AbortHandle>>,
    /// What it can do, as far as it is pushed.
    pub pushed: RefCell<Pushed>,
    /// What it asked for and was offered since it last saw something change, by what it is about.
    known: RefCell<HashMap<String, Rc<Offers>>>,
    /// The answer that is waited for.
    asking: RefCell<Option<oneshot::Sender<Offers>>>,
    pub list: RefCell<String>,
    /// The last line read.
    pub line: Cell<u64>,
    /// How many things the seat has heard said.
    heard: Cell<u64>,
    /// The size of the view it was welcomed with last, in bytes.
    pub view: Cell<usize>,
}

struct Pending {
    id: String,
    seat: usize,
    due: Instant,
    kind: Kind,
    /// Whether it is sent a second time, and must change nothing.
    again: bool,
    text: String,
    answered: Option<oneshot::Sender<()>>,
}

/// What is measured over all tables.
#[derive(Default)]
pub struct Measure {
    /// From when a command was due to its answer, in microseconds.
    pub acks: RefCell<Vec<u32>>,
    /// From when a command was due until another seat saw what it did.
    pub seen: RefCell<Vec<u32>>,
    pub refused: RefCell<Vec<String>>,
    /// What must never be.
    pub faults: RefCell<Vec<String>>,
    /// What was played, for each family.
    pub tallies: RefCell<[Tally; 3]>,
    pub again: Cell<u64>,
    /// From asking what can be done with a thing to the answer, in microseconds.
    pub pulls: RefCell<Vec<u32>>,
    /// Told whenever the next command may be due at a table.
    pub moved: Notify,
}

impl Measure {
    fn fault(&self, what: String) {
        self.faults.borrow_mut().push(what);
    }

    fn tally(&self, family: Family) -> RefMut<'_, Tally> {
        RefMut::map(self.tallies.borrow_mut(), |all| &mut all[family as usize])
    }
}

impl Table {
    /// Makes a table and sits six people down at it.
    pub async fn make(http: &mut Http, number: usize) -> io::Result<Self> {
        let family = Family::of(number);
        let made = json!({
            "title": format!("测速 {number}"), "pack": family.pack(), "language": "zh-Hans",
            "time_zone": "Asia/Shanghai", "host_name": "主持",
        });
        let made = http.post("/api/tables", &made).await?;
        let id = made.body["table"].as_str().unwrap_or_default().to_owned();
        let mut cookies = vec![made.cookie.unwrap_or_default()];
        for player in 1..SEATS {
            let enter =
                json!({ "token": made.body["invite_token"], "name": format!("玩家 {player}") });
            let entered = http.post(&format!("/api/tables/{id}/enter"), &enter).await?;
            cookies.push(entered.cookie.unwrap_or_default());
        }
        Ok(Self {
            id,
            family,
            seats: cookies.into_iter().map(Seat::new).collect(),
            pending: RefCell::default(),
            choosing: Cell::new(false),
            last: Cell::new(None),
            answered: Cell::new(Instant::now()),
            fresh: Cell::new(EVERYONE),
            said: Cell::new(0),
            examples: RefCell::default(),
            course: RefCell::default(),
            chance: RefCell::new(Chance::new(number as u64 + 1)),
        })
    }

    /// Connects a seat, and listens until it is cut off. Returns once the seat is welcome.
    pub async fn sit(
        self: &Rc<Self>,
        host: &str,
        seat: usize,
        measure: &Rc<Measure>,
    ) -> io::Result<()> {
        let here = &self.seats[seat];
        let mut socket = Socket::open(host, &self.id, &here.cookie).await?;
        let sender = socket.sender();
        let bookmark = match here.line.get() {
            0 => Json::Null,
            line => json!({ "list": *here.list.borrow(), "line": line }),
        };
        let hello = json!({ "hello": { "protocol": 2, "bookmark": bookmark } });
        sender.text(&hello.to_string()).await?;
        // What comes right behind the welcome may be read together with it.
        let mut first = Vec::new();
        while first.is_empty() {
            socket.read(&mut |message| first.push(message.to_vec())).await?;
        }
        let mut first = first.into_iter();
        let parts = here.welcome(seat, &first.next().unwrap_or_default(), measure);
        first.for_each(|message| self.hear(seat, &message, measure));
        if let Some(examples) = parts["ruleset"]["examples"].as_array() {
            self.examples.borrow_mut().clone_from(examples);
        }
        *here.sender.borrow_mut() = Some(sender);
        let (table, measure) = (self.clone(), measure.clone());
        let listening = tokio::task::spawn_local(async move {
            while socket.read(&mut |message| table.hear(seat, message, &measure)).await.is_ok() {}
            if table.seats[seat].sender.borrow_mut().take().is_some() {
                measure.fault(format!("table {} lost seat {seat}", table.id));
            }
        });
        *here.listening.borrow_mut() = Some(listening.abort_handle());
        Ok(())
    }

    /// Hangs up for a seat.
    pub fn leave(&self, seat: usize) {
        *self.seats[seat].sender.borrow_mut() = None;
        if let Some(listening) = self.seats[seat].listening.borrow_mut().take() {
            listening.abort();
        }
    }

    pub fn is_free(&self) -> bool {
        self.pending.borrow().is_none() && !self.choosing.get()
    }

    /// Whether all have seen what was done last, or had time to: some things only some can see.
    pub fn is_ready(&self) -> bool {
        let waited = || self.answered.get().elapsed() > GLANCE;
        self.is_free() && (self.fresh.get() == EVERYONE || waited())
    }

    fn hear(&self, seat: usize, message: &[u8], measure: &Measure) {
        let here = &self.seats[seat];
        if message.starts_with(b"{\"frame\":") {
            measure.tally(self.family).frames.push(message.len() as u32);
            self.fresh.set(self.fresh.get() | 1 << seat);
            if self.fresh.get() == EVERYONE {
                measure.moved.notify_one();
            }
            if let Some((_, due)) = self.last.get().filter(|(by, _)| *by != seat) {
                measure.seen.borrow_mut().push(micros(due));
            }
            here.read(message, measure);
        } else if message.starts_with(b"{\"done\":") {
            self.answered.set(Instant::now());
            let pending = self.pending.borrow_mut().take();
            match pending.filter(|it| memmem::find(message, it.id.as_bytes()).is_some()) {
                Some(pending) => {
                    self.done(pending, measure);
                    measure.moved.notify_one();
                }
                None => measure.fault(format!("table {}: answered what nobody asked", self.id)),
            }
        } else if message.starts_with(b"{\"offered\":") {
            measure.tally(self.family).offered.push(message.len() as u32);
            if let Some(asking) = here.asking.borrow_mut().take() {
                let _ = asking.send(Offers::new(message));
            }
        } else if message.starts_with(b"{\"refused\":") {
            let pending = self.pending.borrow_mut().take();
            let asked = pending.map(|it| it.text).unwrap_or_default();
            let said = String::from_utf8_lossy(message);
            measure.tally(self.family).refused += 1;
            measure.refused.borrow_mut().push(format!("{asked} → {said}"));
            measure.moved.notify_one();
        } else {
            let said = String::from_utf8_lossy(&message[..message.len().min(300)]);
            measure.fault(format!("table {}: {said}", self.id));
        }
    }

    fn done(&self, mut pending: Pending, measure: &Measure) {
        if pending.again {
            measure.again.set(measure.again.get() + 1);
            return;
        }
        measure.acks.borrow_mut().push(micros(pending.due));
        measure.tally(self.family).count(&pending.kind);
        if matches!(pending.kind, Kind::Talk | Kind::Dice) {
            // Dice outside the game are told among the talk.
            self.said.set(self.said.get() + 1);
        }
        if let Some(answered) = pending.answered.take() {
            let _ = answered.send(());
        } else if self.chance.borrow_mut().below(100) == 0 {
            // The answer got lost on the way, as far as the server can know.
            pending.again = true;
            let text = pending.text.clone();
            let sender = self.seats[pending.seat].sender.borrow().clone();
            *self.pending.borrow_mut() = Some(pending);
            tokio::task::spawn_local(async move {
                if let Some(sender) = sender {
                    let _ = sender.text(&text).await;
                }
            });
        }
    }

    /// Someone does something: talks, rolls dice, or goes on with the game.
    pub fn play(self: &Rc<Self>, due: Instant, mix: Mix, measure: &Rc<Measure>) {
        self.choosing.set(true);
        let (table, measure) = (self.clone(), measure.clone());
        tokio::task::spawn_local(async move {
            let lot = table.chance.borrow_mut().below(100);
            let began = Instant::now();
            let (seat, command, kind) = if lot < mix.talk {
                table.talk()
            } else if lot < mix.talk + mix.dice {
                (table.chance.borrow_mut().below(SEATS), dice(), Kind::Dice)
            } else {
                table.go_on(&measure).await
            };
            // Looking at what there is to do comes before the button is pressed.
            let due = due + began.elapsed();
            table.send(seat, &command, kind, due, None).await;
            table.choosing.set(false);
        });
    }

    fn talk(&self) -> (usize, String, Kind) {
        let chance = &mut *self.chance.borrow_mut();
        (chance.below(SEATS), talk(chance), Kind::Talk)
    }

    /// The next command of the game; talk, if there is none.
    async fn go_on(&self, measure: &Measure) -> (usize, String, Kind) {
        let mut course = self.course.take();
        let mut chance = self.chance.replace(Chance::new(0));
        let next = play::next(self, measure, &mut course, &mut chance).await;
        self.course.replace(course);
        self.chance.replace(chance);
        let tally = &mut *measure.tally(self.family);
        let lines = self.seats[0].pushed.borrow().flagged(&["withdraw"]).count();
        tally.proposals = tally.proposals.max(lines);
        tally.exchanges += next.whole;
        tally.stuck += u64::from(next.astray || next.step.is_none());
        match next.step {
            Some(step) => {
                let kind = Kind::Game(play::kind(&step.command).to_owned());
                (step.seat, game(&step.command), kind)
            }
            None => self.talk(),
        }
    }

    /// What a seat can do with a thing: asked for once until it sees something change.
    pub async fn offers(&self, seat: usize, of: &str, measure: &Measure) -> Rc<Offers> {
        let here = &self.seats[seat];
        if let Some(known) = here.known.borrow().get(of) {
            return known.clone();
        }
        let (answered, answer) = oneshot::channel();
        *here.asking.borrow_mut() = Some(answered);
        let sender = here.sender.borrow().clone();
        let asked = Instant::now();
        if let Some(sender) = sender {
            let ask = json!({ "offers": { "ask": 1, "of": of } }).to_string();
            let _ = sender.text(&ask).await;
        }
        // A seat that is cut off meanwhile is offered nothing.
        let offers =
            Rc::new(timeout(PATIENCE, answer).await.ok().and_then(Result::ok).unwrap_or_default());
        measure.pulls.borrow_mut().push(micros(asked));
        here.known.borrow_mut().insert(of.to_owned(), offers.clone());
        offers
    }

    /// A seat sends a command and waits for its answer.
    pub async fn ask(&self, seat: usize, command: &Json) {
        let (answered, answer) = oneshot::channel();
        let kind = Kind::Game(command["do"].as_str().unwrap_or_default().to_owned());
        let command = json!({ "game": command }).to_string();
        self.send(seat, &command, kind, Instant::now(), Some(answered)).await;
        let _ = answer.await;
    }

    async fn send(
        &self,
        seat: usize,
        command: &str,
        kind: Kind,
        due: Instant,
        answered: Option<oneshot::Sender<()>>,
    ) {
        let id = new_id(&mut self.chance.borrow_mut());
        let text = format!("{{\"do\":{{\"id\":\"{id}\",\"command\":{command}}}}}");
        let pending = Pending { id, seat, due, kind, again: false, text: text.clone(), answered };
        *self.pending.borrow_mut() = Some(pending);
        self.last.set(Some((seat, due)));
        self.fresh.set(1 << seat);
        let sender = self.seats[seat].sender.borrow().clone();
        if let Some(sender) = sender {
            let _ = sender.text(&text).await;
        }
    }

    /// Whether every seat has heard as much as was said.
    pub fn has_heard_all(&self) -> bool {
        self.seats.iter().all(|seat| seat.heard.get() >= self.said.get())
    }

    /// Looks for lines that anyone missed or got twice.
    pub fn check(&self, measure: &Measure) {
        for (number, seat) in self.seats.iter().enumerate() {
            if seat.heard.get() != self.said.get() {
                measure.fault(format!(
                    "table {}, seat {number}: heard {} of {} things said",
                    self.id,
                    seat.heard.get(),
                    self.said.get()
                ));
            }
        }
    }
}

impl Seat {
    fn new(cookie: String) -> Self {
        Self {
            cookie,
            sender: RefCell::default(),
            listening: RefCell::default(),
            pushed: RefCell::default(),
            known: RefCell::default(),
            asking: RefCell::default(),
            list: RefCell::default(),
            line: Cell::new(0),
            heard: Cell::new(0),
            view: Cell::new(0),
        }
    }

    /// Reads the table as it is; its parts.
    fn welcome(&self, seat: usize, message: &[u8], measure: &Measure) -> Json {
        self.view.set(message.len());
        let mut welcome: Json = serde_json::from_slice(message).unwrap_or_default();
        let me = welcome["welcome"]["seat"].as_str().unwrap_or_default().to_owned();
        let snapshot = &mut welcome["welcome"]["snapshot"];
        let last = snapshot["last"].as_u64().unwrap_or(0);
        let lines = snapshot["lines"].as_array().map_or(0, Vec::len);
        if self.line.get() > 0 && (lines > 0 || last != self.line.get()) {
            measure.fault(format!("{} lines were missed before line {last}", lines));
        }
        *self.list.borrow_mut() = snapshot["list"].as_str().unwrap_or_default().to_owned();
        self.line.set(last);
        let me = if seat == 0 { "" } else { me.as_str() };
        let mut pushed = Pushed::new(me);
        pushed.read(message);
        *self.pushed.borrow_mut() = pushed;
        self.known.borrow_mut().clear();
        snapshot["parts"].take()
    }

    fn read(&self, frame: &[u8], measure: &Measure) {
        // The lines come first in a frame; no text in them can hold an unescaped quote.
        let end = memmem::find(frame, b",\"parts\":{\"").unwrap_or(frame.len());
        for place in memmem::find_iter(&frame[..end], b"{\"n\":") {
            let digits = &frame[place + 5..];
            let digits = digits.iter().take_while(|byte| byte.is_ascii_digit());
            let n = digits.fold(0, |n, digit| n * 10 + u64::from(digit - b'0'));
            if n != self.line.get() + 1 {
                measure.fault(format!("line {n} came after line {}", self.line.get()));
            }
            self.line.set(n);
        }
        let said = memmem::find_iter(&frame[..end], b"\"kind\":\"talk\"").count() as u64;
        self.heard.set(self.heard.get() + said);
        self.pushed.borrow_mut().read(frame);
        self.known.borrow_mut().clear();
    }
}

/// A command of the game, or one of the table as it is.
fn game(command: &str) -> String {
    if command.starts_with("{\"table\":") {
        return command.to_owned();
    }
    format!("{{\"game\":{command}}}")
}

fn talk(chance: &mut Chance) -> String {
    let text = format!("第 {} 句：雾里有人。", chance.below(1_000_000));
    let say = json!({ "do": "say", "voice": { "how": "out-of-character" }, "text": text });
    json!({ "table": say }).to_string()
}

fn dice() -> String {
    json!({ "table": { "do": "roll", "notation": "2d6+1 砸门" } }).to_string()
}

fn new_id(chance: &mut Chance) -> String {
    let (high, low) = (chance.bits(), chance.bits());
    format!(
        "{:08x}-{:04x}-4{:03x}-a{:03x}-{:012x}",
        high >> 32,
        high >> 16 & 0xffff,
        high & 0xfff,
        low >> 48 & 0xfff,
        low & 0xffff_ffff_ffff
    )
}

fn micros(since: Instant) -> u32 {
    u32::try_from(since.elapsed().as_micros()).unwrap_or(u32::MAX)
}
