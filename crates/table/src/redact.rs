//! Taking a person's name and talk out of a log (B-76): the only change ever made to what is
//! written.

#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::{BTreeMap, BTreeSet, HashSet};

use rules::{AnyGame, GameEvent, Id, Roll, SeatId, message};
use serde::Deserialize;
use serde_json::Value as Json;

use crate::lines::{KindedLine, table_line};
use crate::room::Room;
use crate::voice::Voice;
use crate::{CommandId, Event, Record, TableEvent, dispatch};

/// What stands where something was said.
pub(crate) const NOTHING: &str = "…";

/// Takes the name of `seat` and all it typed out of the records: talk, the names it spoke by, what
/// its rolls were for, and every free text of the game's events it brought about, also where a later
/// event of someone else repeats it. Its name goes out of what others typed, too.
///
/// Number and order of the records stay, so that everything else in the log means what it meant; so
/// do salts and notations, which are part of the dice, and words of the pack, which nobody typed.
pub(crate) fn redact(records: &mut [Record], seat: SeatId, name: &str, game: &AnyGame) {
    let mut words = HashSet::new();
    words_of(&game.pack(), &mut words);
    let mut redaction = Redaction {
        seat,
        name,
        game,
        names: names(records, seat),
        notes: notes(records, seat),
        words,
        own: HashSet::new(),
    };
    redaction.names.remove(name);
    for record in records {
        let own = record.by == Some(seat);
        for event in &mut record.events {
            match event {
                Event::Table(event) => dispatch::redact(&redaction, event, own),
                Event::Game(event) => redaction.game(event, own),
            }
        }
    }
}

/// Where an event of a game says why, and not what something is called.
const REASONS: &[&str] = &["note", "purpose", "reason", "text", "why"];

/// Takes what a command of a seat said out of the records (C-22): its talk, what a roll was for, and
/// the reason of what it did, also where a later event repeats it. Names stay: things go by them.
/// Gives the record it was in, if it said anything.
pub(crate) fn unsay(
    records: &mut [Record],
    seat: SeatId,
    id: CommandId,
    game: &AnyGame,
) -> Option<u64> {
    let at = records.iter().position(|it| it.command == Some(id) && it.by == Some(seat))?;
    let mut said = false;
    let mut reasons = HashSet::new();
    for event in &mut records[at].events {
        match event {
            Event::Table(TableEvent::Said { text, .. }) => {
                said |= !std::mem::take(text).is_empty();
            }
            Event::Table(TableEvent::Rolled { reason, .. }) => said |= reason.take().is_some(),
            Event::Table(_) => {}
            Event::Game(event) => {
                reasons.extend(reasons_of(&event.event).map(|(_, text)| text));
            }
        }
    }
    if !reasons.is_empty() {
        for event in records[at..].iter_mut().flat_map(|record| &mut record.events) {
            if let Event::Game(event) = event {
                said |= without_reasons(event, &reasons, game);
            }
        }
    }
    said.then(|| records[at].seq)
}

/// The reasons in an event, with their places.
fn reasons_of(event: &Json) -> impl Iterator<Item = (String, String)> + use<> {
    let mut texts = Vec::new();
    texts_of(event, String::new(), &mut texts);
    let is_reason = |place: &str| place.rsplit('/').next().is_some_and(|it| REASONS.contains(&it));
    texts
        .into_iter()
        .filter(move |(place, text)| is_reason(place) && !text.is_empty() && text != NOTHING)
}

/// Takes these reasons out of an event; whether there were any.
fn without_reasons(event: &mut GameEvent, reasons: &HashSet<String>, game: &AnyGame) -> bool {
    let mut found = false;
    for (place, _) in reasons_of(&event.event).filter(|(_, text)| reasons.contains(text)) {
        let mut changed = event.clone();
        if let Some(there) = changed.event.pointer_mut(&place) {
            *there = Json::from(NOTHING);
        }
        if game.read(&changed).is_ok() {
            *event = changed;
            found = true;
        }
    }
    found
}

/// Counts a redaction: readers of the lines begin anew.
pub(crate) fn redacted(room: &mut Room) {
    room.redactions += 1;
}

pub(crate) fn tell_redacted(room: &Room, seat: SeatId, of: Option<u64>) -> Vec<KindedLine> {
    // The line that was recalled says so itself.
    if of.is_some() {
        return Vec::new();
    }
    table_line(message!("table-redacted", name = room.name(seat)))
}

/// Everything the seat was ever called.
fn names(records: &[Record], seat: SeatId) -> BTreeSet<String> {
    let events = records.iter().flat_map(|record| &record.events);
    let mut names = BTreeSet::new();
    for event in events {
        if let Event::Table(
            TableEvent::SeatAdded { seat: whose, name, .. }
            | TableEvent::SeatRenamed { seat: whose, name },
        ) = event
            && *whose == seat
        {
            names.insert(name.clone());
        }
    }
    names
}

/// The notes the seat was the first to write: whoever has changed them since, they are its own.
fn notes(records: &[Record], seat: SeatId) -> HashSet<Id> {
    let mut first: BTreeMap<Id, Option<SeatId>> = BTreeMap::new();
    for record in records {
        for event in &record.events {
            if let Event::Table(TableEvent::NoteWritten { note, .. }) = event {
                first.entry(*note).or_insert(record.by);
            }
        }
    }
    first.into_iter().filter(|(_, by)| *by == Some(seat)).map(|(note, _)| note).collect()
}

/// All texts and keys of a pack.
fn words_of(json: &Json, words: &mut HashSet<String>) {
    match json {
        Json::String(text) => drop(words.insert(text.clone())),
        Json::Array(list) => list.iter().for_each(|entry| words_of(entry, words)),
        Json::Object(map) => {
            for (key, entry) in map {
                words.insert(key.clone());
                words_of(entry, words);
            }
        }
        Json::Null | Json::Bool(_) | Json::Number(_) => {}
    }
}

