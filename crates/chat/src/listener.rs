//! One person at a table: hears what they type, does it, answers.

use export::character;
use export::render::signed;
use export::{Workers, search_in};
use rules::pack::{Difference, OpenChoice};
use rules::{Break, Id, Line, Message, Moving, Refusal, Role, SeatId, message};
use serde_json::Value as Json;
use table::{
    Answer, CodeFor, Command, CommandId, LineContext, NoteText, OfferedPack, OfferedPacks,
    PackSource, TableCommand, TableHandle,
};
use uuid::Uuid;
use words::Language;

use crate::context::SeatContext;
use crate::family;
use crate::hear::{Heard, understand};
use crate::notebook;

/// How many lines `.find` shows.
const FOUND: usize = 10;
/// How many of the last lines `.why` looks through.
const LOOK_BACK: usize = 60;

/// What became of a typed line.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It was done before and came again: the answer it was given then (B-11).
    Again(Answer),
    /// It was done; what the one who typed is told of it.
    Done(Vec<Line>),
    /// It was a question, and nothing was done.
    Reply(Vec<Line>),
}

/// What became of a line that was typed where others read along.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// What became of it.
    pub outcome: Result<Outcome, Refusal>,
    /// Whether the answer would be the same for each who sees only what an onlooker sees. If not,
    /// it is for the one who typed alone (C-24).
    pub open: bool,
}

/// One who reads along: a seat, and what the line is understood by when it is read with that seat's
/// eyes.
struct Onlooker {
    seat: SeatId,
    shown: SeatContext,
}

/// Hears the typed lines of one seat. Keeps whom the seat speaks as (C-04); all else is the table's.
#[derive(Clone, Debug)]
pub struct Listener {
    table: TableHandle,
    seat: SeatId,
    speaking_as: Option<Id>,
    workers: Workers,
}

impl Listener {
    /// A listener for a seat.
    #[must_use]
    pub fn new(table: TableHandle, seat: SeatId) -> Self {
        Self { table, seat, speaking_as: None, workers: Workers::default() }
    }

    /// The same, speaking as this character until told otherwise (C-04).
    #[must_use]
    pub fn speaking(self, as_character: Option<Id>) -> Self {
        Self { speaking_as: as_character, ..self }
    }

    /// Whom the seat speaks as.
    #[must_use]
    pub fn speaks_as(&self) -> Option<Id> {
        self.speaking_as
    }

    /// The same, with places to work at that it shares with others.
    #[must_use]
    pub fn sharing(self, workers: &Workers) -> Self {
        Self { workers: workers.clone(), ..self }
    }

    /// Hears a typed line and does what it says.
    ///
    /// What happened comes to the seat as frames, like everyone's; the lines given here are for the
    /// one who typed. `id` is the line's own: the commands it makes have ids made from it, so a line
    /// sent again does nothing twice (B-11).
    ///
    /// # Errors
    /// When the line cannot be understood, or what it asks for is refused.
    pub async fn hear(&mut self, id: CommandId, text: &str) -> Result<Vec<Line>, Refusal> {
        Ok(match self.answer(id, text).await? {
            Outcome::Again(_) => Vec::new(),
            Outcome::Done(lines) | Outcome::Reply(lines) => lines,
        })
    }

    /// As [`Listener::hear`], and says what became of the line.
    ///
    /// # Errors
    /// When the line cannot be understood, or what it asks for is refused.
    pub async fn answer(&mut self, id: CommandId, text: &str) -> Result<Outcome, Refusal> {
        let seen = self.table.line_context(self.seat, Some(id)).await?;
        // A line sent again is not read again: by now it could mean something else.
        if let Some(answer) = seen.answered {
            return Ok(Outcome::Again(answer));
        }
        let before = SeatContext::new(seen, self.speaking_as);
        let heard = understand(text, &before)?;
        Ok(self.carry_out(id, &before, heard, &[]).await?.0)
    }

