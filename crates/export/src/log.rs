//! The log of a session, as a seat was told it.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;
use rules::{Arg, Id, Refusal, SeatId, message};
use serde_json::Value as Json;
use table::{LineKind, NumberedLine, TableHandle};
use words::Language;
use words::log::{Entry, How, Kind, Log, Plate, Said};

use crate::search::PIECE;
use crate::{Workers, case_file, render};

/// Which log is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// Which session; the last one if none.
    pub session: Option<u32>,
    /// All sessions at once.
    pub whole: bool,
    /// Only the story: without talk out of character, whispers and what happened at the table.
    pub story: bool,
    /// With the pictures that were handed out.
    pub plates: bool,
}

/// A log as a seat may see it (B-50): the very lines it was told, in the table's language and time
/// zone; after those of the last session what stands in the case file (M-38).
///
/// # Errors
/// When there is no such seat or session.
pub async fn log(
    workers: &Workers,
    table: &TableHandle,
    seat: SeatId,
    asked: Asked,
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
    let plates = match asked.plates {
        true => plates(table, seat, &lines).await,
        false => BTreeMap::new(),
    };
    let blank = Log {
        title,
        session: 1,
        whole: asked.whole,
        earlier: false,
        later: false,
        seat: name,
        family,
        language,
        zone,
        entries: Vec::new(),
        sections: Vec::new(),
    };
    let write = move || {
        let log = written(&lines, asked, &plates, blank)?;
        Ok::<_, Refusal>(if asked.story { log.story() } else { log })
    };
    let mut log = workers.run(table.id(), seat, write).await??;
    // What the file says now belongs to the last session; what it said before is not kept.
    if !log.later {
        log.sections = case_file(workers, table, seat, language).await?;
    }
    Ok(log)
}

/// Every line of a seat, asked for piece by piece, so that the table does other things between.
pub(crate) async fn all_lines(
    table: &TableHandle,
    seat: SeatId,
) -> Result<Vec<NumberedLine>, Refusal> {
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

/// The small pictures of what was handed out, as far as the seat still sees them.
async fn plates(table: &TableHandle, seat: SeatId, lines: &[NumberedLine]) -> BTreeMap<Id, Plate> {
    let mut plates = BTreeMap::new();
    let shown = lines.iter().filter_map(|line| line.line.handout?.plate);
    for picture in shown.map(|plate| plate.picture) {
        if plates.contains_key(&picture) {
            continue;
        }
        if let Ok((form, bytes)) = table.picture(seat, picture, true).await {
            plates.insert(picture, Plate { content_type: form.content_type(), bytes });
        }
    }
    plates
}

fn written(
    lines: &[NumberedLine],
    asked: Asked,
    plates: &BTreeMap<Id, Plate>,
    blank: Log,
) -> Result<Log, Refusal> {
    let sessions = sessions(lines);
    let (session, of_one) = which(&sessions, asked.session.filter(|_| !asked.whole))?;
    let lines = if asked.whole { lines } else { of_one };
    let clock = TimeZone::get(&blank.zone).unwrap_or(TimeZone::UTC);
    // What was recalled where it was typed leaves no trace in what is taken home (C-22).
    let kept = lines.iter().filter(|line| line.line.message.id != "table-unsaid");
    Ok(Log {
        session,
        earlier: !asked.whole && session > 1 && sessions.contains_key(&(session - 1)),
        later: sessions.contains_key(&(session + 1)),
        entries: kept.map(|line| entry(line, plates, blank.language, &clock)).collect(),
        ..blank
    })
}

/// The session that is asked for, the last one if none is.
///
/// # Errors
/// When there is no such session.
pub(crate) fn which<'l>(
    sessions: &BTreeMap<u32, &'l [NumberedLine]>,
    asked: Option<u32>,
) -> Result<(u32, &'l [NumberedLine]), Refusal> {
    let session = asked.or_else(|| sessions.keys().next_back().copied()).unwrap_or(1);
    let lines = sessions.get(&session).copied();
    lines.map(|lines| (session, lines)).ok_or_else(|| {
        Refusal::new("B-50", message!("log-no-session", session = session))
            .instead(message!("log-sessions", count = sessions.len()))
    })
}

/// The lines of each session, by its number. What is said between two belongs to the first, what
/// comes before any to the first of all.
pub(crate) fn sessions(lines: &[NumberedLine]) -> BTreeMap<u32, &[NumberedLine]> {
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

fn entry(
    line: &NumberedLine,
    plates: &BTreeMap<Id, Plate>,
    language: Language,
    clock: &TimeZone,
) -> Entry {
    let plate = line.line.handout.and_then(|handout| handout.plate);
    let at = line.at.to_zoned(clock.clone());
    Entry {
        day: at.strftime("%Y-%m-%d").to_string(),
        time: at.strftime("%H:%M").to_string(),
        second: at.strftime("%S").to_string(),
        by: line.by.as_deref().map(str::to_owned),
        kind: match line.kind {
            LineKind::Game => Kind::Game,
            LineKind::Talk => Kind::Talk,
            LineKind::Table => Kind::Table,
        },
        tone: line.line.tone,
        text: render::line(language, &line.line),
        said: said(line, language),
        chapter: chapter(line, language),
        plate: plate.and_then(|plate| plates.get(&plate.picture).cloned()),
    }
}

/// Words of a line that are plain text, by the name they have in it.
fn words_of(line: &NumberedLine, language: Language, name: &str) -> Option<String> {
    let arg = line.line.message.args.get(name)?;
    match arg {
        Arg::Text(text) => Some(text.to_string()),
        Arg::Term(_) | Arg::Message(_) => {
            Some(words::say(language, &message!("plain", text = arg.clone())))
        }
        Arg::Number(_) | Arg::List(_) => None,
    }
}

/// What somebody said, apart from the words around it; of a scene what it is like.
fn said(line: &NumberedLine, language: Language) -> Option<Said> {
    let word = |name: &str| words_of(line, language, name);
    let by = || line.by.as_deref().unwrap_or_default().to_owned();
    let how = match &*line.line.message.id {
        "table-said-in-character" => How::Character,
        "table-said" => How::Aside,
        "table-narrated" => How::Narration,
        "table-whispered" => How::Whisper,
        "table-handed-out" | "table-handed-out-to" | "table-handed-out-host" => How::Handout,
        _ if chapter(line, language).is_some() => How::Narration,
        _ => return None,
    };
    let who = word("who").filter(|_| how != How::Narration).unwrap_or_else(by);
    let text = word("text").filter(|text| !text.is_empty());
    let text = match how {
        How::Handout => {
            format!("{}\n{}", word("title").unwrap_or_default(), text.unwrap_or_default())
        }
        How::Character | How::Aside | How::Narration | How::Whisper => text?,
    };
    Some(Said { who, text, how })
}

/// The title of the scene that begins with a line.
fn chapter(line: &NumberedLine, language: Language) -> Option<String> {
    let begins =
        matches!(&*line.line.message.id, "mist-told-scene" | "fate-scene-set" | "table-scene");
    words_of(line, language, "title").filter(|_| begins)
}
