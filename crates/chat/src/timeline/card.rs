//! Cards: `.tlsetup`, `.chr`, `.lv`, `.crd` (T-01 … T-06).

use std::ops::Range;

use export::sheet::timeline;
use rules::timeline::{Amount, Attribute, Card, CharacterPart, Command, Resource};
use rules::{Id, Line, Message, message};
use words::fold::folded;

use super::book::{Book, amount, place, word};
use super::{Verb, done};
use crate::casting;
use crate::hear::{Heard, game_command};
use crate::mistake::Mistake;
use crate::names::{self, Name};
use crate::reader::{Reader, choices};

/// The subject's words.
pub const VERBS: &[Verb] = &[
    Verb::by_actor(setup, &["tlsetup", "建卡"]),
    Verb::by_actor(chr, &["chr", "ch", "人物"]),
    Verb::by_actor(record, &["crd", "记录", "記錄", "紀錄"]),
    Verb::by_actor(level, &["lv", "等级", "等級"]),
];

/// A field of `.tlsetup`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Name,
    Race,
    AdultAge,
    StandardSize,
    Age,
    Size,
    Appearance,
    Assets,
    Gender,
    Occupation,
    Level,
    Ratio,
    Percentage(Attribute),
    Load,
    Player,
    Background,
    Looks,
    Personality,
    Quirks,
}

/// What the author's bot has no field for.
const TEXTS: [(Field, &[&str]); 5] = [
    (Field::Player, &["玩家", "player"]),
    (Field::Background, &["背景", "背景故事", "background"]),
    (Field::Looks, &["长相", "長相", "角色外貌", "looks"]),
    (Field::Personality, &["性格", "personality"]),
    (Field::Quirks, &["特点", "特點", "quirks"]),
];

/// The 24 fields as the author's bot names them.
const FIELDS: [(Field, &[&str]); 24] = [
    (Field::Name, &["姓名", "name"]),
    (Field::Race, &["种族", "種族", "race"]),
    (Field::AdultAge, &["成年年龄", "成年年齡", "adult_age"]),
    (Field::StandardSize, &["标准体型", "標準體型", "standard_size"]),
    (Field::Age, &["年龄", "年齡", "age"]),
    (Field::Size, &["体型", "體型", "size"]),
    (Field::Appearance, &["外貌", "appearance"]),
    (Field::Assets, &["资产", "資產", "wealth", "assets"]),
    (Field::Gender, &["性别", "性別", "gender"]),
    (Field::Occupation, &["职业", "職業", "occupation"]),
    (Field::Level, &["等级", "等級", "level"]),
    (Field::Ratio, &["物理思维比值", "物理思維比值", "physical_mental_ratio", "ratio"]),
    (Field::Percentage(Attribute::Constitution), &["体质", "體質", "constitution"]),
    (Field::Percentage(Attribute::Dexterity), &["敏捷", "dexterity"]),
    (Field::Percentage(Attribute::Strength), &["力量", "strength"]),
    (Field::Percentage(Attribute::Willpower), &["意志", "willpower"]),
    (Field::Percentage(Attribute::Education), &["教育", "education"]),
    (Field::Percentage(Attribute::Intelligence), &["智力", "intelligence"]),
    (
        Field::Percentage(Attribute::Medicine),
        &["医学及生命科学", "醫學及生命科學", "medicine_and_life_science", "medicine"],
    ),
    (
        Field::Percentage(Attribute::Engineering),
        &["工程与科技", "工程與科技", "engineering_and_technology", "engineering"],
    ),
    (
        Field::Percentage(Attribute::Military),
        &["军事与生存", "軍事與生存", "military_and_survival", "military"],
    ),
    (Field::Percentage(Attribute::Literature), &["文学", "文學", "literature"]),
    (
        Field::Percentage(Attribute::Arts),
        &["视觉及表演艺术", "視覺及表演藝術", "visual_and_performing_art", "arts"],
    ),
    (Field::Load, &["负重", "負重", "weight", "load"]),
];

/// `.tlsetup 姓名:…,种族:…,…`: a card in the 24 fields players know. One of a known name takes the
/// place of that card; whichever it is, it is the one in use. `?` before the name hides it from all
/// but the host, and `> 周默` behind the card says whose it is.
pub fn setup(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    const FORM: &str = ".tlsetup 姓名:安,种族:人类,成年年龄:18,标准体型:60,年龄:27,…";
    if reader.is_done() {
        return Err(
            Mistake::new(reader.here(), message!("timeline-chat-fields")).example_text(FORM)
        );
    }
    let start = reader.here();
    let mut card = Card::default();
    let mut load = Amount::ZERO;
    let (mut fields, to) = reader.until('>');
    for part in fields.split(',') {
        fill(part, &mut card, Some(&mut load), FORM)?;
    }
    let hidden = card.name.starts_with(['?', '？']);
    if hidden {
        card.name = card.name.trim_start_matches(['?', '？']).to_owned();
    }
    let seat = casting::to_seat(to, book.context)?;
    let replaces = known(&card.name, book, start)?;
    let card = Box::new(card);
    let it = match replaces {
        Some(character) => Command::ReplaceCard { character, card, load },
        None => Command::MakeCharacter { card, load, seat, hidden },
    };
    Ok(Heard::Make { command: game_command(&it), replaces })
}

