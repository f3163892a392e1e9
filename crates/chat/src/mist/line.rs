//! Lines of a roll: proposing, reviewing, burning.

use rules::mist::{Command, LinePart, Polarity, Proposal, RollPart, Verdict};
use rules::{Id, Message, message};

use super::book::{Book, Countable, Sort};
use super::{Verb, done, roll};
use crate::common::needed;
use crate::hear::{Heard, game_command};
use crate::mistake::Mistake;
use crate::names::{self, Name};
use crate::reader::Reader;

/// The subject's words.
pub const VERBS: &[Verb] = &[
    Verb::new(add, &["add", "加入", "提议", "提議"]),
    Verb::new(strike, &["strike", "划掉", "劃掉", "撤下"]),
    Verb::new(approve, &["ok", "approve", "批准", "通过", "通過", "认可", "認可"]),
    Verb::new(ask, &["ask", "追问", "追問"]),
    Verb::new(burn, &["burn", "燃尽", "燃盡"]),
    Verb::new(keep, &["keep", "不烧", "不燒", "保留"]),
    Verb::new(indulge, &["indulge", "沉溺"]),
    Verb::new(detail, &["detail", "细节", "細節"]),
];

/// Reads `撬棍 !老练 -怕黑 +隐蔽-2`: what is to count in a roll, and which way.
///
/// # Errors
/// When a name is unknown, or a status does not say which way it counts.
pub fn proposals(
    reader: Reader<'_>,
    actor: Option<Id>,
    book: &Book<'_>,
) -> Result<Vec<Proposal>, Mistake> {
    listed(reader, &book.countables(actor))
}

/// Clues that support a conclusion or, with `-`, contradict it. What is not among them is refused with
/// their names, not with everything that could count in an action.
///
/// # Errors
/// When one of them cannot be understood.
pub fn clues_of(reader: Reader<'_>, book: &Book<'_>) -> Result<Vec<Proposal>, Mistake> {
    let all = book.countables(None);
    let clues: Vec<_> = all.iter().filter(|it| it.it.sort == Sort::Clue).cloned().collect();
    // A tag that is named is found, for the rules to say that only clues count here.
    listed(reader, &all).or_else(|mistake| match mistake.is_unknown_name() {
        true => listed(reader, &clues),
        false => Err(mistake),
    })
}

fn listed(mut reader: Reader<'_>, known: &[Name<Countable>]) -> Result<Vec<Proposal>, Mistake> {
    let mut found = Vec::new();
    loop {
        reader.gap();
        if reader.is_done() {
            return Ok(found);
        }
        found.push(proposal(&mut reader, known)?);
    }
}

fn proposal(reader: &mut Reader<'_>, known: &[Name<Countable>]) -> Result<Proposal, Mistake> {
    let start = reader.at();
    let burn = reader.eat('!');
    let sign = match reader.peek() {
        Some('+') => Some(Polarity::Help),
        Some('-') => Some(Polarity::Hinder),
        _ => None,
    };
    reader.step(usize::from(sign.is_some()));
    let thing = names::find(reader, known)?;
    let polarity = match (sign, thing.sort) {
        (Some(polarity), _) => polarity,
        (None, Sort::Weakness) => Polarity::Hinder,
        (None, Sort::Tag | Sort::Clue) => Polarity::Help,
        // A status helps one action and hinders the next: it is never guessed (C-02).
        (None, Sort::Status) => {
            let text = reader.between(start..reader.at());
            let text = text.trim();
            let mistake = Mistake::new(start..reader.at(), message!("chat-which-way", name = text));
            return Err(mistake.example_text(&format!("+{text}｜-{text}")));
        }
    };
    Ok(Proposal { source: thing.id, polarity, burn })
}

/// `.add 撬棍 -受伤`: proposes lines for a roll.
pub fn add(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let roll = roll::open(&mut reader, book)?;
    let at = reader.here();
    let lines = proposals(reader, roll.actor, book)?;
    if lines.is_empty() {
        let mistake = Mistake::new(at, message!("chat-name-missing"));
        return Err(mistake.example("add"));
    }
    let propose = |line: Proposal| {
        game_command(&Command::Propose {
            roll: roll.id,
            source: line.source,
            polarity: line.polarity,
            burn: line.burn,
        })
    };
    Ok(Heard::Do(lines.into_iter().map(propose).collect()))
}

/// `.detail +摸清了换岗`: adds a detail to the crew's plan (M-34).
pub fn detail(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let roll = roll::open(&mut reader, book)?;
    reader.space();
    let polarity = if reader.eat('-') {
        Polarity::Hinder
    } else {
        let _ = reader.eat('+');
        Polarity::Help
    };
    done(Command::ProposeDetail { roll: roll.id, text: needed(&mut reader, "detail")?, polarity })
}

/// Names of the lines of a roll.
fn line_names(roll: &RollPart, book: &Book<'_>) -> Vec<Name<Id>> {
    let known = book.countables(roll.actor);
    roll.lines
        .iter()
        .filter_map(|line| {
            let thing = known.iter().find(|name| Some(name.it.id) == line.source);
            match thing {
                Some(thing) => Some(thing.clone().map(|_| line.id).apart(0)),
                None => detail_name(line),
            }
        })
        .collect()
}

