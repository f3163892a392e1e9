//! The families of rules as the text language speaks them: the one place that tells them apart.

use rules::fate::Fate;
use rules::mist::Mist;
use rules::timeline::Timeline;
use rules::{AnyView, Audience, FamilyView, Id, Line, Ruleset, SeatId, Term, View};
use table::Voice;

use crate::common;
use crate::context::SeatContext;
use crate::hear::Heard;
use crate::help::Group;
use crate::mistake::Mistake;
use crate::names::{self, Name};
use crate::reader::Reader;
use crate::verb::{Verb, Word};

/// What reads the line after a word of a family: the rest of the line, and what the seat sees.
pub type Hears<F> =
    for<'t, 'b, 'v> fn(Reader<'t>, &'b <F as Family>::Book<'v>) -> Result<Heard, Mistake>;

/// Who speaks or acts: the seat that plays them, and their name.
pub type Speaker = (Option<SeatId>, String);

/// What a seat sees of a game, ready to be looked up by name.
pub trait Lookup<'v>: Sized {
    /// The family's parts of a view.
    type Part;

    /// A view, sorted; `actor` is who acts, if the line said so before its command.
    fn new(context: &'v SeatContext, view: &'v View<Self::Part>, actor: Option<Id>) -> Self;

    /// The characters by name; of equal names the seat's own is meant.
    fn known_characters(&self) -> Vec<Name<Id>>;

    /// The seat's own characters.
    fn own_ids(&self) -> Vec<Id>;

    /// Who acts in the line (C-04).
    fn speaker(&self) -> Option<Speaker>;

    /// Everything with a name, for completion.
    fn names(view: &View<Self::Part>) -> Vec<Term>;
}

/// What a family gives the text language.
pub trait Family: Ruleset + Sized + 'static {
    /// What a seat sees, ready to be looked up by name.
    type Book<'v>: Lookup<'v, Part = Self::Part>;

    /// The family's words, a table for each subject, with what it is about in `.help` (C-07).
    const VERBS: &'static [(Group, &'static [Verb<Hears<Self>>])];
    /// `.now`: the scene or fight, and what waits.
    const NOW: Hears<Self>;
    /// `.me`: a sheet.
    const ME: Hears<Self>;
    /// `.as NAME`: speaks as a character from now on (C-04).
    const SPEAK_AS: Hears<Self>;

    /// `.r 投掷`: the family's own roll (C-03); nothing where dice to roll follow.
    ///
    /// # Errors
    /// When it cannot be understood.
    fn roll(
        reader: Reader<'_>,
        book: &Self::Book<'_>,
        audience: Audience,
    ) -> Result<Option<Heard>, Mistake>;

    /// `.odds` of what is under way; nothing where an expression follows.
    ///
    /// # Errors
    /// When it cannot be understood.
    fn odds(reader: Reader<'_>, book: &Self::Book<'_>) -> Result<Option<Heard>, Mistake>;

    /// What the seat is told after its line was done.
    fn after(was: &Self::Book<'_>, is: &Self::Book<'_>) -> Vec<Line>;

    /// What the seat can do next (C-05).
    fn next(book: &Self::Book<'_>) -> Option<Line>;

    /// Whether the table's rules have what a word is for (C-07).
    fn is_on(_: &Self::Book<'_>, _: &Word) -> bool {
        true
    }
}

fn book<'v, F: Family>(
    context: &'v SeatContext,
    view: &'v View<F::Part>,
    actor: Option<Id>,
) -> F::Book<'v> {
    Lookup::new(context, view, actor)
}

/// Runs `$body` with the family of a view as `$family`; `$none` for the family that only tests
/// know, which has no words.
macro_rules! in_family {
    ($any:expr, |$family:ident, $view:ident| $body:expr, $none:expr) => {
        match $any.by_family() {
            Some(FamilyView::Mist($view)) => {
                type $family = Mist;
                $body
            }
            Some(FamilyView::Fate($view)) => {
                type $family = Fate;
                $body
            }
            Some(FamilyView::Timeline($view)) => {
                type $family = Timeline;
                $body
            }
            None => $none,
        }
    };
}