/// Reads `栏目:内容` into a card; the load only where one may be named.
pub(super) fn fill(
    mut part: Reader<'_>,
    card: &mut Card,
    load: Option<&mut Amount>,
    form: &str,
) -> Result<(), Mistake> {
    if part.is_done() {
        return Ok(());
    }
    let (mut key, value) = part.until(':');
    let at = key.here();
    let text = folded(&key.rest());
    let field = FIELDS.iter().chain(&TEXTS).find(|(_, names)| names.contains(&text.as_str()));
    let Some((field, _)) = field.filter(|(field, _)| *field != Field::Load || load.is_some())
    else {
        let what = message!("timeline-chat-unknown-field", text = text);
        return Err(Mistake::new(at, what).example_text(form));
    };
    let Some(mut value) = value else {
        return Err(Mistake::new(at, message!("timeline-chat-fields")).example_text(form));
    };
    let (number_at, text) = (value.here(), value.rest());
    let number = || -> Result<Amount, Mistake> {
        let digits = folded(&text);
        let digits = digits.trim_end_matches('%');
        if digits.is_empty() {
            return Ok(Amount::ZERO);
        }
        digits.parse().map_err(|_| {
            Mistake::new(number_at.clone(), message!("timeline-chat-number")).example_text(form)
        })
    };
    let whole = || number().map(|number| u32::try_from(number.rounded()).unwrap_or(0));
    match field {
        Field::Name => card.name.clone_from(&text),
        Field::Race => card.race.clone_from(&text),
        Field::Gender => card.gender.clone_from(&text),
        Field::Occupation => card.occupation.clone_from(&text),
        Field::Player => card.player.clone_from(&text),
        Field::Background => card.background.clone_from(&text),
        Field::Looks => card.looks.clone_from(&text),
        Field::Personality => card.personality.clone_from(&text),
        Field::Quirks => card.quirks.clone_from(&text),
        Field::AdultAge => card.adult_age = number()?,
        Field::StandardSize => card.standard_size = number()?,
        Field::Age => card.age = number()?,
        Field::Size => card.size = number()?,
        Field::Appearance => card.appearance = number()?,
        Field::Assets => card.assets = number()?,
        Field::Level => card.level = whole()?,
        Field::Ratio => card.ratio = whole()?,
        Field::Percentage(attribute) => card.percentages[attribute.index()] = number()?,
        Field::Load => {
            if let Some(load) = load {
                *load = number()?;
            }
        }
    }
    Ok(())
}

/// The seat's own character of this name; of several, the one in use.
fn known(name: &str, book: &Book<'_>, at: Range<usize>) -> Result<Option<Id>, Mistake> {
    let same = |one: &&CharacterPart| folded(one.card.name.trim()) == folded(name.trim());
    let own: Vec<Id> = book.own().filter(same).map(|one| one.id).collect();
    let used = book.default_actor().map(|one| one.id).filter(|id| own.contains(id));
    match (own.as_slice(), used) {
        ([], _) => Ok(None),
        ([only], _) => Ok(Some(*only)),
        (_, Some(used)) => Ok(Some(used)),
        _ => {
            let names: Vec<Message> =
                book.own().map(|one| message!("plain", text = &one.card.name)).collect();
            let what = message!("timeline-chat-which", names = names);
            Err(Mistake::new(at, what).example_text(".chr 1"))
        }
    }
}

choices! { Does, DOES:
    Show => "show", "显示", "顯示";
    Delete => "del", "delete", "删除", "刪除";
}

/// `.chr`, `.chr 2`, `.chr show`, `.chr del 2`.
pub fn chr(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let own: Vec<&CharacterPart> = book.own().collect();
    if reader.is_done() {
        return Ok(Heard::Reply(list(book, &own)));
    }
    match reader.word(DOES) {
        Some(Does::Show) => {
            reader.finish()?;
            Ok(Heard::Reply(timeline::sheet(book.actor(&reader)?)))
        }
        Some(Does::Delete) => {
            let gone = place(&mut reader, &own)?;
            reader.finish()?;
            done(Command::DropCharacter { character: gone.id })
        }
        None => {
            let chosen = place(&mut reader, &own)?;
            reader.finish()?;
            let said = message!("timeline-chat-chosen", name = &chosen.card.name);
            Ok(Heard::SpeakAs(Some(chosen.id), said))
        }
    }
}

/// `.as 安`: whom the seat acts as from now on; `.as` alone forgets it.
pub fn speak_as(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    if reader.is_done() {
        return Ok(Heard::SpeakAs(None, message!("timeline-chat-nobody")));
    }
    let _ = reader.eat('@');
    let id = names::find(&mut reader, &book.names())?;
    reader.finish()?;
    let found = book.characters.iter().find(|one| one.id == id);
    let name = found.map_or("", |one| one.card.name.as_str());
    Ok(Heard::SpeakAs(Some(id), message!("timeline-chat-chosen", name = name)))
}