    /// As [`Listener::answer`], where others read along who see what these seats see: says whether all
    /// of them may read the answer.
    pub async fn answer_among(
        &mut self,
        id: CommandId,
        text: &str,
        onlookers: &[SeatId],
    ) -> Answered {
        let closed = |refusal| Answered { outcome: Err(refusal), open: false };
        let seen = match self.table.line_context(self.seat, Some(id)).await {
            Ok(LineContext { answered: Some(answer), .. }) => {
                return Answered { outcome: Ok(Outcome::Again(answer)), open: true };
            }
            Ok(seen) => seen,
            Err(refusal) => return Answered { outcome: Err(refusal), open: true },
        };
        let before = SeatContext::new(seen, self.speaking_as);
        let heard = understand(text, &before);
        let mut along = Vec::new();
        for seat in onlookers {
            let shown = match self.table.line_context(*seat, None).await {
                Ok(LineContext { view, notes, pictures, .. }) => {
                    SeatContext { view, notes, pictures, ..before.clone() }
                }
                Err(refusal) => return closed(refusal),
            };
            along.push(Onlooker { seat: *seat, shown });
        }
        // Names that only the seat sees are not found, or found otherwise, with another's eyes.
        let same = along.iter().all(|onlooker| heard == understand(text, &onlooker.shown));
        let heard = match heard {
            Ok(heard) => heard,
            Err(mistake) => return Answered { outcome: Err(mistake.into()), open: same },
        };
        match self.carry_out(id, &before, heard, &along).await {
            Ok((outcome, open)) => Answered { outcome: Ok(outcome), open: open && same },
            Err(refusal) => Answered { outcome: Err(refusal), open: same },
        }
    }

    /// The commands of the game a line would give, without giving them.
    ///
    /// # Errors
    /// When the line cannot be understood.
    pub async fn understand(&self, text: &str) -> Result<Vec<Json>, Refusal> {
        let commands = match understand(text, &self.context().await?)? {
            Heard::Do(commands) => commands,
            Heard::Make { command, .. } => vec![command],
            Heard::Reply(_)
            | Heard::Odds(_)
            | Heard::Why
            | Heard::Find(_)
            | Heard::Note(_)
            | Heard::Share { .. }
            | Heard::SpeakAs(..)
            | Heard::Invite { .. }
            | Heard::Code(_)
            | Heard::HandOut(_)
            | Heard::TakeIn { .. }
            | Heard::Packs
            | Heard::Moving(_) => Vec::new(),
        };
        let of_game = commands.into_iter().filter_map(|command| match command {
            Command::Game(command) => Some(command),
            Command::Table(_) => None,
        });
        Ok(of_game.collect())
    }

    /// Does what a line means; also whether all onlookers may read the answer.
    async fn carry_out(
        &mut self,
        id: CommandId,
        before: &SeatContext,
        heard: Heard,
        onlookers: &[Onlooker],
    ) -> Result<(Outcome, bool), Refusal> {
        Ok(match heard {
            Heard::Reply(lines) => (Outcome::Reply(lines), true),
            Heard::Do(commands) => {
                self.preview(&commands).await?;
                for (place, command) in commands.into_iter().enumerate() {
                    self.table.command(self.seat, nth(id, place), command).await?;
                }
                self.told_after(id, before, onlookers).await?
            }
            Heard::Make { command, replaces } => {
                self.table.command(self.seat, id, command).await?;
                let after = self.context_after(id).await?;
                let made = replaces.or(family::made(before, &after));
                self.speaking_as = made.or(self.speaking_as);
                self.told_after(id, before, onlookers).await?
            }
            Heard::Odds(asked) => {
                let lines = self.workers.run(self.table.id(), self.seat, move || asked.lines());
                (Outcome::Reply(lines.await??), true)
            }
            Heard::Why => {
                let lines = self.why(self.seat).await?;
                let mut open = true;
                for onlooker in onlookers {
                    open &= self.why(onlooker.seat).await? == lines;
                }
                (Outcome::Reply(lines), open)
            }
            Heard::Find(text) => {
                let lines = self.find(self.seat, &text).await?;
                let mut open = true;
                for onlooker in onlookers {
                    open &= self.find(onlooker.seat, &text).await? == lines;
                }
                (Outcome::Reply(lines), open)
            }
            // Which note is meant was read with an onlooker's eyes too.
            Heard::Note(note) => {
                let note = self.table.note(self.seat, note).await?;
                (Outcome::Reply(notebook::note_lines(&note)), true)
            }
            Heard::Share { note, to } => {
                let NoteText { note, text } = self.table.note(self.seat, note).await?;
                let write = TableCommand::WriteNote {
                    note: Some(note.id),
                    title: note.title,
                    text,
                    picture: note.plate.map(|plate| plate.picture),
                    to,
                    show: false,
                };
                self.table.command(self.seat, id, Command::Table(write)).await?;
                (Outcome::Done(Vec::new()), false)
            }
            Heard::HandOut(character) => {
                let mut file = character::file(&self.table, self.seat, character).await?;
                // A picture has no room in a line.
                file.portrait = None;
                let text = serde_json::to_string(&file).unwrap_or_default();
                (Outcome::Reply(vec![message!("plain", text = text).into()]), false)
            }
            Heard::TakeIn { incoming, to } => {
                let taken = character::take_in(&self.table, self.seat, id, *incoming, to).await?;
                self.speaking_as = Some(taken.character).or(self.speaking_as);
                let taken_in = message!("character-taken", name = taken.name);
                let lines = std::iter::once(taken_in).chain(taken.left).map(Line::from);
                (Outcome::Done(lines.collect()), false)
            }
            Heard::SpeakAs(character, said) => {
                self.speaking_as = character;
                (Outcome::Reply(vec![said.into()]), true)
            }
            // Whoever reads a link or a code can use it.
            Heard::Invite { name, role } => {
                (Outcome::Done(self.invite(id, name, role).await?), false)
            }
            // Only a host may ask, and an onlooker is none.
            Heard::Packs => {
                let offered = self.table.offered(self.seat).await?;
                (Outcome::Reply(offered_lines(&offered)), false)
            }
            Heard::Moving(to) => {
                let moving = self.table.moving(self.seat, to.clone()).await?;
                (Outcome::Reply(moving_lines(&to, &moving)), false)
            }
            Heard::Code(to) => {
                let code = self.table.code(self.seat, to.clone()).await?;
                let code = code.as_str();
                let said = match to {
                    CodeFor::Group => message!("chat-code-group", code = code),
                    CodeFor::Side(_) => message!("chat-code-side", code = code),
                    CodeFor::Seat(_) => message!("chat-code-seat", code = code),
                };
                (Outcome::Reply(vec![said.into()]), false)
            }
        })
    }

