//! The words of the fate family. One file per group of words; `book.rs` is where names are found.

mod act;
mod answer;
mod aspect;
mod book;
mod character;
mod invoke;
mod point;
mod scene;
mod sheet;

use rules::fate::{Command, Part};
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
        Verb::Odds => sheet::odds,
        Verb::Do => act::act,
        Verb::Difficulty => act::oppose,
        Verb::Go => act::go,
        Verb::Cancel => act::cancel,
        Verb::Assist => act::assist,
        Verb::Stunt => act::stunt,
        Verb::Treat => act::treat,
        Verb::Point => act::point,
        Verb::Take => act::take,
        Verb::Stress => act::stress,
        Verb::Concede => act::concede,
        Verb::Invoke => invoke::paid,
        Verb::Free => invoke::free,
        Verb::Boost => invoke::boost,
        Verb::Stand => invoke::stand,
        Verb::Choose => invoke::choose,
        Verb::Detail => invoke::detail,
        Verb::Give => invoke::give,
        Verb::Grant => invoke::grant,
        Verb::Compel => point::compel,
        Verb::Accept => point::accept,
        Verb::Refuse => point::refuse,
        Verb::Points => point::points,
        Verb::Refresh => point::refresh,
        Verb::Milestone => point::milestone,
        Verb::Aspect => aspect::aspect,
        Verb::Wounds => aspect::wounds,
        Verb::Reveal => aspect::reveal,
        Verb::Hide => aspect::hide,
        Verb::Rename => aspect::rename,
        Verb::Scene => scene::scene,
        Verb::Zone => scene::zone,
        Verb::Challenge => scene::challenge,
        Verb::Contest => scene::contest,
        Verb::Conflict => scene::conflict,
        Verb::Character => character::character,
        _ => {
            return Err(Mistake::new(
                reader.here(),
                message!("chat-unknown-verb", text = verb.name()),
            ));
        }
    };
    hears(reader, &book)
}

/// One command to be done.
fn done(command: Command) -> Result<Heard, Mistake> {
    // Commands are plain data with string keys: writing them cannot fail.
    let json = serde_json::to_value(&command).unwrap_or(Json::Null);
    Ok(Heard::Do(vec![table::Command::Game(json)]))
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
    let speaker = Book::new(context, view, actor).default_actor()?;
    if !context.seat.is_host() && speaker.seat != Some(context.seat.id) {
        return None;
    }
    speaker.name.spellings().next().map(str::to_owned)
}

/// What the seat is told after its line was done.
pub fn after(before: &SeatContext, after: &SeatContext) -> Vec<Line> {
    match (&before.view, &after.view) {
        (AnyView::Fate(was), AnyView::Fate(is)) => {
            answer::after(&Book::new(before, was, None), &Book::new(after, is, None))
        }
        _ => Vec::new(),
    }
}

/// What the seat can do next, from its offers.
pub fn next(context: &SeatContext, view: &View<Part>) -> Option<Line> {
    answer::next(&Book::new(context, view, None)).into_iter().next()
}
