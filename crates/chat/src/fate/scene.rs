//! Scenes, zones, challenges, contests, conflicts (F-40 … F-43).

use rules::fate::{CombatantDraft, Command, ContestSideDraft, Rung, TaskDraft};
use rules::{Id, Line, Message, message};

use super::book::{Book, number};
use super::{Verb, done, sheet};
use crate::common::needed_as;
use crate::hear::{Heard, game_command};
use crate::mistake::Mistake;
use crate::names;
use crate::reader::{Reader, choices};

/// The subject's words.
pub const VERBS: &[Verb] = &[
    Verb::new(scene, &["scene", "场景", "場景"]),
    Verb::new(challenge, &["challenge", "挑战", "挑戰"]),
    Verb::new(contest, &["contest", "竞争", "競爭"]),
    Verb::new(conflict, &["conflict", "冲突", "衝突"]),
    Verb::by_actor(zone, &["zone", "区域", "區域"]),
];

const END: &[((), &[&str])] = &[((), &["end", "结束", "結束"])];

choices! { How, HOWS:
    Now => "now", "确定", "確定";
    Anyway => "anyway", "作罢", "作罷";
    Carry => "carry", "带走", "帶走";
}
const HOW: &[(How, &[&str])] = HOWS;

/// Ends the scene; what would be lost with it unused is pointed out first (F-11).
fn end(reader: &Reader<'_>, book: &Book<'_>, how: Option<How>) -> Result<Heard, Mistake> {
    // What is still under way is dropped only when the line says so (F-10).
    let waits = !(book.actions.is_empty() && book.hits.is_empty());
    if waits && how != Some(How::Anyway) && book.context.seat.is_host() {
        let waiting = book.actions.iter().map(|action| action.actor);
        let mut waiting: Vec<Id> = waiting.chain(book.hits.iter().map(|hit| hit.to)).collect();
        waiting.dedup();
        let names: Vec<Message> = waiting.into_iter().map(|id| book.called(id)).collect();
        let mistake = Mistake::new(reader.here(), message!("fate-finish-first")).by("F-25");
        return Err(mistake.instead(message!("chat-f-end-anyway", names = names)));
    }
    let unused = book.scene.map_or(&[][..], |scene| &scene.unused);
    if how.is_none() && !unused.is_empty() {
        let mut lines: Vec<Line> = unused.iter().cloned().map(Line::new).collect();
        let passing = book.scene.map_or(&[][..], |scene| &scene.passing);
        let all = book.cast.aspects().into_iter().map(|(aspect, _)| aspect);
        let named = all.filter(|aspect| passing.contains(&aspect.id));
        let names: Vec<Message> = named.map(|aspect| book.cast.aspect(aspect)).collect();
        lines.insert(0, message!("fate-vanishes", aspects = names).into());
        lines.push(message!("chat-f-end-scene").into());
        return Ok(Heard::Reply(lines));
    }
    let (anyway, carry) = (how == Some(How::Anyway), how == Some(How::Carry));
    Ok(Heard::Do(vec![game_command(&Command::EndScene { anyway, carry })]))
}

/// `.scene 码头: 夜里有雾`, `.scene end`, `.scene end anyway`, `.scene end carry`.
pub fn scene(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    if reader.is_done() {
        return sheet::now(reader, book);
    }
    let mut probe = reader;
    if probe.word(END).is_some() {
        probe.space();
        let how = probe.word(HOW);
        if probe.is_done() {
            return end(&probe, book, how);
        }
    }
    let (mut title, text) = reader.until(':');
    let title = needed_as(&mut title, ".scene 码头: 夜里有雾")?;
    let text = text.map(|mut text| text.rest()).unwrap_or_default();
    done(Command::SetScene { title, text })
}

choices! { Zoning, ZONING:
    New => "new", "新建";
    Go => "go", "去";
    Bar => "bar", "阻隔";
}

