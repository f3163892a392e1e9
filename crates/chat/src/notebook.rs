//! Notes, handouts and pictures in text (B-43): `.note`, `.show`, `.picture`.

use std::collections::BTreeSet;

use rules::{Audience, Id, Line, Message, Term, message};
use table::{NotePart, NoteText, TableCommand};
use words::fold::folded;

use crate::common::{needed, seat};
use crate::context::SeatContext;
use crate::family;
use crate::hear::Heard;
use crate::mistake::Mistake;
use crate::names::{self, Name};
use crate::reader::Reader;

#[derive(Clone, Copy)]
enum NoteWord {
    All,
    Own,
    Erase,
}

const NOTE: &[(NoteWord, &[&str])] = &[
    (NoteWord::All, &["all", "全体", "全體", "所有人"]),
    (NoteWord::Own, &["own", "自己"]),
    (NoteWord::Erase, &["del", "删", "刪"]),
];

/// `.note`, `.note 名单`, `.note 名单：周伯年……`, `.note @甲 名单`, `.note 全体 名单`,
/// `.note 删 名单`.
pub fn note(
    mut reader: Reader<'_>,
    _: Option<Id>,
    context: &SeatContext,
) -> Result<Heard, Mistake> {
    if reader.is_done() {
        return Ok(Heard::Reply(list(&context.notes)));
    }
    let word = reader.word(NOTE);
    if let Some(NoteWord::Erase) = word {
        let note = named(&mut reader, context)?;
        return Ok(Heard::table(TableCommand::EraseNote { note: note.id }));
    }
    let to = match word {
        Some(NoteWord::All) => Some(Audience::All),
        Some(NoteWord::Own) => Some(Audience::Host),
        Some(NoteWord::Erase) | None => seats(&mut reader, context)?,
    };
    let (mut title, text) = reader.until(':');
    match (text, to) {
        (Some(mut text), to) => {
            let title = needed(&mut title, "note")?;
            Ok(Heard::table(written(context, title, text.rest(), to, false)))
        }
        (None, Some(to)) => {
            let note = named(&mut title, context)?;
            Ok(Heard::Share { note: note.id, to })
        }
        (None, None) => named(&mut title, context).map(|note| Heard::Note(note.id)),
    }
}

/// `.show 名单`, `.show @甲 名单`, `.show 名单：周伯年……`: puts a note before people.
pub fn show(
    mut reader: Reader<'_>,
    _: Option<Id>,
    context: &SeatContext,
) -> Result<Heard, Mistake> {
    if reader.is_done() {
        return Err(Mistake::new(reader.here(), message!("chat-text-missing")).example("show"));
    }
    let to = seats(&mut reader, context)?.unwrap_or(Audience::All);
    let (mut title, text) = reader.until(':');
    Ok(Heard::table(match text {
        Some(mut text) => {
            let title = needed(&mut title, "show")?;
            written(context, title, text.rest(), Some(to), true)
        }
        None => TableCommand::HandOut { note: named(&mut title, context)?.id, to },
    }))
}

#[derive(Clone, Copy)]
enum PictureWord {
    Erase,
    None,
}

const PICTURE: &[(PictureWord, &[&str])] =
    &[(PictureWord::Erase, &["del", "删", "刪"]), (PictureWord::None, &["none", "无", "無"])];
const SCENE: &[((), &[&str])] = &[((), &["scene", "场景", "場景"])];

/// `.picture`, `.picture 灯塔：场景`, `.picture 旧照：@顾遥`, `.picture 无：@顾遥`,
/// `.picture 删 旧照`.
pub fn picture(
    mut reader: Reader<'_>,
    _: Option<Id>,
    context: &SeatContext,
) -> Result<Heard, Mistake> {
    if reader.is_done() {
        return Ok(Heard::Reply(pictures(context)));
    }
    let (mut left, right) = reader.until(':');
    let picture = match left.word(PICTURE) {
        Some(PictureWord::Erase) => {
            let picture = picture_named(&mut left, context)?;
            return Ok(Heard::table(TableCommand::ErasePicture { picture }));
        }
        Some(PictureWord::None) => None,
        None => Some(picture_named(&mut left, context)?),
    };
    let wrong = |at| Mistake::new(at, message!("chat-picture-whose")).by("B-43").example("picture");
    let Some(mut whose) = right else {
        return Err(wrong(left.here()));
    };
    whose.gap();
    let at = whose.here();
    let of = if whose.eat('@') {
        let one = family::character(&mut whose, context)?;
        one.map(|id| format!("character/{id}")).ok_or_else(|| wrong(at))?
    } else if whose.word(SCENE).is_some() {
        let title = context.view.part("scene").and_then(|scene| table::scene_title(&scene));
        title.map(|title| format!("scene/{title}")).ok_or_else(|| wrong(at))?
    } else {
        return Err(wrong(at));
    };
    whose.finish()?;
    Ok(Heard::table(TableCommand::SetFace { of, picture }))
}

