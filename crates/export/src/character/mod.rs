//! Characters in and out (B-50, B-51): as Mistline's own file, and from the files of other programs.
//!
//! A character is read into one form per family ([`Sheet`]), whatever it came from. What that form
//! says is then asked of the table in commands, like anything a seat does: names and texts pass the
//! gate (B-15), the rules check what may be on a sheet, and what they refuse is the host's to nod
//! to (B-46). What was not understood, and what was refused, is listed, and kept as a note of the
//! seat that brought it.

mod fari;
pub mod fate;
mod foundry;
pub mod mist;
mod setup;
mod text;
pub mod timeline;
mod xlsx;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rules::{AnyView, Audience, FamilyView, Id, Message, Refusal, Role, SeatId, Term, message};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use table::{Answer, Command, CommandId, FacesPart, TableCommand, TableHandle};
use uuid::Uuid;
use words::{Language, say};

/// The most bytes of a file that is read: a sheet, and a portrait within it.
pub const LARGEST: usize = 12 << 20;
/// What marks a file as one of ours.
const FORMAT: &str = "mistline-character";
/// The version of our files that this program writes.
const VERSION: u32 = 1;
/// The most characters in one file.
const MOST: usize = 20;
/// The most characters of a note of the table.
const NOTE: usize = 8000;
/// The most characters of the title of one.
const TITLE: usize = 60;

/// A character as a file of ours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CharacterFile {
    /// Says that it is one: `mistline-character`.
    pub format: String,
    /// The version of its form.
    pub version: u32,
    /// The rules it was played by, by their id.
    #[serde(default)]
    pub ruleset: String,
    /// What is on the sheet.
    #[serde(flatten)]
    pub sheet: Sheet,
    /// Their portrait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub portrait: Option<Portrait>,
}

/// A portrait within a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Portrait {
    /// What its bytes are; they are read by what they hold all the same.
    #[serde(rename = "type")]
    pub content_type: String,
    /// Its bytes, in base 64.
    pub data: String,
}

/// What is on the sheet of a character, by family.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "family", content = "sheet", rename_all = "kebab-case")]
pub enum Sheet {
    /// Themes, tags and statuses.
    Mist(mist::Sheet),
    /// Aspects, skills and stunts.
    Fate(fate::Sheet),
    /// A card and what is carried.
    Timeline(Box<timeline::Sheet>),
}

/// A character read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Incoming {
    /// What is on the sheet.
    pub sheet: Sheet,
    /// The file of their portrait, as it came: nothing has looked into it.
    pub portrait: Option<Vec<u8>>,
    /// What was not understood, a message for each thing.
    pub left: Vec<Message>,
}

/// What became of a character that was taken in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TakenIn {
    /// Which one it is at this table.
    pub character: Id,
    /// What they are called.
    pub name: String,
    /// What was not understood, or not taken, a message for each thing.
    pub left: Vec<Message>,
    /// The note that keeps it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub note: Option<Id>,
}

/// A command that may need to know which character was made.
type Step = (Message, Box<dyn FnOnce(Id) -> Json + Send>);

/// What is asked of a table to take a character in.
struct Plan {
    /// Makes them.
    make: Json,
    /// What follows, with what it is about.
    then: Vec<Step>,
}

/// Something that is listed because there is no place for it.
fn left(what: impl Into<String>, text: impl Into<String>) -> Message {
    message!("character-left", what = what.into(), text = text.into())
}

fn refusal(what: Message) -> Refusal {
    Refusal::new("B-51", what)
}

/// The character of a view as a file of ours, with their portrait.
///
/// # Errors
/// When the seat sees no such character.
pub async fn file(
    table: &TableHandle,
    seat: SeatId,
    character: Id,
) -> Result<CharacterFile, Refusal> {
    let view = table.game_view(seat).await?;
    let sheet = sheet_of(&view, character).ok_or_else(|| refusal(message!("character-none")))?;
    let portrait = match face_of(table, seat, character).await? {
        None => None,
        Some(picture) => {
            let (form, bytes) = table.picture(seat, picture, false).await?;
            let content_type = form.content_type().to_owned();
            Some(Portrait { content_type, data: STANDARD.encode(bytes) })
        }
    };
    let ruleset = table.about().await?.family;
    Ok(CharacterFile { format: FORMAT.to_owned(), version: VERSION, ruleset, sheet, portrait })
}

/// The characters a seat sees, by what they are called.
///
/// # Errors
/// When there is no such seat.
pub async fn names(table: &TableHandle, seat: SeatId) -> Result<Vec<(Id, String)>, Refusal> {
    let view = table.game_view(seat).await?;
    Ok(names_in(&view))
}

