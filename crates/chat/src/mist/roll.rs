//! Rolls: opening them, throwing them, giving them up.

use rules::mist::{Command, Depth, RollKind, RollPart};
use rules::{Audience, Id, message};

use super::book::Book;
use super::line::proposals;
use super::{Verb, done, sheet};
use crate::about::{self, About, Picking, Spot};
use crate::common::needed;
use crate::hear::Heard;
use crate::mistake::Mistake;
use crate::names::{self, Name};
use crate::reader::Reader;

/// The subject's words.
pub const VERBS: &[Verb] = &[
    Verb::new(act, &["act", "行动", "行動"]),
    Verb::new(go, &["go", "投掷", "投擲", "掷", "擲"]),
    Verb::new(agree, &["agree", "准许", "准許"]),
    Verb::new(cancel, &["cancel", "取消", "作罢", "作罷"]),
    Verb::new(depth, &["depth", "深度"]),
    Verb::new(push, &["push", "加强", "加強"]),
    Verb::new(mitigate, &["mit", "react", "缓解", "緩解", "反应", "反應"]),
    Verb::new(plunge, &["plunge", "浸入", "彻底浸入", "徹底浸入", "超限解放"]),
    Verb::new(degree, &["degree", "程度"]),
    Verb::new(pick, &["pick", "挑选", "挑選"]),
    Verb::new(flash, &["flash", "闪回", "閃回"]),
    Verb::new(engage, &["engage", "切入"]),
];

/// Reads `@NAME` and finds that character's roll, or the one roll that is meant: the actor's own,
/// or the crew's (C-04).
///
/// # Errors
/// When there is no such roll, or several.
pub fn find<'v>(
    reader: &mut Reader<'_>,
    book: &Book<'v>,
    fits: impl Fn(&RollPart) -> bool,
) -> Result<&'v RollPart, Mistake> {
    reader.space();
    let start = reader.at();
    let named = match reader.eat('@') {
        true => Some(names::find(reader, &book.character_names())?),
        false => book.actor,
    };
    let at = start..reader.at().max(start + 1);
    let fitting = book.rolls.iter().copied().filter(|roll| fits(roll));
    let all: Vec<About<&RollPart>> = fitting
        .map(|roll| About {
            it: roll,
            of: roll.actor,
            own: roll.actor.is_none_or(|actor| book.owns(actor)),
            what: message!("chat-about-text", text = roll.text.as_str()),
        })
        .collect();
    if named.is_some() && !all.iter().any(|one| one.of == named) {
        return Err(Mistake::new(at, message!("chat-no-roll-of")).by("C-04"));
    }
    let called = |id: Id| book.character(id).map(|part| part.name.clone());
    let picking = Picking { named, spot: Spot::Word, called: &called };
    let none = || Mistake::new(at, message!("chat-no-roll")).example("act");
    about::resolve(reader, &all, &picking, none)
}

/// As [`find`]; where nothing is named, the only one that is `likely` is meant.
fn find_likely<'v>(
    reader: &mut Reader<'_>,
    book: &Book<'v>,
    fits: impl Fn(&RollPart) -> bool,
    likely: impl Fn(&RollPart) -> bool,
) -> Result<&'v RollPart, Mistake> {
    reader.space();
    if !matches!(reader.peek(), Some('@' | '#')) {
        let meant = |roll: &&RollPart| match (book.actor, roll.actor) {
            (Some(named), actor) => actor == Some(named),
            (None, actor) => actor.is_none_or(|actor| book.owns(actor)),
        };
        let rolls = book.rolls.iter().copied().filter(|roll| fits(roll) && likely(roll));
        let mut rolls = rolls.filter(meant);
        if let (Some(only), None) = (rolls.next(), rolls.next()) {
            return Ok(only);
        }
    }
    find(reader, book, fits)
}

/// The roll that waits for the host's word, else the one that has not been thrown yet.
///
/// # Errors
/// When there is no such roll, or several.
pub fn to_review<'v>(reader: &mut Reader<'_>, book: &Book<'v>) -> Result<&'v RollPart, Mistake> {
    let waits = |roll: &RollPart| !sheet::waiting(roll).is_empty();
    find_likely(reader, book, |roll| roll.outcome.is_none(), waits)
}

/// The roll that has not been thrown yet.
///
/// # Errors
/// When there is no such roll, or several.
pub fn open<'v>(reader: &mut Reader<'_>, book: &Book<'v>) -> Result<&'v RollPart, Mistake> {
    find(reader, book, |roll| roll.outcome.is_none())
}

