//! Characters: taking an example, writing one, speaking as one, endings (M-02, M-07, M-58).

use export::render::name;
use rules::mist::{Command, Fate, Kind, ThemeDraft};
use rules::{Message, Term, message};

use super::book::Book;
use super::{Verb, done, sheet};
use crate::casting;
use crate::common::{needed, needed_as};
use crate::hear::{Heard, game_command};
use crate::mistake::Mistake;
use crate::names::{self, Name};
use crate::reader::{Reader, choices};

/// The subject's words.
pub const VERBS: &[Verb] = &[
    Verb::new(character, &["pc", "角色"]),
    Verb::new(fields, &["st", "改卡"]),
    Verb::new(evolve, &["evolve", "演变", "演變", "结局", "結局"]),
    Verb::new(fate, &["fate", "命运", "命運"]),
];

choices! { Does, DOES:
    List => "list", "列表";
    Take => "take", "取用", "选", "選";
    New => "new", "新建";
    Use => "use", "使用";
    Give => "give", "交给", "交給";
}

const FIELDS: &str = ".st 影遁: 影行, 怕光: 畏光";

/// `.st 影遁: 影行, 怕光: 畏光`: what stands on a sheet, by what it said before (B-46).
pub fn fields(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let (mut known, mut commands) = (book.thing_names(), Vec::new());
    for mut part in reader.split(',').into_iter().filter(|part| !part.is_done()) {
        let (mut what, name) = part.until(':');
        let thing = names::find_owned(&mut what, &known)?;
        what.finish()?;
        let mut name = name.unwrap_or(what);
        let name = needed_as(&mut name, FIELDS)?;
        // Two fields may change their words with each other.
        known.retain(|one| one.it != thing);
        commands.push(game_command(&Command::Rename { thing, name }));
    }
    match commands.is_empty() {
        true => {
            Err(Mistake::new(reader.here(), message!("chat-text-missing")).example_text(FIELDS))
        }
        false => Ok(Heard::Do(commands)),
    }
}

/// `.pc`, `.pc take 夜行者: 叶岚`, `.pc new 叶岚; 浸染 影子: 影遁, 夜视 / 怕光`, `.pc give 叶岚 > 周默`.
pub fn character(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let (at, does) = reader.verb(DOES);
    match does {
        Some(Does::List) | None if reader.is_done() => Ok(Heard::Reply(sheet::characters(book))),
        Some(Does::Take) => take(reader, book),
        Some(Does::New) => new(reader, book),
        Some(Does::Use) => speak_as(reader, book),
        Some(Does::Give) => {
            let known = book.character_names();
            let (character, seat) = casting::given(reader, &known, book.context)?;
            done(Command::GiveCharacter { character, seat })
        }
        Some(Does::List) | None => Err(Mistake::new(at, message!("chat-pc-how")).example("pc")),
    }
}

fn take(reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let examples = book.ruleset.map_or(&[][..], |rules| &rules.examples);
    let known: Vec<Name<String>> =
        examples.iter().map(|example| Name::of_pack(&example.id, &example.name)).collect();
    let (example, name, seat) = casting::taken(reader, &known, book.context)?;
    done(Command::TakeExample { example, name, seat })
}

const NEW_FORM: &str = "pc-new";

fn new(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let (mut rest, to) = reader.until('>');
    let mut parts = rest.split(';').into_iter();
    let Some(mut head) = parts.next() else {
        return Err(Mistake::new(rest.here(), message!("chat-name-missing")).example(NEW_FORM));
    };
    let hidden = head.eat('?');
    let name = needed(&mut head, NEW_FORM)?;
    let themes: Result<Vec<ThemeDraft>, Mistake> =
        parts.filter(|part| !part.is_done()).map(|part| theme(part, book, NEW_FORM)).collect();
    done(Command::MakeCharacter {
        name,
        themes: themes?,
        seat: casting::to_seat(to, book.context)?,
        hidden,
    })
}

const NASCENT: &[((), &[&str])] = &[((), &["nascent", "新生", "萌芽"])];

