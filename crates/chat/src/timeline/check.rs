//! Checks: `.tar`, `.ex`, `.vs`, `.neg`, `.pre` (T-10 … T-14, T-22).

use rules::timeline::{
    Amount, AttributePart, CharacterPart, Command, Opponent, Target, chances, impact_in, rate,
    windup,
};
use rules::{Audience, Id, Line, Message, message};
use table::TableCommand;

use super::book::{Book, amount, attribute, marked, maybe_attribute};
use super::{Verb, done};
use crate::bars;
use crate::hear::{Heard, game_command};
use crate::mistake::Mistake;
use crate::reader::Reader;

/// The subject's words.
pub const VERBS: &[Verb] = &[
    Verb::by_actor(target, &["tar", "ta", "目标", "目標"]),
    Verb::by_actor(examine, &["ex", "检定", "檢定"]),
    Verb::by_actor(versus, &["vs", "对抗", "對抗"]),
    Verb::by_actor(negotiate, &["neg", "ne", "交涉"]),
    Verb::by_actor(prepare, &["pre", "pr", "前摇", "前搖"]),
    Verb::by_actor(hundred, &["d"]),
];

/// `.tar`, `.tar 100`, `.tar 15 17`, `.tar 15d`.
pub fn target(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    const FORM: &str = ".tar 100｜.tar 15 10｜.tar 15d";
    if reader.is_done() {
        let answer = match book.table.and_then(|table| table.target) {
            Some(target) => message!("timeline-told-target", target = target),
            None => message!("timeline-no-target"),
        };
        return Ok(Heard::Reply(vec![answer.into()]));
    }
    let target = read_target(&mut reader, FORM)?;
    reader.finish()?;
    done(Command::SetTarget { target })
}

fn read_target(reader: &mut Reader<'_>, form: &str) -> Result<Target, Mistake> {
    let at = reader.here();
    let (first, mark) = marked(reader, &['d'], form)?;
    let level = |amount: Amount| {
        u32::try_from(amount.rounded())
            .ok()
            .filter(|level| *level > 0 && Amount::whole((*level).into()) == amount)
            .ok_or_else(|| {
                Mistake::new(at.clone(), message!("timeline-chat-whole")).example_text(form)
            })
    };
    if mark.is_some() {
        return Ok(Target::Random { level: level(first)? });
    }
    reader.space();
    if !reader.peek().is_some_and(|next| next.is_ascii_digit()) {
        return Ok(Target::Value(first));
    }
    let difficulty = level(amount(reader, form)?)?;
    Ok(Target::Difficulty { level: level(first)?, difficulty })
}

/// A target number of its own, if one follows: `.ex 力量 100`.
fn own_target(reader: &mut Reader<'_>) -> Result<Option<Target>, Mistake> {
    reader.space();
    match reader.peek() {
        Some(next) if next.is_ascii_digit() => read_target(reader, ".ex 力量 100").map(Some),
        _ => Ok(None),
    }
}

/// `.ex 力量`, `.ex 力量 100`, together `.ex 力量 @安 @本`.
pub fn examine(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let attribute = attribute(&mut reader)?;
    let mut target = own_target(&mut reader)?;
    let mut together = book.named(&mut reader)?;
    if target.is_none() {
        target = own_target(&mut reader)?;
    }
    reader.finish()?;
    match together.as_slice() {
        [] => {
            let character = book.actor(&reader)?.id;
            done(Command::Check { character, attribute, target })
        }
        [character] => done(Command::Check { character: *character, attribute, target }),
        _ => {
            together.dedup();
            done(Command::Cooperate { characters: together, attribute, target })
        }
    }
}

/// `.vs 力量 @安 @本`; with one name, the seat's own character is the other side.
pub fn versus(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let attribute = attribute(&mut reader)?;
    let mut who: Vec<Id> = book.named(&mut reader)?;
    let target = own_target(&mut reader)?;
    reader.finish()?;
    if who.len() < 2 {
        who.insert(0, book.actor(&reader)?.id);
    }
    let sides = who.into_iter().map(|id| (id, attribute)).collect();
    done(Command::Contest { sides, target })
}

/// `.neg 30`, `.neg 10 35`, `.neg 30 10 35`.
pub fn negotiate(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    const FORM: &str = ".neg 30｜.neg 10 35｜.neg 30 10 35";
    let at = reader.here();
    let mut numbers = Vec::new();
    while !reader.is_done() && numbers.len() < 3 {
        let (number, _) = marked(&mut reader, &['%'], FORM)?;
        numbers.push(number);
        reader.space();
    }
    reader.finish()?;
    let opponent = |level: Amount, intelligence: Amount| {
        let level = u32::try_from(level.rounded()).unwrap_or(0);
        Opponent { level, intelligence }
    };
    match numbers[..] {
        [score] => {
            let character = book.actor(&reader)?.id;
            done(Command::Negotiate { character, score, opponent: None })
        }
        [level, intelligence] => {
            done(Command::SetOpponent { opponent: opponent(level, intelligence) })
        }
        [score, level, intelligence] => {
            let character = book.actor(&reader)?.id;
            let opponent = Some(opponent(level, intelligence));
            let it = Command::Negotiate { character, score, opponent };
            Ok(Heard::Do(vec![game_command(&it)]))
        }
        _ => Err(Mistake::new(at, message!("timeline-chat-number")).example_text(FORM)),
    }
}

