//! A session's log to take home (B-50): as Markdown, as one HTML page, as plain text.
//!
//! What is in it was chosen before, for the seat that asks; here it only gets its form.

mod html;
mod markdown;
mod text;

pub use html::escaped;
use rules::{Message, Tone, message};

use crate::{Language, say};

/// The log of one session as one seat saw it.
#[derive(Clone, Debug, PartialEq)]
pub struct Log {
    /// What the table is called.
    pub title: String,
    /// Which session.
    pub session: u32,
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

/// One line of a [`Log`].
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The day, as `2026-11-14`.
    pub day: String,
    /// The time of day, as `20:05`.
    pub time: String,
    /// Who did or said it.
    pub by: Option<String>,
    /// What sort of line it is.
    pub kind: Kind,
    /// How it went.
    pub tone: Option<Tone>,
    /// What it says; after the first line its dice and numbers.
    pub text: Vec<String>,
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
}

impl Form {
    /// The form whose files end so.
    #[must_use]
    pub fn of_ending(ending: &str) -> Option<Self> {
        match ending {
            "md" => Some(Form::Markdown),
            "html" => Some(Form::Html),
            "txt" => Some(Form::Text),
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
        }
    }

    /// Its content type.
    #[must_use]
    pub fn content_type(self) -> &'static str {
        match self {
            Form::Markdown => "text/markdown; charset=utf-8",
            Form::Html => "text/html; charset=utf-8",
            Form::Text => "text/plain; charset=utf-8",
        }
    }
}

impl Log {
    /// The log in a form.
    #[must_use]
    pub fn write(&self, form: Form) -> String {
        match form {
            Form::Markdown => markdown::write(self),
            Form::Html => html::write(self),
            Form::Text => text::write(self),
        }
    }

    /// What its file could be called, without an ending: `雾港夜话 2`.
    #[must_use]
    pub fn name(&self) -> String {
        self.name_of(self.session)
    }

    fn name_of(&self, session: u32) -> String {
        let plain = |letter: char| {
            let breaks_names = letter.is_control() || r#"\/:*?"<>|#^[]"#.contains(letter);
            if breaks_names { '_' } else { letter }
        };
        let title: String = self.title.chars().map(plain).collect();
        format!("{} {session}", title.trim_matches(['.', ' ']))
    }

    fn say(&self, message: &Message) -> String {
        say(self.language, message)
    }

    fn heading(&self) -> String {
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

    /// The entries of each day.
    fn days(&self) -> impl Iterator<Item = (&str, &[Entry])> {
        let days = self.entries.chunk_by(|one, other| one.day == other.day);
        days.map(|entries| (entries[0].day.as_str(), entries))
    }
}
