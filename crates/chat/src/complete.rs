//! Completing and colouring a line while it is typed, from what the seat sees.

use std::collections::BTreeSet;
use std::ops::Range;

use rules::{AnyView, Message, Term};
use table::SeatPart;
use words::fold::folded;

use crate::reader::Typed;
use crate::verb::{self, Word};
use crate::{family, help};

/// What a stretch of a typed line is, for its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The word a command begins with.
    Verb,
    /// A word that begins no command.
    Unknown,
    /// A name: after `@`.
    Name,
    /// A sign: `+ - ! ? ; :`.
    Sign,
    /// A number.
    Number,
    /// Anything else.
    Plain,
}

/// A stretch of a typed line, in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Its columns.
    pub at: Range<usize>,
    /// What it is.
    pub kind: Kind,
}

/// What a line being typed is completed and coloured by: the words its table knows and the names
/// its seat sees.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    family: &'static str,
    words: Vec<Word>,
    names: BTreeSet<String>,
}

impl Vocabulary {
    /// The words of a view's family, and the names in the view and of the seats.
    #[must_use]
    pub fn new<'s>(view: &AnyView, seats: impl IntoIterator<Item = &'s SeatPart>) -> Self {
        let named = family::names(view);
        let spelled = named.iter().flat_map(Term::spellings).map(str::to_owned);
        let names = seats.into_iter().map(|seat| seat.name.clone()).chain(spelled);
        Self { family: family::name(view), words: family::words(view), names: names.collect() }
    }

    /// The spellings of each word.
    pub fn spellings(&self) -> impl Iterator<Item = &'static [&'static str]> {
        self.words.iter().map(|word| word.spellings)
    }

    /// The stretches of a line that is being typed. Talk is one plain stretch.
    #[must_use]
    pub fn spans(&self, text: &str) -> Vec<Span> {
        let typed = Typed::new(text);
        let mut reader = typed.reader();
        let whole = reader.ahead().len();
        reader.space();
        if !matches!(reader.ahead(), ['.' | '。' | '/', next, ..] if next.is_alphabetic()) {
            return vec![Span { at: 0..whole, kind: Kind::Plain }];
        }
        reader.step(1);
        let verb = verb::read(&mut reader, &self.words);
        if verb.is_none() {
            reader.token();
        }
        let kind = verb.map_or(Kind::Unknown, |_| Kind::Verb);
        let mut spans = vec![Span { at: 0..reader.at(), kind }];
        let mut push = |at: usize, kind: Kind| match spans.last_mut() {
            Some(last) if last.kind == kind => last.at.end = at + 1,
            _ => spans.push(Span { at: at..at + 1, kind }),
        };
        let mut named = false;
        let start = reader.at();
        for (place, &character) in reader.ahead().iter().enumerate() {
            named = match character {
                '@' => true,
                ' ' | ',' | ';' | ':' => false,
                _ => named,
            };
            let kind = match character {
                _ if named => Kind::Name,
                '+' | '-' | '!' | '?' | ';' | ':' => Kind::Sign,
                '0'..='9' => Kind::Number,
                _ => Kind::Plain,
            };
            push(start + place, kind);
        }
        spans
    }

    /// What the word that ends at the cursor could become: its columns, and the candidates.
    #[must_use]
    pub fn completions(&self, text: &str) -> (Range<usize>, Vec<String>) {
        let characters: Vec<char> = text.chars().collect();
        let end = characters.len();
        let first = characters.iter().take_while(|c| c.is_whitespace()).count();
        if characters.get(first).is_some_and(|c| matches!(c, '.' | '。' | '/' | '．' | '／'))
            && !characters[first + 1..].iter().any(|c| c.is_whitespace())
        {
            let begun = folded(&characters[first + 1..].iter().collect::<String>());
            let words = self
                .words
                .iter()
                .filter_map(|entry| {
                    entry
                        .spellings
                        .iter()
                        .find(|word| word.starts_with(&begun))
                        .map(|word| format!("{word} "))
                })
                .collect();
            return (first + 1..end, words);
        }
        let start = characters
            .iter()
            .rposition(|c| c.is_whitespace() || ",，、;；:：@＠!！+＋-－?？\"“「".contains(*c))
            .map_or(0, |at| at + 1);
        let begun = folded(&characters[start..].iter().collect::<String>());
        if begun.is_empty() && characters.last() != Some(&'@') {
            return (start..end, Vec::new());
        }
        let found =
            self.names.iter().filter(|name| folded(name).contains(&begun)).cloned().collect();
        (start..end, found)
    }

    /// What a command's word asks for; nothing for any other word.
    #[must_use]
    pub fn help_of(&self, word: &str) -> Option<Message> {
        let entry = self.words.iter().find(|entry| entry.spellings.contains(&word))?;
        Some(help::help_of(entry, self.family))
    }
}

#[cfg(test)]
mod tests {
    use rules::View;

    use super::*;

    fn vocabulary(view: &AnyView) -> Vocabulary {
        let seat = |name: &str| SeatPart {
            seat: rules::SeatId(rules::Id::from_bits(1)),
            name: name.to_owned(),
            role: rules::Role::Player,
        };
        Vocabulary::new(view, &[seat("撬棍"), seat("叶岚")])
    }

    #[test]
    fn words_and_names_are_completed() {
        let vocabulary = vocabulary(&AnyView::Mist(View::new()));
        let check = |text: &str, range: Range<usize>, first: &[&str]| {
            let (at, found) = vocabulary.completions(text);
            assert_eq!(at, range, "{text}");
            assert_eq!(&found[..first.len().min(found.len())], first, "{text}");
        };
        check(".ac", 1..3, &["act "]);
        check("。行", 1..2, &["行动 "]);
        check(".act 撬", 5..6, &["撬棍"]);
        check(".act -撬", 6..7, &["撬棍"]);
        check(".hit @", 6..6, &["叶岚", "撬棍"]);
        check("你好", 0..2, &[]);
    }

    #[test]
    fn a_word_of_a_command_is_explained_in_its_family() {
        let mist = vocabulary(&AnyView::Mist(View::new()));
        let fate = vocabulary(&AnyView::Fate(View::new()));
        let id = |of: &Vocabulary, word: &str| of.help_of(word).map(|help| help.id);
        assert_eq!(id(&mist, "骰").as_deref(), Some("chat-help-r"));
        assert_eq!(id(&fate, "go").as_deref(), Some("chat-help-fate-go"));
        assert_eq!(id(&mist, "撬棍"), None);
    }

    #[test]
    fn a_line_is_coloured_by_what_it_is() {
        let vocabulary = vocabulary(&AnyView::Mist(View::new()));
        let spans = |text: &str| vocabulary.spans(text);
        let kinds: Vec<Kind> =
            spans(".act 撬棍 -2 @叶岚").into_iter().map(|span| span.kind).collect();
        use Kind::{Name, Number, Plain, Sign, Verb};
        assert_eq!(kinds, [Verb, Plain, Sign, Number, Plain, Name]);
        assert_eq!(spans(".xyz a")[0].kind, Kind::Unknown);
        assert_eq!(spans("你好")[0].kind, Kind::Plain);
    }
}
