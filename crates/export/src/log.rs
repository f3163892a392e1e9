//! The log of a session, as a seat was told it.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;
use rules::{Arg, Refusal, SeatId, message};
use serde_json::Value as Json;
use table::{LineKind, NumberedLine, TableHandle};
use words::Language;
use words::log::{Entry, Kind, Log};

use crate::search::PIECE;
use crate::{Workers, case_file, render};

/// The log of a session as a seat may see it (B-50), of the last one if none is asked for: the very
/// lines it was told, in the table's language and time zone; after those of the last session what
/// stands in the case file (M-38).
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
    let mut log = workers.run(table.id(), seat, write).await??;
    // What the file says now belongs to the last session; what it said before is not kept.
    if !log.later {
        log.sections = case_file(workers, table, seat, language).await?;
    }
    Ok(log)
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
        // What was recalled where it was typed leaves no trace in what is taken home (C-22).
        entries: lines
            .iter()
            .filter(|line| line.line.message.id != "table-unsaid")
            .map(|line| entry(line, language, &clock))
            .collect(),
        sections: Vec::new(),
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
        text: render::line(language, &line.line),
    }
}
