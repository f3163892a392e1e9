//! A table of this process: one terminal, all seats.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use chat::{Listener, Vocabulary};
use rules::{Line, Refusal, Role, SeatId, message};
use table::store::private;
use table::{
    Command, CommandId, MemoryStore, NewTable, SeatPart, SqliteStore, Store, StoreError,
    TableCommand, TableHandle, Tables, World,
};
use words::{Language, say};

use super::Arguments;
use crate::failure::Failure;
use crate::settings::usual_folder;

/// How many lines are looked back for what a seat has missed.
const LOOK_BACK: usize = 500;
/// How many missed lines are shown on sitting down.
const MOST_MISSED: usize = 20;

/// All seats of a table.
pub struct Local {
    // Kept so that the table stays open.
    _tables: Tables,
    table: TableHandle,
    seats: Vec<SeatPart>,
    listeners: BTreeMap<SeatId, Listener>,
    /// The last line of each seat that was looked at.
    read: BTreeMap<SeatId, u64>,
    /// The lines each seat has yet to be shown.
    missed: BTreeMap<SeatId, Vec<Line>>,
    seat: SeatId,
}

impl Local {
    /// Opens the table of a folder, or a new one.
    pub async fn open(arguments: &Arguments, language: Language) -> Result<Self, Failure> {
        let world = match arguments.seed {
            Some(seed) => World::fixed(seed).0,
            None => World::machine(),
        };
        let store: Arc<dyn Store> = match arguments.memory {
            true => Arc::new(MemoryStore::default()),
            false => Arc::new(open_folder(arguments.data.clone()).await?),
        };
        let tables = Tables::new(store, world);
        let kept = tables.list().await?;
        let latest = kept.iter().max_by_key(|stored| stored.last);
        let table = match latest.filter(|_| !arguments.new) {
            Some(stored) => tables.table(stored.table).await?,
            None => make(&tables, arguments, language).await?,
        };
        let mut local = Self {
            _tables: tables,
            seats: Vec::new(),
            listeners: BTreeMap::new(),
            read: BTreeMap::new(),
            missed: BTreeMap::new(),
            seat: SeatId(rules::Id::from_bits(0)),
            table,
        };
        local.sit().await?;
        local.add_players(&arguments.players).await?;
        Ok(local)
    }

    /// Sits down on the first host's seat.
    async fn sit(&mut self) -> Result<(), Failure> {
        self.look_round().await?;
        let host = self.seats.iter().find(|seat| seat.role == Role::Host);
        if let Some(host) = host {
            self.seat = host.seat;
        }
        Ok(())
    }

    async fn add_players(&mut self, players: &[String]) -> Result<(), Failure> {
        for name in players {
            if self.seats.iter().any(|seat| seat.name == *name) {
                continue;
            }
            let add =
                Command::Table(TableCommand::AddSeat { name: name.clone(), role: Role::Player });
            self.table.command(self.seat, CommandId::random(), add).await?;
        }
        self.look_round().await
    }

    /// Takes in who sits here now.
    async fn look_round(&mut self) -> Result<(), Failure> {
        self.seats = self.table.seats().await?;
        for seat in &self.seats {
            let listener = || Listener::new(self.table.clone(), seat.seat);
            self.listeners.entry(seat.seat).or_insert_with(listener);
        }
        Ok(())
    }

    /// The lines the present seat has not read yet. What others see just so counts as read by them
    /// too: it is on the same screen.
    pub async fn unread(&mut self) -> Result<Vec<Line>, Failure> {
        let mut shown = std::mem::take(self.missed.entry(self.seat).or_default());
        let new = self.new_lines(self.seat).await?;
        let mut others: Vec<SeatId> = self.seats.iter().map(|seat| seat.seat).collect();
        others.retain(|seat| *seat != self.seat);
        for seat in others {
            let theirs = self.new_lines(seat).await?;
            let theirs = theirs.into_iter().filter(|line| !new.contains(line));
            self.missed.entry(seat).or_default().extend(theirs);
        }
        shown.extend(new);
        Ok(shown)
    }

