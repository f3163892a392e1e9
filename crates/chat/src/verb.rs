//! The words lines begin with, in Chinese and English (C-01). Each is written in a table beside the
//! functions that read its lines: those of every ruleset in `common.rs`, a family's by subject.

use crate::nearest::nearest;
use crate::reader::Reader;

/// A word a line can begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// How it may be written; the first is its name in help and offers.
    pub spellings: &'static [&'static str],
    /// Whether `@NAME` right after the word names who acts (C-04), and not what is done to whom.
    pub names_actor: bool,
}

/// A word, and what reads the line after it.
#[derive(Clone, Copy, Debug)]
pub struct Verb<H> {
    /// The word.
    pub word: Word,
    /// Reads the rest of the line.
    pub hear: H,
}

impl Word {
    /// Its name: the first spelling.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.spellings[0]
    }
}

impl<H: Copy> Verb<H> {
    /// A word whose lines are read by `hear`.
    pub const fn new(hear: H, spellings: &'static [&'static str]) -> Self {
        Self { word: Word { spellings, names_actor: false }, hear }
    }

    /// The same, where `@NAME` right after the word names who acts.
    pub const fn by_actor(hear: H, spellings: &'static [&'static str]) -> Self {
        Self { word: Word { spellings, names_actor: true }, hear }
    }
}

/// Reads the word a line begins with. `.rd6` is `.r d6`, and Chinese needs no space.
pub fn read(reader: &mut Reader<'_>, words: &[Word]) -> Option<Word> {
    let spelled: Vec<(Word, &[&str])> = words.iter().map(|word| (*word, word.spellings)).collect();
    if let Some(word) = reader.word(&spelled) {
        return Some(word);
    }
    let letters: String = reader
        .ahead()
        .iter()
        .map(char::to_ascii_lowercase)
        .take_while(char::is_ascii_alphabetic)
        .collect();
    let after = reader.ahead().get(letters.len()).copied();
    let sides = after.is_some_and(|c| c.is_ascii_digit() || matches!(c, '%' | '[' | '{' | '('));
    let name = match letters.as_str() {
        "rd" if sides => "r",
        "rdf" => "r",
        "rhd" if sides => "rh",
        "rhdf" => "rh",
        _ => return None,
    };
    reader.step(name.len());
    words.iter().copied().find(|word| word.name() == name)
}

/// The word nearest to what was typed.
pub fn near(text: &str, words: &[Word]) -> Option<&'static str> {
    nearest(text, words.iter().flat_map(|word| word.spellings.iter().copied()))
}