/// What a note says, told to the one who asked.
pub fn note_lines(NoteText { note, text }: &NoteText) -> Vec<Line> {
    let to = read_by(note);
    let heading =
        message!("chat-note", title = note.title.as_str(), who = note.name.as_str(), to = to);
    let text = (!text.is_empty()).then(|| message!("plain", text = text.as_str()).into());
    std::iter::once(heading.into()).chain(text).collect()
}

fn list(notes: &[NotePart]) -> Vec<Line> {
    if notes.is_empty() {
        return vec![message!("chat-notes-none").into()];
    }
    list_of(notes)
}

/// Notes, a line each.
pub fn list_of(notes: &[NotePart]) -> Vec<Line> {
    let row = |note: &NotePart| {
        let (title, begins) = (note.title.as_str(), note.begins.as_str());
        let to = read_by(note);
        message!("chat-notes-row", title = title, to = to, begins = begins).into()
    };
    notes.iter().map(row).collect()
}

fn pictures(context: &SeatContext) -> Vec<Line> {
    if context.pictures.is_empty() {
        return vec![message!("chat-pictures-none").into()];
    }
    let row = |picture: &table::PicturePart| {
        message!(
            "chat-pictures-row",
            name = picture.name.as_str(),
            width = picture.plate.width,
            height = picture.plate.height
        )
        .into()
    };
    context.pictures.iter().map(row).collect()
}

fn read_by(note: &NotePart) -> Message {
    match &note.to {
        Audience::All => message!("chat-note-all"),
        Audience::Host => message!("chat-note-own"),
        Audience::Seats(seats) if seats.len() == 1 && seats.contains(&note.by) => {
            message!("chat-note-own")
        }
        Audience::Seats(seats) => message!("chat-note-some", count = seats.len()),
    }
}

/// A note of that title: the seat's own of just this title is written anew, else it is a new one.
fn written(
    context: &SeatContext,
    title: String,
    text: String,
    to: Option<Audience>,
    show: bool,
) -> TableCommand {
    let own =
        |note: &&NotePart| note.by == context.seat.id && folded(&note.title) == folded(&title);
    let known = context.notes.iter().find(own);
    let to = to.or_else(|| known.map(|note| note.to.clone())).unwrap_or(Audience::Host);
    TableCommand::WriteNote {
        note: known.map(|note| note.id),
        title,
        text,
        picture: known.and_then(|note| Some(note.plate?.picture)),
        to,
        show,
    }
}

fn named<'c>(reader: &mut Reader<'_>, context: &'c SeatContext) -> Result<&'c NotePart, Mistake> {
    let notes = context.notes.iter();
    let known: Vec<Name<&NotePart>> =
        notes.map(|note| Name::new(note, &Term::from(note.title.as_str()))).collect();
    let note = names::find(reader, &known)?;
    reader.finish()?;
    Ok(note)
}

fn picture_named(reader: &mut Reader<'_>, context: &SeatContext) -> Result<Id, Mistake> {
    let pictures = context.pictures.iter();
    let known: Vec<Name<Id>> = pictures
        .map(|picture| Name::new(picture.plate.picture, &Term::from(picture.name.as_str())))
        .collect();
    let picture = names::find(reader, &known)?;
    reader.finish()?;
    Ok(picture)
}

/// The seats that are named next; none if none is.
fn seats(reader: &mut Reader<'_>, context: &SeatContext) -> Result<Option<Audience>, Mistake> {
    let mut to = BTreeSet::new();
    loop {
        reader.gap();
        if !reader.eat('@') {
            return Ok((!to.is_empty()).then_some(Audience::Seats(to)));
        }
        to.insert(seat(reader, context)?);
    }
}