/// `.zone new 大厅`, `.zone go 走廊`, `.zone bar 大厅, 走廊 3`; `.zone bar 大厅, 走廊` opens it.
pub fn zone(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let (at, does) = reader.verb(ZONING);
    match does {
        Some(Zoning::New) => {
            let name = needed_as(&mut reader, ".zone new 大厅")?;
            done(Command::AddZone { name, next_to: None })
        }
        Some(Zoning::Go) => {
            let character = book.acting(&reader)?;
            let zone = names::find(&mut reader, &book.zone_names())?;
            reader.finish()?;
            done(Command::Move { character, zone })
        }
        Some(Zoning::Bar) => {
            let one = names::find(&mut reader, &book.zone_names())?;
            reader.gap();
            let other = names::find(&mut reader, &book.zone_names())?;
            reader.gap();
            let barred = book.rung(&mut reader);
            reader.finish()?;
            done(Command::SetBorder { one, other, barred })
        }
        None => {
            Err(Mistake::new(at, message!("chat-f-zone-how")).example_text(".zone new｜go｜bar"))
        }
    }
}

/// Whether nothing but `end` is left.
fn ends(mut reader: Reader<'_>) -> bool {
    reader.word(END).is_some() && reader.is_done()
}

/// `.challenge 逃出火场: 破门 3; 救人 2`, `.challenge end`.
pub fn challenge(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    const FORM: &str = ".challenge 逃出火场: 破门 3; 救人 2";
    if reader.is_done() {
        return sheet::now(reader, book);
    }
    if ends(reader) {
        return done(Command::EndChallenge {});
    }
    let (mut title, tasks) = reader.until(':');
    let title = needed_as(&mut title, FORM)?;
    let Some(mut tasks) = tasks else {
        return Err(Mistake::new(reader.here(), message!("chat-text-missing")).example_text(FORM));
    };
    let mut drafts = Vec::new();
    for mut part in tasks.split(';').into_iter().filter(|part| !part.is_done()) {
        let at = part.here();
        let text = part.rest();
        let (name, difficulty) = text.rsplit_once(' ').unwrap_or((text.as_str(), ""));
        let ladder = book.ruleset.map_or(&[][..], |rules| &rules.ladder);
        let named = |rung: &&Rung| rung.name.spellings().any(|name| name == difficulty);
        let rung = ladder.iter().find(named).map(|rung| rung.value);
        let difficulty = rung.or_else(|| difficulty.trim_start_matches('+').parse().ok());
        let wrong = || Mistake::new(at, message!("fate-difficulty-bounds")).example_text(FORM);
        let difficulty = difficulty.ok_or_else(wrong)?;
        drafts.push(TaskDraft { name: name.to_owned(), difficulty });
    }
    done(Command::SetChallenge { title, tasks: drafts })
}

const TWIST: &[((), &[&str])] = &[((), &["twist", "转折", "轉折"])];

/// `.contest 追车: 我们 @阿岚; 他们 @打手`, `.contest twist 桥断了`, `.contest end`; each side's effort
/// is `.f effort 驾驶`.
pub fn contest(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    const FORM: &str = ".contest 追车: 我们 @阿岚; 他们 @打手";
    if reader.is_done() {
        return sheet::now(reader, book);
    }
    if ends(reader) {
        return done(Command::EndContest {});
    }
    if reader.word_apart(TWIST).is_some() {
        let name = needed_as(&mut reader, ".contest twist 桥断了")?;
        return done(Command::NameTwist { name });
    }
    let (mut title, sides) = reader.until(':');
    let title = needed_as(&mut title, FORM)?;
    let Some(mut sides) = sides else {
        return Err(Mistake::new(reader.here(), message!("chat-text-missing")).example_text(FORM));
    };
    let mut drafts = Vec::new();
    for mut part in sides.split(';').into_iter().filter(|part| !part.is_done()) {
        let name = part.token();
        let name = part.between(name);
        let members = people(&mut part, book)?;
        part.finish()?;
        drafts.push(ContestSideDraft { name, members });
    }
    done(Command::SetContest { title, sides: drafts })
}

