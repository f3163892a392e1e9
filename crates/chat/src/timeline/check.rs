//! Checks: `.tar`, `.ex`, `.vs`, `.neg`, `.pre` (T-10 … T-14, T-22).

use rules::timeline::{Amount, Command, Opponent, Target, impact_in, windup};
use rules::{Id, message};

use super::book::{Book, amount, attribute, marked, maybe_attribute};
use super::{command, done};
use crate::hear::Heard;
use crate::mistake::Mistake;
use crate::reader::Reader;

/// `.tar`, `.tar 100`, `.tar 15 17`, `.tar 15d`.
pub fn target(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    const FORM: &str = ".tar 100｜.tar 15 10｜.tar 15d";
    if reader.is_done() {
        let told = match book.table.and_then(|table| table.target) {
            Some(target) => message!("timeline-told-target", target = target),
            None => message!("timeline-no-target"),
        };
        return Ok(Heard::Reply(vec![told.into()]));
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
            Ok(Heard::Do(vec![command(&it)]))
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
    let told = message!(
        "timeline-chat-pre",
        name = &actor.card.name,
        attribute = attribute.name(),
        value = value,
        impact = impact,
        time = time
    );
    Ok(Heard::Reply(vec![told.into()]))
}