pub(crate) struct Redaction<'g> {
    seat: SeatId,
    /// What the seat is called from now on.
    name: &'g str,
    game: &'g AnyGame,
    /// What it was called.
    names: BTreeSet<String>,
    /// What it wrote.
    notes: HashSet<Id>,
    /// What the person did not type: the pack's words, and what others typed before.
    words: HashSet<String>,
    /// What the person typed first.
    own: HashSet<String>,
}

impl Redaction<'_> {
    /// A seat's name, if it is this seat's.
    pub fn seat_name(&self, seat: SeatId, name: &mut String) {
        if seat == self.seat {
            self.name.clone_into(name);
        }
    }

    /// Talk, and the name it was said by.
    pub fn said(&self, voice: &mut Voice, text: &mut String, own: bool) {
        self.text(text, own);
        if let Voice::InCharacter { name } = voice {
            self.optional_text(name, own);
        }
    }

    /// A note: all of it goes if the person wrote it first.
    pub fn note(&self, note: Id, title: &mut String, text: &mut String, own: bool) {
        let own = own || self.notes.contains(&note);
        self.text(title, own);
        if !text.is_empty() {
            self.text(text, own);
        }
    }

    /// Things made ready: all their words go if they are the person's own.
    pub fn things(&self, things: &mut [Json], own: bool) {
        for thing in things {
            match own {
                true => *thing = Json::Null,
                false => self.names_in(thing),
            }
        }
    }

    fn names_in(&self, json: &mut Json) {
        match json {
            Json::String(text) => *text = self.without_names(text),
            Json::Array(list) => list.iter_mut().for_each(|it| self.names_in(it)),
            Json::Object(map) => map.values_mut().for_each(|it| self.names_in(it)),
            Json::Null | Json::Bool(_) | Json::Number(_) => {}
        }
    }

    /// A text somebody typed: all of it goes if it is the person's own, else only their names.
    pub fn text(&self, text: &mut String, own: bool) {
        match own {
            true => NOTHING.clone_into(text),
            false => *text = self.without_names(text),
        }
    }

    /// The same for a text that may be left out.
    pub fn optional_text(&self, text: &mut Option<String>, own: bool) {
        if let Some(text) = text {
            self.text(text, own);
        }
    }

    /// Every text of the event that is free: one whose place would hold any other text as well.
    /// Ids, numbers, notations and the words of the rules would not.
    fn game(&mut self, event: &mut GameEvent, own: bool) {
        let mut texts = Vec::new();
        texts_of(&event.event, String::new(), &mut texts);
        for (place, text) in texts {
            if self.words.contains(&text) || text == NOTHING {
                continue;
            }
            let gone = if own || self.own.contains(&text) {
                NOTHING.to_owned()
            } else {
                self.without_names(&text)
            };
            if gone == text {
                self.words.insert(text);
                continue;
            }
            let mut changed = event.clone();
            if let Some(there) = changed.event.pointer_mut(&place) {
                *there = Json::String(gone);
            }
            if self.game.read(&changed).is_ok() {
                *event = changed;
                if own {
                    self.own.insert(text);
                }
            }
        }
    }

    /// A text with the seat's new name in the place of its old ones. A name of one character is
    /// only taken for one where it is the whole text, one in Latin letters only as a word.
    fn without_names(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for old in &self.names {
            if text == *old {
                self.name.clone_into(&mut text);
            } else if old.chars().count() > 1 {
                text = replace_word(&text, old, self.name);
            }
        }
        text
    }
}

/// Replaces a name, unless it is a part of a longer Latin word.
fn replace_word(text: &str, old: &str, new: &str) -> String {
    let joins = |near: Option<char>, end: Option<char>| {
        let letter = |it: Option<char>| it.is_some_and(|it| it.is_ascii_alphanumeric());
        letter(near) && letter(end)
    };
    let (mut replaced, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(old) {
        let (before, after) = (&rest[..at], &rest[at + old.len()..]);
        let left = before.chars().next_back().or_else(|| replaced.chars().next_back());
        let part =
            joins(left, old.chars().next()) || joins(after.chars().next(), old.chars().next_back());
        replaced += before;
        replaced += if part { old } else { new };
        rest = after;
    }
    replaced + rest
}

/// All texts of an event with their places, but those of dice: they are part of the proof.
fn texts_of(json: &Json, place: String, texts: &mut Vec<(String, String)>) {
    match json {
        Json::String(text) => texts.push((place, text.clone())),
        Json::Array(list) => {
            for (index, entry) in list.iter().enumerate() {
                texts_of(entry, format!("{place}/{index}"), texts);
            }
        }
        Json::Object(map) if !(map.contains_key("rolled") && Roll::deserialize(json).is_ok()) => {
            for (key, entry) in map {
                let key = key.replace('~', "~0").replace('/', "~1");
                texts_of(entry, format!("{place}/{key}"), texts);
            }
        }
        Json::Object(_) | Json::Null | Json::Bool(_) | Json::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::replace_word;

    #[test]
    fn b76_a_name_is_taken_out_of_texts_but_not_out_of_longer_words() {
        let check = |text: &str, old: &str, due: &str| {
            assert_eq!(replace_word(text, old, "X"), due, "{text}");
        };
        check("Ann, are you there? Anna is, ann is.", "Ann", "X, are you there? Anna is, ann is.");
        check("张三你来，问张三丰", "张三", "X你来，问X丰");
        check("AnnAnn Ann", "Ann", "AnnAnn X");
        check("我叫Ann呀", "Ann", "我叫X呀");
    }
}