/// `@NAME @NAME …`
fn people(reader: &mut Reader<'_>, book: &Book<'_>) -> Result<Vec<Id>, Mistake> {
    let mut found = Vec::new();
    while let Some(who) = book.at(reader)? {
        found.push(who);
    }
    Ok(found)
}

const NEXT: &[((), &[&str])] = &[((), &["next", "轮到", "輪到"])];
const JOIN: &[((), &[&str])] = &[((), &["join", "加入"])];
const FULL: &[((), &[&str])] = &[((), &["full", "全力防御", "全力防禦"])];
const VS: &[((), &[&str])] = &[((), &["vs", "对", "對"])];

/// `.conflict join @打手 3`, `.conflict join @打手 二楼 vs @阿岚`: on the other side than someone, or the side of
/// their own sort (F-42). Host.
fn join(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let who = super::act::whom(&mut reader, book, ".conflict join @打手")?;
    let conflict = book.scene.and_then(|scene| scene.conflict.as_ref());
    let fighters = conflict.map_or(&[][..], |conflict| &conflict.combatants);
    let side_of = |id: Id| fighters.iter().find(|one| one.who == id).map(|one| one.side);
    let pc = |id: Id| book.character(id).is_some_and(|part| part.pc);
    let friend = fighters.iter().find(|one| pc(one.who) == pc(who)).map(|one| one.side);
    let mut side = side_of(who).or(friend).unwrap_or(u8::from(!pc(who)));
    reader.gap();
    let mut zone = None;
    if !reader.is_done() && reader.word(VS).is_none() {
        if let Some(number) = number(&mut reader) {
            side = u8::try_from(number - 1).unwrap_or(u8::MAX);
        } else {
            zone = Some(names::find(&mut reader, &book.zone_names())?);
        }
    }
    reader.gap();
    let _ = reader.word(VS);
    if let Some(foe) = book.at(&mut reader)?.and_then(side_of) {
        side = fighters.iter().map(|one| one.side).find(|one| *one != foe).unwrap_or(foe + 1);
    }
    reader.finish()?;
    done(Command::JoinConflict { combatant: CombatantDraft { who, side, zone } })
}

/// `.conflict @阿岚 @沈知远 vs @打手 @头目`, with zones `@阿岚 大厅`; `.conflict next @打手`,
/// `.conflict full 一切格斗`, `.conflict end`.
pub fn conflict(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    if reader.is_done() {
        return sheet::now(reader, book);
    }
    let mut probe = reader;
    if probe.word(END).is_some() {
        probe.space();
        let anyway = probe.word(HOW) == Some(How::Anyway);
        if probe.is_done() {
            return done(Command::EndConflict { anyway });
        }
    }
    if reader.word(NEXT).is_some() {
        let to = book.at(&mut reader)?;
        reader.finish()?;
        let to = to.ok_or_else(|| Mistake::new(reader.here(), message!("chat-to-whom")))?;
        return done(Command::PassTurn { to });
    }
    if reader.word(JOIN).is_some() {
        return join(reader, book);
    }
    if reader.word(FULL).is_some() {
        let character = book.acting(&reader)?;
        reader.space();
        let text = needed_as(&mut reader, ".conflict full 一切格斗")?;
        return done(Command::DefendFully { character, text });
    }
    let mut combatants = Vec::new();
    let mut side = 0;
    while !reader.is_done() {
        reader.gap();
        if reader.word(VS).is_some() {
            side += 1;
        } else if let Some(who) = book.at(&mut reader)? {
            reader.space();
            let mut probe = reader;
            let another = probe.peek().is_none_or(|next| matches!(next, '@' | ','))
                || probe.word(VS).is_some();
            let zone =
                if another { None } else { Some(names::find(&mut reader, &book.zone_names())?) };
            combatants.push(CombatantDraft { who, side, zone });
        } else {
            let mistake = Mistake::new(reader.here(), message!("chat-f-conflict-who"));
            return Err(mistake.example_text(".conflict @阿岚 @沈知远 vs @打手"));
        }
    }
    done(Command::BeginConflict { combatants })
}