/// The roll that has been thrown and waits for its power to be spent: an answer to a consequence
/// before the action it interrupts.
///
/// # Errors
/// When there is no such roll, or several.
pub fn to_spend<'v>(reader: &mut Reader<'_>, book: &Book<'v>) -> Result<&'v RollPart, Mistake> {
    thrown(reader, book, |roll| matches!(roll.roll, RollKind::Mitigate { .. }))
}

/// The roll that has been thrown; of several the one that is `likely`.
///
/// # Errors
/// When there is no such roll, or several.
fn thrown<'v>(
    reader: &mut Reader<'_>,
    book: &Book<'v>,
    likely: impl Fn(&RollPart) -> bool,
) -> Result<&'v RollPart, Mistake> {
    let at = reader.here();
    if !book.rolls.iter().any(|roll| roll.outcome.is_some()) {
        let mistake = Mistake::new(at, message!("chat-no-thrown-roll"));
        return Err(mistake.example(if book.rolls.is_empty() { "act" } else { "go" }));
    }
    find_likely(reader, book, |roll| roll.outcome.is_some(), likely)
}

const DEPTHS: &[(Depth, &[&str])] = &[
    (Depth::Describe, &["describe", "叙述", "敘述"]),
    (Depth::Quick, &["quick", "快速"]),
    (Depth::Detailed, &["detailed", "详细", "詳細"]),
];

const SECRET: &[((), &[&str])] = &[((), &["secret", "暗中"])];

/// `.act 撬棍 !老练 -怕黑: 撬开后门`: opens an action with what counts in it (M-11).
pub fn act(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let actor = book.acting(&mut reader)?;
    let (mut names, text) = reader.until(':');
    let mut depth = Depth::default();
    let mut seen = Audience::All;
    // `quick:` style words are options only before the first name, so no tag is shadowed by them.
    loop {
        names.gap();
        if let Some(chosen) = option(&mut names, DEPTHS, book) {
            depth = chosen;
        } else if option(&mut names, SECRET, book).is_some() {
            seen = Audience::Host;
        } else {
            break;
        }
    }
    let (text, lines) = match (text, proposals(names, Some(actor), book)) {
        (Some(mut text), lines) => (text.rest(), lines?),
        (None, Ok(lines)) => (String::new(), lines),
        // `.act 跳过去`: words that name nothing say what is done; what counts can be added (C-07).
        (None, Err(mistake)) => match names.peek() {
            Some('!' | '+' | '-' | '"' | '“' | '「') => return Err(mistake),
            _ if mistake.is_unknown_name() => (names.rest(), Vec::new()),
            _ => return Err(mistake),
        },
    };
    done(Command::Act { actor, text, depth, seen, lines })
}

/// An option word, unless something in play is called that.
fn option<T: Copy>(reader: &mut Reader<'_>, words: &[(T, &[&str])], book: &Book<'_>) -> Option<T> {
    let mut probe = *reader;
    let chosen = probe.word(words)?;
    let ends = probe.peek().is_none_or(|next| matches!(next, ' ' | ','));
    let is_name = names::find(&mut { *reader }, &book.countables(None)).is_ok();
    if !ends || is_name {
        return None;
    }
    *reader = probe;
    Some(chosen)
}

/// `.mit 门闩: 往门后躲`: answers a pending consequence (M-30).
pub fn mitigate(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let actor = book.acting(&mut reader)?;
    let consequence = super::harm::pending(&mut reader, Some(actor), book)?;
    let (names, text) = reader.until(':');
    done(Command::Mitigate {
        actor,
        consequence,
        text: text.map(|mut text| text.rest()).unwrap_or_default(),
        lines: proposals(names, Some(actor), book)?,
    })
}

/// `.flash 昨夜 | 撬棍: 我早把窗闩锯断了`: tells of a past deed (M-33).
pub fn flash(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let actor = book.acting(&mut reader)?;
    let (mut moment, rest) = moment(&mut reader)?;
    let (names, text) = { rest }.until(':');
    done(Command::Flashback {
        actor,
        moment: moment.rest(),
        text: text.map(|mut text| text.rest()).unwrap_or_default(),
        depth: Depth::default(),
        lines: proposals(names, Some(actor), book)?,
    })
}

/// A moment of the past, up to `|`.
pub fn moment<'t>(reader: &mut Reader<'t>) -> Result<(Reader<'t>, Reader<'t>), Mistake> {
    let at = reader.here();
    match reader.until('|') {
        (moment, Some(rest)) if !moment.is_done() => Ok((moment, rest)),
        _ => {
            let mistake = Mistake::new(at, message!("chat-moment-missing"));
            Err(mistake.example("flash"))
        }
    }
}

