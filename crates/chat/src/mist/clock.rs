//! Clocks (M-44) and looking back (M-43).

use rules::mist::{Command, Track};
use rules::{Audience, ClockChange, Id, Term, message};

use super::book::Book;
use super::status::reduced;
use super::{Verb, done, growth, sheet};
use crate::clocks;
use crate::hear::Heard;
use crate::mistake::Mistake;
use crate::names::{self, Name};
use crate::reader::{Reader, choices};

/// The subject's words.
pub const VERBS: &[Verb] = &[
    Verb::new(clock, clocks::CLOCK),
    Verb::new(tick, clocks::TICK),
    Verb::new(recall, &["recall", "回顾", "回顧", "回望"]),
];

/// `.clock 警报-4: 警卫赶到`, `.clock 倒计 仪式-6: 门开了`, `.clock ?陷阱-3`, `.clock 亮出 陷阱`,
/// `.clock -警报`.
pub fn clock(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    reader.space();
    if reader.is_done() {
        return sheet::now(reader, book);
    }
    let known = book.scene.map_or(&[][..], |scene| &scene.clocks);
    let known: Vec<(Id, &Term)> = known.iter().map(|it| (it.id, &it.name)).collect();
    done(match clocks::read(reader, &known)? {
        ClockChange::Add { name, boxes, counts, text, hidden } => {
            Command::AddClock { name, boxes, counts, text, hidden }
        }
        ClockChange::Move { clock, by } => Command::MoveClock { clock, by },
        ClockChange::Show { clock } => Command::Show { thing: clock, to: Audience::All },
        ClockChange::Remove { clock } => Command::RemoveClock { clock },
    })
}

fn clock_names(book: &Book<'_>) -> Vec<Name<Id>> {
    let clocks = book.scene.map_or(&[][..], |scene| &scene.clocks);
    clocks.iter().map(|it| Name::new(it.id, &it.name)).collect()
}

/// `.tick 警报`, `.tick 警报 2`, `.tick 警报 -1`, `.tick 倒数`: moves a clock towards its end.
pub fn tick(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let (clock, by) = moved(&mut reader, book)?;
    match (clock, book.story.and_then(|story| story.countdown)) {
        (Some(clock), _) => done(Command::MoveClock { clock, by }),
        (None, tier) => {
            let tier = i16::from(tier.unwrap_or(0)) - i16::from(by);
            done(Command::SetCountdown { tier: Some(u8::try_from(tier.max(0)).unwrap_or(0)) })
        }
    }
}

/// Reads `警报 2`: which clock and by how many steps; the only one when none is named. What is
/// none of them is the countdown of the file.
///
/// # Errors
/// When no clock is called that.
pub fn moved(reader: &mut Reader<'_>, book: &Book<'_>) -> Result<(Option<Id>, i8), Mistake> {
    reader.space();
    let mut known: Vec<Name<Option<Id>>> =
        clock_names(book).into_iter().map(|name| name.map(Some)).collect();
    if let Some(rules) = book.ruleset
        && book.story.is_some_and(|story| story.countdown.is_some())
    {
        let name = Name::new(None, &rules.file.countdown);
        known.push(name.also("倒数").also("倒數").also("countdown"));
    }
    let bare = reader.is_done() || reader.peek().is_some_and(|it| it == '-' || it.is_ascii_digit());
    let clock = match known.as_slice() {
        [only] if bare => only.it,
        _ => names::find(reader, &known)?,
    };
    Ok((clock, clocks::steps(reader)?))
}

choices! { Recalls, RECALLS:
    Status => "status", "状态", "狀態";
    Keep => "keep", "保留";
    Clear => "clear", "清除";
}

/// `.recall`, `.recall 掌控 影子`: the checklist, or a question with nothing to mark;
/// `.recall 保留 烧伤`, `.recall 清除 烧伤`, `.recall 状态 烧伤 2`: what becomes of a status.
pub fn recall(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    reader.space();
    if reader.is_done() {
        return Ok(Heard::Reply(sheet::looking_back(book)));
    }
    let at = reader.here();
    if let Some(improve) = growth::track(&mut reader, book) {
        let (character, theme) = growth::theme_of(&mut reader, book)?;
        reader.finish()?;
        let track = if improve { Track::Improve } else { Track::Decay };
        return done(Command::LookBack { character, theme, track });
    }
    let Some(recalls) = reader.word(RECALLS) else {
        return Err(Mistake::new(at, message!("chat-recall-how")).example("recall"));
    };
    let (status, by) = reduced(reader, book)?;
    let by = match recalls {
        Recalls::Keep => 0,
        Recalls::Clear => u8::MAX,
        Recalls::Status => by,
    };
    done(Command::DecideStatus { status, by })
}
