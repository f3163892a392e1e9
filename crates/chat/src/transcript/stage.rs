//! A real table to play a transcript at: in memory, with a fixed clock and fixed seeds.

use std::collections::VecDeque;
use std::sync::Arc;

use rules::pack::{CheckedPack, Chosen};
use rules::{Role, SeatId};
use table::{
    Answer, Command, CommandId, Frames, MemoryStore, NewTable, Record, TableCommand, TableHandle,
    TableId, Tables, World,
};
use words::{Language, say};

use crate::{Heard, Listener, cue, hear};

/// Everyone at the table, and what they have seen.
pub struct Stage {
    // Kept so that the table stays open.
    _tables: Tables,
    table: TableHandle,
    language: Language,
    seats: Vec<Sitting>,
    commands: u64,
    /// How many bytes all seats were sent.
    pub sent: usize,
}

#[derive(Debug)]
struct Sitting {
    name: String,
    seat: SeatId,
    listener: Listener,
    frames: Frames,
}

/// What a ```table block may say.
struct Settings {
    pack: String,
    chosen: Chosen,
    seed: u64,
    language: Language,
    host: String,
    others: Vec<(String, Role)>,
}

fn read(settings: &[(String, String)]) -> Result<Settings, String> {
    let mut read = Settings {
        pack: String::new(),
        chosen: Chosen::new(),
        seed: 0,
        language: Language::ZhHans,
        host: String::new(),
        others: Vec::new(),
    };
    for (word, rest) in settings {
        let names = || rest.split_whitespace().map(str::to_owned);
        match word.as_str() {
            "规则" | "pack" => read.pack = rest.clone(),
            "选择" | "choose" => {
                for word in rest.split_whitespace() {
                    let (key, value) = word.split_once('=').ok_or(format!("{word}?"))?;
                    read.chosen.insert(key.to_owned(), value.to_owned());
                }
            }
            "种子" | "seed" => read.seed = rest.parse().map_err(|_| format!("seed {rest}?"))?,
            "语言" | "language" => {
                read.language = rest.parse().map_err(|_| format!("language {rest}?"))?;
            }
            "主持" | "host" => read.host = rest.clone(),
            "玩家" | "players" => read.others.extend(names().map(|name| (name, Role::Player))),
            "旁观" | "spectators" => {
                read.others.extend(names().map(|name| (name, Role::Spectator)));
            }
            other => return Err(format!("a table has no {other:?}")),
        }
    }
    Ok(read)
}

impl std::fmt::Debug for Stage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stage").field("seats", &self.seats).finish_non_exhaustive()
    }
}

impl Stage {
    /// Sets up a table as a block says; `pack` knows the rulesets by the names they have there.
    ///
    /// # Errors
    /// What the block says that cannot be.
    pub async fn set(
        settings: &[(String, String)],
        pack: impl Fn(&str) -> Result<CheckedPack, String>,
    ) -> Result<Self, String> {
        let settings = read(settings)?;
        let (world, _) = World::fixed(settings.seed);
        let tables = Tables::new(Arc::new(MemoryStore::default()), world);
        let refused = |refusal: rules::Refusal| format!("{refusal:?}");
        let mut pack = pack(&settings.pack)?;
        if !settings.chosen.is_empty() {
            pack = rules::pack::choose(&pack, &settings.chosen).map_err(refused)?;
        }
        let opened = tables
            .open(NewTable {
                title: "transcript".to_owned(),
                language: settings.language.tag().to_owned(),
                time_zone: "Asia/Shanghai".to_owned(),
                pack,
                host: settings.host.clone(),
            })
            .await
            .map_err(refused)?;
        let mut stage = Self {
            _tables: tables,
            table: opened.table,
            language: settings.language,
            seats: Vec::new(),
            commands: 0,
            sent: 0,
        };
        let mut seats = vec![(settings.host, opened.host)];
        for (name, role) in settings.others {
            let add = Command::Table(TableCommand::AddSeat { name: name.clone(), role });
            let id = stage.next_id();
            let answer = stage.table.command(opened.host, id, add).await;
            match answer.map_err(refused)? {
                Answer::Seat { seat } => seats.push((name, seat)),
                other => return Err(format!("{other:?}")),
            }
        }
        for (name, seat) in seats {
            stage.sit(name, seat).await.map_err(refused)?;
        }
        Ok(stage)
    }

    async fn sit(&mut self, name: String, seat: SeatId) -> Result<(), rules::Refusal> {
        let (_, frames) = self.table.attach(seat, None, None).await?;
        self.seats.push(Sitting {
            name,
            seat,
            listener: Listener::new(self.table.clone(), seat),
            frames,
        });
        Ok(())
    }

    fn next_id(&mut self) -> CommandId {
        self.commands += 1;
        // A line may use the next few ids for its own commands.
        CommandId::numbered(self.commands * 1000)
    }

    /// The commands of the game a written line comes to, by their names.
    ///
    /// # Panics
    /// When the table is gone.
    pub async fn verbs(&self, line: &str) -> Vec<String> {
        let known = |name: &str| self.seats.iter().any(|seat| seat.name == name);
        let Some(cue) = cue(line, known).filter(|cue| !cue.refused) else {
            return Vec::new();
        };
        let Some(seat) = self.seats.iter().find(|seat| Some(seat.name.as_str()) == cue.seat) else {
            return Vec::new();
        };
        let context = seat.listener.context().await.expect("the seat is there");
        let commands = match hear(cue.text, &context) {
            Ok(Heard::Do(commands)) => commands,
            Ok(Heard::Make { command, .. }) => vec![command],
            _ => Vec::new(),
        };
        let verb = |command: Command| match command {
            Command::Game(command) => command["do"].as_str().map(str::to_owned),
            Command::Table(_) => None,
        };
        commands.into_iter().filter_map(verb).collect()
    }

