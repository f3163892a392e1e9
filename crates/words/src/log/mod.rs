//! A log to take home (B-50), of one session or of all: as Markdown, as one HTML page, as plain text,
//! as a book, as the text that log painters read, as a document for word processors.
//!
//! What is in it was chosen before, for the seat that asks; here it only gets its form.

mod book;
mod docx;
mod html;
mod markdown;
mod painter;
mod text;

pub use html::escaped;
use rules::{Message, Tone, message};

use crate::{Language, say};

/// The log of one session, or of all of them, as one seat saw it.
#[derive(Clone, Debug, PartialEq)]
pub struct Log {
    /// What the table is called.
    pub title: String,
    /// Which session; the last one if it is the log of all.
    pub session: u32,
    /// Whether it is the log of all sessions.
    pub whole: bool,
    /// Whether there is one before it.
    pub earlier: bool,
    /// Whether there is one after it.
    pub later: bool,
    /// Who saw it.
    pub seat: String,
    /// The family of the rules.
    pub family: String,
    /// The language its own words are in.
    pub language: Language,
    /// The time zone of its times.
    pub zone: String,
    /// The lines, first to last.
    pub entries: Vec<Entry>,
    /// What stands after them: the cases of the file (M-38).
    pub sections: Vec<Section>,
}

/// A heading with lines under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The heading.
    pub heading: String,
    /// The lines; one that begins with a space belongs to the one before.
    pub lines: Vec<String>,
}

/// Sections as one Markdown document under a title.
#[must_use]
pub fn document(title: &str, sections: &[Section]) -> String {
    markdown::document(title, sections)
}

/// Sections as one HTML page under a title.
#[must_use]
pub fn page(language: Language, title: &str, sections: &[Section]) -> String {
    html::page(language, title, sections)
}

/// One line of a [`Log`].
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The day, as `2026-11-14`.
    pub day: String,
    /// The time of day, as `20:05`.
    pub time: String,
    /// The second of it, as `07`.
    pub second: String,
    /// Who did or said it.
    pub by: Option<String>,
    /// What sort of line it is.
    pub kind: Kind,
    /// How it went.
    pub tone: Option<Tone>,
    /// What it says; after the first line its dice and numbers.
    pub text: Vec<String>,
    /// The words alone, if somebody said something.
    pub said: Option<Said>,
    /// The title of the scene that begins here; what it is like is said as narration.
    pub chapter: Option<String>,
    /// The picture that was shown.
    pub plate: Option<Plate>,
}

/// What somebody said, apart from the words around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Who: a character where one spoke as one.
    pub who: String,
    /// What; of a handout its title, and what it says from the second line on.
    pub text: String,
    /// How.
    pub how: How,
}

/// How something was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// As a character.
    Character,
    /// Out of character.
    Aside,
    /// As narration.
    Narration,
    /// To some alone.
    Whisper,
    /// Written, and put before people.
    Handout,
}

/// A picture in a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plate {
    /// What its bytes are, as `image/jpeg`.
    pub content_type: &'static str,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// What sort of line it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Something happened in the game.
    Game,
    /// Someone said something.
    Talk,
    /// Something happened at the table.
    Table,
}

/// How a log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Markdown with front matter and links, as Obsidian likes it.
    Markdown,
    /// One page that needs nothing else, coloured by speaker.
    Html,
    /// Plain text.
    Text,
    /// One page set as a book: chapters, narration, speech in colours, actions as small notes.
    Book,
    /// Plain text as log painters read it: who and when, then what.
    Painter,
    /// A document for word processors, set as the book is.
    Docx,
}

impl Form {
    /// The form whose files end so.
    #[must_use]
    pub fn of_ending(ending: &str) -> Option<Self> {
        match ending {
            "md" => Some(Form::Markdown),
            "html" => Some(Form::Html),
            "txt" => Some(Form::Text),
            "book" => Some(Form::Book),
            "paint" => Some(Form::Painter),
            "docx" => Some(Form::Docx),
            _ => None,
        }
    }

