//! Who is played, by whom, and who sees them: `.pc`, `.st`, `.reveal`, `.hide` (T-01, B-05, B-30).

use std::collections::BTreeSet;

use rules::timeline::{Amount, Card, Command};
use rules::{Audience, Id, Term, message};
use words::fold::folded;
use words::{Language, say};

use super::book::Book;
use super::card::{fill, list, speak_as};
use super::{Verb, done};
use crate::casting;
use crate::common::seat;
use crate::hear::{Heard, game_command};
use crate::mistake::Mistake;
use crate::names::{self, Name};
use crate::reader::{Reader, choices};

/// The subject's words.
pub const VERBS: &[Verb] = &[
    Verb::new(people, &["pc", "角色"]),
    Verb::by_actor(set, &["st", "改卡"]),
    Verb::new(reveal, &["reveal", "揭示", "亮出"]),
    Verb::new(hide, &["hide", "隐藏", "隱藏"]),
];

choices! { Does, DOES:
    List => "list", "列表";
    Take => "take", "取用", "选", "選";
    Use => "use", "使用";
    Give => "give", "交给", "交給";
    Leave => "del", "退场", "退場";
}

/// `.pc`, `.pc take 岳澜: 阿澜 > 周默`, `.pc use 安`, `.pc give 安 > 周默`, `.pc del 安`.
pub fn people(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let at = reader.here();
    let does = reader.word(DOES);
    reader.space();
    match does {
        Some(Does::List) | None if reader.is_done() => {
            let own: Vec<_> = book.own().collect();
            Ok(Heard::Reply(list(book, &own)))
        }
        Some(Does::Take) => take(reader, book),
        Some(Does::Use) => speak_as(reader, book),
        Some(Does::Give) => {
            let (character, seat) = casting::given(reader, &book.character_names(), book.context)?;
            done(Command::GiveCharacter { character, seat })
        }
        Some(Does::Leave) => {
            let character = someone(&mut reader, book)?;
            reader.finish()?;
            done(Command::DropCharacter { character })
        }
        Some(Does::List) | None => {
            Err(Mistake::new(at, message!("chat-pc-how")).example_text(".pc take 岳澜"))
        }
    }
}

/// A character of the pack, under its own name in the language it was named in, or another.
fn take(reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let examples = book.ruleset.map_or(&[][..], |pack| &pack.examples);
    let races = book.ruleset.map_or(&[][..], |pack| &pack.races);
    let known: Vec<Name<String>> = examples
        .iter()
        .map(|example| Name::new(example.id.clone(), &example.name).also(&example.id))
        .collect();
    let mut said = reader;
    let typed = said.token();
    let typed = folded(&reader.between(typed));
    let (id, called, seat) = casting::taken(reader, &known, book.context)?;
    let Some(example) = examples.iter().find(|example| example.id == id) else {
        return Err(Mistake::new(reader.here(), message!("chat-name-missing")));
    };
    let mut tongues = Language::ALL.into_iter();
    let tongue = tongues.find(|one| folded(&spoken(*one, &example.name)).starts_with(&typed));
    let tongue = tongue.unwrap_or(Language::ZhHans);
    let race = races.iter().find(|race| race.id == example.race);
    let card = Card {
        name: called.unwrap_or_else(|| spoken(tongue, &example.name)),
        race: race.map(|race| spoken(tongue, &race.name)).unwrap_or_default(),
        occupation: spoken(tongue, &example.occupation),
        personality: spoken(tongue, &example.text),
        ..example.card(races)
    };
    let (card, load) = (Box::new(card), Amount::ZERO);
    let command = game_command(&Command::MakeCharacter { card, load, seat, hidden: false });
    Ok(Heard::Make { command, replaces: None })
}

fn spoken(language: Language, term: &Term) -> String {
    say(language, &message!("timeline-term", name = term))
}

/// `.st 力量:40,体质:25`: fields of the actor's card, by the names `.tlsetup` has for them.
pub fn set(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    const FORM: &str = ".st 力量:40,体质:25,背景:在码头长大";
    let actor = book.actor(&reader)?;
    if reader.is_done() {
        let what = message!("timeline-chat-fields");
        return Err(Mistake::new(reader.here(), what).example_text(FORM));
    }
    let mut card: Card = actor.card.clone();
    for part in reader.split(',') {
        // What is carried is in the list of belongings.
        fill(part, &mut card, None, FORM)?;
    }
    done(Command::ReviseCard { character: actor.id, card: Box::new(card) })
}

fn someone(reader: &mut Reader<'_>, book: &Book<'_>) -> Result<Id, Mistake> {
    reader.space();
    let _ = reader.eat('@');
    names::find(reader, &book.character_names())
}

/// `.reveal 影子`, `.reveal 影子 > 周默`: to everyone, or to some. Host.
pub fn reveal(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let (mut head, to) = reader.until('>');
    let character = someone(&mut head, book)?;
    head.finish()?;
    let to = match to {
        None => Audience::All,
        Some(mut to) => {
            let mut seats = BTreeSet::new();
            for mut one in to.split(',') {
                let _ = one.eat('@');
                seats.insert(seat(&mut one, book.context)?);
            }
            Audience::Seats(seats)
        }
    };
    done(Command::Show { character, to })
}

/// `.hide 影子`. Host.
pub fn hide(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let character = someone(&mut reader, book)?;
    reader.finish()?;
    done(Command::Show { character, to: Audience::Host })
}
