//! Notes and handouts (B-43): pages that somebody at the table writes for themselves, for some or
//! for all. One that is handed out lies open before those it is for, once, and stays in their story.
//!
//! Like talk, notes are never undone (B-13): a fight that is taken back must not take along what
//! somebody wrote down meanwhile, and what was read stays read.

use rules::{Audience, Decided, Id, Line, Message, Refusal, Seat, SeatId, Viewer, message, typed};

use jiff::Timestamp;

use crate::TableEvent;
use crate::campaign::{Campaign, EventContext};
use crate::deciding::Deciding;
use crate::frame::LineKind;
use crate::lines::KindedLine;
use crate::part::{NotePart, NoteText, NotesPart};
use crate::room::Room;

/// The most characters of a note's title.
const TITLE: u32 = 60;
/// The most characters of a note.
const TEXT: u32 = 8000;
/// How many notes one seat may keep.
const MANY: usize = 500;
/// How much of a note the list shows.
const BEGINNING: usize = 80;

/// A note of the room.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Note {
    pub id: Id,
    /// Who wrote it.
    pub by: SeatId,
    pub title: String,
    pub text: String,
    pub picture: Option<Id>,
    pub to: Audience,
    /// Whether it was handed out.
    pub shown: bool,
    /// When it was last written.
    pub at: Timestamp,
}

/// What a note says, as a command brings it.
pub(crate) struct Draft<'d> {
    pub note: Option<Id>,
    pub title: &'d str,
    pub text: &'d str,
    pub picture: Option<Id>,
    pub to: &'d Audience,
    pub show: bool,
}

impl Room {
    pub fn note(&self, id: Id) -> Option<&Note> {
        self.notes.iter().find(|note| note.id == id)
    }

    fn note_mut(&mut self, id: Id) -> Option<&mut Note> {
        self.notes.iter_mut().find(|note| note.id == id)
    }
}

impl Campaign {
    /// A note the seat sees.
    ///
    /// # Errors
    /// When it sees none of that id: whether there is one is not told.
    pub fn note_for(&self, seat: Seat, id: Id) -> Result<&Note, Refusal> {
        let note = self.room.note(id).filter(|note| note.to.sees(seat.viewer()));
        note.ok_or_else(|| Refusal::new("B-43", message!("table-no-such-note")))
    }

    /// `table/notes`: the notes the seat sees, without what they say; none if there are none.
    pub fn notes_part(&self, seat: Seat) -> Option<NotesPart> {
        let seen = self.room.notes.iter().filter(|note| note.to.sees(seat.viewer()));
        let notes: Vec<NotePart> = seen.map(|note| self.note_part(note)).collect();
        (!notes.is_empty()).then_some(NotesPart { notes })
    }

    /// The notes the seat sees, with all they say.
    pub fn note_texts(&self, seat: Seat) -> Vec<NoteText> {
        let seen = self.room.notes.iter().filter(|note| note.to.sees(seat.viewer()));
        seen.map(|note| self.note_text(note)).collect()
    }

    pub fn note_text(&self, note: &Note) -> NoteText {
        NoteText { note: self.note_part(note), text: note.text.clone() }
    }

    fn note_part(&self, note: &Note) -> NotePart {
        let begins: String = note
            .text
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .chars()
            .take(BEGINNING)
            .collect();
        NotePart {
            id: note.id,
            by: note.by,
            name: self.room.name(note.by).to_owned(),
            title: note.title.clone(),
            begins,
            plate: self.room.plate(note.picture),
            to: note.to.clone(),
            shown: note.shown,
            at: note.at,
        }
    }
}

pub(crate) fn write(deciding: &mut Deciding, draft: &Draft) -> Decided {
    deciding.plays()?;
    let (campaign, by) = (deciding.campaign, deciding.by);
    let note = match draft.note {
        Some(id) => {
            changeable(campaign, by, id)?;
            id
        }
        None => {
            let own = campaign.room.notes.iter().filter(|note| note.by == by.id).count();
            if own >= MANY {
                return Err(Refusal::new("B-43", message!("table-notes-full", most = MANY)));
            }
            deciding.new_id()
        }
    };
    if let Some(picture) = draft.picture {
        campaign.picture_for(by, picture)?;
    }
    let title = typed::name(draft.title, TITLE)?;
    let text = typed::text(draft.text, TEXT)?;
    let to = audience(campaign, draft.to, draft.note.map_or(by, |id| author(campaign, id, by)))?;
    let picture = draft.picture;
    deciding.push(TableEvent::NoteWritten { note, title, text, picture, to: to.clone() });
    if draft.show {
        deciding.push(TableEvent::HandedOut { note, to });
    }
    Ok(())
}

