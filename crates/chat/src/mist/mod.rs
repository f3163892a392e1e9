//! The words of the mist family. One file per group of words; `book.rs` is where names are found.

mod answer;
mod book;
mod challenge;
mod character;
mod clock;
mod effect;
mod growth;
mod harm;
mod line;
mod offer;
mod roll;
mod scene;
mod sheet;
mod status;
mod story;

use rules::mist::{Command, Mist, Part};
use rules::{Audience, FamilyView, Id, Line, Term, View};

use self::book::Book;
use crate::context::SeatContext;
use crate::family::{Family, Hears, Speaker};
use crate::hear::{Heard, game_command};
use crate::mistake::Mistake;
use crate::names::Name;
use crate::reader::Reader;

/// A word of the family.
type Verb = crate::verb::Verb<Hears<Mist>>;

impl Family for Mist {
    type Book<'v> = Book<'v>;

    const VERBS: &'static [&'static [Verb]] = &[
        roll::VERBS,
        line::VERBS,
        effect::VERBS,
        harm::VERBS,
        scene::VERBS,
        challenge::VERBS,
        clock::VERBS,
        status::VERBS,
        character::VERBS,
        story::VERBS,
        growth::VERBS,
    ];
    const NOW: Hears<Self> = sheet::now;
    const ME: Hears<Self> = sheet::me;
    const SPEAK_AS: Hears<Self> = character::speak_as;

    fn of_family(view: FamilyView<'_>) -> Option<&View<Part>> {
        if let FamilyView::Mist(view) = view { Some(view) } else { None }
    }

    fn book<'v>(
        context: &'v SeatContext,
        view: &'v View<Part>,
        actor: Option<Id>,
    ) -> Self::Book<'v> {
        Book::new(context, view, actor)
    }

    fn characters(book: &Book<'_>) -> Vec<Name<Id>> {
        book.character_names()
    }

    fn own(book: &Book<'_>) -> Vec<Id> {
        book.own().map(|part| part.id).collect()
    }

    fn speaker(book: &Book<'_>) -> Option<Speaker> {
        let speaker = book.default_actor()?;
        Some((speaker.seat, speaker.name.spellings().next()?.to_owned()))
    }

    fn names(view: &View<Part>) -> Vec<Term> {
        book::names(view)
    }

    fn roll(reader: Reader<'_>, book: &Book<'_>, _: Audience) -> Result<Option<Heard>, Mistake> {
        let alone = reader.is_done();
        alone.then(|| roll::go(reader, book)).transpose()
    }

    fn odds(reader: Reader<'_>, book: &Book<'_>) -> Result<Option<Heard>, Mistake> {
        let of_roll = reader.is_done() || reader.peek() == Some('@');
        of_roll.then(|| roll::odds(reader, book)).transpose()
    }

    fn after(was: &Book<'_>, is: &Book<'_>) -> Vec<Line> {
        answer::after(was, is)
    }

    fn next(book: &Book<'_>) -> Option<Line> {
        answer::next(book)
    }
}

/// One command to be done.
fn done(it: Command) -> Result<Heard, Mistake> {
    Ok(Heard::Do(vec![game_command(&it)]))
}