    /// What the one who typed is told of what was done, and whether every onlooker would be told the
    /// same.
    async fn told_after(
        &self,
        id: CommandId,
        before: &SeatContext,
        onlookers: &[Onlooker],
    ) -> Result<(Outcome, bool), Refusal> {
        let after = self.context_after(id).await?;
        let lines = family::after(before, &after);
        let mut open = true;
        for Onlooker { seat, shown } in onlookers {
            let view = self.table.game_view(*seat).await?;
            open &= family::after(shown, &SeatContext { view, ..after.clone() }) == lines;
        }
        Ok((Outcome::Done(lines), open))
    }

    /// Asks what each of several commands would do, so that a line is done whole or not at all.
    async fn preview(&self, commands: &[Command]) -> Result<(), Refusal> {
        if commands.len() < 2 {
            return Ok(());
        }
        for command in commands {
            if let Command::Game(command) = command {
                self.table.quote(self.seat, command.clone()).await?;
            }
        }
        Ok(())
    }

    /// What the seat sees and can do after the commands of line `id`.
    async fn context_after(&self, id: CommandId) -> Result<SeatContext, Refusal> {
        let seen = self.table.line_context(self.seat, Some(id)).await?;
        Ok(SeatContext::new(seen, self.speaking_as))
    }

    /// What the seat sees and can do now.
    ///
    /// # Errors
    /// When the seat or the table is gone.
    pub async fn context(&self) -> Result<SeatContext, Refusal> {
        self.context_after(CommandId::random()).await
    }

    /// The last line with a number behind it, part by part, each with its rule (B-14).
    async fn why(&self, seat: SeatId) -> Result<Vec<Line>, Refusal> {
        let lines = self.table.lines(seat, None, LOOK_BACK).await?;
        let explained = lines.iter().rev().find(|line| {
            let Line { sum, roll, why, message: _, tone: _, handout: _ } = &*line.line;
            sum.is_some() || roll.is_some() || !why.is_empty()
        });
        let Some(line) = explained else {
            return Ok(vec![message!("chat-why-nothing").into()]);
        };
        let mut answer = vec![Line { sum: None, why: Vec::new(), ..Line::clone(&line.line) }];
        for working in &line.line.why {
            answer.push(
                message!(
                    "chat-why-number",
                    what = working.of.clone(),
                    value = &working.value,
                    rule = working.rule.to_string()
                )
                .into(),
            );
            answer.extend(working.steps.iter().map(|step| {
                let (source, value) = (step.source.clone(), &step.value);
                Line::from(match step.sign.as_str() {
                    "" => message!("chat-why-first", source = source, value = value),
                    sign => {
                        message!("chat-why-step", sign = sign, source = source, value = value)
                    }
                })
            }));
        }
        if let Some(sum) = &line.line.sum {
            answer.extend(sum.parts.iter().map(|part| {
                let message = message!(
                    "chat-why-part",
                    value = signed(part.value),
                    source = part.source.clone(),
                    rule = part.rule.to_string()
                );
                Line::from(message)
            }));
            answer.push(message!("chat-why-total", total = signed(sum.total)).into());
        }
        Ok(answer)
    }

