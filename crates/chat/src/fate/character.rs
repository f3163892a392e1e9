//! Characters: taking an example, writing one, speaking as one (F-50).

use std::collections::BTreeMap;

use export::render::name;
use rules::fate::{AspectDraft, CharacterDraft, Command, NpcDraft};
use rules::message;

use super::book::Book;
use super::{Verb, done, sheet};
use crate::casting;
use crate::common::needed_as;
use crate::hear::Heard;
use crate::mistake::Mistake;
use crate::names::{self, Name};
use crate::reader::{Reader, choices};

/// The subject's words.
pub const VERBS: &[Verb] = &[Verb::new(character, &["pc", "角色"])];

choices! { Does, DOES:
    List => "list", "列表";
    Take => "take", "取用", "选", "選";
    New => "new", "新建";
    Npc => "npc", "配角";
    Use => "use", "使用";
    Give => "give", "交给", "交給";
    Leave => "del", "退场", "退場";
}

const NEW_FORM: &str =
    ".pc new 阿岚; 高概念 暗影猎人; 麻烦 黑暗也在看我; 技能 格斗 4, 运动 3, 察觉 3, …";

/// `.pc`, `.pc take 阿岚`, `.pc new …`, `.pc npc 打手; 高概念 黑帮打手; 技能 格斗 2`, `.pc give 阿岚 > 周默`.
pub fn character(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let (at, does) = reader.verb(DOES);
    match does {
        Some(Does::List) | None if reader.is_done() => Ok(Heard::Reply(sheet::characters(book))),
        Some(Does::Take) => take(reader, book),
        Some(Does::New) => new(reader, book, true),
        Some(Does::Npc) => new(reader, book, false),
        Some(Does::Use) => speak_as(reader, book),
        Some(Does::Leave) => {
            let _ = reader.eat('@');
            let character = names::find(&mut reader, &book.character_names())?;
            reader.finish()?;
            done(Command::RemoveCharacter { character })
        }
        Some(Does::Give) => {
            let known = book.character_names();
            let (character, seat) = casting::given(reader, &known, book.context)?;
            done(Command::GiveCharacter { character, seat })
        }
        Some(Does::List) | None => {
            Err(Mistake::new(at, message!("chat-pc-how")).example_text(".pc take 阿岚"))
        }
    }
}

fn take(reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let examples = book.ruleset.map_or(&[][..], |rules| &rules.examples);
    let known: Vec<Name<String>> = examples
        .iter()
        .map(|example| Name::of_pack(&example.id, &example.character.name))
        .collect();
    let (example, name, seat) = casting::taken(reader, &known, book.context)?;
    done(Command::TakeExample { example, name, seat })
}

const STUNT: &[((), &[&str])] = &[((), &["stunt", "特技"])];
const SKILLS: &[((), &[&str])] = &[((), &["skills", "技能", "approaches", "风格", "風格"])];

fn new(mut reader: Reader<'_>, book: &Book<'_>, pc: bool) -> Result<Heard, Mistake> {
    let (mut rest, to) = reader.until('>');
    let mut parts = rest.split(';').into_iter();
    let Some(mut head) = parts.next() else {
        return Err(Mistake::new(rest.here(), message!("chat-name-missing")).example_text(NEW_FORM));
    };
    let hidden = head.eat('?');
    let mut draft = CharacterDraft {
        name: needed_as(&mut head, NEW_FORM)?.into(),
        pc,
        aspects: Vec::new(),
        skills: BTreeMap::new(),
        stunts: Vec::new(),
        vitals: String::new(),
        npc: NpcDraft::default(),
    };
    let slots = book.ruleset.map_or(&[][..], |rules| &rules.sheet.aspects);
    for mut part in parts.filter(|part| !part.is_done()) {
        if part.word(SKILLS).is_some() {
            for mut one in part.split(',').into_iter().filter(|one| !one.is_done()) {
                let skill = book.skill(&mut one)?;
                let at = one.here();
                let missing = || {
                    Mistake::new(at, message!("chat-f-rating-missing", word = book.skill_word()))
                        .example_text(NEW_FORM)
                };
                let rating = book.rung(&mut one).ok_or_else(missing)?;
                one.finish()?;
                draft.skills.insert(skill, rating);
            }
            continue;
        }
        if part.word(STUNT).is_some() {
            part.space();
            draft.stunts.push(super::campaign::stunt_draft(part, book)?);
            continue;
        }
        let taken = |id: &str| draft.aspects.iter().any(|aspect: &AspectDraft| aspect.slot == id);
        let free = slots.iter().filter(|slot| !pc || !taken(&slot.id));
        let known: Vec<Name<String>> = free
            .enumerate()
            .map(|(at, slot)| {
                // Of two free places called the same the first is meant.
                let apart = u8::try_from(at).unwrap_or(u8::MAX);
                Name::of_pack(&slot.id, &slot.name).apart(apart)
            })
            .collect();
        let slot = names::find(&mut part, &known)?;
        let name = needed_as(&mut part, NEW_FORM)?;
        draft.aspects.push(AspectDraft { slot, name: name.into(), hidden: false });
    }
    let seat = casting::to_seat(to, book.context)?;
    done(Command::MakeCharacter { draft, seat, hidden })
}

const OFF: &[((), &[&str])] = &[((), &["off", "nobody", "自己"])];

/// `.as 阿岚`, `.as off` (C-04).
pub fn speak_as(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    if reader.word(OFF).is_some() || reader.is_done() {
        reader.finish()?;
        return Ok(Heard::SpeakAs(None, message!("chat-as-nobody")));
    }
    let _ = reader.eat('@');
    let at = reader.here();
    let who = names::find(&mut reader, &book.character_names())?;
    reader.finish()?;
    if !book.plays(who) && !book.context.seat.is_host() {
        return Err(Mistake::new(at, message!("fate-not-yours", who = book.called(who))).by("C-04"));
    }
    let called = book.character(who).map(|part| name(&part.name));
    let called = called.unwrap_or_else(|| message!("fate-host"));
    Ok(Heard::SpeakAs(Some(who), message!("chat-as", name = called)))
}
