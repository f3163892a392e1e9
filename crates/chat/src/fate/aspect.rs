//! Aspects: adding, removing, showing, naming (F-10).

use std::collections::BTreeSet;

use rules::fate::{Command, Holder, Place};
use rules::{Audience, Id, message};

use super::book::Book;
use super::{Verb, done, sheet};
use crate::common::{needed_as, seat, unquoted};
use crate::hear::Heard;
use crate::mistake::Mistake;
use crate::names;
use crate::reader::Reader;

/// The subject's words.
pub const VERBS: &[Verb] = &[
    Verb::new(reveal, &["reveal", "揭示", "亮出"]),
    Verb::new(hide, &["hide", "隐藏", "隱藏"]),
    Verb::new(rename, &["rename", "更名"]),
    Verb::by_actor(aspect, &["aspect", "形象"]),
    Verb::by_actor(wounds, &["cons", "后果", "後果"]),
];

const REMOVE: &[((), &[&str])] = &[((), &["del", "移除"])];
const BOOST: &[((), &[&str])] = &[((), &["boost", "推助"])];
const AT: &[((), &[&str])] = &[((), &["at", "于", "於"])];
const GAME: &[((), &[&str])] = &[((), &["game", "游戏", "遊戲"])];

/// `.aspect`, `.aspect 火灾`, `.aspect ?村长是狼人`, `.aspect 跌倒在地 @打手`, `.aspect del 火灾: 下雨了`.
pub fn aspect(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    if reader.is_done() {
        return Ok(Heard::Reply(sheet::aspects(book)));
    }
    if reader.word_apart(REMOVE).is_some() {
        let (mut head, why) = reader.until(':');
        let aspect = book.aspect(&mut head)?;
        head.finish()?;
        let why = why.map(|mut why| why.rest()).unwrap_or_default();
        return done(Command::RemoveAspect { aspect, why });
    }
    if reader.word_apart(BOOST).is_some() {
        let who = super::act::whom(&mut reader, book, ".aspect boost @阿岚 破绽")?;
        reader.gap();
        let name = Some(reader.rest()).filter(|name| !name.is_empty());
        let on =
            if book.scene.is_some_and(|scene| scene.open) { Place::Scene } else { Place::Game };
        let free = Some(Holder::Character(who));
        return done(Command::AddAspect { name, on, boost: true, free, hidden: false });
    }
    let game = reader.word_apart(GAME).is_some();
    reader.space();
    let mut zone = None;
    if reader.word_apart(AT).is_some() {
        reader.space();
        zone = Some(names::find(&mut reader, &book.zone_names())?);
        reader.gap();
    }
    reader.space();
    let hidden = reader.eat('?');
    let (mut head, place) = reader.until('@');
    let name = unquoted(needed_as(&mut head, ".aspect 火灾")?);
    let on = match place {
        _ if game => Place::Game,
        Some(mut who) => {
            let character = names::find(&mut who, &book.character_names())?;
            who.finish()?;
            Place::Character(character)
        }
        None if zone.is_some() => zone.map_or(Place::Scene, Place::Zone),
        None => book.actor.map_or(Place::Scene, Place::Character),
    };
    done(Command::AddAspect { name: Some(name), on, boost: false, free: None, hidden })
}

/// `.cons`: who bears which consequences.
pub fn wounds(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    reader.finish()?;
    Ok(Heard::Reply(sheet::wounds(book)))
}

fn thing(reader: &mut Reader<'_>, book: &Book<'_>) -> Result<Id, Mistake> {
    reader.space();
    if reader.eat('@') {
        return names::find(reader, &book.character_names());
    }
    let mut known = book.aspect_names();
    known.extend(book.character_names());
    known.extend(book.zone_names());
    names::find(reader, &known)
}

/// `.reveal 村长是狼人`, `.reveal 村长是狼人 > 阿岚`. Host.
pub fn reveal(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let (mut head, to) = reader.until('>');
    let thing = thing(&mut head, book)?;
    head.finish()?;
    let to = match to {
        None => Audience::All,
        Some(to) => {
            let mut seats = BTreeSet::new();
            for mut one in { to }.split(',') {
                let _ = one.eat('@');
                seats.insert(seat(&mut one, book.context)?);
            }
            Audience::Seats(seats)
        }
    };
    done(Command::Show { thing, to })
}

/// `.hide 村长是狼人`. Host.
pub fn hide(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let thing = thing(&mut reader, book)?;
    reader.finish()?;
    done(Command::Show { thing, to: Audience::Host })
}

/// `.rename 推助: 破绽`.
pub fn rename(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let (mut head, name) = reader.until(':');
    let thing = thing(&mut head, book)?;
    head.finish()?;
    let Some(mut name) = name else {
        return Err(Mistake::new(head.here(), message!("chat-text-missing"))
            .example_text(".rename 推助: 破绽"));
    };
    let name = needed_as(&mut name, ".rename 推助: 破绽")?;
    done(Command::Rename { thing, name })
}
