//! A host, three players and a spectator around a table that happens the same way every time.

use std::collections::BTreeMap;
use std::sync::Arc;

use rules::{Refusal, Role, SeatId};
use serde_json::{Value as Json, json};
use table::{
    Answer, Bookmark, Command, CommandId, Farewell, FixedClock, Frame, Frames, NewTable,
    NumberedLine, Snapshot, Store, TableCommand, TableHandle, Tables, Token, Voice, World,
};

/// The toy's pack.
pub fn toy() -> Json {
    json!({ "family": "toy", "segments": 8 })
}

/// A pack that ships with the program.
pub fn shipped(id: &str) -> Json {
    let shipped = rules::pack::shipped_pack(id);
    shipped.expect("the pack ships with the program").pack.to_json()
}

/// People around a table.
pub struct Group {
    pub tables: Tables,
    pub table: TableHandle,
    pub clock: Arc<FixedClock>,
    pub host: SeatId,
    pub ann: SeatId,
    pub ben: SeatId,
    pub cai: SeatId,
    pub eve: SeatId,
    pub host_link: Token,
    pub commands: u64,
}

impl Group {
    /// Everyone sits down.
    pub async fn sit(store: Arc<dyn Store>, pack: Json) -> Self {
        Self::sit_with(store, pack, 1).await
    }

    pub async fn sit_with(store: Arc<dyn Store>, pack: Json, seed: u64) -> Self {
        let (world, clock) = World::fixed(seed);
        let tables = Tables::new(store, world);
        let opened = tables
            .open(NewTable {
                title: "雾港夜话".to_owned(),
                language: "zh-Hans".to_owned(),
                time_zone: "Asia/Shanghai".to_owned(),
                pack: rules::pack::check(&pack).expect("it holds together"),
                host: "主持".to_owned(),
            })
            .await
            .expect("a table opens");
        let mut group = Self {
            tables,
            table: opened.table,
            clock,
            host: opened.host,
            ann: opened.host,
            ben: opened.host,
            cai: opened.host,
            eve: opened.host,
            host_link: opened.link,
            commands: 0,
        };
        group.ann = group.seat("安", Role::Player).await;
        group.ben = group.seat("本", Role::Player).await;
        group.cai = group.seat("采", Role::Player).await;
        group.eve = group.seat("伊", Role::Spectator).await;
        group
    }

    async fn seat(&mut self, name: &str, role: Role) -> SeatId {
        let name = name.to_owned();
        match self.at_table(self.host, TableCommand::AddSeat { name, role }).await {
            Ok(Answer::Seat { seat }) => seat,
            other => panic!("no seat: {other:?}"),
        }
    }

    pub fn seats(&self) -> [SeatId; 5] {
        [self.host, self.ann, self.ben, self.cai, self.eve]
    }

    pub fn next_id(&mut self) -> CommandId {
        self.commands += 1;
        CommandId::numbered(self.commands)
    }

    pub async fn send(&mut self, by: SeatId, command: Command) -> Result<Answer, Refusal> {
        let id = self.next_id();
        self.table.command(by, id, command).await
    }

    pub async fn at_table(&mut self, by: SeatId, command: TableCommand) -> Result<Answer, Refusal> {
        self.send(by, Command::Table(command)).await
    }

    pub async fn game(&mut self, by: SeatId, command: Json) -> Result<Answer, Refusal> {
        self.send(by, Command::Game(command)).await
    }

    pub async fn tick(&mut self, by: SeatId, segments: u32) -> Result<Answer, Refusal> {
        self.game(by, json!({ "do": "tick", "segments": segments })).await
    }

    pub async fn trap(&mut self, at: u32) -> Result<Answer, Refusal> {
        self.game(self.host, json!({ "do": "set-trap", "at": at })).await
    }

    pub async fn say(&mut self, by: SeatId, text: &str) -> Result<Answer, Refusal> {
        let (voice, text) = (Voice::OutOfCharacter, text.to_owned());
        self.at_table(by, TableCommand::Say { voice, text }).await
    }

    /// The first command of a kind that a seat is offered.
    pub async fn offer(&self, seat: SeatId, kind: &str) -> Option<Json> {
        let offers = self.table.offers(seat).await.unwrap();
        offers.into_iter().map(|offer| offer.command).find(|command| command["do"] == kind)
    }

