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

use rules::mist::{Command, FileForm, Mist, RulesetPart};
use rules::{Audience, Line};

use self::book::Book;
pub(crate) use self::status::tiered;
use crate::family::{Family, Hears};
use crate::hear::{Heard, game_command};
use crate::help::Group;
use crate::mistake::Mistake;
use crate::reader::Reader;
use crate::verb::Word;

/// A word of the family.
type Verb = crate::verb::Verb<Hears<Mist>>;

impl Family for Mist {
    type Book<'v> = Book<'v>;

    const VERBS: &'static [(Group, &'static [Verb])] = &[
        (Group::Act, roll::VERBS),
        (Group::Act, line::VERBS),
        (Group::Act, effect::VERBS),
        (Group::Harm, harm::VERBS),
        (Group::Scene, scene::VERBS),
        (Group::Scene, challenge::VERBS),
        (Group::Scene, clock::VERBS),
        (Group::Scene, status::VERBS),
        (Group::Character, character::VERBS),
        (Group::Story, story::VERBS),
        (Group::Character, growth::VERBS),
    ];
    const NOW: Hears<Self> = sheet::now;
    const ME: Hears<Self> = sheet::me;
    const SPEAK_AS: Hears<Self> = character::speak_as;

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

    fn is_on(book: &Book<'_>, word: &Word) -> bool {
        book.ruleset.is_none_or(|rules| is_on(rules, word.name()))
    }
}

/// Whether a variant has what a word is for; most it has whatever it is.
fn is_on(rules: &RulesetPart, word: &str) -> bool {
    match word {
        "push" => rules.effects.push.is_some(),
        "indulge" => rules.indulge.on,
        "flash" => rules.flashback.on,
        "engage" | "detail" => rules.engagement.on,
        "plunge" | "degree" | "pick" => rules.plunge.on,
        "file" => rules.file.form != FileForm::None,
        "mystery" => rules.file.form == FileForm::Rounds,
        "countdown" | "index" => rules.file.form == FileForm::Questions,
        _ => true,
    }
}

/// One command to be done.
fn done(it: Command) -> Result<Heard, Mistake> {
    Ok(Heard::Do(vec![game_command(&it)]))
}
