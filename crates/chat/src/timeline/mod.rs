//! The words of Time Line: those of its author's own bot, unchanged, and a few more under `.bat`.

mod bat;
mod book;
mod card;
mod chart;
mod check;
mod gear;
mod skill;

use rules::timeline::{Command, Part};
use rules::{AnyView, Audience, Id, Line, View, message};
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
        Verb::Now => bat::now,
        Verb::Me => card::me,
        Verb::As => card::speak_as,
        Verb::TlSetup => card::setup,
        Verb::Chr => card::chr,
        Verb::Lv => card::level,
        Verb::Crd => card::record,
        Verb::Tar => check::target,
        Verb::Ex => check::examine,
        Verb::Versus => check::versus,
        Verb::Neg => check::negotiate,
        Verb::Pre => check::prepare,
        Verb::Bat => bat::bat,
        Verb::Buff => gear::buff,
        Verb::Dr => gear::modifier,
        Verb::Wp => gear::weapon,
        Verb::SetupWp => gear::setup_weapon,
        Verb::Trait => gear::give_trait,
        Verb::Skill => skill::skill,
        Verb::Env => gear::environment,
        Verb::Item => gear::item,
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

/// `.r 投掷`: the family's own roll, a check or the bare d100 (C-03).
///
/// # Errors
/// When a check is named that cannot be understood.
pub fn throw(
    reader: Reader<'_>,
    actor: Option<Id>,
    context: &SeatContext,
    view: &View<Part>,
    audience: Audience,
) -> Result<Heard, Mistake> {
    check::throw(reader, &Book::new(context, view, actor), audience)
}

/// `.odds`, `.odds 力量`: the odds of a check; nothing when an expression follows.
///
/// # Errors
/// When a check is named that cannot be understood, or has no target number.
pub fn odds(
    reader: Reader<'_>,
    actor: Option<Id>,
    context: &SeatContext,
    view: &View<Part>,
) -> Result<Option<Heard>, Mistake> {
    check::odds(reader, &Book::new(context, view, actor))
}

/// The seat's own character that was not there before.
pub fn made(before: &SeatContext, after: &SeatContext) -> Option<Id> {
    let own = |context: &SeatContext| -> Vec<Id> {
        match &context.view {
            AnyView::Timeline(view) => {
                Book::new(context, view, None).own().map(|one| one.id).collect()
            }
            _ => Vec::new(),
        }
    };
    let known = own(before);
    own(after).into_iter().rfind(|id| !known.contains(id))
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
    names::find(reader, &Book::new(context, view, None).names())
}

/// The name a seat speaks under: its character's. Nobody speaks as another's (C-04).
pub fn voice(actor: Option<Id>, context: &SeatContext, view: &View<Part>) -> Option<String> {
    let speaker = Book::new(context, view, actor).default_actor()?;
    let may = context.seat.is_host() || speaker.seat == Some(context.seat.id);
    may.then(|| speaker.card.name.clone())
}

/// What the seat is told after its line was done: the chart, when the fight has changed.
pub fn after(before: &SeatContext, after: &SeatContext) -> Vec<Line> {
    let (AnyView::Timeline(was), AnyView::Timeline(is)) = (&before.view, &after.view) else {
        return Vec::new();
    };
    match is.get("fight") {
        Some(Part::Fight(fight)) if was.get("fight") != is.get("fight") => chart::of(fight),
        _ => Vec::new(),
    }
}