    /// How many segments of the toy's clock are filled, as the seat sees it.
    pub async fn filled(&self, seat: SeatId) -> u64 {
        let view = self.table.view(seat).await.expect("a seat has a view");
        view["clock"]["clock"]["filled"].as_u64().expect("the clock is a number")
    }

    /// All lines of a seat.
    pub async fn lines(&self, seat: SeatId) -> Vec<NumberedLine> {
        let lines = self.table.lines(seat, None, usize::MAX).await;
        lines.expect("a seat has lines")
    }

    /// The ids of the messages of a seat's lines.
    pub async fn told(&self, seat: SeatId) -> Vec<String> {
        let lines = self.lines(seat).await;
        lines.iter().map(|line| line.line.message.id.to_string()).collect()
    }

    /// The rule and message of a refusal.
    pub fn why(answer: Result<Answer, Refusal>) -> (String, String) {
        let refusal = answer.expect_err("this is refused");
        (refusal.rule.to_string(), refusal.what.id.to_string())
    }
}

/// A page that shows what it is sent.
pub struct Page {
    pub seat: SeatId,
    pub parts: BTreeMap<String, Json>,
    pub lines: Vec<NumberedLine>,
    pub list: String,
    pub frames: Option<Frames>,
    /// Everything received, byte for byte.
    pub received: String,
}

impl Page {
    pub async fn open(table: &TableHandle, seat: SeatId) -> Self {
        let mut page = Self {
            seat,
            parts: BTreeMap::new(),
            lines: Vec::new(),
            list: String::new(),
            frames: None,
            received: String::new(),
        };
        page.attach(table).await;
        page
    }

    /// Attaches, or attaches again from where it was.
    pub async fn attach(&mut self, table: &TableHandle) {
        let bookmark =
            Bookmark { list: self.list.clone(), line: self.lines.last().map_or(0, |line| line.n) };
        let (snapshot, frames) =
            table.attach(self.seat, None, Some(bookmark)).await.expect("a seat may attach");
        self.show(&snapshot);
        self.frames = Some(frames);
    }

    fn show(&mut self, snapshot: &Snapshot) {
        self.received += &serde_json::to_string(snapshot).expect("a snapshot is json");
        self.received.push('\n');
        let parts = snapshot.parts.iter();
        self.parts = parts.map(|(key, part)| (key.clone(), part.read())).collect();
        if !snapshot.continues {
            self.lines.clear();
        }
        self.lines.extend(snapshot.lines.iter().cloned());
        self.list.clone_from(&snapshot.list);
    }

    /// Takes in all frames that are there; how many.
    pub fn read(&mut self) -> usize {
        let mut count = 0;
        while let Some(frame) = self.frames.as_mut().and_then(Frames::ready) {
            self.take(&frame);
            count += 1;
        }
        count
    }

    /// Waits for the next frame and takes it in.
    pub async fn next(&mut self) {
        let frames = self.frames.as_mut().expect("it is attached");
        let frame = frames.next().await.expect("it stays connected");
        self.take(&frame);
    }

    /// Reads on until it is disconnected; why.
    pub async fn end(&mut self) -> Farewell {
        loop {
            match self.frames.as_mut().expect("it is attached").next().await {
                Ok(frame) => self.take(&frame),
                Err(farewell) => return farewell,
            }
        }
    }

    fn take(&mut self, frame: &Frame) {
        self.received += &serde_json::to_string(frame).expect("a frame is json");
        self.received.push('\n');
        for (key, part) in &frame.parts {
            match part.read() {
                Json::Null => self.parts.remove(key),
                part => self.parts.insert(key.clone(), part),
            };
        }
        self.lines.extend(frame.lines.iter().cloned());
    }

    /// The connection breaks.
    pub fn cut(&mut self) {
        self.frames = None;
    }

    /// What it shows, apart from who is here (which depends on who is watching).
    pub fn shows(&self) -> (BTreeMap<String, Json>, Vec<NumberedLine>) {
        (without_presence(self.parts.clone()), self.lines.clone())
    }
}

pub fn without_presence(mut parts: BTreeMap<String, Json>) -> BTreeMap<String, Json> {
    parts.remove("table/presence");
    parts
}
