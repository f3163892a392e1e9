//! Cards: `.tlsetup`, `.chr`, `.lv`, `.crd` (T-01 … T-06).

use std::ops::Range;

use export::character::timeline::{Field, NoNumber};
use export::sheet::timeline;
use rules::timeline::{Amount, Card, CharacterPart, Command, Resource};
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
    let whole = part;
    let (mut key, mut value) = part.until(':');
    let at = key.here();
    let mut text = key.rest();
    let mut field = Field::named(&text);
    if field.is_none() && value.is_none() {
        // `力量 40`, with a space for the colon.
        let mut rest = whole;
        rest.space();
        let name = rest.token();
        if let Some(named) = Field::named(&whole.between(name.clone())) {
            (field, text, value) = (Some(named), whole.between(name), Some(rest));
        }
    }
    let Some(field) = field.filter(|field| *field != Field::Load || load.is_some()) else {
        let what = message!("timeline-chat-unknown-field", text = folded(&text));
        return Err(Mistake::new(at, what).example_text(form));
    };
    let Some(mut value) = value else {
        return Err(Mistake::new(at, message!("timeline-chat-fields")).example_text(form));
    };
    let (number_at, text) = (value.here(), value.rest());
    let mut elsewhere = Amount::ZERO;
    field.write(&text, card, load.unwrap_or(&mut elsewhere)).map_err(|NoNumber| {
        Mistake::new(number_at, message!("timeline-chat-number")).example_text(form)
    })
}

/// The seat's own character of this name; of several, the one in use.
fn known(name: &str, book: &Book<'_>, at: Range<usize>) -> Result<Option<Id>, Mistake> {
    // 飓风 may have been told apart from another's as 飓风 2 (C-06).
    let name = folded(name.trim());
    let numbered = |own: &str| {
        let number = own.strip_prefix(name.as_str()).and_then(|rest| rest.strip_prefix(' '));
        number.is_some_and(|number| number.parse::<u32>().is_ok())
    };
    let exact = |one: &&CharacterPart| folded(one.card.name.trim()) == name;
    let any = book.own().any(|one| exact(&one));
    let same = |one: &&CharacterPart| match any {
        true => exact(one),
        false => numbered(&folded(one.card.name.trim())),
    };
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
            sheet(&reader, book)
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
    let id = names::find(&mut reader, &book.character_names())?;
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
            let whole = actor.hit_points >= actor.most_hit_points
                && actor.willpower >= actor.most_willpower;
            if whole && actor.pools.is_empty() {
                // Nothing to be given back: it is shown so.
                return Ok(Heard::Reply(vec![timeline::pools(actor)]));
            }
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
    sheet(&reader, book)
}

/// The actor's sheet, with what of it the host has still to agree to (T-01).
fn sheet(reader: &Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let one = book.actor(reader)?;
    let mut lines = timeline::sheet(one);
    let claims = book.table.map_or(&[][..], |table| &table.claims);
    let own = claims.iter().filter(|(claim, _)| claim.character() == Some(one.id));
    lines
        .extend(own.map(|(_, what)| message!("timeline-told-claimed", what = what.clone()).into()));
    Ok(Heard::Reply(lines))
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
                .map(|part| Field::named(part.split(':').next().unwrap_or_default()))
                .collect();
            assert!(fields.iter().all(Option::is_some), "{language}: {fields:?}");
            assert_eq!(fields, Field::OF_SETUP.map(Some), "{language}");
        }
    }
}