/// `.engage 计划`: the crew goes in (M-34).
pub fn engage(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let (names, text) = reader.until(':');
    done(Command::Engage {
        text: text.map(|mut text| text.rest()).unwrap_or_default(),
        lines: proposals(names, None, book)?,
    })
}

/// `.plunge 影子: 让它吃掉所有的灯`: opens a plunge (M-35).
pub fn plunge(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let actor = book.acting(&mut reader)?;
    let (mut name, text) = reader.until(':');
    // A name is needed only where there is a choice.
    let theme = match book.strange_themes(actor).as_slice() {
        [only] if name.is_done() => *only,
        _ => names::find(&mut name, &book.theme_names(actor))?,
    };
    name.finish()?;
    done(Command::Plunge {
        actor,
        theme,
        text: text.map(|mut text| text.rest()).unwrap_or_default(),
    })
}

fn on_open(
    mut reader: Reader<'_>,
    book: &Book<'_>,
    likely: impl Fn(&RollPart) -> bool,
    command: fn(Id) -> Command,
) -> Result<Heard, Mistake> {
    let mut probe = reader;
    let named = probe.eat('@') || book.actor.is_some();
    let mine = |roll: &RollPart| named || roll.actor.is_none_or(|actor| book.may_play(actor));
    let open = |roll: &RollPart| roll.outcome.is_none() && mine(roll);
    let roll = find_likely(&mut reader, book, open, likely)?;
    reader.finish()?;
    done(command(roll.id))
}

/// `.go`: rolls the dice (M-13, M-15).
pub fn go(reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let ready = |roll: &RollPart| can(roll.id, "roll", book);
    on_open(reader, book, ready, |roll| Command::Roll { roll })
}

/// `.agree`: lets an action happen without a roll (M-10).
pub fn agree(reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    on_open(reader, book, |_| false, |roll| Command::Agree { roll })
}

/// `.cancel`: gives a roll up.
pub fn cancel(reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    on_open(reader, book, |_| false, |roll| Command::Cancel { roll })
}

/// Whether this seat can do something with a roll right now.
fn can(roll: Id, verb: &str, book: &Book<'_>) -> bool {
    let acts = book.context.acts.pushed();
    let mut of_it = acts.can.iter().filter(|flags| flags.of.id() == Some(roll));
    of_it.any(|flags| flags.can.iter().any(|it| it == verb))
}

/// `.push`: takes consequences for more power (M-18).
pub fn push(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let roll = thrown(&mut reader, book, |roll| can(roll.id, "push", book))?;
    reader.finish()?;
    done(Command::Push { roll: roll.id })
}

/// `.depth quick`: picks how closely an action is looked at (M-10).
pub fn depth(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let roll = open(&mut reader, book)?;
    reader.space();
    let at = reader.here();
    let Some(depth) = reader.word(DEPTHS) else {
        let mistake = Mistake::new(at, message!("chat-depth-how"));
        return Err(mistake.example("depth"));
    };
    reader.finish()?;
    done(Command::SetDepth { roll: roll.id, depth })
}

/// `.degree 深潜`: sets how deep a plunge goes (M-35).
pub fn degree(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let plunges =
        |roll: &RollPart| roll.outcome.is_none() && matches!(roll.roll, RollKind::Plunge { .. });
    let roll = find(&mut reader, book, plunges)?;
    let degrees = book.ruleset.map_or(&[][..], |rules| &rules.plunge.degrees);
    let known: Vec<Name<u8>> = degrees
        .iter()
        .zip(0..)
        .map(|(degree, place): (_, u8)| {
            Name::new(place, &degree.name).also(&(place + 1).to_string())
        })
        .collect();
    let degree = names::find(&mut reader, &known)?;
    reader.finish()?;
    done(Command::SetDegree { roll: roll.id, degree })
}

/// `.pick 影遁 夜视`: picks the tags a plunge burns (M-35).
pub fn pick(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let owes = |roll: &RollPart| roll.outcome.as_ref().is_some_and(|outcome| outcome.burns > 0);
    let roll = find(&mut reader, book, owes)?;
    let known = book.tag_names();
    let mut tags = Vec::new();
    loop {
        reader.gap();
        if reader.is_done() {
            break;
        }
        tags.push(names::find(&mut reader, &known)?);
    }
    if tags.is_empty() {
        needed(&mut reader, "pick")?;
    }
    done(Command::PickBurns { roll: roll.id, tags })
}

/// `.odds`: the odds of the roll under way, and what each change would do (B-20).
pub fn odds(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let roll = open(&mut reader, book)?;
    reader.finish()?;
    Ok(Heard::Reply(sheet::odds(roll, book)))
}