    /// A seat's lines that have not been looked at.
    async fn new_lines(&mut self, seat: SeatId) -> Result<Vec<Line>, Failure> {
        let lines = self.table.lines(seat, None, LOOK_BACK).await?;
        let read = self.read.entry(seat).or_insert(0);
        let new = lines.iter().filter(|line| line.n > *read);
        let new = new.map(|line| Line::clone(&line.line)).collect();
        *read = lines.last().map_or(*read, |line| line.n);
        Ok(new)
    }

    /// Says a line as the present seat.
    pub async fn say(&mut self, text: &str) -> Result<Result<Vec<Line>, Refusal>, Failure> {
        let Some(listener) = self.listeners.get_mut(&self.seat) else {
            return Ok(Ok(Vec::new()));
        };
        match listener.hear(CommandId::random(), text).await {
            Ok(reply) => {
                let mut news = self.unread().await?;
                news.extend(reply);
                self.look_round().await?;
                Ok(Ok(news))
            }
            Err(refusal) => Ok(Err(refusal)),
        }
    }

    /// Sits on another seat; gives the last lines it has missed.
    pub async fn switch(&mut self, name: &str) -> Result<Result<Vec<Line>, Refusal>, Failure> {
        let Some(seat) = self.seats.iter().find(|seat| seat.name == name) else {
            let names = self.seat_names().join("、");
            let refusal = Refusal::new("B-01", message!("cli-play-no-seat", name = name));
            return Ok(Err(refusal.instead(message!("cli-play-seats", names = names))));
        };
        self.seat = seat.seat;
        let mut missed = self.unread().await?;
        let old = missed.len().saturating_sub(MOST_MISSED);
        missed.drain(..old);
        Ok(Ok(missed))
    }

    /// The seat one sits on.
    pub fn seat_name(&self) -> String {
        let seat = self.seats.iter().find(|seat| seat.seat == self.seat);
        seat.map(|seat| seat.name.clone()).unwrap_or_default()
    }

    /// All seats.
    pub fn seat_names(&self) -> Vec<String> {
        self.seats.iter().map(|seat| seat.name.clone()).collect()
    }

    /// What the present seat's lines are completed by.
    pub async fn vocabulary(&self) -> Vocabulary {
        let seen = self.table.line_context(self.seat, None).await;
        seen.map(|seen| Vocabulary::new(&seen.view, &seen.seats)).unwrap_or_default()
    }
}

async fn open_folder(folder: Option<PathBuf>) -> Result<SqliteStore, Failure> {
    let folder = folder.unwrap_or_else(usual_folder);
    let shown = folder.display().to_string();
    let unfit = |fault: StoreError| {
        Failure::Message(message!("cli-serve-folder", folder = &shown, fault = fault.to_message()))
    };
    private::make_folder(&folder).map_err(|fault| unfit(fault.into()))?;
    let opened = SqliteStore::open(&folder.join("play.db")).await;
    opened.map_err(unfit)
}

async fn make(
    tables: &Tables,
    arguments: &Arguments,
    language: Language,
) -> Result<TableHandle, Refusal> {
    let mut pack = crate::pack::named(&arguments.pack)?.pack;
    if !arguments.choose.is_empty() {
        let chosen = arguments.choose.iter().map(|word| {
            let (key, value) = word.split_once(['=', '＝']).unwrap_or((word, ""));
            (key.to_owned(), value.to_owned())
        });
        pack = rules::pack::choose(&pack, &chosen.collect())?;
    }
    let word = |id| say(language, &id);
    let host = arguments.name.clone();
    let opened = tables
        .open(NewTable {
            title: word(message!("cli-play-title")),
            language: language.tag().to_owned(),
            time_zone: "UTC".to_owned(),
            pack,
            host: host.unwrap_or_else(|| word(message!("cli-play-host"))),
        })
        .await?;
    // What its host decides from the start, as it is typed later (F-55).
    let mut host = Listener::new(opened.table.clone(), opened.host);
    for option in &arguments.option {
        host.hear(CommandId::random(), &format!(".option {option}")).await?;
    }
    Ok(opened.table)
}
