//! What a seat takes home: the log of a session, the characters it sees; and finding a line again.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::tz::TimeZone;
use rules::{Arg, Line, Refusal, SeatId, Term, message};
use serde::Deserialize;
use serde_json::Value as Json;
use table::{LineKind, NumberedLine, TableHandle};
use words::log::{Entry, Kind, Log};
use words::sheet::Sheet;
use words::{Language, say};

use crate::desk::Desk;
use crate::fold::folded;
use crate::hear::{Heard, hear};
use crate::workers::Workers;
use crate::{Listener, shown};

/// The log of a session as a seat may see it (B-50), of the last one if none is asked for: the very
/// lines it was told, in the table's language and time zone.
///
/// # Errors
/// When there is no such seat or session.
pub async fn log(
    workers: &Workers,
    table: &TableHandle,
    seat: SeatId,
    session: Option<u32>,
) -> Result<Log, Refusal> {
    let view = table.view(seat).await?;
    let field = |part: &str, name: &str| {
        let field = view.get(part).and_then(|part| part.get(name));
        field.and_then(Json::as_str).unwrap_or_default().to_owned()
    };
    let language = field("table/table", "language").parse().unwrap_or(Language::ZhHans);
    let zone = field("table/table", "time_zone");
    let family = field("table/table", "family");
    let (title, name) = (field("table/table", "title"), field("table/you", "name"));
    let lines = all_lines(table, seat).await?;
    let write = move || written(&lines, session, title, name, family, language, zone);
    workers.run(table.id(), seat, write).await?
}

/// Every line of a seat, asked for piece by piece, so that the table does other things between.
async fn all_lines(table: &TableHandle, seat: SeatId) -> Result<Vec<NumberedLine>, Refusal> {
    let mut pieces = Vec::new();
    let mut before = None;
    loop {
        let piece = table.lines(seat, before, PIECE).await?;
        before = piece.first().map(|line| line.n);
        let whole = piece.len() < PIECE;
        pieces.push(piece);
        if whole {
            return Ok(pieces.into_iter().rev().flatten().collect());
        }
    }
}

fn written(
    lines: &[NumberedLine],
    session: Option<u32>,
    title: String,
    seat: String,
    family: String,
    language: Language,
    zone: String,
) -> Result<Log, Refusal> {
    let sessions = sessions(lines);
    let asked = session.or_else(|| sessions.keys().next_back().copied()).unwrap_or(1);
    let Some(lines) = sessions.get(&asked) else {
        return Err(Refusal::new("B-50", message!("log-no-session", session = asked))
            .instead(message!("log-sessions", count = sessions.len())));
    };
    let clock = TimeZone::get(&zone).unwrap_or(TimeZone::UTC);
    Ok(Log {
        title,
        session: asked,
        earlier: asked > 1 && sessions.contains_key(&(asked - 1)),
        later: sessions.contains_key(&(asked + 1)),
        seat,
        family,
        language,
        zone,
        entries: lines.iter().map(|line| entry(line, language, &clock)).collect(),
    })
}

/// The lines of each session, by its number. What is said between two belongs to the first, what
/// comes before any to the first of all.
fn sessions(lines: &[NumberedLine]) -> BTreeMap<u32, &[NumberedLine]> {
    let begins = |line: &NumberedLine| {
        let message = &line.line.message;
        let number = (message.id == "table-session-began").then(|| message.args.get("number"));
        match number.flatten() {
            Some(Arg::Number(number)) => u32::try_from(*number).ok(),
            _ => None,
        }
    };
    let starts: Vec<(usize, u32)> = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.kind == LineKind::Table)
        .filter_map(|(place, line)| Some((place, begins(line)?)))
        .collect();
    let mut sessions = BTreeMap::new();
    for (nth, (place, number)) in starts.iter().enumerate() {
        let from = if nth == 0 { 0 } else { *place };
        let to = starts.get(nth + 1).map_or(lines.len(), |(next, _)| *next);
        sessions.insert(*number, &lines[from..to]);
    }
    sessions
}

