//! Opposition in a line: characters of any size, mobs, copies, hazards; scenes prepared (F-44, F-45,
//! F-54).

use std::collections::BTreeMap;

use rules::fate::{
    AspectDraft, CharacterDraft, Command, Hazard, Holder, NpcDraft, Prepared, Preparing,
};
use rules::{Id, Line, Message, Term, message};

use super::act::whom;
use super::book::{Book, number};
use super::{Verb, done};
use crate::common::needed_as;
use crate::hear::Heard;
use crate::mistake::Mistake;
use crate::names::{self, Name};
use crate::reader::{Reader, choices};

/// The subject's words.
pub const VERBS: &[Verb] = &[
    Verb::new(npc, &["npc", "配角", "对手", "對手"]),
    Verb::new(copy, &["copy", "复制", "複製"]),
    Verb::new(hazard, &["hazard", "危险", "危險"]),
    Verb::new(prepare, &["prep", "准备", "準備"]),
];

const NPC_FORM: &str =
    ".npc 打手 尚可 格斗, 运动 1: 黑帮打手｜.npc 打手 5人 一般 格斗｜.npc 头目 主要 格斗 4";
const MOB: &[((), &[&str])] = &[((), &["mob", "群", "一群"])];
const PEOPLE: &[((), &[&str])] = &[((), &["人", "个", "個"])];
const TIMES: &[((), &[&str])] = &[((), &["x", "×"])];

/// `.npc 打手 尚可 格斗, 运动 1: 黑帮打手`: one of the host's characters in a line. A size gives boxes and
/// consequences, and the rating of skills without one; `5人` is a mob of five, `x3` three of them;
/// `?` before the name hides them (F-54). Host.
pub fn npc(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let (mut head, concept) = reader.until(':');
    let hidden = head.eat('?');
    let token = head.token();
    let name = head.between(token);
    if name.is_empty() {
        let missing = message!("chat-name-missing");
        return Err(Mistake::new(head.here(), missing).example_text(NPC_FORM));
    }
    let sizes = book.ruleset.map_or(&[][..], |rules| &rules.npcs);
    let known: Vec<Name<String>> =
        sizes.iter().map(|size| Name::of_pack(&size.id, &size.name)).collect();
    let mut draft = NpcDraft::default();
    let mut skills = BTreeMap::new();
    let mut count = 1;
    while !head.is_done() {
        head.gap();
        if head.word(MOB).is_some() {
            draft.mob = number(&mut head).and_then(|number| u8::try_from(number).ok());
            let _ = head.word(PEOPLE);
            continue;
        }
        let mut probe = head;
        if let Some(number) = number(&mut probe)
            && probe.word(PEOPLE).is_some()
        {
            draft.mob = u8::try_from(number).ok();
            head = probe;
            continue;
        }
        let mut probe = head;
        if probe.word(TIMES).is_some()
            && let Some(number) = number(&mut probe)
        {
            count = u8::try_from(number).unwrap_or(u8::MAX);
            head = probe;
            continue;
        }
        let mut probe = head;
        if draft.size.is_none()
            && let Ok(size) = names::find(&mut probe, &known)
        {
            draft.size = Some(size);
            head = probe;
            continue;
        }
        let skill = book.skill(&mut head)?;
        let size = draft.size.as_ref().and_then(|id| sizes.iter().find(|size| size.id == *id));
        let usual = size.and_then(|size| size.rating).unwrap_or(1);
        let rating = book.rung(&mut head).unwrap_or(usual);
        skills.insert(skill, rating);
    }
    let first = book.ruleset.and_then(|rules| rules.sheet.aspects.first());
    let concept = concept.map(|mut concept| concept.rest()).filter(|text| !text.is_empty());
    let aspects = first.zip(concept).map(|(slot, text)| AspectDraft {
        slot: slot.id.clone(),
        name: text.into(),
        hidden: false,
    });
    let character = CharacterDraft {
        name: name.as_str().into(),
        pc: false,
        aspects: aspects.into_iter().collect(),
        skills,
        stunts: Vec::new(),
        vitals: String::new(),
        npc: draft,
    };
    let make = Command::MakeCharacter { draft: character, seat: None, hidden };
    let make = crate::hear::game_command(&make);
    Ok(Heard::Do(vec![make; usize::from(count.clamp(1, 20))]))
}

/// `.copy @打手`, `.copy @打手 3`, `.copy @打手: 新打手` (F-54). Host.
pub fn copy(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let (mut head, name) = reader.until(':');
    let character = whom(&mut head, book, ".copy @打手 3")?;
    head.gap();
    let _ = head.word(TIMES);
    let count = number(&mut head).and_then(|number| u8::try_from(number).ok()).unwrap_or(1);
    head.finish()?;
    let name = name.map(|mut name| name.rest()).filter(|name| !name.is_empty());
    done(Command::CopyCharacter { character, name, count })
}

