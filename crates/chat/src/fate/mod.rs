//! The words of the fate family. One file per group of words; `book.rs` is where names are found.

mod act;
mod answer;
mod aspect;
mod book;
mod campaign;
mod character;
mod clock;
mod invoke;
mod npc;
mod point;
mod scene;
mod sheet;

use rules::fate::{Command, Fate, Part};
use rules::{Audience, Id, Line, Term, View};

use self::book::Book;
use crate::context::SeatContext;
use crate::family::{Family, Hears, Speaker};
use crate::hear::{Heard, game_command};
use crate::help::Group;
use crate::mistake::Mistake;
use crate::names::Name;
use crate::reader::Reader;

/// A word of the family.
type Verb = crate::verb::Verb<Hears<Fate>>;

impl Family for Fate {
    type Book<'v> = Book<'v>;

    const VERBS: &'static [&'static [Verb]] = &[
        act::VERBS,
        scene::VERBS,
        aspect::VERBS,
        character::VERBS,
        npc::VERBS,
        campaign::VERBS,
        invoke::VERBS,
        point::VERBS,
        clock::VERBS,
    ];
    const GROUPS: &'static [Group] = &[
        Group::Act,
        Group::Scene,
        Group::Scene,
        Group::Character,
        Group::Scene,
        Group::Story,
        Group::Act,
        Group::Act,
        Group::Scene,
    ];
    const NOW: Hears<Self> = sheet::now;
    const ME: Hears<Self> = sheet::me;
    const SPEAK_AS: Hears<Self> = character::speak_as;

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
        book.own().collect()
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
        alone.then(|| act::go(reader, book)).transpose()
    }

    fn odds(reader: Reader<'_>, book: &Book<'_>) -> Result<Option<Heard>, Mistake> {
        let of_action = reader.is_done() || reader.peek() == Some('@');
        of_action.then(|| sheet::odds(reader, book)).transpose()
    }

    fn after(was: &Book<'_>, is: &Book<'_>) -> Vec<Line> {
        answer::after(was, is)
    }

    fn next(book: &Book<'_>) -> Option<Line> {
        answer::next(book).into_iter().next()
    }
}

/// One command to be done.
fn done(it: Command) -> Result<Heard, Mistake> {
    Ok(Heard::Do(vec![game_command(&it)]))
}