    /// Plays a written line; gives what is seen and answered.
    ///
    /// # Errors
    /// When it was refused and not meant to be, or the other way round.
    pub async fn line(&mut self, line: &str) -> Result<Vec<String>, String> {
        let known = |name: &str| self.seats.iter().any(|seat| seat.name == name);
        let Some(cue) = cue(line, known) else {
            return Ok(Vec::new());
        };
        let Some(name) = cue.seat else {
            return Err(format!("nobody says {line:?}"));
        };
        let id = self.next_id();
        let language = self.language;
        let seat = self.seats.iter_mut().find(|seat| seat.name == name);
        let seat = seat.ok_or_else(|| format!("nobody is called {name}"))?;
        let heard = seat.listener.hear(id, cue.text).await;
        let mut lines = self.seen();
        match heard {
            Ok(reply) => {
                for line in reply {
                    let shown = export::render::line(language, &line);
                    lines.extend(shown.iter().map(|text| transcript_line("答", text)));
                }
                if cue.refused {
                    return Err(format!("{line:?} was to be refused"));
                }
            }
            Err(refusal) => {
                let shown = export::render::refusal(language, &refusal);
                lines.extend(shown.iter().map(|text| transcript_line("拒", text)));
                if !cue.refused {
                    let why = say(language, &refusal.what);
                    return Err(format!("{line:?} was refused: {why}"));
                }
            }
        }
        Ok(lines)
    }

    /// The table and its log so far.
    ///
    /// # Panics
    /// When the table is gone.
    pub async fn log(&self) -> (TableId, Vec<Record>) {
        (self.table.id(), self.table.export().await.expect("the log is readable"))
    }

    /// Undoes everything to the start and does it all again: what each seat sees must be the same
    /// as before (B-13). Gives how many steps there were.
    ///
    /// # Errors
    /// When it is not.
    pub async fn there_and_back(&mut self) -> Result<usize, String> {
        let before = self.views().await?;
        let mut steps = 0;
        while self.host(TableCommand::Undo).await.is_ok() {
            steps += 1;
        }
        let start = self.views().await?;
        for step in 0..steps {
            let redone = self.host(TableCommand::Redo).await;
            redone.map_err(|refusal| format!("step {step} cannot be done again: {refusal:?}"))?;
        }
        if self.views().await? != before {
            return Err("done again, it is not what it was".to_owned());
        }
        match steps > 0 && start == before {
            true => Err("undoing changed nothing".to_owned()),
            false => Ok(steps),
        }
    }

    async fn host(&mut self, command: TableCommand) -> Result<Answer, rules::Refusal> {
        let id = self.next_id();
        let answer = self.table.command(self.seats[0].seat, id, Command::Table(command)).await;
        // Frames nobody reads would make the table take the seat for gone.
        self.seen();
        answer
    }

    async fn views(&self) -> Result<Vec<rules::AnyView>, String> {
        let mut views = Vec::new();
        for seat in &self.seats {
            let view = self.table.game_view(seat.seat).await;
            views.push(view.map_err(|refusal| format!("{refusal:?}"))?);
        }
        Ok(views)
    }

    /// What every seat has seen since the last line: together where all saw the same.
    fn seen(&mut self) -> Vec<String> {
        let language = self.language;
        let mut queues: Vec<(String, VecDeque<String>)> = Vec::new();
        for seat in &mut self.seats {
            let mut queue = VecDeque::new();
            while let Some(frame) = seat.frames.ready() {
                self.sent += serde_json::to_vec(&*frame).map_or(0, |text| text.len());
                for line in &frame.lines {
                    queue.push_back(export::render::line(language, &line.line).join("\n"));
                }
            }
            queues.push((seat.name.clone(), queue));
        }
        let mut lines = Vec::new();
        // The host sees everything, so the host's order is the order.
        while let Some(first) = queues[0].1.pop_front() {
            let mut same = vec![queues[0].0.clone()];
            let mut others: Vec<(String, Vec<String>)> = Vec::new();
            let rest = queues[0].1.clone();
            for (name, queue) in queues.iter_mut().skip(1) {
                match queue.front() {
                    Some(head) if *head == first => {
                        queue.pop_front();
                        same.push(name.clone());
                    }
                    Some(head) if !rest.contains(head) => {
                        let head = head.clone();
                        queue.pop_front();
                        match others.iter_mut().find(|(text, _)| *text == head) {
                            Some((_, names)) => names.push(name.clone()),
                            None => others.push((head, vec![name.clone()])),
                        }
                    }
                    _ => {}
                }
            }
            let who = if same.len() == queues.len() && same.len() > 1 {
                "全".to_owned()
            } else {
                same.join("、")
            };
            lines.extend(first.lines().map(|text| transcript_line(&who, text)));
            for (text, names) in others {
                let who = names.join("、");
                lines.extend(text.lines().map(|text| transcript_line(&who, text)));
            }
        }
        for (name, queue) in queues.iter().skip(1) {
            for text in queue {
                lines.extend(text.lines().map(|text| transcript_line(name, text)));
            }
        }
        lines
    }
}

fn transcript_line(who: &str, text: &str) -> String {
    format!("{who}| {text}").trim_end().to_owned()
}
