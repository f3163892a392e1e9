//! A log as the log painters of the Chinese community read it: a line with who and when, then what
//! was said, then an empty line. Whoever speaks has a number, because painters tell people apart by
//! it; what is out of character stands in brackets, because painters take that out by it.

use std::fmt::Write;

use rules::message;

use super::{How, Kind, Log};

/// The number of the one who tells what the dice and the rules say.
const TABLE: usize = 10_000;

pub(super) fn write(log: &Log) -> String {
    let table = log.say(&message!("log-painter-table"));
    let mut people: Vec<&str> = Vec::new();
    let mut text = String::new();
    for entry in &log.entries {
        let (who, words) = match (&entry.said, entry.kind) {
            (Some(said), _) => (said.who.as_str(), vec![spoken(&said.text, said.how)]),
            (None, Kind::Game | Kind::Table | Kind::Talk) => {
                let words = entry.text.iter().map(|line| line.trim().to_owned()).collect();
                (table.as_str(), words)
            }
        };
        let place = people.iter().position(|known| *known == who);
        let place = place.unwrap_or_else(|| {
            people.push(who);
            people.len() - 1
        });
        let number = if who == table { TABLE } else { TABLE + 1 + place };
        let day = entry.day.replace('-', "/");
        let _ = writeln!(text, "{}({number}) {day} {}:{}", one_line(who), entry.time, entry.second);
        for words in words {
            // An empty line would end what is said.
            for line in words.lines().filter(|line| !line.trim().is_empty()) {
                let _ = writeln!(text, "{line}");
            }
        }
        text.push('\n');
    }
    text
}

fn spoken(text: &str, how: How) -> String {
    let bracketed = text.starts_with(['(', '（']);
    match how {
        How::Aside | How::Whisper if !bracketed => format!("（{text}）"),
        How::Aside | How::Whisper | How::Character | How::Narration | How::Handout => {
            text.to_owned()
        }
    }
}

/// A name must not look like the end of itself.
fn one_line(name: &str) -> String {
    name.replace(['(', '（'], "[").replace([')', '）'], "]")
}