fn names_in(view: &AnyView) -> Vec<(Id, String)> {
    match view.by_family() {
        Some(FamilyView::Mist(view)) => mist::names(view),
        Some(FamilyView::Fate(view)) => fate::names(view),
        Some(FamilyView::Timeline(view)) => timeline::names(view),
        None => Vec::new(),
    }
}

fn sheet_of(view: &AnyView, character: Id) -> Option<Sheet> {
    match view.by_family()? {
        FamilyView::Mist(view) => mist::sheet(view, character).map(Sheet::Mist),
        FamilyView::Fate(view) => fate::sheet(view, character).map(Sheet::Fate),
        FamilyView::Timeline(view) => {
            timeline::sheet(view, character).map(|sheet| Sheet::Timeline(Box::new(sheet)))
        }
    }
}

async fn face_of(table: &TableHandle, seat: SeatId, character: Id) -> Result<Option<Id>, Refusal> {
    let mut view = table.view(seat).await?;
    let faces = view.remove("table/faces");
    let faces: Option<FacesPart> = faces.and_then(|part| serde_json::from_value(part).ok());
    let face = faces.and_then(|part| part.faces.get(&format!("character/{character}")).copied());
    Ok(face.map(|plate| plate.picture))
}

/// Reads the characters of a file, whichever program wrote it.
///
/// # Errors
/// When it is none that is known, or too large.
pub fn read(bytes: &[u8]) -> Result<Vec<Incoming>, Refusal> {
    if bytes.len() > LARGEST {
        return Err(refusal(message!("character-heavy", most = LARGEST >> 20)));
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return Ok(vec![xlsx::read(bytes)?]);
    }
    let unknown =
        || refusal(message!("character-unknown-file")).instead(message!("character-known-files"));
    let text = std::str::from_utf8(bytes).map_err(|_| unknown())?;
    let text = text.trim_start_matches('\u{feff}').trim();
    if !text.starts_with(['{', '[']) {
        return setup::read(text).map(|read| vec![read]).ok_or_else(unknown);
    }
    let json: Json = serde_json::from_str(text).map_err(|fault| {
        let (line, column) = (fault.line(), fault.column());
        refusal(message!("character-broken-json", line = line, column = column))
    })?;
    let all = match json {
        Json::Array(all) => all,
        one => vec![one],
    };
    if all.is_empty() || all.len() > MOST {
        return Err(refusal(message!("character-many", most = MOST)));
    }
    all.into_iter().map(|one| read_json(one)?.ok_or_else(unknown)).collect()
}

/// A character of a JSON file; none if it is of no known form.
fn read_json(json: Json) -> Result<Option<Incoming>, Refusal> {
    if json.get("format").and_then(Json::as_str) == Some(FORMAT) {
        return own(json).map(Some);
    }
    Ok(fari::read(&json).or_else(|| foundry::read(&json)))
}

fn own(json: Json) -> Result<Incoming, Refusal> {
    let version = json.get("version").and_then(Json::as_u64).unwrap_or_default();
    if version > u64::from(VERSION) {
        return Err(refusal(message!("character-newer", version = version)));
    }
    let file: CharacterFile = serde_json::from_value(json)
        .map_err(|fault| refusal(message!("character-misfit", fault = fault.to_string())))?;
    let CharacterFile { sheet, portrait, format: _, version: _, ruleset: _ } = file;
    let mut left_over = Vec::new();
    let portrait = match portrait.map(|it| STANDARD.decode(it.data)) {
        None => None,
        Some(Ok(bytes)) => Some(bytes),
        Some(Err(_)) => {
            left_over.push(message!("character-left-portrait"));
            None
        }
    };
    Ok(Incoming { sheet, portrait, left: left_over })
}

