//! Growth and loss of themes (M-50 … M-55).

use rules::mist::{Command, Growth};
use rules::{Id, message};

use super::book::Book;
use super::{Verb, character, done};
use crate::common::needed;
use crate::hear::Heard;
use crate::mistake::Mistake;
use crate::names::{self, Name};
use crate::reader::{Reader, choices};

/// The subject's words.
pub const VERBS: &[Verb] = &[
    Verb::new(mark, &["mark", "标记", "標記"]),
    Verb::new(grow, &["grow", "成长", "成長"]),
    Verb::new(theme, &["theme", "主题", "主題"]),
    Verb::new(pang, &["pang", "隐痛", "隱痛"]),
];

/// The names of the tracks in the texts: whether improve is meant.
const TRACKS: &[(bool, &[&str])] = &[
    (true, &["improve", "提升", "进展", "進展", "掌控", "共鸣", "共鳴"]),
    (false, &["decay", "衰退", "放弃", "放棄", "沉溺", "困顿", "困頓"]),
];

/// One of the tracks, by its name in the texts or in the pack: whether improve is meant.
pub fn track(reader: &mut Reader<'_>, book: &Book<'_>) -> Option<bool> {
    let kinds = book.ruleset.map(|rules| [&rules.kinds.strange, &rules.kinds.human]);
    let kinds = kinds.iter().flatten();
    let own: Vec<(bool, Vec<&str>)> = kinds
        .flat_map(|kind| [(true, &kind.improve), (false, &kind.decay)])
        .map(|(improve, name)| (improve, name.spellings().collect()))
        .collect();
    let mut words: Vec<(bool, &[&str])> = own.iter().map(|(it, names)| (*it, &names[..])).collect();
    words.extend(TRACKS);
    reader.word(&words)
}

/// `.mark improve 影子 @叶岚: 忍住了没有听完`: marks a track of a theme, and why (M-50, M-53).
pub fn mark(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    reader.space();
    let at = reader.here();
    let Some(improve) = track(&mut reader, book) else {
        return Err(Mistake::new(at, message!("chat-mark-how")).example("mark"));
    };
    let (mut which, reason) = reader.until(':');
    let (character, theme) = theme_of(&mut which, book)?;
    which.finish()?;
    let reason = reason.map(|mut reason| reason.rest()).unwrap_or_default();
    done(match improve {
        true => Command::MarkImprove { character, theme, reason },
        false => Command::MarkDecay { character, theme, reason },
    })
}

/// Reads `影子 @叶岚`: a theme and whose it is; without a name, the seat's own character's.
///
/// # Errors
/// When no theme is called that, or more than one is.
pub fn theme_of(reader: &mut Reader<'_>, book: &Book<'_>) -> Result<(Id, Id), Mistake> {
    let own = book.default_actor().map(|character| character.id);
    let known: Vec<Name<(Id, Id)>> = book
        .characters
        .iter()
        .flat_map(|character| {
            let apart = u8::from(Some(character.id) != own);
            let id = character.id;
            let names = book.theme_names(id).into_iter();
            names.map(move |name| name.map(|theme| (id, theme)).of(&character.name).apart(apart))
        })
        .collect();
    names::find_owned(reader, &known)
}

choices! { Grows, GROWS:
    Power => "power", "力量", "标签", "標籤", "力量标签", "力量標籤";
    Weakness => "weakness", "弱点", "弱點", "弱点标签", "弱點標籤", "改写弱点", "改寫弱點";
    Motive => "motive", "动机", "動機", "改写动机", "改寫動機", "改写侵蚀", "改寫侵蝕", "改写追求", "改寫追求", "改写欲望", "改寫慾望", "改写困境", "改寫困境", "侵蚀", "侵蝕", "追求", "欲望", "慾望", "困境";
    Clear => "clear", "reset", "清除", "重置";
}

const FORM: &str = "grow";

/// `.grow 影子: power 无声`: chooses a growth that was earned (M-51).
pub fn grow(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let (mut which, how) = reader.until(':');
    let (character, theme) = theme_of(&mut which, book)?;
    which.finish()?;
    let Some(mut how) = how else {
        return Err(Mistake::new(which.here(), message!("chat-grow-how")).example(FORM));
    };
    let at = how.here();
    let grows = how.word(GROWS);
    how.space();
    let growth = match grows {
        Some(Grows::Power) => {
            let _ = how.eat('+');
            Growth::Power { name: needed(&mut how, FORM)? }
        }
        Some(Grows::Weakness) => weakness(how, character, theme, book)?,
        Some(Grows::Motive) => Growth::Motive { text: needed(&mut how, FORM)? },
        Some(Grows::Clear) => {
            // `重置困顿`: the track may be named.
            if track(&mut how, book) == Some(true) {
                return Err(Mistake::new(at, message!("chat-grow-how")).example(FORM));
            }
            how.finish()?;
            Growth::ClearDecay
        }
        None => return Err(Mistake::new(at, message!("chat-grow-how")).example(FORM)),
    };
    done(Command::Grow { character, theme, growth })
}

fn weakness(
    mut reader: Reader<'_>,
    character: Id,
    theme: Id,
    book: &Book<'_>,
) -> Result<Growth, Mistake> {
    let themes = book.character(character).map_or(&[][..], |part| &part.themes);
    let found = themes.iter().find(|part| part.id == theme);
    let weaknesses = found.map_or(&[][..], |part| &part.weaknesses);
    let known: Vec<Name<Id>> = weaknesses.iter().map(|tag| Name::new(tag.id, &tag.name)).collect();
    if reader.eat('-') {
        let tag = names::find(&mut reader, &known)?;
        reader.finish()?;
        return Ok(Growth::RemoveWeakness { tag });
    }
    let (mut old, new) = { reader }.until('>');
    if let Some(mut new) = new {
        let tag = names::find(&mut old, &known)?;
        old.finish()?;
        let name = needed(&mut new, FORM)?;
        return Ok(Growth::RewriteWeakness { tag, name });
    }
    let _ = reader.eat('+');
    Ok(Growth::AddWeakness { name: needed(&mut reader, FORM)? })
}

/// `.theme 人理 家人: 守护 / 放不下 / 找到妹妹`: fills the place of a lost theme (M-54).
pub fn theme(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let character = book.acting(&mut reader)?;
    let theme = character::theme(reader, book, "theme")?;
    done(Command::ReplaceTheme { character, theme })
}

const PANGS: &[(bool, &[&str])] =
    &[(true, &["call", "发作", "發作"]), (false, &["settle", "了结", "了結"])];

/// `.pang call 家人 @叶岚`, `.pang settle 家人`: calls a pang in, or settles it (M-55).
pub fn pang(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    reader.space();
    let at = reader.here();
    let Some(call) = reader.word(PANGS) else {
        return Err(Mistake::new(at, message!("chat-pang-how")).example("pang"));
    };
    let known: Vec<Name<(Id, Id)>> = book
        .characters
        .iter()
        .flat_map(|character| {
            let pangs = character.pangs.iter();
            pangs.map(|pang| Name::new((character.id, pang.id), &pang.title).of(&character.name))
        })
        .collect();
    let (character, pang) = names::find_owned(&mut reader, &known)?;
    reader.finish()?;
    done(match call {
        true => Command::CallPang { character, pang },
        false => Command::SettlePang { character, pang },
    })
}