/// The name of a view's family; empty for the family that only tests know.
pub fn name(view: &AnyView) -> &'static str {
    in_family!(view, |F, _view| F::FAMILY, "")
}

/// The words a table knows, those of every ruleset first.
pub fn words(view: &AnyView) -> Vec<Word> {
    fn own<F: Family>() -> Vec<Word> {
        F::VERBS.iter().flat_map(|(_, verbs)| *verbs).map(|verb| verb.word).collect()
    }
    let own = in_family!(view, |F, _view| own::<F>(), Vec::new());
    common::VERBS.iter().map(|verb| verb.word).chain(own).collect()
}

/// The names of everything in a view, for completion.
pub fn names(view: &AnyView) -> Vec<Term> {
    in_family!(view, |F, view| <<F as Family>::Book<'_> as Lookup>::names(view), Vec::new())
}

/// Understands a line that begins with one of the family's words; nothing if it has no such word.
///
/// # Errors
/// When the rest of the line cannot be understood.
pub fn hear(
    word: Word,
    reader: Reader<'_>,
    actor: Option<Id>,
    context: &SeatContext,
) -> Result<Option<Heard>, Mistake> {
    in_family!(
        context.view,
        |F, view| {
            let verb = F::VERBS.iter().flat_map(|(_, verbs)| *verbs).find(|verb| verb.word == word);
            let book = book::<F>(context, view, actor);
            verb.map(|verb| (verb.hear)(reader, &book)).transpose()
        },
        Ok(None)
    )
}

/// Which of the answers that every family gives in its own way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// [`Family::NOW`].
    Now,
    /// [`Family::ME`].
    Me,
    /// [`Family::SPEAK_AS`].
    SpeakAs,
}

/// Answers a line whose word every ruleset has, and every family its own answer to.
///
/// # Errors
/// When the rest of the line cannot be understood.
pub fn answer(
    question: Question,
    reader: Reader<'_>,
    actor: Option<Id>,
    context: &SeatContext,
) -> Result<Heard, Mistake> {
    in_family!(
        context.view,
        |F, view| {
            let hear = match question {
                Question::Now => F::NOW,
                Question::Me => F::ME,
                Question::SpeakAs => F::SPEAK_AS,
            };
            hear(reader, &book::<F>(context, view, actor))
        },
        Ok(Heard::Reply(Vec::new()))
    )
}

/// [`Family::roll`]
///
/// # Errors
/// When it cannot be understood.
pub fn roll(
    reader: Reader<'_>,
    actor: Option<Id>,
    context: &SeatContext,
    audience: Audience,
) -> Result<Option<Heard>, Mistake> {
    in_family!(
        context.view,
        |F, view| F::roll(reader, &book::<F>(context, view, actor), audience),
        Ok(None)
    )
}

/// [`Family::odds`]
///
/// # Errors
/// When it cannot be understood.
pub fn odds(
    reader: Reader<'_>,
    actor: Option<Id>,
    context: &SeatContext,
) -> Result<Option<Heard>, Mistake> {
    in_family!(context.view, |F, view| F::odds(reader, &book::<F>(context, view, actor)), Ok(None))
}

/// Reads the name of a character.
///
/// # Errors
/// When no character is called that, or more than one is.
pub fn character(reader: &mut Reader<'_>, context: &SeatContext) -> Result<Option<Id>, Mistake> {
    in_family!(
        context.view,
        |F, view| {
            let known = book::<F>(context, view, None).known_characters();
            names::find(reader, &known).map(Some)
        },
        Ok(None)
    )
}

/// How the seat speaks: as its character, if it has one to speak as. Nobody speaks as another's
/// (C-04).
pub fn voice(actor: Option<Id>, context: &SeatContext) -> Voice {
    let speaker =
        in_family!(context.view, |F, view| book::<F>(context, view, actor).speaker(), None);
    let may = |seat: Option<SeatId>| context.seat.is_host() || seat == Some(context.seat.id);
    match speaker {
        Some((seat, name)) if may(seat) => Voice::InCharacter { name: Some(name) },
        Some(_) | None => Voice::OutOfCharacter,
    }
}

