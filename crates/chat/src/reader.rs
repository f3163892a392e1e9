//! Reading a typed line from left to right.

use std::ops::Range;

use crate::about::Spot;
use crate::mistake::Mistake;
use rules::message;
use words::fold::{folded, plain};

/// Declares what a word inside a line chooses, and how each choice may be written (C-01): an enum,
/// and the table that [`Reader::word`] looks it up in.
macro_rules! choices {
    ($name:ident, $table:ident: $($choice:ident => $($spelling:literal),+;)+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum $name {
            $($choice,)+
        }

        const $table: &[($name, &[&str])] = &[$(($name::$choice, &[$($spelling),+]),)+];
    };
}
pub(crate) use choices;

/// A typed line: as it was typed, and in plain forms at the same columns.
#[derive(Clone, Debug)]
pub struct Typed {
    original: Vec<char>,
    plain: Vec<char>,
}

/// A place in a typed line and the end of what is to be read.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'t> {
    typed: &'t Typed,
    at: usize,
    end: usize,
    /// Where the command begins, at its prefix, and where its word ends.
    verb: (usize, usize),
    /// Where the command word, and whom it names right after it, ends.
    word: usize,
}

/// Characters that end a name that is not quoted.
fn ends_name(character: char) -> bool {
    character == ' ' || matches!(character, ',' | ';' | ':' | '@' | '"')
}

impl Typed {
    /// A typed line.
    pub fn new(text: &str) -> Self {
        let original: Vec<char> = text.chars().collect();
        let plain = original.iter().map(|&character| plain(character)).collect();
        Self { original, plain }
    }

    /// A reader at its beginning.
    pub fn reader(&self) -> Reader<'_> {
        Reader { typed: self, at: 0, end: self.plain.len(), verb: (0, 0), word: 0 }
    }
}

impl<'t> Reader<'t> {
    /// The column the reader stands at, counted from 0.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The next character, in its plain form.
    pub fn peek(&self) -> Option<char> {
        (self.at < self.end).then(|| self.typed.plain[self.at])
    }

