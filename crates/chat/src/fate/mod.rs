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

use rules::fate::{Command, Fate};
use rules::{Audience, Line};

use self::book::Book;
use crate::family::{Family, Hears};
use crate::hear::{Heard, game_command};
use crate::help::Group;
use crate::mistake::Mistake;
use crate::reader::Reader;

/// A word of the family.
type Verb = crate::verb::Verb<Hears<Fate>>;

impl Family for Fate {
    type Book<'v> = Book<'v>;

    const VERBS: &'static [(Group, &'static [Verb])] = &[
        (Group::Act, act::VERBS),
        (Group::Scene, scene::VERBS),
        (Group::Scene, aspect::VERBS),
        (Group::Character, character::VERBS),
        (Group::Scene, npc::VERBS),
        (Group::Story, campaign::VERBS),
        (Group::Act, invoke::VERBS),
        (Group::Act, point::VERBS),
        (Group::Scene, clock::VERBS),
    ];
    const NOW: Hears<Self> = sheet::now;
    const ME: Hears<Self> = sheet::me;
    const SPEAK_AS: Hears<Self> = character::speak_as;

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