/// A detail's name is its own words.
fn detail_name(line: &LinePart) -> Option<Name<Id>> {
    let text = line.words.args.values().find_map(|arg| match arg {
        rules::Arg::Text(text) => Some(rules::Term::Plain(text.clone())),
        rules::Arg::Term(term) => Some(term.clone()),
        _ => None,
    })?;
    Some(Name::new(line.id, &text))
}

/// Reads names of lines up to the end; none means all.
fn named_lines(
    reader: &mut Reader<'_>,
    roll: &RollPart,
    book: &Book<'_>,
) -> Result<Vec<Id>, Mistake> {
    let known = line_names(roll, book);
    let mut found = Vec::new();
    loop {
        reader.gap();
        if reader.is_done() {
            return Ok(found);
        }
        let _ = reader.eat('-') || reader.eat('+') || reader.eat('!');
        found.push(names::find(reader, &known)?);
    }
}

fn review(roll: Id, line: Option<Id>, verdict: Verdict, note: &str) -> table::Command {
    game_command(&Command::Review { roll, line, verdict, note: note.to_owned() })
}

/// `.ok`, `.ok 撬棍`: approves lines, or all that wait (B-21).
pub fn approve(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let roll = roll::to_review(&mut reader, book)?;
    let lines = named_lines(&mut reader, roll, book)?;
    if lines.is_empty() {
        return Ok(Heard::Do(vec![review(roll.id, None, Verdict::Approved, "")]));
    }
    let lines = lines.into_iter();
    Ok(Heard::Do(lines.map(|line| review(roll.id, Some(line), Verdict::Approved, "")).collect()))
}

/// `.strike 撬棍: 不在手边`: the host strikes lines; a player takes back their own.
pub fn strike(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let roll = roll::open(&mut reader, book)?;
    let at = reader.here();
    let (mut names, note) = reader.until(':');
    let lines = named_lines(&mut names, roll, book)?;
    if lines.is_empty() {
        let mistake = Mistake::new(at, message!("chat-name-missing"));
        return Err(mistake.example("strike"));
    }
    let note = note.map(|mut note| note.rest()).unwrap_or_default();
    let host = book.context.seat.is_host();
    let strike = |line| match host {
        true => review(roll.id, Some(line), Verdict::Struck, &note),
        false => game_command(&Command::Withdraw { roll: roll.id, line }),
    };
    Ok(Heard::Do(lines.into_iter().map(strike).collect()))
}

/// `.ask 撬棍: 你带着它？`: the host questions a line (B-21).
pub fn ask(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let roll = roll::open(&mut reader, book)?;
    let at = reader.here();
    let (mut names, note) = reader.until(':');
    let lines = named_lines(&mut names, roll, book)?;
    let note = note.map(|mut note| note.rest()).unwrap_or_default();
    if lines.is_empty() {
        let mistake = Mistake::new(at, message!("chat-name-missing"));
        return Err(mistake.example("ask"));
    }
    let lines = lines.into_iter();
    Ok(Heard::Do(
        lines.map(|line| review(roll.id, Some(line), Verdict::Questioned, &note)).collect(),
    ))
}

fn choose_burn(mut reader: Reader<'_>, book: &Book<'_>, burn: bool) -> Result<Heard, Mistake> {
    let roll = roll::open(&mut reader, book)?;
    reader.space();
    let line = names::find(&mut reader, &line_names(roll, book))?;
    reader.finish()?;
    done(Command::ChooseBurn { roll: roll.id, line, burn })
}

/// `.burn 老练`: burns the tag of a line (M-12).
pub fn burn(reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    choose_burn(reader, book, true)
}

/// `.keep 老练`: does not burn it after all.
pub fn keep(reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    choose_burn(reader, book, false)
}

const NOT: &[((), &[&str])] = &[((), &["off", "no", "不", "取消"])];

/// `.indulge 影子`, `.indulge off`: indulges in a strange theme, or not (M-32).
pub fn indulge(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let roll = roll::open(&mut reader, book)?;
    reader.space();
    let theme = match reader.word(NOT) {
        Some(()) => None,
        None => {
            let known = roll.actor.map(|actor| book.theme_names(actor));
            let known = known.unwrap_or_default();
            // A name is needed only where there is a choice.
            let strange = roll.actor.map(|actor| book.strange_themes(actor)).unwrap_or_default();
            match strange.as_slice() {
                [only] if reader.is_done() => Some(*only),
                _ => Some(names::find(&mut reader, &known)?),
            }
        }
    };
    reader.finish()?;
    done(Command::Indulge { roll: roll.id, theme })
}

/// What a line is, as a message, with its sign.
pub fn words(line: &LinePart) -> Message {
    match (line.polarity, line.burn) {
        (_, true) => message!("chat-line-burn", what = line.words.clone()),
        (Polarity::Help, _) => message!("chat-line-help", what = line.words.clone()),
        (Polarity::Hinder, _) => message!("chat-line-hinder", what = line.words.clone()),
    }
}