/// The seat's own character that was not there before.
pub fn made(before: &SeatContext, after: &SeatContext) -> Option<Id> {
    let own = |context: &SeatContext| {
        in_family!(context.view, |F, view| book::<F>(context, view, None).own_ids(), Vec::new())
    };
    let known = own(before);
    own(after).into_iter().rfind(|id| !known.contains(id))
}

/// What the seat is told after its line was done.
pub fn after(before: &SeatContext, after: &SeatContext) -> Vec<Line> {
    fn changed_lines<F: Family>(
        before: &SeatContext,
        after: &SeatContext,
        is: &View<F::Part>,
    ) -> Option<Vec<Line>> {
        let was = book::<F>(before, before.view.of::<F>()?, None);
        Some(F::after(&was, &book::<F>(after, is, None)))
    }
    let lines = in_family!(after.view, |F, is| changed_lines::<F>(before, after, is), None);
    lines.unwrap_or_default()
}

/// The words in groups, without those that the table's rules switch off (C-07).
pub fn groups(context: &SeatContext) -> Vec<(Group, Vec<Word>)> {
    fn own<F: Family>(book: &F::Book<'_>) -> Vec<(Group, Word)> {
        let tables = F::VERBS.iter();
        let words = tables.flat_map(|(group, verbs)| verbs.iter().map(|verb| (*group, verb.word)));
        words.filter(|(_, word)| F::is_on(book, word)).collect()
    }
    let own =
        in_family!(context.view, |F, view| own::<F>(&book::<F>(context, view, None)), Vec::new());
    let common = common::VERBS.iter().map(|verb| (Group::Table, verb.word));
    let mut groups: Vec<(Group, Vec<Word>)> = Vec::new();
    for (group, word) in own.into_iter().chain(common) {
        match groups.iter_mut().find(|(other, _)| *other == group) {
            Some((_, words)) => words.push(word),
            None => groups.push((group, vec![word])),
        }
    }
    groups
}

/// What can be done next, for the end of a reply (C-05).
pub fn next(context: &SeatContext) -> Option<Line> {
    in_family!(context.view, |F, view| F::next(&book::<F>(context, view, None)), None)
}

/// The words of every ruleset and of each family.
#[cfg(test)]
pub fn vocabularies() -> [(&'static str, Vec<Word>); 3] {
    [AnyView::Mist(View::new()), AnyView::Fate(View::new()), AnyView::Timeline(View::new())]
        .map(|view| (name(&view), words(&view)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rules::message;

    use super::*;

    #[test]
    fn c01_no_spelling_means_two_things() {
        for (family, words) in vocabularies() {
            let mut owners: BTreeMap<&str, &str> = BTreeMap::new();
            for word in words {
                for spelling in word.spellings {
                    if let Some(other) = owners.insert(spelling, word.name()) {
                        panic!("{family}: {spelling} is {other} and {}", word.name());
                    }
                }
            }
        }
    }

    /// What the pages call a thing can be typed, in either script.
    #[test]
    fn c01_commands_are_understood_by_the_words_the_pages_use() {
        let shown = [
            (message!("web-undo"), "undo"),
            (message!("web-redo"), "redo"),
            (message!("web-find-do"), "find"),
            (message!("web-session"), "session"),
            (message!("web-mist-approve"), "ok"),
            (message!("web-mist-strike"), "strike"),
            (message!("mist-field-index"), "index"),
        ];
        let [(_, mist), ..] = vocabularies();
        for language in [words::Language::ZhHans, words::Language::ZhHant] {
            for (message, name) in &shown {
                let word = words::say(language, message);
                let known = mist.iter().find(|known| known.name() == *name).expect("a word");
                assert!(known.spellings.contains(&&*word), "{language}: {word}");
            }
        }
    }

    #[test]
    fn every_word_has_help() {
        for word in vocabularies().into_iter().flat_map(|(_, words)| words) {
            let id = format!("chat-help-{}", word.name());
            assert!(words::knows(&id), "{id}");
        }
    }
}