/// `.lv +1`, `.lv -1`, `.lv 12`.
pub fn level(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let actor = book.actor(&reader)?;
    reader.space();
    let relative = matches!(reader.peek(), Some('+' | '-' | '−'));
    let at = reader.here();
    let number = amount(&mut reader, ".lv +1｜.lv 12")?.rounded();
    reader.finish()?;
    let now = i64::from(actor.card.level);
    // However far down, nobody falls below the first level.
    let level = if relative { now.saturating_add(number).max(1) } else { number };
    let level = u32::try_from(level).map_err(|_| {
        Mistake::new(at, message!("timeline-chat-whole")).example_text(".lv +1｜.lv 12")
    })?;
    done(Command::SetLevel { character: actor.id, level })
}

#[derive(Clone, Copy)]
enum Kept {
    Resource(Resource),
    Cash,
    Reset,
}

const KEPT: &[(Kept, &[&str])] = &[
    (Kept::Resource(Resource::HitPoints), &["hp", "体力", "體力"]),
    (Kept::Resource(Resource::Willpower), &["mp", "意志"]),
    (Kept::Cash, &["cash", "现金", "現金"]),
    (Kept::Reset, &["reset", "重置"]),
];

/// `.crd`, `.crd hp -20 物理`, `.crd cash +5 卖药`, `.crd reset`.
pub fn record(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    const FORM: &str = ".crd hp -20｜.crd mp +5｜.crd cash -30｜.crd reset";
    let actor = book.actor(&reader)?;
    let character = actor.id;
    if reader.is_done() {
        let mut lines = vec![timeline::pools(actor)];
        lines.extend(timeline::pool_lines(actor));
        return Ok(Heard::Reply(lines));
    }
    let at = reader.here();
    match reader.word(KEPT) {
        Some(Kept::Reset) => {
            reader.finish()?;
            done(Command::Restore { character })
        }
        Some(Kept::Cash) => {
            let amount = amount(&mut reader, FORM)?;
            let (time, place) = (String::new(), String::new());
            done(Command::ChangeCash { character, amount, purpose: reader.rest(), time, place })
        }
        Some(Kept::Resource(resource)) => {
            let by = amount(&mut reader, FORM)?;
            let (_, kind) = word(&mut reader);
            reader.finish()?;
            let kind = if kind == "bp" { rules::timeline::BYPASS.to_owned() } else { kind };
            let damage_type = Some(kind).filter(|kind| !kind.is_empty());
            let it = Command::ChangeResource { character, resource, by, damage_type };
            Ok(Heard::Do(vec![game_command(&it)]))
        }
        // A resource of an extension, by its name (T-60).
        None => {
            let pools: Vec<Name<String>> =
                actor.pools.iter().map(|pool| Name::new(pool.id.clone(), &pool.name)).collect();
            let pool = names::find(&mut reader, &pools).map_err(|_| {
                Mistake::new(at, message!("timeline-chat-record")).example_text(FORM)
            })?;
            let by = amount(&mut reader, FORM)?;
            reader.finish()?;
            done(Command::ChangePool { character, pool, by })
        }
    }
}

/// `.me`: the seat's own card.
pub fn me(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    reader.finish()?;
    Ok(Heard::Reply(timeline::sheet(book.actor(&reader)?)))
}

/// The seat's characters, numbered; the chosen one marked.
pub(super) fn list(book: &Book<'_>, own: &[&CharacterPart]) -> Vec<Line> {
    if own.is_empty() {
        return vec![message!("timeline-chat-no-character").into()];
    }
    let chosen = book.default_actor().map(|one| one.id);
    own.iter()
        .enumerate()
        .map(|(place, one)| {
            let place = place + 1;
            let name = one.card.name.as_str();
            Line::from(match chosen == Some(one.id) {
                true => message!("timeline-chat-listed-chosen", place = place, name = name),
                false => message!("timeline-chat-listed", place = place, name = name),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use words::{Language, say};

    #[test]
    fn b74_the_card_form_of_each_language_can_be_typed() {
        for language in Language::ALL {
            let help = say(language, &message!("chat-help-tlsetup"));
            let form = help.lines().next().and_then(|line| line.strip_prefix(".tlsetup "));
            let fields: Vec<Option<Field>> = form
                .expect("the form comes first")
                .split(',')
                .map(|part| {
                    let key = part.split(':').next().unwrap_or_default();
                    let field = FIELDS.iter().find(|(_, names)| names.contains(&key));
                    assert!(field.is_some(), "{language}: {key}");
                    field.map(|(field, _)| *field)
                })
                .collect();
            assert_eq!(fields, FIELDS.map(|(field, _)| Some(field)), "{language}");
        }
    }
}