    /// The last lines that say `text`, in whichever language the reader reads them (B-41).
    async fn find(&self, seat: SeatId, text: &str) -> Result<Vec<Line>, Refusal> {
        let (workers, table) = (&self.workers, &self.table);
        let found = search_in(workers, table, seat, &Language::ALL, text, None, FOUND).await?;
        let notes = export::find_notes(workers, table, seat, text).await?;
        if found.is_empty() && notes.is_empty() {
            return Ok(vec![message!("chat-found-none", text = text).into()]);
        }
        let lines = found.into_iter().map(|found| Line::clone(&found.line));
        Ok(lines.chain(notebook::list_of(&notes)).collect())
    }

    async fn invite(
        &self,
        id: CommandId,
        name: Option<String>,
        role: Role,
    ) -> Result<Vec<Line>, Refusal> {
        let command = |place, command| {
            let command = Command::Table(command);
            self.table.command(self.seat, nth(id, place), command)
        };
        let said = name.clone();
        let answer = match name {
            None => command(0, TableCommand::Invite { role }).await?,
            Some(name) => match command(0, TableCommand::AddSeat { name, role }).await? {
                Answer::Seat { seat } => command(1, TableCommand::LinkSeat { seat }).await?,
                other => other,
            },
        };
        let link: Message = match answer {
            Answer::Link { token: Some(token), .. } => {
                let link = format!("/t/{}#{token}", self.table.id());
                match said {
                    Some(name) => message!("chat-link-of", name = name, link = link),
                    None => message!("chat-link", link = link),
                }
            }
            _ => message!("chat-link-gone"),
        };
        let mut lines = vec![link.into()];
        lines.extend(family::next(&self.context_after(id).await?));
        Ok(lines)
    }
}

/// The id of the `place`-th command of a line.
fn nth(id: CommandId, place: usize) -> CommandId {
    match place {
        0 => id,
        _ => CommandId(Uuid::from_u128(id.0.as_u128().wrapping_add(place as u128))),
    }
}

/// What the table plays by, and what it could move to.
fn offered_lines(offered: &OfferedPacks) -> Vec<Line> {
    let OfferedPacks { id, version, choices, packs } = offered;
    let mut lines = vec![message!("chat-pack-here", id = id, version = version).into()];
    lines.extend(choices.iter().map(|it| choice_line("", it)));
    for OfferedPack { id, name, version, differs, choices } in packs {
        let line = match differs {
            true => message!("chat-pack-offered", id = id, name = name, version = version),
            false => message!("chat-pack-same", id = id, name = name, version = version),
        };
        lines.push(line.into());
        if *differs {
            lines.extend(choices.iter().map(|it| choice_line(&format!("{id} "), it)));
        }
    }
    lines.push(message!("chat-pack-how").into());
    lines
}

/// What some rules leave open, and how another value is chosen (P-16).
fn choice_line(of: &str, OpenChoice { key, name, values, now }: &OpenChoice) -> Line {
    let other = values.iter().find(|value| *value != now).unwrap_or(now);
    let example = format!("{of}{key}={other}");
    let values = values.join(" / ");
    message!("chat-pack-choice", name = name, values = values, now = now, example = example).into()
}

/// Rules as a line names them.
fn named(source: &PackSource) -> String {
    match source {
        PackSource::Offered(id) => id.clone(),
        PackSource::Text(_) => String::new(),
        PackSource::Chosen { of, choices } => {
            let of = of.iter().map(|of| named(of));
            let chosen = choices.iter().map(|(key, value)| format!("{key}={value}"));
            of.chain(chosen).collect::<Vec<_>>().join(" ")
        }
    }
}

/// What would come of moving to other rules.
fn moving_lines(to: &PackSource, moving: &Moving) -> Vec<Line> {
    const SHOWN: usize = 12;
    let Moving { differences, breaks, unsettled } = moving;
    let id = named(to);
    let mut lines = vec![message!("chat-pack-differences", count = differences.len()).into()];
    for Difference { path, before, after } in differences.iter().take(SHOWN) {
        let shown = |it: &Option<String>| {
            let text = it.as_deref().unwrap_or("—");
            text.chars().take(60).collect::<String>()
        };
        let (before, after) = (shown(before), shown(after));
        lines.push(
            message!("chat-pack-difference", path = path, before = before, after = after).into(),
        );
    }
    for Break { key, what, to } in breaks {
        let to: Vec<Message> = to
            .iter()
            .take(SHOWN)
            .filter_map(|it| Some(message!("plain", text = it.value.as_str()?)))
            .collect();
        lines.push(message!("chat-pack-break", key = key, what = what.clone(), to = to).into());
    }
    if *unsettled {
        lines.push(message!("pack-unsettled").into());
    }
    if !differences.is_empty() && !unsettled {
        lines.push(message!("chat-pack-go", id = id).into());
    }
    lines
}