const GO: &[((), &[&str])] = &[((), &["go", "发作", "發作"])];
const COUNTDOWN: &[((), &[&str])] = &[((), &["in", "倒数", "倒數"])];

/// `.hazard 火势 良好`, `.hazard 炸弹 4 倒数 3 生理压力`: something that acts by itself each round, or when it has
/// counted down; `.hazard go @火势` now (F-45). Host.
pub fn hazard(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    const FORM: &str = ".hazard 炸弹 4 倒数 3";
    if reader.word(GO).is_some() {
        let character = whom(&mut reader, book, ".hazard go @火势")?;
        reader.finish()?;
        return done(Command::LetHazardAct { character });
    }
    let hidden = reader.eat('?');
    let token = reader.token();
    let name = reader.between(token);
    reader.gap();
    let missing =
        |at: &Reader<'_>| Mistake::new(at.here(), message!("chat-f-hazard-how")).example_text(FORM);
    if name.is_empty() {
        return Err(missing(&reader));
    }
    let rating = book.rung(&mut reader).ok_or_else(|| missing(&reader))?;
    reader.gap();
    let countdown = match reader.word(COUNTDOWN) {
        Some(()) => number(&mut reader).and_then(|number| u8::try_from(number).ok()),
        None => None,
    };
    reader.gap();
    let tracks = book.ruleset.map_or(&[][..], |rules| &rules.tracks);
    let track = match reader.is_done() {
        true => tracks.first().map(|track| track.id.clone()).unwrap_or_default(),
        false => names::find(&mut reader, &book.track_names())?,
    };
    reader.finish()?;
    let hazard = Hazard { rating, track, countdown, spent: false };
    let draft = CharacterDraft {
        name: name.as_str().into(),
        pc: false,
        aspects: Vec::new(),
        skills: BTreeMap::new(),
        stunts: Vec::new(),
        vitals: String::new(),
        npc: NpcDraft { hazard: Some(hazard), ..NpcDraft::default() },
    };
    done(Command::MakeCharacter { draft, seat: None, hidden })
}

choices! { Does, DOES:
    New => "new", "新建";
    Start => "start", "开始", "開始";
    Drop => "del", "撤下";
}
choices! { Adds, ADDS:
    Zone => "zone", "区域", "區域";
    Bar => "bar", "阻隔";
    Aspect => "aspect", "形象";
    Free => "free", "免费", "免費";
    Person => "npc", "人", "配角";
    Carry => "carry", "带上", "帶上";
    Take => "take", "拿掉";
    Place => "first", "最先";
    Notes => "memo", "备注", "備註";
}
const AT: &[((), &[&str])] = &[((), &["at", "于", "於"])];
const GAME: &[((), &[&str])] = &[((), &["game", "游戏", "遊戲"])];
const HIDDEN: &[((), &[&str])] = &[((), &["hidden", "藏着", "藏著"])];

/// `.prep new 仓库: 铁门`, `.prep 仓库 区域 二楼`, `.prep 仓库 形象 堆满货箱 @头目`, `.prep 仓库 人 @头目 二楼`,
/// `.prep start 仓库`: scenes prepared, which only the host sees (F-44). Host.
pub fn prepare(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    const FORM: &str =
        ".prep new 仓库: 铁门｜.prep 仓库 区域 二楼｜.prep 仓库 形象 货箱｜.prep start 仓库";
    if reader.is_done() {
        return Ok(Heard::Reply(listed(book)));
    }
    match reader.word(DOES) {
        Some(Does::New) => {
            reader.space();
            let (mut title, text) = reader.until(':');
            let title = needed_as(&mut title, FORM)?;
            let text = text.map(|mut text| text.rest()).unwrap_or_default();
            return done(Command::PrepareScene { title, text });
        }
        Some(Does::Start) => {
            let prepared = found(&mut reader, book)?;
            reader.finish()?;
            return done(Command::StartPrepared { prepared });
        }
        Some(Does::Drop) => {
            let prepared = found(&mut reader, book)?;
            reader.finish()?;
            return done(Command::DropPrepared { prepared });
        }
        None => {}
    }
    let prepared = found(&mut reader, book)?;
    let scene = book.scene.map_or(&[][..], |scene| &scene.prepared);
    let Some(scene) = scene.iter().find(|one| one.id == prepared) else {
        return Err(Mistake::new(reader.here(), message!("fate-no-prepared")));
    };
    reader.gap();
    let at = reader.here();
    let Some(adds) = reader.word(ADDS) else {
        return Err(Mistake::new(at, message!("chat-f-prep-how")).example_text(FORM));
    };
    reader.space();
    let change = change(adds, reader, book, scene)?;
    done(Command::ChangePrepared { prepared, change })
}

