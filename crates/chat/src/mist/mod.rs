//! The words of the mist family. One file per group of words; `book.rs` is where names are found.

mod answer;
mod book;
mod challenge;
mod character;
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

use rules::mist::{Command, Part};
use rules::{AnyView, Id, Line, View, message};
use serde_json::Value as Json;

use self::book::Book;
use crate::context::SeatContext;
use crate::hear::Heard;
use crate::mistake::Mistake;
use crate::names;
use crate::reader::Reader;
use crate::verb::Verb;

/// What a word is read with: the rest of the line, and what the seat sees.
type Hears = fn(Reader<'_>, &Book<'_>) -> Result<Heard, Mistake>;

/// Understands a line that begins with one of the family's words.
pub fn hear(
    verb: Verb,
    reader: Reader<'_>,
    actor: Option<Id>,
    context: &SeatContext,
    view: &View<Part>,
) -> Result<Heard, Mistake> {
    let book = Book::new(context, view, actor);
    let hears: Hears = match verb {
        Verb::Now => sheet::now,
        Verb::Me => sheet::me,
        Verb::As => character::speak_as,
        Verb::Odds => roll::odds,
        Verb::Act => roll::act,
        Verb::Flash => roll::flash,
        Verb::Engage => roll::engage,
        Verb::Plunge => roll::plunge,
        Verb::Mitigate => roll::mitigate,
        Verb::Add => line::add,
        Verb::Detail => line::detail,
        Verb::Strike => line::strike,
        Verb::Approve => line::approve,
        Verb::Ask => line::ask,
        Verb::Burn => line::burn,
        Verb::Keep => line::keep,
        Verb::Indulge => line::indulge,
        Verb::Go => roll::go,
        Verb::Agree => roll::agree,
        Verb::Cancel => roll::cancel,
        Verb::Depth => roll::depth,
        Verb::Degree => roll::degree,
        Verb::Push => roll::push,
        Verb::Pick => roll::pick,
        Verb::Spend => effect::spend,
        Verb::Done => effect::done,
        Verb::Hit => harm::hit,
        Verb::Pass => harm::pass,
        Verb::Take => harm::take,
        Verb::Scene => scene::scene,
        Verb::Challenge => challenge::challenge,
        Verb::Limit => challenge::limit,
        Verb::Threat => challenge::threat,
        Verb::Status => status::status,
        Verb::Tag => status::tag,
        Verb::Reveal => scene::reveal,
        Verb::Hide => scene::hide,
        Verb::Rename => scene::rename,
        Verb::Auto => scene::auto,
        Verb::Character => character::character,
        Verb::Fate => character::fate,
        Verb::Evolve => character::evolve,
        Verb::File => story::file,
        Verb::Clue => story::clue,
        Verb::Mystery => story::mystery,
        Verb::Countdown => story::countdown,
        Verb::Index => story::index,
        Verb::Phase => story::phase,
        Verb::Mark => growth::mark,
        Verb::Grow => growth::grow,
        Verb::Theme => growth::theme,
        Verb::Pang => growth::pang,
        _ => {
            return Err(Mistake::new(
                reader.here(),
                message!("chat-unknown-verb", text = verb.name()),
            ));
        }
    };
    hears(reader, &book)
}

/// A command of the family, for the table.
fn command(command: &Command) -> table::Command {
    // Commands are plain data with string keys: writing them cannot fail.
    table::Command::Game(serde_json::to_value(command).unwrap_or(Json::Null))
}

/// One command to be done.
fn done(it: Command) -> Result<Heard, Mistake> {
    Ok(Heard::Do(vec![command(&it)]))
}

/// Reads the name of a character.
///
/// # Errors
/// When no character is called that, or more than one is.
pub fn character(
    reader: &mut Reader<'_>,
    context: &SeatContext,
    view: &View<Part>,
) -> Result<Id, Mistake> {
    names::find(reader, &Book::new(context, view, None).character_names())
}

/// The name a seat speaks under: its character's. Nobody speaks as another's (C-04).
pub fn voice(actor: Option<Id>, context: &SeatContext, view: &View<Part>) -> Option<String> {
    let book = Book::new(context, view, actor);
    let speaker = book.default_actor()?;
    if !context.seat.is_host() && speaker.seat != Some(context.seat.id) {
        return None;
    }
    speaker.name.spellings().next().map(str::to_owned)
}

/// What the seat is told after its line was done.
pub fn after(before: &SeatContext, after: &SeatContext) -> Vec<Line> {
    match (&before.view, &after.view) {
        (AnyView::Mist(was), AnyView::Mist(is)) => {
            let was = Book::new(before, was, None);
            let is = Book::new(after, is, None);
            answer::after(&was, &is)
        }
        #[allow(unreachable_patterns, reason = "reachable with the feature `toy`")]
        _ => Vec::new(),
    }
}

/// What the seat can do next, from its offers.
pub fn next(context: &SeatContext, view: &View<Part>) -> Option<Line> {
    answer::next(&Book::new(context, view, None))
}