/// `.pre 力量 100` or `.pre 力量 5t`: impact and time, without declaring anything.
pub fn prepare(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    const FORM: &str = ".pre 力量 100｜.pre 力量 5t";
    let actor = book.actor(&reader)?;
    let first = maybe_attribute(&mut reader);
    let at = reader.here();
    let (number, mark) = marked(&mut reader, &['t'], FORM)?;
    let attribute = match first {
        Some(first) => first,
        None => attribute(&mut reader)?,
    };
    reader.finish()?;
    let value = actor.attributes[attribute.index()].value;
    if !value.is_positive() || !number.is_positive() {
        return Err(Mistake::new(at, message!("timeline-chat-number")).example_text(FORM));
    }
    let (impact, time) = match mark {
        Some(_) => (impact_in(number, value), number),
        None => (number, windup(number, value)),
    };
    let answer = message!(
        "timeline-chat-pre",
        name = &actor.card.name,
        attribute = attribute.name(),
        value = value,
        impact = impact,
        time = time
    );
    Ok(Heard::Reply(vec![answer.into()]))
}

/// `.d`, `.d 潜行`: the d100 of every check, with a reason if one is given; `.d20` is that die.
pub fn hundred(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    if reader.peek().is_some_and(|next| next.is_ascii_digit()) {
        let text = reader.rest();
        let mut digits = text.chars().skip_while(char::is_ascii_digit);
        // `.d 2d6` says how many itself.
        let whole = digits.next().is_some_and(|next| matches!(next, 'd' | 'D'));
        let notation = if whole { text } else { format!("1d{text}") };
        let (audience, actor) = (Audience::All, book.actor);
        return Ok(Heard::table(TableCommand::Roll { notation, audience, actor }));
    }
    throw(reader, book, Audience::All)
}

/// `.r 投掷 力量` is a check; without one, the d100 it is made with (C-03). In secret there is only
/// the d100: checks are seen by all.
pub fn throw(
    mut reader: Reader<'_>,
    book: &Book<'_>,
    audience: Audience,
) -> Result<Heard, Mistake> {
    reader.space();
    let checks = maybe_attribute(&mut { reader }).is_some();
    if checks && audience == Audience::All {
        return examine(reader, book);
    }
    let notation = format!("1d100 {}", reader.rest()).trim_end().to_owned();
    Ok(Heard::table(TableCommand::Roll { notation, audience, actor: book.actor }))
}

/// `.odds 力量`, `.odds 力量 100`, `.odds 力量 @安 @本`: the odds of a check; without an attribute,
/// all of the actor's rates, or what can be typed. Nothing when an expression follows.
pub fn odds(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Option<Heard>, Mistake> {
    let mut who = book.named(&mut reader)?;
    reader.space();
    let at = reader.here();
    let Some(attribute) = maybe_attribute(&mut reader) else {
        if who.is_empty() && !reader.is_done() {
            return Ok(None);
        }
        reader.finish()?;
        return rates(&who, &reader, book).map(|lines| Some(Heard::Reply(lines)));
    };
    let mut own = own_target(&mut reader)?;
    who.extend(book.named(&mut reader)?);
    if own.is_none() {
        own = own_target(&mut reader)?;
    }
    reader.finish()?;
    let target = match own {
        None => book.table.and_then(|table| table.target),
        Some(Target::Value(target)) => Some(target),
        Some(Target::Difficulty { level, difficulty }) => {
            Some(Amount::whole(i64::from(level) * i64::from(difficulty)))
        }
        Some(Target::Random { .. }) => None,
    };
    let Some(target) = target.filter(|target| target.is_positive()) else {
        let mistake = Mistake::new(at, message!("timeline-no-target"));
        return Err(mistake.example_text(".odds 力量 100"));
    };
    who.dedup();
    let people: Vec<&CharacterPart> = match who.is_empty() {
        true => vec![book.actor(&reader)?],
        false => book.characters.iter().copied().filter(|one| who.contains(&one.id)).collect(),
    };
    let value: Amount = people.iter().map(|one| one.attributes[attribute.index()].value).sum();
    let names: Vec<Message> =
        people.iter().map(|one| message!("plain", text = &one.card.name)).collect();
    let rate = rate(value, target);
    let mut lines: Vec<Line> = vec![
        message!(
            "timeline-chat-odds",
            names = names,
            attribute = attribute.name(),
            value = value,
            target = target,
            rate = rate
        )
        .into(),
    ];
    lines.extend(bars::of_chances(&chances(rate)));
    Ok(Some(Heard::Reply(lines)))
}

/// All rates against the table's target number, and how to ask for others.
fn rates(who: &[Id], reader: &Reader<'_>, book: &Book<'_>) -> Result<Vec<Line>, Mistake> {
    let named = who.first().and_then(|id| book.characters.iter().find(|one| one.id == *id));
    let one = match named {
        Some(one) => one,
        None => book.actor(reader)?,
    };
    let how = || Line::from(message!("timeline-chat-odds-how"));
    let Some(target) = book.table.and_then(|table| table.target) else {
        return Ok(vec![message!("timeline-no-target").into(), how()]);
    };
    let rate = |part: &AttributePart| {
        let rate = part.rate.unwrap_or_default();
        message!("timeline-chat-odds-rate", attribute = part.name.clone(), rate = rate)
    };
    let rates: Vec<Message> = one.attributes.iter().map(rate).collect();
    let name = &one.card.name;
    let answer = message!("timeline-chat-odds-all", name = name, target = target, rates = rates);
    Ok(vec![answer.into(), how()])
}