    /// How its files end.
    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            Form::Markdown => "md",
            Form::Html => "html",
            Form::Text => "txt",
            Form::Book => "book.html",
            Form::Painter => "paint.txt",
            Form::Docx => "docx",
        }
    }

    /// Its content type.
    #[must_use]
    pub fn content_type(self) -> &'static str {
        match self {
            Form::Markdown => "text/markdown; charset=utf-8",
            Form::Html | Form::Book => "text/html; charset=utf-8",
            Form::Text | Form::Painter => "text/plain; charset=utf-8",
            Form::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        }
    }
}

impl Log {
    /// The log in a form.
    #[must_use]
    pub fn write(&self, form: Form) -> Vec<u8> {
        match form {
            Form::Markdown => markdown::write(self).into_bytes(),
            Form::Html => html::write(self).into_bytes(),
            Form::Text => text::write(self).into_bytes(),
            Form::Book => book::write(self).into_bytes(),
            Form::Painter => painter::write(self).into_bytes(),
            Form::Docx => docx::write(self),
        }
    }

    /// The log as plain text.
    #[must_use]
    pub fn as_text(&self) -> String {
        text::write(self)
    }

    /// The log without what is not the story: talk out of character, whispers, what happened at the
    /// table itself.
    #[must_use]
    pub fn story(mut self) -> Self {
        let aside = |said: &Said| matches!(said.how, How::Aside | How::Whisper);
        self.entries.retain(|entry| match entry.kind {
            Kind::Game => true,
            Kind::Talk => !entry.said.as_ref().is_some_and(aside),
            Kind::Table => false,
        });
        self
    }

    /// What its file could be called, without an ending: `雾港夜话 2`.
    #[must_use]
    pub fn name(&self) -> String {
        match self.whole {
            true => self.file_title(),
            false => self.name_of(self.session),
        }
    }

    fn name_of(&self, session: u32) -> String {
        format!("{} {session}", self.file_title())
    }

    /// The table's title as the name of a file.
    fn file_title(&self) -> String {
        let plain = |letter: char| {
            let breaks_names = letter.is_control() || r#"\/:*?"<>|#^[]"#.contains(letter);
            if breaks_names { '_' } else { letter }
        };
        let title: String = self.title.chars().map(plain).collect();
        title.trim_matches(['.', ' ']).to_owned()
    }

    fn say(&self, message: &Message) -> String {
        say(self.language, message)
    }

    fn heading(&self) -> String {
        if self.whole {
            return self.say(&message!("log-title-whole", title = self.title.as_str()));
        }
        self.say(&message!("log-title", title = self.title.as_str(), session = self.session))
    }

    fn seen_by(&self) -> String {
        self.say(&message!("log-seen-by", seat = self.seat.as_str()))
    }

    fn in_zone(&self) -> String {
        self.say(&message!("log-zone", zone = self.zone.as_str()))
    }

    fn empty(&self) -> String {
        self.say(&message!("log-empty"))
    }

    /// Everyone who did or said something, in the order they first did.
    fn people(&self) -> Vec<&str> {
        let mut people = Vec::new();
        for by in self.entries.iter().filter_map(|entry| entry.by.as_deref()) {
            if !people.contains(&by) {
                people.push(by);
            }
        }
        people
    }

    /// Everyone who speaks, characters apart from seats, in the order they first do.
    fn speakers(&self) -> Vec<&str> {
        let mut speakers = Vec::new();
        for said in self.entries.iter().filter_map(|entry| entry.said.as_ref()) {
            if said.how != How::Narration && !speakers.contains(&said.who.as_str()) {
                speakers.push(&said.who);
            }
        }
        speakers
    }

    /// The entries of each day.
    fn days(&self) -> impl Iterator<Item = (&str, &[Entry])> {
        let days = self.entries.chunk_by(|one, other| one.day == other.day);
        days.map(|entries| (entries[0].day.as_str(), entries))
    }
}