/// Reads `浸染 影子: 影遁, 夜视, 穿墙 / 怕光 / 吞掉光`: kind, title, powers, weaknesses, motive.
///
/// # Errors
/// When the kind is unknown or the title or tags are missing.
pub fn theme(mut reader: Reader<'_>, book: &Book<'_>, form: &str) -> Result<ThemeDraft, Mistake> {
    reader.space();
    let nascent = reader.word(NASCENT).is_some();
    let kind = kind(&mut reader, book)?;
    reader.space();
    let at = reader.here();
    let (mut title, tags) = reader.until(':');
    let title = title.rest();
    let Some(mut tags) = tags.filter(|_| !title.is_empty()) else {
        return Err(Mistake::new(at, message!("chat-theme-tags")).example(form));
    };
    let mut columns = tags.split('/').into_iter();
    let mut list = || -> Vec<Term> {
        let column = columns.next();
        let items = column.into_iter().flat_map(|mut column| column.split(','));
        items
            .map(|mut item| item.rest())
            .filter(|item| !item.is_empty())
            .map(|item| Term::from(item.as_str()))
            .collect()
    };
    let (powers, weaknesses) = (list(), list());
    let motive = columns.next().map(|mut motive| motive.rest());
    Ok(ThemeDraft {
        kind,
        title: Term::from(title.as_str()),
        motive: Term::from(motive.unwrap_or_default().as_str()),
        powers,
        weaknesses,
        nascent,
    })
}

fn kind(reader: &mut Reader<'_>, book: &Book<'_>) -> Result<Kind, Mistake> {
    let mut known = Vec::new();
    if let Some(rules) = book.ruleset {
        known.push(Name::new(Kind::Strange, &rules.kinds.strange.name).also("strange"));
        known.push(Name::new(Kind::Human, &rules.kinds.human.name).also("human"));
    }
    names::find(reader, &known)
}

const NOBODY: &[((), &[&str])] = &[((), &["me", "off", "自己", "无", "無"])];

/// `.as 老守卫`, `.as off`: speaks as a character from now on (C-04).
pub fn speak_as(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    reader.space();
    let _ = reader.eat('@');
    let mut probe = reader;
    if probe.word(NOBODY).is_some() && probe.is_done() {
        return Ok(Heard::SpeakAs(None, message!("chat-as-nobody")));
    }
    let host = book.context.seat.is_host();
    let playable =
        book.characters.iter().filter(|part| host || part.seat == Some(book.context.seat.id));
    let known: Vec<Name<rules::Id>> = playable.map(|part| Name::new(part.id, &part.name)).collect();
    let character = names::find(&mut reader, &known).map_err(|mistake| mistake.by("C-04"))?;
    reader.finish()?;
    let called: Message = book.called(character).unwrap_or_else(|| name(&Term::from("")));
    Ok(Heard::SpeakAs(Some(character), message!("chat-as", name = called)))
}

choices! { Becomes, BECOMES:
    Dead => "died", "dead", "死", "死去", "死亡";
    Changed => "changed", "transformed", "转变", "轉變", "变成", "變成";
}

/// `.fate @叶岚 died`, `.fate 变成 石像`: says what became of a character at their limit (M-07).
pub fn fate(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let character = book.acting(&mut reader)?;
    reader.space();
    let at = reader.here();
    let fate = match reader.word(BECOMES) {
        Some(Becomes::Dead) => {
            reader.finish()?;
            Fate::Died
        }
        Some(Becomes::Changed) => Fate::Transformed { text: needed(&mut reader, "fate")? },
        None => {
            let mistake = Mistake::new(at, message!("chat-fate-how"));
            return Err(mistake.example("fate"));
        }
    };
    done(Command::ChooseFate { character, fate })
}

/// `.evolve 归于平静`, `.evolve 陷入沉睡: 旧友`: chooses how a story ends; of what is near, the host
/// exempts those named (M-58).
pub fn evolve(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let character = book.acting(&mut reader)?;
    let (mut which, exempted) = reader.until(':');
    let endings = book.ruleset.map_or(&[][..], |rules| &rules.endings);
    let known: Vec<Name<String>> =
        endings.iter().map(|ending| Name::of_pack(&ending.id, &ending.name)).collect();
    let ending = names::find(&mut which, &known)?;
    which.finish()?;
    let mut exempt = Vec::new();
    if let Some(mut list) = exempted {
        loop {
            list.gap();
            if list.is_done() {
                break;
            }
            exempt.push(names::find(&mut list, &book.challenge_names())?);
        }
    }
    done(Command::ChooseEnding { character, ending, exempt })
}