/// Whoever wrote a note reads it: a player's own is for them and whom they name.
fn audience(campaign: &Campaign, to: &Audience, author: Seat) -> Result<Audience, Refusal> {
    let Audience::Seats(seats) = to else {
        return Ok(match (to, author.is_host()) {
            (Audience::Host, false) => Audience::Seats([author.id].into()),
            (to, _) => to.clone(),
        });
    };
    for seat in seats {
        campaign.seated(*seat)?;
    }
    let mut seats = seats.clone();
    if author.is_host() {
        // Hosts see it anyway.
        seats.remove(&author.id);
    } else {
        seats.insert(author.id);
    }
    Ok(if seats.is_empty() { Audience::Host } else { Audience::Seats(seats) })
}

/// Who wrote a note, or whoever asks if that seat is gone.
fn author(campaign: &Campaign, id: Id, by: Seat) -> Seat {
    let author = campaign.room.note(id).and_then(|note| campaign.room.seat(note.by));
    author.map_or(by, crate::room::Seated::seat)
}

/// Whether the seat may change a note: its own, the host any.
fn changeable(campaign: &Campaign, by: Seat, id: Id) -> Decided {
    let note = campaign.note_for(by, id)?;
    match by.is_host() || note.by == by.id {
        true => Ok(()),
        false => Err(Refusal::new("B-43", message!("table-note-not-yours"))),
    }
}

pub(crate) fn erase(deciding: &mut Deciding, note: Id) -> Decided {
    changeable(deciding.campaign, deciding.by, note)?;
    deciding.push(TableEvent::NoteErased { note });
    Ok(())
}

pub(crate) fn hand_out(deciding: &mut Deciding, note: Id, to: &Audience) -> Decided {
    deciding.plays()?;
    let campaign = deciding.campaign;
    changeable(campaign, deciding.by, note)?;
    let to = audience(campaign, to, author(campaign, note, deciding.by))?;
    deciding.push(TableEvent::HandedOut { note, to });
    Ok(())
}

/// A note as it is written; what it says is new, who reads it is said anew.
pub(crate) fn written(room: &mut Room, note: Note) {
    match room.note_mut(note.id) {
        Some(known) => *known = Note { by: known.by, shown: known.shown, ..note },
        None => room.notes.push(note),
    }
}

pub(crate) fn erased(room: &mut Room, id: Id) {
    room.notes.retain(|note| note.id != id);
}

/// Whoever it was handed to may read it from then on.
pub(crate) fn handed_out(room: &mut Room, id: Id, to: &Audience) {
    if let Some(note) = room.note_mut(id) {
        note.shown = true;
        note.to = match (&note.to, to) {
            (Audience::All, _) | (_, Audience::All) => Audience::All,
            (Audience::Host, other) | (other, Audience::Host) => other.clone(),
            (Audience::Seats(before), Audience::Seats(now)) => Audience::Seats(before | now),
        };
    }
}

pub(crate) fn tell_handed_out(
    campaign: &Campaign,
    context: &EventContext,
    id: Id,
    to: &Audience,
    viewer: Viewer,
) -> Vec<KindedLine> {
    let Some(note) = campaign.room.note(id).filter(|_| to.sees(viewer)) else {
        return Vec::new();
    };
    let (who, title) = (context.who(campaign), note.title.as_str());
    let text = note.text.as_str();
    let message = match to {
        Audience::All => message!("table-handed-out", who = who, title = title, text = text),
        Audience::Host => {
            message!("table-handed-out-host", who = who, title = title, text = text)
        }
        Audience::Seats(to) => {
            let names: Vec<Message> =
                to.iter().map(|seat| message!("plain", text = campaign.room.name(*seat))).collect();
            message!("table-handed-out-to", who = who, names = names, title = title, text = text)
        }
    };
    let handout = rules::Handout { note: id, plate: campaign.room.plate(note.picture) };
    vec![(LineKind::Talk, Line { handout: Some(handout), ..Line::new(message) })]
}