    /// The characters not yet read, in their plain form.
    pub fn ahead(&self) -> &'t [char] {
        &self.typed.plain[self.at..self.end]
    }

    /// Goes on by so many characters.
    pub fn step(&mut self, characters: usize) {
        self.at = (self.at + characters).min(self.end);
    }

    /// Goes past spaces.
    pub fn space(&mut self) {
        while self.peek() == Some(' ') {
            self.at += 1;
        }
    }

    /// Goes past spaces and commas.
    pub fn gap(&mut self) {
        while matches!(self.peek(), Some(' ' | ',')) {
            self.at += 1;
        }
    }

    /// Goes past `character`, if it is next.
    pub fn eat(&mut self, character: char) -> bool {
        let there = self.peek() == Some(character);
        self.at += usize::from(there);
        there
    }

    /// Whether only spaces and commas are left.
    pub fn is_done(&self) -> bool {
        self.ahead().iter().all(|&c| matches!(c, ' ' | ','))
    }

    /// Everything not yet read, as it was typed, without space around it.
    pub fn rest(&mut self) -> String {
        let text: String = self.typed.original[self.at..self.end].iter().collect();
        self.at = self.end;
        text.trim().to_owned()
    }

    /// What was typed between two columns.
    pub fn between(&self, range: Range<usize>) -> String {
        self.typed.original[range].iter().collect()
    }

    /// The next run of characters up to a space or separator.
    pub fn token(&mut self) -> Range<usize> {
        let start = self.at;
        while self.peek().is_some_and(|c| !ends_name(c)) {
            self.at += 1;
        }
        start..self.at
    }

    /// A word in quotes: the columns inside them. None when no quote is next.
    ///
    /// # Errors
    /// When the quote is not closed.
    pub fn quoted(&mut self) -> Result<Option<Range<usize>>, Mistake> {
        let open = self.at;
        if !self.eat('"') {
            return Ok(None);
        }
        let start = self.at;
        while let Some(character) = self.peek() {
            if character == '"' {
                let inside = start..self.at;
                self.at += 1;
                return Ok(Some(inside));
            }
            self.at += 1;
        }
        Err(Mistake::new(open..open + 1, message!("chat-unclosed")))
    }

    /// The length of the longest of `spellings` (already folded) that stands next and ends there.
    pub fn longest<'s>(&self, spellings: impl Iterator<Item = &'s str>) -> usize {
        let ahead = self.ahead();
        let fits = |spelling: &str| {
            let length = spelling.chars().count();
            let ends = ahead.get(length).is_none_or(|&next| ends_name(next));
            let same = ahead.len() >= length
                && folded(&ahead[..length].iter().collect::<String>()) == spelling;
            (length > 0 && ends && same).then_some(length)
        };
        spellings.filter_map(fits).max().unwrap_or(0)
    }

    /// A whole number, if one is next.
    pub fn number(&mut self) -> Option<u32> {
        let digits: String = self.ahead().iter().take_while(|c| c.is_ascii_digit()).collect();
        let number = digits.parse().ok()?;
        self.at += digits.len();
        Some(number)
    }

    /// One of several words, if one is next: a Latin one must end there, a Chinese one need not.
    pub fn word<T: Copy>(&mut self, words: &[(T, &[&str])]) -> Option<T> {
        let found = words
            .iter()
            .flat_map(|(value, spellings)| spellings.iter().map(|word| (*value, *word)))
            .filter(|(_, word)| self.stands(word))
            .max_by_key(|(_, word)| word.chars().count());
        let (value, word) = found?;
        self.at += word.chars().count();
        Some(value)
    }

    /// As [`Reader::word`] where a name may stand instead: 游戏厅 is not 游戏.
    pub fn word_apart<T: Copy>(&mut self, words: &[(T, &[&str])]) -> Option<T> {
        let mut probe = *self;
        let found = probe.word(words)?;
        if probe.peek().is_some_and(|next| !ends_name(next)) {
            return None;
        }
        *self = probe;
        Some(found)
    }

    /// As [`Reader::word`], with where it stands, and past the spaces after it.
    pub fn verb<T: Copy>(&mut self, words: &[(T, &[&str])]) -> (Range<usize>, Option<T>) {
        self.space();
        let at = self.here();
        let found = self.word(words);
        self.space();
        (at, found)
    }

    fn stands(&self, word: &str) -> bool {
        let length = word.chars().count();
        let ahead = self.ahead();
        if ahead.len() < length {
            return false;
        }
        let same = ahead
            .iter()
            .zip(word.chars())
            .all(|(typed, letter)| typed.to_lowercase().eq(letter.to_lowercase()));
        let latin = word.chars().next_back().is_some_and(|c| c.is_ascii_alphanumeric());
        let goes_on = ahead.get(length).is_some_and(char::is_ascii_alphabetic);
        same && !(latin && goes_on)
    }

    /// The parts between `separator`s outside quotes, each without space around it.
    pub fn split(&mut self, separator: char) -> Vec<Reader<'t>> {
        let mut parts = Vec::new();
        let mut quoted = false;
        let mut start = self.at;
        for at in self.at..=self.end {
            let character = (at < self.end).then(|| self.typed.plain[at]);
            quoted ^= character == Some('"');
            if character.is_none() || (character == Some(separator) && !quoted) {
                parts.push(self.part(start, at));
                start = at + 1;
            }
        }
        self.at = self.end;
        parts
    }

    /// Divides what is left at the first of `marks` outside quotes; the mark itself is dropped.
    pub fn until(&mut self, mark: char) -> (Reader<'t>, Option<Reader<'t>>) {
        let mut quoted = false;
        let found = (self.at..self.end).find(|&at| {
            let character = self.typed.plain[at];
            quoted ^= character == '"';
            character == mark && !quoted
        });
        let (start, end) = (self.at, self.end);
        self.at = end;
        match found {
            Some(at) => (self.part(start, at), Some(self.part(at + 1, end))),
            None => (self.part(start, end), None),
        }
    }

    fn part(&self, start: usize, end: usize) -> Reader<'t> {
        let mut part = Reader { at: start.min(end), end, ..*self };
        part.space();
        while part.end > part.at && self.typed.plain[part.end - 1] == ' ' {
            part.end -= 1;
        }
        part
    }

    /// Remembers that the command begins at `start`, and its word ends here.
    pub fn end_verb(&mut self, start: usize) {
        self.verb = (start, self.at);
    }

    /// The command without whoever it names before or right after its word, divided there.
    pub fn around_verb(&self) -> (String, String) {
        let text = |characters: &[char]| characters.iter().collect::<String>().trim().to_owned();
        let (start, end) = self.verb;
        let after = text(&self.typed.original[self.word.max(end)..]);
        let after = if after.is_empty() { after } else { format!(" {after}") };
        (text(&self.typed.original[start..end]), after)
    }

    /// Remembers that the command word ends here.
    pub fn end_word(&mut self) {
        self.word = self.at;
    }

    /// The whole line as typed, divided where it is said which of several things is meant.
    pub fn around(&self, spot: Spot) -> (String, String) {
        let cut = match spot {
            Spot::Word => self.word,
            Spot::End => self.typed.original.len(),
        };
        let (before, after) = self.typed.original.split_at(cut);
        let text = |characters: &[char]| characters.iter().collect::<String>().trim().to_owned();
        let after = text(after);
        let after = if after.is_empty() { after } else { format!(" {after}") };
        (text(before), after)
    }

    /// The columns from here to the end, at least one wide.
    pub fn here(&self) -> Range<usize> {
        self.at..self.end.max(self.at + 1)
    }

    /// Nothing more may follow.
    ///
    /// # Errors
    /// When something does.
    pub fn finish(&mut self) -> Result<(), Mistake> {
        self.gap();
        if self.is_done() {
            return Ok(());
        }
        let mut probe = *self;
        probe.step(1);
        probe.token();
        let text = self.between(self.at..probe.at);
        Err(Mistake::new(self.at..probe.at, message!("chat-extra", text = text.trim())))
    }
}