/// Takes a character in, as the seat `by`; for `to`, where the host says so.
///
/// What the rules refuse of it is listed with the reason, and so is what was not understood; all of
/// that is kept as a note. The portrait is the caller's to clean and to bring.
///
/// # Errors
/// When the table plays by other rules, or the character itself is refused; then nothing was done.
pub async fn take_in(
    table: &TableHandle,
    by: SeatId,
    id: CommandId,
    incoming: Incoming,
    to: Option<SeatId>,
) -> Result<TakenIn, Refusal> {
    let Incoming { sheet, portrait: _, left: mut left_over } = incoming;
    let host = table.seats().await?.iter().any(|seat| seat.seat == by && seat.role == Role::Host);
    let view = table.game_view(by).await?;
    let before: Vec<Id> = names_in(&view).into_iter().map(|(id, _)| id).collect();
    let Plan { make, then } = plan(&view, sheet, host, to, &mut left_over)?;
    table.command(by, id, Command::Game(make)).await?;
    let after = names_in(&table.game_view(by).await?);
    let made = after.iter().rev().find(|(id, _)| !before.contains(id));
    // Whoever sends the same file again under the same id is told of the one made then.
    let (character, name) =
        made.or(after.last()).cloned().ok_or_else(|| refusal(message!("character-none")))?;
    for (place, (what, step)) in then.into_iter().enumerate() {
        let asked = Command::Game(step(character));
        if let Err(refused) = table.command(by, nth(id, 1 + place), asked).await {
            left_over.push(message!("character-refused", what = what, why = refused.what));
        }
    }
    let note = match left_over.is_empty() {
        true => None,
        false => keep(table, by, nth(id, NOTED), &name, &left_over).await?,
    };
    Ok(TakenIn { character, name, left: left_over, note })
}

/// How many command ids after the first the note's is; the portrait's are after it.
const NOTED: usize = 10_000;

/// The id for the portrait of a character whose taking-in had this one, and for giving it to them.
#[must_use]
pub fn portrait_ids(id: CommandId) -> (CommandId, CommandId) {
    (nth(id, NOTED + 1), nth(id, NOTED + 2))
}

/// How far the ids of one character are from those of the next of the same file.
const APART: usize = 100_000;

/// The id under which the character at this place of a file is taken in.
#[must_use]
pub fn command_of(id: CommandId, place: usize) -> CommandId {
    nth(id, place * APART)
}

fn nth(id: CommandId, place: usize) -> CommandId {
    CommandId(Uuid::from_u128(id.0.as_u128().wrapping_add(place as u128)))
}

/// Keeps what was left over as a note of the seat's own, in the table's language.
async fn keep(
    table: &TableHandle,
    by: SeatId,
    id: CommandId,
    name: &str,
    left_over: &[Message],
) -> Result<Option<Id>, Refusal> {
    let language = table.about().await?.language.parse().unwrap_or(Language::ZhHans);
    let lines: Vec<String> = left_over.iter().map(|it| say(language, it)).collect();
    let text: String = lines.join("\n").chars().take(NOTE).collect();
    let title = say(language, &message!("character-note-title", name = name));
    let note = TableCommand::WriteNote {
        note: None,
        title: title.chars().take(TITLE).collect(),
        text: text::printable(&text),
        picture: None,
        to: Audience::Seats([by].into()),
        show: false,
    };
    match table.command(by, id, Command::Table(note)).await {
        Ok(Answer::Note { note }) => Ok(Some(note)),
        Ok(Answer::Done | Answer::Seat { .. } | Answer::Link { .. } | Answer::Picture { .. }) => {
            Ok(None)
        }
        // Without room for a note it is still listed.
        Err(refused) if !table::is_unavailable(&refused) => Ok(None),
        Err(refused) => Err(refused),
    }
}

fn plan(
    view: &AnyView,
    sheet: Sheet,
    host: bool,
    to: Option<SeatId>,
    left_over: &mut Vec<Message>,
) -> Result<Plan, Refusal> {
    let family = |sheet: &Sheet| match sheet {
        Sheet::Mist(_) => message!("character-family-mist"),
        Sheet::Fate(_) => message!("character-family-fate"),
        Sheet::Timeline(_) => message!("character-family-timeline"),
    };
    match (view.by_family(), sheet) {
        (Some(FamilyView::Mist(_)), Sheet::Mist(sheet)) => Ok(mist::plan(sheet, to)),
        (Some(FamilyView::Fate(view)), Sheet::Fate(sheet)) => {
            fate::plan(view, sheet, host, to, left_over)
        }
        (Some(FamilyView::Timeline(_)), Sheet::Timeline(sheet)) => Ok(timeline::plan(*sheet, to)),
        (_, sheet) => {
            let what = message!("character-other-family", family = family(&sheet));
            Err(refusal(what).instead(message!("character-other-family-instead")))
        }
    }
}

/// A word in the language every word has.
fn spoken(term: &Term) -> String {
    term.spellings().next().unwrap_or_default().to_owned()
}

/// A command of a family, as it is sent.
fn command(command: &impl Serialize) -> Json {
    // Commands are plain data with string keys: writing them cannot fail.
    serde_json::to_value(command).unwrap_or_default()
}