fn found(reader: &mut Reader<'_>, book: &Book<'_>) -> Result<Id, Mistake> {
    reader.gap();
    let found = names::find(reader, &book.prepared_names());
    found.map_err(|mistake| match mistake.instead {
        None => mistake.example_text(".prep new 仓库: 铁门"),
        Some(_) => mistake,
    })
}

fn change(
    adds: Adds,
    mut reader: Reader<'_>,
    book: &Book<'_>,
    scene: &Prepared,
) -> Result<Preparing, Mistake> {
    let zones: Vec<Name<Id>> =
        scene.zones.iter().map(|zone| Name::new(zone.id, &zone.name)).collect();
    let aspects: Vec<Name<Id>> =
        scene.aspects.iter().map(|one| Name::new(one.id, &one.name)).collect();
    let change = match adds {
        Adds::Zone => {
            return Ok(Preparing::Zone {
                name: needed_as(&mut reader, ".prep 仓库 区域 二楼")?
            });
        }
        Adds::Notes => {
            let _ = reader.eat(':');
            let title = scene.title.spellings().next().unwrap_or_default().to_owned();
            let notes = needed_as(&mut reader, ".prep 仓库 备注 头目在二楼")?;
            return Ok(Preparing::Describe { title, text: scene.text.clone(), notes });
        }
        Adds::Bar => {
            let one = names::find(&mut reader, &zones)?;
            reader.gap();
            let other = names::find(&mut reader, &zones)?;
            reader.gap();
            Preparing::Border { one, other, barred: book.rung(&mut reader) }
        }
        Adds::Aspect => {
            let game = reader.word(GAME).is_some();
            reader.space();
            let mut zone = None;
            if reader.word(AT).is_some() {
                reader.space();
                zone = Some(names::find(&mut reader, &zones)?);
                reader.gap();
            }
            let hidden = reader.eat('?');
            let (mut head, who) = reader.until('@');
            let name = needed_as(&mut head, ".prep 仓库 形象 堆满货箱 @头目")?;
            let free = match who {
                Some(mut who) => {
                    let who_found = names::find(&mut who, &book.character_names())?;
                    who.finish()?;
                    Some(Holder::Character(who_found))
                }
                None => None,
            };
            return Ok(Preparing::Aspect { name, zone, game, hidden, free });
        }
        Adds::Free => {
            let aspect = names::find(&mut reader, &aspects)?;
            let to = whom(&mut reader, book, ".prep 仓库 免费 堆满货箱 @头目")?;
            Preparing::Free { aspect, to: Holder::Character(to) }
        }
        Adds::Person => {
            let who = whom(&mut reader, book, ".prep 仓库 人 @头目 二楼")?;
            reader.gap();
            let hidden = reader.word(HIDDEN).is_some();
            reader.gap();
            let zone = match reader.is_done() {
                true => None,
                false => Some(names::find(&mut reader, &zones)?),
            };
            Preparing::Person { who, zone, hidden }
        }
        Adds::Carry => Preparing::Carry { aspect: book.aspect(&mut reader)? },
        Adds::Take => {
            let people = scene.people.iter().filter_map(|one| book.character(one.who));
            let mut known: Vec<Name<Id>> =
                people.map(|part| Name::new(part.id, &part.name)).collect();
            known.extend(zones);
            known.extend(aspects);
            let _ = reader.eat('@');
            Preparing::Drop { thing: names::find(&mut reader, &known)? }
        }
        Adds::Place => Preparing::Place { at: 0 },
    };
    reader.gap();
    reader.finish()?;
    Ok(change)
}

/// The prepared scenes, with what is in each.
fn listed(book: &Book<'_>) -> Vec<Line> {
    let prepared = book.scene.map_or(&[][..], |scene| &scene.prepared);
    if prepared.is_empty() {
        return vec![message!("chat-f-nothing-prepared").into()];
    }
    let word = |name: &Term| message!("fate-word", word = name);
    let one = |one: &Prepared| {
        let zones = one.zones.iter().map(|zone| word(&zone.name));
        let aspects = one.aspects.iter().map(|aspect| word(&aspect.name));
        let people = one.people.iter().map(|person| book.called(person.who));
        let things: Vec<Message> = zones.chain(aspects).chain(people).collect();
        message!("chat-f-prepared", title = &one.title, things = things).into()
    };
    prepared.iter().map(one).collect()
}