fn entry(line: &NumberedLine, language: Language, clock: &TimeZone) -> Entry {
    let at = line.at.to_zoned(clock.clone());
    Entry {
        day: at.strftime("%Y-%m-%d").to_string(),
        time: at.strftime("%H:%M").to_string(),
        by: line.by.as_deref().map(str::to_owned),
        kind: match line.kind {
            LineKind::Game => Kind::Game,
            LineKind::Talk => Kind::Talk,
            LineKind::Table => Kind::Table,
        },
        tone: line.line.tone,
        text: shown(language, &line.line),
    }
}

/// The lines a seat may see that say `text`, as it reads them in `language`: the last `count` of
/// those before line `before` (B-41). Width and case of letters do not matter.
///
/// # Errors
/// When there is no such seat.
pub async fn search(
    workers: &Workers,
    table: &TableHandle,
    seat: SeatId,
    language: Language,
    text: &str,
    before: Option<u64>,
    count: usize,
) -> Result<Vec<NumberedLine>, Refusal> {
    look_through(workers, table, seat, &[language], text, before, count).await
}

/// How many lines are looked through in one go: each piece waits for its turn again, so that a long
/// log does not keep others waiting, and no more than a piece is ever held.
const PIECE: usize = 512;

/// The last `count` lines before line `before` that say `text` in any of the languages.
pub(crate) async fn look_through(
    workers: &Workers,
    table: &TableHandle,
    seat: SeatId,
    languages: &[Language],
    text: &str,
    mut before: Option<u64>,
    count: usize,
) -> Result<Vec<NumberedLine>, Refusal> {
    let sought: Arc<str> = folded(text.trim()).into();
    let languages: Arc<[Language]> = languages.into();
    let mut found: Vec<NumberedLine> = Vec::new();
    loop {
        let piece = table.lines(seat, before, PIECE).await?;
        before = piece.first().map(|line| line.n);
        let last = piece.len() < PIECE;
        let (sought, languages) = (sought.clone(), languages.clone());
        let missing = count - found.len();
        let look = move || {
            let says = |line: &Line| {
                let mut said = languages.iter().flat_map(|language| shown(*language, line));
                said.any(|said| folded(&said).contains(&*sought))
            };
            let fitting = piece.into_iter().rev().filter(|line| says(&line.line));
            fitting.take(missing).collect::<Vec<_>>()
        };
        found.extend(workers.run(table.id(), seat, look).await?);
        if last || found.len() == count {
            found.reverse();
            return Ok(found);
        }
    }
}

/// The sheets of the characters a seat sees, in words, as `.me` shows them.
///
/// # Errors
/// When there is no such seat.
pub async fn sheets(
    workers: &Workers,
    table: &TableHandle,
    seat: SeatId,
    language: Language,
) -> Result<Vec<Sheet>, Refusal> {
    let desk = Listener::new(table.clone(), seat).desk().await?;
    let characters = characters(table, seat).await?;
    workers.run(table.id(), seat, move || sheets_of(&desk, &characters, language)).await
}

fn sheets_of(desk: &Desk, characters: &Json, language: Language) -> Vec<Sheet> {
    let names = characters.as_array().into_iter().flatten().filter_map(|part| {
        let name = part.get("name").or_else(|| part.pointer("/card/name"))?;
        Term::deserialize(name).ok()
    });
    names
        .map(|name| {
            let said = say(language, &message!("plain", text = &name));
            let spelled = name.spellings().next().unwrap_or_default();
            // Families differ in where the name stands.
            let asked = [format!(".me @\"{spelled}\""), format!("@\"{spelled}\" .me")];
            let lines = asked.iter().find_map(|line| match hear(line, desk) {
                Ok(Heard::Reply(lines)) => Some(lines),
                _ => None,
            });
            // A name that cannot be typed has no sheet in words; the JSON has it.
            let lines = lines.unwrap_or_default();
            let lines = lines.iter().flat_map(|line| shown(language, line)).collect();
            Sheet { name: said, lines }
        })
        .collect()
}

/// The characters a seat sees, as JSON: the parts of its view that are characters.
///
/// # Errors
/// When there is no such seat.
pub async fn characters(table: &TableHandle, seat: SeatId) -> Result<Json, Refusal> {
    let view = table.view(seat).await?;
    let of_characters = view.into_iter().filter(|(key, _)| key.starts_with("character/"));
    Ok(of_characters.map(|(_, part)| part).collect())
}
